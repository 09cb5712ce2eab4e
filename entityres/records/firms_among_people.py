"""Engine: firms in a column of persons' names, as owners and donors are listed: "Smith John" beside "Elm Street 12 LLC".

A legal form at the end tells them, or a word such as "trust". They are compared as firms are; taken apart as persons, "LLC"
would be a last name that many share. O(names) where a sample has such firms.
"""

from __future__ import annotations

import numpy as np

from entityres.records.coding import Coded, Texts, drawn, only_used
from entityres.records.contents import family_names, given_names
from entityres.records.folding import Fold, fold, fold_text
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
def _of_firms() -> str:
    """A pattern: two words or more, with a legal form at the end or a word that no person has in the name."""
    persons = given_names() | family_names()
    forms = "|".join(sorted({form for form in words("legal_forms") if len(form) >= _SHORTEST} - persons))
    telling = "|".join(sorted({fold_text(word) for word in words("business_words", "no person")} - persons))
    return rf"\S (?:{forms})(?: and co(?: kg)?)?$|^(?:{telling}) \S|\S (?:{telling})(?: |$)"


def _are_firms(texts: Texts) -> np.ndarray:
    """bool (n,): names that are those of firms."""
    import pyarrow.compute as pc

    folded = pc.utf8_trim_whitespace(fold(texts, Fold.AND).to_arrow())
    found: np.ndarray = pc.match_substring_regex(folded, _of_firms()).to_numpy(zero_copy_only=False)
    return found
