"""UI: keys that could be added, grouped by why they are not in use, with what each would add."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from entityres.candidates.candidate_pairs import KeysNotUsed, WhyNot
from entityres.ui.models.match_figures import condition, rough

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.candidates.candidate_pairs import NotUsed
    from entityres.candidates.keys import Key
    from entityres.session.project import Project

WHY_WORDS = {
    WhyNot.BUDGET: "Too many pairs to compare",
    WhyNot.TOO_MANY_PAIRS: "Few matches among their pairs",
    WhyNot.ENOUGH_KEYS: "Add less than the keys in use",
    WhyNot.TOO_LITTLE: "Add hardly a match",
    WhyNot.NOTHING_NEW: "Other keys find their pairs",
    WhyNot.TOO_SLOW: "Take long on so many records",
}
"""Why a key is not in use, in the order in which they are offered."""

FOLDED = frozenset({WhyNot.TOO_LITTLE, WhyNot.NOTHING_NEW, WhyNot.TOO_SLOW})
MORE = "More keys"


@dataclass(frozen=True)
class KeyOffer:
    """A key to add, and what it would add in words; "" where nobody looked."""

    key: Key
    worth: str = ""


@dataclass(frozen=True)
class OfferGroup:
    """Keys that are not in use for one reason; "" as title where no reason is known. Folded: shown when asked for."""

    title: str
    offers: tuple[KeyOffer, ...]
    folded: bool = False


def keys_not_used(project: Project) -> KeysNotUsed:
    """What the program looked at when it chose the keys: judged by the match, if it is of the present lists, else beforehand."""
    if project.scored is not None and not project.changed_since_match():
        return project.scored.pairs.not_used
    prepared = project.prepared
    if prepared is not None and project.prepared_is_current and prepared.not_used is not None:
        return prepared.not_used
    return project.scored.pairs.not_used if project.scored is not None else KeysNotUsed()


def offer_groups(suggested: Sequence[Key], not_used: KeysNotUsed, keys: Sequence[Key]) -> tuple[OfferGroup, ...]:
    """The keys to offer.

    Args:
        suggested: Every sensible key.
        not_used: What the program looked at when it chose the keys.
        keys: Those in the table, which are not offered.
    """
    there = {condition(key) for key in keys}
    looked_at = {condition(one.key): one for one in not_used.keys}
    groups: dict[WhyNot, list[KeyOffer]] = {why: [] for why in WHY_WORDS}
    for one in not_used.keys:
        if condition(one.key) not in there:
            groups[one.why].append(KeyOffer(one.key, worth_words(one)))
    rest = tuple(KeyOffer(key) for key in suggested if condition(key) not in there and condition(key) not in looked_at)
    made = [OfferGroup(WHY_WORDS[why], tuple(offers), why in FOLDED) for why, offers in groups.items() if offers]
    if rest:
        made.append(OfferGroup(MORE if made else "", rest, bool(made)))
    return tuple(made)


def worth_words(one: NotUsed) -> str:
    """What a key would add to those in use."""
    if one.matches is None or one.pairs is None or one.pairs < 0.5:
        return ""
    return f"{_matches(one.matches)} in {rough(one.pairs):,} pairs"


def loss_words(not_used: KeysNotUsed) -> str:
    """What all keys that are not in use would add together; "" where none was looked at."""
    if not not_used.keys:
        return ""
    if not_used.matches < 0.5:
        return "No key that is left out would add a match, by the score of a sample"
    return f"All left out together: {_matches(not_used.matches)} in {rough(not_used.pairs):,} more pairs"


def left_words(not_used: KeysNotUsed) -> str:
    """The same in a sentence for the line below the page; "" where hardly a match is left out."""
    if rough(not_used.matches) < 1:
        return ""
    return f"Keys that are not used would add {_matches(not_used.matches)} in {rough(not_used.pairs):,} more pairs."


def _matches(matches: float) -> str:
    about = rough(matches)
    return "hardly a match" if about < 1 else "about 1 match" if about == 1 else f"about {about:,} matches"
