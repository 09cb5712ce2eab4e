"""UI: figures in labels and boxes: all of one width, so that numbers line up, and with room before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractSpinBox, QLabel

BEFORE = 8
"""Pixels between the frame of a number box and its number, as in other fields."""


def tabular(label: QLabel) -> QLabel:
    """Give a label figures of one width; family, size and weight stay those of the style sheet."""
    face = QFont()
    face.setFeature(QFont.Tag("tnum"), 1)
    label.setFont(face)
    return label


def roomy(box: QAbstractSpinBox) -> None:
    """Keep the number of a box off its frame, which the style sheet's padding does not do."""
    box.lineEdit().setTextMargins(BEFORE, 0, 0, 0)
