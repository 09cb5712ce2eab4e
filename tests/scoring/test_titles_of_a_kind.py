"""What a title says again of a maker, a genre or another category."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.scoring.comparing import Comparer
from entityres.scoring.titles_of_a_kind import TitlesOfAKind, _Kind, pairs_of_a_kind
from entityres.scoring.weighing import Weigher
from tests.helpers.building import make_cleaned, make_list

MAKERS = ("tarnwood", "ovidian", "norlund", "perrault", "weirside", "quillon")
THINGS = ("kettle", "toaster", "lamp", "drill", "mixer", "radio", "heater", "fan", "scale", "iron")
ABOUT_HALF = 5
COLOURS = ("red", "blue", "green", "black", "white", "grey", "beige", "brown")


def shop(title, n: int = 480):
    """A shop's list without doubles: every maker makes everything in every colour; `title` writes the title."""
    rows = [(maker, thing, colour) for maker in MAKERS for thing in THINGS for colour in COLOURS][:n]
    columns = {"title": [title(*row) for row in rows], "maker": [maker for maker, _, _ in rows]}
    return make_cleaned([make_list("shop", columns)], {"title": Role.TITLE, "maker": Role.CATEGORY})


def said_again(cleaned) -> np.ndarray:
    """Bits by level of the title that a maker says again."""
    weigher = Weigher(cleaned, False, 1)
    made = TitlesOfAKind.among(cleaned, weigher.comparer, False, 1).measured(weigher._rarity)
    (again,) = made.again
    return again[0]


def test_a_maker_that_stands_in_the_title_is_counted_once():
    named = said_again(shop(lambda maker, thing, colour: f"{maker} {thing} {colour}"))
    unnamed = said_again(shop(lambda _, thing, colour: f"{thing} {colour}"))
    assert named[ABOUT_HALF] > 2
    assert unnamed[ABOUT_HALF] < 0.5


def test_what_is_counted_once_falls_out_of_the_sum_of_two_things_of_one_maker():
    cleaned = shop(lambda maker, thing, colour: f"{maker} {thing} {colour}")
    weigher = Weigher(cleaned, False, 1)
    # A red kettle and a red lamp of one maker, and a red kettle of two.
    left, right = np.array([0, 0], np.int32), np.array([16, 80], np.int32)
    levels = weigher.levels(left, right)
    once = sum(weigher.weights(levels, left, right))
    weigher._kinds = None
    twice = sum(weigher.weights(levels, left, right))
    assert once[0] < twice[0] - 1
    assert once[1] == twice[1]


def test_lists_without_categories_or_texts_have_nothing_to_say_twice():
    for roles in ({"title": Role.TITLE, "maker": Role.KEEP}, {"title": Role.FULL_NAME, "maker": Role.CATEGORY}):
        cleaned = make_cleaned([make_list("a", {"title": ["x y", "x z"], "maker": ["m", "m"]})], roles)
        assert TitlesOfAKind.among(cleaned, Comparer(cleaned), False, 1) is None


def naive_pairs(codes: list[int], lists: list[int], across: bool) -> dict[tuple[int, int], int]:
    return {
        (i, j): sum(
            k != i and codes[k] == codes[i] and not (across and lists[k] == lists[i]) for k in range(len(codes))
        )
        for i in range(len(codes))
        for j in range(len(codes))
        if i != j and codes[i] == codes[j] >= 0 and not (across and lists[i] == lists[j])
    }


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=2, max_size=12), st.integers(1, 11), st.booleans())
def test_pairs_are_of_one_category_and_of_two_lists_where_that_is_asked(kinds, cut, across):
    cut = min(cut, len(kinds) - 1)
    parts = [kinds[:cut], kinds[cut:]]
    lists = [
        make_list(name, {"title": [f"{name}{i}" for i in range(len(part))], "kind": part})
        for name, part in zip("xy", parts, strict=True)
    ]
    cleaned = make_cleaned(lists, {"title": Role.TITLE, "kind": Role.CATEGORY})
    field = cleaned.fields[1]
    left, right, others = pairs_of_a_kind(cleaned, field, across, 1)
    allowed = naive_pairs(field.codes.tolist(), cleaned.list_of.tolist(), across)
    assert len(left) == min(sum(1 for _ in allowed), 50_000)
    for i, j, n in zip(left.tolist(), right.tolist(), others.tolist(), strict=True):
        assert allowed[i, j] == n


