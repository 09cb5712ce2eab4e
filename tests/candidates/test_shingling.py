"""Shingles and signatures against naive twins."""

from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entityres.candidates.bucketing import expand, gather
from entityres.candidates.jaccard import bag_jaccard, jaccard, pair_similarity
from entityres.candidates.key_entries import EntryMaker, sets_of
from entityres.candidates.keys import TOKENS, Bands, Join
from entityres.candidates.minhash import VERSION, Signatures, hash_functions, hashes_of_bands, sign, standard_error
from entityres.candidates.scurve import chance
from entityres.candidates.shingling import (
    Shingles,
    character_shingles,
    shingle,
    stop_word_shingles,
    stop_words,
    word_shingles,
    zlib_tag,
)
from entityres.errors import Cancelled
from entityres.progress import Progress
from entityres.records.fields import CleanedRecords
from entityres.records.folding import fold_text
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

WORDS = st.one_of(
    st.text(alphabet="abé李 ", max_size=9).map(lambda text: " ".join(text.split())),
    st.lists(st.sampled_from(["the", "you", "fur", "zebra", "b"]), max_size=7).map(" ".join),
    st.lists(st.sampled_from(["ann", "ann lee", "b", "é"]), max_size=4).map("\x1f".join),
)


def records(**columns: list[str]) -> CleanedRecords:
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "title": Role.TITLE}
    return make_cleaned([make_list("list", columns)], {name: roles[name] for name in columns})


def naive_set(cleaned: CleanedRecords, record: int, tokens: str, k: int) -> Counter[tuple[str, object]]:
    """The elements of a record and how often each occurs."""
    found: Counter[tuple[str, object]] = Counter()
    for field in cleaned.fields:
        text = field.text(record)
        pieces: list[object]
        if tokens == "stop words":
            words = text.split()
            pieces = [tuple(words[i : i + k]) for i in range(len(words) - k + 1) if words[i] in stop_words()]
        elif tokens == "items":
            pieces = [item for item in text.split("\x1f") if item]
        elif tokens in ("words", "word bags"):
            pieces = [*word_shingles(text.split(), k)] or ([tuple(text.split())] if text else [])
        elif tokens == "places":
            letters = text.replace(" ", "")
            pieces = [(len(letters), place, letter) for place, letter in enumerate(letters)]
        else:
            pieces = [*character_shingles(text, k)] or ([text] if text else [])
        found.update((field.name, piece) for piece in pieces)
    return found


@given(
    st.lists(st.tuples(WORDS, WORDS), min_size=2, max_size=12),
    st.sampled_from(TOKENS),
    st.integers(1, 4),
)
@example([("b b", "ann"), ("b\x1fb", "ann")], "words", 2)
def test_similarity_of_records_equals_the_naive_one(rows: list[tuple[str, str]], tokens: str, k: int) -> None:
    cleaned = records(given=[row[0] for row in rows], family=[row[1] for row in rows])
    left, right = (np.array(side, np.int32) for side in np.triu_indices(len(rows), 1))
    got = pair_similarity(sets_of(cleaned, Bands(("given", "family"), tokens, k)), left, right)
    for a, b, similar in zip(left, right, got, strict=True):
        one, other = (naive_set(cleaned, record, tokens, k) for record in (a, b))
        bags = tokens.endswith("bags")
        wanted = bag_jaccard(one.elements(), other.elements()) if bags else jaccard(one, other)
        wanted = wanted or 0.0
        assert abs(similar - wanted) < 1e-6


def naive_token(field: str, shingle_text: str) -> int:
    """FNV-1a over the bytes, begun with the field's mark, then the finalizer of MurmurHash3."""
    h = 2166136261 ^ zlib_tag(field)
    for byte in shingle_text.encode():
        h = ((h ^ byte) * 16777619) % 2**32
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h = ((h ^ (h >> shift)) * factor) % 2**32
    return h ^ (h >> 16)


