"""Engine: from two cleaned values to a comparison level, for arrays of value pairs at once.

Every function is symmetric. It is given a field and the numbers of two distinct values that differ; equal and missing
values never reach it. Near-equal texts are measured by rapidfuzz, parts of texts by small kernels on their bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

from entityres.candidates.keys import PartKind
from entityres.candidates.part_hashes import count_words, value_hashes
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled
from entityres.records.fields import FieldValues
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import Measure
from entityres.scoring.edits import edits, letters_apart, neighbours_swapped
from entityres.scoring.street_names import taken_apart
from entityres.scoring.value_pairs import distinct_pairs

STREET_ALIKE, STREET_SAME = 82, 90
"""Names of streets this much alike (0 to 100) are one beside the same house number, and beside another one."""

Codes = np.ndarray
"""int32 (n,): numbers of distinct values of a field."""


def measure(a: np.ndarray, b: np.ndarray, scorer: Callable[..., Any], kind: Any, **options: Any) -> np.ndarray:
    """A rapidfuzz scorer over two arrays of texts, side by side."""
    return np.asarray(process.cpdist(a, b, scorer=scorer, workers=-1, dtype=kind, **options))


class Facts:
    """What comparing looks up about the distinct values of one field, made once when it is first asked for."""

    def __init__(self, field: FieldValues) -> None:
        self.field = field

    @cached_property
    def lengths(self) -> np.ndarray:
        """int32 (n_distinct,): characters."""
        sizes = pc.utf8_length(self.field.values).to_numpy(zero_copy_only=False)
        return sizes.astype(np.int32)  # type: ignore[no-any-return]

    @cached_property
    def words(self) -> np.ndarray:
        """int32 (n_distinct,): words."""
        return count_words(self.field)

    @cached_property
    def letters(self) -> np.ndarray:
        """uint64 (n_distinct,): hash of the text without blanks."""
        return value_hashes(self.field, PartKind.EXACT)

    @cached_property
    def cut_words(self) -> tuple[np.ndarray, np.ndarray]:
        """Values with all words but the first cut to a letter: int32 (n_distinct,) codes, and bool whether they are so."""
        cut = pc.replace_substring_regex(self.field.values, r" (\S)\S+", r" \1")
        codes = cut.dictionary_encode().indices.to_numpy()
        return codes, pc.equal(cut, self.field.values).to_numpy(zero_copy_only=False)

    @cached_property
    def house_numbers(self) -> np.ndarray:
        """uint64 (n_distinct,): hash of the number that a street begins with, 0 for none."""
        return value_hashes(self.field, PartKind.HOUSE_NUMBER)

    @cached_property
    def local_parts(self) -> np.ndarray:
        """uint64 (n_distinct,): hash of what stands before the @ of an e-mail address."""
        return value_hashes(self.field, PartKind.LOCAL_PART)

    @cached_property
    def numbers(self) -> np.ndarray:
        """float64 (n_distinct,): the value as a number."""
        made: np.ndarray = pc.cast(self.field.values, pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return made


@compiled(f"boolean({BYTES}, int64, int64, int64)")
def _same_bytes(data, i, j, n):  # type: ignore[no-untyped-def]
    same = True
    for k in range(n):
        same = same and data[i + k] == data[j + k]
    return same


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, int64, boolean[::1])")
def _same_start(data, offsets, a, b, n, out):  # type: ignore[no-untyped-def]
    for p in range(len(a)):
        i, j = offsets[a[p]], offsets[b[p]]
        fits = offsets[a[p] + 1] - i >= n and offsets[b[p] + 1] - j >= n
        out[p] = fits and _same_bytes(data, i, j, n)


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, int64, boolean[::1])")
def _same_end(data, offsets, a, b, n, out):  # type: ignore[no-untyped-def]
    for p in range(len(a)):
        i, j = offsets[a[p] + 1] - n, offsets[b[p] + 1] - n
        fits = i >= offsets[a[p]] and j >= offsets[b[p]]
        out[p] = fits and _same_bytes(data, i, j, n)


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, boolean[::1])")
def _begins_with_other(data, offsets, a, b, out):  # type: ignore[no-untyped-def]
    for p in range(len(a)):
        i, j = offsets[a[p]], offsets[b[p]]
        out[p] = _same_bytes(data, i, j, min(offsets[a[p] + 1] - i, offsets[b[p] + 1] - j))


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, int8[::1])")
def _date_levels(data, offsets, a, b, out):  # type: ignore[no-untyped-def]
    # YYYY-MM-DD, or YYYY alone.
    for p in range(len(a)):
        i, j = offsets[a[p]], offsets[b[p]]
        whole = offsets[a[p] + 1] - i == 10 and offsets[b[p] + 1] - j == 10
        year = _same_bytes(data, i, j, 4)
        if not whole:
            out[p] = 4 if year else 5
            continue
        month = _same_bytes(data, i + 5, j + 5, 2)
        day = _same_bytes(data, i + 8, j + 8, 2)
        wrong = 0
        first = -1
        last = -1
        for k in range(10):
            if data[i + k] != data[j + k]:
                wrong += 1
                if first < 0:
                    first = k
                last = k
        neighbours = (
            wrong == 2 and last == first + 1 and data[i + first] == data[j + last] and data[i + last] == data[j + first]
        )
        if year and _same_bytes(data, i + 5, j + 8, 2) and _same_bytes(data, i + 8, j + 5, 2):
            out[p] = 1
        elif wrong == 1 or neighbours:
            out[p] = 2
        elif (year and month) or (year and day) or (month and day):
            out[p] = 3
        elif year:
            out[p] = 4
        else:
            out[p] = 5


def _bytes_agree(kernel: Callable[..., None], field: FieldValues, a: Codes, b: Codes, *more: int) -> np.ndarray:
    out = np.zeros(len(a), bool)
    kernel(*field.buffers, a, b, *more, out)
    return out


MISSPELT = 0.4
"""Share of the letters of a name that are wrong at most: two of five."""

WHOLE_WORD = 4
"""Letters of a word that is neither an initial nor a particle ("da", "dos", "van")."""

MOST_EDITS = 20
"""More wrong letters are not counted: no name is so long."""


WIVES = 2
"""Names of wives after their husbands that show that a list has such names."""


_LETTER = r"[^\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]"
INITIALS = rf"^{_LETTER}(?: {_LETTER})*$"
"""Letters that stand alone; in scripts without blanks one is a whole name."""


@cache
def _as_values(words: frozenset[str]) -> pa.LargeStringArray:
    """Words of a table as Arrow's, once: to look a short list up, that takes longer than the looking."""
    return pa.array(sorted(words), pa.large_string())


