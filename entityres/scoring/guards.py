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
from entityres.scoring.estimating import wilson
from entityres.scoring.scored_pairs import Guard

ENOUGH = 3
"""Points of agreement that an automatic merge needs: one field that is the same gives 2, one that is near gives 1."""

GENERATION_YEARS = 10
"""Birth years further apart than this are two people, not a slip."""

ENOUGH_TOLD = 20
HARDLY_ANY_HOUSEHOLD = 0.8
"""Of so many pairs of one family and home with two first names, four in five must be one person for sure (the lower bound
with 95 %) before such pairs may be merged without a person: 20 of 20 are, or 76 of 85."""

_NEAR: dict[Role, int] = {
    Role.ORGANISATION: level.TEXT_ALIKE,
    Role.TITLE: level.TEXT_ALIKE,
    Role.TEXT: level.TEXT_ALIKE,
    Role.ITEMS: level.TEXT_ALIKE,
    Role.BIRTH_DATE: level.DATE_DIGIT,
    Role.STREET: level.STREET_SIMILAR,
    Role.PHONE: level.PHONE_DIGIT,
    Role.EMAIL: level.EMAIL_SIMILAR,
    Role.IDENTIFIER: 1,
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


class _Levels:
    """Levels by role; several fields of one role count by their best level."""

    def __init__(self, fields: Sequence[FieldValues], levels: Sequence[np.ndarray], n: int) -> None:
        self.n = n
        self._of: dict[Role, np.ndarray] = {}
        for field, found in zip(fields, levels, strict=True):
            known = self._of.get(field.role)
            if known is None:
                self._of[field.role] = found
            else:
                better = (found >= 0) & ((known < 0) | (found < known))
                self._of[field.role] = np.where(better, found, known)

    def __contains__(self, role: Role) -> bool:
        return role in self._of

    def __getitem__(self, role: Role) -> np.ndarray:
        return self._of.get(role, np.full(self.n, -1, np.int8))

    def within(self, role: Role, last: int) -> np.ndarray:
        """Pairs whose level is 0 .. last."""
        found = self[role]
        return (found >= 0) & (found <= last)


def _name_points(of: _Levels) -> np.ndarray:
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


def _points(of: _Levels) -> tuple[np.ndarray, np.ndarray]:
    """Points of agreement, and of how many kinds of evidence (name, birth date, address, phone, ...) they are."""
    name = _name_points(of)
    total, kinds = name.astype(np.int16), (name > 0).astype(np.int16)
    for roles in _KINDS:
        best = np.zeros(of.n, np.int16)
        for role in roles:
            if role in of:
                best = np.maximum(best, np.where(of[role] == 0, 2, of.within(role, _NEAR[role])))
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


def _joint(cleaned: CleanedRecords) -> np.ndarray:
    """bool (n_records,): the record names two people."""
    out = np.zeros(len(cleaned), bool)
    for field in cleaned.with_role(Role.NAME_SUFFIX):
        is_joint = np.concatenate([field.texts == "joint", [False]])
        out |= is_joint[field.codes].astype(bool)
    return out


def _home(of: _Levels) -> np.ndarray:
    """Pairs of one home."""
    return of.within(Role.STREET, level.STREET_SIMILAR) | (of[Role.PHONE] == 0) | (of[Role.EMAIL] == 0)


def _household(of: _Levels) -> np.ndarray:
    """Pairs of one family and home with two first names."""
    given, born = of[Role.GIVEN_NAME], of[Role.BIRTH_DATE]
    family = of.within(Role.FAMILY_NAME, level.NAME_INSIDE) | (of[Role.FAMILY_NAME] < 0)
    two_people = (given == COMPARISONS[Role.GIVEN_NAME].different) | ((given == level.NAME_OTHER) & (born != 0))
    made: np.ndarray = two_people & family & _home(of)
    return made


def _told(of: _Levels) -> tuple[np.ndarray, np.ndarray]:
    """Pairs whose birth date or a number of their own tells that they are one person, and such that tell of two."""
    born, number = of[Role.BIRTH_DATE], of[Role.IDENTIFIER]
    one = of.within(Role.BIRTH_DATE, level.DATE_DIGIT) | (number == 0)
    return one, ((born >= 0) | (number >= 0)) & ~one


def shows_households(fields: Sequence[FieldValues], levels: Sequence[np.ndarray], found: np.ndarray) -> bool:
    """Whether two first names in one household may be two people in these lists; they may, unless enough pairs show otherwise.

    Where couples and children are listed, they were born on different days. Where nearly all pairs of one family and home
    with two first names were born on the same day, or have the same number, only the first name was written wrongly.

    Args:
        fields: The compared fields.
        levels: For each field int8 (n_pairs,).
        found: bool (n_pairs,): a key that reads neither birth dates nor numbers proposed the pair.
    """
    of = _Levels(fields, levels, len(found))
    suspect = _household(of) & found
    one, two = (int(np.count_nonzero(told & suspect)) for told in _told(of))
    return one + two < ENOUGH_TOLD or wilson(one, one + two)[0] < HARDLY_ANY_HOUSEHOLD


def without_households(guards: np.ndarray, fields: Sequence[FieldValues], levels: Sequence[np.ndarray]) -> np.ndarray:
    """uint8 (n_pairs,): the guards of lists that show no households: another first name alone keeps nobody apart."""
    _, two = _told(_Levels(fields, levels, len(guards)))
    return np.where(two, guards, guards & ~np.uint8(Guard.FIRST_NAME)).astype(np.uint8)


def guard_pairs(
    cleaned: CleanedRecords,
    fields: Sequence[FieldValues],
    levels: Sequence[np.ndarray],
    left: np.ndarray,
    right: np.ndarray,
) -> np.ndarray:
    """Reasons against merging without a person.

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
    of = _Levels(fields, levels, n)
    out = np.zeros(n, np.uint8)
    same_id = of[Role.IDENTIFIER] == 0
    out[of[Role.NAME_SUFFIX] > 0] |= np.uint8(Guard.SUFFIX)
    joint = _joint(cleaned)
    out[joint[left] | joint[right]] |= np.uint8(Guard.JOINT)
    born = of[Role.BIRTH_DATE]
    apart = (born == COMPARISONS[Role.BIRTH_DATE].different) & (_years_apart(cleaned, left, right) >= GENERATION_YEARS)
    out[apart & ~same_id] |= np.uint8(Guard.YEARS_APART)
    home = _home(of)
    # Father and son share name, home and phone, hardly ever an e-mail address.
    out[apart & ~same_id & home & (of[Role.EMAIL] != 0)] |= np.uint8(Guard.BIRTH_DATE)
    out[_household(of) & ~same_id] |= np.uint8(Guard.FIRST_NAME)
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
