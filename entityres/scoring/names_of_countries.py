"""Engine: names that go with a country, which a sum would count once for each name and again for the country.

In a list of many nations two of three Nguyens are no coincidence: all are from Viet Nam, as are all named Van, and both and
the country are then one piece of evidence. How much likelier a name is in a country than in the whole list (its lift, in bits)
is counted. Of two names of one country, the one that has them most, the lift counts once, and of the country counts what the
names have not told already: two Dutchmen called Frank are no rarer for all the Germans of that name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.records.sorted_sets import sorted_unique

KNOWN = 2.0
"""Weight of what the other names of the list show, counted in holders of a name."""

ONE_COUNTRY = 0.95
"""A list of which so large a share is from one country has nothing to tell apart."""

NONE = -1


@dataclass(frozen=True)
class _Names:
    """The values of one field of names.

    Attributes:
        codes: int32 (n_records,).
        country: int32 (n_values + 1,): the country that has each most, NONE where no holder has one; the last for no value.
        lift: float32 (n_values + 1,): bits, 0 or more.
        here: float32 (n_records,): the lift of each record's name in its own country, be it not the one that has it most.
    """

    codes: np.ndarray
    country: np.ndarray
    lift: np.ndarray
    here: np.ndarray

    def of_pairs(self, left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Country and lift of the names of pairs; NONE and 0 where the two go with different countries."""
        a, b = self.codes[left], self.codes[right]
        one = (self.country[a] == self.country[b]) & (self.country[a] != NONE)
        return np.where(one, self.country[a], NONE), np.where(one, np.minimum(self.lift[a], self.lift[b]), 0)


@dataclass(frozen=True)
class NamesOfCountries:
    """How much of names and countries is said twice.

    Attributes:
        given: Number of the field of first names.
        family: Of last names.
        country: Of countries.
        codes: int32 (n_records,), of the countries.
        names: What is known of the first names and of the last names.
    """

    given: int
    family: int
    country: int
    codes: np.ndarray
    names: tuple[_Names, _Names]

    @classmethod
    def among(cls, fields: Sequence[FieldValues]) -> NamesOfCountries | None:
        """Count names by country; None where there are no such fields, or nearly all records are of one country.

        Args:
            fields: The compared fields.
        """
        numbers = {field.role: number for number, field in reversed(list(enumerate(fields)))}
        if not {Role.GIVEN_NAME, Role.FAMILY_NAME, Role.COUNTRY} <= set(numbers):
            return None
        first, last, place = (numbers[role] for role in (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.COUNTRY))
        given, family, country = fields[first], fields[last], fields[place]
        filled = country.codes >= 0
        if not filled.any() or np.bincount(country.codes[filled]).max() >= ONE_COUNTRY * np.count_nonzero(filled):
            return None
        # Records with both names and the country alike may be copies of one customer: each such three counts once.
        columns = [field.codes[filled].astype(np.int64) for field in (given, family, country)]
        sizes = [len(field.values) + 1 for field in (given, family, country)]
        triples = sorted_unique(((columns[0] + 1) * sizes[1] + columns[1] + 1) * sizes[2] + columns[2])
        of_country = triples % sizes[2]
        of_family = triples // sizes[2] % sizes[1] - 1
        of_given = triples // (sizes[2] * sizes[1]) - 1
        names = tuple(
            _counted(field, of, of_country, country.codes) for field, of in ((given, of_given), (family, of_family))
        )
        return cls(first, last, place, country.codes, (names[0], names[1]))

    def take_off(self, weights: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray) -> None:
        """Count once what names and country say together; changes the weights in place.

        Of all that agrees the part counts that says most after what it says twice is taken off: so more agreement never
        lowers the sum. The rest is taken off the country first, then the last name; nothing turns against a match.

        Args:
            weights: For each field float32 (n_pairs,).
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
        """
        (of_given, by_given), (of_family, by_family) = (names.of_pairs(left, right) for names in self.names)
        a, b = self.codes[left], self.codes[right]
        country = np.where((a == b) & (a >= 0), a, NONE - 1)
        given, family, place = (np.maximum(weights[n], 0) for n in (self.given, self.family, self.country))
        both = np.where((of_given == of_family) & (of_given != NONE), np.minimum(by_given, by_family), 0)
        one_country = country != NONE - 1
        given_there, family_there = (
            np.minimum(names.here[left], names.here[right]) * one_country for names in self.names
        )
        every = given + family + place
        counts = np.maximum.reduce(
            [
                *(given, family, place, given + family - both),
                *(given + place - given_there, family + place - family_there),
                every - both - np.maximum(given_there, family_there),
            ]
        )
        over = every - counts
        for number, most in ((self.country, place), (self.family, family), (self.given, given)):
            off = np.minimum(over, most)
            over = over - off
            weights[number] -= off.astype(np.float32)


def _counted(field: FieldValues, holders: np.ndarray, countries: np.ndarray, of_records: np.ndarray) -> _Names:
    """What is known of the names of a field, by the country of those who hold one.

    Args:
        field: First or last names.
        holders: int64 (n,): the name of each, -1 where missing.
        countries: int64 (n,): the country of each.
        of_records: int32 (n_records,): countries of all records, -1 where missing.
    """
    n_countries = int(countries.max()) + 1
    share = np.bincount(countries, minlength=n_countries) / len(countries)
    named = holders >= 0
    cells, count = np.unique(holders[named] * n_countries + countries[named], return_counts=True)
    name, country = cells // n_countries, cells % n_countries
    total = np.bincount(name, count, len(field.values))
    order = np.argsort(count, kind="stable")
    most, home = np.zeros(len(field.values)), np.full(len(field.values) + 1, NONE, np.int32)
    most[name[order]], home[name[order]] = count[order], country[order]
    # How often another holder of a name has the same country, over all names.
    usual = float((count * (count - 1)).sum()) / max(float((total * (total - 1)).sum()), 1.0)

    def lifts(among: np.ndarray, names: np.ndarray, places: np.ndarray) -> np.ndarray:
        others = (np.maximum(among - 1, 0) + KNOWN * usual) / (np.maximum(total[names] - 1, 0) + KNOWN)
        return np.log2(np.maximum(others / share[places], 1)).astype(np.float32)

    there = np.flatnonzero(home[:-1] != NONE)
    lift, here = np.zeros(len(field.values) + 1, np.float32), np.zeros(len(of_records), np.float32)
    lift[there] = lifts(most[there], there, home[there])
    known = np.flatnonzero((field.codes >= 0) & (of_records >= 0))
    places = np.searchsorted(cells, field.codes[known].astype(np.int64) * n_countries + of_records[known])
    here[known] = lifts(count[places], field.codes[known], of_records[known])
    return _Names(field.codes, home, lift, here)
