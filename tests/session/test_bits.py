from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.session.bits import bit_counts


@given(st.lists(st.integers(0, 2**64 - 1), max_size=40))
def test_each_bit_is_counted(marks: list[int]) -> None:
    expected = [sum(mark >> bit & 1 for mark in marks) for bit in range(64)]
    assert bit_counts(np.array(marks, np.uint64), 64) == expected


@pytest.mark.parametrize("kind", [np.uint32, np.uint64])
def test_only_the_first_bits_are_told_also_of_marks_that_must_not_be_written(kind: type) -> None:
    marks = np.array([1, 3, 1 << 31], kind)
    marks.setflags(write=False)
    assert bit_counts(marks[::2], 3) == [1, 0, 0]
    assert bit_counts(marks, 2) == [2, 1]
    assert bit_counts(np.empty(0, kind), 2) == [0, 0]
