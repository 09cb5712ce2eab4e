"""Engine: candidate keys, built by AND from parts; a pair is a candidate if any key fits.

The construction is that of families of hash functions in *Mining of Massive Datasets*, ch. 3.6 (method.md §4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class PartKind(StrEnum):
    """How a part of a key is taken from a cleaned value."""

    EXACT = "exact"
    PREFIX = "prefix"
    LAST_DIGITS = "last_digits"
    YEAR = "year"
    FIRST_WORD = "first_word"
    RARE_WORDS = "rare_words"
    RARE_ITEMS = "rare_items"
    PHONETIC = "phonetic"
    HOUSE_NUMBER = "house_number"
    SORTED_WORDS = "sorted_words"
    LOCAL_PART = "local_part"
    WHOLE = "whole"


OF_MANY = frozenset({PartKind.RARE_WORDS, PartKind.RARE_ITEMS})
"""Kinds of which a record may have several values: words of a text, items of a set."""


@dataclass(frozen=True)
class Part:
    """One condition of a key.

    Attributes:
        kind: How it is taken from a value.
        fields: The fields it reads; several are read together. The whole record reads every compared field, named or not.
        size: Characters of a prefix, digits of an ending, or the most records that a rare word or item may stand in.
    """

    kind: PartKind
    fields: tuple[str, ...]
    size: int = 0

    @property
    def is_of_many(self) -> bool:
        """True when a record may have several values of it."""
        return self.kind in OF_MANY


TOKENS = ("characters", "words", "stop words", "items", "character bags", "word bags", "places")
"""What shingles are made of: runs of characters or of words (as a set, or as a bag in which repeats count), each stop word
with the words after it, or the items of a set column. Places are the characters of a text one by one, each at its place:
texts of one length that differ in a few places are similar (Hamming distance)."""


def _check_tokens(tokens: str, k: int) -> None:
    if tokens not in TOKENS or k < 1:
        raise ValueError(f"shingles are made of one or more {', '.join(TOKENS)}, not of {k} {tokens}")


@dataclass(frozen=True)
class Bands:
    """A minhash part: records fall in one bucket if all r minhashes of at least one of b bands agree.

    Attributes:
        fields: The fields whose shingles make the set.
        tokens: One of `TOKENS`.
        k: Tokens in a shingle.
        b: Bands.
        r: Rows in a band: minhashes, or single places of the text.
    """

    fields: tuple[str, ...]
    tokens: str = "characters"
    k: int = 3
    b: int = 20
    r: int = 5

    def __post_init__(self) -> None:
        _check_tokens(self.tokens, self.k)


@dataclass(frozen=True)
class Join:
    """An exact similarity condition: all pairs whose shingle sets are at least so similar, none missed.

    Attributes:
        fields: The fields whose shingles make the set.
        tokens: As in `Bands`.
        k: Tokens in a shingle.
        similarity: Jaccard similarity, above 0 and at most 1; of places the share of them that agree.
    """

    fields: tuple[str, ...]
    tokens: str = "words"
    k: int = 1
    similarity: float = 0.7

    def __post_init__(self) -> None:
        _check_tokens(self.tokens, self.k)
        if not 0 < self.similarity <= 1:
            raise ValueError(f"a join needs a similarity above 0 and at most 1, not {self.similarity}")


@dataclass(frozen=True)
class Key:
    """A reason to compare two records: all parts (and the minhash bands or the exact join, if any) must agree.

    Attributes:
        name: The words shown for it, such as "Same e-mail"; unique among the keys used together.
        parts: Conditions that must all hold. A record without a value in one is in no bucket of this key.
        bands: A minhash condition, or None.
        enabled: False when the user switched it off.
        join: An exact similarity condition, or None; a key has bands or a join, not both.
        with_others: Values that are no reason to compare on their own: two records that share one of them are compared only
            if another key fits as well. Each is the cleaned text of every field that the parts read, "" for none.
    """

    name: str
    parts: tuple[Part, ...] = ()
    bands: Bands | None = None
    enabled: bool = True
    join: Join | None = None
    with_others: tuple[tuple[str, ...], ...] = ()

    @property
    def sets(self) -> Bands | Join | None:
        """The condition on shingle sets, if there is one."""
        return self.bands or self.join

    @property
    def is_of_copies(self) -> bool:
        """True when only records that are the same in everything agree."""
        return any(part.kind == PartKind.WHOLE for part in self.parts)

    @property
    def part_fields(self) -> tuple[str, ...]:
        """Names of the fields that the parts read, each once, in their order: those of the texts in `with_others`."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.fields))

    @property
    def fields(self) -> frozenset[str]:
        """Names of all fields that the key reads."""
        names = {name for part in self.parts for name in part.fields}
        return frozenset(names | set(self.sets.fields if self.sets else ()))

    def to_json(self) -> dict[str, Any]:
        """The key as plain data for a recipe or a project file."""
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Key:
        """The key that `to_json` wrote, or that somebody wrote by hand in a recipe.

        Raises:
            ValueError: It is not a key, or asks for something that cannot be; in words for the person who wrote it.
        """
        name = data.get("name") if isinstance(data, Mapping) else None
        if not isinstance(name, str) or not name.strip():
            raise ValueError("each of its keys needs a name")
        try:
            key = _read_key(name, data)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"the key “{name}” is not written as keys are ({error})") from error
        except ValueError as error:
            raise ValueError(f"the key “{name}”: {error}") from error
        return key


