"""Addresses in one cell are streets, postcodes and towns; nothing is lost where they are not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.cleaning import clean_records
from entityres.records.coding import coded, texts_of
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.records.whole_addresses import are_whole_addresses, parts_of, split_addresses
from tests.helpers.building import make_columns, make_list

PARTS = {
    "Hauptstr. 5, 01067 Dresden": ("Hauptstr. 5", "01067", "Dresden"),
    "Hauptstr. 5 01067 Dresden": ("Hauptstr. 5", "01067", "Dresden"),
    "Hauptstr. 5\nD-01067 Dresden\nDeutschland": ("Hauptstr. 5", "01067", "Dresden"),
    "12 rue de la Paix, 75002 Paris, France": ("12 rue de la Paix", "75002", "Paris"),
    "C/ Mayor 5, 3º B, 28013 Madrid": ("C/ Mayor 5, 3º B", "28013", "Madrid"),
    "Kerkstraat 12, 1234 AB Amsterdam": ("Kerkstraat 12", "1234 AB", "Amsterdam"),
    "ul. Długa 5/7, 00-238 Warszawa": ("ul. Długa 5/7", "00-238", "Warszawa"),
    "Storgatan 1, 111 22 Stockholm": ("Storgatan 1", "111 22", "Stockholm"),
    "Bahnhofstr. 12, 8001 Zürich": ("Bahnhofstr. 12", "8001", "Zürich"),
    "3762 Gray St, Springfield, IL 62704": ("3762 Gray St", "62704", "Springfield"),
    "3762 Gray St Apt 4, Springfield IL 62704-1234, USA": ("3762 Gray St Apt 4", "62704-1234", "Springfield"),
    "100 Queen St W, Toronto, ON M5H 2N2": ("100 Queen St W", "M5H 2N2", "Toronto"),
    "5 George St, Sydney NSW 2000": ("5 George St", "2000", "Sydney"),
    "10 High Street, Camden, London SW1A 1AA": ("10 High Street, Camden", "SW1A 1AA", "London"),
    "10 High St, LONDON, SW1A 1AA": ("10 High St", "SW1A 1AA", "LONDON"),
    # No whole addresses: they stay streets.
    "12345 Main Street": ("12345 Main Street", "", ""),
    "Hauptstr. 5": ("Hauptstr. 5", "", ""),
    "01067": ("01067", "", ""),
    "Flat 5, 12 High Street": ("Flat 5, 12 High Street", "", ""),
    "": ("", "", ""),
}


@pytest.mark.parametrize(("written", "parts"), PARTS.items())
def test_parts(written: str, parts: tuple[str, str, str]) -> None:
    assert tuple(part.to_list()[0] for part in parts_of(texts_of([written]))) == parts


@given(st.lists(st.text("ab5, -\n\t01234öA", max_size=24), max_size=20))
def test_nothing_but_signs_between_the_parts_is_lost(cells: list[str]) -> None:
    for cell, *parts in zip(cells, *(part.to_list() for part in parts_of(texts_of(cells))), strict=True):
        if parts[1]:
            assert all(parts)
            assert all(part in cell for part in parts)
            left = cell
            for part in sorted(parts, key=len, reverse=True):
                left = left.replace(part, "", 1)
            assert not any(letter.isdigit() for letter in left), "a number that stands in no part"
        else:
            assert parts == [cell, "", ""]


def whole(n: int) -> list[str]:
    return [f"{n + i} Lane Rd, {10_000 + i} Town{'abcdefghij'[i % 10]}" for i in range(n)]


def test_most_cells_must_be_whole_addresses() -> None:
    streets = [f"{i} Lane Rd" for i in range(20)]
    assert are_whole_addresses(texts_of([*whole(20), *streets[:19], "", ""]))
    assert not are_whole_addresses(texts_of([*whole(20), *streets, "Lane Rd"]))
    assert not are_whole_addresses(texts_of(whole(9))), "too few to tell"


def test_only_lists_without_postcodes_of_their_own_are_split() -> None:
    cells = whole(20)
    raw = coded(texts_of([*cells, *cells, "nowhere"]))
    starts = np.array([0, 20, 41])
    assert split_addresses(raw, starts, (True, True)) is None
    found = split_addresses(raw, starts, (True, False))
    assert found is not None
    assert found.split == (False, True)
    texts = found.streets.texts.to_list()
    assert [texts[code] for code in found.streets.codes] == [*cells, *(c.partition(",")[0] for c in cells), "nowhere"]
    assert (found.codes.codes[:20] < 0).all()
    assert [found.codes.texts.to_list()[code] for code in found.codes.codes[20:40]] == [c.split()[-2] for c in cells]
    assert found.codes.codes[40] == found.towns.codes[40] == -1


def field(cleaned: CleanedRecords, role: Role) -> list[str]:
    (only,) = [one for one in cleaned.fields if one.role is role]
    return ["" if code < 0 else str(only.texts[code]) for code in only.codes]


def test_a_list_of_whole_addresses_meets_one_with_a_column_for_each_part() -> None:
    cells = [f"Lange Gasse {i}, {10_000 + i} Neustadt" for i in range(30)]
    parted = make_list(
        "parted",
        {
            "name": [f"Ann Lee{i}" for i in range(30)],
            "street": [f"Lange Gasse {i}" for i in range(30)],
            "zip": [str(10_000 + i) for i in range(30)],
            "town": ["Neustadt"] * 30,
        },
    )
    joined = make_list("joined", {"name": [f"Ann Lee{i}" for i in range(30)], "street": cells})
    roles = {"name": Role.FULL_NAME, "street": Role.STREET, "zip": Role.POSTCODE, "town": Role.CITY}
    cleaned = clean_records([parted, joined], make_columns([parted, joined], roles))
    for role in (Role.STREET, Role.POSTCODE, Role.CITY):
        values = field(cleaned, role)
        assert values[:30] == values[30:], role
    (code,) = [one for one in cleaned.fields if one.role is Role.POSTCODE]
    assert code.sources == (("zip",), ("street",))
    alone = clean_records([joined], make_columns([joined], {"name": Role.FULL_NAME, "street": Role.STREET}))
    assert [one.name for one in alone.fields][-3:] == ["street", "postcode", "city"]
