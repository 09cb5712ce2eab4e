"""Session: quality without full review: a random sample of pairs is looked through blind, and says how many are right.

A verdict is a measurement, not a decision: the groups stay as they are until the user takes the verdicts as decisions.
Drawing, each verdict and the end are steps of the history, in the file before the next pair is shown.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.entities.decisions import Answer
from entityres.errors import ProjectError
from entityres.records.percentages import percent, percentage
from entityres.scoring.sample_estimate import SampleEstimate, draw, sample_estimate
from entityres.session.decision_book import DecidedHow, find_pairs
from entityres.session.sample import LETTERS, OPEN, Sample
from entityres.session.stages import NOTHING, Changes, count
from entityres.session.standing import Standing

if TYPE_CHECKING:
    from entityres.session.project import Project

MATCH, BELOW = "match", "below"
POPULATIONS: dict[str, str] = {MATCH: "pairs counted as match", BELOW: "pairs just below the line"}
ANSWERS = {letter: answer for answer, letter in LETTERS.items()}


@dataclass(frozen=True)
class SampleResult:
    """What a sample says so far.

    Attributes:
        sample: The sample.
        right: Pairs that are a match.
        wrong: Pairs that are not.
        unsure: Pairs of which the person does not know.
        estimate: What follows for all pairs that it was drawn from.
        noted: Positions in the sample of pairs that the program has on the wrong side of the line.
    """

    sample: Sample
    right: int
    wrong: int
    unsure: int
    estimate: SampleEstimate
    noted: tuple[int, ...]

    @property
    def words(self) -> str:
        """`48 of 50 correct → 96 % (87 – 99)`."""
        told = self.right + self.wrong
        estimate = self.estimate
        if estimate.share is None:
            return (
                f"{count(self.unsure, 'pair')} unsure: nothing can be said yet" if self.unsure else "No pair answered"
            )
        what = "correct" if self.sample.of == MATCH else "are matches" if self.right != 1 else "is a match"
        unsure = f", {self.unsure:,} unsure" if self.unsure else ""
        ends = f"{percentage(estimate.low)} – {percentage(estimate.high)}"
        return f"{self.right:,} of {told:,} {what}{unsure} → {percent(estimate.share)} ({ends})"

    @property
    def consequence(self) -> str:
        """What that means for all of them: how many are wrong, or lost."""
        estimate, population = self.estimate, self.sample.population
        if estimate.share is None:
            return ""
        all_of = f"Of {population:,} {POPULATIONS[self.sample.of]}"
        if self.sample.of == MATCH:
            wrong = population - estimate.right_in_all
            between = f"{population - estimate.most:,} to {population - estimate.fewest:,}"
            return f"{all_of} about {wrong:,} {'is' if wrong == 1 else 'are'} wrong ({between})."
        lost = estimate.right_in_all
        verb = "is a match that is" if lost == 1 else "are matches that are"
        return f"{all_of} about {lost:,} {verb} not merged ({estimate.fewest:,} to {estimate.most:,})."

    def to_json(self) -> dict[str, Any]:
        """The result as plain data, for the report."""
        sample, estimate = self.sample, self.estimate
        return {
            "from": POPULATIONS[sample.of],
            "drawn": datetime.fromtimestamp(sample.at).isoformat(timespec="seconds"),
            "person": sample.person,
            "match_at": sample.match_at,
            "review_at": sample.review_at,
            "pairs": sample.population,
            "match": self.right,
            "not": self.wrong,
            "unsure": self.unsure,
            "share": None if estimate.share is None else round(estimate.share, 6),
            "low": round(estimate.low, 6),
            "high": round(estimate.high, 6),
        }


def result_of(sample: Sample, verdicts: str) -> SampleResult:
    """What the verdicts on a sample say."""
    right, wrong, unsure = (verdicts.count(LETTERS[answer]) for answer in (Answer.MATCH, Answer.NOT, Answer.UNSURE))
    odd = LETTERS[Answer.NOT if sample.of == MATCH else Answer.MATCH]
    noted = tuple(i for i, letter in enumerate(verdicts) if letter == odd)
    return SampleResult(sample, right, wrong, unsure, sample_estimate(right, wrong, unsure, sample.population), noted)


def results_of(samples: Sequence[tuple[Sample, str]]) -> list[SampleResult]:
    """The results of those samples that have an answer, in the same order."""
    return [result_of(sample, verdicts) for sample, verdicts in samples if verdicts.strip(OPEN)]


def results(project: Project) -> list[SampleResult]:
    """The results of all samples of a project that have an answer, oldest first."""
    return results_of(project.samples)


def population(project: Project, of: str) -> np.ndarray:
    """int32: the pairs that a sample can be drawn from; pairs that a person looked at are known and not among them.

    Pairs that were accepted many at once nobody looked at: how many of them are right is worth a measurement.

    Args:
        project: The project.
        of: `match`: pairs that are joined by their score, or were accepted many at once; `below`: pairs whose score needs review.
    """
    matched, groups = project.matched, project.groups_now()
    if matched is None or groups is None:
        return np.empty(0, np.int32)
    standing = Standing.REVIEW if of == BELOW else Standing.MATCH
    unseen = project.decisions.pair_values("how", DecidedHow.BULK) == DecidedHow.BULK
    chosen = unseen & (project.standings() == standing)
    chosen[groups.kept_apart] = False  # not joined, but not below the line either
    return np.flatnonzero(chosen).astype(np.int32)


def draw_sample(project: Project, of: str, n: int) -> Changes:
    """Draw at most n pairs to be looked through, as one step.

    Raises:
        ProjectError: There is no pair to draw from.
    """
    matched, pairs = project.matched, population(project, of)
    if matched is None or not len(pairs):
        raise ProjectError(f"There are no {POPULATIONS[of]}.", "Move the line, or draw from other pairs.")
    drawn = draw(pairs, n, [project.settings.seed, len(project.samples)])
    scored, settings, placing = matched.scored, project.settings, matched.placing
    left, right = placing.place(scored.pairs.left[drawn]), placing.place(scored.pairs.right[drawn])
    columns = (one.tolist() for one in (*left, *right))
    sample = Sample(
        of,
        time.time(),
        project.person,
        len(pairs),
        scored.default_match_at if settings.match_at is None else settings.match_at,
        scored.default_review_at if settings.review_at is None else settings.review_at,
        tuple(zip(*columns, strict=True)),
    )
    samples = [*project.samples, (sample, OPEN * len(drawn))]
    return project.put_samples(f"drawing of {count(len(drawn), 'pair')} to check", samples)


def open_sample(project: Project) -> tuple[Sample, str] | None:
    """The sample that is being looked through, with its verdicts; None when there is none."""
    if not project.samples:
        return None
    sample, verdicts = project.samples[-1]
    return (sample, verdicts) if OPEN in verdicts else None


def give_verdict(project: Project, position: int, answer: Answer | None) -> Changes:
    """Say what a pair of the last sample is, None for nothing, as one step; it is in the file when this returns."""
    if not project.samples:
        return NOTHING
    *before, (sample, verdicts) = project.samples
    changed = verdicts[:position] + LETTERS[answer] + verdicts[position + 1 :]
    return project.put_samples(f"answer {position + 1:,} of the sample check", [*before, (sample, changed)])


def end_sample(project: Project) -> Changes:
    """Leave the pairs of the last sample that have no answer out of it; without any answer it is dropped."""
    if not project.samples:
        return NOTHING
    *before, (sample, verdicts) = project.samples
    kept = [i for i, letter in enumerate(verdicts) if letter != OPEN]
    if kept:
        shorter = replace(sample, places=tuple(sample.places[i] for i in kept))
        before.append((shorter, "".join(verdicts[i] for i in kept)))
    return project.put_samples("end of the sample check", before)


def take_as_decisions(project: Project) -> Changes:
    """Decide the pairs of the last sample as they were answered, as one step; pairs that are not there now are left out."""
    if not project.samples or project.matched is None:
        return NOTHING
    sample, verdicts = project.samples[-1]
    pairs = pairs_of(project, sample)
    there = [i for i, letter in enumerate(verdicts) if letter != OPEN and pairs[i] >= 0]
    answers = [answer for answer in (ANSWERS[verdicts[i]] for i in there) if answer is not None]
    text = f"taking of {count(len(there), 'answer')} of the sample check"
    return project.decide_each(pairs[there], answers, text)


def records_of(project: Project, sample: Sample) -> np.ndarray:
    """int32 (n, 2): the records of each pair of a sample in the present match, -1 where they are not in it."""
    if project.matched is None or not sample.places:
        return np.full((len(sample.places), 2), -1, np.int32)
    placing, places = project.matched.placing, np.asarray(sample.places, np.int32)
    sides = [placing.records(places[:, i], places[:, i + 1]) for i in (0, 2)]
    return np.stack(sides, axis=1)


def pairs_of(project: Project, sample: Sample) -> np.ndarray:
    """int32 (n,): the scored pair of each pair of a sample, -1 where there is none now."""
    records = records_of(project, sample)
    found = np.full(len(records), -1, np.int32)
    there = np.flatnonzero((records >= 0).all(axis=1))
    if project.matched is not None and len(there):
        ordered = np.sort(records[there], axis=1)
        found[there] = find_pairs(project.matched.scored, ordered[:, 0], ordered[:, 1])
    return found