class NameKnowledge:
    """What is known about the values of a name field: nicknames, and which are names of their own.

    Args:
        field: A name field.
        nicknames: Numbers of the groups ("robert", "bob", "rob") that a name is in.
        known: Common given names.
    """

    MOST_GROUPS = 4

    def __init__(self, field: FieldValues, nicknames: dict[str, tuple[int, ...]], known: frozenset[str]) -> None:
        self.known = pc.is_in(field.values, value_set=_as_values(known)).to_numpy(zero_copy_only=False)
        self.groups = self._groups(field.values, nicknames)
        self._first_groups: np.ndarray | None = None
        self._values, self._nicknames = field.values, nicknames
        self.husbands = self._husbands(field.values)
        short = pc.match_substring_regex(field.values, INITIALS).to_numpy(zero_copy_only=False)
        self._hardly = np.append(short, True)  # the last is a missing name, -1

    def _groups(self, values: pa.LargeStringArray, nicknames: dict[str, tuple[int, ...]]) -> np.ndarray:
        """int32 (n_distinct, MOST_GROUPS): groups of each value, -1 for none."""
        in_table = pc.is_in(values, value_set=_as_values(frozenset(nicknames)))
        places = np.flatnonzero(in_table.to_numpy(zero_copy_only=False))
        made = np.full((len(values), self.MOST_GROUPS), -1, np.int32)
        for place, name in zip(places, values.take(places).to_pylist(), strict=True):
            numbers = nicknames[name][: self.MOST_GROUPS]
            made[place, : len(numbers)] = numbers
        return made

    def _husbands(self, values: pa.LargeStringArray) -> np.ndarray:
        """int32 (n_distinct,): the name of the husband of "Jánosné" (Hungarian: John's wife), -1 for other names.

        Behind an n it may be a name of its own as well (Lynne, Vivienne): there it is one's wife only in a list that has others
        too, if hers is not known.
        """
        made = np.full(len(values), -1, np.int32)
        wives = np.flatnonzero(
            pc.ends_with(values, "ne").to_numpy(zero_copy_only=False)
        )  # far quicker, and few are left
        one_word = pc.match_substring_regex(values.take(wives), r"^\pL{3,}ne$").to_numpy(zero_copy_only=False)
        wives = wives[one_word]
        if not len(wives):
            return made
        names = pc.replace_substring_regex(values.take(wives), "ne$", "")
        husbands = pc.fill_null(pc.index_in(names, value_set=values), -1).to_numpy(zero_copy_only=False)
        of_her_own = pc.ends_with(names, "n").to_numpy(zero_copy_only=False)
        told = (husbands >= 0) & ~of_her_own
        if np.count_nonzero(told) >= WIVES:
            told |= (husbands >= 0) & ~self.known[wives]
        made[wives[told]] = husbands[told]
        return made

    def couple(self, a: Codes, b: Codes) -> np.ndarray:
        """bool (n,): one is named as the wife of the other; not where a name is missing (-1)."""
        if not (self.husbands >= 0).any():
            return np.zeros(len(a), bool)
        there = (a >= 0) & (b >= 0)
        made: np.ndarray = there & ((self.husbands[a] == b) | (self.husbands[b] == a))
        return made

    def hardly_named(self, a: Codes, b: Codes) -> np.ndarray:
        """bool (n,): one of the two is an initial, or missing (-1)."""
        made: np.ndarray = self._hardly[a] | self._hardly[b]
        return made

    def nickname(self, a: Codes, b: Codes, *, of_first_words: bool = False) -> np.ndarray:
        """bool (n,): the two, or their first words, are forms of one name."""
        groups = self.groups
        if of_first_words:
            if self._first_groups is None:
                first = pc.replace_substring_regex(self._values, r" .*", "")
                self._first_groups = self._groups(first, self._nicknames)
            groups = self._first_groups
        made = (groups[a, 0] >= 0) & (groups[b, 0] >= 0)
        x, y = groups[a[made]], groups[b[made]]
        made[made] = ((x[:, :, None] == y[:, None, :]) & (x[:, :, None] >= 0)).any(axis=(1, 2))
        return made


