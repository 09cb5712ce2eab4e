"""Session: steps of so many decisions that writing them takes seconds, made in the background like any long work.

Such a step is as whole as any other: its decisions and its line of the history are in the file together or not at all.
While one is being written the project is shown as it was, and no other step begins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.sorted_sets import sorted_unique
from entityres.session.core import DECIDED, touches_columns, write_decisions
from entityres.session.deciding import HOW_NAMES
from entityres.session.stages import NOTHING, Changes
from entityres.session.working import Working

if TYPE_CHECKING:
    from entityres.entities.decisions import Answer
    from entityres.progress import Progress
    from entityres.records.fields import Columns
    from entityres.session.decision_book import DecisionBook
    from entityres.session.document import Document, Patch
    from entityres.session.history import Entry

LARGE = 5_000
"""Fewer decisions are written while somebody waits: less than a tenth of a second."""
LEAST_BYTES = 16
"""A decision takes at least so much in the history: its two fingerprints, which nothing makes shorter."""


@dataclass(frozen=True)
class Written:
    """A step that is in the file and waits to be shown; without an entry nothing was changed."""

    entry: Entry | None
    undone: bool | None
    document: Document
    columns: Columns | None
    book: DecisionBook
    changes: Changes = NOTHING
    pair: int | None = None


class Batches(Working):
    """The jobs; `take_written` takes their results."""

    def deciding_job(
        self, pairs: np.ndarray | Sequence[int], answer: Answer | None, how: str = "key"
    ) -> Callable[[Progress], Written]:
        """Answer for scored pairs as `decide` does."""
        matched = self._matched
        assert matched is not None
        chosen = sorted_unique(np.asarray(pairs, np.int64))
        text = self._decision_text(matched, chosen, answer)
        self._text_number(self.person)  # it is written here where it is new, not by the job
        document, columns, book = self._document, self._columns, self._book
        self._begin(text)

        def job(progress: Progress) -> Written:
            with self._until_it_fails():
                progress.begin("Looking at the values")
                scored = matched.scored
                left, right = scored.pairs.left[chosen], scored.pairs.right[chosen]
                rows = self._answered(left, right, scored.score[chosen], answer, HOW_NAMES[how], "")
                if not len(rows):
                    return Written(None, None, document, columns, book)
                progress.begin("Saving answers", len(rows))
                with self._store.transaction() as db:
                    entry = self._journal.write(db, time.time(), text, ({}, {}), (book.standing(rows), rows))
                    write_decisions(db, rows, progress)
                progress.stage = "Showing them"  # they are in the file: it cannot be stopped any more
                made = book.copy()
                made.put(rows)
                return Written(entry, None, document, columns, made, DECIDED)

        return job

    def moving_job(self, *, undo: bool) -> Callable[[Progress], Written] | None:
        """Take the last step back, or do one again, as `undo` and `redo` do; None where that is a matter of a moment."""
        entry = self._journal.next_undo if undo else self._journal.next_redo
        if entry is None or "decisions" not in entry.touches:
            return None
        size = self._store.rows("SELECT length(decisions) FROM journal WHERE id = ?", entry.id)[0][0] or 0
        if size < LARGE * LEAST_BYTES:
            return None
        book, cleaned = self._book, self._matched.cleaned if self._matched else None
        self._begin(entry.text)

        def job(progress: Progress) -> Written:
            with self._until_it_fails():
                progress.begin("Reading the step")
                step = self._journal.step(entry)
                patch, rows = (step.before, step.rows_before) if undo else (step.after, step.rows_after)
                assert rows is not None
                document, columns = self._after(patch)
                progress.begin("Saving answers", len(rows))
                with self._store.transaction() as db:
                    self._journal.mark(db, entry, undo)
                    self._write(db, document, None)
                    write_decisions(db, rows, progress)
                progress.stage = "Showing them"
                made = book.copy()
                made.put(rows, made.flags_of(rows, cleaned))
                changes = self._changes_of(patch, decided=True)
                return Written(entry, undo, document, columns, made, changes, made.pair_at(rows[0]))

        return job

    def take_written(self, written: Written) -> tuple[Changes, int | None]:
        """Show a step that a job wrote; returns what changed and the pair to show."""
        self._being_written = ""
        if written.entry is None:
            return NOTHING, None
        if written.undone is None:
            self._journal.add(written.entry)
        else:
            self._journal.moved(written.undone)
        self._show(written.document, written.columns)
        self._book = written.book
        return written.changes, written.pair

    def give_up(self) -> None:
        """Forget a job that was made and will not be run."""
        self._being_written = ""

    def _begin(self, text: str) -> None:
        self._must_be_free()
        self._being_written = text

    @contextmanager
    def _until_it_fails(self) -> Iterator[None]:
        """A step that was stopped or could not be written holds up no other one."""
        try:
            yield
        except BaseException:
            self._being_written = ""
            raise

    def _after(self, patch: Patch) -> tuple[Document, Columns | None]:
        """The small state with a patch, and its columns."""
        document = self._document.patched(patch) if patch else self._document
        return document, self._columns_for(document) if touches_columns(patch) else self._columns
