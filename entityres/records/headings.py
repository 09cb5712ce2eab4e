"""Engine: what the words of a heading say about a column, in many languages.

Headings are split at blanks, punctuation, digits and changes of case. The last word that is known decides ("company
address" is an address), then the phrase with most words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from entityres.records.folding import fold_text
from entityres.records.once import once
from entityres.records.roles import NAME_ROLES, Role
from entityres.records.tables import table

CREATED, ROW_NUMBER, PERSON_NUMBER = "created", "row_number", "person_number"
_HELPING = ("qualifier", "secondary", "relation")
_HUMP = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Za-zÀ-ÿ])(?=\d)|(?<=\d)(?=[A-Za-zÀ-ÿ])|(?<=[A-Z])(?=[A-Z][a-z])")
FILLERS = frozenset({"of", "the", "de", "du", "des", "der", "di", "da", "do", "s", "la", "le", "van", "von"})
_LESS_PERSONAL = {"billing": 1, "bill": 1, "invoice": 1, "rechnung": 1, "rechnungs": 1, "facturation": 1, "facturacion": 1,
                  "fatturazione": 1, "factuur": 1, "faktura": 1, "shipping": 2, "ship": 2, "delivery": 2, "lieferung": 2,
                  "liefer": 2, "livraison": 2, "envio": 2, "entrega": 2, "spedizione": 2, "consegna": 2, "bezorg": 2,
                  "aflever": 2, "dostawa": 2, "previous": 2, "old": 2, "former": 2, "prior": 2, "alternate": 2,
                  "alternative": 2, "alt": 2, "other": 2,
                  "secondary": 2, "temporary": 2, "fruhere": 2, "ehemalige": 2, "ancien": 2, "ancienne": 2, "anterior": 2,
                  "precedente": 2, "vorig": 2, "poprzedni": 2}  # fmt: skip
FARTHEST = 3
_ELIDED = re.compile(r"\b([dlnDLN])['’](?=\w)")
# Words for "number" say which of several things a column counts ("phone no"), or that it holds numbers ("customer no").
NUMBER_WORDS = frozenset({"no", "nr", "number", "num", "nbr", "n", "numero", "nummer", "nro", "numer", "no.", "id", "code",
                           "kod", "cod", "codigo", "codice"})  # fmt: skip
_SHORT_FOR_NUMBER = {"number": ("no", "nr", "num", "nbr"), "nummer": ("nr",), "numero": ("no", "n", "num")}
_ARE_NUMBERED = frozenset({"phone", "street", "unit", "postcode"})
_HAVE_IDS = frozenset({"email", "country", "region", "city"})
_HAVE_CODES = frozenset({"postcode", "country", "region"})
_ID_WORDS, _CODE_WORDS = frozenset({"id"}), frozenset({"code", "kod", "cod", "codigo", "codice"})
_ORDINALS = frozenset({("first",), ("last",)})  # of names, where no word that is not known says of what else
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|;\s*(?i:type)=\S*")  # the last as in TEL;TYPE=WORK
_MIXED_CASE = re.compile(r"(?<![A-Za-z])(?:USt|MwSt|KvK|DoB)")  # no two words
_GENITIVE = re.compile(r"(?<=\w\w)['’]s(?!\w)", re.IGNORECASE)
_NUMBER_SIGN = re.compile(r"(?<=\w)\s*#\s*$")
_COUNTING = re.compile(r"(?:number|no\.?|nr\.?|count) of\b|anzahl\b|nombre d|aantal\b|liczba\b", re.IGNORECASE)
_OF_SOMEBODY = frozenset({"organisation", "full_name"})
_NAMES = frozenset(role.value for role in NAME_ROLES)
_WORDS_FOR_NAMES = frozenset({"name", "names", "nom", "nome", "nombre", "naam", "nazwa", "namn", "navn"})
MANY_HEADINGS, MOST_HEADINGS = 4, 0.6
_JOINING = frozenset({"English", "German", "Dutch", "Swedish", "Danish and Norwegian", "Finnish", "Hungarian"})
_LINKS = ("", "s", "n", "en", "er", "es")


@dataclass(frozen=True)
class Sense:
    """What a heading says.

    Attributes:
        kind: A role, or `created`, `row_number`, `person_number`; "" when no word is known.
        phrase: The words that say so.
        weak: The words are general ("name", "number"): the values have to confirm it.
        distance: 0 for what belongs to the customer, 1 billing, 2 delivery, 3 somebody or something else.
        relation: A relative of the customer is meant.
        qualifiers: The other words.
    """

    kind: str = ""
    phrase: str = ""
    weak: bool = False
    distance: int = 0
    relation: bool = False
    qualifiers: tuple[str, ...] = ()

    @property
    def role(self) -> Role | None:
        """The role, None when no word is known."""
        if self.kind in (ROW_NUMBER, PERSON_NUMBER):
            return Role.IDENTIFIER
        return Role.KEEP if self.kind == CREATED else Role(self.kind) if self.kind else None


def heading_words(heading: str) -> list[str]:
    """The words of a heading, folded.

    Example:
        >>> heading_words("Mailing_AddressLine1")
        ['mailing', 'address', 'line', '1']
    """
    heading = _GENITIVE.sub("", _NUMBER_SIGN.sub(" number", heading))
    heading = _MIXED_CASE.sub(lambda found: found[0].lower() + " ", heading)
    return fold_text(_HUMP.sub(" ", _ELIDED.sub(r"\1 ", heading)).replace("_", " ")).split()


def _with_joined(words: list[str]) -> list[str]:
    """The words, and what they say written otherwise: "d o b" is also "dob", "telefonnr" is also "telefon nr"."""
    made: list[str] = []
    letters = ""
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha():
            letters += word
            continue
        made += [letters] if letters else []
        letters = ""
        parts = [] if not word or word in _all_words() else _compound(word)
        made += parts or ([word] if word else [])
    return made


def _compound(word: str) -> list[str]:
    """The two known words that a long word is joined from, such as "laendername" or "telefoonnr"; [] when it is none."""
    known = _single_words()
    for cut in range(len(word) - 2, 3, -1):
        if word[cut:] in known or word[cut:] in NUMBER_WORDS:
            for link in _LINKS:
                start = word[:cut].removesuffix(link) if link else word[:cut]
                if len(start) > 3 and start in known and word[:cut] == start + link:
                    return [start, word[cut:]]
    return []


@dataclass(frozen=True)
class _Phrase:
    kind: str
    words: tuple[str, ...]
    weak: bool
    order: int
    joins: bool


@once
def _phrases() -> tuple[_Phrase, ...]:
    found: dict[tuple[str, tuple[str, ...]], _Phrase] = {}
    for language, lines in table("headings").items():
        for line in lines:
            kind, _, listed = line.partition(":")
            for text in listed.split(","):
                text = text.strip()
                words = tuple(word for word in fold_text(text.lstrip("~")).split())
                for written in _ways_of_writing(kind, words):
                    phrase = _Phrase(kind, written, text.startswith("~"), len(found), language in _JOINING)
                    place = (kind if kind in _HELPING else "", written)
                    if place not in found or (found[place].weak and not phrase.weak):
                        found[place] = phrase
    return tuple(found.values())


def _ways_of_writing(kind: str, words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The words, and those of a number that belongs to somebody with shorter words for "number": "nhs no"."""
    if not words:
        return []
    shorter = _SHORT_FOR_NUMBER.get(words[-1], ()) if kind == PERSON_NUMBER and len(words) > 1 else ()
    return [words, *((*words[:-1], word) for word in shorter)]


