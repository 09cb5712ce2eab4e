"""Engine: e-mail addresses that are alike because two people of one name have each their own: ccruz@ and mcruz@.

Where the letter that differs is in each the first letter of that person's first name, it is no slip. Where two addresses of
two firms begin with the whole name and nothing else, they say no more than the names do: every firm gives its own John Miller
john.miller@. And where a firm or school numbers those of one name, jill.reed@ and jill.reed2@ are two: there numbers follow
each other, while those that people choose for themselves hardly ever do.
"""

from __future__ import annotations

import itertools
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.coding import BYTES, PLACES, encode_hashes
from entityres.records.compiled import compiled, spread
from entityres.records.fields import FieldValues
from entityres.scoring import comparisons as level
from entityres.scoring.first_letters import letter_at
from entityres.scoring.told_shares import KNOWN

FOLLOWING = 0.1
"""Of a provider's addresses with a number so many, at least, follow the one before it in the same lists where people of one
name are numbered; of chosen numbers one in a hundred does. Counted with `KNOWN` more that do not."""

_DIGITS = 6
_NUMBERS = 10 ** (_DIGITS + 1)
_BEFORE_NUMBERS = r"[\d._-]*@.*$"
_PROVIDER, _BETWEEN = r"@.*$", r"[\s.'_-]+"


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


class Numbered:
    """Addresses of providers that number people of one name, as firms and schools do.

    Args:
        email: The field of e-mail addresses.
    """

    def __init__(self, email: FieldValues) -> None:
        data, offsets = email.buffers
        n = len(email.values)
        names, of_providers, numbers = np.empty(n, np.uint64), np.empty(n, np.uint64), np.empty(n, np.int64)
        spread(n, partial(_take_apart, data, offsets, names, of_providers, numbers), chunk=100_000)
        self._names, providers = _codes(names), _codes(of_providers)
        has_number = numbers >= 0
        # Who has the name alone was the first one.
        follows = has_number & _follow(self._names * _NUMBERS + np.where(has_number, numbers, 1))
        told, following = (
            np.bincount(providers[found], minlength=int(providers.max(initial=0)) + 1)
            for found in (has_number, follows)
        )
        self._of_numbering = (following >= FOLLOWING * (told + KNOWN))[providers]

    def part(self, email: FieldValues, email_levels: np.ndarray, left: np.ndarray, right: np.ndarray) -> None:
        """Alike addresses of such a provider that differ in the number are those of two people.

        Args:
            email: The same field.
            email_levels: int8 (n_pairs,), changed in place.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
        """
        pairs = np.flatnonzero(email_levels == level.EMAIL_SIMILAR)
        one, other = email.codes[left[pairs]], email.codes[right[pairs]]
        two = (self._names[one] == self._names[other]) & self._of_numbering[one]
        email_levels[pairs[two]] = level.EMAIL_DIFFERENT


@compiled(f"void({BYTES}, {PLACES}, uint64[::1], uint64[::1], int64[::1], int64, int64)")
def _take_apart(data, offsets, names, providers, numbers, first, last):  # type: ignore[no-untyped-def]
    # Of each address a hash of all but the number before the @, one of what is behind it, and the number, -1 for none.
    for value in range(first, last):
        begin, end = offsets[value], offsets[value + 1]
        at = begin
        while at < end and data[at] != 64:
            at += 1
        number_at = at
        while number_at > begin and at - number_at < _DIGITS and 48 <= data[number_at - 1] <= 57:
            number_at -= 1
        number, has = np.int64(0), at < end and number_at < at
        for place in range(number_at, at):
            number = 10 * number + data[place] - 48
        provider = np.uint64(0xCBF29CE484222325)
        for place in range(at, end):
            provider = np.uint64((provider ^ data[place]) * np.uint64(0x100000001B3))
        name = provider
        for place in range(begin, number_at if has else at):
            name = np.uint64((name ^ data[place]) * np.uint64(0x100000001B3))
        names[value], providers[value], numbers[value] = name, provider, number if has else -1


def _follow(numbers: np.ndarray) -> np.ndarray:
    """bool (n,): numbers (int64) of which the one before is there too."""
    order = np.argsort(numbers)
    steps = np.diff(numbers[order], prepend=np.iinfo(np.int64).min // 2)
    first = np.flatnonzero(steps)
    made = np.empty(len(numbers), bool)
    made[order] = np.repeat(steps[first] == 1, np.diff(first, append=len(numbers)))
    return made


def _codes(hashes: np.ndarray) -> np.ndarray:
    """int64 (n,): one number for each distinct hash."""
    return encode_hashes(hashes, hashes)[0].astype(np.int64)


def without_mere_names(
    names: tuple[FieldValues, FieldValues],
    email: FieldValues,
    name_levels: tuple[np.ndarray, np.ndarray],
    email_levels: np.ndarray,
    of_two_firms: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
) -> None:
    """Addresses of other providers say nothing for people of two firms where what they have alike is the name of both.

    Args:
        names: The fields of first and last names.
        email: The field of e-mail addresses.
        name_levels: For each field of names int8 (n_pairs,).
        email_levels: int8 (n_pairs,), changed in place: such pairs get -1.
        of_two_firms: bool (n_pairs,).
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
    """
    mere = (email_levels == level.EMAIL_LOCAL) & of_two_firms
    for found in name_levels:
        mere &= (found >= level.SAME) & (found <= level.NAME_INSIDE)
    pairs = np.flatnonzero(mere)
    if not len(pairs):
        return
    said = _letters(pc.replace_substring_regex(email.values.take(email.codes[left[pairs]]), _PROVIDER, ""))
    known, nothing = np.zeros(len(pairs), bool), pa.scalar("", email.values.type)
    for records in (left[pairs], right[pairs]):
        given, family = (_letters(field.values.take(field.codes[records])) for field in names)
        for one, other in itertools.product(*((name, _initial(name)) for name in (given, family))):
            for parts in ((one, other), (other, one)):
                whole = pc.binary_join_element_wise(*parts, nothing)
                known |= pc.equal(said, whole).to_numpy(zero_copy_only=False)
    email_levels[pairs[known]] = -1


def _initial(names: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.utf8_slice_codeunits(names, 0, 1)


def _letters(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    return pc.replace_substring_regex(texts, _BETWEEN, "")
