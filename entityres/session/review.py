"""Session: the pair table without Qt: which pairs are shown, in which order, and how much is left.

All of it is masks and sorts over arrays of one entry a pair. The order stays as it is while answers come in; `refresh`
makes it anew. Filters of one kind add up ("or"), filters of different kinds narrow down ("and"), and the count of a
filter is the number of rows shown when it is the only one of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.entities.decisions import Answer
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import probability_of, weight_of
from entityres.session.bits import bit_counts
from entityres.session.bulk_check import BulkCheck
from entityres.session.decision_book import NO_ANSWER, DecidedHow
from entityres.session.filters import STATE_NAMES, STATE_WORDS, FilterCounts, Filters, state_codes
from entityres.session.ordering import dense_ranks, ordered
from entityres.session.risks import RISK_WORDS
from entityres.session.searching import Found, matching_pairs, search_job
from entityres.session.standing import Standing
from entityres.session.summary import place_of, summary_of

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.progress import Progress
    from entityres.session.matched import Matched
    from entityres.session.project import Project
    from entityres.session.risks import Risks

SORTS: dict[str, str] = {
    "threshold": "Closest to threshold",
    "score_down": "Score, highest first",
    "score_up": "Score, lowest first",
    "group": "Largest group",
    "name": "Name",
    "useful": "Most useful to decide",
    "random": "Random",
    "changed": "Last changed",
    "risk": "Risk",
}

KINDS = ("states", "keys", "differences", "risks", "range", "text")
# A person works on without a break when the next answer comes within this many seconds.
LONGEST_PAUSE = 120.0
PACE_OF = 50
# So many pairs are grouped anew without anybody noticing.
QUICK = 200_000


@dataclass(frozen=True)
class PairState:
    """Where a pair stands: name of the icon, the word, and whether a person decided it or values changed since."""

    name: str
    words: str
    decided: bool
    changed: bool = False


@dataclass(frozen=True)
class ReviewProgress:
    """How far the review is; `minutes` is None until there is a pace to go by."""

    reviewed: int
    left: int
    accepted: int
    rejected: int
    unsure: int
    minutes: int | None

    @property
    def words(self) -> str:
        """`Reviewed 212 · left 104 in “needs review” · about 13 min at your pace`."""
        text = f"Reviewed {self.reviewed:,} · left {self.left:,} in “needs review”"
        return text if self.minutes is None else f"{text} · about {self.minutes:,} min at your pace"


class Review:
    """The pairs of the last match as the review shows them.

    Attributes:
        order: int32: the pairs shown, in order.
        filters: What is shown; after changing it, `refresh`.
        sort: Name of the order, one of `SORTS`.
        seed: Seed of the random order.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self.filters = Filters()
        self.sort = "threshold"
        self.seed = 1
        self.order = np.empty(0, np.int32)
        self._place = np.empty(0, np.int32)
        self._skipped: set[int] = set()
        self._matched: Matched | None = None
        self._everything: tuple[tuple[Any, ...], np.ndarray] | None = None
        self._counted: tuple[tuple[Any, ...], FilterCounts] | None = None
        self._text: tuple[str, np.ndarray] | None = None
        self.refresh()

    def __len__(self) -> int:
        return len(self.order)

    # What is shown

    def refresh(self, regroup: bool = True) -> None:
        """Make the order anew, with the groups as they are now.

        Args:
            regroup: Group anew first where something changed since. Without it, and where that would make the window
                wait, what follows from groups is as of those that were made last: `Project.grouping_job` makes others.
        """
        matched = self.project.matched
        if matched is not self._matched:
            self._matched = matched
            self._everything = self._counted = self._text = None
            self._skipped.clear()
        if matched is None:
            self.order = self._place = np.empty(0, np.int32)
            return
        self._drop_unknown_filters(matched)
        if regroup and len(matched.scored) <= QUICK:
            self.project.groups_now()
        mask, order = self._all_of(KINDS), self._sorted()
        self.order = order if mask is None else order[mask[order]]
        self._place = np.full(len(matched.scored), -1, np.int32)
        self._place[self.order] = np.arange(len(self.order), dtype=np.int32)

    def _drop_unknown_filters(self, matched: Matched) -> None:
        """Leave out what the present match does not have, such as a key that was removed."""
        filters = self.filters
        keys = filters.keys & {key.name for key in matched.scored.pairs.keys}
        differences = filters.differences and filters.differences & set(self.project.pair_notes().differences.names)
        states = filters.states & set(STATE_WORDS)
        risks = filters.risks & set(RISK_WORDS)
        self.filters = replace(filters, states=states, keys=keys, differences=differences, risks=risks)

    def set_filters(self, **values: object) -> None:
        """Change some filters and refresh."""
        self.filters = replace(self.filters, **values)  # type: ignore[arg-type]
        self.refresh()

    def search_takes_long(self, text: str) -> bool:
        """True where words are looked for in so many pairs or records that a window would wait; `take_found` takes them."""
        matched = self._matched
        if matched is None or not text.strip() or (self._text is not None and self._text[0] == text):
            return False
        return max(len(matched.scored), len(matched.cleaned)) > QUICK

    def search_job(self, text: str) -> Callable[[Progress], Found]:
        """Look for words in the background."""
        return search_job(self._scored(), text)

    def take_found(self, found: Found) -> bool:
        """Know what a search found; False where that is of another match."""
        current = self._matched is not None and found.matched.scored.pairs is self._matched.scored.pairs
        if current:
            self._text = (found.text, found.pairs)
        return current

    def clear_filters(self) -> None:
        """Show all pairs."""
        self.filters = Filters(states=frozenset())
        self.refresh()

    def sort_by(self, name: str) -> None:
        """Choose the order, one of `SORTS`, and refresh."""
        self.sort = name
        self.refresh()

    def position(self, pair: int) -> int | None:
        """Row of a pair in the order, None when it is not shown."""
        at = int(self._place[pair]) if 0 <= pair < len(self._place) else -1
        return at if at >= 0 else None

    @property
    def hidden_implied(self) -> int:
        """Pairs that are left out only because they follow from others."""
        if self._matched is None or self.filters.show_implied or "implied" in self.filters.states:
            return 0
        matched, settings = self._scored(), self.project.settings
        implied = np.flatnonzero((self.project.standings() == Standing.IMPLIED) & (self._place < 0))
        if not len(implied):
            return 0
        if self.filters.states:  # those whose score alone has one of the states that are shown
            zones = matched.scored.zones(settings.match_at, settings.review_at)
            implied = implied[_of_states(zones[implied], self.filters.states)]
        shown = self._all_of(KINDS[1:])
        return len(implied) if shown is None else int(np.count_nonzero(shown[implied]))

    @property
    def came_up(self) -> int:
        """Pairs that belong here by now and did not when the order was made: an answer can put another pair in doubt."""
        if self._matched is None:
            return 0
        mask, new = self._all_of(KINDS), self._place < 0
        return int(np.count_nonzero(new if mask is None else mask & new))

    # Filters

    def counts(self) -> FilterCounts:
        """How many rows each filter would show, ticked alone on top of the filters of the other kinds.

        What follows from groups is as of the last refresh where grouping anew would make the window wait.
        """
        if self._matched is None:
            return FilterCounts()
        follows_from = self._matched, self.filters, self.project.standings(), self._risks()
        if self._counted is None or not _same(self._counted[0], follows_from):  # another order counts nothing anew
            self._counted = (follows_from, self._counts())
        return self._counted[1]

    def _counts(self) -> FilterCounts:
        masks = {kind: self._kind_mask(kind) for kind in KINDS}

        def others(kind: str) -> np.ndarray | slice:
            rest = None
            for name, mask in masks.items():
                rest = rest if name == kind else _both(rest, mask)
            return slice(None) if rest is None else np.flatnonzero(rest)

        states = np.bincount(self.project.standings()[others("states")], minlength=len(Standing))
        pairs = self._scored().scored.pairs
        found = bit_counts(pairs.masks[others("keys")], len(pairs.keys))
        return FilterCounts(
            {STATE_NAMES[standing]: int(states[standing]) for standing in STATE_NAMES},
            {key.name: n for key, n in zip(pairs.keys, found, strict=True)},
            self.project.pair_notes().differences.counts(others("differences")),
            self._risks().counts(others("risks")),
        )

    def _all_of(self, kinds: Iterable[str]) -> np.ndarray | None:
        """bool (n_pairs,): what the filters of all these kinds let through; None for everything."""
        mask = None
        for kind in kinds:
            mask = _both(mask, self._kind_mask(kind))
        return mask

    def _kind_mask(self, kind: str) -> np.ndarray | None:
        """bool (n_pairs,): what the filters of one kind let through; None for everything."""
        filters, scored = self.filters, self._scored().scored
        if kind == "states":
            standing = self.project.standings()
            if filters.states:
                return _of_states(standing, filters.states)
            if filters.show_implied:
                return None
            seen = standing != Standing.IMPLIED
            return None if seen.all() else seen
        if kind == "keys" and filters.keys:
            wanted = sum(1 << i for i, key in enumerate(scored.pairs.keys) if key.name in filters.keys)
            return np.asarray((scored.pairs.masks & np.uint64(wanted)) != 0)
        if kind == "differences" and filters.differences:
            return self.project.pair_notes().differences.mask(filters.differences)
        if kind == "risks" and filters.risks:
            return self._risks().mask(filters.risks)
        if kind == "range" and (filters.low > 0.0 or filters.high < 1.0):
            low = -np.inf if filters.low <= 0 else weight_of(filters.low)
            high = np.inf if filters.high >= 1 else weight_of(filters.high)
            return (scored.score >= np.float32(low)) & (scored.score <= np.float32(high))
        if kind == "text" and filters.text.strip():
            if self._text is None or self._text[0] != filters.text:
                self._text = (filters.text, matching_pairs(self._scored(), filters.text))
            return self._text[1]
        return None

    def _scored(self) -> Matched:
        assert self._matched is not None
        return self._matched

    def _groups(self) -> Groups:
        """The groups that were made last; the first ones are made here."""
        groups = self.project.latest_groups or self.project.groups_now()
        assert groups is not None
        return groups

    def _risks(self) -> Risks:
        """Risks of all pairs; those that follow from groups are as of the groups made last where it would take long."""
        return self.project.risks(anew=len(self._scored().scored) <= QUICK)

    # Order

    def _sorted(self) -> np.ndarray:
        """int32 (n_pairs,): all pairs in order, made anew only where something has changed that it follows from."""
        key = (self.sort, *self._sorted_by())
        if self._everything is None or not _same(self._everything[0], key):
            places = ordered(*self._sort_keys()).astype(np.int32)
            self._everything = (key, places)
        return self._everything[1]

    def _sorted_by(self) -> tuple[Any, ...]:
        """What the order follows from, besides the pairs and their scores."""
        scored, version = self._scored().scored, self.project.decisions.version
        if self.sort == "threshold":
            return scored, self._cut()
        if self.sort == "random":
            return scored, self.seed
        if self.sort in ("useful", "changed"):
            return scored, version
        if self.sort == "group":
            return scored, self._groups()
        if self.sort == "risk":
            return scored, self._risks()
        return (scored,)

    def _cut(self) -> np.float32:
        """The line that a match scores above."""
        chosen = self.project.settings.match_at
        return np.float32(weight_of(self._scored().scored.default_match_at if chosen is None else chosen))

    def _sort_keys(self) -> tuple[np.ndarray, ...]:
        """What all pairs are sorted by, the last key first."""
        scored = self._scored().scored
        score = scored.score
        if self.sort == "random":
            return (np.random.default_rng(self.seed).random(len(scored), np.float32),)
        if self.sort == "threshold":
            return (np.abs(score - self._cut()),)
        if self.sort == "useful":
            from entityres.scoring.learning import least_useful

            return (least_useful(scored, self.project.decisions.answers >= Answer.NOT),)
        if self.sort == "score_up":
            return (score,)
        if self.sort == "group":
            groups = self._groups()
            return -score, _by_size(groups)[groups.group_of[scored.pairs.left]]
        if self.sort == "name":
            return -score, *self._name_ranks()
        if self.sort == "changed":
            return -score, dense_ranks(-self.project.decisions.pair_values("at", 0.0))
        if self.sort == "risk":
            return score, -self._risks().how_many(np.arange(len(scored)))
        return (-score,)

    def _name_ranks(self) -> tuple[np.ndarray, ...]:
        """Sort keys for names of the left records, last names first; records without come last."""
        cleaned = self._scored().cleaned
        fields = cleaned.with_role(Role.FAMILY_NAME) + cleaned.with_role(Role.GIVEN_NAME) or cleaned.fields[:2]
        left = self._scored().scored.pairs.left
        ranks = []
        for one in reversed(fields[:2]):
            codes = one.codes[left]
            ranks.append(np.where(codes < 0, np.int32(np.iinfo(np.int32).max), codes))
        return tuple(ranks)

    # Working through

    def next_undecided(self, after: int | None = None) -> int | None:
        """The next pair in the order, after this one and then from the top, that nobody has decided.

        Pairs that follow from other answers by now are left out as they will be when the order is made anew; pairs that
        were skipped come when nothing else is left.
        """
        if self._matched is None or not len(self.order):
            return None
        at_row = None if after is None else self.position(after)
        start = 0 if at_row is None else at_row + 1
        answers = self.project.decisions.answers
        filters, standing = self.filters, self.project.standings()
        left_out = -1 if filters.show_implied or "implied" in filters.states else Standing.IMPLIED
        waiting: list[int] = []
        for part in (self.order[start:], self.order[:start]):
            for at in range(0, len(part), 65_536):
                piece = part[at : at + 65_536]
                open_ones = piece[(answers[piece] == NO_ANSWER) & (standing[piece] != left_out)]
                for pair in open_ones[: len(self._skipped) + 2].tolist():
                    if pair == after:
                        continue
                    if pair not in self._skipped:
                        return int(pair)
                    waiting.append(pair)
        return int(waiting[0]) if waiting else None

    def skip(self, pair: int) -> int | None:
        """Put a pair at the end of the queue; returns the next one."""
        self._skipped.add(pair)
        return self.next_undecided(pair)

    def progress(self) -> ReviewProgress:
        """How many are decided and left, and how long that takes at the user's own pace."""
        book, standing = self.project.decisions, self.project.standings()
        answers = book.answers
        totals = [int(np.count_nonzero(answers == answer)) for answer in (Answer.MATCH, Answer.NOT, Answer.UNSURE)]
        left = int(np.count_nonzero(standing == Standing.REVIEW))
        pace = self._pace()
        minutes = None if pace is None else max(1, round(left * pace / 60)) if left else 0
        return ReviewProgress(sum(totals), left, totals[0], totals[1], totals[2], minutes)

    def _pace(self) -> float | None:
        """Seconds a pair, over the last answers given one by one; None when there are too few."""
        rows = self.project.decisions.rows
        times = np.sort(rows["at"][(rows["answer"] >= Answer.NOT) & (rows["how"] == DecidedHow.KEY)])[-PACE_OF - 1 :]
        gaps = np.diff(times)
        gaps = gaps[gaps <= LONGEST_PAUSE]
        return float(np.mean(gaps)) if len(gaps) >= 5 else None

    # One pair in words

    def state_of(self, pair: int) -> PairState:
        """Where a pair stands now."""
        name = STATE_NAMES[Standing(int(self.project.standings()[pair]))]
        decision = self.project.decisions.decision(pair)
        decided = decision is not None and decision.answer is not None
        return PairState(name, STATE_WORDS[name], decided, decided and decision is not None and decision.changed)

    def probability(self, pair: int) -> float:
        """The score of a pair as a probability."""
        return float(probability_of(float(self._scored().scored.score[pair])))

    def records(self, pair: int) -> tuple[int, int]:
        """The two records of a pair."""
        pairs = self._scored().scored.pairs
        return int(pairs.left[pair]), int(pairs.right[pair])

    def summary(self, record: int) -> str:
        """The two or three most telling values of a record."""
        return summary_of(self._scored(), record)

    def place(self, record: int) -> tuple[str, int]:
        """The name of the list of a record and its row, counted from 1."""
        return place_of(self._scored(), record)

    def keys_of(self, pair: int) -> tuple[str, ...]:
        """Why the pair was compared: the names of the keys that proposed it."""
        return self._scored().scored.pairs.key_names(pair)

    def differences(self, pair: int) -> tuple[str, ...]:
        """How the two records differ, as chips."""
        return self.project.pair_notes().differences.of_pair(pair)

    def risks(self, pair: int) -> tuple[str, ...]:
        """What is risky about the pair, as names of risks."""
        return self.project.risks(anew=False).of_pair(pair)

    def group_size(self, pair: int) -> int:
        """Records in the group of the left record, by the groups that were computed last."""
        groups = self.project.latest_groups
        return int(groups.sizes[groups.group_of[self.records(pair)[0]]]) if groups is not None else 1

    def bulk_check(self, answer: Answer, pairs: np.ndarray | None = None, big: int = 6) -> BulkCheck:
        """What answering many pairs at once would do, before it is done; all shown pairs unless given."""
        chosen = self.order if pairs is None else np.asarray(pairs, np.int32)
        return BulkCheck.of(self.project, self._scored(), chosen, answer, big)


def _both(one: np.ndarray | None, other: np.ndarray | None) -> np.ndarray | None:
    """What both masks let through; None lets everything through."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """True when both hold the very same things, or equal words, numbers and filters."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, str | int | np.float32 | Filters) and type(a) is type(b) and a == b)
        for a, b in zip(one, other, strict=True)
    )


def _by_size(groups: Groups) -> np.ndarray:
    """int32 (n_groups,): place of each group when the largest come first."""
    places = np.empty(len(groups.sizes), np.int32)
    places[ordered(-groups.sizes.astype(np.int32))] = np.arange(len(places), dtype=np.int32)
    return places


def _of_states(standing: np.ndarray, states: frozenset[str]) -> np.ndarray:
    """bool: which of these standings (or zones, whose numbers are the same) have one of these states."""
    wanted = np.zeros(len(Standing), bool)
    wanted[state_codes(states)] = True
    found: np.ndarray = wanted[standing]
    return found
