"""What keys would find, before they are used: the same pairs as the run, whatever the way of counting."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from entityres.candidates.counting import expected_loss, foresee_key, left_out_by
from entityres.candidates.forecasting import Histogram, forecast, reweigh, similarity_histogram
from entityres.candidates.hottest import hottest_values
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.scurve import chance
from entityres.errors import Cancelled, SettingsError
from entityres.progress import Progress
from tests.helpers.building import make_cleaned
from tests.helpers.review_project import ROLES, make_lists

EXACT = PartKind.EXACT
FIELDS = ("first_name", "last_name", "street", "city")
LAST = Key("Same last name", (Part(EXACT, ("last_name",)),))
BORN = Key("Birth date", (Part(EXACT, ("birth_date",)),))
SIMILAR = Key("Similar", bands=Bands(FIELDS, b=30, r=3))
KEYS = (
    LAST,
    BORN,
    SIMILAR,
    Key("Similar in one city", (Part(EXACT, ("city",)),), Bands(FIELDS, b=12, r=2)),
    Key("Year + letters", (Part(PartKind.YEAR, ("birth_date",)), Part(PartKind.PREFIX, ("last_name",), 2))),
    Key("Rare word", (Part(PartKind.RARE_WORDS, ("street",), 5),)),
)


@pytest.fixture(scope="module")
def cleaned():
    return make_cleaned(make_lists(300), {name: role for name, role in ROLES.items() if name != "created"})


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_key_is_foreseen_as_the_run_finds_it(cleaned, key, across):
    maker, off = EntryMaker(cleaned), replace(key, enabled=False)
    foreseen = foresee_key(maker, off, across_only=across)
    found = propose_pairs(cleaned, (key,), across_only=across)
    assert foreseen.counts == found.counts[0]
    assert left_out_by(maker, off, across_only=across) == found.left_out
    assert foreseen.together is None


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_beside_other_keys_it_is_counted_once(cleaned, key):
    others = propose_pairs(cleaned, (LAST, BORN))
    foreseen = foresee_key(EntryMaker(cleaned), key, others, 0b11)
    both = propose_pairs(cleaned, (LAST, BORN, key))
    assert foreseen.together == len(both)
    assert foreseen.counts.only_this == len(both) - len(others)
    new = set(zip(foreseen.new_left.tolist(), foreseen.new_right.tolist(), strict=True))
    only = set(zip(both.left.tolist(), both.right.tolist(), strict=True)) - set(
        zip(others.left.tolist(), others.right.tolist(), strict=True)
    )
    assert new == only if len(only) < 5_000 else new < only
    without_any = foresee_key(EntryMaker(cleaned), key, others, 0)
    assert without_any.together == without_any.counts.pairs == without_any.counts.only_this


def test_large_buckets_are_counted_as_the_run_splits_them(cleaned, monkeypatch):
    monkeypatch.setattr("entityres.candidates.pair_finder.HOT_RECORDS", 40)
    vague = Key("Vague", bands=Bands(("city",), b=4, r=1))
    maker = EntryMaker(cleaned)
    foreseen = foresee_key(maker, vague)
    found = propose_pairs(cleaned, (vague,))
    assert found.left_out
    assert (foreseen.counts, left_out_by(maker, vague)) == (found.counts[0], found.left_out)


def test_a_question_that_is_not_wanted_any_more_stops(cleaned):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        foresee_key(EntryMaker(cleaned), SIMILAR, progress=progress)


def test_what_does_not_fit_in_memory_is_refused(cleaned):
    with pytest.raises(SettingsError):
        foresee_key(EntryMaker(cleaned), replace(SIMILAR, bands=Bands(FIELDS, b=60, r=1)), memory_limit_mb=1)


def test_hottest_values_are_those_of_a_plain_count(cleaned):
    names = [cleaned.field("last_name").text(i) for i in range(len(cleaned))]
    counts = {name: names.count(name) for name in set(names) if name}
    found = hottest_values(EntryMaker(cleaned), LAST, 5)
    assert [value.records for value in found] == sorted(counts.values(), reverse=True)[:5]
    for value in found:
        assert value.records == counts[value.text] == names.count(names[value.example])
        assert value.pairs == value.records * (value.records - 1) // 2
    assert hottest_values(EntryMaker(cleaned), SIMILAR) == ()


def test_hottest_values_say_what_is_shared(cleaned):
    text = hottest_values(EntryMaker(cleaned), KEYS[4], 1)[0].text
    year, letters = text.split(" · ")
    assert year.isdigit()
    assert len(year) == 4
    assert letters.endswith("…")
    assert len(letters) == 3


def test_expected_loss_follows_what_other_keys_found(cleaned):
    """200 matches share the key's value; it found half of them, and others find three of four."""
    pairs = propose_pairs(cleaned, (LAST, BORN))
    at = np.flatnonzero(pairs.masks & np.uint64(1))[:200]
    masks = np.zeros(len(pairs), np.uint64)
    masks[at[:100]] = [1 if i % 4 == 0 else 3 for i in range(100)]
    masks[at[100:175]] = 2
    matches = masks > 0
    loss = expected_loss(EntryMaker(cleaned), LAST, 0, replace(pairs, masks=masks), matches)
    assert loss == pytest.approx(25)
    masks[masks == 3] = 1
    assert expected_loss(EntryMaker(cleaned), LAST, 0, replace(pairs, masks=masks), matches) is None


