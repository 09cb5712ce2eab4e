"""Engine: whether a column of numbers or codes says who or what a record is, or only counts the records of a list.

Records that share a number of a customer or a product are alike in the rest as well. Records that share a running number
of two lists are strangers. So pairs of records with the same number are looked at beside pairs with different ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.coding import encode, from_arrow, gather, joined_end_to_end, no_texts
from entityres.records.damage import numbers_with_zeros
from entityres.records.fields import OutputColumn
from entityres.records.folding import fold_text
from entityres.records.headings import PERSON_NUMBER, ROW_NUMBER, sense_of
from entityres.records.identifiers import clean_identifiers
from entityres.records.record_list import RecordList

SAMPLE, ENOUGH, MANY = 300, 5, 100
HARDLY_SHARED, UNLIKELY, ALIKE = 0.01, 0.95, 0.6
_STEP = 7919  # a prime, so that pairs of strangers are from all over the lists


def is_compared_identifier(lists: Sequence[RecordList], output: OutputColumn) -> bool:
    """Whether a column of identifiers says something about the customer.

    It does when its heading names a number that belongs to a person, company or product, unless no two of many records
    in several lists share one; when values repeat between the records of a list; and when records of different lists that
    share a value are alike in the rest. A plain record number has to pass that last test, since two branches both begin
    with 1; where it repeats within a list, it names something that several records belong to.
    """
    kinds = {sense_of(heading).kind for heading in output.columns if heading is not None}
    several = sum(heading is not None for heading in output.columns) > 1
    if not several and (PERSON_NUMBER in kinds or kinds == {ROW_NUMBER}):
        return PERSON_NUMBER in kinds
    codes, firsts = _codes(lists, output)
    filled, distinct = int((codes >= 0).sum()), len(firsts)
    if PERSON_NUMBER in kinds:
        return filled < MANY or distinct < filled
    if kinds != {ROW_NUMBER} and _repeats_inside(lists, output, codes):
        return True
    if not several or filled == distinct:
        return False
    list_of = np.repeat(np.arange(len(lists)), [len(one) for one in lists])
    again = np.flatnonzero((codes >= 0) & (list_of[firsts[codes]] != list_of))
    if len(again) < max(ENOUGH, HARDLY_SHARED * filled):
        return False
    again = again[np.unique(np.linspace(0, len(again) - 1, min(len(again), SAMPLE)).astype(np.int64))]
    return _are_alike(lists, output, again, firsts[codes[again]].astype(np.int64))


def _codes(lists: Sequence[RecordList], output: OutputColumn) -> tuple[np.ndarray, np.ndarray]:
    """Codes of the values of all records, as they are compared, -1 for none, and the first record of each."""
    texts = [
        no_texts(len(one)) if heading is None else from_arrow(one.table.column(heading))
        for one, heading in zip(lists, output.columns, strict=True)
    ]
    cells = joined_end_to_end(texts)
    codes, firsts = encode(cells)
    as_compared, first_cells = encode(numbers_with_zeros(clean_identifiers(gather(cells, firsts)))[0])
    return np.where(codes >= 0, as_compared[codes], -1), firsts[first_cells]


def _repeats_inside(lists: Sequence[RecordList], output: OutputColumn, codes: np.ndarray) -> bool:
    """Whether the values of some list that does not just count its records repeat."""
    start = 0
    for one, heading in zip(lists, output.columns, strict=True):
        held = codes[start : start + len(one)]
        start += len(one)
        if heading is not None and sense_of(heading).kind != ROW_NUMBER:
            held = held[held >= 0]
            if len(held) - np.count_nonzero(np.bincount(held)) > HARDLY_SHARED * len(held):
                return True
    return False


def _are_alike(lists: Sequence[RecordList], output: OutputColumn, left: np.ndarray, right: np.ndarray) -> bool:
    """Whether most pairs of records have more words in common than nearly all pairs of strangers."""
    starts = np.concatenate([[0], np.cumsum([len(one) for one in lists])])
    others = (right + _STEP) % starts[-1]
    words = {int(record): _words(lists, output, starts, int(record)) for record in {*left, *right, *others}}

    def common(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.array([_share(words[int(x)], words[int(y)]) for x, y in zip(a, b, strict=True)])

    strangers = np.quantile(common(left, others), UNLIKELY)
    return bool((common(left, right) > strangers).mean() >= ALIKE)


def _words(lists: Sequence[RecordList], output: OutputColumn, starts: np.ndarray, record: int) -> frozenset[str]:
    """All words of a record but those of the column itself."""
    at = int(np.searchsorted(starts, record, side="right")) - 1
    row = lists[at].table.slice(record - int(starts[at]), 1).to_pylist()[0]
    return frozenset(
        word for heading, cell in row.items() if heading != output.columns[at] for word in fold_text(cell).split()
    )


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / max(1, len(one) + len(other))
