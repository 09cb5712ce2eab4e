"""UI: what was done in the project, newest first, each with its time; undone steps are pale. A step leads back to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from entityres.ui.icons import icon
from entityres.ui.qt import RIGHT, SPOKEN, as_tip
from entityres.ui.theme import colour, font, grid, line_height, set_kind
from entityres.ui.widgets.elided import whole_in_lines

MOST = 500
STEPS = Qt.ItemDataRole.UserRole + 1
"""How many steps are in force after the one of this line (int)."""
TIME = STEPS + 1
"""When it was done (str)."""
WIDTH_LINES, SHARE = 15, 4
"""Its least width in heights of a line, and the part of the window that this may be."""
LEAST_LETTERS = 20
"""Letters of a line beside the time; where there is less room, the time is below the words."""
HINT = "Double-click a step, or press Enter, to go back or forth to it."


class _StepDelegate(QStyledItemDelegate):
    """Paints what was done, in as many lines as it needs, and when: at the right end of the first one, or below."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("selection"))
            painter.drawRoundedRect(option.rect, 6, 6)
        area = option.rect.adjusted(grid(1), grid(0.75), -grid(1), -grid(0.75))
        ink = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(colour("text") if ink is None else ink.color())
        painter.setFont(font())
        painter.drawText(area, Qt.AlignmentFlag.AlignTop, self._words(index, area.width()))
        painter.setPen(colour("muted"))
        painter.setFont(font("caption", tabular=True))
        first = QRect(area.left(), area.top(), area.width(), line_height())
        if self._beside(index, area.width()):
            painter.drawText(first, RIGHT, index.data(TIME) or "")
        else:
            painter.drawText(area, Qt.AlignmentFlag.AlignBottom, index.data(TIME) or "")
        painter.restore()

    def _beside(self, index: QModelIndex | QPersistentModelIndex, room: int) -> int:
        """Pixels for the words where the time stands beside them; 0 where it stands below."""
        time = index.data(TIME)
        taken = QFontMetrics(font("caption", tabular=True)).horizontalAdvance(time) + grid(1) if time else 0
        left = room - taken
        return left if left >= QFontMetrics(font()).averageCharWidth() * LEAST_LETTERS else 0

    def _words(self, index: QModelIndex | QPersistentModelIndex, room: int) -> str:
        return whole_in_lines(str(index.data()), QFontMetrics(font()), self._beside(index, room) or room)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListView)
        room = view.viewport().width() - grid(2)
        lines = 1 + self._words(index, room).count("\n")
        below = 0 if self._beside(index, room) or not index.data(TIME) else line_height("caption")
        return QSize(grid(10), QFontMetrics(font()).lineSpacing() * lines + below + grid(1.5))


class _StepsDone(QListWidget):
    """Breaks words anew in another width, at once."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.doItemsLayout()


class HistoryDock(QDockWidget):
    """Lists the steps of the history.

    Signals:
        moment_chosen(int): The state in which so many steps are in force.
    """

    moment_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("History", parent)
        self.setObjectName("historyDock")
        self.setTitleBarWidget(self._build_head())
        self.list = _StepsDone()
        self.list.setObjectName("historyList")
        self.list.setAccessibleName("History")
        self.list.setAccessibleDescription(HINT)
        self.list.setItemDelegate(_StepDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.itemActivated.connect(self._on_activated)
        self._hint = QLabel(HINT)
        self._hint.setWordWrap(True)
        set_kind(self._hint, "caption")
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(grid(1), 0, grid(1), grid(1.5))
        layout.setSpacing(grid(1))
        layout.addWidget(self.list, 1)
        layout.addWidget(self._hint)
        self.setWidget(inside)

    def _build_head(self) -> QWidget:
        """A title like that of a card, and a button that closes."""
        head = QWidget()
        title = QLabel("History")
        set_kind(title, "heading")
        self._close = QToolButton()
        self._close.setToolTip("Close the history (Ctrl+Shift+H)")
        self._close.setAccessibleName("Close the history")
        self._close.clicked.connect(self.close)
        self._renew_icon()
        line = QHBoxLayout(head)
        line.setContentsMargins(grid(2), grid(1.5), grid(1), grid(0.5))
        line.addWidget(title, 1)
        line.addWidget(self._close)
        return head

    def _renew_icon(self) -> None:
        self._close.setIcon(icon("close", "muted"))
        self._close.setIconSize(QSize(line_height(), line_height()))

    def _fit(self) -> None:
        """Wide enough to read, and never so wide that the page has no room."""
        self.setMinimumWidth(min(line_height() * WIDTH_LINES, self.window().width() // SHARE))

    def showEvent(self, event: QShowEvent) -> None:
        self._fit()
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_close"):
            self._renew_icon()
            self._fit()
        super().changeEvent(event)

    def show_history(self, history: Sequence[tuple[datetime, str, bool]]) -> None:
        """Show the newest steps."""
        self.list.clear()
        last = max((number for number, (_, _, undone) in enumerate(history) if not undone), default=-1)
        for number in reversed(range(max(len(history) - MOST, 0), len(history))):
            when, text, undone = history[number]
            words = f"{text[:1].upper()}{text[1:]}"
            item = QListWidgetItem(f"{words}{' (undone)' if undone else ''}", self.list)
            item.setData(TIME, f"{when:%H:%M}")
            item.setToolTip(as_tip(f"{words}\n{when:%Y-%m-%d %H:%M:%S}"))
            item.setData(SPOKEN, f"{words}, {when:%H:%M}{', undone' if undone else ''}")
            item.setData(STEPS, number + 1)
            if undone:
                item.setForeground(colour("muted"))
            if number == last:
                self.list.setCurrentItem(item)
        if not history:
            item = QListWidgetItem("Nothing was done yet.", self.list)
            item.setForeground(colour("muted"))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self._hint.setVisible(bool(history))

    @Slot(QListWidgetItem)
    def _on_activated(self, item: QListWidgetItem) -> None:
        steps = item.data(STEPS)
        if steps is not None:
            self.moment_chosen.emit(steps)
