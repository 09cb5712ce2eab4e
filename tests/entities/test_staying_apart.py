"""What stays apart is told in a sentence that says what helps."""

from __future__ import annotations

import numpy as np
import pytest

from entityres import pipeline
from entityres.entities.reporting import run_warnings
from entityres.entities.staying_apart import people_apart
from entityres.pipeline import MatchResult
from entityres.records.roles import Role
from entityres.settings import Settings
from tests.helpers.building import make_list

FIRST = ("Gregor", "Sabine", "Holger", "Petra", "Dieter", "Ute", "Klaus", "Birgit", "Jan", "Monika", "Rolf", "Heike")
LAST = (
    "Abramov",
    "Bergstrom",
    "Castellano",
    "Dubois",
    "Eriksen",
    "Fontaine",
    "Grubnev",
    "Hollowell",
    "Ivanic",
    "Jansen",
)
ROLES = {
    "Firm": Role.ORGANISATION,
    "Contact": Role.FULL_NAME,
    "Street": Role.STREET,
    "Phone": Role.PHONE,
}


def matched(firms: int, people: int, twice: int) -> MatchResult:
    """Firms with so many people each, the first of every firm so many times."""
    rows = []
    for firm in range(firms):
        home = (f"Kin{firm:03d}ship Bau", f"{firm} Hill Road", f"01555 {firm:06d}")
        for person in range(people):
            name = f"{FIRST[(firm + person) % 12]} {LAST[person]}{chr(97 + firm % 26)}{chr(97 + firm // 26)}"
            rows += [(home[0], name, *home[1:])] * (1 if person else twice)
    columns = {name: list(cells) for name, cells in zip(ROLES, zip(*rows, strict=True), strict=True)}
    return pipeline.match([make_list("list", columns)], Settings(roles=dict(ROLES)))


@pytest.mark.slow
def test_people_of_firms_that_stay_apart_are_told_and_how_to_have_firms_instead() -> None:
    run = matched(60, 7, 1)
    told = people_apart(run.cleaned, run.scored)
    n = 60 * 7 * 6 // 2
    assert told.words == (
        f"{n:,} pairs of one firm name two people and stay apart. If each firm is one customer, "
        "set “Contact” to “Keep only” under Columns."
    )
    assert told.shorter == f"{n:,} pairs of two people of one firm stay apart: see “Contact” in Columns."
    assert told.words in run_warnings(run)
    assert len(np.unique(run.groups.group_of)) == 60 * 7


@pytest.mark.parametrize(("people", "twice"), [(1, 2), (2, 6)])
@pytest.mark.slow
def test_firms_that_name_mostly_one_person_are_joined_without_a_word(people: int, twice: int) -> None:
    run = matched(60, people, twice)
    assert people_apart(run.cleaned, run.scored) == ("", "")
