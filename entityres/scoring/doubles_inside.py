"""Engine: whether lists are free of doubles, so that a record has at most one partner in each other list.

A list that holds nobody twice shows hardly any pair inside that the program would merge, although many such pairs are found
between the lists. But different things look alike too: two parts of one article, the restaurant and the café of one hotel.
There the other lists are witnesses. A thing that is in a list twice has one and the same partner elsewhere; where another
list holds both as well, each of them closest to one of the two, they are two. A word-for-word copy is no witness: who
copies a list copies its doubles. Nor can a list be a witness of what it does not hold: where it has a partner for a share c
of the records only, it holds both of two like things c² times and one alone 2 c (1 - c) times, so even without any double
no more than c / (2 - c) of the pairs can be told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.fields import CleanedRecords
from entityres.records.percentages import percent
from entityres.records.sorted_sets import sorted_unique
from entityres.scoring.customer_counts import joined
from entityres.scoring.estimating import wilson
from entityres.scoring.scored_pairs import CONTRADICTIONS, InsideList, ScoredPairs, weight_of

if TYPE_CHECKING:
    from entityres.settings import Settings

MOST_DOUBLES = 0.025
"""One record in forty may be a double at worst: so little is lost where one-to-one is wrong, and it goes to review."""

SURE_DOUBLES = 0.005
"""One record in two hundred that is surely there twice shows that the list is one of those that hold doubles."""

TIMES_RARER = 4
"""Doubles must be this many times rarer than records with a match elsewhere; where few are found between the lists, few
would be found inside them too, and that there are none says nothing."""

Z = 1.645
"""Both bounds hold with 95 %."""


@dataclass(frozen=True)
class InsidePairs:
    """Scored pairs inside the lists, where they are no candidates of the run.

    Attributes:
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        score: float32 (n_pairs,).
        guards: uint8 (n_pairs,).
        compared: For each list how many of its records were compared with each other.
    """

    left: np.ndarray
    right: np.ndarray
    score: np.ndarray
    guards: np.ndarray
    compared: tuple[int, ...]


def look_inside(
    cleaned: CleanedRecords, scored: ScoredPairs, inside: InsidePairs | None = None
) -> tuple[InsideList, ...]:
    """What the pairs inside each list show; nothing where there is one list only.

    Args:
        cleaned: The records.
        scored: The scored pairs of the run.
        inside: Pairs inside the lists, where the run compares across them only.
    """
    if cleaned.n_lists < 2:
        return ()
    cut = np.float32(weight_of(scored.default_match_at))
    list_of, left, right = cleaned.list_of, scored.pairs.left, scored.pairs.right
    near = (scored.score >= cut) & ((scored.guards & CONTRADICTIONS) == 0)
    across = list_of[left] != list_of[right]
    links = np.flatnonzero(near & across)
    if inside is None:
        own = np.flatnonzero(near & ~across)
        one, other, compared = left[own], right[own], tuple(int(size) for size in np.diff(cleaned.starts))
    else:
        own = np.flatnonzero((inside.score >= cut) & ((inside.guards & CONTRADICTIONS) == 0))
        one, other, compared = inside.left[own], inside.right[own], inside.compared
    same, two, matched = _witnessed(cleaned, left[links], right[links], scored.score[links], one, other)
    alike, doubles = _looks_like_another(cleaned, one, other), _looks_like_another(cleaned, one[~two], other[~two])
    made = []
    for number, (start, end) in enumerate(zip(cleaned.starts[:-1], cleaned.starts[1:], strict=True)):
        here = list_of[one] == number
        near = sorted_unique(np.concatenate([one[here], other[here]]))
        made.append(
            InsideList(
                records=int(end - start),
                compared=compared[number],
                alike=int(np.count_nonzero(alike[start:end])),
                doubles=int(np.count_nonzero(doubles[start:end])),
                same=int(np.count_nonzero(same & here)),
                two=int(np.count_nonzero(two & here)),
                matched=int(np.count_nonzero(matched[start:end])),
                near=len(near),
                near_matched=int(np.count_nonzero(matched[near])),
            )
        )
    return tuple(made)


def _looks_like_another(cleaned: CleanedRecords, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """bool (n_records,): an earlier record is the same, when these pairs are joined."""
    return joined(len(cleaned), one, other) != np.arange(len(cleaned))


def _witnessed(
    cleaned: CleanedRecords,
    left: np.ndarray,
    right: np.ndarray,
    score: np.ndarray,
    one: np.ndarray,
    other: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What the other lists say of pairs inside lists, by the links (left, right, score) between lists.

    Returns:
        bool (n_pairs,): both have the same partner; bool (n_pairs,): each has a partner of its own in some list;
        bool (n_records,): has a partner in any list.
    """
    n = len(cleaned)
    same, two, matched = np.zeros(len(one), bool), np.zeros(len(one), bool), np.zeros(n, bool)
    ends, partners = np.concatenate([left, right]), np.concatenate([right, left])
    strength = np.tile(score, 2)
    for number in range(cleaned.n_lists):
        there = cleaned.list_of[partners] == number
        best = _best_partners(n, ends[there], partners[there], strength[there])
        matched |= best != NONE
        a, b = best[one], best[other]
        both = (a >= 0) & (b >= 0)
        same |= both & (a == b)
        copied = _copied(cleaned, one, a) | _copied(cleaned, other, b)
        two |= both & (a != b) & ~copied
    return same & ~two, two, matched


