"""Engine: names of countries and regions, and the one form in which they are compared."""

from __future__ import annotations

from functools import cache

import numpy as np

from entityres.records.coding import Texts, gather, joined_end_to_end
from entityres.records.folding import Fold, fold, fold_text
from entityres.records.tables import meanings, table
from entityres.records.word_tables import WordTable, look_up, word_table

_COUNTRIES_WITH_CODES = ("us", "ca", "au")


@cache
def _countries() -> dict[str, str]:
    """Folded name or code of a country -> its code of two letters."""
    found: dict[str, str] = {}
    for line in table("countries")[""]:
        codes, _, names = line.partition(":")
        code = codes.split()[0]
        for word in (*codes.split(), *names.split()):
            found.setdefault(fold_text(word.replace("_", " ")), code)
    return found


@cache
def country_names() -> frozenset[str]:
    """Names of countries, folded, without codes of two letters, which may mean anything."""
    return frozenset(name for name in _countries() if len(name) > 2)


@cache
def _regions() -> dict[str, str]:
    """Folded long name of a state or province -> the code that lists use for it."""
    found: dict[str, str] = {}
    for section in _COUNTRIES_WITH_CODES:
        for name, code in meanings("region_names", section).items():
            found.setdefault(fold_text(name.replace("_", " ")), code)
    return found


@cache
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
