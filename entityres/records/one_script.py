"""Engine: words that lists write in two scripts, Иван and Ivan, brought to Latin letters for comparing.

Letter by letter such names have nothing in common, so where they differ nothing was known of them, and a couple with one
e-mail address looked like one person. Where a good part of the records has Latin letters and a good part Cyrillic, Greek or
Georgian ones, these are written as passports write them. Which language the Cyrillic letters are, the letters tell that only
one of them has. What somebody romanised otherwise (Zhana, Jana) is then as near as any two spellings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from entityres.records.coding import Coded, Texts, counts_of, gather, replaced, texts_of
from entityres.records.once import once
from entityres.records.tables import meanings, table

BOTH = 0.01
"""Of so many records at least, each script has to be: of less, one is where somebody typed a word of another country."""

FIRST_BYTE = 0xCE
"""Letters of these scripts begin with this byte or a later one, Latin letters with earlier ones (UTF-8)."""

OTHER = r"[\p{Cyrillic}\p{Greek}\p{Georgian}]"
_CYRILLIC = ("Russian", "Ukrainian", "Serbian and Macedonian")
_WITHOUT_OWN_LETTERS = "Bulgarian"
_BETWEEN = "\ue000"  # means nothing


class Letters(NamedTuple):
    """What to write for letters of other scripts: for pairs of letters and for single ones."""

    pairs: tuple[tuple[str, str], ...]
    single: dict[int, str]

    def of(self, texts: Texts) -> Texts:
        """Folded texts in Latin letters."""
        places = np.flatnonzero(_has(texts, OTHER))
        if not len(places):
            return texts
        whole = _BETWEEN.join(gather(texts, places).to_list())
        for pair, latin in self.pairs:
            whole = whole.replace(pair, latin)
        return replaced(texts, places, texts_of(whole.translate(self.single).split(_BETWEEN)))


def _has(texts: Texts, pattern: str) -> np.ndarray:
    """bool (n,): texts in which the pattern is found; none where all letters are Latin."""
    import pyarrow.compute as pc

    if not (texts.data >= FIRST_BYTE).any():
        return np.zeros(texts.n, bool)
    found: np.ndarray = pc.match_substring_regex(texts.to_arrow(), pattern).to_numpy(zero_copy_only=False)
    return found


@once
def _own_letters() -> dict[str, str]:
    """For each Cyrillic language the letters that only it has."""
    return {name: table("latin_letters")[name][0].partition(":")[2].strip() for name in _CYRILLIC}


def _letters_in(language: str) -> Letters:
    """How the letters of all scripts are written, Cyrillic ones as in this language."""
    made: dict[str, str] = {}
    for section in ("Greek", "Georgian", "Cyrillic", language):
        made |= meanings("latin_letters", section)
    pairs = tuple((letters, latin) for letters, latin in made.items() if len(letters) == 2)
    return Letters(pairs, {ord(letter): latin for letter, latin in made.items() if len(letter) == 1})


def letters_for(columns: Sequence[Coded]) -> Letters | None:
    """How to write the words of a field in one script; None where its records have only one.

    Args:
        columns: The cells of its columns, as written.
    """
    latin = other = 0
    for raw in columns:
        with_other = _has(raw.texts, OTHER)
        if with_other.any():
            held = counts_of(raw.codes, raw.texts.n)
            other += int(held[with_other].sum())
            latin += int(held[~with_other & _has(raw.texts, r"\p{Latin}")].sum())
        else:
            latin += int(np.count_nonzero(raw.codes >= 0))
    if min(latin, other) <= BOTH * (latin + other):
        return None
    shown = {
        name: sum(int(np.count_nonzero(_has(raw.texts, f"(?i)[{letters}]"))) for raw in columns)
        for name, letters in _own_letters().items()
    }
    most = max(shown, key=lambda name: shown[name])
    return _letters_in(most if shown[most] else _WITHOUT_OWN_LETTERS)
