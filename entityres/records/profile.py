"""Engine: a column in numbers for the person who looks at it: how full, how varied, what is common, which shapes, how long.

The shape of a text is what is left when every digit is a 9, every capital an A, and small letters in a row one a:
"SW1A 1AA" is "AA9A 9AA", "12 Mill Lane" is "99 Aa Aa". Codes of one kind share a shape, so odd ones stand out.
Each distinct text is looked at once, in compiled loops. O(bytes).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, coded, from_arrow, gather
from entityres.records.compiled import compiled
from entityres.records.once import once
from entityres.records.record_list import RecordList

SHOWN, SHOWN_LETTERS = 10, 200
LONGEST_SHAPE = 40
_TABLE_SIZE = 0x2500
_OTHER, _DIGIT, _CAPITAL, _SMALL, _BLANK = 0, 1, 2, 3, 4


class Counted(NamedTuple):
    """A text or shape, how many records have it, and their share of the filled cells."""

    text: str
    records: int
    share: float


@dataclass(frozen=True)
class ColumnProfile:
    """A column in numbers.

    Attributes:
        column: The heading.
        records: Cells.
        filled: Cells that are not empty.
        blank: Those among them with nothing but blanks.
        distinct: Different texts among the filled cells.
        commonest: The commonest texts, most records first, then by the text; long ones are cut.
        shapes: The commonest shapes (see the module), likewise.
        n_shapes: How many shapes there are.
        longest: The longest text, cut if very long.
        longest_length, shortest_length: In letters.
    """

    column: str
    records: int
    filled: int
    blank: int
    distinct: int
    commonest: tuple[Counted, ...]
    shapes: tuple[Counted, ...]
    n_shapes: int
    longest: str
    longest_length: int
    shortest_length: int

    @property
    def fill(self) -> float:
        """Share of cells that are filled."""
        return self.filled / max(1, self.records)


@once
def _kinds() -> np.ndarray:
    """uint8 (0x2500,): what each letter is in a shape."""
    kinds = np.zeros(_TABLE_SIZE, dtype=np.uint8)
    for code in range(_TABLE_SIZE):
        category = unicodedata.category(chr(code))
        if category == "Nd":
            kinds[code] = _DIGIT
        elif category in ("Lu", "Lt"):
            kinds[code] = _CAPITAL
        elif category[0] in "LM":
            kinds[code] = _SMALL
        elif category[0] in "ZC":
            kinds[code] = _BLANK
    kinds.flags.writeable = False
    return kinds


@compiled(f"Tuple((int64[::1], uint8[::1], int32[::1], boolean[::1]))({PLACES}, {BYTES}, {BYTES}, int64)")
def _shapes(offsets: Any, data: Any, kinds: Any, longest: Any) -> Any:
    """The shape of each text, its length in letters, and whether it is nothing but blanks."""
    n = len(offsets) - 1
    room = 4 * longest + 8
    made = np.empty(min(n * room, 2 * (offsets[n] - offsets[0]) + n * 8 + room), np.uint8)
    places = np.zeros(n + 1, np.int64)
    lengths = np.zeros(n, np.int32)
    blank = np.zeros(n, np.bool_)
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        written, run, previous = 0, 0, -1
        nothing = True
        while at < end:
            byte = data[at]
            code = np.int64(byte)
            size = 1
            if byte >= 0xF0:
                size = 4
                code = np.int64(0x10000)
            elif byte >= 0xE0 and at + 2 < end:
                size = 3
                code = ((code & 15) << 12) | ((np.int64(data[at + 1]) & 63) << 6) | (np.int64(data[at + 2]) & 63)
            elif byte >= 0xC0 and at + 1 < end:
                size = 2
                code = ((code & 31) << 6) | (np.int64(data[at + 1]) & 63)
            kind = 3 if code >= 0x3040 else 0
            if code < 0x2500:
                kind = kinds[code]
            nothing = nothing and (kind == 4 or code == 0x3000)
            lengths[row] += 1
            run = run + 1 if kind == previous else 1
            previous = kind
            if written < longest:
                if kind == 3:
                    if run == 1:
                        made[to] = 97
                        to += 1
                        written += 1
                elif kind == 1 or kind == 2:
                    most = 15 if kind == 1 else 3
                    if run <= most:
                        made[to] = 57 if kind == 1 else 65
                        to += 1
                        written += 1
                    elif run == most + 1:
                        made[to], made[to + 1], made[to + 2] = 0xE2, 0x80, 0xA6
                        to += 3
                        written += 1
                elif kind == 4:
                    if run == 1:
                        made[to] = 32
                        to += 1
                        written += 1
                else:
                    for part in range(size):
                        made[to] = data[at + part]
                        to += 1
                    written += 1
            elif written == longest:
                made[to], made[to + 1], made[to + 2] = 0xE2, 0x80, 0xA6
                to += 3
                written += 1
            at += size
        blank[row] = nothing and lengths[row] > 0
        places[row + 1] = to
    return places, made[:to].copy(), lengths, blank


@compiled(f"int64[::1]({CODES}, {PLACES}, int64)")
def _summed(codes: Any, weights: Any, n: Any) -> Any:
    """For each code the sum of the weights of its places."""
    made = np.zeros(n, np.int64)
    for at in range(len(codes)):
        if codes[at] >= 0:
            made[codes[at]] += weights[at]
    return made


def _commonest(texts: Texts, counts: np.ndarray, filled: int) -> tuple[Counted, ...]:
    """The commonest texts; of equally common ones those that sort first, if they are not too many to sort."""
    if not texts.n:
        return ()
    least = np.partition(counts, max(0, len(counts) - SHOWN))[max(0, len(counts) - SHOWN)]
    places = np.flatnonzero(counts > least)
    equal = np.flatnonzero(counts == least)[: 50 * SHOWN]  # enough to choose from, few enough to look at
    listed = [(-int(counts[at]), text) for at, text in _with_texts(texts, np.concatenate([places, equal]))]
    return tuple(Counted(_cut(text), -count, -count / max(1, filled)) for count, text in sorted(listed)[:SHOWN])


def _with_texts(texts: Texts, places: np.ndarray) -> list[tuple[int, str]]:
    return list(zip(places.tolist(), gather(texts, places).to_list(), strict=True))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_LETTERS else text[: SHOWN_LETTERS - 1] + "…"


def profile(record_list: RecordList, column: str) -> ColumnProfile:
    """Look at all cells of a column.

    Args:
        record_list: The list.
        column: A heading of it.

    Raises:
        KeyError: The list has no such column.
    """
    if column not in record_list.columns:
        raise KeyError(f"The list '{record_list.name}' has no column '{column}'.")
    raw = coded(from_arrow(record_list.table.column(column)))
    held = raw.codes >= 0
    filled = int(np.count_nonzero(held))
    counts = np.bincount(raw.codes[held], minlength=raw.texts.n).astype(np.int64)
    places, data, lengths, blank = _shapes(raw.texts.offsets, raw.texts.data, _kinds(), LONGEST_SHAPE)
    shapes = coded(Texts(places, data))
    shape_counts = _summed(shapes.codes, counts, shapes.texts.n)
    longest = int(lengths.argmax()) if raw.texts.n else -1
    return ColumnProfile(
        column,
        len(record_list),
        filled,
        int(counts[blank].sum()),
        raw.texts.n,
        _commonest(raw.texts, counts, filled),
        _commonest(shapes.texts, shape_counts, filled),
        shapes.texts.n,
        _cut(gather(raw.texts, np.array([longest])).to_list()[0]) if longest >= 0 else "",
        int(lengths[longest]) if longest >= 0 else 0,
        int(lengths.min()) if raw.texts.n else 0,
    )
