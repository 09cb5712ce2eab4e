"""Engine: which cleaning belongs to which role, and what all columns together say about it (country, order of dates)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.addresses import clean_organisations, clean_streets, clean_units
from entityres.records.coding import Texts, from_arrow, gather, joined_end_to_end
from entityres.records.dates import DateOrder, date_parts, decide_order, iso_dates
from entityres.records.fields import OutputColumn
from entityres.records.folding import Fold, fold
from entityres.records.identifiers import clean_emails, clean_identifiers, clean_items, clean_numbers, clean_postcodes
from entityres.records.phones import NORTH_AMERICA, guess_calling_code, national_digits, phone_digits
from entityres.records.places import clean_countries, clean_regions
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.tables import words
from entityres.records.two_spellings import Source, in_one_spelling, learn_spellings, shows_letters

SAMPLE = 20_000


@dataclass(frozen=True)
class Context:
    """What the lists tell about where they are from.

    Attributes:
        calling_code: Of telephone numbers that do not say theirs; 0 when not known.
        american: Dates with month before day are likely.
    """

    calling_code: int = 0
    american: bool = False


@dataclass(frozen=True)
class Cleaned:
    """Cleaned texts of a column's distinct cells ("" for no usable value), and what was odd.

    Attributes:
        texts: One for each distinct cell.
        damaged: bool (n,): cells that a spreadsheet damaged.
        order: How dates were read, if any were.
        impossible: Records whose cell is no date.
    """

    texts: Texts
    damaged: np.ndarray | None = None
    order: DateOrder | None = None
    impossible: int = 0


def plain_words(texts: Texts) -> Texts:
    """Folded words; `&` is "and"."""
    return fold(texts, Fold.AND)


CLEANERS: dict[Role, Callable[[Texts], Texts]] = {
    Role.ORGANISATION: clean_organisations,
    Role.STREET: clean_streets,
    Role.UNIT: clean_units,
    Role.CITY: plain_words,
    Role.REGION: clean_regions,
    Role.COUNTRY: clean_countries,
    Role.CATEGORY: plain_words,
    Role.TITLE: plain_words,
    Role.TEXT: plain_words,
    Role.POSTCODE: clean_postcodes,
    Role.EMAIL: clean_emails,
    Role.IDENTIFIER: clean_identifiers,
    Role.NUMBER: clean_numbers,
    Role.ITEMS: clean_items,
}


_OF_WORDS = frozenset(
    {Role.ORGANISATION, Role.STREET, Role.CITY, Role.CATEGORY, Role.TITLE, Role.TEXT, Role.ITEMS, Role.REGION}
)


def clean_values(
    texts: Texts, role: Role, counts: np.ndarray, context: Context, day_first: bool | None = None
) -> Cleaned:
    """Clean the distinct cells of a column.

    Args:
        texts: The cells.
        role: What they mean.
        counts: int64 (n,), records that hold each.
        context: What the lists tell.
        day_first: What the user said of its dates; None lets them speak for themselves.
    """
    if role is Role.PHONE:
        phones = phone_digits(texts)
        return Cleaned(national_digits(texts, phones, context.calling_code), damaged=phones.damaged)
    if role in (Role.BIRTH_DATE, Role.DATE):
        parts = date_parts(texts)
        order = decide_order(parts, counts, context.american) if day_first is None else DateOrder(day_first, True)
        made = iso_dates(parts, order.day_first)
        return Cleaned(made, order=order, impossible=int(counts[made.empty()].sum()))
    made = CLEANERS[role](texts)
    if role in _OF_WORDS and shows_letters(texts):
        spellings = learn_spellings([Source(texts, made, counts)], CLEANERS[role])
        made = in_one_spelling(made, texts, spellings)
    return Cleaned(made)


def _sample(lists: Sequence[RecordList], output: OutputColumn) -> Texts:
    """Some cells of a column, from all over the lists."""
    parts = []
    for one, heading in zip(lists, output.columns, strict=True):
        if heading is not None and len(one):
            places = np.unique(np.linspace(0, len(one) - 1, min(len(one), SAMPLE)).astype(np.int64))
            parts.append(from_arrow(one.table.column(heading).take(places)))
    return joined_end_to_end(parts)


def find_context(lists: Sequence[RecordList], outputs: Sequence[OutputColumn]) -> Context:
    """Look at samples of telephone numbers, regions and postcodes for where the lists are from."""
    phones = [phone_digits(_sample(lists, output)).digits for output in outputs if output.role is Role.PHONE]
    code = guess_calling_code(joined_end_to_end(phones)) if phones else 0
    states = words("region_codes", "us")
    american = code == NORTH_AMERICA
    for output in outputs:
        if output.role is Role.REGION:
            folded = fold(_sample(lists, output))
            listed = gather(folded, np.flatnonzero(~folded.empty())).to_list()
            american = american or (len(listed) > 0 and sum(text in states for text in listed) > 0.6 * len(listed))
    return Context(code, american)
