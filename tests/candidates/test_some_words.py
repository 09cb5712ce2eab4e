"""Words found eight letters at a time, and records drawn from long lists, against naive twins."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from entityres.candidates.drawn_records import bits_to_draw, count_drawn, letters_of
from entityres.candidates.keys import Part, PartKind
from entityres.candidates.part_hashes import part_hashes
from entityres.candidates.some_words import SomeWords, bits_for, fewer_words, some_words
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

TEXTS = st.lists(
    st.lists(st.one_of(st.text("abé李", min_size=1, max_size=20), st.just("a" * 8), st.just("b" * 16)), max_size=5),
    min_size=1,
    max_size=8,
)
WORDS, ITEMS = PartKind.RARE_WORDS, PartKind.RARE_ITEMS


def of_texts(texts: list[str]) -> CleanedRecords:
    return make_cleaned([make_list("list", {"title": [text or "-" for text in texts]})], {"title": Role.TITLE})


def told(field: FieldValues, kind: PartKind) -> SomeWords:
    return some_words(field, kind, *bits_for([field]))


def of_value(made: SomeWords, value: int) -> list[int]:
    return made.hashes[made.starts[value] : made.starts[value + 1]].tolist()


@given(TEXTS, st.sampled_from([" ", "  ", "\x1f", " \x1f"]))
@example([["aaaaaaaa", "b"], ["b", "aaaaaaaa"], ["aaaaaaaab"]], " ")
@settings(deadline=None, max_examples=80)
def test_words_are_the_same_where_their_letters_are(rows: list[list[str]], between: str) -> None:
    field = of_texts([between.join(row) for row in rows]).fields[0]
    for kind in (WORDS, ITEMS):
        made = told(field, kind)
        texts = field.values.to_pylist()
        naive = [t.replace("\x1f", " ").split() if kind == WORDS else [i for i in t.split("\x1f") if i] for t in texts]
        hash_of: dict[str, int] = {}
        for value, wanted in enumerate(naive):
            got = of_value(made, value)
            assert len(got) == len(wanted)
            for word, h in zip(wanted, got, strict=True):
                assert hash_of.setdefault(word, h) == h
        assert len(set(hash_of.values())) == len(hash_of)
        assert 0 not in hash_of.values()
        assert made.counts.tolist() == np.bincount(field.codes, minlength=len(texts)).tolist()


def many() -> CleanedRecords:
    rng = np.random.default_rng(1)
    return of_texts([f"{a} {b}ish" for a, b in rng.integers(0, 900, (4_000, 2)).tolist()])


def test_of_very_many_words_some_are_kept_wherever_they_stand() -> None:
    field = many().fields[0]
    whole = told(field, WORDS)
    with patch("entityres.candidates.some_words.MANY_LETTERS", letters_of(field) // 2):
        some = told(field, WORDS)
    assert (whole.bits, some.bits) == (0, 2)
    for value in range(len(field.values)):
        assert of_value(some, value) == [h for h in of_value(whole, value) if h % 4 == 0]
    assert 0.15 < len(some.hashes) / len(whole.hashes) < 0.35


def test_of_long_texts_only_those_of_drawn_records_are_read() -> None:
    field = many().fields[0]
    whole = told(field, WORDS)
    with patch("entityres.candidates.some_words.SOON_READ", letters_of(field) // 5):
        some = told(field, WORDS)
    assert some.drawn_bits == 2
    assert some.counts.tolist() == count_drawn(field, 2).tolist()
    assert 0.2 < some.counts.sum() / len(field.codes) < 0.3
    for value in range(len(field.values)):
        assert of_value(some, value) == (of_value(whole, value) if some.counts[value] else [])


@pytest.mark.parametrize("known", [(0, 0), (1, 0), (0, 1), (2, 2)])
def test_fewer_words_are_taken_from_those_that_are_known(known: tuple[int, int]) -> None:
    field = many().fields[0]
    read, taken = some_words(field, WORDS, 2, 2), fewer_words(some_words(field, WORDS, *known), field, 2, 2)
    assert taken is not None
    assert (taken.bits, taken.drawn_bits) == (2, 2)
    for name in ("starts", "hashes", "counts"):
        assert getattr(taken, name).tolist() == getattr(read, name).tolist()
    for more in ((1, 2), (2, 1)):
        assert fewer_words(read, field, *more) is None, "what is not there cannot be taken"


def test_of_texts_four_times_as_long_half_as_many_records_are_drawn() -> None:
    assert [bits_to_draw(letters, 100) for letters in (99, 100, 399, 400, 1_599, 1_600)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    "part",
    [
        Part(PartKind.EXACT, ("title",)),
        Part(PartKind.PREFIX, ("title",), 2),
        Part(PartKind.SORTED_WORDS, ("title", "title")),
    ],
    ids=lambda part: part.kind.value,
)
def test_hashes_of_drawn_records_are_those_of_all(part: Part) -> None:
    cleaned = many()
    whole, some = part_hashes(cleaned, part), part_hashes(cleaned, part, 1)
    drawn = some != 0
    assert 0.45 < drawn.mean() < 0.55
    assert np.array_equal(some[drawn], whole[drawn])
    counts = np.bincount(cleaned.fields[0].codes[drawn], minlength=len(cleaned.fields[0].values))
    assert np.array_equal(counts, count_drawn(cleaned.fields[0], 1))
