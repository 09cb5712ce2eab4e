"""UI: what the Match page asks of the engine in the background, as functions that a job can run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from entityres.ui.models.key_union import KeyUnion
from entityres.ui.models.match_figures import Condition, MatchFigures, condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts
    from entityres.candidates.forecasting import Forecast
    from entityres.candidates.hottest import SharedValue
    from entityres.candidates.key_entries import EntryMaker
    from entityres.candidates.keys import Bands, Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords


@dataclass(frozen=True)
class OneNew:
    """The only key that is on and did not run, beside keys that all did.

    Attributes:
        key: That key.
        maker: Parts and signatures of the records that were made before.
        pairs: Pairs of the last run.
        bits: Which keys of that run are on.
    """

    key: Key
    maker: EntryMaker
    pairs: CandidatePairs
    bits: int


def one_new(enabled: Sequence[Key], unknown: Sequence[Key], figures: MatchFigures, maker: EntryMaker) -> OneNew | None:
    """The only new key among those that are on, if all others have run, so that it alone has to be counted."""
    new = [key for key in enabled if key in unknown]
    if figures.scored is None or len(new) != 1:
        return None
    bits = figures.other_bits(new[0].name, enabled)
    return OneNew(new[0], maker, figures.scored.pairs, bits) if bits.bit_count() == len(enabled) - 1 else None


@dataclass(frozen=True)
class Counted:
    """Keys that were counted: their figures by what they ask for, and the pairs of those that are on by key, if all were.

    Attributes:
        counts: By what a key asks for.
        union: Pairs of the keys that are on; None where only some of them were counted.
        of: What these keys ask for, in the order of the bits of the union.
    """

    counts: dict[Condition, KeyCounts]
    union: KeyUnion | None = None
    of: tuple[Condition, ...] = ()


def count_unknown(
    cleaned: CleanedRecords,
    enabled: tuple[Key, ...],
    unknown: tuple[Key, ...],
    across_only: bool,
    seed: int,
    new: OneNew | None,
    progress: Progress,
) -> Counted:
    """Count the unknown keys: those that are on beside all others that are on, the rest each for itself."""
    from entityres.candidates.counting import foresee_key
    from entityres.candidates.proposing import count_keys, count_together

    out: dict[Condition, KeyCounts] = {}
    union = None
    if new is not None:
        found_new = foresee_key(new.maker, new.key, new.pairs, new.bits, across_only=across_only, progress=progress)
        out[condition(new.key)] = found_new.counts
    wanted = {condition(key) for key in unknown} - set(out)
    if any(condition(key) in wanted for key in enabled):
        found, masks = count_together(cleaned, enabled, across_only=across_only, seed=seed, progress=progress)
        union = KeyUnion(masks, None, len(enabled))
        out |= {condition(key): counts for key, counts in zip(enabled, found, strict=True) if condition(key) in wanted}
    for key in unknown:
        if condition(key) not in out:
            both = (*enabled, key)
            found = count_keys(cleaned, both, across_only=across_only, seed=seed, progress=progress)
            out[condition(key)] = found[-1]
    return Counted(out, union, tuple(condition(key) for key in enabled) if union is not None else ())


def forecast_run(
    cleaned: CleanedRecords, keys: tuple[Key, ...], across_only: bool, seed: int, _progress: Progress
) -> Forecast:
    """What a run with these keys would cost."""
    from entityres.candidates.forecasting import forecast

    return forecast(cleaned, keys, across_only=across_only, seed=seed)


def estimate_key(maker: EntryMaker, key: Key, across_only: bool, progress: Progress) -> Forecast | None:
    """What can be said of a key at once; None for an exact join that would take long on some records already."""
    from entityres.candidates.first_forecast import first_forecast

    progress.check()
    return first_forecast(maker, key, across_only=across_only, progress=progress)


def make_ready(maker: EntryMaker, progress: Progress) -> None:
    """Make what the first questions about keys would wait for."""
    from entityres.candidates import first_forecast

    first_forecast.make_ready(maker, progress)


def sign_before(maker: EntryMaker, bands: Bands, progress: Progress) -> None:
    """Make the checks of a similarity key before anybody counts with them."""
    progress.check()
    maker.signatures(bands, progress)


@dataclass(frozen=True)
class KeyValues:
    """What is shared under one key.

    Attributes:
        of: What the values belong to: condition of the key and pairs of the run.
        values: Costliest first.
        left_values: Values whose pairs the last run did not take whole.
        left_pairs: The pairs it left out.
        loss: Matches among them that no other key found, about; None where nothing can be said.
    """

    of: tuple[Any, int]
    values: tuple[SharedValue, ...]
    left_values: int = 0
    left_pairs: int = 0
    loss: float | None = None

    @property
    def words(self) -> str:
        """What was left out and what that costs, "" for nothing."""
        if not self.left_pairs:
            return ""
        one = self.left_values == 1
        what = "1 value is" if one else f"{self.left_values:,} values are"
        words = (
            f"{what} shared by too many records to compare them all: {self.left_pairs:,} pairs in which no second column "
            "agrees were left out."
        )
        if self.loss is None:
            return f"{words} How many matches that loses cannot be told."
        if self.loss < 0.5:
            return f"{words} Expected loss: no match, by what other keys found there."
        return f"{words} Expected loss: about {max(round(self.loss), 1):,} matches, by what other keys found there."


def values_of_key(
    maker: EntryMaker,
    key: Key,
    bit: int | None,
    pairs: CandidatePairs | None,
    matches: np.ndarray | None,
    across_only: bool,
    of: tuple[Any, int],
    progress: Progress,
) -> KeyValues:
    """The values that the most pairs of a key come from, and what the last run left out of it."""
    from entityres.candidates.counting import expected_loss
    from entityres.candidates.hottest import hottest_values

    values = hottest_values(maker, key, across_only=across_only)
    progress.check()
    if bit is None or pairs is None or matches is None:
        return KeyValues(of, values)
    left = [value for value in pairs.left_out if value.key == bit]
    if not left:
        return KeyValues(of, values)
    loss = None if key.sets is not None else expected_loss(maker, key, bit, pairs, matches)
    return KeyValues(of, values, len(left), sum(value.pairs for value in left), loss)
