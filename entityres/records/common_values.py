"""Engine: values that far too many records with different names share: the number of the switchboard, info@shop.org.

They count as missing and are reported. A first of January that is far too common stands for "some day in that year":
its year is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.records.coding import Coded, Texts, gather, mapped, replaced, texts_of
from entityres.records.fields import Placeholder
from entityres.records.placeholders import UserWord, report
from entityres.records.roles import Role

COMMON_RECORDS, COMMON_NAMES = 20, 10
COMMON_SHARE, COMMON_SHARE_OF_STREETS = 0.0002, 0.02  # homes and offices with hundreds of people are real addresses
TIMES_THE_AVERAGE = 10
_FIRST_OF_JANUARY = "-01-01"


@dataclass(frozen=True)
class WithoutCommon:
    """Values without the too common ones, and what there is to say about those."""

    values: Coded
    placeholders: tuple[Placeholder, ...] = ()
    warnings: tuple[str, ...] = ()


def too_common(values: Coded, names: np.ndarray | None, least_share: float = COMMON_SHARE) -> np.ndarray:
    """bool (n_distinct,): values that many records with many different names share.

    Args:
        values: A column of phones, e-mails or other things that belong to one customer.
        names: int32 (n_records,): what each record is called, -1 where not known; None when the lists have no names.
        least_share: Share of the filled cells that a value must have.
    """
    found = np.zeros(values.texts.n, dtype=np.bool_)
    filled = values.codes >= 0
    n_filled = int(filled.sum())
    if names is None or n_filled < COMMON_RECORDS:
        return found
    counts = np.bincount(values.codes[filled], minlength=values.texts.n)
    average = n_filled / max(1, int(np.count_nonzero(counts)))
    least = max(float(COMMON_RECORDS), least_share * n_filled, TIMES_THE_AVERAGE * average)
    for code in np.flatnonzero(counts >= least):
        called = names[values.codes == code]
        found[code] = len(np.unique(called[called >= 0])) >= COMMON_NAMES
    return found


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


def without_common(
    values: Coded, raw: Coded, role: Role, names: np.ndarray | None, column: str, word: UserWord
) -> WithoutCommon:
    """Take out of a field what many records with different names share.

    Args:
        values: The cleaned field.
        raw: The cells that it was made from.
        role: Its role.
        names: int32 (n_records,): what each record is called, -1 where not known; None when the lists have no names.
        column: The output column.
        word: What the user said about its texts.
    """
    common = too_common(values, names, COMMON_SHARE_OF_STREETS if role is Role.STREET else COMMON_SHARE)
    if not common.any():
        return WithoutCommon(values)
    # A cell stands for its value: what the user said about one cell holds for all cells with that value.
    value_of = np.full(raw.texts.n, -1, dtype=np.int32)
    both = (raw.codes >= 0) & (values.codes >= 0)
    value_of[raw.codes[both]] = values.codes[both]
    kept = word.says_value(raw.texts)
    common[value_of[kept & (value_of >= 0)]] = False
    counts = np.bincount(values.codes[values.codes >= 0], minlength=len(common))
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
