"""Engine: names of persons: full names taken apart, forms of address, particles, generations, nicknames.

`split_name` and `clean_part` say what is meant, for one name; compiled loops (`names_loop`) do it for many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from entityres.records import names_loop as loop
from entityres.records.coding import Texts, gather, joined_end_to_end, replaced, texts_of
from entityres.records.folding import Fold, fold, fold_text, is_closed_script
from entityres.records.once import once
from entityres.records.remade import places_of
from entityres.records.sorted_sets import sorted_unique
from entityres.records.tables import meanings, table, words
from entityres.records.word_tables import WordTable, word_table

NAME_FOLD = Fold.AND | Fold.COMMAS | Fold.HYPHENS
JOINT = "joint"
SUFFIXES: dict[str, str] = meanings("suffixes")
BEFORE = frozenset(fold_text(word, Fold.HYPHENS) for word in words("honorifics", "before"))
_ALSO_NAMES = words("honorifics", "after two words")  # "Ann Hill MA", but "Jack Ma"
_AFTER = words("honorifics", "after") | _ALSO_NAMES
PARTICLES = words("particles") | words("particles", "leading")
_LEADING = words("particles", "leading")
_JOINED = words("particles", "joined")
_SHORT_PREFIXES = words("particles", "elided") | _JOINED
_MAIDEN = words("particles", "by birth")
TWO = frozenset({"and", "und", "et"})
DEGREES = words("honorifics", "behind a title")
_NAMELIKE = words("honorifics", "behind a title, before two words") | DEGREES
ARTICLES = frozenset({"de"})  # "de heer"
_AND_OF_SURNAMES = frozenset({"y"})  # "García y López"


_ASIDE = re.compile(
    r"""\s*[(\[（][^()\[\]（）]*[)\]）]|(?<=\s)["“][^"“”]+["”](?!\S)|\s+[cdhsw]/o[.:]?\s.*""", re.IGNORECASE
)
_ASIDE_MARKS = (b"(", b"[", b'"', "（".encode(), "“".encode(), b"/o", b"/O")
_TITLES_BEFORE = sorted(words("honorifics", "joined before"), key=len, reverse=True)
_TITLES_BEHIND = sorted(words("honorifics", "joined behind"), key=len, reverse=True)
_JOINED_TITLE = re.compile(
    rf"^\s*(?:{'|'.join(map(re.escape, _TITLES_BEFORE))})\s*(?=\S\S)|(?<=\S\S)\s*(?:{'|'.join(_TITLES_BEHIND)})\s*$"
)
_JOINED_MARKS = tuple(title.encode() for title in (*_TITLES_BEFORE, *_TITLES_BEHIND))
_LETTERS = r"[^\W\d_]"
_BETWEEN_TWO = re.compile(rf"(?<={_LETTERS}{{2}})(?:\s*\+\s*|\s+(?:u\.?|en|och|og)\s+)(?={_LETTERS}{{2}})")
_SLASH_BETWEEN_TWO = re.compile(rf"(?<={_LETTERS}{{2}})\s*/\s*(?={_LETTERS}{{2}})")
_TWO_FIRST = re.compile(rf"\s*{_LETTERS}{{2,}}\s*/\s*{_LETTERS}{{2,}}\s+{_LETTERS}{{2,}}")
_BETWEEN_MARKS = (b"/", b"+", b" u ", b" u. ", b" en ", b" och ", b" og ")
_TICKET = re.compile(r"\s*([^\W\d_][^/,&]*)/\s*([^\W\d_][^/,&]*?)(?:\s*\b(MR|MRS|MS|MISS|MSTR|DR|CHD|INF))?\s*")


class NameParts(NamedTuple):
    """A name taken apart; every part folded, "" where there is none."""

    given: str = ""
    middle: str = ""
    family: str = ""
    suffix: str = ""


@once
def nickname_groups() -> dict[str, tuple[int, ...]]:
    """For each folded given name the numbers of the nickname groups that it is in (a group has one full form)."""
    numbers: dict[str, int] = {}
    groups: dict[str, tuple[int, ...]] = {}
    for line in (line for lines in table("nicknames").values() for line in lines):
        listed = [fold_text(word) for word in line.split()]
        number = numbers.setdefault(listed[0], len(numbers))
        for name in dict.fromkeys(listed):
            if number not in groups.get(name, ()):
                groups[name] = (*groups.get(name, ()), number)
    return groups


def same_nickname(a: str, b: str) -> bool:
    """Whether two folded given names can be the same one: one is short for the other, or both are for a third.

    Example:
        >>> same_nickname("bob", "robert"), same_nickname("robert", "richard")
        (True, False)
    """
    groups = nickname_groups()
    return a == b or not set(groups.get(a, ())).isdisjoint(groups.get(b, ()))


