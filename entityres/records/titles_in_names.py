"""Engine: the sex that forms of address before full names tell: "Herr Dr. Max Hill", "Hill, Mrs Ann"."""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Coded, Texts, counts_of, drawn, mapped
from entityres.records.compiled import compiled
from entityres.records.folding import fold
from entityres.records.genders import are_sexes, in_one_word
from entityres.records.memory import copy_bytes
from entityres.records.names import ARTICLES, BEFORE, DEGREES, NAME_FOLD, TWO
from entityres.records.once import once
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table

LEAST = 0.1
"""A smaller share of names with forms of address says little of a list."""

SAMPLE = 2000
_FIRST, _MORE, _AND, _ARTICLE, _COMMA = 1, 2, 4, 8, 16  # of words: begin forms of address, go on with them, "de heer"


@once
def _marked_words() -> WordTable:
    marks = dict.fromkeys(DEGREES, _MORE) | dict.fromkeys(TWO, _MORE | _AND) | dict.fromkeys(BEFORE, _FIRST | _MORE)
    return word_table(marks | dict.fromkeys(ARTICLES, _ARTICLE) | {",": _COMMA})


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _find(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    # Forms of address stand at the beginning, or behind a last name and a comma.
    n = len(offsets) - 1
    places, made = np.zeros(n + 1, np.int64), np.empty(offsets[n] - offsets[0], np.uint8)
    for row in range(n):
        to = places[row]
        at, begin, end = offsets[row], np.int64(-1), np.int64(-1)
        head, two = True, False
        while at < offsets[row + 1]:
            stop = at
            while stop < offsets[row + 1] and data[stop] != 32:
                stop += 1
            mark = max(np.int32(0), find_word(data, at, stop, hashes, numbers))
            inside = begin >= 0 and end < 0
            if inside and not mark & _MORE:
                end = at - 1
            elif head and begin < 0 and mark & _FIRST:
                begin = at
            two = two or (mark & _AND > 0 and at > offsets[row] and stop < offsets[row + 1])
            head = mark & _COMMA > 0 or (head and mark & _ARTICLE > 0)
            at = stop + 1
        if begin >= 0 and end < 0:
            end = offsets[row + 1]
        if begin >= 0 and not two:
            copy_bytes(made, to, data, begin, end - begin)
            to += end - begin
        places[row + 1] = to
    return places, made[: places[n]].copy()


def _titles(names: Texts) -> Texts:
    """The forms of address before each name, "" where there are none or two people are named."""
    folded, held = fold(names, NAME_FOLD), _marked_words()
    return Texts(*_find(folded.offsets, folded.data, held.hashes, held.numbers))


def sexes_before_names(raw: Coded) -> Coded | None:
    """The sex that the forms of address in a column of full names tell, in one word; None where they tell too little.

    Args:
        raw: The cells.
    """
    some = _titles(drawn(raw.texts, SAMPLE))
    if np.count_nonzero(~some.empty()) < LEAST * some.n:
        return None
    titles = mapped(raw, fold(_titles(raw.texts)))
    told = mapped(titles, in_one_word(titles.texts, counts_of(titles.codes, titles.texts.n)))
    enough = np.count_nonzero(told.codes >= 0) >= LEAST * np.count_nonzero(raw.codes >= 0)
    return told if enough and are_sexes(told.texts) else None
