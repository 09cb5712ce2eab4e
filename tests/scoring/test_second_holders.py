"""How often something of one's own is a stranger's too."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.roles import Role
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.second_holders import USUAL, measured, stranger_share
from tests.helpers.building import make_cleaned, make_list


def test_the_share_is_counted_around_what_is_usual():
    # 90 values that one customer has and 10 that two have, of which 4 are expected to be one: 12 of 106 customers share
    # theirs with a stranger; with 50 customers beforehand, of whom a quarter do: 24.5 / 156.
    assert stranger_share(90, 10, 4) == pytest.approx(24.5 / 156)
    assert stranger_share(0, 0, 0) == USUAL


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.floats(0, 1), st.floats(0, 1))
def test_the_more_second_holders_are_the_same_customer_the_fewer_are_strangers(
    alone: int, two: int, some: float, more: float
):
    fewer, further = sorted((some * two, more * two))
    assert 0 < stranger_share(alone, two, further) <= stranger_share(alone, two, fewer) < 1


def naive(codes, customers, of, levels, left, right, evidence, free) -> float:
    best: dict[int, float] = {}
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        if levels[i] == 0 and free[i] and of[a] != of[b] and codes[a] == codes[b] and customers[codes[a]] == 2:
            best[codes[a]] = max(best.get(codes[a], 0.0), 1 / (1 + 2.0 ** -float(evidence[i])))
    return stranger_share(sum(customers == 1), sum(customers == 2), sum(best.values()))


@given(st.integers(0, 10**6))
def test_pairs_are_counted_as_one_by_one(seed: int):
    rng = np.random.default_rng(seed)
    n, values = 30, 12
    codes = rng.integers(-1, values, n).astype(np.int32)
    of = np.minimum(np.arange(n), rng.integers(0, n, n)).astype(np.int32)
    customers = np.array([len(set(of[codes == code])) for code in range(values)], np.int64)
    left, right = (ends.astype(np.int32) for ends in np.triu_indices(n, 1))
    levels = np.where(codes[left] == codes[right], 0, 1).astype(np.int8)
    levels[(codes[left] < 0) | (codes[right] < 0)] = -1
    evidence = rng.normal(0, 4, len(left)).astype(np.float32)
    given_ = (codes, customers, of, levels, left, right, evidence, rng.random(len(left)) < 0.8)
    assert measured(*given_) == pytest.approx(naive(*given_))


def phone_weight(*, shared: bool) -> float:
    """What a phone counts that two names have, in a list where others share theirs, or do not."""
    rng = np.random.default_rng(3)
    names = [f"{given} {family}" for given in ("anna", "peter", "maria", "paul") for family in range(100)]
    phones = [f"{rng.integers(10**9, 10**10)}" for _ in names]
    if shared:
        phones[1::2] = phones[::2]
    people = {"name": ["harold vance", "mildred blake", *names], "phone": ["5551234567", "5551234567", *phones]}
    cleaned = make_cleaned([make_list("list", people)], {"name": Role.FAMILY_NAME, "phone": Role.PHONE})
    scored = score_pairs(cleaned, propose_pairs(cleaned, (Key("Phone", (Part(PartKind.EXACT, ("phone",)),)),)))
    harold = int(np.flatnonzero((scored.pairs.left == 0) & (scored.pairs.right == 1))[0])
    return float(scored.fields[1].weights[harold])


def test_where_strangers_share_phones_a_phone_says_less():
    assert phone_weight(shared=True) < phone_weight(shared=False) - 0.5
