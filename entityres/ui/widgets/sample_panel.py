"""UI: the Sample check tab: pairs drawn at random, asked one by one without scores, and what the answers say of all.

Three faces: the choice what to draw (with the last result below it), the question, and nothing yet. Keys and buttons are
those of the Review page (A, R, U, Backspace); an answer here decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QPushButton, QTableView, QVBoxLayout, QWidget

from entityres.ui.models.sample_tables import EARLIER, NOTED, WordsTable
from entityres.ui.qt import RIGHT
from entityres.ui.theme import font, grid, line_height, row_height
from entityres.ui.widgets.answer_buttons import AnswerButtons
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import PADDING, LinesDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.compare_panel import ComparePanel
from entityres.ui.widgets.elided import ElidedLabel, lines_of
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.flow import FlowRow
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.pile import Pile
from entityres.ui.widgets.scroll_body import scrolled
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from entityres.ui.actions import Actions
    from entityres.ui.widgets.compare_view import CompareRow

SIZES = (25, 50, 100, 200)
USUAL = 50
BUTTONS = {"accept": "", "reject": "", "unsure": "", "previous_pair": "Back"}
"""Actions that are buttons, with their words where they differ."""
BLIND = "You see the values, not the scores, in random order. Nothing is decided by it: it measures how many are right."
MOST_ROWS, MOST_LINES = 6, 2
EARLIER_LETTERS = {0: 21, 1: 28, 3: 8, 4: 10}
"""Widths of the columns of earlier checks; the result takes what is left."""


class SamplePanel(QWidget):
    """What is drawn, the question, the result.

    Signals:
        draw_asked(str, int): Draw so many pairs from one of `sampling.POPULATIONS`.
        end_asked: Leave the pairs without an answer out.
        decisions_asked: Take the answers as decisions.
        noted_chosen(int): Show the noted pair of this row among all pairs.
    """

    draw_asked = Signal(str, int)
    end_asked = Signal()
    decisions_asked = Signal()
    noted_chosen = Signal(int)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("samplePanel")
        self._actions = actions
        self._asking = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.empty = EmptyState(
            "No pairs checked yet",
            "A sample says how many of all pairs are right, with its range.",
            "",
            icon_name="sample",
        )
        self.empty.button.hide()
        self.faces = Pile(self._build_question(), self._build_rest())
        layout.addWidget(self.faces)

    # building

    def _build_rest(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(grid(1.5))
        column.addWidget(self._build_draw())
        column.addWidget(self._build_result())
        column.addWidget(self._build_earlier())
        column.addWidget(self.empty, 1)
        column.addStretch(1)
        return scrolled(inside)

    def _build_draw(self) -> QWidget:
        self.draw_card = Card()
        self.draw_card.setAccessibleName("Draw a sample")
        self.size_choice = Choice(letters=4)
        self.size_choice.setAccessibleName("How many pairs")
        self.size_choice.addItems([str(size) for size in SIZES])
        self.size_choice.setCurrentIndex(SIZES.index(USUAL))
        self.source_choice = Choice(letters=26)
        self.source_choice.setAccessibleName("Which pairs")
        self.draw_button = KeyButton("Draw", icon_name="sample", primary=True)
        self.draw_button.setObjectName("drawButton")
        self.draw_button.clicked.connect(self._on_draw_clicked)
        self._flow = FlowRow(
            label("Draw"), self.size_choice, label("pairs at random from"), self.source_choice, self.draw_button
        )
        self.draw_card.add(self._flow)
        self.draw_card.add(label(BLIND, "caption", wrap=True))
        return self.draw_card

    def _build_question(self) -> QWidget:
        card = Card("The same customer?")
        self._place = ElidedLabel()
        self._place.setObjectName("samplePlace")
        self._place.setAlignment(RIGHT)
        if card.head is not None:
            card.head.addWidget(self._place)
        self.compare = ComparePanel()
        self.compare.set_titled(False)
        self._actions.attach(self.compare, *BUTTONS, "differences_only", "show_cleaned")
        card.add(self.compare, 1)
        self.end_button = KeyButton("End here", icon_name="stop")
        self.end_button.setObjectName("endSampleButton")
        self.end_button.clicked.connect(self.end_asked)
        answers = AnswerButtons(self._actions, BUTTONS, self.end_button)
        self.buttons = answers.buttons
        face = QWidget()
        layout = QVBoxLayout(face)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        layout.addWidget(card, 1)
        layout.addWidget(answers)
        return face

    def _build_result(self) -> QWidget:
        self._result_card = Card()
        self._result_card.setAccessibleName("Result")
        self.words = label("", "title", wrap=True)
        self.words.setObjectName("sampleResult")
        self.consequence = label("", "muted", wrap=True)
        self._noted_words = label("", "heading", wrap=True)
        self.noted = WordsTable(NOTED)
        self.noted_table = self._table("notedTable", "Pairs on the wrong side of the line", self.noted)
        self.noted_table.setItemDelegate(LinesDelegate(self.noted_table))
        self.noted_table.activated.connect(self._on_noted_activated)
        self.show_button = QPushButton("Show in Pairs")
        self.show_button.clicked.connect(self._on_show_clicked)
        self.decide_button = QPushButton("Take the answers as decisions")
        self.decide_button.setObjectName("takeAnswersButton")
        self.decide_button.clicked.connect(self.decisions_asked)
        buttons = FlowRow(self.show_button, self.decide_button)
        for part in (self.words, self.consequence, self._noted_words, self.noted_table, buttons):
            self._result_card.add(part)
        return self._result_card

    def _build_earlier(self) -> QWidget:
        self.earlier = WordsTable(EARLIER)
        self.earlier_table = self._table("earlierTable", "Earlier checks", self.earlier)
        header = self.earlier_table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._earlier_card = Card("All checks", margins=Card.TABLE)
        self._earlier_card.add(self.earlier_table)
        return self._earlier_card

    def _table(self, name: str, words: str, model: WordsTable) -> QTableView:
        table = QTableView()
        table.setObjectName(name)
        set_up_table(table, words)
        table.setModel(model)
        return table

    # what is shown

    def show_sources(self, sources: Sequence[tuple[str, str]], *, enabled: bool) -> None:
        """Say what can be drawn from.

        Args:
            sources: Name of a population, and its words with their number.
            enabled: False where nothing can be changed.
        """
        chosen = self.source_choice.currentData()
        self.source_choice.clear()
        for name, words in sources:
            self.source_choice.addItem(words, name)
        self.source_choice.setCurrentIndex(max(self.source_choice.findData(chosen), 0))
        self.draw_button.setEnabled(enabled)

    def ask(
        self, number: int, total: int, rows: tuple[CompareRow, ...], left: str, right: str, *, enabled: bool = True
    ) -> None:
        """Ask a pair.

        Args:
            number: Which of the sample, from 1.
            total: How many the sample has.
            rows: The two records side by side; none where they are not in the present match.
            left: Where the first record comes from.
            right: The same of the second.
            enabled: False where nothing can be changed.
        """
        self._show_face(asking=True, known=True)
        place = f"Pair {number:,} of {total:,}"
        self._place.show_words(f"{place} · scores are hidden", place)
        self.compare.show_pair(rows, left, right)
        for name, button in self.buttons.items():
            button.setEnabled(enabled and (name != "previous_pair" or number > 1))
        self.end_button.setEnabled(enabled)

    def show_result(
        self,
        words: str,
        consequence: str,
        noted_words: str,
        noted: Sequence[tuple[str, str]],
        earlier: Sequence[tuple[str, ...]],
    ) -> None:
        """Show what the last sample says, and all that were made."""
        self._show_face(asking=False, known=True)
        self.words.setText(words)
        self.consequence.setText(consequence)
        self._noted_words.setText(noted_words)
        self.noted.show_rows(noted)
        self.earlier.show_rows(earlier)
        for part in (self.noted_table, self.show_button):
            part.setVisible(bool(noted))
        if noted:
            self.noted_table.selectRow(0)
        self._earlier_card.setVisible(len(earlier) > 1)
        self.fit()

    def show_nothing(self) -> None:
        """No sample was drawn yet."""
        self._show_face(asking=False, known=False)
        self.draw_button.setFocus()

    def _show_face(self, *, asking: bool, known: bool) -> None:
        self._asking = asking
        self.faces.show_number(0 if asking else 1)
        for card in (self._result_card, self._earlier_card):
            card.setVisible(known)
        self.empty.setVisible(not known)

    @property
    def is_asking(self) -> bool:
        """True while a pair is asked."""
        return self._asking

    def fit(self) -> None:
        """Heights and widths from what is shown and the size of the text."""
        wide = self.fontMetrics().averageCharWidth()
        half = max(self.noted_table.width() // 2, 30 * wide)
        for table, lines in ((self.noted_table, self._lines_of_noted(half)), (self.earlier_table, 1)):
            renew_row_height(table, lines)
            rows = min(max(table.model().rowCount(QModelIndex()), 1), MOST_ROWS)
            high = rows * table.verticalHeader().defaultSectionSize()
            table.setFixedHeight(row_height() + high + line_height() // 2)
        header_of(self.noted_table).give_widths({0: half})
        widths = {number: letters * wide for number, letters in EARLIER_LETTERS.items()}
        header_of(self.earlier_table).give_widths(widths)

    def _lines_of_noted(self, wide: int) -> int:
        """Lines that the records of wrong pairs need in so many pixels."""
        metrics, model = QFontMetrics(font()), self.noted
        rows = range(model.rowCount(QModelIndex()))
        texts = [str(model.index(row, at).data()) for row in rows for at in range(len(NOTED))]
        return max((lines_of(text, metrics, wide - 2 * PADDING, MOST_LINES) for text in texts), default=1)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    # pressed

    @Slot()
    def _on_draw_clicked(self) -> None:
        self.draw_asked.emit(str(self.source_choice.currentData()), SIZES[self.size_choice.currentIndex()])

    @Slot(QModelIndex)
    def _on_noted_activated(self, index: QModelIndex) -> None:
        self.noted_chosen.emit(index.row())

    @Slot()
    def _on_show_clicked(self) -> None:
        self.noted_chosen.emit(max(self.noted_table.currentIndex().row(), 0))
