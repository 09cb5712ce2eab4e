"""Engine: names of relatives, compared without the last name that the records have themselves.

Of a relative only the rest of the name says something: that the mothers of two Reynolds are called Reynolds is no news, that
one is Kristina and the other one Jacqueline is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from entityres.records.fields import FieldValues
from entityres.scoring import comparisons as level
from entityres.scoring.similarity import text_levels
from entityres.scoring.text_likeness import TextLikeness
from entityres.scoring.value_pairs import distinct_pairs

TEXTS = np.dtypes.StringDType()


class Relatives:
    """Compares the names of relatives of people of one last name.

    Args:
        field: The names of relatives.
        family: The last names of the records.
    """

    def __init__(self, field: FieldValues, family: FieldValues) -> None:
        self.names = without_own_name(field, family)
        self._likeness = TextLikeness(self.names)

    def levels(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int8 (n,): levels of pairs of records (int32) that both name a relative."""
        a, b = self.names.codes[left], self.names.codes[right]
        low, high, back = distinct_pairs(a, b)
        found: np.ndarray = text_levels(self._likeness.of(low, high))[back]
        found[a == b] = level.SAME
        return found


def without_own_name(field: FieldValues, family: FieldValues) -> FieldValues:
    """Names of relatives without the last name that the record has itself; what is nothing but that stays.

    Args:
        field: The names of relatives.
        family: The last names of the records.
    """
    filled, n = np.flatnonzero(field.codes >= 0), len(family.values) + 1
    kinds, of = np.unique(field.codes[filled].astype(np.int64) * n + family.codes[filled] + 1, return_inverse=True)
    names = field.texts.astype(TEXTS)[kinds // n]
    own = np.append("", family.texts).astype(TEXTS)[kinds % n]
    rest = np.strings.strip(np.strings.replace(" " + names + " ", " " + own + " ", " "))
    texts, codes = np.unique(np.where(rest == "", names, rest), return_inverse=True)
    made = np.full(len(field.codes), -1, np.int32)
    made[filled] = codes[of]
    return replace(field, codes=made, values=pa.array(texts.astype(object), pa.large_string()))
