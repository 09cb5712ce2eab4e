"""UI: a line of words with links in it, whose links have the colour of the theme in use."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel


class LinkLabel(QLabel):
    """Qt gives a link the colour of the moment when its words were set: after another theme they are set again."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.text():
            words = self.text()
            self.clear()
            self.setText(words)
