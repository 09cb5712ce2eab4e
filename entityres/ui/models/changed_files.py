"""UI: which files changed on disk since they were read: by size and time, else by content. No Qt in here."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.record_list import RecordList

Stamp = tuple[int, int]
"""Size and time of change (ns) of a file."""
_BLOCK = 1 << 22
MOST_NAMED = 3
"""Files that are named in one message."""


@dataclass(frozen=True)
class OnDisk:
    """What the files of the lists are now.

    Attributes:
        changed: Number of each list whose file is another one now, with the time of its change.
        same: SHA-256 of the files that are as they were, with the stamp by which that is seen next time.
        gone: Number of each list whose file is not where it was; the project has its own copy.
    """

    changed: Mapping[int, datetime]
    same: Mapping[str, Stamp]
    gone: tuple[int, ...] = ()


def stamp(path: str) -> Stamp | None:
    """Size and time of a file; None when it is gone or out of reach."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def look_at_files(
    lists: Sequence[RecordList], known: Mapping[str, Sequence[int]], progress: Progress | None = None
) -> OnDisk:
    """Compare the files with what was read.

    Args:
        lists: The lists.
        known: Stamps by SHA-256, of files that were the same when they had that stamp.
        progress: Asked whether to stop.
    """
    changed: dict[int, datetime] = {}
    same: dict[str, Stamp] = {}
    gone: list[int] = []
    for number, one in enumerate(lists):
        now = stamp(one.path)
        if not one.sha256 or not one.path:
            continue
        if now is None:
            gone.append(number)
            continue
        if tuple(known.get(one.sha256, ())) == now or (
            now[0] == one.size and _digest(one.path, progress) in (one.sha256, "")
        ):
            same[one.sha256] = now
        else:
            changed[number] = datetime.fromtimestamp(now[1] / 1e9)
    return OnDisk(changed, same, tuple(gone))


def on_disk_words(lists: Sequence[RecordList], found: OnDisk) -> str:
    """What is to be said when a project is opened; "" when all files are as they were."""
    names = {number: os.path.basename(lists[number].path) for number in (*found.changed, *found.gone)}
    words = [f"{names[number]} changed on disk {when(moment)}." for number, moment in found.changed.items()]
    words += [f"{names[number]} is no longer where it was." for number in found.gone]
    return " ".join(words[:MOST_NAMED]) + (" And more files." if len(words) > MOST_NAMED else "")


def when(moment: datetime) -> str:
    """A time in words: only the hour for today."""
    today = moment.date() == datetime.now().date()
    return f"at {moment:%H:%M}" if today else f"on {moment:%d %b %Y} at {moment:%H:%M}"


def _digest(path: str, progress: Progress | None) -> str:
    """SHA-256 of a file, "" when it cannot be read just now."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                if progress is not None:
                    progress.check()
    except OSError:
        return ""
    return digest.hexdigest()
