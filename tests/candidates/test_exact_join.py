"""The exact join against all pairs compared one by one."""

from __future__ import annotations

from itertools import combinations
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates import exact_join as module
from entityres.candidates.bucketing import split_codes
from entityres.candidates.exact_join import TooManySimilarError, exact_join, join_entries, similar_sets
from entityres.candidates.jaccard import jaccard
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Join, Key, Part, PartKind
from entityres.candidates.proposing import count_keys, propose_pairs
from entityres.candidates.shared_buckets import shared_buckets
from entityres.candidates.shingling import character_shingles, shingle
from entityres.errors import Cancelled
from entityres.progress import Progress
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

ROWS = st.lists(
    st.tuples(st.lists(st.sampled_from("abcdefgh"), max_size=8), st.lists(st.sampled_from("abx"), max_size=3)),
    min_size=1,
    max_size=25,
)
SIMILARITY = st.sampled_from([0.1, 0.3, 0.5, 0.6, 2 / 3, 0.7, 0.75, 0.8, 0.9, 1.0])


def records(rows: list[tuple[list[str], list[str]]], lists: int = 1) -> CleanedRecords:
    columns = {"title": [" ".join(row[0]) for row in rows], "text": [" ".join(row[1]) for row in rows]}
    size = -(-len(rows) // lists)
    made = [
        make_list(f"list{at}", {name: texts[at * size : (at + 1) * size] for name, texts in columns.items()})
        for at in range(lists)
    ]
    return make_cleaned(made, {"title": Role.TITLE, "text": Role.TEXT})


def naive(rows: list[tuple[list[str], list[str]]], similarity: float) -> list[tuple[int, int]]:
    sets = [{("title", w) for w in title} | {("text", w) for w in text} for title, text in rows]
    return [(a, b) for a, b in combinations(range(len(sets)), 2) if (jaccard(sets[a], sets[b]) or 0.0) >= similarity]


def pairs_of(codes: np.ndarray) -> list[tuple[int, int]]:
    left, right = split_codes(codes)
    return list(zip(left.tolist(), right.tolist(), strict=True))


@given(ROWS, SIMILARITY)
def test_no_pair_is_missed_and_none_is_too_many(rows, similarity) -> None:
    codes = exact_join(shingle(records(rows), ["title", "text"], "words", 1), similarity)
    assert pairs_of(codes) == naive(rows, similarity)


@given(st.lists(st.text("abcé", max_size=10), min_size=1, max_size=20), SIMILARITY)
def test_join_of_character_shingles(texts: list[str], similarity: float) -> None:
    cleaned = make_cleaned([make_list("list", {"title": texts})], {"title": Role.TITLE})
    sets = [set(character_shingles(text, 2) or ([text] if text else [])) for text in texts]
    wanted = [(a, b) for a, b in combinations(range(len(sets)), 2) if (jaccard(sets[a], sets[b]) or 0) >= similarity]
    assert pairs_of(exact_join(shingle(cleaned, ["title"], "characters", 2), similarity)) == wanted


def test_join_over_many_random_sets() -> None:
    rng = np.random.default_rng(3)
    titles = [rng.choice(60, rng.integers(2, 12), replace=False, p=np.arange(1, 61) / 1830) for _ in range(400)]
    rows = [([f"w{word}" for word in title], []) for title in titles]
    for similarity in (0.4, 0.6, 0.8):
        codes = exact_join(shingle(records(rows), ["title", "text"], "words", 1), similarity)
        assert pairs_of(codes) == naive(rows, similarity)


@given(st.lists(st.text("abcé", max_size=10), min_size=1, max_size=20), SIMILARITY)
def test_so_many_similar_sets_and_no_more(texts: list[str], similarity: float) -> None:
    shingles = shingle(
        make_cleaned([make_list("list", {"title": texts})], {"title": Role.TITLE}), ["title"], "characters", 2
    )
    n = len(similar_sets(shingles, similarity).left)
    assert len(similar_sets(shingles, similarity, most=n).left) == n
    if n:
        with pytest.raises(TooManySimilarError, match=f"More than {n - 1} pairs of different values"):
            similar_sets(shingles, similarity, most=n - 1)


def test_a_join_can_be_stopped() -> None:
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        similar_sets(shingle(records([(["a"], []), (["a", "b"], [])]), ["title"]), 0.5, stopped)


def test_a_join_looks_whether_to_stop_between_few_sets_where_each_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    shingles = shingle(records([([f"w{i}", "shared"], []) for i in range(50)]), ["title", "text"], "words", 1)
    asked = []
    for at_a_time in (1, module.AT_A_TIME):
        monkeypatch.setattr(module, "AT_A_TIME", at_a_time)
        progress = Mock()
        similar_sets(shingles, 0.1, progress)
        asked.append(progress.check.call_count)
    assert asked == [50, 1]


@pytest.mark.parametrize("similarity", [0.0, -0.1, 1.1])
def test_a_similarity_that_cannot_be_joined_on(similarity: float) -> None:
    with pytest.raises(ValueError, match="similarity of a join"):
        similar_sets(shingle(records([(["a"], [])]), ["title"]), similarity)
    with pytest.raises(ValueError, match="join needs a similarity"):
        Join(("title",), similarity=similarity)


@given(ROWS, SIMILARITY, st.sampled_from([1, 2, 6]), st.sampled_from([0, 3, 10**6]))
def test_a_similar_pair_shares_exactly_one_bucket(rows, similarity: float, hot: int, room: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("HOT_PRODUCT", hot), ("LISTED", 0), ("LISTED_AT_LEAST", room)):
            patch.setattr(module, name, value)
        batches = join_entries(similar_sets(shingle(records(rows), ["title", "text"], "words", 1), similarity))
    assert len(batches[1][0]) <= 2 * room
    shared: dict[tuple[int, int], int] = {}
    for found, hashes in batches:
        for i, j in combinations(range(len(found)), 2):
            if hashes[i] == hashes[j] and found[i] != found[j]:
                pair = (min(int(found[i]), int(found[j])), max(int(found[i]), int(found[j])))
                shared[pair] = shared.get(pair, 0) + 1
    assert all(shared.get(pair) == 1 for pair in naive(rows, similarity))


@given(ROWS, SIMILARITY, st.booleans())
@settings(deadline=None, max_examples=40)
def test_a_join_is_a_key(rows, similarity: float, across: bool) -> None:
    cleaned = records(rows, lists=2)
    join = Key("Similar words", join=Join(("title", "text"), similarity=similarity))
    both = Key("Similar words, same text", (Part(PartKind.EXACT, ("text",)),), join=join.join)
    pairs = propose_pairs(cleaned, (join, both), across_only=across)
    wanted = {(a, b) for a, b in naive(rows, similarity) if not (across and cleaned.list_of[a] == cleaned.list_of[b])}
    same = {(a, b) for a, b in wanted if rows[a][1] == rows[b][1] != []}
    got = {(int(a), int(b)): int(m) for a, b, m in zip(pairs.left, pairs.right, pairs.masks, strict=True)}
    assert got == {pair: 1 + 2 * (pair in same) for pair in wanted}
    assert [count.pairs for count in pairs.counts] == [len(wanted), len(same)]
    assert count_keys(cleaned, (join, both), across_only=across) == pairs.counts
    assert pairs.counts[0].records == sum(bool(title or text) for title, text in rows)
    left, right = (np.array(side, np.int32) for side in np.triu_indices(len(rows), 1))
    shared = shared_buckets(EntryMaker(cleaned), join, left, right)
    assert [(int(a), int(b)) for a, b, n in zip(left, right, shared, strict=True) if n] == naive(rows, similarity)
    assert set(shared.tolist()) <= {0, 1}


def test_large_groups_that_are_alike_are_split_and_told() -> None:
    n = 400
    words = ["acme sons ltd" if i % 2 else "acme sons" for i in range(n)]
    columns = {"organisation": words, "postcode": [f"{i // 4:05d}" for i in range(n)]}
    cleaned = make_cleaned([make_list("list", columns)], {"organisation": Role.ORGANISATION, "postcode": Role.POSTCODE})
    pairs = propose_pairs(cleaned, (Key("Similar name", join=Join(("organisation",), similarity=0.6)),))
    assert pairs_of((pairs.left.astype(np.uint64) << np.uint64(32)) | pairs.right.astype(np.uint64)) == [
        (a, b) for a, b in combinations(range(n), 2) if a // 4 == b // 4
    ]
    assert [(v.records, v.pairs) for v in pairs.left_out] == [(n, n * (n - 1) // 2 - len(pairs))]
    assert pairs.counts[0].largest == n


def test_a_join_survives_being_written_down() -> None:
    key = Key("Near", (Part(PartKind.EXACT, ("city",)),), join=Join(("title", "text"), "characters", 3, 0.55))
    assert Key.from_json(key.to_json()) == key
    assert key.fields == {"city", "title", "text"}
    old = {name: value for name, value in key.to_json().items() if name != "join"}
    assert Key.from_json(old).join is None


def test_where_everything_is_alike_pairs_are_not_listed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of venues that are called "journal of ..." made a billion pairs, which filled the memory."""
    n = 3_000
    venues = [f"journal of {chr(97 + i % 20)}{i % 600}" for i in range(n)]
    columns = {"venue": venues, "year": [f"{1900 + i // 600}" for i in range(n)]}
    cleaned = make_cleaned([make_list("list", columns)], {"venue": Role.TEXT, "year": Role.CATEGORY})
    monkeypatch.setattr(module, "LISTED_AT_LEAST", 0)
    batches = join_entries(similar_sets(shingle(cleaned, ["venue"], "words", 1), 0.2))
    assert len(batches[1][0]) <= 2 * module.LISTED * n
    pairs = propose_pairs(cleaned, (Key("Similar venue", join=Join(("venue",), similarity=0.2)),))
    assert pairs.left_out, "what is split or left out is told"
    assert (np.diff(pairs.left) >= 0).all()
