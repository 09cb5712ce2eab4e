"""Engine: the values of a key that most pairs come from, in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import count_pairs, gather
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.records.fields import CleanedRecords
from entityres.records.items import ITEM_SEPARATOR


@dataclass(frozen=True)
class SharedValue:
    """A value that many records share under a key: in words, how many records and pairs, and one of the records."""

    text: str
    records: int
    pairs: int
    example: int


def hottest_values(
    maker: EntryMaker, key: Key, most: int = 12, *, across_only: bool = False
) -> tuple[SharedValue, ...]:
    """The values of a key that most pairs come from, costliest first; nothing where similar sets are asked for.

    Args:
        maker: Parts of the records.
        key: The key.
        most: How many values.
        across_only: No pairs inside one list.
    """
    if key.sets is not None:
        return ()
    out: list[SharedValue] = []
    for records, hashes in maker.entries(key):
        buckets = gather(records, hashes)
        pairs = count_pairs(buckets, maker.cleaned.list_of, across_only)
        for i in np.argsort(-pairs, kind="stable")[:most]:
            first, second = (int(record) for record in buckets.records[buckets.starts[i] :][:2])
            if pairs[i] > 0:
                text = " · ".join(_part_text(maker.cleaned, part, first, second) for part in key.parts)
                out.append(SharedValue(text, int(buckets.sizes[i]), int(pairs[i]), first))
    return tuple(out[:most])


def _part_text(cleaned: CleanedRecords, part: Part, record: int, other: int) -> str:
    """What two records of one bucket have in common by a part, as people read it."""
    text = " ".join(filter(None, (cleaned.field(name).text(record) for name in part.fields)))
    if part.kind == PartKind.PREFIX:
        return f"{text.replace(' ', '')[: part.size]}…"
    if part.kind == PartKind.LAST_DIGITS:
        return f"…{''.join(c for c in text if c.isdigit())[-part.size :]}"
    if part.kind == PartKind.YEAR:
        return text[:4]
    if part.kind == PartKind.FIRST_WORD:
        return text.split(" ")[0]
    if part.kind == PartKind.LOCAL_PART:
        return f"{text.split('@')[0]}@…"
    if part.kind == PartKind.HOUSE_NUMBER:
        return text[: len(text) - len(text.lstrip("0123456789"))]
    if part.kind == PartKind.PHONETIC:
        return f"sounds like {text}"
    if part.kind == PartKind.RARE_ITEMS:
        theirs = {item for name in part.fields for item in cleaned.field(name).text(other).split(ITEM_SEPARATOR)}
        mine = (item for name in part.fields for item in cleaned.field(name).text(record).split(ITEM_SEPARATOR))
        return ", ".join(item for item in mine if item in theirs) or text
    if part.kind == PartKind.RARE_WORDS:
        others = {word for name in part.fields for word in cleaned.field(name).text(other).split()}
        return " ".join(word for word in text.split() if word in others) or text
    return text
