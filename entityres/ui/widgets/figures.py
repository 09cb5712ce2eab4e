"""UI: labels whose figures are all of one width, so that numbers line up; their size still follows zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel


def tabular(label: QLabel) -> QLabel:
    """Give a label figures of one width; family, size and weight stay those of the style sheet."""
    face = QFont()
    face.setFeature(QFont.Tag("tnum"), 1)
    label.setFont(face)
    return label
