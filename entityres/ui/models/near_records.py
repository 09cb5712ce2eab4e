"""UI: what the comparison of two records asks of the engine in the background: who is nearest, and what would find a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.percentages import percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from entityres.candidates.keys import Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.records.record_list import RecordList
    from entityres.scoring.ranking import Neighbour
    from entityres.settings import Settings

NEAREST = 10
MOST_NAMED = 4


@dataclass(frozen=True)
class Near:
    """Records by their number over all lists, the nearest first, and how similar each is (0 to 1)."""

    records: tuple[int, ...]
    similar: tuple[float, ...]


def _near(found: Sequence[Neighbour]) -> Near:
    return Near(tuple(one.record for one in found), tuple(one.jaccard for one in found))


def nearest_to_record(cleaned: CleanedRecords, record: int, keys: Sequence[Key], seed: int, progress: Progress) -> Near:
    """The records nearest to one of the lists, looked for with the keys of the project and those that are sensible."""
    from entityres.candidates.nearest import nearest
    from entityres.candidates.planning import suggest_keys
    from entityres.scoring.ranking import rank

    known = {(key.parts, key.sets) for key in keys}
    more = [key for key in suggest_keys(cleaned) if key.join is None and (key.parts, key.sets) not in known]
    near = nearest(cleaned, record, [*keys, *more], NEAREST, seed=seed, progress=progress)
    progress.check()
    return _near(rank(cleaned, record, near, NEAREST, seed=seed))


def nearest_to_typed(
    lists: Sequence[RecordList], typed: Mapping[str, str], settings: Settings, progress: Progress
) -> Near:
    """The records nearest to one that somebody typed, by its columns.

    Raises:
        EntityResError: A column is not known, or nothing was typed.
    """
    from entityres import pipeline

    return _near(pipeline.find(lists, typed, settings, NEAREST, progress))


def which_would_find(cleaned: CleanedRecords, left: int, right: int, keys: Sequence[Key], seed: int) -> str:
    """Which keys that are off or not there would put two records together, in one sentence or two.

    Words that are rare in the lists are left out: two records alone do not tell which are.
    """
    from entityres.candidates.jaccard import pair_similarity
    from entityres.candidates.key_entries import EntryMaker
    from entityres.candidates.keys import Bands
    from entityres.candidates.planning import suggest_keys
    from entityres.candidates.proposing import name_fields, shingle_fields
    from entityres.candidates.shared_buckets import shared_buckets
    from entityres.candidates.some_records import these_records

    two = these_records(cleaned, np.array(sorted((left, right))))
    one, other = np.zeros(1, np.int32), np.ones(1, np.int32)
    maker = EntryMaker(two, seed)
    off = [key for key in keys if not key.enabled]
    known = {(key.parts, key.sets) for key in keys}
    more = [key for key in suggest_keys(cleaned) if (key.parts, key.sets) not in known]
    certain = [key for key in (*off, *more) if key.bands is None and not any(part.is_of_many for part in key.parts)]
    names = [key.name for key in certain if shared_buckets(maker, key, one, other)[0]]
    fields = name_fields(cleaned) or shingle_fields(cleaned)
    words = ""
    if names:
        named = ", ".join(f"“{name}”" for name in names[:MOST_NAMED])
        rest = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
        words = f"The {'key' if len(names) == 1 else 'keys'} {named}{rest} would find it."
    if not fields:
        return words or "No key that makes sense for these columns would find it."
    similar = float(pair_similarity(maker.shingles(Bands(fields)), one, other)[0])
    if similar < LEAST_SIMILAR:
        return words or "No key that makes sense for these columns would find it: too little in the two records agrees."
    curve = f"a similarity key set to at least {percent(similar)} similar would find it most likely."
    return (
        f"{words} So would {curve[: -len(' would find it most likely.')]}."
        if words
        else f"{curve[0].upper()}{curve[1:]}"
    )


LEAST_SIMILAR = 0.1
"""Of less similar records a similarity key that finds them would find nearly all pairs of the lists."""
