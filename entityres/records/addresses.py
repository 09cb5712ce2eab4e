"""Engine: streets and names of organisations, word by word: short forms, house numbers, legal forms.

Both work on folded texts, in one compiled loop over their words; the words come from tables.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.coding import BYTES, CODES, PLACES, Texts, from_arrow, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold, fold_text
from entityres.records.memory import copy_bytes
from entityres.records.once import once
from entityres.records.tables import meanings, words
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table

_UNIT, _ROAD, _NUMBER_WORD, _BOX, _BEHIND, _MONTH, _LINKING = (1 << bit for bit in range(16, 23))
_LINKS = ("des", "du", "de", "del", "do", "da")  # between a kind of street and a date that it is named after
_NO_REPLACEMENT = 0
_CARE_OF, _CARE_OF_MARKS = r"(?i:c\s?/\s?o\.?:?|℅)", (b"/o", b"/O", b"/ o", b"/ O", "℅".encode())


@once
def _street_words() -> WordTable:
    """Words of streets: bits say what kind, the rest which short form (0: the word stays as it is)."""
    short = meanings("street_types", "type") | meanings("street_types", "direction") | meanings("street_types", "unit")
    forms = [""] + sorted(set(short.values()))
    numbers = {fold_text(word): forms.index(form) for word, form in short.items() if fold_text(word)}
    marks = (
        ("unit", _UNIT),
        ("road", _ROAD),
        ("number", _NUMBER_WORD),
        ("box", _ROAD | _BOX),
        ("behind number", _BEHIND),
    )
    for section, mark in marks:
        for word in meanings("street_types", section):
            word = fold_text(word)
            if word:
                numbers[word] = numbers.get(word, _NO_REPLACEMENT) | mark
    months = [fold_text(word) for word in meanings("months") if len(word) > 3 or word in ("mai", "maj")]
    for word, mark in [*((month, _MONTH) for month in months), *((link, _LINKING) for link in _LINKS)]:
        numbers[word] = numbers.get(word, _NO_REPLACEMENT) | mark
    return word_table(numbers, forms)


@once
def unit_words() -> WordTable:
    """Words of flats as they stand in cleaned streets: "apt", "whg"."""
    listed = {form for pair in meanings("street_types", "unit").items() for form in pair}
    return word_table(dict.fromkeys((fold_text(word) for word in sorted(listed)), 1))


@once
def street_type_words() -> frozenset[str]:
    """All words that name a kind of street, long and short."""
    short = meanings("street_types", "type")
    return frozenset(fold_text(word) for word in (*short, *short.values()) if len(word) > 1)


@once
def _boxes() -> str:
    """A pattern of cleaned streets that are a box at a post office: "po box 12", "postfach 1234"."""
    named = sorted({fold_text(word) for word in meanings("street_types", "box")})
    return rf"^(\S+ )?({'|'.join(map(re.escape, named))}) \d"


def are_boxes(streets: pa.LargeStringArray) -> np.ndarray:
    """bool (n,): which cleaned streets are a box at a post office: a second address of who has a street as well.

    Args:
        streets: `large_string` (n,), as `clean_streets` makes them.
    """
    made: np.ndarray = pc.match_substring_regex(streets, _boxes()).to_numpy(zero_copy_only=False)
    return made


@compiled()
def _is_house_number(data: Any, start: Any, end: Any, longest: Any) -> Any:
    """Whether a word is a number such as 12, 12b, 221 and not an ordinal such as 51st or a postcode."""
    digits = 0
    while start + digits < end and 48 <= data[start + digits] <= 57:
        digits += 1
    if digits == 0 or digits > longest:
        return False
    return end - start - digits <= 1


@compiled()
def _is_in_date(kinds: Any, at: Any, count: Any) -> Any:
    """Whether a number is the day of a date that a street is named after: "straße des 17 juni", "calle 25 de mayo"."""
    if at == 0 or at + 1 >= count or kinds[at - 1] & (65535 | 4194304) == 0:
        return False
    behind = at + 2 if kinds[at + 1] & 4194304 else at + 1
    return behind < count and kinds[behind] & 2097152 != 0


@compiled()
def _after_str(data: Any, start: Any, end: Any) -> Any:
    """Bytes after "str" in words such as hauptstrasse, dorpsstraat and hauptstrase, 0 in others."""
    for cut in range(3, 5):
        at = end - cut - 3
        if at > start and data[at] == 115 and data[at + 1] == 116 and data[at + 2] == 114 and data[at + 3] == 97:
            if cut == 4 and data[at + 4] == 115 and data[at + 5] == 115 and data[at + 6] == 101:
                return 4
            if cut == 3 and data[at + 4] == 97 and data[at + 5] == 116:
                return 3
            if cut == 3 and data[at + 4] == 115 and data[at + 5] == 101:
                return 3
    return 0


@compiled()
def _is_pair_of_letters(data: Any, starts: Any, ends: Any, at: Any) -> Any:
    """Whether a letter is the second one of "P.O." Box or "B.P." 12."""
    if ends[at] - starts[at] != 1 or ends[at - 1] - starts[at - 1] != 1:
        return False
    one, other = data[starts[at - 1]], data[starts[at]]
    return (one == 112 and other == 111) or (one == 98 and other == 112)


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES}, {PLACES}, {BYTES})")
def _streets(offsets: Any, data: Any, hashes: Any, numbers: Any, form_places: Any, forms: Any) -> Any:
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 2 * n + 64, np.uint8)
    places = np.zeros(n + 1, np.int64)
    starts, ends = np.empty(32, np.int64), np.empty(32, np.int64)
    kinds = np.empty(32, np.int32)
    order = np.empty(32, np.int64)
    unit, glued = np.zeros(32, np.bool_), np.zeros(32, np.bool_)
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        count = 0
        while at < end and count < 32:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            if count == 31:
                stop = end
            kind = find_word(data, at, stop, hashes, numbers)
            starts[count], ends[count], kinds[count] = at, stop, max(kind, 0)
            unit[count] = glued[count] = False
            count += 1
            at = stop + 1
        for at in range(1, count):
            if _is_pair_of_letters(data, starts, ends, at):
                glued[at] = True
                kinds[at] |= 131072 | 524288
            elif kinds[at - 1] & 524288 and data[starts[at]] <= 57 and at + 1 < count and data[starts[at + 1]] <= 57:
                # The number of a box in groups: "Postfach 12 34".
                glued[at + 1] = True
                kinds[at] |= 131072 | 524288
        # Words of a unit with what follows go to the end: "flat 2 15 high st" is "15 high st flat 2".
        at = 0
        while at < count:
            if kinds[at] & 65536 and at + 1 < count and (ends[at + 1] - starts[at + 1] <= 4):
                has_digit = False
                for place in range(starts[at + 1], ends[at + 1]):
                    if 48 <= data[place] <= 57:
                        has_digit = True
                if has_digit or ends[at + 1] - starts[at + 1] == 1:
                    unit[at] = unit[at + 1] = True
                    at += 1
            at += 1
        house = -1
        lettered = False
        for at in range(count):
            if unit[at]:
                continue
            longest = 4
            if house == -1 and (at == 0 or unit[at - 1]):
                longest = 6
            previous = kinds[at - 1] if at > 0 else 0
            numbered = previous & 131072 == 0 and not _is_in_date(kinds, at, count)
            if numbered and _is_house_number(data, starts[at], ends[at], longest):
                house = at
                break
        after = house + 1
        if house >= 0 and after < count and not unit[after] and data[ends[house] - 1] <= 57:
            if ends[after] - starts[after] == 1 and 97 <= data[starts[after]] <= 104:
                # "berliner str 12 a", and "12 a high st", but neither "12 e main st" nor "12 b st".
                first = house == 0 and kinds[after] & 65535 == 0 and after + 2 < count
                lettered = (house > 0 and after + 1 == count) or (first and kinds[after + 1] & 65535 == 0)
            lettered = lettered or kinds[after] & 1048576 != 0
        ranged = False
        if house > 0 and after < count and not lettered and not unit[after]:
            ranged = _is_house_number(data, starts[after], ends[after], 4)
        listed = 0
        if house >= 0:
            order[0] = house
            listed = 1
        if ranged:  # "hauptstr 12-14" is "12 14 hauptstr", as "12-14 high st" is
            order[1] = after
            listed = 2
        for at in range(count):
            if unit[at] or at == house or ((lettered or ranged) and at == after):
                continue
            if kinds[at] & 262144 and at + 1 == house:
                continue
            order[listed] = at
            listed += 1
        for at in range(count):
            if unit[at]:
                order[listed] = at
                listed += 1
        for step in range(listed):
            at = order[step]
            if step > 0 and not (glued[at] and order[step - 1] == at - 1):
                made[to] = 32
                to += 1
            form = kinds[at] & 65535
            begin, stop = starts[at], ends[at]
            if form > 0:
                size = form_places[form + 1] - form_places[form]
                copy_bytes(made, to, forms, form_places[form], size)
                to += size
                continue
            size = stop - _after_str(data, begin, stop) - begin
            copy_bytes(made, to, data, begin, size)
            to += size
            if lettered and at == house:
                copy_bytes(made, to, data, starts[after], ends[after] - starts[after])
                to += ends[after] - starts[after]
        places[row + 1] = to
    return places, made[:to].copy()


def _with_word_for_sign(texts: Texts) -> Texts:
    """Streets with a word for the sign of a flat behind others: "12 High St #4" is "12 High St apt 4"."""
    if not (texts.data == ord("#")).any():
        return texts
    return from_arrow(pc.replace_substring_regex(texts.to_arrow(), r"(\S)[\s,]*#\s*(\d)", r"\1 apt \2"))


def _without_care_of(texts: Texts) -> Texts:
    """Streets without whose letter box it is: "c/o Hill, Mill Lane 5", "Mill Lane 5 c/o Hill"."""
    data = texts.data.tobytes()
    if not any(mark in data for mark in _CARE_OF_MARKS):
        return texts
    behind = pc.replace_substring_regex(texts.to_arrow(), rf"[\s,;(]+{_CARE_OF}\s[^,;)]*\)?", "")
    return from_arrow(pc.replace_substring_regex(behind, rf"^\s*{_CARE_OF}\s[^,;]*[,;]\s*", ""))


def clean_streets(texts: Texts) -> Texts:
    """Streets for comparing: house number first, street types short, units last, without whose letter box it is.

    Example: "Hauptstraße 5" becomes "5 hauptstr", "Apt 4, 12 North Main Street" becomes "12 n main st apt 4".
    """
    folded = fold(_with_word_for_sign(_without_care_of(texts)), Fold.AND)
    held = _street_words()
    return Texts(*_streets(folded.offsets, folded.data, held.hashes, held.numbers, held.texts.offsets, held.texts.data))


@once
def _unit_words() -> WordTable:
    listed = {*meanings("street_types", "unit"), *meanings("street_types", "number")}
    return word_table(dict.fromkeys((fold_text(word) for word in listed if fold_text(word)), 1))


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _units(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        begin = to
        for turn in range(2):  # the second time, where nothing would be left, with all words
            at, end = offsets[row], offsets[row + 1]
            while at < end and to - begin <= end - offsets[row]:
                stop = at
                while stop < end and data[stop] != 32:
                    stop += 1
                if turn == 1 or find_word(data, at, stop, hashes, numbers) < 0:
                    if to > begin:
                        made[to] = 32
                        to += 1
                    for place in range(at, stop):
                        made[to] = data[place]
                        to += 1
                at = stop + 1
            if to > begin:
                break
        places[row + 1] = to
    return places, made[:to].copy()


def clean_units(texts: Texts) -> Texts:
    """Numbers of flats and suites, without the words for them: "Apt # 12" and "Unit 12" are "12"."""
    folded = fold(texts)
    held = _unit_words()
    return Texts(*_units(folded.offsets, folded.data, held.hashes, held.numbers))


_LEGAL, _LINK, _LEGAL_FIRST = 1, 2, 3


@once
def _legal_words() -> WordTable:
    """Legal forms, those of several words without blanks, and words that only link others."""
    first = dict.fromkeys(map(fold_text, words("legal_forms", "first")), _LEGAL_FIRST)
    phrases = {fold_text(word.replace("_", " ")).replace(" ", "") for word in words("legal_forms", "several words")}
    numbers = dict.fromkeys((*phrases, *legal_forms()), _LEGAL)
    return word_table(numbers | first | dict.fromkeys(("and", "the", "und", "et", "en", "og", "och"), _LINK))


@once
def business_words() -> frozenset[str]:
    """Words that show that a name is that of an organisation, folded."""
    return frozenset(fold_text(word) for word in words("business_words"))


@once
def legal_forms() -> frozenset[str]:
    """Legal forms of companies, folded."""
    return frozenset(fold_text(word) for word in words("legal_forms"))


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES}, boolean)")
def _organisations(offsets: Any, data: Any, hashes: Any, numbers: Any, forms: Any) -> Any:
    # The names without their legal forms, or what these are.
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 64, np.uint8)
    places = np.zeros(n + 1, np.int64)
    words_ = np.empty(0, np.uint8)
    starts, ends = np.empty(64, np.int64), np.empty(64, np.int64)
    kinds = np.empty(64, np.int32)
    to = 0
    for row in range(n):
        begin, end = offsets[row], offsets[row + 1]
        if end - begin > len(words_):
            words_ = np.empty(2 * (end - begin), np.uint8)
        count, at, filled = 0, begin, 0
        single = False
        while at < end and count < 64:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            if count == 63:
                stop = end
            is_single = stop - at == 1 and 97 <= data[at] <= 122
            # Letters that stand alone belong together: "i b m" is "ibm", "l l c" is "llc".
            if not (is_single and single):
                starts[count] = filled
                count += 1
            for place in range(at, stop):
                words_[filled] = data[place]
                filled += 1
            ends[count - 1] = filled
            single = is_single
            at = stop + 1
        kept = 0
        for at in range(count):
            kinds[at] = find_word(words_, starts[at], ends[at], hashes, numbers)
        for at in range(1, count - 1):
            # Words that are a legal form only together stand side by side in `words_`: "sp" and "zoo".
            for last in range(at + 1, min(count, at + 4)):
                if ends[last] - starts[at] >= 5 and find_word(words_, starts[at], ends[last], hashes, numbers) == 1:
                    for part in range(at, last + 1):
                        kinds[part] = 1
        if count > 1 and kinds[0] == 3:
            kinds[0] = 4
        for at in range(count):
            if kinds[at] == 3 and at > 0:
                kinds[at] = 1
            if kinds[at] != 1 and kinds[at] != 2 and kinds[at] != 4:
                kept += 1
        wrote = False
        for at in range(count):
            left_out = kept > 0 and ((kinds[at] == 1 and at > 0) or kinds[at] == 4)
            if left_out != forms:
                continue
            if kept > 0 and kinds[at] == 2:
                # "and" and "the" only count between words that count.
                ahead = at + 1
                while ahead < count and (kinds[ahead] == 1 or kinds[ahead] == 2):
                    ahead += 1
                if ahead == count or not wrote:
                    continue
            if wrote:
                made[to] = 32
                to += 1
            for place in range(starts[at], ends[at]):
                made[to] = words_[place]
                to += 1
            wrote = True
        places[row + 1] = to
    return places, made[:to].copy()


@once
def _joined_forms() -> re.Pattern[str]:
    """Legal forms that are written together with the name, in scripts without blanks."""
    return re.compile("|".join(map(re.escape, sorted(words("legal_forms", "joined"), key=len, reverse=True))))


def _without_joined_forms(texts: Texts) -> Texts:
    """Names of organisations in East Asian scripts without their legal forms."""
    if not len(texts.data) or texts.data.max() < 0xE3:
        return texts
    found = pc.match_substring_regex(texts.to_arrow(), _joined_forms().pattern)
    places = np.flatnonzero(found.to_numpy(zero_copy_only=False))
    written = [unicodedata.normalize("NFKC", text) for text in gather(texts, places).to_list()]
    bare = [_joined_forms().sub(" ", text).strip() or text for text in written]
    return replaced(texts, places, texts_of(bare)) if len(places) else texts


def clean_organisations(texts: Texts) -> Texts:
    """Names of organisations for comparing: without legal forms (unless nothing else is left), `&` as "and".

    Example: "Porter's Joinery & Sons Ltd." becomes "porters joinery and sons".
    """
    folded = fold(_without_joined_forms(texts), Fold.AND)
    held = _legal_words()
    return Texts(*_organisations(folded.offsets, folded.data, held.hashes, held.numbers, False))


def legal_forms_of(texts: Texts) -> Texts:
    """What `clean_organisations` leaves out: "Porter's Joinery & Sons L.T.D." gives "ltd", a name without a form "".

    Forms that are written together with the name, in scripts without blanks, are left out without being told.
    """
    folded = fold(_without_joined_forms(texts), Fold.AND)
    held = _legal_words()
    return Texts(*_organisations(folded.offsets, folded.data, held.hashes, held.numbers, True))
