"""Engine: texts that people type where they know nothing: "n/a", "0000000000", "test@test.com".

They count as missing, else thousands of strangers meet in one bucket. Each is reported, so that the user can object.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, PLACES, Coded, Texts, coded, counts_of, gather
from entityres.records.compiled import compiled
from entityres.records.fields import Placeholder
from entityres.records.once import once
from entityres.records.phones import repeated_digit
from entityres.records.roles import NAME_ROLES, Role
from entityres.records.tables import table
from entityres.records.word_tables import WordTable, look_up, word_table

KNOWN = "stands for a missing value"
CHOSEN = "you chose to treat it as empty"
SHOWN_AT_MOST = 200
_BLANKS = "".join(map(chr, range(33)))
_SURELY, _PERHAPS_NAME, _PERHAPS_PLACE, _NAME_WHEN_COMMON, _NOBODY_TOGETHER = 1, 2, 3, 4, 5
ALONE, WHEN_COMMON, TOGETHER = 1, 2, 3


def plain(text: str) -> str:
    """A text as placeholders are compared: without blanks around, ASCII letters in lower case."""
    lower = text.lower() if text.isascii() else "".join(c.lower() if c.isascii() else c for c in text)
    return lower.strip(_BLANKS)


@once
def _known() -> WordTable:
    listed = table("placeholders")
    numbers = dict.fromkeys(listed["any"], _SURELY)
    numbers |= dict.fromkeys(listed["also names"], _PERHAPS_NAME)
    numbers |= dict.fromkeys(listed["also places"], _PERHAPS_PLACE)
    numbers |= dict.fromkeys(listed["names when common"], _NAME_WHEN_COMMON)
    numbers |= dict.fromkeys(listed["names of nobody together"], _NOBODY_TOGETHER)
    return word_table(numbers)


@cache
def _section(name: str) -> WordTable:
    return word_table(dict.fromkeys(table("placeholders")[name], 1))


def known_placeholders(texts: Texts, role: Role) -> tuple[np.ndarray, np.ndarray]:
    """Which texts surely stand for a missing value, and which are doubtful, because people are called so.

    Args:
        texts: Distinct cells of a column.
        role: Its role; in names, "Null" and "None" may be what somebody is called.

    Returns:
        bool (n,): surely. int8 (n,): `ALONE` where it is a name if another part of the name is given, `WHEN_COMMON` where it
        is a name unless it fills a good part of the column, `TOGETHER` where it is one unless the other part is doubtful
        too, else 0.
    """
    found = look_up(texts, _known())
    if role not in NAME_ROLES:
        found[found == _NOBODY_TOGETHER] = 0
    surely, perhaps = found == _SURELY, np.zeros(texts.n, dtype=np.int8)
    if role in NAME_ROLES:
        perhaps[(found == _PERHAPS_NAME) | (found == _PERHAPS_PLACE)] = ALONE
        perhaps[found == _NAME_WHEN_COMMON] = WHEN_COMMON
        if role is Role.MIDDLE_NAME:
            perhaps[perhaps > 0] = WHEN_COMMON
        perhaps[found == _NOBODY_TOGETHER] = TOGETHER
    elif role in (Role.COUNTRY, Role.REGION):
        surely |= (found > 0) & (found != _PERHAPS_PLACE)
    else:
        surely = found > 0
    if role in (Role.PHONE, Role.IDENTIFIER):
        surely |= repeated_digit(texts.offsets, texts.data)
    if role is Role.NUMBER:
        surely &= ~_zeros(texts)
    return surely, perhaps


def _zeros(texts: Texts) -> np.ndarray:
    """bool (n,): texts such as 0 and 00, which are amounts in a column of numbers."""
    return look_up(texts, word_table(dict.fromkeys(("0", "00", "000", "0000"), 1))) > 0


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES})")
def _before_sign(offsets: Any, data: Any) -> Any:
    """What stands before the @ of e-mail addresses."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        for at in range(offsets[row], offsets[row + 1]):
            if data[at] == 64:
                break
            made[to] = data[at]
            to += 1
        places[row + 1] = to
    return places, made[:to].copy()


