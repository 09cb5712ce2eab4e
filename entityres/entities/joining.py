"""Engine: greedy joining of linked records into groups, weighing all evidence between two groups.

Links are tried from the strongest to the weakest (Kruskal's order). Between any two present groups the sum of the
evidence of all scored pairs is kept, as the weighted edges of a graph that is contracted at each joining: the group with
fewer edges gives its edges to the other one, so the whole takes O(E log E) hash operations for E edges, whatever the
groups look like, and each question "may these two join?" is one look-up. Sums are whole numbers (`UNITS` a bit), so no
order of adding can change a result.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from entityres.records.compiled import compiled

UNITS = 1024
LARGE_GROUP = 10


@compiled()
def _root(parent: np.ndarray, node: int) -> int:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@compiled()
def _place(keys: np.ndarray, key: int) -> int:
    """The slot that holds a key, or the free slot where it belongs (linear probing)."""
    mask = np.uint64(len(keys) - 1)
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (mixed >> np.uint64(20)) & mask
    while keys[slot] != -1 and keys[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return int(slot)


@compiled()
def _forget(keys: np.ndarray, edge_at: np.ndarray, key: int) -> None:
    """Take a key out of the table and close the gap (no tombstones: the table never fills up)."""
    mask = np.uint64(len(keys) - 1)
    hole = np.uint64(_place(keys, key))
    if keys[hole] == -1:
        return
    slot = hole
    while True:
        slot = (slot + np.uint64(1)) & mask
        if keys[slot] == -1:
            break
        home = ((np.uint64(keys[slot]) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)) & mask
        if ((slot - home) & mask) >= ((slot - hole) & mask):
            keys[hole] = keys[slot]
            edge_at[hole] = edge_at[slot]
            hole = slot
    keys[hole] = -1


@compiled()
def _key(one: int, other: int, n: int) -> int:
    return min(one, other) * n + max(one, other)


class _Edges(NamedTuple):
    """The evidence between present groups, as edges of a graph that is contracted while they join.

    Edge e is the half-edges 2e and 2e + 1, one at each of its ends; those of a node are a linked list.

    Attributes:
        keys, edge_at: int64, int32 (slots,): which edge is between two groups, found by `_key`.
        heads, tails: int64 (n,): first and last half-edge of each node, -1 for none.
        following: int64 (2 * edges,): the half-edge behind each in the list of its node, -1 for none.
        ends: int32 (2 * edges,): the node that each half-edge is at.
        degrees: int64 (n,): edges of each node that are not dead.
        dead: bool (edges,): inside one group by now, or one with another edge.
        sums, counts: int64 (edges,): evidence in `UNITS` a bit, and how many pairs it is of.
        never: uint8 (edges,): 1 where a person said "not a match".
    """

    keys: np.ndarray
    edge_at: np.ndarray
    heads: np.ndarray
    tails: np.ndarray
    following: np.ndarray
    ends: np.ndarray
    degrees: np.ndarray
    dead: np.ndarray
    sums: np.ndarray
    counts: np.ndarray
    never: np.ndarray


class _Limits(NamedTuple):
    """What evidence must reach, in `UNITS` a bit; see `join_links`."""

    cut: int
    floor: int
    uncompared: int


@compiled()
def _edges_of(
    n: int, edge_left: np.ndarray, edge_right: np.ndarray, sums: np.ndarray, counts: np.ndarray, never: np.ndarray
) -> _Edges:
    """The graph before anything has joined."""
    n_edges = len(edge_left)
    capacity = 16
    while capacity < 2 * n_edges:
        capacity *= 2
    keys = np.full(capacity, -1, np.int64)
    edge_at = np.zeros(capacity, np.int32)
    heads, tails = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    following = np.full(2 * n_edges, -1, np.int64)
    ends = np.empty(2 * n_edges, np.int32)
    degrees = np.zeros(n, np.int64)
    for edge in range(n_edges):
        key = _key(edge_left[edge], edge_right[edge], n)
        slot = _place(keys, key)
        keys[slot], edge_at[slot] = key, edge
        for side in range(2):
            half = 2 * edge + side
            node = edge_left[edge] if side == 0 else edge_right[edge]
            ends[half] = node
            following[half] = heads[node]
            if heads[node] < 0:
                tails[node] = half
            heads[node] = half
            degrees[node] += 1
    dead = np.zeros(n_edges, np.bool_)
    return _Edges(keys, edge_at, heads, tails, following, ends, degrees, dead, sums, counts, never)


@compiled()
def _may_join(edges: _Edges, n: int, sizes: np.ndarray, one: int, other: int, limits: _Limits) -> bool:
    """Whether the evidence between two groups lets them join without a person."""
    edge = _edge_between(edges, n, one, other)
    if edge < 0:
        return True
    if edges.never[edge]:
        return False
    counts = edges.counts[edge]
    if counts == 0:
        return True
    size, other_size, of_one_list = 0, 0, 0
    for number in range(sizes.shape[1]):
        size += sizes[one, number]
        other_size += sizes[other, number]
        of_one_list += sizes[one, number] * sizes[other, number]
    pairs = size * other_size
    if sizes.shape[1] > 1:
        pairs -= of_one_list  # those nobody looked for
    evidence = edges.sums[edge] - limits.uncompared * max(pairs - counts, 0)
    if size >= LARGE_GROUP and other_size >= LARGE_GROUP:
        return evidence >= limits.cut * counts
    return evidence >= limits.floor * counts


@compiled()
def _absorb(edges: _Edges, n: int, root: int, gone: int) -> None:
    """Hand all edges of the group `gone` to the group `root`; edges to the same third group become one."""
    half = edges.heads[gone]
    while half >= 0:
        after = edges.following[half]
        edge = half >> 1
        if not edges.dead[edge]:
            third = edges.ends[half ^ 1]
            _forget(edges.keys, edges.edge_at, _key(gone, third, n))
            if third == root:
                edges.dead[edge] = True
                edges.degrees[root] -= 1
            else:
                slot = _place(edges.keys, _key(root, third, n))
                if edges.keys[slot] >= 0:
                    kept = edges.edge_at[slot]
                    edges.sums[kept] += edges.sums[edge]
                    edges.counts[kept] += edges.counts[edge]
                    edges.never[kept] |= edges.never[edge]
                    edges.dead[edge] = True
                    edges.degrees[third] -= 1
                else:
                    edges.keys[slot] = _key(root, third, n)
                    edges.edge_at[slot] = edge
                    _append(edges, root, half)
        half = after


@compiled()
def _append(edges: _Edges, root: int, half: int) -> None:
    """Put a half-edge at the end of a node's list."""
    edges.ends[half] = root
    edges.following[half] = -1
    if edges.heads[root] < 0:
        edges.heads[root] = half
    else:
        edges.following[edges.tails[root]] = half
    edges.tails[root] = half
    edges.degrees[root] += 1


