"""What a change of bands and rows costs at a million records: the first forecast at once, the exact count soon after.

Not part of the tests: no file that begins with `test_`. Run it by its name, on a quiet machine and without xdist; it prints
seconds and processor seconds and needs about 3 GB:

    python -m pytest tests/benchmarks/bench_counting.py -s -p no:randomly
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from entityres.candidates.counting import foresee_key
from entityres.candidates.forecasting import Histogram, reweigh, similarity_histogram
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.scurve import chance
from entityres.errors import Cancelled
from entityres.progress import Progress
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

RECORDS = 1_000_000
STORED = 256
ROLES = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "street": Role.STREET, "city": Role.CITY}
BANDS = Bands(tuple(ROLES), b=16, r=8)
AT_ONCE = 0.050
SOON = 2.0
STOPS = 0.2


@pytest.fixture(scope="module")
def maker() -> EntryMaker:
    """Customers of made-up syllables, three in ten a copy of another one with a changed name or street; signatures stored."""
    rng = np.random.default_rng(4)
    syllables = np.array([a + b + c for a in "bdfglmnrst" for b in "aeiou" for c in "lnrst"])

    def words(n_words: int, n_different: int) -> np.ndarray:
        """Values of some words, common and rare as names are (Zipf)."""
        made = rng.choice(syllables, (n_different, n_words, 3))
        texts = np.array([" ".join("".join(word) for word in one) for one in made])
        share = 1 / np.arange(60, n_different + 60)
        return texts[rng.choice(n_different, RECORDS, p=share / share.sum())]

    columns = {"given": words(1, 3_000), "family": words(1, 40_000), "city": words(1, 5_000)}
    numbers = rng.integers(1, 120, RECORDS).astype(str)
    columns["street"] = np.char.add(np.char.add(numbers, " "), words(2, 60_000))
    copies, originals = np.arange(700_000, RECORDS), rng.integers(0, 700_000, 300_000)
    for values in columns.values():
        same = rng.random(len(copies)) < 0.85
        values[copies[same]] = values[originals[same]]
    made = make_list("list", {name: values.tolist() for name, values in columns.items()})
    entries = EntryMaker(make_cleaned([made], ROLES))
    entries.signatures(replace(BANDS, b=STORED, r=1))
    return entries


@pytest.fixture(scope="module")
def histogram(maker: EntryMaker) -> Histogram:
    return similarity_histogram(maker.cleaned, BANDS, None)


@pytest.mark.parametrize(("b", "r"), [(20, 8), (24, 6), (38, 5)])
def test_curve_and_first_forecast_come_at_once(histogram: Histogram, b: int, r: int) -> None:
    began = time.perf_counter()
    chance(np.linspace(0, 1, 400), b, r)
    forecast = reweigh(histogram, None, replace(BANDS, b=b, r=r))
    seconds = time.perf_counter() - began
    print(f"\n{b} x {r}: about {forecast.pairs:,.0f} pairs after {seconds * 1000:.1f} ms")
    assert seconds <= AT_ONCE


@pytest.mark.parametrize(("b", "r"), [(16, 8), (20, 8), (32, 8), (30, 7), (24, 6), (40, 6), (38, 5)])
def test_the_exact_count_comes_soon(maker: EntryMaker, b: int, r: int) -> None:
    began, spent = time.perf_counter(), time.process_time()
    foreseen = foresee_key(maker, Key("Similar", bands=replace(BANDS, b=b, r=r)))
    seconds, processor = time.perf_counter() - began, time.process_time() - spent
    print(f"\n{b} x {r}: {foreseen.counts.pairs:,} pairs counted in {seconds:.2f} s, {processor:.2f} s of processor")
    # Other programs take the clock, not the processor time, from it.
    assert min(seconds, processor / min(2, os.cpu_count() or 1)) <= SOON


@pytest.mark.parametrize(
    "key",
    [
        Key("Two words", bands=Bands(("street",), "words", b=10, r=2, k=1)),
        Key("First name", bands=Bands(("given",), b=20, r=4)),
        Key("Rare words", (Part(PartKind.RARE_WORDS, ("street",), 200),)),
    ],
    ids=lambda key: key.name,
)
def test_keys_of_many_pairs_are_counted_soon(maker: EntryMaker, key: Key) -> None:
    if key.bands is not None:
        maker.signatures(key.bands)
    began, spent = time.perf_counter(), time.process_time()
    foreseen = foresee_key(maker, key)
    seconds, processor = time.perf_counter() - began, time.process_time() - spent
    print(f"\n{key.name}: {foreseen.counts.pairs:,} pairs in {seconds:.2f} s, {processor:.2f} s of processor")
    assert min(seconds, processor / min(2, os.cpu_count() or 1)) <= SOON


def test_a_count_that_is_not_wanted_any_more_stops(maker: EntryMaker) -> None:
    progress = Progress()
    threading.Timer(0.2, progress.cancel).start()
    began = time.perf_counter()
    with pytest.raises(Cancelled):
        foresee_key(maker, Key("Similar", bands=replace(BANDS, b=38, r=5)), progress=progress)
    seconds = time.perf_counter() - began - 0.2
    print(f"\nstopped {seconds * 1000:.0f} ms after it was asked to")
    assert seconds <= STOPS
