"""UI: the table of pairs with its state column and chips; a key decides, the row stays where it is.

Records are read whole, in one line or in two, where that can be: they have the room before the reasons beside them. In three
where there is no more room to be had, as beside open filters in a small window.
"""

from __future__ import annotations

import heapq
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QByteArray, QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyleOptionViewItem, QTableView, QWidget

from entityres.records.sorted_sets import sorted_unique
from entityres.session.directions import without_marks
from entityres.ui.icons import pixmap
from entityres.ui.models.pair_model import DECIDED, STATES, PairModel
from entityres.ui.qt import DISPLAY, ICON_NAME, TONE, Index
from entityres.ui.theme import colour, font, line_height, row_height
from entityres.ui.widgets.cell_delegates import (
    PADDING,
    ChipDelegate,
    LinesDelegate,
    StateDelegate,
    WordsDelegate,
    renew_row_height,
    set_up_table,
)
from entityres.ui.widgets.elided import lines_of, width_in_lines
from entityres.ui.widgets.table_header import header_of, heading_width

WIDTHS = {
    "state": (10, 12),
    "score": (7, 9),
    "left": (22, 34),
    "right": (22, 34),
    "why": (13, 25),
    "differences": (14, 24),
    "group": (7, 7),
    "note": (16, 16),
    "person": (12, 12),
    "when": (14, 14),
}
"""Letters that a column needs and would like to have."""
IN_VIEW = ("state", "score", "left", "right", "why", "differences")
"""Columns that should be seen without scrolling where there is room for what they need."""
RECORDS, LEAST_RECORD = ("left", "right"), 12
"""What a pair is told by, and the letters below which it is not told any more: where there is little room the two records
have it before the reasons beside them, which can be scrolled to and stand in the evidence too."""
MOST_GIVEN = 3
"""Letters that each of the two records gives up where the first reason is read whole by it."""
USUAL_SHARE, MOST_ABOVE, MEASURED = 0.95, 1.2, 10
"""Of the records, so many are no outliers; how much longer than those others may be that are read whole too (a few very long
ones would take the room of all others); how many of the longest are measured in pixels."""
MOST_LINES, LEAST_ROWS = 3, {2: 2.5, 3: 1.9}
"""Lines of a row at most, and how many rows of so many lines must be in view: two, and so much of a third that one sees there
are more; of three lines two, but for a hairline."""
USUAL_LINES = 2
"""For reasons beside them records are read in so many lines at most; where they have no more room to get, in more."""
MOST_COPIED = 100_000
OWN, FITTED = b"own:", b"fit:"
"""How remembered widths begin: a person gave them, or they followed from the room."""
GAP = 5
"""Pixels between the icon and the word of a state."""


def _icon_size() -> int:
    return max(round(line_height() * 0.9), 12)


def _longest(records: list[str]) -> list[str]:
    """The longest of some records, but for those far above nearly all others."""
    if not records:
        return []
    sizes = sorted(map(len, records))
    most = sizes[int((len(sizes) - 1) * USUAL_SHARE)] * MOST_ABOVE
    return heapq.nlargest(MEASURED, (words for words in records if len(words) <= most), key=len)


# Widths are asked for whenever the room changes; they are others only when the text has another size.


@lru_cache(maxsize=8)
def _widths_of_chips(chips: tuple[str, ...], _line_height: int) -> tuple[int, ...]:
    metrics = QFontMetrics(font("chip"))
    more = metrics.horizontalAdvance("+9") + 4 + 2 * PADDING
    return tuple(ChipDelegate.chip_width(chip, metrics) + more for chip in chips)


@lru_cache(maxsize=8)
def _width_of_states(_line_height: int) -> int:
    metrics = QFontMetrics(font("strong"))
    return max(metrics.horizontalAdvance(f"{word} ↻") for word, _, _ in STATES.values())


