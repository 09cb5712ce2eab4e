"""Keys at work: pairs, counts, hot buckets, the plan."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts
from entityres.candidates.counting import foresee_key
from entityres.candidates.first_forecast import first_forecast
from entityres.candidates.forecasting import forecast, reweigh, share_found, similarity_histogram
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.key_sampling import estimated_pairs
from entityres.candidates.keys import TOKENS, Bands, Join, Key, Part, PartKind
from entityres.candidates.nearest import nearest
from entityres.candidates.pair_finder import MOST_PAIRS
from entityres.candidates.planning import pair_budget, plan_keys, suggest_keys
from entityres.candidates.proposing import count_keys, most_pairs, propose_pairs
from entityres.candidates.scurve import chance
from entityres.errors import Cancelled, SettingsError
from entityres.progress import Progress
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

pytestmark = pytest.mark.slow

ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "born": Role.BIRTH_DATE,
    "phone": Role.PHONE,
    "city": Role.CITY,
}
NAME = Key("Same full name", (Part(PartKind.EXACT, ("given",)), Part(PartKind.EXACT, ("family",))))
PHONE = Key("Same phone", (Part(PartKind.EXACT, ("phone",)),))
SIMILAR = Key("Similar", bands=Bands(("given", "family", "city"), b=12, r=3))


def people(n: int, seed: int = 0, lists: int = 1) -> CleanedRecords:
    """n made-up people, one in four of them twice with another spelling of the given name."""
    rng = np.random.default_rng(seed)
    given = [
        f"{a}{b}"
        for a, b in zip(rng.choice(["ann", "bert", "carl", "dora"], n), rng.choice(list("aeiou"), n), strict=True)
    ]
    family = [f"{w}{i}" for w, i in zip(rng.choice(["lind", "berg", "holm"], n), rng.integers(0, 30, n), strict=True)]
    born = [f"19{y:02d}-0{m}-1{d}" for y, m, d in rng.integers(1, 9, (n, 3))]
    phone = ["" if p < 20 else f"0171{p:06d}" for p in rng.integers(0, 5 * n, n)]
    city = list(rng.choice(["bath", "york", "ely"], n))
    columns = {"given": given, "family": family, "born": born, "phone": phone, "city": city}
    for i in range(0, n - 1, 4):
        for name, values in columns.items():
            values[i + 1] = values[i]
            if name == "given":
                values[i + 1] = values[i] + "h"
    size = n // lists
    made = [
        make_list(f"list{k}", {name: values[k * size : (k + 1) * size] for name, values in columns.items()})
        for k in range(lists)
    ]
    return make_cleaned(made, ROLES)


def naive(cleaned: CleanedRecords, names: tuple[str, ...], across: bool = False) -> set[tuple[int, int]]:
    rows = [tuple(cleaned.field(name).text(i) for name in names) for i in range(len(cleaned))]
    return {
        (a, b)
        for a, b in combinations(range(len(rows)), 2)
        if rows[a] == rows[b] and all(rows[a]) and not (across and cleaned.list_of[a] == cleaned.list_of[b])
    }


@pytest.mark.parametrize("across", [False, True])
def test_pairs_masks_and_counts_are_those_of_the_naive_twin(across: bool) -> None:
    cleaned = people(200, lists=2)
    pairs = propose_pairs(cleaned, (NAME, PHONE), across_only=across)
    by_name, by_phone = naive(cleaned, ("given", "family"), across), naive(cleaned, ("phone",), across)
    got = {(a, b): int(m) for a, b, m in zip(pairs.left.tolist(), pairs.right.tolist(), pairs.masks, strict=True)}
    assert got == {p: (p in by_name) + 2 * (p in by_phone) for p in by_name | by_phone}
    assert list(got) == sorted(got)
    assert [(c.pairs, c.only_this) for c in pairs.counts] == [
        (len(by_name), len(by_name - by_phone)),
        (len(by_phone), len(by_phone - by_name)),
    ]
    assert pairs.counts[1].records == sum(bool(cleaned.field("phone").text(i)) for i in range(200))
    assert count_keys(cleaned, (NAME, PHONE), across_only=across) == pairs.counts


def test_switching_a_key_off_lowers_the_union_by_what_only_it_found() -> None:
    cleaned = people(300)
    keys = (NAME, PHONE, SIMILAR)
    whole = propose_pairs(cleaned, keys)
    for i, key in enumerate(keys):
        off = tuple(Key(k.name, k.parts, k.bands, k is not key) for k in keys)
        assert len(whole) - len(propose_pairs(cleaned, off)) == whole.counts[i].only_this


def test_the_same_pairs_in_any_order_of_records() -> None:
    cleaned = people(200)
    order = np.random.default_rng(1).permutation(200)
    columns = {name: [cleaned.field(name).text(i) for i in order] for name in ROLES}
    shuffled = make_cleaned([make_list("list", columns)], ROLES)
    one, other = (propose_pairs(c, (NAME, PHONE, SIMILAR)) for c in (cleaned, shuffled))
    back = {frozenset((int(order[a]), int(order[b]))) for a, b in zip(other.left, other.right, strict=True)}
    assert back == {frozenset((int(a), int(b))) for a, b in zip(one.left, one.right, strict=True)}


@pytest.mark.parametrize("cores", [1, 3, 7])
def test_the_same_keys_and_pairs_on_any_number_of_cores(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def planned() -> CandidatePairs:
        cleaned = people(3_000)
        plan = plan_keys(cleaned, lambda left, right: np.where(right - left == 1, 0.9, 0.0))
        return propose_pairs(cleaned, (*plan.keys, *((SIMILAR,) if SIMILAR not in plan.keys else ())))

    usual = planned()
    monkeypatch.setattr("entityres.records.compiled.os.cpu_count", lambda: cores)
    other = planned()
    assert other.keys == usual.keys
    assert other.counts == usual.counts
    for name in ("left", "right", "masks", "jaccard"):
        assert np.array_equal(getattr(other, name), getattr(usual, name))


def test_a_hot_bucket_is_split_and_what_it_loses_is_told() -> None:
    n = 600
    columns = {
        "given": [f"{i % 290:03d}" for i in range(n)],
        "family": [f"f{i % 290}" for i in range(n)],
        "born": [f"{1900 + i % 100}-01-01" for i in range(n)],
        "phone": ["01711111"] * n,
        "city": ["bath"] * n,
    }
    cleaned = make_cleaned([make_list("list", columns)], ROLES)
    pairs = propose_pairs(cleaned, (PHONE,))
    all_pairs = n * (n - 1) // 2
    kept = naive(cleaned, ("phone", "born")) | naive(cleaned, ("phone", "given"))
    assert {(int(a), int(b)) for a, b in zip(pairs.left, pairs.right, strict=True)} == kept
    assert [(v.records, v.pairs, v.text) for v in pairs.left_out] == [(n, all_pairs - len(kept), "01711111")]
    assert (pairs.hot[0].records, pairs.hot[0].pairs) == (n, all_pairs)
    assert pairs.counts[0].largest == n


def test_too_many_pairs_for_the_memory_are_refused_in_plain_words() -> None:
    short = Key("Name begins", (Part(PartKind.PREFIX, ("given",), 3),))
    with pytest.raises(SettingsError, match="“Name begins” would bring more than 6,250 pairs") as refused:
        propose_pairs(people(2000), (NAME, short), memory_limit_mb=1)
    assert refused.value.hint == "Add a column that has to agree as well, or switch this key off.", (
        "it asks for no similarity"
    )
    shorter, town = (
        Key("Shorter", (Part(PartKind.PREFIX, ("given",), 2),)),
        Key("Town", (Part(PartKind.EXACT, ("city",)),)),
    )
    cleaned = people(180)
    together = len(propose_pairs(cleaned, (short, shorter, town)))
    with pytest.raises(SettingsError, match=f"“Town” brings the pairs to compare to {together:,}, more"):
        propose_pairs(cleaned, (short, shorter, town), memory_limit_mb=1)
    both = propose_pairs(cleaned, (short, shorter), memory_limit_mb=1)
    assert sum(counts.pairs for counts in both.counts) > 6_250 > len(both), "what two keys find is one pair"


def test_signatures_that_would_not_fit_are_refused_before_they_are_made(monkeypatch) -> None:
    monkeypatch.setattr("entityres.candidates.key_entries.sign", None)  # nobody gets so far
    wide = Key("Similar", bands=Bands(("given", "family"), b=200, r=2))
    with pytest.raises(SettingsError, match="checks of the key “Similar” would take 1 MB for 900 records; 1 MB") as no:
        propose_pairs(people(900), (wide,), memory_limit_mb=1)
    assert "277 checks at most" in no.value.hint
    assert len(propose_pairs(people(900), (replace(wide, enabled=False),), memory_limit_mb=1)) == 0


def test_without_a_limit_a_run_leaves_room_for_the_rest_of_the_machine(monkeypatch) -> None:
    monkeypatch.setattr("entityres.candidates.proposing.allowed_mb", lambda limit_mb: limit_mb or 2)
    assert most_pairs(None) == most_pairs(2) == 2 * most_pairs(1)
    assert most_pairs(10**9) == MOST_PAIRS, "days of comparing, whatever the memory"


def test_an_exact_join_of_texts_that_are_all_alike_is_refused_before_it_fills_the_memory() -> None:
    titles = [f"the long story of number {i}" for i in range(200)]
    cleaned = make_cleaned([make_list("list", {"title": titles})], {"title": Role.TITLE})
    key = Key("Titles alike", join=Join(("title",), similarity=0.2))
    with pytest.raises(SettingsError, match="“Titles alike” would bring more than 6,250 pairs") as refused:
        propose_pairs(cleaned, (key,), memory_limit_mb=1)
    assert refused.value.hint == "Ask for more similar records."
    with pytest.raises(SettingsError, match="“Titles alike” would bring more than 6,250 pairs"):
        foresee_key(EntryMaker(cleaned), key, memory_limit_mb=1)
    assert len(propose_pairs(cleaned, (key,), memory_limit_mb=4)) == 200 * 199 // 2


def test_a_run_can_be_stopped() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        propose_pairs(people(50), (NAME,), progress=progress)


def test_similarity_is_stored_with_each_pair() -> None:
    cleaned = people(100)
    pairs = propose_pairs(cleaned, (NAME,))
    same = [
        all(cleaned.field(f).text(a) == cleaned.field(f).text(b) for f in ROLES)
        for a, b in zip(pairs.left, pairs.right, strict=True)
    ]
    assert pairs.jaccard[np.array(same)].tolist() == [1.0] * sum(same)
    assert (pairs.jaccard > 0).all()


def test_the_plan_finds_the_true_pairs_within_its_budget() -> None:
    cleaned = people(1200, seed=4)

    def judge(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return ((left % 4 == 0) & (right == left + 1)).astype(np.float64)

    keys = plan_keys(cleaned, judge).keys
    assert keys
    assert len({key.name for key in keys}) == len(keys)
    pairs = propose_pairs(cleaned, keys)
    true = {(i, i + 1) for i in range(0, 1199, 4)}
    found = {(int(a), int(b)) for a, b in zip(pairs.left, pairs.right, strict=True)}
    assert len(true & found) >= 0.97 * len(true)
    assert len(pairs) <= 1.2 * pair_budget(1200)
    assert plan_keys(cleaned, judge).keys == keys


def test_suggested_keys_are_switched_off_and_unique() -> None:
    suggested = suggest_keys(people(20))
    assert len({key.name for key in suggested}) == len(suggested) > 10
    assert not any(key.enabled for key in suggested)


def test_plan_of_almost_nothing() -> None:
    cleaned = make_cleaned([make_list("list", {name: [""] for name in ROLES})], ROLES)
    assert len(propose_pairs(cleaned, plan_keys(cleaned, lambda left, right: np.zeros(len(left))).keys)) == 0


def test_estimated_pairs_are_near_the_counted_ones() -> None:
    cleaned = people(2000, seed=2)
    keys = (NAME, PHONE, SIMILAR)
    counted = len(propose_pairs(cleaned, keys))
    assert estimated_pairs(cleaned, keys) == pytest.approx(counted, rel=0.1)
    told = forecast(cleaned, keys)
    assert told.low <= counted <= told.high
    assert not told.counted


def test_reweighing_the_same_settings_gives_back_the_count() -> None:
    cleaned = people(800, seed=3)
    pairs = propose_pairs(cleaned, (SIMILAR,))
    assert SIMILAR.bands is not None
    histogram = similarity_histogram(cleaned, SIMILAR.bands, pairs)
    assert histogram.counts.sum() == len(pairs)
    assert not histogram.sampled
    assert reweigh(histogram, SIMILAR.bands, SIMILAR.bands).pairs == pytest.approx(len(pairs))
    tighter = Bands(SIMILAR.bands.fields, b=6, r=5)
    guess = reweigh(histogram, SIMILAR.bands, tighter)
    counted = foresee_key(EntryMaker(cleaned), Key("Tighter", bands=tighter)).counts.pairs
    assert guess.pairs < len(pairs)
    assert counted <= len(pairs) * 1.1
    assert counted == len(propose_pairs(cleaned, (Key("Tighter", bands=tighter),)))


def test_before_the_first_run_the_histogram_stands_for_all_pairs() -> None:
    cleaned = people(300)
    assert SIMILAR.bands is not None
    histogram = similarity_histogram(cleaned, SIMILAR.bands, None)
    assert histogram.sampled
    assert histogram.counts.sum() == pytest.approx(300 * 299 / 2)
    assert "random pairs" in histogram.text
    assert 0 <= share_found(histogram, None, SIMILAR.bands, 0.5) <= float(chance(1.0, 12, 3))


def keys_over(*names: str) -> list[Key]:
    """A key of every kind over these fields."""
    parts = [Key(str(kind), (Part(kind, names, 4),)) for kind in PartKind if kind != PartKind.WHOLE]
    bands = [Key(f"bands of {tokens}", bands=Bands(names, tokens, 1, 4, 2)) for tokens in TOKENS]
    return [*parts, *bands, *(Key(f"join of {tokens}", join=Join(names, tokens, 1, 0.6)) for tokens in TOKENS)]


def test_a_key_over_what_is_not_compared_finds_nothing_wherever_it_is_asked() -> None:
    # A recipe of another list, or a column that was given another role since.
    cleaned = people(60)
    maker = EntryMaker(cleaned)
    for key in keys_over("email_2"):
        assert len(propose_pairs(cleaned, [key])) == 0, key.name
        assert foresee_key(maker, key).counts == KeyCounts(0, 0, 0, 0, 0, 0), key.name
        assert forecast_of(maker, key) in (0, None), key.name
        assert key.name not in nearest(cleaned, 3, [key]).key_names(0), key.name
    beside = Key("with a part", (Part(PartKind.EXACT, ("email",)),), Bands(("city",), b=4, r=1))
    assert len(propose_pairs(cleaned, [beside, PHONE])) == len(propose_pairs(cleaned, [PHONE]))


def forecast_of(maker: EntryMaker, key: Key) -> float | None:
    found = first_forecast(maker, key)
    return None if found is None else found.pairs


def test_similarity_goes_by_the_fields_that_are_there() -> None:
    cleaned = people(60)
    with_one = propose_pairs(cleaned, [Key("a", bands=Bands(("family", "email"), b=8, r=3))])
    without = propose_pairs(cleaned, [Key("a", bands=Bands(("family",), b=8, r=3))])
    assert np.array_equal(with_one.left, without.left)
    assert np.array_equal(with_one.right, without.right)
