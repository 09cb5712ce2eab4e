"""How alike texts are, against a naive twin."""

from __future__ import annotations

import math
import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz import fuzz

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring.text_likeness import CODE_FACTOR, CODE_LENGTH, OTHER_NUMBERS, TextLikeness

TEXTS = st.lists(
    st.text("ab1é ", min_size=1, max_size=14).filter(lambda text: text.strip() != ""),
    min_size=2,
    max_size=8,
    unique=True,
)


def field_of(values: list[str], role: Role = Role.TITLE) -> FieldValues:
    """A field in which each value stands once."""
    texts = sorted(values)
    codes = np.array([texts.index(value) for value in values], np.int32)
    return FieldValues("title", "Title", role, ((),), codes, pa.array(texts, pa.large_string()))


def letters_of(text: str) -> set[str]:
    return {(" " + word + " ")[i : i + 3] for word in text.split() for i in range(len(word))}


def is_code(word: str) -> bool:
    return len(word) >= CODE_LENGTH and any(letter.isdigit() for letter in word)


def words_of(text: str, values: list[str]) -> set[str]:
    """Words; two that make a code of letters and digits which stands in one word anywhere are that one."""
    known = {word for value in values for word in value.split() if is_code(word) and not word.isdigit()}
    out: list[str] = []
    for word in text.split():
        out[-1:] = [out[-1] + word] if out and out[-1] + word in known else [*out[-1:], word]
    return set(out)


def digits_of(text: str) -> str:
    return "".join(letter for letter in text if letter in "0123456789")


def have_other_numbers(a: str, b: str) -> bool:
    """Each has a number that the other has not, and no word of letters and digits is in both."""
    one, other = ({int(number) for number in re.findall(r"\d+", text)} for text in (a, b))
    codes = [{word for word in text.split() if is_code(word) and not word.isdigit()} for text in (a, b)]
    return bool(one - other and other - one and not codes[0] & codes[1])


def spelt_alike(a: str, b: str) -> float:
    """Letters in common, words sorted; or with words run together, where their numbers differ; 0 for no mere slips."""
    ratio = fuzz.token_sort_ratio(a, b)
    if len(a.split()) != len(b.split()):
        ratio = max(ratio, fuzz.ratio(*(re.sub("(?<=[^0-9 ]) (?=[^0-9 ])", "", text) for text in (a, b))))
    return ratio / 100 if ratio >= 88 else 0


def naive(values: list[str], a: str, b: str, tokens, codes: bool) -> float:
    """sqrt(cosine * share of the shorter), tokens weighted by 1 + log(n / records with the token)."""

    def weight(token: str) -> float:
        rarity = 1 + math.log(len(values) / sum(token in tokens(value) for value in values))
        return (rarity * (CODE_FACTOR if codes and is_code(token) else 1)) ** 2

    one, other = (sum(map(weight, tokens(text))) for text in (a, b))
    shared = sum(map(weight, tokens(a) & tokens(b)))
    return math.sqrt(shared / math.sqrt(one * other) * shared / min(one, other))


@settings(derandomize=True)  # two tokens share an entry of the table once in some ten thousand texts
@given(TEXTS, st.sampled_from([Role.TITLE, Role.ORGANISATION]))
@pytest.mark.slow
def test_all_pairs_are_as_alike_as_a_naive_twin_says(values: list[str], role: Role):
    field = field_of(values, role)
    places = np.arange(len(values), dtype=np.int32)
    a, b = (side.ravel() for side in np.meshgrid(places, places))
    found = TextLikeness(field).of(a, b)
    texts = field.texts
    whole = values if role == Role.TITLE else []
    for x, y, alike in zip(a, b, found, strict=True):
        words = naive(values, texts[x], texts[y], lambda text: words_of(text, whole), role == Role.TITLE)
        letters = naive(values, texts[x], texts[y], letters_of, codes=False)
        expected = (words + letters) / 2
        if digits_of(texts[x]) == digits_of(texts[y]):
            expected = max(expected, spelt_alike(texts[x], texts[y]))
        elif role == Role.TITLE and have_other_numbers(texts[x], texts[y]):
            expected = max(expected - OTHER_NUMBERS, 0)
        assert alike == pytest.approx(expected, abs=1e-5)


def test_joined_and_split_codes_are_alike_by_their_letters():
    values = ["yamaha subwoofer ystfsw150bk", "yamaha yst fsw150 subwoofer", "canon printer", "yamaha piano p45"]
    field = field_of(values)
    likeness = TextLikeness(field)

    def alike(one: str, other: str) -> float:
        codes = [np.array([list(field.texts).index(text)], np.int32) for text in (one, other)]
        return float(likeness.of(*codes)[0])

    assert alike(values[0], values[1]) > 0.4
    assert alike(values[0], values[3]) < 0.3
    assert alike(values[0], values[2]) < 0.1


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("on line learn ing and boosting", "on line learning and boosting", True),
        ("a decisiontheoretic generalization of learning", "a decision theoretic generalization of learning", True),
        ("b o s c h cordless drill", "bosch cordless drill", True),
        ("vol 1 2 3", "vol 123", False),  # numbers are not run together
        ("boosting and on line learning", "on line learning", False),
    ],
)
def test_words_that_were_split_or_joined_are_slips(one: str, other: str, is_one: bool):
    field = field_of([one, other, "neural networks", "drill of the year"])
    a, b = (np.array([list(field.texts).index(text)], np.int32) for text in (one, other))
    assert (TextLikeness(field).of(a, b)[0] >= 0.9) is np.bool_(is_one)


