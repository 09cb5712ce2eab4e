"""Engine: some records of a long list as a list of their own, on which a question is answered at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from entityres.records.fields import CleanedRecords


def some_records(cleaned: CleanedRecords, n: int, seed: int) -> CleanedRecords:
    """Some of the records, drawn at random, with only the values that they have.

    Args:
        cleaned: The records.
        n: How many; fewer than there are.
        seed: Which ones.
    """
    rng = np.random.Generator(np.random.PCG64([seed, 11]))
    return these_records(cleaned, np.sort(rng.choice(len(cleaned), n, replace=False)))


def these_records(cleaned: CleanedRecords, chosen: np.ndarray) -> CleanedRecords:
    """These records (ascending numbers) in the lists that they are in, with only the values that they have."""
    fields = []
    for field in cleaned.fields:
        there, codes = np.unique(field.codes[chosen], return_inverse=True)
        lacking = int(len(there) > 0 and there[0] < 0)
        values = field.values.take(there[lacking:])
        fields.append(replace(field, codes=(codes - lacking).astype(np.int32), values=values))
    starts = np.searchsorted(chosen, cleaned.starts)
    return CleanedRecords(starts.astype(np.int64), tuple(fields))