NONE, TIED = -1, -2


def _best_partners(n: int, ends: np.ndarray, partners: np.ndarray, score: np.ndarray) -> np.ndarray:
    """int32 (n,): the partner that fits each record best, NONE without one, TIED where several fit alike."""
    best = np.full(n, NONE, np.int32)
    order = np.lexsort((-score, ends))
    ends, partners, score = ends[order], partners[order], score[order]
    first = np.flatnonzero(np.diff(ends, prepend=-1) != 0)
    best[ends[first]] = partners[first]
    again = (ends[1:] == ends[:-1]) & (score[1:] == score[:-1])
    tied = first[np.isin(first, np.flatnonzero(again))]
    best[ends[tied]] = TIED
    return best


def _copied(cleaned: CleanedRecords, records: np.ndarray, partners: np.ndarray) -> np.ndarray:
    """bool: the partner of a record (negative where it has none) says the same word for word in all that is compared."""
    equal = partners >= 0
    for field in cleaned.fields:
        equal &= field.codes[records] == field.codes[partners]
    return equal


def is_one_to_one(inside: Sequence[InsideList], settings: Settings) -> bool:
    """Whether a record has at most one partner in each other list: as the user chose, else as the lists show."""
    return free_of_doubles(inside) if settings.one_to_one is None else settings.one_to_one


def single_lists(inside: Sequence[InsideList], settings: Settings, n_lists: int) -> tuple[bool, ...]:
    """For each list whether a record of another list has at most one partner in it; empty where none is such a list.

    As the user chose for all of them, else as each shows: one that holds nobody twice is such a list, whatever the others
    hold.

    Args:
        inside: What each list shows; empty where that is not known.
        settings: The user's choices.
        n_lists: How many lists there are.
    """
    if settings.one_to_one is not None:
        return (True,) * n_lists if settings.one_to_one and n_lists > 1 else ()
    single = tuple(_is_free(one) for one in inside) if sum(one.records > 0 for one in inside) > 1 else ()
    return single if any(single) else ()


def free_of_doubles(inside: Sequence[InsideList]) -> bool:
    """Whether these lists may be matched one-to-one: hardly any double in any of them, though many records match."""
    return sum(one.records > 0 for one in inside) > 1 and all(_is_free(one) for one in inside)


def _is_free(one: InsideList) -> bool:
    few = most_doubles(one) <= min(MOST_DOUBLES, one.matched / max(one.records, 1) / TIMES_RARER)
    return few and sure_doubles(one) <= SURE_DOUBLES


