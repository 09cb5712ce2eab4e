"""Engine: numbers that several people have together: a family's bank account, policy or membership.

A number of one's own outweighs another first name: that is a slip then. The account from which parents pay for their children
tells of a home, as their telephone does. Which of the two a column holds, its records show: those with one number of their
own hardly ever have two first names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow.compute as pc

from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.scoring.estimating import wilson

ENOUGH = 5
"""Fewer pairs of one number say nothing about all of them."""

TWO_NAMES = 0.25
"""Slips, nicknames and changed places give some one in ten of true pairs other first letters, families most of theirs. From
this share on (the lower bound with 95 %) people have their numbers together."""


def with_family_numbers(cleaned: CleanedRecords, fields: Sequence[FieldValues]) -> tuple[FieldValues, ...]:
    """The fields, those marked (`FieldValues.of_families`) whose numbers several people of one home have together.

    Args:
        cleaned: The records.
        fields: Some of their fields.
    """
    given, born = (next(iter(cleaned.with_role(role)), None) for role in (Role.GIVEN_NAME, Role.BIRTH_DATE))
    if given is None:
        return tuple(fields)
    return tuple(
        replace(field, of_families=True)
        if field.role is Role.IDENTIFIER and _are_shared(field.codes, given, born)
        else field
        for field in fields
    )


def _are_shared(numbers: np.ndarray, given: FieldValues, born: FieldValues | None) -> bool:
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
