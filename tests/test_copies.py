"""Records that are typed in again and again, through the whole pipeline."""

from __future__ import annotations

import numpy as np
import pytest

from entityres import pipeline
from entityres.pipeline import MatchResult
from entityres.settings import Settings
from tests.helpers.building import make_list
from tests.helpers.generated_customers import customers

pytestmark = pytest.mark.slow

ANNA = {
    "first_name": "Anna",
    "last_name": "Muster",
    "address": "12 Long Lane",
    "city": "Leeds",
    "phone": "0113 4960123",
    "email": "anna.muster@example.org",
}


def matched(rows: list[dict[str, str]], settings: Settings | None = None, lists: int = 1) -> MatchResult:
    parts = [rows[i * len(rows) // lists : (i + 1) * len(rows) // lists] for i in range(lists)]
    made = [
        make_list(f"list{i}", {name: [row[name] for row in part] for name in rows[0]}) for i, part in enumerate(parts)
    ]
    return pipeline.match(made, settings or Settings())


def sizes(result: MatchResult) -> list[int]:
    return sorted(np.bincount(result.groups.group_of).tolist())


@pytest.mark.parametrize("n", [2, 60, 400])
def test_a_list_of_one_customer_becomes_one_customer(n: int) -> None:
    result = matched([ANNA] * n)
    assert sizes(result) == [n]
    assert len(result.scored.pairs) <= max(n, 190)


@pytest.mark.parametrize("heading", ["phone", "email"])
def test_equal_rows_of_a_list_that_holds_nothing_else_are_one(heading: str) -> None:
    assert sizes(matched([{heading: ANNA[heading]}] * 60)) == [60]


def test_copies_in_a_list_of_others_are_one_and_nothing_is_left_out() -> None:
    others = customers(1_500, 4).record_list.table
    rows = [{name: others[name][i].as_py() for name in ANNA} for i in range(others.num_rows)]
    result = matched([*rows, *[ANNA] * 250])
    group = result.groups.group_of
    assert (group[1_500:] == group[1_500]).all()
    assert not (group[:1_500] == group[1_500]).any()
    assert result.scored.pairs.left_out == ()


def test_a_copy_with_a_slip_joins_the_copies() -> None:
    result = matched([*[ANNA] * 60, ANNA | {"last_name": "Mustre"}, ANNA | {"phone": ""}])
    assert sizes(result) == [62]


def test_copies_across_lists_find_each_other() -> None:
    result = matched([ANNA] * 60, Settings(across_only=True, one_to_one=False), lists=3)
    assert sizes(result) == [60]
    pairs = result.scored.pairs
    assert (np.repeat(range(3), 20)[pairs.left] != np.repeat(range(3), 20)[pairs.right]).all()


@pytest.mark.parametrize("across_only", [False, True])
def test_where_a_record_has_one_partner_a_copy_goes_with_the_record_and_its_partner(across_only: bool) -> None:
    others = customers(1_500, 4).record_list.table
    rows = [{name: others[name][i].as_py() for name in ANNA} for i in range(1_500)]
    one = [*rows, ANNA]
    made = [
        make_list(name, {heading: [row[heading] for row in part] for heading in ANNA})
        for name, part in (("one", [*one, ANNA]), ("other", one))
    ]
    result = pipeline.match(made, Settings(across_only=across_only, one_to_one=True))
    n = len(one)
    assert set(np.flatnonzero(result.groups.group_of == result.groups.group_of[n])) == {n - 1, n, 2 * n}


@pytest.mark.parametrize(
    "row",
    [
        {"first_name": "Anna", "last_name": "Muster"},
        {"first_name": "Anna", "last_name": "Muster", "phone": "n/a", "email": "-", "city": "Leeds"},
        {"last_name": "unknown", "phone": "0000000000", "email": "test@test.com"},
        {"name": "n/a"},
        {"city": "Leeds", "zip": "LS1 4AP"},
    ],
)
def test_a_name_or_placeholders_alone_make_nobody_the_same(row: dict[str, str]) -> None:
    assert sizes(matched([row] * 60)) == [1] * 60
