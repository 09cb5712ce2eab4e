"""Engine: tax numbers with and without the letters of their country: "DE811907980" beside "811907980" is one number.

Only what the column shows is joined: digits that stand there with the letters of one country as well. O(distinct numbers).
"""

from __future__ import annotations

import numpy as np

from entityres.records.coding import Texts, from_arrow, replaced
from entityres.records.once import once
from entityres.records.tables import words

_LETTERS = 2


@once
def _with_letters() -> str:
    """A pattern: letters of a country and seven digits or more; Austria, Switzerland and Spain put a letter between."""
    countries = "|".join(sorted(words("countries", "before tax numbers")))
    return rf"^(?:{countries})[a-z]?\d{{7}}"


def with_country(numbers: Texts) -> Texts:
    """Numbers without the letters of a country get those with which they stand elsewhere in the column.

    Not where they stand with the letters of two countries: whose they are cannot be told.

    Args:
        numbers: Cleaned numbers of the distinct cells of a column.
    """
    import pyarrow.compute as pc

    column = numbers.to_arrow()
    named = pc.unique(column.filter(pc.match_substring_regex(column, _with_letters())))
    if not len(named):
        return numbers
    bare = pc.utf8_slice_codeunits(named, _LETTERS).dictionary_encode()
    codes = bare.indices.to_numpy(zero_copy_only=False)
    of_one = np.bincount(codes, minlength=len(bare.dictionary)) == 1
    country_of = np.zeros(len(bare.dictionary), np.int64)
    country_of[codes] = np.arange(len(codes))
    found = pc.fill_null(pc.index_in(column, value_set=bare.dictionary), -1).to_numpy(zero_copy_only=False)
    places = np.flatnonzero((found >= 0) & np.append(of_one, False)[found])
    return replaced(numbers, places, from_arrow(named.take(country_of[found[places]])))
