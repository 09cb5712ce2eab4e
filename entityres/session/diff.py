"""Session: how two texts differ, as spans to mark and a few words.

Words are aligned first (finds swapped and added words), then the letters inside unequal words, both by Levenshtein; dates
and phones are taken apart by what they mean. Only for the pair on screen: O(length²).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from rapidfuzz.distance import OSA, Indel, Levenshtein

from entityres.records.roles import Role

Span = tuple[int, int]

SAME, SIMILAR, DIFFERENT, MISSING, EMPTY = "=", "≈", "≠", "–", "∅"
RELATION_WORDS = {
    SAME: "same",
    SIMILAR: "similar",
    DIFFERENT: "different",
    MISSING: "missing on one side",
    EMPTY: "both empty",
}

# From this share of equal letters on, two words are the same word spelt differently, and letters are marked, not the word.
WORD_LIKE_WORD = 0.5
SIMILAR_FROM = 0.6

DATE_ROLES = frozenset({Role.BIRTH_DATE, Role.DATE})
WORD = re.compile(r"\w+", re.UNICODE)


@dataclass(frozen=True)
class Diff:
    """How two texts differ.

    Attributes:
        relation: `=` same, `≈` similar, `≠` different, `–` missing on one side, `∅` both empty.
        spans_a: (start, end) of what differs in the first text, ascending.
        spans_b: The same in the second text.
        words: "1 letter", "words swapped", "case only", ...; what a person would say.
    """

    relation: str
    spans_a: tuple[Span, ...]
    spans_b: tuple[Span, ...]
    words: str


def compare_texts(a: str, b: str, role: Role | None = None) -> Diff:
    """How two texts differ, by the role of their column.

    Example:
        `compare_texts("12 Stanley Street", "12a Stanley Street")` marks the `a` and says "1 letter".
    """
    if not a.strip() or not b.strip():
        empty = not a.strip() and not b.strip()
        return Diff(EMPTY, (), (), RELATION_WORDS[EMPTY]) if empty else Diff(MISSING, (), (), "one missing")
    if a == b:
        return Diff(SAME, (), (), "same")
    special = None
    if role in DATE_ROLES:
        special = _compare_dates(a, b)
    elif role == Role.PHONE:
        special = _compare_phones(a, b)
    return special or _same_but_form(a, b) or _compare_words(a, b)


def _same_but_form(a: str, b: str) -> Diff | None:
    """Texts that differ in nothing but case, accents, spaces or punctuation."""
    if a.casefold() == b.casefold():
        return Diff(SAME, (), (), "case only")
    if _plain(a) == _plain(b):
        return Diff(SAME, (), (), "accents only")
    one, two = (re.sub(r"[\W_]+", "", _plain(text)) for text in (a, b))
    return Diff(SAME, (), (), "spacing or punctuation only") if one == two and one else None


def _plain(text: str) -> str:
    """Without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


# Words and letters


def _compare_words(a: str, b: str) -> Diff:
    found_a = [m.span() for m in WORD.finditer(a)]
    found_b = [m.span() for m in WORD.finditer(b)]
    words_a = [_plain(a[s:e]) for s, e in found_a]
    words_b = [_plain(b[s:e]) for s, e in found_b]
    if Counter(words_a) == Counter(words_b):
        return _moved_words(found_a, found_b, words_a, words_b)
    spans_a: list[Span] = []
    spans_b: list[Span] = []
    unequal: list[tuple[str, str]] = []
    # Equal words stay put; what lies between them on both sides is compared letter by letter.
    for one, two in _between_equal(words_a, words_b):
        for word_a, word_b in _partners(words_a[one], words_b[two]):
            at_a = None if word_a is None else found_a[one.start + word_a]
            at_b = None if word_b is None else found_b[two.start + word_b]
            _mark(a, b, at_a, at_b, spans_a, spans_b)
            unequal.append(("" if at_a is None else a[slice(*at_a)], "" if at_b is None else b[slice(*at_b)]))
    words = _say(unequal)
    share = max(Levenshtein.normalized_similarity(_plain(a), _plain(b)), _word_share(words_a, words_b))
    near = words not in ("different", "") and share > 0
    relation = SIMILAR if near or share >= SIMILAR_FROM else DIFFERENT
    if relation == SIMILAR and words == "different":
        words = "similar"
    return Diff(relation, _joined(a, spans_a), _joined(b, spans_b), words)


def _moved_words(found_a: list[Span], found_b: list[Span], words_a: list[str], words_b: list[str]) -> Diff:
    spans_a: list[Span] = []
    spans_b: list[Span] = []
    for code in Indel.opcodes(words_a, words_b):
        if code.tag == "delete":
            spans_a += found_a[code.src_start : code.src_end]
        elif code.tag == "insert":
            spans_b += found_b[code.dest_start : code.dest_end]
    return Diff(SIMILAR, tuple(spans_a), tuple(spans_b), "words swapped")


