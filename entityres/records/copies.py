"""Engine: records that are the same in every compared field, whatever is missing in them, and an order by what records say.

One pass over the codes of each field, 8 bytes a record.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from entityres.records.coding import CODES, encode_hashes
from entityres.records.compiled import compiled, spread
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role

OF_CUSTOMERS = (Role.PHONE, Role.EMAIL, Role.IDENTIFIER, Role.STREET, Role.BIRTH_DATE)
OWN = (*OF_CUSTOMERS, Role.TITLE)
"""What one customer, home or work has and others have not."""

TELLS_ALONE = (Role.PHONE, Role.EMAIL, Role.IDENTIFIER, Role.ORGANISATION, Role.TITLE)
"""What names one thing even where a list holds nothing else: not the name of a person, nor a date."""

ENOUGH_FIELDS = 3
"""So many fields that are all the same, one of them of one's own, are no chance: a name and a town are."""


@compiled(f"void({CODES}, uint64[::1], int64, int64)")
def _add_field(codes, hashes, first, last):  # type: ignore[no-untyped-def]
    for record in range(first, last):
        # A missing value, -1, is one of the values.
        h = np.uint64(hashes[record] ^ np.uint64(codes[record] + 2)) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
        h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9))
        hashes[record] = h ^ (h >> np.uint64(32))


def whole_hashes(cleaned: CleanedRecords) -> np.ndarray:
    """uint64 (n_records,): the same for records whose fields are all the same; 0 for those that have no value at all.

    What is drawn at random follows from these, so that the order of the columns must not count: fields are taken by name.
    """
    hashes, filled = np.ones(len(cleaned), np.uint64), np.zeros(len(cleaned), bool)
    for field in sorted(cleaned.fields, key=lambda field: field.name):
        spread(len(hashes), partial(_add_field, field.codes, hashes), chunk=250_000)
        filled |= field.codes >= 0
    if cleaned.legal_forms is not None:
        spread(len(hashes), partial(_add_field, cleaned.legal_forms, hashes), chunk=250_000)
    hashes[~filled] = 0
    return hashes


def by_values(cleaned: CleanedRecords) -> np.ndarray:
    """int32 (n_records,): all records in an order that follows from their values alone, those that are the same side by side.

    What is drawn from this order is the same whatever the order of the rows in the file.
    """
    return np.argsort(whole_hashes(cleaned), kind="stable").astype(np.int32)


def things_of(cleaned: CleanedRecords) -> np.ndarray | None:
    """int32 (n_records,): a number for each record, the same for copies of a customer in one list; None without such.

    Copies of a title are left out: each number of a journal has its editor's notes, in a list without doubles as well.
    """
    hashes = whole_hashes(cleaned)
    spread(len(hashes), partial(_add_field, cleaned.list_of.astype(np.int32), hashes), chunk=250_000)
    number, first = encode_hashes(hashes, hashes)
    copies = np.flatnonzero(first[number] != np.arange(len(number)))
    own = [field.codes[copies] >= 0 for field in cleaned.fields if field.role in OF_CUSTOMERS]
    of_one = tell_enough(cleaned, copies) & np.any([np.zeros(len(copies), bool), *own], axis=0)
    alone = copies[~of_one]
    number[alone] = len(first) + np.arange(len(alone), dtype=np.int32)
    return number if len(alone) < len(copies) else None


def is_thin(cleaned: CleanedRecords) -> bool:
    """Whether the lists hold so few compared fields that nobody could tell more from two records that are all the same."""
    return 0 < sum(len(field.values) > 0 for field in cleaned.fields) < ENOUGH_FIELDS


def tell_enough(cleaned: CleanedRecords, records: np.ndarray) -> np.ndarray:
    """bool (n,): these records have so much in them that copies of them are copies, not another customer.

    In a list of e-mail addresses or of firms alone a value is all that there is: whoever looked at two equal records saw no
    more, and one of them is enough.

    Args:
        cleaned: All records.
        records: int32 (n,).
    """
    thin = is_thin(cleaned)
    filled, own = np.zeros(len(records), np.int64), np.zeros(len(records), bool)
    for field in cleaned.fields:
        there = field.codes[records] >= 0
        filled += there
        if field.role in (TELLS_ALONE if thin else OWN):
            own |= there
    return (filled >= min(ENOUGH_FIELDS, sum(len(field.values) > 0 for field in cleaned.fields))) & own
