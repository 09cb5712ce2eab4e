"""Numbers that are nearly the same: slips, or neighbours in a series."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.roles import Role
from entityres.scoring.comparisons import NUMBER_CHARACTER
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.series import neighbour_share, with_neighbours
from tests.helpers.building import make_cleaned, make_list

M = np.array([0.9, 0.0, 0.05, 0.05])
USUAL = np.array([7.2, 7.1, -3.4])


def test_more_near_numbers_than_slips_explain_are_neighbours():
    # 100 pairs with the same number: as true pairs they have 100 * .05 / .9 = 5.556 slips and as many other numbers. Of 20
    # near ones 14.444 are left, of 300 different ones 294.444; 50 pairs known beforehand: 14.444 / 358.889.
    share = neighbour_share(np.array([100, 7, 20, 300]), M)
    assert share == pytest.approx(0.040248, abs=1e-6)
    assert with_neighbours(USUAL, np.array([100, 7, 20, 300]), M) == pytest.approx([7.2, np.log2(0.05 / share), -3.4])


def test_what_slips_explain_says_what_it_usually_says():
    assert neighbour_share(np.array([100, 7, 5, 300]), M) == 0
    assert with_neighbours(USUAL, np.array([100, 7, 5, 300]), M) is USUAL
    assert with_neighbours(USUAL, np.array([0, 0, 0, 0]), M) is USUAL


@given(st.tuples(*[st.integers(0, 10**5)] * 4), st.floats(-3, 12))
def test_a_near_number_never_says_more_than_before_nor_less_than_another_number(
    seen: tuple[int, int, int, int], near: float
):
    made = with_neighbours(np.array([12.5, near, -3.4]), np.array(seen), M)
    assert -3.4 <= made[1] <= near
    assert made[[0, 2]].tolist() == [12.5, -3.4]


def weight_of_a_near_number(numbers: list[str]) -> float:
    """What one other character in the number counts in a list of these numbers; sixteen articles have one title each."""
    titles = [
        f"{colour} {thing}" for colour in ("red", "blue", "green") for thing in ("lamp", "chair", "table", "shelf")
    ]
    columns = {"title": [titles[i // 16 % 12] for i in range(len(numbers))], "number": numbers}
    cleaned = make_cleaned([make_list("list", columns)], {"title": Role.TITLE, "number": Role.IDENTIFIER})
    scored = score_pairs(cleaned, propose_pairs(cleaned, (Key("Title", (Part(PartKind.EXACT, ("title",)),)),)))
    field = scored.fields[1]
    return float(field.weights[field.levels == NUMBER_CHARACTER].max())


def test_in_a_series_a_number_that_is_nearly_the_same_is_no_slip():
    rng = np.random.default_rng(4)
    drawn = [f"{number}" for number in rng.integers(10**8, 10**9, 192)]
    slips = [drawn[i - 1][:-1] + "x" if i % 16 == 1 else one for i, one in enumerate(drawn)]
    series = [f"{10**8 + i}" for i in range(192)]
    assert weight_of_a_near_number(series) < 1 < weight_of_a_near_number(slips) - 3
