"""UI: preferences of the program on this computer; they hold at once, so there is nothing to confirm."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from entityres.records.percentages import percent
from entityres.ui.preferences import Preferences
from entityres.ui.qt import resize_within_screen
from entityres.ui.theme import ZOOMS, Appearance, grid, line_height
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.form_row import FormRows

CHOICES = (("system", "As the system"), ("light", "Light"), ("dark", "Dark"))


class SettingsDialog(QDialog):
    """Appearance and text size."""

    def __init__(self, theme: Appearance, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self._theme = theme
        self._preferences = preferences
        self.appearance_box = QComboBox()
        for name, words in CHOICES:
            self.appearance_box.addItem(words, name)
        self.appearance_box.setCurrentIndex(self.appearance_box.findData(theme.choice))
        self.zoom_box = QComboBox()
        for zoom in ZOOMS:
            self.zoom_box.addItem(percent(zoom / 100), zoom)
        self.zoom_box.setCurrentIndex(self.zoom_box.findData(theme.zoom))
        card = Card("Appearance")
        form = FormRows()
        form.add_row("Colours", self.appearance_box)
        form.add_row("Text size", self.zoom_box, "Also with Ctrl and +, - or 0.")
        card.add(form)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(2), grid(2), grid(2), grid(2))
        layout.setSpacing(grid(1.5))
        layout.addWidget(card)
        layout.addStretch(1)
        layout.addWidget(buttons)
        resize_within_screen(self, line_height() * 26, line_height() * 14)
        self.appearance_box.activated.connect(self._on_appearance_activated)
        self.zoom_box.activated.connect(self._on_zoom_activated)

    @Slot(int)
    def _on_appearance_activated(self, _number: int) -> None:
        self._theme.choose(self.appearance_box.currentData())

    @Slot(int)
    def _on_zoom_activated(self, _number: int) -> None:
        self._theme.set_zoom(self.zoom_box.currentData())
