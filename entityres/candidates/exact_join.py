"""Engine: all pairs of records at least so similar, none missed (method.md §6; *Mining of Massive Datasets*, ch. 3.9).

The tokens of each set are sorted rarest first. Then two sets with Jaccard similarity of at least J have lengths within a
factor J, share a token in their prefixes, and the places of that token bound what they can still share; only what passes
these filters is compared. Equal sets are put together beforehand, since all their pairs are known without comparing.
Costs a sort of the tokens of the distinct values, 4 bytes a token, and the pairs that share a rare token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.bucketing import Buckets, expand_all, mix, select
from entityres.candidates.ranked_sets import RankedSets, Sets, rank_sets
from entityres.errors import SettingsError
from entityres.records.compiled import compiled, spread

if TYPE_CHECKING:
    from entityres.candidates.shingling import Shingles
    from entityres.progress import Progress

HOT_PRODUCT = 20_000
"""Two groups of equal sets that make more pairs than this are split by a second part, like any large bucket."""

LISTED, LISTED_AT_LEAST = 20, 1_000_000
"""Pairs of similar sets that are listed one by one: so many for each record, and so many in any case. Where there would be more,
smaller groups are split too: a column in which everything is alike would fill the memory."""

MOST_SIMILAR = 50_000_000
"""Similar sets are told one by one, whatever becomes of their records: of more than these nobody would see the end, and each
takes 40 bytes."""

AT_A_TIME = 20_000_000
"""Index entries that are looked at between two looks whether to stop: some tenths of a second."""

SETS_AT_A_TIME = 4_000


class TooManySimilarError(SettingsError):
    """More sets are similar to each other than can be kept.

    Args:
        most: How many may be.
    """

    def __init__(self, most: int) -> None:
        super().__init__(
            f"More than {most:,} pairs of different values are so similar: they do not fit in memory.",
            "Ask for more similar records.",
        )
        self.most = most


@dataclass(frozen=True)
class SimilarSets:
    """Groups of records with equal sets, and which groups are similar.

    Attributes:
        group_of: As in `RankedSets`, as are `records` and `starts`.
        left: int32 (n_edges,): a group.
        right: int32 (n_edges,): another group whose set is similar; each two groups once.
    """

    group_of: np.ndarray
    records: np.ndarray
    starts: np.ndarray
    left: np.ndarray
    right: np.ndarray

    @property
    def sizes(self) -> np.ndarray:
        """int64 (n_groups,): records in each group."""
        return np.diff(self.starts)


@compiled("int64(int64, float64)")
def _least(length, similarity):  # type: ignore[no-untyped-def]
    # The shortest set that can be so similar to one of this length (the length filter). J times a length may lie a hair
    # beside a whole number: filters then let through, and the comparison is exact.
    return max(1, np.int64(np.ceil(similarity * length - 1e-9)))


@compiled("int64(int64, int64, float64)")
def _overlap(a, b, similarity):  # type: ignore[no-untyped-def]
    # How many tokens two sets of these lengths must share at least.
    return max(1, np.int64(np.ceil(similarity / (1.0 + similarity) * (a + b) - 1e-9)))


@compiled("int64(uint64)")
def _bits_set(x):  # type: ignore[no-untyped-def]
    x = np.uint64(x)
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(np.uint64(x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled("void(int32[::1], int64[::1], uint64[:,::1], int64, int64)")
def _sketch(ranks, starts, out, first, last):  # type: ignore[no-untyped-def]
    for x in range(first, last):
        low, high = np.uint64(0), np.uint64(0)
        for t in range(starts[x], starts[x + 1]):
            bit = np.uint64(1) << np.uint64(ranks[t] & 63)
            if ranks[t] & 64:
                high |= bit
            else:
                low |= bit
        out[x, 0], out[x, 1] = low, high


@compiled("boolean(int32[::1], int64, int64, int64, int64, int64, float64)")
def _similar(ranks, i, end_i, j, end_j, needed, similarity):  # type: ignore[no-untyped-def]
    a, b = end_i - i, end_j - j
    # How many tokens either side may still fail to share.
    spare_a, spare_b = a - needed, b - needed
    shared = 0
    while i < end_i and j < end_j:
        if ranks[i] == ranks[j]:
            shared += 1
            i += 1
            j += 1
        elif ranks[i] < ranks[j]:
            i += 1
            spare_a -= 1
            if spare_a < 0:
                return False
        else:
            j += 1
            spare_b -= 1
            if spare_b < 0:
                return False
    return shared / (a + b - shared) >= similarity


@compiled(
    "uint64[::1](int32[::1], int64[::1], int64[::1], int32[:,::1], uint64[:,::1], int32[::1], float64, int64, int64)",
)
def _probe(ranks, starts, index, postings, sketches, needed, similarity, first, last):  # type: ignore[no-untyped-def]
    # Sets are in order of length; each looks for partners before it, among the prefixes of which it finds its own tokens.
    # shared[y]: tokens met in both prefixes, -1 where the position filter has said no. A bit that only one sketch has stands
    # for a token that only one set has, so sketches that differ in too many bits save the comparison.
    found = np.empty(1024, np.uint64)
    n = 0
    shared = np.zeros(max(1, last), np.int32)
    touched = np.empty(max(1, last), np.int32)
    for x in range(first, last):
        begin, end = starts[x], starts[x + 1]
        length = np.int32(end - begin)
        least = _least(length, similarity)
        n_touched = 0
        for place in range(length - least + 1):
            rank = ranks[begin + place]
            # From the first set that is long enough: the postings of a token are in order of sets, so of lengths.
            low, high = index[rank], index[rank + 1]
            stop = high
            while low < high:
                middle = (low + high) // 2
                if postings[middle, 1] < least:
                    low = middle + 1
                else:
                    high = middle
            for at in range(low, stop):
                y = postings[at, 0]
                if y >= x:
                    break
                so_far = shared[y]
                if so_far < 0:
                    continue
                if so_far == 0:
                    touched[n_touched] = y
                    n_touched += 1
                size = postings[at, 1]
                rest = min(length - place, size - postings[at, 2])
                shared[y] = so_far + 1 if so_far + rest >= needed[length + size] else -1
        for t in range(n_touched):
            y = touched[t]
            if shared[y] > 0:
                size = starts[y + 1] - starts[y]
                least_shared = needed[length + size]
                differ = _bits_set(sketches[x, 0] ^ sketches[y, 0]) + _bits_set(sketches[x, 1] ^ sketches[y, 1])
                if differ <= length + size - 2 * least_shared and _similar(
                    ranks, begin, end, starts[y], starts[y + 1], least_shared, similarity
                ):
                    if n == len(found):
                        wider = np.empty(2 * n, np.uint64)
                        wider[:n] = found
                        found = wider
                    found[n] = (np.uint64(y) << np.uint64(32)) | np.uint64(x)
                    n += 1
            shared[y] = 0
    return found[:n].copy()


@compiled("void(int32[::1], int64[::1], float64, int64[::1], int32[:,::1])")
def _fill_index(ranks, starts, similarity, free, postings):  # type: ignore[no-untyped-def]
    for x in range(len(starts) - 1):
        length = starts[x + 1] - starts[x]
        # A later set is at least as long, so it must share more than J of the length: a shorter prefix serves.
        for place in range(length - _overlap(length, length, similarity) + 1):
            at = free[ranks[starts[x] + place]]
            postings[at, 0] = x
            postings[at, 1] = length
            postings[at, 2] = place
            free[ranks[starts[x] + place]] += 1


@compiled("void(int32[::1], int64[::1], float64, int64[::1])")
def _count_index(ranks, starts, similarity, out):  # type: ignore[no-untyped-def]
    for x in range(len(starts) - 1):
        length = starts[x + 1] - starts[x]
        for place in range(length - _overlap(length, length, similarity) + 1):
            out[ranks[starts[x] + place]] += 1


def join_work(ranked: RankedSets, similarity: float) -> int:
    """How many index entries a join would look at, at most: known at once, before the join itself.

    Each token in the prefix of a set is looked up among the prefixes of the sets before it. A million take about 10 ms.
    """
    return _work(ranked.sets, similarity, _index_sizes(ranked, similarity))


def _index_sizes(ranked: RankedSets, similarity: float) -> np.ndarray:
    """int64 (n_ranks,): in the prefixes of how many sets each token stands."""
    sizes = np.zeros(ranked.n_ranks, np.int64)
    _count_index(ranked.sets.ranks, ranked.sets.starts, similarity, sizes)
    return sizes


def _work(sets: Sets, similarity: float, indexed: np.ndarray) -> int:
    lengths = np.diff(sets.starts)
    place = np.arange(len(sets.ranks)) - np.repeat(sets.starts[:-1], lengths)
    probed = lengths - np.maximum(1, np.ceil(similarity * lengths - 1e-9)).astype(np.int64) + 1
    looked_up = np.bincount(sets.ranks[place < np.repeat(probed, lengths)], minlength=len(indexed))
    # Half, since only sets before the one that looks are met.
    return int(looked_up @ indexed // 2)


def _join(ranked: RankedSets, similarity: float, most: int, progress: Progress | None) -> np.ndarray:
    """Codes (uint64, sorted) of all pairs of different sets that are similar."""
    sets, sizes = ranked.sets, _index_sizes(ranked, similarity)
    index = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    postings = np.empty((int(index[-1]), 3), np.int32)  # set, its length, the token's place in it
    _fill_index(sets.ranks, sets.starts, similarity, index[:-1].copy(), postings)
    sketches = np.empty((len(sets.starts) - 1, 2), np.uint64)
    spread(len(sketches), lambda a, b: _sketch(sets.ranks, sets.starts, sketches, a, b))
    longest = int(np.diff(sets.starts).max(initial=0))
    both = np.arange(2 * longest + 1)
    needed = np.maximum(1, np.ceil(similarity / (1 + similarity) * both - 1e-9)).astype(np.int32)
    n = len(sets.starts) - 1
    found: dict[int, np.ndarray] = {}

    def work(first: int, last: int) -> None:
        if progress is not None:
            progress.check()
        found[first] = _probe(sets.ranks, sets.starts, index, postings, sketches, needed, similarity, first, last)
        if sum(len(codes) for codes in list(found.values())) > most:
            raise TooManySimilarError(most)

    times = -(-_work(sets, similarity, sizes) // AT_A_TIME)
    spread(n, work, chunk=min(max(n // max(times, 1), 1), SETS_AT_A_TIME))
    codes = np.empty(sum(len(some) for some in found.values()), np.uint64)
    at = 0
    for first in sorted(found):
        some = found.pop(first)
        codes[at : at + len(some)] = some
        at += len(some)
    codes.sort()
    return codes


def similar_sets(
    shingles: Shingles | RankedSets,
    similarity: float,
    progress: Progress | None = None,
    most: int = MOST_SIMILAR,
) -> SimilarSets:
    """Which records have equal sets, and which of these are at least so similar.

    Args:
        shingles: The records as sets, or what `rank_sets` made of them for several joins.
        similarity: Jaccard similarity from which two sets count, above 0 and at most 1.
        progress: Asked between some sets whether to stop.
        most: So many pairs of different sets may be similar.

    Raises:
        TooManySimilarError: There are more.
        Cancelled: They are not wanted any more.
    """
    if not 0 < similarity <= 1:
        raise ValueError(f"The similarity of a join lies above 0 and at most at 1, not at {similarity}.")
    ranked = shingles if isinstance(shingles, RankedSets) else rank_sets(shingles)
    codes = _join(ranked, similarity, most, progress)
    left, right = (codes >> np.uint64(32)).astype(np.int32), (codes & np.uint64(0xFFFFFFFF)).astype(np.int32)
    return SimilarSets(ranked.group_of, ranked.records, ranked.starts, left, right)


@compiled("void(int32[::1], int64[::1], int32[::1], int32[::1], int64[::1], uint64[::1], int64, int64)")
def _cross(records, starts, left, right, places, out, first, last):  # type: ignore[no-untyped-def]
    for edge in range(first, last):
        at = places[edge]
        for i in range(starts[left[edge]], starts[left[edge] + 1]):
            for j in range(starts[right[edge]], starts[right[edge] + 1]):
                a, b = min(records[i], records[j]), max(records[i], records[j])
                out[at] = (np.uint64(a) << np.uint64(32)) | np.uint64(b)
                at += 1


def cross_pairs(sets: SimilarSets, edges: np.ndarray) -> np.ndarray:
    """uint64 codes of the pairs between the groups of the chosen edges (positions or bool)."""
    left, right = sets.left[edges], sets.right[edges]
    places = np.concatenate([[0], np.cumsum(sets.sizes[left] * sets.sizes[right])]).astype(np.int64)
    out = np.empty(int(places[-1]), np.uint64)
    spread(len(left), lambda a, b: _cross(sets.records, sets.starts, left, right, places, out, a, b))
    return out


def equal_pairs(sets: SimilarSets, chosen: np.ndarray) -> np.ndarray:
    """uint64 codes of the pairs inside the chosen groups (bool (n_groups,))."""
    buckets = select(
        Buckets(sets.records, sets.starts, np.zeros(len(sets.sizes), np.uint64), len(sets.records)), chosen
    )
    return expand_all(buckets, np.zeros(len(sets.group_of), np.int16), False)


def exact_join(shingles: Shingles, similarity: float, progress: Progress | None = None) -> np.ndarray:
    """All pairs of records whose sets are at least so similar.

    Args:
        shingles: The records as sets; an empty one is similar to none.
        similarity: Above 0, at most 1.
        progress: Asked between some sets whether to stop.

    Returns:
        uint64 (n_pairs,): pair codes (left in the upper half), sorted, each once.
    """
    sets = similar_sets(shingles, similarity, progress)
    edges, groups = np.ones(len(sets.left), bool), np.ones(len(sets.sizes), bool)
    return np.sort(np.concatenate([equal_pairs(sets, groups), cross_pairs(sets, edges)]))


def large_edges(sets: SimilarSets) -> np.ndarray:
    """bool (n_edges,): similar sets with too many pairs between their groups to list them, alone or with those of all others."""
    between = sets.sizes[sets.left] * sets.sizes[sets.right]
    counts = np.bincount(between[between <= HOT_PRODUCT], minlength=HOT_PRODUCT + 1)
    room = LISTED * len(sets.group_of) + LISTED_AT_LEAST
    most = int(np.searchsorted(np.cumsum(counts * np.arange(len(counts))), room, side="right")) - 1
    return between > most


def join_entries(sets: SimilarSets) -> list[tuple[np.ndarray, np.ndarray]]:
    """The join as entries of buckets, so that it can be used like any key.

    Records with equal sets are one bucket, two records with similar sets another. Large groups that are similar to each
    other stand in one bucket together, in a batch of its own, where it is split by a second part like other large buckets;
    pairs in it that are not similar enough must be taken out afterwards.

    Returns:
        Batches of records int32 and hashes uint64; a similar pair shares exactly one bucket.
    """
    sizes = sets.sizes
    hot = large_edges(sets)
    together = _components(len(sizes), sets.left[hot], sets.right[hot])
    group = np.repeat(np.arange(len(sizes)), sizes)
    equal = _hashes(together[group].astype(np.uint64), 1)
    alike = cross_pairs(sets, np.flatnonzero(~hot & (together[sets.left] != together[sets.right])))
    records = np.empty(2 * len(alike), np.int32)
    records[::2], records[1::2] = (alike >> np.uint64(32)).astype(np.int32), alike.astype(np.uint32).astype(np.int32)
    order = np.lexsort((sets.records, together[group]))
    return [(sets.records[order], equal[order]), (records, np.repeat(_hashes(alike, 2), 2))]


def _hashes(codes: np.ndarray, kind: int) -> np.ndarray:
    """Bucket hashes of numbers; buckets of another kind get others."""
    return mix(codes + np.uint64(1), np.full(len(codes), kind, np.uint64))


def _components(n: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int64 (n,): the smallest group that each group hangs together with; few edges, so whole passes are cheap."""
    home = np.arange(n)
    while True:
        low = np.minimum(home[left], home[right])
        before = home.copy()
        np.minimum.at(home, left, low)
        np.minimum.at(home, right, low)
        home = home[home]
        if np.array_equal(before, home):
            return home