def _without_titles(tokens: list[str]) -> list[str]:
    """The words without forms of address before and letters after them."""
    start, end = 0, len(tokens)
    while start < end and (tokens[start] in BEFORE or _is_of_title(tokens, start)):
        start += 1
    while end > start and tokens[end - 1] in _AFTER and end - start > 1 + (tokens[end - 1] in _ALSO_NAMES):
        end -= 1
    for letters in (3, 2):
        # "M.D." is two words.
        cut = end - letters
        if cut - start > 1 and "".join(tokens[cut:end]) in _AFTER and max(map(len, tokens[cut:end])) <= 2:
            end = cut
    return tokens[start:end]


def _is_of_title(tokens: list[str], at: int) -> bool:
    """Whether a word belongs to a form of address beside it: "de heer", "Dr. med."."""
    left = len(tokens) - at - 1
    if tokens[at] in ARTICLES and left and tokens[at + 1] in BEFORE:
        return True
    return tokens[at] in _NAMELIKE and at > 0 and left >= (1 if tokens[at] in DEGREES else 2)


def _is_particle(tokens: list[str], at: int) -> bool:
    """Whether a word is a particle of a last name, or an "and" between two: "von und zu"."""
    if tokens[at] in TWO and 0 < at < len(tokens) - 1:
        return tokens[at - 1] in PARTICLES and tokens[at + 1] in PARTICLES
    return tokens[at] in PARTICLES


def _take_suffix(tokens: list[str]) -> tuple[list[str], str]:
    """The words without a generation at their end, and the generation."""
    if len(tokens) >= 2 and tokens[-1] in SUFFIXES:
        return tokens[:-1], SUFFIXES[tokens[-1]]
    return tokens, ""


def _without_maiden(tokens: list[str], before: int) -> list[str]:
    """The words before a name by birth: "ann hill nee weir" is "ann hill". At least so many must stand before it."""
    at = next((i for i, token in enumerate(tokens[:-1]) if token in _MAIDEN and i >= before), len(tokens))
    return tokens[:at]


def _plain(tokens: list[str]) -> str:
    return " ".join(tokens).replace("-", " ")


def _in_order(tokens: list[str]) -> NameParts:
    """First name, middle names, last name with its particles."""
    if not tokens:
        return NameParts()
    if len(tokens) == 1:
        return NameParts(family=_plain(tokens))
    begin = len(tokens) - 1
    while begin > 1 and _is_particle(tokens, begin - 1):
        begin -= 1
    if begin == 1 and tokens[0] in _LEADING:
        return NameParts(family=_plain(tokens))
    if len(tokens) > 2 and tokens[0] in _LEADING:
        return _family_first(tokens, next(at for at in range(len(tokens)) if not _is_particle(tokens, at)) + 1)
    if len(tokens) > 2 and len(tokens[0]) > 1 and all(len(token) == 1 for token in tokens[1:]):
        return _family_first(tokens, 1)
    if len(tokens) > 3 and tokens[-2] in _AND_OF_SURNAMES:
        return NameParts(tokens[0].replace("-", " "), _plain(tokens[1:-3]), _plain(tokens[-3:]))
    if len(tokens) > 2 and tokens[-2] in _JOINED:
        return NameParts(tokens[0].replace("-", " "), _plain(tokens[1:-2]), "".join(tokens[-2:]).replace("-", " "))
    return NameParts(tokens[0].replace("-", " "), _plain(tokens[1:begin]), _plain(tokens[begin:]))


def _family_first(tokens: list[str], end: int) -> NameParts:
    """A name that begins with the last name, as a particle ("van Dijk Jan") or initials behind it ("Rao Y S") show."""
    given = tokens[end] if end < len(tokens) else ""
    return NameParts(given.replace("-", " "), _plain(tokens[end + 1 :]), _plain(tokens[:end]))


def _couple(tokens: list[str]) -> NameParts | None:
    """Two people in one cell: the first of them, marked as joint; None when it is one name with such a word in it."""
    at = next((i for i, token in enumerate(tokens) if token in TWO and not _is_particle(tokens, i)), -1)
    if at < 0:
        return None
    left, right = _without_titles(tokens[:at]), _without_titles(tokens[at + 1 :])
    second = _in_order(right)
    if not left:
        if at == 0 or not right:
            return None
        return second._replace(suffix=JOINT)
    if len(left) == 1 and len(right) >= 2:
        return NameParts(left[0].replace("-", " "), "", second.family, JOINT)
    if len(left) >= 2 and len(right) >= 1:
        return _in_order(left)._replace(suffix=JOINT)
    return None


