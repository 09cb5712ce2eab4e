"""What two texts of a record say twice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.scoring.repeats import Repeat, repeats_among, take_off
from tests.helpers.building import make_cleaned, make_list

N = 40_000


def measured(alike: list[np.ndarray], roles: list[Role], *, missing: np.ndarray | None = None, true: float = 0.0):
    """Repeats of fields that are alike where these say so, 5 bits, and else 2 bits against."""
    names = {f"column {i}": role for i, role in enumerate(roles)}
    fields = make_cleaned([make_list("list", {name: ["ab cd", "ef gh"] for name in names})], names).fields
    levels = [np.where(one, 4, 10).astype(np.int8) for one in alike]
    if missing is not None:
        levels[0][missing] = -1
    weights = [np.where(one, 5, -2).astype(np.float32) for one in alike]
    return repeats_among(fields, levels, weights, np.full(len(alike[0]), 1 - true))


def coins(seed: int, share: float) -> np.ndarray:
    return np.random.default_rng(seed).random(N) < share


def test_texts_that_have_nothing_to_do_with_each_other_repeat_nothing():
    assert measured([coins(1, 0.1), coins(2, 0.1)], [Role.TITLE, Role.TEXT]) == ()


def test_bits_are_how_much_more_often_strangers_are_alike_in_both():
    title = coins(1, 0.1)
    text = np.where(
        title, coins(2, 0.4), coins(3, 0.1 * 0.6 / 0.9)
    )  # a tenth of all, four tenths of those with like titles
    (found,) = measured([title, text], [Role.TITLE, Role.TEXT])
    assert (found.one, found.other) == (0, 1)
    assert found.bits == pytest.approx(2.0, abs=0.1)


def test_true_pairs_are_no_sign_of_texts_that_repeat_each_other():
    both = coins(1, 0.02)
    assert measured([both, both], [Role.TITLE, Role.TEXT], true=1.0) == ()


def test_only_pairs_that_have_both_texts_are_counted():
    title, text = coins(1, 0.1), coins(2, 0.1)
    assert measured([title, text], [Role.TITLE, Role.TEXT], missing=title & ~text) != ()
    assert measured([title, text], [Role.TITLE, Role.TEXT], missing=coins(3, 0.5)) == ()


def test_a_few_strangers_prove_nothing():
    rare = coins(1, 10 / N)
    (found,) = measured([rare, rare], [Role.TITLE, Role.TEXT])
    assert found.bits < 1


def test_names_and_places_are_left_to_what_is_known_of_them():
    both = coins(1, 0.1)
    assert measured([both, both], [Role.STREET, Role.CITY]) == ()


def test_of_three_texts_that_say_the_same_two_ties_are_kept():
    one = coins(1, 0.1)
    found = measured([one, one | coins(2, 0.05), one | coins(3, 0.02)], [Role.TITLE, Role.TEXT, Role.ITEMS])
    assert [(tie.one, tie.other) for tie in found] == [(0, 2), (0, 1)]


def total(repeats: list[Repeat], weights: list[float]) -> float:
    columns = [np.array([weight], np.float32) for weight in weights]
    take_off(repeats, columns)
    return float(sum(column[0] for column in columns))


def test_what_is_in_common_is_taken_off_the_weaker_text_once():
    columns = [np.array([9, 2, -1, 9], np.float32), np.array([5, 8, 4, -3], np.float32)]
    take_off([Repeat(0, 1, 3.0)], columns)
    assert columns[0].tolist() == [9, 0, -1, 9]
    assert columns[1].tolist() == [2, 8, 4, -3]


WEIGHTS = st.lists(st.floats(-8, 18, width=32), min_size=4, max_size=4)
TREES = st.sampled_from([[(0, 1)], [(0, 1), (2, 3)], [(0, 1), (0, 2), (0, 3)], [(0, 1), (1, 2), (2, 3)]])


@given(WEIGHTS, TREES, st.lists(st.floats(0, 6), min_size=3, max_size=3), st.integers(0, 3), st.floats(0, 10, width=32))
def test_more_agreement_never_lowers_the_sum(weights, tree, bits, better, more):
    repeats = [Repeat(one, other, b) for (one, other), b in zip(tree, bits, strict=False)]
    raised = [weight + (more if i == better else 0) for i, weight in enumerate(weights)]
    assert total(repeats, raised) >= total(repeats, weights) - 1e-4


@given(WEIGHTS, TREES, st.lists(st.floats(0, 6), min_size=3, max_size=3))
def test_no_text_turns_against_a_match_and_evidence_against_stays(weights, tree, bits):
    columns = [np.array([weight], np.float32) for weight in weights]
    take_off([Repeat(one, other, b) for (one, other), b in zip(tree, bits, strict=False)], columns)
    for before, after in zip(weights, columns, strict=True):
        assert after[0] == np.float32(before) if before <= 0 else -1e-5 <= after[0] <= np.float32(before)
