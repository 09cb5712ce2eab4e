"""The pairs of bands among few records, against a naive twin and the count of all records."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.bucketing import split_codes
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.minhash import hashes_of_bands
from entityres.candidates.pair_finder import refiners
from entityres.candidates.pairs_of_few import pairs_of_bands
from entityres.errors import Cancelled
from entityres.progress import Progress, quiet
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

ROLES = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "born": Role.BIRTH_DATE, "city": Role.POSTCODE}
YEAR = Part(PartKind.YEAR, ("born",))
PEOPLE = st.lists(
    st.tuples(
        st.sampled_from(["ann", "anna", "bo", ""]),
        st.sampled_from(["lind", "lund", "lindt", ""]),
        st.sampled_from(["1950-01-01", "1951-01-01", ""]),
        st.sampled_from(["1", "2", ""]),
        st.booleans(),
    ),
    min_size=2,
    max_size=30,
)


def maker_of(rows: list[tuple[str, str, str, str, bool]]) -> EntryMaker:
    lists = [
        make_list(name, {heading: [row[at] for row in rows if row[4] == first] for at, heading in enumerate(ROLES)})
        for name, first in (("a", True), ("b", False))
    ]
    return EntryMaker(make_cleaned(lists, ROLES))


def naive(maker: EntryMaker, key: Key, most: int, across: bool) -> set[tuple[int, int]]:
    """Band by band; of large buckets the pairs that agree in a second part which not too many of them share."""
    assert key.bands is not None
    base, found = maker.all_parts(key), set()
    parts = [maker.part(part) for part in refiners(maker.cleaned, key)]
    for band in range(key.bands.b):
        buckets = defaultdict(list)
        hashes = hashes_of_bands(maker.signatures(key.bands), band, band + 1, key.bands.r)[0]
        for record, h in enumerate(hashes.tolist()):
            if h and (base is None or base[record]):
                buckets[h, None if base is None else int(base[record])].append(record)
        for records in buckets.values():
            groups = [records]
            if len(records) > most:
                finer = defaultdict(list)
                for number, part in enumerate(parts):
                    for record in records:
                        if part[record]:
                            finer[number, int(part[record])].append(record)
                groups = [group for group in finer.values() if len(group) <= most]
            found |= {pair for group in groups for pair in combinations(group, 2)}
    list_of = maker.cleaned.list_of
    return {(a, b) for a, b in found if not across or list_of[a] != list_of[b]}


@given(PEOPLE, st.integers(1, 5), st.booleans(), st.booleans())
def test_pairs_are_those_of_the_naive_twin(rows, most: int, across: bool, with_year: bool) -> None:
    maker = maker_of(rows)
    key = Key("Similar", (YEAR,) if with_year else (), Bands(("given", "family"), k=2, b=4, r=2))
    codes = pairs_of_bands(maker, key, most, across, quiet())
    assert np.array_equal(codes, np.unique(codes))
    left, right = split_codes(codes)
    assert set(zip(left.tolist(), right.tolist(), strict=True)) == naive(maker, key, most, across)
    assert len(codes) == BandsCount(maker, key, across, quiet(), most).pairs


def test_it_stops() -> None:
    stopped = Progress()
    stopped.cancel()
    maker = maker_of([("ann", "lind", "", "", True)] * 3)
    with pytest.raises(Cancelled):
        pairs_of_bands(maker, Key("Similar", bands=Bands(("given",), b=2, r=2)), 4, False, stopped)
