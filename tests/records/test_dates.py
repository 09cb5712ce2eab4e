"""Dates: one order of day and month for a column."""

from __future__ import annotations

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import coded, texts_of
from entityres.records.dates import clean_dates, date_parts, day_numbers, decide_order, full_year, iso_dates
from entityres.records.odd_values import warnings_of
from entityres.records.roles import Role
from entityres.records.value_cleaning import Context, clean_values


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("1980-04-03", "1980-04-03"),
        ("19560409", "1956-04-09"),
        ("04/13/1967", "1967-04-13"),
        ("13/04/1967", "1967-04-13"),
        ("25.12.75", "1975-12-25"),
        ("12 March 1978", "1978-03-12"),
        ("Mar 1 1970", "1970-03-01"),
        ("12-Mar-78", "1978-03-12"),
        ("1er janvier 1980", "1980-01-01"),
        ("2 de mayo de 1990", "1990-05-02"),
        ("März 1990", "1990-03"),
        ("1999", "1999"),
        ("1995,", "1995"),
        ("(1996)", "1996"),
        ("05/1980", "1980-05"),
        ("2020-01-01 12:00:00", "2020-01-01"),
        ("2020-01-01T12:00:00Z", "2020-01-01"),
        ("25569", "1970-01-01"),
        ("1948-14-10", "1948-10-14"),
        ("31/02/1990", "1990-02"),
        ("1930-03-33", "1930-03"),
        ("1980-13-45", "1980"),
        ("1980-45-02", "1980"),
        ("13/25/2021", "2021"),
        ("99/99/1980", "1980"),
        ("19801345", "1980"),
        ("0000-13-45", ""),
        ("29.02.1900", "1900-02"),
        ("\u200e03\u200e.04\u200e.2021", "2021-04-03"),
        ("03\u00a0.04.2021", "2021-04-03"),
        ("\u202b2021-04-03\u202c", "2021-04-03"),
        ("19800403.0", "1980-04-03"),
        ("1980.0", "1980"),
        ("03/04/2564", "2021-04-03"),
        ("๓/๔/๒๕๖๔", "2021-04-03"),
        ("3 เมษายน 2564", "2021-04-03"),
        ("3 เม.ย. 2564", "2021-04-03"),
        ("02/2523", "1980-02"),
        ("2700-01-01", ""),
        ("2021. április 3.", "2021-04-03"),
        ("3. dubna 2021", "2021-04-03"),
        ("3 nisan 2021", "2021-04-03"),
        ("3 апреля 2021 г.", "2021-04-03"),
        ("den 3 maj 2021", "2021-05-03"),
        ("3 Απριλίου 2021", "2021-04-03"),
        ("3.IV.2021", "2021-04-03"),
        ("3-V-2021", "2021-05-03"),
        ("3/I/2021", "2021-01-03"),
        ("3.X.2021", "2021-10-03"),
        ("x/02/1980", ""),
        ("29.02.2000", "2000-02-29"),
        ("00/00/0000", ""),
        ("1980年4月3日", "1980-04-03"),
        ("1980년 4월 3일", "1980-04-03"),
        ("１９８０／０４／０３", "1980-04-03"),
        ("٠٣/٠٤/١٩٨٠ ", "1980-04-03"),
        ("昭和", ""),
        ("昭和55年4月3日", "1980-04-03"),
        ("平成元年4月3日", "1989-04-03"),
        ("民國69年4月3日", "1980-04-03"),
        ("20200101T120000Z", "2020-01-01"),
        ("20200101 12:00:00", "2020-01-01"),
        ("1980\u20114\u201103", "1980-04-03"),
        ("29312.75", "1980-04-01"),
        ("3rd March 1980 10:20:30", "1980-03-03"),
        ("Thu 12 Mar 2020", "2020-03-12"),
        ("2020 Mar 12", "2020-03-12"),
        ("12mar80", ""),
        ("March", ""),
        ("hello", ""),
        ("", ""),
    ],
)
def test_forms_of_dates(written: str, iso: str) -> None:
    assert clean_dates([written]) == [iso]


def test_the_order_of_a_column_is_shown_by_values_above_twelve() -> None:
    assert clean_dates(["03/04/1980", "1980-04-03", "04/03/1980", "25/12/1975"]) == [
        "1980-04-03",
        "1980-04-03",
        "1980-03-04",
        "1975-12-25",
    ]
    assert clean_dates(["03/04/1980", "12/25/1975"])[0] == "1980-03-04"


