"""Engine: from the evidence of pairs to the score that counts: what was learned from decisions, and the other partners."""

from __future__ import annotations

from dataclasses import replace

from entityres.records.fields import CleanedRecords
from entityres.scoring.doubles_inside import single_lists
from entityres.scoring.learning import refitted
from entityres.scoring.match_cut import usual_cut
from entityres.scoring.partners import with_partners
from entityres.scoring.scored_pairs import ScoredPairs
from entityres.settings import Settings


def judged(scored: ScoredPairs, cleaned: CleanedRecords, settings: Settings) -> ScoredPairs:
    """The pairs with refitted weights, if decisions taught any, and with partners, if a record has at most one.

    Args:
        scored: Pairs as they were weighed.
        cleaned: The records.
        settings: The user's choices.
    """
    if settings.refit is not None:
        scored = refitted(scored, settings.refit)
    single = single_lists(scored.inside, settings, cleaned.n_lists)
    if single:
        return with_partners(scored, cleaned.list_of, single, cleaned.things)
    return replace(scored, default_match_at=usual_cut(scored))
