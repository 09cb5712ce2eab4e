"""Engine: from the evidence of pairs to the score that counts: what was learned from decisions, and the other partners."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from entityres.scoring.doubles_inside import single_lists
from entityres.scoring.learning import refitted
from entityres.scoring.match_cut import usual_cut
from entityres.scoring.partners import with_partners
from entityres.scoring.scored_pairs import ScoredPairs
from entityres.settings import Settings

if TYPE_CHECKING:
    import numpy as np


def judged(scored: ScoredPairs, list_of: np.ndarray, settings: Settings) -> ScoredPairs:
    """The pairs with refitted weights, if decisions taught any, and with partners, if a record has at most one.

    Args:
        scored: Pairs as they were weighed.
        list_of: int16 (n_records,): the list that each record is in.
        settings: The user's choices.
    """
    if settings.refit is not None:
        scored = refitted(scored, settings.refit)
    single = single_lists(scored.inside, settings, int(list_of.max(initial=0)) + 1)
    if single:
        return with_partners(scored, list_of, single)
    return replace(scored, default_match_at=usual_cut(scored))