def test_the_order_is_shown_by_dates_without_doubt() -> None:
    order = decide_order(date_parts(texts_of(["03/04/1980", "1980-03-04", "05/06/1970"])))
    assert (order.day_first, order.known) == (False, True)


def test_what_shows_no_order_is_said_to_be_unknown() -> None:
    parts = date_parts(texts_of(["03/04/1980", "04/03/1980", "05/06/1975"]))
    assert decide_order(parts).known is False
    assert decide_order(parts).day_first is True
    assert decide_order(parts, american=True).day_first is False
    dotted = decide_order(date_parts(texts_of(["03.04.1980"])), american=True)
    assert (dotted.day_first, dotted.known) == (True, True)
    assert decide_order(date_parts(texts_of(["04/04/1980", "1980-01-01"]))).known is True


@given(st.lists(st.dates(datetime.date(1800, 1, 1), datetime.date(2100, 12, 31)), min_size=1, max_size=30))
def test_every_date_survives_every_clear_form(dates: list[datetime.date]) -> None:
    expected = [day.isoformat() for day in dates]
    assert clean_dates(expected) == expected
    assert clean_dates([day.strftime("%Y%m%d") for day in dates]) == expected
    assert clean_dates([f"{day:%d/%m/%Y}" for day in dates] + ["31/12/1999", *expected])[: len(dates)] == expected
    days = day_numbers(date_parts(texts_of(expected)), True)
    assert days.tolist() == [(day - datetime.date(1970, 1, 1)).days for day in dates]


def test_days_are_missing_where_there_is_no_date() -> None:
    assert np.isnan(day_numbers(date_parts(texts_of(["x", ""])), True)).all()


def test_two_digit_years_are_not_in_the_future() -> None:
    now = datetime.date.today().year
    assert full_year(now % 100) == now
    assert full_year((now + 1) % 100) == now - 99


def test_four_digits_are_day_numbers_only_beside_others() -> None:
    assert clean_dates(["9000"]) == [""]
    assert clean_dates(["9000", "29312"]) == ["1924-08-21", "1980-04-01"]


def test_births_lie_in_the_past() -> None:
    today = datetime.date.today()
    later = datetime.date(today.year + 1, 1, 31)
    parts = date_parts(texts_of([f"{later:%d.%m.%Y}", f"{later:%d.%m.%y}", f"{today:%d.%m.%Y}", f"{today:%d.%m.%y}"]))
    births = iso_dates(parts, True, True).to_list()
    assert births == ["", f"{later.year - 100}-01-31", today.isoformat(), today.isoformat()]


MONTHS = ["January", "févr.", "März", "mayo", "lip", "dic", "Sep"]


@given(
    st.lists(
        st.tuples(st.integers(1, 28), st.sampled_from(MONTHS), st.integers(1901, 2020), st.sampled_from(" -./")),
        min_size=1,
        max_size=20,
    )
)
def test_names_of_months_are_read_in_every_order(days: list[tuple[int, str, int, str]]) -> None:
    number = dict(zip(MONTHS, (1, 2, 3, 5, 7, 12, 9), strict=True))
    expected = [f"{year}-{number[month]:02d}-{day:02d}" for day, month, year, _ in days]
    assert clean_dates([f"{day}{s}{month}{s}{year}" for day, month, year, s in days]) == expected
    assert clean_dates([f"{month} {day}, {year}" for day, month, year, _ in days]) == expected
    assert clean_dates([f"{year} {month} {day} 11:12" for day, month, year, _ in days]) == expected


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("12:30:00", ""),
        ("00:00:00", ""),
        ("9:05", ""),
        ("1980:01:05", "1980-01-05"),
        ("1980-01-05 12:30", "1980-01-05"),
    ],
)
def test_a_time_of_day_is_no_date(text, date):
    assert clean_dates([text, text]) == [date, date]


def test_a_check_column_knows_no_day_that_there_is_not():
    parts = date_parts(texts_of(["1990-02-30", "1990-02-28", "1990-02", "1990-13-02"]))
    assert np.isnan(day_numbers(parts, True)).tolist() == [True, False, False, False]


