"""UI: the table of keys with its last line: a key to add, and what all keys find together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QMenu, QPushButton, QTableView, QVBoxLayout, QWidget

from entityres.ui.models.key_model import KeyModel
from entityres.ui.qt import connect_weak
from entityres.ui.theme import colour, font, grid, row_height, set_kind
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.candidates.keys import Key
    from entityres.ui.models.keys_left import OfferGroup

FEWEST_ROWS, MOST_ROWS = 3, 9
NAME_LETTERS = 28
"""So many letters of the name of a key stay to be read; before that columns give way, the least needed first."""
GIVE_WAY = ("buckets", "records", "accepted")


class KeyTable(QWidget):
    """Keys, each with a check box; the last line adds one and shows the sum.

    Signals:
        key_ticked(str, bool): Switch the key of this name on or off.
        key_chosen(str): The key of this name is the current one.
        suggestions_asked: The person is about to add a key.
        key_offered(object): Add a key like this one, after a look at it.
        key_asked(bool): Write a new key; True for one with a similarity condition.
        key_edited(str): Change the key of this name.
        key_removed(str): Remove the key of this name.
        keys_reset: Let the program choose again.
    """

    key_ticked = Signal(str, bool)
    key_chosen = Signal(str)
    suggestions_asked = Signal()
    key_offered = Signal(object)
    key_asked = Signal(bool)
    key_edited = Signal(str)
    key_removed = Signal(str)
    keys_reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = KeyModel(self)
        self.model.key_ticked.connect(self.key_ticked)
        self.view = QTableView(self)  # a parent at once: Tab comes to it before what stands below it
        self.view.setObjectName("keysTable")
        set_up_table(self.view, "Keys: reasons to compare two records")
        self.view.setModel(self.model)
        header = self.view.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.sectionResized.connect(self._on_section_resized)
        self.view.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self.view.doubleClicked.connect(self._on_double_clicked)
        self.view.installEventFilter(self)
        self._most_rows, self._fitted = MOST_ROWS, (0, 0, 0)
        self.foot = _Sum(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view)
        layout.addWidget(self.foot)
        self._remembered = ""
        self._fit()

    @property
    def current_key(self) -> str:
        """Name of the current key, "" for none."""
        row = self.view.currentIndex().row()
        source = self.model.source_row(row)
        return self.model.keys[source].name if 0 <= source < len(self.model.keys) else ""

    def choose(self, name: str) -> None:
        """Make a key the current one."""
        for source, key in enumerate(self.model.keys):
            if key.name == name:
                self.view.setCurrentIndex(self.model.index(self.model.view_row(source), 0))
                return

    def refresh(self) -> None:
        """The model shows other keys: fit the height, keep the current key, show the sum."""
        if self._remembered and self.current_key != self._remembered:
            self.choose(self._remembered)
        self.foot.show_sum(*self.model.together())
        self._fit()

    def show_suggestions(self, groups: Sequence[OfferGroup], loss: str = "") -> None:
        """Offer these keys in the menu of "+ Add a key", and say what all of them would add."""
        self.foot.show_suggestions(groups, loss)

    @property
    def least_height(self) -> int:
        """What it needs with the fewest rows."""
        rest = self.view.horizontalHeader().sizeHint().height() + 6 + self.foot.sizeHint().height()
        return rest + FEWEST_ROWS * row_height()

    def fit_into(self, height: int) -> None:
        """Show as many rows as fit into this height with heading and last line, three at least; the rest is scrolled."""
        rest = self.view.horizontalHeader().sizeHint().height() + 6 + self.foot.sizeHint().height()
        self._most_rows = min(max((height - rest) // row_height(), FEWEST_ROWS), MOST_ROWS)
        if self._room() != self._fitted:
            self._fit()

    def _room(self) -> tuple[int, int, int]:
        """What heights and widths follow from, beside the keys."""
        return self._most_rows, self.view.viewport().width(), row_height()

    def _fit(self) -> None:
        rows = min(max(self.model.rowCount(), 2), self._most_rows)
        renew_row_height(self.view)
        header = self.view.horizontalHeader().sizeHint().height()
        self.view.setFixedHeight(rows * row_height() + header + 6)
        self.foot.setMinimumHeight(row_height() + 4)
        metrics, widths = self.fontMetrics(), {}
        for number, column in enumerate(self.model.columns[1:], 1):
            figures = [str(self.model.index(row, number).data() or "") for row in range(self.model.rowCount())]
            figures += ["999,999", self.foot.words if column.name == "pairs" else ""]
            widest = max(metrics.horizontalAdvance(figure) for figure in figures)
            # The sum is bold, and wider by a tenth at most.
            widths[number] = max(metrics.horizontalAdvance(column.title) + grid(3.5), round(widest * 1.1) + grid(2.5))
        header_of(self.view).give_widths(widths)
        self._make_room_for_names()
        if self.view.currentIndex().isValid():
            self.view.scrollTo(self.view.currentIndex())
        self._fitted = self._room()

    def _make_room_for_names(self) -> None:
        """Leave columns out where the names of the keys could not be read beside all of them."""
        header, columns = self.view.horizontalHeader(), self.model.columns
        for number in range(1, len(columns)):
            header.setSectionHidden(number, False)
        needed = self.fontMetrics().averageCharWidth() * NAME_LETTERS + row_height()
        figures = sum(self.view.columnWidth(number) for number in range(1, len(columns)))
        # What is empty before the first run gives way to any name that would be cut.
        metrics, accepted = self.fontMetrics(), self.model.column_number("accepted")
        cells = [(self.model.index(row, 0), self.model.index(row, accepted)) for row in range(self.model.rowCount())]
        widest = max((metrics.horizontalAdvance(str(name.data() or "")) for name, _ in cells), default=0)
        empty = not any(share.data() for _, share in cells)
        if empty and figures + widest + row_height() + grid(2) > self.view.viewport().width():
            figures -= self.view.columnWidth(accepted)
            header.setSectionHidden(accepted, True)
        for name in GIVE_WAY:
            if figures + needed <= self.view.viewport().width():
                return
            if header.isSectionHidden(self.model.column_number(name)):
                continue
            number = self.model.column_number(name)
            figures -= self.view.columnWidth(number)
            header.setSectionHidden(number, True)

    def span(self, column: str) -> tuple[int, int]:
        """Left and right end of a column, in this widget."""
        header = self.view.horizontalHeader()
        number = self.model.column_number(column)
        left = header.sectionViewportPosition(number) + 2
        return left, left + header.sectionSize(number)

    @Slot(int, int, int)
    def _on_section_resized(self, _section: int, _old: int, _new: int) -> None:
        self.foot.update()

    @Slot(QModelIndex, QModelIndex)
    def _on_current_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._remembered = self.current_key
            self.key_chosen.emit(self._remembered)
        for button in (self.foot.edit_button, self.foot.remove_button):
            button.setEnabled(current.isValid())

    @Slot(QModelIndex)
    def _on_double_clicked(self, index: QModelIndex) -> None:
        if index.isValid() and self.isEnabled():
            self.key_edited.emit(self.current_key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._make_room_for_names()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # In the table: F2 and Enter change a key, Delete takes it out.
        if watched is self.view and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            if plain and self.current_key and not event.isAutoRepeat():
                if event.key() in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self.key_edited.emit(self.current_key)
                    return True
                if event.key() == Qt.Key.Key_Delete:
                    self.key_removed.emit(self.current_key)
                    return True
        return super().eventFilter(watched, event)


class _Sum(QWidget):
    """The last line."""

    def __init__(self, table: KeyTable) -> None:
        super().__init__(table)
        self._table = table
        self._words = ""
        self.add_button = QPushButton("+ Add a key")
        self.edit_button = QPushButton("Edit")
        self.remove_button = QPushButton("Remove")
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(table.suggestions_asked)
        self.add_button.setMenu(self._menu)
        self.edit_button.clicked.connect(self._on_edit_clicked)
        self.edit_button.setToolTip("Change the selected key (F2)")
        self.edit_button.setEnabled(False)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.remove_button.setToolTip("Remove the selected key (Delete); Undo brings it back")
        self.remove_button.setEnabled(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(grid(0.75), 0, 0, 2)
        for button in (self.add_button, self.edit_button, self.remove_button):
            set_kind(button, "link")
            layout.addWidget(button)
        layout.addStretch(1)
        self.setMinimumHeight(row_height() + 4)

    @property
    def words(self) -> str:
        """The sum as it is shown."""
        return self._words

    def show_sum(self, pairs: int | None, exact: bool) -> None:
        """Show what all keys find together."""
        self._words = "–" if pairs is None else f"{pairs:,}" if exact else f"≈ {pairs:,}"
        self.setAccessibleName(f"Together: {self._words} pairs")
        self.update()

    def show_suggestions(self, groups: Sequence[OfferGroup], loss: str) -> None:
        """Fill the menu."""
        self._menu.clear()
        for words, similar in (("Same value in a column …", False), ("Similar columns …", True)):
            connect_weak(self._menu.addAction(words).triggered, self._ask, similar)
        self._menu.addSeparator()
        if loss:
            self._menu.addAction(loss).setEnabled(False)
        for group in groups:
            menu = self._menu.addMenu(group.title) if group.folded else self._menu
            if group.title and not group.folded:
                self._menu.addAction(f"{group.title}:").setEnabled(False)
            for offer in group.offers:
                # What stands behind a tab is shown in a column at the right.
                action = menu.addAction(f"{offer.key.name}\t{offer.worth}" if offer.worth else offer.key.name)
                connect_weak(action.triggered, self._add, offer.key)
        if not groups:
            self._menu.addAction("Every sensible key is in the table").setEnabled(False)
        self._menu.addSeparator()
        self._menu.addAction("Let the program choose the keys again").triggered.connect(self._on_reset_triggered)

    def _add(self, key: Key) -> None:
        self._table.key_offered.emit(key)

    def _ask(self, similar: bool) -> None:
        self._table.key_asked.emit(similar)

    @Slot()
    def _on_reset_triggered(self) -> None:
        self._table.keys_reset.emit()

    @Slot()
    def _on_edit_clicked(self) -> None:
        if self._table.current_key:
            self._table.key_edited.emit(self._table.current_key)

    @Slot()
    def _on_remove_clicked(self) -> None:
        if self._table.current_key:
            self._table.key_removed.emit(self._table.current_key)

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        left, right = self._table.span("pairs")
        # Where the table is scrolled sideways the sum stays in sight.
        left, right = min(left, self.width() - (right - left)), min(right, self.width())
        painter.setFont(font("strong", tabular=True))
        painter.setPen(colour("text"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, 0, right - left - 8, self.height()), flags, self._words)
        left, right = self._table.span("only")
        painter.setFont(font("text"))
        painter.setPen(colour("muted"))
        painter.drawText(QRectF(left, 0, right - left - 8, self.height()), flags, "together")
        painter.end()
