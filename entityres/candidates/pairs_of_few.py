"""Engine: the pairs that a key with bands finds among some thousand records, in few passes over arrays that stay near the core.

The same pairs as those of `counted_bands`, which is made for all records: there what each band needs anew does not matter,
among some thousand records it would take most of the time.
"""

from __future__ import annotations

import numpy as np

from entityres.candidates.bucketing import both_hashes, mix
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.minhash import hashes_of_bands
from entityres.candidates.pair_finder import refiners
from entityres.candidates.unions import sorted_union
from entityres.progress import Progress
from entityres.records.compiled import compiled, side_by_side


@compiled("uint64[::1](uint64[::1], int32[::1], uint64[::1], uint64)")
def _with_records(hashes, records, more, last_bits):  # type: ignore[no-untyped-def]
    # Hash and record in one number, so that a plain sort brings buckets together; of both parts where there are `more`.
    out = np.empty(len(records), np.uint64)
    n = 0
    for record in records:
        h = hashes[record] if len(more) == 0 else both_hashes(hashes[record], more[record])
        if h != 0:
            out[n] = (h & ~last_bits) | np.uint64(record)
            n += 1
    return out[:n].copy()


@compiled("Tuple((uint64[::1], int32[::1]))(uint64[::1], uint64, int64, int16[::1], boolean)")
def _pairs_of_runs(entries, last_bits, most, list_of, across):  # type: ignore[no-untyped-def]
    # Codes of the pairs of buckets of at most so many records, and the records of larger ones.
    out, large = np.empty(len(entries) * (most - 1) // 2 + 1, np.uint64), np.empty(len(entries), np.int32)
    n, n_large, begin = 0, 0, 0
    while begin < len(entries):
        end = begin + 1
        while end < len(entries) and (entries[end] ^ entries[begin]) <= last_bits:
            end += 1
        for i in range(begin, end):
            left = entries[i] & last_bits
            if end - begin > most:
                large[n_large] = left
                n_large += 1
                continue
            for j in range(i + 1, end):
                right = entries[j] & last_bits
                if not across or list_of[left] != list_of[right]:
                    out[n] = (left << np.uint64(32)) | right
                    n += 1
        begin = end
    return out[:n].copy(), large[:n_large].copy()


def pairs_of_bands(maker: EntryMaker, key: Key, most: int, across_only: bool, progress: Progress) -> np.ndarray:
    """uint64: codes of the pairs of a key with bands, sorted and unique.

    Args:
        maker: Parts and signatures of the records; some thousand of them, since the pairs are listed.
        key: The key.
        most: A bucket of more records is split by second parts, as a run does.
        across_only: No pairs inside one list.
        progress: Asked between bands whether to stop.
    """
    assert key.bands is not None
    bands, base, list_of = key.bands, maker.all_parts(key), maker.cleaned.list_of
    parts = [maker.part(part) for part in refiners(maker.cleaned, key)]
    everyone, none = np.arange(len(maker.cleaned), dtype=np.int32), np.empty(0, np.uint64)
    last_bits = np.uint64((1 << len(everyone).bit_length()) - 1)

    def buckets(hashes: np.ndarray, records: np.ndarray, more: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        entries = _with_records(hashes, records, more, last_bits)
        entries.sort()
        pairs: tuple[np.ndarray, np.ndarray] = _pairs_of_runs(entries, last_bits, most, list_of, across_only)
        return pairs

    def listed(hashes: np.ndarray) -> np.ndarray:
        progress.check()
        codes, large = buckets(hashes, everyone, none if base is None else base)
        if base is not None and len(large):
            hashes = mix(hashes, base)
        split = [buckets(hashes, large, part)[0] for part in parts] if len(large) else []
        return np.concatenate([codes, *split])

    hashes = hashes_of_bands(maker.signatures(bands), 0, bands.b, bands.r)
    return sorted_union(list(side_by_side(listed, list(hashes))), len(everyone), progress)
