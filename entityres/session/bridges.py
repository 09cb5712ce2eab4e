"""Session: links without which a group would fall apart (bridges of a graph; Tarjan's low points, O(records + links))."""

from __future__ import annotations

import numpy as np

from entityres.records.compiled import compiled


def find_bridges(n_records: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n_links,): links that lie on no circle.

    Args:
        n_records: How many records there are.
        left: int32 (n_links,): one end of each link.
        right: int32 (n_links,): the other end; no link twice.
    """
    one, two = (np.require(side, np.int32, ("C", "W")) for side in (left, right))
    found: np.ndarray = _bridges(*_neighbours(n_records, one, two), one, len(one))
    return found


@compiled("UniTuple(int64[::1], 3)(int64, int32[::1], int32[::1])")
def _neighbours(n_records: int, left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the links of each record begin, their other ends, and which links they are, in the order of the links."""
    starts = np.zeros(n_records + 1, np.int64)
    for link in range(len(left)):
        starts[left[link] + 1] += 1
        starts[right[link] + 1] += 1
    starts = np.cumsum(starts)
    at = starts[:-1].copy()
    others = np.empty(2 * len(left), np.int64)
    links = np.empty(2 * len(left), np.int64)
    for link in range(len(left)):
        one, two = left[link], right[link]
        others[at[one]], links[at[one]] = two, link
        at[one] += 1
        others[at[two]], links[at[two]] = one, link
        at[two] += 1
    return starts, others, links


@compiled("boolean[::1](int64[::1], int64[::1], int64[::1], int32[::1], int64)")
def _bridges(starts: np.ndarray, others: np.ndarray, links: np.ndarray, roots: np.ndarray, n_links: int) -> np.ndarray:
    n = len(starts) - 1
    bridge = np.zeros(n_links, np.bool_)
    entered = np.zeros(n, np.int64)
    low = np.zeros(n, np.int64)
    came_by = np.full(n, -1, np.int64)
    at = starts[:-1].copy()
    stack = np.empty(n, np.int64)
    clock = 0
    for root in roots:
        if entered[root]:
            continue
        clock += 1
        entered[root] = low[root] = clock
        stack[0] = root
        depth = 1
        while depth:
            one = stack[depth - 1]
            if at[one] < starts[one + 1]:
                other, link = others[at[one]], links[at[one]]
                at[one] += 1
                if link == came_by[one]:
                    continue
                if entered[other]:
                    low[one] = min(low[one], entered[other])
                    continue
                clock += 1
                entered[other] = low[other] = clock
                came_by[other] = link
                stack[depth] = other
                depth += 1
                continue
            depth -= 1
            if depth:
                before = stack[depth - 1]
                low[before] = min(low[before], low[one])
                if low[one] > entered[before]:
                    bridge[came_by[one]] = True
    return bridge
