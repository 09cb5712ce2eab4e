"""Engine: numbers with and without the letters before them: "DE811907980" beside "811907980", "IMO 9074729" beside "9074729".

Before a tax number stand the letters of a country, before others the name of their kind, of three letters or more. Numbers
of fewer than seven digits may be two, as "WEB-1001" and "1001" are of two systems.

Only what the column shows is joined: digits that stand there with the letters of one country as well. O(distinct numbers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.records.coding import Texts, from_arrow, replaced
from entityres.records.once import once
from entityres.records.tables import words

if TYPE_CHECKING:
    import pyarrow as pa

_LETTERS = 2


@once
def _with_letters() -> str:
    """A pattern: letters of a country and seven digits or more; Austria, Switzerland and Spain put a letter between."""
    countries = "|".join(sorted(words("countries", "before tax numbers")))
    return rf"^(?:{countries})[a-z]?\d{{7}}"


_WITH_KIND = r"^[a-z]{3,}\d{7,}$"
_COMMON = 0.02
"""Letters before one in fifty numbers of a column are the name of their kind; fewer are part of a model number."""


def _with_common_letters(numbers: pa.LargeStringArray, n: int) -> pa.LargeStringArray:
    """Those of the numbers whose letters stand before so many of n."""
    import pyarrow.compute as pc

    letters = pc.replace_substring_regex(numbers, "[0-9]+", "").dictionary_encode()
    codes = letters.indices.to_numpy(zero_copy_only=False)
    common = np.bincount(codes, minlength=len(letters.dictionary)) >= _COMMON * n
    return numbers.take(np.flatnonzero(common[codes]))


def with_country(numbers: Texts) -> Texts:
    """Numbers without the letters of a country, or of their kind, get those with which they stand elsewhere in the column.

    Not where they stand with two of them: whose they are cannot be told.

    Args:
        numbers: Cleaned numbers of the distinct cells of a column.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    column = numbers.to_arrow()
    of_country = pc.match_substring_regex(column, _with_letters())
    of_kind = pc.and_not(pc.match_substring_regex(column, _WITH_KIND), of_country)
    named, kinds = (
        pc.unique(column.filter(of_country)),
        _with_common_letters(pc.unique(column.filter(of_kind)), len(column)),
    )
    if not len(named) + len(kinds):
        return numbers
    bare = pa.concat_arrays(
        [pc.utf8_slice_codeunits(named, _LETTERS), pc.replace_substring_regex(kinds, "^[a-z]+", "")]
    ).dictionary_encode()
    named = pa.concat_arrays([named, kinds])
    codes = bare.indices.to_numpy(zero_copy_only=False)
    of_one = np.bincount(codes, minlength=len(bare.dictionary)) == 1
    country_of = np.zeros(len(bare.dictionary), np.int64)
    country_of[codes] = np.arange(len(codes))
    found = pc.fill_null(pc.index_in(column, value_set=bare.dictionary), -1).to_numpy(zero_copy_only=False)
    places = np.flatnonzero((found >= 0) & np.append(of_one, False)[found])
    return replaced(numbers, places, from_arrow(named.take(country_of[found[places]])))
