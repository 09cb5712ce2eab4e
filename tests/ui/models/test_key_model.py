from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from entityres.candidates.candidate_pairs import HotValue, KeyCounts
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.records.roles import Role
from entityres.ui.models.key_model import KeyModel
from entityres.ui.models.key_union import KeyUnion
from entityres.ui.models.key_words import key_words, piece_words
from entityres.ui.models.missed_matches import MissedMatches
from entityres.ui.qt import CHECK, DISPLAY, TOOLTIP
from tests.helpers.building import make_cleaned, make_list

masks_and_choice = st.tuples(
    st.lists(st.integers(1, 15), min_size=1, max_size=60), st.lists(st.booleans(), min_size=4, max_size=4)
)


@given(masks_and_choice)
def test_switching_a_key_off_lowers_together_by_exactly_only_this(case):
    numbers, on = case
    masks = np.array(numbers, np.uint64)
    union = KeyUnion(masks, np.zeros(len(masks), bool), 4)
    naive = sum(any(on[i] and m >> i & 1 for i in range(4)) for m in numbers)
    assert union.together(on) == naive
    for key in range(4):
        if on[key]:
            without = [ticked and i != key for i, ticked in enumerate(on)]
            assert union.together(on) - union.together(without) == union.only_this(key, on)


def test_accepted_is_the_share_of_matches():
    union = KeyUnion(np.array([1, 1, 3, 2], np.uint64), np.array([True, False, True, False]), 2)
    assert union.accepted(0) == pytest.approx(2 / 3)
    assert union.accepted(1) == pytest.approx(1 / 2)
    assert KeyUnion(np.array([1], np.uint64), np.array([True]), 2).accepted(1) is None


KEYS = (
    Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),)),
    Key("Same phone", (Part(PartKind.EXACT, ("phone",)),)),
    Key("Similar name", bands=Bands(("name",), b=32, r=4)),
)
COUNTS = {
    "Same e-mail": KeyCounts(6961, 922, 4, 3, 1),
    "Same phone": KeyCounts(8015, 1170, 412, 2, 1),
    "Similar name": KeyCounts(10000, 50, 58, 3, 2),
}
UNION = KeyUnion(np.array([1, 1, 2, 3, 4, 4, 4], np.uint64), np.array([1, 1, 0, 1, 0, 0, 1], bool), 3)


@pytest.fixture
def model(qtmodeltester, qapp):
    made = KeyModel()
    hot = (HotValue(1, "000-000-0000", 412, 84666),)
    made.show_keys(KEYS, COUNTS, UNION, [key.name for key in KEYS], hot)
    qtmodeltester.check(made)
    return made


def cell(model: KeyModel, row: int, column: str, role: int = DISPLAY):
    return model.index(row, model.column_number(column)).data(role)


def test_cells(model):
    assert cell(model, 0, "records") == "6,961"
    assert cell(model, 2, "buckets") == "–"
    assert cell(model, 0, "accepted") == "100\u00a0%"
    assert model.together() == (7, True)


def test_ticking_asks_and_does_not_change_by_itself(model):
    asked: list[tuple[str, bool]] = []
    model.key_ticked.connect(lambda name, on: asked.append((name, on)))
    model.setData(model.index(1, 0), Qt.CheckState.Unchecked, CHECK)
    assert asked == [("Same phone", False)]


def test_only_this_follows_the_keys_that_are_on(model):
    assert cell(model, 1, "only") == "1"
    off = (Key("Same e-mail", KEYS[0].parts, None, False), *KEYS[1:])
    model.show_keys(off, COUNTS, UNION, [key.name for key in KEYS])
    assert cell(model, 1, "only") == "2"
    assert model.together() == (5, True)


def test_a_bucket_over_the_limit_is_said(model):
    assert "412 records" in cell(model, 1, "largest", TOOLTIP)


def test_a_key_that_has_not_run_shows_that_it_is_being_counted(model):
    new = Key("Same city", (Part(PartKind.EXACT, ("city",)),))
    model.show_keys((*KEYS, new), COUNTS, UNION, [key.name for key in KEYS])
    assert cell(model, 3, "pairs") == "…"
    assert model.together() == (7, False)
    model.show_keys((*KEYS, new), {**COUNTS, "Same city": KeyCounts(9, 3, 3, 5, 4)}, UNION, [key.name for key in KEYS])
    assert model.together() == (11, True)


def test_missed_matches_follow_capture_and_recapture():
    """Two independent ways to find 10,000 matches: the estimate is near the truth, which only the test knows."""
    rng = np.random.default_rng(3)
    similarity = rng.beta(6, 3, 10_000)
    bands = Bands(("name",), b=20, r=5)
    found = rng.random(10_000) < 1 - (1 - similarity**5) ** 20
    others = rng.random(10_000) < 0.7
    masks = (found * 1 + others * 2).astype(np.uint64)
    seen = masks > 0
    estimate = MissedMatches(similarity[seen].astype(np.float32), masks[seen], np.ones(seen.sum(), bool), 0, 2)
    at = estimate.at(bands, bands)
    assert at is not None
    assert at.alone == pytest.approx(np.count_nonzero(~found), rel=0.1)
    assert at.together == pytest.approx(np.count_nonzero(~found & ~others), rel=0.15)
    loose = estimate.at(bands, Bands(("name",), b=60, r=3))
    assert loose is not None
    assert loose.alone < at.alone


def test_too_few_matches_give_no_estimate():
    none = MissedMatches(np.ones(3, np.float32), np.ones(3, np.uint64), np.ones(3, bool), 0, 0)
    assert none.at(Bands(("name",)), Bands(("name",))) is None


@pytest.mark.parametrize(
    ("tokens", "k", "words"),
    [
        ("characters", 3, "3-letter pieces"),
        ("character bags", 1, "letters"),
        ("words", 1, "words"),
        ("word bags", 2, "2-word pieces"),
        ("stop words", 3, "phrases"),
        ("items", 1, "items"),
        ("places", 1, "places"),
    ],
)
def test_what_similar_records_have_in_common(tokens, k, words):
    assert piece_words(Bands(("phone",), tokens, k)) == words


def test_words_of_a_key_on_single_places():
    cleaned = make_cleaned([make_list("list", {"phone": ["1"]})], {"phone": Role.PHONE})
    most = Key("Phone, a digit wrong", bands=Bands(("phone",), "places", 1, 20, 12))
    exact = Key("Phone, every pair", join=Join(("phone",), "places", 1, 0.9))
    assert "Phone agrees in most of its places" in key_words(most, cleaned)
    assert "Phone agrees in at least 90\u00a0% of its places" in key_words(exact, cleaned)


def test_a_key_without_a_value_anywhere_says_so(model):
    model.show_keys(KEYS, {**COUNTS, "Same phone": KeyCounts(0, 0, 0, 0, 0)}, UNION, [key.name for key in KEYS])
    assert model.text(1, "largest") == "! 0"
    assert model.tip(1, "largest") == model.reason(KEYS[1]) == "No record has a value for this key: it finds nothing."
    cleaned = make_cleaned([make_list("one", {"name": ["Ann"]})], {"name": Role.FULL_NAME})
    assert "if Phone is the same" in key_words(KEYS[1], cleaned), "in words as long as it is there"
