"""UI: the inline message bar above every page: what happened, what to do, and buttons that do it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from entityres.ui.icons import icon, pixmap
from entityres.ui.messages import Message, Messages
from entityres.ui.models.typesetting import typeset
from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import Card

MOST = 3
LINES_FOR_ALL = 26
"""Height of a window (lines of text) below which only the newest message is shown: the page needs the rest."""
ICONS = {
    "info": ("info", "accent"),
    "done": ("check", "match"),
    "warning": ("warning", "warning"),
    "problem": ("problem", "not_match"),
}


class MessageRow(Card):
    """One message with its buttons."""

    def __init__(self, message: Message, bar: MessageBar) -> None:
        strong = message.kind in ("warning", "problem")
        margins = (grid(1.5), grid(0.75), grid(0.75), grid(1))
        super().__init__(parent=bar, margins=margins, surface="warning_card" if strong else "card")
        self.message = message
        self._bar = bar
        self.setAccessibleName(f"{message.kind}: {message.text} {message.hint}".strip())
        line = QHBoxLayout()
        line.setSpacing(grid(1))
        self._icon_label = QLabel()
        line.addWidget(self._icon_label, 0, Qt.AlignmentFlag.AlignVCenter)
        words = QLabel(typeset(f"{message.text} {message.hint}".strip()))
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(words, 1)
        for spec in message.buttons:
            button = QPushButton(spec.text)
            set_kind(button, "primary" if spec.primary else "")
            button.clicked.connect(spec.pressed)
            connect_weak(button.clicked, self.withdraw)
            line.addWidget(button)
        if message.details:
            copy = QPushButton("Copy details")
            copy.clicked.connect(self._on_copy_clicked)
            line.addWidget(copy)
        self._close = QToolButton()
        self._close.setToolTip("Close this message")
        self._close.setAccessibleName("Close this message")
        connect_weak(self._close.clicked, self.withdraw)
        line.addWidget(self._close)
        self.add(line)
        self._renew_icons()

    def withdraw(self) -> None:
        """Take this message away."""
        self._bar.remove(self)

    def _renew_icons(self) -> None:
        name, role = ICONS.get(self.message.kind, ICONS["info"])
        self._icon_label.setPixmap(pixmap(name, role, line_height() + 2))
        self._close.setIcon(icon("close", "muted"))
        self._close.setIconSize(QSize(line_height(), line_height()))

    @Slot()
    def _on_copy_clicked(self) -> None:
        QApplication.clipboard().setText(self.message.details)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_close"):
            self._renew_icons()
        super().changeEvent(event)


class MessageBar(QWidget):
    """The newest messages below each other; hidden while there is nothing to say."""

    def __init__(self, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAccessibleName("Messages")
        self._rows: list[MessageRow] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(grid(2), grid(1.5), grid(2), 0)
        self._layout.setSpacing(grid(0.75))
        messages.message_posted.connect(self.show_message)
        messages.message_withdrawn.connect(self.withdraw)
        self.hide()
        if parent is not None:
            parent.installEventFilter(self)

    @property
    def texts(self) -> list[str]:
        """The messages that are shown, oldest first."""
        return [row.message.text for row in self._rows]

    @property
    def topics(self) -> list[str]:
        """The topics of the messages that are shown."""
        return [row.message.topic for row in self._rows]

    @Slot(object)
    def show_message(self, message: Message) -> None:
        """Show a message; it replaces one of the same topic, and the oldest goes when there are too many."""
        for old in list(self._rows):
            same = message.topic and old.message.topic == message.topic
            if same or old.message == message or not old.message.lasting:
                self.remove(old)
        while len(self._rows) >= MOST:
            self.remove(self._rows[0])
        row = MessageRow(message, self)
        self._rows.append(row)
        self._layout.addWidget(row)
        self._fit()
        self.show()

    @Slot(str)
    def withdraw(self, topic: str) -> None:
        """Take the message of a topic away."""
        for row in [row for row in self._rows if row.message.topic == topic]:
            self.remove(row)

    def clear(self) -> None:
        """Take all messages away (another project was opened)."""
        for row in list(self._rows):
            self.remove(row)

    def remove(self, row: MessageRow) -> None:
        """Take one message away."""
        if row not in self._rows:
            return
        self._rows.remove(row)
        self._layout.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._fit()
        self.setVisible(bool(self._rows))

    def _fit(self) -> None:
        """Show all, or the newest only where the window has no room for more; the others come when that is closed."""
        low = self.window().height() < line_height() * LINES_FOR_ALL
        for number, row in enumerate(self._rows):
            row.setVisible(not low or number == len(self._rows) - 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)
