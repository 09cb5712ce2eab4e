"""Engine: the cells of one field over all lists as distinct texts, without those that stand for a missing value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from entityres.records.coding import (
    Coded,
    Texts,
    beside,
    coded,
    count_distinct,
    counts_of,
    from_arrow,
    gather,
    joined_end_to_end,
    no_texts,
    texts_of,
)
from entityres.records.converted_twice import mended
from entityres.records.fields import OutputColumn, Placeholder
from entityres.records.headings import sense_of
from entityres.records.placeholders import ALONE, CHOSEN, KNOWN, TOGETHER, UserWord, known_placeholders, report
from entityres.records.record_list import RecordList
from entityres.records.split_dates import whole_dates

PO_BOX = frozenset({"po box", "postfach", "postbus"})
BIG, HARDLY_REPEATS = 100_000, 0.8
WHOLE_COLUMN_SHARE, WHOLE_COLUMN_RECORDS = 0.02, 20


@dataclass
class Cells:
    """Cells of one field.

    Attributes:
        name: The output column.
        raw: Distinct texts as written, and each record's code; -1 where empty or a placeholder.
        doubtful: int8 (n_distinct,): not 0 for texts that may be names or placeholders ("Null"), see
            `placeholders.known_placeholders`.
        placeholders: What was taken out.
        warnings: What a person should know about the cells as they are written.
    """

    name: str
    raw: Coded
    doubtful: np.ndarray
    placeholders: list[Placeholder] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def counts(self) -> np.ndarray:
        """int64 (n_distinct,): records that hold each text."""
        return counts_of(self.raw.codes, self.raw.texts.n)

    def doubted(self) -> np.ndarray:
        """bool (n_records,): records whose text may be a name or a placeholder."""
        doubted: np.ndarray = np.append(self.doubtful > 0, False)[self.raw.codes]
        return doubted

    def settle_doubtful(self, beside: tuple[np.ndarray, np.ndarray] | None, placeholders: list[Placeholder]) -> None:
        """Decide about texts such as "Null" in a column of names.

        They are names where the other name is given too, unless that may be none either ("Test Test"), or they fill a good
        part of the column.

        Args:
            beside: Each bool (n_records,): records whose other name is given, and those where it may be none; None when
                there is no such column.
            placeholders: Receives what counts as missing.
        """
        none = np.zeros(len(self.raw.codes), bool)
        named, doubted = (none, none) if beside is None else (beside[0] & ~beside[1], beside[0] & beside[1])
        places = np.flatnonzero(self.doubtful)
        if not len(places):
            return
        counts = self.counts()
        filled = max(1, int(counts.sum()))
        codes = self.raw.codes.copy()
        for place in places:
            holds = codes == place
            common = counts[place] >= max(WHOLE_COLUMN_RECORDS, WHOLE_COLUMN_SHARE * filled)
            if common and self.doubtful[place] != TOGETHER:
                missing = holds
            else:
                missing = holds & (~named if self.doubtful[place] == ALONE else doubted)
            n = int(missing.sum())
            if n:
                codes[missing] = -1
                placeholders.append(
                    Placeholder(self.name, str(self.raw.texts.to_arrow()[int(place)].as_py()), n, KNOWN)
                )
        self.raw = Coded(codes, self.raw.texts)


def column_texts(lists: Sequence[RecordList], output: OutputColumn) -> Texts:
    """The cells of an output column over all lists; empty where a list does not have it."""
    return joined_end_to_end(
        [
            no_texts(len(one)) if heading is None else from_arrow(one.table.column(heading))
            for one, heading in zip(lists, output.columns, strict=True)
        ]
    )


def _distinct_where_worth(texts: Texts) -> Coded:
    """The distinct cells, or all of them where a sample hardly repeats any (names are always made distinct)."""
    if texts.n >= BIG:
        filled, distinct = count_distinct(Texts(texts.offsets[: texts.n // 10 + 1], texts.data))
        if distinct > HARDLY_REPEATS * filled and filled > BIG // 100:
            codes = np.arange(texts.n, dtype=np.int32)
            codes[texts.empty()] = -1
            return Coded(codes, texts)
    return coded(texts)


def _has_letter(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _one_column(lists: Sequence[RecordList], output: OutputColumn, word: UserWord) -> Cells:
    raw = _distinct_where_worth(column_texts(lists, output))
    raw, warnings = _as_they_were(raw, output.name)
    if any(heading is not None and sense_of(heading).phrase in PO_BOX for heading in output.columns):
        raw = Coded(
            raw.codes, texts_of([text if _has_letter(text) else f"po box {text}" for text in raw.texts.to_list()])
        )
    surely, perhaps = known_placeholders(raw.texts, output.role)
    kept, chosen = word.says_value(raw.texts), word.says_missing(raw.texts)
    missing = (surely & ~kept) | chosen
    found: list[Placeholder] = []
    if missing.any():
        found = report(output.name, raw, missing & ~chosen, KNOWN) + report(output.name, raw, chosen, CHOSEN)
        hidden = np.append(missing, False)[raw.codes]
        raw = Coded(np.where(hidden, np.int32(-1), raw.codes).astype(np.int32, copy=False), raw.texts)
    return Cells(output.name, raw, np.where(kept | chosen, np.int8(0), perhaps), found, warnings)


def _as_they_were(raw: Coded, name: str) -> tuple[Coded, list[str]]:
    """The cells before their encoding was converted twice, and the sentence that says so."""
    texts, places = mended(raw.texts)
    if not places.size:
        return raw, []
    number = int(np.isin(raw.codes, places).sum())
    old, new = (gather(one, places[:1]).to_list()[0].strip() for one in (raw.texts, texts))
    what = "1 value was" if number == 1 else f"{number:,} values were"
    text = f"In the column '{name}', {what} converted to UTF-8 twice (such as {old}) and compared as before ({new})."
    return Coded(raw.codes, texts), [f"{text} Export the list again to mend them."]


def _spread(cells: Cells) -> Texts:
    """One text a record, empty where missing."""
    texts = joined_end_to_end([cells.raw.texts, no_texts(1)])
    codes = np.where(cells.raw.codes < 0, np.int32(cells.raw.texts.n), cells.raw.codes)
    return gather(texts, codes)


def cells_of(lists: Sequence[RecordList], outputs: Sequence[OutputColumn], words: Mapping[str, UserWord]) -> Cells:
    """The cells of one field; those of several columns are joined by a blank, in column order, or to whole dates."""
    parts = [_one_column(lists, output, words[output.name]) for output in outputs]
    if any(output.part for output in outputs):
        raw = whole_dates([part.raw for part in parts], [output.part for output in outputs])
        return _without_doubt(outputs[0].name, raw, parts)
    if len(parts) == 1:
        return parts[0]
    whole = _spread(parts[0])
    for part in parts[1:]:
        whole = beside(whole, _spread(part))
    return _without_doubt(outputs[0].name, coded(whole), parts)


def _without_doubt(name: str, raw: Coded, parts: Sequence[Cells]) -> Cells:
    """The cells that several columns gave together."""
    doubtful = np.zeros(raw.texts.n, dtype=np.int8)
    found = [one for part in parts for one in part.placeholders]
    return Cells(name, raw, doubtful, found, [text for part in parts for text in part.warnings])