def why(inside: Sequence[InsideList], names: Sequence[str]) -> str:
    """Why these lists may be matched one-to-one, or why not: the end of a sentence, without its full stop.

    Args:
        inside: What each list shows; empty where that is not known.
        names: The names of the lists.
    """
    if not inside:
        return "the lists were not compared with themselves"
    named = list(zip(inside, names, strict=True))
    if free_of_doubles(inside):
        matched = max(one.matched for one in inside)
        return f"{' and '.join(_words_of_free(named))}, while {matched:,} match records of another list"
    free = [(one, name) for one, name in named if _is_free(one)]
    one, name = next((one, name) for one, name in named if not _is_free(one))
    if most_doubles(one) <= MOST_DOUBLES and sure_doubles(one) <= SURE_DOUBLES:
        return f"too few records of “{name}” match another list to tell ({one.matched:,} of {one.records:,})"
    twice = f"up to {_percent(most_doubles(one))} of the records of “{name}” may be there twice"
    if free:
        without = " and ".join(f"“{name}”" for _, name in free)
        twice += f"; in {without} hardly any is, so others have one match there at most"
    return twice


def _words_of_free(named: Sequence[tuple[InsideList, str]]) -> list[str]:
    """Why none of these lists counts as one that holds doubles, in one or two clauses."""
    few = [(one, name) for one, name in named if _not_told_apart(one) <= MOST_DOUBLES]
    told = [(one, name) for one, name in named if _not_told_apart(one) > MOST_DOUBLES]
    made = []
    if few:
        shares = ", ".join(f"{_percent(_not_told_apart(one))} of “{name}”" for one, name in few)
        made.append(f"hardly any record is in a list twice (at most {shares})")
    if told:
        pairs = ", ".join(f"{one.two:,} of {one.same + one.two:,} pairs in “{name}”" for one, name in told)
        made.append(f"of what looks alike inside a list another list holds both ({pairs})")
    return made


def _percent(share: float) -> str:
    return percent(min(share, 1.0), 1)


def most_doubles(one: InsideList) -> float:
    """Share of the records that may be doubles, at worst.

    Either as many as no other list shows to be two; or, of all that look alike, the share that the other lists do not call
    two where they could.
    """
    told = one.same + one.two
    doubled = max(1 - wilson(one.two, told)[0] / _told_apart(_most_matched(one)), 0.0)
    return min(_not_told_apart(one), doubled * _share(one, one.alike))


def _not_told_apart(one: InsideList) -> float:
    """Share of the records, at most, that look like another one without a witness that they are two."""
    return _share(one, one.doubles)


def _share(one: InsideList, seen: int) -> float:
    """Share of the records of which so many were seen, at most: a sample of m out of n holds (m / n)² of the pairs."""
    return _most(seen) * one.records / max(one.compared, 1) ** 2


def sure_doubles(one: InsideList) -> float:
    """Share of the matched records that have a double, at the least: by what the other lists say."""
    scale = (one.records / max(one.compared, 1)) ** 2
    apart = _told_apart(one.matched / max(one.records, 1))
    alone = one.two * (1 - apart) / apart if one.two else 0.0
    return _least(max(one.same - max(one.two, alone), 0)) * scale / max(one.matched, 1)


def _told_apart(matched: float) -> float:
    """Share of pairs of two things with a partner for one at least that another list tells apart, if it has this share."""
    return matched / (2 - matched)


def _most_matched(one: InsideList) -> float:
    """Share of the records that look like another one with a partner elsewhere, at most: all, if that is not known."""
    return max(wilson(one.near_matched, one.near)[1], one.matched / max(one.records, 1))


def _most(count: int) -> float:
    """Upper bound of the mean of which a Poisson count was seen (Wilson and Hilferty 1931): 0 -> 3.0, 3 -> 7.7."""
    k = count + 1
    return float(k * (1 - 1 / (9 * k) + Z / (3 * k**0.5)) ** 3)


def _least(count: float) -> float:
    """Lower bound of the mean of which a Poisson count was seen: 3 -> 0.8, 10 -> 5.4."""
    return 0.0 if count < 1 else float(count * (1 - 1 / (9 * count) - Z / (3 * count**0.5)) ** 3)
