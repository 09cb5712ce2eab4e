"""A key of rare words counted without listing its pairs, against the pairs that the run lists."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.counted_words import WordsCount
from entityres.candidates.counting import foresee_key
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.progress import quiet
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list
from tests.helpers.counts import codes_of_run

ROLES = {"title": Role.TITLE, "born": Role.BIRTH_DATE}
YEAR = Part(PartKind.YEAR, ("born",))


def key_of(size: int, *more: Part) -> Key:
    """Records that share a word that at most so many have."""
    return Key("Rare", (Part(PartKind.RARE_WORDS, ("title",), size), *more))


def cleaned_of(rows: list[tuple[list[int], int]], first: int) -> CleanedRecords:
    """Two lists of titles of some words; no words and 0 stand for no value."""
    words = ("red", "oak", "table", "lamp", "desk", "chair")
    columns = {
        "title": [" ".join(words[word] for word in row) for row, _ in rows],
        "born": [("", "1950-02-03", "1961-02-03")[year] for _, year in rows],
    }
    lists = [
        make_list(name, {heading: texts[part] for heading, texts in columns.items()})
        for name, part in (("one", slice(0, first)), ("two", slice(first, None)))
    ]
    return make_cleaned(lists, ROLES)


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 5), max_size=4), st.integers(0, 2)), min_size=2, max_size=24),
    st.integers(0, 12),
    st.sampled_from([2, 4, 8, 50]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 10_000]),
    st.sampled_from([2, 3, 4, 200]),
)
@settings(deadline=None, max_examples=200)
@pytest.mark.slow
def test_counted_is_what_the_run_lists(
    rows: list[tuple[list[int], int]], first: int, size: int, in_a_year: bool, across: bool, few: int, hot: int
) -> None:
    cleaned, key = cleaned_of(rows, min(first, len(rows))), key_of(size, *([YEAR] if in_a_year else []))
    with (
        patch("entityres.candidates.pair_finder.HOT_RECORDS", hot),
        patch("entityres.candidates.overlapping.FEW", few),
        patch("entityres.candidates.overlapping.AT_A_TIME", 5),
    ):
        codes_of_run(cleaned, key, across, WordsCount(EntryMaker(cleaned), key, across, quiet()))


def test_beside_the_pairs_of_a_run_and_where_a_bucket_is_split(monkeypatch) -> None:
    rng = np.random.default_rng(5)
    rows = [(rng.integers(0, 6, 3).tolist(), int(rng.integers(0, 3))) for _ in range(300)]
    cleaned, key, born = cleaned_of(rows, 150), key_of(1_000), Key("Year", (YEAR,))
    for most in (1_000, 60):
        monkeypatch.setattr("entityres.candidates.pair_finder.HOT_RECORDS", most)
        monkeypatch.setattr("entityres.candidates.overlapping.FEW", 0)
        foreseen = foresee_key(EntryMaker(cleaned), key, propose_pairs(cleaned, (born,)), 1)
        both = propose_pairs(cleaned, (born, key))
        assert foreseen.counts == both.counts[1]
        assert foreseen.together == len(both)
