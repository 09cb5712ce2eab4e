"""Engine: every key that makes sense for the fields that are there.

A part that is common (a name, a year, a house number) is made selective by AND-ing it with a second one, rather than by
dropping its large buckets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import pyarrow.compute as pc

from entityres.candidates.copies_in_large import key_of_copies
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.proposing import name_fields, shingle_fields
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.genders import tells_sex
from entityres.records.percentages import percentage
from entityres.records.roles import Role

EXACT, PREFIX, SORTED = PartKind.EXACT, PartKind.PREFIX, PartKind.SORTED_WORDS

TEXT_ROLES = (Role.ORGANISATION, Role.TITLE, Role.TEXT, Role.ITEMS)

OWN_DATA = (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.PHONE, Role.EMAIL, Role.BIRTH_DATE, Role.STREET)
"""Where one of these is there, keys on it find what text would, at a fraction of the work."""

LONG = 12
"""From this mean length on a text has pieces enough: of ten pieces of three letters a wrong letter takes three."""

LETTERS, WORDS = ("characters", 3), ("words", 1)

PAGES = 400
"""From this mean length on any two texts of a language share a third of their pieces of three letters, and more the longer they
are: pieces must be so long that few of all that there are stand in one text (*Mining of Massive Datasets*, ch. 3.2.2)."""

LONG_PIECES = 5
"""... as the book takes for e-mails."""

RECORDS_FROM = (0.3, 0.2, 0.15)
"""Similarities of whole records that an exact join begins at."""

RARE = (5, 15, 50)
"""Records that a rare word may stand in."""

RARE_IN_A_YEAR = 150
"""The same where the year has to agree too, which some three pairs in four of a list over a decade do not."""

JOIN_FROM = (0.6, 0.45, 0.3, 0.2)
"""Similarities of the exact join that are looked at: each finds some half more than the one before, for several times
the pairs."""


class Add(Protocol):
    """Takes a key with these parts unless a part is missing."""

    def __call__(
        self,
        name: str,
        *parts: Part | None,
        expected: bool = False,
        bands: Bands | None = None,
        join: Join | None = None,
    ) -> None:
        """Take the key."""


@dataclass(frozen=True)
class KeyChoice:
    """A key that could be used, and whether people expect it whenever its columns are there."""

    key: Key
    expected: bool = False


class _Parts:
    """Shorthands for parts of the first field of each role; None where there is no such field."""

    def __init__(self, cleaned: CleanedRecords) -> None:
        self.cleaned = cleaned

    def part(self, role: Role, kind: PartKind = EXACT, size: int = 0) -> Part | None:
        fields = self.cleaned.with_role(role)
        return Part(kind, (fields[0].name,), size) if fields and len(fields[0].values) else None


def key_choices(cleaned: CleanedRecords) -> list[KeyChoice]:
    """All sensible keys for these fields, the plainest first."""
    out: list[KeyChoice] = []
    names: set[str] = set()

    def add(
        name: str,
        *parts: Part | None,
        expected: bool = False,
        bands: Bands | None = None,
        join: Join | None = None,
    ) -> None:
        there = tuple(part for part in parts if part is not None)
        if len(there) == len(parts) and (there or bands or join) and name not in names:
            names.add(name)
            out.append(KeyChoice(Key(name, there, bands, join=join), expected))

    if cleaned.fields:
        copies = key_of_copies(cleaned)
        add(copies.name, *copies.parts, expected=True)
    _contact_keys(cleaned, add)
    _person_keys(cleaned, add)
    _address_keys(cleaned, add)
    _text_keys(cleaned, add)
    _join_keys(cleaned, add)
    _similar_keys(cleaned, add)
    _long_text_keys(cleaned, add)
    return out


def _contact_keys(cleaned: CleanedRecords, add: Add) -> None:
    of = _Parts(cleaned).part
    for role, name in ((Role.IDENTIFIER, "Same {}"), (Role.EMAIL, "Same {}"), (Role.PHONE, "Same {}")):
        for field in cleaned.with_role(role):
            if len(field.values):
                add(name.format(_inside(field.label)), Part(EXACT, (field.name,)), expected=True)
    phone = cleaned.with_role(Role.PHONE)
    if len(phone) > 1:
        add("Same phone numbers", *(Part(EXACT, (field.name,)) for field in phone[:2]))
    add("Phone without area code", of(Role.PHONE, PartKind.LAST_DIGITS, 7))
    add("E-mail up to the @", of(Role.EMAIL, PartKind.LOCAL_PART))
    add("Last name begins + phone ending", of(Role.FAMILY_NAME, PREFIX, 3), of(Role.PHONE, PartKind.LAST_DIGITS, 4))
    add("First name begins + phone ending", of(Role.GIVEN_NAME, PREFIX, 3), of(Role.PHONE, PartKind.LAST_DIGITS, 4))


def _person_keys(cleaned: CleanedRecords, add: Add) -> None:
    of = _Parts(cleaned).part
    given, family = of(Role.GIVEN_NAME), of(Role.FAMILY_NAME)
    born, year = of(Role.BIRTH_DATE), of(Role.BIRTH_DATE, PartKind.YEAR)
    postcode, area, city = of(Role.POSTCODE), of(Role.POSTCODE, PREFIX, 3), of(Role.CITY)
    both = Part(SORTED, (given.fields[0], family.fields[0])) if given and family else None
    sound = of(Role.FAMILY_NAME, PartKind.PHONETIC)
    initial = of(Role.GIVEN_NAME, PREFIX, 1)
    add("Same full name", given, family, expected=True)
    add("Same full name in any order", both, expected=True)
    if not given:
        add("Same name", family, expected=True)
    add("Birth date + last name", born, family, expected=True)
    add("Birth date + first name", born, given)
    add("Birth date + postcode", born, postcode)
    add("Birth date + city", born, city)
    add("Same birth date", born)
    add("Birth date + last name sounds alike", born, sound)
    add("Full name + birth year", both, year)
    add("Full name + postcode area", both, area)
    add("Full name + city", both, city)
    add("Last name + postcode", family, postcode)
    add("First name + postcode", given, postcode)
    add("Last name sounds alike + first letter + birth year", sound, initial, year)
    add("Last name sounds alike + first letter + postcode", sound, initial, postcode)
    add("Last name sounds alike + first letter + city", sound, initial, city)
    add("Last name + birth year", family, year)
    add("First name + birth year + city", given, year, city)
    add("First name + birth year + postcode area", given, year, area)
    add("Last name + first letter", family, initial)
    add("Last name sounds alike + first letter", sound, initial)
    # Who has one name has one sex: that makes no key more selective.
    for field in [field for field in cleaned.with_role(Role.CATEGORY) if not tells_sex(field)][:3]:
        add(f"Full name + {_inside(field.label)}", both, Part(EXACT, (field.name,)))
    add("Middle name + last name", of(Role.MIDDLE_NAME), family)


def _address_keys(cleaned: CleanedRecords, add: Add) -> None:
    of = _Parts(cleaned).part
    street, number = of(Role.STREET), of(Role.STREET, PartKind.HOUSE_NUMBER)
    postcode, area, city = of(Role.POSTCODE), of(Role.POSTCODE, PREFIX, 3), of(Role.CITY)
    last, first = of(Role.FAMILY_NAME, PREFIX, 3), of(Role.GIVEN_NAME, PREFIX, 3)
    add("Same street and number", street, expected=True)
    add("Street + city", street, city)
    add("Street + postcode", street, postcode)
    add("House number + postcode", number, postcode)
    add("House number + city", number, city)
    add("Last name begins + house number", last, number)
    add("First name begins + house number", first, number)
    add("Last name begins + house number + postcode area", last, number, area)
    add("First name begins + house number + postcode area", first, number, area)
    add("Last name begins + house number + city", last, number, city)
    add("House number + phone ending", number, of(Role.PHONE, PartKind.LAST_DIGITS, 4))
    add("House number + birth date", number, of(Role.BIRTH_DATE))
    add("House number + birth year", number, of(Role.BIRTH_DATE, PartKind.YEAR))


def _text_keys(cleaned: CleanedRecords, add: Add) -> None:
    of = _Parts(cleaned).part
    postcode, city = of(Role.POSTCODE), of(Role.CITY)
    for role in (Role.ORGANISATION, Role.TITLE):
        for field in cleaned.with_role(role):
            if not len(field.values):
                continue
            words, begins = _inside(field.label), Part(PREFIX, (field.name,), 6)
            add(f"Same {words}", Part(EXACT, (field.name,)), expected=True)
            add(f"Same words in {words}", Part(SORTED, (field.name,)))
            add(f"{field.label} begins + postcode", begins, postcode)
            add(f"{field.label} begins + city", begins, city)
            add(f"{field.label} begins + house number", begins, of(Role.STREET, PartKind.HOUSE_NUMBER))
            add(f"{field.label} begins", Part(PREFIX, (field.name,), 10))
    year = of(Role.DATE, PartKind.YEAR)
    for role in TEXT_ROLES:
        for field in cleaned.with_role(role):
            if len(field.values):
                for limit in RARE:
                    part = Part(PartKind.RARE_WORDS, (field.name,), limit)
                    add(f"Rare word in {_inside(field.label)}, at most {limit} records", part)
                in_a_year = Part(PartKind.RARE_WORDS, (field.name,), RARE_IN_A_YEAR)
                add(f"Rare word in {_inside(field.label)}, at most {RARE_IN_A_YEAR} records + year", in_a_year, year)


def _join_keys(cleaned: CleanedRecords, add: Add) -> None:
    """Exact joins (method.md §6), which miss none of the similar pairs: of whole records, and of texts and sets alone.

    Records that are so little alike share a field or two and otherwise traces; only lists that are short can be joined from
    there on. What is common, such as authors and places of publication, is made selective by the year.
    """
    everything = shingle_fields(cleaned)
    if len(everything) > 1:
        for similarity in RECORDS_FROM:
            add(
                f"Whole record at least {percentage(similarity)} % similar", join=Join(everything, *LETTERS, similarity)
            )
    if any(len(field.values) for role in OWN_DATA for field in cleaned.with_role(role)):
        return
    year = _Parts(cleaned).part(Role.DATE, PartKind.YEAR)
    long = [field for role in TEXT_ROLES for field in cleaned.with_role(role) if _is_long(field)]
    for field in long:
        # The items of a set have no order between them, and those that matter are whole words of them.
        pieces = WORDS if field.role == Role.ITEMS else LETTERS
        for similarity in JOIN_FROM:
            join = Join((field.name,), *pieces, similarity)
            add(f"{field.label} at least {percentage(similarity)} % similar", join=join)
            add(f"{field.label} at least {percentage(similarity)} % similar + year", year, join=join)


def _is_long(field: FieldValues, length: int = LONG) -> bool:
    return len(field.values) > 0 and pc.mean(pc.utf8_length(field.values)).as_py() >= length


def _similar_keys(cleaned: CleanedRecords, add: Add) -> None:
    everything = shingle_fields(cleaned)
    named = name_fields(cleaned)
    area = _Parts(cleaned).part(Role.POSTCODE, PREFIX, 3)
    for fields, what in ((named, "Similar name + address"), (everything, "Similar record")):
        if not fields or (fields == everything and fields == named and what == "Similar record"):
            continue
        if len(cleaned.with_role(Role.TITLE)) and what == "Similar name + address":
            what = "Similar title"
        # From thorough to quick: 50 %, 60 % and 70 % similar with at most 5 % missed, and near copies.
        add(f"{what}, thorough", bands=Bands(fields, b=47, r=4))
        # One minhash key people always see and can turn: it finds what every exact key misses by a slip.
        add(what, bands=Bands(fields, b=38, r=5), expected=fields == named)
        add(f"{what}, quick", bands=Bands(fields, b=24, r=6))
        add(f"{what}, near copies", bands=Bands(fields, b=16, r=8))
        if area:
            add(f"{what} + postcode area", area, bands=Bands(fields, b=24, r=4))


def _long_text_keys(cleaned: CleanedRecords, add: Add) -> None:
    """Minhash of texts of a page, one by one: beside them the other columns of a record would not be seen."""
    for field in [field for role in TEXT_ROLES for field in cleaned.with_role(role) if _is_long(field, PAGES)]:
        what = f"Similar {_inside(field.label)} by long pieces"
        for words, b, r in (("", 38, 5), (", near copies", 16, 8)):
            add(f"{what}{words}", bands=Bands((field.name,), "characters", LONG_PIECES, b, r))


def _inside(label: str) -> str:
    """A label inside a sentence: its first letter small unless the word is written in capitals."""
    first = label.split(" ", 1)[0]
    return (
        label
        if len(first) > 1 and (first.isupper() or "-" in first and first[2:3].isupper())
        else label[:1].lower() + label[1:]
    )
