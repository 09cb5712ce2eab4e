"""UI: how the review is shown: its filters as check boxes, kept with the project and brought back, and its words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from entityres.session.filters import STATE_WORDS
from entityres.session.review import SORTS
from entityres.session.risks import RISK_WORDS
from entityres.session.stages import count
from entityres.ui.models.score_scale import chance_of_shown, shown_of_chance
from entityres.ui.widgets.filter_panel import FilterOption, FilterPanel, FilterSection

if TYPE_CHECKING:
    from entityres.session.project import Project
    from entityres.session.review import Review, ReviewProgress

KINDS = ("states", "keys", "differences", "risks")
RARE_STATES = ("implied", "conflict")
LOOK_AT_UNSURE, SHOW_ALL, CHECK_SAMPLE, GO_TO_MERGE = (
    "Look at unsure",
    "Show all pairs",
    "Check a sample",
    "Go to Merge",
)
"""What can be done when every pair has its answer."""


def filter_sections(review: Review) -> tuple[FilterSection, ...]:
    """All filters with their counts."""
    counts = review.counts()

    def of(found: dict[str, int], words: dict[str, str], always: bool = True) -> tuple[FilterOption, ...]:
        return tuple(FilterOption(name, words.get(name, name), count, always) for name, count in found.items())

    usual = {name: count for name, count in counts.states.items() if name not in RARE_STATES}
    rare = {name: count for name, count in counts.states.items() if name in RARE_STATES}
    return (
        FilterSection("states", "State", (*of(usual, STATE_WORDS), *of(rare, STATE_WORDS, False))),
        FilterSection("keys", "Why compared", of(counts.keys, {}, False)),
        FilterSection("differences", "Differences", of(counts.differences, {}, False)),
        FilterSection("risks", "Risk", of(counts.risks, RISK_WORDS, False)),
    )


def show_filters(review: Review, panel: FilterPanel) -> None:
    """Show the review's filters in the panel."""
    filters = review.filters
    panel.set_sections(filter_sections(review))
    if panel.is_waiting:
        return  # what a person chose there is taken in a moment
    panel.set_checked({name: set(getattr(filters, name)) for name in KINDS})
    if panel.text != filters.text.strip():
        panel.set_text(filters.text)
    low = 0.0 if filters.low <= 0 else round(shown_of_chance(filters.low), 2)
    panel.set_score_range(low, 1.0 if filters.high >= 1 else round(shown_of_chance(filters.high), 2))


def take_filters(review: Review, panel: FilterPanel) -> None:
    """Narrow the review down to what the panel says."""
    checked, (low, high) = panel.checked(), panel.score_range
    review.set_filters(
        **{name: frozenset(checked.get(name, ())) for name in KINDS},
        low=0.0 if low <= 0 else chance_of_shown(low),
        high=1.0 if high >= 1 else chance_of_shown(high),
        text=panel.text,
    )


def view_of(review: Review) -> dict[str, Any]:
    """Filters and order as plain data."""
    filters = review.filters
    sets = {name: sorted(getattr(filters, name)) for name in KINDS}
    return {**sets, "low": filters.low, "high": filters.high, "text": filters.text, "sort": review.sort}


def restore_view(review: Review, kept: object) -> None:
    """Filters and order as they were left; whatever is not there stays as it is."""
    if not isinstance(kept, dict):
        return
    values: dict[str, Any] = {name: frozenset(kept.get(name, ())) for name in KINDS}
    values |= {
        "low": float(kept.get("low", 0.0)),
        "high": float(kept.get("high", 1.0)),
        "text": str(kept.get("text", "")),
    }
    review.filters = replace(review.filters, **values)
    sort = str(kept.get("sort", ""))
    review.sort = sort if sort in SORTS else review.sort
    review.refresh()


def answers_words(progress: ReviewProgress) -> str:
    """Such as "258 match, 44 not, 14 unsure"."""
    return f"{progress.accepted:,} match, {progress.rejected:,} not, {progress.unsure:,} unsure"


def kept_words(decided: int, changed: int, lost: int, apart: int = 0) -> tuple[str, str] | None:
    """What became of decisions after a run: a sentence and what follows from it; None when nobody decided anything.

    Args:
        decided: Decisions that there are.
        changed: Those among them whose values are other ones now.
        lost: Those about records that are not in the lists now.
        apart: Those about records that are there, but whose pairs no key found.
    """
    if not decided:
        return None
    kept = f"Your {count(decided, 'decision')} {'is' if decided == 1 else 'are'} kept."
    more = []
    if changed:
        values = "The compared values of one have" if changed == 1 else f"The compared values of {changed:,} have"
        more.append(f"{values} changed since: look at {'it' if changed == 1 else 'them'} again.")
    if apart:
        pairs = "One is about a pair that was" if apart == 1 else f"{apart:,} are about pairs that were"
        more.append(f"{pairs} not compared this time; {'it counts' if apart == 1 else 'they count'} all the same.")
    if lost:
        records = "One is about records that are" if lost == 1 else f"{lost:,} are about records that are"
        more.append(f"{records} not in these lists; {'it counts' if lost == 1 else 'they count'} again when they are.")
    return kept, " ".join(more)


def progress_words(progress: ReviewProgress) -> tuple[str, ...]:
    """The progress line, with `<b>`: at length, and shorter and shorter."""
    left = f"<b>{progress.left:,} left</b>"
    words = f"{progress.reviewed:,} reviewed · {left}"
    if progress.minutes is not None and progress.left:
        return f"{words} · about {count(progress.minutes, 'minute')} at your pace", words, left
    return words, left


def nothing_words(project: Project) -> tuple[str, str, str]:
    """Why a project has nothing to review: title, sentence, and the button that helps.

    That no pair was found is a good end more often than a fault of the keys: it is said first.
    """
    if not project.lists:
        return "Load a list first", "Review shows pairs of records that might be the same customer.", "Go to Load"
    if project.scored is None:
        return "No pairs yet", "Press Find matches.", "Find matches"
    if sum(len(one) for one in project.lists) < 2:
        return "Nothing to compare", "There is only one record.", "Go to Load"
    if not project.scored.pairs.keys:
        words = (
            "No value of these columns tells which records could be the same. Add a key, or give columns other roles."
        )
        return "Nothing was compared", words, "Go to Match"
    keys = count(len(project.scored.pairs.keys), "key")
    words = f"{keys} ran and proposed no pair of records. To look further, add a key or loosen one."
    return "No duplicates found", words, "Go to Match"


def no_pair_words(review: Review, filters_on: int) -> tuple[str, ...]:
    """Why a review shows no pair: title, sentence, and one to three buttons.

    Args:
        review: The review.
        filters_on: How many filters are on, in the panel's counting.
    """
    progress, filters = review.progress(), review.filters
    if filters.active == 1 and filters.states == frozenset({"review"}) and not (progress.left or progress.reviewed):
        return "Nothing needs review", "Every pair is clear by its score.", SHOW_ALL, CHECK_SAMPLE, GO_TO_MERGE
    if filters.active == 1 and filters.states == frozenset({"review"}) and not progress.left:
        words = f"{progress.reviewed:,} decided: {answers_words(progress)}."
        return "Review finished", words, LOOK_AT_UNSURE if progress.unsure else SHOW_ALL, CHECK_SAMPLE, GO_TO_MERGE
    words = f"{filters_on} {'filter is' if filters_on == 1 else 'filters are'} on."
    return "Nothing matches these filters", words, "Clear filters"
