"""Engine: how alike addresses on the web are: by whole words, or one slip of the pen.

"vex-coatings.com" and "dal-coatings.com" have most letters in common and are two firms: who buys an address takes one that
nobody has. So what runs of letters have in common tells nothing; the whole name does, with and without "http" and "www", under
another ending, or with a page behind it.
"""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from entityres.records.fields import FieldValues
from entityres.records.headings import sense_of
from entityres.records.roles import Role
from entityres.scoring.edits import edits

SLIP = np.float32(0.9)
"""How alike two addresses are that differ by one letter, or two that changed places."""

LONG = 8
"""Letters of an address in which one slip leaves no other name that somebody may have taken: "ing.de", "eng.de"."""

_HEADINGS = frozenset(
    {"website", "web", "url", "homepage", "domain", "web site", "webseite", "internet", "site web", "sito web"}
)
_WRITTEN, _MOSTLY = "^(https?|www) ", 0.5


def are_sites(field: FieldValues) -> bool:
    """Whether a field of texts holds addresses on the web, by its heading or its values."""
    if field.role is not Role.TEXT or not len(field.values):
        return False
    if any(sense_of(heading).phrase in _HEADINGS for headings in field.sources for heading in headings):
        return True
    written = pc.match_substring_regex(field.values, _WRITTEN)
    return float(pc.mean(written.cast("float32")).as_py()) > _MOSTLY


def slips(field: FieldValues, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """float32 (n,): `SLIP` for two addresses one slip apart, 0 for others.

    Args:
        field: A field of addresses.
        a: int32 (n,), numbers of distinct values.
        b: int32 (n,).
    """
    lengths = np.diff(field.buffers[1])
    near = (np.minimum(lengths[a], lengths[b]) >= LONG) & (edits(field, a, b, most=1) <= 1)
    made: np.ndarray = np.where(near, SLIP, np.float32(0))
    return made
