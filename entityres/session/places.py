"""Session: where the program keeps what has no place of the user's: drafts and older versions."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs

ENDING = ".entityres"


def data_folder() -> Path:
    """The program's own data folder; the variable ENTITYRES_DATA moves it (a portable copy, a test)."""
    given = os.environ.get("ENTITYRES_DATA")
    return Path(given) if given else Path(platformdirs.user_data_dir("entityres", appauthor=False))


def drafts_folder() -> Path:
    """Where projects live that were never given a place."""
    return data_folder() / "drafts"


def versions_folder(project: Path) -> Path:
    """Where older versions of a project are kept."""
    name = hashlib.sha256(os.fsencode(os.path.abspath(project))).hexdigest()[:16]
    return data_folder() / "versions" / name


def drafts() -> list[Path]:
    """Projects that were never given a place, the latest first."""
    folder = drafts_folder()
    return sorted(folder.glob(f"*{ENDING}"), reverse=True) if folder.is_dir() else []


def is_draft(project: Path) -> bool:
    """True when the project was never given a place."""
    return Path(os.path.abspath(project)).parent == Path(os.path.abspath(drafts_folder()))
