"""Engine: two first names in one home: two people, or one whose name is written wrongly.

A couple, twins or a mother and her daughter share name, home, phone and e-mail address. In other lists hardly anybody shares
them, and another first name is a slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import COMPARISONS
from entityres.scoring.estimating import wilson
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import Guard

ENOUGH_TOLD = 20
HARDLY_ANY = 0.8
"""Of so many pairs that may be two people of one home, four in five must be one person for sure (the lower bound with 95 %)
before such pairs may be merged without a person: 20 of 20 are, or 76 of 85."""

MOSTLY = 0.5
"""A postcode is no home: two first names in it are taken for two people unless most such pairs are one person."""

TWINS = 0.02
"""Of a hundred people three are twins, one or two pairs; where a hundred records have more, names are written wrongly."""


def home(of: RoleLevels) -> np.ndarray:
    """Pairs of one home."""
    contact: np.ndarray = (of[Role.PHONE] == 0) | (of[Role.EMAIL] == 0) | of.of_one_family()
    return contact | of.within(Role.STREET, level.STREET_SIMILAR)


def of_one_town(of: RoleLevels) -> np.ndarray:
    """Pairs that a town or a postcode tells to be near each other: streets of one name there are in every town."""
    city, postcode = (COMPARISONS[role].different for role in (Role.CITY, Role.POSTCODE))
    near = of.within(Role.CITY, city - 1) | of.within(Role.POSTCODE, postcode - 1)
    if Role.CITY not in of and Role.POSTCODE not in of:
        near = np.ones(of.n, bool)
    made: np.ndarray = near | (of[Role.PHONE] == level.SAME)
    return made


def of_a_firm_alone(of: RoleLevels) -> np.ndarray:
    """Pairs of one firm in one town of which neither street nor telephone is known: the firm stands for them."""
    unknown = (of[Role.STREET] < 0) & (of[Role.PHONE] < 0)
    made: np.ndarray = unknown & of.within(Role.ORGANISATION, level.TEXT_ALIKE) & of_one_town(of)
    return made


def household(of: RoleLevels) -> np.ndarray:
    """Pairs of one family and home with two first names; two of one name at a firm are as well two people."""
    made: np.ndarray = two_names(of) & family(of) & (home(of) | of_a_firm_alone(of))
    return made


def misspelt_household(of: RoleLevels) -> np.ndarray:
    """Pairs of one family, house number and postcode with two first names that are not alike.

    A family name in one postcode and at one house number is hardly ever that of two families: a street that looks like
    another one there is written wrongly, or the flat is. Neighbours of one name are no nearer than relatives.
    """
    misspelt = (of[Role.STREET] == level.STREET_NUMBER) & (of[Role.POSTCODE] == level.SAME)
    misspelt &= of.within(Role.FAMILY_NAME, level.NAME_INSIDE)
    made: np.ndarray = misspelt & (of[Role.GIVEN_NAME] == COMPARISONS[Role.GIVEN_NAME].different)
    return made


def told_apart(of: RoleLevels) -> np.ndarray:
    """Pairs with two first names that are not alike, or are alike but both names that people have."""
    given = of[Role.GIVEN_NAME]
    made: np.ndarray = (given == COMPARISONS[Role.GIVEN_NAME].different) | (given == level.NAME_OTHER)
    return made


def like_names(of: RoleLevels) -> np.ndarray:
    """Pairs with two first names that may be one."""
    given = of[Role.GIVEN_NAME]
    made: np.ndarray = (given >= level.NAME_LETTER) & (given <= level.NAME_SIMILAR)
    return made


def two_names(of: RoleLevels) -> np.ndarray:
    """Pairs with two first names, like ones among them where both are names that people have, or of a man and a woman.

    Erik and Erika are two of a family, as are Kim and Kimi where one is a man and the other a woman.
    """
    made: np.ndarray = told_apart(of) | (like_names(of) & of.two_sexes())
    return made


def by_sex(of: RoleLevels, hardly_named: np.ndarray) -> np.ndarray:
    """Pairs of a man and a woman of one family and home with hardly a first name: Mr and Mrs J. Hill.

    Args:
        of: Levels of pairs.
        hardly_named: bool (n_pairs,): one of the first names is missing or an initial.
    """
    made: np.ndarray = of.two_sexes() & hardly_named & (of[Role.FAMILY_NAME] >= 0) & family(of) & home(of)
    return made


def one_number(of: RoleLevels) -> np.ndarray:
    """Pairs of one number of their own, or of one whose neighbouring digits were swapped.

    Those of a family are often given one after the other: so they differ in a digit, not by two that changed places.
    """
    return of.within(Role.IDENTIFIER, level.NUMBER_SWAPPED)


def one_name_and_number(of: RoleLevels) -> np.ndarray:
    """Pairs of one number of their own and one name, of a firm or of a person."""
    person = (of[Role.GIVEN_NAME] == level.SAME) & (of[Role.FAMILY_NAME] == level.SAME)
    firm = of.within(Role.ORGANISATION, level.TEXT_ALIKE)
    made: np.ndarray = (of[Role.IDENTIFIER] == level.SAME) & (firm | person) & ~of.two_numbers()
    return made


def twins(of: RoleLevels) -> np.ndarray:
    """Pairs of one family, place and day of birth or all but one digit of a phone, with two first names.

    Only where no street is known, for which the postcode stands, or else the city. Where no place is known, two first names
    must have nothing in common.
    """
    place = of[Role.POSTCODE]
    place = np.where(place < 0, of[Role.CITY], place)
    apart = of[Role.GIVEN_NAME] == COMPARISONS[Role.GIVEN_NAME].different
    alike = (of[Role.BIRTH_DATE] == level.SAME) | of.within(Role.PHONE, level.PHONE_DIGIT)
    made: np.ndarray = two_names(of) & family(of) & alike & ((place == level.SAME) | ((place < 0) & apart))
    return made & (of[Role.STREET] < 0)


def near(of: RoleLevels) -> np.ndarray:
    """Pairs of one family and postcode with two first names, where no street is known."""
    made: np.ndarray = two_names(of) & family(of) & of_one_postcode_alone(of)
    return made


def two_middle_names(of: RoleLevels) -> np.ndarray:
    """Pairs of one family, home and first name with two middle names that have nothing in common.

    Relatives who are called alike mostly have middle names of their own, or those of their own fathers.
    """
    own = one_number(of) | born_alike(of) | (of[Role.EMAIL] == level.SAME)
    return _two_middles(of) & ~own


def _two_middles(of: RoleLevels) -> np.ndarray:
    """The same pairs, also if something tells them to be one person."""
    middle = of[Role.MIDDLE_NAME] == COMPARISONS[Role.MIDDLE_NAME].different
    one = of.within(Role.GIVEN_NAME, level.NAME_INSIDE) & of.within(Role.FAMILY_NAME, level.NAME_INSIDE)
    made: np.ndarray = middle & one & home(of)
    return made


def unnamed_born_apart(of: RoleLevels) -> np.ndarray:
    """Pairs of one family and home, or else postcode, of which a first name is missing and who were born on two days."""
    made: np.ndarray = _born_apart(of) & (of[Role.GIVEN_NAME] < 0)
    return made if Role.GIVEN_NAME in of else np.zeros(of.n, bool)


def _born_apart(of: RoleLevels) -> np.ndarray:
    """Pairs of one family and home, or else postcode, with two birth dates."""
    born = of[Role.BIRTH_DATE] == COMPARISONS[Role.BIRTH_DATE].different
    made: np.ndarray = born & family(of) & (home(of) | of_one_postcode_alone(of))
    return made


def of_one_postcode_alone(of: RoleLevels) -> np.ndarray:
    """Pairs of one postcode where no street is known, for which it stands."""
    made: np.ndarray = (of[Role.POSTCODE] == level.SAME) & (of[Role.STREET] < 0)
    return made


def family(of: RoleLevels) -> np.ndarray:
    """Pairs of one family name, or of one that is missing."""
    return of.within(Role.FAMILY_NAME, level.NAME_INSIDE) | (of[Role.FAMILY_NAME] < 0)


def _namesakes(of: RoleLevels) -> np.ndarray:
    """Pairs of one home and one full name with two birth dates."""
    born = of[Role.BIRTH_DATE] == COMPARISONS[Role.BIRTH_DATE].different
    made: np.ndarray = born & (of[Role.GIVEN_NAME] == level.SAME) & family(of) & home(of)
    return made


def _told(of: RoleLevels) -> tuple[np.ndarray, np.ndarray]:
    """Pairs whose birth date or a number of their own tells that they are one person, and such that tell of two."""
    born, number = of[Role.BIRTH_DATE], of[Role.IDENTIFIER]
    one = of.within(Role.BIRTH_DATE, level.DATE_DIGIT) | one_number(of)
    return one, ((born >= 0) | (number >= 0)) & ~one


def _told_by_number(of: RoleLevels) -> tuple[np.ndarray, np.ndarray]:
    """The same of pairs with two birth dates, by a number of their own alone."""
    return of.within(Role.IDENTIFIER, level.NUMBER_CHARACTER), of[Role.IDENTIFIER] > level.NUMBER_CHARACTER


@dataclass(frozen=True)
class Homes:
    """Who shares a home in these lists.

    Attributes:
        households: Two first names of one family and home may be two people.
        namesakes: So may two birth dates beside one full name and home: a father and his son.
        twins: So may two first names of one postcode and birth date or phone where no street is known.
        near: So may two first names of one family and postcode that were not born on one day, where no street is known.
        births: So may two birth dates of one home where a first name is missing.
        middles: So may two middle names of one home and first name.
    """

    households: bool = True
    namesakes: bool = True
    twins: bool = True
    near: bool = True
    births: bool = True
    middles: bool = True


def homes_in(fields: Sequence[FieldValues], levels: Sequence[np.ndarray], found: np.ndarray) -> Homes:
    """Who may share a home in these lists; anybody may, unless enough pairs show otherwise.

    Where couples and children are listed, they were born on different days. Where nearly all pairs of one family and home
    with two first names were born on the same day, or have the same number, only the first name was written wrongly. Where
    nearly all namesakes of one home have the same number, or one with a slip, only the birth date was; so where nearly all of
    one home with two birth dates have one first name. Where nearly all of one first name and home with two middle names were
    born on one day, these are slips. Twins without a street are few (`TWINS`); where there are more, the first names are
    written wrongly.

    Args:
        fields: The compared fields.
        levels: For each field int8 (n_pairs,).
        found: bool (n_pairs,): a key that reads neither birth dates nor numbers proposed the pair.
    """
    of = RoleLevels(fields, levels, len(found))
    records = max((len(field.codes) for field in fields), default=0)
    return Homes(
        _may_be_two(household(of) & found, *_told(of)),
        _may_be_two(_namesakes(of) & found, *_told_by_number(of)),
        int(np.count_nonzero(twins(of))) < max(ENOUGH_TOLD, TWINS * records),
        _may_be_two(near(of) & found, *_told(of), MOSTLY),
        _may_be_two(_born_apart(of) & found, of.within(Role.GIVEN_NAME, level.NAME_INSIDE), two_names(of)),
        _may_be_two(_two_middles(of) & found, *_told(of)),
    )


def _may_be_two(
    suspect: np.ndarray, tells_of_one: np.ndarray, tells_of_two: np.ndarray, hardly_any: float = HARDLY_ANY
) -> bool:
    one, two = (int(np.count_nonzero(told & suspect)) for told in (tells_of_one, tells_of_two))
    return one + two < ENOUGH_TOLD or wilson(one, one + two)[0] < hardly_any


def two_first_names(of: RoleLevels, shown: Homes, hardly_named: np.ndarray) -> np.ndarray:
    """bool (n_pairs,): pairs of one family and home that may be two people by their first names, their sexes or their births.

    Args:
        of: Levels of pairs.
        shown: Who shares a home in these lists.
        hardly_named: bool (n_pairs,): one of the first names is missing or an initial.
    """
    apart = household(of) | misspelt_household(of) | by_sex(of, hardly_named)
    apart = apart | twins(of) if shown.twins else apart
    apart = apart | (near(of) & ~born_alike(of)) if shown.near else apart
    apart = apart | unnamed_born_apart(of) if shown.births else apart
    apart = apart & ~one_number(of)
    return apart if shown.households else apart & _told(of)[1]


def two_names_of_home(of: RoleLevels, shown: Homes) -> np.ndarray:
    """bool (n_pairs,): pairs of one home with two first and two last names, that no number or birth date tells to be one.

    They may be of one family still, where one of the two is entered last name first.

    Args:
        of: Levels of pairs.
        shown: Who shares a home in these lists.
    """
    other = told_apart(of) & (of[Role.FAMILY_NAME] >= level.NAME_OTHER) & home(of)
    other &= ~one_number(of) & ~of.within(Role.BIRTH_DATE, level.DATE_SWAPPED)
    made: np.ndarray = other if shown.households else other & _told(of)[1]
    return made


def born_alike(of: RoleLevels) -> np.ndarray:
    """bool (n_pairs,): born on the same day, or on one with slips.

    Twins have two names. If one of two like names is none, it is the other, written wrongly.
    """
    return of.within(Role.BIRTH_DATE, level.DATE_TWO_PARTS)


def settle_namesakes(guards: np.ndarray, of: RoleLevels, shown: Homes, mere_initials: np.ndarray) -> np.ndarray:
    """uint8 (n_pairs,): the guards, but in lists that show no father and son: a date of birth alone keeps nobody apart there.

    Two middle names do, unless the list shows that they are slips; of two initials one is often misheard.

    Args:
        guards: uint8 (n_pairs,).
        of: Levels of these pairs.
        shown: Who shares a home in these lists.
        mere_initials: bool (n_pairs,): one of the middle names is missing or an initial.
    """
    if not shown.namesakes:
        two = _told_by_number(of)[1]
        guards = np.where(two, guards, guards & ~np.uint8(Guard.BIRTH_DATE | Guard.YEARS_APART)).astype(np.uint8)
    if shown.middles:
        guards = np.where(two_middle_names(of) & ~mere_initials, guards | np.uint8(Guard.FIRST_NAME), guards).astype(
            np.uint8
        )
    return guards