def _between_equal(words_a: list[str], words_b: list[str]) -> list[tuple[slice, slice]]:
    """Runs of words that have no equal partner, side by side."""
    runs: list[tuple[slice, slice]] = []
    end_a = end_b = 0
    for code in Indel.opcodes(words_a, words_b):
        if code.tag == "equal":
            runs.append((slice(end_a, code.src_start), slice(end_b, code.dest_start)))
            end_a, end_b = code.src_end, code.dest_end
    runs.append((slice(end_a, len(words_a)), slice(end_b, len(words_b))))
    return [(one, two) for one, two in runs if one.start < one.stop or two.start < two.stop]


def _partners(words_a: list[str], words_b: list[str]) -> list[tuple[int | None, int | None]]:
    """Which word of a run stands for which, in order; None where a word has no partner."""
    if len(words_a) == len(words_b):
        return list(zip(range(len(words_a)), range(len(words_b)), strict=True))
    short, long = (words_a, words_b) if len(words_a) < len(words_b) else (words_b, words_a)
    # Best partners first that keep the order: few words, so every beginning is tried.
    best = max(
        range(len(long) - len(short) + 1),
        key=lambda start: sum(Levenshtein.normalized_similarity(w, long[start + i]) for i, w in enumerate(short)),
    )
    pairs: list[tuple[int | None, int | None]] = []
    for i in range(len(long)):
        partner = i - best if 0 <= i - best < len(short) else None
        pairs.append((partner, i) if short is words_a else (i, partner))
    return pairs


def _mark(a: str, b: str, at_a: Span | None, at_b: Span | None, spans_a: list[Span], spans_b: list[Span]) -> None:
    """Mark what differs in two words; all of them when they have little in common."""
    if at_a is None or at_b is None:
        spans_a += [at_a] if at_a else []
        spans_b += [at_b] if at_b else []
        return
    one, two = a[slice(*at_a)].lower(), b[slice(*at_b)].lower()
    if len(one) != at_a[1] - at_a[0] or len(two) != at_b[1] - at_b[0]:
        one, two = a[slice(*at_a)], b[slice(*at_b)]
    short_form = one.startswith(two) or two.startswith(one)
    if not short_form and Levenshtein.normalized_similarity(one, two) < WORD_LIKE_WORD:
        spans_a.append(at_a)
        spans_b.append(at_b)
        return
    for code in Levenshtein.opcodes(one, two):
        if code.tag != "equal":
            if code.src_start < code.src_end:
                spans_a.append((at_a[0] + code.src_start, at_a[0] + code.src_end))
            if code.dest_start < code.dest_end:
                spans_b.append((at_b[0] + code.dest_start, at_b[0] + code.dest_end))


def _joined(text: str, spans: list[Span]) -> tuple[Span, ...]:
    """Spans with nothing but spaces between them as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def _say(unequal: list[tuple[str, str]]) -> str:
    """What a person would call the difference of these words."""
    both = [(_plain(one), _plain(two)) for one, two in unequal if one and two]
    alone = [one or two for one, two in unequal if not (one and two)]
    if not both:
        return "extra word" if len(alone) == 1 else "extra words"
    if alone:
        return "different"
    edits = sum(OSA.distance(one, two) for one, two in both)
    letters = "".join(one + two for one, two in both)
    if edits == 1:
        return _one_edit(*next((one, two) for one, two in both if one != two))
    if all(min(len(one), len(two)) == 1 and one[0] == two[0] for one, two in both):
        return "initial"
    if all(one.startswith(two) or two.startswith(one) for one, two in both) and not letters.isdigit():
        return "short form"
    longest = sum(max(len(one), len(two)) for one, two in both)
    if edits <= max(2, longest // 4):
        return f"{edits} {'digits' if letters.isdigit() else 'letters'}"
    return "different"


def _one_edit(one: str, two: str) -> str:
    changed = [
        (one[c.src_start : c.src_end], two[c.dest_start : c.dest_end])
        for c in Levenshtein.opcodes(one, two)
        if c.tag != "equal"
    ]
    digits = all(part.isdigit() for pair in changed for part in pair if part)
    if Levenshtein.distance(one, two) == 2:
        return "digits swapped" if digits else "letters swapped"
    if min(len(one), len(two)) == 1 and one[0] == two[0]:
        return "initial"
    return "1 digit" if digits else "1 letter"


def _word_share(words_a: list[str], words_b: list[str]) -> float:
    """Share of the shorter text's words that the other has."""
    short = min(len(words_a), len(words_b))
    return sum((Counter(words_a) & Counter(words_b)).values()) / short if short else 0.0


