"""What spreadsheets do to codes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.damage import numbers_with_zeros, rounded_numbers, with_leading_zeros, without, without_fraction
from entityres.records.repeated_ids import id_warnings
from entityres.records.roles import Role
from tests.helpers.building import make_columns, make_list


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("4.477E+11", True),
        ("4,477e+11", True),
        (" 1E+15 ", True),
        ("-2.5E+07", True),
        ("1E5", False),
        ("12E+10", False),
        ("4.477E+1", False),
        ("E+11", False),
        ("1.2.3E+11", False),
        ("1.5E+11 x", False),
        ("447700900123", False),
        ("", False),
    ],
)
def test_rounded_numbers(text: str, damaged: bool) -> None:
    assert rounded_numbers(texts_of([text])).tolist() == [damaged]


def test_zeros_come_back_only_where_the_whole_code_occurs() -> None:
    made, repaired = with_leading_zeros(texts_of(["01067", "1067", "8001", "", "067", "67", "a1067", "1067"]))
    assert made.to_list() == ["01067", "01067", "8001", "", "067", "67", "a1067", "01067"]
    assert repaired.tolist() == [False, True, False, False, False, False, False, True]


@given(st.lists(st.text("012", max_size=6), max_size=30))
def test_zeros_as_a_plain_loop_puts_them_back(codes: list[str]) -> None:
    known = {code for code in codes if code.startswith("0") and len(code) > 3}
    expected = ["0" + code if "0" + code in known and not code.startswith("0") else code for code in codes]
    assert with_leading_zeros(texts_of(codes))[0].to_list() == expected


@pytest.mark.parametrize(
    ("numbers", "made"),
    [
        (["00488526", "488526", "0488526", "488527"], ["00488526"] * 3 + ["488527"]),
        (["0058", "58", "", "ab0123", "a488526"], ["0058", "58", "", "ab0123", "a488526"]),
        (["0012345678905", "012345678905", "12345678905"], ["0012345678905"] * 3),
        (["4711", "4712"], ["4711", "4712"]),
        (["0000", "00a"], ["0000", "00a"]),
        ([], []),
    ],
)
def test_numbers_get_the_zeros_with_which_they_stand_elsewhere(numbers: list[str], made: list[str]) -> None:
    texts, changed = numbers_with_zeros(texts_of(numbers))
    assert texts.to_list() == made
    assert changed.tolist() == [one != other for one, other in zip(numbers, made, strict=True)]


@given(st.lists(st.text("012", max_size=8), max_size=30))
def test_numbers_of_one_value_are_one_number_and_no_others(numbers: list[str]) -> None:
    made = numbers_with_zeros(texts_of(numbers))[0].to_list()
    for one, a in zip(numbers, made, strict=True):
        for other, b in zip(numbers, made, strict=True):
            bare = one.lstrip("0")
            assert (a == b) == (one == other or (len(bare) > 3 and bare == other.lstrip("0")))


def test_without() -> None:
    texts = texts_of(["a", "b", ""])
    assert without(texts, rounded_numbers(texts)) is texts
    assert without(texts_of(["1E+15", "b"]), rounded_numbers(texts_of(["1E+15", "b"]))).to_list() == ["", "b"]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("1067.0", "1067"),
        ("01067,0 ", "01067"),
        ("12.00", "12.00"),
        ("1.5", "1.5"),
        (".0", ".0"),
        ("v2.0", "v2.0"),
        ("", ""),
    ],
)
def test_codes_that_were_taken_for_fractions(text, made):
    assert without_fraction(texts_of([text, "x", text])).to_list() == [made, "x", made]


@pytest.mark.parametrize(
    ("cells", "says"), [(["4,02337E+12"] * 3, True), (["4.1E+09", "7", "8"], True), (["5", "6", "7"], False)]
)
def test_record_numbers_that_were_damaged_are_named(cells: list[str], says: bool) -> None:
    lists = [make_list("crm", {"Kundennr": cells, "Name": ["Ann", "Bea", "Cy"]})]
    found = id_warnings(lists, make_columns(lists, {"Kundennr": Role.IDENTIFIER}))
    assert any("damaged by a spreadsheet" in one and cells[0] in one for one in found) is says
