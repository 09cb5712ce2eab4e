"""Engine: the apostrophe in front of cells that a spreadsheet would run, and its removal when such a file is read again.

A cell is marked that begins, after blanks and apostrophes, with `=` or `@`, or with `+` or `-` where what follows is not a
plain phone number (digits, blanks, brackets, hyphens, dots and strokes). Marking adds one apostrophe and unmarking takes one
off, so that `unguarded(guarded(cells))` gives the same cells, also those that had an apostrophe of their own.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

# Whatever a spreadsheet may skip before a formula: white space of all kinds, control and invisible characters.
_BLANKS = r"[\s\v\x1c-\x1f\x{85}\x{200b}\x{feff}\pZ]*"
_RUNS = rf"{_BLANKS}[=@+\-]"
_PLAIN_PHONE = rf"{_BLANKS}[+\-][0-9 ()\[\]./\-]*\z"


def guarded(array: pa.LargeStringArray) -> pa.LargeStringArray:
    """The cells with an apostrophe before each that a spreadsheet would run.

    Args:
        array: `large_string` without nulls.
    """
    marked = _would_run(array, "'*")
    if not pc.any(marked, min_count=0).as_py():
        return array
    apostrophe, nothing = pa.scalar("'", array.type), pa.scalar("", array.type)
    return pc.if_else(marked, pc.binary_join_element_wise(apostrophe, array, nothing), array)


def unguarded(array: pa.LargeStringArray) -> pa.LargeStringArray:
    """The cells without the apostrophe that `guarded` put before them; other apostrophes stay.

    Args:
        array: `large_string` without nulls.
    """
    # Few lists have a cell with a leading apostrophe at all: looking for that first is twenty times as fast.
    if not pc.any(pc.starts_with(array, "'"), min_count=0).as_py():
        return array
    return pc.if_else(_would_run(array, "'+"), pc.utf8_slice_codeunits(array, 1), array)


def _would_run(array: pa.LargeStringArray, start: str) -> pa.BooleanArray:
    """Which cells a spreadsheet would run if `start`, a pattern, were not there."""
    runs = pc.match_substring_regex(array, f"^{start}{_RUNS}")
    plain = pc.match_substring_regex(array, f"^{start}{_PLAIN_PHONE}")
    return pc.and_not(runs, plain)
