"""Risks against a plain reading of their definitions, and bridges against taking each link away."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.decisions import Answer
from entityres.scoring.scored_pairs import Guard
from entityres.session.bridges import find_bridges
from entityres.session.project import Project
from entityres.session.review import Review
from tests.session.customers import crm, rematch, scored_pairs


def reachable(links: list[tuple[int, int]], start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        one = waiting.pop()
        for a, b in links:
            for here, there in ((a, b), (b, a)):
                if here == one and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return seen


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda p: p[0] < p[1]), min_size=1, max_size=16))
def test_a_bridge_is_a_link_without_which_its_ends_are_apart(found: set[tuple[int, int]]) -> None:
    links = sorted(found)
    left, right = (np.array(side, np.int32) for side in zip(*links, strict=True))
    expected = [b not in reachable([link for link in links if link != (a, b)], a) for a, b in links]
    assert find_bridges(9, left, right).tolist() == expected


def of_kind(project: Project, risk: str) -> list[int]:
    review = Review(project)
    return [pair for pair in range(len(project.scored or ())) if risk in review.risks(pair)]


def test_shared_contact(project: Project) -> None:
    # 5550002 is used by Bob and Tom only; with Dora three names use it.
    assert of_kind(project, "shared_contact") == []
    project.replace_list(0, crm(r5_Phone="5550002"))
    rematch(project)
    assert of_kind(project, "shared_contact") == [3, 4, 5]


def test_guards_are_risks(project: Project) -> None:
    matched = project.matched
    assert matched is not None
    scored = scored_pairs(matched.lists)
    guards = scored.guards.copy()
    guards[[0, 1, 2]] = [Guard.SUFFIX, Guard.JOINT, Guard.THIN]
    project._matched = type(matched)(**{**vars(matched), "scored": type(scored)(**{**vars(scored), "guards": guards})})
    assert 0 in of_kind(project, "parent_child")
    assert of_kind(project, "joint") == [1]
    assert of_kind(project, "thin") == [2]


def test_the_weak_link_is_the_one_that_alone_holds_a_group_together(project: Project) -> None:
    matched = project.matched
    assert matched is not None
    # 0-6 strong, 1-6 barely a match and the only way to record 1.
    pairs = [(0, 6, 14.0, 1, 0), (1, 6, 5.0, 1, 0), (2, 7, 9.0, 1, 0)]
    scored = scored_pairs(matched.lists, pairs)
    project._take_matched(type(matched)(**{**vars(matched), "scored": scored}))
    assert of_kind(project, "weak_link") == [1]
    # A person's word is not weak.
    project.decide([1], 1)  # type: ignore[arg-type]
    assert of_kind(project, "weak_link") == []


def test_what_looks_like_a_match_and_is_kept_apart_can_be_picked_out(project: Project) -> None:
    matched = project.matched
    assert matched is not None
    # 0 and 1 both fit 6, but a person says that they are two.
    scored = scored_pairs(matched.lists, [(0, 6, 14.0, 1, 0), (1, 6, 9.0, 1, 0)])
    project._take_matched(type(matched)(**{**vars(matched), "scored": scored}))
    assert of_kind(project, "kept_apart") == []
    project.decide_records(0, 1, Answer.NOT)
    assert of_kind(project, "kept_apart") == [1]
    assert project.left_to_review() == 1
    project.decide([1], Answer.NOT)
    assert of_kind(project, "kept_apart") == []


def test_big_groups(project: Project) -> None:
    from tests.helpers.building import make_list
    from tests.session.customers import ROLES

    cells = {heading: [f"{heading} {row // 12}" for row in range(14)] for heading in ROLES}
    project.remove_list(0)
    project.remove_list(0)
    project.add_lists([make_list("Many", cells)])
    rematch(project)
    matched = project.matched
    assert matched is not None
    pairs = [(i, i + 1, 9.0, 1, 0) for i in range(11)] + [(12, 13, 9.0, 1, 0)]
    project._take_matched(type(matched)(**{**vars(matched), "scored": scored_pairs(matched.lists, pairs)}))
    groups = project.groups
    assert groups is not None
    expected = [
        i
        for i, (a, b, *_) in enumerate(pairs)
        if groups.sizes[groups.group_of[a]] > 10 and groups.group_of[a] == groups.group_of[b]
    ]
    assert of_kind(project, "big_group") == expected
    assert 11 not in expected


def test_check_values_far_apart(project: Project) -> None:
    matched = project.matched
    assert matched is not None
    pairs = [(0, i, 12.0, 1, 0) for i in range(1, 10)] + [(i, i + 1, 12.0, 1, 0) for i in range(1, 9)]
    pairs += [(1, i, 12.0, 1, 0) for i in range(3, 10)]
    pairs.sort()
    scored = scored_pairs(matched.lists, pairs)
    distance = np.arange(len(pairs), dtype=np.float32)
    distance[3] = np.nan
    scored = type(scored)(**{**vars(scored), "check_distance": distance})
    project._take_matched(type(matched)(**{**vars(matched), "scored": scored}))
    certain = distance[np.isfinite(distance)]
    expected = np.flatnonzero(distance > np.quantile(certain, 0.95)).tolist()
    assert of_kind(project, "check_apart") == expected
    assert expected