def test_years_of_the_thai_calendar_are_told_from_day_numbers():
    parts = date_parts(texts_of(["2564-04-03", "2021-04-03", "44289"]))
    assert parts.buddhist.tolist() == [True, False, False]
    assert iso_dates(parts, True).to_list() == ["2021-04-03"] * 3


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2021-W15-3", "2021-04-14"),
        ("2021W153", "2021-04-14"),
        ("2021-w15-3", "2021-04-14"),
        ("2020-W53-5", "2021-01-01"),
        ("2021-W15", "2021-04"),
        ("2021-W17", "2021"),
        ("2021-W54-1", ""),
        ("2021-105", "2021-04-15"),
        ("2020-366", "2020-12-31"),
        ("2021-366", ""),
        ("2021-000", ""),
        ("2021041410", "2021-04-14"),
        ("202104141030", "2021-04-14"),
        ("20210414103059", "2021-04-14"),
        ("20210414103059.0", "2021-04-14"),
        ("20211314103059", ""),
        ("20210414253059", ""),
        ("555 0123", ""),
        ("Wed 14 Apr 2021", "2021-04-14"),
        ("Wed Apr 14 10:30:00 CEST 2021", "2021-04-14"),
        ("Wed Apr 14 10:30:00.5 2021", "2021-04-14"),
        ("14 April 2021 10:30 PM", "2021-04-14"),
        ("Apr 14 2021  9:05AM", "2021-04-14"),
        ("14APR2021", "2021-04-14"),
        ("14apr21", ""),
        ("14APR2021:10:30:59", "2021-04-14"),
        ("14APR2021:10:30:59.000", "2021-04-14"),
        ("1Mär2021", "2021-03-01"),
        ("/Date(1618358400000)/", "2021-04-14"),
        ("/Date(1618351200000+0200)/", "2021-04-14"),
        ("/Date(-315619200000)/", "1960-01-01"),
        ("Date(1618358400000)", "2021-04-14"),
        ("room (12)", ""),
        ("1618358400", ""),
    ],
)
def test_weeks_days_of_a_year_and_times_run_together(written: str, iso: str) -> None:
    assert clean_dates([written, "1980-04-03"]) == [iso, "1980-04-03"]


@pytest.mark.parametrize("unit", [1, 1000])
@pytest.mark.parametrize("hours", [0, -2, 5, -11, 5.5])
def test_seconds_since_1970_are_dates_where_nearly_all_are(unit: int, hours: float) -> None:
    days = ["1980-04-03", "2021-04-14", "1955-12-31", "1971-01-02", "1999-02-28", "2000-02-29", "1985-07-01"]
    seconds = [int(datetime.datetime.fromisoformat(f"{day}T00:00+00:00").timestamp() + 3600 * hours) for day in days]
    written = [str(one * unit) for one in seconds]
    assert clean_dates([*written, ""]) == [*days, ""]
    assert clean_dates([*written, "1980-04-05"])[-1] == "1980-04-05"
    assert clean_dates([*written, "0"])[-1] == ""


def test_moments_since_1970_are_on_their_day() -> None:
    assert clean_dates(["1618444799", "1618358401", "1618358400"]) == ["2021-04-14"] * 3


def test_long_numbers_in_a_column_of_dates_are_no_seconds() -> None:
    assert clean_dates(["1980-04-03", "1618358400", "14.04.2021", "1618358400000"]) == [
        "1980-04-03",
        "",
        "2021-04-14",
        "",
    ]
    assert clean_dates(["0351123456", "0351123457"]) == ["", ""]
    assert clean_dates(["19800403", "20210414"]) == ["1980-04-03", "2021-04-14"]
    assert clean_dates(["1980040312", "2021041410"]) == ["1980-04-03", "2021-04-14"]


def test_what_was_made_of_odd_dates_is_said():
    cells = coded(texts_of(["2564-04-03", "2021-02-30", "2021-01-01"]))
    made = clean_values(cells, Role.DATE, np.array([0, 3]), Context())
    said = warnings_of("day", made, Role.DATE)
    assert said == [
        "In the column 'day', 1 year is one of the Thai calendar (such as 2564-04-03) and read as ours (2021-04-03).",
        "In the column 'day', 1 date does not exist (such as 2021-02-30); only what can be right of it is compared (2021-02).",
    ]


def test_seconds_since_1970_are_said():
    cells = coded(texts_of(["1618358400", "323568000", "1618358400"]))
    made = clean_values(cells, Role.DATE, np.array([0, 3]), Context())
    assert warnings_of("day", made, Role.DATE) == [
        "In the column 'day', 3 values count seconds since 1970 and are read as a date (such as 1618358400 as 2021-04-14)."
    ]
