"""Engine: titles as catalogues file them ("Blue Lamp, The") in the order in which they are said ("The Blue Lamp")."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from entityres.records.coding import Texts, from_arrow, gather, replaced

ARTICLES = (
    *("the", "a", "an"),
    *("der", "die", "das", "ein", "eine"),
    *("le", "la", "les", "l'", "l’", "un", "une"),
    *("el", "los", "las", "una"),
    *("il", "lo", "gli", "uno"),
    *("os", "as", "um", "uma"),
    *("het", "een", "den", "det", "en", "ett"),
)
"""Of English, German, French, Spanish, Italian, Portuguese, Dutch and the languages of Scandinavia; single letters but the
English "a" are left out, since they end other titles too."""

_FILED = rf"(?i)^(.*\S)\s*,\s*({'|'.join(ARTICLES)})\s*$"


def in_spoken_order(texts: Texts) -> Texts:
    """The texts, with an article behind the last comma set in front."""
    listed = texts.to_arrow()
    filed = np.flatnonzero(pc.match_substring_regex(listed, _FILED).to_numpy(zero_copy_only=False))
    if not len(filed):
        return texts
    said = pc.replace_substring_regex(gather(texts, filed).to_arrow(), _FILED, r"\2 \1")
    return replaced(texts, filed, from_arrow(said))
