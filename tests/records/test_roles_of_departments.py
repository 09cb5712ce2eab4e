"""Departments tell the records of one organisation apart where a list names no persons."""

from __future__ import annotations

import pytest

from entityres.records.finding_roles import find_roles
from entityres.records.roles import Role
from tests.helpers.building import make_list

UNITS = ("Physics", "Chemistry", "Law", "History", "Medicine", "Economics")


def universities(heading: str, **more: list[str]) -> dict[str, Role]:
    n = 60
    columns = {
        "Institution": [f"University of Town{number // 6}" for number in range(n)],
        heading: [UNITS[number % 6] for number in range(n)],
        "Street": [f"{number // 6 + 1} High Street" for number in range(n)],
        **more,
    }
    return {column.column: column.role for column in find_roles(make_list("list", columns))}


@pytest.mark.parametrize("heading", ["Department", "Dept.", "Abteilung", "Faculty", "Fakultät"])
def test_departments_of_organisations_are_compared(heading: str):
    assert universities(heading)[heading] is Role.TITLE


def test_where_persons_are_named_a_department_says_nothing():
    people = {"First name": ["Ann"] * 60, "Last name": [f"Hill{number}" for number in range(60)]}
    assert universities("Department", **people)["Department"] is Role.KEEP


def test_a_department_that_hardly_any_record_has_says_nothing():
    columns = {
        "Company": [f"Miller{number} Logistics Ltd" for number in range(60)],
        "Department": ["Sales"] * 20 + [""] * 40,
    }
    roles = {column.column: column.role for column in find_roles(make_list("list", columns))}
    assert roles["Department"] is Role.KEEP


def test_units_that_are_words_are_parts_of_organisations_and_no_flats():
    named = [f"{kind} of {unit}" for kind in ("Department", "School") for unit in UNITS]
    heads = {"Head": [f"Prof. {['Anna', 'Peter', 'Ruth', 'John'][i % 4]} Hill{i}" for i in range(60)]}
    columns = {
        "Organisation": [f"University of Town{i // 6}" for i in range(60)],
        "Town": [f"Town{i // 6}" for i in range(60)],
    }

    def unit(values: list[str], **more: list[str]) -> Role:
        found = find_roles(make_list("list", {**columns, "Unit": values, **more}))
        return {column.column: column.role for column in found}["Unit"]

    words, flats = [named[i % 12] for i in range(60)], [f"Flat {i % 12}" for i in range(60)]
    assert unit(words) is unit(words, **heads) is Role.TITLE
    assert unit(flats) is Role.UNIT
    assert unit(words, **{"Last name": [f"Hill{i}" for i in range(60)]}) is Role.UNIT
