"""One record that stands for all that a key cannot tell apart, against every record for itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.bucketing import Buckets, gather
from entityres.candidates.stand_ins import FEWER, stand_ins

ROWS = st.lists(st.tuples(st.integers(-1, 2), st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=40)


def sets_of(buckets: Buckets) -> dict[int, list[int]]:
    ends = buckets.starts.tolist()
    return {int(h): buckets.records[a:b].tolist() for h, a, b in zip(buckets.hashes, ends[:-1], ends[1:], strict=True)}


@given(ROWS, st.booleans())
@settings(deadline=None)
def test_those_who_are_alike_have_one_stand_in(rows: list[tuple[int, int, int]], across: bool) -> None:
    codes, parts, lists = (np.array(column) for column in zip(*rows, strict=True))
    given_parts = parts.astype(np.uint64) * np.uint64(77)
    made = stand_ins([codes.astype(np.int32)], [given_parts], lists.astype(np.int16), across)
    alike = [row if across else row[:2] for row in rows]
    if FEWER * len(set(alike)) > len(rows) or FEWER * (max(codes) + 1) > len(rows):
        assert made is None
        return
    assert made is not None
    assert len(made.counts) == len(set(alike))
    for i, row in enumerate(alike):
        assert made.records[made.number[i]] == alike.index(row)
        assert made.counts[made.number[i]] == alike.count(row)
        assert not across or made.list_of[made.number[i]] == rows[i][2]


@given(ROWS, st.data())
@settings(deadline=None)
def test_buckets_of_stand_ins_are_those_of_all_records(rows: list[tuple[int, int, int]], data: st.DataObject) -> None:
    codes = np.array([row[0] for row in rows], np.int32)
    made = stand_ins([codes], [], np.zeros(len(rows), np.int16), False)
    if made is None:
        return
    n = len(made.counts)
    hashes = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), np.uint64)
    got, wanted = made.gathered(hashes), gather(np.arange(len(rows), dtype=np.int32), hashes[made.number])
    assert sets_of(got) == sets_of(wanted)
    assert got.usable == wanted.usable
    thinned = {h: {int(made.number[record]) for record in records} for h, records in sets_of(wanted).items()}
    assert {h: set(records) for h, records in sets_of(made.thinned(wanted)).items()} == thinned
    assert len(made.thinned(wanted).records) == sum(map(len, thinned.values())), "each once"
