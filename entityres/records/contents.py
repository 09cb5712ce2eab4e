"""Engine: what the values of a column look like: shares of e-mail addresses, phones, dates, names, streets and so on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from entityres.records.addresses import business_words, legal_forms, street_type_words
from entityres.records.coding import count_distinct, from_arrow, texts_of
from entityres.records.dates import clean_dates
from entityres.records.folding import fold, fold_text, is_closed_script
from entityres.records.identifiers import clean_email
from entityres.records.names import nickname_groups
from entityres.records.placeholders import plain
from entityres.records.tables import table, words

SAMPLE = 1000
_PHONE = re.compile(r"^[\s+(]*\+?[\d\s().\-/–]{5,}(?:\s*(?:x|ext\.?|#)\s*\d+)?\s*$|^\d[.,]\d+E\+?\d+$", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*[-+(]?[$€£¥]?\s*[-+]?\d[\d.,'’ ]*\)?\s*[%€$£]?\s*$")
_POSTCODE = re.compile(
    r"^(?:\d{4,5}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[A-Z]\s*\d[A-Z]\d|\d{4}\s?[A-Z]{2}|\d{2}-\d{3})$",
    re.IGNORECASE,
)
_URL = re.compile(r"^(?:https?://|www\.)\S+$", re.IGNORECASE)


@dataclass(frozen=True)
class Profile:
    """A column in numbers; shares are of the filled cells in a sample, placeholders left out.

    Attributes:
        records: Cells.
        filled: Cells that are not empty.
        distinct: Different texts among them.
        examples: Up to three filled cells.
        sampled: Cells in the sample.
        email, phone, date, number, postcode, url, digit, given, business, street, state, honorific: Shares.
        eight: Share of eight digits, as in 19560409.
        short: Share of at most one word.
        long: Share of five words or more.
        words: Mean number of words.
        year: Middle year of the dates, 0 without any.
    """

    records: int
    filled: int
    distinct: int
    examples: tuple[str, ...]
    sampled: int
    email: float = 0.0
    phone: float = 0.0
    date: float = 0.0
    number: float = 0.0
    postcode: float = 0.0
    url: float = 0.0
    digit: float = 0.0
    given: float = 0.0
    business: float = 0.0
    street: float = 0.0
    state: float = 0.0
    honorific: float = 0.0
    eight: float = 0.0
    short: float = 0.0
    long: float = 0.0
    words: float = 0.0
    year: int = 0

    @property
    def fill(self) -> float:
        """Share of cells that are filled."""
        return self.filled / max(1, self.records)


@cache
def given_names() -> frozenset[str]:
    """Given names that are known, folded."""
    return frozenset(fold_text(name) for name in words("given_names")) | frozenset(nickname_groups())


@cache
def _no_values() -> frozenset[str]:
    return frozenset(table("placeholders")["any"]) - {"x", "0", "00", "000"}


def _filled_sample(column: Any, filled: int) -> list[str]:
    """Some filled cells from all over the column, at most SAMPLE."""
    import pyarrow.compute as pc

    if filled < len(column):
        column = column.filter(pc.greater(pc.binary_length(column), 0))
    places = np.unique(np.linspace(0, max(0, len(column) - 1), min(len(column), SAMPLE)).astype(np.int64))
    cells = column.take(places).to_pylist() if len(column) else []
    return [cell for cell in cells if cell.strip() and plain(cell) not in _no_values()]


def profile(column: Any) -> Profile:
    """Look at a column (Arrow `large_string`, no nulls)."""
    texts = from_arrow(column)
    filled, distinct = (int(n) for n in count_distinct(texts.offsets, texts.data))
    cells = _filled_sample(column, filled)
    examples = tuple(dict.fromkeys(cell.strip() for cell in cells[:50]))[:3]
    if not cells:
        return Profile(texts.n, filled, distinct, examples, 0)
    folded = [text.split() for text in fold(texts_of(cells)).to_list()]
    states = words("region_codes", "us") | words("region_codes", "ca") | words("region_codes", "au")
    titles = words("honorifics", "before")
    firm, street = business_words() | legal_forms(), street_type_words()
    dates = [text for text in clean_dates(cells) if text]
    years = sorted(int(text[:4]) for text in dates)
    # Names in scripts without blanks have two parts although they are one word.
    counts = np.array([2 if tokens and is_closed_script(tokens[0][0]) else len(tokens) for tokens in folded])

    def share(hits: list[bool]) -> float:
        return sum(hits) / len(cells)

    return Profile(
        texts.n,
        filled,
        distinct,
        examples,
        len(cells),
        email=share(["@" in cell and bool(clean_email(cell)) for cell in cells]),
        phone=share([bool(_PHONE.match(cell)) and 6 <= sum(c.isdigit() for c in cell) <= 20 for cell in cells]),
        date=len(dates) / len(cells),
        number=share([bool(_NUMBER.match(cell)) for cell in cells]),
        postcode=share([bool(_POSTCODE.match(cell.strip())) for cell in cells]),
        url=share([bool(_URL.match(cell.strip())) for cell in cells]),
        digit=share([any(c.isdigit() for c in cell) for cell in cells]),
        given=share([any(token in given_names() for token in tokens) for tokens in folded]),
        business=share([_is_business(tokens, firm) for tokens in folded]),
        street=share([any(token in street for token in tokens[1:]) for tokens in folded]),
        state=share([" ".join(tokens) in states for tokens in folded]),
        eight=share([len(cell.strip()) == 8 and cell.strip().isdigit() for cell in cells]),
        honorific=share([bool(tokens) and all(token in titles for token in tokens) for tokens in folded]),
        short=float((counts <= 1).mean()),
        long=float((counts >= 5).mean()),
        words=float(counts.mean()),
        year=years[len(years) // 2] if years else 0,
    )


def _is_business(tokens: list[str], firm: frozenset[str]) -> bool:
    """Whether words that only organisations have stand behind the first one."""
    return (
        len(tokens) > 1
        and any(token in firm and len(token) > 1 for token in tokens[1:])
        or (len(tokens) == 1 and tokens[0] in firm)
    )