@given(st.lists(WORDS.filter(bool), min_size=1, max_size=40), st.integers(1, 4), st.integers(1, 60))
def test_tokens_are_hashes_in_order_and_each_once(words: list[str], k: int, times: int) -> None:
    text = " ".join(f"{word} {number}" for number in range(times) for word in words).replace("\x1f", " ")
    cleaned = records(title=[text, "b"])
    value = int(cleaned.fields[0].codes[0])
    pieces = {"characters": character_shingles(text, k), "words": [" ".join(w) for w in word_shingles(text.split(), k)]}
    for tokens, every in pieces.items():
        made = shingle(cleaned, ["title"], tokens, k)
        got = made.tokens[made.starts[value] : made.starts[value + 1]].tolist()
        assert got == sorted({naive_token("title", piece) for piece in every or [text]})


def test_stop_word_shingles_are_those_of_the_definition() -> None:
    text = "i recommend that you buy sudzo for your laundry buy sudzo"
    cleaned = records(title=[text, "buy sudzo", "zebra i recommend that"])
    shingles = shingle(cleaned, ["title"], "stop words", 3)
    sizes = np.diff(shingles.starts)[shingles.codes[:, 0]]
    assert sizes.tolist() == [len(set(stop_word_shingles(text, stop_words()))), 0, 1]
    near = pair_similarity(shingles, np.array([0, 0], np.int32), np.array([1, 2], np.int32))
    assert near.tolist() == pytest.approx([0, 1 / 5])


def test_stop_words_of_several_languages_as_cleaned_texts_write_them() -> None:
    assert {"the", "und", "dans", "para", "della", "voor", "dla", "uma"} <= stop_words()
    assert {fold_text(word) for word in ("für", "más", "è", "są", "não")} <= stop_words()
    assert "laundry" not in stop_words()


def test_items_do_not_break_at_blanks_and_have_no_order() -> None:
    cleaned = records(title=["ann lee\x1fbo", "bo\x1fann lee", "ann\x1flee\x1fbo"])
    near = pair_similarity(
        shingle(cleaned, ["title"], "items", 3), np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    )
    assert near.tolist() == pytest.approx([1, 1 / 4])


def test_repeats_count_in_bags_only() -> None:
    cleaned = records(title=["a b a b a", "a b"])
    left, right = np.array([0], np.int32), np.array([1], np.int32)
    assert pair_similarity(shingle(cleaned, ["title"], "words", 1), left, right)[0] == 1
    assert pair_similarity(shingle(cleaned, ["title"], "word bags", 1), left, right)[0] == pytest.approx(2 / 5)


def test_signatures_of_bags_estimate_the_similarity_of_bags() -> None:
    cleaned = records(title=["a b a b a c d", "a b a e"])
    shingles = shingle(cleaned, ["title"], "word bags", 1)
    signatures = sign(shingles, 2000)
    wanted = 3 / 8
    assert abs(np.mean(signatures[0] == signatures[1]) - wanted) < 4 * standard_error(wanted, 2000)


@pytest.mark.parametrize("made", [Bands, Join])
def test_unknown_tokens(made) -> None:
    with pytest.raises(ValueError, match="not of 1 syllables"):
        made(("title",), "syllables", 1)
    with pytest.raises(ValueError, match="not made of syllables"):
        shingle(records(title=["a"]), ["title"], "syllables")


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


def _minima(shingles: Shingles, record: int, seed: int) -> list[int]:
    """The signature of eight rows of a record, by its definition."""
    a, b = (values.astype(np.uint64) for values in hash_functions(8, seed))
    wanted = np.full(8, 0xFFFFFFFF, np.uint64)
    for code in shingles.codes[record]:
        for token in shingles.tokens[shingles.starts[code] : shingles.starts[code + 1]] if code >= 0 else ():
            h = (a * np.uint64(token) + b) & np.uint64(0xFFFFFFFF)
            h ^= h >> np.uint64(15)
            h = (h * np.uint64(0x2C1B3C6D)) & np.uint64(0xFFFFFFFF)
            wanted = np.minimum(wanted, h)
    return [int(value) for value in wanted]


