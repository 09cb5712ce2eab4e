"""Members of a group that have the same values, against Python's dictionaries."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.groups import Groups
from entityres.entities.value_choice import Candidates, CandidateTexts
from entityres.records.fields import Columns

CODES = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), min_size=2, max_size=40)


def candidates_of(sizes: list[int], texts: tuple[CandidateTexts, ...] = ()) -> Candidates:
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1].astype(np.int64)
    n = sum(sizes)
    records = np.arange(n, dtype=np.int32)
    group = np.repeat(np.arange(len(sizes)), sizes)
    ranks = np.zeros(n, np.int64)
    return Candidates(np.arange(len(sizes)), starts, group, records, ranks, records, Columns((), ()), texts)


@given(st.lists(CODES, min_size=1, max_size=4))
def test_the_first_alike_is_that_of_a_dictionary(groups: list[list[tuple[int, int]]]) -> None:
    candidates = candidates_of([len(group) for group in groups])
    one, other = (np.array([codes[side] for group in groups for codes in group], np.int32) for side in (0, 1))
    wanted, position = [], 0
    for group in groups:
        seen: dict[tuple[int, int], int] = {}
        for codes in group:
            wanted.append(seen.setdefault(codes, position))
            position += 1
    assert candidates.first_alike(one, other).tolist() == wanted
    assert candidates.repeats(one).tolist() == [
        sum(codes[0] == mine[0] for codes in group) for group in groups for mine in group
    ]


def test_texts_that_differ_in_case_or_blanks_are_one_where_they_are_asked_for() -> None:
    column = pa.array(["Ann", " ann", "Bob", "ANN"], pa.large_string())
    texts = CandidateTexts(np.array([0, 1, 2, -1, 3], np.int32), column, column)
    assert texts.folded(np.array([True, True, True, True, True])).tolist() == [0, 0, 1, -1, 0]
    assert texts.folded(np.array([False, False, True, True, True])).tolist() == [-1, -1, 0, -1, 1]


def test_members_are_laid_out_best_list_first() -> None:
    none = np.empty(0, np.int8)
    groups = Groups(np.array([0, 1, 0, 0, 2, 2], np.int32), none, none, np.empty(0, np.int32))
    column = pa.array(["a", "", "c", " ", "e", "e"], pa.large_string())
    candidates = Candidates.of(groups, np.array([1, 1, 1, 0, 0, 0]), Columns((), ()), [column])
    assert candidates.records.tolist() == [3, 0, 2, 4, 5]
    assert candidates.group_numbers.tolist() == [0, 2]
    assert [None if code < 0 else candidates.texts[0].values[code].as_py() for code in candidates.texts[0].codes] == [
        None,
        "a",
        "c",
        "e",
        "e",
    ]
