"""Engine: what share of all true pairs the keys found, by capture and recapture between independent keys.

As animals are counted that are caught twice: of the true pairs that one set of keys found, the share that another set
found too is the share that it finds of all (Lincoln 1930, Petersen 1896; Chapman 1951 for small counts). It holds where
the two sets of keys have nothing in common, so fields that depend on each other (a name and an e-mail address made from
it, the parts of an address) stay on one side. What is alike in both sets, such as records that are empty all over, makes
the estimate a little too good.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.keys import Key
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import ScoredPairs

ENOUGH_TWICE = 30
Z = 1.96

_SAME_SOURCE = (
    frozenset({Role.GIVEN_NAME, Role.FAMILY_NAME, Role.FULL_NAME, Role.EMAIL, Role.ORGANISATION}),
    frozenset({Role.STREET, Role.UNIT, Role.POSTCODE, Role.CITY, Role.REGION, Role.COUNTRY}),
    frozenset({Role.TITLE, Role.TEXT, Role.ITEMS}),
)
"""Roles whose values depend on each other."""


@dataclass(frozen=True)
class Recapture:
    """True pairs estimated in all, and the share of them among the candidates.

    Attributes:
        share: Share of all true pairs that the keys found, 0 to 1.
        low: Lower end of its 95 % interval.
        high: Upper end.
        total: True pairs in all.
        found: Expected true pairs among the candidates.
        once: The fields that one set of keys reads.
        again: The fields that the other reads.
    """

    share: float
    low: float
    high: float
    total: float
    found: float
    once: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


def source_of(role: Role | None, name: str) -> str:
    """A name for what a field goes back to; fields that depend on each other have the same."""
    for number, roles in enumerate(_SAME_SOURCE):
        if role in roles:
            return f"source {number}"
    return name


def pairs_found(scored: ScoredPairs, roles: dict[str, Role] | None = None) -> Recapture | None:
    """Estimate the share of all true pairs that the keys found; None where no two sets of keys are independent.

    Every way to divide the sources of evidence in two gives one estimate. They are averaged by their precision, and
    their disagreement widens the interval.

    Args:
        scored: Scored pairs.
        roles: Role of each compared field by name; without them only fields of different names are independent.
    """
    roles = roles or {}
    keys = scored.pairs.keys
    sources = [_sources(key, roles) for key in keys]
    names = sorted(frozenset().union(*sources))
    if len(names) < 2 or len(names) > 12:
        return None
    probability = np.where(scored.guards != 0, np.minimum(scored.probability, 0.5), scored.probability)
    masks, which = scored.pairs.key_sets
    expected = masks, np.bincount(which, weights=probability, minlength=len(masks))
    found = float(probability.sum())
    made = []
    for number in range(1, 2 ** (len(names) - 1)):
        one = frozenset(name for i, name in enumerate(names) if number >> i & 1)
        split = _chapman(expected, sources, one, frozenset(names) - one)
        if split is not None:
            made.append(split)
    if not made:
        return None
    made.sort(key=lambda split: split.variance / split.total**2)
    best = made[: max(3, len(made) // 4)]
    weight = np.array([split.total**2 / split.variance for split in best])
    totals = np.array([max(split.total, found) for split in best])
    total = float((weight * totals).sum() / weight.sum())
    spread = float(np.sqrt((weight * (totals - total) ** 2).sum() / weight.sum() + best[0].variance))
    low, high = max(total - Z * spread, found), total + Z * spread
    field_names = (_fields(keys, sources, best[0].one), _fields(keys, sources, best[0].two))
    return Recapture(found / total, found / high, min(1.0, found / low), total, found, *field_names)


def _sources(key: Key, roles: dict[str, Role]) -> frozenset[str]:
    return frozenset(source_of(roles.get(name), name) for name in key.fields)


def _fields(keys: tuple[Key, ...], sources: list[frozenset[str]], side: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted({name for key, of in zip(keys, sources, strict=True) if of <= side for name in key.fields}))


@dataclass(frozen=True)
class _Split:
    one: frozenset[str]
    two: frozenset[str]
    total: float
    variance: float


def _chapman(
    expected: tuple[np.ndarray, np.ndarray], sources: list[frozenset[str]], one: frozenset[str], two: frozenset[str]
) -> _Split | None:
    """The number of all true pairs by the keys of two sides; None where too few were found by both.

    Args:
        expected: Each set of keys that proposed a pair (uint64), and how many true pairs it is expected to have proposed.
        sources: What the fields of each key go back to.
        one: Sources of one side.
        two: Sources of the other.
    """
    masks, true = expected
    bits = [sum(1 << i for i, of in enumerate(sources) if of <= side) for side in (one, two)]
    first, second = ((masks & np.uint64(bit)) != 0 for bit in bits)
    a, b, both = (float(true[chosen].sum()) for chosen in (first, second, first & second))
    if both < ENOUGH_TWICE:
        return None
    variance = (a + 1) * (b + 1) * max(a - both, 0.0) * max(b - both, 0.0) / ((both + 1) ** 2 * (both + 2))
    return _Split(one, two, (a + 1) * (b + 1) / (both + 1) - 1, max(variance, 1.0))
