"""Engine: what keeps a pair from being merged without a person, whatever its score.

A sum of weights sees a father and son, a couple or twins as one person with one odd field. These rules know better.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import COMPARISONS
from entityres.scoring.family_mailboxes import own_address
from entityres.scoring.households import home, one_number
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import Guard

ENOUGH = 3
"""Points of agreement that an automatic merge needs: one field that is the same gives 2, one that is near gives 1."""

GENERATION_YEARS = 10
"""Birth years further apart than this are two people, not a slip."""

DECADES = 20
"""One digit of a birth date makes so many years: a slip, or a parent and a child of one name, as nothing else tells."""

_NEAR: dict[Role, int] = {
    Role.ORGANISATION: level.TEXT_ALIKE,
    Role.TITLE: level.TEXT_ALIKE,
    Role.TEXT: level.TEXT_ALIKE,
    Role.ITEMS: level.TEXT_ALIKE,
    Role.BIRTH_DATE: level.DATE_DIGIT,
    Role.STREET: level.STREET_SIMILAR,
    Role.PHONE: level.PHONE_DIGIT,
    Role.EMAIL: level.EMAIL_SIMILAR,
    Role.IDENTIFIER: level.NUMBER_CHARACTER,
    Role.POSTCODE: 1,
}
"""Last level that still speaks for a match, by role."""

_KINDS: tuple[tuple[Role, ...], ...] = (
    (Role.ORGANISATION, Role.TITLE),
    (Role.BIRTH_DATE,),
    (Role.STREET, Role.POSTCODE),
    (Role.PHONE,),
    (Role.EMAIL,),
    (Role.IDENTIFIER,),
    (Role.TEXT,),
    (Role.ITEMS,),
)


def _name_points(of: RoleLevels) -> np.ndarray:
    given, family = of[Role.GIVEN_NAME], of[Role.FAMILY_NAME]
    exact = ((given == 0) & (family == 0)) | ((given == level.NAME_SWAPPED) & (family == level.NAME_SWAPPED))
    if Role.GIVEN_NAME not in of:
        exact = family == 0
    if Role.FAMILY_NAME not in of:
        exact = given == 0
    near_given = of.within(Role.GIVEN_NAME, level.NAME_SIMILAR)
    near_family = of.within(Role.FAMILY_NAME, level.NAME_INSIDE)
    lone = ((given < 0) & near_family) | ((family < 0) & near_given)
    return np.where(
        exact | ((given == 0) & (family < 0)) | ((family == 0) & (given < 0)), 2, (near_given & near_family) | lone
    )


def _best_of(of: RoleLevels, roles: tuple[Role, ...]) -> np.ndarray:
    """int16 (n_pairs,): 2 where a field of one of these roles is the same, 1 where one is near."""
    best = np.zeros(of.n, np.int16)
    for role in roles:
        if role in of:
            best = np.maximum(best, np.where(of[role] == 0, 2, of.within(role, _NEAR[role])))
    return best


def _points(of: RoleLevels) -> tuple[np.ndarray, np.ndarray]:
    """Points of agreement, and of how many kinds of evidence (name, birth date, address, phone, ...) they are."""
    name = _name_points(of)
    total, kinds = name.astype(np.int16), (name > 0).astype(np.int16)
    for roles in _KINDS:
        best = _best_of(of, roles)
        total += best
        kinds += best > 0
    place = np.zeros(of.n, np.int16)
    for role in (Role.CITY, Role.CATEGORY, Role.NUMBER, Role.DATE):
        place += of[role] == 0
    total += np.minimum(place, 1)
    kinds += place > 0
    against = of[Role.BIRTH_DATE] > level.DATE_TWO_PARTS
    total -= against.astype(np.int16)
    # Another town without anything that moves along with a person.
    known = np.zeros(of.n, bool)
    for role in (Role.PHONE, Role.EMAIL, Role.BIRTH_DATE, Role.IDENTIFIER):
        known |= of[role] == 0
    moved = (of[Role.CITY] == COMPARISONS[Role.CITY].different) & ~of.within(Role.STREET, level.STREET_SIMILAR)
    total -= (moved & ~known).astype(np.int16)
    return total, kinds


def _years(data: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """int64 (n_distinct,): the four digits that a date begins with as a number, 0 where it begins otherwise."""
    begins = offsets[:-1]
    there = offsets[1:] - begins >= 4
    digits = np.array([data[np.where(there, begins + place, 0)] for place in range(4)], np.int64) - ord("0")
    years: np.ndarray = np.where(there & ((digits >= 0) & (digits <= 9)).all(axis=0), [1000, 100, 10, 1] @ digits, 0)
    return years


def _years_apart(cleaned: CleanedRecords, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Years between the birth dates, 0 where one is missing."""
    out = np.zeros(len(left), np.int32)
    for field in cleaned.with_role(Role.BIRTH_DATE)[:1]:
        years = np.append(_years(*field.buffers), 0)
        a, b = years[field.codes[left]], years[field.codes[right]]
        out = np.where((a > 0) & (b > 0), np.abs(a - b), 0)
    return out


def joint_records(cleaned: CleanedRecords) -> np.ndarray:
    """bool (n_records,): the record names two people."""
    out = np.zeros(len(cleaned), bool)
    for field in cleaned.with_role(Role.NAME_SUFFIX):
        is_joint = np.concatenate([field.texts == "joint", [False]])
        out |= is_joint[field.codes].astype(bool)
    return out


