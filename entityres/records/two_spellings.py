"""Engine: words with two spellings, Müller and Mueller, Jörg and Joerg, Søren and Soeren, brought to one for comparing.

Folding makes Müller to "muller" and leaves "mueller" as it is, since nobody can tell from Manuel or Michael alone that
their two vowels are two sounds. The lists can: a word is taken for the other spelling of an umlaut only where the lists
hold that very word with the umlaut, in the same field. Mueller agrees with Müller if somebody wrote Müller, and Manuel is
safe, because nobody writes Manül. One slip (Michäl among a thousand Michaels) must not turn all of them into "michal":
where the word with two vowels is very much commoner, the rare one follows it instead.

So the choice needs no table of names, works for streets, towns and firms as well, does nothing in lists without such
letters, and never joins two words that the lists do not show to be one. What it cannot do is to join Mueller with Muller
where no Müller is left; those remain near to each other, as any two words that differ in one letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from entityres.records.byte_order import byte_order
from entityres.records.coding import BYTES, CODES, PLACES, Texts, coded, gather, joined_end_to_end, replaced
from entityres.records.compiled import compiled
from entityres.records.one_script import Letters
from entityres.records.word_tables import HASHES, find_word, table_of_texts

COMMONER = 50  # times as common as the word with the umlaut: then that one is the slip
_BETWEEN_ITEMS = 31


@compiled(f"boolean[::1]({PLACES}, {BYTES})")
def _shows_letters(offsets: Any, data: Any) -> Any:
    """The texts with one of ä ö ü ø å, also where the dots stand apart."""
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        for at in range(offsets[row], offsets[row + 1] - 1):
            if data[at] == 0xC3:
                low = data[at + 1] | 0x20
                if low == 0xA4 or low == 0xB6 or low == 0xBC or low == 0xB8 or low == 0xA5:
                    found[row] = True
                    break
            elif data[at] == 0xCC and (data[at + 1] == 0x88 or data[at + 1] == 0x8A) and at > offsets[row]:
                found[row] = True
                break
    return found


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES})")
def _spelled_out(offsets: Any, data: Any) -> Any:
    """The texts with ä as ae, ö and ø as oe, ü as ue, å as aa."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            byte = data[at]
            second = data[at + 1] if at + 1 < end else np.uint8(0)
            first, follows = np.uint8(0), np.uint8(101)
            if byte == 0xC3:
                low = second | 0x20
                if low == 0xA4:
                    first = np.uint8(97)
                elif low == 0xA5:
                    first, follows = np.uint8(97), np.uint8(97)
                elif low == 0xB6 or low == 0xB8:
                    first = np.uint8(111)
                elif low == 0xBC:
                    first = np.uint8(117)
            elif byte == 0xCC and to > places[row] and (second == 0x88 or second == 0x8A):
                before = made[to - 1] | 0x20
                if before == 97 or (second == 0x88 and (before == 111 or before == 117)):
                    made[to] = 97 if second == 0x8A else 101
                    to += 1
                    at += 2
                    continue
            if first > 0:
                made[to], made[to + 1] = first, follows
                to += 2
                at += 2
            else:
                made[to] = byte
                to += 1
                at += 1
        places[row + 1] = to
    return places, made[:to].copy()


@compiled()
def _word_end(data: Any, at: Any, end: Any) -> Any:
    """Where the word that begins at a place ends."""
    while at < end and data[at] != 32 and data[at] != _BETWEEN_ITEMS:
        at += 1
    return at


@compiled()
def _is_spelled_out(data: Any, at: Any, end: Any, data_2: Any, at_2: Any, end_2: Any) -> Any:
    """Whether the second word is the first one with some more e and a."""
    if end == at or end_2 - at_2 <= end - at:
        return False
    while at_2 < end_2:
        byte = data_2[at_2]
        if at < end and data[at] == byte:
            at += 1
        elif byte != 101 and byte != 97:
            return False
        at_2 += 1
    return at == end


@compiled(
    f"Tuple((int64[::1], uint8[::1], int64[::1], uint8[::1], int64[::1]))({PLACES}, {BYTES}, {PLACES}, {BYTES}, {PLACES})"
)
def _word_pairs(offsets: Any, data: Any, offsets_2: Any, data_2: Any, counts: Any) -> Any:
    """Words that differ between texts and the same texts spelled out, and how many records have them."""
    n = len(offsets) - 1
    words, words_2 = np.empty(offsets[n] + 1, np.uint8), np.empty(offsets_2[n] + 1, np.uint8)
    room = offsets[n] + 2
    places, places_2, weights = np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64)
    found, to, to_2 = 0, 0, 0
    for row in range(n):
        at, end, at_2, end_2 = offsets[row], offsets[row + 1], offsets_2[row], offsets_2[row + 1]
        while at < end and at_2 < end_2:
            stop, stop_2 = _word_end(data, at, end), _word_end(data_2, at_2, end_2)
            if _is_spelled_out(data, at, stop, data_2, at_2, stop_2):
                for place in range(at, stop):
                    words[to] = data[place]
                    to += 1
                for place in range(at_2, stop_2):
                    words_2[to_2] = data_2[place]
                    to_2 += 1
                weights[found] = counts[row]
                found += 1
                places[found], places_2[found] = to, to_2
            at, at_2 = stop + 1, stop_2 + 1
    return (
        places[: found + 1].copy(),
        words[:to].copy(),
        places_2[: found + 1].copy(),
        words_2[:to_2].copy(),
        weights[:found].copy(),
    )


