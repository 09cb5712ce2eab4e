"""Engine: what the values of a column look like: shares of e-mail addresses, phones, dates, names, streets and so on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, compress, repeat
from typing import Any

import numpy as np

from entityres.records.addresses import business_words, legal_forms, street_type_words
from entityres.records.coding import Texts, count_distinct, from_arrow, gather, texts_of
from entityres.records.dates import clean_dates
from entityres.records.folding import fold, fold_text, is_closed_script
from entityres.records.genders import told_sexes
from entityres.records.identifiers import clean_email
from entityres.records.names import SUFFIXES, nickname_groups
from entityres.records.once import once
from entityres.records.placeholders import plain
from entityres.records.places import country_names, is_region
from entityres.records.tables import meanings, table, words

SAMPLE = 1000
_PHONE = re.compile(
    r"^(?:[a-z]{1,8}[.:]\s*)?[\s+(]*\+?[\d\s().\-/–]{5,}(?:\s*(?:x|ext\.?|#)\s*\d+)?\s*$|^\d[.,]\d+E\+?\d+$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^\s*[-+(]?[$€£¥]?\s*[-+]?\d[\d.,'’ ]*\)?\s*[%€$£]?\s*$")
_POSTCODE = re.compile(
    r"^(?:\d{4,5}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[A-Z]\s*\d[A-Z]\d|\d{4}\s?[A-Z]{2}|\d{2}-\d{3}|\d{5}-\d{3})$",
    re.IGNORECASE,
)
_ROUND = re.compile(r"^[1-9]\d*00$")
_PLAIN_YEAR = re.compile(r"1\d{3}|20\d\d")
_FAR_POSTCODE = re.compile(r"^(?:[1-9]\d{5}|[1-9]\d\d \d{3}|〒?\d{3}-\d{4}|\d{5}-?\d{3})$")
_CODE_INSIDE = re.compile(
    r"\b(?:\d{4,5}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]\d[A-Z]\s\d[A-Z]\d|\d{4}\s?[A-Z]{2}|\d{2}-\d{3})\b"
)
_EDGE = re.compile(
    r"^\d{1,5}[a-z]?(?:[/-]\d+[a-z]?)?,?\s+[^\W\d]|[^\W\d]\.?,?\s+(?:n[ro°º.]+\s*)?\d{1,5}\s?[a-z]?(?:[/-]\d+[a-z]?)?$",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_URL = re.compile(r"^(?:https?://|www\.)\S+$", re.IGNORECASE)
_WRITTEN_DATE = re.compile(r"\d\D+\d+\D+\d|[^\W\d_]{3,}")
_DAY_OF_YEAR = re.compile(r"\s*(?:--)?(\d{1,2})\s?[./-]\s?(\d{1,2})\.?\s*")
_SOCIAL = re.compile(r"\d{3}(-)\d\d-\d{4}|(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}")
_NEARLY_ALL, _SOME, _MANY_ZEROS = 0.98, 0.02, 0.5
_BEGINNINGS = 5
EVERYWHERE = 0.25
"""Hardly a first name is in a quarter of all names; a word that is (amber ale) mostly names something else."""
COMMON, MANY_CELLS = 0.05, 50
_DIALLED = re.compile(r"\s*(?:\+|\(|00[1-9]|0[1-9]|1?[\s.-]?[2-9]\d\d[\s.-]?[2-9]\d\d[\s.-]?\d{4}$)")
_MOST_DIALLED = 15  # digits of a telephone number, the code of the country and the zeros before it included
_EASTERN_HOUSE = re.compile(r"\d\s?(?:丁目|番地|番|号|號|号楼|弄|巷|번길|번지)|[路街道巷로길]\s?\d")
_JOINED_LETTERS = re.compile(r"(?<![^ ])(\w) (?=\w(?![^ ]))")


@dataclass(frozen=True)
class Looks:
    """What a column looks like; shares are of the filled cells in a sample, placeholders left out.

    Attributes:
        records: Cells.
        filled: Cells that are not empty.
        distinct: Different texts among them.
        examples: Up to three filled cells.
        sampled: Cells in the sample.
        email, phone, date, number, postcode, url, digit, given, business, street, state, honorific: Shares.
        day_of_year: Share of days and months without a year: 03/14, 14.3., --03-14.
        written_date: Share of dates that nobody would take for a number, such as 03.04.1980 and 3 May 1980.
        far_postcode: Share of texts that may be postcodes of Asia, Eastern Europe and Brazil, and much else: 560001, 150-0002.
        lettered_postcode: Share of postcodes with a letter, a hyphen or a blank inside.
        round: Share of numbers that end with two zeros.
        family: Share with a known family name.
        eastern: Share of names that begin with a known family name, without a blank behind it: 山田太郎.
        thing: Share with two words that many values have and that are no known names, as things have: deluxe edition, red ale.
        legal: Share that end with a legal form of companies.
        house: Share with a word for a street and a number.
        road: Share with a word for a street behind, before or joined to another word.
        edge: Share of words with a number such as 12 or 12b at their beginning or end.
        address: Share with commas and, behind the first, a postcode.
        country, region: Share of names of countries, and of states and provinces (short or long).
        sexes: Nearly all values are words for a sex or forms of address, and both sexes occur.
        running: Every cell is a larger number than the one before.
        eight: Share of eight digits, as in 19560409.
        plain_year: Share of years of four digits, 1000 to 2099.
        even: Share of cells of the commonest length.
        short: Share of at most one word.
        long: Share of five words or more.
        social: Share of numbers of the American social security.
        dialled: Share that begin or are grouped as telephone numbers are and as plain numbers seldom are.
        flag: There are two values, one that says yes and one that says no.
        local: Whether every value has seven digits and none begins as no local phone number of North America does.
        words: Mean number of words.
        years: Of the dates: the year before which one in twenty is, the middle one, and the one after which one in twenty
            is; zeros without any.
    """

    records: int
    filled: int
    distinct: int
    examples: tuple[str, ...]
    sampled: int
    email: float = 0.0
    phone: float = 0.0
    date: float = 0.0
    day_of_year: float = 0.0
    written_date: float = 0.0
    number: float = 0.0
    postcode: float = 0.0
    lettered_postcode: float = 0.0
    far_postcode: float = 0.0
    round: float = 0.0
    url: float = 0.0
    digit: float = 0.0
    given: float = 0.0
    family: float = 0.0
    eastern: float = 0.0
    thing: float = 0.0
    business: float = 0.0
    legal: float = 0.0
    street: float = 0.0
    house: float = 0.0
    road: float = 0.0
    edge: float = 0.0
    address: float = 0.0
    state: float = 0.0
    country: float = 0.0
    region: float = 0.0
    honorific: float = 0.0
    sexes: bool = False
    running: bool = False
    eight: float = 0.0
    plain_year: float = 0.0
    even: float = 0.0
    short: float = 0.0
    long: float = 0.0
    words: float = 0.0
    social: float = 0.0
    local: bool = False
    dialled: float = 0.0
    flag: bool = False
    years: tuple[int, int, int] = (0, 0, 0)

    @property
    def year(self) -> int:
        """Middle year of the dates, 0 without any."""
        return self.years[1]

    @property
    def fill(self) -> float:
        """Share of cells that are filled."""
        return self.filled / max(1, self.records)

    @property
    def of_single_words(self) -> bool:
        """Whether each of the examples is one word."""
        return all(not any(letter.isspace() for letter in example.strip()) for example in self.examples)


@once
def given_names() -> frozenset[str]:
    """Given names that are known, folded."""
    listed = words("given_names") | words("given_names", "more") | words("given_names", "far")
    particles = words("particles") | words("particles", "leading")
    return (frozenset(fold_text(name) for name in listed) | frozenset(nickname_groups())) - particles


@once
def family_names() -> frozenset[str]:
    """Family names that are known, folded."""
    return frozenset(fold_text(name) for name in words("family_names"))


@once
def _no_values() -> frozenset[str]:
    return frozenset(table("placeholders")["any"]) - {"x", "0", "00", "000"}


@once
def _first_words_of_firms() -> frozenset[str]:
    return frozenset(fold_text(word) for word in words("business_words", "leading"))


@once
def _joined_forms() -> frozenset[str]:
    """Legal forms of scripts without blanks, folded."""
    return frozenset(fold_text(form) for form in words("legal_forms", "joined")) - {""}


@cache
def _street_words(section: str) -> frozenset[str]:
    return frozenset(fold_text(word) for word in meanings("street_types", section))


@once
def _all_street_words() -> frozenset[str]:
    return street_type_words() | _street_words("recognised") | _street_words("before")


@once
def _joined_street() -> re.Pattern[str]:
    """Words such as hauptstrasse: at least three letters before a word for a street."""
    return re.compile(r"...(?:" + "|".join(sorted(_street_words("joined"))) + ")$")


def is_word_for_street(word: str) -> bool:
    """Whether a folded word is one for a street, such as "road" and "rue"."""
    return word in _all_street_words()


_NOTHING = re.compile(
    r"\s*0[0\s./-]*0[0\s./-]*0[0\s./-]*0\s*"
)  # a date or number that was never given: 00000000, 0000-00-00


def _filled_sample(texts: Texts) -> list[str]:
    """Some filled cells from all over a column, at most SAMPLE."""
    filled = np.flatnonzero(~texts.empty())
    places = np.unique(np.linspace(0, max(0, filled.size - 1), min(filled.size, SAMPLE)).astype(np.int64))
    cells = gather(texts, filled[places]).to_list()
    return [cell for cell in cells if cell.strip() and plain(cell) not in _no_values() and not _NOTHING.fullmatch(cell)]


@once
def _words_of_names() -> frozenset[str]:
    """Words that many names of persons have."""
    around = words("honorifics", "before") | words("honorifics", "after") | set(SUFFIXES) | words("particles")
    return given_names() | family_names() | frozenset(fold_text(word) for word in around)


def _words_in(folded: Sequence[list[str]], times: Sequence[int], least: float) -> frozenset[str]:
    """Words of two letters or more that at least this share of many cells have; none where there are few cells."""
    cells = sum(times)
    if cells < MANY_CELLS:
        return frozenset()
    counts: Counter[str] = Counter()
    for tokens, often in zip(folded, times, strict=True):
        for token in set(tokens):
            if len(token) > 1:
                counts[token] += often
    return frozenset(word for word, count in counts.items() if count >= least * cells)


def looks_of(column: Any) -> Looks:
    """Look at a column (Arrow `large_string`, no nulls)."""
    texts = from_arrow(column)
    filled, distinct = count_distinct(texts)
    cells = _filled_sample(texts)
    examples = tuple(dict.fromkeys(cell.strip() for cell in cells[:50]))[:3]
    if not cells:
        return Looks(texts.n, filled, distinct, examples, 0)
    # Each text is looked at once, however often it is there.
    seen, times = zip(*Counter(cells).items(), strict=True)
    folded = [text.split() for text in fold(texts_of(list(seen))).to_list()]
    states = words("region_codes", "us") | words("region_codes", "ca") | words("region_codes", "au")
    titles = words("honorifics", "before")
    dates = dict(zip(cells, clean_dates(cells), strict=True))
    years = sorted(int(dates[cell][:4]) for cell in cells if dates[cell])
    # Names in scripts without blanks have two parts although they are one word.
    counts = np.array([2 if tokens and is_closed_script(tokens[0][0]) else len(tokens) for tokens in folded])
    counts = np.repeat(counts, times)
    written = [bool(dates[cell]) and bool(_WRITTEN_DATE.search(cell)) for cell in seen]
    whole = [" ".join(tokens) for tokens in folded]
    everywhere = _words_in(folded, times, EVERYWHERE)
    common = _words_in(folded, times, COMMON) - (_words_of_names() - everywhere)
    given = given_names() - everywhere

    def share(hits: Iterable[bool]) -> float:
        return sum(compress(times, hits)) / len(cells)

    def matching(test: Callable[[str], object]) -> float:
        return sum(compress(times, map(test, seen))) / len(cells)

    return Looks(
        texts.n,
        filled,
        distinct,
        examples,
        len(cells),
        email=matching(lambda cell: "@" in cell and clean_email(cell)),
        phone=matching(lambda cell: _PHONE.match(cell) and 6 <= sum(c.isdigit() for c in cell) <= 20),
        date=len(years) / len(cells),
        day_of_year=matching(is_day_of_year),
        written_date=share(written),
        number=share(bool(_NUMBER.match(cell)) and not date for cell, date in zip(seen, written, strict=True)),
        postcode=matching(lambda cell: _POSTCODE.match(cell.strip())),
        lettered_postcode=matching(lambda cell: _POSTCODE.match(cell.strip()) and not cell.strip().isdigit()),
        far_postcode=matching(lambda cell: _FAR_POSTCODE.match(cell.strip())),
        round=matching(lambda cell: _ROUND.match(cell.strip())),
        url=matching(lambda cell: _URL.match(cell.strip())),
        digit=matching(_DIGIT.search),
        given=share(not given.isdisjoint(tokens) for tokens in folded),
        family=share(not family_names().isdisjoint(tokens) for tokens in folded),
        eastern=share(map(_is_eastern, whole)),
        thing=share(len(common.intersection(tokens)) > 1 for tokens in folded),
        business=share(_is_business(text) for text in whole),
        legal=share(_is_company(text) for text in whole),
        street=share(not street_type_words().isdisjoint(tokens[1:]) for tokens in folded),
        house=share(_is_house(tokens) for tokens in folded),
        road=share(_is_road(tokens) for tokens in folded),
        edge=share(_has_edge(cell, tokens) for cell, tokens in zip(seen, folded, strict=True)),
        address=matching(lambda cell: _CODE_INSIDE.search(cell.partition(",")[2])),
        state=share(text in states for text in whole),
        country=share(text in country_names() for text in whole),
        region=share(map(is_region, whole)),
        honorific=share(bool(tokens) and all(token in titles for token in tokens) for tokens in folded),
        sexes=bool(told_sexes(Counter(chain.from_iterable(map(repeat, whole, times))))),
        running=_is_running(cells),
        eight=matching(lambda cell: len(cell.strip()) == 8 and cell.strip().isdigit()),
        plain_year=matching(lambda cell: _PLAIN_YEAR.fullmatch(cell.strip())),
        even=max(Counter(map(len, cells)).values()) / len(cells),
        short=float((counts <= 1).mean()),
        long=float((counts >= 5).mean()),
        words=float(counts.mean()),
        social=_social(cells),
        local=_are_local(cells),
        dialled=matching(_is_dialled),
        flag=_are_flags(set(whole)),
        years=(years[len(years) // 20], years[len(years) // 2], years[-1 - len(years) // 20]) if years else (0, 0, 0),
    )


def is_day_of_year(cell: str) -> bool:
    """Whether a cell is a day and a month, in any order, without a year."""
    found = _DAY_OF_YEAR.fullmatch(cell)
    return found is not None and 1 <= min(map(int, found.groups())) <= 12 and max(map(int, found.groups())) <= 31


def _is_business(name: str) -> bool:
    """Whether a folded name has words that only organisations have: at its end, or behind or at its beginning."""
    tokens = name.split()
    if any(form in name for form in _joined_forms()):
        return True
    if len(tokens) < 2:
        return name in business_words() or name in legal_forms()
    # Letters that stand alone belong together: "sp z o o", "e v".
    joined = _JOINED_LETTERS.sub(r"\1", name).split()
    return (
        any((token in business_words() or token in legal_forms()) and len(token) > 1 for token in joined[1:])
        or tokens[0] in _first_words_of_firms()
        or (len(tokens[0]) > 2 and tokens[0] in words("legal_forms", "first"))
        or (len(tokens) > 3 and "".join(tokens[-4:]) in legal_forms())
    )


def _is_company(name: str) -> bool:
    """Whether a folded name ends with a legal form."""
    tokens = _JOINED_LETTERS.sub(r"\1", name).split()
    return len(tokens) > 1 and (tokens[-1] in legal_forms() or "".join(tokens[-2:]) in legal_forms())


def _is_eastern(name: str) -> bool:
    """Whether a folded text of a script without blanks is a family name and one to three letters more."""
    if not name or not is_closed_script(name[0]) or any(letter.isdigit() for letter in name):
        return False
    plain = name.replace(" ", "")
    return any(plain[:size] in family_names() and 1 <= len(plain) - size <= 3 for size in (1, 2, 3))


def _is_house(tokens: list[str]) -> bool:
    """Whether folded words have a word for a street and a number."""
    if tokens and is_closed_script(tokens[0][0]):
        return bool(_EASTERN_HOUSE.search("".join(tokens)))
    return len(tokens) > 1 and any(token[0].isdigit() for token in tokens) and _is_road(tokens)


def _is_road(tokens: list[str]) -> bool:
    """Whether folded words have one for a street: behind or before another word, or joined to it."""
    if len(tokens) > 1 and (tokens[0] in _street_words("before") or not _all_street_words().isdisjoint(tokens[1:])):
        return True
    return any(_joined_street().search(token) for token in tokens)


def _has_edge(cell: str, tokens: list[str]) -> bool:
    """Whether words begin or end with a number, or begin with one of a flat."""
    flat = len(tokens) > 2 and tokens[0] in _street_words("unit") and tokens[1][0].isdigit()
    return flat or (len(tokens) < 9 and bool(_EDGE.search(cell.strip())))


def _are_flags(values: set[str]) -> bool:
    yes, no = (frozenset(fold_text(word) for word in words("yes_no", section)) for section in ("yes", "no"))
    return len(values) == 2 and bool(values & yes) and bool(values & no)


def _is_dialled(cell: str) -> bool:
    """Whether a number begins with a plus sign, a bracket or a zero, or has the parts of a North American one."""
    return bool(_DIALLED.match(cell)) and sum(letter.isdigit() for letter in cell) <= _MOST_DIALLED


def _social(cells: list[str]) -> float:
    """Share of numbers of the American social security: with hyphens, or nine digits of which some begin with a zero.

    No area is 000, 666 or above 899, and no other part is all zeros: of nine digits that are phones nearly all break that, or
    all begin alike.
    """
    found = [_SOCIAL.fullmatch(cell.strip()) for cell in cells]
    share = sum(map(bool, found)) / len(cells)
    if any(one and one[1] for one in found):
        return share
    zeros = sum(cell.strip().startswith("0") for cell in cells) / len(cells)
    return share if share > _NEARLY_ALL and _SOME < zeros < _MANY_ZEROS else 0.0


def _are_local(cells: list[str]) -> bool:
    """Whether cells may be local phone numbers of North America: none begins with 0 or 1, and they begin in many ways."""
    numbers = [cell.strip() for cell in cells]
    fit = all(len(one) == 7 and one.isascii() and one.isdigit() and one[0] not in "01" for one in numbers)
    return fit and len({one[0] for one in numbers}) >= _BEGINNINGS


def _is_running(cells: list[str]) -> bool:
    """Whether numbers grow from each cell to the next, as numbers of records do."""
    if len(cells) < 5 or not all(cell.strip().isdigit() and len(cell.strip()) < 19 for cell in cells):
        return False
    numbers = np.array([int(cell) for cell in cells], dtype=np.int64)
    return bool((np.diff(numbers) > 0).mean() > 0.98)
