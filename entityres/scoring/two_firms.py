"""Engine: two firms of one name, home or owner that all other fields take for one.

Sister firms share street, phone and website as a family does, so a sum of weights says nothing once their names tell them
apart (see `firm_names`). Such a pair is worth what so many of them are, one firm in ten, and goes to a person.

Lists differ in how they name firms. Where the names of one address mostly differ in many words ("Teddy Bear Nursery School",
"El Valor Teddy Bear 2"), everybody calls a firm as he likes, and a word more or less tells nothing; there only names at two
addresses tell of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.estimating import wilson
from entityres.scoring.firm_names import FirmNames, Told
from entityres.scoring.households import family, home
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import weight_of

ONE_FIRM = 0.1
"""Share of pairs that are one firm though their names tell of two: it was renamed, or has two trades."""

ENOUGH_UNLIKE = 20
MOSTLY = 0.5
"""So many names of one address that differ in many words, and more than half of all that differ (the lower bound with 95 %),
show that firms are named freely."""

TELLING = (Role.STREET, Role.PHONE, Role.EMAIL, Role.IDENTIFIER)
"""What sister firms share. In a list without any of them nothing outweighs names, and a text may hold a whole address."""


@dataclass(frozen=True)
class TwoFirms:
    """Tells two firms apart by their names.

    Attributes:
        names: Of the one field of organisations.
        named_freely: Whether names of one address mostly differ in many words.
    """

    names: FirmNames
    named_freely: bool = False

    @classmethod
    def among(cls, fields: Sequence[FieldValues]) -> TwoFirms | None:
        """None where there is not one field of organisations, or nothing beside it that sister firms share."""
        firms = [field for field in fields if field.role == Role.ORGANISATION]
        if len(firms) != 1 or not any(field.role in TELLING for field in fields):
            return None
        return cls(FirmNames(firms[0]))

    def looked_at(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> TwoFirms:
        """The same, having seen how firms of one address are named.

        Args:
            of: Levels of the candidate pairs.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
        """
        at_home = np.flatnonzero(home(of))
        told = self.names.told(left[at_home], right[at_home])
        unlike = int(np.count_nonzero(told == Told.UNLIKE))
        differ = unlike + int(np.count_nonzero(told == Told.APART))
        freely = unlike >= ENOUGH_UNLIKE and wilson(unlike, differ)[0] > MOSTLY
        return replace(self, named_freely=freely)

    def apart(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs that may be two firms by their names.

        Not so with one number (of a register, of the tax office), and not for one person, whatever firm he works for.

        Args:
            of: Levels of these pairs.
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
        """
        told = self.names.told(left, right)
        apart = (told == Told.APART) | (told == Told.ADDED) | (told == Told.UNLIKE)
        if self.named_freely:
            apart &= of[Role.STREET] > level.STREET_SIMILAR
        made: np.ndarray = apart & (of[Role.IDENTIFIER] != level.SAME) & ~_one_person(of)
        return made


def _one_person(of: RoleLevels) -> np.ndarray:
    """Pairs of one first and last name with the same birth date or e-mail address."""
    named = (of[Role.GIVEN_NAME] == level.SAME) & (of[Role.FAMILY_NAME] >= 0) & family(of)
    made: np.ndarray = named & ((of[Role.BIRTH_DATE] == level.SAME) | (of[Role.EMAIL] == level.SAME))
    return made


def too_much(evidence: np.ndarray, prior: float) -> np.ndarray:
    """float32 (n,): bits by which the evidence of pairs that may be two firms is too high.

    Args:
        evidence: float32 (n,), sums of weights.
        prior: Log2 odds that any two records match.
    """
    return np.maximum(evidence - np.float32(weight_of(ONE_FIRM) - prior), 0).astype(np.float32)


def two_legal_forms(cleaned: CleanedRecords, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n_pairs,): pairs of firms with two legal forms and without one number."""
    forms = cleaned.legal_forms
    if forms is None:
        return np.zeros(len(left), bool)
    a, b = forms[left], forms[right]
    two: np.ndarray = (a >= 0) & (b >= 0) & (a != b) & (of[Role.ORGANISATION] >= 0)
    return two & (of[Role.IDENTIFIER] != level.SAME)
