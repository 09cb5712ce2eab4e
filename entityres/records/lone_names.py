"""Engine: names of one word: a first name, or a last one.

In a telephone many people have only their first name: "Mum", "Pía", "Amaro (plumber)". Taken for a last name it would stand
for a whole family. The other names of the list tell where such a word stands in them, and else the tables of names do.
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


@once
def _first_names() -> pa.Array:
    """First names that are no last names as well."""
    import pyarrow as pa

    return pa.array(sorted(given_names() - family_names()), pa.large_string())


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
    held = pa.chunked_array([given, family]).combine_chunks().dictionary_encode()
    codes = held.indices.to_numpy(zero_copy_only=False)
    first, last = codes[: len(alone)], codes[len(alone) :]

    def stands(at: np.ndarray) -> np.ndarray:
        return np.bincount(at[~alone], minlength=len(held.dictionary))[last]

    leans = stands(first) - stands(last)
    known = flags(pc.is_in(family, value_set=_first_names())) & (leans == 0)
    moved = pa.array(alone & (known | (leans > 0)))
    return parts._replace(given=_chosen(moved, family, given), family=_chosen(moved, pa.scalar("", given.type), family))


def _chosen(where: pa.Array, one: pa.Array, other: pa.Array) -> Texts:
    import pyarrow.compute as pc

    return from_arrow(pc.if_else(where, one, other))
