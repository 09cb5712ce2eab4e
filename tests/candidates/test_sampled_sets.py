"""How many records stand for all, and what keys by similarity find among them."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates import sampled_sets
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.pair_finder import HOT_RECORDS, PairFinder
from entityres.candidates.sampled_sets import of_sample, sampled
from entityres.progress import quiet
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

ROLES = {"title": Role.TITLE, "venue": Role.CATEGORY, "born": Role.BIRTH_DATE}
WORDS = ("title",)


def titles(n: int, words: int = 9) -> CleanedRecords:
    """Titles of two lists, one in four a copy of another one with a word left out or a letter changed."""
    rng = np.random.default_rng(8)
    share = 1 / np.arange(5, 3_005)
    drawn = rng.choice(3_000, (n, words), p=share / share.sum())
    drawn[: n // 4] = drawn[n // 4 : 2 * (n // 4)]
    texts = [" ".join(f"w{number:x}" for number in row) for row in drawn.tolist()]
    texts[: n // 4] = [text[:-1] + "z" if i % 2 else text.rpartition(" ")[0] for i, text in enumerate(texts[: n // 4])]
    rows = [(text, f"v{i % 40}", f"{1950 + i % (n // 4) % 75}-01-01") for i, text in enumerate(texts)]
    lists = [
        make_list(name, {heading: [row[at] for row in rows[part]] for at, heading in enumerate(ROLES)})
        for name, part in (("a", slice(0, n // 3)), ("b", slice(n // 3, None)))
    ]
    return make_cleaned(lists, ROLES)


@pytest.fixture(scope="module")
def cleaned() -> CleanedRecords:
    return titles(24_000)


@pytest.mark.parametrize("n", [16_001, 40_000, 300_000, 1_000_000, 3_000_000, 10_000_000])
@pytest.mark.parametrize("wanted", [3_000, 16_000])
def test_a_bucket_that_is_just_split_has_a_whole_number_of_the_drawn_records(n: int, wanted: int) -> None:
    drawn, most = sampled_sets._whole_buckets(wanted, n)
    assert 2 <= most <= HOT_RECORDS
    assert most == pytest.approx(1 + (HOT_RECORDS - 1) * drawn / n, abs=0.02)
    assert drawn <= max(wanted, n // (HOT_RECORDS - 1) + 1)
    assert sampled_sets._whole_buckets(drawn, n) == (drawn, most)


def test_records_of_short_lists_all_stand_for_themselves() -> None:
    maker = EntryMaker(titles(1_000))
    assert sampled(maker) is maker


def test_what_is_drawn_is_kept(cleaned: CleanedRecords) -> None:
    maker = EntryMaker(cleaned)
    some = sampled(maker, frozenset({"title"}))
    assert [field.name for field in some.cleaned.fields] == ["title"]
    assert sampled(maker, frozenset({"title"})) is some
    whole = sampled(maker)
    assert len(whole.cleaned.fields) == 3
    assert sampled(maker, frozenset({"venue"})) is whole, "it has this field as well"


def test_fewer_records_are_drawn_where_texts_are_long_and_more_where_bands_are_few(cleaned: CleanedRecords) -> None:
    def drawn(bands: Bands) -> int:
        return sampled_sets._fit_to_bands(cleaned, bands)

    few, many = drawn(Bands(WORDS, b=20, r=5)), drawn(Bands(WORDS, b=120, r=8))
    assert many < few <= sampled_sets.SAMPLE_RECORDS
    assert drawn(Bands(WORDS, "words", 1, 120, 2)) > many, "words are fewer than letters"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sampled_sets, "SAMPLE_RECORDS", 2_000)
        assert 4_000 < drawn(Bands(("venue",), b=50, r=2)) <= 7_200
        assert 1_500 < drawn(Bands(("venue",), b=100, r=2)) <= 2_000
        assert drawn(Bands(("venue",), b=2, r=2)) <= 12_000


JOINS = (
    Key("Alike", join=Join(WORDS, "words", 1, 0.8)),
    Key("Alike letters", join=Join(WORDS, "characters", 3, 0.7)),
    Key("Loosely", join=Join(WORDS, "words", 1, 0.2)),
    Key("Alike of a year", (Part(PartKind.YEAR, ("born",)),), join=Join(WORDS, "words", 1, 0.8)),
)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("key", JOINS, ids=lambda key: key.name)
def test_pairs_of_a_join_among_some_records_are_those_that_a_run_finds(
    cleaned: CleanedRecords, key: Key, across: bool
) -> None:
    assert key.join is not None
    few = EntryMaker(cleaned).over_some(1_500)
    found = len(PairFinder(few, across, quiet()).find(0, key).codes)
    assert sampled_sets._of_join(few, key, key.join, across, quiet(), len(cleaned))[0] == found > 0


@pytest.mark.slow
def test_where_too_many_sets_are_similar_to_list_them_only_what_second_parts_keep_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few_listed = {"LISTED": 1, "LISTED_AT_LEAST": 0}
    for name, most in few_listed.items():
        monkeypatch.setattr(f"entityres.candidates.exact_join.{name}", most)
        monkeypatch.setattr(sampled_sets, name, most)
    monkeypatch.setattr(sampled_sets, "SAMPLE_RECORDS", 4_000)
    cleaned, loose = titles(12_000), JOINS[2]
    assert loose.join is not None
    found = len(PairFinder(EntryMaker(cleaned), False, quiet()).find(0, loose).codes)
    said = of_sample(EntryMaker(cleaned), loose, False, None)
    assert said is not None
    assert 0 < said.low <= found <= said.high
    monkeypatch.setattr(sampled_sets, "LISTED", 1_000_000)
    unsplit = of_sample(EntryMaker(cleaned), loose, False, None)
    assert unsplit is not None
    assert unsplit.low > 5 * found


@pytest.mark.slow
@pytest.mark.parametrize("key", JOINS, ids=lambda key: key.name)
def test_something_is_said_of_joins_that_would_take_long(
    cleaned: CleanedRecords, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampled_sets, "SAMPLE_RECORDS", 10_000)
    found = len(PairFinder(EntryMaker(cleaned), False, quiet()).find(0, key).codes)
    for most in (1_000_000_000, 200_000):
        monkeypatch.setattr(sampled_sets, "MOST_COMPARED", most)
        said = of_sample(EntryMaker(cleaned), key, False, None)
        assert said is not None
        assert said.low <= found <= said.high


LONG = (
    Key("Alike letters", join=Join(("title", "venue"), "characters", 3, 0.7)),
    Key("Half alike", join=Join(WORDS, "characters", 3, 0.5)),
    Key("Alike of a year", (Part(PartKind.YEAR, ("born",)),), join=Join(WORDS, "character bags", 2, 0.75)),
    Key("Places", join=Join(WORDS, "places", 1, 0.6)),
)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("key", LONG, ids=lambda key: key.name)
def test_pairs_of_long_texts_are_found_by_bands_and_those_missed_are_known_by_the_curve(
    cleaned: CleanedRecords, key: Key, across: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampled_sets, "MOST_RANKED", 1_000)
    assert key.join is not None
    bands = sampled_sets._bands_for(cleaned, key.join)
    assert bands is not None
    assert bands.b * bands.r <= sampled_sets.MOST_ROWS
    few = EntryMaker(cleaned).over_some(8_000)
    found = len(PairFinder(few, across, quiet()).find(0, key).codes)
    assert found > 100
    for most in (300_000, 1_000):
        monkeypatch.setattr(sampled_sets, "MOST_VERIFIED", most)
        told = sampled_sets._by_bands(few, key, bands, across, quiet())
        assert told == pytest.approx(found, rel=0.2 if most > 1_000 else 0.6)


@pytest.mark.parametrize("join", [Join(WORDS, "characters", 3, 0.3), Join(("venue",), "characters", 3, 0.8)])
def test_loose_joins_and_short_texts_are_joined_exactly(cleaned: CleanedRecords, join: Join) -> None:
    assert sampled_sets._bands_for(cleaned, join) is None


def test_of_endless_texts_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_sets, "SAMPLE_RECORDS", 1_000)
    monkeypatch.setattr(sampled_sets, "MOST_RANKED", 300)
    assert of_sample(EntryMaker(titles(2_000)), JOINS[2], False, None) is None
