"""UI: a button that shows its shortcut as a small key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

from entityres.ui.icons import pixmap
from entityres.ui.qt import as_tip
from entityres.ui.theme import colour, font, grid, line_height, set_kind


class KeyButton(QPushButton):
    """A push button with an icon, words and the shortcut in a small frame.

    Args:
        text: The words ("Match").
        key: The shortcut as shown ("A", "Ctrl+Return"); "" for none. The button does not listen to it, its action does.
        icon_name: Icon before the words.
        primary: Filled in the accent; one on a page.
    """

    def __init__(
        self, text: str, key: str = "", parent: QWidget | None = None, *, icon_name: str = "", primary: bool = False
    ) -> None:
        super().__init__(parent)
        self._words = text
        self._key = key
        self._icon_name = icon_name
        self._whole = ""
        self._tight = False
        self._action: QAction | None = None
        self.setAccessibleName(text)
        if primary:
            set_kind(self, "primary")
        self._renew_tip()

    @staticmethod
    def for_action(
        action: QAction, parent: QWidget | None = None, *, primary: bool = False, text: str = ""
    ) -> KeyButton:
        """A button that shows and triggers an action and follows its text, shortcut and enabled state."""
        button = KeyButton(
            text or action.iconText(), parent=parent, icon_name=str(action.property("icon_name") or ""), primary=primary
        )
        button._action = action
        button._fixed_words = bool(text)
        button._on_action_changed()
        button.clicked.connect(action.trigger)
        action.changed.connect(button._on_action_changed)
        return button

    _fixed_words = False

    @property
    def words(self) -> str:
        """The words on the button."""
        return self._words

    def set_words(self, text: str, whole: str = "") -> None:
        """Change the words; `whole` is what they stand for where there is no room for it."""
        self._words = text
        self._whole = whole
        self.setAccessibleName(whole or text)
        self._renew_tip()
        self.updateGeometry()
        self.update()

    def set_key(self, key: str) -> None:
        """Change the shortcut that is shown."""
        self._key = key
        self._renew_tip()
        self.updateGeometry()
        self.update()

    def set_icon_name(self, icon_name: str) -> None:
        """Change the icon."""
        self._icon_name = icon_name
        self.updateGeometry()
        self.update()

    def set_tight(self, tight: bool) -> None:
        """Less space at both ends, where many buttons share a line."""
        if tight != self._tight:
            self._tight = tight
            self.updateGeometry()
            self.update()

    def _pad(self) -> int:
        return grid(0.75 if self._tight else 1.75)

    def _on_action_changed(self) -> None:
        action = self._action
        if action is None:
            return
        if not self._fixed_words:
            self.set_words(action.iconText())
        self.set_key(action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
        self.setEnabled(action.isEnabled())

    def _renew_tip(self) -> None:
        words = self._whole or self._words
        self.setToolTip(as_tip(f"{words} ({self._key})" if self._key else self._whole))

    def _key_text(self) -> str:
        return self._key.replace("Return", "↵").replace("+", " ") if len(self._key) > 1 else self._key

    def _icon_size(self) -> int:
        return max(round(line_height() * 0.95), 13)

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        wide = QFontMetrics(font("medium")).horizontalAdvance(self._words) + 2 * self._pad()
        if self._icon_name:
            wide += self._icon_size() + 6
        if self._key:
            wide += QFontMetrics(font("caption")).horizontalAdvance(self._key_text()) + 12 + grid(1)
        high = max(line_height() + 16, 30)
        return QSize(wide, high)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        primary = self.property("kind") == "primary"
        role = ("on_accent" if primary else "text") if self.isEnabled() else ("muted" if primary else "disabled")
        x = max((self.width() - self.sizeHint().width()) / 2, 0) + self._pad()
        if self._icon_name:
            size = self._icon_size()
            painter.drawPixmap(round(x), round((self.height() - size) / 2), pixmap(self._icon_name, role, size))
            x += size + 6
        painter.setFont(font("medium" if primary else "text"))
        painter.setPen(colour(role))
        metrics = QFontMetrics(font("medium"))
        wide, missing = metrics.horizontalAdvance(self._words), self.sizeHint().width() - self.width()
        words = self._words
        if missing > 0:
            wide -= missing
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRectF(x, 0, wide + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
        if self._key:
            self._paint_key(painter, x + wide + grid(1), role if primary else "muted")

    def _paint_key(self, painter: QPainter, x: float, role: str) -> None:
        metrics = QFontMetrics(font("caption"))
        wide, high = metrics.horizontalAdvance(self._key_text()) + 12, metrics.height() + 2
        area = QRectF(x, (self.height() - high) / 2, wide, high)
        line = colour("line" if role in ("muted", "disabled") else role)
        painter.setPen(QPen(line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 4, 4)
        painter.setPen(colour(role))
        painter.setFont(font("caption"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._key_text())
