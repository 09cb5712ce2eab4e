from __future__ import annotations

import numpy as np
import pytest

from entityres.records.cleaning import clean_records
from entityres.records.coding import coded, texts_of
from entityres.records.name_order import in_usual_order
from entityres.records.roles import Role
from tests.helpers.building import make_columns, make_list

ROLL = [
    "ASHDOWN MARY F",
    "FAIRBANKS KEVIN",
    "HOLLOWAY SANDRA B",
    "KESSLER PATRICIA",
    "LANGFORD RICHARD M JR",
    "OSGOOD KAREN",
    "PRESCOTT SUSAN L",
    "THORNTON ROBERT",
    "VAN DYKE BARBARA",
    "DE LA CRUZ MARIA",
]


def shown(*lists: list[str]) -> list[str]:
    names = coded(texts_of([name for one in lists for name in one]))
    starts = np.cumsum([0, *(len(one) for one in lists)]).astype(np.int64)
    found = in_usual_order(names, starts)
    return [found.texts.to_list()[code] for code in found.codes]


def test_a_roll_that_writes_last_names_first_gets_commas():
    assert shown(ROLL) == [
        "ASHDOWN, MARY F",
        "FAIRBANKS, KEVIN",
        "HOLLOWAY, SANDRA B",
        "KESSLER, PATRICIA",
        "LANGFORD, RICHARD M JR",
        "OSGOOD, KAREN",
        "PRESCOTT, SUSAN L",
        "THORNTON, ROBERT",
        "VAN DYKE, BARBARA",
        "DE LA CRUZ, MARIA",
    ]


@pytest.mark.parametrize("name", ["Linda Wexford", "Wexford, Linda", "WEXFORD JOHN & LINDA", "Wexford", "  ", "李伟"])
def test_what_is_plain_in_such_a_roll_stays_as_it_is(name: str):
    assert shown([*ROLL, name])[-1] == name


def test_hungarian_lists_write_last_names_first():
    names = ["Kovács János", "Szabó Katalin", "Tóth László", "Varga Éva", "Kiss Gábor", "Horváth Zsuzsanna"]
    assert shown(names) == [name.replace(" ", ", ") for name in names]


def test_each_list_has_an_order_of_its_own():
    usual = ["Mary Ashdown", "Kevin Fairbanks", "Sandra B Holloway", "Thornton Robert"]
    assert shown(usual, ROLL)[:4] == usual
    assert shown(ROLL, usual)[-4:] == usual
    assert shown(usual, ROLL)[4:] == shown(ROLL)


USUAL = ["Mary Wexford", "Kevin Aldous", "Sandra B Quill", "Karen Thorpe", "Robert Ashdown"]


def test_where_a_list_has_both_orders_each_name_is_told_by_itself():
    roll = [name for name in ROLL if "RICHARD" not in name]  # a last name as well
    names = [*roll, *USUAL, *(f"{name} Underhill" for name in ("Susan", "Laura", "Peter"))]
    assert shown(names) == [*shown(roll), *names[len(roll) :]]


def test_a_fathers_name_behind_is_no_last_name():
    names = [*ROLL, *USUAL, "Seliverstov Nikita Anisimovich", "Seliverstova Maria Petrovna", "Maria Petrovna Selina"]
    assert shown(names)[-3:] == ["Seliverstov, Nikita Anisimovich", "Seliverstova, Maria Petrovna", names[-1]]


def test_a_fathers_name_tells_the_order_of_names_that_no_table_has():
    names = ["Дутка Пармен Аркадійович", "Цісик Розалія Іванівна", "Ярош Ада Сергіївна", "Рева Болеслав Іллівна"]
    names += ["Gryga Parmen Arkadiyovych", "Tokar Feofan Petrovich", "Tokar Parmen"]
    usual = ["Пармен Аркадійович Дутка", "Розалія Іванівна Рева", "Mary Wexford"]
    assert shown([*names, *usual]) == [*(name.replace(" ", ", ", 1) for name in names), *usual]


def test_accents_of_first_names_tell_as_well():
    names = ["Kovács János", "Szabó Katalin", "Tóth László", "Varga Éva", "Kiss Gábor", "Horváth Zsuzsanna"]
    usual = ["Éva Borbás", "László Debreczy", "Gábor Pilinszky", "Zsuzsanna Weöres", "Katalin Karády"]
    assert shown([*names, *usual]) == [*(name.replace(" ", ", ") for name in names), *usual]


def test_a_name_that_is_in_no_table_is_told_by_those_that_have_its_words():
    names = [*ROLL, *USUAL, "Kesslerin Xanthe", "Xanthe Wexford", "Wexford Brunhilde", "Aldous Xanthe", "Mary Xanthe"]
    found = dict(zip(names, shown(names), strict=True))
    assert found["Wexford Brunhilde"] == "Wexford, Brunhilde"
    assert found["Kesslerin Xanthe"] == "Kesslerin Xanthe"


def test_a_first_name_of_the_tables_that_stands_behind_all_others_is_a_last_name_here():
    rajs = [
        f"{first} Raj"
        for first in (
            "Qvandresh",
            "Bqlvan",
            "Mqnthan",
            "Hqmsini",
            "Tqjas",
            "Ekqbal",
            "Lqta",
            "Chqaya",
            "Fqras",
            "Uqpkar",
            "Rqvi",
            "Dqra",
        )
    ]
    names = [*ROLL, *USUAL, *(f"{name} Underhill" for name in ("Susan", "Laura", "Peter", "Mark", "Linda")), *rajs]
    assert shown(names)[-len(rajs) :] == rajs


@pytest.mark.parametrize("name", ["J. Martin", "Mary & John Wexford", "Xenaia Maria Wexford", "Dr. Mary Wexford"])
def test_in_both_orders_what_is_plain_stays_as_it_is(name: str):
    assert shown([*ROLL, *USUAL, name])[-1] == name


@pytest.mark.parametrize(
    "names",
    [
        ["Anju Thomas", "Sibi George", "Jincy Thomas", "Lijo Joseph", "Biju Mathew", "Shiny Paul", "Tinto James"],
        ["Mary Ann Ashdown", "Kevin Paul Fairbanks", "Sandra Lynn Holloway", "Karen Anne Osgood", "Susan Lee Prescott"],
        ["Ashdown Mary", "Fairbanks Kevin", "Mary Ashdown", "Kevin Fairbanks", "Holloway Sandra", "Kessler Patricia"],
        ["Ashdown Mary", "Fairbanks Kevin", "Holloway Sandra", "Kessler Patricia"],
        [],
    ],
    ids=["first names that are in no table", "two first names", "both orders", "too few", "none"],
)
def test_any_other_list_stays_as_it_is(names: list[str]):
    assert shown(names) == names


def test_the_fields_of_such_a_roll_are_those_of_its_people():
    lists = [make_list("roll", {"owner": ROLL})]
    cleaned = clean_records(lists, make_columns(lists, {"owner": Role.FULL_NAME}))
    fields = {one.name: [one.text(record) for record in range(len(cleaned))] for one in cleaned.fields}
    assert fields["given_name"][:3] == ["mary", "kevin", "sandra"]
    assert fields["family_name"][-3:] == ["thornton", "van dyke", "de la cruz"]
    assert fields["middle_name"][4] == "m"
    assert fields["name_suffix"][4] == "jr"
