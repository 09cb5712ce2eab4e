"""UI: what the Match page knows about keys: what each found, what is counted in the meantime, what a change would bring."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.scoring.scored_pairs import Zone
from entityres.ui.models.key_union import KeyUnion
from entityres.ui.models.missed_matches import Missed, MissedMatches
from entityres.ui.widgets.hot_values import Hot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.candidates.candidate_pairs import HotValue, KeyCounts
    from entityres.candidates.forecasting import Forecast
    from entityres.records.fields import CleanedRecords, Columns
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.settings import Settings

Condition = tuple[tuple[Part, ...], Bands | None]

MOST_HOT = 5
HOT_RECORDS = 50
HOT_SHARE = 0.2

PART_WORDS: dict[str, str] = {
    "exact": "{field} is the same",
    "prefix": "{field} begins with the same {size} letters",
    "last_digits": "the last {size} digits of {field} are the same",
    "year": "the year of {field} is the same",
    "first_word": "the first word of {field} is the same",
    "rare_words": "{field} has a rare word in common",
    "phonetic": "{field} sounds the same",
    "house_number": "the house number of {field} is the same",
    "sorted_words": "{field} has the same words in any order",
    "local_part": "what stands before the @ of {field} is the same",
}
"""What a part of a key asks for, by `PartKind`."""


def condition(key: Key) -> Condition:
    """What a key asks for, whatever it is called and whether it is on."""
    return key.parts, key.bands


@dataclass
class MatchFigures:
    """Counts by what a key asks for; those of the last run, and those counted since.

    Attributes:
        scored: Pairs of the last run, None before it.
        union: Pairs of the last run by key, None before it.
        ran: Names of the keys of the last run, in the order of the bits; "" where a key did not run or is another one now.
        counted: What keys would find, counted without a run.
    """

    scored: ScoredPairs | None = None
    union: KeyUnion | None = None
    ran: tuple[str, ...] = ()
    counted: dict[Condition, KeyCounts] = field(default_factory=dict)
    _is_match: np.ndarray | None = None

    @staticmethod
    def of(scored: ScoredPairs | None, settings: Settings) -> MatchFigures:
        """Take the figures of the last run."""
        made = MatchFigures(scored)
        if scored is None:
            return made
        made._is_match = scored.zones(settings.match_at, settings.review_at) == Zone.MATCH
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

    def hot(self) -> tuple[HotValue, ...]:
        """Values that make many pairs."""
        return self.scored.pairs.hot if self.scored is not None else ()

    def bands_of_run(self, key: Key) -> Bands | None:
        """The bands that a key of this name and fields had in the last run."""
        if self.scored is None or key.bands is None:
            return None
        for ran in self.scored.pairs.keys:
            if ran.enabled and ran.name == key.name and ran.bands is not None and ran.parts == key.parts:
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
        on = {k.name for k in keys if k.enabled and k.name != key.name}
        others = sum(1 << i for i, k in enumerate(scored.pairs.keys) if k.enabled and k.name in on)
        estimate = MissedMatches(scored.pairs.jaccard, scored.pairs.masks, self._is_match, bit, others)
        return estimate.at(now, then)


def hot_of(
    hot: Sequence[HotValue], keys: Sequence[Key], total: int, cleaned: CleanedRecords, columns: Columns
) -> tuple[Hot, ...]:
    """Values worth a warning, in words, with the output column in which each could count as missing."""
    out = []
    for value in hot:
        if value.records < HOT_RECORDS and value.pairs < HOT_SHARE * max(total, 1):
            continue
        key = keys[value.key]
        words = f"“{value.text}” ({key.name}) stands in {value.records:,} records and adds {value.pairs:,} pairs on its own."
        out.append(Hot(value.text, words, _column_of(key, cleaned, columns)))
        if len(out) == MOST_HOT:
            break
    return tuple(out)


def _column_of(key: Key, cleaned: CleanedRecords, columns: Columns) -> str:
    """The output column of a key that is one value of one field, "" for other keys."""
    if key.bands is not None or len(key.parts) != 1 or len(key.parts[0].fields) != 1:
        return ""
    if key.parts[0].kind not in (PartKind.EXACT, PartKind.LAST_DIGITS, PartKind.SORTED_WORDS):
        return ""
    name = key.parts[0].fields[0]
    found = next((one for one in cleaned.fields if one.name == name), None)
    if found is None:
        return ""
    for column in columns.output:
        if any(heading is not None and heading in found.sources[i] for i, heading in enumerate(column.columns)):
            return column.name
    return ""


def key_words(key: Key, cleaned: CleanedRecords) -> str:
    """What a key asks for, in one sentence."""
    labels = {one.name: one.label for one in cleaned.fields}

    def named(fields: Sequence[str]) -> str:
        return " and ".join(labels.get(name, name) for name in fields)

    words = [
        PART_WORDS.get(part.kind, "{field} agrees").format(field=named(part.fields), size=part.size)
        for part in key.parts
    ]
    if key.bands is not None:
        words.append(f"{named(key.bands.fields)} are similar")
    return (
        f"Two records are compared if {', and if '.join(words)}. Records without a value there are left to other keys."
    )


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
        return f"≈ {missed.share * 100:.0f} %", "–"
    return f"≈ {rough(missed.alone):,}", f"≈ {rough(missed.together):,}"
