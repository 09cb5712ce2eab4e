"""Engine: what a field only repeats of another one.

A Fellegi-Sunter sum takes fields for independent. Where they are not (a town and its postcode, parts of an address that
change together in a move), the same evidence would count twice; here it is taken off.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.genders import tells_sex
from entityres.records.roles import Role
from entityres.scoring import comparisons as level


def discount(fields: Sequence[FieldValues], levels: Sequence[np.ndarray], weights: Sequence[np.ndarray]) -> None:
    """Take off what a field only repeats of another one; changes the weights in place.

    A city says nothing new once the postcode agrees, a postcode little once the street does, be it with another house
    number, and a flat nothing in another house. A move changes all parts of an address at once. Postcodes of one city are
    alike: one that is nearly the same follows from the city. An e-mail that is merely similar follows from the name, and so
    does the sex. Text fields of one record speak about the same words. A firm's branches share its phone.
    """
    by_role: dict[Role, list[int]] = {}
    for i, field in enumerate(fields):
        by_role.setdefault(field.role, []).append(i)

    def of(*roles: Role) -> list[int]:
        return [i for role in roles for i in by_role.get(role, [])]

    _one_against(weights, of(Role.STREET, Role.UNIT, Role.POSTCODE, Role.CITY, Role.REGION, Role.COUNTRY), 0.25)
    _follows(weights, levels, of(Role.STREET, Role.POSTCODE), of(Role.CITY, Role.REGION, Role.COUNTRY), 0.2)
    _follows(weights, levels, of(Role.STREET), of(Role.POSTCODE), 0.4, (level.SAME, level.STREET_OTHER_NUMBER))
    _of_a_house(weights, levels, of(Role.STREET), of(Role.UNIT))
    _sexes(weights, levels, [i for i, field in enumerate(fields) if tells_sex(field)], of(Role.GIVEN_NAME))
    _alike(weights, levels, of(Role.GIVEN_NAME, Role.FAMILY_NAME), of(Role.EMAIL), 0.3)
    _alike(weights, levels, of(Role.CITY), of(Role.POSTCODE), 0.2)
    if not of(Role.GIVEN_NAME, Role.FAMILY_NAME):
        _branches(weights, levels, of(Role.ORGANISATION), of(Role.STREET), of(Role.PHONE, Role.EMAIL))
    words = of(Role.TITLE, Role.TEXT, Role.ITEMS)
    _one_against(weights, words, 0.4)
    for role in (Role.PHONE, Role.EMAIL, Role.IDENTIFIER):
        _one_against(weights, of(role), 0.3)


def _alike(
    weights: Sequence[np.ndarray], levels: Sequence[np.ndarray], leaders: list[int], followers: list[int], rest: float
) -> None:
    """What is merely alike, and not the same, counts only in part where all fields that it follows from agree."""
    if not leaders:
        return
    agree = np.all([levels[i] == level.SAME for i in leaders], axis=0)
    for i in followers:
        weights[i][agree & (levels[i] > level.SAME) & (weights[i] > 0)] *= np.float32(rest)


def _sexes(weights: Sequence[np.ndarray], levels: Sequence[np.ndarray], sexes: list[int], names: list[int]) -> None:
    """One sex goes with one first name, but not with an initial; a form of address and a letter for it say the same."""
    for i in sexes:
        for j in names:
            like = (levels[j] >= level.SAME) & (levels[j] <= level.NAME_INSIDE) & (levels[j] != level.NAME_INITIAL)
            weights[i][like & (weights[i] > 0)] = 0
    for i in sexes[1:]:
        weights[i][levels[sexes[0]] >= 0] = 0


def _branches(
    weights: Sequence[np.ndarray],
    levels: Sequence[np.ndarray],
    firms: list[int],
    streets: list[int],
    contacts: list[int],
) -> None:
    """Firms with other names in other streets may be branches of one: the phone of the head office counts half for them."""
    if not firms or not streets:
        return
    elsewhere = np.all([levels[i] == level.STREET_DIFFERENT for i in streets], axis=0)
    elsewhere &= np.all([levels[i] != level.SAME for i in firms], axis=0)
    for i in contacts:
        weights[i][elsewhere & (weights[i] > 0)] *= np.float32(0.5)


def _one_against(weights: Sequence[np.ndarray], places: list[int], rest: float) -> None:
    """Of several fields that change together, only the strongest evidence against counts in full."""
    if len(places) < 2:
        return
    strongest = np.min([weights[i] for i in places], axis=0)
    taken = np.zeros(len(strongest), bool)
    for i in places:
        against = weights[i] < 0
        first = against & (weights[i] == strongest) & ~taken
        taken |= first
        weights[i][against & ~first] *= np.float32(rest)


def _of_a_house(
    weights: Sequence[np.ndarray], levels: Sequence[np.ndarray], streets: list[int], units: list[int]
) -> None:
    """A flat is one of a house: the third flats of two houses have nothing in common."""
    for i in units:
        for j in streets:
            weights[i][(levels[j] >= level.STREET_OTHER_NUMBER) & (weights[i] > 0)] = 0


def _follows(
    weights: Sequence[np.ndarray],
    levels: Sequence[np.ndarray],
    leaders: list[int],
    followers: list[int],
    rest: float,
    agree: tuple[int, ...] = (level.SAME,),
) -> None:
    """Evidence for a match that follows from another field that agrees counts only in part."""
    if not leaders:
        return
    led = np.any([levels[i] == one for i in leaders for one in agree], axis=0)
    for i in followers:
        weights[i][led & (weights[i] > 0)] *= np.float32(rest)
