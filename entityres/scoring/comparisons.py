"""Engine: comparison levels by role, with what is known about them before any data is seen.

`m` is the share of true pairs that reach the level, `u` that of strangers. The m values are round numbers from what
happens to customer data: about a fifth of names, streets and e-mails are written differently when a person is typed in
again, a tenth of people move, a quarter change their phone or e-mail, one in twenty changes the surname. They are not
fitted to a list. The u values only matter where a list is too small to measure them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from entityres.records.fields import FieldValues
from entityres.records.genders import tells_sex
from entityres.records.roles import Role


class Measure(StrEnum):
    """How two cleaned texts are brought to a level."""

    NAME = "name"
    WORDS = "words"
    STREET = "street"
    PLACE = "place"
    POSTCODE = "postcode"
    PHONE = "phone"
    EMAIL = "email"
    DATE = "date"
    IDENTIFIER = "identifier"
    NUMBER = "number"
    SAME = "same"


@dataclass(frozen=True)
class Level:
    """One outcome of a comparison: the words shown, and its prior m and u probability."""

    words: str
    m: float
    u: float


@dataclass(frozen=True)
class Comparison:
    """How one role is compared: from "same" down to "different".

    Attributes:
        measure: How texts are compared.
        levels: Best first; the first is "same", the last "different".
        frequency: Prior chance that two strangers have one value, where the list is too small to tell.
        weight: How much of that prior there is, counted in records. What nearly everybody has of his own (a phone, an
            e-mail, an address) is known to be rare; in a list of a hundred a phone that stands twice is a copy, no common
            phone.
    """

    measure: Measure
    levels: tuple[Level, ...]
    frequency: float
    weight: int

    @property
    def own(self) -> bool:
        """Whether this is something that hardly two people share."""
        return self.weight == OWN

    @property
    def different(self) -> int:
        """Number of the last level."""
        return len(self.levels) - 1


SAME_WORDS = "same"
"""The first level of every comparison in words."""

SAME = 0
NAME_SWAPPED, NAME_LETTER, NAME_NICKNAME, NAME_INITIAL, NAME_SIMILAR, NAME_INSIDE, NAME_OTHER = range(1, 8)
DATE_SWAPPED, DATE_DIGIT, DATE_TWO_PARTS, DATE_YEAR = range(1, 5)
STREET_SIMILAR, STREET_NUMBER, STREET_OTHER_NUMBER, STREET_DIFFERENT = range(1, 5)
PHONE_LOCAL, PHONE_DIGIT = range(1, 3)
EMAIL_LOCAL, EMAIL_SIMILAR, EMAIL_DIFFERENT = range(1, 4)
NUMBER_SWAPPED, NUMBER_CHARACTER, NUMBER_DIFFERENT = range(1, 4)


OWN, SHARED = 200, 50
"""Weight of the prior frequency in records: of what people have of their own, and of what many share."""

OWN_BELOW = 0.0001
"""Up to this chance that strangers share a value it is something of one's own."""


def _comparison(measure: Measure, frequency: float, *levels: tuple[str, float, float]) -> Comparison:
    weight = OWN if frequency <= OWN_BELOW else SHARED
    return Comparison(measure, tuple(Level(*level) for level in levels), frequency, weight)


_GIVEN = _comparison(
    Measure.NAME,
    0.005,
    ("same", 0.77, 0.005),
    ("words swapped", 0.02, 0.0002),
    ("1 letter", 0.05, 0.002),
    ("nickname", 0.04, 0.002),
    ("initial", 0.05, 0.01),
    ("similar", 0.02, 0.005),
    ("one inside the other", 0.015, 0.002),
    ("other name, 1 letter", 0.005, 0.002),
    ("different", 0.03, 0.97),
)
_FAMILY = _comparison(
    Measure.NAME,
    0.001,
    ("same", 0.79, 0.001),
    ("words swapped", 0.02, 0.0002),
    ("1 letter", 0.07, 0.001),
    ("nickname", 0.005, 0.0005),
    ("initial", 0.01, 0.001),
    ("similar", 0.03, 0.004),
    ("one inside the other", 0.02, 0.001),
    ("other name, 1 letter", 0.005, 0.001),
    ("different", 0.05, 0.98),
)
TEXT_STEPS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""From how alike (0 to 1) two texts reach levels 1, 2, ...; what strangers reach is measured and carried on, see `tails`."""

TEXT_ALIKE, TEXT_SOME = 4, 7
"""Last level of texts at which more than half is the same, and the last at which some words are."""

_TEXT_WORDS = (
    "same",
    "nearly the same",
    "very much alike",
    "most words shared",
    "more than half shared",
    "about half shared",
    "many words shared",
    "some words shared",
    "few words shared",
    "hardly a word shared",
    "different",
)


def _texts(frequency: float, *m: float) -> Comparison:
    """Texts: strangers' share of each level falls by three for each tenth, until the list itself has been measured."""
    u = [frequency, *(0.2 * 3.0**-step for step in range(8, -1, -1)), 0.7]
    return _comparison(Measure.WORDS, frequency, *zip(_TEXT_WORDS, m, u, strict=True))


