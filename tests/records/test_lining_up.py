"""Columns of several lists lined up, and the user's choices."""

from __future__ import annotations

import pytest

from entityres.errors import SettingsError
from entityres.records.alike_columns import words_in_common
from entityres.records.fields import Columns
from entityres.records.finding_roles import find_roles
from entityres.records.lining_up import apply_choices, line_up
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from tests.helpers.building import make_list


def lined(*lists: RecordList, roles: dict[str, Role] | None = None, check: str | None = None) -> Columns:
    found = [find_roles(one) for one in lists]
    return line_up(lists, apply_choices(lists, found, roles or {}, check))


def pairs(columns: Columns) -> set[tuple[str | None, ...]]:
    return {output.columns for output in columns.output}


def blank(*headings: str) -> dict[str, list[str]]:
    return dict.fromkeys(headings, ["", ""])


def test_two_languages() -> None:
    crm = make_list("crm", blank("first_name", "last_name", "zip", "phone", "email", "created"))
    web = make_list("web", blank("vorname", "nachname", "plz", "telefon", "angelegt", "strasse"))
    columns = lined(crm, web)
    assert pairs(columns) == {
        ("first_name", "vorname"),
        ("last_name", "nachname"),
        ("zip", "plz"),
        ("phone", "telefon"),
        ("email", None),
        ("created", "angelegt"),
        (None, "strasse"),
    }
    assert [output.name for output in columns.output][-1] == "strasse"


def test_case_blanks_and_order_do_not_matter() -> None:
    shop = make_list("shop", blank("id", "first name", "last name", "email", "phone"))
    web = make_list("web", blank("Email", "Phone", " Last Name ", "First Name", "ID"))
    columns = lined(shop, web)
    assert pairs(columns) == {
        ("id", "ID"),
        ("first name", "First Name"),
        ("last name", " Last Name "),
        ("email", "Email"),
        ("phone", "Phone"),
    }


def test_second_columns_of_a_role_line_up_by_heading() -> None:
    one = make_list("one", blank("home phone", "mobile phone"))
    two = make_list("two", blank("mobile", "phone home"))
    assert pairs(lined(one, two)) == {("home phone", "phone home"), ("mobile phone", "mobile")}


def test_identifiers_line_up_only_when_they_are_of_one_kind() -> None:
    one, two = make_list("one", blank("ssn")), make_list("two", blank("passport number"))
    assert pairs(lined(one, two)) == {("ssn", None), (None, "passport number")}


def test_names_of_output_columns_are_unique_and_every_column_has_one() -> None:
    one = make_list("one", {"name": ["Mary Hill", "John Reed"] * 5, "note": [""] * 10})
    two = make_list("two", {"vorname": ["Ulla", "Otto"] * 5, "name": ["Weiss", "Kranz"] * 5, "Note": [""] * 10})
    columns = lined(one, two)
    names = [output.name for output in columns.output]
    assert len(set(names)) == len(names)
    for at, one_list in enumerate((one, two)):
        used = [output.columns[at] for output in columns.output if output.columns[at] is not None]
        assert sorted(used) == sorted(one_list.columns)
    assert ("note", "Note") in pairs(columns)
    assert ("name", "name") not in pairs(columns)


def test_categories_line_up_by_their_values() -> None:
    one = make_list("one", {"gender": ["m", "f"] * 20})
    two = make_list("two", {"geschlecht": ["f", "m"] * 20, "marke": ["audi", "opel"] * 20})
    assert pairs(lined(one, two)) == {("gender", "geschlecht"), (None, "marke")}


THINGS = [
    f"{maker}{kind} {what} {size} pack"
    for maker in ("Tarn", "Ovid", "Norl", "Perr", "Weir", "Quil")
    for kind in ("a", "o", "um")
    for what in ("kettle black", "desk lamp", "clock radio")
    for size in ("500 ml", "12")
]
MAKERS = [
    f"{maker}{kind}" for maker in ("Tarn", "Ovid", "Norl", "Perr", "Weir", "Quil") for kind in ("a", "o", "um")
] * 6
PEOPLE = [f"{given} {family}" for given in ("Mary", "John", "Anna", "Peter", "Laura", "Tom")
          for family in ("Hill", "Reed", "Wolf", "Moss", "Bell", "Ray")] * 3  # fmt: skip


def test_years_line_up_by_their_values_whatever_they_are_called() -> None:
    years = [str(1960 + i % 50) for i in range(200)]
    here = make_list("here", {"Title": [f"Book {i}" for i in range(200)], "Year": years})
    there = make_list("there", {"Titel": [f"Buch {i}" for i in range(200)], "Jahr": years[::-1]})
    old = make_list(
        "old", {"Titel": [f"Buch {i}" for i in range(200)], "Jahr": [str(1500 + i % 50) for i in range(200)]}
    )
    assert ("Year", "Jahr") in pairs(lined(here, there))
    assert ("Year", None) in pairs(lined(here, old))


