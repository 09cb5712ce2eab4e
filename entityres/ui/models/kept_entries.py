"""UI: signatures and parts of keys that stay in memory while the Match page is used, so that a question is answered sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entityres.candidates.key_entries import EntryMaker
    from entityres.records.fields import CleanedRecords


class KeptEntries:
    """Keeps what was made for the same cleaned records and seed. 8 bytes a record for each part, 4·b·r for signatures."""

    def __init__(self) -> None:
        self._maker: EntryMaker | None = None

    def maker(self, cleaned: CleanedRecords, seed: int) -> EntryMaker:
        """What was kept for these records, or a new beginning."""
        from entityres.candidates.key_entries import EntryMaker

        if self._maker is None or self._maker.cleaned is not cleaned or self._maker.seed != seed:
            self._maker = EntryMaker(cleaned, seed)
        return self._maker

    def drop(self) -> None:
        """Give the memory back."""
        self._maker = None