@compiled(f"void({PLACES}, {BYTES}, {PLACES}, {HASHES}, {CODES}, int64[::1])")
def _count_words(offsets: Any, data: Any, counts: Any, hashes: Any, numbers: Any, found: Any) -> None:
    """Add up in how many records each word of the table stands."""
    for row in range(len(offsets) - 1):
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            stop = _word_end(data, at, end)
            number = find_word(data, at, stop, hashes, numbers)
            if number >= 0:
                found[number] += counts[row]
            at = stop + 1


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES}, {PLACES}, {BYTES})")
def _exchange(offsets: Any, data: Any, hashes: Any, numbers: Any, new_places: Any, new: Any) -> Any:
    """The texts with the words of the table exchanged for new ones."""
    n = len(offsets) - 1
    room = offsets[n] + 64
    made = np.empty(room, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            stop = _word_end(data, at, end)
            number = find_word(data, at, stop, hashes, numbers)
            length = stop - at if number < 0 else new_places[number + 1] - new_places[number]
            if to + length + (end - stop) + 1 > room:
                room = 2 * room + length
                more = np.empty(room, np.uint8)
                more[:to] = made[:to]
                made = more
            if number < 0:
                for place in range(at, stop):
                    made[to] = data[place]
                    to += 1
            else:
                for place in range(new_places[number], new_places[number + 1]):
                    made[to] = new[place]
                    to += 1
            if stop < end:
                made[to] = data[stop]
                to += 1
            at = stop + 1
        places[row + 1] = to
    return places, made[:to].copy()


class Exchange(NamedTuple):
    """Words to exchange for others: a hash table of the old ones, and the new ones."""

    hashes: np.ndarray
    numbers: np.ndarray
    new: Texts

    def of(self, texts: Texts) -> Texts:
        """The texts with these words exchanged."""
        return Texts(*_exchange(texts.offsets, texts.data, self.hashes, self.numbers, self.new.offsets, self.new.data))


class Spellings(NamedTuple):
    """What to exchange in all cells, and in those that show the letters; and letters of other scripts. None for nothing."""

    everywhere: Exchange | None = None
    shown: Exchange | None = None
    letters: Letters | None = None


def _exchange_of(old: Texts, new: Texts, which: np.ndarray) -> Exchange | None:
    places = np.flatnonzero(which)
    if not len(places):
        return None
    return Exchange(*table_of_texts(gather(old, places)), gather(new, places))


class Source(NamedTuple):
    """Distinct cells as written and cleaned, and how many records hold each."""

    written: Texts
    cleaned: Texts
    counts: np.ndarray


def learn_spellings(sources: Sequence[Source], clean: Callable[[Texts], Texts]) -> Spellings:
    """Find the words that the cells of a field show in both spellings.

    Args:
        sources: The cells.
        clean: How they were cleaned.
    """
    pairs = []
    for written, cleaned, counts in sources:
        places = np.flatnonzero(_shows_letters(written.offsets, written.data) & (counts > 0))
        if len(places):
            shown = gather(written, places)
            plain, spelled = gather(cleaned, places), clean(Texts(*_spelled_out(shown.offsets, shown.data)))
            pairs.append(_word_pairs(*plain, *spelled, np.ascontiguousarray(counts[places], dtype=np.int64)))
    if not sum(len(weights) for *_, weights in pairs):
        return Spellings()
    short = joined_end_to_end([Texts(places, data) for places, data, *_ in pairs])
    long = joined_end_to_end([Texts(places, data) for _, _, places, data, _ in pairs])
    weights = np.concatenate([weights for *_, weights in pairs])
    # A word that two umlauts could stand for goes with the commoner one, or the one that sorts first.
    words = coded(long)
    shorts = coded(short)
    together = words.codes.astype(np.int64) * shorts.texts.n + shorts.codes
    kinds, kind_of = np.unique(together, return_inverse=True)
    shown_by = np.bincount(kind_of, weights=weights).astype(np.int64)
    word = kinds // shorts.texts.n
    order = np.lexsort((_ranks(shorts.texts)[kinds % shorts.texts.n], -shown_by, word))
    best = order[np.r_[True, np.diff(word[order]) > 0]] if len(order) else order
    old, new = words.texts, gather(shorts.texts, kinds[best] % shorts.texts.n)
    spelled_by = np.zeros(old.n, dtype=np.int64)
    hashes, numbers = table_of_texts(old)
    for _, cleaned, counts in sources:
        _count_words(*cleaned, np.ascontiguousarray(counts, dtype=np.int64), hashes, numbers, spelled_by)
    slip = spelled_by > COMMONER * shown_by[best]
    return Spellings(_exchange_of(old, new, (spelled_by > 0) & ~slip), _exchange_of(new, old, (spelled_by > 0) & slip))


def _ranks(texts: Texts) -> np.ndarray:
    """int64 (n,): the place of each text among the sorted ones."""
    ranks = np.empty(texts.n, dtype=np.int64)
    ranks[byte_order(texts)] = np.arange(texts.n)
    return ranks


def in_one_spelling(made: Texts, written: Texts, spellings: Spellings) -> Texts:
    """Cleaned cells with words in one spelling.

    Args:
        made: The cleaned cells.
        written: The same cells as written.
        spellings: What was learned from them.
    """
    if spellings.shown is not None:
        places = np.flatnonzero(_shows_letters(written.offsets, written.data))
        made = replaced(made, places, spellings.shown.of(gather(made, places)))
    made = made if spellings.everywhere is None else spellings.everywhere.of(made)
    return made if spellings.letters is None else spellings.letters.of(made)


def shows_letters(texts: Texts) -> bool:
    """Whether any text has a letter with two spellings."""
    return bool(_shows_letters(texts.offsets, texts.data).any())
