"""Engine: the roles that a column can have."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a column means, and with it how its values are cleaned, compared and merged."""

    FULL_NAME = "full_name"
    GIVEN_NAME = "given_name"
    MIDDLE_NAME = "middle_name"
    FAMILY_NAME = "family_name"
    NAME_SUFFIX = "name_suffix"
    ORGANISATION = "organisation"
    STREET = "street"
    UNIT = "unit"
    CITY = "city"
    REGION = "region"
    POSTCODE = "postcode"
    COUNTRY = "country"
    PHONE = "phone"
    EMAIL = "email"
    BIRTH_DATE = "birth_date"
    DATE = "date"
    IDENTIFIER = "identifier"
    NUMBER = "number"
    CATEGORY = "category"
    TITLE = "title"
    TEXT = "text"
    ITEMS = "items"
    CHECK = "check"
    KEEP = "keep"


NOT_COMPARED = frozenset({Role.CHECK, Role.KEEP})
ADDRESS_ROLES = frozenset({Role.STREET, Role.UNIT, Role.CITY, Role.REGION, Role.POSTCODE, Role.COUNTRY})
NAME_ROLES = frozenset({Role.FULL_NAME, Role.GIVEN_NAME, Role.MIDDLE_NAME, Role.FAMILY_NAME, Role.NAME_SUFFIX})

LABELS: dict[Role, str] = {
    Role.FULL_NAME: "Full name",
    Role.GIVEN_NAME: "First name",
    Role.MIDDLE_NAME: "Middle name",
    Role.FAMILY_NAME: "Last name",
    Role.NAME_SUFFIX: "Name suffix",
    Role.ORGANISATION: "Organisation",
    Role.STREET: "Street",
    Role.UNIT: "Unit",
    Role.CITY: "City",
    Role.REGION: "Region",
    Role.POSTCODE: "Postcode",
    Role.COUNTRY: "Country",
    Role.PHONE: "Phone",
    Role.EMAIL: "E-mail",
    Role.BIRTH_DATE: "Birth date",
    Role.DATE: "Date",
    Role.IDENTIFIER: "Record ID",
    Role.NUMBER: "Number",
    Role.CATEGORY: "Category",
    Role.TITLE: "Title",
    Role.TEXT: "Text",
    Role.ITEMS: "Set of items",
    Role.CHECK: "Check column",
    Role.KEEP: "Keep only",
}