@cache
def _helping(kind: str) -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(fold_text(text).split())
        for lines in table("headings").values()
        for line in lines
        if line.startswith(kind + ":")
        for text in line.partition(":")[2].split(",")
    )


@once
def _telling() -> tuple[_Phrase, ...]:
    """Phrases that say by themselves what a column is."""
    return tuple(p for p in _phrases() if p.kind not in _HELPING)


@once
def _single_words() -> frozenset[str]:
    """Words that say something by themselves."""
    return frozenset(p.words[0] for p in _phrases() if len(p.words) == 1)


@once
def _all_words() -> frozenset[str]:
    """Words that some phrase has."""
    return frozenset(word for p in _phrases() for word in p.words)


def _yields(phrase: _Phrase, known: list[_Phrase]) -> bool:
    """Whether a word for "number" only says which one: "phone no" is a phone, "customer no" a number."""
    if len(phrase.words) > 1 or phrase.words[0] not in NUMBER_WORDS or phrase.kind not in ("row_number", "identifier"):
        return False
    word = phrase.words[0]
    kinds = _HAVE_IDS if word in _ID_WORDS else _HAVE_CODES if word in _CODE_WORDS else _ARE_NUMBERED
    return any((p.kind in kinds or p.kind == PERSON_NUMBER) and not p.weak for p in known)


