"""Session: drafts that wait to be gone on with: work that was never given a place, also when the program was killed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from entityres.entities.decisions import Answer
from entityres.session.file_lock import FileLock, is_open, was_left_behind
from entityres.session.places import drafts
from entityres.session.store import remove_files

MOST = 10
"""So many are offered, the latest; as many as there are recent files."""


@dataclass(frozen=True)
class Glance:
    """What a project file holds, seen without opening it for work.

    Attributes:
        path: Where it is.
        saved_at: When something was written last.
        lists: Names of its lists.
        answered: Pairs that somebody decided.
        left: Pairs that still need review, None when that is not known (before the first match, or after a kill).
        unclean: Its process ended without closing it.
    """

    path: Path
    saved_at: datetime
    lists: tuple[str, ...]
    answered: int
    left: int | None
    unclean: bool


def glance(project: Path) -> Glance | None:
    """Look into a project file; None when it cannot be read (opening it says why)."""
    try:
        uri = f"{project.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=1)) as db:
            state = {key: json.loads(value) for key, value in db.execute("SELECT key, value FROM state")}
            answered = db.execute("SELECT COUNT(*) FROM decisions WHERE answer >= ?", (int(Answer.NOT),)).fetchone()[0]
        names = tuple(str(entry["name"]) for entry in state["document"]["lists"])
        saved_at = datetime.fromisoformat(state["saved_at"])
    except (sqlite3.Error, OSError, ValueError, KeyError, TypeError):
        return None
    closed = state.get("closed") or {}
    left = closed.get("left") if closed.get("answered") == answered else None
    return Glance(project, saved_at, names, int(answered), left, was_left_behind(project))


def left_drafts() -> list[Glance]:
    """Drafts with lists that nobody has open, the latest first."""
    closed = (path for path in drafts() if not is_open(path))
    found = [one for one in map(glance, closed) if one is not None and one.lists]
    return sorted(found, key=lambda one: one.saved_at, reverse=True)[:MOST]


def delete_draft(path: Path) -> bool:
    """Remove a draft for good; False, and nothing is removed, when a window has it open."""
    lock = FileLock(path)
    if not lock.take():
        return False
    remove_files(path)
    lock.give_back()
    return True
