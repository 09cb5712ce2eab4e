"""Engine: names of countries, regions and towns, and the one form in which they are compared."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, gather, joined_end_to_end
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold, fold_text
from entityres.records.memory import copy_bytes
from entityres.records.once import once
from entityres.records.tables import meanings, table
from entityres.records.word_tables import HASHES, WordTable, find_word, look_up, word_table

_COUNTRIES_WITH_CODES = ("us", "ca", "au")


@once
def _countries() -> dict[str, str]:
    """Folded name or code of a country -> its code of two letters."""
    found: dict[str, str] = {}
    for line in table("countries")[""]:
        codes, _, names = line.partition(":")
        code = codes.split()[0]
        for word in (*codes.split(), *names.split()):
            found.setdefault(fold_text(word.replace("_", " ")), code)
    return found


@once
def country_names() -> frozenset[str]:
    """Names of countries, folded, without codes of two letters, which may mean anything."""
    return frozenset(name for name in _countries() if len(name) > 2)


@once
def _regions() -> dict[str, str]:
    """Folded long name of a state or province -> the code that lists use for it."""
    found: dict[str, str] = {}
    for section in _COUNTRIES_WITH_CODES:
        for name, code in meanings("region_names", section).items():
            found.setdefault(fold_text(name.replace("_", " ")), code)
    return found


@once
def region_names() -> frozenset[str]:
    """Long names of states, provinces and the like, folded."""
    more = meanings("region_names", "more")
    return frozenset(_regions()) | frozenset(fold_text(name.replace("_", " ")) for name in more)


@cache
def _table(kind: str) -> WordTable:
    forms = _countries() if kind == "country" else _regions()
    codes = sorted(set(forms.values()))
    return word_table({name: codes.index(code) for name, code in forms.items()}, codes)


def _in_one_form(texts: Texts, kind: str) -> Texts:
    folded = fold(texts, Fold.AND)
    held = _table(kind)
    found = look_up(folded, held)
    picks = np.where(found < 0, held.texts.n + np.arange(folded.n), found)
    return gather(joined_end_to_end([held.texts, folded]), picks)


@once
def _city_words() -> WordTable:
    short = meanings("places")
    forms = [fold_text(form) for form in sorted(set(short.values()))]
    return word_table({fold_text(word): forms.index(fold_text(form)) for word, form in short.items()}, forms)


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES}, {PLACES}, {BYTES})")
def _with_short_words(offsets: Any, data: Any, hashes: Any, numbers: Any, form_places: Any, forms: Any) -> Any:
    """Texts of words parted by blanks, some of them in their short form; none of these is longer."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] - offsets[0] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            form = find_word(data, at, stop, hashes, numbers)
            # A word alone is a name of its own.
            if form >= 0 and (at > offsets[row] or stop < end):
                size = form_places[form + 1] - form_places[form]
                copy_bytes(made, to, forms, form_places[form], size)
            else:
                size = stop - at
                copy_bytes(made, to, data, at, size)
            to += size
            if stop < end:
                made[to] = 32
                to += 1
            at = stop + 1
        places[row + 1] = to
    return places, made[:to].copy()


def clean_cities(texts: Texts) -> Texts:
    """Towns as folded words, with the words that are often shortened in their short form.

    Example: "Sankt Gallen" and "St. Gallen" are "st gallen", "Mount Vernon" is "mt vernon".
    """
    folded = fold(texts, Fold.AND)
    held = _city_words()
    return Texts(
        *_with_short_words(folded.offsets, folded.data, held.hashes, held.numbers, held.texts.offsets, held.texts.data)
    )


def clean_countries(texts: Texts) -> Texts:
    """Countries by their code, whatever language or code they are written in; others as folded words.

    Example: "Deutschland", "GERMANY" and "DEU" are "de".
    """
    return _in_one_form(texts, "country")


def clean_regions(texts: Texts) -> Texts:
    """States and provinces by the code that lists use; others as folded words.

    Example: "California" and "CA" are "ca".
    """
    return _in_one_form(texts, "region")
