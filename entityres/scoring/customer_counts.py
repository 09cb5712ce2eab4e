"""Engine: how many customers, not records, have a value.

A list with ten copies of one customer makes his rare name look common. Records that are joined by pairs beyond doubt count
once; what that says about how rare a value is does not depend on how often people were typed in again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import gather, select
from entityres.records.coding import CODES
from entityres.records.compiled import compiled
from entityres.records.copies import is_thin, tell_enough, whole_hashes
from entityres.records.fields import CleanedRecords


@compiled("void(int32[::1], int32[::1], int32[::1])")
def _join(left, right, parent):  # type: ignore[no-untyped-def]
    # Union by smallest record with path halving.
    for p in range(len(left)):
        a, b = left[p], right[p]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a < b:
            parent[b] = a
        elif b < a:
            parent[a] = b
    for record in range(len(parent)):
        root = record
        while parent[root] != root:
            root = parent[root]
        parent[record] = root


def joined(n_records: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int32 (n_records,): the first record of each record's customer, when these pairs are joined."""
    parent = np.arange(n_records, dtype=np.int32)
    _join(np.ascontiguousarray(left, np.int32), np.ascontiguousarray(right, np.int32), parent)
    return parent


@dataclass(frozen=True)
class Customers:
    """Records by customer.

    Attributes:
        of: int32 (n_records,): the first record of each record's customer.
        alone: boolean (n_records,): the customer has no other record.
        together: int32: the records of customers that have several, customer by customer.
    """

    of: np.ndarray
    alone: np.ndarray
    together: np.ndarray


@compiled("int64(int32[::1], boolean[::1], int32[::1])")
def _by_customer(customer, alone, together):  # type: ignore[no-untyped-def]
    n = len(customer)
    sizes, at = np.zeros(n, np.int32), np.empty(n, np.int32)
    for one in customer:
        sizes[one] += 1
    total = 0
    for one in range(n):
        at[one] = total
        if sizes[one] > 1:
            total += sizes[one]
    for record in range(n):
        one = customer[record]
        alone[record] = sizes[one] == 1
        if sizes[one] > 1:
            together[at[one]] = record
            at[one] += 1
    return total


def by_customer(customer: np.ndarray) -> Customers:
    """Records by customer, from the first record of each record's customer as `joined` gives it."""
    alone, together = np.empty(len(customer), bool), np.empty(len(customer), np.int32)
    n = _by_customer(customer, alone, together)
    return Customers(customer, alone, together[:n].copy())


def copies_as_one(cleaned: CleanedRecords, across_only: bool) -> Customers | None:
    """Records by customer before anything is compared: copies are one where they tell enough; None without copies.

    Between lists that are not to be searched for doubles two copies in one list are two things of one name, if there is
    little else in them.

    Args:
        cleaned: The records.
        across_only: Whether only pairs of different lists are compared.
    """
    hashes = whole_hashes(cleaned)
    copies = gather(np.arange(len(cleaned), dtype=np.int32), hashes)
    first = copies.records[copies.starts[:-1]]
    enough = tell_enough(cleaned, first)
    if across_only and is_thin(cleaned):
        group = np.repeat(np.arange(len(first)), copies.sizes)
        twice = (np.diff(group) == 0) & (np.diff(cleaned.list_of[copies.records]) == 0)
        enough[group[:-1][twice]] = False
    if not enough.any():
        return None
    of = np.arange(len(cleaned), dtype=np.int32)
    chosen = select(copies, enough)
    of[chosen.records] = np.repeat(first[enough], chosen.sizes)
    return by_customer(of)


@compiled(f"void({CODES}, int32[::1], boolean[::1], int32[::1], int32[::1], int64[::1])")
def _customers_with(codes, customer, alone, together, seen_at, out):  # type: ignore[no-untyped-def]
    for record in range(len(codes)):
        if alone[record] and codes[record] >= 0:
            out[codes[record]] += 1
    # The records of a customer come one after the other: it counts where a value was not last seen with it.
    for record in together:
        code = codes[record]
        if code >= 0 and seen_at[code] != customer[record]:
            seen_at[code] = customer[record]
            out[code] += 1


def customers_with(codes: np.ndarray, customers: Customers, n_values: int) -> np.ndarray:
    """int64 (n_values,): how many customers have each value.

    Args:
        codes: int32 (n_records,), -1 where missing.
        customers: The records by customer.
        n_values: Number of distinct values.
    """
    out = np.zeros(n_values, np.int64)
    seen_at = np.full(n_values, -1, np.int32)
    _customers_with(codes, customers.of, customers.alone, customers.together, seen_at, out)
    return out
