"""Chips of how two records differ: what cannot be compared is not called the same."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from entityres.scoring.comparisons import SAME_WORDS
from entityres.session.differences import NOT_COMPARED, ONE_MISSING, Differences


def test_values_that_nothing_can_be_said_about_have_a_chip_of_their_own():
    """Pairs: equal values, two that are not comparable, one missing, different, and equal ones without a level."""
    codes = np.array([0, 0, 0, 1, 0, -1, 0, 2, 3, 3], np.int32)
    pairs = SimpleNamespace(left=np.arange(0, 10, 2), right=np.arange(1, 10, 2))
    levels = np.array([0, -1, -1, 1, -1], np.int8)
    field = SimpleNamespace(name="name", levels=levels, level_names=("same", "different"))

    class Scored(SimpleNamespace):
        def __len__(self) -> int:
            return len(levels)

    cleaned = SimpleNamespace(fields=[SimpleNamespace(name="name", codes=codes)])
    made = Differences.of(SimpleNamespace(scored=Scored(pairs=pairs, fields=[field]), cleaned=cleaned))
    assert [made.of_pair(pair) for pair in range(5)] == [
        (SAME_WORDS,),
        (NOT_COMPARED,),
        (ONE_MISSING,),
        ("different",),
        (SAME_WORDS,),
    ]
    assert made.counts(slice(None))[NOT_COMPARED] == 1
