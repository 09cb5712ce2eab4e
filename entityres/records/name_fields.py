"""Engine: the name fields of all records: from columns of first and last names, of full names, or both.

Where a list has both, the separate columns win and the full name fills what they leave empty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import (
    BYTES,
    PLACES,
    Coded,
    Texts,
    chained,
    counts_of,
    first_filled,
    from_arrow,
    gather,
    mapped,
    texts_of,
)
from entityres.records.compiled import compiled
from entityres.records.folding import fold, fold_text
from entityres.records.lone_names import lone_first_names
from entityres.records.names import PARTICLES, SUFFIXES, clean_parts, split_names, with_and
from entityres.records.once import once
from entityres.records.one_script import letters_for
from entityres.records.two_spellings import Source, Spellings, in_one_spelling, learn_spellings, shows_letters


class NameColumns(NamedTuple):
    """Cells of the name columns, joined per role; None where no list has such a column."""

    given: Coded | None
    middle: Coded | None
    family: Coded | None
    suffix: Coded | None
    full: tuple[Coded, ...]


class NameValues(NamedTuple):
    """Cleaned names of all records; None where there are none."""

    given: Coded | None
    middle: Coded | None
    family: Coded | None
    suffix: Coded | None


@compiled(f"boolean[::1]({PLACES}, {BYTES}, uint8)")
def _contains(offsets: Any, data: Any, byte: Any) -> Any:
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        for at in range(offsets[row], offsets[row + 1]):
            if data[at] == byte:
                found[row] = True
                break
    return found


class _Sources(NamedTuple):
    """For each part of a name the columns that may fill it, best first."""

    given: list[Coded]
    middle: list[Coded]
    family: list[Coded]
    suffix: list[Coded]


def _only(values: Coded, where: np.ndarray) -> Coded:
    return Coded(np.where(where, values.codes, np.int32(-1)).astype(np.int32, copy=False), values.texts)


def _learn(columns: Sequence[Coded]) -> Spellings:
    """The words of names that all name columns together show in both spellings, or in two scripts."""
    letters = letters_for(columns)
    if not any(shows_letters(raw.texts) for raw in columns):
        return Spellings(letters=letters)
    counts = (counts_of(raw.codes, raw.texts.n) for raw in columns)
    return learn_spellings(
        [Source(raw.texts, fold(raw.texts), held) for raw, held in zip(columns, counts, strict=True)], fold
    )._replace(letters=letters)


def _parts_of_full(raw: Coded, spellings: Spellings) -> list[Coded]:
    """First, middle and last name and generation of each record's full name."""
    parts = lone_first_names(split_names(raw.texts))
    return [mapped(raw, in_one_spelling(part, raw.texts, spellings)) for part in parts]


def _take_parts(sources: _Sources, parts: Sequence[Coded], where: np.ndarray | None = None) -> None:
    """Add the parts of full names as sources, for the records `where` (all without)."""
    everywhere = np.ones(len(parts[0].codes), dtype=np.bool_) if where is None else where
    given, middle, family, suffix = (_only(part, everywhere) for part in parts)
    named = any_filled(sources.given)
    sources.given.append(given)
    sources.family.append(family)
    sources.suffix.append(suffix)
    # A middle name belongs to the first name beside it: it is not taken where that came from another column.
    sources.middle.append(middle if named is None else _only(middle, ~named))


def _take_full(sources: _Sources, columns: Sequence[Coded], spellings: Spellings) -> None:
    """Add the parts of full names; who has first and last name in one column is not called by one name in another ("Dad")."""
    taken = [_parts_of_full(raw, spellings) for raw in columns]
    whole = [(given.codes >= 0) & (family.codes >= 0) for given, _, family, _ in taken]
    for at, parts in enumerate(taken):
        others = [one for number, one in enumerate(whole) if number != at]
        _take_parts(sources, parts, whole[at] | ~np.logical_or.reduce(others) if others else None)


def any_filled(sources: Sequence[Coded]) -> np.ndarray | None:
    """bool (n_records,): records for which some source has a value; None without sources."""
    if not sources:
        return None
    filled = sources[0].codes >= 0
    for source in sources[1:]:
        filled |= source.codes >= 0
    return filled


@once
def _particles_behind() -> str:
    """A pattern: a last name, a comma, and nothing but particles."""
    particle = f"(?:{'|'.join(sorted(map(re.escape, PARTICLES)))})"
    return rf"(?i)^\s*([^,]*[^,\s])\s*,\s*({particle}(?:\s+{particle})*)\s*$"


def _particles_in_front(texts: Texts) -> Texts:
    """Last names with their particles in front, where these stand behind a comma to sort the names."""
    import pyarrow.compute as pc

    if not (texts.data == ord(",")).any():
        return texts
    return from_arrow(pc.replace_substring_regex(texts.to_arrow(), _particles_behind(), r"\2 \1"))


def _take_family(sources: _Sources, raw: Coded, spellings: Spellings) -> None:
    """Last names; "Leslie, Grant" in a record without first name is a full name, and "Berg, van den" is "van den Berg"."""
    raw = Coded(raw.codes, _particles_in_front(raw.texts))
    names, suffixes = clean_parts(raw.texts)
    commas = _contains(raw.texts.offsets, raw.texts.data, 44)
    if commas.any():
        named = any_filled(sources.given)
        whole = np.append(commas, False)[raw.codes]
        if named is not None:
            whole &= ~named
        places = np.flatnonzero(commas)
        picked = np.full(raw.texts.n, -1, dtype=np.int32)
        picked[places] = np.arange(len(places), dtype=np.int32)
        named_so = Coded(chained(picked, raw.codes), gather(raw.texts, places))
        _take_parts(sources, _parts_of_full(named_so, spellings), whole)
    sources.family.append(mapped(raw, in_one_spelling(names, raw.texts, spellings)))
    sources.suffix.append(mapped(raw, suffixes))


def clean_suffixes(texts: Texts) -> Texts:
    """Generations in one form: "Jr." and "Junior" are "jr", "III" is "3"."""
    folded = [fold_text(text) for text in texts.to_list()]
    return texts_of([SUFFIXES.get(text, text) for text in folded])


def clean_names(columns: NameColumns) -> NameValues:
    """The name fields of all records."""
    sources = _Sources([], [], [], [])
    named = (columns.given, columns.middle, columns.family, *columns.full)
    spellings = _learn([raw for raw in named if raw is not None])
    if columns.suffix is not None:
        sources.suffix.append(mapped(columns.suffix, clean_suffixes(columns.suffix.texts)))
    if columns.given is not None:
        names, suffixes = clean_parts(with_and(columns.given.texts))
        sources.given.append(mapped(columns.given, in_one_spelling(names, columns.given.texts, spellings)))
        sources.suffix.append(mapped(columns.given, suffixes))
    if columns.middle is not None:
        names = clean_parts(columns.middle.texts)[0]
        sources.middle.append(mapped(columns.middle, in_one_spelling(names, columns.middle.texts, spellings)))
    if columns.family is not None:
        _take_family(sources, columns.family, spellings)
    _take_full(sources, columns.full, spellings)
    return NameValues(*(first_filled(found) if found else None for found in sources))
