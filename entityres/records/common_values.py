"""Engine: values that far too many records with different names share: the number of the switchboard, info@shop.org.

They count as missing and are reported. A first of January that is far too common stands for "some day in that year":
its year is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.records.coding import Coded, Texts, counts_of, gather, mapped, replaced, texts_of
from entityres.records.fields import Placeholder
from entityres.records.placeholders import UserWord, report
from entityres.records.roles import Role
from entityres.records.sorted_sets import sorted_unique

COMMON_RECORDS, COMMON_NAMES, COMMON_PLACES = 20, 10, 10
COMMON_SHARE, COMMON_SHARE_OF_STREETS = 0.0002, 0.02
TIMES_THE_AVERAGE = 10
_FIRST_OF_JANUARY = "-01-01"


@dataclass(frozen=True)
class Known:
    """What is known of the records beside the values that are looked at.

    Attributes:
        names: int32 (n_records,): what each record is called, -1 where not known; None when the lists have no names.
        places: Likewise where each is (its postcode or town).
    """

    names: np.ndarray | None = None
    places: np.ndarray | None = None


@dataclass(frozen=True)
class WithoutCommon:
    """Values without the too common ones, and what there is to say about those."""

    values: Coded
    placeholders: tuple[Placeholder, ...] = ()
    warnings: tuple[str, ...] = ()


def too_common(values: Coded, known: Known, role: Role) -> np.ndarray:
    """bool (n_distinct,): values that many records share which have little else in common.

    A value must stand in many records (some twenty, far more than others of its column) with ten different names. Streets
    must also lie in ten different places: a home or an office of hundreds of people has one postcode, "see above" has not.

    Args:
        values: A column of phones, e-mails or other things that belong to one customer.
        known: What the records are called, and where they are.
        role: Its role.
    """
    found = np.zeros(values.texts.n, dtype=np.bool_)
    filled = values.codes >= 0
    n_filled = int(filled.sum())
    if known.names is None or n_filled < COMMON_RECORDS:
        return found
    street = role is Role.STREET
    counts = np.bincount(values.codes[filled], minlength=values.texts.n)
    average = n_filled / max(1, int(np.count_nonzero(counts)))
    share = COMMON_SHARE_OF_STREETS if street else COMMON_SHARE
    found = counts >= max(float(COMMON_RECORDS), share * n_filled, TIMES_THE_AVERAGE * average)
    found &= _differ(values.codes, found, known.names) >= COMMON_NAMES
    if street and found.any():
        numbered = np.array([any(c.isdigit() for c in text) for text in _texts_at(values.texts, found)])
        places = np.flatnonzero(found)
        if known.places is None:
            found[places[numbered]] = False
        else:
            found &= _differ(values.codes, found, known.places) >= COMMON_PLACES
    return found


def _texts_at(texts: Texts, which: np.ndarray) -> list[str]:
    return gather(texts, np.flatnonzero(which)).to_list()


def _differ(codes: np.ndarray, which: np.ndarray, beside: np.ndarray) -> np.ndarray:
    """int64 (n_distinct,): how many different things stand beside each of these values."""
    records = np.flatnonzero(np.append(which, False)[codes] & (beside >= 0))
    pairs = sorted_unique(codes[records].astype(np.int64) << 32 | beside[records])
    return np.bincount(pairs >> 32, minlength=len(which))


def _years_only(values: Coded, common: np.ndarray) -> tuple[Coded, np.ndarray]:
    """Dates with the too common firsts of January as years, and bool (n_distinct,): which ones they were."""
    places = np.flatnonzero(common)
    texts = gather(values.texts, places).to_list()
    january = [text.endswith(_FIRST_OF_JANUARY) for text in texts]
    chosen = places[january]
    years = texts_of(
        [text.removesuffix(_FIRST_OF_JANUARY) for text, first in zip(texts, january, strict=True) if first]
    )
    was = np.zeros(len(common), dtype=np.bool_)
    was[chosen] = True
    made: Texts = replaced(values.texts, chosen, years)
    return mapped(values, made), was


def without_common(values: Coded, raw: Coded, role: Role, known: Known, column: str, word: UserWord) -> WithoutCommon:
    """Take out of a field what many records with different names share.

    Args:
        values: The cleaned field.
        raw: The cells that it was made from.
        role: Its role.
        known: What the records are called, and where they are.
        column: The output column.
        word: What the user said about its texts.
    """
    common = too_common(values, known, role)
    if not common.any():
        return WithoutCommon(values)
    # A cell stands for its value: what the user said about one cell holds for all cells with that value.
    value_of = np.full(raw.texts.n, -1, dtype=np.int32)
    both = (raw.codes >= 0) & (values.codes >= 0)
    value_of[raw.codes[both]] = values.codes[both]
    kept = word.says_value(raw.texts)
    common[value_of[kept & (value_of >= 0)]] = False
    counts = counts_of(values.codes, len(common))
    warnings: tuple[str, ...] = ()
    if role in (Role.BIRTH_DATE, Role.DATE):
        years, was = _years_only(values, common)
        if was.any():
            n = int(counts[was].sum())
            warnings = (
                f"In the column '{column}', 1 January is far too common ({n:,} records): only the year is compared.",
            )
            hidden = np.append(common & ~was, False)[values.codes]
            common &= ~was
            values = Coded(np.where(hidden, np.int32(-1), years.codes).astype(np.int32, copy=False), years.texts)
        else:
            values = _hidden(values, common)
    else:
        values = _hidden(values, common)
    missing = np.append(common, False)[value_of]
    why = np.full(len(missing), "", dtype=object)
    for place in np.flatnonzero(missing):
        why[place] = f"shared by {counts[value_of[place]]:,} records with different names"
    return WithoutCommon(values, tuple(report(column, raw, missing, why)), warnings)


def _hidden(values: Coded, common: np.ndarray) -> Coded:
    hidden = np.append(common, False)[values.codes]
    return Coded(np.where(hidden, np.int32(-1), values.codes).astype(np.int32, copy=False), values.texts)