# Dates and phones

NUMBERS = re.compile(r"\d+")


def _compare_dates(a: str, b: str) -> Diff | None:
    """Dates of three numbers, part by part; None when one is written in another way."""
    parts_a = [m.span() for m in NUMBERS.finditer(a)][:3]
    parts_b = [m.span() for m in NUMBERS.finditer(b)][:3]
    if len(parts_a) < 3 or len(parts_b) < 3:
        return None
    values_a = [int(a[s:e]) for s, e in parts_a]
    values_b = [int(b[s:e]) for s, e in parts_b]
    year_a, year_b = _year_at(a, parts_a), _year_at(b, parts_b)
    if year_a is None or year_b is None:
        return None
    if year_a != year_b:
        # Written in another order: the day and month of 12/03/1978 cannot be told from the text alone.
        return _other_order(values_a, values_b, year_a, year_b)
    differ = [i for i in range(3) if values_a[i] != values_b[i]]
    spans = tuple(parts_a[i] for i in differ), tuple(parts_b[i] for i in differ)
    if not differ:
        return Diff(SAME, (), (), "written differently")
    rest = [i for i in range(3) if i != year_a]
    if differ == rest and values_a[rest[0]] == values_b[rest[1]] and values_a[rest[1]] == values_b[rest[0]]:
        return Diff(SIMILAR, *spans, "day/month swapped")
    if len(differ) > 1:
        return Diff(DIFFERENT, *spans, "different")
    one, two = a[slice(*spans[0][0])].zfill(2), b[slice(*spans[1][0])].zfill(2)
    if OSA.distance(one, two) == 1:
        return Diff(SIMILAR, *spans, "digits swapped" if Levenshtein.distance(one, two) == 2 else "1 digit")
    return Diff(DIFFERENT, *spans, "different")


def _year_at(text: str, parts: list[Span]) -> int | None:
    long = [i for i, (start, end) in enumerate(parts) if end - start == 4]
    return long[0] if len(long) == 1 else None


def _other_order(values_a: list[int], values_b: list[int], year_a: int, year_b: int) -> Diff | None:
    rest_a = sorted(v for i, v in enumerate(values_a) if i != year_a)
    rest_b = sorted(v for i, v in enumerate(values_b) if i != year_b)
    same = values_a[year_a] == values_b[year_b] and rest_a == rest_b
    return Diff(SAME, (), (), "written differently") if same else None


def _compare_phones(a: str, b: str) -> Diff | None:
    """Phones by their digits alone."""
    at_a = [i for i, c in enumerate(a) if c.isdigit()]
    at_b = [i for i, c in enumerate(b) if c.isdigit()]
    one, two = ("".join(text[i] for i in at) for text, at in ((a, at_a), (b, at_b)))
    if not one or not two:
        return None
    if one == two:
        return Diff(SAME, (), (), "written differently")
    short, long = sorted((one.lstrip("0"), two.lstrip("0")), key=len)
    if len(short) >= 7 and long.endswith(short):
        front = len(long) - len(short)
        spans = _front(one, at_a, front if len(one.lstrip("0")) == len(long) else 0)
        spans_b = _front(two, at_b, front if len(two.lstrip("0")) == len(long) else 0)
        return Diff(SIMILAR, spans, spans_b, "country or area code missing")
    codes = [c for c in Levenshtein.opcodes(one, two) if c.tag != "equal"]
    spans = _joined_digits([(at_a[c.src_start], at_a[c.src_end - 1] + 1) for c in codes if c.src_start < c.src_end])
    spans_b = _joined_digits(
        [(at_b[c.dest_start], at_b[c.dest_end - 1] + 1) for c in codes if c.dest_start < c.dest_end]
    )
    edits = OSA.distance(one, two)
    if edits == 1:
        swapped = Levenshtein.distance(one, two) == 2
        return Diff(SIMILAR, spans, spans_b, "digits swapped" if swapped else "1 digit")
    if len(one) >= 9 and len(two) >= 9 and one[-7:] == two[-7:]:
        return Diff(SIMILAR, spans, spans_b, "another area code")
    if edits == 2 and min(len(one), len(two)) >= 7:
        return Diff(SIMILAR, spans, spans_b, "2 digits")
    return Diff(DIFFERENT, spans, spans_b, "different")


def _front(digits: str, at: list[int], extra: int) -> tuple[Span, ...]:
    """The digits in front that the other number does not have."""
    if not extra:
        return ()
    zeros = len(digits) - len(digits.lstrip("0"))
    return ((at[0], at[zeros + extra - 1] + 1),)


def _joined_digits(spans: list[Span]) -> tuple[Span, ...]:
    return tuple(sorted(spans))
