"""What several people of one home have together, such as the account from which a family pays."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.comparing import Comparer
from entityres.scoring.households import home, one_number
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import Guard, Zone
from entityres.scoring.things_of_families import ENOUGH
from tests.helpers.building import make_cleaned, make_list

ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "born": Role.BIRTH_DATE,
    "street": Role.STREET,
    "phone": Role.PHONE,
    "account": Role.IDENTIFIER,
}
PARENTS, CHILDREN = ("robert", "edith", "walter"), ("mia", "jonas", "clara", "felix")


def members(families: int, *, copies: int = 0, born: bool = True) -> CleanedRecords:
    """A club: families of a parent and a child with one account, and copies of single members with theirs."""
    rows = []
    for number in range(families):
        home_ = (f"fam{number:03d}ily", f"{number + 1} lane{number % 7} st", f"01712{number:06d}", f"de{number:05d}")
        for given, year in ((PARENTS[number % 3], 1970), (CHILDREN[number % 4], 2005)):
            rows.append((given, home_[0], f"{year + number % 9}-03-{number % 27 + 1:02d}" if born else "", *home_[1:]))
    for number in range(copies):
        who = (f"na{number:03d}me", f"sur{number:03d}name", f"19{40 + number % 50}-04-{number % 27 + 1:02d}")
        rows += [(*who, f"{number + 500} road st", f"01813{number:06d}", f"at{number:05d}")] * 2
    columns = {role: [row[i] for row in rows] for i, role in enumerate(ROLES)}
    return make_cleaned([make_list("club", columns)], ROLES)


def of_families(cleaned: CleanedRecords) -> bool:
    return {field.name: field.of_families for field in Comparer(cleaned).fields}["account"]


@pytest.mark.parametrize(
    ("families", "copies", "shared"),
    [(30, 0, True), (30, 30, True), (5, 100, False), (0, 50, False), (ENOUGH - 1, 0, False), (ENOUGH, 0, True)],
)
def test_many_pairs_of_two_names_and_birth_dates_show_it(families: int, copies: int, shared: bool):
    assert of_families(members(families, copies=copies)) is shared


def test_first_names_show_it_where_there_are_no_birth_dates():
    assert of_families(members(30, born=False))


def test_one_birth_date_makes_the_other_first_name_a_slip():
    cleaned = members(0, copies=60)
    given = next(field for field in cleaned.fields if field.name == "given")
    given.codes[1::2] = np.roll(given.codes[1::2], 2)
    assert not of_families(cleaned)


def test_a_parent_and_a_child_with_one_account_stay_two():
    cleaned = members(60, copies=60)
    found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Same account", (Part(PartKind.EXACT, ("account",)),)),)))
    kin = found.pairs.left < 120
    assert kin.sum() == 60
    assert (found.zones()[~kin] == Zone.MATCH).all()
    assert not (found.zones()[kin] == Zone.MATCH).any()
    assert ((found.guards[kin] & Guard.FIRST_NAME) > 0).all()


def test_such_a_number_tells_of_a_home_and_not_of_one_person():
    cleaned = members(30)
    comparer = Comparer(cleaned)
    left, right = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    of = RoleLevels(comparer.fields, comparer.levels(left, right), 2)
    assert of.of_one_family().tolist() == [True, False]
    assert home(of).tolist() == [True, False]
    assert not one_number(of).any()


@pytest.mark.parametrize(("heading", "shared"), [("Mother's name", True), ("Remarks", False)])
def test_the_mother_of_two_children_tells_of_a_home(heading: str, shared: bool):
    roles = ROLES | {"mother": Role.TEXT}
    rows = [
        (given, f"fam{number:03d}ily", f"20{10 + number % 9}-0{at + 1}-11", "", "", "", f"edith fam{number:03d}ily")
        for number in range(9)
        for at, given in enumerate(("mia", "jonas"))
    ]
    cleaned = make_cleaned([make_list("school", {role: [r[i] for r in rows] for i, role in enumerate(roles)})], roles)
    object.__setattr__(cleaned.fields[-1], "sources", ((heading,),))
    comparer = Comparer(cleaned)
    left, right = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    of = RoleLevels(comparer.fields, comparer.levels(left, right), 2)
    assert of.of_one_family().tolist() == [shared, False]
    assert (Role.TEXT in of) is not shared
