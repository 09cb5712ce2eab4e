"""What is marked in two texts, and what is said about it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.session.diff import compare_texts


def marked(text: str, spans: tuple[tuple[int, int], ...]) -> list[str]:
    return [text[start:end] for start, end in spans]


def test_an_added_letter_is_the_only_thing_marked() -> None:
    a, b = "12 Stanley Street", "12a Stanley Street"
    diff = compare_texts(a, b, Role.STREET)
    assert (diff.relation, diff.spans_a, marked(b, diff.spans_b)) == ("≈", (), ["a"])
    assert diff.words == "1 letter"


def test_swapped_words() -> None:
    diff = compare_texts("Smith John", "John Smith", Role.FULL_NAME)
    assert (diff.relation, diff.words) == ("≈", "words swapped")
    assert diff.spans_a
    assert diff.spans_b


def test_swapped_day_and_month_mark_both_parts() -> None:
    a, b = "1978-03-12", "1978-12-03"
    diff = compare_texts(a, b, Role.BIRTH_DATE)
    assert (diff.relation, diff.words) == ("≈", "day/month swapped")
    assert marked(a, diff.spans_a) == ["03", "12"]
    assert marked(b, diff.spans_b) == ["12", "03"]


@pytest.mark.parametrize(
    ("a", "b", "role", "relation", "words", "marks_a", "marks_b"),
    [
        ("", "", None, "∅", "both empty", [], []),
        ("Ana", "  ", None, "–", "one missing", [], []),
        ("Ana", "Ana", None, "=", "same", [], []),
        ("Ana", "ANA", None, "=", "case only", [], []),
        ("Díaz", "Diaz", None, "=", "accents only", [], []),
        ("O'Neil", "O Neil", None, "=", "spacing or punctuation only", [], []),
        ("Carmen", "Karmen", Role.GIVEN_NAME, "≈", "1 letter", ["C"], ["K"]),
        ("Brian", "Brain", Role.GIVEN_NAME, "≈", "letters swapped", None, None),
        ("J", "John", Role.GIVEN_NAME, "≈", "initial", [], ["ohn"]),
        ("1707 King Avenue", "1707 King Ave", Role.STREET, "≈", "short form", None, []),
        ("Ana Maria Ruiz", "Ana Ruiz", Role.FULL_NAME, "≈", "extra word", ["Maria"], []),
        ("Ana", "Wolfgang", Role.GIVEN_NAME, "≠", "different", ["Ana"], ["Wolfgang"]),
        ("1979-04-20", "1979-02-20", Role.BIRTH_DATE, "≈", "1 digit", ["04"], ["02"]),
        ("1979-04-20", "20/04/1979", Role.BIRTH_DATE, "=", "written differently", [], []),
        ("1979-04-20", "1979-04-02", Role.BIRTH_DATE, "≈", "digits swapped", ["20"], ["02"]),
        ("1979-04-20", "1951-07-01", Role.BIRTH_DATE, "≠", "different", ["1979", "04", "20"], ["1951", "07", "01"]),
        ("(555) 123-4567", "555.123.4567", Role.PHONE, "=", "written differently", [], []),
        ("555 123 4567", "+1 555 123 4567", Role.PHONE, "≈", "country or area code missing", [], ["1"]),
        ("555 123 4567", "555 123 4568", Role.PHONE, "≈", "1 digit", ["7"], ["8"]),
        ("555 123 4567", "555 123 5467", Role.PHONE, "≈", "digits swapped", None, None),
        ("212 123 4567", "646 123 4567", Role.PHONE, "≈", "another area code", None, None),
        ("555 123 4567", "555 999 0000", Role.PHONE, "≠", "different", None, None),
        ("01067", "01076", Role.POSTCODE, "≈", "digits swapped", None, None),
        ("01067", "01068", Role.POSTCODE, "≈", "1 digit", ["7"], ["8"]),
    ],
)
def test_words_and_marks(
    a: str, b: str, role: Role | None, relation: str, words: str, marks_a: list[str] | None, marks_b: list[str] | None
) -> None:
    diff = compare_texts(a, b, role)
    assert (diff.relation, diff.words) == (relation, words)
    for text, spans, marks in ((a, diff.spans_a, marks_a), (b, diff.spans_b, marks_b)):
        if marks is not None:
            assert marked(text, spans) == marks


TEXTS = st.text(alphabet="aAbéß 12-/ıİ.", max_size=14)


@given(TEXTS, TEXTS, st.sampled_from([None, Role.PHONE, Role.BIRTH_DATE, Role.STREET]))
def test_spans_are_inside_ascending_and_apart_and_both_ways_agree(a: str, b: str, role: Role | None) -> None:
    diff, back = compare_texts(a, b, role), compare_texts(b, a, role)
    for text, spans in ((a, diff.spans_a), (b, diff.spans_b)):
        ends = [0]
        for start, end in spans:
            assert ends[-1] <= start < end <= len(text)
            ends.append(end)
    assert diff.relation == back.relation
    if diff.relation in "=–∅":
        assert diff.spans_a == diff.spans_b == ()
