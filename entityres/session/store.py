"""Session: the project file, one SQLite database.

Everything is committed before a call returns (write-ahead log, synchronous=FULL), so ending the process at any moment
loses nothing that was answered. Large things (lists, pairs) are *contents*: written once in Parquet chunks, one
transaction each, and never changed; the small state names those that are in use.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entityres.errors import ProjectError
from entityres.session.file_lock import FileLock
from entityres.session.packing import table_chunks, table_from_chunks
from entityres.session.places import versions_folder

if TYPE_CHECKING:
    import pyarrow as pa

APPLICATION_ID = 0x454E5452  # "ENTR"
VERSIONS_KEPT = 5

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE contents (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, meta TEXT NOT NULL);
    CREATE TABLE chunks (
        content INTEGER NOT NULL, part TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (content, part, number));
    CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE decisions (
        left_list INTEGER NOT NULL, left_row INTEGER NOT NULL, right_list INTEGER NOT NULL, right_row INTEGER NOT NULL,
        answer INTEGER NOT NULL, how INTEGER NOT NULL, at REAL NOT NULL, score REAL, match_at REAL, review_at REAL,
        left_print INTEGER NOT NULL, right_print INTEGER NOT NULL, person INTEGER NOT NULL, note INTEGER NOT NULL,
        PRIMARY KEY (left_list, left_row, right_list, right_row)) WITHOUT ROWID;
    CREATE TABLE journal (
        id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, text TEXT NOT NULL, touches TEXT NOT NULL,
        undone INTEGER NOT NULL DEFAULT 0, before TEXT NOT NULL, after TEXT NOT NULL, decisions BLOB);
    """,
)
FORMAT = len(MIGRATIONS)


