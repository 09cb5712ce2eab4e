from __future__ import annotations

import datetime
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entityres.records.shown_values import shown_duration, shown_numbers, shown_objects


def naive_number(value: float) -> str:
    """Without an exponent; whole numbers exactly, others with the fifteen digits that spreadsheet programs show."""
    if value != value:
        return ""
    if value in (float("inf"), float("-inf")):
        return str(value)
    if value == int(value):
        text = repr(int(value)) if abs(value) < 2**53 else format(Decimal(repr(value)), "f")
        return text.removesuffix(".0")
    text = format(Decimal(repr(value)), "f")
    if len(text.strip("-0").replace(".", "").lstrip("0")) > 15:
        text = format(Decimal(format(value, ".15g")), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


@given(
    st.lists(
        st.one_of(st.floats(), st.integers(-(10**18), 10**18).map(float), st.integers(0, 10**6).map(lambda n: n / 100))
    )
)
@example([0.0, -0.0, 1e15, 1e16, 123456789012345.6, 0.1 + 0.2, 1e-5, 2.0**53, -(2.0**60)])
def test_numbers_in_bulk_are_those_one_by_one(values):
    assert shown_numbers(pa.array(values, pa.float64())).to_pylist() == [naive_number(value) for value in values]


@pytest.mark.slow
@given(
    st.lists(
        st.one_of(
            st.text(max_size=3),
            st.booleans(),
            st.integers(-99, 99).map(float),
            st.dates(datetime.date(1900, 1, 1), datetime.date(2100, 1, 1)),
            st.times().map(lambda time: time.replace(microsecond=0)),
        )
    )
)
def test_cells_of_several_kinds(cells):
    def naive(cell: object) -> str:
        if isinstance(cell, bool):
            return str(cell).upper()
        return str(int(cell)) if isinstance(cell, float) else str(cell)

    assert shown_objects(cells).to_pylist() == [naive(cell) for cell in cells]


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00:00"), (93_600, "26:00:00"), (59.6, "0:01:00"), (-61, "-0:01:01")]
)
def test_durations(seconds, text):
    assert shown_duration(datetime.timedelta(seconds=seconds)) == text
