"""What the Match page asks in the background: a key that is new beside keys that ran is counted as a run would count it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import count_keys, propose_pairs
from entityres.progress import quiet
from entityres.ui.models.key_questions import count_unknown, one_new
from entityres.ui.models.match_figures import MatchFigures, condition
from tests.helpers.review_project import make_project

NEW = Key("First name + city", (Part(PartKind.EXACT, ("first_name",)), Part(PartKind.EXACT, ("city",))))


@pytest.fixture
def project(tmp_path):
    made = make_project(tmp_path / "customers.entityres")
    yield made
    made.close()


def ran(project) -> MatchFigures:
    """Figures of a run of the engine with the keys of the project."""
    scored = project.scored
    return MatchFigures(replace(scored, pairs=propose_pairs(project.cleaned, scored.pairs.keys)))


@pytest.mark.parametrize("off", [0, 1])
def test_one_new_key_beside_those_that_ran(project, off):
    cleaned, figures = project.cleaned, ran(project)
    enabled = (*project.scored.pairs.keys[off:], NEW)
    new = one_new(enabled, (NEW,), figures, EntryMaker(cleaned))
    assert new is not None
    found = count_unknown(cleaned, enabled, (NEW,), False, 1, new, quiet())
    assert found.counts == {condition(NEW): count_keys(cleaned, enabled)[-1]}
    assert found.union is None, "the others are known from the run"


def test_two_new_keys_are_counted_beside_each_other(project):
    cleaned, figures = project.cleaned, ran(project)
    other = Key("Same city", (Part(PartKind.EXACT, ("city",)),))
    enabled = (*project.scored.pairs.keys, NEW, other)
    assert one_new(enabled, (NEW, other), figures, EntryMaker(cleaned)) is None
    found = count_unknown(cleaned, enabled, (NEW, other), False, 1, None, quiet())
    assert found.counts[condition(NEW)] == count_keys(cleaned, enabled)[-2]
