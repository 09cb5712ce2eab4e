"""Session: what people said about pairs, by record and not by run.

A decision names its two records by list and row number (see `row_numbers`), and keeps the fingerprint of their compared
values. After matching again it is attached to the pairs that exist then; where a fingerprint differs it stays, flagged. The
book is one array of fixed-size rows; a cleared decision leaves an empty row behind, so that slots never move.

Invariants: (left list, left row, right list, right row) is unique, in the order in which the decision was first written.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.entities.decisions import Answer, Decisions

if TYPE_CHECKING:
    from entityres.records.fields import CleanedRecords, FieldValues
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.row_numbers import RowNumbers

PIECE = 20_000
"""So many values or rows are worked on before other threads have a turn."""
NO_ANSWER = -2
GONE = -3

ROW = np.dtype(
    [
        ("left_list", "<i4"),
        ("left_row", "<i4"),
        ("right_list", "<i4"),
        ("right_row", "<i4"),
        ("answer", "i1"),
        ("how", "i1"),
        ("at", "<f8"),
        ("score", "<f4"),
        ("match_at", "<f4"),
        ("review_at", "<f4"),
        ("left_print", "<i8"),
        ("right_print", "<i8"),
        ("person", "<i4"),
        ("note", "<i4"),
    ]
)
PLACE = ["left_list", "left_row", "right_list", "right_row"]


class DecidedHow(IntEnum):
    """How a decision came about; a weaker one never replaces a stronger one."""

    BULK = 1
    SPLIT = 2
    KEY = 3


@dataclass(frozen=True)
class Decision:
    """One decision as it is shown.

    Attributes:
        answer: The answer; None when there is only a note.
        how: How it came about.
        at: When.
        person: Who.
        score: Match weight of the pair then, NaN when it was never compared.
        match_at: Probability from which pairs were matches then.
        review_at: Probability from which pairs were worth a look then.
        note: The note, or "".
        changed: True when the values of a record are not those that were decided on.
    """

    answer: Answer | None
    how: DecidedHow
    at: datetime
    person: str
    score: float
    match_at: float
    review_at: float
    note: str
    changed: bool


class Placing:
    """Where the records of the present match are: list number in the project and row, by position.

    Args:
        lists: Numbers of the lists in the project, in the order in which they are laid end to end.
        sizes: Records of each.
        row_numbers: For each list that was read anew the numbers of its rows (see `row_numbers`), None for the others.

    Attributes:
        lists: The same as an array.
        starts: int64 (n_lists + 1,): first record of each.
    """

    def __init__(
        self, lists: Sequence[int], sizes: Sequence[int], row_numbers: Sequence[RowNumbers | None] = ()
    ) -> None:
        self.lists = np.asarray(lists, np.int32)
        self.starts = np.concatenate([[0], np.cumsum(np.asarray(sizes, np.int64))]).astype(np.int64)
        self._numbers = {i: one for i, one in enumerate(row_numbers) if one is not None}

    def place(self, records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """List number and row number of records."""
        at = np.searchsorted(self.starts, records, side="right") - 1
        rows = (records - self.starts[at]).astype(np.int32)
        for i, numbers in self._numbers.items():
            here = at == i
            rows[here] = numbers.numbers[rows[here]]
        return self.lists[at], rows

    def records(self, lists: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """int32: position of each record, -1 where there is no such list or row now."""
        positions = np.full(len(lists), -1, np.int32)
        for i, number in enumerate(self.lists):
            if i in self._numbers:
                here = np.flatnonzero(lists == number)
                places = self._numbers[i].places(rows[here])
                here, found = here[places >= 0], places[places >= 0]
            else:
                here = np.flatnonzero((lists == number) & (rows < self.starts[i + 1] - self.starts[i]))
                found = rows[here]
            positions[here] = found + self.starts[i]
        return positions


def fingerprints(cleaned: CleanedRecords, records: np.ndarray) -> np.ndarray:
    """int64 (n,): a fingerprint of the compared values of each record, the same in every run and order of fields."""
    prints = np.zeros(len(records), np.uint64)
    for field in cleaned.fields:
        codes = field.codes[records]
        filled = codes >= 0
        # Each different value is looked at once, however many of the records have it.
        used = np.zeros(len(field.values), bool)
        used[codes[filled]] = True
        distinct = np.flatnonzero(used)
        mixed = np.empty(len(field.values), np.uint64)
        mixed[distinct] = _hashes(field, distinct) * np.uint64(0x9E3779B97F4A7C15)
        prints[filled] += mixed[codes[filled]] ^ _salt(field.name)
    return prints.view(np.int64)


def _hashes(field: FieldValues, codes: np.ndarray) -> np.ndarray:
    """uint64 (n,): a hash of each of these values; in pieces, between which other threads have their turn."""
    from pandas.util import hash_array

    made = [np.empty(0, np.uint64)]
    for at in range(0, len(codes), PIECE):
        texts = field.values.take(codes[at : at + PIECE]).to_numpy(zero_copy_only=False)
        made.append(hash_array(texts, categorize=False))
    return np.concatenate(made)


@cache
def _salt(name: str) -> np.uint64:
    from pandas.util import hash_array

    return hash_array(np.asarray([name], object), categorize=False)[0]


@dataclass(frozen=True)
class Said:
    """What people said about the pairs of a match at one moment, for work in the background.

    Attributes:
        answers: int8 (n_pairs,): `Answer` of each scored pair, NO_ANSWER where nobody answered.
        changed_pairs: int32: pairs that were decided on other values than they have now.
        version: Version of the book that says so.
    """

    answers: np.ndarray
    changed_pairs: np.ndarray
    version: int


class DecisionBook:
    """All decisions of a project, attached to the present match."""

    def __init__(self, rows: np.ndarray | None = None, texts: dict[int, str] | None = None) -> None:
        rows = np.empty(0, ROW) if rows is None else rows
        self.texts = texts if texts is not None else {0: ""}
        self.version = 0
        self._rows = rows
        self._size = len(rows)
        self._slots: dict[bytes, int] = dict(zip(_names(rows), range(len(rows)), strict=True))
        self._placing = Placing((), ())
        self._scored: ScoredPairs | None = None
        self._pair = np.full(len(rows), -1, np.int32)
        self._left = np.full(len(rows), -1, np.int32)
        self._right = np.full(len(rows), -1, np.int32)
        self._changed = np.zeros(len(rows), bool)
        self._slot_of_pair = np.empty(0, np.int32)
        self._answers: tuple[int, np.ndarray] | None = None

    def __len__(self) -> int:
        """How many pairs have an answer."""
        return int(np.count_nonzero(self.rows["answer"] >= Answer.NOT))

    @property
    def rows(self) -> np.ndarray:
        """`ROW` (n,): all rows, cleared ones among them."""
        return self._rows[: self._size]

    def copy(self) -> DecisionBook:
        """A book of its own with the same decisions, attached to the same match: to be written in another thread."""
        made = copy(self)
        for name in ("_rows", "_pair", "_left", "_right", "_changed", "_slot_of_pair"):
            setattr(made, name, getattr(self, name).copy())
        made.texts, made._slots = self.texts, self._slots.copy()
        return made

    # Attaching

    def attach(
        self,
        placing: Placing,
        scored: ScoredPairs | None,
        cleaned: CleanedRecords | None,
        prints: np.ndarray | None = None,
    ) -> None:
        """Find the records and pairs of all decisions in a match, and flag those whose values changed.

        Args:
            placing: Where the records of the match are.
            scored: Its pairs.
            cleaned: Its values.
            prints: int64 (n_records,): the fingerprints of all records, where they are known already.
        """
        self._placing, self._scored = placing, scored
        self._slot_of_pair = np.full(len(scored) if scored else 0, -1, np.int32)
        self._locate(np.arange(self._size))
        self._changed[:] = False
        if cleaned is not None:
            rows = self.rows
            for records, then in ((self._left, rows["left_print"]), (self._right, rows["right_print"])):
                there = np.flatnonzero((records[: self._size] >= 0) & (rows["answer"] != GONE))
                now = fingerprints(cleaned, records[there]) if prints is None else prints[records[there]]
                self._changed[there] |= now != then[there]
        self.version += 1

    def _locate(self, slots: np.ndarray) -> None:
        rows = self.rows if len(slots) == self._size else self._rows[slots]
        one = self._placing.records(rows["left_list"], rows["left_row"])
        two = self._placing.records(rows["right_list"], rows["right_row"])
        there = (one >= 0) & (two >= 0) & (one != two)
        self._left[slots] = one
        self._right[slots] = two
        self._pair[slots] = -1
        if self._scored is not None and there.any():
            found = find_pairs(self._scored, np.minimum(one, two)[there], np.maximum(one, two)[there])
            self._pair[slots[there]] = found
            self._slot_of_pair[found[found >= 0]] = slots[there][found >= 0]

    # Reading

    def slot_of(self, pair: int) -> int:
        """The row of a pair, -1 when it has none."""
        return int(self._slot_of_pair[pair]) if pair < len(self._slot_of_pair) else -1

    @property
    def answers(self) -> np.ndarray:
        """int8 (n_pairs,): `Answer` of each scored pair, NO_ANSWER where nobody answered."""
        if self._answers is None or self._answers[0] != self.version:
            answers = np.full(len(self._slot_of_pair), NO_ANSWER, np.int8)
            there = np.flatnonzero(self._pair[: self._size] >= 0)
            answers[self._pair[there]] = np.maximum(self.rows["answer"][there], NO_ANSWER)
            answers.setflags(write=False)
            self._answers = (self.version, answers)
        return self._answers[1]

    @property
    def said(self) -> Said:
        """What is said of the pairs now."""
        return Said(self.answers, self.changed_pairs, self.version)

    def answer_of(self, pair: int) -> Answer | None:
        """The answer on a scored pair."""
        slot = self.slot_of(pair)
        value = GONE if slot < 0 else int(self._rows["answer"][slot])
        return Answer(value) if value >= Answer.NOT else None

    def decision(self, pair: int) -> Decision | None:
        """Everything about the decision (or note) on a scored pair."""
        slot = self.slot_of(pair)
        if slot < 0 or self._rows["answer"][slot] == GONE:
            return None
        row = self._rows[slot]
        return Decision(
            Answer(int(row["answer"])) if row["answer"] >= Answer.NOT else None,
            DecidedHow(int(row["how"])),
            datetime.fromtimestamp(float(row["at"])),
            self.texts[int(row["person"])],
            float(row["score"]),
            float(row["match_at"]),
            float(row["review_at"]),
            self.texts[int(row["note"])],
            bool(self._changed[slot]),
        )

    def note_of(self, pair: int) -> str:
        """The note on a scored pair, or ""."""
        slot = self.slot_of(pair)
        return self.texts[int(self._rows["note"][slot])] if slot >= 0 and self._rows["answer"][slot] != GONE else ""

    @property
    def changed_pairs(self) -> np.ndarray:
        """int32: scored pairs that were decided on other values than they have now."""
        size = self._size
        return self._pair[:size][self._changed[:size] & (self._pair[:size] >= 0) & (self.rows["answer"] >= Answer.NOT)]

    @property
    def count(self) -> int:
        """Decisions that were made and not taken back."""
        return int(np.count_nonzero(self.rows["answer"] >= Answer.NOT))

    @property
    def lost(self) -> int:
        """Decisions whose records are not in the present match."""
        size = self._size
        gone = (self._left[:size] < 0) | (self._right[:size] < 0)
        return int(np.count_nonzero(gone & (self.rows["answer"] >= Answer.NOT)))

    def pair_values(self, name: str, missing: float) -> np.ndarray:
        """(n_pairs,): one column of the rows for each scored pair, `missing` where nobody answered."""
        values = np.full(len(self._slot_of_pair), missing, self._rows[name].dtype)
        there = np.flatnonzero((self._pair[: self._size] >= 0) & (self.rows["answer"] >= Answer.NOT))
        values[self._pair[there]] = self.rows[name][there]
        return values

    def looked_at(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pairs that people answered one by one or group by group with match or not.

        Returns:
            int32 (n,): the pairs, ascending. bool (n,): whether a match. float64 (n,): when.
        """
        rows, pair = self.rows, self._pair[: self._size]
        said = rows["answer"]
        there = np.flatnonzero((rows["how"] >= DecidedHow.SPLIT) & ((said == Answer.MATCH) | (said == Answer.NOT)))
        there = there[pair[there] >= 0]
        there = there[np.argsort(pair[there])]
        return pair[there], said[there] == Answer.MATCH, rows["at"][there]

    def as_decisions(self) -> Decisions:
        """The answers as the engine takes them, for the present match."""
        size = self._size
        return _decisions(self._left[:size], self._right[:size], self.rows["answer"])

    def decisions_for(self, placing: Placing) -> Decisions:
        """The answers as the engine takes them, for lists laid end to end in this way."""
        rows = self.rows[self.rows["answer"] >= Answer.NOT]
        one = placing.records(rows["left_list"], rows["left_row"])
        two = placing.records(rows["right_list"], rows["right_row"])
        return _decisions(one, two, rows["answer"])

    # Writing

    def places(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """`ROW` (n,): rows for record pairs of the present match, nothing but their places filled in."""
        rows = np.zeros(len(left), ROW)
        rows["left_list"], rows["left_row"] = self._placing.place(left)
        rows["right_list"], rows["right_row"] = self._placing.place(right)
        return self.in_order(rows)

    def in_order(self, rows: np.ndarray) -> np.ndarray:
        """The same rows with the sides as the book has them, where it has the pair the other way round."""
        turned = rows.copy()
        for one, two in (("left_list", "right_list"), ("left_row", "right_row")):
            turned[one], turned[two] = rows[two], rows[one]
        known = self._find(rows) >= 0
        other = ~known & (self._find(turned) >= 0)
        return np.where(other, turned, rows)

    def standing(self, rows: np.ndarray) -> np.ndarray:
        """`ROW` (n,): what the book has at the places of these rows (`answer` GONE where nothing)."""
        slots = self._find(rows)
        found = rows.copy()
        found["answer"] = GONE
        found[slots >= 0] = self._rows[slots[slots >= 0]]
        return found

    def put(self, rows: np.ndarray, flags: np.ndarray | None = None) -> None:
        """Write rows over those at their places; `answer` GONE clears one.

        Args:
            rows: `ROW` (n,), unique places.
            flags: bool (n,): the values changed since the decision; None when they did not.
        """
        slots = self._find(rows)
        new = np.flatnonzero(slots < 0)
        if len(new):
            self._grow(len(new))
            slots[new] = np.arange(self._size, self._size + len(new))
            for at in range(0, len(new), PIECE):
                some = new[at : at + PIECE]
                self._slots.update(zip(_names(rows[some]), slots[some].tolist(), strict=True))
            self._size += len(new)
            self._rows[slots] = rows
            self._locate(slots[new])
        self._rows[slots] = rows
        self._changed[slots] = False if flags is None else flags
        self.version += 1
        if self._answers is not None and self._answers[0] == self.version - 1 and len(rows) < 1000:
            self._patch_answers(slots)

    def _patch_answers(self, slots: np.ndarray) -> None:
        """Keep the array of answers up to date after few changes, instead of making it again."""
        assert self._answers is not None
        answers = self._answers[1].copy()
        there = slots[self._pair[slots] >= 0]
        answers[self._pair[there]] = np.maximum(self._rows["answer"][there], NO_ANSWER)
        answers.setflags(write=False)
        self._answers = (self.version, answers)

    def flags_of(self, rows: np.ndarray, cleaned: CleanedRecords | None) -> np.ndarray:
        """bool (n,): whether the values at the places of these rows differ from their fingerprints now."""
        flags = np.zeros(len(rows), bool)
        if cleaned is None:
            return flags
        for side in ("left", "right"):
            records = self._placing.records(rows[f"{side}_list"], rows[f"{side}_row"])
            there = np.flatnonzero(records >= 0)
            flags[there] |= fingerprints(cleaned, records[there]) != rows[f"{side}_print"][there]
        return flags

    def pair_at(self, row: Any) -> int | None:
        """The scored pair at the place of a row, None when there is none now."""
        slot = self._find(np.asarray([row], ROW))[0]
        pair = int(self._pair[slot]) if slot >= 0 else -1
        return pair if pair >= 0 else None

    def _find(self, rows: np.ndarray) -> np.ndarray:
        found = np.empty(len(rows), np.int64)
        for at in range(0, len(rows), PIECE):
            names = _names(rows[at : at + PIECE])
            found[at : at + PIECE] = np.fromiter(map(self._slots.get, names, repeat(-1)), np.int64, len(names))
        return found

    def _grow(self, more: int) -> None:
        need = self._size + more
        if need <= len(self._rows):
            return
        size = max(need, 2 * len(self._rows), 64)
        for name, empty in (("_rows", 0), ("_pair", -1), ("_left", -1), ("_right", -1), ("_changed", 0)):
            old = getattr(self, name)
            made = np.full(size, empty, old.dtype) if name != "_rows" else np.zeros(size, ROW)
            made[: self._size] = old[: self._size]
            setattr(self, name, made)


def _decisions(one: np.ndarray, two: np.ndarray, answers: np.ndarray) -> Decisions:
    """The answers about records (-1: not there) that there are, in the order of the records."""
    there = np.flatnonzero((answers >= Answer.NOT) & (one >= 0) & (two >= 0) & (one != two))
    one, two, said = one[there], two[there], answers[there].astype(np.int8)
    left, right = np.minimum(one, two), np.maximum(one, two)
    order = np.argsort(left.astype(np.int64) << 32 | right, kind="stable")
    return Decisions(left[order], right[order], said[order])


def find_pairs(scored: ScoredPairs, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int32 (n,): the scored pair of each pair of records (left < right), -1 where they were not compared."""
    pairs = scored.pairs
    if not len(pairs):
        return np.full(len(left), -1, np.int32)
    if len(left) < 64:
        return np.asarray(
            [_find_pair(pairs.left, pairs.right, int(a), int(b)) for a, b in zip(left, right, strict=True)], np.int32
        )
    keys = pairs.left.astype(np.int64) << 32 | pairs.right
    wanted = left.astype(np.int64) << 32 | right
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, at, -1).astype(np.int32)


def _find_pair(lefts: np.ndarray, rights: np.ndarray, left: int, right: int) -> int:
    start, end = (int(i) for i in np.searchsorted(lefts, np.asarray([left, left + 1], lefts.dtype)))
    at = start + int(np.searchsorted(rights[start:end], np.asarray(right, rights.dtype)))
    return at if at < end and rights[at] == right else -1


def _names(rows: np.ndarray) -> list[bytes]:
    """The place of each row as 16 bytes, to look it up."""
    places = np.empty((len(rows), 4), "<i4")
    for i, name in enumerate(PLACE):
        places[:, i] = rows[name]
    names: list[bytes] = places.view("V16").ravel().tolist()
    return names