def test_every_pair_of_one_category_is_drawn_about_as_often():
    cleaned = make_cleaned(
        [make_list("x", {"kind": ["a"] * 40, "title": [f"t{i}" for i in range(40)]})],
        {"kind": Role.CATEGORY, "title": Role.TITLE},
    )
    drawn = np.concatenate(
        [np.stack(pairs_of_a_kind(cleaned, cleaned.fields[0], False, seed)[:2]) for seed in range(40)], axis=1
    )
    counts = np.zeros((40, 40))
    np.add.at(counts, tuple(drawn), 1)
    assert not counts.diagonal().any()
    there = counts[~np.eye(40, dtype=bool)]
    assert there.mean() == pytest.approx(40)
    # 40 draws each: five standard deviations.
    assert np.abs(there - 40).max() < 5 * 40**0.5


def test_the_same_pairs_in_whatever_order_the_rows_stand():
    rows = [(f"{maker} {thing}", maker) for maker in MAKERS for thing in THINGS]

    def drawn(rows):
        columns = {"title": [title for title, _ in rows], "maker": [maker for _, maker in rows]}
        cleaned = make_cleaned([make_list("x", columns)], {"title": Role.TITLE, "maker": Role.CATEGORY})
        left, right, _ = pairs_of_a_kind(cleaned, cleaned.fields[1], False, 1)
        return [(rows[i], rows[j]) for i, j in zip(left.tolist(), right.tolist(), strict=True)]

    assert drawn(rows) == drawn(rows[::-1])


AGAIN = np.array([4, 4, 3, 3, 2, 2, 2, 1, 1, 0, 0], np.float32)


def total(maker: float | None, title: float, text: float, at: int) -> float:
    """Sum of the weights after what is said twice is taken off; None where the maker does not agree."""
    kinds = TitlesOfAKind((_Kind(0, {}, 0.1),), ({1: AGAIN, 2: AGAIN},))
    levels = [np.array([lv], np.int8) for lv in (1 if maker is None else 0, at, at)]
    weights = [np.array([w], np.float32) for w in (maker or 0.0, title, text)]
    kinds.take_off(levels, weights)
    return float(sum(weights)[0])


WEIGHT = st.floats(-6, 12, width=32)


@given(st.floats(0, 9, width=32), WEIGHT, WEIGHT, st.integers(0, 10))
def test_a_maker_that_agrees_never_lowers_the_sum_and_more_of_a_title_neither(maker, title, text, at):
    assert total(maker, title, text, at) >= total(None, title, text, at) - 1e-4
    assert total(maker, title + 1, text, at) >= total(maker, title, text, at) - 1e-4


@given(st.floats(0, 9, width=32), WEIGHT, WEIGHT, st.integers(-1, 10))
def test_no_text_turns_against_a_match_for_what_its_maker_says(maker, title, text, at):
    kinds = TitlesOfAKind((_Kind(0, {}, 0.1),), ({1: AGAIN, 2: AGAIN},))
    levels = [np.array([lv], np.int8) for lv in (0, at, at)]
    weights = [np.array([w], np.float32) for w in (maker, title, text)]
    kinds.take_off(levels, weights)
    assert weights[0][0] == np.float32(maker)
    for before, after in ((title, weights[1]), (text, weights[2])):
        assert min(before, 0) - 1e-5 <= after[0] <= np.float32(before)
        assert at >= 0 or after[0] == np.float32(before)
