"""Session: what a project is made of, and the one way in which it changes.

Every change goes through `commit`: the new small state and the new decisions are written to the file together with the
step of the history, and only when they are on the disk the project shows them.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.errors import ProjectError
from entityres.session.decision_book import GONE, PIECE, ROW, DecisionBook, Placing
from entityres.session.document import Document, ListEntry, Patch
from entityres.session.history import Journal
from entityres.session.matched import Matched, Prepared
from entityres.session.packing import unpack_list, unpack_match, unpack_row_numbers
from entityres.session.places import is_draft
from entityres.session.stages import CHANGES_OF_SETTING, NOTHING, Change, Changes
from entityres.session.store import Store, write_state

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from entityres.candidates.keys import Key
    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Merged
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords, ColumnRole, Columns
    from entityres.records.record_list import RecordList
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.row_numbers import RowNumbers
    from entityres.session.sample import Sample
    from entityres.settings import Settings

DECIDED: Changes = frozenset({Change.DECISIONS, Change.GROUPS})


class Core:
    """State of an open project, as immutable snapshots that are swapped.

    Attributes:
        notices: Plain sentences about what was found on opening.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._document = Document()
        self._loaded: dict[int, tuple[RecordList, tuple[ColumnRole, ...]]] = {}
        self._written: dict[int, tuple[object, int]] = {}
        self._row_numbers: dict[int, RowNumbers] = {}
        self._numbered: set[int] = set()
        self.notices: tuple[str, ...] = ()
        self._text_numbers: dict[str, int] = {}
        self._columns: Columns | None = None
        self._matched: Matched | None = None
        self._prepared: Prepared | None = None
        self._groups: tuple[Any, Groups] | None = None
        self._merged: tuple[Any, Merged, Groups] | None = None
        self._standings: tuple[Any, np.ndarray] | None = None
        self._changed: tuple[Mapping[str, Any], Document, tuple[str, ...]] | None = None
        self._book = DecisionBook()
        self._being_written = ""
        self._journal = Journal(store)
        self._load()

    # What there is

    @property
    def path(self) -> Path:
        """The project file."""
        return self._store.path

    @property
    def is_draft(self) -> bool:
        """True as long as the project was given no place."""
        return is_draft(self.path)

    @property
    def read_only(self) -> bool:
        """True when nothing can be changed."""
        return self._store.read_only

    @property
    def read_only_why(self) -> str:
        """Why nothing can be changed, in one sentence, or ""."""
        return self._store.read_only_why

    @property
    def ended_unexpectedly(self) -> bool:
        """True when the program ended without closing the project before."""
        return self._store.unclean

    @property
    def saved_at(self) -> datetime:
        """When the last change was written."""
        saved = self._store.state("saved_at")
        return datetime.fromisoformat(saved) if saved else datetime.now()

    @property
    def lists(self) -> tuple[RecordList, ...]:
        """The lists of the project."""
        return tuple(self._list(entry)[0] for entry in self._document.lists)

    @property
    def list_numbers(self) -> tuple[int, ...]:
        """The number that each list has for good: its position is another one once a list before it was taken out."""
        return tuple(entry.number for entry in self._document.lists)

    @property
    def samples(self) -> tuple[tuple[Sample, str], ...]:
        """Samples that were drawn, oldest first, each with its verdicts, a letter a pair."""
        return tuple(zip(self._document.samples, self._document.verdicts, strict=True))

    @property
    def settings(self) -> Settings:
        """The user's choices."""
        return self._document.settings

    @property
    def columns(self) -> Columns | None:
        """Roles and lined-up columns of the present lists."""
        return self._columns

    @property
    def matched(self) -> Matched | None:
        """The last match with its own lists; what review, merge and export work on."""
        return self._matched

    @property
    def prepared(self) -> Prepared | None:
        """Cleaned values and keys for the present settings, when they were prepared."""
        return self._prepared

    @property
    def cleaned(self) -> CleanedRecords | None:
        """Cleaned values of the last match; before the first one, those that were prepared."""
        if self._matched:
            return self._matched.cleaned
        return self._prepared.cleaned if self._prepared else None

    def source_of(self, cleaned: CleanedRecords) -> tuple[tuple[RecordList, ...], Columns] | None:
        """The lists and lined-up columns that these values were cleaned from, None where they are not known any more.

        Lists and roles may have changed since the last match; its values are not those of the present columns then.
        """
        if self._matched is not None and cleaned is self._matched.cleaned:
            return self._matched.lists, self._matched.columns
        if self._prepared is not None and cleaned is self._prepared.cleaned and cleaned.n_lists == len(self.lists):
            return self.lists, self._prepared.columns
        return None

    @property
    def keys(self) -> tuple[Key, ...]:
        """The user's keys, with one that a run added to join copies; or those that the planner chose."""
        if self.settings.keys is not None:
            return self._with_added(self.settings.keys)
        # What was prepared with keys of the user's own, since undone, does not say what the planner would choose.
        if self._prepared and self._prepared.made_from.get("keys") is None:
            return self._prepared.keys
        return self._matched.scored.pairs.keys if self._matched else ()

    def _with_added(self, own: tuple[Key, ...]) -> tuple[Key, ...]:
        """The user's keys as the last match ran them, if it was made from these."""
        asked = self._matched.made_from.get("keys") if self._matched else None
        if self._matched is None or asked is None or len(asked) != len(own):
            return own
        ran = self._matched.scored.pairs.keys
        return ran if ran[: len(own)] == own else own

    @property
    def scored(self) -> ScoredPairs | None:
        """The scored pairs of the last match."""
        return self._matched.scored if self._matched else None

    @property
    def decisions(self) -> DecisionBook:
        """What people said about pairs."""
        return self._book

    # Loading

    def _load(self) -> None:
        store = self._store
        self._document = Document().patched(store.state("document", {}))
        texts = {int(number): str(text) for number, text in store.rows("SELECT id, text FROM texts")}
        found = store.rows(f"SELECT {', '.join(ROW.names or ())} FROM decisions")
        rows = np.array(found, ROW)  # NULL becomes NaN
        self._book = DecisionBook(rows, {0: "", **texts})
        self._text_numbers = {text: number for number, text in self._book.texts.items()}
        self._refresh_columns()
        match = store.state("match")
        if match:
            try:
                self._load_match(match)
            except (KeyError, TypeError, ValueError):
                # Written by another version of the program that knew other keys or columns: only the pairs are lost.
                self.notices = ("The pairs were found by another version and cannot be shown. Press Find matches.",)

    def _load_match(self, match: dict[str, Any]) -> None:
        entries = tuple(ListEntry(**entry) for entry in match["entries"])
        columns, cleaned, scored = unpack_match(*self._store.content(match["content"]))
        lists = tuple(self._list(entry)[0] for entry in entries)
        self._take_matched(
            Matched(
                lists,
                columns,
                cleaned,
                scored,
                match["seconds"],
                entries,
                match["made_from"],
                match["content"],
                row_numbers=self._row_numbers_of(entries),
            )
        )

    def _take_matched(self, matched: Matched, prints: np.ndarray | None = None) -> None:
        """Show a match and attach the decisions to it (`prints`: see `DecisionBook.attach`)."""
        named = matched.renamed({entry.number: entry.name for entry in self._document.lists})
        self._matched = named.judged(self.settings)
        self._groups = self._merged = None
        self._book.attach(matched.placing, self._matched.scored, matched.cleaned, prints)

    def _list(self, entry: ListEntry) -> tuple[RecordList, tuple[ColumnRole, ...]]:
        """A list under its present name, and the roles found for it."""
        if entry.content not in self._loaded:
            meta, parts = self._store.content(entry.content)
            self._loaded[entry.content] = unpack_list(entry.name, meta, parts)
            if (numbers := unpack_row_numbers(parts)) is not None:
                self._row_numbers[entry.content] = numbers
        record_list, found = self._loaded[entry.content]
        if record_list.name != entry.name:
            record_list = replace(record_list, name=entry.name)
            self._loaded[entry.content] = (record_list, found)
        return record_list, found

    def _row_numbers_of(self, entries: Iterable[ListEntry]) -> tuple[RowNumbers | None, ...]:
        """The numbers of the rows of these lists, which were looked at before; None where they are the places."""
        return tuple(self._row_numbers.get(entry.content) for entry in entries)

    def _refresh_columns(self) -> None:
        self._columns = self._columns_for(self._document)

    def _columns_for(self, document: Document) -> Columns | None:
        """Roles and lined-up columns; raises SettingsError where a choice names an unknown heading."""
        if not document.lists:
            return None
        from entityres.records.lining_up import apply_choices, line_up

        loaded = [self._list(entry) for entry in document.lists]
        lists = [record_list for record_list, _ in loaded]
        found = [roles for _, roles in loaded]
        settings = document.settings
        return line_up(lists, apply_choices(lists, found, settings.roles, settings.check), settings.lined_up)

    # Changing

    def commit(
        self,
        text: str,
        document: Document | None = None,
        rows: np.ndarray | None = None,
    ) -> Changes:
        """Make one step: write it, then show it.

        Args:
            text: Names the step: "move of thresholds".
            document: The new small state, or None.
            rows: `ROW` (n,), new decisions at unique places; `answer` GONE clears one.

        Returns:
            What changed; empty when nothing did, and then no step is written.
        """
        patches: tuple[Patch, Patch] = ({}, {}) if document is None else self._document.difference(document)
        document = self._document if document is None else document
        if not patches[1] and (rows is None or not len(rows)):
            return NOTHING
        self._must_be_free()
        both = None if rows is None or not len(rows) else (self._book.standing(rows), rows)
        columns = self._columns_for(document) if touches_columns(patches[1]) else self._columns
        now = time.time()
        with self._store.transaction() as db:
            entry = self._journal.write(db, now, text, patches, both)
            self._write(db, document, None if both is None else both[1])
        self._journal.add(entry)
        self._show(document, columns)
        if both is not None:
            self._book.put(both[1])
        return self._changes_of(patches[1], both is not None)

    def _must_be_free(self) -> None:
        """Steps follow one another: none begins while one is written in the background."""
        if self._being_written:
            step = self._being_written[:1].upper() + self._being_written[1:]
            raise ProjectError(f"“{step}” is still being written.", "Try again in a moment.")

    def _show(self, document: Document, columns: Columns | None) -> None:
        """Take up what was written; the last match shows lists under the names they have now."""
        self._document, self._columns = document, columns
        matched = self._matched
        if matched is not None:
            named = matched.renamed({entry.number: entry.name for entry in document.lists})
            self._matched = named.judged(document.settings)

    def _write(self, db: sqlite3.Connection, document: Document, rows: np.ndarray | None) -> None:
        if document is not self._document:
            contents = [entry.content for entry in document.lists]
            contents += self._match_contents()
            write_state(db, {"document": document.to_json(), "contents_in_use": contents})
        if rows is not None:
            write_decisions(db, rows)

    def _match_contents(self) -> list[int]:
        matched = self._matched
        return [] if matched is None else [matched.content, *(entry.content for entry in matched.entries)]

    def _changes_of(self, patch: dict[str, Any], decided: bool) -> Changes:
        changes: set[Change] = set(DECIDED if decided else ())
        for name in patch.get("settings", ()):
            changes |= CHANGES_OF_SETTING[name]
        if "lists" in patch:
            changes |= {Change.LISTS, Change.COLUMNS}
        if "overrides" in patch:
            changes.add(Change.MERGE)
        if "samples" in patch or "verdicts" in patch:
            changes.add(Change.SAMPLES)
        return frozenset(changes)

    # Back and forth

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._journal.next_undo is not None and not self.read_only

    @property
    def can_redo(self) -> bool:
        """True when there is a step to do again."""
        return self._journal.next_redo is not None and not self.read_only

    @property
    def undo_text(self) -> str:
        """`Undo accept “Ana Ruiz”`, or `Undo`."""
        entry = self._journal.next_undo
        return f"Undo {entry.text}" if entry else "Undo"

    @property
    def redo_text(self) -> str:
        """`Redo accept “Ana Ruiz”`, or `Redo`."""
        entry = self._journal.next_redo
        return f"Redo {entry.text}" if entry else "Redo"

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps are in force, and how many are undone and could be done again."""
        return self._journal.steps

    def history(self, begin: int = 0, end: int | None = None) -> list[tuple[datetime, str, bool]]:
        """When, what, and whether it is undone, oldest first: of all steps, or of some."""
        return self._journal.history(begin, end)

    def undo(self) -> tuple[Changes, int | None]:
        """Take the last step back; returns what changed and the pair to show."""
        return self._move(undone=True)

    def redo(self) -> tuple[Changes, int | None]:
        """Do the step again that was taken back last; returns what changed and the pair to show."""
        return self._move(undone=False)

    def _move(self, undone: bool) -> tuple[Changes, int | None]:
        entry = self._journal.next_undo if undone else self._journal.next_redo
        if entry is None:
            return NOTHING, None
        self._must_be_free()
        step = self._journal.step(entry)
        patch, rows = (step.before, step.rows_before) if undone else (step.after, step.rows_after)
        document = self._document.patched(patch)
        columns = self._columns_for(document) if touches_columns(patch) else self._columns
        with self._store.transaction() as db:
            self._journal.mark(db, entry, undone)
            self._write(db, document if patch else self._document, rows)
        self._journal.moved(undone)
        self._show(document, columns)
        pair = None
        if rows is not None:
            # A decision that comes back has its old fingerprints, and with them perhaps its flag.
            self._book.put(rows, self._book.flags_of(rows, self.cleaned if self._matched else None))
            pair = self._book.pair_at(rows[0])
        return self._changes_of(patch, rows is not None), pair

    # Words of people, in the file once

    def _text_number(self, text: str) -> int:
        """The number of a text in the file; it is written when it is new."""
        if text in self._text_numbers:
            return self._text_numbers[text]
        self._must_be_free()
        number = max(self._book.texts) + 1
        with self._store.transaction() as db:
            db.execute("INSERT OR IGNORE INTO texts VALUES (0, '')")
            db.execute("INSERT INTO texts VALUES (?, ?)", (number, text))
        self._book.texts[number] = text
        self._text_numbers[text] = number
        return number

    # View

    def view(self, name: str, default: Any = None) -> Any:
        """How something was shown last (filters, sorting, ...), kept with the project."""
        return self._store.state(f"view.{name}", default)

    def set_view(self, name: str, value: Any) -> None:
        """Keep how something is shown; no step of the history, and nothing in a project that is read-only."""
        if not self.read_only and not self._store.closed and self.view(name) != value:
            self._store.put_state_soon(**{f"view.{name}": value})

    def _placing(self) -> Placing:
        """Where the records of the present lists are."""
        entries, sizes = self._document.lists, [len(one) for one in self.lists]
        return Placing([entry.number for entry in entries], sizes, self._row_numbers_of(entries))


def touches_columns(patch: dict[str, Any]) -> bool:
    """Whether a change of the small state makes other columns."""
    return "lists" in patch or bool({"roles", "check", "lined_up"} & set(patch.get("settings", ())))


def write_decisions(db: sqlite3.Connection, rows: np.ndarray, progress: Progress | None = None) -> None:
    """Write rows over those at their places inside a transaction; raises Cancelled where the progress says so."""
    marks = ", ".join("?" * len(ROW.names or ()))
    for at in range(0, len(rows), PIECE):
        some = rows[at : at + PIECE]
        gone = some[some["answer"] == GONE]
        db.executemany(
            "DELETE FROM decisions WHERE left_list = ? AND left_row = ? AND right_list = ? AND right_row = ?",
            [row[:4] for row in gone.tolist()],
        )
        kept = some[some["answer"] != GONE].tolist()
        db.executemany(f"INSERT OR REPLACE INTO decisions VALUES ({marks})", kept)
        if progress is not None:
            progress.advance(len(some))
