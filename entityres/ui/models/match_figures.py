"""UI: what the Match page knows about keys: what each found, what is counted in the meantime, what a change would bring."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.keys import Bands, Join, Key, Part
from entityres.records.percentages import percent
from entityres.scoring.scored_pairs import Zone
from entityres.ui.models.key_union import KeyUnion
from entityres.ui.models.missed_matches import Missed, MissedMatches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.candidates.auditing import Audit
    from entityres.candidates.candidate_pairs import HotValue, KeyCounts
    from entityres.candidates.counting import KeyForecast
    from entityres.candidates.forecasting import Forecast
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.settings import Settings

Condition = tuple[tuple[Part, ...], Bands | Join | None, tuple[tuple[str, ...], ...]]


CheckOf = tuple[Condition, int, bool, int]
"""What a check on a sample was made from: key, similarity in per cent, whether only pairs across lists count, seed."""


def _parts(key: Key) -> tuple[tuple[Part, ...], tuple[tuple[str, ...], ...]]:
    """What a key asks for beside similarity."""
    return key.parts, key.with_others


def condition(key: Key) -> Condition:
    """What a key asks for, whatever it is called and whether it is on."""
    return key.parts, key.sets, key.with_others


@dataclass
class MatchFigures:
    """Counts by what a key asks for; those of the last run, and those counted since.

    Attributes:
        scored: Pairs of the last run, None before it.
        union: Pairs of the last run by key, None before it.
        ran: Names of the keys of the last run, in the order of the bits; "" where a key did not run or is another one now.
        counted: What keys would find, counted without a run.
        foreseen: The same beside the pairs of other keys of the last run, by those keys' bits.
        has_hope: False when a run compared nothing, or no pair that counts as a match or is worth a look.
        before: Pairs by key as they were counted before the first run, with what each of these keys asks for.
        checked: What keys by similarity found on a sample, by what the check was made from.
    """

    scored: ScoredPairs | None = None
    union: KeyUnion | None = None
    ran: tuple[str, ...] = ()
    counted: dict[Condition, KeyCounts] = field(default_factory=dict)
    foreseen: dict[tuple[Condition, int], KeyForecast] = field(default_factory=dict)
    checked: dict[CheckOf, Audit] = field(default_factory=dict)
    has_hope: bool = True
    before: tuple[KeyUnion, tuple[Condition, ...]] | None = None
    _is_match: np.ndarray | None = None
    _missed: dict[tuple[int, int], MissedMatches] = field(default_factory=dict)

    @staticmethod
    def of(scored: ScoredPairs | None, settings: Settings) -> MatchFigures:
        """Take the figures of the last run."""
        made = MatchFigures(scored)
        if scored is None:
            return made
        zones = scored.zones(settings.match_at, settings.review_at)
        made._is_match = zones == Zone.MATCH
        made.has_hope = bool((zones != Zone.NOT).any())
        made.union = KeyUnion(scored.pairs.masks, made._is_match, len(scored.pairs.keys))
        for key, counts in zip(scored.pairs.keys, scored.pairs.counts, strict=False):
            if key.enabled:
                made.counted[condition(key)] = counts
        return made

    def name_bits(self, keys: Sequence[Key]) -> None:
        """Find the keys that are shown among those that ran, by what they ask for."""
        if self.scored is None:
            return
        names = {condition(key): key.name for key in keys}
        self.ran = tuple(names.get(condition(k), "") if k.enabled else "" for k in self.scored.pairs.keys)

    def counts(self, keys: Sequence[Key]) -> dict[str, KeyCounts]:
        """Counts by name of key, of those that are known."""
        return {key.name: self.counted[condition(key)] for key in keys if condition(key) in self.counted}

    def unknown(self, keys: Sequence[Key]) -> tuple[Key, ...]:
        """Keys that nobody has counted yet."""
        return tuple(key for key in keys if condition(key) not in self.counted)

    def known_union(self, keys: Sequence[Key]) -> tuple[KeyUnion | None, list[str]]:
        """Pairs of the last run by key, or those counted before it; and the present names of these keys.

        A bit whose key is another one now stands for a name that no key has.
        """
        names = list(self.ran)
        union = self.union
        if union is None and self.before is not None:
            union, conditions = self.before
            now = {condition(key): key.name for key in keys}
            names = [now.get(one, "") for one in conditions]
        return union, [name or f"\0{bit}" for bit, name in enumerate(names)]

    def hot(self) -> tuple[HotValue, ...]:
        """Values that make many pairs."""
        return self.scored.pairs.hot if self.scored is not None else ()

    def bands_of_run(self, key: Key) -> Bands | None:
        """The bands that a key of this name and fields had in the last run."""
        if self.scored is None or key.bands is None:
            return None
        for ran in self.scored.pairs.keys:
            if ran.enabled and ran.name == key.name and ran.bands is not None and _parts(ran) == _parts(key):
                same = replace(ran.bands, b=key.bands.b, r=key.bands.r)
                return ran.bands if same == key.bands else None
        return None

    def missed(self, key: Key, now: Bands, then: Bands, keys: Sequence[Key]) -> Missed | None:
        """Matches that a similarity key misses at other bands; None when too little is known."""
        scored = self.scored
        if scored is None or self._is_match is None:
            return None
        bit = next((i for i, k in enumerate(scored.pairs.keys) if k.name == key.name and k.enabled), None)
        if bit is None:
            return None
        others = self.other_bits(key.name, keys)
        # Passes over all pairs: once for a choice of keys, not at each move of a slider.
        if (bit, others) not in self._missed:
            self._missed[bit, others] = MissedMatches(
                scored.pairs.jaccard, scored.pairs.masks, self._is_match, bit, others
            )
        return self._missed[bit, others].at(now, then)

    def other_bits(self, name: str, keys: Sequence[Key]) -> int:
        """Bits of the last run that stand for keys that are on now, without the one of this name."""
        if self.scored is None:
            return 0
        on = {condition(key) for key in keys if key.enabled and key.name != name}
        return sum(1 << i for i, k in enumerate(self.scored.pairs.keys) if k.enabled and condition(k) in on)

    def pairs_of_bits(self, bits: int) -> int | None:
        """Different pairs that keys of the last run found; None before it."""
        if self.union is None:
            return None
        return self.union.together([bool(bits >> i & 1) for i in range(self.union.n_keys)])

    @property
    def is_match(self) -> np.ndarray | None:
        """bool (n_pairs,): pairs of the last run that count as matches; None before it."""
        return self._is_match

    def bit_of(self, key: Key) -> int | None:
        """The bit of a key among those that ran, by what it asks for; None when it did not run."""
        if self.scored is None:
            return None
        same = condition(key)
        return next((i for i, k in enumerate(self.scored.pairs.keys) if k.enabled and condition(k) == same), None)


def pairs_words(forecast: Forecast | None, counted: int | None) -> str:
    """Pairs to compare: counted, or an estimate with its range."""
    if counted is not None:
        return f"{counted:,} counted"
    if forecast is None:
        return "…"
    low, high = rough(forecast.low), rough(forecast.high)
    return f"≈ {low:,} – {high:,}" if low < high else f"≈ {high:,}"


def rough(number: float) -> int:
    """A number with two or three digits that mean something."""
    if number < 100:
        return round(number)
    size = 10 ** (int(np.log10(number)) - 1)
    return int(round(number / size) * size)


def time_words(seconds: float, *, about: bool = True) -> str:
    """A time as people say it."""
    mark = "≈ " if about else ""
    if seconds < 1:
        return "under 1 s"
    if seconds < 90:
        return f"{mark}{seconds:.0f} s"
    return f"{mark}{seconds / 60:.0f} min"


def missed_words(missed: Missed | None, counts: bool) -> tuple[str, str]:
    """Matches missed by the key alone and by all keys together; only the share where counts cannot be trusted."""
    if missed is None:
        return "–", "–"
    if not counts:
        return f"≈ {percent(missed.share)}", "–"
    return f"≈ {rough(missed.alone):,}", f"≈ {rough(missed.together):,}"
