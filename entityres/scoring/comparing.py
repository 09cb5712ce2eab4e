"""Engine: comparison levels of pairs of records, field by field.

Missing values are -1 and equal ones 0 without looking at a text; only pairs of different values are measured, each once.
"""

from __future__ import annotations

import numpy as np

from entityres.progress import Progress, quiet
from entityres.records.compiled import side_by_side
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.once import once
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import COMPARISONS, Comparison, Measure, comparison_of
from entityres.scoring.own_addresses import Numbered, part_own_addresses, without_mere_names
from entityres.scoring.relatives import Relatives
from entityres.scoring.similarity import (
    PLAIN,
    Facts,
    NameKnowledge,
    Scripts,
    misspelt,
    name_levels,
    street_levels,
    text_levels,
)
from entityres.scoring.swapped_names import SwappedNames
from entityres.scoring.text_likeness import TextLikeness
from entityres.scoring.things_of_families import with_things_of_families
from entityres.scoring.value_pairs import distinct_pairs

WRITTEN = (Measure.NAME, Measure.WORDS, Measure.PLACE, Measure.STREET)
"""What stands in letters: in two scripts it cannot be told whether it is the same, as little as of a missing value."""

CHUNK = 100_000
"""Pairs measured at a time: some 50-100 ms, so that a window and a Stop button stay alive."""


@once
def _known_names() -> frozenset[str]:
    """Common given names, and those that have short forms."""
    from entityres.records.names import nickname_groups
    from entityres.records.tables import words

    return frozenset(nickname_groups()).union(*(words("given_names", part) for part in ("", "more", "people")))


