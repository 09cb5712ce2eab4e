"""Engine: what stays apart though nearly everything agrees, in plain words, and what helps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import Guard, weight_of
from entityres.scoring.two_people import are_of_firms

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.records.fields import CleanedRecords
    from entityres.scoring.scored_pairs import ScoredPairs

MANY = 0.01
"""So many pairs of two people for each record are worth a word."""


class Remark(NamedTuple):
    """A sentence or two, and fewer words of them where there is little room; both empty where nothing is to be said."""

    words: str = ""
    shorter: str = ""


def copies_apart(pairs: CandidatePairs) -> str:
    """Of copies that no key joined in large buckets: how many, why, and what helps; "" where there are none."""
    left = next((left for left in pairs.left_out if left.copies), None)
    if left is None:
        return ""
    key = pairs.keys[left.key]
    stand = (
        f"{left.records:,} records that say the same as another one stand in groups too large to be compared whole, and"
    )
    if key.enabled:
        why = f"There are {len(pairs.keys)} keys, the most there can be"
        return f"{why}: {stand} may stay apart. Remove a key, and the next run adds one that joins them."
    return f"The key “{key.name}” is off: {stand} stay apart."


def people_apart(cleaned: CleanedRecords, scored: ScoredPairs) -> Remark:
    """Of pairs of one firm that stay apart because they name two people, how many; nothing where these are few.

    Whether a list holds firms or their people is seen from its names (see `two_people`); only its owner knows.

    Args:
        cleaned: The records.
        scored: Their scored pairs.
    """
    if not are_of_firms(cleaned.fields):
        return Remark()
    levels = {field.name: field.levels for field in scored.fields}
    fields = [field for field in cleaned.fields if field.name in levels]
    of = RoleLevels(fields, [levels[field.name] for field in fields], len(scored))
    apart = ((scored.guards & Guard.FIRST_NAME) != 0) & of.within(Role.ORGANISATION, level.TEXT_ALIKE)
    apart &= scored.score < np.float32(weight_of(scored.default_review_at))
    n = int(np.count_nonzero(apart))
    if n < MANY * len(cleaned):
        return Remark()
    column = next(one for names in cleaned.with_role(Role.FAMILY_NAME)[0].sources for one in names)
    return Remark(
        f"{n:,} pairs of one firm name two people and stay apart. If each firm is one customer, "
        f"set “{column}” to “Keep only” under Columns.",
        f"{n:,} pairs of two people of one firm stay apart: see “{column}” in Columns.",
    )