def test_what_a_run_could_not_see_is_extrapolated_by_the_curve():
    edges = np.linspace(0, 1, 41)
    histogram = Histogram(edges, np.full(40, 10.0), False, "")
    bands = Bands(("a",), b=20, r=5)
    whole = histogram.counts + histogram.unseen(bands)
    seen = chance(histogram.middle, 20, 5)
    told = seen >= 0.02
    assert whole[told] * seen[told] == pytest.approx(10)
    assert not histogram.unseen(bands)[~told].any()
    assert not replace(histogram, sampled=True).unseen(bands).any()
    assert reweigh(histogram, bands, bands).pairs == pytest.approx(400, rel=0.05)


def test_histogram_counts_all_pairs_of_the_key(cleaned):
    pairs = propose_pairs(cleaned, (LAST, SIMILAR))
    histogram = similarity_histogram(cleaned, SIMILAR.bands, pairs)
    assert histogram.counts.sum() == np.count_nonzero(pairs.masks & np.uint64(2))
    before = similarity_histogram(cleaned, SIMILAR.bands, None)
    assert before.sampled
    assert before.counts.sum() == pytest.approx(len(cleaned) * (len(cleaned) - 1) / 2, rel=1e-6)


@pytest.mark.parametrize("key", [SIMILAR, KEYS[3]], ids=lambda key: key.name)
def test_in_a_long_list_loose_buckets_tell_how_many_pairs_are_alike(cleaned, key, monkeypatch):
    """As if the list were so long that random pairs say nothing: settings that never ran are foreseen all the same."""
    monkeypatch.setattr("entityres.candidates.forecasting.SAMPLE", 500)
    maker = EntryMaker(cleaned)
    histogram = similarity_histogram(cleaned, key.bands, None, parts=key.parts, maker=maker)
    assert histogram.sampled
    assert "more alike" in histogram.text
    for b, r in ((20, 5), (32, 4), (16, 6)):
        bands = replace(key.bands, b=b, r=r)
        counted = foresee_key(maker, replace(key, bands=bands)).counts.pairs
        foreseen = reweigh(histogram, None, bands)
        # Few different names: their pairs share pieces, so that they do not collide independently of each other.
        assert foreseen.low < counted < foreseen.high


def test_forecast_of_a_small_list_is_what_the_run_finds(cleaned):
    assert forecast(cleaned, KEYS[1:2]).pairs == pytest.approx(len(propose_pairs(cleaned, KEYS[1:2])), rel=0.02)