@compiled()
def _edge_between(edges: _Edges, n: int, one: int, other: int) -> int:
    """The edge between two groups, -1 when no pair between them was scored."""
    slot = _place(edges.keys, _key(one, other, n))
    return int(edges.edge_at[slot]) if edges.keys[slot] >= 0 else -1


@compiled()
def _share_a_list(lists: np.ndarray, one: int, other: int) -> bool:
    shared = np.uint64(0)
    for word in range(lists.shape[1]):
        shared |= lists[one, word] & lists[other, word]
    return shared != 0


@compiled()
def _note_partners(
    lists: np.ndarray, n_lists: int, root: int, partner: int, run: int, seen_in: np.ndarray, partner_in: np.ndarray
) -> None:
    """Remember for each list of `partner` that `root` could be joined with it; -2 when there are several."""
    for number in range(n_lists):
        if ((lists[partner, number >> 6] >> np.uint64(number & 63)) & np.uint64(1)) != 0:
            if seen_in[root, number] != run:
                seen_in[root, number] = run
                partner_in[root, number] = partner
            elif partner_in[root, number] != partner:
                partner_in[root, number] = -2


@compiled()
def _is_tied(lists: np.ndarray, n_lists: int, root: int, partner: int, partner_in: np.ndarray) -> bool:
    for number in range(n_lists):
        held = ((lists[partner, number >> 6] >> np.uint64(number & 63)) & np.uint64(1)) != 0
        if held and partner_in[root, number] == -2:
            return True
    return False


