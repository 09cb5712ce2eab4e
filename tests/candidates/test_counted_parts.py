"""A key counted without listing its pairs, against the pairs that the run lists."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.bucketing import pair_codes
from entityres.candidates.counted_parts import PartsCount, is_countable
from entityres.candidates.counting import foresee_key
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.errors import SettingsError
from entityres.progress import quiet
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list
from tests.helpers.counts import codes_of_run

EXACT = PartKind.EXACT
ROLES = {"city": Role.CITY, "born": Role.BIRTH_DATE, "zip": Role.POSTCODE, "name": Role.FAMILY_NAME}
CITY = Key("City", (Part(EXACT, ("city",)),))
KEYS = (
    CITY,
    Key("Name", (Part(PartKind.PREFIX, ("name",), 1),)),
    Key("City + year", (Part(EXACT, ("city",)), Part(PartKind.YEAR, ("born",)))),
    Key("All but ulm", (Part(EXACT, ("city",)),), with_others=(("ulm",),)),
)


def cleaned_of(rows: list[tuple[int, int, int, int]], first: int) -> CleanedRecords:
    """Two lists; 0 stands for no value."""
    values = (
        ("", "ulm", "bonn"),
        ("", "1950-02-03", "1950-05-05", "1961-02-03"),
        ("", "89073", "89077", "53111"),
        ("", "gould", "good", "smith"),
    )
    columns = {heading: [values[i][row[i]] for row in rows] for i, heading in enumerate(ROLES)}
    lists = [
        make_list(name, {heading: texts[part] for heading, texts in columns.items()})
        for name, part in (("one", slice(0, first)), ("two", slice(first, None)))
    ]
    return make_cleaned(lists, ROLES)


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=22
    ),
    st.integers(0, 12),
    st.sampled_from(KEYS),
    st.integers(2, 6),
    st.booleans(),
)
@settings(deadline=None, max_examples=150)
@pytest.mark.slow
def test_counted_is_what_the_run_lists(
    rows: list[tuple[int, int, int, int]], first: int, key: Key, hot: int, across: bool
) -> None:
    cleaned = cleaned_of(rows, min(first, len(rows)))
    with patch("entityres.candidates.pair_finder.HOT_RECORDS", hot):
        codes_of_run(cleaned, key, across, PartsCount(EntryMaker(cleaned), key, across, quiet()))


@pytest.mark.parametrize(
    ("key", "can"),
    [
        (CITY, True),
        (Key("Rare", (Part(PartKind.RARE_WORDS, ("city",), 9),)), False),
        (Key("Copies", (Part(PartKind.WHOLE, ()),)), False),
        (Key("Similar", (Part(EXACT, ("city",)),), Bands(("name",))), False),
        (Key("Nothing"), False),
    ],
)
def test_what_can_be_counted_so(key: Key, can: bool) -> None:
    assert is_countable(key) == can


@pytest.fixture(scope="module")
def towns() -> CleanedRecords:
    """Six towns of some hundred records: a hundred thousand pairs and more, more than are listed."""
    rng = np.random.default_rng(7)
    n = 4_000
    columns = {
        "city": rng.choice(["ulm", "bonn", "kiel", "jena", "gera", "hof"], n).tolist(),
        "born": [f"{year}-01-01" for year in rng.integers(1930, 2005, n)],
        "zip": [str(code) for code in rng.integers(10_000, 10_090, n)],
        "name": [f"name{i}" for i in rng.integers(0, 900, n)],
    }
    return make_cleaned([make_list("towns", columns)], ROLES)


def test_of_many_pairs_some_that_no_other_key_found_are_drawn(towns: CleanedRecords, monkeypatch) -> None:
    for module in ("counting", "counted_parts"):
        monkeypatch.setattr(f"entityres.candidates.{module}.FEW", 20_000)
    name = Key("Name", (Part(EXACT, ("name",)),))
    others = propose_pairs(towns, (name,))
    foreseen = foresee_key(EntryMaker(towns), CITY, others, 1)
    both = propose_pairs(towns, (name, CITY))
    assert foreseen.together == len(both)
    assert foreseen.counts == both.counts[1]
    new = pair_codes(foreseen.new_left, foreseen.new_right)
    only = pair_codes(both.left, both.right)[both.masks == 2]
    assert 3_000 < len(new) <= 6_000
    assert len(np.unique(new)) == len(new)
    assert np.isin(new, only).all()
    # As an even sample: no town and no end of the list is preferred.
    whole = both.left[both.masks == 2]
    city = towns.field("city").codes
    assert abs(foreseen.new_left.mean() - whole.mean()) < 40
    for town in range(6):
        assert abs((city[foreseen.new_left] == town).mean() - (city[whole] == town).mean()) < 0.03


def test_more_than_fit_in_memory_are_refused(towns: CleanedRecords) -> None:
    with pytest.raises(SettingsError, match="more than fit in memory"):
        foresee_key(EntryMaker(towns), CITY, memory_limit_mb=1)
