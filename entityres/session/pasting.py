"""Session: text that was pasted as a list: kept as a file of the program's own, so that it is read like any other."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from entityres.errors import InputError, OutputError
from entityres.session.places import data_folder

NAME = "Pasted list.csv"


def keep_pasted(text: str) -> Path:
    """Write pasted text to a file; returns its place.

    Raises:
        InputError: The text is no list: it has fewer than two lines.
        OutputError: The file cannot be written.
    """
    if len(text.split()) < 2 or len(text.strip().splitlines()) < 2:
        raise InputError("The clipboard holds no list.", "Copy rows with their headings, then paste them here.")
    folder = data_folder() / "pasted" / f"{datetime.now():%Y-%m-%d %H%M%S %f}"
    try:
        folder.mkdir(parents=True)
        place = folder / NAME
        place.write_text(text, "utf-8", newline="")
    except OSError as error:
        raise OutputError(
            f"The pasted list cannot be kept: {error.strerror}.", "Free some space and try again."
        ) from error
    return place
