"""Session: the journal of what a user did, and the way back and forth through it.

Each step names itself ("move of thresholds") and holds what was before and after: small state as JSON, decisions as rows.
Steps are kept in the project file, without limit, so that undo works after a restart. A new step ends the way forth.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.session.decision_book import ROW

if TYPE_CHECKING:
    from entityres.session.store import Store

Patch = dict[str, Any]
ROWS_FORMAT = b"\x01"


@dataclass(frozen=True)
class Entry:
    """A step as it is listed: number, when, what, what it touches ("settings.keys", "decisions", ...), undone or not."""

    id: int
    at: float
    text: str
    touches: tuple[str, ...]
    undone: bool


@dataclass(frozen=True)
class StepDone:
    """A whole step: its entry, the small state and the decisions before and after."""

    entry: Entry
    before: Patch
    after: Patch
    rows_before: np.ndarray | None
    rows_after: np.ndarray | None


class Journal:
    """The steps of a project, oldest first; those that are undone are at the end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        found = store.rows("SELECT id, at, text, touches, undone FROM journal ORDER BY id")
        self.entries = [
            Entry(n, at, text, tuple(json.loads(touches)), bool(undone)) for n, at, text, touches, undone in found
        ]
        self._done = sum(not entry.undone for entry in self.entries)
        self._latest: dict[tuple[str, ...], int] = {}

    def move_to(self, store: Store) -> None:
        """Go on in a copy of the project."""
        self._store = store

    @property
    def next_undo(self) -> Entry | None:
        """The step that undo would take back."""
        return self.entries[self._done - 1] if self._done else None

    @property
    def next_redo(self) -> Entry | None:
        """The step that redo would do again."""
        return self.entries[self._done] if self._done < len(self.entries) else None

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps are in force, and how many are undone and could be done again."""
        return self._done, len(self.entries) - self._done

    def next_patches(self, *, undo: bool, most: int) -> Iterator[Patch]:
        """What the steps that undo would take back, or that redo would do again, change in the small state, in that order."""
        entries = reversed(self.entries[: self._done]) if undo else iter(self.entries[self._done :])
        column = "before" if undo else "after"
        for entry in islice(entries, most):
            yield json.loads(self._store.rows(f"SELECT {column} FROM journal WHERE id = ?", entry.id)[0][0])

    def history(self, begin: int = 0, end: int | None = None) -> list[tuple[datetime, str, bool]]:
        """When, what, and whether it is undone, oldest first: of all steps, or of some."""
        return [
            (datetime.fromtimestamp(e.at), e.text[:1].upper() + e.text[1:], e.undone) for e in self.entries[begin:end]
        ]

    def latest(self, *prefixes: str) -> int:
        """Number of the last step in force that touched one of these, 0 when none did.

        Two moments with the same number have the same state in these respects; undo goes back to the number before.
        """
        if prefixes not in self._latest:
            done = reversed(self.entries[: self._done])
            found = (e.id for e in done if any(touch.startswith(prefixes) for touch in e.touches))
            self._latest[prefixes] = next(found, 0)
        return self._latest[prefixes]

    def write(
        self,
        db: sqlite3.Connection,
        at: float,
        text: str,
        patches: tuple[Patch, Patch],
        rows: tuple[np.ndarray, np.ndarray] | None,
    ) -> Entry:
        """Write a step inside a transaction; `add` takes it up once that is on the disk."""
        touches = _touches(patches[1]) + (("decisions",) if rows is not None else ())
        db.execute("DELETE FROM journal WHERE undone")
        cursor = db.execute(
            "INSERT INTO journal (at, text, touches, before, after, decisions) VALUES (?, ?, ?, ?, ?, ?)",
            (at, text, json.dumps(touches), _dump(patches[0]), _dump(patches[1]), _pack(rows)),
        )
        return Entry(int(cursor.lastrowid or 0), at, text, touches, False)

    def add(self, entry: Entry) -> None:
        """Take up a step that was written."""
        del self.entries[self._done :]
        self.entries.append(entry)
        self._done += 1
        self._latest.clear()

    def step(self, entry: Entry) -> StepDone:
        """All of a step."""
        before, after, rows = self._store.rows("SELECT before, after, decisions FROM journal WHERE id = ?", entry.id)[0]
        old, new = _unpack(rows)
        return StepDone(entry, json.loads(before), json.loads(after), old, new)

    def mark(self, db: sqlite3.Connection, entry: Entry, undone: bool) -> None:
        """Write inside a transaction that a step is undone or in force again."""
        db.execute("UPDATE journal SET undone = ? WHERE id = ?", (int(undone), entry.id))

    def moved(self, undone: bool) -> None:
        """Follow one undo (or redo) that was written."""
        at = self._done - 1 if undone else self._done
        self.entries[at] = replace(self.entries[at], undone=undone)
        self._done += -1 if undone else 1
        self._latest.clear()


def _touches(patch: Patch) -> tuple[str, ...]:
    names = [f"settings.{name}" for name in patch.get("settings", ())]
    return (*names, *(name for name in patch if name != "settings"))


def _dump(patch: Patch) -> str:
    return json.dumps(patch, ensure_ascii=False)


def _pack(rows: tuple[np.ndarray, np.ndarray] | None) -> bytes | None:
    if rows is None:
        return None
    return ROWS_FORMAT + zlib.compress(rows[0].tobytes() + rows[1].tobytes(), 1)


def _unpack(data: bytes | None) -> tuple[np.ndarray | None, np.ndarray | None]:
    if data is None:
        return None, None
    rows = np.frombuffer(zlib.decompress(data[1:]), ROW)
    half = len(rows) // 2
    return rows[:half], rows[half:]
