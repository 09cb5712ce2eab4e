"""Engine: given and family names that stand in each other's place.

Once in some hundred entries they are typed into each other's box. Then each may be slightly misspelt as well, or one of the
two is not known: "Isaac / -" beside "Jones / Isaac" are one person as much as with both names.
"""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc
from rapidfuzz.distance import OSA

from entityres.records.fields import FieldValues
from entityres.scoring.comparisons import NAME_INITIAL, NAME_LETTER, NAME_SWAPPED
from entityres.scoring.similarity import Facts, measure

MISSING = -1

UNLIKE = 0.5
"""Share of letters in place (edit distance) below which two names are no spellings of one."""

SHORTEST, SHORTEST_FOR_TWO = 3, 6
"""Letters of a name from which one slip leaves it recognisable, and two."""


class SwappedNames:
    """Finds names in each other's place.

    Args:
        given: Facts about the field of given names.
        family: Facts about the field of family names.
    """

    def __init__(self, given: Facts, family: Facts) -> None:
        self._lengths = given.lengths, family.lengths
        self.given, self.family = given.field, family.field
        # The number of each given name among the family names, -2 where it is none; the last one is for a missing name.
        at = pc.index_in(self.given.values, value_set=self.family.values).fill_null(-2)
        self._as_family = np.append(at.to_numpy(zero_copy_only=False), -2)

    def mark(self, left: np.ndarray, right: np.ndarray, given_levels: np.ndarray, family_levels: np.ndarray) -> None:
        """Set the levels of pairs with swapped names; those that are near as they stand keep theirs.

        Args:
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,) records.
            given_levels: int8 (n_pairs,), -1 where a name is missing. Changed in place.
            family_levels: int8 (n_pairs,), the same.
        """
        open_ = [(levels == MISSING) | (levels > NAME_INITIAL) for levels in (given_levels, family_levels)]
        pairs = np.flatnonzero(open_[0] & open_[1] & ((given_levels != MISSING) | (family_levels != MISSING)))
        if not len(pairs):
            return
        x, y = left[pairs], right[pairs]
        one, one_there = self._crossed(x, y)
        other, other_there = self._crossed(y, x)
        both = one & other
        given_levels[pairs[both]] = NAME_SWAPPED
        family_levels[pairs[both]] = NAME_SWAPPED
        lone = (one & ~other_there) | (other & ~one_there)
        for levels in (given_levels, family_levels):
            levels[pairs[lone & (levels[pairs] != MISSING)]] = NAME_SWAPPED
        for crossed, there, near in ((one, other_there, (y, x)), (other, one_there, (x, y))):
            odd = np.flatnonzero(crossed & there & ~both)
            odd = odd[self._nearly(near[0][odd], near[1][odd])]
            given_levels[pairs[odd]] = NAME_SWAPPED
            family_levels[pairs[odd]] = NAME_LETTER

    def touch(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): the first name of one of the two is the other's last name, but for slips.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
        """
        return self._touching(left, right) | self._touching(right, left)

    def of_two(self, left: np.ndarray, right: np.ndarray, *, but_for_slips: bool = False) -> np.ndarray:
        """bool (n,): one name in each other's place, beside two that are not alike: "Lupo Anna", "Marco Lupo".

        Those are two people of one family, of whom one was entered last name first, or two with a name in common.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
            but_for_slips: Whether that name may have a slip in one of them: "Robert Burns", "John Roberts".
        """
        made = np.zeros(len(left), bool)
        for one, other in ((left, right), (right, left)):
            if but_for_slips:
                places = np.flatnonzero(self._touching(one, other))
            else:
                places = np.flatnonzero(self._crossed(one, other)[0] & (self.given.codes[one] != MISSING))
            made[places] |= self._unlike(other[places], one[places])
        return made

    def _touching(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """bool: the given name of one record is the other's family name, but for slips."""
        same, both = self._crossed(one, other)
        made: np.ndarray = same & (self.given.codes[one] != MISSING)
        open_ = np.flatnonzero(both & ~made)
        made[open_] = self._nearly(one[open_], other[open_])
        return made

    def _unlike(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """bool: the given name of one record and the other's family name are there, and no spellings of one."""
        a, b = self.given.codes[one], self.family.codes[other]
        made = (a != MISSING) & (b != MISSING)
        a, b = self.given.texts_at(a[made]), self.family.texts_at(b[made])
        other_letter = a.astype("U1") != b.astype("U1")
        made[made] = other_letter & (measure(a, b, OSA.normalized_similarity, np.float32) < UNLIKE)
        return made

    def has_middle_of_other(self, middle: FieldValues, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): the middle name of one of the two may be the other's first or last name: "Lupo Anna Rosa", "Rosa Lupo".

        Args:
            middle: The field of middle names.
            left: int32 (n,) records.
            right: int32 (n,) records.
        """
        made = np.zeros(len(left), bool)
        letters = [pc.utf8_slice_codeunits(field.values, 0, 1) for field in (middle, self.given, self.family)]
        for one, other in ((left, right), (right, left)):
            for field, theirs in ((self.given, letters[1]), (self.family, letters[2])):
                places = np.flatnonzero((middle.codes[one] != MISSING) & (field.codes[other] != MISSING))
                a, b = middle.codes[one[places]], field.codes[other[places]]
                alike = measure(middle.texts_at(a), field.texts_at(b), OSA.normalized_similarity, np.float32)
                same_letter = pc.equal(letters[0].take(a), theirs.take(b)).to_numpy(zero_copy_only=False)
                made[places] |= same_letter | (alike >= UNLIKE)
        return made

    def _crossed(self, one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whether the given name of one record is the other's family name, and whether both are there."""
        given, family = self.given.codes[one], self.family.codes[other]
        return self._as_family[given] == family, (given != MISSING) & (family != MISSING)

    def _nearly(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """bool: the given name of one record is the other's family name but for a slip."""
        given, family = self.given.codes[one], self.family.codes[other]
        short = np.minimum(self._lengths[0][given], self._lengths[1][family])
        texts = self.given.texts_at(given), self.family.texts_at(family)
        slips = measure(*texts, OSA.distance, np.int32, score_cutoff=2)
        nearly: np.ndarray = ((slips <= 1) & (short >= SHORTEST)) | ((slips == 2) & (short >= SHORTEST_FOR_TWO))
        return nearly
