"""Engine: several files that take their places together, or not at all.

Each is written under a temporary name in the same folder; `commit` puts all in place by renaming, and puts everything back
if one of them cannot be. Whatever ends the work before that leaves no file behind, nor a folder that was made for it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from entityres.errors import OutputError


class Staging:
    """Use as a context manager; without `commit` nothing stays.

    Attributes:
        folder: Where the files go; made if need be.
    """

    def __init__(self, folder: Path, never: Iterable[str] = ()) -> None:
        """Prepare to write.

        Args:
            folder: Where the files go.
            never: Paths of input files, which no output may take the place of.
        """
        self.folder = folder
        self._never = [Path(path) for path in never]
        self._files: dict[str, tuple[Path, BinaryIO]] = {}
        self._removed: list[str] = []
        self._made: list[Path] = []

    def __enter__(self) -> Staging:
        """Make the folder."""
        missing = []
        place = self.folder
        while not place.exists() and place != place.parent:
            missing.append(place)
            place = place.parent
        try:
            for folder in reversed(missing):
                folder.mkdir()
                self._made.append(folder)
            if not self.folder.is_dir():
                raise OutputError(f"{self.folder} is a file, not a folder.", "Choose a folder for the results.")
        except OSError as error:
            self._discard()
            raise output_error(error, self.folder) from error
        except OutputError:
            self._discard()
            raise
        return self

    def open(self, name: str) -> BinaryIO:
        """A new file that will be called `name`. Raises OutputError where an input file has that place."""
        target = self.folder / name
        for path in self._never:
            if _same_file(path, target):
                raise OutputError(
                    f"{target} is one of the lists that were read.", "Choose another folder for the results."
                )
        temporary = self.folder / f".{name}.{os.getpid()}.part"
        try:
            file = temporary.open("wb")
        except OSError as error:
            raise output_error(error, target) from error
        self._files[name] = (temporary, file)
        return file

    def settle(self, name: str) -> None:
        """A file is complete: make it last. The others need not wait for that; `commit` sees to those that nobody settled.

        Raises:
            OutputError: The disk is full, or gone.
        """
        _, file = self._files[name]
        if file.closed:
            return
        try:
            file.flush()
            os.fsync(file.fileno())
            file.close()
        except OSError as error:
            raise output_error(error, self.folder / name) from error

    def start_again(self) -> None:
        """Forget what was written so far."""
        for temporary, file in self._files.values():
            file.close()
            temporary.unlink(missing_ok=True)
        self._files.clear()

    def remove(self, name: str) -> None:
        """An older file of that name goes when the others take their places."""
        self._removed.append(name)

    def commit(self) -> dict[str, Path]:
        """Put all files in place. Raises OutputError, with everything as it was before."""
        for name in self._files:
            self.settle(name)
        aside: dict[Path, Path] = {}
        placed: list[Path] = []
        target = self.folder
        try:
            for name in (*self._files, *self._removed):
                target = self.folder / name
                if target.exists():
                    aside[target] = self.folder / f".{name}.{os.getpid()}.before"
                    os.replace(target, aside[target])
            for name, (temporary, _) in self._files.items():
                target = self.folder / name
                os.replace(temporary, target)
                placed.append(target)
        except OSError as error:
            for path in placed:
                path.unlink(missing_ok=True)
            for path, old in aside.items():
                if old.exists():
                    os.replace(old, path)
            raise output_error(error, target) from error
        for old in aside.values():
            old.unlink(missing_ok=True)
        self._made.clear()
        self._files.clear()
        _sync_folder(self.folder)
        return {path.name: path for path in placed}

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing behind that was not committed; tell a full disk in plain words."""
        self._discard()
        if isinstance(error, OSError):
            raise output_error(error, self.folder) from error

    def _discard(self) -> None:
        for temporary, file in self._files.values():
            try:
                file.close()
            except OSError:
                pass  # a full disk says so again on closing
            temporary.unlink(missing_ok=True)
        self._files.clear()
        for folder in reversed(self._made):
            try:
                folder.rmdir()
            except OSError:
                break  # somebody else has put something there
        self._made.clear()


def check_folder(folder: Path, names: Iterable[str], inputs: Iterable[str]) -> None:
    """Find out before long work whether files can be written there later; makes nothing.

    Args:
        folder: Where the files will go.
        names: Names of the files.
        inputs: Files that must not be overwritten.

    Raises:
        OutputError: The folder cannot be made or written to, or a file would take the place of an input.
    """
    never = [Path(path) for path in inputs]
    for name in names:
        target = folder / name
        if any(_same_file(path, target) for path in never):
            raise OutputError(f"{target} is one of the files that are read.", "Choose another place for the results.")
        if target.is_dir():
            raise OutputError(
                f"{target} cannot be written: a folder has that name.", "Move it or choose another folder."
            )
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise OutputError(f"{place} is a file, not a folder.", "Choose a folder for the results.")
    if not os.access(place, os.W_OK | os.X_OK):
        raise OutputError(
            f"{place} cannot be written to: there is no permission.", "Choose a folder that you may write to."
        )


def output_error(error: OSError, place: Path) -> OutputError:
    """A plain sentence for a file or folder that cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutputError(f"{place} could not be written: the disk is full.", "Make room or choose another folder.")
    if isinstance(error, PermissionError) and os.name == "nt":
        return OutputError(f"{place} cannot be written: another program has it open.", "Close it there and try again.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return OutputError(
            f"{place} cannot be written: there is no permission.", "Choose a folder that you may write to."
        )
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return OutputError(f"{place} cannot be made: a file has that name.", "Choose another folder.")
    if error.errno == errno.EISDIR:
        return OutputError(f"{place} cannot be written: a folder has that name.", "Move it or choose another folder.")
    return OutputError(f"{place} cannot be written: {error.strerror or error}.", "Choose another folder.")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()


def _sync_folder(folder: Path) -> None:
    """Make the new names last through a power cut, where the system knows how."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
