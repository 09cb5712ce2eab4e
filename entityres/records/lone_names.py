"""Engine: names of one word: a first name, or a last one.

In a telephone many people have only their first name: "Mum", "Pía", "Amaro (plumber)". Taken for a last name it would stand
for a whole family. The other names of the list tell where such a word stands in them, and else the tables of names do.

A column of which hardly a name has two words holds first names alone (pets, children, subscribers), or last names alone: its
words are all the one or the other, as more of those that the tables know are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.records.coding import Texts, from_arrow
from entityres.records.contents import family_names, given_names
from entityres.records.name_order import flags
from entityres.records.names import NameTexts
from entityres.records.once import once

if TYPE_CHECKING:
    import pyarrow as pa


HARDLY_ANY, ENOUGH = 0.05, 20
"""Of so many different names at least, one in twenty has two words at most: then none of the others has lost one."""


@once
def _first_names() -> pa.Array:
    """First names that are no last names as well."""
    import pyarrow as pa

    return pa.array(sorted(given_names() - family_names()), pa.large_string())


@once
def _last_names() -> pa.Array:
    """Last names that are no first names as well."""
    import pyarrow as pa

    return pa.array(sorted(family_names() - given_names()), pa.large_string())


def lone_first_names(parts: NameTexts) -> NameTexts:
    """The names with lone words that are first names in their place.

    Args:
        parts: Names taken apart; what stands alone is taken for a last name.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    given, family = parts.given.to_arrow(), parts.family.to_arrow()
    alone = flags(pc.equal(given, "")) & flags(pc.not_equal(family, "")) & ~flags(pc.match_substring(family, " "))
    alone &= parts.suffix.empty() & parts.middle.empty()
    if not alone.any():
        return parts
    named = int(np.count_nonzero(flags(pc.not_equal(family, ""))))
    if named >= ENOUGH and np.count_nonzero(alone) >= (1 - HARDLY_ANY) * named:
        first, last = (
            np.count_nonzero(alone & flags(pc.is_in(family, value_set=known)))
            for known in (_first_names(), _last_names())
        )
        return _moved(parts, alone & (first > last))
    held = pa.chunked_array([given, family]).combine_chunks().dictionary_encode()
    codes = held.indices.to_numpy(zero_copy_only=False)
    first, last = codes[: len(alone)], codes[len(alone) :]

    def stands(at: np.ndarray) -> np.ndarray:
        return np.bincount(at[~alone], minlength=len(held.dictionary))[last]

    leans = stands(first) - stands(last)
    known = flags(pc.is_in(family, value_set=_first_names())) & (leans == 0)
    return _moved(parts, alone & (known | (leans > 0)))


def _moved(parts: NameTexts, where: np.ndarray) -> NameTexts:
    import pyarrow as pa

    moved, given, family = pa.array(where), parts.given.to_arrow(), parts.family.to_arrow()
    return parts._replace(given=_chosen(moved, family, given), family=_chosen(moved, pa.scalar("", given.type), family))


def _chosen(where: pa.Array, one: pa.Array, other: pa.Array) -> Texts:
    import pyarrow.compute as pc

    return from_arrow(pc.if_else(where, one, other))
