"""Engine: what the model itself expects: wrong matches and missed ones, beside what the check column says."""

from __future__ import annotations

from dataclasses import dataclass

from entityres.records.percentages import percent
from entityres.scoring.capture import Recapture
from entityres.scoring.estimating import Estimate, Estimator

LEAST_DISAGREEMENT = 0.02
"""Difference of two shares correct that is worth a word."""


@dataclass(frozen=True)
class ModelEstimate:
    """Expected shares by the probabilities of the pairs.

    Attributes:
        correct: Share of the matches that are right, None without matches.
        wrong: Share of the matches that are wrong (the false discovery rate), None without matches.
        missed: Share of the true pairs among the candidates that are not matches (the false negative rate), None
            where no true pair is expected.
        missed_in_all: The same of all true pairs, those that no key found among them; None where that is not known.
    """

    correct: float | None
    wrong: float | None
    missed: float | None
    missed_in_all: float | None


def model_estimate(
    estimator: Estimator, match_at: float, review_at: float, recapture: Recapture | None = None
) -> ModelEstimate:
    """What the probabilities lead to expect at these cuts.

    Args:
        estimator: Of the scored pairs.
        match_at: Probability from which pairs are matches.
        review_at: Probability from which pairs are worth a look.
        recapture: What is known about pairs that no key found.
    """
    match, review, other = estimator.zone_sums(match_at, review_at)
    correct = match.expected / match.n if match.n else None
    found = match.expected + review.expected + other.expected
    missed = 1 - match.expected / found if found > 0 else None
    in_all = None
    if recapture is not None and missed is not None:
        in_all = 1 - (1 - missed) * recapture.share
    return ModelEstimate(correct, None if correct is None else 1 - correct, missed, in_all)


def disagreement(checked: Estimate, model: ModelEstimate) -> str:
    """One sentence where the check column and the model do not say the same about the matches, else ""."""
    if checked.source != "check column" or checked.value is None or model.correct is None or checked.warning:
        return ""
    if checked.low <= model.correct <= checked.high or abs(checked.value - model.correct) < LEAST_DISAGREEMENT:
        return ""
    one, two = percent(checked.value), percent(model.correct)
    if checked.value < model.correct:
        return (
            f"The check column says that {one} of the matches are right, the scores alone say {two}: look through a sample "
            "of them."
        )
    return (
        f"The check column says that {one} of the matches are right, the scores alone say {two}: the line may go lower."
    )
