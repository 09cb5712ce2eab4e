"""Engine: full names that are written last name first and without a comma, as county rolls do: "SMITH JOHN A".

Told for each list by its words: the first name stands second in many names and first in hardly any; a father's name, as
Russians and Ukrainians have, stands behind the first name wherever that is. There the comma is put
in, and "SMITH, JOHN A" is taken apart as ever. Where a list has both orders, as after two programs were joined, each name is
told by itself: by known first names, and by where its words stand in the names that those tell. A sample of the names
decides; O(names) where the order is turned.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from entityres.records.coding import Coded, Texts, drawn, from_arrow, gather, joined_end_to_end, mapped, only_used
from entityres.records.contents import family_names, given_names
from entityres.records.folding import fold
from entityres.records.names import BEFORE, PARTICLES, SUFFIXES, plain_words
from entityres.records.once import once
from entityres.records.sorted_sets import sorted_unique

if TYPE_CHECKING:
    import pyarrow as pa

LOOKED_AT = 2000
FEWEST = 5  # names with the first name behind; fewer may be chance
TIMES = 4  # as often as in front
SHARE = 0.2  # of all names: many first names are in no table
BY_CHANCE = 0.01
_CARD = r"^([^;,]*);([^;,]*);([^;,]*);([^;,]*);([^;,]*)$"  # last name, first name, middle names, before and behind (RFC 6350)
_PATRONYMIC = r"..(?:[oe]v[iy]ch|[oeiy]vna|ichna|[ое]вич|[оеиіїє]вна|ична)$"
_SEVERAL = r"(?i)[,&+/()]|\s(?:and|und|et|en|och|og)\s"


class _Orders(NamedTuple):
    """How often the known first names of a list stand behind and in front of other words."""

    names: int
    front: int
    behind: int

    @property
    def last_first(self) -> bool:
        """All names, but for a few that somebody wrote otherwise."""
        return self.behind >= FEWEST and self.behind >= TIMES * self.front and self.behind >= SHARE * self.names

    @property
    def share_behind(self) -> float:
        """Share of names that are last name first, 1 where all are."""
        return 1.0 if self.last_first else self.behind / (self.front + self.behind)

    @property
    def mixed(self) -> bool:
        """Names in both orders, in a list whose first names are known well enough to tell."""
        told = self.front + self.behind
        return not self.last_first and self.behind >= max(FEWEST, SHARE * told) and told >= SHARE * self.names


def in_usual_order(raw: Coded, starts: np.ndarray) -> Coded:
    """Full names with a comma behind the last name, in those lists that write it first; so are cards of persons (vCard N).

    Args:
        raw: Names of all records.
        starts: int64 (n_lists + 1,), where the records of each list begin.
    """
    raw = _cards_of_persons(raw)
    codes, added = raw.codes.copy(), [raw.texts]
    n = raw.texts.n
    for begin, end in zip(starts[:-1], starts[1:], strict=True):
        own = codes[begin:end]
        used = sorted_unique(own[own >= 0])
        names = gather(raw.texts, used)
        orders = _orders_in(names)
        if not orders.last_first and not orders.mixed:
            continue
        places = np.zeros(raw.texts.n, dtype=np.int32)
        places[used] = n + np.arange(len(used))
        own[own >= 0] = places[own[own >= 0]]
        added.append(_with_commas(names, orders.share_behind))
        n += len(used)
    if len(added) == 1:
        return raw
    found = only_used(Coded(codes, joined_end_to_end(added)))
    return mapped(found, found.texts)


def _cards_of_persons(raw: Coded) -> Coded:
    """The names, those of cards of persons, "Hill;Ann;Lee;Dr.;", with a comma behind the last name: "Hill, Ann Lee"."""
    import pyarrow.compute as pc

    if not (raw.texts.data == ord(";")).any():
        return raw
    return mapped(raw, from_arrow(pc.replace_substring_regex(raw.texts.to_arrow(), _CARD, r"\1, \2 \3")))


def _orders_in(texts: Texts) -> _Orders:
    """What a list that has these names shows of the order in which it writes them."""
    given, family = given_names(), family_names()
    names = front = behind = 0
    for text in drawn(texts, LOOKED_AT).to_list():
        words = [] if re.search(_SEVERAL, text) else plain_words(text)
        while len(words) > 2 and words[0] in PARTICLES:
            words = words[1:]
        if len(words) < 2:
            continue
        names += 1
        of_father = [bool(re.search(_PATRONYMIC, word)) for word in words[1:3]]
        if any(of_father):
            front, behind = front + of_father[0], behind + (not of_father[0])
        elif words[0] in given:
            front += words[1] not in given
        elif words[1] in given and not _is_initial(words[0]):
            # "Anju Thomas": a first name that is no table's, and a last name that is one as well.
            behind += words[1] not in family or words[0] in family
    return _Orders(names, front, behind)


def _is_initial(word: str) -> bool:
    return len(word) == 1 and word.isascii()


@once
def _parts() -> str:
    """A pattern: the last name with its particles and what stands before it, and the rest."""
    before, particles = ("|".join(sorted(re.escape(word) for word in listed)) for listed in (BEFORE, PARTICLES))
    titles = rf"(?:(?:{before})\.?\s+)*(?:(?:{particles})\s+)*"
    return rf"(?i)^\s*(?P<last>{titles}(?P<first>[^\s,]+))\s+(?P<next>[^\s,]+)(?P<rest>(?:.*\s(?P<end>\S+))?.*)$"


@once
def _no_name() -> str:
    """A pattern: no last word, an initial, a generation, or a father's name that is no last name: "Petrovich"."""
    return rf"^(?:.?|{'|'.join(map(re.escape, sorted(SUFFIXES)))})$|{_PATRONYMIC}"


