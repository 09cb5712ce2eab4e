"""Engine: what a finished run holds, as far as its results are described and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.records.fields import CleanedRecords, Columns
    from entityres.records.record_list import RecordList
    from entityres.scoring.scored_pairs import ScoredPairs


class FinishedRun(Protocol):
    """The results of all stages; `pipeline.MatchResult` is one."""

    @property
    def lists(self) -> tuple[RecordList, ...]:
        """The lists that were read."""

    @property
    def columns(self) -> Columns:
        """Roles and lined-up columns."""

    @property
    def cleaned(self) -> CleanedRecords:
        """Cleaned values."""

    @property
    def scored(self) -> ScoredPairs:
        """Scored pairs."""

    @property
    def groups(self) -> Groups:
        """Groups of records."""

    @property
    def seconds(self) -> dict[str, float]:
        """Time of each stage."""
