"""UI: signatures and parts of keys that stay in memory while the Match page is used, so that a question is answered sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from entityres.candidates.allowed_memory import allowed_mb

if TYPE_CHECKING:
    from collections.abc import Callable

    from entityres.candidates.key_entries import EntryMaker
    from entityres.records.fields import CleanedRecords


SHARE = 0.25
"""Of the memory that a run may take, so much is for what was tried: the rest is for the pairs."""


class KeptEntries:
    """Keeps what was made for the same cleaned records and seed. 8 bytes a record for each part, 4·b·r for signatures.

    Args:
        limit_mb: Tells the memory limit of the settings, None where they have none.

    Attributes:
        is_readied: Whether somebody has seen to it that the first question need not wait; False for other records.
    """

    def __init__(self, limit_mb: Callable[[], int | None]) -> None:
        self._limit_mb = limit_mb
        self._maker: EntryMaker | None = None
        self.is_readied = False

    def maker(self, cleaned: CleanedRecords, seed: int) -> EntryMaker:
        """What was kept for these records, or a new beginning; what was not used longest goes where it becomes too much."""
        from entityres.candidates.key_entries import EntryMaker

        if self._maker is None or self._maker.cleaned is not cleaned or self._maker.seed != seed:
            self._maker = EntryMaker(cleaned, seed)
            self.is_readied = False
        self._maker.kept.limit(int(SHARE * allowed_mb(self._limit_mb()) * 1e6))
        return self._maker

    def drop(self) -> None:
        """Give the memory back."""
        self._maker = None
        self.is_readied = False
