"""UI: a part of a page that is built when it is wanted first, so that the page itself is there sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

Part = TypeVar("Part", bound=QWidget)


class LatePart(QWidget, Generic[Part]):
    """The place of a part.

    Args:
        make: Builds the part.
    """

    def __init__(self, make: Callable[[], Part], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._part: Part | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def is_built(self) -> bool:
        """Whether somebody wanted the part."""
        return self._part is not None

    @property
    def part(self) -> Part:
        """The part, which is built here if nobody wanted it before."""
        if self._part is None:
            self._part = self._make()
            self._layout.addWidget(self._part)
            self._part.show()  # at once, so that it can take the focus
        return self._part

    def showEvent(self, event: QShowEvent) -> None:
        _ = self.part
        super().showEvent(event)
