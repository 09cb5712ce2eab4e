"""Lists that name two people in one record: one of them is compared."""

from __future__ import annotations

from entityres.records.finding_roles import find_roles
from entityres.records.roles import Role
from tests.helpers.building import make_list

GIVEN = ["Mary", "John", "Anna", "Peter", "Laura", "Tom", "Lucy", "Paul", "Emma", "James"] * 3
FAMILY = ["Hill", "Reed", "Wolf", "Moss", "Bell", "Ray", "Dale", "Kent", "Stone", "Marsh"] * 3
OTHERS = [*GIVEN[3:], *GIVEN[:3]]
OTHER_FAMILIES = [*FAMILY[3:], *FAMILY[:3]]
EMAILS = [f"{given}.{family}@x.com".lower() for given, family in zip(GIVEN, FAMILY, strict=True)]
OTHER_EMAILS = [*EMAILS[3:], *EMAILS[:3]]


def roles(columns: dict[str, list[str]]) -> dict[str, Role]:
    return {column.column: column.role for column in find_roles(make_list("list", columns))}


def test_the_buyer_of_a_ticket_is_not_a_part_of_the_name_of_who_comes():
    found = roles(
        {
            "First Name": GIVEN,
            "Last Name": FAMILY,
            "Email": EMAILS,
            "Buyer First Name": OTHERS,
            "Buyer Last Name": FAMILY,
            "Buyer Email": OTHER_EMAILS,
        }
    )
    assert found == {
        "First Name": Role.GIVEN_NAME,
        "Last Name": Role.FAMILY_NAME,
        "Email": Role.EMAIL,
        "Buyer First Name": Role.KEEP,
        "Buyer Last Name": Role.KEEP,
        "Buyer Email": Role.KEEP,
    }


def test_who_pays_is_compared_and_not_who_receives():
    found = roles(
        {
            "First Name (Shipping)": OTHERS,
            "Last Name (Shipping)": OTHER_FAMILIES,
            "Phone (Shipping)": [f"07700 9{n:05}" for n in range(30)],
            "First Name (Billing)": GIVEN,
            "Last Name (Billing)": FAMILY,
            "Phone (Billing)": [f"07700 8{n:05}" for n in range(30)],
        }
    )
    assert found["First Name (Billing)"] is Role.GIVEN_NAME
    assert found["Last Name (Billing)"] is Role.FAMILY_NAME
    assert found["Phone (Billing)"] is Role.PHONE
    assert {found[f"{what} (Shipping)"] for what in ("First Name", "Last Name", "Phone")} == {Role.KEEP}


def test_a_phone_that_only_the_other_one_gives_is_compared():
    found = roles(
        {
            "First Name": GIVEN,
            "Last Name": FAMILY,
            "Buyer First Name": OTHERS,
            "Buyer Last Name": FAMILY,
            "Buyer Phone": [f"07700 9{n:05}" for n in range(30)],
        }
    )
    assert found["Buyer Phone"] is Role.PHONE
    assert found["Buyer Last Name"] is Role.KEEP


def test_a_couple_with_numbers_is_told_by_its_last_name():
    found = roles({"First Name 1": GIVEN, "Last Name 1": FAMILY, "First Name 2": OTHERS, "Last Name 2": FAMILY})
    assert found["First Name 1"] is Role.GIVEN_NAME
    assert found["Last Name 1"] is Role.FAMILY_NAME
    assert found["First Name 2"] is found["Last Name 2"] is Role.KEEP


def test_two_first_and_two_last_names_of_one_person_are_all_compared():
    found = roles({"First Name 1": GIVEN, "First Name 2": OTHERS, "Last Name 1": FAMILY, "Last Name 2": OTHER_FAMILIES})
    assert found["First Name 1"] is found["First Name 2"] is Role.GIVEN_NAME
    assert found["Last Name 1"] is found["Last Name 2"] is Role.FAMILY_NAME


def test_names_in_one_place_or_the_other_fill_each_other():
    half = [""] * 15
    found = roles(
        {
            "First Name": GIVEN[:15] + half,
            "Last Name": FAMILY[:15] + half,
            "Member First Name": half + GIVEN[15:],
            "Member Last Name": half + FAMILY[15:],
        }
    )
    assert set(found.values()) == {Role.GIVEN_NAME, Role.FAMILY_NAME}


def test_a_name_to_sort_by_is_no_second_part_of_the_name():
    upper = [name.upper() for name in FAMILY]
    found = roles({"First Name": GIVEN, "Last Name": FAMILY, "Surname (sorted)": upper})
    assert found["Last Name"] is Role.FAMILY_NAME
    assert found["Surname (sorted)"] is Role.KEEP
    found = roles({"NAME_LAST": FAMILY, "NAME_FIRST": GIVEN, "BU_SORT1": upper, "SMTP_ADDR": EMAILS})
    assert found["BU_SORT1"] is Role.KEEP, "it stands in the addresses as the last name does"
    assert found["NAME_LAST"] is Role.FAMILY_NAME


def test_two_last_names_of_which_a_few_are_the_same_are_both_compared():
    second = [*OTHER_FAMILIES[:25], *FAMILY[25:]]
    found = roles({"Nombre": GIVEN, "Apellido 1": FAMILY, "Apellido 2": second})
    assert found["Apellido 1"] is found["Apellido 2"] is Role.FAMILY_NAME


def test_a_user_name_is_no_part_of_the_full_name_beside_it():
    found = roles(
        {
            "sAMAccountName": [f"{given}.{family}".lower() for given, family in zip(GIVEN, FAMILY, strict=True)],
            "displayName": [f"{given} {family}" for given, family in zip(GIVEN, FAMILY, strict=True)],
            "mail": EMAILS,
        }
    )
    assert found["sAMAccountName"] is Role.KEEP
    assert found["displayName"] is Role.FULL_NAME