LEAST_SIZE = {PartKind.PREFIX: 1, PartKind.LAST_DIGITS: 1, PartKind.RARE_WORDS: 2, PartKind.RARE_ITEMS: 2}
"""The least size of conditions that have one: no record has the same word with itself."""

MOST_SIZE = 1_000_000_000

MOST_HASHES = 4_096
"""So many hashes tell similarity to .008; more only take memory."""

_KEY_DATA = {"name", "parts", "bands", "enabled", "join", "with_others"}


def _read_key(name: str, data: Mapping[str, Any]) -> Key:
    unknown = sorted(set(data) - _KEY_DATA)
    if unknown:
        raise ValueError(f"“{unknown[0]}” is not known")
    parts = tuple(_read_part(part) for part in data.get("parts") or ())
    bands = _read_bands(data["bands"]) if data.get("bands") else None
    join = _read_join(data["join"]) if data.get("join") else None
    of_many = sum(part.is_of_many for part in parts)
    if not parts and bands is None and join is None:
        raise ValueError("it has no condition")
    if bands is not None and join is not None:
        raise ValueError("it can have bands or a join, not both")
    if of_many > 1 or (of_many and (bands or join)):
        raise ValueError("a rare word or item can be asked for once, and not beside bands or a join")
    if not isinstance(data.get("enabled", True), bool):
        raise ValueError("“enabled” is true or false")
    apart = tuple(tuple(map(str, texts)) for texts in data.get("with_others") or ())
    return Key(name, parts, bands, data.get("enabled", True), join, apart)


def _read_part(data: Mapping[str, Any]) -> Part:
    if data["kind"] not in list(PartKind):
        raise ValueError(f"there is no condition “{data['kind']}”, only {', '.join(PartKind)}")
    kind = PartKind(data["kind"])
    size = _whole(data.get("size", 0), "a size", LEAST_SIZE.get(kind, 0), MOST_SIZE)
    return Part(kind, _fields(data.get("fields", ()), none_allowed=kind == PartKind.WHOLE), size)


def _read_bands(data: Mapping[str, Any]) -> Bands:
    bands = Bands(**{**data, "fields": _fields(data["fields"])})
    for name, number in (("k", bands.k), ("b", bands.b), ("r", bands.r)):
        _whole(number, name, 1, MOST_HASHES)
    _whole(bands.b * bands.r, "b times r", 1, MOST_HASHES)
    return bands


def _read_join(data: Mapping[str, Any]) -> Join:
    join = Join(**{**data, "fields": _fields(data["fields"])})
    _whole(join.k, "k", 1, MOST_HASHES)
    return join


def _fields(names: Any, *, none_allowed: bool = False) -> tuple[str, ...]:
    if isinstance(names, str) or not all(isinstance(name, str) for name in names) or not (names or none_allowed):
        raise ValueError("“fields” is a list of names")
    return tuple(names)


def _whole(number: Any, what: str, least: int, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise ValueError(f"{what} is a whole number from {least:,} to {most:,}, not {number!r}")
    return number