def _numbered(words: list[str]) -> str:
    """The word for "number" by which a heading says which of several things of a kind it means, "" where none does.

    As in "attribute number 3 of the customer": the thing is named before it, by a word that no table has, its figure follows.
    """
    known = _all_words() | FILLERS
    return next(
        (
            word
            for before, word, after in zip(words, words[1:], words[2:], strict=False)
            if word in NUMBER_WORDS and after.isdigit() and before not in known
        ),
        "",
    )


def _ending(word: str) -> _Phrase | None:
    """What a word that is joined from two means by its end: "homephone", "lieferstrasse"."""
    if len(word) < 7:
        return None
    ends = [
        p for p in _telling() if p.joins and len(p.words) == 1 and len(p.words[0]) >= 4 and word.endswith(p.words[0])
    ]
    return max(ends, key=lambda p: (len(p.words[0]), -p.order), default=None)


def senses_of(headings: Sequence[str]) -> list[Sense]:
    """What the headings of a list say about its columns.

    A word for somebody that many of them have says whose things they are, not which: codePostalEtablissement beside
    dateCreationEtablissement and libelleCommuneEtablissement is a postcode.
    """
    common = _common_words(headings)
    made = []
    for heading in headings:
        sense = sense_of(heading)
        rest = [word for word in heading_words(heading) if word not in common]
        if rest and sense.kind in _OF_SOMEBODY and set(sense.phrase.split()) & common:
            inner = sense_of(" ".join(rest))
            if inner.kind and not inner.weak and inner.kind != sense.kind:
                sense = replace(
                    inner, distance=max(sense.distance, inner.distance), relation=sense.relation or inner.relation
                )
        made.append(sense)
    return made


def _common_words(headings: Sequence[str]) -> frozenset[str]:
    """Words of many headings, most of which say something without them."""
    split = [heading_words(heading) for heading in headings]
    counts = Counter(word for words in split for word in set(words))
    found = set()
    for word, count in counts.items():
        if count >= MANY_HEADINGS and word not in _WORDS_FOR_NAMES and _sense(word).kind in _OF_SOMEBODY:
            others = [sense_of(" ".join(one for one in words if one != word)) for words in split if word in words]
            kinds = {sense.kind for sense in others if sense.kind and not sense.weak}
            said = sum(bool(sense.kind) and not sense.weak for sense in others)
            if said >= MOST_HEADINGS * count and len(kinds) >= MANY_HEADINGS / 2:
                found.add(word)
    return frozenset(found)


@cache
def sense_of(heading: str) -> Sense:
    """What a heading says about its column; what follows a colon says it, what stands before says whose it is."""
    whole = _sense(heading)
    before, colon, last = heading.rpartition(":")
    inner = _sense(last) if colon and before.strip() and last.strip() else whole
    if not inner.kind or inner.kind == whole.kind:
        return whole
    return replace(inner, distance=max(whole.distance, inner.distance), relation=whole.relation or inner.relation)


