"""UI: what this program is, and in which version."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

import entityres
from entityres.ui.icons import program_icon
from entityres.ui.qt import CENTER
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.card import label


class AboutDialog(QDialog):
    """Name, version, what it is built on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About entityres")
        picture = label("")
        picture.setPixmap(program_icon().pixmap(64, 64))
        name = label("entityres", "title")
        version = label(f"Version {entityres.__version__}", "muted")
        version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words = label(
            "Finds the records in your lists that are the same customer, and merges them. Nothing leaves this computer.",
            wrap=True,
        )
        built = label(f"Python {platform.python_version()}, Qt for Python {PySide6.__version__}", "caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(4), grid(3), grid(4), grid(2))
        layout.setSpacing(grid(1))
        for part in (picture, name, version, words, built):
            part.setAlignment(CENTER)
            layout.addWidget(part)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.setMinimumWidth(line_height() * 26)
