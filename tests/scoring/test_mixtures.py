"""True pairs among strangers, seen by how often a field agrees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.mixtures import HIGHEST, LOWEST, true_levels
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import ScoredPairs
from tests.helpers.building import make_cleaned, make_list

M = np.array([0.7, 0.2, 0.1])
U = np.array([0.001, 0.1, 0.899])


def test_what_is_seen_more_often_than_among_strangers_comes_from_true_pairs():
    # 600 strangers (1, 60, 539) and 400 true pairs, half of them the same and half alike.
    counts = np.array([201, 260, 539])
    found = true_levels(np.repeat(np.arange(3, dtype=np.int8), counts), np.full(1000, -1.5), M, U, 1)
    assert found[:2] == pytest.approx([200, 200], abs=4)
    assert found[2] < 20, "of those that differ hardly any is a true pair"


def test_strangers_alone_show_hardly_any_true_pair():
    levels = np.repeat(np.arange(3, dtype=np.int8), [1, 100, 899])
    assert true_levels(levels, np.full(1000, -5.5), M, U, 100).sum() < 25


def test_pairs_that_the_others_call_strangers_are_not_looked_at():
    levels = np.zeros(500, np.int8)
    assert true_levels(levels, np.full(500, LOWEST - 1.0), M, U, 100).sum() == 0
    assert true_levels(levels, np.full(500, HIGHEST + 20.0), M, U, 100)[0] == pytest.approx(500, rel=0.01)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.floats(-12, 12)), max_size=60),
    st.floats(1, 200),
)
def test_there_are_never_more_true_pairs_than_pairs(pairs: list[tuple[int, float]], known: float):
    levels = np.array([level for level, _ in pairs], np.int8)
    found = true_levels(levels, np.array([bits for _, bits in pairs]), M, U, known)
    assert (found >= 0).all()
    assert (found <= np.bincount(levels, minlength=3) + 1e-9).all()


ROLES = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "born": Role.BIRTH_DATE}


def people(copies: int, n: int = 3000) -> CleanedRecords:
    """Names and birth dates, the first ones twice with one wrong digit in the date."""
    rng = np.random.default_rng(4)

    def name(letter: str) -> str:
        return letter + "".join(rng.choice(list("aeioulmnrst"), 5))

    given, family = [name("g") for _ in range(60)], [name("f") for _ in range(300)]
    rows = [
        (given[rng.integers(60)], family[rng.integers(300)], f"19{rng.integers(40, 99)}-0{rng.integers(1, 9)}-1{day}")
        for day in rng.integers(0, 9, n)
    ]
    rows += [(one, other, born[:-1] + "9") for one, other, born in rows[:copies]]
    columns = {role: [row[i] for row in rows] for i, role in enumerate(ROLES)}
    return make_cleaned([make_list("list", columns)], ROLES)


def scored(copies: int) -> ScoredPairs:
    cleaned = people(copies)
    name = Key("Same name", (Part(PartKind.EXACT, ("given",)), Part(PartKind.EXACT, ("family",))))
    return score_pairs(cleaned, propose_pairs(cleaned, (name,)))


def test_a_list_of_names_and_dates_shows_by_itself_how_often_dates_are_mistyped():
    many, few = scored(300), scored(20)
    digit = many.fields[2].level_names.index("1 digit")
    weight = [float(found.fields[2].weights[found.fields[2].levels == digit].mean()) for found in (many, few)]
    assert weight[0] > weight[1] + 1
    copies = many.pairs.right - many.pairs.left == 3000
    assert copies.sum() == 300
    assert np.median(many.probability[copies]) > 0.9
