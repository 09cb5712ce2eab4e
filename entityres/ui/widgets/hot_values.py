"""UI: values that cost a lot of pairs, one at a time, with what can be done about each."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.models.key_values import Hot
from entityres.ui.theme import grid, set_kind


class HotValues(QWidget):
    """The costliest value, its sentence and its remedies.

    Signals:
        empty_asked(object): Treat this Hot as missing.
        records_asked(object): Show the records of this Hot.
    """

    empty_asked = Signal(object)
    records_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[Hot, ...] = ()
        self._at = 0
        self._title = QLabel()
        set_kind(self._title, "warning")
        self._words = QLabel()
        self._words.setWordWrap(True)
        set_kind(self._words, "muted")
        self.empty_button = QPushButton("Treat as empty")
        self.empty_button.setToolTip("Records with this value count as having none here")
        self.records_button = QPushButton("Show records")
        self.next_button = QPushButton("Next")
        set_kind(self.next_button, "link")
        self.empty_button.clicked.connect(self._on_empty_clicked)
        self.records_button.clicked.connect(self._on_records_clicked)
        self.next_button.clicked.connect(self._on_next_clicked)
        buttons = QHBoxLayout()
        buttons.setSpacing(grid(1))
        for button in (self.empty_button, self.records_button, self.next_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addWidget(self._title)
        layout.addWidget(self._words)
        layout.addLayout(buttons)

    @property
    def values(self) -> tuple[Hot, ...]:
        """What is shown, costliest first."""
        return self._values

    def show_values(self, values: tuple[Hot, ...]) -> None:
        """Show these values; none hides everything."""
        if values != self._values:
            self._values, self._at = values, 0
        self._refresh()

    def _refresh(self) -> None:
        many = len(self._values)
        self.setVisible(many > 0)
        if not many:
            return
        hot = self._values[self._at]
        self._title.setText("⚠ One value costs a lot" if many == 1 else f"⚠ {many} values cost a lot")
        self._words.setText(hot.words)
        self.empty_button.setVisible(bool(hot.column))
        self.next_button.setVisible(many > 1)
        self.next_button.setText(f"Next ({self._at + 1} of {many})")

    @Slot()
    def _on_empty_clicked(self) -> None:
        self.empty_asked.emit(self._values[self._at])

    @Slot()
    def _on_records_clicked(self) -> None:
        self.records_asked.emit(self._values[self._at])

    @Slot()
    def _on_next_clicked(self) -> None:
        self._at = (self._at + 1) % len(self._values)
        self._refresh()