def _sense(heading: str) -> Sense:
    """What a heading says, all its words together."""
    if _COUNTING.match(heading.strip()):
        return Sense("keep", "number of", qualifiers=tuple(heading_words(heading)))
    words = _with_joined(heading_words(heading))
    there = set(words)
    known = [p for p in _telling() if there.issuperset(p.words)]
    numbered = _numbered(words)
    if numbered:  # the other words say whose it is
        known = [p for p in known if not p.weak and numbered not in p.words]
    known = [p for p in known if not _yields(p, known)]
    qualifiers = {phrase for phrase in _helping("qualifier") if there.issuperset(phrase)}
    loose = {word for phrase in qualifiers for word in phrase}
    counting = {word for word in words if word in NUMBER_WORDS and not any(word in p.words for p in known)}
    core = [
        w for w in words if w not in loose | counting and w not in FILLERS and not w.isdigit() and len(w) > 1
    ] or words
    last = core[-1] if core else ""
    outside = set(_with_joined(heading_words(_BRACKETED.sub(" ", heading)))) or set(words)

    def rank(phrase: _Phrase) -> tuple[bool, bool, bool, int, bool, int, int]:
        places = [len(words) - 1 - words[::-1].index(word) for word in phrase.words]
        together = max(places) - min(places) < len(places)
        return (
            # What stands in brackets says whose or which: "first name (contact)".
            outside.issuperset(phrase.words) and not phrase.weak,
            last in phrase.words and not phrase.weak,
            not phrase.weak,
            len(places),
            together,
            max(places),
            -phrase.order,
        )

    best = max(known, key=rank, default=None)
    if best is not None and best.words in _ORDINALS and _says_more(core, known):
        best = None
    if best is None or (best.weak and last not in best.words and len(words) > 1):
        best = _ending(last) or (best if best and len(core) <= 1 else None)
        if best is None:
            relative = next((" ".join(p) for p in _helping("relation") if there.issuperset(p)), "")
            return Sense("full_name" if relative else "", relative, True, 0, bool(relative), tuple(words))
        known.append(best)
    kind = best.kind
    if {"given_name", "family_name"} <= {p.kind for p in known if not p.weak} and kind in ("given_name", "family_name"):
        kind = "full_name" if _separate(known) else kind
    rest = [word for word in words if word not in best.words]
    distance = max(
        (_distance(phrase) for phrase in _helping("secondary") if all(word in rest for word in phrase)), default=0
    )
    if kind == "organisation" and any(
        "employer" in word or word in ("arbeitgeber", "employeur", "werkgever") for word in words
    ):
        distance = FARTHEST
    # "make" is a husband in Swedish and a brand in English: what says the role says nothing else, but in names (maiden name).
    relation = any(
        there.issuperset(phrase) and (kind in _NAMES or set(phrase) != set(best.words))
        for phrase in _helping("relation")
    )
    return Sense(kind, " ".join(best.words), best.weak, distance, relation, tuple(rest))


def _says_more(core: list[str], known: list[_Phrase]) -> bool:
    """Whether a heading has words that nobody knows: "last contacted" is no last name."""
    return not all(any(word in phrase.words for phrase in known) for word in core)


def _separate(known: list[_Phrase]) -> bool:
    """Whether words for first and last name stand in a heading independently ("first and surname", not "family name")."""
    given = {word for p in known if p.kind == "given_name" for word in p.words} - {"name", "names"}
    family = {word for p in known if p.kind == "family_name" for word in p.words} - {"name", "names"}
    return bool(given - family) and bool(family - given)


def _distance(phrase: tuple[str, ...]) -> int:
    return max(_LESS_PERSONAL.get(word, 0) for word in phrase) or FARTHEST