class PairStateDelegate(StateDelegate):
    """Icon + word; italic when the score alone says it, heavy when a person did."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.paint_row(painter, option)
        tone, name, decided = index.data(TONE) or "text", index.data(ICON_NAME), bool(index.data(DECIDED))
        area = option.rect.adjusted(PADDING, 0, -PADDING, -1)
        painter.save()
        if name:
            size = _icon_size()
            painter.drawPixmap(area.left(), area.top() + (area.height() - size) // 2, pixmap(name, tone, size))
            area.setLeft(area.left() + size + GAP)
        face = QFont(font("strong" if decided else "text"))
        face.setItalic(not decided and name != "review")
        painter.setFont(face)
        painter.setPen(colour(tone))
        text = QFontMetrics(face).elidedText(str(index.data(DISPLAY) or ""), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()


class PairTable(QTableView):
    """Pairs in the order of the review.

    Signals:
        pair_chosen(int): Another pair is the current one, -1 for none.
    """

    pair_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pairTable")
        self.pairs = PairModel(self)
        set_up_table(self, "Pairs")
        self.setModel(self.pairs)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegateForColumn(self.pairs.column_number("state"), PairStateDelegate(self))
        for name in RECORDS:
            self.setItemDelegateForColumn(self.pairs.column_number(name), LinesDelegate(self))
        self.setItemDelegateForColumn(self.pairs.column_number("why"), ChipDelegate(self))
        self.setItemDelegateForColumn(self.pairs.column_number("differences"), WordsDelegate(self))
        self.setSortingEnabled(False)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header.sortIndicatorChanged.connect(self._on_sort_indicator_changed)
        header.sectionResized.connect(self._renew_lines)
        self._quiet = False
        self._records: list[str] = []
        self._record_widths = (0,) * MOST_LINES
        self.pairs.modelReset.connect(self._on_model_reset)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Row height and widths for the size of the text."""
        self._measure_records()
        self._share_room()

    @Slot()
    def _on_model_reset(self) -> None:
        self._records = self.pairs.some_records()
        self._measure_records()
        self._share_room()

    def _share_room(self) -> None:
        """Each column gets what it needs in letters of the font, and its part of the room that is left."""
        letter, room = self.fontMetrics().averageCharWidth(), self.viewport().width()
        least = {name: letter * few + 2 * PADDING for name, (few, _) in WIDTHS.items()}
        least["state"] = max(least["state"], self._state_width())
        least["score"] = max(least["score"], heading_width("Score", QFontMetrics(self.horizontalHeader().font())))
        seen = [name for name in IN_VIEW if not self.isColumnHidden(self.pairs.column_number(name))]
        missing = sum(least[name] for name in seen) - room
        for reason in reversed(seen):
            if missing > 0 and reason not in ("state", "score", *RECORDS):
                seen.remove(reason)
                missing -= least[reason]
        for name in RECORDS:
            least[name] -= min(max(missing, 0) // 2, letter * (WIDTHS[name][0] - LEAST_RECORD))
        self._give_records(least, seen, room)
        more = {name: max(letter * WIDTHS[name][1] + 2 * PADDING - least[name], 0) for name in seen}
        if "why" in seen:
            spare = max(room - sum(least[name] for name in seen), 0)
            more["why"] = max(more["why"] - self._give_chips(least, spare), 0)
        part = min(max((room - sum(least[name] for name in seen)) / max(sum(more.values()), 1), 0.0), 1.0)
        given = {one.name: least[one.name] + int(more.get(one.name, 0) * part) for one in self.pairs.columns}
        if "why" not in seen:  # the records take the rest: half a reason at the edge tells nothing
            rest = max(room - sum(given[name] for name in seen), 0)
            given |= {name: given[name] + rest // len(RECORDS) for name in RECORDS}
        header_of(self).give_widths({at: given[one.name] for at, one in enumerate(self.pairs.columns)})
        self._renew_lines()

    def _measure_records(self) -> None:
        """In how many pixels nearly all records are read whole, in one line, in two and so on."""
        metrics, longest = QFontMetrics(font()), _longest(self._records)
        widths = [
            max((width_in_lines(words, metrics, lines) for words in longest), default=-2 * PADDING - 1)
            for lines in range(1, MOST_LINES + 1)
        ]
        self._record_widths = tuple(wide + 2 * PADDING + 1 for wide in widths)

    def _give_records(self, least: dict[str, int], seen: list[str], room: int) -> None:
        """Let records be read whole: in one line or in two, else with reasons past the edge, the last one first.

        Args:
            least: Pixels that each column needs, by its name; changed here.
            seen: The columns in view; changed here.
            room: Pixels of them all.
        """

        def lacking(wanted: int) -> int:
            return sum(max(wanted - least[name], 0) for name in RECORDS)

        spare = room - sum(least[name] for name in seen)
        for reason in (None, "differences", "why"):
            if reason in seen:
                seen.remove(reason)
                spare += least[reason]
            wanted = next((one for one in self._record_widths[:USUAL_LINES] if lacking(one) <= max(spare, 0)), None)
            if wanted is not None:
                break
        for name in RECORDS:
            least[name] = max(least[name], least[name] + max(spare, 0) // 2 if wanted is None else wanted)

    @Slot()
    def _renew_lines(self) -> None:
        """Rows of as many lines as records need, if the table is high enough for some of them."""
        room = min(self.columnWidth(self.pairs.column_number(name)) for name in RECORDS)
        lines = next((at for at, wide in enumerate(self._record_widths, 1) if room >= wide), 0)
        if not lines:  # a word may be longer than the column: what cannot be broken takes one line
            metrics, inside = QFontMetrics(font()), room - 2 * PADDING
            lines = max((lines_of(words, metrics, inside, MOST_LINES) for words in _longest(self._records)), default=1)
        while lines > 1 and self.viewport().height() < LEAST_ROWS[lines] * (row_height() + line_height() * (lines - 1)):
            lines -= 1
        before = self.verticalHeader().defaultSectionSize()
        renew_row_height(self, lines)
        if self.verticalHeader().defaultSectionSize() != before:
            self.scrollTo(self.currentIndex())

    def _give_chips(self, least: dict[str, int], spare: int) -> int:
        """Before anything has more than it needs, first reasons are read whole, as far as records give little for it.

        Returns:
            By how many pixels the reasons are wider.
        """
        letter, lines = self.fontMetrics().averageCharWidth(), self._record_widths[:USUAL_LINES]
        # In one line or in two, whichever it is, they go on being read whole.
        needed = next((wide for wide in lines if wide <= min(least[name] for name in RECORDS)), 0)
        given = min(max(min(least[name] for name in RECORDS) - needed, 0), letter * MOST_GIVEN)
        most = spare + given * len(RECORDS)
        more = max((wide - least["why"] for wide in self._chip_widths() if wide - least["why"] <= most), default=0)
        least["why"] += max(more, 0)
        for name in RECORDS:
            least[name] -= -(-max(more - spare, 0) // len(RECORDS))
        return max(more, 0)

    def _chip_widths(self) -> tuple[int, ...]:
        """What each key's chip needs beside how many more there are, in pixels."""
        return _widths_of_chips(self.pairs.all_chips(), line_height("chip"))

    @staticmethod
    def _state_width() -> int:
        """What the longest state needs beside its icon, decided by a person."""
        return _width_of_states(line_height("strong")) + _icon_size() + GAP + 2 * PADDING

    def columns_state(self) -> QByteArray:
        """Order and widths of the columns, to be remembered, and whether a person gave the widths."""
        header = header_of(self)
        return QByteArray((OWN if header.own_widths else FITTED) + bytes(header.saveState().data()))

    def restore_columns(self, state: QByteArray) -> None:
        """Show columns as they were remembered; widths that no person gave go on fitting the room."""
        kept = bytes(state.data())
        header = QByteArray(kept.removeprefix(OWN).removeprefix(FITTED))
        header_of(self).restore_widths(header, own=kept.startswith(OWN))
        self._share_room()

    # current pair and selection

    @property
    def current_pair(self) -> int:
        """The current pair, -1 for none."""
        return self.pairs.source_row(self.currentIndex().row()) if self.currentIndex().isValid() else -1

    def selected_pairs(self) -> np.ndarray:
        """int32: the selected pairs, by ranges and not cell by cell; the current one when nothing is selected."""
        ranges = self.selectionModel().selection()
        spans = [ranges.at(i) for i in range(ranges.size())]
        parts = [self.pairs.order[one.top() : one.bottom() + 1] for one in spans]
        if parts:
            return sorted_unique(np.concatenate(parts)).astype(np.int32)
        return np.array([self.current_pair] if self.current_pair >= 0 else [], np.int32)

    def choose(self, pair: int) -> bool:
        """Make a pair the current and only selected one; False when it is not shown."""
        row = self.pairs.view_row(pair)
        if row < 0:
            return False
        index = self.pairs.index(row, max(self.currentIndex().column(), 0))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        return True

    def step(self, by: int) -> None:
        """Go some rows down or up."""
        row = min(max(self.currentIndex().row() + by, 0), self.pairs.rowCount() - 1)
        if row >= 0:
            self.choose(self.pairs.source_row(row))

    def copy_rows(self) -> int:
        """Put the selected rows on the clipboard, with tabs between cells; returns how many."""
        chosen = self.selected_pairs()[:MOST_COPIED]
        names = [column.name for column in self.pairs.columns]
        lines = ["\t".join(column.title for column in self.pairs.columns)]
        lines += ["\t".join(self.pairs.text(int(pair), name).replace("\t", " ") for name in names) for pair in chosen]
        QApplication.clipboard().setText(without_marks("\n".join(lines)))
        return len(chosen)

    def show_sort(self, name: str) -> None:
        """Show which column the order follows, without asking for another."""
        column = {
            "score_up": ("score", 0),
            "score_down": ("score", 1),
            "name": ("left", 0),
            "group": ("group", 1),
            "changed": ("when", 1),
        }
        at = column.get(name)
        self._quiet = True
        section = -1 if at is None else self.pairs.column_number(at[0])
        down = at is not None and at[1] == 1
        self.horizontalHeader().setSortIndicator(
            section, Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        )
        self._quiet = False

    @Slot(int, Qt.SortOrder)
    def _on_sort_indicator_changed(self, section: int, order: Qt.SortOrder) -> None:
        if not self._quiet and section >= 0:
            self.pairs.sort(section, order)

    # Qt

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row() or not previous.isValid():
            self.pair_chosen.emit(self.pairs.source_row(current.row()) if current.isValid() else -1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def keyboardSearch(self, search: str) -> None:
        """Letters decide; they do not search."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Ctrl+A reads one range; the default would ask for every cell.
        if event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.select_all_rows()
            return
        super().keyPressEvent(event)

    def select_all_rows(self) -> None:
        """Select everything that is shown, as one range."""
        from PySide6.QtCore import QItemSelection

        if self.pairs.rowCount():
            whole = QItemSelection(
                self.pairs.index(0, 0), self.pairs.index(self.pairs.rowCount() - 1, self.pairs.columnCount() - 1)
            )
            self.selectionModel().select(whole, QItemSelectionModel.SelectionFlag.ClearAndSelect)