@compiled()
def _mark_ties(
    edges: _Edges,
    n: int,
    parent: np.ndarray,
    link_left: np.ndarray,
    link_right: np.ndarray,
    first: int,
    last: int,
    lists: np.ndarray,
    n_lists: int,
    sizes: np.ndarray,
    limits: _Limits,
    seen_in: np.ndarray,
    partner_in: np.ndarray,
    tied: np.ndarray,
) -> None:
    """Of links that are equally good, those of a group to several in one list: none is to be preferred, so a person chooses."""
    for task in range(2):
        for link in range(first, last):
            one, other = _root(parent, link_left[link]), _root(parent, link_right[link])
            if one == other or _share_a_list(lists, one, other):
                continue
            if not _may_join(edges, n, sizes, one, other, limits):
                continue
            if task == 0:
                _note_partners(lists, n_lists, one, other, first, seen_in, partner_in)
                _note_partners(lists, n_lists, other, one, first, seen_in, partner_in)
            else:
                tied[link] = _is_tied(lists, n_lists, one, other, partner_in) or _is_tied(
                    lists, n_lists, other, one, partner_in
                )


@compiled(
    "int32[::1](int64, int32[::1], int32[::1], int64[::1], uint8[::1], int32[::1], int32[::1], int64[::1], int64[::1],"
    " uint8[::1], int64, int64, int64, uint64[:, ::1], int64, int32[:, ::1])"
)
def join_links(
    n: int,
    link_left: np.ndarray,
    link_right: np.ndarray,
    link_rank: np.ndarray,
    link_decided: np.ndarray,
    edge_left: np.ndarray,
    edge_right: np.ndarray,
    sums: np.ndarray,
    counts: np.ndarray,
    never: np.ndarray,
    cut: int,
    floor: int,
    uncompared: int,
    lists: np.ndarray,
    n_lists: int,
    sizes: np.ndarray,
) -> np.ndarray:
    """Join links in the given order where nothing speaks against it.

    Args:
        n: Records that take part, numbered from 0.
        link_left, link_right: int32 (links,): pairs to join, the first ones first.
        link_rank: int64 (links,): equal for links that are equally good.
        link_decided: uint8 (links,): 1 where a person said "match": only a person's "not a match" stops it.
        edge_left, edge_right: int32 (edges,): pairs with evidence, each pair once.
        sums, counts: int64 (edges,): evidence in `UNITS` a bit, and how many pairs it is of. Used up.
        never: uint8 (edges,): 1 where a person said "not a match". Used up.
        cut: The match cut in `UNITS` a bit: two large groups need this much evidence on average.
        floor: Two groups need this much on average in any case.
        uncompared: What each pair between two groups that was never compared speaks against them.
        lists: uint64 (n, words): bit mask of those lists in a group that may be in it once only. Used up.
        n_lists: How many lists; 0 when a group may hold any number of records of each.
        sizes: int32 (n, 1), or (n, lists) where records of one list are never compared: as how many each record counts in
            its group, in the column of its list: further copies of one as none. Used up.

    Returns:
        int32 (n,): a record of the same group for each record, the same one within a group.
    """
    n_links = len(link_left)
    parent = np.arange(n).astype(np.int32)
    edges = _edges_of(n, edge_left, edge_right, sums, counts, never)
    limits = _Limits(cut, floor, uncompared)
    seen_in = np.full((n if n_lists else 1, max(n_lists, 1)), -1, np.int64)
    partner_in = np.full((n if n_lists else 1, max(n_lists, 1)), -1, np.int64)
    tied = np.zeros(n_links, np.bool_)
    first = 0
    while first < n_links:
        last = first + 1
        while last < n_links and link_rank[last] == link_rank[first] and link_decided[last] == link_decided[first]:
            last += 1
        if n_lists and last - first > 1 and not link_decided[first]:
            _mark_ties(
                edges,
                n,
                parent,
                link_left,
                link_right,
                first,
                last,
                lists,
                n_lists,
                sizes,
                limits,
                seen_in,
                partner_in,
                tied,
            )
        for link in range(first, last):
            one, other = _root(parent, link_left[link]), _root(parent, link_right[link])
            if one == other or tied[link]:
                continue
            if link_decided[link]:
                edge = _edge_between(edges, n, one, other)
                if edge >= 0 and never[edge]:
                    continue
            elif (n_lists and _share_a_list(lists, one, other)) or not _may_join(edges, n, sizes, one, other, limits):
                continue
            if edges.degrees[one] < edges.degrees[other]:
                one, other = other, one
            _absorb(edges, n, one, other)
            parent[other] = one
            for number in range(sizes.shape[1]):
                sizes[one, number] += sizes[other, number]
            if n_lists:
                for word in range(lists.shape[1]):
                    lists[one, word] |= lists[other, word]
        first = last
    for node in range(n):
        parent[node] = _root(parent, node)
    return parent


