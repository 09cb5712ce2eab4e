"""Engine: which keys to use, chosen by what each would add and what it would cost.

Nobody has told which pairs are true, but the score needs no training: a sample of what every possible key proposes is
scored, and the sum of probabilities stands for the true pairs. Then keys are taken greedily, the one with the most new
true pairs for each new pair to compare first, as long as the budget of pairs lasts (weighted set cover; Chvátal 1979).
What was looked at and not taken is handed on with the reason and with what it would have found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from entityres.candidates.bucketing import split_codes
from entityres.candidates.candidate_pairs import KeysNotUsed, NotUsed, WhyNot
from entityres.candidates.exact_join import TooManySimilarError
from entityres.candidates.key_choices import KeyChoice, key_choices
from entityres.candidates.key_entries import EntryMaker, one_valued
from entityres.candidates.key_sampling import LARGE, Judge, Sampled, Universe, sample_key, sample_universe
from entityres.candidates.keys import Join, Key
from entityres.candidates.proposing import most_pairs
from entityres.progress import Progress, quiet
from entityres.records.compiled import side_by_side
from entityres.records.fields import CleanedRecords

MOST_PAIRS = 1_000_000
PAIRS_A_RECORD = 30
FEW_PAIRS = 5_000
MOST_KEYS = 20
"""Keys beside those that people expect: more of them are no longer looked at. Those that others make needless do not count."""

QUICK = 100_000
"""Up to this many records all pairs of the budget, a million at most, are compared in two or three seconds. There nobody
waits for a key, so that it may add little and take many pairs for it. From twice as many on it must earn its pairs."""

SHORT = 5_000
"""The fewer records up to this many, the less probable pairs count as well."""

KEPT = 0.95
"""This share of the budget is given away: costs are known from samples, and the rest makes up for what those are off."""

OF_MEMORY = 0.5
"""Of the pairs that fit in what a user allowed the keys may find this share: several keys find the same pairs, and each keeps
its own until all are together."""

MOST_HASHES = 128
"""Hashes in a signature on large lists."""

MOST_LOOKUPS, TIMES_AT_MOST = 5_000_000, 20
"""Index entries that an exact join may look at: about half a second; on large lists as many for each 50,000 records, up to a
million: what is found of them must be kept."""

MOST_TOKENS = 3_000_000
"""Shingles of different values that an exact join may sort before anything is known of its work: a third of a second."""

LETTERS_A_WORD = 6

REVIEWED = 0.05
"""Less probable pairs would not be shown to anybody, so that what a key finds does not count them: a mass of strangers adds
up to many matches that nobody would see. On short lists less probable ones count as well: the few matches that were found
there may yet show that the list has more of them, or weigh its fields otherwise."""

MAYBE = REVIEWED / 10
"""Less probable pairs count nowhere, and are not looked at again after a run: what it learns seldom makes them matches.
However short a list is, two strangers whose phones begin alike are not compared for that."""

LEAST = 1 / 100_000
"""A further key must add at least one true pair for so many records, ..."""

WORTH = 0.001
"""... on long lists at least this share of all true pairs, ..."""

RAREST, RAREST_ON_SHORT = 1 / 300, 1 / 30_000
"""... and at least one true pair for each 300 more pairs to compare, on short lists for each 30,000."""


def pair_budget(n_records: int) -> int:
    """How many pairs may be compared: 30 a record on small lists, then a million, and one a record on the largest.

    On the smallest as many as a hundred records have, whatever the share of them that are copies of each other.
    """
    return max(n_records, FEW_PAIRS, min(PAIRS_A_RECORD * n_records, MOST_PAIRS))


@dataclass(frozen=True)
class Unfound:
    """Sampled pairs that no key in use finds, but for those that are hardly matches.

    Attributes:
        left: int32 (n_pairs,).
        right: int32 (n_pairs,); left < right.
        stands_for: float64 (n_pairs,): for how many pairs each stands.
        finds: Rows bool (n_pairs,) by name of a key that is not used: the pairs that it finds.
    """

    left: np.ndarray
    right: np.ndarray
    stands_for: np.ndarray
    finds: Mapping[str, np.ndarray]


@dataclass(frozen=True)
class KeyPlan:
    """The keys to use, and what was looked at beside them (nothing where a person chose the keys)."""

    keys: tuple[Key, ...]
    not_used: KeysNotUsed = field(default_factory=KeysNotUsed)
    unfound: Unfound | None = None

    def judged_again(self, judge: Judge) -> KeysNotUsed:
        """What the keys that are not used would add, by what a run has taught.

        Before a run nobody knows how many matches the list has, nor which of its columns say the same: strangers of one name
        in neighbouring postcodes look like matches then, and in a list of a million they outnumber those that are missing.

        Args:
            judge: Gives the probability of pairs by the weights and the share of matches of the run.
        """
        if self.unfound is None:
            return self.not_used
        probability = judge(self.unfound.left, self.unfound.right)
        worth = self.unfound.stands_for * probability * (probability >= REVIEWED)
        finds = self.unfound.finds
        keys = [
            one if one.matches is None else replace(one, matches=float(worth @ finds[one.key.name]))
            for one in self.not_used.keys
        ]
        return replace(self.not_used, keys=_most_first(keys), matches=float(worth.sum()))


def _most_first(keys: Sequence[NotUsed]) -> tuple[NotUsed, ...]:
    """The keys that would add most first; last those that nobody looked into. What sums owe to their order counts as equal."""
    return tuple(sorted(keys, key=lambda one: (one.matches is None, -round(one.matches or 0.0, 6))))


class _Choosing:
    """Takes keys one after the other, and knows what each of the others would add to them.

    Attributes:
        gains: float64 (n_keys,): true pairs that each key would add, of those that somebody would see.
        costs: float64 (n_keys,): pairs to compare that each key would add.
        enough: True pairs that a further key must add.
        rarest: True pairs that it must add for each pair.
    """

    def __init__(
        self, n_records: int, universe: Universe, samples: Sequence[Sampled], memory_limit_mb: int | None = None
    ) -> None:
        self.universe = universe
        self.finds, self.stands_for = universe.finds, universe.stands_for
        seen = universe.probability >= max(MAYBE, REVIEWED * min(1.0, n_records / SHORT))
        self.worth = universe.stands_for * universe.probability * seen
        self.samples = samples
        self.budget = KEPT * pair_budget(n_records)
        if memory_limit_mb is not None:
            self.budget = min(self.budget, OF_MEMORY * most_pairs(memory_limit_mb))
        long = float(np.clip(n_records / QUICK - 1, 0, 1))
        self.enough = max(LEAST * n_records, long * WORTH * float(self.worth.sum()))
        self.rarest = max(RAREST_ON_SHORT, RAREST * min(1.0, n_records / (2 * QUICK)) ** 2)
        self.gains, self.costs = self._sums(slice(None))
        self.chosen: list[int] = []
        self._open = np.ones(len(self.worth), bool)
        self._spent = 0.0

    def take(self, i: int) -> None:
        """Use a key."""
        self.chosen.append(i)
        self._spent += float(self.costs[i])
        news = np.flatnonzero(self._open & self.finds[i])
        gains, costs = self._sums(news)
        self.gains, self.costs = self.gains - gains, self.costs - costs
        self._open[news] = False

    def _sums(self, some: np.ndarray | slice) -> tuple[np.ndarray, np.ndarray]:
        """float64 (n_keys,) each: true pairs, and pairs, that each key finds among some of the pairs."""
        found = self.finds[:, some].astype(np.float64)
        return found @ self.worth[some], found @ self.stands_for[some]

    def take_expected(self, choices: Sequence[KeyChoice]) -> None:
        """What people expect is used whenever it is cheap, even if it adds little; copies are looked for in any case."""
        for i, choice in enumerate(choices):
            if choice.expected and (self.samples[i].pairs <= self.budget / 8 or choice.key.is_of_copies):
                self.take(i)

    def take_best(self, choices: Sequence[KeyChoice]) -> None:
        """Take the others, the one that adds most for its pairs first, as long as one is worth it and fits.

        Each that is taken brings new pairs, so a key that was given up is not taken again.
        """
        most = len(self.chosen) + MOST_KEYS
        while len(self.chosen) < most:
            fitting = [i for i in range(len(self.gains)) if i not in self.chosen and self.why_not(i) is None]
            if not fitting:
                break
            # What sums owe to the order of the rows counts as equal.
            self.take(max(fitting, key=lambda i: (round(self.gains[i] / max(self.costs[i], 1.0), 9), -i)))
            self._drop_covered(choices)

    def why_not(self, i: int) -> WhyNot | None:
        """Why a key should not be added to the chosen ones; None when it should."""
        if self.costs[i] < 0.5:
            return WhyNot.NOTHING_NEW
        if self.gains[i] < self.enough:
            return WhyNot.TOO_LITTLE
        if self.gains[i] < self.rarest * self.costs[i]:
            return WhyNot.TOO_MANY_PAIRS
        if self.samples[i].pairs > 2 * self.budget or self._spent + self.costs[i] > self.budget:
            return WhyNot.BUDGET
        return None

    def _drop_covered(self, choices: Sequence[KeyChoice]) -> None:
        """Give up keys all of whose pairs others that were taken after them find as well, such as a stricter join."""
        for i in list(self.chosen):
            others = [j for j in self.chosen if j != i]
            if not choices[i].expected and others and not (self.finds[i] & ~self.finds[others].any(axis=0)).any():
                self.chosen.remove(i)

    def not_used(self, choices: Sequence[KeyChoice], too_slow: Sequence[Key]) -> KeysNotUsed:
        """What was not taken, what adds most first."""
        left = [
            NotUsed(
                choice.key,
                self.why_not(i) or WhyNot.ENOUGH_KEYS,
                max(0.0, float(self.gains[i])),
                max(0.0, float(self.costs[i])),
            )
            for i, choice in enumerate(choices)
            if i not in self.chosen
        ]
        left += [NotUsed(key, WhyNot.TOO_SLOW, None, None) for key in too_slow]
        return KeysNotUsed(
            _most_first(left), float(self.worth[self._open].sum()), float(self.stands_for[self._open].sum())
        )

    def unfound(self, choices: Sequence[KeyChoice]) -> Unfound:
        """The pairs that no key in use finds and that may be matches."""
        maybe = np.flatnonzero(self._open & (self.universe.probability >= MAYBE))
        left, right = split_codes(self.universe.codes[maybe])
        finds = {c.key.name: self.finds[i, maybe] for i, c in enumerate(choices) if i not in self.chosen}
        return Unfound(left, right, self.stands_for[maybe], finds)


def plan_keys(
    cleaned: CleanedRecords,
    judge: Judge,
    *,
    across_only: bool = False,
    memory_limit_mb: int | None = None,
    maker: EntryMaker | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> KeyPlan:
    """The keys to use for these records, in the order in which `suggest_keys` lists them, and those that are not.

    Args:
        cleaned: The records.
        judge: Gives the probability that pairs (left, right int32) are true.
        across_only: No pairs inside one list.
        memory_limit_mb: What the user allowed; keys are chosen that fit in it.
        maker: Keeps the parts and signatures for the run that follows.
        seed: Which minhash functions.
        progress: One step for each possible key.
    """
    progress = progress or quiet()
    maker = maker or EntryMaker(cleaned, seed)
    maker.progress = progress
    choices, too_slow = _affordable(maker, memory_limit_mb)
    if len(cleaned) < 2 or not choices:
        return KeyPlan(tuple(choice.key for choice in choices if choice.expected))
    progress.begin("Choosing keys", len(choices))
    list(side_by_side(maker.part, one_valued([choice.key for choice in choices])))
    sampled = _sampled(maker, choices, across_only, progress)
    too_slow += [choice.key for choice in choices if choice not in sampled]
    choices, samples = list(sampled), list(sampled.values())
    universe = sample_universe(maker, [choice.key for choice in choices], samples, judge)
    choosing = _Choosing(len(cleaned), universe, samples, memory_limit_mb)
    choosing.take_expected(choices)
    choosing.take_best(choices)
    return KeyPlan(
        tuple(choices[i].key for i in sorted(choosing.chosen)),
        choosing.not_used(choices, too_slow),
        choosing.unfound(choices),
    )


def _sampled(
    maker: EntryMaker, choices: Sequence[KeyChoice], across_only: bool, progress: Progress
) -> dict[KeyChoice, Sampled]:
    """What each key would find, without exact joins of so many similar texts that they cannot be kept."""

    def one(choice: KeyChoice) -> Sampled | None:
        try:
            return sample_key(maker, choice.key, across_only)
        except TooManySimilarError:
            return None

    sampled = dict[KeyChoice, Sampled]()
    # Signatures take longest, and what two keys share of them one makes while the other waits.
    signed_first = side_by_side(one, choices, lambda choice: choice.key.sets is not None)
    for choice, sample in zip(choices, signed_first, strict=True):
        if sample is not None:
            sampled[choice] = sample
        progress.advance()
    return sampled


def suggest_keys(cleaned: CleanedRecords) -> tuple[Key, ...]:
    """Every sensible key for these records, switched off, for a user to add."""
    return tuple(replace(choice.key, enabled=False) for choice in key_choices(cleaned))


def _affordable(maker: EntryMaker, memory_limit_mb: int | None) -> tuple[list[KeyChoice], list[Key]]:
    """The keys that are looked at, and those that would outweigh all the rest.

    On large lists only the quick minhash keys over names and address are looked at: signatures take longer than pairs. An
    exact join is looked at where its index is small enough, whatever the length of the list.
    """
    choices = key_choices(maker.cleaned)
    n = len(maker.cleaned)
    fields = next((c.key.bands.fields for c in choices if c.key.bands is not None), ())

    def affordable(key: Key) -> bool:
        if key.join is not None:
            if _tokens(maker.cleaned, key.join) > MOST_TOKENS:
                return False
            return maker.work_of(key.join) <= MOST_LOOKUPS * min(max(1, n // LARGE), TIMES_AT_MOST)
        bands = key.bands
        if bands is not None and memory_limit_mb and 4 * bands.b * bands.r * n > memory_limit_mb * 1_000_000:
            return False
        return n <= LARGE or bands is None or (bands.fields == fields and bands.b * bands.r <= MOST_HASHES)

    looked_at = [choice for choice in choices if affordable(choice.key)]
    return looked_at, [choice.key for choice in choices if choice not in looked_at]


def _tokens(cleaned: CleanedRecords, join: Join) -> int:
    """About how many shingles the different values of a join's fields have, from their length."""
    offsets = [cleaned.field(name).buffers[1] for name in join.fields]
    letters = sum(int(one[-1] - one[0]) for one in offsets if len(one))
    return letters // LETTERS_A_WORD if join.tokens == "words" else letters
