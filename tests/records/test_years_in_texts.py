"""The year of a thing that stands in a text: taken for its year where the list shows that it is."""

from __future__ import annotations

import datetime
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.cleaning import clean_records
from entityres.records.coding import Coded, coded, texts_of
from entityres.records.roles import Role
from entityres.records.years_in_texts import ENOUGH, TRUSTED, years_in
from tests.helpers.building import make_columns, make_list


def shown(values: Coded) -> list[str]:
    texts = values.texts.to_list()
    return ["" if code < 0 else " ".join(texts[code].split()) for code in values.codes]


def told(years: list[str], *columns: list[str]) -> tuple[list[str], list[list[str]]] | None:
    """The years, and the texts, as they are compared; None where nothing was made of the texts."""
    found = years_in(coded(texts_of(years)), [coded(texts_of(column)) for column in columns])
    if found is None:
        return None
    texts = [column if one is None else shown(one) for one, column in zip(found.texts, columns, strict=True)]
    assert found.filled.tolist() == [not had and bool(has) for had, has in zip(years, shown(found.dates), strict=True)]
    return shown(found.dates), texts


def test_a_year_in_brackets_that_agrees_with_the_column_counts_once():
    years = [str(year) for year in range(1990, 1998)]
    titles = [f"Film {number} ({year})" for number, year in enumerate(years)]
    assert told(years, titles) == (years, [[f"Film {number}" for number in range(8)]])


def test_where_it_agrees_it_fills_empty_years():
    years = [*(str(year) for year in range(1980, 1990)), ""]
    venues = [*(f"STOC {year}" for year in years[:-1]), "FOCS 1993, Palo Alto"]
    assert told(years, venues) == ([*years[:-1], "1993"], [["STOC"] * 10 + ["FOCS Palo Alto"]])


def test_a_year_that_stands_only_where_the_column_is_empty_was_put_in_the_wrong_place():
    years = ["1990"] * 20 + [""] * 8
    titles = [f"On pairs {number}" for number in range(20)] + [
        f"On keys {number}, {1990 + number}.0" for number in range(8)
    ]
    assert told(years, titles) == (
        ["1990"] * 20 + [str(1990 + number) for number in range(8)],
        [[*titles[:20], *(f"On keys {number}," for number in range(8))]],
    )


def test_a_list_without_a_column_of_years_is_read_by_its_titles():
    years = ["1990", "1991", "1992"] * 4 + [""] * 6
    titles = [f"Film {number}" for number in range(12)] + [
        f"Film {number} ({1990 + number % 3})" for number in range(6)
    ]
    filled = years[:12] + ["1990", "1991", "1992"] * 2
    assert told(years, titles) == (filled, [titles[:12] + [f"Film {number}" for number in range(6)]])


def test_a_number_that_is_not_the_records_year_stays():
    years = [str(year) for year in range(1960, 1970)] + [""] * 3
    odysseys = [f"{2001 + number}: a space odyssey" for number in range(10)] + [
        "Blade Runner 2049",
        "1984",
        "Airport 1975",
    ]
    assert told(years, odysseys) is None


def test_the_year_of_another_edition_stays_in_the_title():
    years = [str(year) for year in range(1980, 1992)]
    titles = [f"Film {number} ({year})" for number, year in enumerate(years[:-1])] + ["Film 11 (2004)"]
    assert told(years, titles)[1][0][-1] == "Film 11 (2004)"


def test_whole_dates_are_not_mixed_with_years():
    assert told(["1990-05-04"] * 10 + [""] * 6, [f"Film {n} (1990)" for n in range(16)]) is None


def test_a_few_years_show_nothing():
    assert told(["1990"] * 4, [f"Film {n} (1990)" for n in range(4)]) is None
    assert told([""] * 8, [f"Film {n} (1990)" for n in range(8)]) is None, "there is no column of years"


def test_a_text_that_is_nothing_but_the_year_is_empty_then():
    years = ["1990"] * 30 + [""] * 6
    assert told(years, ["v"] * 30 + ["1997"] * 6) == (["1990"] * 30 + ["1997"] * 6, [["v"] * 30 + [""] * 6])


@pytest.mark.parametrize(
    "text", ["1997-2004", "p. 1997/98", "21997", "1997a", "1997.5", "1997 and 1998", "1750", "2950"]
)
def test_what_is_no_lone_year(text):
    assert told(["1990"] * 30 + [""] * 6, ["v"] * 30 + [text] * 6) is None


def _lone_year(text: str) -> str:
    found = re.findall(r"(?<![^\s])(\d{4})(?![^\s])", text)
    return found[0] if len(found) == 1 and 1800 <= int(found[0]) <= datetime.date.today().year + 1 else ""


RECORD = st.tuples(
    st.sampled_from(["", "1990", "1991", "1992"]), st.sampled_from(["a", "b 1990", "b 1991", "c 1 1992", "1990 d"])
)


@given(st.lists(RECORD, min_size=1, max_size=60))
def test_agrees_with_a_naive_twin(records):
    years, texts = ([record[at] for record in records] for at in (0, 1))
    has = [bool(year) for year in years]
    seen = [_lone_year(text) for text in texts]
    both = sum(h and bool(s) for h, s in zip(has, seen, strict=True))
    instead = sum(not h and bool(s) for h, s in zip(has, seen, strict=True))
    agree = sum(h and s == y for h, s, y in zip(has, seen, years, strict=True))
    trust = (agree + 1) / (both + 2) if both >= ENOUGH else 0.0
    if instead >= ENOUGH:
        trust = max(trust, 1 - (both + 1) / (sum(has) + 1) * has.count(False) / instead)
    found = told(years, texts)
    if trust < TRUSTED or not any(has):
        assert found is None
        return
    filled = [year or one for year, one in zip(years, seen, strict=True)]
    without = [
        " ".join(word for word in text.split() if word != one) if one and one == year else text
        for text, one, year in zip(texts, seen, filled, strict=True)
    ]
    assert found == (filled, [without])


def test_films_of_two_lists_meet():
    """One list has the year in a column, the other in the title, in the order of a catalogue."""
    films = [("The Blue Lamp", 1950), ("Five Corners", 1987), ("Ruffian", 2007), ("Aladdin", 1992), ("Das Boot", 1981)]
    films += [(f"Film {word}", 1960 + number) for number, word in enumerate(["one", "two", "three", "four", "five"])]
    one = make_list("one", {"title": [title for title, _ in films], "year": [str(year) for _, year in films]})
    filed = [f"{title[4:]}, {title[:3]}" if title[:3] in ("The", "Das") else title for title, _ in films]
    other = make_list("other", {"title": [f"{title} ({year})" for title, (_, year) in zip(filed, films, strict=True)]})
    columns = make_columns([one, other], {"title": Role.TITLE, "year": Role.DATE})
    cleaned = clean_records([one, other], columns)
    n = len(films)
    for name in ("title", "date"):
        codes = cleaned.field(name).codes
        assert (codes >= 0).all(), name
        assert np.array_equal(codes[:n], codes[n:]), name
    moved = cleaned.field("date").moved
    assert moved is not None
    assert moved.tolist() == [False] * n + [True] * n
