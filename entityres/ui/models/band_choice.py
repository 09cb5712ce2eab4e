"""UI: the two sentences of the S-curve and the bands and rows behind them, linked in both directions.

"Find pairs at least 60 % similar, miss at most 5 % of them" is solved for bands and rows; bands and rows chosen by hand
are said in the same two sentences, or, where no round sentence says them, as "custom".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from entityres.candidates.scurve import chance, solve
from entityres.records.percentages import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.candidates.keys import Key

STORED = 256
MORE_STORED = 512
MOST_MISSED = 0.5
LOOSER = 0.1
"""So much less similar records than before are looked for at least when keys are loosened."""

PRESETS: dict[str, tuple[float, float]] = {"Quick": (0.7, 0.05), "Balanced": (0.6, 0.05), "Thorough": (0.5, 0.05)}


@dataclass(frozen=True)
class BandChoice:
    """Bands and rows with the sentences that stand for them.

    Attributes:
        similarity: Pairs at least this similar should be found.
        miss: At most this share of them may be missed.
        b: Bands.
        r: Rows in a band.
        custom: True when bands and rows were chosen by hand and the sentences only come near.
        fits: False when no bands keep the promise of the sentences with the stored checks; b and r are the last that did.
        stored: Checks stored for each record; b·r is never more.
    """

    similarity: float = 0.6
    miss: float = 0.05
    b: int = 38
    r: int = 5
    custom: bool = False
    fits: bool = True
    stored: int = STORED

    def with_sentences(self, similarity: float, miss: float) -> BandChoice:
        """The best bands and rows for these sentences."""
        found = solve(similarity, miss, self.stored)
        if not found:
            return replace(self, similarity=similarity, miss=miss, custom=False, fits=False)
        return replace(self, similarity=similarity, miss=miss, b=found[0].b, r=found[0].r, custom=False, fits=True)

    def with_bands(self, b: int, r: int) -> BandChoice:
        """These bands and rows (fewer rows or bands where they do not fit), said in the nearest sentences."""
        stored = max(self.stored, MORE_STORED if b * r > self.stored and b * r <= MORE_STORED else 0)
        b, r = max(1, int(b)), max(1, int(r))
        if b * r > stored:
            b = max(1, stored // r)
            r = min(r, stored)
        miss = round(float(1 - chance(self.similarity, b, r)), 2)
        similarity = self.similarity
        if not 0.01 <= miss <= MOST_MISSED:
            miss = 0.05
            similarity = round(min(max(similarity_found(b, r, miss), 0.01), 0.99), 2)
        found = solve(similarity, miss, stored)
        same = bool(found) and (found[0].b, found[0].r) == (b, r)
        return replace(self, similarity=similarity, miss=miss, b=b, r=r, custom=not same, fits=True, stored=stored)

    def with_stored(self, stored: int) -> BandChoice:
        """The same sentences with another number of stored checks."""
        return replace(self, stored=stored).with_sentences(self.similarity, self.miss)

    @property
    def runner_up(self) -> tuple[int, int] | None:
        """Bands and rows with fewer checks and more pairs that keep the same promise."""
        found = solve(self.similarity, self.miss, self.stored)
        return (found[1].b, found[1].r) if len(found) > 1 and not self.custom else None

    @property
    def preset(self) -> str:
        """The name of the preset that says the same, or "Custom"."""
        for name, (similarity, miss) in PRESETS.items():
            if not self.custom and abs(similarity - self.similarity) < 1e-9 and abs(miss - self.miss) < 1e-9:
                return name
        return "Custom"

    def remedy(self) -> str:
        """What to do when nothing fits: which sentence to relax."""
        for step in range(1, 100):
            similarity = round(self.similarity + step / 100, 2)
            if similarity < 1 and solve(similarity, self.miss, self.stored):
                break
        else:
            similarity = 0.0
        for step in range(1, 100):
            miss = round(self.miss + step / 100, 2)
            if miss < 1 and solve(self.similarity, miss, self.stored):
                return f"Look for pairs at least {percent(similarity)} similar, or allow {percent(miss)} to be missed."
        return f"Look for pairs at least {percent(similarity)} similar."


def similarity_found(b: int, r: int, miss: float) -> float:
    """The similarity from which at most this share of pairs is missed."""
    return float((1 - miss ** (1 / b)) ** (1 / r))


def looser(keys: Sequence[Key]) -> tuple[Key, ...]:
    """The keys, those by similarity that are on set to find less similar records too: as Thorough, or even less similar."""
    similarity, miss = PRESETS["Thorough"]
    out = []
    for key in keys:
        if key.bands is not None and key.enabled:
            choice = choice_of(key.bands.b, key.bands.r)
            choice = choice.with_sentences(max(min(similarity, choice.similarity - LOOSER), 0.01), miss)
            key = replace(key, bands=replace(key.bands, b=choice.b, r=choice.r))
        out.append(key)
    return tuple(out)


def choice_of(b: int, r: int) -> BandChoice:
    """Bands and rows that are in use, said in sentences."""
    similarity = round(min(max(similarity_found(b, r, 0.05), 0.01), 0.99), 2)
    stored = STORED if b * r <= STORED else max(MORE_STORED, b * r)
    return BandChoice(similarity, 0.05, b, r, stored=stored).with_bands(b, r)