def test_signatures_take_the_minimum_over_the_set() -> None:
    shingles = shingle(records(given=["anna maria", "", "jo"]), ["given"])
    signatures = sign(shingles, 8, seed=3)
    for record in range(3):
        assert signatures[record].tolist() == _minima(shingles, record, 3)


def test_values_of_many_records_are_signed_once_with_the_same_outcome() -> None:
    given = (["anna", "jo", "", "maria"] * 40)[:-1] + ["theodora"]
    shingles = shingle(
        records(given=given, family=[f"name {number % 45}" for number in range(160)]), ["given", "family"]
    )
    with patch("entityres.candidates.minhash.COMMON", 3):
        signatures = sign(shingles, 8, seed=3)
    assert signatures.tolist() == [_minima(shingles, record, 3) for record in range(160)]
    # Of too many common values only the commonest are kept.
    with patch("entityres.candidates.minhash.COMMON", 3), patch("entityres.candidates.minhash._sign") as kernel:
        sign(shingles, 8)
    assert [len(call.args[0]) for call in kernel.call_args_list] == [48, 160]
    with patch("entityres.candidates.minhash._sign") as kernel:
        sign(shingles, 8)
    assert [len(call.args[0]) for call in kernel.call_args_list] == [3, 160]


def test_signing_stops_and_begins_anew() -> None:
    maker, bands, progress = EntryMaker(records(given=["anna", "hanna"])), Bands(("given",), b=2, r=4), Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        maker.signatures(bands, progress)
    assert maker.made_signatures(bands) is None
    assert maker.signatures(bands, Progress()).shape == (2, 8)


def test_shorter_signatures_are_the_start_of_longer_ones() -> None:
    shingles = shingle(records(given=["anna", "hanna"]), ["given"])
    assert np.array_equal(sign(shingles, 20, 5)[:, :8], sign(shingles, 8, 5))
    assert not np.array_equal(sign(shingles, 8, 5), sign(shingles, 8, 6))


def test_kept_signatures_say_what_made_them() -> None:
    cleaned = records(given=["anna", "hanna"])
    kept = Signatures(sign(shingle(cleaned, ["given"]), 20, 5), 5)
    assert kept.version == VERSION
    assert kept.serve(20, 5)
    assert kept.serve(8, 5)
    assert not kept.serve(21, 5)
    assert not kept.serve(8, 6)
    assert not Signatures(kept.rows, 5, VERSION - 1).serve(8, 5)
    maker = EntryMaker(cleaned, seed=5)
    long, short = (maker.signatures(Bands(("given",), b=b, r=4)) for b in (5, 2))
    assert long is short
    assert np.array_equal(long, kept.rows)
    maker.seed = 6
    assert not np.array_equal(maker.signatures(Bands(("given",), b=5, r=4)), kept.rows)


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
            hashes = hashes_of_bands(signatures, band, band + 1, r)[0]
            found |= hashes[:n] == hashes[n:]
        wanted = float(chance(common / size, b, r))
        assert abs(found.mean() - wanted) < 4 * np.sqrt(wanted * (1 - wanted) / n)


def test_a_record_without_shingles_is_in_no_bucket() -> None:
    signatures = sign(shingle(records(given=["", "", "anna", "anna"]), ["given"]), 4)
    hashes = hashes_of_bands(signatures, 0, 1, 4)[0]
    assert hashes[:2].tolist() == [0, 0]
    pairs = expand(gather(np.arange(4, dtype=np.int32), hashes), np.zeros(4, np.int16), False)
    assert pairs.tolist() == [(2 << 32) | 3]


def test_a_shared_mail_provider_makes_nobody_alike() -> None:
    emails = ["ann@example.com", "bob@example.com", "ann@other.org"]
    cleaned = make_cleaned([make_list("list", {"email": emails})], {"email": Role.EMAIL})
    left, right = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    assert pair_similarity(shingle(cleaned, ["email"]), left, right).tolist() == [0, 1]
