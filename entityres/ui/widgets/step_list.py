"""UI: the list of steps at the left: number or state in a circle, name, live figures, a word for what is not in order."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from entityres.ui.icons import pixmap
from entityres.ui.qt import SPOKEN, TOOLTIP
from entityres.ui.theme import colour, font, grid, line_height

_ENTRY = Qt.ItemDataRole.UserRole + 20


@dataclass(frozen=True)
class StepEntry:
    """What the list shows for a step.

    Attributes:
        number: 1 to 6.
        name: "Load".
        words: Live figures, "" when there are none yet.
        state: `empty`, `ready`, `working`, `out of date` or `problem`.
        why: Why it is out of date or has a problem.
    """

    number: int
    name: str
    words: str = ""
    state: str = "empty"
    why: str = ""


LONGEST = ("nothing to merge yet", "exported 28 Nov 10:00")
"""Words that the list has room for."""
STATE_ICONS = {
    "ready": ("check", "accent"),
    "working": ("working", "accent"),
    "out of date": ("out_of_date", "warning"),
    "problem": ("warning", "warning"),
}
STATE_WORDS = {"working": "Working…", "out of date": "Out of date", "problem": "Needs attention"}


class _StepDelegate(QStyledItemDelegate):
    """Paints one step."""

    narrow = False

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry = index.data(_ENTRY)
        if not isinstance(entry, StepEntry):
            return
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        area = QRectF(option.rect).adjusted(grid(1) + 0.5, 2.5, -grid(1) - 0.5, -2.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QPen(colour("line"), 1) if current else Qt.PenStyle.NoPen)
            painter.setBrush(colour("card" if current else "hover"))
            painter.drawRoundedRect(area, 8, 8)
        if option.state & QStyle.StateFlag.State_HasFocus and option.widget is not None and option.widget.hasFocus():
            painter.setPen(QPen(colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        side = line_height() + 5
        left = area.center().x() - side / 2 if self.narrow else area.left() + grid(1.25)
        self._paint_circle(painter, QRectF(left, area.center().y() - side / 2, side, side), entry, current)
        if not self.narrow:
            room = area.adjusted(grid(1.25) + side + grid(1.25), 0, -grid(1), 0).toRect()
            self._paint_words(painter, room, entry, current)
        painter.restore()

    def _paint_circle(self, painter: QPainter, circle: QRectF, entry: StepEntry, current: bool) -> None:
        name, role = STATE_ICONS.get(entry.state, ("", "muted"))
        if current and entry.state in ("empty", "ready"):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("accent"))
            name, role = "", "on_accent"
        else:
            painter.setPen(QPen(colour(role if name else "line"), 1.25))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(circle)
        if name:
            size = round(circle.width() * 0.66)
            at = circle.center()
            painter.drawPixmap(round(at.x() - size / 2), round(at.y() - size / 2), pixmap(name, role, size))
            return
        painter.setPen(colour(role))
        painter.setFont(font("chip"))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(entry.number))

    def _paint_words(self, painter: QPainter, room: QRect, entry: StepEntry, current: bool) -> None:
        lines = self.lines(entry)
        heights = [QFontMetrics(font(kind)).height() for _text, kind, _role in lines]
        y = room.center().y() - sum(heights) // 2 + 1
        for (text, kind, role), height in zip(lines, heights, strict=True):
            face = font("strong" if kind == "text" and current else kind)
            painter.setFont(face)
            painter.setPen(colour("text" if current and kind == "text" else role))
            elided = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(QRect(room.left(), y, room.width(), height), Qt.AlignmentFlag.AlignVCenter, elided)
            y += height

    @staticmethod
    def lines(entry: StepEntry) -> list[tuple[str, str, str]]:
        """Text, kind and colour role of each line."""
        lines = [(entry.name, "text", "text" if entry.state != "empty" else "muted")]
        if entry.words:
            lines.append((entry.words, "caption", "muted"))
        if entry.state in STATE_WORDS:
            lines.append((STATE_WORDS[entry.state], "caption", "accent" if entry.state == "working" else "warning"))
        return lines

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        entry = index.data(_ENTRY)
        count = 1 if self.narrow or not isinstance(entry, StepEntry) else len(self.lines(entry))
        return QSize(
            40, max(line_height() + grid(3), line_height() + (count - 1) * line_height("caption") + grid(2.25))
        )


class StepList(QListWidget):
    """The six steps; all can always be chosen.

    Signals:
        step_chosen: Number (int, 1 to 6) of the step that was clicked or chosen by key.
    """

    step_chosen = Signal(int)

    def __init__(self, names: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stepList")
        self.setAccessibleName("Steps")
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._delegate = _StepDelegate(self)
        self.setItemDelegate(self._delegate)
        for number, name in enumerate(names, 1):
            item = QListWidgetItem(self)
            item.setData(_ENTRY, StepEntry(number, name))
        self.itemClicked.connect(self._on_item_clicked)
        self.renew_size()

    def entry(self, number: int) -> StepEntry:
        """What is shown for a step."""
        entry = self.item(number - 1).data(_ENTRY)
        assert isinstance(entry, StepEntry)
        return entry

    def set_entry(self, entry: StepEntry) -> None:
        """Show other words or another state for a step."""
        item = self.item(entry.number - 1)
        if item.data(_ENTRY) == entry and item.data(SPOKEN) is not None:
            return
        item.setData(_ENTRY, entry)
        words = ", ".join(part for part in (entry.name, entry.words, STATE_WORDS.get(entry.state, entry.state)) if part)
        item.setData(SPOKEN, words)
        tip = (f"{entry.name} (Alt+{entry.number})", entry.words, entry.why)
        item.setData(TOOLTIP, "\n".join(part for part in tip if part))
        self.doItemsLayout()

    def show_step(self, number: int) -> None:
        """Mark a step as the one that is shown, without a signal; 0 for none."""
        if number:
            self.setCurrentRow(number - 1)
        else:
            self.setCurrentRow(-1)
            self.clearSelection()

    @property
    def narrow(self) -> bool:
        """Whether only the circles are shown."""
        return self._delegate.narrow

    def set_narrow(self, narrow: bool) -> None:
        """Show only the circles, or everything."""
        self._delegate.narrow = narrow
        self.renew_size()

    @property
    def full_width(self) -> int:
        """Width (pixels) with the words."""
        metrics = QFontMetrics(font("caption"))
        return max(map(metrics.horizontalAdvance, LONGEST)) + line_height() + grid(7)

    def renew_size(self) -> None:
        """Width after another zoom."""
        self.setFixedWidth(line_height() + grid(5) if self.narrow else self.full_width)
        self.doItemsLayout()

    @Slot(QListWidgetItem)
    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self.step_chosen.emit(self.row(item) + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not on `currentRowChanged`: Qt makes the first row the current one when the list merely gets the focus.
        before = self.currentRow()
        super().keyPressEvent(event)
        chosen = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if self.currentRow() >= 0 and (chosen or self.currentRow() != before):
            self.step_chosen.emit(self.currentRow() + 1)
            if not chosen:
                self.setFocus()  # arrows go on through the steps; Return goes into the page
