"""Session: one process writes a project at a time; a file beside it says who.

The lock is the operating system's, so that it ends with its process, however that ends. The text in the file is for
people; finding it there without a lock on it means that the process before ended without closing the project.
"""

from __future__ import annotations

import errno
import getpass
import json
import os
import socket
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

# Windows locks are mandatory: the locked byte lies beyond the text, which others must be able to read.
LOCKED_BYTE = 1 << 20
# Anything else means that the disk (a network drive) has no locks: better to work without than not at all.
TAKEN = frozenset({errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK})


@dataclass(frozen=True)
class Owner:
    """Who has a project open."""

    pid: int
    host: str
    user: str
    since: str

    @property
    def words(self) -> str:
        """Who, for a message."""
        return f"{self.user} on {self.host} (process {self.pid}, since {self.since})"


class FileLock:
    """The right to write one project file."""

    def __init__(self, project: Path) -> None:
        self.path = project.with_name(project.name + ".lock")
        self.left_behind = False
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Try to get the lock; False when another process has it. Sets `left_behind` after an unclean end."""
        while True:
            file = open(self.path, "a+b")  # noqa: SIM115 - it stays open as long as the lock is held
            if not _lock(file):
                file.close()
                return False
            if _is_at(file, self.path):
                break
            file.close()
        file.seek(0)
        self.left_behind = bool(file.read(1))
        file.truncate(0)
        owner = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "user": user_name(),
            "since": datetime.now().strftime("%Y-%m-%d %H:%M"),
        }
        file.write(json.dumps(owner).encode())
        file.flush()
        self._file = file
        return True

    def owner(self) -> Owner | None:
        """Who has the lock, as far as the file says."""
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            return Owner(int(data["pid"]), str(data["host"]), str(data["user"]), str(data["since"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def give_back(self) -> None:
        """End the lock after a clean close."""
        if self._file is None:
            return
        file, self._file = self._file, None
        file.truncate(0)
        if sys.platform != "win32":
            # Removed while it is still locked: nobody can have taken it in between. Windows cannot, and leaves it empty.
            self.path.unlink(missing_ok=True)
        file.close()
        if sys.platform == "win32":
            try:
                self.path.unlink(missing_ok=True)
            except OSError:
                pass


def is_open(project: Path) -> bool:
    """Whether some process, this one too, has the project open for writing; looking changes nothing."""
    try:
        with open(project.with_name(project.name + ".lock"), "r+b") as file:
            return not _lock(file)
    except OSError:
        return False


def was_left_behind(project: Path) -> bool:
    """Whether the process that had the project open ended without closing it, and nobody opened it since."""
    try:
        return project.with_name(project.name + ".lock").stat().st_size > 0 and not is_open(project)
    except OSError:
        return False


def user_name() -> str:
    """The name of the person at this computer."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "someone"


def _is_at(file: BinaryIO, path: Path) -> bool:
    """False when the file was removed or replaced between opening and locking it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> bool:
        file.seek(LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return error.errno not in TAKEN
        return True
else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in TAKEN
        return True
