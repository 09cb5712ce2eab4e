"""Values and headings that look like HTML are shown as they are in the file, on every page and in every tooltip."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Texts  # where QtGui keeps what it adds to the namespace
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QWidget

from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.main_window import MainWindow
from tests.helpers.windows import open_window

HEADINGS = ("<b>full</b> name", "<i>city</i>", "phone & <u>fax</u>", "customer <s>no</s>")
OURS = ("<b>full", "<i>city", "<u>fax", "<s>no", "<b>Ann", "<i>Town", "<img")


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    rows = [
        f"<b>Ann{number // 2}</b> Smith{number // 2},<i>Town{number % 3}</i> <img src=x>,0351{number // 2:07d},<b>Ann{number}"
        for number in range(24)
    ]
    path = tmp_path / "list.csv"
    path.write_text("\n".join([",".join(HEADINGS), *rows]), "utf-8")
    with open_window(Project.create(tmp_path / "p.entityres"), tmp_path) as made:
        made.add_files([str(path)])
        made.find_matches()
        yield made


def _labels(shown: QWidget) -> list[str]:
    """Texts of visible labels that would show tags of the file as what they do."""
    wrong = []
    for label in shown.findChildren(QLabel):
        words = label.text()
        if label.isVisible() and any(tag in words for tag in OURS):
            rich = label.textFormat() == Qt.TextFormat.AutoText and Texts.mightBeRichText(words)
            if rich or label.textFormat() == Qt.TextFormat.RichText:
                wrong.append(f"{label.objectName() or label.parent().__class__.__name__}: {words[:80]}")
    return wrong


def _tips(shown: QWidget) -> list[str]:
    """Tooltips that would."""
    texts = [part.toolTip() for part in shown.findChildren(QWidget) if part.isVisible()]
    for table in shown.findChildren(QTableView):
        model = table.model()
        if model is not None and table.isVisible():
            rows, columns = min(model.rowCount(), 5), model.columnCount()
            tip = Qt.ItemDataRole.ToolTipRole
            texts += [str(model.index(row, at).data(tip) or "") for row in range(rows) for at in range(columns)]
            texts += [str(model.headerData(at, Qt.Orientation.Horizontal, tip) or "") for at in range(columns)]
            texts += [str(model.headerData(row, Qt.Orientation.Vertical, tip) or "") for row in range(rows)]
    return [words[:80] for words in texts if any(tag in words for tag in OURS) and Texts.mightBeRichText(words)]


def _views(window: MainWindow) -> Iterator[str]:
    for step in Step:
        window.go_to(step)
        QApplication.processEvents()
        yield step.name
        page = window.pages[step]
        if step is Step.REVIEW:
            page.narrowing.clear()
            for part, name in enumerate(("pairs", "groups", "sample")):
                page.parts.choose(part)
                QApplication.processEvents()
                yield f"{step.name} {name}"
            page.parts.choose(0)
            page.panel.table.setFocus()
            window.actions["accept"].trigger()
            yield "after an answer"
        elif step is Step.MERGE:
            table = page.browser.preview.table
            for row in range(table.rowCount()):
                page.browser.preview.setCurrentIndex(table.index(row, 0))
                QApplication.processEvents()
                yield f"{step.name} {row}"
        elif step is Step.COLUMNS:
            for row in range(4):
                page.roles.table.selectRow(row)
                QApplication.processEvents()
                yield f"{step.name} {row}"


def test_tags_in_a_file_are_shown_as_they_are(window) -> None:
    wrong = {f"{view}: {words}" for view in _views(window) for words in (*_labels(window), *_tips(window))}
    assert not wrong
