"""UI: a chip: a small pill with a fact or a choice; filled only when it is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip, QWidget

from entityres.ui.icons import pixmap
from entityres.ui.theme import colour, font, grid, line_height


class Chip(QAbstractButton):
    """A pill that shows a fact, or that can be chosen (`checkable`) or pressed.

    Where it has too little room its words end in "…", and the tooltip has all of them.

    Args:
        text: The words on it.
        checkable: It can be chosen and stays chosen.
        icon_name: Icon before the words, "" for none.
        fact: It only shows something: not pressed, not reached by Tab.
    """

    def __init__(
        self,
        text: str,
        parent: QWidget | None = None,
        *,
        checkable: bool = False,
        icon_name: str = "",
        fact: bool = False,
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._fact = fact
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(checkable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if fact:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        else:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_words(self, text: str) -> None:
        """Change the words, for the eye and for a screen reader."""
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def width_of(self, words: str) -> int:
        """Pixels that it needs with these words."""
        self.ensurePolished()
        return QFontMetrics(font("chip")).horizontalAdvance(words) + self._beside()

    def sizeHint(self) -> QSize:
        return QSize(self.width_of(self.text()), QFontMetrics(font("chip")).height() + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def shown(self) -> str:
        """The words as they are painted now."""
        if self.width() >= self.sizeHint().width():
            return self.text()
        room = self.width() - self._beside()
        return QFontMetrics(font("chip")).elidedText(self.text(), Qt.TextElideMode.ElideRight, max(room, 0))

    def _beside(self) -> int:
        """Pixels of the ends and the icon."""
        return grid(2.5) + (self._icon_size() + 4 if self._icon_name else 0)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.shown != self.text():
            QToolTip.showText(event.globalPos(), f"{self.text()}\n{self.toolTip()}".strip(), self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isCheckable() and self.isChecked()
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        radius = area.height() / 2
        fill = "chip_active" if chosen else ("hover" if self.underMouse() and not self._fact else "card")
        painter.setPen(QPen(colour("chip_active" if chosen else "line"), 1))
        if self.hasFocus():
            painter.setPen(QPen(colour("focus"), 2))
        painter.setBrush(colour(fill))
        painter.drawRoundedRect(area, radius, radius)
        role = "disabled" if not self.isEnabled() else ("text" if chosen else "muted")
        left = grid(1.25)
        if self._icon_name:
            size = self._icon_size()
            painter.drawPixmap(round(left), round((self.height() - size) / 2), pixmap(self._icon_name, role, size))
            left += size + 4
        painter.setPen(colour(role))
        painter.setFont(font("chip"))
        painter.drawText(
            QRectF(left, 0, self.width() - left, self.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            self.shown,
        )

    def _icon_size(self) -> int:
        return max(round(line_height("chip") * 0.8), 11)
