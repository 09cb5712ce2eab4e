"""UI: short names for Qt's enums and roles, the roles that our own delegates draw, and a connection that keeps nothing alive.

Every module of the window takes these from here, so that a table reads `role == DISPLAY` and one place knows which
numbers are ours.
"""

from __future__ import annotations

import html
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, SignalInstance
from PySide6.QtGui import QGuiApplication
from PySide6.QtGui import Qt as Texts  # QtGui keeps what it adds to the namespace in one of its own

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayout, QWidget

Index = QModelIndex | QPersistentModelIndex

DISPLAY = Qt.ItemDataRole.DisplayRole
EDIT = Qt.ItemDataRole.EditRole
TOOLTIP = Qt.ItemDataRole.ToolTipRole
ALIGN = Qt.ItemDataRole.TextAlignmentRole
FONT = Qt.ItemDataRole.FontRole
CHECK = Qt.ItemDataRole.CheckStateRole
SPOKEN = Qt.ItemDataRole.AccessibleTextRole

ICON_NAME = Qt.ItemDataRole.UserRole + 1
"""Name of an icon (str) that `StateDelegate` draws before the text."""
TONE = Qt.ItemDataRole.UserRole + 2
"""Name of a colour role (str) for icon and text."""
CHIPS = Qt.ItemDataRole.UserRole + 3
"""Texts (tuple of str) that `ChipDelegate` draws as chips."""
SOURCE = Qt.ItemDataRole.UserRole + 4
"""Position (int) of the row in the source arrays."""

VERTICAL = Qt.Orientation.Vertical
CHECKED = Qt.CheckState.Checked
UNCHECKED = Qt.CheckState.Unchecked
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTER = Qt.AlignmentFlag.AlignCenter
ROOT = QModelIndex()
SCREEN_SHARE = 0.92
"""Of the screen, for a window above another: so much that the frame has its place too."""


def connect_weak(signal: SignalInstance, method: Callable[..., Any], *arguments: Any) -> None:
    """Call a bound method with fixed arguments whenever the signal comes, without keeping its object alive.

    A lambda or partial that holds `self` would keep the widget for ever; this holds it weakly. What the signal itself
    carries is not passed on.

    Example:
        connect_weak(button.clicked, self._on_sample_clicked, "one_list")
    """
    reference = weakref.WeakMethod(method)

    def call(*_carried: Any) -> None:
        alive = reference()
        if alive is not None:
            alive(*arguments)

    signal.connect(call)


def resize_within_screen(window: QWidget, wide: int, high: int) -> None:
    """Give a window a size, but never more than the screen that it will be on has (large text, a small screen)."""
    near = window.parentWidget() or window
    # The binding takes the screen that a widget is asked for as a part of it, and would delete it with the widget.
    screen = QGuiApplication.screenAt(near.mapToGlobal(near.rect().center())) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry().size()
    window.resize(min(wide, round(room.width() * SCREEN_SHARE)), min(high, round(room.height() * SCREEN_SHARE)))


def as_tip(words: str) -> str:
    """Words for a tooltip: shown as they are also where they look like HTML (a value or heading of a list)."""
    if not Texts.mightBeRichText(words):
        return words
    return "<qt>" + html.escape(words).replace("\n", "<br>") + "</qt>"


def clear_layout(layout: QLayout) -> None:
    """Take everything out of a layout; the widgets in it are hidden and go with their parents' reference."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def named(widget: QWidget, object_name: str, accessible_name: str = "") -> QWidget:
    """Give a widget its object name and the name that a screen reader says."""
    widget.setObjectName(object_name)
    if accessible_name:
        widget.setAccessibleName(accessible_name)
    return widget
