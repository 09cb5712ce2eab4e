"""Engine: whether two legal forms of firms are two, or one written in two ways: "Inc" is "Incorporated", "GmbH" is not "AG"."""

from __future__ import annotations

import numpy as np

from entityres.records.addresses import legal_forms_of
from entityres.records.byte_order import sorted_values
from entityres.records.coding import Coded, mapped, texts_of
from entityres.records.once import once
from entityres.records.tables import meanings, words

_MOST_WORDS = 6


@once
def _writings() -> dict[str, str]:
    """What is kept of legal forms that are written in several ways, words joined by underscores."""
    return meanings("legal_forms", "one form")


@once
def _saying_little() -> frozenset[str]:
    return words("legal_forms", "saying little")


def one_writing(forms: str) -> str:
    """The legal forms of a name, each in one writing and order, without those that are words of names or say little.

    Args:
        forms: As `legal_forms_of` gives them: "gesellschaft mbh and co kg" is "gmbh kg".
    """
    tokens, kept, at = forms.split(), set(), 0
    while at < len(tokens):
        size = next((size for size in range(_MOST_WORDS, 0, -1) if "_".join(tokens[at : at + size]) in _writings()), 1)
        written = "_".join(tokens[at : at + size])
        kept.update(_writings().get(written, written).split())
        at += size
    return " ".join(sorted(kept - _saying_little()))


def numbered_forms(raw: Coded) -> np.ndarray:
    """int32 (n,): the legal form of each organisation as a number, the same for two writings of one; -1 for none.

    They are numbered by their letters, so that the order of the rows makes no difference; those of two forms at once, as of
    a partnership whose partner is a company (GmbH & Co. KG), have odd numbers.
    """
    found = mapped(raw, legal_forms_of(raw.texts))
    coded = sorted_values(mapped(found, texts_of([one_writing(forms) for forms in found.texts.to_list()])))
    twofold = np.array([" " in forms for forms in coded.texts.to_list()] + [False])
    return np.where(coded.codes >= 0, 2 * coded.codes + twofold[coded.codes], -1).astype(np.int32)


def twofold(forms: np.ndarray) -> np.ndarray:
    """bool (n,): numbers of two legal forms at once."""
    made: np.ndarray = (forms > 0) & (forms & 1 == 1)
    return made