class Comparer:
    """Compares records by the fields that have a role with a comparison.

    Attributes:
        fields: The compared fields.
        comparisons: How each is compared.
    """

    def __init__(self, cleaned: CleanedRecords) -> None:
        self.cleaned = cleaned
        self.fields = with_things_of_families(cleaned, [field for field in cleaned.fields if field.role in COMPARISONS])
        self.comparisons: tuple[Comparison, ...] = tuple(map(comparison_of, self.fields))
        self._places = {field.role: number for number, field in reversed(list(enumerate(self.fields)))}
        self._texts: dict[str, TextLikeness] = {}
        self._names: dict[str, NameKnowledge] = {}
        self._scripts: dict[str, Scripts] = {}
        self._numbered: dict[str, Numbered] = {}
        self._facts = [Facts(field) for field in self.fields]
        self._swapped_names: SwappedNames | None = None
        self._relatives_of: dict[str, Relatives] = {}

    def levels(self, left: np.ndarray, right: np.ndarray, progress: Progress | None = None) -> list[np.ndarray]:
        """Level of each pair for each field.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
            progress: Counts pairs, n for all fields together.

        Returns:
            For each field int8 (n,), -1 where a value is missing.
        """
        progress = progress or quiet()
        out = []
        for found in side_by_side(
            lambda number: self.field_levels(number, left, right, progress), range(len(self.fields))
        ):
            out.append(found)
            progress.advance(len(left) // max(1, len(self.fields)))
        self._swapped(left, right, out)
        self._own_addresses(left, right, out)
        self._relatives(left, right, out)
        return out

    def field_levels(
        self, number: int, left: np.ndarray, right: np.ndarray, progress: Progress | None = None
    ) -> np.ndarray:
        """Level of each pair for one field by itself, int8 (n,); see `levels`."""
        progress = progress or quiet()
        a, b = self.fields[number].codes[left], self.fields[number].codes[right]
        out = np.zeros(len(a), np.int8)
        out[(a < 0) | (b < 0)] = -1
        differ = np.flatnonzero((a != b) & (out == 0))
        if not len(differ):
            return out
        low, high, back = distinct_pairs(a[differ], b[differ])
        found = np.empty(len(low), np.int8)
        for first in range(0, len(low), CHUNK):
            part = slice(first, first + CHUNK)
            found[part] = self._value_levels(number, low[part], high[part])
            progress.check()
        if self.fields[number].name in self._texts:
            self._texts[self.fields[number].name].forget()
        if self.comparisons[number].measure in WRITTEN:
            found[self._scripts_of(self.fields[number]).apart(low, high)] = -1
        out[differ] = found[back]
        return out

    def _value_levels(self, number: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        field, measure, facts = self.fields[number], self.comparisons[number].measure, self._facts[number]
        if measure == Measure.NAME:
            return name_levels(facts, a, b, self._knowledge(field))
        if measure == Measure.STREET:
            return street_levels(facts, a, b)
        if measure == Measure.WORDS:
            if field.name not in self._texts:
                self._texts[field.name] = TextLikeness(field)
            return text_levels(self._texts[field.name].of(a, b))
        return PLAIN[measure](facts, a, b)

    def _scripts_of(self, field: FieldValues) -> Scripts:
        if field.name not in self._scripts:
            self._scripts[field.name] = Scripts(field)
        return self._scripts[field.name]

    def _knowledge(self, field: FieldValues) -> NameKnowledge:
        from entityres.records.names import nickname_groups

        if field.name not in self._names:
            may_be_given = field.role != Role.FAMILY_NAME
            nicknames, known = (nickname_groups(), _known_names()) if may_be_given else ({}, frozenset())
            self._names[field.name] = NameKnowledge(field, nicknames, known)
        return self._names[field.name]

    def couples(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): one is named as the wife of the other ("Kovács Jánosné"), whichever of the two names comes first.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
        """
        found = np.zeros(len(left), bool)
        for field in self.fields:
            if field.role in (Role.GIVEN_NAME, Role.FAMILY_NAME):
                found |= self._knowledge(field).couple(field.codes[left], field.codes[right])
        return found

    def hardly_named(self, left: np.ndarray, right: np.ndarray, role: Role = Role.GIVEN_NAME) -> np.ndarray:
        """bool (n,): one of two first or middle names is missing or an initial.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
            role: Which names.
        """
        field = next((field for field in self.fields if field.role == role), None)
        if field is None:
            return np.ones(len(left), bool)
        return self._knowledge(field).hardly_named(field.codes[left], field.codes[right])

    def misspelt(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): of two first names, both there, one is the other with slips of the pen.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
        """
        number = next(i for i, field in enumerate(self.fields) if field.role == Role.GIVEN_NAME)
        field = self.fields[number]
        return misspelt(self._facts[number], field.codes[left], field.codes[right], self._knowledge(field))

    def names_touch(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): the first name of one of the two is the other's last name, but for slips; not of two people.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
        """
        swapped = self._swapping()
        if swapped is None:
            return np.zeros(len(left), bool)
        return swapped.touch(left, right) & ~self.one_swapped(left, right, but_for_slips=True)

    def one_swapped(self, left: np.ndarray, right: np.ndarray, *, but_for_slips: bool = False) -> np.ndarray:
        """bool (n,): two people of one family, of whom one is entered last name first (see `SwappedNames.of_two`).

        Not where there is a middle name that may be the first name of the other record.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
            but_for_slips: As there.
        """
        swapped = self._swapping()
        if swapped is None:
            return np.zeros(len(left), bool)
        found = swapped.of_two(left, right, but_for_slips=but_for_slips)
        for field in self.cleaned.with_role(Role.MIDDLE_NAME):
            places = np.flatnonzero(found)
            found[places] = ~swapped.has_middle_of_other(field, left[places], right[places])
        return found

    def _swapping(self) -> SwappedNames | None:
        places = self._places
        if Role.GIVEN_NAME not in places or Role.FAMILY_NAME not in places:
            return None
        if self._swapped_names is None:
            given, family = (self._facts[places[role]] for role in (Role.GIVEN_NAME, Role.FAMILY_NAME))
            self._swapped_names = SwappedNames(given, family)
        return self._swapped_names

    def _swapped(self, left: np.ndarray, right: np.ndarray, levels: list[np.ndarray]) -> None:
        """Given and family name that stand in each other's place."""
        swapped = self._swapping()
        if swapped is None:
            return
        given, family = self._places[Role.GIVEN_NAME], self._places[Role.FAMILY_NAME]
        swapped.mark(left, right, levels[given], levels[family])

    def _relatives(self, left: np.ndarray, right: np.ndarray, levels: list[np.ndarray]) -> None:
        """Relatives of people of one last name: the names that these have besides (see `relatives`)."""
        family = self._places.get(Role.FAMILY_NAME)
        if family is None:
            return
        one_name = levels[family] == level.SAME
        for field, found in zip(self.fields, levels, strict=True):
            if field.role == Role.TEXT and field.of_families:
                if field.name not in self._relatives_of:
                    self._relatives_of[field.name] = Relatives(field, self.fields[family])
                pairs = np.flatnonzero(one_name & (found > level.SAME))
                found[pairs] = self._relatives_of[field.name].levels(left[pairs], right[pairs])

    def _own_addresses(self, left: np.ndarray, right: np.ndarray, levels: list[np.ndarray]) -> None:
        """Addresses that are alike because two people of one name have each their own."""
        given, family, firm = map(self._places.get, (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.ORGANISATION))
        if given is None:
            return
        for field, found in zip(self.fields, levels, strict=True):
            if field.role == Role.EMAIL:
                if field.name not in self._numbered:
                    self._numbered[field.name] = Numbered(field)
                self._numbered[field.name].part(field, found, left, right)
                part_own_addresses(self.fields[given], field, levels[given], found, left, right)
                if family is not None and firm is not None:
                    names, alike = (self.fields[given], self.fields[family]), (levels[given], levels[family])
                    apart = self._two_firms(self.fields[firm], levels[firm], left, right)
                    without_mere_names(names, field, alike, found, apart, left, right)

    @staticmethod
    def _two_firms(firm: FieldValues, found: np.ndarray, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): the firms of the two have other names, or one of them has none."""
        named = (firm.codes[left] >= 0) | (firm.codes[right] >= 0)
        apart: np.ndarray = named & ((found < 0) | (found > level.TEXT_ALIKE))
        return apart
