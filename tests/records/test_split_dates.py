"""Dates in several columns: found, lined up, compared as one date, and merged from one record."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.entities.survivorship import default_rules, linked_sets
from entityres.records.cleaning import clean_records
from entityres.records.fields import CleanedRecords, Columns
from entityres.records.finding_roles import find_roles
from entityres.records.lining_up import apply_choices, line_up
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.typed_record import with_typed
from tests.helpers.building import make_list

ROWS = 60
YEARS = [str(1931 + i * 7 % 70) for i in range(ROWS)]
MONTHS = [str(1 + i * 5 % 12) for i in range(ROWS)]
DAYS = [str(1 + i * 11 % 28) for i in range(ROWS)]
GIVEN = ["Mary", "John", "Anna", "Peter", "Laura", "Tom"] * 10
DATE = (DAYS, MONTHS, YEARS)


def people(headings: tuple[str, str, str], cells: tuple[list[str], ...] = DATE) -> RecordList:
    return make_list("people", {"first name": GIVEN, **dict(zip(headings, cells, strict=True))})


def columns_of(*lists: RecordList, roles: dict[str, Role] | None = None) -> Columns:
    return line_up(lists, apply_choices(lists, [find_roles(one) for one in lists], roles or {}, None))


def cleaned(*lists: RecordList, roles: dict[str, Role] | None = None) -> CleanedRecords:
    return clean_records(lists, columns_of(*lists, roles=roles))


def found_roles(one: RecordList) -> dict[str, Role]:
    return {column.column: column.role for column in find_roles(one)}


@pytest.mark.parametrize(
    "headings",
    [
        ("birth_day", "birth_month", "birth_year"), ("DOB day", "DOB mon", "DOB yr"), ("dob_d", "dob_m", "dob_y"),
        ("Birth day", "Month", "Year"), ("birthday", "birthmonth", "birthyear"), ("bday", "bmonth", "byear"),
        ("Geburtstag Tag", "Geburtstag Monat", "Geburtstag Jahr"), ("Geburtstag", "Geburtsmonat", "Geburtsjahr"),
        ("jour de naissance", "mois de naissance", "année de naissance"), ("Día nacimiento", "Mes nac.", "Año nac."),
        ("giorno di nascita", "mese di nascita", "anno di nascita"), ("geboortedag", "geboortemaand", "geboortejaar"),
        ("dzień urodzenia", "miesiąc urodzenia", "rok urodzenia"),
        ("dia de nascimento", "mês de nascimento", "ano de nascimento"),
        ("bd", "bm", "by"), ("Field7", "Field8", "Field9"), ("Day", "Month", "Year"),
    ],
)  # fmt: skip
def test_day_month_and_year_of_birth_are_one_birth_date(headings: tuple[str, str, str]) -> None:
    one = people(headings)
    assert [found_roles(one)[heading] for heading in headings] == [Role.BIRTH_DATE] * 3
    births = cleaned(one).with_role(Role.BIRTH_DATE)
    assert len(births) == 1
    assert births[0].sources == ((headings[2], headings[1], headings[0]),)
    assert births[0].text(7) == f"{YEARS[7]}-{int(MONTHS[7]):02}-{int(DAYS[7]):02}"


def test_each_part_says_why() -> None:
    why = {column.column: column.why for column in find_roles(people(("dob_day", "dob_mon", "dob_year")))}
    assert why["dob_mon"] == (
        "The month of a birth date; it is compared together with 'dob_day' and 'dob_year' as one birth date."
    )


def test_as_much_of_the_date_is_compared_as_there_is() -> None:
    day, month, year = list(DAYS), list(MONTHS), list(YEARS)
    day[0], month[1], year[2] = "", "n/a", ""
    day[3], month[3], year[3] = "5.0", "Mai", "67"
    day[4], month[4], year[4] = "30", "2", "1970"
    day[5], month[5] = "7", "25"
    births = cleaned(people(("dob_day", "dob_mon", "dob_year"), (day, month, year))).field("birth_date")
    assert births.text(0) == f"{YEARS[0]}-{int(MONTHS[0]):02}"
    assert [births.text(i) for i in (1, 2, 3, 4)] == [YEARS[1], "", "1967-05-05", "1970-02"]
    assert births.text(5) == f"{YEARS[5]}-07-25"


@pytest.mark.parametrize(
    ("day", "month", "kept"),
    [
        ("30", "2", "1970-02"),
        ("45", "2", "1970-02"),
        ("30", "13", "1970"),
        ("5", "13", "1970-05-13"),
        ("5", "99", "1970"),
        ("99", "99", "1970"),
        ("5", "1234", "1970"),
        ("1234", "5", "1970-05"),
        ("0", "5", "1970-05"),
        ("-", "5", "1970-05"),
        ("5", "0", "1970"),
        ("5", "x", "1970"),
    ],
)
def test_a_part_that_cannot_be_does_not_take_the_others_with_it(day: str, month: str, kept: str) -> None:
    one = people(("dob_day", "dob_mon", "dob_year"), ([day, *DAYS[1:]], [month, *MONTHS[1:]], ["1970", *YEARS[1:]]))
    assert cleaned(one).field("birth_date").text(0) == kept


def test_impossible_dates_are_told() -> None:
    one = people(("dob_day", "dob_mon", "dob_year"), (["30", *DAYS[1:]], ["2", *MONTHS[1:]], ["1970", *YEARS[1:]]))
    assert (
        "In the column 'dob_year', 1 date does not exist (such as 1970-02-30); "
        "only what can be right of it is compared (1970-02)."
    ) in cleaned(one).warnings


def test_dates_that_do_not_tell_who_somebody_is_stay_apart() -> None:
    shop = people(("signup day", "signup month", "signup year"))
    assert Role.BIRTH_DATE not in found_roles(shop).values()
    assert found_roles(shop)["signup day"] is Role.KEEP
    mother = people(("mother birth day", "mother birth month", "mother birth year"))
    assert Role.BIRTH_DATE not in found_roles(mother).values()


def test_a_release_date_in_three_columns_is_a_date() -> None:
    films = make_list(
        "films",
        {
            "title": [f"The {w} of {v}" for w in ("Fall", "Rise", "Song", "Night", "Road") for v in GIVEN[:12]],
            "release day": DAYS,
            "release month": MONTHS,
            "release year": YEARS,
        },
    )
    assert [found_roles(films)[f"release {part}"] for part in ("day", "month", "year")] == [Role.DATE] * 3
    assert cleaned(films).field("date").text(0) == "1931-01-01"


def test_numbers_that_are_no_dates_are_not_taken_for_them() -> None:
    stock = people(("rooms", "floor", "year"), (DAYS, MONTHS, [str(2001 + i % 9) for i in range(ROWS)]))
    assert Role.BIRTH_DATE not in found_roles(stock).values()


def test_parts_line_up_with_the_same_parts_and_fill_one_field_with_whole_dates() -> None:
    parts = people(("by", "bm", "bd"), (YEARS, MONTHS, DAYS))
    named = make_list("named", {"Vorname": GIVEN, "Tag": DAYS, "Monat": MONTHS, "Jahr": YEARS})
    whole = make_list(
        "whole",
        {
            "prénom": GIVEN,
            "date de naissance": [f"{int(d):02}.{int(m):02}.{y}" for d, m, y in zip(*DATE, strict=True)],
        },
    )
    lined = {(c.columns, c.part) for c in columns_of(parts, named, whole).output if c.role is Role.BIRTH_DATE}
    assert lined == {
        (("by", "Jahr", None), "year"),
        (("bm", "Monat", None), "month"),
        (("bd", "Tag", None), "day"),
        ((None, None, "date de naissance"), ""),
    }
    births = cleaned(parts, named, whole).with_role(Role.BIRTH_DATE)
    assert len(births) == 1
    assert np.array_equal(births[0].codes[:ROWS], births[0].codes[ROWS : 2 * ROWS])
    assert np.array_equal(births[0].codes[:ROWS], births[0].codes[2 * ROWS :])


def test_a_year_of_birth_alone_lines_up_with_years_and_with_whole_dates() -> None:
    year = make_list("year", {"first name": GIVEN, "year of birth": YEARS})
    assert found_roles(year)["year of birth"] is Role.BIRTH_DATE
    parts = people(("bd", "bm", "by"))
    assert ("by", "year of birth") in {column.columns for column in columns_of(parts, year).output}
    whole = make_list("whole", {"first name": GIVEN, "born": [f"{y}-05-06" for y in YEARS]})
    output = columns_of(whole, year).output
    assert ("born", "year of birth") in {column.columns for column in output}
    assert {column.part for column in output} == {""}


def test_columns_that_the_user_gives_the_role_are_joined_too() -> None:
    one = make_list("people", {"first name": GIVEN, "aaa": DAYS, "count": ["7"] * ROWS, "bbb": MONTHS, "ccc": YEARS})
    births = cleaned(one, roles=dict.fromkeys(("aaa", "bbb", "ccc"), Role.BIRTH_DATE)).with_role(Role.BIRTH_DATE)
    assert len(births) == 1
    assert births[0].text(0) == "1931-01-01"


def test_a_merged_date_comes_from_one_record() -> None:
    columns = columns_of(people(("dob_day", "dob_mon", "dob_year")))
    assert ("dob_day", "dob_mon", "dob_year") in linked_sets(columns, default_rules(columns))


def test_the_part_is_shown() -> None:
    columns = columns_of(people(("dob_day", "dob_mon", "dob_year")))
    assert [column.label for column in columns.output if column.part] == [
        f"Birth date ({part})" for part in ("day", "month", "year")
    ]


def test_a_typed_birth_date_is_compared_with_the_parts() -> None:
    lists = (people(("dob_day", "dob_mon", "dob_year")),)
    both, columns = with_typed(lists, columns_of(*lists), {"first name": "Mary", "born": "1931-01-01"})
    births = clean_records(both, columns).field("birth_date")
    assert births.text(ROWS) == births.text(0) == "1931-01-01"
