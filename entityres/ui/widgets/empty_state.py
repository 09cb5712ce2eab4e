"""UI: what a page shows while it lacks something: a title, a sentence, one button (and at most two more)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.icons import pixmap
from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, set_kind


class EmptyState(QWidget):
    """Title, sentence and button in the middle.

    Signals:
        button_pressed: The main button was pressed.
        second_pressed: The second button was pressed.
        chosen(str): Any of the buttons was pressed: the words on it.
    """

    button_pressed = Signal()
    second_pressed = Signal()
    chosen = Signal(str)

    def __init__(
        self,
        title: str,
        sentence: str,
        button: str,
        parent: QWidget | None = None,
        *,
        second: str = "",
        icon_name: str = "",
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        layout = QVBoxLayout(self)
        layout.setSpacing(grid(1))
        layout.addStretch(2)
        self.icon_label = QLabel()
        self.icon_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(self.icon_label)
        self.title_label = QLabel(title)
        self.title_label.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self.title_label, "title")
        self.title_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence_label = QLabel(sentence)
        self.sentence_label.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self.sentence_label, "muted")
        self.sentence_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence_label.setWordWrap(True)
        layout.addWidget(self.title_label)
        layout.addWidget(self.sentence_label)
        layout.addSpacing(grid(1))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        self.button = QPushButton(button)
        set_kind(self.button, "primary")
        self.button.clicked.connect(self.button_pressed)
        buttons.addWidget(self.button)
        self.second_button = QPushButton(second)
        self.second_button.clicked.connect(self.second_pressed)
        self.third_button = QPushButton()
        for other, words in ((self.second_button, second), (self.third_button, "")):
            if not words:
                other.hide()  # one that is shown before it has a parent is a window, which takes the focus away
            buttons.addWidget(other)
        self._buttons = (self.button, self.second_button, self.third_button)
        for number, one in enumerate(self._buttons):
            connect_weak(one.clicked, self._on_clicked, number)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        layout.addStretch(3)
        self._show_icon()

    def set_words(self, title: str, sentence: str, button: str, second: str = "", third: str = "") -> None:
        """Change all words; a button without words is hidden."""
        self.title_label.setText(title)
        self.sentence_label.setText(sentence)
        self.sentence_label.setVisible(bool(sentence))
        for one, words in zip(self._buttons, (button, second, third), strict=True):
            one.setText(words)
            one.setVisible(bool(words))

    def _on_clicked(self, number: int) -> None:
        self.chosen.emit(self._buttons[number].text())

    def _show_icon(self) -> None:
        self.icon_label.setVisible(bool(self._icon_name))
        if self._icon_name:
            self.icon_label.setPixmap(pixmap(self._icon_name, "disabled", 40))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icon()
        super().changeEvent(event)
