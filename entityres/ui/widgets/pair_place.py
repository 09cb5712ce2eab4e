"""UI: where the work stands: which pair is looked at, kept with the project and found again, also after another match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

if TYPE_CHECKING:
    from entityres.session.matched import Matched
    from entityres.session.project import Project
    from entityres.ui.widgets.pair_table import PairTable

KEEP_DELAY_MS = 800
"""A pair that is looked at for so long is written down at once; else it is when the page or the project is left."""
VIEW = "review.pair"
"""Where it is in the project's view: the places of the two records, which stay when pairs get other numbers."""


class PairPlace(QObject):
    """Remembers the pair of a table for the project that the table shows.

    Args:
        table: The pairs.
        parent: Owner.
    """

    def __init__(self, table: PairTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._project: Project | None = None
        self._matched: Matched | None = None
        self._unkept = False
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(KEEP_DELAY_MS)
        self._waiting.timeout.connect(self.keep)

    def look(self) -> None:
        """A person looks at another pair."""
        self._unkept = True
        self._waiting.start()

    @Slot()
    def keep(self) -> None:
        """Write down which pair is looked at, if that is not done yet."""
        self._waiting.stop()
        unkept, self._unkept = self._unkept, False
        if unkept and self._project is not None and self._matched is not None and self._table.current_pair >= 0:
            self._project.set_view(VIEW, self._matched.places_of(self._table.current_pair))

    def find(self, project: Project) -> int:
        """The pair to go on with in what a project has now, -1 for none; call it before the table shows that.

        The pair of the two records that are shown now, which may have another number after a new match; in a project that
        was not shown before, the one that it was left with.
        """
        before, same = self._matched, self._project is project
        self._project, self._matched = project, project.matched
        if self._matched is None:
            return -1
        if same and before is not None:
            return before.pair_in(self._matched, self._table.current_pair)
        places = project.view(VIEW)
        return self._matched.pair_at(places) if places else -1
