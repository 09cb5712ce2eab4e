"""Keys counted without listing their pairs, against a run that lists them."""

from __future__ import annotations

import numpy as np

from entityres.candidates.bucketing import pair_codes
from entityres.candidates.counted_parts import PartsCount
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.overlapping import OverlappingCount
from entityres.candidates.pair_finder import PairFinder
from entityres.progress import quiet
from entityres.records.fields import CleanedRecords


def codes_of_run(cleaned: CleanedRecords, key: Key, across: bool, counted: PartsCount | OverlappingCount) -> np.ndarray:
    """The pairs that a run finds in a short list, as codes; all that can be asked of a count has to fit them."""
    found = PairFinder(EntryMaker(cleaned), across, quiet()).find(0, key)
    assert counted.pairs == len(found.codes)
    assert counted.counts() == found.counts
    assert counted.left_out() == found.left_out
    assert counted.listed().tolist() == found.codes.tolist()
    left, right = (side.astype(np.int32) for side in np.triu_indices(len(cleaned), 1))
    listed = np.isin(pair_codes(left, right), found.codes)
    assert counted.finds(left, right).tolist() == listed.tolist()
    drawn = counted.some_pairs(6_000, np.random.Generator(np.random.PCG64(3)))
    assert set(drawn.tolist()) == set(found.codes.tolist()), "of few pairs each comes"
    return found.codes
