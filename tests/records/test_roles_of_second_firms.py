"""Who pays, supplies or inspects stands beside many firms, and is no second name of them."""

from __future__ import annotations

import pytest

from entityres.records.finding_roles import find_roles
from entityres.records.roles import Role
from tests.helpers.building import make_list


def firms(second: str, values: list[str], n: int = 400) -> Role:
    columns = {
        "Organisation": [f"Miller{number} Logistics Ltd" for number in range(n)],
        "Street": [f"{number + 1} High Street" for number in range(n)],
        second: [values[number % len(values)] for number in range(n)],
    }
    found = {column.column: column.role for column in find_roles(make_list("list", columns))}
    assert found["Organisation"] is Role.ORGANISATION
    return found[second]


@pytest.mark.parametrize("heading", ["Agency", "Supplier"])
def test_a_few_organisations_that_hundreds_of_records_share_are_a_kind(heading: str):
    assert firms(heading, ["DFTA", "DYCD", "DCA", "DHS", "HPD"]) is Role.CATEGORY


def test_second_names_of_firms_stay_names():
    assert firms("Company", [f"Harbour{number} Freight Ltd" for number in range(300)]) is Role.ORGANISATION


def test_one_column_of_few_organisations_names_them():
    columns = {"Company": ["Acme Ltd", "Miller Logistics Ltd"] * 100, "City": ["Leeds", "York"] * 100}
    found = {column.column: column.role for column in find_roles(make_list("list", columns))}
    assert found["Company"] is Role.ORGANISATION
