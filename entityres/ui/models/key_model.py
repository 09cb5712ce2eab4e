"""UI: the table of keys: what each finds, what only it finds, and what all that are on find together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from entityres.records.percentages import PER_CENT, percent
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.key_values import LARGE_BUCKET, is_costly
from entityres.ui.models.key_words import reason

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import HotValue, KeyCounts
    from entityres.candidates.keys import Key
    from entityres.ui.models.key_union import KeyUnion

COLUMNS = (
    TableColumn(
        "key", "Key", checkable=True, tip="A reason to compare two records. A pair is compared if any key fits."
    ),
    TableColumn("records", "Records", numeric=True, tip="Records that have a value for this key"),
    TableColumn("buckets", "Buckets", numeric=True, tip="Different values that two or more records share"),
    TableColumn("largest", "Largest", numeric=True, tip="Records that share the commonest value"),
    TableColumn("pairs", "Pairs", numeric=True, tip="Pairs that this key picks for comparing"),
    TableColumn(
        "only", "Only this key", numeric=True, tip="Pairs that no other key picks: what switching it off would save"
    ),
    TableColumn("accepted", "Accepted", numeric=True, tip="Share of its pairs that now count as matches"),
)


NO_VALUE = "No record has a value for this key: it finds nothing."


@dataclass(frozen=True)
class KeyFacts:
    """Figures of one key beside all that are on; None where nobody knows yet."""

    pairs: int | None = None
    pairs_of_all: int | None = None
    only: int | None = None
    matches: int | None = None
    matches_of_all: int | None = None
    only_matches: int | None = None
    records: int | None = None
    values: int | None = None


class KeyModel(ArrayTableModel):
    """One row per key.

    Signals:
        key_ticked(str, bool): A person switched the key of this name on or off.
    """

    key_ticked = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self.keys: tuple[Key, ...] = ()
        self._counts: dict[str, KeyCounts] = {}
        self._union: KeyUnion | None = None
        self._ran: dict[str, int] = {}
        self._hot: dict[str, list[HotValue]] = {}

    def show_keys(
        self,
        keys: Sequence[Key],
        counts: Mapping[str, KeyCounts],
        union: KeyUnion | None = None,
        ran: Sequence[str] = (),
        hot: Sequence[HotValue] = (),
    ) -> None:
        """Show keys.

        Args:
            keys: The keys, on or off.
            counts: What a key found, by its name, where it is known.
            union: The pairs of the last run by key, or those that were counted before it; None where neither is known.
            ran: Names of the keys that ran, in the order of the bits.
            hot: Values that make many pairs; `key` is a position in `ran`.
        """
        self.keys = tuple(keys)
        self._counts, self._union = dict(counts), union
        self._ran = {name: bit for bit, name in enumerate(ran)}
        self._hot = {}
        for value in hot:
            if value.key < len(ran):
                self._hot.setdefault(ran[value.key], []).append(value)
        if self.n_source == len(self.keys):
            self.rows_changed()
        else:
            self.reset_rows(len(self.keys))

    def _on(self) -> list[bool]:
        """Which of the keys that ran are on now."""
        on = [False] * len(self._ran)
        for key in self.keys:
            if key.name in self._ran:
                on[self._ran[key.name]] = key.enabled
        return on

    def together(self) -> tuple[int | None, bool]:
        """Pairs of all keys that are on, and whether the number is exact; None when it is not known."""
        if self._union is None:
            return None, False
        total, exact = self._union.together(self._on()), True
        for key in self.keys:
            if key.enabled and key.name not in self._ran:
                counts = self._counts.get(key.name)
                if counts is None:
                    exact = False
                else:
                    total += counts.only_this
                    exact = exact and sum(k.enabled and k.name not in self._ran for k in self.keys) == 1
        return total, exact

    def only_this(self, key: Key) -> int | None:
        """Pairs that a key alone brings, given the others that are on."""
        if self._union is not None and key.name in self._ran and self._counts_ran(key):
            return self._union.only_this(self._ran[key.name], self._on())
        counts = self._counts.get(key.name)
        return None if counts is None else counts.only_this

    def _counts_ran(self, key: Key) -> bool:
        return self._union is not None and self._union.pairs_of(self._ran[key.name]) > 0

    def warning(self, key: Key) -> str:
        """Why a key deserves a look, or ""."""
        counts = self._counts.get(key.name)
        if counts is None:
            return ""
        if not counts.records:
            return NO_VALUE
        hottest = self._hot.get(key.name)
        records, pairs = counts.largest, counts.costliest or (hottest[0].pairs if hottest else 0)
        if not is_costly(records, pairs, counts.pairs):
            return ""
        if records > LARGE_BUCKET:
            return f"One value is shared by {records:,} records."
        value = f"“{hottest[0].text}”" if hottest else "One value"
        return f"{value} alone makes {percent(pairs / max(counts.pairs, 1))} of the pairs."

    def reason(self, key: Key) -> str:
        """What a key adds and what it costs, in one sentence; "" while nobody has counted it."""
        counts, union, bit = self._counts.get(key.name), self._union, self._ran.get(key.name)
        only = self.only_this(key)
        if counts is None:
            return ""
        if not counts.records:
            return NO_VALUE
        matches = None
        if union is not None and union.knows_matches and bit is not None and self._counts_ran(key):
            matches = union.only_matches(bit, self._on())
        return reason(matches, only, counts.pairs, on=key.enabled)

    def facts(self, key: Key) -> KeyFacts:
        """The figures of a key beside those of all keys that are on."""
        union, bit, on = self._union, self._ran.get(key.name), self._on()
        counted = self._counts.get(key.name)
        ran = union is not None and union.knows_matches and bit is not None and self._counts_ran(key)
        return KeyFacts(
            pairs=None if counted is None else counted.pairs,
            pairs_of_all=self.together()[0],
            only=self.only_this(key),
            matches=union.matches_of(bit) if union is not None and bit is not None and ran else None,
            matches_of_all=None if union is None or not union.knows_matches else union.matches(on),
            only_matches=union.only_matches(bit, on) if union is not None and bit is not None and ran else None,
            records=None if counted is None else counted.records,
            values=None if counted is None or key.sets is not None else counted.buckets,
        )

    # what the table asks

    def text(self, source: int, column: str) -> str:
        key = self.keys[source]
        counts = self._counts.get(key.name)
        if column == "key":
            return key.name
        if column == "only":
            only = self.only_this(key)
            return "…" if only is None else f"{only:,}"
        if column == "accepted":
            bit = self._ran.get(key.name)
            share = None if self._union is None or bit is None else self._union.accepted(bit)
            return "" if share is None else percent(share)
        if counts is None:
            return "…"
        if column == "buckets" and key.sets is not None:
            return "–"
        mark = "! " if column == "largest" and self.warning(key) else ""
        return f"{mark}{getattr(counts, column):,}"

    def tone(self, source: int, column: str) -> str:
        if not self.keys[source].enabled:
            return "muted"
        return "warning" if column == "largest" and self.warning(self.keys[source]) else ""

    def tip(self, source: int, column: str) -> str:
        key = self.keys[source]
        warning = self.warning(key)
        if column == "key":
            return "\n".join(filter(None, (key.name, self.reason(key), warning)))
        return warning if warning and column == "largest" else self.text(source, column)

    def spoken(self, source: int, column: str) -> str:
        key = self.keys[source]
        if column == "key":
            return f"{key.name}, {'on' if key.enabled else 'off'}. {self.warning(key)}".strip()
        return super().spoken(source, column)

    def checked(self, source: int, column: str) -> bool:
        return self.keys[source].enabled

    def set_checked(self, source: int, column: str, on: bool) -> bool:
        self.key_ticked.emit(self.keys[source].name, on)
        return True

    def sort_values(self, column: str) -> np.ndarray | None:
        if column == "key":
            return np.array([key.name for key in self.keys])
        texts = [
            self.text(i, column).lstrip("! ").replace(",", "").replace(PER_CENT, "") for i in range(len(self.keys))
        ]
        return np.array([float(text) if text.replace(".", "").isdigit() else np.nan for text in texts])
