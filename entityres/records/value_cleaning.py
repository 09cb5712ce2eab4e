"""Engine: which cleaning belongs to which role, and what all columns together say about it (country, order of dates)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.addresses import clean_organisations, clean_streets, clean_units
from entityres.records.coding import Coded, Texts, counts_of, from_arrow, gather, joined_end_to_end
from entityres.records.damage import numbers_with_zeros, rounded_numbers, with_leading_zeros, without, without_fraction
from entityres.records.dates import DateOrder, DateParts, cut_dates, date_parts, decide_order, iso_dates
from entityres.records.fields import OutputColumn
from entityres.records.filed_titles import in_spoken_order
from entityres.records.folding import Fold, fold
from entityres.records.genders import in_one_word
from entityres.records.identifiers import clean_emails, clean_identifiers, clean_postcodes
from entityres.records.items import clean_items
from entityres.records.numbers import clean_numbers
from entityres.records.one_script import letters_for
from entityres.records.phones import ENOUGH, NORTH_AMERICA, guess_calling_code, national_digits, phone_digits
from entityres.records.places import clean_cities, clean_countries, clean_regions
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.tables import words
from entityres.records.tax_numbers import with_country
from entityres.records.two_spellings import Source, in_one_spelling, learn_spellings, shows_letters

SAMPLE = 20_000
US_SHARE = 0.6


@dataclass(frozen=True)
class Context:
    """What the lists tell about where they are from.

    Attributes:
        calling_codes: For each list that of telephone numbers that do not say theirs; 0 when not known.
        american: Dates with month before day are likely in the lists together.
        american_lists: Likewise for each list.
    """

    calling_codes: tuple[int, ...] = ()
    american: bool = False
    american_lists: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Cleaned:
    """Cleaned texts of a column's distinct cells ("" for no usable value), and what was odd.

    Attributes:
        cells: The distinct cells. Where lists read the same text in different ways (03/04/1980), it is there once for
            each way.
        texts: One for each distinct cell.
        damaged: bool (n,): cells that a spreadsheet damaged.
        parts: The dates, if there are any.
        order: How dates were read: of several lists that whose order is least known.
        impossible: bool (n,): cells that are no date.
        cut: bool (n,): cells that are a date that cannot be, of which only the year or the month is compared.
        repaired: bool (n,): cells that lost something which other cells of the column show, such as leading zeros.
    """

    cells: Coded
    texts: Texts
    damaged: np.ndarray | None = None
    parts: DateParts | None = None
    order: DateOrder | None = None
    impossible: np.ndarray | None = None
    cut: np.ndarray | None = None
    repaired: np.ndarray | None = None

    def counts(self) -> np.ndarray:
        """int64 (n,): records that hold each cell."""
        return counts_of(self.cells.codes, self.cells.texts.n)


def plain_words(texts: Texts) -> Texts:
    """Folded words; `&` is "and"."""
    return fold(texts, Fold.AND)


def _clean_titles(texts: Texts) -> Texts:
    """Folded words, an article in front."""
    return plain_words(in_spoken_order(texts))


CLEANERS: dict[Role, Callable[[Texts], Texts]] = {
    Role.ORGANISATION: clean_organisations,
    Role.STREET: clean_streets,
    Role.UNIT: clean_units,
    Role.CITY: clean_cities,
    Role.REGION: clean_regions,
    Role.COUNTRY: clean_countries,
    Role.CATEGORY: plain_words,
    Role.TITLE: _clean_titles,
    Role.TEXT: _clean_titles,
    Role.POSTCODE: clean_postcodes,
    Role.EMAIL: clean_emails,
    Role.IDENTIFIER: clean_identifiers,
    Role.NUMBER: clean_numbers,
    Role.ITEMS: clean_items,
}


_OF_DIGITS = frozenset({Role.POSTCODE, Role.IDENTIFIER})
_OF_WORDS = frozenset(
    {Role.ORGANISATION, Role.STREET, Role.CITY, Role.CATEGORY, Role.TITLE, Role.TEXT, Role.ITEMS, Role.REGION}
)

_OF_PLACES = frozenset({Role.ORGANISATION, Role.STREET, Role.CITY, Role.REGION})


def clean_values(
    cells: Coded, role: Role, starts: np.ndarray, context: Context, day_first: bool | None = None
) -> Cleaned:
    """Clean the distinct cells of a column.

    Args:
        cells: The cells.
        role: What they mean.
        starts: int64 (n_lists + 1,): where each list begins among the records.
        context: What the lists tell.
        day_first: What the user said of its dates; None lets them speak for themselves.
    """
    texts = cells.texts
    if role is Role.PHONE:
        phones = phone_digits(texts)
        codes = context.calling_codes or (0,)
        ways = sorted(set(codes))
        made = joined_end_to_end([national_digits(texts, phones, code) for code in ways])
        read = _in_ways(cells, starts, [ways.index(code) for code in codes])
        return Cleaned(read, made, damaged=np.tile(phones.damaged, len(ways)))
    if role in (Role.BIRTH_DATE, Role.DATE):
        return _clean_dates(cells, role is Role.BIRTH_DATE, starts, context, day_first)
    made = CLEANERS[role](without_fraction(texts) if role in _OF_DIGITS else texts)
    if role is Role.POSTCODE:
        made, repaired = with_leading_zeros(made)
        return Cleaned(cells, made, repaired=repaired)
    if role is Role.IDENTIFIER:
        damaged = rounded_numbers(texts)
        made, repaired = numbers_with_zeros(with_country(without(made, damaged)))
        return Cleaned(cells, made, damaged=damaged, repaired=repaired)
    letters = letters_for([cells]) if role in _OF_PLACES else None
    made = made if letters is None else letters.of(made)
    if role in _OF_WORDS and shows_letters(texts):
        counts = counts_of(cells.codes, texts.n)
        spellings = learn_spellings([Source(texts, made, counts)], CLEANERS[role])
        made = in_one_spelling(made, texts, spellings)
    if role is Role.CATEGORY:
        made = in_one_word(made, counts_of(cells.codes, texts.n))
    return Cleaned(cells, made)


def _in_ways(cells: Coded, starts: np.ndarray, way_of_list: Sequence[int]) -> Coded:
    """The cells once for each way in which lists read them; list i reads all its cells in way `way_of_list[i]`."""
    if max(way_of_list) == 0:
        return cells
    shift = np.repeat(np.array(way_of_list, dtype=np.int32) * np.int32(cells.texts.n), np.diff(starts))
    codes = np.where(cells.codes < 0, np.int32(-1), cells.codes + shift).astype(np.int32, copy=False)
    return Coded(codes, joined_end_to_end([cells.texts] * (max(way_of_list) + 1)))


def _clean_dates(cells: Coded, births: bool, starts: np.ndarray, context: Context, day_first: bool | None) -> Cleaned:
    """Dates with one order of day and month for each list: its own evidence decides, else that of all lists."""
    parts = date_parts(cells.texts)
    orders = [DateOrder(day_first, True)] if day_first is not None else list_orders(parts, cells.codes, starts, context)
    ways = sorted({order.day_first for order in orders}, reverse=True)
    made = [iso_dates(parts, way, births) for way in ways]
    read = _in_ways(cells, starts, [ways.index(order.day_first) for order in orders]) if len(ways) > 1 else cells
    texts = joined_end_to_end(made)
    cut = np.concatenate([cut_dates(parts, way, births) for way in ways])
    parts = parts if len(ways) == 1 else parts.repeated(len(ways))
    order = min(orders, key=lambda order: order.known)
    return Cleaned(read, texts, parts=parts, order=order, impossible=texts.empty(), cut=cut)


def list_orders(parts: DateParts, codes: np.ndarray, starts: np.ndarray, context: Context) -> list[DateOrder]:
    """The order of day and month of each list.

    Args:
        parts: The dates of a column.
        codes: int32 (n_records,): which of them each record has.
        starts: int64 (n_lists + 1,): where each list begins.
        context: What the lists tell.
    """

    def counted(part: np.ndarray) -> np.ndarray:
        return counts_of(part, len(parts.low))

    whole = decide_order(parts, counted(codes), context.american)
    orders = []
    for at, (begin, end) in enumerate(zip(starts[:-1], starts[1:], strict=True)):
        american = context.american_lists[at] if context.american_lists else context.american
        own = decide_order(parts, counted(codes[begin:end]), american)
        orders.append(own if own.shown else whole)
    return orders


def _sample(record_list: RecordList, heading: str) -> Texts:
    """Some cells of a column, from all over the list."""
    n = len(record_list)
    places = np.unique(np.linspace(0, max(0, n - 1), min(n, SAMPLE)).astype(np.int64))
    return from_arrow(record_list.table.column(heading).take(places))


def find_context(lists: Sequence[RecordList], outputs: Sequence[OutputColumn]) -> Context:
    """Look at samples of telephone numbers and regions for where the lists are from.

    A list that does not show its country is taken to be from where most of the others are.
    """
    digits: list[list[Texts]] = [[] for _ in lists]
    regions: list[list[Texts]] = [[] for _ in lists]
    for output in outputs:
        for at, (one, heading) in enumerate(zip(lists, output.columns, strict=True)):
            if heading is None or not len(one):
                continue
            if output.role is Role.PHONE:
                digits[at].append(phone_digits(_sample(one, heading)).digits)
            elif output.role is Role.REGION:
                regions[at].append(clean_regions(_sample(one, heading)))
    common = guess_calling_code(joined_end_to_end([texts for part in digits for texts in part])) if any(digits) else 0
    codes = [(guess_calling_code(joined_end_to_end(part), at_least=ENOUGH) if part else 0) or common for part in digits]
    american = [_has_states(part) or bool(digits[at]) and codes[at] == NORTH_AMERICA for at, part in enumerate(regions)]
    return Context(tuple(codes), any(american), tuple(american))


def _has_states(regions: Sequence[Texts]) -> bool:
    """Whether the regions of some column are states of the USA."""
    states = words("region_codes", "us")
    for texts in regions:
        listed = gather(texts, np.flatnonzero(~texts.empty())).to_list()
        if listed and sum(text in states for text in listed) > US_SHARE * len(listed):
            return True
    return False