@once
def _tables() -> tuple[pa.Array, pa.Array]:
    """Known first names and last names."""
    import pyarrow as pa

    return pa.array(sorted(given_names()), pa.large_string()), pa.array(sorted(family_names()), pa.large_string())


def _with_commas(texts: Texts, share: float) -> Texts:
    """The names with a comma behind the last name; without it where two people are named, or the first name stands first.

    Args:
        texts: Names.
        share: Of names that are last name first; below 1, each name is told by itself.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    names = texts.to_arrow()
    parts = pc.extract_regex(names, _parts())
    last, first, following, rest, end = (
        pc.struct_field(parts, part) for part in ("last", "first", "next", "rest", "end")
    )
    words = [fold(from_arrow(pc.fill_null(part, ""))).to_arrow() for part in (first, following, end)]
    given, family = ([pc.is_in(part, value_set=table) for part in words] for table in _tables())
    several = pc.match_substring_regex(names, _SEVERAL)
    of_father = [flags(pc.match_substring_regex(part, _PATRONYMIC)) for part in words[1:]]
    if share < 1:
        # In "Xenia Maria Weir" the word behind tells that no first name stands last: it would in "Weir Xenia Maria".
        whole = (
            pc.greater(pc.utf8_length(words[0]), 1),
            pc.or_(given[2], pc.match_substring_regex(words[2], _no_name())),
        )
        told = of_father[1] & ~of_father[0], of_father[0]
        turned = _turned(words[:2], given[:2], family[:2], ~flags(several), share, told)
        as_ever = pc.invert(pa.array(turned & flags(whole[0]) & flags(whole[1])))
    else:
        as_ever = pc.and_(pc.is_in(pc.utf8_lower(last), value_set=_tables()[0]), pc.invert(given[1]))
        as_ever = pc.or_(as_ever, pa.array(of_father[0]))
    as_ever = pc.or_(as_ever, several)
    comma, nothing = (pa.scalar(text, pa.large_string()) for text in (", ", ""))
    made = pc.binary_join_element_wise(last, comma, following, rest, nothing)
    return from_arrow(pc.if_else(pc.or_(as_ever, pc.is_null(parts)), names, made))


def flags(found: pa.Array) -> np.ndarray:
    """bool (n,): where something holds that was asked of names; not where there is no name."""
    import pyarrow.compute as pc

    made: np.ndarray = pc.fill_null(found, False).to_numpy(zero_copy_only=False)
    return made


def _turned(
    words: list[pa.Array],
    given: list[pa.Array],
    family: list[pa.Array],
    counted: np.ndarray,
    share: float,
    told: tuple[np.ndarray, np.ndarray],
) -> np.ndarray:
    """bool (n,): names that are last name first, as known names tell, and the other names of the list.

    Where fewer names are last name first, a word that stands nearly always behind is a last name, whatever the tables call
    it ("Chandresh Raj"). What is told so tells of the words that it has: "Lupo Michele" are two first names, but Michele
    is one in other names, and Lupo is none.

    Args:
        words: The first and the second word of each name.
        given: For both bool (n,), whether it is a known first name.
        family: For both bool (n,), whether it is a known last name.
        counted: bool (n,): names of one person.
        share: Of names that are last name first.
        told: bool (n,): names that a father's name tells to be last name first, and such that it tells to be none.
    """
    import pyarrow as pa

    held = pa.concat_arrays(words).dictionary_encode()
    codes = held.indices.fill_null(len(held.dictionary)).to_numpy(zero_copy_only=False)
    first, second = codes[: len(counted)], codes[len(counted) :]

    def places(at: np.ndarray, names: np.ndarray) -> np.ndarray:
        return np.bincount(at[names], minlength=len(held.dictionary) + 1)

    in_front, behind = places(first, counted), places(second, counted)
    # First names stand behind as often as the share says; so often only by hardly a chance.
    last = (behind >= TIMES * (1 + in_front)) & (share**behind < BY_CHANCE)
    first_given, second_given = (flags(one) & ~last[at] for one, at in zip(given, (first, second), strict=True))
    turned = counted & ~first_given & second_given & (~flags(family[1]) | flags(family[0]))
    usual = counted & first_given & ~second_given
    turned, usual = (turned | (counted & told[0])) & ~told[1], (usual | (counted & told[1])) & ~told[0]
    as_given = places(second, turned) + places(first, usual)
    as_family = places(first, turned) + places(second, usual) + np.where(last, behind, 0)
    rather_given = np.log((as_given + 1) / (as_family + 1))
    like_others = counted & ~usual & (rather_given[second] - rather_given[first] > np.log((1 - share) / share))
    return turned | like_others
