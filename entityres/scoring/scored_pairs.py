"""Engine: candidate pairs with their match weights (Fellegi-Sunter, log2 of the odds)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.settings import Refit


class Zone(IntEnum):
    """What a score means at the present cuts."""

    NOT = 0
    REVIEW = 1
    MATCH = 2


class Guard(IntFlag):
    """Why a pair is never merged without a person, whatever its score.

    `SUFFIX` to `FIRST_NAME` speak against a match: two people of one family or home. So does `TWO_FIRMS`: two firms, or two
    things.
    `THIN` to `YEARS_APART` only say that there is little to go by; a list that shows enough pairs beyond doubt does not
    need them.
    """

    NONE = 0
    SUFFIX = 1
    BIRTH_DATE = 2
    JOINT = 4
    FIRST_NAME = 8
    THIN = 16
    ONE_KIND = 32
    YEARS_APART = 64
    TWO_FIRMS = 128


GUARD_WORDS: dict[Guard, str] = {
    Guard.SUFFIX: "another generation suffix, or only one has one",
    Guard.BIRTH_DATE: "birth years a generation apart in one home",
    Guard.JOINT: "one record names two people",
    Guard.FIRST_NAME: "names of two people, as of one home or firm",
    Guard.THIN: "too little that agrees",
    Guard.ONE_KIND: "only one kind of evidence",
    Guard.YEARS_APART: "birth years far apart",
    Guard.TWO_FIRMS: "names of two firms or things, or two legal forms",
}


CONTRADICTIONS = int(Guard.SUFFIX | Guard.BIRTH_DATE | Guard.JOINT | Guard.FIRST_NAME | Guard.TWO_FIRMS)
"""Guards that speak against a match."""

SOFT = np.uint8(Guard.THIN | Guard.ONE_KIND | Guard.YEARS_APART)
"""Guards that only say that there is little evidence, not that it speaks against a match."""


@dataclass(frozen=True)
class Lesson:
    """What other partners taught of a field.

    Attributes:
        most: float64 (n_levels,): the most that each level said before; minus infinity where no pair reaches it.
        gains: float64 (n_levels,): bits that a value says more now if it is so common that it said less than that.
        shifts: float64 (n_levels,): bits that other values say more now.
    """

    most: np.ndarray
    gains: np.ndarray
    shifts: np.ndarray

    def told(self, level: int, weights: np.ndarray) -> np.ndarray:
        """What values of a level say now that said so much before (bits, any shape); minus infinity where none did."""
        most = float(self.most[level])
        if most == -np.inf:
            return np.full(np.shape(weights), -np.inf)
        new = most + float(self.shifts[level])
        return np.where(weights >= most, new, np.minimum(weights + float(self.gains[level]), new))


@dataclass(frozen=True)
class FieldScores:
    """One compared field over all pairs.

    Attributes:
        name: Name of the compared field.
        label: The words shown for it.
        levels: int8 (n_pairs,): comparison level, -1 when a value is missing (its weight is 0).
        weights: float32 (n_pairs,): bits for (+) or against (-) a match, with the value's frequency in it.
        level_names: The words of each level ("same", "1 letter", "different", ...).
        m: Share of true pairs at each level that the weights count on; empty where other partners are to teach nothing.
        strangers: How many strangers the weights expect among all pairs here at each level; 0 where that is not known.
        lesson: What other partners taught, in `weights` already; None where they taught nothing.
        untaught: The weights as they are without other partners; None where these change nothing.
        at_home: float32 (n_pairs,): bits taken off `weights` because two first names of one home usually are two people,
            or because one is missing (scoring/people_at_home.py), or because two names are those of sister firms
            (scoring/two_firms.py); None where nothing was.
    """

    name: str
    label: str
    levels: np.ndarray
    weights: np.ndarray
    level_names: tuple[str, ...]
    m: tuple[float, ...] = ()
    strangers: tuple[float, ...] = ()
    lesson: Lesson | None = None
    untaught: np.ndarray | None = None
    at_home: np.ndarray | None = None


@dataclass(frozen=True)
class InsideList:
    """What comparing the records of one list with each other showed (scoring/doubles_inside.py).

    Attributes:
        records: Records of the list.
        compared: How many of them were compared with each other: all, or a sample.
        alike: Records among these that look like another one: so many fewer they were if all these were one.
        doubles: The same without pairs of which another list shows that they are two.
        same: Pairs among these that look the same and have the same partner in another list.
        two: Pairs among these that look the same, but each has a partner of its own in another list.
        matched: Records of the whole list with a match in another list.
        near: Records among those compared that are an end of a pair that looks the same.
        near_matched: How many of these have a match in another list.
    """

    records: int
    compared: int
    alike: int
    doubles: int
    same: int
    two: int
    matched: int
    near: int = 0
    near_matched: int = 0


@dataclass(frozen=True)
class ScoredPairs:
    """Candidate pairs with evidence.

    Attributes:
        pairs: The candidate pairs; all arrays here are parallel to them.
        prior: Bits that any two records start with (the same for all pairs).
        fields: Evidence by compared field.
        score: float32 (n_pairs,): prior + sum of the weights (+ partners).
        guards: uint8 (n_pairs,): `Guard` flags; a pair with any is never automatic.
        default_match_at: Probability from which pairs count as matches unless the user chose otherwise.
        default_review_at: Probability from which pairs are worth a look.
        check_distance: float32 (n_pairs,): distance in the check column, NaN where unknown; None without one.
        random_check_distance: float32 (any,): the same between random records.
        refit: What of the weights was learned from decisions, None when they are the program's own.
        inside: What the records of each list show among themselves; empty where that is not known, or for one list.
        partners: float32 (n_pairs,): what other partners of both records say, in bits, where a record has at most one
            (scoring/partners.py); None where it may have many.
        single: For each list whether a record of another list has at most one partner in it; empty where no list is such.
        guards_alone: uint8 (n_pairs,): the guards as they were before other partners were looked at; None where it may
            have many.
    """

    pairs: CandidatePairs
    prior: float
    fields: tuple[FieldScores, ...]
    score: np.ndarray
    guards: np.ndarray
    default_match_at: float
    default_review_at: float
    check_name: str = ""
    check_distance: np.ndarray | None = None
    random_check_distance: np.ndarray | None = None
    refit: Refit | None = None
    inside: tuple[InsideList, ...] = ()
    partners: np.ndarray | None = None
    guards_alone: np.ndarray | None = None
    single: tuple[bool, ...] = ()

    def __len__(self) -> int:
        return len(self.score)

    @property
    def probability(self) -> np.ndarray:
        """float64 (n_pairs,): the score as a probability."""
        return probability_of(self.score)

    def zones(self, match_at: float | None = None, review_at: float | None = None) -> np.ndarray:
        """int8 (n_pairs,): `Zone` of each pair at these probabilities; a guarded pair is never in MATCH."""
        match_at = self.default_match_at if match_at is None else match_at
        review_at = min(self.default_review_at if review_at is None else review_at, match_at)
        at = self.score >= np.float32(weight_of(match_at))
        # The zones are 0, 1, 2 in their order: counting the lines that a score has passed needs no arrays of choices.
        zone = (self.score >= np.float32(weight_of(review_at))).astype(np.int8)
        zone += at & (self.guards == 0)
        return zone


def summed(prior: float, fields: Sequence[FieldScores], n_pairs: int) -> np.ndarray:
    """float32 (n_pairs,): prior + weights of the fields."""
    total = np.zeros(n_pairs, np.float32)
    for field in fields:
        total += field.weights
    made: np.ndarray = (total + np.float32(prior)).astype(np.float32)
    return made


def probability_of(weight: np.ndarray | float) -> np.ndarray:
    """Match weight (bits) as a probability."""
    return 1.0 / (1.0 + np.exp2(-np.asarray(weight, dtype=np.float64)))


def weight_of(probability: float) -> float:
    """Probability as a match weight (bits)."""
    p = min(max(float(probability), 1e-12), 1 - 1e-12)
    return float(np.log2(p / (1 - p)))
