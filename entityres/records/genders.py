"""Engine: words and letters for the sex of somebody, and one word for each."""

from __future__ import annotations

import numpy as np

from entityres.records.coding import Texts, gather, replaced, texts_of
from entityres.records.folding import fold_text
from entityres.records.once import once
from entityres.records.tables import words

MOST_WRITINGS = 100


@once
def female() -> frozenset[str]:
    """Words and letters for a woman, folded."""
    return frozenset(fold_text(word) for word in words("genders", "female"))


@once
def male() -> frozenset[str]:
    """Words and letters for a man, folded."""
    return frozenset(fold_text(word) for word in words("genders", "male"))


def are_genders(values: set[str]) -> bool:
    """Whether folded values are nothing but words for a sex, and both occur."""
    return bool(values & female()) and bool(values & male()) and values <= female() | male()


def in_one_word(folded: Texts) -> Texts:
    """One word for each sex, where a column has nothing but words for it; else the same texts.

    M is a woman in Spanish lists and H a man, M a man in most others: where both letters stand, nothing is changed.

    Args:
        folded: Distinct folded values of a column, "" for none.
    """
    places = np.flatnonzero(~folded.empty())
    found = gather(folded, places).to_list() if len(places) <= MOST_WRITINGS else []
    if not are_genders(set(found)) or {"h", "m"} <= set(found):
        return folded
    return replaced(folded, places, texts_of(["female" if word in female() else "male" for word in found]))
