"""Engine: the candidates for a merged value, and how a rule chooses among them, for all groups at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.entities.value_order import as_dates, as_numbers, day_comes_first
from entityres.records.coding import encode, from_arrow, gather
from entityres.records.compiled import compiled, side_by_side
from entityres.records.roles import Role
from entityres.settings import Rule

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.records.fields import Columns

SEPARATOR = "; "

SMALL_GROUP = 16
"""Members of a group that are compared one with the other."""


@dataclass(frozen=True)
class CandidateTexts:
    """One output column over the candidates.

    Attributes:
        codes: int32 (n,): position in `values`; -1 where the cell is empty or blank.
        values: `large_string`: distinct texts.
        column: `large_string`: the whole column, over all records.
    """

    codes: np.ndarray
    values: pa.LargeStringArray
    column: pa.LargeStringArray

    @cached_property
    def lengths(self) -> np.ndarray:
        """int64 (n,): characters of each text; 0 where empty."""
        return self._spread(pc.utf8_length(self.values).to_numpy(zero_copy_only=False).astype(np.int64), 0)

    @cached_property
    def numbers(self) -> np.ndarray:
        """float64 (n,): texts as numbers."""
        return self._spread(as_numbers(self.values), np.nan)

    @cached_property
    def dates(self) -> np.ndarray:
        """float64 (n,): texts as days."""
        # Few candidates may leave open what the column as a whole says.
        return self._spread(as_dates(self.values, day_comes_first(self.column)), np.nan)

    def folded(self, where: np.ndarray) -> np.ndarray:
        """int32 (n,): equal for texts that differ only in case or in blanks at the ends; -1 where empty or not asked for.

        Args:
            where: bool (n,): the candidates that are asked for; only their texts are looked at.
        """
        used = np.zeros(len(self.values) + 1, bool)
        used[self.codes[where]] = True
        used[-1] = False  # where -1 pointed to
        places = np.flatnonzero(used)
        texts = pc.utf8_lower(pc.utf8_trim_whitespace(self.values.take(places)))
        by_value = np.full(len(self.values) + 1, -1, np.int32)
        by_value[places] = encode(from_arrow(texts))[0]
        return np.where(where, by_value[self.codes], -1)

    def _spread(self, by_value: np.ndarray, empty: float) -> np.ndarray:
        if not len(by_value):
            return np.full(len(self.codes), empty)
        return np.where(self.codes < 0, empty, by_value[self.codes])


@dataclass(frozen=True)
class Candidates:
    """The members of all groups of two or more, group by group.

    Attributes:
        group_numbers: int64 (g,): the number of each such group.
        starts: int64 (g,): where each group's members begin.
        group: int64 (n,): position of the member's group in `group_numbers`.
        records: int32 (n,): the members, in each group by `place`.
        list_rank: int64 (n,): rank of their list, 0 is best.
        place: int64 (n,): order of preference when all rules are level: by list, then by row.
        columns: What the columns are.
        texts: Each output column over the members.
    """

    group_numbers: np.ndarray
    starts: np.ndarray
    group: np.ndarray
    records: np.ndarray
    list_rank: np.ndarray
    place: np.ndarray
    columns: Columns
    texts: tuple[CandidateTexts, ...]

    @staticmethod
    def of(
        groups: Groups, list_rank: np.ndarray, columns: Columns, stacked: Sequence[pa.LargeStringArray]
    ) -> Candidates:
        """The candidates of these groups; `list_rank` is int64 (n_records,)."""
        numbers = np.flatnonzero(groups.sizes > 1)
        sizes = groups.sizes[numbers]
        records = groups.order[(groups.sizes > 1)[groups.group_of[groups.order]]].astype(np.int32)
        starts = np.concatenate([[0], np.cumsum(sizes)])[:-1].astype(np.int64)
        group = np.repeat(np.arange(len(numbers)), sizes)
        place = list_rank[records] * np.int64(len(groups.group_of) + 1) + records
        if ((place[1:] < place[:-1]) & (group[1:] == group[:-1])).any():
            order = np.lexsort((place, group))
            records, place = records[order], place[order]
        texts = tuple(side_by_side(lambda array: _texts_of(array, records), stacked))
        return Candidates(numbers, starts, group, records, list_rank[records], place, columns, texts)

    @cached_property
    def filled(self) -> np.ndarray:
        """int64 (n,): filled cells of each record."""
        return np.asarray(np.sum([texts.codes >= 0 for texts in self.texts], axis=0, dtype=np.int64))

    @cached_property
    def agreeing(self) -> np.ndarray:
        """int64 (n,): how often the record's values stand in other records of its group too."""
        total = np.zeros(len(self.records), np.int64)
        for texts in self.texts:
            filled = texts.codes >= 0
            total += np.where(filled, self.repeats(texts.folded(filled)), 0)
        return total

    def repeats(self, codes: np.ndarray) -> np.ndarray:
        """int64 (n,): members of the same group with the same code."""
        first = self.first_alike(codes, codes)
        return np.bincount(first, minlength=len(first))[first]

    def first_alike(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """int32 (n,): position of the first member of the same group that has the same two codes (int32 (n,) each)."""
        out = np.empty(len(self.records), np.int32)
        one, other = np.ascontiguousarray(one, np.int32), np.ascontiguousarray(other, np.int32)
        _first_alike(one, other, self.bounds, out)
        return out

    @cached_property
    def bounds(self) -> np.ndarray:
        """int64 (g + 1,): the members of group number i are those from bounds[i] up to bounds[i + 1]."""
        return np.append(self.starts, len(self.records))


def _texts_of(array: pa.LargeStringArray, records: np.ndarray) -> CandidateTexts:
    texts = gather(from_arrow(array), records)
    codes, firsts = encode(texts)
    values = gather(texts, firsts).to_arrow()
    blank = pc.equal(pc.utf8_trim_whitespace(values), "").to_numpy(zero_copy_only=False)
    if blank.any():
        codes[np.concatenate([blank, [False]])[codes]] = -1
    return CandidateTexts(codes, values, array)


@compiled("void(int32[::1], int32[::1], int64[::1], int32[::1])")
def _first_alike(one, other, starts, out):  # type: ignore[no-untyped-def]
    # Most groups have two or three members, which are compared with each other; those of a large one are looked up.
    slots = np.empty(0, np.int32)
    for group in range(len(starts) - 1):
        begin, end = starts[group], starts[group + 1]
        if end - begin <= SMALL_GROUP:
            for i in range(begin, end):
                j = begin
                while one[j] != one[i] or other[j] != other[i]:
                    j += 1
                out[i] = j
            continue
        size = 2
        while size < 2 * (end - begin):
            size *= 2
        if len(slots) < size:
            slots = np.empty(size, np.int32)
        slots[:size] = -1
        for i in range(begin, end):
            h = np.uint64((np.uint64(np.uint32(one[i])) << np.uint64(32)) | np.uint64(np.uint32(other[i])))
            h = np.uint64(h * np.uint64(0x9E3779B97F4A7C15))
            slot = np.int64(np.uint64(h ^ (h >> np.uint64(32))) & np.uint64(size - 1))
            while slots[slot] >= 0 and (one[slots[slot]] != one[i] or other[slots[slot]] != other[i]):
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0:
                slots[slot] = i
            out[i] = slots[slot]


class Unit:
    """Columns that are chosen together: one, or the parts of an address or a name.

    Attributes:
        candidates: Whose values they are.
        numbers: Positions of the output columns.
        names_first: A record with all parts filled goes before one with some (first and last name).
        parts: int64 (n,): filled parts of each candidate.
        codes: int32 (n,): equal for candidates of a group with equal parts, those of the text where it is one column; -1
            where all parts are empty.
    """

    def __init__(self, candidates: Candidates, numbers: tuple[int, ...], names_first: bool = False) -> None:
        self.candidates = candidates
        self.numbers = numbers
        self.names_first = names_first and len(numbers) > 1
        texts = [candidates.texts[i] for i in numbers]
        self.parts = np.sum([text.codes >= 0 for text in texts], axis=0, dtype=np.int64)
        codes = texts[0].codes
        for text in texts[1:]:
            codes = candidates.first_alike(codes, text.codes)
        self.codes = np.where(self.parts > 0, codes, -1)

    def ranks(self, name: str, by: str, number: Mapping[str, int]) -> np.ndarray | None:
        """(n,): how good each candidate is by a rule, more is better; None when the rule has nothing to say."""
        candidates = self.candidates
        texts = candidates.texts[self.numbers[0]]
        if name == "most_frequent":
            return candidates.repeats(self.codes)
        if name == "most_complete":
            return self.parts * np.int64(1000) + candidates.filled
        if name in ("longest", "shortest"):
            lengths = np.asarray(np.sum([candidates.texts[i].lengths for i in self.numbers], axis=0, dtype=np.int64))
            return lengths if name == "longest" else -lengths
        if name in ("newest", "oldest"):
            dates = self._dates(by, number)
            return None if dates is None else np.nan_to_num(dates if name == "newest" else -dates, nan=-np.inf)
        if name in ("highest", "lowest"):
            role = candidates.columns.output[self.numbers[0]].role
            values = texts.dates if role in (Role.DATE, Role.BIRTH_DATE) else texts.numbers
            return np.nan_to_num(values if name == "highest" else -values, nan=-np.inf)
        if name == "preferred_list":
            return -candidates.list_rank
        if name == "first":
            return -candidates.place
        if name == "best_connected":
            return candidates.agreeing
        return None  # all_different and empty_if_conflict: the rest is said in `chosen`

    def _dates(self, by: str, number: Mapping[str, int]) -> np.ndarray | None:
        columns = self.candidates.columns.output
        if by:
            return self.candidates.texts[number[by]].dates
        if columns[self.numbers[0]].role in (Role.DATE, Role.BIRTH_DATE):
            return self.candidates.texts[self.numbers[0]].dates
        date = next((i for i, column in enumerate(columns) if column.role == Role.DATE), None)
        return None if date is None else self.candidates.texts[date].dates


def chosen(unit: Unit, rule: Rule, number: Mapping[str, int]) -> np.ndarray:
    """int32 (g,): the record whose value each group takes; -1 when all are empty or the rule leaves the cell empty."""
    candidates = unit.candidates
    if not len(candidates.records):
        return np.zeros(0, np.int32)
    left = unit.codes >= 0
    steps = [unit.parts] if unit.names_first else []
    steps += [r for r in (unit.ranks(name, rule.by, number) for name in (rule.take, rule.if_tied)) if r is not None]
    for ranks in (*steps, -candidates.place):
        _keep_best(ranks, candidates.bounds, left)
    taken = np.full(len(candidates.starts), -1, np.int32)
    taken[candidates.group[left]] = candidates.records[left]
    if rule.take == "empty_if_conflict":
        taken[conflicting(candidates, unit.numbers[0])] = -1
    return taken


@compiled(
    "void(int64[::1], int64[::1], boolean[::1])",
    "void(float64[::1], int64[::1], boolean[::1])",
)
def _keep_best(ranks, bounds, left):  # type: ignore[no-untyped-def]
    # Of the candidates of each group that are left, those of the highest rank stay.
    for group in range(len(bounds) - 1):
        best = -1
        for i in range(bounds[group], bounds[group + 1]):
            if left[i] and (best < 0 or ranks[i] > ranks[best]):
                best = i
        if best >= 0:
            for i in range(bounds[group], bounds[group + 1]):
                left[i] = left[i] and ranks[i] == ranks[best]


def conflicting(candidates: Candidates, column: int) -> np.ndarray:
    """bool (g,): groups whose members hold different values in a column."""
    if not len(candidates.records):
        return np.zeros(0, bool)
    texts = candidates.texts[column]
    open_ = _differing(texts.codes, candidates.bounds)
    if open_.any():
        # Only where the texts differ may they still be the same but for case and blanks.
        open_ &= _differing(texts.folded(open_[candidates.group] & (texts.codes >= 0)), candidates.bounds)
    return open_


@compiled("boolean[::1](int32[::1], int64[::1])")
def _differing(codes, bounds):  # type: ignore[no-untyped-def]
    # Groups with two different codes, -1 aside.
    differing = np.zeros(len(bounds) - 1, np.bool_)
    for group in range(len(differing)):
        one = np.int32(-1)
        for i in range(bounds[group], bounds[group + 1]):
            if codes[i] >= 0 and one >= 0 and codes[i] != one:
                differing[group] = True
            elif codes[i] >= 0:
                one = codes[i]
    return differing


def joined_texts(unit: Unit) -> tuple[np.ndarray, pa.LargeStringArray]:
    """Positions (k,) of the groups whose texts differ, and their different texts joined, best list and first row first."""
    candidates = unit.candidates
    first = candidates.first_alike(unit.codes, unit.codes)
    kept = np.flatnonzero((unit.codes >= 0) & (first == np.arange(len(first))))
    sizes = np.bincount(candidates.group[kept], minlength=len(candidates.starts))
    several = sizes > 1
    kept = kept[several[candidates.group[kept]]]
    texts = candidates.texts[unit.numbers[0]].values.take(pa.array(unit.codes[kept]))
    offsets = np.concatenate([[0], np.cumsum(sizes[several])])
    listed = pa.LargeListArray.from_arrays(pa.array(offsets, pa.int64()), texts)
    return np.flatnonzero(several), pc.binary_join(listed, pa.scalar(SEPARATOR, pa.large_string()))
