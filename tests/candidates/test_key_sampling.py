"""What a sample of a key's buckets says, against the key itself."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates import exact_join, key_sampling, shared_buckets
from entityres.candidates.bucketing import mix, mix_some, split_codes
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.key_sampling import sample_key
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.shared_buckets import SharedBuckets
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

N = 3_000
BANDS = Key("Similar", bands=Bands(("name", "street"), b=24, r=4))


@pytest.fixture(scope="module")
def cleaned() -> CleanedRecords:
    """A third of the records is there twice, the second time with one wrong letter in the street."""
    rng = np.random.default_rng(4)
    words = ["".join(letters) for letters in rng.choice(list("abcdefghijklmnop"), (N, 12))]
    wrong = ["x" + word[1:] for word in words[: N // 3]]
    columns = {"name": words[: 2 * N // 3] + words[: N // 3], "street": words[: 2 * N // 3] + wrong}
    return make_cleaned([make_list("list", columns)], {"name": Role.FAMILY_NAME, "street": Role.STREET})


@given(st.lists(st.tuples(*[st.integers(0, 5)] * 4), max_size=40), st.integers(1, 4), st.integers(0, 2))
def test_some_buckets_are_those_whose_hash_ends_in_zeros(rows: list[tuple[int, ...]], n: int, bits: int) -> None:
    parts = [np.array([row[i] for row in rows], np.uint64) for i in range(n)]
    records, hashes = mix_some(parts, bits)
    whole = reduce(mix, parts)
    chosen = [i for i, h in enumerate(whole.tolist()) if h and h % 2**bits == 0]
    assert records.tolist() == chosen
    assert hashes.tolist() == whole[chosen].tolist()


def test_a_value_that_nearly_all_records_share_fits_into_the_sample() -> None:
    records, _ = mix_some([np.full(5_000, 16, np.uint64)], 4)
    assert records.tolist() == list(range(5_000))


@pytest.mark.parametrize(("entries", "within"), [(N * 2, 0.05), (N // 4, 0.2), (N // 40, 0.35)])
@pytest.mark.parametrize("key", [BANDS, Key("Name", (Part(PartKind.PREFIX, ("name",), 4),))])
def test_the_pairs_of_a_key_are_estimated_from_some_of_its_buckets(
    cleaned: CleanedRecords, key: Key, entries: int, within: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_sampling, "SAMPLE_ENTRIES", entries)
    maker = EntryMaker(cleaned)
    sample = sample_key(maker, key, across_only=False)
    if key.bands and entries < N:
        made = maker.made_signatures(key.bands)
        assert made is None or made.rows.shape[1] < 24 * 4, "no whole signatures were made"
    pairs = propose_pairs(cleaned, [key])
    left, right = (sample.codes >> np.uint64(32)).astype(np.int32), sample.codes.astype(np.uint32).astype(np.int32)
    shared = SharedBuckets(maker, left, right).of(key)
    assert (shared > 0).all(), "each sampled pair is one of the key"
    stands_for = 1 / (1 - (1 - 1 / sample.every) ** shared)
    assert stands_for.sum() == pytest.approx(len(pairs), rel=within)


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "the old mill", "the old mil", "x"]), st.sampled_from(["", "4711", "4712"]))
    )
)
@settings(max_examples=40, deadline=None)
@pytest.mark.slow
def test_pairs_that_share_a_bucket_are_those_that_a_run_finds(rows: list[tuple[str, str]]) -> None:
    columns = {"prose": [row[0] for row in rows], "number": [row[1] for row in rows]}
    cleaned = make_cleaned([make_list("list", columns)], {"prose": Role.TEXT, "number": Role.NUMBER})
    left, right = (side.astype(np.int32) for side in np.triu_indices(len(rows), 1))
    sets = ((("prose",), "characters", 3), (("prose", "number"), "characters", 2), (("prose",), "stop words", 2))
    keys = [Key("bands", bands=Bands(*what, b=2, r=2)) for what in (*sets, (("number",), "places", 1))]
    keys += [Key("join", join=Join(*what, similarity=0.5)) for what in (*sets, (("number",), "places", 1))]
    keys += [Key(kind, (Part(kind, ("prose",), 3),)) for kind in PartKind if kind != PartKind.WHOLE]
    keys += [replace(key, parts=(Part(PartKind.EXACT, ("number",)),)) for key in keys if key.sets is not None]
    for key in keys:
        pairs = propose_pairs(cleaned, [key])
        shared = SharedBuckets(EntryMaker(cleaned), left, right).of(key) > 0
        found = set(zip(pairs.left, pairs.right, strict=True))
        assert set(zip(left[shared], right[shared], strict=True)) == found, key


def test_signatures_of_some_records_are_those_of_all(cleaned: CleanedRecords, monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = np.arange(0, 400, dtype=np.int32), np.arange(2_000, 2_400, dtype=np.int32)
    some = SharedBuckets(EntryMaker(cleaned), left[:300], right[:300]).of(BANDS)
    monkeypatch.setattr(shared_buckets, "FEW", 10**6)
    whole = SharedBuckets(EntryMaker(cleaned), left[:300], right[:300]).of(BANDS)
    assert some.tolist() == whole.tolist()
    assert some.max() > 0
    maker = EntryMaker(cleaned)
    quick = replace(BANDS, bands=replace(BANDS.bands, b=4)) if BANDS.bands else BANDS
    assert (SharedBuckets(maker, left, right).of(quick) <= SharedBuckets(maker, left, right).of(BANDS)).all()


def test_the_order_of_rows_and_columns_does_not_decide_what_is_drawn_from_large_buckets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither of buckets that are drawn from, nor of those that are so large that they are split."""
    monkeypatch.setattr(key_sampling, "SAMPLE_PAIRS", 300)
    towns, streets = np.array(["bath", "ely", "rye"]), [f"street{i}" for i in range(400)]
    rows = [(str(towns[i % 3]), streets[i]) for i in range(400)]
    key = Key("Town", (Part(PartKind.EXACT, ("town",)),))

    def drawn(order: np.ndarray, hottest: int, turned: int = 1) -> set[frozenset[str]]:
        monkeypatch.setattr(key_sampling, "hot_from", lambda _key: hottest)
        columns = {"town": [rows[i][0] for i in order], "street": [rows[i][1] for i in order]}
        roles = {"town": Role.CITY, "street": Role.STREET}
        cleaned = make_cleaned([make_list("list", columns)], dict(list(roles.items())[::turned]))
        codes = sample_key(EntryMaker(cleaned), key, across_only=False).codes
        left, right = split_codes(codes)
        return {frozenset((columns["street"][a], columns["street"][b])) for a, b in zip(left, right, strict=True)}

    for hottest in (1_000, 50):
        as_they_stand, mixed = (drawn(o, hottest) for o in (np.arange(400), np.random.default_rng(2).permutation(400)))
        assert as_they_stand == mixed == drawn(np.arange(400), hottest, turned=-1)


def test_the_sample_of_a_join_has_only_pairs_that_are_similar_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each house shares three of its words with the next one, and the houses of a year hang together in one bucket.
    words = [f"word{chr(97 + i)}" for i in range(20)]
    names = [" ".join(words[i : i + 4]) for i in range(10)]
    rng = np.random.default_rng(6)
    columns = {"house": rng.choice(names, 2_000).tolist(), "year": rng.integers(1900, 2000, 2_000).astype(str).tolist()}
    cleaned = make_cleaned([make_list("list", columns)], {"house": Role.TEXT, "year": Role.CATEGORY})
    key = Key("Similar", (Part(PartKind.EXACT, ("year",)),), join=Join(("house",), "words", 1, 0.5))
    monkeypatch.setattr(exact_join, "HOT_PRODUCT", 100)
    maker = EntryMaker(cleaned)
    sample = sample_key(maker, key, across_only=False)
    assert (SharedBuckets(maker, *split_codes(sample.codes)).of(key) == 1).all(), (
        "what no key finds would stand for a thousand million pairs"
    )
    assert sample.pairs == pytest.approx(len(propose_pairs(cleaned, [key])), rel=0.1)
