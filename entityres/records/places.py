"""Engine: names of countries, regions and towns, and the one form in which they are compared."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, gather, joined_end_to_end, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold, fold_text
from entityres.records.memory import copy_bytes
from entityres.records.once import once
from entityres.records.remade import places_of
from entityres.records.sorted_sets import sorted_unique
from entityres.records.tables import meanings, table, words
from entityres.records.word_tables import HASHES, WordTable, find_word, look_up, word_table

_COUNTRIES_WITH_CODES = ("us", "ca", "au", "br", "in", "mx")
_BEFORE_CODES = tuple(f"{country} " for country in _COUNTRIES_WITH_CODES)
_POSTAL = re.compile(r"^\d{4,6} (?=\D)| cedex(?: \d+)?$|^г (?=\w\w)")  # around the name of a town
_CEDEX, _TOWN = b" cedex", "г ".encode()


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
        for code in words("region_codes", section):
            found[f"{section} {code}"] = code  # US-CA, as ISO 3166 has it
    return found


@once
def region_names() -> frozenset[str]:
    """Long names of states, provinces and the like, folded."""
    more = meanings("region_names", "more")
    return frozenset(name for name in _regions() if name[:3] not in _BEFORE_CODES) | frozenset(
        fold_text(name.replace("_", " ")) for name in more
    )


@once
def region_codes() -> frozenset[str]:
    """Short names of states and provinces, folded."""
    return frozenset(code for section in _COUNTRIES_WITH_CODES for code in words("region_codes", section))


@once
def _words_of_regions() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words beside names of regions, folded, and endings of such names."""
    beside, endings = meanings("region_names", "words"), meanings("region_names", "endings")
    return frozenset(map(fold_text, beside)), tuple(map(fold_text, endings))


def is_region(name: str) -> bool:
    """Whether a folded text names a state, a province or the like, or is a short name of one.

    Example:
        >>> is_region("karnataka"), is_region("орловская обл"), is_region("愛媛県"), is_region("york")
        (True, True, True, False)
    """
    beside, endings = _words_of_regions()
    if name in region_names() or name in region_codes():
        return True
    return not beside.isdisjoint(name.split()) or (1 < len(name) < 7 and name.endswith(endings))


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


def _without_postal_words(folded: Texts) -> Texts:
    """Towns without a postcode before them, without CEDEX behind them, and without the Russian letter for a town."""
    if not len(folded.data):
        return folded
    starts = folded.offsets[:-1][~folded.empty()]
    first = folded.data[starts]
    odd = (first >= 48) & (first <= 57)
    data = folded.data.tobytes()
    marked = [places_of(folded.data, mark) for mark in (_CEDEX, _TOWN) if mark in data]
    places = np.concatenate([starts[odd], *marked])
    if not places.size:
        return folded
    rows = sorted_unique(np.searchsorted(folded.offsets, places, side="right") - 1)
    plain = [_POSTAL.sub("", text) for text in gather(folded, rows).to_list()]
    return replaced(folded, rows, texts_of(plain))


def clean_cities(texts: Texts) -> Texts:
    """Towns as folded words, with the words that are often shortened in their short form.

    Example: "Sankt Gallen" and "St. Gallen" are "st gallen", "Mount Vernon" is "mt vernon".
    """
    folded = _without_postal_words(fold(texts, Fold.AND))
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
