"""UI: a key while a person writes it: its parts, what is missing, a name for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.records.roles import Role
from entityres.ui.models.key_words import labels_of, name_of

if TYPE_CHECKING:
    from entityres.records.fields import CleanedRecords

KIND_WORDS: dict[PartKind, str] = {
    PartKind.EXACT: "is the same",
    PartKind.PREFIX: "begins alike",
    PartKind.LAST_DIGITS: "ends alike",
    PartKind.YEAR: "same year",
    PartKind.FIRST_WORD: "same first word",
    PartKind.PHONETIC: "sounds alike",
    PartKind.HOUSE_NUMBER: "same house number",
    PartKind.SORTED_WORDS: "same words, any order",
    PartKind.RARE_WORDS: "a rare word in common",
    PartKind.RARE_ITEMS: "a rare item in common",
    PartKind.LOCAL_PART: "same before the @",
    PartKind.WHOLE: "and all others are the same",
}
"""What can be asked of a column, in the order in which it is offered."""

SIZES: dict[PartKind, tuple[int, int, int, str]] = {
    PartKind.PREFIX: (1, 30, 4, " letters"),
    PartKind.LAST_DIGITS: (2, 12, 6, " digits"),
    PartKind.RARE_WORDS: (2, 200, 15, " records"),
    PartKind.RARE_ITEMS: (2, 200, 15, " records"),
}
"""Least, most and usual size of a part, with the unit behind the number."""

_TEXT = (
    PartKind.EXACT,
    PartKind.PREFIX,
    PartKind.LAST_DIGITS,
    PartKind.FIRST_WORD,
    PartKind.PHONETIC,
    PartKind.SORTED_WORDS,
    PartKind.RARE_WORDS,
)
_OF_ROLE: dict[Role, tuple[PartKind, ...]] = {
    Role.BIRTH_DATE: (PartKind.EXACT, PartKind.YEAR),
    Role.DATE: (PartKind.EXACT, PartKind.YEAR),
    Role.EMAIL: (PartKind.EXACT, PartKind.LOCAL_PART, PartKind.PREFIX),
    Role.PHONE: (PartKind.EXACT, PartKind.LAST_DIGITS),
    Role.POSTCODE: (PartKind.EXACT, PartKind.PREFIX, PartKind.LAST_DIGITS),
    Role.IDENTIFIER: (PartKind.EXACT, PartKind.PREFIX, PartKind.LAST_DIGITS),
    Role.NUMBER: (PartKind.EXACT, PartKind.PREFIX, PartKind.LAST_DIGITS),
    Role.STREET: (*_TEXT, PartKind.HOUSE_NUMBER),
    Role.ITEMS: (PartKind.EXACT, PartKind.RARE_ITEMS, PartKind.RARE_WORDS),
}
LARGE = 50_000
"""From this many records on a new similarity key begins with fewer stored checks."""


def kinds_for(roles: Sequence[Role], also: PartKind | None = None) -> tuple[PartKind, ...]:
    """What can sensibly be asked of columns with these roles, and what is asked already."""
    sets = [set(_OF_ROLE.get(role, _TEXT)) for role in roles]
    fitting = set.intersection(*sets) if sets else {PartKind.EXACT}
    return tuple(kind for kind in KIND_WORDS if kind in fitting or kind == also)


def sized(kind: PartKind, fields: tuple[str, ...], size: int = 0) -> Part:
    """A part with a size that its kind allows, none where it has none."""
    if kind not in SIZES:
        return Part(kind, fields)
    least, most, usual, _ = SIZES[kind]
    return Part(kind, fields, min(max(size or usual, least), most))


@dataclass(frozen=True)
class KeyDraft:
    """A key that is being written.

    Attributes:
        parts: Conditions, each of one column or of several read together.
        bands: The similarity condition by minhash, None for none; without columns as long as none is ticked.
        name: The name that was typed, "" for the one the program gives.
        replaces: Name of the key that is changed, "" for a new one.
        enabled: Whether the key that is changed is on.
        labels: The words shown for each field.
        join: The exact similarity condition, None for none; never beside `bands`.
        with_others: Values that count only where another key fits as well, kept while the same columns are read.
        fields: The columns that the parts of the changed key read.
    """

    parts: tuple[Part, ...] = ()
    bands: Bands | None = None
    name: str = ""
    replaces: str = ""
    enabled: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    join: Join | None = None
    with_others: tuple[tuple[str, ...], ...] = ()
    fields: tuple[str, ...] = ()

    @staticmethod
    def of(key: Key, cleaned: CleanedRecords, *, change: bool) -> KeyDraft:
        """Begin with a key: to change it, or to add one like it."""
        draft = KeyDraft(key.parts, key.bands, "", key.name if change else "", key.enabled or not change)
        draft = replace(draft, labels=labels_of(cleaned), join=key.join)
        draft = replace(draft, with_others=key.with_others, fields=key.part_fields)
        return draft if draft.automatic_name == key.name else replace(draft, name=key.name)

    @staticmethod
    def new(cleaned: CleanedRecords, *, similar: bool) -> KeyDraft:
        """Begin with nothing but a first condition."""
        labels, names = labels_of(cleaned), tuple(one.name for one in cleaned.fields if len(one.values))
        if not similar:
            return KeyDraft((Part(PartKind.EXACT, names[:1]),) if names else (), labels=labels)
        fields = tuple(
            one.name
            for one in cleaned.fields
            if one.role in (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.ORGANISATION, Role.STREET, Role.CITY, Role.TITLE)
        )
        b, r = (38, 5) if len(cleaned) <= LARGE else (16, 8)
        return KeyDraft((), Bands(fields or names[:1], b=b, r=r), labels=labels)

    @property
    def automatic_name(self) -> str:
        """A name that says what the key asks for."""
        return name_of(self.parts, self.sets.fields if self.sets else (), self.labels) or "New key"

    @property
    def sets(self) -> Bands | Join | None:
        """The similarity condition of either kind."""
        return self.bands or self.join

    def with_sets(self, sets: Bands | Join | None) -> KeyDraft:
        """Another similarity condition, or none."""
        bands, join = sets if isinstance(sets, Bands) else None, sets if isinstance(sets, Join) else None
        return replace(self, bands=bands, join=join)

    def key(self) -> Key:
        """The key as it stands."""
        key = Key(self.name.strip() or self.automatic_name, self.parts, self.bands, self.enabled, self.join)
        return replace(key, with_others=self.with_others) if key.part_fields == self.fields else key

    def problem(self, keys: Sequence[Key]) -> str:
        """Why it cannot be used yet, "" when it can.

        Args:
            keys: The keys of the project.
        """
        rare = sum(part.is_of_many for part in self.parts)
        if not self.parts and self.sets is None:
            return "Add a condition, or let columns be similar."
        if self.sets is not None and not self.sets.fields:
            return "Tick at least one column that should be similar."
        if rare and self.sets is not None:
            return "A rare word or item and similarity cannot be asked for in one key. Make two keys of them."
        if rare > 1:
            return "A key can ask for one rare word or item only. Choose something else for the other column."
        if len({(part.kind, part.fields) for part in self.parts}) < len(self.parts):
            return "Two conditions ask for the same. Remove one of them."
        others = [key for key in keys if key.name != self.replaces]
        key = self.key()
        if any(one.name == key.name for one in others) and self.name.strip():
            return f"Another key is named “{key.name}”. Choose another name."
        asked = (key.parts, key.sets, key.with_others)
        same = next((one.name for one in others if (one.parts, one.sets, one.with_others) == asked), "")
        return f"“{same}” asks for the same already." if same else ""

    def with_part(self, number: int, part: Part) -> KeyDraft:
        """Another condition in the place of one, or one more at the end."""
        parts = list(self.parts)
        parts[number : number + 1] = [part]
        return replace(self, parts=tuple(parts))

    def without_part(self, number: int) -> KeyDraft:
        """One condition less."""
        return replace(self, parts=tuple(part for i, part in enumerate(self.parts) if i != number))