def _last_first(family: list[str], given: list[str]) -> NameParts:
    """Take "Last, First Middle" apart, with particles on either side."""
    family, suffix = _take_suffix(family)
    given, second_suffix = _take_suffix(given)
    tail = len(given)
    while tail > 1 and _is_particle(given, tail - 1):
        tail -= 1
    family, given = given[tail:] + family, given[:tail]
    return NameParts(
        given[0].replace("-", " ") if given else "", _plain(given[1:]), _plain(family), suffix or second_suffix
    )


def _without_aside(text: str) -> str:
    """A name without what stands in brackets, a nickname between quotation marks, and somebody else behind c/o or s/o.

    Nor has it titles that are joined to it.
    """
    text = _without_joined_title(text)
    rest = _ASIDE.sub(" ", text)
    return rest if len(rest.split()) > 1 else text


def _without_joined_title(text: str) -> str:
    """A name without a form of address that is written together with it, as in Thai, Japanese, Korean and Chinese."""
    return text if text.isascii() else _JOINED_TITLE.sub("", text)


def _with_and(text: str) -> str:
    """First names of two people with the word "and" between them, whatever stands there: "Anna u. Peter", "Anna/Peter"."""
    return _SLASH_BETWEEN_TWO.sub(" and ", _BETWEEN_TWO.sub(" and ", text))


def _of_two(text: str) -> str:
    """A full name with an "and" between two first names, and a name as on tickets, "HILL/ANN MRS", with a comma.

    In "Anna Hill/Weir" two last names are one person's.
    """
    ticket = _TICKET.fullmatch(text)
    if ticket and (ticket[3] or text.isupper()):
        return f"{ticket[1]}, {ticket[2]}"
    return _with_and(text) if _TWO_FIRST.match(text) else _BETWEEN_TWO.sub(" and ", text)


def _remade(texts: Texts, data: bytes, marks: Iterable[bytes], remake: Callable[[str], str]) -> Texts:
    """The same texts (`data` are their bytes), those with one of the marks in them made anew."""
    there = [mark for mark in marks if mark in data]
    if not there:
        return texts
    found = np.concatenate([places_of(texts.data, mark) for mark in there])
    rows = sorted_unique(np.searchsorted(texts.offsets, found, side="right") - 1)
    rows = rows[(rows >= 0) & (rows < texts.n)]
    return replaced(texts, rows, texts_of([remake(text) for text in gather(texts, rows).to_list()]))


def _without_asides(texts: Texts) -> Texts:
    """Names without what is said beside them (see `_without_aside`), those of two people with "and" between them."""
    texts = _remade(texts, texts.data.tobytes(), _BETWEEN_MARKS, lambda text: _of_two(_without_aside(text)))
    data = texts.data.tobytes()
    marks = _ASIDE_MARKS if b"/" in data else _ASIDE_MARKS[:-2]
    if data.isascii():
        return _remade(texts, data, (mark for mark in marks if mark[0] < 0x80), _without_aside)
    return _remade(texts, data, (*marks, *_JOINED_MARKS), _without_aside)


def _without_joined_titles(texts: Texts) -> Texts:
    """Names without forms of address that are written together with them (see `_without_joined_title`)."""
    data = texts.data.tobytes()
    return texts if data.isascii() else _remade(texts, data, _JOINED_MARKS, _without_joined_title)


def with_and(texts: Texts) -> Texts:
    """First names, those of two people with "and" between them: "Anna u. Peter" and "Anna/Peter" are "Anna and Peter"."""
    return _remade(texts, texts.data.tobytes(), _BETWEEN_MARKS, _with_and)


def split_name(text: str) -> NameParts:
    """A full name taken apart.

    Args:
        text: As it stands in the list, or folded with `NAME_FOLD`.

    Example:
        >>> split_name("Dr. Leslie van der Berg Jr.")
        NameParts(given='leslie', middle='', family='van der berg', suffix='jr')
    """
    folded = fold_text(_of_two(_without_aside(text)), NAME_FOLD)
    if folded and is_closed_script(folded[0]) and " " not in folded:
        return NameParts(family=folded)
    segments: list[list[str]] = []
    suffix = ""
    for segment in folded.split(","):
        # Behind a comma nothing else need stand before it.
        tokens = _without_maiden(segment.split(), 0 if segments else 1 if "," in folded else 2)
        if segments and len(segments[0]) > 1 and 1 < len(tokens) < 4 and "".join(tokens) in _AFTER:
            continue  # "Ann Hill, M.D."
        if not (segments and len(tokens) == 1 and tokens[0] in SUFFIXES):
            tokens = _without_titles(tokens)
        if segments and len(tokens) == 1 and (tokens[0] in SUFFIXES or tokens[0] in _AFTER):
            suffix = suffix or SUFFIXES.get(tokens[0], "")
        elif tokens:
            segments.append(tokens)
    if not segments:
        return NameParts(suffix=suffix)
    couple = _couple(_without_maiden(folded.replace(",", " ").split(), 2) if len(segments) == 1 else [])
    if couple:
        return couple
    if len(segments) == 1:
        tokens, found = _take_suffix(segments[0])
        return _in_order(_without_titles(tokens))._replace(suffix=found or suffix)
    if len(segments[0]) > 1 and "0" <= segments[1][0][0] <= "9":
        return _in_order(segments[0])._replace(suffix=suffix)
    parts = _last_first(segments[0], [token for segment in segments[1:] for token in segment])
    return parts._replace(suffix=parts.suffix or suffix)