@pytest.mark.parametrize(
    ("one", "other", "is_one_word"),
    [
        ("panasonic kx tg9332t phone", "panasonic kxtg9332t phone", True),
        ("phone kx tg9332t", "kxtg9332t", True),
        ("phone kx tg 9332t", "phone kxtg9332t", False),
        ("pages 247 261", "pages 247261", False),
        ("note book", "notebook", False),
    ],
)
def test_a_code_in_two_words_is_the_one_word_that_it_is_elsewhere(one: str, other: str, is_one_word: bool):
    values = [one, other, "brother printer", "casio keyboard", "phone pages panasonic note"]
    written_alike = [one.replace("kx tg9332t", "kxtg9332t"), *values[1:]]
    field = field_of(values)
    a, b = (np.array([list(field.texts).index(text)], np.int32) for text in (one, other))
    likeness = float(TextLikeness(field).of(a, b)[0])
    words = naive(written_alike, written_alike[0], other, lambda text: set(text.split()), codes=True)
    letters = naive(values, one, other, letters_of, codes=False)
    shared = (words + letters) / 2
    assert likeness == pytest.approx(max(shared, spelt_alike(one, other)), abs=1e-5)
    assert (words > naive(values, one, other, lambda text: set(text.split()), codes=True)) is is_one_word


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("hogfather cd 2", "hogfather cd 3", True),
        ("edition vol 46", "edition vol 023", True),
        ("edition vol 7", "edition vol 007", False),
        ("office 2007 upgrade", "office 2007", False),
        ("carmen", "carmen cd 2", False),  # more is said, nothing else
        ("sony dav500 5 1 ch", "sony dav500 1000 watts", False),  # one model number: details differ
        ("sony dav500", "sony dav600", True),
    ],
)
def test_titles_with_numbers_of_their_own_are_less_alike(one: str, other: str, differ: bool):
    values = [one, other, *(f"other title {word}" for word in "abcdefgh")]

    def alike(role: Role) -> float:
        field = field_of(values, role)
        at = {text: place for place, text in enumerate(field.texts)}
        return float(TextLikeness(field).of(*(np.array([at[text]], np.int32) for text in (one, other)))[0])

    # Descriptions weigh words as titles do, but not their numbers.
    assert alike(Role.TITLE) == pytest.approx(max(alike(Role.TEXT) - OTHER_NUMBERS * differ, 0), abs=1e-5)


def test_a_longer_text_that_holds_the_shorter_is_much_alike():
    values = ["harbour foods", "harbour foods limited trading from quay street", "north foods", "quay street motors"]
    field = field_of(values, Role.ORGANISATION)
    codes = [np.array([list(field.texts).index(text)], np.int32) for text in values[:2]]
    assert 0.5 < float(TextLikeness(field).of(*codes)[0]) < 0.9


def test_it_is_symmetric_and_the_same_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch):
    values = [f"item {i % 7} of house {i % 11} {i}" for i in range(60)]
    field = field_of(values)
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, len(field.texts), 500).astype(np.int32) for _ in range(2))
    one = TextLikeness(field).of(a, b)
    monkeypatch.setattr("os.cpu_count", lambda: 5)
    assert np.array_equal(one, TextLikeness(field).of(b, a))


def test_few_pairs_at_a_time_are_as_alike_as_many():
    rng = np.random.default_rng(3)
    values = [" ".join(rng.choice(["one", "two", "three", "tx500", "deck", "player"], 4)) + f" {n}" for n in range(60)]
    likeness = TextLikeness(field_of(values))
    a, b = (rng.integers(0, 60, 300).astype(np.int32) for _ in range(2))
    many = likeness.of(a, b)
    few = np.concatenate([likeness.of(a[at : at + 5], b[at : at + 5]) for at in range(0, 300, 5)])
    assert np.array_equal(many, few)
    likeness.forget()
    assert np.array_equal(likeness.of(a, b), many)


def test_some_texts_show_how_common_letters_are(monkeypatch):
    """As good as all texts, if they are many; one alone shows nothing."""
    rng = np.random.default_rng(5)
    common = [0.6, 0.25, 0.1, 0.04, 0.01]
    values = sorted({" ".join("".join(rng.choice(list("abcde"), 5, p=common)) for _ in range(3)) for _ in range(4_000)})
    field = field_of(values)
    a, b = (rng.integers(0, len(values), 2_000).astype(np.int32) for _ in range(2))
    off = {}
    exact = TextLikeness(field).of(a, b)
    for enough in (1, 1_000):
        monkeypatch.setattr("entityres.scoring.text_likeness.ENOUGH_TEXTS", enough)
        off[enough] = float(np.abs(TextLikeness(field).of(a, b) - exact).mean())
    assert off[1_000] < 0.01
    assert off[1] > 0.05
