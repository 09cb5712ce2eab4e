"""Engine: firms in a column of persons' names, as owners and donors are listed: "Smith John" beside "Elm Street 12 LLC".

A legal form at the end tells them. They are compared as firms are; taken apart as persons, "LLC" would be a last name that
many share. O(names) where a sample has such firms.
"""

from __future__ import annotations

import numpy as np

from entityres.records.coding import Coded, Texts, drawn, only_used
from entityres.records.contents import family_names, given_names
from entityres.records.folding import Fold, fold
from entityres.records.once import once
from entityres.records.tables import words

LOOKED_AT = 2000
_SHORTEST = 3  # "Sa", "An" and "Da" are names, too


def firms_apart(raw: Coded) -> tuple[Coded, Coded | None]:
    """The names of persons, and those of firms; no firms where they are fewer than two, which nothing could be compared with.

    Args:
        raw: Names of all records.
    """
    if not _are_firms(drawn(raw.texts, LOOKED_AT)).any():
        return raw, None
    firms = np.append(_are_firms(raw.texts), False)[raw.codes]
    if np.count_nonzero(firms) < 2:
        return raw, None
    nobody = np.int32(-1)
    people, rest = (np.where(keep, raw.codes, nobody).astype(np.int32, copy=False) for keep in (~firms, firms))
    return Coded(people, raw.texts), only_used(Coded(rest, raw.texts))


@once
def _form_at_the_end() -> str:
    """A pattern: a legal form of one word behind another word."""
    forms = {form for form in words("legal_forms") if len(form) >= _SHORTEST} - given_names() - family_names()
    return rf"\S\s(?:{'|'.join(sorted(forms))})$"


def _are_firms(texts: Texts) -> np.ndarray:
    """bool (n,): names that end in a legal form."""
    import pyarrow.compute as pc

    folded = fold(texts, Fold.AND).to_arrow()
    found: np.ndarray = pc.match_substring_regex(pc.utf8_trim_whitespace(folded), _form_at_the_end()).to_numpy(False)
    return found
