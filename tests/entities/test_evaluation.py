"""The figures of `evaluate`, against counting pair by pair."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.entities.decisions import Decisions
from entityres.entities.evaluation import evaluate
from entityres.entities.exporting import ExportOptions, export
from entityres.entities.survivorship import merge_records
from entityres.errors import InputError
from entityres.records.roles import Role
from entityres.settings import Settings
from tests.helpers.building import make_list, make_result

LISTS = [make_list("crm", {"name": list("abcd")}), make_list("shop", {"name": list("efg")})]
PLACES = [("crm", row) for row in range(1, 5)] + [("shop", row) for row in range(1, 4)]


def written(
    folder: Path, group_of: list[int], pairs: list[tuple[int, int, float]], *, form: str = "program", **chosen
) -> Path:
    run = make_result(LISTS, {"name": Role.FULL_NAME}, sorted(pairs), group_of)
    merged = merge_records(run.lists, run.columns, run.groups, {}, ())
    export(folder, run, merged, Decisions.none(), ExportOptions(form, pairs="all"), Settings(**chosen))
    return folder


def numbered(labels: list[int]) -> list[int]:
    seen: dict[int, int] = {}
    return [seen.setdefault(label, len(seen)) for label in labels]


def truth_by_entity(path: Path, entity: list[int | None]) -> Path:
    lines = [f"{name},{row},e{e}" for (name, row), e in zip(PLACES, entity, strict=True) if e is not None]
    path.write_text("\n".join(["list,row,entity_id", *lines]) + "\n")
    return path


def naive(
    group_of: list[int], entity: list[int], compared: set[tuple[int, int]], across: bool
) -> tuple[float | None, ...]:
    pairs = [(a, b) for a, b in itertools.combinations(range(7), 2) if not across or (a < 4) != (b < 4)]
    true = {p for p in pairs if entity[p[0]] == entity[p[1]]}
    found = {p for p in pairs if group_of[p[0]] == group_of[p[1]]}
    share = lambda part, whole: len(part) / len(whole) if whole else None  # noqa: E731
    own = lambda labels, i: {j for j in range(7) if labels[j] == labels[i]}  # noqa: E731
    precision = np.mean([len(own(group_of, i) & own(entity, i)) / len(own(group_of, i)) for i in range(7)])
    recall = np.mean([len(own(group_of, i) & own(entity, i)) / len(own(entity, i)) for i in range(7)])
    return share(true & found, found), share(true & found, true), share(true & compared, true), precision, recall


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 3), min_size=7, max_size=7),
    st.lists(st.integers(0, 3), min_size=7, max_size=7),
    st.lists(st.sampled_from(list(itertools.combinations(range(7), 2))), unique=True),
    st.booleans(),
)
@settings(deadline=None, max_examples=30)
def test_figures_are_those_of_counting_pair_by_pair(tmp_path_factory, groups, entity, compared, across):
    folder = tmp_path_factory.mktemp("result")
    groups = numbered(groups)
    written(folder, groups, [(a, b, 5.0) for a, b in compared], across_only=across)
    got = evaluate(folder, truth_by_entity(folder / "truth.csv", list(entity)))
    figures = (got.precision, got.recall, got.pairs_found, got.bcubed_precision, got.bcubed_recall)
    assert figures == pytest.approx(naive(groups, entity, set(compared), across))


def test_records_that_the_truth_does_not_name_are_alone(tmp_path):
    written(tmp_path, [0, 0, 1, 1, 2, 3, 4], [])
    got = evaluate(tmp_path, truth_by_entity(tmp_path / "truth.csv", [1, 1, None, None, 2, 2, None]))
    assert (got.true_pairs, got.merged_pairs, got.right_pairs) == (2, 2, 1)


@pytest.mark.parametrize("form", ["program", "excel"])
def test_truth_as_pairs(tmp_path, form):
    written(tmp_path, [0, 1, 2, 0, 0, 1, 3], [(0, 4, 5.0)], form=form)
    truth = tmp_path / "truth.csv"
    truth.write_text("left_list;left_row;right_list;right_row\ncrm;1;shop;1\nshop;3;crm;3\ncrm;1;shop;1\n")
    got = evaluate(tmp_path, truth)
    # Over two lists (0, 1, 3 are crm's): groups hold 0-4, 3-4 and 1-5; true are 0-4 and 2-6.
    assert (got.true_pairs, got.merged_pairs, got.right_pairs) == (2, 3, 1)
    assert got.f1 == pytest.approx(0.4)
    assert got.pairs_found == 0.5
    assert got.notes == ("Only pairs across two lists count for precision, recall and pairs found.",)


def test_nothing_to_divide_by(tmp_path):
    written(tmp_path, list(range(7)), [])
    got = evaluate(tmp_path, truth_by_entity(tmp_path / "truth.csv", [0, None, None, None, None, None, None]))
    assert (got.precision, got.recall, got.f1, got.pairs_found) == (None, None, None, None)
    assert got.bcubed_f1 == 1.0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a,b\n1,2\n", "entity_id"),
        ("list,row,entity_id\nfair,1,x\n", "fair"),
        ("list,row,entity_id\ncrm,1,x\ncrm,9,x\n", "record 2"),
        ("list,row,entity_id\ncrm,one,x\n", "one"),
    ],
)
def test_a_truth_that_does_not_fit(tmp_path, text, word):
    written(tmp_path, list(range(7)), [])
    (tmp_path / "truth.csv").write_text(text)
    with pytest.raises(InputError, match=word) as caught:
        evaluate(tmp_path, tmp_path / "truth.csv")
    assert caught.value.hint


def test_a_folder_without_a_result(tmp_path):
    with pytest.raises(InputError, match="crosswalk"):
        evaluate(tmp_path, tmp_path / "truth.csv")