def _nothing_of_ones_own(of: RoleLevels) -> np.ndarray:
    """bool (n,): pairs that neither a birth date, an e-mail address nor a number tells to be one.

    A street and a phone do not: father and son, and mother and daughter, have them together.
    """
    own = one_number(of) | of.within(Role.BIRTH_DATE, level.DATE_DIGIT) | (of[Role.EMAIL] == level.SAME)
    return ~own & ~of.within(Role.IDENTIFIER, level.NUMBER_CHARACTER)


def _only_one_has_a_generation(cleaned: CleanedRecords, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n,): "John Hill" beside "John Hill Jr."."""
    has = np.zeros(len(cleaned), bool)
    for field in cleaned.with_role(Role.NAME_SUFFIX):
        has |= field.codes >= 0
    made: np.ndarray = has[left] ^ has[right]
    return made


def _two_names(of: RoleLevels) -> np.ndarray:
    """Pairs of persons with other first and last names."""
    other = [of[role] >= level.NAME_OTHER for role in (Role.GIVEN_NAME, Role.FAMILY_NAME)]
    made: np.ndarray = other[0] & other[1]
    return made


def _person_and_firm(cleaned: CleanedRecords, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n,): one record names a person only and the other a firm only, in lists that name both.

    An owner and his firm, or somebody and where he works, share all but the name. Where a list names nothing but firms, its
    firm may be the person of the other list.
    """
    n, lists = len(cleaned), cleaned.list_of
    if not cleaned.with_role(Role.ORGANISATION) or not any(
        cleaned.with_role(role) for role in (Role.GIVEN_NAME, Role.FAMILY_NAME)
    ):
        return np.zeros(len(left), bool)
    named, firm = (
        np.logical_or.reduce(
            [np.zeros(n, bool), *(field.codes >= 0 for role in roles for field in cleaned.with_role(role))]
        )
        for roles in ((Role.GIVEN_NAME, Role.FAMILY_NAME), (Role.ORGANISATION,))
    )
    both = (
        np.bincount(lists[named], minlength=cleaned.n_lists) * np.bincount(lists[firm], minlength=cleaned.n_lists) > 0
    )
    only_named, only_firm = named & ~firm & both[lists], firm & ~named & both[lists]
    found: np.ndarray = (only_named[left] & only_firm[right]) | (only_firm[left] & only_named[right])
    return found


def guard_pairs(
    cleaned: CleanedRecords,
    fields: Sequence[FieldValues],
    levels: Sequence[np.ndarray],
    left: np.ndarray,
    right: np.ndarray,
) -> np.ndarray:
    """Reasons against merging without a person, but for two first names of one home (see `households`).

    Args:
        cleaned: The records.
        fields: The compared fields.
        levels: For each field int8 (n_pairs,).
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).

    Returns:
        uint8 (n_pairs,): `Guard` flags.
    """
    n = len(left)
    of = RoleLevels(fields, levels, n)
    out = np.zeros(n, np.uint8)
    same_id = one_number(of)
    out[of[Role.NAME_SUFFIX] > 0] |= np.uint8(Guard.SUFFIX)
    alone = _nothing_of_ones_own(of)
    out[alone & _only_one_has_a_generation(cleaned, left, right)] |= np.uint8(Guard.SUFFIX)
    if not any(role in of for roles in _KINDS for role in roles):
        out[of[Role.MIDDLE_NAME] >= level.NAME_OTHER] |= np.uint8(Guard.FIRST_NAME)
    joint = joint_records(cleaned)
    out[joint[left] | joint[right]] |= np.uint8(Guard.JOINT)
    out[_person_and_firm(cleaned, left, right) & ~same_id] |= np.uint8(Guard.FIRST_NAME)
    born = of[Role.BIRTH_DATE]
    years = _years_apart(cleaned, left, right)
    apart = (born == COMPARISONS[Role.BIRTH_DATE].different) & (years >= GENERATION_YEARS)
    slip = (born == level.DATE_DIGIT) & (years >= DECADES) & (of[Role.EMAIL] != level.SAME)
    out[(apart | slip) & ~same_id] |= np.uint8(Guard.YEARS_APART)
    # Father and son share name, home and phone, hardly ever an e-mail address, unless it is the family's.
    kin = np.flatnonzero(apart & ~same_id & home(of))
    out[kin[~own_address(cleaned, left[kin], right[kin])]] |= np.uint8(Guard.BIRTH_DATE)
    two_numbers = of.two_numbers()
    out[two_numbers & (of[Role.ORGANISATION] > level.TEXT_ALIKE)] |= np.uint8(Guard.TWO_FIRMS)
    out[two_numbers & _two_names(of)] |= np.uint8(Guard.FIRST_NAME)
    points, kinds = _points(of)
    possible = sum(
        any(len(f.values) for role in roles for f in cleaned.with_role(role))
        for roles in (*_KINDS, (Role.GIVEN_NAME, Role.FAMILY_NAME), (Role.CITY,))
    )
    customers = any(cleaned.with_role(role) for role in (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.ORGANISATION))
    if possible > 1 and customers:
        out[points < ENOUGH] |= np.uint8(Guard.THIN)
        out[kinds < 2] |= np.uint8(Guard.ONE_KIND)
    return out
