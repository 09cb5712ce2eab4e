"""Engine: the sets of records as a join looks at them: equal ones put together, tokens as ranks, the rarest first.

Two similar sets share one of their rarest tokens, so that only sets with a rare token in common need be compared. Costs a sort
of the tokens of the distinct values, 4 bytes a token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.coding import encode_hashes
from entityres.records.compiled import compiled, spread

if TYPE_CHECKING:
    from entityres.candidates.shingling import Shingles


@dataclass(frozen=True)
class Sets:
    """Sets of ranks (0 is the rarest token), ascending: set i is ranks[starts[i] : starts[i + 1]]."""

    ranks: np.ndarray
    starts: np.ndarray


@compiled("void(uint64[::1], int64[::1], uint64[::1], int64, int64)")
def _sum_values(keys, starts, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        total = np.uint64(0)
        for i in range(starts[value], starts[value + 1]):
            h = np.uint64(keys[i] * np.uint64(0x9E3779B97F4A7C15))
            h ^= h >> np.uint64(32)
            h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9))
            h ^= h >> np.uint64(29)
            total = np.uint64(total + np.uint64(h * np.uint64(0x94D049BB133111EB)))
        out[value] = total


@compiled("void(int32[:,::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64, int64)")
def _gather_ranks(codes, chosen, value_starts, value_ranks, starts, out, first, last):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        at = starts[i]
        for f in range(codes.shape[1]):
            code = codes[chosen[i], f]
            if code >= 0:
                for t in range(value_starts[code], value_starts[code + 1]):
                    out[at] = value_ranks[t]
                    at += 1
        out[starts[i] : starts[i + 1]].sort()


def _tagged(shingles: Shingles) -> np.ndarray:
    """uint64 (n_tokens,): tokens with the number of their field in front, so that fields never share one."""
    out = shingles.tokens.astype(np.uint64)
    n_values = len(shingles.starts) - 1
    field_of = np.zeros(n_values, np.uint64)
    for column in range(shingles.codes.shape[1]):
        codes = shingles.codes[:, column]
        field_of[codes[codes >= 0]] = column
    return out | (np.repeat(field_of, np.diff(shingles.starts)) << np.uint64(32))


def _group_equal(shingles: Shingles, tagged: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """group_of, records, starts as in `RankedSets`, and the lengths of the groups' sets (int64)."""
    sums = np.zeros(len(shingles.starts), np.uint64)
    spread(len(sums) - 1, lambda a, b: _sum_values(tagged, shingles.starts, sums, a, b))
    value_lengths = np.concatenate([np.diff(shingles.starts), [0]])
    total = np.zeros(len(shingles.codes), np.uint64)
    lengths = np.zeros(len(shingles.codes), np.int64)
    for column in range(shingles.codes.shape[1]):
        total += sums[shingles.codes[:, column]]  # the last place serves -1
        lengths += value_lengths[shingles.codes[:, column]]
    there = np.flatnonzero(lengths).astype(np.int32)
    # Groups in order of length, so that the join meets shorter sets first.
    order = there[np.lexsort((there, total[there], lengths[there]))]
    new = np.concatenate([[True], total[order[1:]] != total[order[:-1]]]) if len(order) else np.empty(0, bool)
    group_of = np.full(len(total), -1, np.int32)
    group_of[order] = np.cumsum(new) - 1
    starts = np.concatenate([np.flatnonzero(new), [len(order)]]).astype(np.int64)
    return group_of, order, starts, lengths[order[starts[:-1]]]


def _rank_sets(shingles: Shingles, tagged: np.ndarray, chosen: np.ndarray, lengths: np.ndarray) -> tuple[Sets, int]:
    """The sets of the chosen records with tokens as ranks, rarest first, and how many ranks there are."""
    # Spread over all bits, so that their upper ones tell them apart; none is 0.
    numbers, firsts = encode_hashes((tagged + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15), tagged)
    tokens = tagged[firsts]
    holders = np.zeros(len(shingles.starts) - 1, np.int64)
    for column in range(shingles.codes.shape[1]):
        codes = shingles.codes[chosen, column]
        holders += np.bincount(codes[codes >= 0], minlength=len(holders))
    often = np.bincount(numbers, np.repeat(holders, np.diff(shingles.starts)), minlength=len(tokens))
    rank_of = np.empty(len(tokens), np.int32)
    rank_of[np.lexsort((tokens, often))] = np.arange(len(tokens), dtype=np.int32)
    value_ranks = rank_of[numbers]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    ranks = np.empty(int(starts[-1]), np.int32)
    spread(
        len(chosen),
        lambda a, b: _gather_ranks(shingles.codes, chosen, shingles.starts, value_ranks, starts, ranks, a, b),
    )
    return Sets(ranks, starts), len(tokens)


@dataclass(frozen=True)
class RankedSets:
    """What a join of any similarity begins with: groups of records with equal sets, and the groups' sets as ranks.

    Attributes:
        group_of: int32 (n_records,): group of each record, -1 where its set is empty.
        records: int32 (n_records with a set,): records by group, ascending in each.
        starts: int64 (n_groups + 1,): group g is records[starts[g] : starts[g + 1]].
        sets: The set of each group, shortest first.
        n_ranks: How many different tokens there are.
    """

    group_of: np.ndarray
    records: np.ndarray
    starts: np.ndarray
    sets: Sets
    n_ranks: int


def rank_sets(shingles: Shingles) -> RankedSets:
    """Put equal sets together and the tokens of each in order, rarest first."""
    tagged = _tagged(shingles)
    group_of, records, starts, lengths = _group_equal(shingles, tagged)
    return RankedSets(group_of, records, starts, *_rank_sets(shingles, tagged, records[starts[:-1]], lengths))