def test_columns_of_one_kind_line_up_by_their_words_when_the_headings_do_not_say_it() -> None:
    one = make_list("one", {"title": THINGS, "maker": MAKERS})
    two = make_list("two", {"name": THINGS[::-1], "brand": MAKERS[::-1]})
    columns = lined(one, two, roles={"two:brand": Role.KEEP})
    assert ("title", "name") in pairs(columns)
    assert next(output.role for output in columns.output if output.name == "title") is Role.TITLE
    what = make_list("what", {"f1": THINGS, "f2": PEOPLE})
    assert ("title", "f1") in pairs(lined(one, what))
    assert ("title", "f2") not in pairs(lined(one, what))


def test_words_do_not_bring_together_what_headings_or_the_user_keep_apart() -> None:
    one = make_list("one", {"customer name": PEOPLE})
    two = make_list("two", {"director": PEOPLE[::-1]})
    assert pairs(lined(one, two)) == {("customer name", None), (None, "director")}
    chosen = lined(one, make_list("two", {"f1": PEOPLE[::-1]}), roles={"f1": Role.TEXT})
    assert pairs(chosen) == {("customer name", None), (None, "f1")}


def test_how_much_columns_have_in_common() -> None:
    assert words_in_common(THINGS, THINGS[::-1]) > 0.9
    assert words_in_common(THINGS, PEOPLE) == 0.0
    assert words_in_common(THINGS[:10], THINGS) == 0.0  # too few
    assert words_in_common(MAKERS, THINGS) == 0.0  # far shorter
    assert words_in_common([str(i) for i in range(60)], [str(i) for i in range(60)]) == 0.0


def test_the_user_chooses_roles() -> None:
    one, two = make_list("one", blank("x", "city")), make_list("two", blank("x"))
    columns = lined(one, two, roles={"x": Role.TEXT, "one:city": Role.KEEP})
    assert [[c.role for c in roles] for roles in columns.roles] == [[Role.TEXT, Role.KEEP], [Role.TEXT]]
    assert columns.roles[0][0].sure


def test_the_check_column_is_one_column_of_all_lists() -> None:
    one, two = make_list("one", blank("name", "created")), make_list("two", blank("name", "angelegt"))
    columns = lined(one, two, check="created")
    check = next(output for output in columns.output if output.role is Role.CHECK)
    assert check.columns == ("created", "angelegt")
    assert columns.roles[1][1].role is Role.CHECK


def test_unknown_headings_are_named() -> None:
    one = make_list("one", blank("name", "city"))
    with pytest.raises(SettingsError, match="No list has a column 'town'") as caught:
        lined(one, roles={"town": Role.CITY})
    assert "name, city" in caught.value.hint
    with pytest.raises(SettingsError):
        lined(one, check="created")


def test_a_check_column_cannot_be_compared_too() -> None:
    with pytest.raises(SettingsError, match="check column"):
        lined(make_list("one", blank("made")), roles={"made": Role.DATE}, check="made")


def test_columns_are_lined_up_by_hand() -> None:
    crm = make_list("crm", {"first_name": ["Ana", "Bob"], "note": ["x", "y"]})
    shop = make_list("shop", {"vorname": ["Ana", "Eve"], "extra": ["a", "b"]})
    found = [find_roles(one) for one in (crm, shop)]
    together = line_up([crm, shop], found, [("crm:note", "shop:extra")])
    assert pairs(together) == {("first_name", "vorname"), ("note", "extra")}
    crossed = line_up([crm, shop], found, [("shop:vorname", "crm:note"), ("shop:extra", "crm:first_name")])
    assert pairs(crossed) == {("first_name", "extra"), ("note", "vorname")}
    apart = line_up([crm, shop], found, [("shop:vorname", ""), ("nobody:nothing", "crm:note")])
    other_end = line_up([crm, shop], found, [("crm:first_name", "")])
    assert pairs(other_end) == pairs(line_up([crm, shop], found, [("shop:vorname", "")]))
    assert pairs(apart) == {("first_name", None), (None, "vorname"), ("note", None), (None, "extra")}


def test_names_of_things_in_one_list_are_none_of_persons_in_the_other() -> None:
    styles = ("Wheat Lager", "Dark Stout", "Sour Beer", "Hazy Lager")
    short = [f"{place} {style}" for place in ("Hop", "Oat", "Kiln", "Fir", "Malt", "Pine") for style in styles]
    long = [f"{place} {name} {number} Batch" for number, name in enumerate(short) for place in ("Old", "New")]
    one, two = make_list("one", {"beer name": short}), make_list("two", {"beer name": long})
    assert [find_roles(single)[0].role for single in (one, two)] == [Role.FULL_NAME, Role.TITLE]
    for lists in ((one, two), (two, one)):
        assert [row[0].role for row in lined(*lists).roles] == [Role.TITLE, Role.TITLE]
    chosen = lined(one, two, roles={"one:beer name": Role.FULL_NAME})
    assert [row[0].role for row in chosen.roles] == [Role.FULL_NAME, Role.FULL_NAME]
