"""Learning in a project: offered, taken as one step, taken back, kept in the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from entityres.entities.decisions import Answer
from entityres.progress import Progress
from entityres.scoring.learning import Lesson
from entityres.session.learning import Offer, decided_pairs, forget_refit, learning_job, stop_hint, take_refit
from entityres.session.project import Change, Project
from entityres.session.review import Review
from entityres.settings import FieldRefit, Refit, Settings
from tests.helpers.generated_customers import Customers, customers
from tests.session.customers import rematch

pytestmark = pytest.mark.slow

REFIT = Refit(-6.0, (FieldRefit("phone", 0.5, -1.0),), 45)


@pytest.fixture
def people() -> Customers:
    return customers(600, 12, slips=0.4)


@pytest.fixture
def engine(people: Customers, tmp_path: Path) -> Project:
    """A list matched by the engine; a few dozen doubtful pairs are left."""
    with Project.create(tmp_path / "engine.entityres") as project:
        project.add_lists([people.record_list])
        project.take_matches(project.matching_job()(Progress()))
        yield project


def answer(project: Project, people: Customers, pairs: np.ndarray) -> None:
    pairs_of = project.scored.pairs
    for pair in pairs.tolist():
        true = bool(people.true(pairs_of.left[pair], pairs_of.right[pair]))
        project.decide([pair], Answer.MATCH if true else Answer.NOT)


def test_a_refit_is_one_step_that_undo_takes_back(engine: Project) -> None:
    before, groups = engine.scored, engine.groups_now()
    changes = take_refit(engine, REFIT)
    assert {Change.MATCHES, Change.GROUPS} <= changes
    assert engine.undo_text == "Undo learning from 45 decisions"
    after = engine.scored
    assert after.prior == pytest.approx(before.prior - 6)
    assert not np.array_equal(after.score, before.score)
    assert len(engine.groups_now().sizes) >= len(groups.sizes)
    engine.undo()
    assert engine.scored is before
    assert np.array_equal(engine.groups_now().group_of, groups.group_of)
    engine.redo()
    assert np.array_equal(engine.scored.score, after.score)
    forget_refit(engine)
    assert engine.scored is before


def test_a_refit_is_in_the_file_and_outlives_matching_again(engine: Project, tmp_path: Path) -> None:
    take_refit(engine, REFIT)
    score = engine.scored.score.copy()
    engine.save_copy(tmp_path / "copy.entityres")
    with Project.open(tmp_path / "copy.entityres") as copy:
        assert np.array_equal(copy.scored.score, score)
        assert copy.settings.refit == REFIT
        copy.undo()
        assert not np.array_equal(copy.scored.score, score)
    rematch(engine)
    assert np.array_equal(engine.scored.score, score)
    assert engine.scored.refit == REFIT
    assert len(engine.groups_now().group_of) == 600


def test_the_recipe_carries_what_was_learned() -> None:
    settings = Settings(refit=REFIT)
    assert Settings.from_json(settings.to_json()) == settings


def test_learning_needs_decisions_made_by_looking(engine: Project, people: Customers) -> None:
    offer = learning_job(engine)(Progress())
    assert offer.lesson.refit is None
    assert "0 decisions are too few" in offer.words
    assert offer.changed == 0
    engine.decide(np.arange(40), Answer.NOT, how="bulk")
    assert len(decided_pairs(engine)[0]) == 0
    answer(engine, people, np.arange(50, 53))
    pairs, match = decided_pairs(engine)
    assert pairs.tolist() == [50, 51, 52]
    assert match.tolist() == people.true(engine.scored.pairs.left[50:53], engine.scored.pairs.right[50:53]).tolist()


def test_an_offer_counts_the_pairs_that_would_move(engine: Project, people: Customers) -> None:
    nearest = np.argsort(np.abs(engine.scored.score), kind="stable")[:45]
    answer(engine, people, nearest)
    offer = learning_job(engine)(Progress())
    zones = engine.scored.zones()
    if offer.lesson.refit is None:
        assert offer.changed == 0
        assert offer.words == offer.lesson.why
        return
    take_refit(engine, offer.lesson.refit)
    assert offer.changed == np.count_nonzero(engine.scored.zones() != zones)


def test_the_words_of_an_offer() -> None:
    moves = np.array([[100, 4, 0], [1, 50, 12], [0, 0, 30]])
    offer = Offer(Lesson(REFIT, 45, wrong_before=6, wrong_after=2), moves)
    assert offer.changed == 17
    assert offer.words == (
        "Learned from 45 decisions: the score would be wrong about 2 of them instead of 6. "
        "12 pairs become a match, 4 pairs need review, 1 pair drops out."
    )
    still = Offer(Lesson(REFIT, 45), np.diag([1, 2, 3]))
    assert still.words == "Learned from 45 decisions: the score would be surer about them. No pair changes its place."


def test_a_stop_is_hinted_at_after_a_long_streak(engine: Project) -> None:
    assert stop_hint(engine, 10) == ""
    order = np.argsort(-np.abs(engine.scored.score), kind="stable")
    for pair in order[:25].tolist():
        engine.decide([pair], Answer.MATCH if engine.scored.score[pair] >= 0 else Answer.NOT)
    assert "25 answers" in stop_hint(engine, 10)
    assert stop_hint(engine, 0) == ""
    pair = int(order[25])
    engine.decide([pair], Answer.NOT if engine.scored.score[pair] >= 0 else Answer.MATCH)
    assert stop_hint(engine, 10) == ""


def test_most_useful_comes_first_in_the_review(engine: Project) -> None:
    review = Review(engine)
    review.clear_filters()
    review.set_filters(show_implied=True)
    review.sort_by("useful")
    assert sorted(review.order.tolist()) == list(range(len(engine.scored)))
    first = int(review.order[0])
    assert abs(engine.scored.score[first]) == np.abs(engine.scored.score).min()
    engine.decide([first], Answer.MATCH)
    review.refresh()
    assert review.order[-1] == first
    others = np.delete(np.abs(engine.scored.score), first)
    assert abs(engine.scored.score[review.order[0]]) <= others.min() + 2
