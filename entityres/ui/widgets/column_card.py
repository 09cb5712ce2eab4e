"""UI: the chosen column: why it has its role, what is to be said, which headings belong together, how values are compared."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from entityres.ui.icons import pixmap
from entityres.ui.models.cleaned_examples import EXAMPLES, MISSING
from entityres.ui.models.list_table import shape
from entityres.ui.qt import as_tip, connect_weak
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.elided import in_lines
from entityres.ui.widgets.note_rows import NoteRows

NONE = "(none)"
MOST_LISTS = 4


class ColumnCard(Card):
    """One lined-up column in detail.

    Signals:
        heading_chosen: Number of a list (int) and the heading (str) that belongs to this row, "" for none.
    """

    heading_chosen = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Column", parent)
        self.why_label = label("", "muted", wrap=True)
        self.add(self.why_label)
        self.notes = NoteRows()
        self.add(self.notes)
        self._headings = QGridLayout()
        self._headings.setHorizontalSpacing(grid(1))
        self._headings.setVerticalSpacing(grid(0.5))
        self._headings.setColumnStretch(1, 1)
        self.heading_labels = [label("", "muted") for _ in range(MOST_LISTS)]
        self.heading_boxes = [Choice() for _ in range(MOST_LISTS)]
        for number, (words, box) in enumerate(zip(self.heading_labels, self.heading_boxes, strict=True)):
            words.setBuddy(box)
            box.setObjectName(f"headingBox{number + 1}")
            connect_weak(box.activated, self._on_heading_chosen, number)
            self._headings.addWidget(words, number, 0)
            self._headings.addWidget(box, number, 1)
        self.add(self._headings)
        self.examples_title = label("How values are compared", "header")
        self.add(self.examples_title)
        lines = QGridLayout()
        lines.setHorizontalSpacing(grid(1))
        lines.setVerticalSpacing(grid(0.5))
        lines.setColumnStretch(2, 1)
        self.example_labels: list[tuple[QLabel, QLabel, QLabel]] = []
        for number in range(EXAMPLES):
            parts = (label(""), QLabel(), label("", "muted"))
            for place, part in enumerate(parts):
                lines.addWidget(part, number, place)
            self.example_labels.append(parts)
        self.add(lines)
        self.body.addStretch(1)

    def show_headings(
        self, names: Sequence[str], headings: Sequence[Sequence[str]], chosen: Sequence[str | None], *, enabled: bool
    ) -> None:
        """Show which heading of each list belongs to the row; nothing for one list, or for more than fit.

        Args:
            names: Names of the lists.
            headings: Headings of each.
            chosen: The heading of each that belongs to the row, None for none.
            enabled: False where nothing can be changed.
        """
        shown = 1 < len(names) <= MOST_LISTS
        alone = sum(one is not None for one in chosen) == 1
        for number, (words, box) in enumerate(zip(self.heading_labels, self.heading_boxes, strict=True)):
            visible = shown and number < len(names)
            words.setVisible(visible)
            box.setVisible(visible)
            if not visible:
                continue
            words.setText(f"{shape(number)} {names[number]}")
            box.setAccessibleName(f"Column of {names[number]}")
            box.clear()
            box.addItem(NONE, "")
            for heading in headings[number]:
                box.addItem(heading, heading)
            box.setCurrentIndex(max(box.findData(chosen[number] or ""), 0))
            box.setEnabled(enabled and not (alone and chosen[number] is not None))

    def show_examples(self, examples: Sequence[tuple[str, str]]) -> None:
        """Show values as they are written and as they are compared."""
        self.examples_title.setVisible(bool(examples))
        for number, (value, arrow, text) in enumerate(self.example_labels):
            shown = number < len(examples)
            for part in (value, arrow, text):
                part.setVisible(shown)
            if shown:
                room = line_height() * 11
                # The parts of a full name or an address are longer together, each with its word before it.
                for part, words, most in ((value, examples[number][0], 1), (text, examples[number][1], 2)):
                    part.setText(in_lines(words, part.fontMetrics(), room, most))
                    part.setToolTip(as_tip(words))
                arrow.setPixmap(pixmap("skip", "muted", max(line_height() - 3, 11)))
                text.setAccessibleName(f"{examples[number][0]} is compared as {examples[number][1]}")
                set_kind(text, "muted" if examples[number][1] == MISSING else "strong")

    @Slot()
    def _on_heading_chosen(self, number: int) -> None:
        self.heading_chosen.emit(number, str(self.heading_boxes[number].currentData()))
