"""Amounts: one form, one decimal mark for a column, and the compiled loop like the plain function."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.numbers import COMMA, DOT, UNDECIDED, clean_number, clean_numbers, decimal_mark


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("$1,234.50", "1234.5"),
        ("1.234,5 €", "1234.5"),
        ("44.00", "44"),
        ("0,5", "0.5"),
        ("1 000", "1000"),
        ("1,234", "1234"),
        ("1.234", "1.234"),
        ("1'234'567.80", "1234567.8"),
        ("12 345,6", "12345.6"),
        ("1\u202f234", "1234"),
        ("-3", "-3"),
        ("(12)", "-12"),
        ("€ −3", "-3"),
        ("12-14", "12"),
        ("12,-", "12"),
        ("１２，５", "12.5"),
        ("١٬٢٣٤٫٥", "1234.5"),
        ("-0.00", "0"),
        ("007", "7"),
        ("−5", "-5"),
        ("− 7,25 €", "-7.25"),
        ("–5", "-5"),
        ("5-", "-5"),
        ("1.234,50- ", "-1234.5"),
        ("5,-", "5"),
        ("5-10", "5"),
        (".5", "0.5"),
        ("-.50", "-0.5"),
        (",25", "0.25"),
        (".0", "0"),
        ("No.5", "5"),
        ("1.5E+03", "1500"),
        ("4.477E+11", "447700000000"),
        ("12 e", "12"),
        ("size 10.", "10"),
        ("٤٥", "45"),
        ("abc", ""),
        ("", ""),
    ],
)
def test_numbers(written: str, cleaned: str) -> None:
    assert clean_numbers(texts_of([written])).to_list() == [cleaned]


def test_one_decimal_mark_for_a_column() -> None:
    assert clean_numbers(texts_of(["1.234", "12,50", "3,5"])).to_list() == ["1234", "12.5", "3.5"]
    assert clean_numbers(texts_of(["1.234", "12.50", "3.5"])).to_list() == ["1.234", "12.5", "3.5"]
    assert clean_numbers(texts_of(["1,234", "12,50"])).to_list() == ["1.234", "12.5"]
    assert decimal_mark(texts_of(["1.234", "1,234"])) == UNDECIDED
    assert decimal_mark(texts_of(["1.234.567"])) == COMMA
    assert decimal_mark(texts_of(["1,234.5", "7"])) == DOT


WRITTEN = st.text("0123456789.,.,-+( )'’\u00a0\u202f€$£eExaä\t%", max_size=14)


@given(st.lists(WRITTEN, min_size=1, max_size=60))
def test_the_compiled_loop_reads_like_the_plain_function(texts: list[str]) -> None:
    decimal = decimal_mark(texts_of(texts))
    assert clean_numbers(texts_of(texts)).to_list() == [
        clean_number(text, chr(decimal) if decimal else "") for text in texts
    ]


@given(st.lists(st.decimals(-(10**9), 10**9, places=2), min_size=1, max_size=20))
def test_every_way_of_writing_gives_one_form(amounts: list[Decimal]) -> None:
    plain = clean_numbers(texts_of([f"{amount:.2f}" for amount in amounts])).to_list()
    assert plain == clean_numbers(texts_of([f"{amount:,.2f} $" for amount in amounts])).to_list()
    german = [f"{amount:,.2f} €".translate(str.maketrans(",.", ".,")) for amount in amounts]
    assert plain == clean_numbers(texts_of(german)).to_list()
    assert [float(text) for text in plain] == [float(amount) for amount in amounts]
