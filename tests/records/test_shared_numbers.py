"""Which numbers and codes say who or what a record is, and which only count records."""

from __future__ import annotations

import pytest

from entityres.records.check_digits import is_person_number, is_trade_number
from entityres.records.fields import OutputColumn
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.shared_numbers import is_compared_identifier
from tests.helpers.building import make_list

NAMES = [f"{given} {family}" for given in ("Mary", "John", "Anna", "Peter", "Laura", "Tom", "Lucy", "Paul")
         for family in ("Hill", "Reed", "Wolf", "Moss", "Bell", "Ray", "Dale", "Kent")]  # fmt: skip
STREETS = [f"{number} {road} Road" for road in ("Mill", "Quill", "Weir", "Thorn") for number in range(16)]


def test_which_identifiers_are_compared() -> None:
    def compared(heading: str, *values: list[str]) -> bool:
        lists = [make_list(f"l{i}", {heading: cells}) for i, cells in enumerate(values)]
        return is_compared_identifier(lists, OutputColumn(heading, Role.IDENTIFIER, (heading,) * len(values)))

    assert not compared("id", ["1", "2"], ["1", "2"])
    assert not compared("id", ["1", "1"])
    assert not compared("customer_id", ["1", "2"])
    assert compared("ssn", ["1", "2"])
    assert compared("membership no", ["1", "2"])
    assert compared("account", ["7", "7", "8"])
    assert compared("account", ["7000", "70-00", "8000"])
    assert compared("account", ["7000", "007000", "8000"])


def customers(name: str, heading: str, numbers: list[str], order: list[int]) -> RecordList:
    return make_list(
        name, {heading: numbers, "name": [NAMES[i] for i in order], "street": [STREETS[i * 29 % 64] for i in order]}
    )


def compared_in(heading: str, *lists: RecordList) -> bool:
    return is_compared_identifier(lists, OutputColumn(heading, Role.IDENTIFIER, (heading,) * len(lists)))


@pytest.mark.parametrize("heading", ["customer no", "id", "Kundennummer", "article no"])
def test_a_number_that_two_lists_share_for_the_same_records_is_compared(heading: str) -> None:
    numbers = [str(1000 + i) for i in range(64)]
    crm = customers("crm", heading, numbers, list(range(64)))
    order = list(range(63, -1, -1))
    shop = customers("shop", heading, [numbers[i] for i in order], order)
    assert compared_in(heading, crm, shop)


@pytest.mark.parametrize("heading", ["customer no", "id", "article no"])
def test_a_running_number_that_two_lists_begin_anew_is_not(heading: str) -> None:
    numbers = [str(1 + i) for i in range(64)]
    crm = customers("crm", heading, numbers, list(range(64)))
    shop = customers("shop", heading, numbers, [(i * 31 + 7) % 64 for i in range(64)])
    assert not compared_in(heading, crm, shop)


def test_a_key_that_repeats_within_a_list_names_what_records_belong_to() -> None:
    order = [i // 4 for i in range(64)]
    assert not compared_in("parent id", customers("crm", "parent id", [str(700 + i) for i in order], order))


def test_numbers_of_things_that_no_two_lists_share_are_not_compared() -> None:
    ours = make_list("ours", {"sku": [f"A-{i}" for i in range(80)]})
    theirs = make_list("theirs", {"sku": [f"{i}/77" for i in range(80)]})
    assert not compared_in("sku", ours, theirs)
    assert compared_in("sku", ours, make_list("same", {"sku": [f"A-{i}" for i in range(40, 120)]}))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("4006381333931", True), ("4006381333932", False), ("036000291452", True), ("96385074", True),
        ("0-306-40615-2", True), ("0-306-40615-3", False), ("080442957X", True), ("978 3 16 148410 0", True),
        ("00000000", False), ("12345", False), ("", False), ("abc", False),
    ],
)  # fmt: skip
def test_check_digits(text: str, right: bool) -> None:
    assert is_trade_number(text) is right


@pytest.mark.parametrize(
    "number",
    [
        "529.982.247-25",
        "11.222.333/0001-81",
        "44051401359",
        "02070803628",
        "10000000146",
        "12345678Z",
        "x1234567l",
        "11010519491231002X",
    ],
)
def test_numbers_of_persons_have_check_digits(number: str) -> None:
    assert is_person_number(number)
    places = [at for at, sign in enumerate(number) if sign.isdigit()]
    wrong = [f"{number[:at]}{(int(number[at]) + 1) % 10}{number[at + 1 :]}" for at in places]
    assert sum(map(is_person_number, wrong)) <= 1  # a number of another state, by chance


@pytest.mark.parametrize("text", ["", "11111111111", "Ann", "0301234567", "+44 7700 900123", "１２３４５６７８９０１"])
def test_other_texts_are_no_numbers_of_persons(text: str) -> None:
    assert not is_person_number(text)
