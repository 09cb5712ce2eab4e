"""Parts of keys against what they say they take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.part_hashes import part_hashes, shared_words
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

if TYPE_CHECKING:
    import numpy as np

TEXTS = st.lists(
    st.text(alphabet="ab1 é", max_size=6).map(lambda text: " ".join(text.split())), min_size=1, max_size=15
)


def records(*texts: str, other: tuple[str, ...] | None = None) -> CleanedRecords:
    columns = {"one": list(texts)} | ({"two": list(other)} if other else {})
    return make_cleaned(
        [make_list("list", columns)], {"one": Role.TITLE, "two": Role.TITLE} if other else {"one": Role.TITLE}
    )


def groups(hashes: np.ndarray) -> list[int | None]:
    """The hashes as numbers in order of first appearance, None for 0."""
    seen: dict[int, int] = {}
    return [None if h == 0 else seen.setdefault(int(h), len(seen)) for h in hashes]


def taken(kind: PartKind, size: int, *texts: str) -> list[int | None]:
    return groups(part_hashes(records(*texts), Part(kind, ("one",), size)))


@given(TEXTS)
def test_exact_leaves_out_blanks(texts: list[str]) -> None:
    wanted: dict[str, int] = {}
    for text in texts:
        if text:
            wanted.setdefault(text.replace(" ", ""), len(wanted))
    assert taken(PartKind.EXACT, 0, *texts) == [wanted[t.replace(" ", "")] if t else None for t in texts]


@given(TEXTS, st.integers(1, 4))
def test_prefix_counts_characters(texts: list[str], size: int) -> None:
    wanted: dict[str, int] = {}
    for text in texts:
        if text:
            wanted.setdefault(text.replace(" ", "")[:size], len(wanted))
    assert taken(PartKind.PREFIX, size, *texts) == [wanted[t.replace(" ", "")[:size]] if t else None for t in texts]


@given(TEXTS)
def test_sorted_words_do_not_see_the_order(texts: list[str]) -> None:
    wanted: dict[tuple[str, ...], int] = {}
    for text in texts:
        if len(text.split()) > 1:
            wanted.setdefault(tuple(sorted(text.split())), len(wanted))
    assert taken(PartKind.SORTED_WORDS, 0, *texts) == [wanted.get(tuple(sorted(t.split()))) for t in texts]


def test_single_parts() -> None:
    assert taken(PartKind.LAST_DIGITS, 4, "0171 2345", "2345", "345", "a2345b") == [0, 0, None, 0]
    assert taken(PartKind.YEAR, 0, "1980-04-03", "1980", "19", "abcd") == [0, 0, None, None]
    assert taken(PartKind.FIRST_WORD, 0, "anna maria", "anna", "ann") == [0, 0, 1]
    assert taken(PartKind.HOUSE_NUMBER, 0, "12 mill ln", "12a mill ln", "012 x", "mill ln 12", "") == [
        0,
        0,
        0,
        None,
        None,
    ]
    assert taken(PartKind.LOCAL_PART, 0, "ann@x.org", "ann@y.org", "anne@x.org") == [0, 0, 1]
    assert taken(PartKind.PHONETIC, 0, "meyer", "maier", "mayr", "smith", "smyth", "schmidt", "李") == [
        0,
        0,
        0,
        1,
        1,
        2,
        3,
    ]


def test_several_fields_must_all_have_a_value_and_nothing_clashes() -> None:
    cleaned = records("kim ash", "kim", "kim", "", other=("bath", "ash bath", "", "bath"))
    assert groups(part_hashes(cleaned, Part(PartKind.EXACT, ("one", "two")))) == [0, 1, None, None]


def test_swapped_names_share_their_sorted_words() -> None:
    cleaned = records("grant", "leslie", "grant", "grant", other=("leslie", "grant", "", "lesley"))
    assert groups(part_hashes(cleaned, Part(PartKind.SORTED_WORDS, ("one", "two")))) == [0, 0, None, 1]


ITEMS = ("a", "a b", "b a", "b", "c d", "c")


@pytest.mark.parametrize(
    ("kind", "what", "between"), [(PartKind.RARE_WORDS, "abcdef", " "), (PartKind.RARE_ITEMS, ITEMS, "\x1f")]
)
@given(st.lists(st.lists(st.integers(0, 5), max_size=4), min_size=1, max_size=12), st.integers(2, 4))
def test_rare_words_and_items_stand_in_few_records(
    kind: PartKind, what: Sequence[str], between: str, numbers: list[list[int]], limit: int
) -> None:
    rows = [[what[number] for number in row] for row in numbers]
    cleaned = records(*[between.join(row) for row in rows])
    every = shared_words(cleaned, ["one"], kind, 4)
    assert set(every.in_records.tolist()) <= {2, 3, 4}
    found, words = every.in_at_most(limit)
    got = {
        (int(a), int(b))
        for i, j in combinations(range(len(found)), 2)
        if words[i] == words[j]
        for a, b in [sorted((found[i], found[j]))]
    }
    count = {word: sum(word in row for row in rows) for word in what}
    wanted = {
        (a, b)
        for a, b in combinations(range(len(rows)), 2)
        if any(2 <= count[word] <= limit for word in set(rows[a]) & set(rows[b]))
    }
    assert got == wanted


def test_a_key_survives_being_written_down() -> None:
    key = Key("Near", (Part(PartKind.PREFIX, ("postcode",), 3),), Bands(("given", "street"), "words", 2, 9, 4), False)
    assert Key.from_json(key.to_json()) == key
