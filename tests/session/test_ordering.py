"""Rows in order by several keys: the same as numpy's lexsort, whatever the keys."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from entityres.session.ordering import dense_ranks, ordered, rank_codes

FLOATS = st.floats(width=32, allow_nan=True, allow_infinity=True)


@given(arrays(np.float32, st.integers(0, 60), elements=FLOATS))
def test_scores_come_in_the_order_of_a_stable_sort(scores):
    assert ordered(scores).tolist() == np.argsort(scores, kind="stable").tolist()


@given(st.data(), st.integers(0, 60))
def test_several_keys_come_in_the_order_of_lexsort(data, n):
    score = data.draw(arrays(np.float32, n, elements=st.sampled_from([-2.5, -0.0, 0.0, 1.0, 7.25])))
    size = data.draw(arrays(np.int32, n, elements=st.integers(-(2**31), 2**31 - 1)))
    risks = data.draw(arrays(np.int8, n, elements=st.integers(-3, 3)))
    ranks = data.draw(arrays(np.uint32, n, elements=st.integers(0, 5)))
    assert ordered(score, size, risks, ranks).tolist() == np.lexsort((score, size, risks, ranks)).tolist()


@given(arrays(np.float64, st.integers(0, 40), elements=st.floats(0, 1e12)))
def test_times_are_ranked_first(times):
    assert ordered(dense_ranks(times)).tolist() == np.argsort(times, kind="stable").tolist()


@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.uint64])
def test_what_32_bits_cannot_hold_is_refused(dtype):
    with pytest.raises(TypeError, match="32 bits"):
        rank_codes(np.zeros(3, dtype))


def test_no_key_is_no_row():
    assert len(ordered()) == 0
