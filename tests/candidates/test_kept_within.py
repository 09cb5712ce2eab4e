"""What was made for keys is kept within a limit, and what went is made again as it was."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pytest

from entityres.candidates.counting import foresee_key, left_out_by
from entityres.candidates.first_forecast import first_forecast
from entityres.candidates.kept_within import KeptWithin, bytes_of
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

N = 20_000
KEYS = (
    Key("Names", bands=Bands(("given", "family"), b=12, r=4)),
    Key("Longer", bands=Bands(("given", "family"), b=20, r=5)),
    Key("Streets", bands=Bands(("street",), b=10, r=4)),
    Key("Words", bands=Bands(("street",), b=10, r=2, tokens="words", k=1)),
    Key("Family of a street", (Part(PartKind.EXACT, ("street",)),), Bands(("family",), b=10, r=3)),
    Key("Join", join=Join(("given", "family"), "characters", 3, 0.8)),
    Key("Rare word", (Part(PartKind.RARE_WORDS, ("street",), 60), Part(PartKind.PREFIX, ("given",), 1))),
    Key("Family", (Part(PartKind.EXACT, ("family",)),)),
)


@pytest.fixture(scope="module")
def cleaned() -> CleanedRecords:
    rng = np.random.default_rng(4)
    names = np.array([a + b + c + d for a in "bdfglmnrst" for b in "aeiou" for c in "lnrst" for d in "aeiou"])
    columns = {name: names[rng.integers(0, 1_250, N)].tolist() for name in ("given", "family")}
    columns["street"] = [
        f"{one} {two} {n}"
        for one, two, n in zip(*names[rng.integers(0, 900, (2, N))], rng.integers(1, 60, N), strict=True)
    ]
    return make_cleaned(
        [make_list("l", columns)], {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "street": Role.STREET}
    )


@pytest.mark.parametrize("most_bytes", [0, 300_000, 5_000_000, 12_000_000])
@pytest.mark.slow
def test_what_is_kept_stays_within_the_limit_and_answers_stay_the_same(
    cleaned: CleanedRecords, most_bytes: int
) -> None:
    every, maker = EntryMaker(cleaned), EntryMaker(cleaned, kept=KeptWithin(most_bytes))
    for key in (*KEYS, *KEYS[::-1]):
        assert first_forecast(maker, key) == first_forecast(every, key)
        assert maker.kept.bytes <= most_bytes
        got, wanted = foresee_key(maker, key), foresee_key(every, key)
        assert maker.kept.bytes <= most_bytes
        assert (got.counts, got.together) == (wanted.counts, wanted.together)
        assert left_out_by(maker, key) == left_out_by(every, key)
        assert maker.kept.bytes <= most_bytes
        for batch, other in zip(maker.entries(key), every.entries(key), strict=True):
            assert np.array_equal(batch[0], other[0])
            assert np.array_equal(batch[1], other[1])
    assert every.kept.bytes > 12_000_000, "the limits meant something"


def test_the_same_question_again_finds_what_was_made(cleaned: CleanedRecords) -> None:
    maker = EntryMaker(cleaned, kept=KeptWithin(12_000_000))
    bands = KEYS[2].bands
    assert bands is not None
    made = maker.signatures(bands)
    maker.part(KEYS[7].parts[0])
    assert maker.signatures(bands) is made


def test_what_was_not_used_longest_goes_first() -> None:
    kept = KeptWithin(400)
    for name in "abcd":
        kept.put(name, np.zeros(100, np.uint8))
    kept.get("a")
    kept.put("e", np.zeros(150, np.uint8))
    assert [name in kept for name in "abcde"] == [True, False, False, True, True]
    kept.make_room(200)
    assert [name in kept for name in "ade"] == [False, False, True]
    kept.put("large", np.zeros(500, np.uint8))
    assert "large" not in kept
    assert "e" in kept
    kept.put("e", np.zeros(20, np.uint8))
    assert kept.bytes == 20
    kept.limit(10)
    assert kept.bytes == 0


def test_what_is_only_kept_where_there_is_room_takes_no_other_things_place() -> None:
    kept = KeptWithin(200)
    kept.put("a", np.zeros(100, np.uint8))
    kept.put_where_room("b", np.zeros(90, np.uint8))
    assert (kept.bytes, "b" in kept) == (190, True)
    kept.put_where_room("b", np.zeros(100, np.uint8))
    assert (kept.bytes, "b" in kept) == (200, True)
    kept.put_where_room("b", np.zeros(101, np.uint8))
    assert (kept.bytes, "b" in kept) == (100, False), "what it stands for is not so any more"
    kept.forget("a")
    kept.forget("a")
    assert kept.bytes == 0


def test_whoever_holds_a_thing_that_goes_still_has_it() -> None:
    kept = KeptWithin(100)
    held = kept.made("a", lambda: np.arange(100, dtype=np.uint8))
    kept.put("b", np.zeros(100, np.uint8))
    assert "a" not in kept
    assert held.tolist() == list(range(100))


def test_threads_may_share_it() -> None:
    kept, seen = KeptWithin(1_000), list[bool]()

    def ask(seed: int) -> None:
        for i in np.random.default_rng(seed).integers(0, 40, 2_000).tolist():
            seen.append(len(kept.made(i, lambda i=i: np.zeros(i * 10, np.uint8))) == i * 10 and kept.bytes <= 1_000)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 8_000
    assert all(seen)


def test_bytes_are_those_of_all_arrays_once() -> None:
    @dataclass
    class Both:
        one: np.ndarray
        other: tuple[np.ndarray, int]

    whole = np.zeros((10, 8), np.uint8)
    assert bytes_of(whole) == bytes_of(whole[:2]) == 80
    assert bytes_of(Both(whole, (whole[1:], 3))) == 80
    assert bytes_of((whole, np.zeros(3, np.uint32))) == 92


def test_what_two_threads_ask_for_at_once_is_made_once():
    kept, begun, go = KeptWithin(), threading.Event(), threading.Event()
    made = []

    def make() -> np.ndarray:
        begun.set()
        assert go.wait(10)
        made.append(1)
        return np.zeros(3)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept.made, "a", make)
        assert begun.wait(10)
        second = pool.submit(kept.made, "a", make)
        assert kept.made("b", lambda: np.ones(2)).sum() == 2, "others do not wait for it"
        go.set()
        assert first.result() is second.result()
    assert made == [1]
