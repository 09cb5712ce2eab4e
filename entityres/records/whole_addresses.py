"""Engine: addresses in one cell, taken apart: "Hauptstr. 5, 01067 Dresden" is a street, a postcode and a town.

Only where most cells of a list are such addresses, and the list has no postcodes of its own. A cell that does not fit stays
a street as it is, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.coding import Coded, Texts, from_arrow, gather, joined_end_to_end, mapped
from entityres.records.compiled import side_by_side
from entityres.records.sorted_sets import sorted_unique

MOST, SAMPLE, ENOUGH = 0.5, 2_000, 10
TOGETHER = 50_000
"""Cells taken apart at a time, so that all cores have some."""

_STREET = r"(?s)^\s*(?P<street>.*[^\s,;])\s*[,;\n]\s*"
_COUNTRY = r"(?:\s*[,;\n]\s*[^\d,;]+)?\s*$"
_TOWN = r"(?P<town>[^\d,;\n]*[^\d,;\s])"
_BEFORE = r"(?:[A-Z]{1,3}-)?(?P<code>\d{2}-\d{3}|\d{3}-\d{4}|\d{4}-\d{3}|\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{4,6})"
_BEHIND = r"(?P<code>\d{5}-\d{3,4}|\d{4,6}|[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)"
_WAYS = (
    _STREET + _BEFORE + r"[\s,]+" + _TOWN + _COUNTRY,
    _STREET + _TOWN + r"[,\s]\s*[A-Z]{2,3}[,\s]+" + _BEHIND + _COUNTRY,  # Springfield, IL 62704
    _STREET + _TOWN + r"[,\s]+" + _BEHIND + _COUNTRY,
    # Without a comma the number of the house ends the street.
    r"^\s*(?P<street>[^\d,;]+ \d+ ?[A-Za-z]?)\s+(?P<code>\d{5})\s+" + _TOWN + _COUNTRY,
)


class Parts(NamedTuple):
    """The parts of addresses; the whole text as street, and no postcode and town, for what is none."""

    streets: Texts
    codes: Texts
    towns: Texts


def are_whole_addresses(texts: Texts) -> bool:
    """Whether most of these cells are addresses with a postcode and a town; empty ones do not count."""
    filled = np.flatnonzero(~texts.empty())
    places = np.unique(np.linspace(0, max(len(filled) - 1, 0), min(len(filled), SAMPLE)).astype(np.int64))
    if len(places) < ENOUGH:
        return False
    found = parts_of(gather(texts, filled[places])).codes
    return bool((~found.empty()).mean() >= MOST)


def parts_of(texts: Texts) -> Parts:
    """Take addresses apart, as they are written."""
    bounds = range(0, max(texts.n, 1), TOGETHER)
    whole = texts.to_arrow()
    made = list(side_by_side(lambda begin: _parts(whole.slice(begin, TOGETHER)), bounds))
    return Parts(*(joined_end_to_end([parts[place] for parts in made]) for place in range(len(Parts._fields))))


def _parts(whole: pa.LargeStringArray) -> Parts:
    parts = [whole, _blank(len(whole)), _blank(len(whole))]
    open_ = np.arange(len(whole))
    for way in _WAYS:
        found = pc.extract_regex(whole.take(open_), way)
        fits = pc.is_valid(found).to_numpy(zero_copy_only=False)
        if fits.any():
            mask = np.zeros(len(whole), np.bool_)
            mask[open_[fits]] = True
            new = found.drop_null()
            parts = [
                pc.replace_with_mask(part, mask, pc.struct_field(new, name).cast(pa.large_string()))
                for name, part in zip(("street", "code", "town"), parts, strict=True)
            ]
            open_ = open_[~fits]
    return Parts(*map(from_arrow, parts))


def _blank(n: int) -> pa.LargeStringArray:
    return pa.array(np.full(n, "", object), pa.large_string())


class Split(NamedTuple):
    """What the addresses of all lists became.

    Attributes:
        streets: The streets, of other lists as they were.
        codes: Postcodes; -1 for records of lists that were not split, and for cells that are no whole address.
        towns: Towns, likewise.
        split: For each list whether its addresses were taken apart.
    """

    streets: Coded
    codes: Coded
    towns: Coded
    split: tuple[bool, ...]


def split_addresses(raw: Coded, starts: np.ndarray, own_codes: Sequence[bool]) -> Split | None:
    """Take the addresses apart of lists that hold whole ones in a cell; None where no list does.

    Args:
        raw: The cells of the street columns.
        starts: int64 (n_lists + 1,): where each list begins among the records.
        own_codes: For each list whether it has a column of postcodes.
    """
    inside = np.zeros(len(raw.codes), np.bool_)
    split = []
    for begin, end, own in zip(starts[:-1], starts[1:], own_codes, strict=True):
        split.append(not own and are_whole_addresses(gather(raw.texts, _held(raw.codes[begin:end]))))
        inside[begin:end] = split[-1]
    inside &= raw.codes >= 0
    if not any(split):
        return None
    held, places = np.unique(raw.codes[inside], return_inverse=True)
    parts = parts_of(gather(raw.texts, held))
    picked = np.full(len(raw.codes), -1, np.int32)
    picked[inside] = places
    texts = joined_end_to_end([raw.texts, parts.streets])
    codes = np.where(inside, picked + np.int32(raw.texts.n), raw.codes).astype(np.int32)
    postcodes, towns = (mapped(Coded(picked, part), part) for part in (parts.codes, parts.towns))
    return Split(mapped(Coded(codes, texts), texts), postcodes, towns, tuple(split))


def _held(codes: np.ndarray) -> np.ndarray:
    return sorted_unique(codes[codes >= 0])
