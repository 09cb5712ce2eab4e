"""UI: filters, pair table, compare panel and evidence side by side; narrow windows fold the outer two.

From 1200 px all four are beside each other; below, the evidence becomes a tab beside Compare; below 1050 px the filters
hide behind a funnel that says how many are on. Where there is height for a few lines only, as under unfolded thresholds or
beside the history in a small window, pairs are a tab too, so that either is read in more than two or three lines; filters
that have no room beside them lie over them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.compare_panel import ComparePanel
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.evidence_panel import EvidencePanel
from entityres.ui.widgets.filter_panel import FilterPanel
from entityres.ui.widgets.pair_table import PairTable
from entityres.ui.widgets.pile import Pile
from entityres.ui.widgets.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QShowEvent

WIDE_FROM = 1200
FILTERS_FROM = 1050
LOW_LINES, ENOUGH_LINES = 24, 26
"""Height (lines of text) below which one thing at a time is shown, a pair, its evidence, or the table: above each other, with
what is around them, both would get a few lines only. From the second on both are shown again: a message that comes and goes
does not move everything."""
THIN_LETTERS, MORE_LINES = 90, 5
"""Below this width (letters) records need three lines each, and both parts so much more height."""
LEAST_LETTERS = (26, 40)
"""Letters of width below which filters and evidence could not be read."""
SHARES = (0.155, 0.235)
"""What filters and evidence take of the width as long as nobody moves the lines between."""
COMPARE, EVIDENCE, TABLE = 0, 1, 2
"""Tabs of the details."""
USUAL_LINE = 18
"""Height of a line at the usual zoom, at most; widths are meant at this one."""


class PairsPanel(QWidget):
    """The parts of the Pairs tab and how they share the room.

    Signals:
        clear_asked: Take all filters off.
        implied_asked: Show the pairs that are hidden because they follow from others.
        came_up_asked: Show the pairs that belong here since the order was made.
        sort_chosen(str): Another order.
    """

    clear_asked = Signal()
    implied_asked = Signal()
    came_up_asked = Signal()
    sort_chosen = Signal(str)

    def __init__(self, sorts: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sorts = list(sorts)
        self._narrow: bool | None = None
        self._low = False
        self._filters_open = False
        self._filled, self._without = True, False
        self._head_beside = self._table_head_beside = False
        self._shares = QByteArray()
        self._links: dict[QPushButton, tuple[str, str]] = {}
        self._filters_on: list[str] = []
        self._build(sorts)
        self.fit(WIDE_FROM)

    def _build(self, sorts: dict[str, str]) -> None:
        # From the outside to the inside: what is put into another widget with all that it holds is styled once more.
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.filter_card, self.evidence_card = Card(parent=self.splitter), Card(parent=self.splitter)
        self._middle = QSplitter(Qt.Orientation.Vertical, self.splitter)
        for part in (self.filter_card, self._middle, self.evidence_card):
            self.splitter.addWidget(part)
        self.filter_card.setAccessibleName("Filters")
        self.filters = FilterPanel(self.filter_card)
        self.filter_card.add(self.filters, 1)
        self.filters.search_left.connect(self._on_search_left)
        self._build_table(sorts)
        self._build_compare()
        self.evidence = EvidencePanel(self.evidence_card)
        self.evidence.stepped.connect(self.table.step)
        self.evidence_card.add(self.evidence, 1)
        for splitter in (self._middle, self.splitter):
            splitter.setHandleWidth(grid(1.5))
            splitter.setChildrenCollapsible(False)
        self._own_widths = False
        self.splitter.splitterMoved.connect(self._on_splitter_moved)
        self.splitter.setStretchFactor(1, 1)
        self._table_part.installEventFilter(self)
        self._compare_card.installEventFilter(self)
        self._middle.setSizes([330, 290])
        self._middle.setStretchFactor(0, 1)
        self._middle.setStretchFactor(1, 1)

    def _build_table(self, sorts: dict[str, str]) -> None:
        self._table_card = Card(margins=Card.TABLE, parent=self._middle)
        self._middle.addWidget(self._table_card)
        self._table_part = QWidget(self._table_card)
        self._table_card.add(self._table_part, 1)
        self._table_card.setMinimumHeight(130)
        self._table_layout = part = QVBoxLayout(self._table_part)
        part.setContentsMargins(0, 0, 0, 0)
        part.setSpacing(grid(1))
        self.funnel = Chip("Filters", icon_name="filter", checkable=True)
        self.funnel.toggled.connect(self._on_funnel_toggled)
        self._shown = ElidedLabel()
        self._shown.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._active = ElidedLabel()
        self.clear_button = QPushButton("Clear filters")
        self.implied_button, self.came_up_button = QPushButton(), QPushButton()
        self.came_up_button.setToolTip("An answer can put other pairs in doubt; makes the order anew (F5)")
        for button, signal in (
            (self.clear_button, self.clear_asked),
            (self.implied_button, self.implied_asked),
            (self.came_up_button, self.came_up_asked),
        ):
            set_kind(button, "link")
            button.clicked.connect(signal)
        self.sort_choice = Choice(letters=14)
        self.sort_choice.addItems(list(sorts.values()))
        self.sort_choice.setAccessibleName("Order of the pairs")
        self.sort_choice.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.sort_choice.activated.connect(self._on_sort_activated)
        self._table_head = QWidget()
        self._line = line = QHBoxLayout(self._table_head)
        line.setSpacing(grid(1))
        for widget in (self.funnel, self._shown, self.clear_button):
            line.addWidget(widget)
        line.addWidget(self._active, 1)
        line.addWidget(self.sort_choice)
        self._table_head.installEventFilter(self)
        self._take_table_head(part)
        self._below = below = QHBoxLayout()
        below.setContentsMargins(grid(0.5), 0, grid(0.5), 0)
        below.addWidget(self.came_up_button)
        below.addWidget(self.implied_button)
        below.addStretch(1)
        part.addLayout(below)
        self.table_stack = Pile(parent=self._table_part)
        part.addWidget(self.table_stack, 1)
        self.table = PairTable(self.table_stack)
        self.empty = EmptyState(
            "Nothing matches these filters", "", "Clear filters", self.table_stack, icon_name="filter"
        )
        self.table_stack.add(self.table)
        self.table_stack.add(self.empty)

    def _take_table_head(self, part: QVBoxLayout) -> None:
        """What is shown and in which order: above the table."""
        part.insertWidget(0, self._table_head)
        self._line.setContentsMargins(Card.INDENT, grid(1), Card.INDENT, 0)
        self._table_head.show()

    def _build_compare(self) -> None:
        self._compare_card = card = Card(parent=self._middle)
        self._middle.addWidget(card)
        self.detail_tabs = SegmentedControl(["Compare", "Evidence", "All pairs"], "Details of the pair")
        self.detail_tabs.chip(TABLE).hide()
        self.detail_tabs.choice_changed.connect(self._on_detail_changed)
        self._tab_line = QHBoxLayout()
        self._tab_line.setSpacing(grid(2))
        self.detail_tabs.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._tab_line.addWidget(self.detail_tabs)
        self._tab_line.addStretch(0)
        card.add(self._tab_line)
        self.details = Pile(parent=card)
        card.add(self.details, 1)
        self.compare = ComparePanel(parent=self.details)
        self.compare.stepped.connect(self.table.step)
        self.details.add(self.compare)
        card.setMinimumHeight(120)

    # how much room there is

    def fit(self, window_width: int) -> None:
        """Share the room of a window of this width."""
        # At a larger zoom the same words need a wider window.
        window_width = round(window_width * min(USUAL_LINE / max(line_height(), 1), 1.0))
        narrow = window_width < WIDE_FROM
        if narrow != self._narrow:
            self._narrow = narrow
            if narrow:
                self.details.add(self.evidence)
            else:
                self.evidence_card.add(self.evidence, 1)
                self.evidence.show()
            self.evidence_card.setVisible(not narrow)
            self.evidence.set_titled(not narrow)
            self._show_tabs()
            self._choose_detail(COMPARE)
        letter = self.fontMetrics().averageCharWidth()
        margins = self.filter_card.body.contentsMargins()
        least = self.filters.least_width + margins.left() + margins.right()
        self.filter_card.setMinimumWidth(max(letter * LEAST_LETTERS[0], least))
        self.evidence_card.setMinimumWidth(letter * LEAST_LETTERS[1])
        self._without = window_width < FILTERS_FROM
        self._fit_height()
        self._place_filters()
        self._place_head()

    def _fit_height(self) -> None:
        """Where there is height for a few lines only, the table shares its place with the pair."""
        if not self.isVisible():  # its size is not known yet
            return
        thin = self._middle.width() < self.fontMetrics().averageCharWidth() * THIN_LETTERS
        least = (ENOUGH_LINES if self._low else LOW_LINES) + (MORE_LINES if thin else 0)
        low = self.height() < line_height() * least
        if low == self._low:
            return
        self._low, deciding = low, self._deciding
        self._show_tabs()
        if low:
            self._shares = self._middle.saveState()
            self.details.add(self._table_part)
        else:
            self._table_card.add(self._table_part, 1)
            self._table_part.show()
        self._table_card.setVisible(not low)
        if not low:
            self._middle.restoreState(self._shares)
        self._place_filters()
        self._choose_detail(COMPARE if self._filled or not low else TABLE)
        if deciding:
            self.focus_pairs()

    def _show_tabs(self) -> None:
        """A tab for each part of the pair that has no place of its own."""
        tabs = bool(self._narrow) or self._low
        self.detail_tabs.chip(EVIDENCE).setVisible(bool(self._narrow))
        self.detail_tabs.chip(TABLE).setVisible(self._low)
        self.detail_tabs.setVisible(tabs)
        self.compare.set_titled(not tabs)

    @property
    def _filters_over(self) -> bool:
        """Whether filters and pairs take turns: there is neither the height nor the width for both."""
        return self._low and bool(self._narrow)

    def _place_filters(self) -> None:
        """Beside the pairs, or over them where both would have no room."""
        over = self._filters_over
        if over and self.filters.parentWidget() is not self.table_stack:
            self.table_stack.add(self.filters)
        elif not over and self.filters.parentWidget() is self.table_stack:
            self.filter_card.add(self.filters, 1)
            self.filters.show()
        self.funnel.setVisible(self._without or over)
        self.filter_card.setVisible(not over and (not self._without or self._filters_open))
        self._show_stack()

    def _show_stack(self) -> None:
        over = self._filters_over and self._filters_open
        self.table_stack.show_part(self.filters if over else self.table if self._filled else self.empty)
        self.sort_choice.setVisible(not over)  # what is not seen has no order, and how many there are is read whole
        self._show_funnel()

    def _show_funnel(self) -> None:
        """What the funnel does, open the filters or let what they show be seen again; beside it which of them are on."""
        count = len(self._filters_on)
        words = f"Filters · {count}" if count else "Filters"
        # Beside the open filters there is little room, and they say themselves which of them are on.
        opened = self._filters_open and (self._without or self._filters_over)
        self._active.show_words("" if opened else " · ".join(self._filters_on))
        self.funnel.set_words("Show the pairs" if self._filters_over and self._filters_open else words)

    def open_filters(self) -> None:
        """Show the filters, wherever they are, with the cursor in the search box."""
        if self._low:
            self._choose_detail(TABLE)
        if self.funnel.isVisible():
            self.funnel.setChecked(True)
        self.filters.search.setFocus()
        self.filters.search.selectAll()

    @Slot()
    def _on_search_left(self) -> None:
        """Who is done with typing wants to see what was found."""
        if self._filters_over:
            self.funnel.setChecked(False)

    def _share_width(self) -> None:
        if not self._own_widths:
            filters, evidence = (round(self.width() * share) for share in SHARES)
            self.splitter.setSizes([filters, self.width() - filters - evidence, evidence])

    @Slot()
    def _on_splitter_moved(self) -> None:
        self._own_widths = True

    def show_table(self, filled: bool) -> None:
        """Show the table of pairs, or why it is empty."""
        self._filled = filled
        self._show_stack()
        if self._low and not filled:
            self._choose_detail(TABLE)

    def focus_pairs(self) -> None:
        """Put the keys where they decide: to the table, or to the part of the pair that is shown alone."""
        part = self.evidence if self._low and self.detail_tabs.choice == EVIDENCE else self.compare
        (self.table if self.table.isVisible() else part).setFocus()

    @property
    def _deciding(self) -> bool:
        return any(part.hasFocus() for part in (self.table, self.compare, self.evidence))

    def _choose_detail(self, number: int) -> None:
        self.detail_tabs.set_choice(number)
        self._on_detail_changed(number)

    @property
    def narrow(self) -> bool:
        """True when the evidence is a tab beside Compare."""
        return bool(self._narrow)

    def _place_head(self) -> None:
        """Beside the tabs where there are any and room is left: that leaves a line more for the records."""
        chips = [chip for chip in map(self.detail_tabs.chip, (COMPARE, EVIDENCE, TABLE)) if not chip.isHidden()]
        tabs = sum(chip.sizeHint().width() + grid(1) for chip in chips)
        room = self._compare_card.width() - 2 * grid(2) - tabs - grid(2)
        beside = (bool(self._narrow) or self._low) and self.compare.least_head <= room
        table_beside = self._low and self._least_table_head() <= room
        if (beside, table_beside) == (self._head_beside, self._table_head_beside):
            return
        if beside != self._head_beside:
            self._head_beside = beside
            if beside:
                self._tab_line.insertWidget(1, self.compare.head, 1)
            else:
                self.compare.take_head()
        if table_beside != self._table_head_beside:
            self._table_head_beside = table_beside
            if table_beside:
                self._line.setContentsMargins(0, 0, 0, 0)
                self._tab_line.insertWidget(1, self._table_head, 1)
            else:
                self._take_table_head(self._table_layout)
        self._show_heads()
        self._compare_card.body.activate()  # the words in it are chosen by the room that it has now

    def _show_heads(self) -> None:
        """Beside the tabs is the head of the part that is chosen."""
        chosen = self.detail_tabs.choice
        self.compare.head.setVisible(chosen == COMPARE or not self._head_beside)
        self._table_head.setVisible(chosen == TABLE or not self._table_head_beside)

    def _least_table_head(self) -> int:
        """Pixels that the line above the table needs, without the words of the filters."""
        parts = (self.funnel, self._shown, self.clear_button, self.sort_choice)
        return sum(part.sizeHint().width() + grid(1) for part in parts if not part.isHidden())

    @Slot(int)
    def _on_detail_changed(self, number: int) -> None:
        deciding = self._deciding or any(map(QWidget.hasFocus, self.detail_tabs.findChildren(Chip)))
        self.details.show_part((self.compare, self.evidence, self._table_part)[number])
        self._show_heads()
        if deciding:
            self.focus_pairs()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()
        self._fit_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:  # of a part: the room inside is known
            if watched is self._compare_card:
                self._place_head()
            else:
                self._fit_links()
        return super().eventFilter(watched, event)

    @Slot(bool)
    def _on_funnel_toggled(self, on: bool) -> None:
        self._filters_open = on
        self._place_filters()

    # what is shown

    def show_counts(self, shown: int, total: int, active: list[str], hidden: int, came_up: int = 0) -> None:
        """Say how many pairs are shown and why not all.

        Args:
            shown: Rows of the table.
            total: All pairs.
            active: The filters that are on, in words.
            hidden: Pairs hidden because they follow from others.
            came_up: Pairs that belong here since the order was made.
        """
        self._shown.setText(f"{shown:,} of {total:,}")
        self._shown.setToolTip(f"{shown:,} of {total:,} pairs are shown")
        self.clear_button.setVisible(bool(active))
        self._filters_on = active
        self._show_funnel()
        self._links = {
            self.came_up_button: (f"{came_up:,} more came up by your answers – show", f"{came_up:,} more – show"),
            self.implied_button: (f"{hidden:,} hidden because already implied – show", f"{hidden:,} hidden – show"),
        }
        self.implied_button.setVisible(hidden > 0)
        self.came_up_button.setVisible(came_up > 0)
        self._fit_links()

    def _fit_links(self) -> None:
        """What leads to more pairs stands beside how many there are, in few words if need be, else below it."""
        shown = [link for link in self._links if not link.isHidden()]
        beside = (
            part for part in (self.funnel, self._shown, self.clear_button, self.sort_choice) if not part.isHidden()
        )
        margins = self._line.contentsMargins()
        room = self._table_head.width() - margins.left() - margins.right()
        room -= sum(part.sizeHint().width() + grid(1) for part in beside)
        for words in (0, 1) if self._narrow else (0,):  # with little width height is scarce too
            for link in shown:
                link.setText(self._links[link][words])
            if sum(link.sizeHint().width() + grid(1) for link in shown) <= room:
                self._place_links(self._line, 3)
                return
        for link in shown:
            link.setText(self._links[link][0])
        self._place_links(self._below, 0)

    def _place_links(self, line: QHBoxLayout, at: int) -> None:
        if line.indexOf(self.implied_button) < 0:
            for link in (self.implied_button, self.came_up_button):
                hidden = link.isHidden()
                line.insertWidget(at, link)
                link.setHidden(hidden)  # at once: with another parent it would be shown later

    def show_sort(self, name: str) -> None:
        """Show which order is in use."""
        self.sort_choice.setCurrentIndex(self._sorts.index(name))
        self.table.show_sort(name)

    @Slot(int)
    def _on_sort_activated(self, number: int) -> None:
        self.sort_chosen.emit(self._sorts[number])

    def layout_state(self) -> tuple[QByteArray, QByteArray, QByteArray]:
        """Sizes of the splitters and columns, to be remembered."""
        sides = self.splitter.saveState() if self._own_widths else QByteArray()
        middle = self._shares if self._low else self._middle.saveState()  # those of a hidden table are none
        return sides, middle, self.table.columns_state()

    def restore_layout(self, state: tuple[QByteArray, QByteArray, QByteArray]) -> None:
        """Sizes as they were remembered; empty ones leave what is there."""
        sides, middle, columns = state
        for splitter, one in ((self.splitter, sides), (self._middle, middle)):
            if not one.isEmpty():
                splitter.restoreState(one)
                self._own_widths |= splitter is self.splitter
        if not columns.isEmpty():
            self.table.restore_columns(columns)
