"""UI: a fault in what Qt calls while it paints, lays out or asks a model is told once, and the program goes on.

Where such a method raises inside a call that Python made (a page is shown, and a size cannot be told), the binding keeps the
error to raise it again at the end of that call. Before Python 3.12 it takes errors that Python's own functions raise (a list
that is too short, an object that is gone) for objects that were not made yet, and the process ends. So no error leaves them:
all classes of the program are given methods that hand it to `sys.excepthook` (ui/crash.py) and answer with nothing.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt

Answer = Callable[[], Any]


def _nothing() -> None:
    return None


NOTHING = (
    "changeEvent", "closeEvent", "createEditor", "currentChanged", "data", "dragEnterEvent", "dropEvent", "focusInEvent",
    "focusOutEvent", "headerData", "hideEvent", "initStyleOptionForIndex", "keyPressEvent", "keyboardSearch", "leaveEvent",
    "mouseDoubleClickEvent", "mouseMoveEvent", "mousePressEvent", "mouseReleaseEvent", "paint", "paintEvent", "resizeEvent",
    "setEditorData", "setGeometry", "setModelData", "setSelectionModel", "showEvent", "sort", "updateEditorGeometry",
    "wheelEvent",
)  # fmt: skip
ANSWERS: dict[str, Answer] = {
    **dict.fromkeys(NOTHING, _nothing),
    **dict.fromkeys(("columnCount", "rowCount"), int),
    **dict.fromkeys(("heightForWidth", "minimumHeightForWidth"), lambda: -1),
    **dict.fromkeys(
        (
            "canDropMimeData",
            "dropMimeData",
            "event",
            "eventFilter",
            "focusNextPrevChild",
            "hasHeightForWidth",
            "setData",
        ),
        bool,
    ),
    **dict.fromkeys(("maximumSize", "minimumSize", "minimumSizeHint", "sizeHint"), QSize),
    "expandingDirections": lambda: Qt.Orientation(0),
    "flags": lambda: Qt.ItemFlag.NoItemFlags,
    "mimeTypes": list,
    "supportedDropActions": lambda: Qt.DropAction.IgnoreAction,
}
"""Methods that Qt calls, and what they answer after a fault. `reject` and `mimeData` are called by a person's act alone."""


def guard(kind: type) -> None:
    """Let no error leave the methods of this class that Qt calls."""
    for name, answer in ANSWERS.items():
        made = vars(kind).get(name)
        if callable(made) and not hasattr(made, "guarded"):
            setattr(kind, name, _guarded(made, answer))


def guard_classes(package: str) -> None:
    """Guard each class of Qt objects that this package defines from now on."""

    def guard_class(kind: type[QObject], /, **settings: Any) -> None:
        super(QObject, kind).__init_subclass__(**settings)
        if kind.__module__.startswith(f"{package}."):
            guard(kind)

    QObject.__init_subclass__ = classmethod(guard_class)  # type: ignore[assignment]


def _guarded(method: Callable[..., Any], answer: Answer) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(self: QObject, *arguments: Any) -> Any:
        try:
            return method(self, *arguments)
        except Exception as error:
            if not _is_torn_down(self, error):
                sys.excepthook(type(error), error, error.__traceback__)
            return answer()

    guarded.guarded = True  # type: ignore[attr-defined]
    return guarded


def _is_torn_down(thing: QObject, error: Exception) -> bool:
    """Whether all that an object knew was taken from it already: Qt may call it once more while a window goes."""
    return isinstance(error, AttributeError) and error.obj is thing and not vars(thing)
