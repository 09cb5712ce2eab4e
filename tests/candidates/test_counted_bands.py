"""A key by similarity counted without listing its pairs, against the pairs that the run lists."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.bucketing import pair_codes
from entityres.candidates.candidate_pairs import LeftOut
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.counting import KeyForecast, foresee_key, left_out_by
from entityres.candidates.kept_within import KeptWithin
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.minhash import hashes_of_bands
from entityres.candidates.pair_finder import PairFinder
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.shared_buckets import shared_buckets
from entityres.errors import Cancelled, SettingsError
from entityres.progress import Progress, quiet
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list
from tests.helpers.counts import codes_of_run

ROLES = {"street": Role.STREET, "born": Role.BIRTH_DATE, "zip": Role.POSTCODE}
KEYS = (
    Key("Letters", bands=Bands(("street",), b=6, r=2, k=2)),
    Key("Words", bands=Bands(("street",), "words", b=4, r=1, k=1)),
    Key("Words in a year", (Part(PartKind.YEAR, ("born",)),), Bands(("street",), "words", b=5, r=1, k=1)),
    Key("Places", bands=Bands(("zip",), "places", b=4, r=2, k=1)),
)


def cleaned_of(rows: list[tuple[int, int, int]], first: int) -> CleanedRecords:
    """Two lists; 0 stands for no value."""
    values = (
        ("", "1 oak road", "2 oak road", "2 oak lane", "7 elm lane", "7 elm street"),
        ("", "1950-02-03", "1950-05-05", "1961-02-03"),
        ("", "89073", "89077", "53111"),
    )
    columns = {heading: [values[i][row[i]] for row in rows] for i, heading in enumerate(ROLES)}
    lists = [
        make_list(name, {heading: texts[part] for heading, texts in columns.items()})
        for name, part in (("one", slice(0, first)), ("two", slice(first, None)))
    ]
    return make_cleaned(lists, ROLES)


def sharing(cleaned: CleanedRecords, key: Key, across: bool) -> list[tuple[int, int]]:
    """Pairs that agree in all parts and in one band, by their definition."""
    assert key.bands is not None
    maker, out = EntryMaker(cleaned), []
    signatures, base = maker.signatures(key.bands), maker.all_parts(key)
    bands = [hashes_of_bands(signatures, band, band + 1, key.bands.r)[0].tolist() for band in range(key.bands.b)]
    parts = [1] * len(cleaned) if base is None else base.tolist()
    for i in range(len(cleaned)):
        for j in range(i + 1, len(cleaned)):
            near = any(band[i] == band[j] != 0 for band in bands) and parts[i] == parts[j] != 0
            if near and not (across and cleaned.list_of[i] == cleaned.list_of[j]):
                out.append((i, j))
    return out


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=24),
    st.integers(0, 12),
    st.sampled_from(KEYS),
    st.sampled_from([2, 3, 4, 6, 200]),
    st.booleans(),
    st.sampled_from([0, 10_000]),
)
@settings(deadline=None, max_examples=200)
@pytest.mark.slow
def test_counted_is_what_the_run_lists(
    rows: list[tuple[int, int, int]], first: int, key: Key, hot: int, across: bool, few: int
) -> None:
    cleaned = cleaned_of(rows, min(first, len(rows)))
    with (
        patch("entityres.candidates.pair_finder.HOT_RECORDS", hot),
        patch("entityres.candidates.overlapping.FEW", few),
        patch("entityres.candidates.overlapping.AT_A_TIME", 5),
    ):
        codes = codes_of_run(cleaned, key, across, BandsCount(EntryMaker(cleaned), key, across, quiet()))
    if hot == 200:
        naive = sharing(cleaned, key, across)
        assert [(int(code >> 32), int(code & 0xFFFFFFFF)) for code in codes.tolist()] == naive


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=24),
    st.integers(0, 12),
    st.sampled_from(KEYS),
    st.lists(st.integers(1, 18), min_size=2, max_size=4),
    st.sampled_from([2, 3, 200]),
    st.booleans(),
    st.sampled_from([None, 20_000, 1]),
)
@settings(deadline=None, max_examples=100)
@pytest.mark.slow
def test_asked_for_other_bands_one_after_the_other_the_count_is_that_of_each(
    rows: list[tuple[int, int, int]],
    first: int,
    key: Key,
    numbers: list[int],
    hot: int,
    across: bool,
    most_bytes: int | None,
) -> None:
    cleaned = cleaned_of(rows, min(first, len(rows)))
    assert key.bands is not None
    with (
        patch("entityres.candidates.pair_finder.HOT_RECORDS", hot),
        patch("entityres.candidates.overlapping.FEW", 0),
        patch("entityres.candidates.overlapping.AT_A_TIME", 5),
    ):
        maker = EntryMaker(cleaned, kept=KeptWithin(most_bytes))
        for b in numbers:
            asked = replace(key, bands=replace(key.bands, b=b))
            codes_of_run(cleaned, asked, across, BandsCount(maker, asked, across, quiet()))


@pytest.fixture(scope="module")
def streets() -> CleanedRecords:
    """Some thousand streets of few words: most of their pairs share a word, many two or three."""
    rng = np.random.default_rng(7)
    words = [f"{a}{b}" for a in ("oak", "elm", "ash", "fir") for b in ("ton", "ham", "ley", "field", "wick")]
    rows = rng.choice(words, (4_000, 2), p=np.arange(1, 21) / 210)
    numbers = rng.integers(1, 60, 4_000)
    columns = {
        "street": [f"{number} {' '.join(row)}" for number, row in zip(numbers, rows, strict=True)],
        "born": [f"{year}-01-01" for year in rng.integers(1930, 2005, 4_000)],
        "zip": [str(code) for code in rng.integers(10_000, 10_090, 4_000)],
    }
    return make_cleaned([make_list("streets", columns)], ROLES)


SHARED = Key("Shared words", bands=Bands(("street",), "words", b=8, r=1, k=1))
POSTCODE = Key("Postcode", (Part(PartKind.EXACT, ("zip",)),))


def test_of_many_pairs_some_that_no_other_key_found_are_drawn_evenly(streets: CleanedRecords, monkeypatch) -> None:
    monkeypatch.setattr("entityres.candidates.overlapping.FEW", 0)
    others = propose_pairs(streets, (POSTCODE,))
    foreseen = foresee_key(EntryMaker(streets), SHARED, others, 1)
    both = propose_pairs(streets, (POSTCODE, SHARED))
    assert foreseen.together == len(both)
    assert foreseen.counts == both.counts[1]
    new = pair_codes(foreseen.new_left, foreseen.new_right)
    mine = both.masks == 2
    only = pair_codes(both.left, both.right)[mine]
    assert 3_000 < len(new) <= 6_000
    assert len(np.unique(new)) == len(new)
    assert np.isin(new, only).all()
    # Pairs that share many words are together in more bands; they are no likelier to be drawn.
    assert abs(foreseen.new_left.mean() - both.left[mine].mean()) < 60
    maker = EntryMaker(streets)
    whole = shared_buckets(maker, SHARED, both.left[mine], both.right[mine])
    assert whole.mean() > 1.2
    drawn = shared_buckets(maker, SHARED, foreseen.new_left, foreseen.new_right)
    assert drawn.mean() == pytest.approx(whole.mean(), rel=0.03)


def test_what_does_not_fit_is_refused_with_its_number(streets: CleanedRecords, monkeypatch) -> None:
    pairs = foresee_key(EntryMaker(streets), SHARED).counts.pairs
    with pytest.raises(SettingsError, match=f" {pairs:,} pairs to compare, more than fit in memory"):
        foresee_key(EntryMaker(streets), SHARED, memory_limit_mb=1)
    monkeypatch.setattr("entityres.candidates.counting.LONG", 1_000)
    with pytest.raises(SettingsError, match=r" about [0-9,]+0 pairs to compare, more than fit in memory"):
        foresee_key(EntryMaker(streets), SHARED, memory_limit_mb=1)


def test_about_how_many_is_near_the_count(streets: CleanedRecords) -> None:
    for across in (False, True):
        counted = BandsCount(EntryMaker(streets), SHARED, across, quiet())
        assert counted.about() == pytest.approx(counted.pairs, rel=0.02)


def test_with_as_many_rows_only_bands_that_nobody_asked_for_are_made(streets: CleanedRecords, monkeypatch) -> None:
    monkeypatch.setattr("entityres.candidates.overlapping.FEW", 0)
    made = list[int]()

    def watched(signatures: np.ndarray, first: int, end: int, r: int) -> np.ndarray:
        made.extend(range(first, end))
        return hashes_of_bands(signatures, first, end, r)

    monkeypatch.setattr("entityres.candidates.minhash.hashes_of_bands", watched)
    assert SHARED.bands is not None
    maker, counted = EntryMaker(streets), list[KeyForecast]()
    keys = [replace(SHARED, bands=replace(SHARED.bands, b=b)) for b in (8, 9, 6, 9)]
    left_out = list[tuple[LeftOut, ...]]()
    for key in keys:
        counted.append(foresee_key(maker, key))
        left_out.append(left_out_by(maker, key))
    assert made == list(range(9))
    for key, one, left in zip(keys, counted, left_out, strict=True):
        fresh = foresee_key(EntryMaker(streets), key)
        assert (one.counts, left) == (fresh.counts, left_out_by(EntryMaker(streets), key))
        assert one.new_left.tolist() == fresh.new_left.tolist()
    made.clear()
    foresee_key(maker, replace(SHARED, bands=replace(SHARED.bands, r=2)))
    foresee_key(maker, keys[0], across_only=True)
    assert made == [*range(8), *range(8)], "other rows make other bands, and other pairs count across lists"


class StopsAt(Progress):
    """Is cancelled when it is asked for the n-th time."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.left = n

    def check(self) -> None:
        self.left -= 1
        self.cancelled = self.left <= 0
        super().check()


