"""What is said of a key at once, against the pairs that it finds."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest

from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.first_forecast import across_share, first_forecast, make_ready
from entityres.candidates.kept_within import KeptWithin
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.pair_finder import PairFinder, refiners
from entityres.candidates.some_records import some_records
from entityres.errors import Cancelled
from entityres.progress import Progress, quiet
from entityres.records import compiled
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

N = 40_000
ROLES = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "street": Role.STREET, "born": Role.BIRTH_DATE}
EXACT = PartKind.EXACT


@pytest.fixture(scope="module")
def cleaned() -> CleanedRecords:
    return people(N)


@pytest.fixture(scope="module")
def long() -> CleanedRecords:
    return people(120_000)


def people(count: int) -> CleanedRecords:
    """Two lists of people with common and rare names; three in ten are there again with another given name or street."""
    rng = np.random.default_rng(9)
    syllables = np.array([a + b + c for a in "bdfglmnrst" for b in "aeiou" for c in "lnrst"])

    def words(n_different: int, n: int = 2) -> np.ndarray:
        texts = np.array(["".join(one) for one in rng.choice(syllables, (n_different, n))])
        share = 1 / np.arange(20, n_different + 20)
        return texts[rng.choice(n_different, count, p=share / share.sum())]

    columns = {"given": words(300, 1), "family": words(4_000)}
    columns["street"] = np.char.add(np.char.add(rng.integers(1, 90, count).astype(str), " "), words(3_000, 3))
    columns["born"] = (np.datetime64("1940-01-01") + rng.integers(0, 20_000, count)).astype(str)
    copies, originals = np.arange(int(count * 0.7), count), rng.integers(0, int(count * 0.7), count - int(count * 0.7))
    for values in columns.values():
        same = rng.random(len(copies)) < 0.85
        values[copies[same]] = values[originals[same]]
    order = rng.permutation(count)
    parts = {"a": slice(0, count // 4), "b": slice(count // 4, None)}
    lists = [
        make_list(name, {heading: values[order][part].tolist() for heading, values in columns.items()})
        for name, part in parts.items()
    ]
    return make_cleaned(lists, ROLES)


KEYS = (
    Key("Given", (Part(EXACT, ("given",)),)),
    Key("Family", (Part(EXACT, ("family",)),)),
    Key("Begins + year", (Part(PartKind.PREFIX, ("family",), 2), Part(PartKind.YEAR, ("born",)))),
    Key("Born + given", (Part(EXACT, ("born",)), Part(EXACT, ("given",)))),
    Key("Sounds", (Part(PartKind.PHONETIC, ("family",)),)),
    Key("Rare word", (Part(PartKind.RARE_WORDS, ("street",), 20),)),
    Key("Rare word + given", (Part(PartKind.RARE_WORDS, ("street",), 60), Part(EXACT, ("given",)))),
    Key("Word of many", (Part(PartKind.RARE_WORDS, ("family",), 1_000),)),
    Key("Left to others", (Part(EXACT, ("family",)),), with_others=(("no such",),)),
)
SETS = (
    Key("Similar", bands=Bands(("given", "family", "street"), b=16, r=8)),
    Key("Loose", bands=Bands(("given", "family", "street"), b=38, r=5)),
    Key("Similar of a year", (Part(PartKind.YEAR, ("born",)),), Bands(("family", "street"), b=20, r=4)),
    Key("Join", join=Join(("family", "street"), "characters", 3, 0.8)),
)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_of_plain_parts_and_rare_words_nearly_all_is_known(cleaned: CleanedRecords, key: Key, across: bool) -> None:
    maker = EntryMaker(cleaned)
    said = first_forecast(maker, key, across_only=across)
    found = len(PairFinder(maker, across, quiet()).find(0, key).codes)
    assert said is not None
    assert found > 1_000
    assert abs(said.pairs - found) < (0.13 if across else 0.03) * found + 200
    assert said.low <= said.pairs <= said.high


@pytest.mark.parametrize("enough", [3_000, 10_000])
@pytest.mark.parametrize("key", [key for key in KEYS if key.parts[0].is_of_many], ids=lambda key: key.name)
def test_some_of_the_words_say_how_far_off_they_are(
    cleaned: CleanedRecords, key: Key, enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("entityres.candidates.tallies.ENOUGH", enough)
    monkeypatch.setattr("entityres.candidates.some_words.MANY_LETTERS", 100 * enough)
    maker = EntryMaker(cleaned)
    said = first_forecast(maker, key)
    found = len(PairFinder(maker, False, quiet()).find(0, key).codes)
    assert said is not None
    assert said.low <= found <= said.high
    assert said.high - said.low < 0.45 * found


@pytest.mark.parametrize("soon", [100_000, 400_000])
@pytest.mark.parametrize(
    "key",
    [
        Key("Street", (Part(EXACT, ("street",)),)),
        Key("Words", (Part(PartKind.SORTED_WORDS, ("given", "family")),)),
        Key("Family", (Part(EXACT, ("family",)), Part(PartKind.YEAR, ("born",)))),
        *KEYS[5:8],
    ],
    ids=lambda key: key.name,
)
def test_of_long_texts_those_of_some_records_tell(
    long: CleanedRecords, key: Key, soon: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = len(PairFinder(EntryMaker(long), False, quiet()).find(0, key).codes)
    monkeypatch.setattr("entityres.candidates.some_words.SOON_READ", soon)
    monkeypatch.setattr("entityres.candidates.first_forecast.SOON_HASHED", soon // 10)
    maker = EntryMaker(long)
    said = first_forecast(maker, key)
    assert said is not None
    assert said.low <= found <= said.high, said.pairs / found
    assert said.high - said.low < 0.9 * found


@pytest.mark.parametrize("size", [40, 1_000])
@pytest.mark.parametrize("parts", [(), (Part(EXACT, ("city",)),)], ids=["alone", "in a city"])
def test_a_word_of_two_columns_is_one_word(size: int, parts: tuple[Part, ...]) -> None:
    rng = np.random.default_rng(2)
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "city": Role.CITY}
    names = [rng.geometric(0.002, 20_000).astype(str).tolist() for _ in range(2)]
    columns = {"given": names[0], "family": names[1], "city": rng.integers(0, 9, 20_000).astype(str).tolist()}
    maker = EntryMaker(make_cleaned([make_list("l", columns)], roles))
    key = Key("Name", (Part(PartKind.RARE_WORDS, ("given", "family"), size), *parts))
    said, found = first_forecast(maker, key), len(PairFinder(maker, False, quiet()).find(0, key).codes)
    assert said is not None
    assert said.low <= found <= said.high, said.pairs / found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("key", SETS, ids=lambda key: key.name)
def test_of_similar_records_some_thousand_tell(cleaned: CleanedRecords, key: Key, seed: int) -> None:
    maker = EntryMaker(cleaned, seed)
    said = first_forecast(maker, key)
    found = len(PairFinder(maker, False, quiet()).find(0, key).codes)
    assert said is not None
    assert said.low * 0.9 <= found <= said.high * 1.1, (said, found)


LOOSE = (
    Bands(("family",), b=16, r=3),
    Bands(("given", "family"), b=10, r=3),
    Bands(("given", "family"), b=20, r=5),
    Bands(("street",), b=10, r=2, tokens="words", k=1),
    Bands(("street",), b=20, r=4),
)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("bands", LOOSE, ids=lambda bands: f"{' '.join(bands.fields)} {bands.b}x{bands.r}")
@pytest.mark.slow
def test_large_buckets_are_split_in_what_is_told_of_loose_bands(
    long: CleanedRecords, bands: Bands, across: bool
) -> None:
    maker, key = EntryMaker(long), Key("Loose", bands=bands)
    said, count = first_forecast(maker, key, across_only=across), BandsCount(maker, key, across, quiet())
    unsplit = BandsCount(maker, key, across, quiet(), most=len(long))
    assert unsplit.drawn_from > 1.2 * count.drawn_from, "splitting takes pairs away"
    assert said is not None
    assert said.low <= count.pairs <= said.high, said.pairs / count.pairs


def test_a_short_list_is_run_whole(cleaned: CleanedRecords) -> None:
    few = some_records(cleaned, 2_000, 5)
    said = first_forecast(EntryMaker(few), SETS[0])
    assert said is not None
    assert (
        said.low == said.pairs == said.high == len(PairFinder(EntryMaker(few), False, quiet()).find(0, SETS[0]).codes)
    )


def test_some_records_are_those_of_the_list(cleaned: CleanedRecords) -> None:
    few = some_records(cleaned, 500, 3)
    assert (len(few), few.n_lists) == (500, 2)
    assert 80 < int(np.diff(few.starts)[0]) < 170
    whole = {tuple(field.text(i) for field in cleaned.fields) for i in range(N)}
    assert all(tuple(field.text(i) for field in few.fields) in whole for i in range(500))
    for field in few.fields:
        assert len(field.values) == len(set(field.codes.tolist()) - {-1})
        assert field.values.to_pylist() == sorted(field.values.to_pylist(), key=str.encode)


def test_values_that_are_missing_stay_so() -> None:
    made = make_cleaned([make_list("l", {"given": ["a", "", "b", ""], "born": ["", "", "", ""]})], {"given": Role.CITY})
    few = some_records(made, 3, 1)
    texts = sorted(few.fields[0].text(i) for i in range(3))
    assert texts in (["", "", "a"], ["", "", "b"], ["", "a", "b"])


def test_nothing_is_found_in_a_list_of_one_record() -> None:
    one = make_cleaned([make_list("l", {"given": ["a"]})], {"given": Role.CITY})
    for key in (KEYS[0], SETS[0]):
        said = first_forecast(EntryMaker(one), key)
        assert said is not None
        assert said.pairs == 0


def test_the_share_of_pairs_across_lists(cleaned: CleanedRecords) -> None:
    assert across_share(cleaned) == pytest.approx(2 * 0.25 * 0.75, abs=1e-3)


def test_copies_alone_are_not_foreseen_so(cleaned: CleanedRecords) -> None:
    assert first_forecast(EntryMaker(cleaned), Key("Copies", (Part(PartKind.WHOLE, ()),))) is None


@pytest.mark.slow
def test_what_a_first_question_would_wait_for_is_there_before(
    cleaned: CleanedRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kernel in compiled._waiting:
        monkeypatch.setattr(kernel, "ready", None)  # as in a program that has just been started
    maker = EntryMaker(cleaned)
    make_ready(maker, quiet())
    rare = [maker.some_words([field.name], PartKind.RARE_WORDS) for field in cleaned.fields]
    before = maker.kept.bytes
    with (
        patch("entityres.candidates.key_entries.some_words", side_effect=AssertionError),
        patch("entityres.candidates.key_entries.some_records", side_effect=AssertionError),
        patch("entityres.records.compiled._Waiting.load", side_effect=AssertionError),
    ):
        for key in (KEYS[0], *(key for key in KEYS if key.parts[0].is_of_many), *SETS):
            assert first_forecast(maker, key) is not None
    assert before > sum(words.hashes.nbytes + words.counts.nbytes for words, *_ in rare)
    for key in KEYS[:3]:  # also where the key itself reads what large buckets are split by else
        assert all(maker.is_made(part) for part in refiners(cleaned, key))


def test_nothing_goes_for_what_nobody_asked_for_yet(cleaned: CleanedRecords) -> None:
    maker = EntryMaker(cleaned, kept=KeptWithin(8 * N + 100_000))
    asked = maker.part(KEYS[1].parts[0])
    make_ready(maker, quiet())
    assert maker.part(KEYS[1].parts[0]) is asked
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        make_ready(EntryMaker(cleaned), stopped)


def test_a_list_of_one_record_needs_no_preparing() -> None:
    maker = EntryMaker(make_cleaned([make_list("l", {"given": ["a"]})], {"given": Role.CITY}))
    make_ready(maker, quiet())
    assert not maker.kept.bytes
