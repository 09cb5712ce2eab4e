"""One number in several columns: brought into one of them for comparing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.cleaning import clean_records
from entityres.records.coding import coded, texts_of
from entityres.records.roles import Role
from entityres.records.wandering import in_one_column
from tests.helpers.building import make_columns, make_list


def moved(*rows: str) -> list[str]:
    """Rows such as "a b" or "- b": what stands in each column afterwards."""
    cells = [row.split() for row in rows]
    columns = [coded(texts_of(["" if one == "-" else one for one in column])) for column in zip(*cells, strict=True)]
    found = in_one_column(columns)
    texts = [one.values.texts.to_list() for one in found]
    return [
        " ".join(
            "-" if one.values.codes[row] < 0 else names[one.values.codes[row]]
            for one, names in zip(found, texts, strict=True)
        )
        for row in range(len(rows))
    ]


def test_two_numbers_that_changed_places_meet():
    assert moved("h m", "h m", "m h") == ["h m", "h m", "h m"]


def test_a_number_goes_where_it_stands_most_often():
    assert moved("h m", "- m", "m -") == ["h m", "- m", "- m"]
    assert moved("m x", "- m", "- m") == ["x m", "- m", "- m"], "what stood there changes places with it"


def test_of_two_columns_with_a_number_as_often_the_first_one_has_it():
    assert moved("m -", "- m") == ["m -", "m -"]


def test_two_records_that_are_each_others_mirror_image_meet():
    assert moved("h m", "m h", "x -") == ["h m", "h m", "x -"]
    assert moved("m h", "h m", "m -") == ["m h", "m h", "m -"], (
        "the home of one is known, and the other one gets out of its way"
    )


def test_a_number_stays_where_its_place_is_taken_by_one_that_belongs_there():
    assert moved("m s", "- m", "- m", "- s") == ["m s", "- m", "- m", "- s"]


def test_a_number_that_a_record_has_twice_is_compared_once_where_it_belongs():
    assert moved("m m", "- m") == ["- m", "- m"]
    assert moved("m m", "m -", "m h") == ["m -", "m -", "m h"]
    assert moved("m m m", "- - m") == ["- - m", "- - m"]


def test_three_columns():
    assert moved("h m w", "h m w", "w h m", "m - -") == ["h m w", "h m w", "h m w", "- m -"]


def test_what_came_from_another_column_is_marked():
    columns = [coded(texts_of(cells)) for cells in (["m", "", "h", ""], ["", "m", "w", "m"])]
    first, second = in_one_column(columns)
    assert first.moved.tolist() == [False, False, False, False]
    assert second.moved.tolist() == [True, False, False, False]


ROWS = st.lists(st.lists(st.sampled_from("-abcdef"), min_size=3, max_size=3).map(" ".join), min_size=1, max_size=12)


def meetings(rows: list[str]) -> int:
    """How many cells of two rows agree column by column."""
    cells = [row.split() for row in rows]
    return sum(
        a == b != "-" for i, one in enumerate(cells) for other in cells[:i] for a, b in zip(one, other, strict=True)
    )


@given(ROWS)
def test_every_record_keeps_its_numbers_and_where_none_wanders_nothing_changes(rows):
    found = moved(*rows)
    for before, after in zip(rows, found, strict=True):
        assert sorted(set(before.split()) - {"-"}) == sorted(one for one in after.split() if one != "-")
    columns = [set(column) - {"-"} for column in zip(*(row.split() for row in rows), strict=True)]
    if not any(columns[i] & columns[j] for i in range(3) for j in range(i)):
        assert found == rows


@given(ROWS, st.randoms())
@pytest.mark.slow
def test_the_order_of_the_rows_decides_nothing(rows, random):
    order = list(range(len(rows)))
    random.shuffle(order)
    assert moved(*(rows[i] for i in order)) == [moved(*rows)[i] for i in order]


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=10))
def test_people_with_numbers_of_their_own_always_meet(people):
    """Each has a home and a mobile number; whoever swaps them half of the time is still found in both columns."""
    kept = [(f"h{one} m{one}", swapped) for one, swapped in people for _ in range(2)] + [
        (f"h{one} m{one}", False) for one in {one for one, _ in people}
    ] * 20
    rows = [" ".join(reversed(row.split())) if swapped else row for row, swapped in kept]
    assert moved(*rows) == [row for row, _ in kept]


def test_phones_and_addresses_of_two_lists_meet_whatever_their_columns_are_called():
    shop = make_list("shop", {"home": ["01632 960111", "01632 960222"], "mobile": ["07700 900111", ""]})
    club = make_list("club", {"home": ["07700 900111", "01632 960222"], "mobile": ["01632 960111", "07700 900333"]})
    columns = make_columns([shop, club], {"home": Role.PHONE, "mobile": Role.PHONE})
    cleaned = clean_records([shop, club], columns)
    home, mobile = cleaned.fields
    assert home.codes[0] == home.codes[2]
    assert mobile.codes[0] == mobile.codes[2]
    assert home.codes[1] == home.codes[3]
    assert home.moved is not None
    assert np.flatnonzero(home.moved).tolist() in ([0], [2])
