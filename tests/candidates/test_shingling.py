"""Shingles and signatures against naive twins."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.bucketing import expand, gather
from entityres.candidates.jaccard import jaccard, pair_similarity
from entityres.candidates.minhash import band_hashes, hash_functions, sign
from entityres.candidates.scurve import chance
from entityres.candidates.shingling import character_shingles, shingle, word_shingles
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

WORDS = st.text(alphabet="abé李 ", max_size=9).map(lambda text: " ".join(text.split()))


def records(**columns: list[str]) -> CleanedRecords:
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "title": Role.TITLE}
    return make_cleaned([make_list("list", columns)], {name: roles[name] for name in columns})


def naive_set(cleaned: CleanedRecords, record: int, tokens: str, k: int) -> set[tuple[str, object]]:
    found: set[tuple[str, object]] = set()
    for field in cleaned.fields:
        text = field.text(record)
        units = text.split() if tokens == "words" else text
        pieces = word_shingles(units, k) if tokens == "words" else character_shingles(text, k)
        found |= {(field.name, piece) for piece in pieces or ([text] if text else [])}
    return found


@given(
    st.lists(st.tuples(WORDS, WORDS), min_size=2, max_size=12),
    st.sampled_from(["characters", "words"]),
    st.integers(1, 4),
)
@settings(deadline=None, max_examples=60)
def test_similarity_of_records_equals_the_naive_one(rows: list[tuple[str, str]], tokens: str, k: int) -> None:
    cleaned = records(given=[row[0] for row in rows], family=[row[1] for row in rows])
    left, right = (np.array(side, np.int32) for side in np.triu_indices(len(rows), 1))
    got = pair_similarity(shingle(cleaned, ["given", "family"], tokens, k), left, right)
    for a, b, similar in zip(left, right, got, strict=True):
        wanted = jaccard(naive_set(cleaned, a, tokens, k), naive_set(cleaned, b, tokens, k)) or 0.0
        assert abs(similar - wanted) < 1e-6


def test_a_field_shingle_carries_its_field() -> None:
    cleaned = records(given=["ann", ""], family=["", "ann"])
    assert (
        pair_similarity(shingle(cleaned, ["given", "family"]), np.array([0], np.int32), np.array([1], np.int32))[0] == 0
    )


def test_the_order_of_fields_does_not_matter() -> None:
    cleaned = records(given=["anna", "anne"], family=["lind", "lund"])
    one = sign(shingle(cleaned, ["given", "family"]), 16)
    other = sign(shingle(cleaned, ["family", "given"]), 16)
    assert np.array_equal(one, other)


def test_signatures_take_the_minimum_over_the_set() -> None:
    cleaned = records(given=["anna maria", "", "jo"])
    shingles = shingle(cleaned, ["given"])
    signatures = sign(shingles, 8, seed=3)
    a, b = (values.astype(np.uint64) for values in hash_functions(8, 3))
    for record in range(3):
        code = shingles.codes[record, 0]
        tokens = shingles.tokens[shingles.starts[code] : shingles.starts[code + 1]] if code >= 0 else []
        wanted = np.full(8, 0xFFFFFFFF, np.uint64)
        for token in tokens:
            h = (a * np.uint64(token) + b) & np.uint64(0xFFFFFFFF)
            h ^= h >> np.uint64(15)
            h = (h * np.uint64(0x2C1B3C6D)) & np.uint64(0xFFFFFFFF)
            wanted = np.minimum(wanted, h)
        assert signatures[record].tolist() == wanted.tolist()


def test_shorter_signatures_are_the_start_of_longer_ones() -> None:
    shingles = shingle(records(given=["anna", "hanna"]), ["given"])
    assert np.array_equal(sign(shingles, 20, 5)[:, :8], sign(shingles, 8, 5))
    assert not np.array_equal(sign(shingles, 8, 5), sign(shingles, 8, 6))


def test_measured_collisions_lie_on_the_curve() -> None:
    # Word sets with a known similarity: two records share `common` of 20 words.
    rng = np.random.default_rng(1)
    n = 1500
    for common, b, r in ((10, 4, 2), (13, 8, 3), (16, 5, 5), (16, 1, 4)):
        size = 20 + 20 - common
        pool = rng.integers(0, 1 << 40, (n, size))
        left = [" ".join(map(str, row[:20])) for row in pool]
        right = [" ".join(map(str, row[20 - common :])) for row in pool]
        signatures = sign(shingle(records(title=left + right), ["title"], "words", 1), b * r)
        found = np.zeros(n, bool)
        for band in range(b):
            hashes = band_hashes(signatures, band, r)
            found |= hashes[:n] == hashes[n:]
        wanted = float(chance(common / size, b, r))
        assert abs(found.mean() - wanted) < 4 * np.sqrt(wanted * (1 - wanted) / n)


def test_a_record_without_shingles_is_in_no_bucket() -> None:
    signatures = sign(shingle(records(given=["", "", "anna", "anna"]), ["given"]), 4)
    hashes = band_hashes(signatures, 0, 4)
    assert hashes[:2].tolist() == [0, 0]
    pairs = expand(gather(np.arange(4, dtype=np.int32), hashes), np.zeros(4, np.int16), False)
    assert pairs.tolist() == [(2 << 32) | 3]


def test_a_shared_mail_provider_makes_nobody_alike() -> None:
    emails = ["ann@example.com", "bob@example.com", "ann@other.org"]
    cleaned = make_cleaned([make_list("list", {"email": emails})], {"email": Role.EMAIL})
    left, right = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    assert pair_similarity(shingle(cleaned, ["email"]), left, right).tolist() == [0, 1]
