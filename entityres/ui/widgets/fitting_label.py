"""UI: a line that can be said at length or in short: the longest version that fits is shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from entityres.ui.theme import set_kind

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_TAG = re.compile(r"<[^>]*>")
BOLDER = 1.08
"""How much wider than usual letters bold ones may be."""


class FittingLabel(QLabel):
    """One line of rich text that takes the room it gets.

    Args:
        kind: One of `theme.KINDS`.
    """

    def __init__(self, kind: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._versions: tuple[str, ...] = ("",)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_kind(self, kind)

    def show_versions(self, *versions: str) -> None:
        """Show the first of these that fits, the longest first; nothing when none does."""
        self._versions = versions
        self._fit()

    @property
    def longest(self) -> str:
        """The longest version."""
        return self._versions[0]

    @property
    def shortest(self) -> str:
        """The shortest version."""
        return self._versions[-1]

    def width_of(self, words: str) -> int:
        """Pixels that a version needs."""
        return round(self.fontMetrics().horizontalAdvance(_TAG.sub("", words)) * BOLDER)

    def _fit(self) -> None:
        self.setText(next((one for one in self._versions if self.width_of(one) <= self.width()), ""))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