_NAMES_OF_THINGS = (0.25, 0.12, 0.11, 0.11, 0.10, 0.09, 0.08, 0.06, 0.04, 0.02, 0.02)
"""Titles and names of firms are written anew in half of all cases, with more or fewer words."""

COMPARISONS: dict[Role, Comparison] = {
    Role.GIVEN_NAME: _GIVEN,
    Role.FAMILY_NAME: _FAMILY,
    Role.MIDDLE_NAME: _comparison(
        Measure.NAME,
        0.01,
        ("same", 0.60, 0.02),
        ("words swapped", 0.01, 0.001),
        ("1 letter", 0.03, 0.002),
        ("nickname", 0.02, 0.002),
        ("initial", 0.20, 0.05),
        ("similar", 0.02, 0.005),
        ("one inside the other", 0.02, 0.005),
        ("other name, 1 letter", 0.01, 0.002),
        ("different", 0.09, 0.90),
    ),
    Role.NAME_SUFFIX: _comparison(Measure.SAME, 0.3, ("same", 0.95, 0.3), ("different", 0.05, 0.7)),
    Role.ORGANISATION: _texts(0.0001, *_NAMES_OF_THINGS),
    Role.STREET: _comparison(
        Measure.STREET,
        0.00005,
        ("same", 0.62, 0.00005),
        ("similar", 0.18, 0.00005),
        ("same house number", 0.03, 0.005),
        ("other house number", 0.05, 0.0005),
        ("different", 0.12, 0.99),
    ),
    Role.UNIT: _comparison(Measure.SAME, 0.02, ("same", 0.80, 0.02), ("different", 0.20, 0.98)),
    Role.CITY: _comparison(
        Measure.PLACE,
        0.01,
        ("same", 0.82, 0.01),
        ("similar", 0.07, 0.003),
        ("one inside the other", 0.02, 0.002),
        ("different", 0.09, 0.98),
    ),
    Role.REGION: _comparison(Measure.SAME, 0.08, ("same", 0.92, 0.08), ("different", 0.08, 0.92)),
    Role.COUNTRY: _comparison(Measure.SAME, 0.5, ("same", 0.98, 0.5), ("different", 0.02, 0.5)),
    Role.POSTCODE: _comparison(
        Measure.POSTCODE,
        0.001,
        ("same", 0.78, 0.001),
        ("1 character", 0.06, 0.001),
        ("same area", 0.05, 0.01),
        ("different", 0.11, 0.98),
    ),
    Role.PHONE: _comparison(
        Measure.PHONE,
        0.00001,
        ("same", 0.60, 0.00001),
        ("other area code", 0.10, 0.00001),
        ("1 digit", 0.04, 0.00001),
        ("different", 0.26, 1.0),
    ),
    Role.EMAIL: _comparison(
        Measure.EMAIL,
        0.00001,
        ("same", 0.62, 0.00001),
        ("other provider", 0.06, 0.00005),
        ("similar", 0.07, 0.0002),
        ("different", 0.25, 1.0),
    ),
    Role.BIRTH_DATE: _comparison(
        Measure.DATE,
        0.00005,
        ("same", 0.80, 0.00005),
        ("day/month swapped", 0.04, 0.00003),
        ("1 digit", 0.07, 0.0006),
        ("two parts the same", 0.03, 0.002),
        ("same year", 0.02, 0.015),
        ("different", 0.04, 0.98),
    ),
    Role.DATE: _comparison(
        Measure.DATE,
        0.0005,
        ("same", 0.70, 0.0005),
        ("day/month swapped", 0.02, 0.0001),
        ("1 digit", 0.06, 0.003),
        ("two parts the same", 0.04, 0.005),
        ("same year", 0.06, 0.05),
        ("different", 0.12, 0.94),
    ),
    Role.IDENTIFIER: _comparison(
        Measure.IDENTIFIER,
        0.000001,
        ("same", 0.90, 0.000001),
        ("2 characters swapped", 0.015, 0.0001),
        ("1 character", 0.035, 0.005),
        ("different", 0.05, 1.0),
    ),
    Role.NUMBER: _comparison(
        Measure.NUMBER,
        0.01,
        ("same", 0.70, 0.01),
        ("within 5 %", 0.12, 0.05),
        ("within 25 %", 0.08, 0.15),
        ("different", 0.10, 0.79),
    ),
    Role.CATEGORY: _comparison(Measure.SAME, 0.2, ("same", 0.80, 0.2), ("different", 0.20, 0.8)),
    Role.TITLE: _texts(0.0001, *_NAMES_OF_THINGS),
    Role.TEXT: _texts(0.0001, 0.12, 0.05, 0.05, 0.06, 0.07, 0.09, 0.12, 0.14, 0.14, 0.10, 0.06),
    Role.ITEMS: _texts(0.0005, 0.40, 0.10, 0.09, 0.09, 0.08, 0.07, 0.05, 0.04, 0.03, 0.02, 0.03),
}

OF_SEXES = _comparison(Measure.SAME, 0.5, ("same", 0.97, 0.5), ("different", 0.03, 0.5))
"""Of the sex of somebody, which does not change as other categories do: a record or two in a hundred have the wrong one."""


def comparison_of(field: FieldValues) -> Comparison:
    """How a field is compared that has a role with a comparison."""
    return OF_SEXES if tells_sex(field) else COMPARISONS[field.role]
