"""A whole window over a project of a test: jobs run at once, messages are recorded, nothing asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QEvent, QMimeData, QModelIndex, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from entityres.session.project import Project
from entityres.ui.jobs import InlineJobRunner, JobRunner
from entityres.ui.main_window import MainWindow
from entityres.ui.preferences import Preferences
from entityres.ui.recorded_messages import RecordedMessages
from entityres.ui.theme import Appearance

USUAL = 100
_HELD = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


@contextmanager
def open_window(
    project: Project,
    folder: Path,
    *,
    theme: str = "light",
    jobs: JobRunner | None = None,
    size: tuple[int, int] = (1280, 800),
) -> Iterator[MainWindow]:
    """A shown window that is closed, and its project with it, at the end; then text has its usual size again.

    Args:
        project: What it shows.
        folder: Where its preferences are.
        theme: `light` or `dark`.
        jobs: The runner; one that runs everything at once unless told.
        size: Width and height.
    """
    appearance = Appearance()
    appearance.choose(theme)
    preferences = Preferences(folder / "preferences.ini")
    window = MainWindow(project, appearance, preferences, jobs=jobs or InlineJobRunner(), messages=RecordedMessages())
    window.resize(*size)
    window.show()
    activate(window)
    try:
        yield window
    finally:
        window.close_for_good()
        window.deleteLater()
        if (
            appearance.zoom != USUAL
        ):  # the application keeps it; each part of a window that is still there would be made anew
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            appearance.set_zoom(USUAL)
        appearance.deleteLater()


def activate(window: MainWindow) -> None:
    """Make the window the active one: shortcuts work in no other, and offscreen nobody clicks on it."""
    QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)


def wants_files(widget: QWidget, paths: Sequence[Path | str]) -> bool:
    """Whether the window, or a part of it, would take files that are dragged there as a file manager does."""
    data = _files(paths)  # events do not keep it
    entering = QDragEnterEvent(widget.rect().center(), Qt.DropAction.CopyAction, data, *_HELD)
    QApplication.sendEvent(widget, entering)
    return entering.isAccepted()


def drop_files(widget: QWidget, paths: Sequence[Path | str]) -> bool:
    """Drop files on the window, or on a part of it; returns whether anything wanted them."""
    if not wants_files(widget, paths):
        return False
    data, place = _files(paths), QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QDropEvent(place, Qt.DropAction.CopyAction, data, *_HELD))
    return True


def _files(paths: Sequence[Path | str]) -> QMimeData:
    """Files as a file manager hands them over."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def shown_texts(widget: QWidget) -> list[str]:
    """The words that can be read on a widget now: labels, buttons, boxes, headings and cells of tables; no tooltips."""
    found: list[str] = []
    for part in [widget, *widget.findChildren(QWidget)]:
        if not part.isVisibleTo(widget.window()) or not part.isVisible():
            continue
        if isinstance(part, (QLabel, QAbstractButton)):
            found.append(part.text())
        elif isinstance(part, QComboBox):
            found += [part.itemText(i) for i in range(part.count())]
        elif isinstance(part, QLineEdit):
            found += [part.text(), part.placeholderText()]
        elif isinstance(part, QAbstractItemView) and part.model() is not None:
            found += table_texts(part)
    return [text for text in found if text]


def table_texts(view: QAbstractItemView, rows: int = 50) -> list[str]:
    """Headings and the first rows of a table."""
    model = view.model()
    across = range(model.columnCount(QModelIndex()) if isinstance(model, QAbstractTableModel) else 1)
    found = [str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in across]
    for row in range(min(model.rowCount(QModelIndex()), rows)):
        found += [str(model.index(row, column).data() or "") for column in across]
    return found


def number(words: str) -> int:
    """The figure in some words: 36562 from "≈ 36,562 pairs"."""
    return int("".join(c for c in words if c.isdigit()))
