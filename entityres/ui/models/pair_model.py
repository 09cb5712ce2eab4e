"""UI: the table of pairs: the session's review says which and in which order, this puts them into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from entityres.records.roles import Role
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.score_scale import chance_words, shown_of_bits, signed

if TYPE_CHECKING:
    import numpy as np

    from entityres.candidates.keys import Key
    from entityres.records.fields import CleanedRecords
    from entityres.session.review import Review

COLUMNS = (
    TableColumn("state", "State", tip="Where the pair stands: automatic in italics, decided by a person in bold"),
    TableColumn("score", "Score", numeric=True, tip="How strongly the fields speak for a match; 0.50 is even odds"),
    TableColumn("left", "Record A"),
    TableColumn("right", "Record B"),
    TableColumn("why", "Why compared", tip="The keys that picked this pair"),
    TableColumn("differences", "Differences"),
    TableColumn("group", "Group", numeric=True, tip="Records in the group of record A"),
    TableColumn("note", "Note"),
    TableColumn("person", "Decided by"),
    TableColumn("when", "When"),
)
SORTED_BY: dict[str, tuple[str, str]] = {
    "state": ("changed", "changed"),
    "score": ("score_up", "score_down"),
    "left": ("name", "name"),
    "right": ("name", "name"),
    "group": ("group", "group"),
    "when": ("changed", "changed"),
    "differences": ("risk", "risk"),
}
"""Orders of the review by column: ascending, descending."""

STATES: dict[str, tuple[str, str, str]] = {
    "review": ("Review", "review", "unsure"),
    "match": ("Match", "match", "match"),
    "not": ("Not", "not_match", "not_match"),
    "unsure": ("Unsure", "unsure", "unsure"),
    "implied": ("Implied", "implied", "muted"),
    "conflict": ("Conflict", "warning", "warning"),
}
"""Word, icon and colour role by state."""

ROLE_ICONS: dict[Role, str] = {
    Role.EMAIL: "mail",
    Role.PHONE: "phone",
    Role.BIRTH_DATE: "calendar",
    Role.DATE: "calendar",
    Role.STREET: "home",
    Role.POSTCODE: "home",
    Role.CITY: "home",
    Role.GIVEN_NAME: "people",
    Role.FAMILY_NAME: "people",
    Role.FULL_NAME: "people",
}
MOST_LOOKED_AT = 25
"""Pairs whose records say how wide records are: enough for the longest of twenty."""
DECIDED = Qt.ItemDataRole.UserRole + 20
"""Whether a person decided the pair (bool)."""


def key_chip(key: Key, cleaned: CleanedRecords) -> str:
    """A key as a chip: an icon and its name without "Same"."""
    name = key.name
    for start in ("Same ", "Similar "):
        if name.startswith(start) and len(name) > len(start):
            name = name[len(start) :]
    if key.bands is not None:
        return f"similar|{name}"
    fields = [field for part in key.parts for field in part.fields]
    roles = {field.name: field.role for field in cleaned.fields}
    icon = next((ROLE_ICONS[roles[field]] for field in fields if roles.get(field) in ROLE_ICONS), "key")
    return f"{icon}|{name}"


class PairModel(ArrayTableModel):
    """One row per pair of the review.

    Signals:
        sort_asked(str): A heading was pressed: the name of an order of the review.
    """

    sort_asked = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._review: Review | None = None
        self._chips: dict[str, str] = {}
        self._shapes: dict[str, str] = {}

    def show_review(self, review: Review | None) -> None:
        """Show the pairs of a review (another match)."""
        from entityres.ui.widgets.compare_panel import list_shape

        self._review = review
        matched = review.project.matched if review is not None else None
        if matched is None or review is None:
            self.reset_rows(0)
            return
        self._chips = {key.name: key_chip(key, matched.cleaned) for key in matched.scored.pairs.keys}
        self._shapes = {one.name: list_shape(number) for number, one in enumerate(matched.lists)}
        self.reset_rows(len(matched.scored), review.order)

    def all_chips(self) -> tuple[str, ...]:
        """The chips of all keys of the run."""
        return tuple(self._chips.values())

    def some_records(self) -> list[str]:
        """The records of some pairs, spread over all of them, as the table tells them."""
        n_pairs = self.n_source
        some = range(0, n_pairs, max(n_pairs // MOST_LOOKED_AT, 1))
        return [self.text(pair, name) for pair in some for name in ("left", "right")]

    def show_order(self) -> None:
        """The review has another order: show it."""
        if self._review is not None:
            self.set_order(self._review.order)

    def shape(self, name: str) -> str:
        """The shape that stands for a list."""
        return self._shapes.get(name, "")

    def place_words(self, record: int) -> str:
        """Where a record comes from: shape, list, row."""
        assert self._review is not None
        name, row = self._review.place(record)
        return f"{self.shape(name)} {name} row {row:,}"

    # what the table asks

    def text(self, source: int, column: str) -> str:
        review = self._review
        assert review is not None
        if column == "state":
            state = review.state_of(source)
            return STATES[state.name][0] + (" ↻" if state.changed else "")
        if column == "score":
            matched = review.project.matched
            assert matched is not None
            return f"{float(shown_of_bits(float(matched.scored.score[source]))):.2f}"
        if column in ("left", "right"):
            return review.summary(review.records(source)[column == "right"])
        if column == "why":
            return ", ".join(review.keys_of(source))
        if column == "differences":
            return ", ".join(review.differences(source))
        if column == "group":
            return str(review.group_size(source))
        if column == "note":
            return review.project.decisions.note_of(source)
        decision = review.project.decisions.decision(source)
        if decision is None or decision.answer is None:
            return ""
        return decision.person if column == "person" else f"{decision.at:%d %b %H:%M}"

    def tone(self, source: int, column: str) -> str:
        if column != "state":
            return "muted" if column in ("differences", "group", "note", "person", "when") else ""
        assert self._review is not None
        return STATES[self._review.state_of(source).name][2]

    def icon_name(self, source: int, column: str) -> str:
        if column != "state":
            return ""
        assert self._review is not None
        return STATES[self._review.state_of(source).name][1]

    def chips(self, source: int, column: str) -> tuple[str, ...]:
        assert self._review is not None
        if column == "why":
            return tuple(self._chips.get(name, name) for name in self._review.keys_of(source))
        if column == "differences":
            first, *others = self._review.differences(source) or ("",)
            return (first, *(f"· {words}" for words in others))
        return ()

    def tip(self, source: int, column: str) -> str:
        review = self._review
        assert review is not None
        if column == "state":
            return self.state_words(source)
        if column == "score":
            matched = review.project.matched
            assert matched is not None
            bits, chance = float(matched.scored.score[source]), review.probability(source)
            return f"{signed(bits)} points; {chance_words(chance)} likely the same customer"
        if column in ("left", "right"):
            record = review.records(source)[column == "right"]
            return f"{self.place_words(record)}\n{review.summary(record)}"
        return self.text(source, column)

    def spoken(self, source: int, column: str) -> str:
        return self.state_words(source) if column == "state" else super().spoken(source, column)

    def state_words(self, source: int) -> str:
        """Where a pair stands, and by whom."""
        assert self._review is not None
        state = self._review.state_of(source)
        if not state.decided:
            return state.words if state.name == "review" else f"{state.words}, automatic"
        words = f"{state.words}, decided by you"
        decision = self._review.project.decisions.decision(source)
        if decision is not None and decision.person != self._review.project.person:
            words = f"{state.words}, decided by {decision.person}"
        return f"{words}; values changed since, check again" if state.changed else words

    def sort_values(self, column: str) -> np.ndarray | None:
        return None

    # Qt

    def data(self, index, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: ANN001
        if role == DECIDED:
            source = self.source_row(index.row())
            return bool(self._review is not None and source >= 0 and self._review.state_of(source).decided)
        return super().data(index, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if 0 <= column < len(self.columns):
            names = SORTED_BY.get(self.columns[column].name)
            if names is not None:
                self.sort_asked.emit(names[order == Qt.SortOrder.DescendingOrder])
