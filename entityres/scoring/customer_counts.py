"""Engine: how many customers, not records, have a value.

A list with ten copies of one customer makes his rare name look common. Records that are joined by pairs beyond doubt count
once; what that says about how rare a value is does not depend on how often people were typed in again.
"""

from __future__ import annotations

import numpy as np

from entityres.records.compiled import compiled


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


def customers_with(codes: np.ndarray, customer: np.ndarray, n_values: int) -> np.ndarray:
    """int64 (n_values,): how many customers have each value.

    Args:
        codes: int32 (n_records,), -1 where missing.
        customer: int32 (n_records,).
        n_values: Number of distinct values.
    """
    there = codes >= 0
    both = np.sort((codes[there].astype(np.uint64) << np.uint64(32)) | customer[there].astype(np.uint64))
    if not len(both):
        return np.zeros(n_values, np.int64)
    first = np.concatenate([[True], both[1:] != both[:-1]])
    return np.bincount((both[first] >> np.uint64(32)).astype(np.int64), minlength=n_values)
