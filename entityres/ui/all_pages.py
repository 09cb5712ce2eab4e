"""UI: which pages there are, where each of them is, how it is made ready before it is shown, and entered by the keyboard."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from entityres.session.stages import Step

if TYPE_CHECKING:
    from entityres.progress import Progress

PAGES: dict[Step, tuple[str, str]] = {
    Step.LOAD: ("entityres.ui.pages.load", "LoadPage"),
    Step.COLUMNS: ("entityres.ui.pages.columns", "ColumnsPage"),
    Step.MATCH: ("entityres.ui.pages.match", "MatchPage"),
    Step.REVIEW: ("entityres.ui.pages.review", "ReviewPage"),
    Step.MERGE: ("entityres.ui.pages.merge", "MergePage"),
    Step.EXPORT: ("entityres.ui.pages.export", "ExportPage"),
}
"""Where each page is; it is imported when it is shown for the first time."""
OF_FIRST_VISITS = (
    "entityres.scoring.explaining",
    "entityres.scoring.model_estimate",
    "entityres.session.bridges",
    "entityres.records.value_cleaning",
    "entityres.candidates.forecasting",
)
"""What pages ask of the engine when they are shown for the first time, over a project that was matched before."""
NAMES = ("Load", "Columns", "Match", "Review", "Merge", "Export")
TOPICS_OF_STEPS = {
    "reading": Step.LOAD,
    "disk": Step.LOAD,
    "goal": Step.LOAD,
    "check column": Step.COLUMNS,
    "dates": Step.COLUMNS,
    "sample": Step.REVIEW,
    "review finished": Step.REVIEW,
    "stop hint": Step.REVIEW,
    "bulk": Step.REVIEW,
    "split": Step.REVIEW,
    "filters off": Step.REVIEW,
    "group": Step.REVIEW,
    "note": Step.REVIEW,
}
"""Messages that speak of what is on one page; they go when another page is shown."""


def page_class(step: Step) -> Any:
    """The class of a page; its module is imported with the first one."""
    module, name = PAGES[step]
    return getattr(import_module(module), name)


def load_pages(progress: Progress) -> None:
    """Make what all pages stand on ready, in the background: their modules, and what is compiled."""
    for module in (*(module for module, _ in PAGES.values()), *OF_FIRST_VISITS):
        progress.check()
        import_module(module)
    # The first call loads what is compiled, and reads the words of headings in all languages.
    one = np.zeros(1, np.int32)
    import_module("entityres.session.bridges").find_bridges(2, one, one + 1)
    import_module("entityres.session.bits").bit_counts(one.astype(np.uint32), 1)
    import_module("entityres.records.headings").sense_of("name")


def enter(page: QWidget) -> None:
    """Put the focus where it was on a page, or on its first control: whoever chose a step wants to work there."""
    before, place = QApplication.focusWidget(), page.focusWidget()
    if place not in (None, page) and place.isVisible() and place.isEnabled():
        place.setFocus(Qt.FocusReason.OtherFocusReason)
        return
    # Qt looks for the first control itself. Where Python goes along the chain of focus, the binding takes each widget
    # for the owner of the next one, and the whole window for deleted as soon as one of them is.
    page.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    tab = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(page, tab)
    page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    now = QApplication.focusWidget()
    if before is not None and (now is None or not page.isAncestorOf(now)):
        before.setFocus(Qt.FocusReason.OtherFocusReason)
