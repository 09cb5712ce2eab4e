"""Engine: lists that write full names last name first and without a comma, as county rolls do: "SMITH JOHN A".

Told for each list by its words: the first name stands second in many names and first in hardly any. There the comma is put
in, and "SMITH, JOHN A" is taken apart as ever. A sample of the names decides; O(names) where the order is turned.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.coding import Coded, Texts, drawn, from_arrow, gather, joined_end_to_end, mapped, only_used
from entityres.records.contents import family_names, given_names
from entityres.records.names import BEFORE, PARTICLES, plain_words
from entityres.records.once import once
from entityres.records.sorted_sets import sorted_unique

if TYPE_CHECKING:
    import pyarrow as pa

LOOKED_AT = 2000
FEWEST = 5  # names with the first name behind; fewer may be chance
TIMES = 4  # as often as in front
SHARE = 0.2  # of all names: many first names are in no table
_SEVERAL = r"(?i)[,&+/()]|\s(?:and|und|et|en|och|og)\s"


def in_usual_order(raw: Coded, starts: np.ndarray) -> Coded:
    """Full names with a comma behind the last name, in those lists that write it first.

    Args:
        raw: Names of all records.
        starts: int64 (n_lists + 1,), where the records of each list begin.
    """
    codes, added = raw.codes.copy(), [raw.texts]
    n = raw.texts.n
    for begin, end in zip(starts[:-1], starts[1:], strict=True):
        own = codes[begin:end]
        used = sorted_unique(own[own >= 0])
        names = gather(raw.texts, used)
        if not _is_last_first(names):
            continue
        places = np.zeros(raw.texts.n, dtype=np.int32)
        places[used] = n + np.arange(len(used))
        own[own >= 0] = places[own[own >= 0]]
        added.append(_with_commas(names))
        n += len(used)
    if len(added) == 1:
        return raw
    found = only_used(Coded(codes, joined_end_to_end(added)))
    return mapped(found, found.texts)


def _is_last_first(texts: Texts) -> bool:
    """Whether a list that has these names writes the last name first."""
    given, family = given_names(), family_names()
    names = front = behind = 0
    for text in drawn(texts, LOOKED_AT).to_list():
        words = [] if re.search(_SEVERAL, text) else plain_words(text)
        while len(words) > 2 and words[0] in PARTICLES:
            words = words[1:]
        if len(words) < 2:
            continue
        names += 1
        if words[0] in given:
            front += words[1] not in given
        elif words[1] in given:
            # "Anju Thomas": a first name that is no table's, and a last name that is one as well.
            behind += words[1] not in family or words[0] in family
    return behind >= FEWEST and behind >= TIMES * front and behind >= SHARE * names


@once
def _last_name() -> str:
    """A pattern: the last name with its particles and what stands before it, and the rest."""
    before, particles = ("|".join(sorted(re.escape(word) for word in listed)) for listed in (BEFORE, PARTICLES))
    return rf"(?i)^\s*(?P<last>(?:(?:{before})\.?\s+)*(?:(?:{particles})\s+)*[^\s,]+)\s+(?P<next>[^\s,]+)(?P<rest>.*)$"


@once
def _given_names() -> pa.Array:
    import pyarrow as pa

    return pa.array(sorted(given_names()), pa.large_string())


def _with_commas(texts: Texts) -> Texts:
    """The names with a comma behind the last name; without it where two people are named, or the first name stands first."""
    import pyarrow as pa
    import pyarrow.compute as pc

    names = texts.to_arrow()
    parts = pc.extract_regex(names, _last_name())
    last, following, rest = (pc.struct_field(parts, part) for part in ("last", "next", "rest"))
    first_is_given, next_is_given = (
        pc.is_in(pc.utf8_lower(part), value_set=_given_names()) for part in (last, following)
    )
    as_ever = pc.or_(pc.match_substring_regex(names, _SEVERAL), pc.and_(first_is_given, pc.invert(next_is_given)))
    comma, nothing = (pa.scalar(text, pa.large_string()) for text in (", ", ""))
    turned = pc.binary_join_element_wise(last, comma, following, rest, nothing)
    return from_arrow(pc.if_else(pc.or_(as_ever, pc.is_null(parts)), names, turned))
