"""Lists of one or two columns: what is the same in all of them is the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from entityres import pipeline
from entityres.entities.groups import Groups
from entityres.scoring.scored_pairs import Zone, probability_of
from entityres.scoring.whole_copies import AS_SURE
from entityres.settings import Settings

pytestmark = pytest.mark.slow

FIRMS = ("Kron", "Elbe", "Falk", "Linden", "Donau", "Adler", "Silber", "Wald", "Stein", "Bach")
TRADES = ("Maschinenbau", "Logistik", "Software", "Verlag", "Chemie", "Textil", "Druck", "Holz", "Metall", "Pharma")


def run(folder: Path, *lists: tuple[str, list[str]], across_only: bool = False) -> pipeline.MatchResult:
    files = []
    for number, (heading, values) in enumerate(lists):
        files.append(folder / f"list{number}.csv")
        files[-1].write_text("\n".join([heading, *values]) + "\n", encoding="utf-8")
    return pipeline.match(pipeline.load([str(file) for file in files]), Settings(across_only=across_only))


def together(groups: Groups) -> set[tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    for record, group in enumerate(groups.group_of.tolist()):
        found.setdefault(group, []).append(record)
    return {tuple(records) for records in found.values() if len(records) > 1}


def firms() -> list[str]:
    return [f"{one}{other.lower()} {trade} GmbH" for one in FIRMS for other in FIRMS[:4] for trade in TRADES[::2]]


@pytest.mark.parametrize("n", [20, 3_000])
def test_equal_addresses_of_a_mailing_list_are_one(tmp_path: Path, n: int) -> None:
    addresses = [f"reader{number}@paper{number % 7}.example" for number in range(n)]
    made = run(tmp_path, ("email", [*addresses, "READER3@Paper3.example", "reader11@paper4.example"]))
    assert together(made.groups) == {(3, n), (11, n + 1)}


def test_equal_firms_are_one_whatever_their_case_and_dots(tmp_path: Path) -> None:
    listed = firms()
    made = run(tmp_path, ("company", [*listed, listed[7].upper(), listed[9].replace("GmbH", "G.m.b.H.")]))
    assert together(made.groups) == {(7, len(listed)), (9, len(listed) + 1)}


def test_another_legal_form_is_another_firm_until_a_person_has_looked(tmp_path: Path) -> None:
    listed = firms()
    made = run(tmp_path, ("company", [*listed, listed[7].replace("GmbH", "AG"), listed[9].replace(" GmbH", "")]))
    assert not together(made.groups)
    pairs = made.scored.pairs
    assert {(7, len(listed)), (9, len(listed) + 1)} <= set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


def test_in_the_shortest_list_too_two_legal_forms_wait_for_a_person(tmp_path: Path) -> None:
    made = run(tmp_path, ("company", ["Acme GmbH", "ACME G.m.b.H.", "Acme AG", "Bolt KG"]))
    assert together(made.groups) == {(0, 1)}
    assert (made.scored.zones() == Zone.REVIEW).sum() == 2, "the other legal form, beside each of the copies"


def test_equal_names_of_people_are_no_copies(tmp_path: Path) -> None:
    names = [f"{given} {family}" for given in ("Mary", "Paul", "Ruth", "Karl") for family in ("Kelly", "Braun", "Ito")]
    made = run(tmp_path, ("full name", [*names, *names, "Mary Kelly"]))
    assert not together(made.groups)


def test_between_lists_a_name_that_one_list_has_twice_is_no_copy(tmp_path: Path) -> None:
    listed = firms()
    lists = ("company", [*listed[:60], listed[0]]), ("company", listed[:40])
    found = together(run(tmp_path, *lists, across_only=True).groups)
    assert (1, 62) in found
    assert not any({0, 60, 61} & set(records) for records in found), "which of the two is meant?"


def test_the_parts_of_a_copy_sum_to_a_score_as_sure_as_a_match(tmp_path: Path) -> None:
    listed = firms()
    scored = run(tmp_path, ("company", [*listed, *listed[:30]])).scored
    copies = scored.pairs.right - scored.pairs.left == len(listed)
    total = scored.prior + np.sum([field.weights for field in scored.fields], axis=0)
    assert np.allclose(total, scored.score, atol=1e-3)
    assert probability_of(scored.score[copies]).min() >= AS_SURE - 1e-6


def test_two_firms_of_one_house_are_two_where_their_legal_forms_differ(tmp_path: Path) -> None:
    listed = firms()
    rows = [
        f"{name},{number} Ring,{40000 + number},0151 {number:07},DE{number:09}" for number, name in enumerate(listed)
    ]
    house = rows[7].replace("GmbH", "Immobilien AG").replace(",DE000000007", ",")
    again = rows[9].replace("GmbH", "Gesellschaft mbH")
    known = rows[11].replace("GmbH", "AG")  # by its number the same firm
    made = run(tmp_path, ("company,street,zip,phone,vat number", [*rows, house, again, known]))
    n = len(listed)
    assert together(made.groups) == {(9, n + 1), (11, n + 2)}
    zone = dict(
        zip(
            zip(*(side.tolist() for side in (made.scored.pairs.left, made.scored.pairs.right)), strict=True),
            made.scored.zones(),
            strict=True,
        )
    )
    assert zone[7, n] == Zone.REVIEW
