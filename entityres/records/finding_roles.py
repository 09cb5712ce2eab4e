"""Engine: which role each column of a list has, by the words of its heading and by its values, with a reason for each.

The heading speaks first, the values confirm or contradict it; without known words the values decide, and the guess is
marked as unsure. Columns that say nothing about who somebody is (status, amounts, notes) are only carried along.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from entityres.records.columns_worth_comparing import (
    FILLED,
    RARE_FILL,
    at_least_one,
    tell_anything,
    without_rare_ones,
    without_shared_contacts,
)
from entityres.records.contents import Looks, is_word_for_street, looks_of
from entityres.records.fields import ColumnRole
from entityres.records.folding import fold_text
from entityres.records.headings import CREATED, FARTHEST, PERSON_NUMBER, ROW_NUMBER, Sense, senses_of
from entityres.records.percentages import percent
from entityres.records.record_list import RecordList
from entityres.records.role_guess import ENOUGH, MANY, OF_SHORT, Guess, check_tip
from entityres.records.roles import ADDRESS_ROLES, NAME_ROLES, Role
from entityres.records.roles_by_content import (
    by_check_digits,
    by_content,
    by_neighbours,
    by_other_columns,
    without_places,
)
from entityres.records.roles_of_departments import by_departments
from entityres.records.roles_of_second_firms import by_second_firms
from entityres.records.roles_of_second_people import by_nearest_person, without_repeated_names, without_user_names
from entityres.records.roles_of_split_dates import by_split_dates
from entityres.records.roles_of_streets import by_streets, without_repeated_streets
from entityres.records.roles_of_unknown_names import by_unknown_names
from entityres.records.roles_of_works import by_works
from entityres.records.years_of_birth import by_lone_dates

OF_THINGS, SOME_LONG = 0.25, 0.1
LONG_NAMES, LONG_FIRST_NAMES, SAMPLED_NAMES = 4.5, 2.6, 200
SOME_NAMES, SURE_NAMES, APART = 0.25, 0.5, 0.2
FEW, FEW_SHARE, FEWEST = 20, 0.1, 4
NAMING = 1.5
"""Words of names of people or firms, on average at least; numbers have one."""
OWN_OWNERS, SELDOM_FILLED, REPEATED = 0.5, 0.2, 0.5
MOST_PERSONS, HARDLY_FIRMS = 0.6, 0.1
_WEB_WORDS = frozenset(
    {"website", "web", "url", "homepage", "web site", "webseite", "site web", "sito web", "pagina web"}
)
_WORDS_FOR_OWNERS = frozenset({"owner", "halter", "fahrzeughalter", "eigentumer"})
_WORDED = frozenset({Role.FULL_NAME, Role.GIVEN_NAME, Role.FAMILY_NAME, Role.ORGANISATION, Role.TITLE, Role.CITY})
_NEVER_FLAGS = _WORDED | {Role.STREET, Role.UNIT, Role.PHONE, Role.TEXT, Role.ITEMS, Role.IDENTIFIER}
_THINGS = {Role.POSTCODE: "postcodes", Role.PHONE: "phone numbers"}
_OWN_ONES = frozenset({Role.PHONE, Role.EMAIL, Role.BIRTH_DATE})
_MAY_HOLD_EMAILS = frozenset({Role.KEEP, Role.TEXT, Role.ITEMS})


def find_roles(record_list: RecordList) -> tuple[ColumnRole, ...]:
    """The role of each column, in file order, with a reason.

    Args:
        record_list: A list; all its cells are counted, a sample of them is looked at.
    """
    headings = record_list.columns
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        seen = list(pool.map(lambda heading: looks_of(record_list.table.column(heading)), headings))
    guesses = [_first_guess(*column) for column in zip(headings, senses_of(headings), seen, strict=True)]
    guesses = _told_names(by_other_columns(_told_names(by_check_digits(guesses, record_list)), record_list))
    guesses = by_lone_dates(by_split_dates(by_neighbours(guesses), record_list))
    guesses = by_streets(guesses, record_list)
    guesses = by_works(by_unknown_names(guesses) if tell_anything(guesses) else guesses)
    steps = (
        _persons_for_firms,
        partial(without_user_names, record_list=record_list),
        _two_names,
        partial(_pair_names, record_list=record_list),
        _addresses,
        _told_ones,
        without_places,
        _owners,
        partial(by_nearest_person, record_list=record_list),
        _nearest_address,
        by_departments,
        by_second_firms,
    )
    for step in steps:
        guesses = step(guesses)
    for repeated in (without_repeated_names, without_repeated_streets):
        guesses = repeated(guesses, record_list)
    guesses = at_least_one(without_rare_ones(without_shared_contacts(guesses)))
    return tuple(
        ColumnRole(g.heading, g.role, g.why, g.sure, g.seen.filled, g.seen.distinct, g.seen.examples) for g in guesses
    )


def _first_guess(heading: str, sense: Sense, seen: Looks) -> Guess:
    """What a column is when looked at alone."""
    guess = Guess(heading, sense, seen, Role.KEEP, "", True)
    role = sense.role
    told = f"The heading says '{sense.phrase}'"
    common = seen.fill >= RARE_FILL or role in (None, Role.EMAIL)
    if seen.sampled >= ENOUGH and seen.email >= 0.8 and common and role not in _MAY_HOLD_EMAILS and not sense.relation:
        return guess.now(Role.EMAIL, f"{percent(seen.email)} of the values look like e-mail addresses.")
    if role is None:
        return by_content(guess)
    if sense.kind in (ROW_NUMBER, PERSON_NUMBER) and seen.sampled >= ENOUGH and seen.digit < 0.1 and seen.words > 1.3:
        return guess.now(Role.KEEP, f"{told}, but the values are words.", False)
    if sense.kind == ROW_NUMBER:
        return guess.now(
            role,
            f"{told}: a number of this list. It is compared only if records of two lists that share one are alike in the rest.",
        )
    if sense.kind == PERSON_NUMBER and seen.filled >= FILLED and seen.distinct <= min(FEW, FEW_SHARE * seen.filled):
        return guess.now(
            Role.CATEGORY, f"{told}, but there are only {seen.distinct} different values: many records share one."
        )
    if sense.kind == PERSON_NUMBER and _are_repeated_words(seen):
        return guess.now(Role.TEXT, f"{told}, but the values are words that many records share.", False)
    if sense.kind == PERSON_NUMBER:
        return guess.now(role, f"{told}: a number that belongs to the customer.")
    if sense.kind == CREATED:
        return _created(guess, told)
    if sense.relation and role in NAME_ROLES and seen.digit >= 0.9 and seen.of_single_words:
        return guess.now(
            Role.IDENTIFIER, f"{told}, but the values are numbers: they count as numbers of this list.", False
        )
    if sense.relation and role in NAME_ROLES:
        return guess.now(Role.TEXT, f"{told}: the name of a relative, compared by itself.", not sense.weak)
    if sense.relation:
        return guess.now(Role.KEEP, f"{told}, but of a relative.", False)
    contradicted = _contradiction(guess)
    if contradicted is not None:
        return _by_content_instead(contradicted) if contradicted.role is Role.KEEP else contradicted
    if role is Role.FULL_NAME or (role is Role.IDENTIFIER and sense.weak and _are_names(seen)):
        return _person_or_organisation(guess, told)
    if role is Role.IDENTIFIER:
        return guess.now(role, f"{told}. It is compared if the same value occurs in several records.", not sense.weak)
    if role is Role.KEEP:
        return guess.now(role, f"{told}, which does not tell who somebody is.")
    return guess.now(role, f"{told}.", not sense.weak)


def _created(guess: Guess, told: str) -> Guess:
    if guess.seen.date >= 0.5:
        return guess.now(Role.KEEP, f"{told}: a date that does not tell who somebody is{check_tip(guess)}.")
    return guess.now(Role.KEEP, f"{told}, which does not tell who somebody is.")


def _by_content_instead(guess: Guess) -> Guess:
    """What the values of a column are that its heading is wrong about, if they show it."""
    other = by_content(guess)
    if other.role is Role.KEEP:
        return guess
    return other.now(other.role, f"The heading says '{guess.sense.phrase}', but {other.why}", False)


def _contradiction(guess: Guess) -> Guess | None:
    """Another role where the values cannot be what the heading says."""
    sense, seen = guess.sense, guess.seen
    role, phrase = sense.role, sense.phrase
    if seen.sampled < ENOUGH:
        return None
    says = f"The heading says '{phrase}', but "
    if role is Role.EMAIL and seen.email < 0.2:
        return guess.now(Role.KEEP, says + f"only {percent(seen.email)} of the values are e-mail addresses.", False)
    if role is Role.PHONE and seen.phone < 0.3:
        return guess.now(Role.KEEP, says + f"only {percent(seen.phone)} of the values look like phone numbers.", False)
    if role is Role.BIRTH_DATE and seen.date < 0.3 and seen.day_of_year >= 0.8:
        return guess.now(Role.CATEGORY, f"The heading says '{phrase}'. Days without a year are compared as they are.")
    if role in (Role.BIRTH_DATE, Role.DATE) and seen.date < 0.3:
        return guess.now(Role.KEEP, says + f"only {percent(seen.date)} of the values are dates.", False)
    if phrase in _WEB_WORDS and seen.url + seen.email < 0.3 and seen.distinct < 0.5 * seen.filled:
        return guess.now(Role.KEEP, says + f"only {percent(seen.url)} of the values are web addresses.", False)
    if role is Role.NUMBER and seen.number < 0.5:
        return guess.now(Role.KEEP, says + "most values are not numbers.", False)
    if seen.sexes and role in (Role.KEEP, Role.TITLE) and sense.distance < FARTHEST:
        return guess.now(Role.CATEGORY, f"The heading says '{phrase}', and the values tell a woman from a man.")
    if role is Role.TITLE and seen.honorific > 0.5:
        return guess.now(Role.KEEP, "Most values are forms of address such as Mr and Mrs.")
    if role is Role.CATEGORY and seen.distinct > 0.8 * seen.filled and seen.words > 3 and seen.filled > 20:
        return guess.now(Role.TEXT, says + "nearly every value is another one.", False)
    if role is Role.FULL_NAME and guess.sense.phrase.startswith("contact") and seen.phone + seen.email > 0.8:
        # Where some cells hold one and some the other, what most hold is compared.
        if seen.phone >= seen.email:
            return guess.now(Role.PHONE, f"{percent(seen.phone)} of the values look like phone numbers.", False)
        return guess.now(Role.EMAIL, f"{percent(seen.email)} of the values look like e-mail addresses.", False)
    if role is Role.POSTCODE and seen.running and seen.postcode < 0.5:
        return guess.now(Role.IDENTIFIER, says + "the values are a running number of this list.", False)
    if role is Role.FULL_NAME and seen.digit >= 0.9 and seen.of_single_words:
        return guess.now(Role.IDENTIFIER, says + "the values are numbers: they count as numbers of this list.", False)
    if role in _WORDED and seen.number > 0.8:
        return guess.now(Role.KEEP, says + "most values are numbers.", False)
    if role is Role.STREET and seen.state >= 0.8:
        return guess.now(Role.REGION, says + f"{percent(seen.state)} of the values are short names of states.", False)
    if role is Role.STREET and seen.phone > 0.8 and seen.dialled > 0.5:
        return guess.now(Role.PHONE, says + f"{percent(seen.phone)} of the values look like phone numbers.", False)
    if seen.flag and role in _NEVER_FLAGS:
        return guess.now(Role.KEEP, says + "all values are a yes or a no.", False)
    if _says_few_things(guess):
        return guess.now(Role.KEEP, says + f"there are only {seen.distinct} different values.", False)
    if role is Role.POSTCODE and seen.postcode < 0.2 and seen.words >= 2.5:
        return guess.now(Role.KEEP, says + "the values are too long for postcodes.", False)
    return None


def _says_few_things(guess: Guess) -> bool:
    """Whether hardly any values stand under a heading of things that each record has its own of, as codes for kinds do."""
    seen, role = guess.seen, guess.sense.role
    few = seen.filled >= FILLED and seen.distinct <= min(FEW, FEW_SHARE * seen.filled)
    unlike_names = role is Role.FULL_NAME and guess.sense.weak and seen.given + seen.family < SOME_NAMES
    codes = role is Role.IDENTIFIER and guess.sense.weak
    letters = role is Role.ORGANISATION and seen.business == 0 and seen.distinct <= FEWEST
    return few and (role is Role.TITLE or unlike_names or codes or letters)


def _person_or_organisation(guess: Guess, told: str) -> Guess:
    """Whether a column of names holds persons or organisations."""
    seen = guess.seen
    if not guess.sense.weak and seen.business < 0.5:
        return guess.now(Role.FULL_NAME, f"{told}.")
    if seen.sampled >= MANY and _are_titles(seen):
        return guess.now(Role.TITLE, f"{told}, and the values are long, as names of things are.", False)
    uneven = seen.short + seen.long > 0.3 and seen.given < 0.5
    hints = seen.business >= 0.25 or (uneven and seen.business > 0) or seen.digit > 0.3
    if (
        seen.sampled >= MANY
        and hints
        and seen.business >= seen.given / 2
        or seen.sampled >= (ENOUGH if seen.given else OF_SHORT)
        and seen.business > 0.5
    ):
        return guess.now(
            Role.ORGANISATION, f"{told}, and the values look like names of organisations.", seen.business >= 0.4
        )
    if seen.sampled >= MANY and uneven and seen.given < 0.35 and seen.business > 0.05:
        return guess.now(Role.ORGANISATION, f"{told}, and few values look like names of persons.", False)
    things = seen.thing >= OF_THINGS and seen.long >= SOME_LONG and seen.given < 0.2
    if seen.sampled >= MANY and things and seen.business < 0.25:
        return guess.now(Role.TITLE, f"{told}, and many values share words, as names of things do.", False)
    return guess.now(Role.FULL_NAME, f"{told}, and the values look like names of persons.", seen.given >= 0.3)


def _persons_for_firms(guesses: list[Guess]) -> list[Guess]:
    """A heading for firms in a list that names no persons, over values that are names of persons: doctors are providers.

    Beside it may stand the firms where they work.
    """
    firms = [guess for guess in guesses if guess.role is Role.ORGANISATION and _are_persons(guess.seen)]
    if len(firms) != 1 or any(guess.role in NAME_ROLES for guess in guesses):
        return guesses
    only, seen = firms[0], firms[0].seen
    why = f"The heading says '{only.sense.phrase}', but {percent(seen.given)} of the values have a known first name in them."
    return [guess.now(Role.FULL_NAME, why, False) if guess is only else guess for guess in guesses]


def _are_names(seen: Looks) -> bool:
    """Whether what a heading calls an account is the name of somebody: several words, and seldom a digit."""
    return seen.sampled >= MANY and seen.distinct > FEW and seen.digit < 0.25 and seen.words >= NAMING


def _are_persons(seen: Looks) -> bool:
    """Whether nearly all values are names of persons."""
    named = seen.sampled >= MANY and seen.given >= MOST_PERSONS
    return named and seen.business < HARDLY_FIRMS and seen.legal < HARDLY_FIRMS


def _are_titles(seen: Looks) -> bool:
    """Whether names are those of things: many words, with numbers and sizes in them, and few words of organisations."""
    long = seen.words >= LONG_NAMES and seen.long >= 0.5 and seen.given < 0.5
    firms = seen.legal >= 0.15 or seen.business >= 0.6 or seen.house >= 0.3  # some with their address in one cell
    return long and not firms and (seen.digit >= 0.3 or seen.business < 0.25)


def _two_names(guesses: list[Guess]) -> list[Guess]:
    """Two plain columns of names that hold single words: the one with more of the known first names has the first names."""
    plain = [at for at, guess in enumerate(guesses) if _is_plain_name(guess)]
    parted = any(g.role in (Role.GIVEN_NAME, Role.FAMILY_NAME) and g.sense.distance == 0 for g in guesses)
    if len(plain) != 2 or parted:
        return guesses
    first, last = sorted(plain, key=lambda at: guesses[at].seen.family - guesses[at].seen.given)
    one, other = guesses[first].seen, guesses[last].seen
    if one.given < SOME_NAMES or one.given - one.family - (other.given - other.family) < APART:
        return guesses
    made = list(guesses)
    for at, role, seen in ((first, Role.GIVEN_NAME, one.given), (last, Role.FAMILY_NAME, other.family)):
        which = "first" if role is Role.GIVEN_NAME else "last"
        why = (
            f"The heading says '{guesses[at].sense.phrase}'; the values are single words, {percent(seen)} of them known "
            f"{which} names, and '{guesses[first + last - at].heading}' has the other part of the names."
        )
        made[at] = guesses[at].now(role, why, seen >= SURE_NAMES)
    return made


def _is_plain_name(guess: Guess) -> bool:
    """Whether a heading says "name" and not which one, and the values are single words."""
    named = guess.role in (Role.FULL_NAME, Role.ORGANISATION) and guess.sense.kind == "full_name"
    return named and guess.seen.words < 1.5 and guess.seen.sampled >= MANY and guess.sense.distance == 0


def _pair_names(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """A plain "name" beside a first-name column is the last name, and the other way round."""
    roles = {g.role for g in guesses if g.sense.distance == 0}
    missing = None
    if Role.GIVEN_NAME in roles and Role.FAMILY_NAME not in roles:
        missing, beside = Role.FAMILY_NAME, "first"
    elif Role.FAMILY_NAME in roles and Role.GIVEN_NAME not in roles:
        missing, beside = Role.GIVEN_NAME, "last"
    if missing is None:
        return guesses
    for at, guess in enumerate(guesses):
        named = (
            guess.role in (Role.FULL_NAME, Role.ORGANISATION) and guess.sense.kind == "full_name" and guess.sense.weak
        )
        if not named or guess.sense.distance:
            continue
        if guess.seen.words < 1.8 or (
            guess.seen.words < LONG_FIRST_NAMES and _lacks(guess, missing, guesses, record_list)
        ):
            why = f"The heading says '{guess.sense.phrase}', and another column has the {beside} names."
            return [*guesses[:at], guess.now(missing, why), *guesses[at + 1 :]]
    return guesses


def _lacks(guess: Guess, missing: Role, guesses: list[Guess], record_list: RecordList) -> bool:
    """Whether names of two words lack the other part of the names that another column has: "Ana María", not "Ana Ruiz"."""
    beside = Role.FAMILY_NAME if missing is Role.GIVEN_NAME else Role.GIVEN_NAME
    other = next(g for g in guesses if g.role is beside and g.sense.distance == 0)
    rows = range(min(len(record_list), SAMPLED_NAMES))
    pairs = [
        (fold_text(record_list.cell(row, other.heading)), fold_text(record_list.cell(row, guess.heading)))
        for row in rows
    ]
    pairs = [(part, whole) for part, whole in pairs if part and whole]
    return sum(part in whole for part, whole in pairs) < APART * len(pairs)


def _addresses(guesses: list[Guess]) -> list[Guess]:
    """A lone address without numbers and words of streets is a place."""
    streets = [g for g in guesses if g.role is Role.STREET]
    if len(streets) != 1:
        return guesses
    only = streets[0]
    if (
        only.seen.sampled >= 20
        and only.seen.digit < 0.3
        and only.seen.street < 0.3
        and not is_word_for_street(only.sense.phrase)
        and not any(g.role is Role.CITY for g in guesses)
    ):
        place = only.now(
            Role.CITY, f"The heading says '{only.sense.phrase}', and the values are places without numbers.", False
        )
        return [place if g is only else g for g in guesses]
    return guesses


def _told_ones(guesses: list[Guess]) -> list[Guess]:
    """Numbers that could be postcodes or phones, in a list whose headings tell which columns hold those, are none."""
    told = {guess.role for guess in guesses if guess.role is guess.sense.role}
    made = []
    for guess in guesses:
        plain = guess.seen.number >= 0.8 or (guess.role is Role.PHONE and guess.seen.dialled < 0.5)
        if guess.role in told & set(_THINGS) and guess.role is not guess.sense.role and plain:
            why = f"Numbers, but the headings say which columns hold {_THINGS[guess.role]}."
            guess = guess.now(Role.KEEP, why, False)
        made.append(guess)
    return made


def _told_names(guesses: list[Guess]) -> list[Guess]:
    """Words that could be names, in a list whose headings tell which columns hold names, are those of somebody else or none."""
    told = {guess.role for guess in guesses if guess.role is guess.sense.role and guess.role in NAME_ROLES}
    if Role.FULL_NAME not in told and not {Role.GIVEN_NAME, Role.FAMILY_NAME} <= told:
        return guesses
    silent = "Nothing in the heading or the values says what it is."
    return [
        guess.now(Role.KEEP, silent, False) if guess.role in NAME_ROLES and not guess.sense.kind else guess
        for guess in guesses
    ]


def _owners(guesses: list[Guess]) -> list[Guess]:
    """Owners are who a list is about, where it names nobody else and nearly every record has another one."""
    if any(guess.role in NAME_ROLES | {Role.ORGANISATION} for guess in guesses):
        return guesses
    return [
        guess.now(
            Role.FULL_NAME, f"The heading says '{guess.sense.phrase}', and nearly every record has another one.", False
        )
        if guess.sense.phrase in _WORDS_FOR_OWNERS
        and guess.seen.sampled >= MANY
        and guess.seen.given >= SOME_NAMES
        and guess.seen.distinct > OWN_OWNERS * guess.seen.filled
        else guess
        for guess in guesses
    ]


def _nearest_address(guesses: list[Guess]) -> list[Guess]:
    """Of several addresses the most personal one is compared; what belongs to an employer or a doctor is not."""
    fills: dict[int, float] = {}
    for guess in guesses:
        if guess.role in ADDRESS_ROLES:
            fills[guess.sense.distance] = max(guess.seen.fill, fills.get(guess.sense.distance, 0.0))
    # An address that hardly anybody has does not stand for one that most have.
    fullest = max(fills.values(), default=0.0)
    nearest = min((far for far, fill in fills.items() if fill >= SELDOM_FILLED * fullest), default=0)
    persons = any(g.role in NAME_ROLES and g.sense.distance == 0 for g in guesses)
    held = {guess.role for guess in guesses if guess.role in ADDRESS_ROLES and guess.sense.distance == nearest}
    made = []
    for guess in guesses:
        far = guess.sense.distance
        if guess.role in ADDRESS_ROLES and far != nearest and not (0 < far < FARTHEST and guess.role not in held):
            other = "a nearer one" if far > nearest else "another, since few records have this one"
            guess = guess.now(Role.KEEP, f"Part of another address than the one compared: {other}.")
        elif far == FARTHEST and persons and guess.role in NAME_ROLES | {Role.ORGANISATION}:
            guess = guess.now(Role.KEEP, "It belongs to somebody else than the customer, or to an employer.")
        elif far == FARTHEST and guess.role in _OWN_ONES and _has_nearer(guess, guesses):
            guess = guess.now(Role.KEEP, "It belongs to somebody else than the customer.")
        made.append(guess)
    return made


def _has_nearer(guess: Guess, guesses: list[Guess]) -> bool:
    """Whether another column of this role is nearer to the customer; a phone at work is his own all the same."""
    at_work = {"work", "office", "business", "geschaftlich", "dienstlich"} & set(guess.sense.qualifiers)
    return not at_work and any(g.role is guess.role and g.sense.distance < guess.sense.distance for g in guesses)


def _are_repeated_words(seen: Looks) -> bool:
    """Whether many records have one value, and hardly any of these has a digit, as numbers of anything have."""
    return seen.sampled >= ENOUGH and seen.digit < 0.1 and seen.distinct < REPEATED * seen.filled
