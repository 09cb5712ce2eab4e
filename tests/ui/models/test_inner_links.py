"""How strongly the records of a group belong together, against a reading of one pair after the other."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entityres.ui.models.group_table import InnerLinks
from entityres.ui.models.score_scale import shown_of_bits

PLACES = st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] < pair[1])


def links(found: dict[tuple[int, int], float], records: list[int], most_drawn: int) -> InnerLinks:
    ordered = sorted(found)
    left, right = (np.array([pair[side] for pair in ordered], np.int32) for side in (0, 1))
    pairs = SimpleNamespace(left=left, right=right)
    scored = SimpleNamespace(pairs=pairs, score=np.array([found[pair] for pair in ordered], np.float32))
    return InnerLinks.of(scored, np.array(records, np.int32), most_drawn)


@given(st.dictionaries(PLACES, st.floats(-20, 20, width=32), max_size=30), st.sets(st.integers(0, 12), min_size=2))
def test_the_best_and_the_weakest_link_of_each_record(found, chosen):
    records = sorted(chosen)
    made = links(found, records, 30)
    for i, one in enumerate(records):
        shown = []
        for j, other in enumerate(records):
            pair = (min(one, other), max(one, other))
            expected = float(shown_of_bits(np.float32(found[pair]))) if pair in found else math.nan
            assert np.isclose(made.each[i, j], expected, equal_nan=True)
            shown += [expected] if pair in found else []
        assert np.isclose(made.best[i], max(shown, default=math.nan), equal_nan=True)
        assert np.isclose(made.weakest[i], min(shown, default=math.nan), equal_nan=True)
    few = links(found, records, 1)
    assert few.each.shape == (0, 0)
    assert np.array_equal(few.best, made.best, equal_nan=True)


def test_a_group_out_of_hand_takes_no_more_than_its_links():
    n = 100_000
    chain = {(i, i + 1): 5.0 for i in range(n - 1)}
    made = links(chain, list(range(n)), 30)
    assert len(made.best) == n
    assert made.each.size == 0