@compiled("boolean[::1](int64, int32[::1], int32[::1], float32[::1], int32[::1], int32[::1], float64)")
def rival_links(
    n: int,
    left: np.ndarray,
    right: np.ndarray,
    score: np.ndarray,
    apart_left: np.ndarray,
    apart_right: np.ndarray,
    margin: float,
) -> np.ndarray:
    """Links of a record with two others that exclude each other, where none of the two is clearly the better one.

    Args:
        n: Number of records.
        left, right: int32 (links,): sorted by (left, right).
        score: float32 (links,): bits.
        apart_left, apart_right: int32 (k,): pairs that exclude each other.
        margin: Bits by which the better link must be better.

    Returns:
        bool (links,): the links that are no better than a rival.
    """
    starts = np.zeros(n + 1, np.int64)
    for link in range(len(left)):
        starts[left[link] + 1] += 1
        starts[right[link] + 1] += 1
    for node in range(n):
        starts[node + 1] += starts[node]
    place = starts[:-1].copy()
    links = np.empty(2 * len(left), np.int64)
    partners = np.empty(2 * len(left), np.int32)
    # Lower partners first, then higher ones: as the links are sorted, each record's partners come out sorted too.
    for link in range(len(left)):
        links[place[right[link]]], partners[place[right[link]]] = link, left[link]
        place[right[link]] += 1
    for link in range(len(left)):
        links[place[left[link]]], partners[place[left[link]]] = link, right[link]
        place[left[link]] += 1
    rivals = np.zeros(len(left), np.bool_)
    for pair in range(len(apart_left)):
        one, other = starts[apart_left[pair]], starts[apart_right[pair]]
        one_end, other_end = starts[apart_left[pair] + 1], starts[apart_right[pair] + 1]
        while one < one_end and other < other_end:
            if partners[one] < partners[other]:
                one += 1
            elif partners[other] < partners[one]:
                other += 1
            else:
                if abs(score[links[one]] - score[links[other]]) < margin:
                    rivals[links[one]] = True
                    rivals[links[other]] = True
                one += 1
                other += 1
    return rivals


@compiled("int32[::1](int64, int32[::1], int32[::1])")
def connected(n: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int32 (n,): the first record of the connected component that each record is in (no guards at all)."""
    parent = np.arange(n).astype(np.int32)
    for pair in range(len(left)):
        one, other = _root(parent, left[pair]), _root(parent, right[pair])
        if one < other:
            parent[other] = one
        elif other < one:
            parent[one] = other
    for node in range(n):
        parent[node] = _root(parent, node)
    return parent
