"""Engine: words, letters and forms of address that tell the sex of somebody, and one word for each sex.

Herr and Frau, M. and Mme, H and M: which letter is whose, the other values of the column tell. A title such as Dr. and two
people in one cell tell nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from entityres.records.coding import Texts, gather, replaced, texts_of
from entityres.records.fields import FieldValues
from entityres.records.folding import fold_text
from entityres.records.once import once
from entityres.records.roles import Role
from entityres.records.tables import meanings, table, words

MOST_WRITINGS = 10_000
NEARLY_ALL = 0.9
SEXES = frozenset({"female", "male"})
_NEITHER = "neither"


@once
def _languages() -> tuple[dict[str, str], ...]:
    """For each section of the table the sex that each of its words tells."""
    return tuple(
        {_joined(word): sex for word, sex in meanings("genders", section).items()}
        for section in table("genders")
        if section != _NEITHER
    )


@once
def _known_words() -> frozenset[str]:
    """All words that stand in columns of sexes and forms of address, those that tell no sex among them."""
    others = words("genders", _NEITHER) | words("honorifics", "before")
    return frozenset(_joined(word) for word in others).union(*_languages())


def _joined(text: str) -> str:
    return fold_text(text).replace(" ", "")


def _words_of(writing: str) -> Iterator[str]:
    """The words of a folded value, two that are one known word as one: "sig ra", which was written Sig.ra."""
    tokens = writing.split()
    at = 0
    while at < len(tokens):
        both = "".join(tokens[at : at + 2])
        one = both if both in _known_words() else tokens[at]
        at += 2 if one == both else 1
        yield one


def told_sexes(writings: Mapping[str, int]) -> dict[str, str]:
    """For each value of a column the sex that it tells, "" for none; nothing at all where the column tells no sexes.

    It tells them where nearly all its values are such words and both sexes occur.

    Args:
        writings: Records with each folded value.

    Example:
        >>> told_sexes({"herr": 3, "frau dr": 2, "dr": 1})
        {'herr': 'male', 'frau dr': 'female', 'dr': ''}
    """
    split = {writing: list(_words_of(writing)) for writing in writings}
    known = sum(n for writing, n in writings.items() if _known_words().issuperset(split[writing]))
    if known < NEARLY_ALL * sum(writings.values()):
        return {}
    meant = _meanings(frozenset(word for found in split.values() for word in found))
    told = {writing: {meant[word] for word in found if word in meant} for writing, found in split.items()}
    made = {writing: sexes.pop() if len(sexes) == 1 else "" for writing, sexes in told.items()}
    return made if set(made.values()) >= SEXES else {}


def _meanings(found: frozenset[str]) -> dict[str, str]:
    """The sex that each word of a column tells: as in the language of which most words stand there with it.

    Only languages count of which there are words for both sexes; where two say otherwise, the word tells nothing.
    """
    said: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for language in _languages():
        here = found & language.keys()
        if {language[word] for word in here} == SEXES:
            for word in here:
                said[word][len(here)].add(language[word])
    surest = {word: by_words[max(by_words)] for word, by_words in said.items()}
    return {word: next(iter(sexes)) for word, sexes in surest.items() if len(sexes) == 1}


def in_one_word(folded: Texts, counts: np.ndarray) -> Texts:
    """One word for each sex, where a column has nearly nothing but words for it, and "" for the rest; else the same texts.

    Args:
        folded: Distinct folded values of a column, "" for none.
        counts: int64 (n,): records with each.
    """
    places = np.flatnonzero(~folded.empty())
    if len(places) > MOST_WRITINGS:
        return folded
    found = gather(folded, places).to_list()
    writings: dict[str, int] = defaultdict(int)
    for writing, records in zip(found, counts[places].tolist(), strict=True):
        writings[writing] += records
    told = told_sexes(writings)
    return replaced(folded, places, texts_of([told[writing] for writing in found])) if told else folded


def are_sexes(texts: Texts) -> bool:
    """Whether distinct texts are the one word for each sex."""
    return texts.n == len(SEXES) and set(texts.to_list()) == SEXES


def tells_sex(field: FieldValues) -> bool:
    """Whether a field has two values, one for each sex."""
    if field.role is not Role.CATEGORY or len(field.values) != len(SEXES):
        return False
    return set(told_sexes(dict.fromkeys(field.values.to_pylist(), 1)).values()) == SEXES
