"""Session: learning from decisions: what they would change, taken as one step that undo takes back; and when to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from entityres.errors import ProjectError
from entityres.scoring.learning import STREAK, Lesson, foretold_streak, learn_from, zone_moves
from entityres.scoring.scored_pairs import Zone
from entityres.session.stages import Changes, count

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.session.matched import Matched
    from entityres.session.project import Project
    from entityres.settings import Refit


@dataclass(frozen=True)
class Offer:
    """What learning from the decisions would change.

    Attributes:
        lesson: What they teach; without a refit there is nothing to take.
        moves: int64 (3, 3), pairs by their zone now (rows) and with the refit (columns).
    """

    lesson: Lesson
    moves: np.ndarray

    @cached_property
    def changed(self) -> int:
        """Pairs that would be in another zone."""
        return int(self.moves.sum() - np.trace(self.moves))

    @property
    def words(self) -> str:
        """What would change, in one or two plain sentences."""
        lesson = self.lesson
        if lesson.refit is None:
            return lesson.why
        begin = f"Learned from {count(lesson.decisions, 'decision')}: "
        if lesson.wrong_after < lesson.wrong_before:
            begin += (
                f"the score would be wrong about {lesson.wrong_after:,} of them instead of {lesson.wrong_before:,}. "
            )
        else:
            begin += "the score would be surer about them. "
        parts = []
        for zone, words in ((Zone.MATCH, "become a match"), (Zone.REVIEW, "need review"), (Zone.NOT, "drop out")):
            number = int(self.moves[:, zone].sum() - self.moves[zone, zone])
            if number:
                verb = {"need review": "needs review", "become a match": "becomes a match", "drop out": "drops out"}
                parts.append(f"{count(number, 'pair')} {verb[words] if number == 1 else words}")
        return begin + (", ".join(parts) + "." if parts else "No pair changes its place.")


def decided_pairs(project: Project, *, oldest_first: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Pairs that a person looked at and answered with match or not: positions int32, and bool, whether a match."""
    pairs, match, at = project.decisions.looked_at()
    order = np.argsort(at, kind="stable") if oldest_first else slice(None)
    return pairs[order], match[order]


def learning_job(project: Project) -> Callable[[Progress], Offer]:
    """Learn from the decisions in the background; takes a snapshot of them when it is made.

    Raises:
        ProjectError: There is no match yet.
    """
    matched = _matched(project)
    pairs, match = decided_pairs(project)
    settings = project.settings
    default = matched.scored.default_match_at, matched.scored.default_review_at
    match_at = default[0] if settings.match_at is None else settings.match_at
    review_at = default[1] if settings.review_at is None else settings.review_at

    def job(progress: Progress) -> Offer:
        from entityres.scoring.judging import judged

        progress.begin("Learning from decisions")
        plain = judged(matched.as_weighed, matched.cleaned, settings.changed(refit=None))
        lesson = learn_from(plain, pairs, match, settings.seed)
        if lesson.refit is None:
            return Offer(lesson, np.diag(np.bincount(matched.scored.zones(match_at, review_at), minlength=len(Zone))))
        after = judged(matched.as_weighed, matched.cleaned, settings.changed(refit=lesson.refit))
        return Offer(lesson, zone_moves(matched.scored, after, match_at, review_at))

    return job


def take_refit(project: Project, refit: Refit) -> Changes:
    """Use refitted weights, as one step."""
    return project.change_settings(f"learning from {count(refit.decisions, 'decision')}", refit=refit)


def forget_refit(project: Project) -> Changes:
    """Use the program's own weights again, as one step."""
    return project.change_settings("return to the program's own weights", refit=None)


def stop_hint(project: Project, left: int) -> str:
    """A sentence when deciding more is likely to bring little, else ""."""
    if project.matched is None or not left:
        return ""
    pairs, match = decided_pairs(project, oldest_first=True)
    streak = foretold_streak(project.matched.scored.score[pairs], match)
    if streak < STREAK:
        return ""
    return f"Your last {streak:,} answers were all what the score said; the rest are likely to go the same way."


def _matched(project: Project) -> Matched:
    if project.matched is None:
        raise ProjectError("There are no pairs to learn from yet.", "Find matches and decide some pairs first.")
    return project.matched