@compiled(f"boolean[::1]({PLACES}, {BYTES})")
def _one_letter_twice(offsets: Any, data: Any) -> Any:
    """E-mail addresses of one letter, over and over, on both sides of the sign: x@x.com, aaa@aaa.de."""
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        sign = at
        while sign < end and data[sign] == data[at]:
            sign += 1
        other = sign + 1
        while other < end and data[other] == data[at]:
            other += 1
        found[row] = at < sign < end and data[sign] == 64 and other - sign - 1 == sign - at
        found[row] = found[row] and other < end and data[other] == 46
    return found


def made_up_values(cleaned: Texts, role: Role) -> np.ndarray:
    """bool (n,): cleaned values that nobody has, such as test@test.com, 1234567890 and 1900-01-01."""
    if role is Role.EMAIL:
        named = look_up(Texts(*_before_sign(cleaned.offsets, cleaned.data)), _section("local")) > 0
        return named | _one_letter_twice(cleaned.offsets, cleaned.data)
    if role in (Role.PHONE, Role.IDENTIFIER):
        return (look_up(cleaned, _section("phone")) > 0) | repeated_digit(cleaned.offsets, cleaned.data)
    if role in (Role.ORGANISATION, Role.STREET, Role.POSTCODE):
        return look_up(cleaned, _section(str(role))) > 0
    if role in (Role.BIRTH_DATE, Role.DATE):
        return look_up(cleaned, _section("date")) > 0
    return np.zeros(cleaned.n, dtype=np.bool_)


class UserWord(NamedTuple):
    """Texts of one output column that the user wants treated as empty, or as values after all (as `plain` has them)."""

    missing: frozenset[str]
    kept: frozenset[str]

    @staticmethod
    def of(
        column: str, placeholders: Iterable[tuple[str, str]], not_placeholders: Iterable[tuple[str, str]]
    ) -> UserWord:
        """What was said about one output column."""
        return UserWord(
            frozenset(plain(text) for name, text in placeholders if name == column),
            frozenset(plain(text) for name, text in not_placeholders if name == column),
        )

    def says_missing(self, texts: Texts) -> np.ndarray:
        """bool (n,): texts to treat as empty."""
        return _listed(texts, self.missing)

    def says_value(self, texts: Texts) -> np.ndarray:
        """bool (n,): texts to treat as values."""
        return _listed(texts, self.kept)


def _listed(texts: Texts, wanted: frozenset[str]) -> np.ndarray:
    if not wanted:
        return np.zeros(texts.n, dtype=np.bool_)
    return look_up(texts, word_table(dict.fromkeys(wanted, 1))) > 0


def report(column: str, raw: Coded, missing: np.ndarray, why: np.ndarray | str) -> list[Placeholder]:
    """The texts of a column that count as missing, commonest first.

    Args:
        column: The output column.
        raw: Its cells.
        missing: bool (n_distinct,): which texts.
        why: One reason, or object (n_distinct,).
    """
    places = np.flatnonzero(missing)
    if not len(places):
        return []
    # The cells of a column whose values hardly repeat are not made distinct beforehand.
    alike = coded(gather(raw.texts, places))
    held = counts_of(raw.codes, raw.texts.n)[places]
    counts = np.bincount(alike.codes, weights=held, minlength=alike.texts.n).astype(np.int64)
    first = np.zeros(alike.texts.n, dtype=np.int64)
    first[alike.codes[::-1]] = places[::-1]
    order = np.argsort(-counts, kind="stable")[:SHOWN_AT_MOST]
    shown = gather(alike.texts, order).to_list()
    return [
        Placeholder(column, text, int(counts[at]), why if isinstance(why, str) else str(why[first[at]]))
        for text, at in zip(shown, order, strict=True)
        if counts[at]
    ]
