"""Engine: what several people have together: a family's bank account, policy or membership, and the names of relatives.

Brothers and sisters have one mother. And a number of one's own outweighs another first name, which is a slip then, but the
account from which parents pay for their children tells of a home, as their telephone does. Which of the two a column of
numbers holds, its records show: those with one number of their own hardly ever have two first names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow.compute as pc

from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.headings import sense_of
from entityres.records.roles import Role
from entityres.scoring.estimating import wilson

ENOUGH = 5
"""Fewer pairs of one number say nothing about all of them."""

TWO_NAMES = 0.25
"""Slips, nicknames and changed places give some one in ten of true pairs other first letters, families most of theirs. From
this share on (the lower bound with 95 %) people have their numbers together."""


def with_things_of_families(cleaned: CleanedRecords, fields: Sequence[FieldValues]) -> tuple[FieldValues, ...]:
    """The fields, those marked (`FieldValues.of_families`) whose values several people of one home have together.

    Args:
        cleaned: The records.
        fields: Some of their fields.
    """
    given, born = (next(iter(cleaned.with_role(role)), None) for role in (Role.GIVEN_NAME, Role.BIRTH_DATE))
    if given is None:
        return tuple(fields)

    def are_shared(field: FieldValues) -> bool:
        if field.role is Role.TEXT:
            return any(sense_of(heading).relation for headings in field.sources for heading in headings)
        return field.role is Role.IDENTIFIER and _numbers_are_shared(field.codes, given, born)

    return tuple(replace(field, of_families=True) if are_shared(field) else field for field in fields)


def _numbers_are_shared(numbers: np.ndarray, given: FieldValues, born: FieldValues | None) -> bool:
    """Whether most records that share a number are those of several people; each is looked at beside the next one."""
    order = np.argsort(numbers, kind="stable")
    order = order[numbers[order] >= 0]
    same = numbers[order[1:]] == numbers[order[:-1]]
    left, right = order[:-1][same], order[1:][same]
    letters = pc.utf8_slice_codeunits(given.values, 0, 1).dictionary_encode().indices.to_numpy()
    named = (given.codes[left] >= 0) & (given.codes[right] >= 0)
    left, right = left[named], right[named]
    if len(left) < ENOUGH:
        return False
    two = letters[given.codes[left]] != letters[given.codes[right]]
    if born is not None:
        two &= (born.codes[left] != born.codes[right]) | (born.codes[left] < 0)
    return wilson(int(np.count_nonzero(two)), len(left))[0] >= TWO_NAMES
