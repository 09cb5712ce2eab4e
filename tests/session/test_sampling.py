"""A sample is drawn blind and kept like decisions; its result says what it means for all pairs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from entityres.entities.decisions import Answer
from entityres.errors import ProjectError
from entityres.progress import Progress
from entityres.session import sampling
from entityres.session.project import Change, Project
from entityres.session.sample import Sample
from entityres.session.sampling import (
    BELOW,
    MATCH,
    draw_sample,
    end_sample,
    give_verdict,
    open_sample,
    pairs_of,
    population,
    records_of,
    result_of,
    results,
    take_as_decisions,
)
from entityres.session.standing import Standing

SAMPLES = frozenset({Change.SAMPLES})


def sample_of(of: str, n: int, pairs: int = 2210) -> Sample:
    return Sample(of, 1e9, "ann", pairs, 0.95, 0.05, tuple((1, i, 2, i) for i in range(n)))


class TestWords:
    def test_matches(self):
        found = result_of(sample_of(MATCH, 50), "m" * 30 + "n" * 2 + "m" * 18)
        assert found.words == "48 of 50 correct → 96\u00a0% (87 – 99)"
        assert found.consequence == "Of 2,210 pairs counted as match about 88 are wrong (25 to 294)."
        assert found.noted == (30, 31)

    def test_pairs_below_the_line(self):
        found = result_of(sample_of(BELOW, 50, 316), "n" * 44 + "m" * 6)
        assert found.words == "6 of 50 are matches → 12\u00a0% (6 – 23)"
        assert found.consequence.startswith(
            "Of 316 pairs just below the line about 38 are matches that are not merged (1"
        )
        assert found.noted == (44, 45, 46, 47, 48, 49)

    def test_unsure_and_unanswered_pairs(self):
        found = result_of(sample_of(MATCH, 50), "m" * 8 + "n" + "u" + "." * 40)
        assert found.words.startswith("8 of 9 correct, 1 unsure → 89\u00a0% (")
        assert result_of(sample_of(MATCH, 5), "uu...").words == "2 pairs unsure: nothing can be said yet"
        assert result_of(sample_of(MATCH, 5), ".....").words == "No pair answered"
        assert result_of(sample_of(MATCH, 5), ".....").consequence == ""

    def test_one_wrong_pair(self):
        assert "about 1 is wrong (1 to 1)" in result_of(sample_of(MATCH, 4, 4), "mmnm").consequence
        assert result_of(sample_of(BELOW, 4, 4), "nnmn").words.startswith("1 of 4 is a match")


class TestDrawing:
    def test_only_pairs_that_nobody_decided_and_that_are_joined(self, project: Project):
        matched = population(project, MATCH)
        assert len(matched)
        standing, groups = project.standings(), project.groups_now()
        left, right = project.scored.pairs.left, project.scored.pairs.right
        assert (standing[matched] == Standing.MATCH).all()
        assert (groups.group_of[left[matched]] == groups.group_of[right[matched]]).all()
        project.decide(matched[:1], Answer.MATCH)
        assert population(project, MATCH).tolist() == matched[1:].tolist()
        assert (project.standings()[population(project, BELOW)] == Standing.REVIEW).all()

    def test_pairs_that_were_accepted_many_at_once_nobody_looked_at(self, project: Project):
        matched = population(project, MATCH)
        project.decide(matched, Answer.MATCH, how="bulk")
        assert set(matched.tolist()) <= set(population(project, MATCH).tolist())
        project.decide(matched[:1], Answer.MATCH)
        assert int(matched[0]) not in population(project, MATCH)

    def test_the_pairs_are_found_again_and_the_lines_are_kept(self, project: Project):
        every = population(project, MATCH)
        assert draw_sample(project, MATCH, 100) == SAMPLES
        sample, verdicts = project.samples[-1]
        assert sorted(pairs_of(project, sample).tolist()) == every.tolist()
        assert verdicts == "." * len(every)
        assert (sample.population, sample.of) == (len(every), MATCH)
        assert (sample.match_at, sample.review_at) == (
            project.scored.default_match_at,
            project.scored.default_review_at,
        )
        records = records_of(project, sample)
        pairs = pairs_of(project, sample)
        assert records[:, 0].tolist() == project.scored.pairs.left[pairs].tolist()

    def test_another_sample_has_another_order(self, project: Project):
        draws = []
        for _ in range(6):
            draw_sample(project, MATCH, 100)
            draws.append(pairs_of(project, project.samples[-1][0]).tolist())
        assert len({tuple(one) for one in draws}) > 1

    def test_where_there_is_nothing_to_draw_from(self, project: Project):
        project.decide(population(project, BELOW), Answer.NOT, how="bulk")
        with pytest.raises(ProjectError, match="no pairs just below the line"):
            draw_sample(project, BELOW, 10)
        assert project.samples == ()


class TestAnswering:
    def test_verdicts_change_no_decision_and_are_taken_back_one_by_one(self, project: Project):
        draw_sample(project, MATCH, 3)
        before = project.groups_now().group_of.tolist()
        assert give_verdict(project, 0, Answer.NOT) == SAMPLES
        assert give_verdict(project, 1, Answer.MATCH) == SAMPLES
        assert len(project.decisions) == 0
        assert project.groups_now().group_of.tolist() == before
        sample, verdicts = project.samples[-1]
        assert verdicts[:2] == "nm"
        assert project.undo_text == "Undo answer 2 of the sample check"
        assert project.undo() == (SAMPLES, None)
        assert open_sample(project)[1][:2] == "n."
        assert project.redo() == (SAMPLES, None)
        assert give_verdict(project, 0, Answer.UNSURE) == SAMPLES
        assert project.samples[-1][1][:2] == "um"
        assert result_of(sample, project.samples[-1][1]).unsure == 1

    def test_ending_early_keeps_what_was_answered(self, project: Project):
        draw_sample(project, MATCH, 3)
        pairs = pairs_of(project, project.samples[-1][0]).tolist()
        give_verdict(project, 1, Answer.MATCH)
        end_sample(project)
        assert open_sample(project) is None
        sample, verdicts = project.samples[-1]
        assert (pairs_of(project, sample).tolist(), verdicts) == ([pairs[1]], "m")
        assert [one.right for one in results(project)] == [1]
        project.undo()
        assert open_sample(project)[1].count(".") == len(pairs) - 1

    def test_ending_without_an_answer_drops_it(self, project: Project):
        draw_sample(project, MATCH, 3)
        end_sample(project)
        assert project.samples == ()
        assert end_sample(project) == frozenset()
        assert give_verdict(project, 0, Answer.MATCH) == frozenset()

    def test_verdicts_become_decisions_in_one_step(self, project: Project):
        draw_sample(project, MATCH, 3)
        pairs = pairs_of(project, project.samples[-1][0])
        for position, answer in enumerate((Answer.NOT, Answer.MATCH)):
            give_verdict(project, position, answer)
        end_sample(project)
        steps = len(project.history())
        take_as_decisions(project)
        assert len(project.history()) == steps + 1
        assert project.decisions.answer_of(int(pairs[0])) == Answer.NOT
        assert project.decisions.answer_of(int(pairs[1])) == Answer.MATCH
        assert project.undo_text == "Undo taking of 2 answers of the sample check"
        project.undo()
        assert len(project.decisions) == 0


class TestKept:
    def test_a_sample_comes_back_from_its_file(self, project: Project):
        draw_sample(project, MATCH, 3)
        give_verdict(project, 0, Answer.NOT)
        samples, path = project.samples, project.path
        project.close()
        with Project.open(path) as again:
            assert again.samples == samples
            assert results(again)[0].wrong == 1
        project._store = Project.open(path)._store

    def test_a_removed_list_leaves_the_result(self, project: Project):
        draw_sample(project, MATCH, 3)
        give_verdict(project, 0, Answer.NOT)
        project._matched = None
        assert results(project)[0].wrong == 1
        assert (pairs_of(project, project.samples[-1][0]) == -1).all()
        assert take_as_decisions(project) == frozenset()

    def test_results_are_plain_data_for_the_report(self, project: Project):
        draw_sample(project, MATCH, 3)
        give_verdict(project, 0, Answer.MATCH)
        made = results(project)[0].to_json()
        assert made["from"] == "pairs counted as match"
        assert (made["match"], made["not"], made["unsure"], made["share"]) == (1, 0, 0, 1.0)
        assert made["match_at"] == project.scored.default_match_at
        assert np.isfinite([made["low"], made["high"]]).all()


def test_the_report_tells_of_samples_that_were_looked_through(project: Project, tmp_path: Path):
    draw_sample(project, MATCH, 3)
    give_verdict(project, 0, Answer.NOT)
    draw_sample(project, MATCH, 3)
    written = project.exporting_job(tmp_path / "out")(Progress())
    told = json.loads(written["report.json"].read_text("utf-8"))["sample_checks"]
    assert told == [results(project)[0].to_json()]
    assert told[0]["not"] == 1


KILLED = """
import os, signal, sys
from entityres.entities.decisions import Answer
from entityres.session.project import Project
from entityres.session.sampling import give_verdict
project = Project.open(sys.argv[1])
give_verdict(project, 1, Answer.NOT)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_killed_process_has_lost_no_verdict(project: Project):
    draw_sample(project, MATCH, 3)
    give_verdict(project, 0, Answer.MATCH)
    path = project.path
    project.close()
    root = Path(sampling.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], env={**os.environ, "PYTHONPATH": str(root)}, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL
    with Project.open(path) as again:
        assert again.samples[-1][1][:2] == "mn"
        assert again.undo_text == "Undo answer 2 of the sample check"
    project._store = Project.open(path)._store
