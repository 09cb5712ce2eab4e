"""UI: keys in words: what a key asks for, a name for it, what it adds and what that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from entityres.candidates.keys import Bands, Join, PartKind
from entityres.records.fields import field_label
from entityres.records.percentages import percent
from entityres.records.sentences import ended
from entityres.session.stages import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from entityres.candidates.keys import Key, Part
    from entityres.records.fields import CleanedRecords

PART_WORDS: dict[str, str] = {
    "exact": "{field} is the same",
    "prefix": "{field} begins with the same {size} letters",
    "last_digits": "the last {size} digits of {field} are the same",
    "year": "the year of {field} is the same",
    "first_word": "the first word of {field} is the same",
    "rare_words": "{field} has a rare word in common",
    "rare_items": "{field} has a rare item in common",
    "phonetic": "{field} sounds the same",
    "house_number": "the house number of {field} is the same",
    "sorted_words": "{field} has the same words in any order",
    "local_part": "what stands before the @ of {field} is the same",
    "whole": "all compared columns are the same",
}
"""What a part of a key asks for, by `PartKind`."""

WORDS_OF_ONE: dict[str, str] = {
    "prefix": "{field} begins with the same letter",
    "last_digits": "the last digit of {field} is the same",
}
"""The same where one letter or digit counts."""

NAME_WORDS: dict[str, str] = {
    "exact": "{field}",
    "prefix": "{field} begins",
    "last_digits": "{field} ending",
    "year": "{field} year",
    "first_word": "first word of {field}",
    "rare_words": "rare word in {field}",
    "rare_items": "rare item in {field}",
    "phonetic": "{field} sounds alike",
    "house_number": "house number",
    "sorted_words": "words of {field} in any order",
    "local_part": "{field} up to the @",
    "whole": "same in every column",
}
"""A part in the name of a key."""


def labels_of(cleaned: CleanedRecords) -> dict[str, str]:
    """The words shown for each field."""
    return {one.name: one.label for one in cleaned.fields}


def _named(fields: Sequence[str], labels: Mapping[str, str]) -> str:
    return " and ".join(labels.get(name) or field_label(name) for name in fields)


def key_words(key: Key, cleaned: CleanedRecords) -> str:
    """What a key asks for, in one sentence."""
    labels = labels_of(cleaned)
    words = [_part_words(part).format(field=_named(part.fields, labels), size=part.size) for part in key.parts]
    if key.sets is not None:
        words.append(_similar_words(key.sets, labels))
    asked = ended(f"Two records are compared if {', and if '.join(words)}")
    return f"{asked} Records without a value there are left to other keys."


def _part_words(part: Part) -> str:
    words = PART_WORDS.get(part.kind, "{field} agrees")
    return WORDS_OF_ONE.get(part.kind, words) if part.size == 1 else words


def _similar_words(sets: Bands | Join, labels: Mapping[str, str]) -> str:
    """What a condition on similarity asks for."""
    named = _named(sets.fields, labels)
    from_ = f"at least {percent(sets.similarity)}" if isinstance(sets, Join) else ""
    if sets.tokens == "places":
        agree, their = ("agree", "their") if len(sets.fields) > 1 else ("agrees", "its")
        return f"{named} {agree} in {from_ or 'most'} of {their} places"
    are = "are" if len(sets.fields) > 1 else "is"
    return f"{named} {are} {from_} similar".replace("  ", " ")


def piece_words(sets: Bands | Join) -> str:
    """What records that are similar have in common: "3-letter pieces", "words"."""
    if sets.tokens.startswith("character"):
        return f"{sets.k}-letter pieces" if sets.k > 1 else "letters"
    if sets.tokens.startswith("word"):
        return f"{sets.k}-word pieces" if sets.k > 1 else "words"
    return {"stop words": "phrases", "items": "items"}.get(sets.tokens, "places")


def small_first(words: str) -> str:
    """A label inside a sentence: its first letter small, unless it is written in capitals or is one letter and a dash."""
    return words if words[:2].isupper() or words[1:2] == "-" else words[:1].lower() + words[1:]


def name_of(parts: Sequence[Part], similar: Sequence[str], labels: Mapping[str, str]) -> str:
    """A name for a key, for those who do not want to think of one.

    Args:
        parts: Its conditions.
        similar: Fields that have to look alike.
        labels: The words shown for each field.
    """
    words = [NAME_WORDS[part.kind].format(field=_named(part.fields, labels)) for part in parts]
    if similar:
        shown = [small_first(labels.get(name) or field_label(name)) for name in similar]
        words.append(f"similar {' + '.join(shown)}" if len(shown) < 4 else f"similar in {len(shown)} columns")
    if len(words) == 1 and parts and parts[0].kind == PartKind.EXACT:
        return f"Same {small_first(words[0])}"
    joined = " + ".join([*words[:1], *(small_first(word) for word in words[1:])])
    return joined[:1].upper() + joined[1:]


def reason(only_matches: int | None, only_pairs: int | None, pairs: int, *, on: bool, time: str = "") -> str:
    """Why a key is worth having: what it adds and what it costs, in one sentence.

    Args:
        only_matches: Matches that no other key finds; None before the first run.
        only_pairs: Pairs that no other key finds; None when nobody has counted them.
        pairs: All its pairs.
        on: It is on.
        time: What comparing its own pairs takes, in words.
    """
    if only_pairs is None:
        return f"It finds {count(pairs, 'pair')}."
    took = f", {time.removeprefix('≈ ')}" if time and not time.startswith("under") else ""
    if only_pairs == 0:
        return (
            "Other keys find all its pairs as well: it costs nothing more, and stands in where another key has no value."
            if on
            else "It would bring no pair that the other keys do not find already."
        )
    if only_matches is None:
        verb = "Brings" if on else "Would bring"
        return f"{verb} {count(only_pairs, 'pair')} that no other key finds{took}."
    if only_matches == 0:
        return f"Adds no match of its own, and costs {count(only_pairs, 'pair')} that no other key finds{took}."
    each = only_pairs / only_matches
    share = "nearly all of them right" if each < 1.15 else f"one match in {each:,.0f}" if each >= 1.5 else "most right"
    matches = "1 match" if only_matches == 1 else f"{only_matches:,} matches"
    return f"Adds {matches} that no other key finds, for {only_pairs:,} more pairs to compare ({share}{took})."
