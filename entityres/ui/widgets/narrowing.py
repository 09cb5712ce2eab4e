"""UI: which pairs the review shows and in which order: by check boxes, search, links and headings, kept with the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from entityres.ui.models.review_view import show_filters, take_filters, view_of

if TYPE_CHECKING:
    from entityres.session.review import Review
    from entityres.session.searching import Found
    from entityres.ui.services import WindowServices
    from entityres.ui.widgets.pairs_panel import PairsPanel


SEARCH = "search"


class Narrowing(QObject):
    """Filters and order of a review.

    Attributes:
        review: The session's review, None before the first match.

    Signals:
        narrowed(bool): The review has other pairs or another order; True when the first undecided one is to be shown
            and not the one that is shown now.
    """

    narrowed = Signal(bool)

    def __init__(self, window: WindowServices, panel: PairsPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._panel = window, panel
        self.review: Review | None = None
        panel.filters.changed.connect(self.take_panel)
        panel.clear_asked.connect(self.clear)
        panel.implied_asked.connect(self._on_implied_asked)
        panel.sort_chosen.connect(self.sort)
        panel.table.pairs.sort_asked.connect(self.sort)

    def show(self) -> None:
        """Show the review's filters and their counts."""
        if self.review is not None:
            show_filters(self.review, self._panel.filters)

    def look_at_unsure(self) -> None:
        """Show the pairs that a person was unsure of, the first of them as the current one."""
        self.stop_waiting()
        if self.review is not None:
            self.review.set_filters(states=frozenset({"unsure"}))
            self.narrowed.emit(True)

    def look_at_risk(self, name: str) -> None:
        """Show the pairs with a risk, whatever the filters were."""
        self.stop_waiting()
        if self.review is not None:
            self.review.clear_filters()
            self.review.set_filters(risks=frozenset({name}))
            self.narrowed.emit(True)

    def look_for(self, text: str) -> None:
        """Show the pairs with these words, whatever the filters were."""
        filters = self._panel.filters
        filters.set_checked({})
        filters.set_score_range(0.0, 1.0)
        filters.set_text(text)
        self.take_panel()

    @Slot()
    def take_panel(self) -> None:
        """Narrow the review down to what the panel says; in very many pairs its words are looked for in the background."""
        review, filters = self.review, self._panel.filters
        filters.is_searching = review is not None and review.search_takes_long(filters.text)
        if review is None:
            return
        if filters.is_searching:
            self._window.jobs.ask(SEARCH, review.search_job(filters.text), self._on_found, at_once=True)
            return
        self._window.jobs.withdraw(SEARCH)
        take_filters(review, filters)
        self._tell()

    @Slot(object)
    def _on_found(self, found: Found) -> None:
        if self.review is not None:
            self.review.take_found(found)  # of a match that is gone: it is looked for in the present one
        self.take_panel()

    def stop_waiting(self) -> None:
        """Forget what was typed and is not shown yet."""
        self._panel.filters.stop_waiting()
        self._panel.filters.is_searching = False
        self._window.jobs.withdraw(SEARCH)

    @Slot()
    def clear(self) -> None:
        """Take all filters off."""
        self.stop_waiting()
        if self.review is not None:
            self.review.clear_filters()
            self._tell()

    @Slot(str)
    def sort(self, name: str) -> None:
        """Take another order, by its name in the session."""
        if self.review is not None:
            self.review.sort_by(name)
            self._tell()

    @Slot()
    def _on_implied_asked(self) -> None:
        """Show what follows from other answers too; that is a look, and no choice to keep with the project."""
        if self.review is not None:
            states = self.review.filters.states
            self.review.set_filters(states=states | {"implied"} if states else states, show_implied=True)
            self.narrowed.emit(False)

    def _tell(self) -> None:
        assert self.review is not None
        self._window.project.set_view("review.filters", view_of(self.review))
        self.narrowed.emit(False)