@pytest.mark.slow
def test_what_a_withdrawn_question_made_serves_the_next_one(streets: CleanedRecords, monkeypatch) -> None:
    monkeypatch.setattr("entityres.candidates.overlapping.FEW", 0)
    monkeypatch.setattr("entityres.candidates.overlapping.AT_A_TIME", 50_000)
    assert SHARED.bands is not None
    key = replace(SHARED, bands=replace(SHARED.bands, b=12))
    wanted, bands_before, counted_before = foresee_key(EntryMaker(streets), key), set[int](), set[int]()
    left_out = left_out_by(EntryMaker(streets), key)
    for n in (2, 10, 25, 40, 60, 80, 110, 150):
        maker = EntryMaker(streets)
        with contextlib.suppress(Cancelled):
            foresee_key(maker, key, progress=StopsAt(n))
        known = maker.kept.get(maker.named("bands of a count"))
        bands_before.add(0 if known is None else len(known.bands))
        counted_before.add(0 if known is None else len(known.found))
        answer = foresee_key(maker, key, progress=quiet())
        assert (answer.counts, left_out_by(maker, key)) == (wanted.counts, left_out)
        assert answer.new_left.tolist() == wanted.new_left.tolist()
    assert {0, 8, 12} <= bands_before
    assert counted_before & set(range(1, 12))


def test_a_run_refuses_different_pairs_only(streets: CleanedRecords) -> None:
    """A pair that shares many buckets is one pair: what was counted before can then be run."""
    maker = EntryMaker(streets)
    counted = BandsCount(maker, SHARED, False, quiet())
    assert counted.drawn_from > 1.2 * counted.pairs
    assert len(PairFinder(maker, False, quiet(), counted.pairs).find(0, SHARED).codes) == counted.pairs
    with pytest.raises(SettingsError):
        PairFinder(maker, False, quiet(), counted.pairs - 1).find(0, SHARED)


def test_a_count_that_is_not_wanted_any_more_stops(streets: CleanedRecords, monkeypatch) -> None:
    monkeypatch.setattr("entityres.candidates.overlapping.FEW", 0)
    progress = Progress()
    counted = BandsCount(EntryMaker(streets), SHARED, False, progress)
    progress.cancel()
    with pytest.raises(Cancelled):
        _ = counted.pairs
