"""Engine: e-mail addresses that are alike because two people of one name have each their own: ccruz@ and mcruz@.

Where the letter that differs is in each the first letter of that person's first name, it is no slip.
"""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from entityres.records.fields import FieldValues
from entityres.scoring import comparisons as level
from entityres.scoring.first_letters import letter_at

_BEFORE_NUMBERS = r"[\d._-]*@.*$"


def part_own_addresses(
    given: FieldValues,
    email: FieldValues,
    given_levels: np.ndarray,
    email_levels: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
) -> None:
    """Alike addresses of people with other first names are different ones where each is named for its own.

    Args:
        given: The field of first names.
        email: The field of e-mail addresses.
        given_levels: int8 (n_pairs,).
        email_levels: int8 (n_pairs,), changed in place.
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
    """
    pairs = np.flatnonzero((email_levels == level.EMAIL_SIMILAR) & (given_levels >= level.NAME_OTHER))
    if not len(pairs):
        return
    names, beginnings, ends = [], [], []
    for records in (left[pairs], right[pairs]):
        addresses = email.values.take(email.codes[records])
        names.append(letter_at(given.values.take(given.codes[records]), 0))
        beginnings.append(letter_at(addresses, 0))
        ends.append(letter_at(pc.replace_substring_regex(addresses, _BEFORE_NUMBERS, ""), -1))
    own = names[0] != names[1]
    own &= _are(beginnings, names) | _are(ends, names)
    email_levels[pairs[own]] = level.EMAIL_DIFFERENT


def _are(letters: list[np.ndarray], names: list[np.ndarray]) -> np.ndarray:
    made: np.ndarray = (letters[0] == names[0]) & (letters[1] == names[1])
    return made
