"""Session: search in the cleaned texts of both records of all pairs.

The words are looked for in the distinct values of each field and only then spread to records and pairs, so that a
million pairs take some tens of milliseconds.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.compiled import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from entityres.progress import Progress
    from entityres.records.fields import FieldValues
    from entityres.session.matched import Matched

NUMBER = re.compile(r"\+?[\d()./\- ]*\d[\d()./\- ]*")


@dataclass(frozen=True)
class Found:
    """What a search found: in which match, by which words, and bool (n_pairs,) the pairs."""

    matched: Matched
    text: str
    pairs: np.ndarray


def search_job(matched: Matched, text: str) -> Callable[[Progress], Found]:
    """`matching_pairs` as a job."""

    def job(progress: Progress) -> Found:
        progress.begin("Searching")
        return Found(matched, text, matching_pairs(matched, text))

    return job


def matching_pairs(matched: Matched, text: str) -> np.ndarray:
    """bool (n_pairs,): pairs of which one record holds all words of the text, each in any field."""
    pairs = matched.scored.pairs
    found = matching_records(matched, text)
    return np.asarray(found[pairs.left] | found[pairs.right])


def matching_records(matched: Matched, text: str) -> np.ndarray:
    """bool (n_records,): records that hold all words of the text, each in any field."""
    found = np.ones(len(matched.cleaned), bool)
    for word in _words(text):
        found &= _holding(matched, word)
    return found


def _holding(matched: Matched, word: str) -> np.ndarray:
    """bool (n_records,): records that hold a word in any field."""
    import pyarrow.compute as pc

    def holding(field: FieldValues) -> np.ndarray:
        has = pc.match_substring(field.values, word).to_numpy(zero_copy_only=False)
        found: np.ndarray = np.append(has, False)[field.codes]
        return found

    found = np.zeros(len(matched.cleaned), bool)
    fields = [field for field in matched.cleaned.fields if len(field.values)]
    for one in side_by_side(holding, fields, lambda field: len(field.values)):
        found |= one
    return found


def _words(text: str) -> list[str]:
    """The words as cleaning leaves them: lower case, no accents, numbers without what is between the digits."""
    text = text.strip()
    if NUMBER.fullmatch(text) and sum(c.isdigit() for c in text) >= 6:
        return [re.sub(r"\D", "", text)]
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).split()