class Store:
    """An open project file.

    Attributes:
        path: Where it is.
        read_only: True when it must not be changed.
        read_only_why: One plain sentence, or "".
        unclean: True when the process before ended without closing it.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        self.read_only = False
        self.read_only_why = ""
        self.unclean = False
        self._closed = False
        self._fixed = False
        self._mutex = threading.RLock()
        self._later: dict[str, Any] = {}
        self._lock = FileLock(path)
        if not create:
            self._check_kind()
        self._take_lock(create)
        try:
            self._db = self._connect()
            self._prepare(create)
            if not self.read_only:
                self._db.execute("PRAGMA journal_mode=WAL")
        except sqlite3.Error as error:
            self._lock.give_back()
            raise self._trouble(error) from error
        except ProjectError:
            self._lock.give_back()
            raise

    # Opening and closing

    def _take_lock(self, create: bool) -> None:
        try:
            if self._lock.take():
                self.unclean = self._lock.left_behind
                return
        except OSError as error:
            if create:
                raise ProjectError(
                    f"The project cannot be written to {self.path.parent}: {error.strerror}.", "Choose another folder."
                ) from error
            self.read_only, self.read_only_why = True, f"{self.path.name} is in a folder that cannot be written to."
            self._fixed = not self.path.with_name(self.path.name + "-wal").exists()
            return
        owner = self._lock.owner()
        who = owner.words if owner else "another window"
        if create:
            raise ProjectError(f"{self.path.name} is open elsewhere: {who}.", "Close it there or choose another name.")
        self.read_only, self.read_only_why = True, f"{self.path.name} is open elsewhere: {who}."

    def _check_kind(self) -> None:
        """Look at the first bytes only, so that a file of another program is never touched."""
        try:
            with open(self.path, "rb") as file:
                head = file.read(72)
        except OSError as error:
            raise ProjectError(
                f"{self.path.name} cannot be read: {error.strerror}.", "Check its permissions."
            ) from error
        if not head.startswith(b"SQLite format 3\0") or head[68:72] != APPLICATION_ID.to_bytes(4, "big"):
            raise ProjectError(
                f"{self.path.name} is not a project of entityres.", "Open a file that ends in .entityres."
            )

    def _connect(self) -> sqlite3.Connection:
        mode = "ro" if self.read_only else "rwc"
        if self._fixed:
            mode = "ro&immutable=1"  # SQLite cannot put its own lock files into a folder that cannot be written to
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
        db.execute("PRAGMA synchronous=FULL")
        return db

    def _prepare(self, create: bool) -> None:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if create:
            self._migrate(0)
            return
        if self.unclean:
            self._check_integrity()
        if version > FORMAT:
            self._db.close()
            self._lock.give_back()
            self.read_only = True
            self.read_only_why = (
                f"{self.path.name} was written by a newer version of entityres "
                f"(format {version}; this one knows up to {FORMAT})."
            )
            self._db = self._connect()
        elif not self.read_only:
            self._keep_version()
            self._migrate(version)
            self._drop_unused()

    def _migrate(self, version: int) -> None:
        from entityres import __version__

        for number in range(version, FORMAT):
            self._db.executescript("BEGIN IMMEDIATE;" + MIGRATIONS[number])
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, at TEXT, program TEXT)"
            )
            now = datetime.now().isoformat(timespec="seconds")
            self._db.execute("INSERT INTO migrations VALUES (?, ?, ?)", (number + 1, now, __version__))
            self._db.execute(f"PRAGMA user_version={number + 1}")
            self._db.execute(f"PRAGMA application_id={APPLICATION_ID}")
            self._db.execute("COMMIT")

    def _check_integrity(self) -> None:
        found = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            self._db.close()
            raise ProjectError(
                f"{self.path.name} is damaged: {found[0]}.",
                "Open an older version of it (File, Older versions); the file itself was left as it is.",
            )

    @property
    def closed(self) -> bool:
        """True after `close`."""
        return self._closed

    def close(self) -> None:
        """Finish writing and let others open the file; closing twice is the same as once."""
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            try:
                if not self.read_only:
                    self._write_later()
                    self._drop_unused()
                    self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except (sqlite3.Error, ProjectError):
                # Everything is in the file already; tidying up waits for the next time.
                pass
            finally:
                self._db.close()
                self._lock.give_back()

    def remove(self) -> None:
        """Remove the file after it was closed, with all that belongs to it."""
        remove_files(self.path)

    # Older versions

    def _keep_version(self) -> None:
        """Copy the file as it was found, unless that very state was copied already; keep the last five."""
        saved = self.state("saved_at")
        if saved is None:
            return
        folder = versions_folder(self.path)
        copy = folder / (datetime.fromisoformat(saved).strftime("%Y-%m-%d %H-%M-%S-%f") + ".entityres")
        if copy.exists():
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            part = copy.with_suffix(".part")
            shutil.copyfile(self.path, part)
            os.replace(part, copy)
            for old in older_versions(self.path)[VERSIONS_KEPT:]:
                old.unlink()
        except OSError:
            # A full or locked data folder must not keep anyone from their project.
            return

    def copy_to(self, target: Path) -> None:
        """Write a copy of the whole project, complete or not at all."""
        part = target.with_name(target.name + ".part")
        try:
            part.unlink(missing_ok=True)
            with self._mutex:
                other = sqlite3.connect(part)
                try:
                    self._db.backup(other)
                    other.execute("PRAGMA journal_mode=DELETE")
                finally:
                    other.close()
            for ending in ("-wal", "-shm"):
                target.with_name(target.name + ending).unlink(missing_ok=True)
            os.replace(part, target)
        except (OSError, sqlite3.Error) as error:
            part.unlink(missing_ok=True)
            raise ProjectError(f"{target.name} cannot be written: {error}.", "Choose another place.") from error

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and on the disk when the block is left.

        Raises:
            ProjectError: The file is read-only or cannot be written; nothing was changed.
        """
        if self.read_only:
            raise ProjectError(self.read_only_why, "Save a copy to go on working.")
        with self._mutex:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    now = datetime.now().isoformat()
                    self._db.execute("INSERT OR REPLACE INTO state VALUES ('saved_at', ?)", (json.dumps(now),))
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise self._trouble(error) from error

    def _trouble(self, error: sqlite3.Error) -> ProjectError:
        text = str(error)
        if "full" in text:
            return ProjectError("The last change is not saved: the disk is full.", "Free some space or save elsewhere.")
        if "not a database" in text or "malformed" in text:
            return ProjectError(f"{self.path.name} is damaged or not a project.", "Open an older version of it.")
        return ProjectError(
            f"{self.path.name} cannot be used: {text}.", "Check the file and its folder, then try again."
        )

    # Small state

    def state(self, key: str, default: Any = None) -> Any:
        """A piece of state, as plain data."""
        if key in self._later:
            return self._later[key]
        row = self.rows("SELECT value FROM state WHERE key = ?", key)
        return json.loads(row[0][0]) if row else default

    def put_state(self, **values: Any) -> None:
        """Write pieces of state in one transaction."""
        with self.transaction() as db:
            write_state(db, values)

    def put_state_soon(self, **values: Any) -> None:
        """Write pieces of state; where another thread is just writing, with what is written next: nobody waits for it."""
        if self.read_only:
            raise ProjectError(self.read_only_why, "Save a copy to go on working.")
        self._later.update(values)
        if self._mutex.acquire(blocking=False):
            try:
                self._write_later()
            finally:
                self._mutex.release()

    def _write_later(self) -> None:
        """Write what was put off."""
        if self._later:
            waiting, self._later = self._later, {}
            self.put_state(**waiting)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of a query; while another thread is writing, as they were before that."""
        if self._mutex.acquire(blocking=False):
            try:
                return self._db.execute(query, values).fetchall()
            finally:
                self._mutex.release()
        with closing(self._connect()) as beside:
            return beside.execute(query, values).fetchall()

    # Contents

    def add_content(self, kind: str, meta: Mapping[str, Any], parts: Mapping[str, pa.Table]) -> int:
        """Write a content; it may be called by a worker, and others can write between two chunks.

        Returns:
            Its number. It is dropped when the project is opened next, unless the state names it by then.
        """
        with self.transaction() as db:
            text = json.dumps({**meta, "incomplete": True}, ensure_ascii=False)
            content = int(db.execute("INSERT INTO contents (kind, meta) VALUES (?, ?)", (kind, text)).lastrowid or 0)
        for part, table in parts.items():
            for number, data in enumerate(table_chunks(table)):
                with self.transaction() as db:
                    db.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", (content, part, number, data))
        with self.transaction() as db:
            db.execute("UPDATE contents SET meta = ? WHERE id = ?", (json.dumps(meta, ensure_ascii=False), content))
        return content

    def add_parts(self, content: int, parts: Mapping[str, pa.Table]) -> None:
        """Write more parts of a content, all or nothing."""
        rows = [(content, part, n, data) for part, one in parts.items() for n, data in enumerate(table_chunks(one))]
        with self.transaction() as db:
            db.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?)", rows)

    def content(self, content: int) -> tuple[dict[str, Any], dict[str, pa.Table]]:
        """The meta data and the parts of a content."""
        found = self.rows("SELECT meta FROM contents WHERE id = ?", content)
        names = self.rows("SELECT DISTINCT part FROM chunks WHERE content = ? ORDER BY part", content)
        if not found:
            raise ProjectError(f"A part of {self.path.name} is missing.", "Open an older version of it.")
        parts = {}
        for (part,) in names:
            chunks = self.rows("SELECT data FROM chunks WHERE content = ? AND part = ? ORDER BY number", content, part)
            parts[str(part)] = table_from_chunks([bytes(data) for (data,) in chunks])
        return json.loads(found[0][0]), parts

    def _drop_unused(self) -> None:
        """Drop contents that neither the state nor the journal (undo!) names."""
        # The last reading of a list that is gone tells, when the list comes back, which row is which.
        used = {*self.state("contents_in_use", []), *self.state("last_contents", {}).values()}
        for before, after in self.rows("SELECT before, after FROM journal"):
            for patch in (json.loads(before), json.loads(after)):
                used |= {entry["content"] for entry in patch.get("lists", ())}
        unused = [number for (number,) in self.rows("SELECT id FROM contents") if number not in used]
        if unused:
            with self.transaction() as db:
                db.executemany("DELETE FROM chunks WHERE content = ?", [(number,) for number in unused])
                db.executemany("DELETE FROM contents WHERE id = ?", [(number,) for number in unused])


def write_state(db: sqlite3.Connection, values: Mapping[str, Any]) -> None:
    """Write pieces of state inside a transaction."""
    rows = [(key, json.dumps(value, ensure_ascii=False)) for key, value in values.items()]
    db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", rows)


def remove_files(project: Path) -> None:
    """Remove a project file that nobody has open, what SQLite may have left beside it, and its older versions."""
    for ending in ("", "-wal", "-shm", ".lock"):
        project.with_name(project.name + ending).unlink(missing_ok=True)
    shutil.rmtree(versions_folder(project), ignore_errors=True)


def older_versions(project: Path) -> list[Path]:
    """Copies of a project from earlier times it was opened, newest first."""
    folder = versions_folder(project)
    return sorted(folder.glob("*.entityres"), reverse=True) if folder.is_dir() else []
