"""UI: the table of rules on the Merge page: for each column the value that wins, and what decides between equals.

Columns that are taken from one record together (the parts of an address) are held by a bracket and have one rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QWidget

from entityres.settings import Rule
from entityres.ui.qt import as_tip, clear_layout
from entityres.ui.theme import colour, grid, row_height
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.elided import ElidedLabel

NEEDS_DATE = frozenset({"newest", "oldest"})
EACH_BY_ITSELF = frozenset({"all_different", "empty_if_conflict"})  # rules that would tear a set apart
LEAST_NAME = 13
"""Letters of a column's name that have room."""
STRETCHES = (2, 6, 4)
"""How names, rules and second rules share what is left."""
PARTS = {"take": "Take the value that is", "if_tied": "If tied, the value that is", "by": "Date column for"}


@dataclass(frozen=True)
class RuleRow:
    """One output column: its name, its rule, and the first column of the set that it is kept together with ("" for none)."""

    column: str
    rule: Rule
    kept_with: str = ""


class MergeRules(QWidget):
    """Rows of combo boxes.

    Signals:
        rule_chosen: A person chose a rule: the output columns that it is for (tuple of str), Rule.
    """

    rule_chosen = Signal(object, object)

    def __init__(self, words: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mergeRules")
        self._words = dict(words)
        self._rows: tuple[RuleRow, ...] = ()
        self._dates: tuple[str, ...] = ()
        self._names: dict[str, QLabel] = {}
        self._choices: dict[tuple[str, str], Choice] = {}
        self._wanted: tuple[int, ...] = (0, 0, 0)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, grid(1), 0)
        self._grid.setHorizontalSpacing(grid(1))
        self._grid.setVerticalSpacing(grid(0.75))
        self._share_width()

    def show_rules(self, rows: Sequence[RuleRow], dates: Sequence[str]) -> None:
        """Show the rules; widgets are kept when only rules changed, so that focus stays where it is.

        Args:
            rows: One for each output column, in order; the members of a set follow each other.
            dates: Output columns that `newest` and `oldest` can go by.
        """
        same = [(row.column, row.kept_with) for row in rows] == [(row.column, row.kept_with) for row in self._rows]
        same = same and tuple(dates) == self._dates
        self._rows, self._dates = tuple(rows), tuple(dates)
        if not same:
            self._build()
        for row in rows:
            if row.kept_with in ("", row.column):
                self._set(row)
        self._measure()
        self.update()

    def renew_sizes(self) -> None:
        """Heights and widths after another zoom."""
        rows, self._rows = self._rows, ()
        self.show_rules(rows, self._dates)

    @property
    def wanted_width(self) -> int:
        """Pixels that all that is chosen needs to be read."""
        margins = self._grid.contentsMargins()
        return sum(self._wanted) + 2 * self._grid.horizontalSpacing() + margins.left() + margins.right()

    def _share_width(self) -> None:
        """Give each column what it wants where there is room for all; else they share it, and words are cut short."""
        room = self.width() >= self.wanted_width
        for column, (wanted, stretch) in enumerate(zip(self._wanted, STRETCHES, strict=True)):
            least = self.fontMetrics().averageCharWidth() * LEAST_NAME if column == 0 else 0
            self._grid.setColumnMinimumWidth(column, wanted if room else least)
            self._grid.setColumnStretch(column, stretch)

    def _measure(self) -> None:
        """What names and chosen words want."""
        metrics = self.fontMetrics()
        dated = {row.column for row in self._rows if self._dates and needs_date(row.rule)}
        names = max((metrics.horizontalAdvance(row.column) for row in self._rows), default=0)
        shown = [(part, one.wanted_width) for (of, part), one in self._choices.items() if part != "by" or of in dated]
        takes = max((wide for part, wide in shown if part != "if_tied"), default=0)
        tied = max((wide for part, wide in shown if part == "if_tied"), default=0)
        self._wanted = (names + grid(1.75) + 2, takes, tied)
        self._share_width()

    def choice(self, column: str, part: str = "take") -> QComboBox:
        """The combo box of a column: `take`, `if_tied` or `by`."""
        return self._choices[column, part]

    def _build(self) -> None:
        clear_layout(self._grid)
        self._names, self._choices = {}, {}
        for at, title in enumerate(("Column", "Take the value that is…", "If tied")):
            self._grid.addWidget(self._narrow_label(title, "header"), 0, at)
        line = 1
        for row in self._rows:
            name = self._narrow_label(row.column, indent=grid(1.75) if row.kept_with else 0)
            self._names[row.column] = name
            self._grid.addWidget(name, line, 0)
            if row.kept_with not in ("", row.column):
                together = self._narrow_label(f"together with {row.kept_with}", "muted")
                self._grid.addWidget(together, line, 1, 1, 2)
                line += 1
                continue
            words = [(key, text) for key, text in self._words.items() if not (row.kept_with and key in EACH_BY_ITSELF)]
            self._grid.addWidget(self._add_choice(row.column, "take", words), line, 1)
            self._grid.addWidget(self._add_choice(row.column, "if_tied", words), line, 2)
            dates = [("", "by its own date"), *((date, f"by “{date}”") for date in self._dates)]
            self._grid.addWidget(self._add_choice(row.column, "by", dates), line + 1, 1)
            line += 2
        self._grid.setRowStretch(line, 1)

    def _narrow_label(self, words: str, kind: str = "text", indent: int = 0) -> ElidedLabel:
        """A label that gives way instead of widening the table, as high as a combo box."""
        made = ElidedLabel(kind, self)
        made.show_words(words)
        made.setContentsMargins(indent, 0, 0, 0)
        made.setMinimumHeight(row_height())
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return made

    def _add_choice(self, column: str, part: str, items: Iterable[tuple[str, str]]) -> Choice:
        choice = Choice(self, letters=5)
        for value, words in items:
            choice.addItem(words, value)
        choice.setAccessibleName(f"{PARTS[part]}: {column}")
        choice.setProperty("column", column)
        choice.setProperty("part", part)
        choice.activated.connect(self._on_activated)
        self._choices[column, part] = choice
        return choice

    def _set(self, row: RuleRow) -> None:
        for part, value in (("take", row.rule.take), ("if_tied", row.rule.if_tied), ("by", row.rule.by)):
            choice = self._choices[row.column, part]
            at = choice.findData(value)
            if at < 0:
                choice.addItem(self._words.get(value, value), value)
                at = choice.count() - 1
            choice.setCurrentIndex(at)
            choice.setToolTip(as_tip(choice.currentText()))
        self._choices[row.column, "by"].setVisible(bool(self._dates) and needs_date(row.rule))

    @Slot(int)
    def _on_activated(self, _at: int) -> None:
        choice = self.sender()
        column, part = str(choice.property("column")), str(choice.property("part"))
        row = next(row for row in self._rows if row.column == column)
        take, if_tied, by = (str(self._choices[column, one].currentData() or "") for one in PARTS)
        rule = Rule(take, if_tied, by)
        if not needs_date(rule):
            rule = Rule(take, if_tied)
        elif not by and part != "by" and not needs_date(row.rule) and self._dates:
            rule = Rule(take, if_tied, self._dates[0])
        if rule != row.rule:
            lead = row.kept_with
            together = tuple(one.column for one in self._rows if lead and one.kept_with == lead) or (column,)
            self.rule_chosen.emit(together, rule)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour("control_line"), 1.4))
        for lead in {row.kept_with for row in self._rows if row.kept_with}:
            boxes = [self._names[row.column].geometry() for row in self._rows if row.kept_with == lead]
            top, bottom, left = boxes[0].center().y(), boxes[-1].center().y(), boxes[0].left() + 2.5
            painter.drawPolyline(
                [QPointF(left + 6, top), QPointF(left, top), QPointF(left, bottom), QPointF(left + 6, bottom)]
            )


def needs_date(rule: Rule) -> bool:
    """Whether a rule goes by a date."""
    return rule.take in NEEDS_DATE or rule.if_tied in NEEDS_DATE