def _other_letter(values: pa.LargeStringArray, a: Codes, b: Codes) -> np.ndarray:
    """bool (n,): all that differs is a word of one letter or digit: "twin a" and "twin b", "anna k" and "anna m"."""
    texts = [values.take(side) for side in (a, b)]
    one, other = (pc.replace_substring_regex(side, r"\s\S$|^\S\s", "") for side in texts)
    lengths = [pc.utf8_length(side) for side in texts]
    shorter = pc.less(pc.utf8_length(one), lengths[0])
    made: np.ndarray = pc.and_(pc.and_(pc.equal(one, other), pc.equal(*lengths)), shorter).to_numpy(
        zero_copy_only=False
    )
    return made


def _cut_alike(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """bool (n,): the same first word, and further ones that are initials in one of the two: "carly c", "carly catherine"."""
    cut, is_cut = facts.cut_words
    made: np.ndarray = (cut[a] == cut[b]) & (is_cut[a] | is_cut[b])
    return made


def name_levels(facts: Facts, a: Codes, b: Codes, knowledge: NameKnowledge) -> np.ndarray:
    """Levels of names; swapped names need the other field and come later.

    Two names that are both known are not a slip of each other, however near: John and Joan are two people, and so are János
    and Jánosné, and newborns who are called Twin A and Twin B as yet. Slips count against the word that they are in, not
    against all words of a name: who shares one of two surnames has another one.
    """
    out = np.full(len(a), level.NAME_OTHER + 1, np.int8)
    size = facts.lengths
    short, long = np.minimum(size[a], size[b]), np.maximum(size[a], size[b])
    close = edits(facts.field, a, b)
    one, other = facts.field.texts_at(a), facts.field.texts_at(b)
    likeness = measure(one, other, JaroWinkler.similarity, np.float32, score_cutoff=0.8)
    out[((likeness >= 0.9) & (short >= 3)) | ((close == 2) & (short >= 6))] = level.NAME_SIMILAR
    out[(close == 1) & (short >= 3)] = level.NAME_LETTER
    words = facts.words
    several = np.flatnonzero((words[a] > 1) | (words[b] > 1))
    if len(several):
        similar = several[(out[several] == level.NAME_SIMILAR) & (words[a[several]] > 1) & (words[b[several]] > 1)]
        out[similar[_other_words(facts, a[similar], b[similar])]] = level.NAME_OTHER + 1
        letters = facts.letters
        inside = measure(one[several], other[several], fuzz.token_set_ratio, np.float32) >= 100
        out[several[inside | _cut_alike(facts, a[several], b[several])]] = level.NAME_INSIDE
        out[several[letters[a[several]] == letters[b[several]]]] = level.NAME_LETTER
    nearly = (out == level.NAME_LETTER) | (out == level.NAME_SIMILAR)
    out[nearly & ((knowledge.known[a] & knowledge.known[b]) | knowledge.couple(a, b))] = level.NAME_OTHER
    letter = several[(close[several] == 1) & (words[a[several]] == words[b[several]])]
    out[letter[_other_letter(facts.field.values, a[letter], b[letter])]] = level.NAME_OTHER
    out[(short == 1) & (long > 1) & _bytes_agree(_begins_with_other, facts.field, a, b)] = level.NAME_INITIAL
    out[(out > level.NAME_NICKNAME) & (short >= 2) & knowledge.nickname(a, b)] = level.NAME_NICKNAME
    # "Maggie" beside "Margaret Heather"; but Ana María and Ana Luisa are two.
    lone = several[(words[a[several]] == 1) ^ (words[b[several]] == 1)]
    lone = lone[(out[lone] > level.NAME_INSIDE) & (short[lone] >= 2)]
    out[lone[knowledge.nickname(a[lone], b[lone], of_first_words=True)]] = level.NAME_INSIDE
    return out


def _other_words(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """bool (n,): names that differ in a word with too few letters in common: "garcia lopez", "garcia perez".

    Not in an initial or a particle.
    """
    fewest, most = letters_apart(facts.field, a, b).T
    wrong = (most * MISSPELT).astype(np.int64)
    looked = min(int(wrong.max(initial=0)), MOST_EDITS)
    made: np.ndarray = (fewest >= WHOLE_WORD) & (edits(facts.field, a, b, looked) > np.minimum(wrong, looked))
    return made


def misspelt(facts: Facts, a: Codes, b: Codes, knowledge: NameKnowledge) -> np.ndarray:
    """bool (n,): names with most letters in common of which at least one is no known name ("daisy", "sdasy")."""
    wrong = (np.maximum(facts.lengths[a], facts.lengths[b]) * MISSPELT).astype(np.int64)
    nearly = edits(facts.field, a, b, min(int(wrong.max(initial=0)), MOST_EDITS)) <= np.minimum(wrong, MOST_EDITS)
    two = (knowledge.known[a] & knowledge.known[b]) | knowledge.couple(a, b) | _other_letter(facts.field.values, a, b)
    made: np.ndarray = nearly & ~two
    return made


class Scripts:
    """Which values of a field are written in Latin letters only, and which have none of these."""

    def __init__(self, field: FieldValues) -> None:
        self._plain = not (field.buffers[0] >= 128).any()  # other letters are never ASCII
        if not self._plain:
            latin = pc.match_substring_regex(field.values, r"\p{Latin}").to_numpy(zero_copy_only=False)
            other = pc.match_substring_regex(field.values, r"[^\p{Latin}\P{L}]").to_numpy(zero_copy_only=False)
            self._latin, self._other = latin & ~other, other & ~latin

    def apart(self, a: Codes, b: Codes) -> np.ndarray:
        """bool (n,): one is written in Latin letters, the other has none."""
        if self._plain:
            return np.zeros(len(a), bool)
        apart: np.ndarray = (self._latin[a] & self._other[b]) | (self._other[a] & self._latin[b])
        return apart


def place_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of city names."""
    out = np.full(len(a), 3, np.int8)
    size = facts.lengths
    short = np.minimum(size[a], size[b])
    one, other = facts.field.texts_at(a), facts.field.texts_at(b)
    inside = measure(one, other, fuzz.token_set_ratio, np.float32, score_cutoff=100) >= 100
    out[inside | ((short >= 2) & _bytes_agree(_begins_with_other, facts.field, a, b))] = 2
    close = edits(facts.field, a, b)
    out[((close == 1) & (short >= 4)) | ((close == 2) & (short >= 7))] = 1
    return out


def postcode_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of postcodes."""
    out = np.full(len(a), 3, np.int8)
    size = facts.lengths
    out[_bytes_agree(_same_start, facts.field, a, b, 3)] = 2
    out[(edits(facts.field, a, b, 1) == 1) & (np.minimum(size[a], size[b]) >= 4)] = 1
    return out


def phone_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of phone numbers (national digits)."""
    out = np.full(len(a), 3, np.int8)
    size = facts.lengths
    out[(edits(facts.field, a, b, 1) == 1) & (np.minimum(size[a], size[b]) >= 7)] = level.PHONE_DIGIT
    out[_bytes_agree(_same_end, facts.field, a, b, 7)] = level.PHONE_LOCAL
    return out


def email_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of e-mail addresses."""
    out = np.full(len(a), level.EMAIL_DIFFERENT, np.int8)
    size = facts.lengths
    short = np.minimum(size[a], size[b])
    close = edits(facts.field, a, b)
    out[((close == 1) & (short >= 8)) | ((close == 2) & (short >= 14))] = level.EMAIL_SIMILAR
    local = facts.local_parts
    out[local[a] == local[b]] = level.EMAIL_LOCAL
    return out


def date_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of dates written YYYY-MM-DD or YYYY."""
    out = np.zeros(len(a), np.int8)
    _date_levels(*facts.field.buffers, a, b, out)
    return out


def identifier_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of identifiers."""
    size = facts.lengths
    near = (edits(facts.field, a, b, 1) == 1) & (np.minimum(size[a], size[b]) >= 6)
    out = np.where(near, level.NUMBER_CHARACTER, level.NUMBER_DIFFERENT).astype(np.int8)
    at = np.flatnonzero(near)
    out[at[neighbours_swapped(facts.field, a[at], b[at])]] = level.NUMBER_SWAPPED
    return out


def number_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of numbers by their relative distance."""
    x, y = facts.numbers[a], facts.numbers[b]
    apart = np.abs(x - y) / np.maximum(np.maximum(np.abs(x), np.abs(y)), 1e-12)
    return np.where(apart <= 0.05, 1, np.where(apart <= 0.25, 2, 3)).astype(np.int8)


def street_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Levels of streets whose house number, if any, is the first word; neighbours of one house share its number only."""
    number = facts.house_numbers
    out = np.full(len(a), 4, np.int8)
    both = (number[a] != 0) & (number[b] != 0)
    same_number = both & (number[a] == number[b])
    streets = taken_apart(facts.field, a, b)
    low, high, back = distinct_pairs(streets.a, streets.b)
    one, other = streets.names[low], streets.names[high]
    # Whatever is below is not told apart.
    alike = np.maximum(
        measure(one, other, fuzz.token_sort_ratio, np.float32, score_cutoff=STREET_ALIKE),
        measure(one, other, fuzz.token_set_ratio, np.float32, score_cutoff=STREET_ALIKE + 5) - 5,
    )
    alike[one == ""] = 0  # two house numbers without a street are no street
    alike = alike[back]
    out[both & ~same_number & (alike >= STREET_SAME)] = level.STREET_OTHER_NUMBER
    out[same_number] = level.STREET_NUMBER
    near = (same_number | ~both) & (alike >= STREET_ALIKE)
    out[near & ~streets.other_unit] = level.STREET_SIMILAR
    out[near & ~both & streets.other_unit] = level.STREET_OTHER_NUMBER
    return out


def text_levels(alike: np.ndarray) -> np.ndarray:
    """Levels of texts by how alike they are (0 to 1, see `text_likeness`)."""
    return (1 + np.searchsorted(-np.array(level.TEXT_STEPS), -alike, side="left")).astype(np.int8)


def same_levels(facts: Facts, a: Codes, b: Codes) -> np.ndarray:
    """Level "different" for all: values of this kind are either the same or not."""
    return np.ones(len(a), np.int8)


PLAIN: dict[Measure, Callable[[Facts, Codes, Codes], np.ndarray]] = {
    Measure.PLACE: place_levels,
    Measure.POSTCODE: postcode_levels,
    Measure.PHONE: phone_levels,
    Measure.EMAIL: email_levels,
    Measure.DATE: date_levels,
    Measure.IDENTIFIER: identifier_levels,
    Measure.NUMBER: number_levels,
    Measure.SAME: same_levels,
}
