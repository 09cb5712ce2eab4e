"""A second number or address in one cell."""

from __future__ import annotations

import pytest

from entityres.records import several_in_a_cell
from entityres.records.cleaning import clean_records
from entityres.records.coding import coded, texts_of
from entityres.records.roles import Role
from entityres.records.several_in_a_cell import second_values
from tests.helpers.building import make_columns, make_list


def second(cell: str, role: Role = Role.PHONE) -> str:
    found = second_values(coded(texts_of([cell])), role)
    return "" if found is None else found.texts.to_list()[0].strip()


@pytest.mark.parametrize(
    ("cell", "behind"),
    [
        ("01632 960111 / 07700 900111", "07700 900111"),
        ("01632960111;07700900111", "07700900111"),
        ("01632 960111, 07700 900111", "07700 900111"),
        ("01632 960111 or 07700 900111", "07700 900111"),
        ("01632 960111 ODER +44 7700 900111", "+44 7700 900111"),
        ("01632 960111\n07700 900111", "07700 900111"),
        ("030/1234567 / 0171/7654321", "0171/7654321"),
        ("01632 960111", ""),
        ("030/1234567", ""),
        ("310/246-1501", ""),
        ("0043/699/12345678", ""),
        ("01632 960111, ext. 5", ""),
        ("01632 960111 / 112", ""),
        ("call between 9 and 17, 01632 960111", ""),
    ],
)
def test_what_stands_behind_the_first_number(cell: str, behind: str):
    assert second(cell) == behind


@pytest.mark.parametrize(
    ("cell", "behind"),
    [
        ("a@x.com; b@y.com", "b@y.com"),
        ("a@x.com,b@y.com", "b@y.com"),
        ("Ada <a@x.com>, Ben <b@y.com>", "b@y.com"),
        ("a@x.com b@y.com c@z.com", "b@y.com"),
        ("a@x.com", ""),
        ("a@@x.com", ""),
        ("", ""),
    ],
)
def test_what_stands_behind_the_first_address(cell: str, behind: str):
    assert second(cell, Role.EMAIL) == behind


def test_other_roles_have_no_second_value():
    assert second("01632 960111 / 07700 900111", Role.STREET) == ""


@pytest.mark.parametrize(("cells", "is_made"), [(999, True), (1001, False)])
def test_one_cell_in_more_than_a_thousand_makes_no_field(cells: int, is_made: bool):
    texts = ["01632 960111 / 07700 900111", *(f"01632 {number:06d}" for number in range(cells))]
    assert (second_values(coded(texts_of(texts)), Role.PHONE) is not None) is is_made


def test_people_meet_by_the_second_number_and_address_of_a_cell():
    columns = {
        "phone": ["01632 960111 / 07700 900111", "07700 900111", "01632 960222"],
        "email": ["ada@reid.org; ada@shop.com", "", "ada@shop.com"],
    }
    lists = [make_list("people", columns)]
    cleaned = clean_records(lists, make_columns(lists, {"phone": Role.PHONE, "email": Role.EMAIL}))
    assert [(field.name, field.label) for field in cleaned.fields] == [
        ("phone", "Phone"),
        ("phone_second", "Phone (second)"),
        ("email", "E-mail"),
        ("email_second", "E-mail (second)"),
    ]
    phone, _, email, _ = cleaned.fields
    assert phone.codes[0] == phone.codes[1]
    assert email.codes[0] == email.codes[2]


def test_cells_whose_second_half_is_no_address_make_no_field():
    lists = [make_list("people", {"email": ["ada@reid.org; x@", "ben@sund.com"]})]
    cleaned = clean_records(lists, make_columns(lists, {"email": Role.EMAIL}))
    assert [field.name for field in cleaned.fields] == ["email"]
    assert not cleaned.warnings


def test_one_long_number_with_a_stroke_is_told_from_two_without_a_look_at_the_cell(monkeypatch):
    seen = []
    monkeypatch.setattr(several_in_a_cell, "_second_number", lambda cell: seen.append(cell) or "")
    for cell in ("+49 (0)30/1234567", "0049 (0) 30/1234567", "030/1234567 / 0171/7654321"):
        second(cell)
    assert seen == ["030/1234567 / 0171/7654321"]
