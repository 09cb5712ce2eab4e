"""UI: what is found out about columns in the background, and kept: cleaned examples, profiles, values that mean nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from entityres.ui.models.cleaned_examples import Examples, make_examples

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.records.profile import ColumnProfile
    from entityres.records.record_list import RecordList
    from entityres.session.project import Prepared
    from entityres.ui.services import WindowServices

ProfileKey = tuple[str, str]


class ColumnStudies(QObject):
    """Asks, keeps the answers, and says when they are there.

    Attributes:
        examples: By output column, values as they are written and as they are compared.

    Signals:
        examples_made: `examples` are new.
        profile_made: A profile that was asked for is there.
        cleaned_made: `cleaned` is new.
    """

    examples_made = Signal()
    profile_made = Signal()
    cleaned_made = Signal()

    def __init__(self, window: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self.examples: Examples = {}
        self._profiles: dict[ProfileKey, ColumnProfile] = {}

    def ask_for_examples(self) -> None:
        """Find out how some values of each column are compared."""
        project = self._window.project
        if project.columns is not None:
            question = partial(make_examples, project.lists, project.columns, project.settings)
            self._window.jobs.ask("cleaned examples", question, self._on_examples_made, self._on_failed)

    def ask_for_cleaned(self) -> None:
        """Clean the lists for comparing, unless that is done already."""
        project = self._window.project
        if project.columns is not None and not project.prepared_is_current:
            self._window.jobs.ask("prepare", project.preparing_job(), self._on_prepared, self._on_failed)

    @property
    def cleaned(self) -> CleanedRecords | None:
        """The records as they are compared, None while they are being cleaned for the first time."""
        project = self._window.project
        return project.prepared.cleaned if project.prepared is not None else project.cleaned

    def profile(self, record_list: RecordList, heading: str) -> ColumnProfile | None:
        """What is in a column of a list; None while it is being found out, `profile_made` tells when."""
        key = (f"{record_list.sha256} {record_list.settings}", heading)
        if key not in self._profiles:
            question = partial(_make_profile, key, record_list, heading)
            self._window.jobs.ask("column profile", question, self._on_profile_made, self._on_failed)
        return self._profiles.get(key)

    @Slot(object)
    def _on_examples_made(self, examples: Examples) -> None:
        self.examples = examples
        self.examples_made.emit()

    @Slot(object)
    def _on_profile_made(self, made: tuple[ProfileKey, ColumnProfile]) -> None:
        self._profiles[made[0]] = made[1]
        self.profile_made.emit()

    @Slot(object)
    def _on_prepared(self, prepared: Prepared) -> None:
        self._window.apply(self._window.project.take_prepared(prepared))
        self.cleaned_made.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="columns")


def _make_profile(
    key: ProfileKey, record_list: RecordList, heading: str, _progress: Progress
) -> tuple[ProfileKey, ColumnProfile]:
    """Look at all cells of a column; with the key that it is kept under."""
    from entityres.records.profile import profile

    return key, profile(record_list, heading)
