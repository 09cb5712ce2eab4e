"""Engine: roles of columns whose headings say nothing: by their values, by other columns of the same records, by their place.

What a single column shows comes first (e-mail addresses, dates, words of streets); then what two columns show together:
names stand in e-mail addresses, records with one postcode have one town; then neighbours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from entityres.records.check_digits import is_person_number, is_trade_number
from entityres.records.contents import given_names
from entityres.records.folding import fold_text, is_closed_script
from entityres.records.names import SUFFIXES
from entityres.records.percentages import percent
from entityres.records.record_list import RecordList
from entityres.records.role_guess import ENOUGH, MANY, MOSTLY, Guess, check_tip
from entityres.records.roles import ADDRESS_ROLES, NAME_ROLES, Role
from entityres.records.years_of_birth import are_years_of_birth

SAMPLE = 2000
RARE, SOME_KNOWN = 0.10, 0.25
RIGHT_CHECK_DIGITS = 0.8
FORMS_OF_ADDRESS, GENERATIONS = 12, 12
AMOUNTS = 0.8  # of numbers that end with two zeros: miles, prices and sizes, and no postcodes, of which half do at most
SHORT = 200  # records of a list in which hardly a postcode occurs twice
MANY_NAMES = 100  # last names of thousands of people, at least
SEVERAL_WORDS, KNOWN_APART = 1.7, 0.2
IN_ADDRESS, ALWAYS_ONE_TOWN, WITHOUT_NUMBERS = 0.3, 0.9, 0.6
ONE_LENGTH = 0.8  # of postcodes of one country
_PARTS_OF_ADDRESSES = ADDRESS_ROLES - {Role.POSTCODE, Role.COUNTRY}
_NAMES_AROUND = frozenset({Role.GIVEN_NAME, Role.FAMILY_NAME})
_PLACES_AROUND = frozenset({Role.CITY, Role.REGION, Role.STREET})
_ADDRESS_AROUND = frozenset({Role.REGION, Role.POSTCODE, Role.STREET})


def by_content(guess: Guess) -> Guess:
    """What a column is by its own values."""
    seen = guess.seen
    unknown = guess.now(Role.KEEP, "Nothing in the heading or the values says what it is.", seen.fill < RARE)
    at_once = _plain_at_once(guess) if seen.sampled < ENOUGH else None
    if at_once or (seen.sampled < ENOUGH and not guess.short):
        return at_once or unknown
    if seen.flag:
        return guess.now(Role.KEEP, "All values are a yes or a no.", False)
    return _codes_and_dates(guess) or _places(guess) or _names(guess) or unknown


def _plain_at_once(guess: Guess) -> Guess | None:
    """What no number of further values would change: all of a few values are e-mail addresses, dates or long phones."""
    seen = guess.seen
    if seen.sampled < 2:
        return None
    if seen.email == 1:
        return guess.now(Role.EMAIL, "All values look like e-mail addresses.", False)
    if seen.written_date == 1 or (seen.phone == 1 and _long(seen.examples)):
        return _codes_and_dates(guess)
    if seen.given == 1 and seen.digit == 0 and 1.7 <= seen.words <= 4:
        return guess.now(Role.FULL_NAME, "All values have a known first name in them.", False)
    return None


def _codes_and_dates(guess: Guess) -> Guess | None:
    """Numbers, dates, phones and postcodes."""
    seen = guess.seen
    varied = seen.distinct > 0.3 * seen.filled
    if seen.url >= 0.8:
        return guess.now(Role.TEXT, f"{percent(seen.url)} of the values are web addresses.", False)
    if seen.plain_year >= 0.95 and 1850 < seen.year < 2100 and not seen.running:
        return guess.now(Role.DATE, f"{percent(seen.plain_year)} of the values are years.", False)
    if seen.written_date >= 0.8 or (seen.date >= 0.8 and seen.eight >= 0.95):
        if are_years_of_birth(*seen.years) and varied:
            return guess.now(
                Role.BIRTH_DATE, f"{percent(seen.date)} of the values are dates, most of them long ago.", False
            )
        dates = f"{percent(seen.date)} of the values are dates, but of what is not known"
        return guess.now(Role.KEEP, f"{dates}{check_tip(guess)}.", False)
    if seen.postcode >= 0.9 and seen.lettered_postcode >= 0.5 and guess.varied(5):
        return guess.now(Role.POSTCODE, f"{percent(seen.postcode)} of the values look like postcodes.", False)
    if seen.social >= 0.95 and varied:
        why = f"{percent(seen.social)} of the values look like social security numbers."
        return guess.now(Role.IDENTIFIER, why, False)
    own_number = seen.number >= 0.95 and seen.distinct == seen.filled and seen.phone < 0.8 and seen.words < 1.1
    if seen.running or (own_number and seen.eight < 0.95):
        return guess.now(Role.KEEP, "Every record has a number of its own, as in a running number.", False)
    if seen.phone >= 0.8 and not _short(seen.examples) and (seen.number < 0.5 or _long(seen.examples)) and varied:
        return guess.now(Role.PHONE, f"{percent(seen.phone)} of the values look like phone numbers.", False)
    if seen.postcode >= 0.9 and seen.round < AMOUNTS and guess.varied(5):
        return guess.now(Role.POSTCODE, f"{percent(seen.postcode)} of the values look like postcodes.", False)
    return None


def _short(examples: Sequence[str]) -> bool:
    """Whether numbers are too short for phones that are grouped, as pages from 123 to 145 are."""
    return all(sum(c.isdigit() for c in example) < 7 for example in examples)


def _long(examples: Sequence[str]) -> bool:
    return all(9 <= sum(c.isdigit() for c in example) <= 15 for example in examples)


def _places(guess: Guess) -> Guess | None:
    """Countries, regions and streets."""
    seen = guess.seen
    if seen.country >= 0.8 and seen.region <= seen.country:
        return guess.now(Role.COUNTRY, f"{percent(seen.country)} of the values are names of countries.", False)
    if seen.state >= 0.9:
        return guess.now(Role.REGION, f"{percent(seen.state)} of the values are short names of states.", False)
    if seen.region >= 0.8:
        return guess.now(Role.REGION, f"{percent(seen.region)} of the values are names of states or provinces.", False)
    if seen.address >= 0.5 and seen.digit >= 0.9 and seen.words < 20:
        return guess.now(Role.STREET, f"{percent(seen.address)} of the values look like whole addresses.", False)
    streets = max(seen.street, seen.house)
    # "2011 Bugeyed Road Records Ltd" is a firm with a year.
    if streets >= 0.4 and streets > seen.business and seen.digit >= 0.5 and seen.words < 12:
        return guess.now(Role.STREET, f"{percent(streets)} of the values have words of streets.", False)
    if seen.road >= WITHOUT_NUMBERS and seen.digit < 0.3 and seen.words < 5 and guess.varied(5):
        return guess.now(Role.STREET, f"{percent(seen.road)} of the values have words of streets.", False)
    return None


def _names(guess: Guess) -> Guess | None:
    """Persons, organisations, forms of address and sexes."""
    seen = guess.seen
    varied = seen.distinct > 0.3 * seen.filled
    known = MOSTLY if guess.short else SOME_KNOWN  # of a few values one is soon a first name by chance
    if seen.sexes:
        return guess.now(Role.CATEGORY, "Nearly all values tell a woman from a man, as Mrs and Mr do.", False)
    if seen.honorific >= 0.4 and seen.distinct <= FORMS_OF_ADDRESS:
        return guess.now(Role.KEEP, "Most values are forms of address such as Mr and Mrs.", False)
    firms = seen.business >= 0.4 and seen.business > seen.given or seen.legal >= max(0.15, 0.5 * seen.given)
    coded = seen.digit >= 0.9 and not any(" " in example for example in seen.examples)  # as in KFZ-1234567
    if firms and not coded and seen.words < 8 and guess.varied(5):
        return guess.now(
            Role.ORGANISATION, f"{percent(seen.business)} of the values have words of organisations.", False
        )
    if seen.given >= known and seen.digit < 0.1 and seen.words < 1.5 and seen.given > seen.family:
        return guess.now(Role.GIVEN_NAME, f"{percent(seen.given)} of the values are known first names.", False)
    if seen.given >= known and seen.digit < 0.1 and 1.7 <= seen.words and seen.long < 0.2 and varied:
        return guess.now(Role.FULL_NAME, f"{percent(seen.given)} of the values have a known first name in them.", False)
    if seen.eastern >= MOSTLY and seen.eastern > seen.family and varied:
        why = f"{percent(seen.eastern)} of the values begin with a known last name."
        return guess.now(Role.FULL_NAME, why, False)
    single = seen.words < 2 or (seen.words == 2 and is_closed_script(seen.examples[0][0]))
    # "Black", "White" and "Silver" are colours where a long list has a few words only.
    many = guess.varied(10) and seen.distinct > min(seen.filled**0.5 if seen.filled > SHORT else 0, MANY_NAMES)
    if seen.family >= known + 0.05 and seen.digit < 0.1 and single and many:
        return guess.now(Role.FAMILY_NAME, f"{percent(seen.family)} of the values are known last names.", False)
    return None


def by_check_digits(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """Numbers without a telling heading that states give to persons, or that stand on goods and books.

    Some of them look like telephone numbers.
    """
    made = list(guesses)
    for at, guess in enumerate(guesses):
        enough = guess.short or guess.seen.sampled >= MANY
        silent = guess.role in (Role.KEEP, Role.PHONE) and not guess.sense.kind and enough
        if silent and guess.seen.digit >= 0.9:
            n = len(record_list)
            rows = np.unique(np.linspace(0, n - 1, min(n, SAMPLE)).astype(np.int64))
            cells = [cell.strip() for cell in _raw(record_list, guess.heading, rows) if cell.strip()]
            tests = [(is_person_number, "numbers that states give to persons or firms")]
            if guess.seen.words < 1.5 and not guess.short:
                tests.append((is_trade_number, "numbers of goods or books (EAN, GTIN, ISBN)"))
            for test, what in tests:
                share = sum(map(test, cells)) / max(1, len(cells))
                if made[at] is guess and share >= RIGHT_CHECK_DIGITS:
                    why = f"{percent(share)} of the values are {what} with a right check digit."
                    made[at] = guess.now(Role.IDENTIFIER, why, False)
    return made


def by_other_columns(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """Names that stand in the e-mail address of the same record, and towns that follow from the postcode."""
    open_ = [at for at, guess in enumerate(guesses) if _is_worded(guess)]
    mails = [at for at, guess in enumerate(guesses) if guess.role is Role.EMAIL]
    codes = [at for at, guess in enumerate(guesses) if guess.role is Role.POSTCODE]
    if not open_ or not (mails or codes):
        return guesses
    rows = np.unique(np.linspace(0, len(record_list) - 1, min(len(record_list), SAMPLE)).astype(np.int64))

    def cells(at: int) -> list[str]:
        column = record_list.table.column(guesses[at].heading).take(rows)
        return [fold_text(text) for text in column.to_pylist()]

    made = list(guesses)
    named = {guess.role for guess in guesses}
    addresses = [cell.split("@")[0] for cell in _raw(record_list, guesses[mails[0]].heading, rows)] if mails else []
    held = {at: cells(at) for at in open_}
    inside = {at: _share_inside(held[at], addresses) if mails else 0.0 for at in open_}
    parts = _parts_of_names({at: held[at] for at in open_ if inside[at] >= IN_ADDRESS}, guesses, named)
    for at in open_:
        values = held[at]
        if inside[at] >= IN_ADDRESS:
            why = f"{percent(inside[at])} of the values stand in the e-mail address beside them."
            made[at] = made[at].now(parts.get(at) or _which_name(guesses[at], values, named), why, False)
            named.add(made[at].role)
        elif codes and Role.CITY not in named and _follows(values, cells(codes[0])) >= ALWAYS_ONE_TOWN:
            made[at] = made[at].now(Role.CITY, "Records with the same postcode have the same value here.", False)
            named.add(Role.CITY)
    return made


def _is_worded(guess: Guess) -> bool:
    """Whether a column without a role holds varied words that could be a name or a town."""
    seen = guess.seen
    return guess.unknown and seen.digit < 0.1 and seen.words < 4 and guess.varied(10)


def _raw(record_list: RecordList, heading: str, rows: np.ndarray) -> list[str]:
    return list(record_list.table.column(heading).take(rows).to_pylist())


def _share_inside(values: Sequence[str], addresses: Sequence[str]) -> float:
    """Share of values whose first word of three letters or more stands in the local part of the address beside it."""
    hits = tried = 0
    for value, address in zip(values, addresses, strict=True):
        words = [word for word in value.split() if len(word) > 2]
        if words and address:
            tried += 1
            hits += any(word in fold_text(address).replace(" ", "") for word in words)
    return hits / tried if tried >= ENOUGH else 0.0


def _parts_of_names(held: Mapping[int, Sequence[str]], guesses: Sequence[Guess], named: set[Role]) -> dict[int, Role]:
    """Of two columns of single words that e-mail addresses repeat, which has the first names; {} where others are known.

    More of its names are known first names; where that does not tell, it is the one with fewer different names: people
    have more last names than first names.
    """
    words = {at: [part for value in values for part in value.split()] for at, values in held.items()}
    single = all(len(words[at]) < SEVERAL_WORDS * sum(map(bool, held[at])) for at in held)
    if len(held) != 2 or not single or named & _NAMES_AROUND:
        return {}
    known = {at: np.mean([word in given_names() for word in words[at]]) - guesses[at].seen.family for at in held}
    one, other = held
    first = one if known[one] > known[other] else other
    if abs(known[one] - known[other]) < KNOWN_APART:
        first = min(held, key=lambda at: len(set(held[at])))
    return {first: Role.GIVEN_NAME, one + other - first: Role.FAMILY_NAME}


def _which_name(guess: Guess, values: Sequence[str], named: set[Role]) -> Role:
    """Which name a column holds that the e-mail addresses repeat."""
    words = [value.split() for value in values if value]
    if np.mean([len(parts) for parts in words]) >= SEVERAL_WORDS and guess.seen.distinct > 0.3 * guess.seen.filled:
        return Role.FULL_NAME
    if Role.GIVEN_NAME in named:
        return Role.FAMILY_NAME
    if Role.FAMILY_NAME in named:
        return Role.GIVEN_NAME
    known = np.mean([any(part in given_names() for part in parts) for parts in words])
    return Role.GIVEN_NAME if known > 0.3 and known > guess.seen.family else Role.FAMILY_NAME


def _follows(values: Sequence[str], codes: Sequence[str]) -> float:
    """Share of records whose value is the commonest one of their postcode, among postcodes of several records."""
    towns: dict[str, Counter[str]] = defaultdict(Counter)
    for value, code in zip(values, codes, strict=True):
        if value and code:
            towns[code][value] += 1
    several = [counter for counter in towns.values() if counter.total() > 1]
    total = sum(counter.total() for counter in several)
    if total < MANY or len({counter.most_common(1)[0][0] for counter in several}) < ENOUGH:
        return 0.0
    return sum(counter.most_common(1)[0][1] for counter in several) / total


def _number_streets(made: list[Guess], beside: Callable[[int, frozenset[Role]], bool]) -> None:
    """Words with house numbers, beside a town or postcode, are streets."""
    if any(guess.role is Role.STREET for guess in made):
        return
    for at, guess in enumerate(made):
        if guess.unknown and guess.seen.edge >= 0.6 and beside(at, frozenset({Role.CITY, Role.POSTCODE, Role.REGION})):
            why = f"{percent(guess.seen.edge)} of the values have house numbers, and it stands among the parts of an address."
            made[at] = guess.now(Role.STREET, why, False)
            return


def _small_postcodes(made: list[Guess], beside: Callable[[int, frozenset[Role]], bool]) -> None:
    """Numbers that look like postcodes, beside a town or state, are some, though in a short list each is there once."""
    if any(guess.role is Role.POSTCODE for guess in made):
        return
    for at, guess in enumerate(made):
        seen = guess.seen
        codes = seen.postcode >= 0.9 and seen.round < AMOUNTS and not seen.running
        plain = guess.role is Role.KEEP and not guess.sense.kind and codes
        if plain and seen.sampled >= ENOUGH and seen.records < SHORT and beside(at, _PLACES_AROUND):
            made[at] = guess.now(Role.POSTCODE, "Numbers like postcodes among the parts of an address.", False)
            return


def _far_postcodes(made: list[Guess], beside: Callable[[int, frozenset[Role]], bool]) -> None:
    """Six digits and the like among the parts of an address, where no other column has postcodes.

    What could be a phone as well is none where another column has phones.
    """
    if any(guess.role is Role.POSTCODE for guess in made):
        return
    phones = sum(guess.role is Role.PHONE for guess in made)
    for at, guess in enumerate(made):
        silent = not guess.sense.kind and (guess.role is Role.KEEP or (guess.role is Role.PHONE and phones > 1))
        if (
            silent
            and guess.seen.far_postcode >= ALWAYS_ONE_TOWN
            and not guess.seen.running
            and beside(at, _PLACES_AROUND)
        ):
            made[at] = guess.now(Role.POSTCODE, "Numbers like postcodes among the parts of an address.", False)
            return


def _local_phones(made: list[Guess]) -> None:
    """The only numbers of seven digits in a list of persons or firms that has no phones, where they begin as phones do."""
    named = NAME_ROLES | {Role.ORGANISATION}
    if any(guess.role is Role.PHONE for guess in made) or not any(guess.role in named for guess in made):
        return
    local = [at for at, guess in enumerate(made) if guess.seen.local and guess.unknown and not guess.seen.running]
    if len(local) == 1:
        why = "Seven digits, none beginning with 0 or 1, as local phone numbers in North America."
        made[local[0]] = made[local[0]].now(Role.PHONE, why, False)


def _settle_two_first_names(made: list[Guess]) -> None:
    """Of two columns that look like first names the one with fewer known ones has the last names."""
    first = [at for at, guess in enumerate(made) if guess.role is Role.GIVEN_NAME and not guess.sense.kind]
    if len(first) == 2 and not any(guess.role is Role.FAMILY_NAME for guess in made):
        at = min(first, key=lambda place: made[place].seen.given - made[place].seen.family)
        made[at] = made[at].now(Role.FAMILY_NAME, "Another column has more of the known first names.", False)


def _pair_names(made: list[Guess], is_plain: Callable[[Guess], bool]) -> None:
    """Two columns of single words side by side, one with some known first names, the other with some known last names."""
    if any(guess.role in (Role.GIVEN_NAME, Role.FAMILY_NAME) for guess in made):
        return
    for at in range(len(made) - 1):
        pair = (made[at], made[at + 1])
        if not all(is_plain(guess) for guess in pair):
            continue
        first = int(pair[1].seen.given > pair[0].seen.given)
        if pair[first].seen.given >= 0.1 and pair[1 - first].seen.family >= 0.1:
            made[at + first] = pair[first].now(Role.GIVEN_NAME, "Some values are known first names.", False)
            made[at + 1 - first] = pair[1 - first].now(
                Role.FAMILY_NAME, "Some values are known last names, and the column beside it has first names.", False
            )
            return


def _are_generations(guess: Guess) -> bool:
    """Whether a column without a role holds nothing but generations, and not numbers that could be."""
    words = [fold_text(example) for example in guess.seen.examples]
    few = guess.unknown and guess.seen.distinct <= GENERATIONS
    return few and all(word in SUFFIXES for word in words) and not all(word.isdigit() for word in words)


def by_neighbours(guesses: list[Guess]) -> list[Guess]:
    """Columns that only their place tells: last names beside first names, towns beside states and postcodes."""
    made = list(guesses)

    def beside(at: int, wanted: frozenset[Role]) -> bool:
        return any(0 <= near < len(guesses) and made[near].role in wanted for near in (at - 1, at + 1))

    def is_plain(guess: Guess) -> bool:
        seen = guess.seen
        worded = seen.digit < 0.1 and seen.words < 2.5 and seen.long == 0 and guess.varied(10)
        return guess.unknown and worded and any(len(e) > 2 or is_closed_script(e[0]) for e in seen.examples)

    for at, guess in enumerate(guesses):
        initials = (
            guess.unknown and guess.seen.digit < 0.1 and all(len(e.rstrip(".")) == 1 for e in guess.seen.examples)
        )
        if initials and guess.seen.distinct > 5 and beside(at, _NAMES_AROUND):
            made[at] = guess.now(Role.MIDDLE_NAME, "Single letters beside a column of names.", False)
        if _are_generations(guess) and any(other.role in NAME_ROLES for other in guesses):
            made[at] = guess.now(Role.NAME_SUFFIX, "The values are generations such as Jr and III.", False)
    _small_postcodes(made, beside)
    _local_phones(made)
    _number_streets(made, beside)
    _settle_two_first_names(made)
    _pair_names(made, is_plain)
    first_names = "The column beside it has first names."
    for role, wanted, why in (
        (Role.FAMILY_NAME, frozenset({Role.GIVEN_NAME, Role.MIDDLE_NAME}), first_names),
        (Role.GIVEN_NAME, frozenset({Role.FAMILY_NAME}), "The column beside it has last names."),
        (Role.CITY, _ADDRESS_AROUND, "It stands among the parts of an address."),
    ):
        if not any(guess.role is role for guess in made):
            place = next((at for at, guess in enumerate(made) if is_plain(guess) and beside(at, wanted)), None)
            if place is not None:
                made[place] = made[place].now(role, why, False)
    _number_streets(made, beside)
    _far_postcodes(made, beside)
    return made


def without_places(guesses: list[Guess]) -> list[Guess]:
    """Plain numbers that could be postcodes are tons or visitors in a list without any other part of an address.

    So they are where they stand apart from it and have more and fewer digits: postcodes of a country have as many, but for
    zeros that were lost.
    """
    parts = [at for at, guess in enumerate(guesses) if guess.role in _PARTS_OF_ADDRESSES]
    made = list(guesses)
    for at, guess in enumerate(guesses):
        plain = guess.role is Role.POSTCODE and not guess.sense.kind and guess.seen.lettered_postcode < MOSTLY
        beside = any(abs(at - part) == 1 for part in parts)
        if plain and not beside and (not parts or guess.seen.even < ONE_LENGTH):
            made[at] = guess.now(Role.KEEP, "Numbers that stand apart from any address.", False)
    return made
