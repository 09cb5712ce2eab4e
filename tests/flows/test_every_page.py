"""What holds on every page of a matched project: names for screen readers, Tab, shortcuts, words, room."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from entityres.records.percentages import PER_CENT
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.main_window import MainWindow
from tests.helpers.windows import open_window, shown_texts

INTERACTIVE = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QTextEdit)
FORBIDDEN = (
    "false positive", "false negative", "cluster", "blocking", "jaccard", "golden", "centroid", "precision", "recall",
    "bayes", "collision", "survivorship", "provenance", "lineage", "dataset", "invalid", "illegal", "entity ",
)  # fmt: skip


@pytest.fixture
def window(matched_window) -> MainWindow:
    return matched_window


def pages(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Every page, shown one after the other."""
    for step in Step:
        window.go_to(step)
        QApplication.processEvents()
        yield step.name, window.pages[step]


def interactive(page: QWidget) -> list[QWidget]:
    """The controls on a page that a person sees, without the inner parts of controls."""
    found = []
    for part in page.findChildren(QWidget):
        inner = isinstance(part.parent(), (QComboBox, QAbstractSpinBox, QLineEdit)) or isinstance(part, QScrollBar)
        corner = part.objectName() == "qt_tableview_cornerbutton"
        header = type(part).__name__ == "QHeaderView"
        if isinstance(part, INTERACTIVE) and part.isVisible() and not (inner or corner or header):
            found.append(part)
    return found


def name_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.objectName()} “{widget.accessibleName() or text}”"


def test_every_control_has_a_name_and_icon_buttons_say_what_they_do(window) -> None:
    nameless = []
    for step, page in pages(window):
        for widget in interactive(page):
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            silent = isinstance(widget, QToolButton) and not text and not widget.toolTip()
            if silent or not (widget.accessibleName() or text):
                nameless.append(f"{step}: {name_of(widget)} of {widget.parent()!r}")
    assert nameless == []


def test_tab_reaches_every_control_and_comes_round(window) -> None:
    missed = []
    for step, page in pages(window):
        wanted = {w for w in interactive(page) if w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus}
        start = next(iter(wanted))
        start.setFocus()
        reached, now = {start}, start
        for _ in range(400):
            window.focusNextPrevChild(True)
            now = window.focusWidget()
            if now is start or now is None:
                break
            reached.add(now)
        assert now is start, f"{step}: Tab does not come round, it stays in {now!r}"
        # of chips that are alternatives, Tab reaches the chosen one and arrows the others
        missed += [
            f"{step}: {name_of(widget)}"
            for widget in wanted
            if not is_alternative(widget) and not any(one is widget or widget.isAncestorOf(one) for one in reached)
        ]
    assert missed == []


def is_alternative(widget: QWidget) -> bool:
    """One of several buttons of which exactly one is chosen."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive()


def test_no_two_actions_of_a_page_share_a_shortcut(window) -> None:
    shared = {}
    for step, _page in pages(window):
        users = defaultdict(list)
        for name in window.actions:
            action = window.actions[name]
            if action.isEnabled():
                for keys in action.shortcuts():
                    users[keys.toString(QKeySequence.SequenceFormat.PortableText)].append(name)
        shared |= {f"{step}: {keys}": names for keys, names in users.items() if len(names) > 1}
    assert shared == {}


def test_pages_speak_the_users_words(window) -> None:
    found = []
    for step, page in pages(window):
        words = " · ".join(shown_texts(page)).lower()
        found += [f"{step}: {word}" for word in FORBIDDEN if re.search(rf"\b{re.escape(word)}", words)]
    assert found == []


def test_percentages_are_written_one_way(window) -> None:
    shares = []
    for _step, page in pages(window):
        shares += re.findall(r"\d.?%", " · ".join(shown_texts(page)))
    assert sum(share.endswith(PER_CENT) for share in shares) > 10
    # names of keys stand in files too, where a blank is one that can be typed
    assert [share for share in shares if not re.fullmatch(r"\d[ \u00a0]%", share)] == []


def test_one_of_anything_is_one_in_words_too(qtbot, tmp_path) -> None:
    place = tmp_path / "two.csv"
    place.write_text("name,city\nAnn Hill,Rome\nAnn Hill,Rome\n", "utf-8")
    with open_window(Project.create(tmp_path / "two.entityres"), tmp_path) as window:
        window.add_files([str(place)])
        window.find_matches()
        window.pages[Step.REVIEW].narrowing.clear()
        words = [text for _step, _page in pages(window) for text in shown_texts(window)]
        window.pages[Step.EXPORT].export.click()
        words += [f"{said.text} {said.hint}" for said in window.messages.said]
    assert any("Exported" in text for text in words)
    assert [
        text for text in words if re.search(r"\b1 (pair|record|row|group|file|list|key|column|value)s\b", text)
    ] == []


@pytest.mark.parametrize("zoom", [100, 150, 200])
def test_nothing_is_cut_off_in_a_small_window(window, zoom) -> None:
    window.theme.set_zoom(zoom)
    window.resize(1024, 700)
    outside = []
    for step, page in pages(window):
        assert (window.width(), window.height()) == (1024, 700), (
            f"{step} asks for more room than the smallest window has"
        )
        room = page.rect().adjusted(-1, -1, 1, 1)
        for widget in interactive(page):
            place = QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())
            if not is_scrolled(widget, page) and not room.contains(place):
                outside.append(f"{step}: {name_of(widget)} at {place}")
    assert outside == []


def test_the_main_button_is_within_reach_with_text_of_twice_the_size(window) -> None:
    window.theme.set_zoom(200)
    window.resize(1024, 700)
    missing = []
    for step, page in pages(window):
        main = [w for w in interactive(page) if isinstance(w, QAbstractButton) and w.property("kind") == "primary"]
        places = [QRect(w.mapTo(page, QPoint(0, 0)), w.size()) for w in main]
        reached = [is_scrolled(w, page) or page.rect().contains(place) for w, place in zip(main, places, strict=True)]
        if not any(reached):
            missing.append(f"{step}: {places}")
    assert missing == []


def is_scrolled(widget: QWidget, page: QWidget) -> bool:
    """Whether a part of the page that scrolls holds the widget."""
    parent = widget.parentWidget()
    while parent is not None and parent is not page:
        if isinstance(parent, (QScrollArea, QAbstractItemView)):
            return True
        parent = parent.parentWidget()
    return False


def test_another_theme_repaints_every_page(window) -> None:
    for theme in ("light", "dark", "light"):
        window.theme.choose(theme)
        for step, page in pages(window):
            picture = page.grab().toImage()
            corner = picture.pixelColor(2, picture.height() - 3)
            assert abs(corner.lightness() - window.theme.colour("background").lightness()) < 12, (step, theme)