def plain_words(text: str) -> list[str]:
    """The words of one person's name, folded, without forms of address and generations.

    Example:
        >>> plain_words("Dr. Leslie van der Berg Jr.")
        ['leslie', 'van', 'der', 'berg']
    """
    return _without_titles(_take_suffix(_without_titles(fold_text(text, NAME_FOLD).split()))[0])


def clean_part(text: str) -> NameParts:
    """One name of a column that holds only first (or only last) names; it stands under `given`, for either.

    Forms of address and generations are taken off, "O Neale" becomes "oneale".
    """
    folded = fold_text(_without_joined_title(text), Fold.AND | Fold.COMMAS)
    tokens = _without_maiden([token for token in folded.split() if token != ","], 1)
    kept = _without_titles(tokens) or tokens
    kept, suffix = _take_suffix(kept)
    for at in range(len(kept) - 1):
        if kept[at] in TWO and 0 < at and not _is_particle(kept, at):
            kept, suffix = kept[:at], JOINT
            break
    if len(kept) == 2 and kept[0] in _SHORT_PREFIXES and len(kept[1]) > 2:
        kept = ["".join(kept)]
    return NameParts(given=" ".join(kept), suffix=suffix)


@once
def _marked_words() -> WordTable:
    """What the compiled loops must know about words, and the generations that they may name."""
    generations = [JOINT, *sorted(set(SUFFIXES.values()))]
    marks: dict[str, int] = {}
    for words_, mark in (
        (BEFORE, loop.BEFORE),
        (_AFTER - _ALSO_NAMES, loop.AFTER),
        (PARTICLES, loop.PARTICLE),
        (_LEADING, loop.LEADING),
        (_JOINED, loop.JOINED),
        (TWO, loop.TWO),
        (_MAIDEN, loop.MAIDEN),
        (_SHORT_PREFIXES, loop.PREFIX),
        (_NAMELIKE | _AND_OF_SURNAMES | _ALSO_NAMES, loop.RARE),
    ):
        for word in words_:
            marks[word] = marks.get(word, 0) | mark
    for word, generation in SUFFIXES.items():
        marks[word] = marks.get(word, 0) + loop.GENERATION * (1 + generations.index(generation))
    return word_table(marks, generations)


def _generations(numbers: np.ndarray) -> Texts:
    """Generations by their number in the table, "" for 0."""
    listed = joined_end_to_end([texts_of([""]), _marked_words().texts])
    return gather(listed, numbers)


class NameTexts(NamedTuple):
    """Parts of many names, each one text a name."""

    given: Texts
    middle: Texts
    family: Texts
    suffix: Texts


def split_names(texts: Texts) -> NameTexts:
    """Full names taken apart (see `split_name`)."""
    folded = fold(_without_asides(texts), NAME_FOLD)
    held = _marked_words()
    *parts, numbers, odd = loop.split_full_names(folded.offsets, folded.data, held.hashes, held.numbers)
    given, middle, family = Texts(*parts[:2]), Texts(*parts[2:4]), Texts(*parts[4:6])
    suffix = _generations(numbers)
    places = np.flatnonzero(odd)
    if len(places):
        split = [split_name(text) for text in gather(folded, places).to_list()]
        given, middle, family, suffix = (
            replaced(whole, places, texts_of(list(new)))
            for whole, new in zip((given, middle, family, suffix), zip(*split, strict=True), strict=True)
        )
    return NameTexts(given, middle, family, suffix)


def clean_parts(texts: Texts) -> tuple[Texts, Texts]:
    """Names of a column of first (or last) names: the names, and the generations found with them."""
    folded = fold(_without_joined_titles(texts), Fold.AND | Fold.COMMAS)
    held = _marked_words()
    offsets, data, numbers, odd = loop.clean_single_names(folded.offsets, folded.data, held.hashes, held.numbers)
    names, suffixes = Texts(offsets, data), _generations(numbers)
    places = np.flatnonzero(odd)
    if len(places):
        parts = [clean_part(text) for text in gather(folded, places).to_list()]
        names = replaced(names, places, texts_of([part.given for part in parts]))
        suffixes = replaced(suffixes, places, texts_of([part.suffix for part in parts]))
    return names, suffixes
