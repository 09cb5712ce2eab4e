"""Engine: two firms of one name, home or owner that all other fields take for one.

Sister firms share street, phone and website as a family does, so a sum of weights says nothing once their names tell them
apart (see `firm_names`). Such a pair is worth what so many of them are, one firm in ten, and goes to a person. Where the
firms have numbers of a register or tax office, these show how many such pairs are one firm; so they do for names of which
one says more, which otherwise are taken for one firm told at length.

A firm of one name in two streets, or two towns where no street is known, has moved or has two branches, which the rows do not
tell: that is for a person as well, unless numbers show that the name is one firm's (see `named_numbers`). A box at a post
office is no second street.

Two legal forms of one name are two firms, or one that has changed its form. In one house and with one phone or e-mail address
it mostly is one, unless numbers say otherwise: its form is what people know least about a firm. Where less ties the two
together, that is for a person.

Two numbers that a register or a tax office gave to firms are those of two, whatever else is the same, unless most firms of
one name and home in a list have two: then they are no numbers of firms. Bank accounts are otherwise: a firm has several, and
sister firms may have one together, so there their names speak.

Lists differ in how they name firms. Where the names of one address mostly differ in many words ("Teddy Bear Nursery School",
"El Valor Teddy Bear 2"), everybody calls a firm as he likes, and a word more or less tells nothing; there only names at two
addresses tell of two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from entityres.records.addresses import are_boxes
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.headings import PERSON_NUMBER, Sense, sense_of
from entityres.records.legal_forms import twofold
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import COMPARISONS
from entityres.scoring.estimating import wilson
from entityres.scoring.firm_names import FirmNames, Told
from entityres.scoring.households import ENOUGH_TOLD, HARDLY_ANY, family, home, one_number
from entityres.scoring.named_numbers import NamedNumbers
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import weight_of
from entityres.scoring.told_shares import MAY_BE_TWO, at_most, share_of, share_of_one

ONE_FIRM = {
    Told.APART: 0.1,
    Told.ADDED: 0.1,
    Told.UNLIKE: 0.1,
    Told.OTHER: 0.3,
    Told.UNKNOWN: 0.8,
    Told.MORE: 0.8,
    Told.IN_FULL: 0.5,
    Told.LONGER: 0.9,
    Told.PLACED: 0.9,
}
"""Share of pairs that are one firm though their names tell of two (it was renamed, or has two trades), or one says more or
something else, as known beforehand. Who leaves the trade out of a name mostly leaves out the legal form as well: two names
told in full, "Winter GmbH" and "Winter Logistik GmbH", are as likely two firms as one."""

ENOUGH_UNLIKE = 20
MOSTLY = 0.5
"""So many names of one address that differ in many words, and more than half of all that tell of two or have nothing in common
(the lower bound with 95 %), show that firms are named freely. Names of one firm have a word in common, those of the tenants
of one house mostly none."""

MOVED = 0.5
"""Share of pairs at two places that are one firm, which has moved, and no two branches, as known beforehand: as
likely the one as the other."""

TWO_NAMES_AND_NUMBERS = 0.1
"""Share of pairs with two names and two numbers that are one firm, where numbers tell firms apart: both would be wrong."""

TWO_NUMBERS = 0.4
"""Share of pairs of one name and home with two numbers that are one firm, as known beforehand: a register or a tax office
gives each firm one number, so they are rather two of one name; but numbers are mistaken, and firms are founded anew."""

REFORMED = 0.8
"""Share of pairs of one name and home with two legal forms that are one firm, as known beforehand: it has changed its form,
or somebody wrote a wrong one."""

SECOND_NAME = 0.5
"""A column of second names has at least so many different ones, as a share of the first names; a column of who pays, supplies
or insures has fewer, and two firms may have one supplier."""

ACCOUNTS = frozenset({"iban", "bank account", "bank account number", "kontonummer"})

MISSING = -1

TELLING = (Role.STREET, Role.PHONE, Role.EMAIL, Role.IDENTIFIER)
"""What sister firms share. In a list without any of them nothing outweighs names, and a text may hold a whole address."""


HOME = (Role.STREET, Role.PHONE, Role.EMAIL)
"""By which firms of one home are known."""


@dataclass(frozen=True)
class TwoFirms:
    """Tells two firms apart by their names.

    Attributes:
        names: Of the field of organisations that names most.
        second: For each other field of organisations that may hold second names int32 (n_records,): their codes.
        one_firm: Share of pairs that are one firm, by what their names tell.
        named_freely: Whether names of one address mostly differ in many words.
        people: Whether people with first and last names are listed, not firms with somebody to ask for.
        moved: Share of pairs at two places that are one firm.
        of_chain: The same of names that stand with two numbers.
        numbers: What numbers tell of the names; None where there is not one column of them.
        numbers_tell: Whether numbers tell firms apart.
        accounts: Names of fields of bank accounts, of which a firm has several, and sister firms have one together.
        registered: Names of fields of numbers of which a firm has one, as their headings say.
        numbers_change: Whether most firms of one name and home have two numbers: then these are not the firms' own.
        boxes: bool (n_records,): the street is a box at a post office; None where no street is known.
        forms: int32 (n_records,): legal forms, -1 for none; None where they are not known.
        reformed: Share of pairs of one name and home with two legal forms that are one firm.
    """

    names: FirmNames
    second: tuple[np.ndarray, ...] = ()
    one_firm: Mapping[Told, float] = field(default_factory=lambda: ONE_FIRM)
    named_freely: bool = False
    people: bool = False
    moved: float = MOVED
    of_chain: float = MOVED
    numbers: NamedNumbers | None = None
    numbers_tell: bool = False
    accounts: frozenset[str] = frozenset()
    registered: frozenset[str] = frozenset()
    numbers_change: bool = False
    boxes: np.ndarray | None = None
    forms: np.ndarray | None = None
    reformed: float = REFORMED

    @classmethod
    def among(
        cls, fields: Sequence[FieldValues], forms: np.ndarray | None = None, *, people: bool = False
    ) -> TwoFirms | None:
        """None where there is no field of organisations, or nothing beside it that sister firms share.

        Of several fields the one with most different values names the firms; one with as many values of its own may hold
        a second name, such as that on the door, and where this is the same the first tells nothing.
        """
        firms = sorted((one for one in fields if one.role == Role.ORGANISATION), key=lambda one: -len(one.values))
        if not firms or not any(one.role in TELLING for one in fields):
            return None
        second = tuple(one.codes for one in firms[1:] if len(one.values) >= SECOND_NAME * len(firms[0].values))
        cities = [one for one in fields if one.role == Role.CITY]
        streets = [one for one in fields if one.role == Role.STREET]
        boxes = np.append(are_boxes(streets[0].values), False)[streets[0].codes] if len(streets) == 1 else None
        numbers = [one for one in fields if one.role == Role.IDENTIFIER]
        accounts = frozenset(one.name for one in numbers if _are_accounts(one))
        registered = frozenset(one.name for one in numbers if _are_registered(one)) - accounts
        named = NamedNumbers.of(firms[0], numbers[0]) if len(numbers) == 1 else None
        names = FirmNames(firms[0], cities)
        return cls(
            names,
            second,
            people=people,
            boxes=boxes,
            forms=forms,
            numbers=named,
            accounts=accounts,
            registered=registered,
        )

    def looked_at(
        self, of: RoleLevels, found: np.ndarray, left: np.ndarray, right: np.ndarray, *, people: bool
    ) -> TwoFirms:
        """The same, having seen how firms of one address are named, and whether they have one number.

        Args:
            of: Levels of the candidate pairs.
            found: bool (n_pairs,): a key that reads no numbers proposed the pair.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
            people: As the attribute.
        """
        at_home = np.flatnonzero(home(of))
        told = self._told(left[at_home], right[at_home])
        unlike, apart, other = (int(np.count_nonzero(told == one)) for one in (Told.UNLIKE, Told.APART, Told.OTHER))
        freely = unlike >= ENOUGH_UNLIKE and wilson(unlike, unlike + apart + other)[0] > MOSTLY
        number = np.where(found, of[Role.IDENTIFIER], MISSING)[at_home]
        one, two = (number >= 0) & (number <= level.NUMBER_CHARACTER), number > level.NUMBER_CHARACTER
        reformed = REFORMED
        elsewhere = self._elsewhere(of, left, right)
        away, other_form = elsewhere[at_home], two_forms(self.forms, left[at_home], right[at_home])
        same_name = (of[Role.ORGANISATION][at_home] == level.SAME) & ~away & ~other_form
        tell, change = _tell(one, two, same_name, HARDLY_ANY), _tell(two, one, same_name, MOSTLY)
        places = replace(self, moved=self._as_many_have_moved(of, left, right, elsewhere))
        if not tell:
            shares = self._as_many_allow(of, left, right)
        else:
            shares = {kind: share_of_one(one, two, told == kind, known) for kind, known in ONE_FIRM.items()}
            reformed = share_of_one(one, two, other_form & (told == Told.NOTHING) & ~away, REFORMED)
            away &= told == Told.NOTHING
            places = places._seen_elsewhere(left[at_home][away], right[at_home][away], one[away], two[away])
        branches = np.flatnonzero(elsewhere & (of[Role.IDENTIFIER] == level.SAME))
        branches = branches[self.names.told(left[branches], right[branches]) == Told.NOTHING]
        numbers = None if self.numbers is None else self.numbers.seen_at_two_places(left[branches], right[branches])
        places = replace(places, numbers=numbers, numbers_tell=tell, numbers_change=change)
        return replace(places, one_firm=shares, named_freely=freely, reformed=reformed, people=people)

    def _as_many_allow(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> Mapping[Told, float]:
        """Share of pairs that are one firm, by what their names tell; fewer of a kind of which there are many."""
        at_home = home(of) if any(role in of for role in HOME) else of.within(Role.ORGANISATION, level.TEXT_ALIKE)
        near = np.flatnonzero(at_home & (of[Role.ORGANISATION] >= 0) & ~one_number(of))
        told = np.bincount(self._told(left[near], right[near]), minlength=len(Told))
        alike = int(told[Told.NOTHING])
        return {
            kind: known if known >= MAY_BE_TWO else at_most(known, alike, int(told[kind]))
            for kind, known in ONE_FIRM.items()
        }

    def _as_many_have_moved(self, of: RoleLevels, left: np.ndarray, right: np.ndarray, elsewhere: np.ndarray) -> float:
        """Share of pairs of one name at two places that are one firm, fewer where these are many more than those at one."""
        named = np.flatnonzero((of[Role.ORGANISATION] >= 0) & ~one_number(of) & (elsewhere | home(of)))
        alike = named[self._told(left[named], right[named]) == Told.NOTHING]
        away = int(np.count_nonzero(elsewhere[alike]))
        return at_most(MOVED, len(alike) - away, away)

    def _seen_elsewhere(self, left: np.ndarray, right: np.ndarray, one: np.ndarray, two: np.ndarray) -> TwoFirms:
        """The same, having seen pairs of one name at two places that have one number or two.

        Where too few have numbers, their count says what is known beforehand.
        """
        known = MOVED if int(np.count_nonzero(one | two)) >= ENOUGH_TOLD else self.moved
        if self.numbers is None:
            return replace(self, moved=share_of_one(one, two, np.ones(len(one), bool), known))
        chain = self.numbers.of_several(left, right)
        moved = share_of(*self.numbers.votes(left, one, two), known)
        return replace(self, moved=moved, of_chain=share_of_one(one, two, chain, known))

    def most(
        self, of: RoleLevels, left: np.ndarray, right: np.ndarray, numbers: np.ndarray | None = None
    ) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs that may be two firms by names or numbers, infinity for others.

        Not so with one number, and not for one person who is listed, whatever firm he works for.

        Args:
            of: Levels of these pairs.
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
            numbers: float32 (n_pairs,): bits that numbers say against a pair. Two names do not say what two numbers say: both
                speak, unless the numbers have shown what the names say.
        """
        odds = np.full(len(Told), np.inf, np.float32)
        for kind, share in self.one_firm.items():
            if share < MAY_BE_TWO:
                odds[kind] = weight_of(share)
        told = self._told(left, right)
        most = odds[told]
        if self.numbers_tell:
            two = (told != Told.NOTHING) & (of[Role.IDENTIFIER] == level.NUMBER_DIFFERENT)
            most[two] = np.minimum(most[two], np.float32(weight_of(TWO_NAMES_AND_NUMBERS)))
        elsewhere = np.flatnonzero(self._elsewhere(of, left, right))
        most[elsewhere] = np.minimum(most[elsewhere], self._most_elsewhere(left[elsewhere], right[elsewhere]))
        if numbers is not None and not self.numbers_tell:
            most += numbers
        # Names in two scripts are not compared. What a branch leaves out is the name of all branches.
        unnamed = of[Role.ORGANISATION] < 0
        unnamed[elsewhere] = False
        one, two = of.agree_and_differ(but=self.accounts)
        # What two firms of one account are called speaks all the same.
        one |= (told == Told.NOTHING) & of.agree_and_differ(self.accounts)[0]
        person = self._one_person(of)
        most[(one & ~two) | person | unnamed] = np.inf
        if self.named_freely:
            most[of[Role.STREET] <= level.STREET_SIMILAR] = np.inf
        if not self.numbers_change:
            one, two = of.agree_and_differ(self.registered)
            two &= home(of) & ~one & ~one_number(of) & ~(person if self.people else unnamed)
            most[two] = np.minimum(most[two], np.float32(weight_of(TWO_NUMBERS)))
        return most

    def _most_elsewhere(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs of firms at two places."""
        moved, of_chain = (weight_of(one) if one < MAY_BE_TWO else np.inf for one in (self.moved, self.of_chain))
        most = np.full(len(left), moved, np.float32)
        if self.numbers is not None:
            most[self.numbers.of_several(left, right)] = of_chain
            most[self.numbers.of_one(left, right)] = np.inf
        return most

    def only_reformed(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs with two legal forms that are one firm: of one name, house and phone or e-mail address.

        Not such with two numbers, nor a company and the partnership that has it as a partner (GmbH, GmbH & Co. KG): these
        two are registered side by side and hold one house.

        Args:
            of: Levels of these pairs.
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
        """
        if self.forms is None or self.reformed < MAY_BE_TWO:
            return np.zeros(of.n, bool)
        house = of.within(Role.STREET, level.STREET_SIMILAR)
        reached = (of[Role.PHONE] == level.SAME) | (of[Role.EMAIL] == level.SAME)
        made = two_forms(self.forms, left, right) & house & reached
        made &= twofold(self.forms[left]) == twofold(self.forms[right])
        made &= of[Role.IDENTIFIER] != level.NUMBER_DIFFERENT
        places = np.flatnonzero(made)
        made[places] = self.names.told(left[places], right[places]) == Told.NOTHING
        return made

    def _told(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int8 (n_pairs,): `Told`, by names and legal forms; nothing where a second name is the same."""
        forms = self.forms
        told = self.names.told(left, right, None if forms is None else (forms[left] >= 0) & (forms[right] >= 0))
        for codes in self.second:
            told[(codes[left] == codes[right]) & (codes[left] >= 0)] = Told.NOTHING
        return told

    def _elsewhere(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Pairs of firms at two places, also without a name beside no person's; a box at a post office is no place."""
        named = (of[Role.FAMILY_NAME] >= 0) | (of[Role.GIVEN_NAME] >= 0)
        made = at_two_places(of) & ((of[Role.ORGANISATION] >= 0) | ~named)
        return made if self.boxes is None else made & (self.boxes[left] == self.boxes[right])

    def _one_person(self, of: RoleLevels) -> np.ndarray:
        """Pairs of one person; where firms are listed with the same birth date or e-mail address as well."""
        if self.people:
            return _one_name(of)
        told = (of[Role.BIRTH_DATE] == level.SAME) | (of[Role.EMAIL] == level.SAME)
        return _one_name(of) & (of[Role.GIVEN_NAME] == level.SAME) & told


def _senses(field: FieldValues) -> list[Sense]:
    return [sense_of(heading) for headings in field.sources for heading in headings]


def _are_accounts(field: FieldValues) -> bool:
    """Whether a heading says that a column holds bank accounts."""
    return any(sense.phrase in ACCOUNTS for sense in _senses(field))


def _are_registered(field: FieldValues) -> bool:
    """Whether the headings say that numbers belong to whoever is named."""
    return {sense.kind for sense in _senses(field)} == {PERSON_NUMBER}


def at_two_places(of: RoleLevels) -> np.ndarray:
    """Pairs in two streets, or in two towns where no street tells; nor does one of which only the name or the number is one."""
    street, postcode = of[Role.STREET], COMPARISONS[Role.POSTCODE].different
    towns = (of[Role.CITY] == COMPARISONS[Role.CITY].different) & ~of.within(Role.POSTCODE, postcode - 1)
    made: np.ndarray = (street == level.STREET_DIFFERENT) | (~of.within(Role.STREET, level.STREET_SIMILAR) & towns)
    return made


def _one_name(of: RoleLevels) -> np.ndarray:
    """Pairs of one first and last name, or of like ones."""
    return of.within(Role.GIVEN_NAME, level.NAME_SIMILAR) & (of[Role.FAMILY_NAME] >= 0) & family(of)


def _tell(one: np.ndarray, two: np.ndarray, same_name: np.ndarray, least: float) -> bool:
    """Whether so many firms of one name and home at least have one number, or two where these come first."""
    alike, apart = (int(np.count_nonzero(told & same_name)) for told in (one, two))
    return alike + apart >= ENOUGH_TOLD and wilson(alike, alike + apart)[0] >= least


def two_forms(forms: np.ndarray | None, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n_pairs,): pairs of records with two legal forms.

    Args:
        forms: As `CleanedRecords.legal_forms`.
        left: int32 (n_pairs,) records.
        right: int32 (n_pairs,).
    """
    if forms is None:
        return np.zeros(len(left), bool)
    a, b = forms[left], forms[right]
    two: np.ndarray = (a >= 0) & (b >= 0) & (a != b)
    return two


def two_legal_forms(
    cleaned: CleanedRecords, of: RoleLevels, left: np.ndarray, right: np.ndarray, *, people: bool
) -> np.ndarray:
    """bool (n_pairs,): pairs of firms with two legal forms and without one number; not of one person where people are listed.

    Args:
        cleaned: The records.
        of: Levels of these pairs.
        left: int32 (n_pairs,) records.
        right: int32 (n_pairs,).
        people: Whether people are listed, and not firms.
    """
    two = two_forms(cleaned.legal_forms, left, right) & (of[Role.ORGANISATION] >= 0) & ~one_number(of)
    return two & ~_one_name(of) if people else two
