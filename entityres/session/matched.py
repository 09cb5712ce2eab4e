"""Session: the last match, with what it was made from.

It stays as it is until the next one: lists that are added or removed and roles that change leave it alone, and make it
out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.session.decision_book import Placing
from entityres.session.document import Document, ListEntry
from entityres.session.stages import MADE_FROM

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import KeysNotUsed
    from entityres.candidates.keys import Key
    from entityres.entities.groups import Groups
    from entityres.pipeline import MatchResult, RunSoFar
    from entityres.records.fields import CleanedRecords, Columns
    from entityres.records.record_list import RecordList
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.row_numbers import RowNumbers
    from entityres.settings import Settings


@dataclass(frozen=True)
class Matched:
    """What matching made, and what from. Groups are not kept: they follow from the scores and the decisions.

    Attributes:
        lists: The lists that were matched.
        columns: Their roles and lined-up columns.
        cleaned: Their cleaned values.
        scored: Scored pairs, with what was learned from decisions and what other partners say.
        seconds: Time of each stage.
        entries: The lists as they are in the project, parallel to `lists`.
        made_from: What it was made from, as plain data.
        content: The content of the project file that holds it.
        weighed: The pairs as they were weighed, before either; None when `scored` is that.
        row_numbers: The numbers of the rows of each list that was read anew, None for the others.
    """

    lists: tuple[RecordList, ...]
    columns: Columns
    cleaned: CleanedRecords
    scored: ScoredPairs
    seconds: Mapping[str, float]
    entries: tuple[ListEntry, ...]
    made_from: Mapping[str, Any]
    content: int
    weighed: ScoredPairs | None = None
    row_numbers: tuple[RowNumbers | None, ...] = ()

    @property
    def as_weighed(self) -> ScoredPairs:
        """The pairs as they were weighed, before anything was learned from decisions and before partners compete."""
        return self.scored if self.weighed is None else self.weighed

    def judged(self, settings: Settings) -> Matched:
        """The same with what was learned from decisions, and with partners where a record has at most one."""
        from entityres.scoring.doubles_inside import single_lists
        from entityres.scoring.judging import judged

        single = single_lists(self.scored.inside, settings, len(self.lists))
        if self.scored.refit == settings.refit and self.scored.single == single:
            return self
        if settings.refit is None and not single:
            return replace(self, scored=self.as_weighed, weighed=None)
        scored = judged(self.as_weighed, self.cleaned, settings)
        return replace(self, scored=scored, weighed=self.as_weighed)

    @property
    def placing(self) -> Placing:
        """Where its records are."""
        return Placing([entry.number for entry in self.entries], [len(one) for one in self.lists], self.row_numbers)

    def pair_in(self, other: Matched, pair: int) -> int:
        """The pair of the same two records in another match, -1 where that does not have it."""
        pairs, others = self.scored.pairs, other.scored.pairs
        if others is pairs or pair < 0:
            return pair
        return other.pair_at(self.places_of(pair))

    def record_of(self, other: Matched, record: int) -> int:
        """The number that a record of another match has in this one, -1 where it is not in it."""
        if record < 0:
            return -1
        numbers, rows = other.placing.place(np.array([record], np.int64))
        return int(self.placing.records(numbers, rows)[0])

    def places_of(self, pair: int) -> list[list[int]]:
        """Number of the list and row number of both records of a pair, which hold for other matches too."""
        pairs = self.scored.pairs
        numbers, rows = self.placing.place(np.array([pairs.left[pair], pairs.right[pair]], np.int64))
        return [[int(number), int(row)] for number, row in zip(numbers, rows, strict=True)]

    def pair_at(self, places: list[list[int]]) -> int:
        """The pair of the records at these places (see `places_of`), -1 where this match does not have it."""
        pairs, at = self.scored.pairs, np.asarray(places, np.int32)
        ends = self.placing.records(at[:, 0], at[:, 1])
        if ends.min() < 0:
            return -1
        found = np.flatnonzero((pairs.left == ends.min()) & (pairs.right == ends.max()))
        return int(found[0]) if len(found) else -1

    def renamed(self, names: Mapping[int, str]) -> Matched:
        """The same with the names that lists have now, by number; a list that was removed keeps its last one."""
        entries = tuple(replace(e, name=names.get(e.number, e.name)) for e in self.entries)
        lists = tuple(replace(one, name=e.name) for one, e in zip(self.lists, entries, strict=True))
        return self if entries == self.entries else replace(self, lists=lists, entries=entries)

    def fitting(self, settings: Settings) -> Settings:
        """The settings without rules and preferred lists that name what this match does not have.

        A column may have been renamed since, or its list taken out: such a choice waits until what it names is there again.
        """
        columns, lists = {one.name for one in self.columns.output}, {one.name for one in self.lists}
        rules = {name: one for name, one in settings.rules.items() if {name, one.by or name} <= columns}
        preferred = tuple(name for name in settings.preferred_lists if name in lists)
        return settings.changed(rules=rules, preferred_lists=preferred)

    def result(self, groups: Groups) -> MatchResult:
        """What export takes."""
        from entityres.pipeline import MatchResult

        return MatchResult(self.lists, self.columns, self.cleaned, self.scored, groups, dict(self.seconds))


@dataclass(frozen=True)
class Prepared:
    """What can be shown before pairs are compared: columns, cleaned values and the keys that would be used.

    Attributes:
        columns: Roles and lined-up columns.
        cleaned: Cleaned values.
        keys: The user's keys, or those that the planner chose.
        made_from: What it was made from, to see whether it still holds.
        not_used: The keys that the planner looked at and left.
    """

    columns: Columns
    cleaned: CleanedRecords
    keys: tuple[Key, ...]
    made_from: Mapping[str, Any] = field(default_factory=dict)
    not_used: KeysNotUsed | None = None


@dataclass(frozen=True)
class Stopped:
    """What is left of matching that the user stopped; the next run goes on from there.

    Attributes:
        partial_keys: Keys whose pairs were found before the stop; matching with these alone is quick (see `keys_to_use`).
        n_keys: How many keys the run would have used.
        n_pairs: Pairs that the finished keys found together.
        stage: What was going on.
        so_far: What the run had made.
        made_from: What it was made from, as plain data.
    """

    partial_keys: tuple[Key, ...]
    n_keys: int
    n_pairs: int
    stage: str
    so_far: RunSoFar = field(repr=False, compare=False)
    made_from: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def keys_to_use(self) -> tuple[Key, ...]:
        """The keys of the run with those switched off that were not finished."""
        keys = self.so_far.plan.keys if self.so_far.plan is not None else ()
        return tuple(replace(key, enabled=key in self.partial_keys) for key in keys)

    def goes_on(self, now: Mapping[str, Any]) -> RunSoFar | None:
        """What of it holds for a run that is made from `now`; None where nothing does."""
        changed = differences(self.made_from, now)
        if not changed:
            return self.so_far
        return self.so_far.with_other_keys() if changed == (MADE_FROM["keys"],) else None


def made_from(document: Document) -> dict[str, Any]:
    """What a match depends on, as plain data; a list counts by its number and content, not by its name."""
    data = document.settings.to_json()
    numbers = {entry.name: entry.number for entry in document.lists}
    roles = {}
    for name, role in data["roles"].items():
        roles[_by_number(name, numbers)] = role
    chosen = {name: data[name] for name in MADE_FROM if name != "roles"}
    # What an older version of the program did not know is none, and no difference.
    chosen["date_orders"] = data["date_orders"] or None
    chosen["lined_up"] = [[_by_number(one, numbers) for one in pair] for pair in data["lined_up"]] or None
    lists = [[entry.number, entry.content] for entry in document.lists]
    return {"lists": lists, "roles": roles, **chosen}


def _by_number(name: str, numbers: Mapping[str, int]) -> str:
    """`list:heading` with the number of the list."""
    owner, colon, heading = name.partition(":")
    return f"{numbers[owner]}:{heading}" if colon and owner in numbers else name


def differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """What changed, in words: ("lists", "role of “phone”", "keys")."""
    words: list[str] = []
    if then["lists"] != now["lists"]:
        words.append("lists")
    for name, label in MADE_FROM.items():
        if _plain(then.get(name)) == _plain(now.get(name)):
            continue
        if name == "roles":
            changed = {h for h in {*then["roles"], *now["roles"]} if then["roles"].get(h) != now["roles"].get(h)}
            headings = sorted({h.partition(":")[2] or h for h in changed})
            words.append(f"role of “{headings[0]}”" if len(headings) == 1 else label)
        elif label not in words:
            words.append(label)
    return tuple(words)


def _plain(value: Any) -> Any:
    """Plain data as it is after a trip through JSON."""
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return value
