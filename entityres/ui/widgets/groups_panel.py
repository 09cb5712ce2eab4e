"""UI: the Groups tab: all groups, the weakest first, and one of them with its links and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from entityres.ui.models.group_table import GroupFigures, GroupTable, InnerLinks, MemberTable
from entityres.ui.theme import font, grid, line_height
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import ChipDelegate, LinesDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.elided import ElidedLabel, lines_of
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.group_links import LETTERS, MOST_DRAWN, MOST_HIGH, GroupLinks
from entityres.ui.widgets.table_header import ARROW, PADDING, header_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from entityres.entities.groups import Groups
    from entityres.scoring.scored_pairs import ScoredPairs

LIST_WIDTHS, MEMBER_WIDTHS = (7, 24, 8, 13, 0), (25, 40, 9, 12)
"""Of the columns, in letters; flags have what those need that there are, records of a group at most so much."""
BOX = 2.0
"""What the box before a record of a group takes, in lines of text."""
WORDS, FLAGS = 1, 4
"""The column that takes the rest, in both tables, and that of the flags."""
LEAST_WORDS, GIVE_WAY = 30, (3, 2)
"""Letters that the words about a record need, and the columns that are left out for them, the first one first: the lines
between the records have the scores too."""
MOST_LINES, MOST_MEASURED = 3, 100
"""Lines of a record of a group at most, and the records by which that is told."""
WEAKEST_FIRST = (3, Qt.SortOrder.AscendingOrder)
"""The order that groups are shown in until a heading is pressed."""
WIDE_LETTERS = 150
"""From this width on, list and group stand side by side."""
SHARES = [650, 530]
"""Of the room, for the list and for the group."""


class GroupsPanel(QWidget):
    """Groups at the left, the chosen one at the right.

    Signals:
        split_asked(int, object): Split these records (int32) off the group.
        thresholds_asked: There is no group; the person wants to move the threshold.
    """

    split_asked = Signal(int, object)
    thresholds_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: Groups | None = None
        self._scored: ScoredPairs | None = None
        self._words_of: Callable[[int], tuple[str, str]] | None = None
        self._wide: bool | None = None
        self._longest_place = ""
        self._words: list[str] = []
        self._lines = 1
        self.table = QTableView()
        self.table.setObjectName("groupsTable")
        self.list = GroupTable()
        set_up_table(self.table, "Groups, the weakest link first")
        self.table.setModel(self.list)
        self.table.setItemDelegateForColumn(4, ChipDelegate(self.table))
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(*WEAKEST_FIRST)
        self.table.selectionModel().currentRowChanged.connect(self._on_group_chosen)
        self.members_view = QTableView()
        self.members_view.setObjectName("membersTable")
        self.members = MemberTable(LETTERS)
        set_up_table(self.members_view, "Records of the group")
        self.members_view.setModel(self.members)
        self.members_view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.members_view.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the row at the end tells records apart
        self.members_view.setItemDelegateForColumn(WORDS, LinesDelegate(self.members_view))
        self.members.ticks_changed.connect(self._on_ticks_changed)
        self.links = GroupLinks()
        for table in (self.table, self.members_view):
            header = table.horizontalHeader()
            header.setStretchLastSection(False)
            header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        self.members_view.viewport().installEventFilter(self)
        self.renew_sizes()
        self._title = ElidedLabel("heading")
        self._note = ElidedLabel("caption")
        self._note.show_words("Numbers on lines are scores. Dashed: never compared.")
        self.split_button = QPushButton("Split off unticked")
        self.split_button.setToolTip(
            "Unticked records leave the group: “not a match” is written between them and the rest"
        )
        self.split_button.clicked.connect(self._on_split_clicked)
        self._stack = QStackedWidget()
        self._empty = EmptyState("No groups", "No pair counts as a match.", "Move threshold", icon_name="people")
        self._empty.button_pressed.connect(self.thresholds_asked)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._build())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)

    def _build(self) -> QWidget:
        left = Card(margins=Card.TABLE)
        left.add(self.table, 1)
        right = Card()
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.split_button)
        right.add(head)
        right.add(self._note)
        self._group = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._group.setSpacing(grid(1))
        self._group.addWidget(self.links, 2)
        self._group.addWidget(self.members_view, 3)
        right.add(self._group, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(grid(1.5))
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(left)
        self._splitter.addWidget(right)
        return self._splitter

    def _arrange(self) -> None:
        """List and group side by side; in a narrow window below each other, where the group itself lies down."""
        wide = self.width() > self.fontMetrics().averageCharWidth() * WIDE_LETTERS
        if wide == self._wide:
            return
        self._wide = wide
        self._splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        self._splitter.setSizes(SHARES)
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._group.setDirection(down if wide else across)
        self._group.setStretch(1, 3 if wide else 5)
        self._fit_links()

    def show_groups(
        self,
        groups: Groups | None,
        scored: ScoredPairs | None,
        words_of: Callable[[int], tuple[str, str]],
        line: str = "",
    ) -> None:
        """Show groups; the chosen one stays chosen.

        Args:
            groups: The groups, or None.
            scored: The pairs.
            words_of: From a record to its place and summary.
            line: The match line in words, for the empty state.
        """
        if groups is not None and groups is self._groups and scored is self._scored:
            self.list.rows_changed()  # lists may have other names
            return
        before = self.current_group
        self._groups, self._scored, self._words_of = groups, scored, words_of
        figures = GroupFigures.of(groups, scored) if groups is not None and scored is not None else None
        self.list.show_groups(figures, self._name_of)
        header = self.table.horizontalHeader()
        chosen = header.sortIndicatorSection(), header.sortIndicatorOrder()
        if chosen != WEAKEST_FIRST:
            self.list.sort(*chosen)
        self.renew_sizes()
        there = figures is not None and len(figures.groups) > 0
        self._stack.setCurrentIndex(1 if there else 0)
        if line:
            self._empty.set_words("No groups", f"No pair counts as a match at {line}.", "Move threshold")
        if there and not self.choose(before):
            self.table.setCurrentIndex(self.list.index(0, 0))

    @property
    def count(self) -> int:
        """How many groups there are."""
        return self.list.n_source

    @property
    def current_group(self) -> int:
        """The chosen group, -1 for none."""
        source = self.list.source_row(self.table.currentIndex().row()) if self.table.currentIndex().isValid() else -1
        return self.list.group(source) if source >= 0 else -1

    def selected_records(self) -> list[int]:
        """The records that are selected in the group."""
        rows = {index.row() for index in self.members_view.selectionModel().selectedIndexes()}
        return [int(self.members.records[self.members.source_row(row)]) for row in sorted(rows)]

    def toggle_ticks(self) -> None:
        """Tick the selected records, or untick them where the current one is ticked."""
        rows = {index.row() for index in self.members_view.selectionModel().selectedIndexes()}
        current = self.members_view.currentIndex().row()
        if current < 0 or not rows:
            return
        on = not self.members.checked(self.members.source_row(current), "")
        for row in rows:
            self.members.set_checked(self.members.source_row(row), "", on)
        self.members.rows_changed()

    def renew_sizes(self) -> None:
        """Row heights and column widths for the size of the text."""
        letter = self.fontMetrics().averageCharWidth()
        for table, columns, widths in (
            (self.table, self.list.columns, LIST_WIDTHS),
            (self.members_view, self.members.columns, MEMBER_WIDTHS),
        ):
            renew_row_height(table, self._lines if table is self.members_view else 1)
            header, metrics = header_of(table), header_of(table).fontMetrics()
            headings = [metrics.horizontalAdvance(column.title) + 2 * PADDING + ARROW for column in columns]
            wanted = [max(letter * letters + 16, heading) for letters, heading in zip(widths, headings, strict=True)]
            if table is self.table:
                wanted[FLAGS] = max(wanted[FLAGS], self._flags_width())
            else:
                wanted[0] = max(headings[0], min(self._place_width(), wanted[0]))
            header.give_widths(dict(enumerate(wanted)))
            self._wanted = wanted  # at last those of the records of a group
        self._make_room_for_words()

    def _flags_width(self) -> int:
        """What the widest flag needs, beside how many more there are, in pixels."""
        metrics = QFontMetrics(font("chip"))
        more = metrics.horizontalAdvance("+9") + 2 * PADDING
        return max((ChipDelegate.chip_width(chip, metrics) + more for chip in self.list.flag_kinds()), default=0)

    def _place_width(self) -> int:
        """What the longest place of a record needs that was shown, with its box, in pixels."""
        return round(
            self.members_view.fontMetrics().horizontalAdvance(self._longest_place) + line_height() * BOX + PADDING
        )

    def _fit_places(self, places: list[str]) -> None:
        """Records are told apart by who they are: where they stand takes no more than it needs, and no less than before."""
        longest = max((self._longest_place, *places), key=self.members_view.fontMetrics().horizontalAdvance)
        if longest != self._longest_place:
            self._longest_place = longest
            self.renew_sizes()

    def _make_room_for_words(self) -> None:
        """Leave scores out of the records of a group where the records could not be told beside them."""
        view, least = self.members_view, self.fontMetrics().averageCharWidth() * LEAST_WORDS
        widths = [view.columnWidth(number) or wanted for number, wanted in enumerate(self._wanted)]
        room = view.viewport().width() - least - sum(widths) + widths[WORDS]
        for number in GIVE_WAY:
            hidden = room < 0
            room += widths[number] if hidden else 0
            if view.isColumnHidden(number) != hidden:
                view.setColumnHidden(number, hidden)
        self._fit_words(room + least)

    def _fit_words(self, room: int) -> None:
        """Rows of as many lines as the records of the group need to be read whole.

        Args:
            room: Pixels that the words have.
        """
        metrics, inside = QFontMetrics(font()), room - 2 * PADDING
        lines = max((lines_of(words, metrics, inside, MOST_LINES) for words in self._words), default=1)
        if lines != self._lines:
            self._lines = lines
            renew_row_height(self.members_view, lines)

    def choose(self, group: int) -> bool:
        """Choose a group; False when it is not there."""
        source = self.list.source_of(group) if group >= 0 else -1
        row = self.list.view_row(source) if source >= 0 else -1
        if row < 0:
            return False
        self.table.setCurrentIndex(self.list.index(row, 0))
        self.table.scrollTo(self.list.index(row, 0))
        return True

    def _name_of(self, group: int) -> str:
        if self._groups is None or self._words_of is None:
            return ""
        return self._words_of(int(self._groups.members(group)[0]))[1]

    @Slot(QModelIndex, QModelIndex)
    def _on_group_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid() or self._groups is None or self._scored is None or self._words_of is None:
            self.members.show_members(np.empty(0, np.int32), None, InnerLinks.none())
            return
        group = self.current_group
        records = self._groups.members(group).astype(np.int32)
        links = InnerLinks.of(self._scored, records, MOST_DRAWN)
        known = links.weakest[~np.isnan(links.weakest)]
        weakest = f" · weakest link {known.min():.2f}" if len(known) else ""
        self._title.show_words(f"Group {group + 1:,} · {len(records):,} records{weakest}")
        if len(links.each):
            self.links.show_links(links.each)
        else:
            self.links.show_too_many(len(records))
        self._fit_links()
        self.members.show_members(records, self._words_of, links)
        measured = range(min(len(records), MOST_MEASURED))
        self._words = [self.members.text(i, "words") for i in measured]
        self._fit_places([self.members.text(i, "place") for i in (*measured, len(records) - 1)])
        self._make_room_for_words()

    @Slot()
    def _on_ticks_changed(self) -> None:
        unticked = len(self.members.unticked)
        self.split_button.setEnabled(0 < unticked < len(self.members.records))
        self.split_button.setText(f"Split off {unticked} unticked" if unticked else "Split off unticked")

    @Slot()
    def _on_split_clicked(self) -> None:
        if self.current_group >= 0:
            self.split_asked.emit(self.current_group, self.members.unticked)

    def _fit_links(self) -> None:
        """Beside the records a picture of two takes no more than its line needs."""
        beside = not self._wide and len(self.members.records) == 2
        self.links.setMaximumWidth(self.links.minimumSizeHint().width() if beside else MOST_HIGH)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._make_room_for_words()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
