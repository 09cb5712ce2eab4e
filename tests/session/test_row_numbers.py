"""Rows that keep their numbers when their list is read anew: what was decided stays with its people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.decisions import Answer
from entityres.records.record_list import RecordList
from entityres.session.project import Project
from entityres.session.row_numbers import RowNumbers, numbers_anew, rows_before
from tests.helpers.building import make_list
from tests.session.customers import CRM, ROLES, crm, rematch

HEADINGS = ("first", "last", "town", "phone")
PEOPLE = [
    ("Ana", "Ruiz", "Leeds", "555 01"),
    ("Bob", "Gould", "York", "555 02"),
    ("Bob", "Gould", "York", "555 02"),
    ("Carl", "Marx", "Trier", ""),
    ("Dora", "Diaz", "Leeds", "555 03"),
    ("Eve", "Fox", "", "555 04"),
]


def people(rows: Sequence[Sequence[str]], headings: Sequence[str] = HEADINGS) -> RecordList:
    return make_list("people", {name: [row[i] for row in rows] for i, name in enumerate(headings)})


def was(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> list[int]:
    return rows_before(people(before), people(now)).tolist()


def edited(row: Sequence[str], at: int, text: str) -> tuple[str, ...]:
    return (*row[:at], text, *row[at + 1 :])


@given(st.lists(st.sampled_from(PEOPLE), max_size=12), st.lists(st.sampled_from(PEOPLE), max_size=12))
def test_rows_that_are_the_same_are_joined_like_with_like_and_in_their_order(before, now) -> None:
    found = was(before, now)
    joined = [(one, row) for one, row in zip(found, now, strict=True) if one >= 0]
    assert len({one for one, _ in joined}) == len(joined), "no row is two rows now"
    same = [(one, row) for one, row in joined if before[one] == row]
    assert Counter(row for _, row in same) == Counter(before) & Counter(now)
    for copies in set(now):
        places = [one for one, row in same if row == copies]
        assert places == sorted(places), "copies stay in their order"
    for one, row in joined:
        alike = [a == b for a, b in zip(before[one], row, strict=True) if a or b]
        assert sum(alike) >= len(alike) / 2, "nobody becomes somebody else"


def test_a_row_that_was_edited_where_it_stands_is_the_same_one() -> None:
    assert was(PEOPLE, [*PEOPLE[:3], edited(PEOPLE[3], 2, "Bonn"), *PEOPLE[4:]]) == [0, 1, 2, 3, 4, 5]
    assert was(PEOPLE, [edited(PEOPLE[0], 3, "555 99"), *PEOPLE[1:-1], edited(PEOPLE[5], 0, "Eva")]) == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_another_person_in_the_place_of_a_row_is_a_new_one() -> None:
    assert was(PEOPLE, [*PEOPLE[:3], ("Zoe", "Hill", "Rome", "555 77"), *PEOPLE[4:]]) == [0, 1, 2, -1, 4, 5]


def test_a_number_of_its_own_finds_a_row_that_was_edited_and_moved() -> None:
    numbered = [(f"K-{i}", *row) for i, row in enumerate(PEOPLE)]
    headings = ("id", *HEADINGS)
    now = [edited(numbered[4], 3, "Bonn"), numbered[5], numbered[0]]
    assert rows_before(people(numbered, headings), people(now, headings)).tolist() == [4, 5, 0]


def test_running_numbers_that_were_given_anew_mislead_nobody() -> None:
    rows = [(f"First{i}", f"Last{i}", f"Town{i % 7}", f"555 {i}") for i in range(60)]
    headings = ("no", *HEADINGS)
    before = [(str(i), *row) for i, row in enumerate(rows)]
    now = [(str(i), *row) for i, row in enumerate(rows[3:])]
    assert rows_before(people(before, headings), people(now, headings)).tolist() == list(range(3, 60))


@pytest.mark.parametrize("order", ["as they were", "upside down"])
@pytest.mark.parametrize("numbered", [True, False])
def test_a_row_less_and_a_column_written_in_another_way_mislead_nobody(numbered: bool, order: str) -> None:
    """Below the row that is gone the running numbers are other people's, and nobody's phone is as it was."""
    headings = ("no", *HEADINGS, "country", "state")
    rows = [(f"First{i % 37}", f"Last{i % 90}", f"Town{i % 7}", f"+44 {i}", "UK", "active") for i in range(200)]
    kept = [i for i in range(200) if i != 150]
    if order == "upside down":
        kept.reverse()
    written = [edited(rows[i], 3, rows[i][3].replace("+44 ", "0")) for i in kept]
    before, now = (
        people([(str(i) if numbered else "", *row) for i, row in enumerate(some)], headings) for some in (rows, written)
    )
    found = rows_before(before, now)
    assert set(np.flatnonzero((found >= 0) & (found != kept)).tolist()) == set()
    assert (found >= 0).all()


def test_running_numbers_make_nobody_of_a_household_somebody_else_of_it() -> None:
    headings = ("no", *HEADINGS)
    home = [(f"First{i}", f"Last{i // 4}", f"Town{i // 4}", f"555 {i // 4}") for i in range(40)]
    kept = [i for i in range(40) if i not in (0, 17)]
    before = [(str(n), *row) for n, row in enumerate(home)]
    now = [(str(n), *home[i]) for n, i in enumerate(kept)]
    now[30] = edited(now[30], 4, "555 99")
    found = rows_before(people(before, headings), people(now, headings)).tolist()
    assert found == kept


def test_what_everybody_has_makes_nobody_the_same() -> None:
    headings = (*HEADINGS, "country", "state", "news", "kind")
    rows = [(f"First{i}", f"Last{i}", f"Town{i}", f"555 {i}", "UK", "active", "yes", "private") for i in range(20)]
    other = ("Zoe", "Hill", "Rome", "777", "UK", "active", "yes", "private")
    found = rows_before(people(rows, headings), people([*rows[:5], other, *rows[6:]], headings))
    assert found.tolist() == [*range(5), -1, *range(6, 20)]


def test_the_same_file_read_in_another_way_goes_by_its_lines() -> None:
    before = replace(people(PEOPLE), sha256="ab" * 32)
    one_column = make_list("people", {"first;last": [";".join(row) for row in PEOPLE[1:]]})
    now = replace(one_column, sha256=before.sha256, lines=before.lines[1:])
    assert rows_before(before, now).tolist() == [1, 2, 3, 4, 5]


def test_no_number_is_given_twice() -> None:
    numbers = RowNumbers.in_order(6)
    fewer = people(PEOPLE[:5])
    numbers = numbers_anew(people(PEOPLE), numbers, fewer)
    assert (numbers.numbers.tolist(), numbers.free, numbers.are_places) == ([0, 1, 2, 3, 4], 6, False)
    more = people([("Zoe", "Hill", "Rome", "555 77"), *PEOPLE[:5]])
    numbers = numbers_anew(fewer, numbers, more)
    assert (numbers.numbers.tolist(), numbers.free) == ([6, 0, 1, 2, 3, 4], 7)


# In a project

BOB, TOM = 2, 3


def without(*rows: int) -> RecordList:
    """The first list without some rows, from another file than before."""
    kept = [row for i, row in enumerate(CRM) if i not in rows]
    made = make_list("CRM", {heading: [row[i] for row in kept] for i, heading in enumerate(ROLES)})
    return replace(made, sha256="cd" * 32)


def names_of(project: Project, answer: Answer) -> list[tuple[str, str]]:
    """Who is decided to be one or two, by first names, of the first list."""
    decisions = project.decisions.as_decisions()
    lists = project.matched.lists
    everybody = [one.cell(row, "First") for one in lists for row in range(len(one))]
    pairs = zip(decisions.left.tolist(), decisions.right.tolist(), decisions.answers.tolist(), strict=True)
    return [(everybody[a], everybody[b]) for a, b, said in pairs if said == answer]


def decide(project: Project, left: int, right: int, answer: Answer) -> None:
    project.decide_records(left, right, answer)


def test_a_row_less_in_the_file_moves_no_decision_to_somebody_else(project: Project) -> None:
    decide(project, BOB, TOM, Answer.MATCH)
    project.replace_list(0, without(0))
    assert names_of(project, Answer.MATCH) == [("Bob", "Tom")], "what is shown is of the last run still"
    rematch(project)
    assert names_of(project, Answer.MATCH) == [("Bob", "Tom")]
    assert project.decisions.lost == 0
    decide(project, 1, 3, Answer.NOT)
    assert names_of(project, Answer.NOT) == [("Bob", "Carl")]
    while project.can_undo and project.decisions.count:
        project.undo()
    rematch(project)
    while project.can_redo:
        project.redo()
    assert (names_of(project, Answer.MATCH), names_of(project, Answer.NOT)) == ([("Bob", "Tom")], [("Bob", "Carl")])


def test_what_is_decided_before_the_next_run_is_about_who_was_shown(project: Project) -> None:
    project.replace_list(0, without(0))
    decide(project, BOB, TOM, Answer.MATCH)
    rematch(project)
    assert names_of(project, Answer.MATCH) == [("Bob", "Tom")]


def test_what_was_decided_about_a_row_that_is_gone_waits(project: Project) -> None:
    decide(project, BOB, TOM, Answer.MATCH)
    project.replace_list(0, without(TOM))
    rematch(project)
    assert (names_of(project, Answer.MATCH), project.decisions.lost) == ([], 1)
    project.undo()
    rematch(project)
    assert names_of(project, Answer.MATCH) == [("Bob", "Tom")]


def test_numbers_are_in_the_file(project: Project, tmp_path: Path) -> None:
    decide(project, BOB, TOM, Answer.MATCH)
    project.replace_list(0, without(0, 1))
    rematch(project)
    project.save_copy(tmp_path / "copy.entityres")
    with Project.open(tmp_path / "copy.entityres") as opened:
        assert names_of(opened, Answer.MATCH) == [("Bob", "Tom")]
        opened.replace_list(0, replace(crm(), sha256="ef" * 32))
        rematch(opened)
        assert names_of(opened, Answer.MATCH) == [("Bob", "Tom")]


def test_a_list_that_comes_back_under_its_name_with_other_rows(project: Project) -> None:
    decide(project, BOB, TOM, Answer.MATCH)
    project.remove_list(0)
    project.add_lists([without(0)])
    rematch(project)
    assert names_of(project, Answer.MATCH) == [("Bob", "Tom")]


def test_a_column_gets_another_name_and_rows_keep_their_numbers(project: Project) -> None:
    decide(project, BOB, TOM, Answer.MATCH)
    project.replace_list(0, without(0))
    project.rename_column(0, "Phone", "Tel")
    rematch(project)
    assert names_of(project, Answer.MATCH) == [("Bob", "Tom")]


def test_cells_by_hand_stay_with_their_group_however_its_rows_are_sorted(project: Project) -> None:
    decide(project, BOB, TOM, Answer.MATCH)

    def group() -> int:
        assert project.groups is not None
        return int(project.groups.group_of[BOB])

    project.override(group(), "First", text="Robert")
    upside_down = make_list("CRM", {heading: [row[i] for row in reversed(CRM)] for i, heading in enumerate(ROLES)})
    project.replace_list(0, replace(upside_down, sha256="cd" * 32))
    rematch(project)
    assert project.overrides is not None
    assert [(one.members[:2], one.text) for one in project.overrides] == [((2, 3), "Robert")]
    project.override(group(), "First", text="Bobby")
    assert [one.text for one in project.overrides] == ["Bobby"], "one cell is changed once"


def and_(*new: str) -> RecordList:
    """The first list with more people below, from another file than before."""
    rows = [*CRM, *((first, "Hill", "7 Bay St", "Rome", "", "") for first in new)]
    made = make_list("CRM", {heading: [row[i] for row in rows] for i, heading in enumerate(ROLES)})
    return replace(made, sha256=f"{new[0].lower():0>64}")


def test_new_people_of_a_reading_that_was_undone_are_not_those_of_the_next_one(project: Project) -> None:
    project.replace_list(0, and_("Zoe"))
    rematch(project)
    project.undo()
    decide(project, BOB, len(CRM), Answer.MATCH)
    assert names_of(project, Answer.MATCH) == [("Bob", "Zoe")]
    project.replace_list(0, and_("Max"))
    rematch(project)
    assert (names_of(project, Answer.MATCH), project.decisions.lost) == ([], 1)


def test_what_was_read_before_the_first_run_is_told_apart_too(tmp_path: Path, project: Project) -> None:
    with Project.create(tmp_path / "other.entityres") as other:
        other.add_lists([crm()])
        other.replace_list(0, without(0))
        rematch(other)
        other.undo()
        decide(other, BOB - 1, TOM - 1, Answer.MATCH)
        assert names_of(other, Answer.MATCH) == [("Bob", "Tom")]
        rematch(other)
        assert names_of(other, Answer.MATCH) == [("Bob", "Tom")]


def test_a_list_comes_back_after_a_reading_that_was_undone_and_forgotten(project: Project) -> None:
    decide(project, BOB, TOM, Answer.MATCH)
    project.replace_list(0, and_("Zoe"))
    project.undo()
    project.set_cuts(0.9, 0.2)
    project.close()
    with Project.open(project.path) as opened:
        opened.remove_list(0)
        opened.add_lists([without(0)])
        rematch(opened)
        assert names_of(opened, Answer.MATCH) == [("Bob", "Tom")]


@pytest.mark.parametrize("rows", [np.array([], np.int32), np.array([99], np.int32)])
def test_rows_that_are_not_there_are_nowhere(rows: np.ndarray) -> None:
    from entityres.session.decision_book import Placing

    placing = Placing([1], [2], [RowNumbers(np.array([7, 3], np.int32), 8)])
    assert placing.records(np.full(len(rows), 1), rows).tolist() == [-1] * len(rows)
    assert placing.records(np.array([1, 1, 2]), np.array([3, 7, 3])).tolist() == [1, 0, -1]
    assert [part.tolist() for part in placing.place(np.array([0, 1]))] == [[1, 1], [7, 3]]
