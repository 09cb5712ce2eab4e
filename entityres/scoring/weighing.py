"""Engine: match weights (Fellegi & Sunter 1969): for each field log2(m / u) of the level that a pair reaches, summed.

m comes from what is known about the role, u from the list itself: from random pairs, and for equal values from how often
the value occurs. Nothing is trained on the candidate pairs, which are a choice of the keys and no fair sample: measured,
training on them made the result worse. A missing value adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.progress import Progress
from entityres.records.compiled import side_by_side, spread
from entityres.records.fields import CleanedRecords
from entityres.records.genders import tells_sex
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparing import Comparer
from entityres.scoring.comparisons import Measure
from entityres.scoring.customer_counts import Customers, by_customer, copies_as_one, customers_with, joined
from entityres.scoring.dependence import discount
from entityres.scoring.field_weights import Rarity, level_weights, usual_m, weigh
from entityres.scoring.guards import guard_pairs
from entityres.scoring.households import (
    Homes,
    born_alike,
    homes_in,
    one_name_and_number,
    settle_namesakes,
    told_apart,
    two_first_names,
    two_names_of_home,
    unnamed_born_apart,
)
from entityres.scoring.meant_at_home import MeantAtHome
from entityres.scoring.mixtures import true_levels
from entityres.scoring.names_of_countries import NamesOfCountries
from entityres.scoring.people_at_home import AtHome, at_home, on_what_is_there, too_much, unnamed
from entityres.scoring.prior_odds import possible_pairs, usual_pairs
from entityres.scoring.random_pairs import random_pairs
from entityres.scoring.repeats import TEXTS, Repeat, repeats_among, take_off
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import SOFT, FieldScores, Guard, probability_of, weight_of
from entityres.scoring.second_holders import USUAL, measured
from entityres.scoring.series import with_neighbours
from entityres.scoring.tails import CARRIED
from entityres.scoring.titles_of_a_kind import TitlesOfAKind
from entityres.scoring.two_firms import TwoFirms, two_legal_forms
from entityres.scoring.two_people import NamesTouch, TwoPeople, all_listed
from entityres.scoring.two_things import TwoThings
from entityres.scoring.whole_copies import WholeCopies

PRIOR_TRUE = 100
"""Weight of what is known beforehand about true pairs, counted in pairs."""

LITTLE = np.uint8(Guard.THIN | Guard.ONE_KIND)

ENOUGH_TRUE = 200
"""A list that shows this many pairs beyond doubt speaks for itself: its own figures say how much evidence is enough."""

BY_CHANCE = (Measure.NAME, Measure.DATE)
"""What strangers who are alike in the rest share no more often than others do. Homes, phones and numbers are otherwise: they
go with a family, a house or a series."""

ENOUGH_ALIKE = 10
"""Random pairs of texts that are alike tell, from this number on, whether keys find such pairs."""

BEYOND_DOUBT = 0.99
"""Probability from which records count as one customer when customers are counted."""

DEFAULT_REVIEW_AT = 0.05


class Weigher:
    """Levels and weights of any pairs of these records; strangers are measured once.

    Args:
        cleaned: The records.
        across_only: Whether only pairs of different lists are compared.
        seed: Which random pairs stand for strangers.
    """

    def __init__(self, cleaned: CleanedRecords, across_only: bool, seed: int) -> None:
        self.cleaned = cleaned
        self.across_only = across_only
        self.comparer = Comparer(cleaned)
        self.strangers = random_pairs(cleaned, across_only, seed)
        self._stranger_levels = self.comparer.levels(*self.strangers)
        self._true_share = usual_pairs(cleaned, across_only) / possible_pairs(cleaned, across_only)
        copies = copies_as_one(cleaned, across_only)
        self._rarity = self._measure(copies, [usual_m(comparison) for comparison in self.comparer.comparisons])
        self._homes = Homes()
        self._at_home: AtHome | None = None
        self._meant: MeantAtHome | None = None
        self._two_people = TwoPeople.among(self.comparer.fields)
        self._two_firms = TwoFirms.among(self.comparer.fields, cleaned.legal_forms, people=self._are_people)
        self._two_things = TwoThings.among(cleaned)
        self._prior: float | None = None
        self._one_record = None if copies is None else copies.of
        self._copies = WholeCopies.of_thin_lists(cleaned, across_only, copies)
        self._repeats: tuple[Repeat, ...] = ()
        kinds = TitlesOfAKind.among(cleaned, self.comparer, across_only, seed)
        self._sexes = tuple(number for number, field in enumerate(self.comparer.fields) if tells_sex(field))
        self._kinds = None if kinds is None else kinds.measured(self._rarity)
        self._countries = NamesOfCountries.among(self.comparer.fields)

    def _measure(self, customers: Customers | None, m: Sequence[np.ndarray]) -> list[Rarity]:
        left, right = self.strangers
        apart = slice(None) if customers is None else customers.of[left] != customers.of[right]
        every = side_by_side(
            lambda field: (
                field.counts if customers is None else customers_with(field.codes, customers, len(field.values))
            ),
            self.comparer.fields,
        )
        made = []
        for comparison, share, found, counts in zip(
            self.comparer.comparisons, m, self._stranger_levels, every, strict=True
        ):
            by_level = level_weights(comparison, share, found[apart], self._true_share)
            made.append(Rarity(share, by_level, counts, USUAL if comparison.own else 1.0))
        return made

    def learn(
        self,
        pairs: CandidatePairs,
        levels: Sequence[np.ndarray],
        weights: Sequence[np.ndarray],
        prior: float,
        guards: np.ndarray,
    ) -> None:
        """Take from a first scoring what it shows beyond doubt.

        Customers are counted instead of records, those of one name and number as one wherever they are: what a firm gives in
        all its branches is no commoner for that. And m of a field moves from what is usual to what is seen among pairs
        that all *other* fields put beyond doubt, and that a key without this field proposed: a field never confirms
        itself, so nothing can run away. Where these are too few, names and birth dates, which strangers do not share more
        often for being alike in the rest, are seen among doubtful pairs too (see `mixtures`).

        Args:
            pairs: The candidate pairs.
            levels: Of each field.
            weights: Of each field.
            prior: Of the first scoring.
            guards: uint8 (n_pairs,).
        """
        evidence = sum_of(weights, len(pairs)) + np.float32(prior)
        free = (guards & ~SOFT) == 0
        sure = (evidence >= weight_of(BEYOND_DOUBT)) & free

        def seen_m(number: int) -> np.ndarray:
            comparison, found = self.comparer.comparisons[number], levels[number]
            without = _found_without(pairs, self.comparer.fields[number].name)
            usual, apart = usual_m(comparison), free & (found >= 0) & without
            others = evidence - weights[number]
            certain = found[apart & (others >= weight_of(BEYOND_DOUBT))]
            seen = np.bincount(certain, minlength=len(usual)).astype(np.float64)
            if len(certain) < ENOUGH_TRUE and comparison.measure in BY_CHANCE:
                strangers = self._rarity[number].strangers()
                seen = true_levels(found[apart], others[apart], usual, strangers, PRIOR_TRUE)
            m: np.ndarray = (seen + PRIOR_TRUE * usual) / (seen.sum() + PRIOR_TRUE)
            return m

        def among_customers(number: int) -> Rarity:
            field, comparison, found = self.comparer.fields[number], self.comparer.comparisons[number], levels[number]
            rarity = self._rarity[number]
            # How rare a text is, its words tell.
            if comparison.own and comparison.measure != Measure.WORDS:
                ends = pairs.left, pairs.right
                share = measured(field.codes, rarity.customers, customers.of, found, *ends, evidence, free)
                rarity = replace(rarity, stranger=share)
            if comparison.measure == Measure.IDENTIFIER:
                alike = free & (found >= 0) & (evidence - weights[number] >= weight_of(DEFAULT_REVIEW_AT))
                counted = np.bincount(found[alike], minlength=len(comparison.levels))
                rarity = replace(rarity, by_level=with_neighbours(rarity.by_level, counted, rarity.m))
            return rarity

        every = range(len(levels))
        m = list(side_by_side(seen_m, every))
        one = sure | one_name_and_number(RoleLevels(self.comparer.fields, levels, len(pairs)))
        customers = by_customer(joined(len(self.cleaned), pairs.left[one], pairs.right[one]))
        self._rarity = self._measure(customers, m)
        self._rarity = list(side_by_side(among_customers, every))
        self._kinds = None if self._kinds is None else self._kinds.measured(self._rarity)
        self._repeats = self._said_twice(prior)
        self._at_home = self._seen_at_home(pairs, levels, np.where(free, probability_of(evidence), 0), prior)
        self._prior = prior

    def _seen_at_home(
        self, pairs: CandidatePairs, levels: Sequence[np.ndarray], chance: np.ndarray, prior: float
    ) -> AtHome | None:
        of = RoleLevels(self.comparer.fields, levels, len(pairs))
        if Role.GIVEN_NAME not in of:
            return None
        given = self._number_of(Role.GIVEN_NAME)
        other_name = float(self._rarity[given].m[-1])
        apart = self._two_first_names(of, pairs.left, pairs.right)
        hardly_named = self._hardly_named(pairs.left, pairs.right)
        other_sex = max((float(self._rarity[number].m[-1]) for number in self._sexes), default=0.0)
        seen = at_home(of, apart, chance, other_name, hardly_named, other_sex)
        self._meant = MeantAtHome.seen(self.comparer, of, pairs.left, pairs.right, self._slips(), self._homes)
        two_names, two_sexes, unnamed = (bits - prior for bits in (seen.two_names, seen.two_sexes, seen.unnamed))
        return replace(seen, two_names=two_names, two_sexes=two_sexes, unnamed=unnamed)

    def _slips(self) -> float:
        """Share of true pairs with birth dates of another day, month and year."""
        born = [n for n, field in enumerate(self.comparer.fields) if field.role is Role.BIRTH_DATE]
        return max((float(self._rarity[n].m[level.DATE_YEAR :].sum()) for n in born), default=0.0)

    def _number_of(self, role: Role) -> int:
        return next(number for number, field in enumerate(self.comparer.fields) if field.role == role)

    def _said_twice(self, prior: float) -> tuple[Repeat, ...]:
        if sum(field.role in TEXTS for field in self.comparer.fields) < 2:
            return ()
        self._repeats = ()
        alone = self.weights(self._stranger_levels, *self.strangers)
        strangers = 1 - probability_of(sum_of(alone, len(self.strangers[0])) + prior)
        return repeats_among(self.comparer.fields, self._stranger_levels, alone, strangers)

    def look_at_homes(self, pairs: CandidatePairs, levels: Sequence[np.ndarray]) -> None:
        """See from the candidate pairs whether two people or firms of one home may be in these lists."""
        telling = [field.name for field in self.comparer.fields if field.role in (Role.BIRTH_DATE, Role.IDENTIFIER)]
        found = _found_without(pairs, *telling)
        self._homes = homes_in(self.comparer.fields, levels, found)
        of = RoleLevels(self.comparer.fields, levels, len(pairs))
        if self._two_people is not None:
            names = [field.name for field in self.comparer.fields if field.role in (Role.GIVEN_NAME, Role.FAMILY_NAME)]
            given = self._stranger_levels[self._number_of(Role.GIVEN_NAME)]
            alike = float(np.mean(given[given >= 0] <= level.NAME_INSIDE)) if (given >= 0).any() else 0.0
            unnamed = _found_without(pairs, *names) & all_listed(self.comparer.fields, pairs.left, pairs.right)
            touch = self._touch(pairs.left, pairs.right)
            inside = self.cleaned.list_of[pairs.left] == self.cleaned.list_of[pairs.right]
            self._two_people = self._two_people.looked_at(of, found, touch, unnamed, alike, inside)
        if self._two_firms is not None:
            self._two_firms = self._two_firms.looked_at(of, found, pairs.left, pairs.right, people=self._are_people)
        if self._two_things is not None:
            self._two_things = self._two_things.looked_at(
                of, pairs.left, pairs.right, self._alike_but_for_dates(pairs, levels)
            )

    def _alike_but_for_dates(self, pairs: CandidatePairs, levels: Sequence[np.ndarray]) -> np.ndarray:
        """bool (n_pairs,): rather one than two by all fields but dates, as far as is known before anything is learned."""
        dates = [number for number, field in enumerate(self.comparer.fields) if field.role is Role.DATE]
        if not dates:
            return np.zeros(len(pairs), bool)
        weights = self.weights(levels, pairs.left, pairs.right)
        evidence = sum_of([bits for number, bits in enumerate(weights) if number not in dates], len(pairs))
        alike: np.ndarray = evidence + np.log2(self._true_share / (1 - self._true_share)) >= 0
        return alike

    def guards(self, levels: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """uint8 (n_pairs,): reasons against merging pairs with these levels without a person."""
        guards = guard_pairs(self.cleaned, self.comparer.fields, levels, left, right)
        of = RoleLevels(self.comparer.fields, levels, len(left))
        guards = settle_namesakes(guards, of, self._homes, self.comparer.hardly_named(left, right, Role.MIDDLE_NAME))
        guards[self._two_first_names(of, left, right)] |= np.uint8(Guard.FIRST_NAME)
        if self._two_people is not None:
            guards[self._two_people_at_most(of, left, right) < 0] |= np.uint8(Guard.FIRST_NAME)
        guards[self.comparer.couples(left, right)] |= np.uint8(Guard.FIRST_NAME)
        forms = two_legal_forms(self.cleaned, of, left, right, people=self._are_people)
        if self._two_firms is not None:
            forms &= ~self._two_firms.only_reformed(of, left, right)
            likelier_two = self._two_firms.most(of, left, right) < 0
            guards[likelier_two] |= np.uint8(Guard.TWO_FIRMS)
        guards[forms] |= np.uint8(Guard.TWO_FIRMS)
        if self._two_things is not None:
            guards[np.isfinite(self._two_things.most(of, left, right))] |= np.uint8(Guard.TWO_FIRMS)
        if self._copies is not None:
            guards[self._copies.among(left, right)] &= ~LITTLE
        return guards

    @property
    def _are_people(self) -> bool:
        """Whether people with first and last names are listed, not firms with somebody to ask for."""
        return self._two_people is not None and not self._two_people.of_firms

    def _two_people_at_most(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """float32 (n,): log2 odds of pairs that may be two people by their names, infinity for others."""
        assert self._two_people is not None
        return self._two_people.most(of, self._touch(left, right), self._are_two_records(left, right))

    def _touch(self, left: np.ndarray, right: np.ndarray) -> NamesTouch:
        return lambda places: self.comparer.names_touch(left[places], right[places])

    def _hardly_named(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): one of two first names is missing or an initial; nowhere if no sexes are told, as nobody asks then."""
        return self.comparer.hardly_named(left, right) if self._sexes else np.zeros(len(left), bool)

    def _two_first_names(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs that may be two people of one home by their first names."""
        if Role.GIVEN_NAME not in of:
            return np.zeros(of.n, bool)
        apart = two_first_names(of, self._homes, self._hardly_named(left, right))
        near = np.flatnonzero(two_names_of_home(of, self._homes) & ~apart)
        apart[near] = self.comparer.one_swapped(left[near], right[near])
        slips = np.flatnonzero(apart & born_alike(of) & ~of.two_sexes())
        if len(slips):
            apart[slips] = ~self.comparer.misspelt(left[slips], right[slips])
        return apart

    def expected_strangers(self, pairs: CandidatePairs, number: int) -> np.ndarray:
        """float64 (n_levels,): strangers that the weights of a text expect among these pairs, where none were counted.

        That is at the levels to which the chance of strangers was carried on (see `tails`). How many of such strangers the
        keys find is seen from the random pairs; 0 where too few of these are alike to tell.
        """
        drawn, rarity = self._stranger_levels[number], self._rarity[number]
        expected = np.zeros(len(rarity.m))
        last = len(rarity.m) - 1 - CARRIED
        alike = np.flatnonzero((drawn > level.SAME) & (drawn <= last))
        if len(alike) < ENOUGH_ALIKE:
            return expected
        left, right = (side[alike] for side in self.strangers)
        found = np.isin(_pair_codes(left, right), _pair_codes(pairs.left, pairs.right)).mean()
        filled = float(np.mean(drawn >= 0)) * possible_pairs(self.cleaned, self.across_only)
        strangers = rarity.m[1:] / np.exp2(rarity.by_level)
        expected[1 : last + 1] = strangers[:last] * filled * float(found)
        return expected

    def field_scores(
        self,
        pairs: CandidatePairs,
        levels: Sequence[np.ndarray],
        weights: Sequence[np.ndarray],
        at_home: Mapping[int, np.ndarray],
    ) -> tuple[FieldScores, ...]:
        """The evidence of all candidate pairs; between lists with what partners need to know to teach texts."""
        made = scores_of(self.comparer, levels, weights, at_home)
        if self.cleaned.n_lists < 2:
            return made
        return tuple(
            replace(
                field,
                m=tuple(self._rarity[number].m.tolist()),
                strangers=tuple(self.expected_strangers(pairs, number).tolist()),
            )
            if comparison.measure in (Measure.WORDS, Measure.NUMBER)
            else field
            for number, (field, comparison) in enumerate(zip(made, self.comparer.comparisons, strict=True))
        )

    def levels(self, left: np.ndarray, right: np.ndarray, progress: Progress | None = None) -> list[np.ndarray]:
        """Comparison levels of pairs, field by field."""
        return self.comparer.levels(left, right, progress)

    def weights(self, levels: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray) -> list[np.ndarray]:
        """Weights of pairs with these levels, field by field, float32."""
        return self.weighed(levels, left, right)[0]

    def weighed(
        self, levels: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray, *, copies: bool = True
    ) -> tuple[list[np.ndarray], dict[int, np.ndarray]]:
        """The weights, and by number of the field what was taken off (`FieldScores.at_home`).

        Args:
            levels: Of each field.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
            copies: Whether records that are the same in all that a short list holds are as sure as a match
                (`whole_copies`).
        """
        fields = self.comparer.fields
        made = [
            weigh(field, comparison, rarity, found, left, right)
            for field, comparison, rarity, found in zip(
                fields, self.comparer.comparisons, self._rarity, levels, strict=True
            )
        ]

        def less_repeated(first: int, last: int) -> None:
            discount(fields, [found[first:last] for found in levels], [bits[first:last] for bits in made])

        spread(len(left), less_repeated)
        if self._kinds is not None:
            self._kinds.take_off(levels, made)
        take_off(self._repeats, made)
        if self._countries is not None:
            self._countries.take_off(made, left, right)
        off = self._off_at_home(levels, made, left, right)
        for number, bits in off.items():
            made[number] -= bits
        if copies and self._copies is not None:
            self._copies.raise_to_certain(fields, made, left, right)
        return made, off

    def _off_at_home(
        self, levels: Sequence[np.ndarray], weights: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray
    ) -> dict[int, np.ndarray]:
        """What is too much for people or firms of one home, float32 (n_pairs,) by number of the field."""
        off = self._off_for_people(levels, weights, left, right)
        if self._prior is None or not (self._two_people or self._two_firms or self._two_things):
            return off
        of = RoleLevels(self.comparer.fields, levels, len(left))
        score = sum_of(weights, len(left)) + np.float32(self._prior)
        for bits in off.values():
            score -= bits
        numbers = [
            bits for field, bits in zip(self.comparer.fields, weights, strict=True) if field.role is Role.IDENTIFIER
        ]
        other_numbers = np.minimum(sum_of(numbers, len(left)), 0)

        def limited(role: Role, most: np.ndarray) -> None:
            too_high = np.maximum(score - most, 0)
            if not too_high.any():
                return
            number = self._number_of(role)
            off[number] = off[number] + too_high if number in off else too_high
            np.subtract(score, too_high, out=score)

        if self._two_people is not None:
            limited(Role.FAMILY_NAME, self._two_people_at_most(of, left, right))
        if self._two_firms is not None:
            limited(Role.ORGANISATION, self._two_firms.most(of, left, right, other_numbers))
        if self._two_things is not None:
            limited(self._two_things.role, self._two_things.most(of, left, right) + other_numbers)
        return off

    def _off_for_people(
        self, levels: Sequence[np.ndarray], weights: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray
    ) -> dict[int, np.ndarray]:
        """What is too much for people of one home: two first names, or one family name alone."""
        if self._at_home is None:
            return {}
        fields, seen = self.comparer.fields, self._at_home
        of = RoleLevels(fields, levels, len(left))
        different = [float(rarity.by_level[-1]) for rarity in self._rarity]
        apart, told = self._two_first_names(of, left, right), told_apart(of) | unnamed_born_apart(of)
        nameless = np.flatnonzero(unnamed(of) & ~apart & self._are_two_records(left, right))
        off = np.zeros(len(left), np.float32)
        for two, most, counted in ((apart & told, seen.two_names, ()), (apart & ~told, seen.two_sexes, self._sexes)):
            places = np.flatnonzero(two)
            off[places] = too_much(fields, weights, different, places, most, counted=frozenset(counted))
        off[nameless] = too_much(fields, weights, different, nameless, seen.unnamed, seen.contacts, levels)
        named = of[Role.GIVEN_NAME] >= 0
        made = on_what_is_there(fields, levels, np.where(named, np.float32(0), off))
        made[self._number_of(Role.GIVEN_NAME)] = np.where(named, off, np.float32(0))
        if self._meant is not None and self._prior is not None:
            bits = self._meant.most(self.comparer, of, left, right) - np.float32(self._prior)
            places = np.flatnonzero(np.isfinite(bits) & ~apart & self._are_two_records(left, right))
            if len(places):
                off = made.setdefault(self._number_of(Role.FAMILY_NAME), np.zeros(len(left), np.float32))
                off[places] = too_much(fields, weights, different, places, bits[places], seen.contacts, levels)
        return made

    def _are_two_records(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): pairs that are no copies: who looks at two copies sees one record, whoever is meant."""
        of = self._one_record
        return np.ones(len(left), bool) if of is None else of[left] != of[right]


def _pair_codes(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int64 (n,): one number for each pair of records."""
    codes: np.ndarray = (left.astype(np.int64) << 32) | right
    return codes


def _found_without(pairs: CandidatePairs, *fields: str) -> np.ndarray:
    """bool (n_pairs,): a key that reads none of these fields proposed the pair."""
    mask = np.uint64(0)
    for i, key in enumerate(pairs.keys):
        if not set(fields) & set(key.fields):
            mask |= np.uint64(1) << np.uint64(i)
    return (pairs.masks & mask) != 0


def sum_of(weights: Sequence[np.ndarray], n: int) -> np.ndarray:
    """float32 (n,): sum of the weights of all fields."""
    total = np.zeros(n, np.float32)
    for weight in weights:
        total += weight
    return total


def scores_of(
    comparer: Comparer,
    levels: Sequence[np.ndarray],
    weights: Sequence[np.ndarray],
    at_home: Mapping[int, np.ndarray],
) -> tuple[FieldScores, ...]:
    """Levels and weights with the names of the fields, in their order; `at_home` by number of the field."""
    return tuple(
        FieldScores(
            field.name,
            field.label,
            found,
            weight,
            tuple(entry.words for entry in comparison.levels),
            at_home=at_home.get(number),
        )
        for number, (field, comparison, found, weight) in enumerate(
            zip(comparer.fields, comparer.comparisons, levels, weights, strict=True)
        )
    )
