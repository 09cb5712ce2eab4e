"""Sister firms of one address: a person looks at them, unless the list shows that firms are named freely there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from entityres import pipeline
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.coding import coded, texts_of
from entityres.records.legal_forms import numbered_forms
from entityres.records.roles import Role
from entityres.scoring.explaining import explain, explain_records, find_pair
from entityres.scoring.firm_names import Told
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import Guard, ScoredPairs, Zone, probability_of
from entityres.scoring.told_shares import KNOWN
from entityres.scoring.two_firms import ENOUGH_UNLIKE, MOVED, ONE_FIRM, TwoFirms
from entityres.settings import Settings
from tests.helpers.building import make_cleaned, make_list

pytestmark = pytest.mark.slow  # each builds a list of firms

ROLES = {
    "firm": Role.ORGANISATION,
    "street": Role.STREET,
    "phone": Role.PHONE,
    "number": Role.IDENTIFIER,
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "email": Role.EMAIL,
}
EMPTY = dict.fromkeys(ROLES, "")
KEYS = tuple(Key(f"Same {name}", (Part(PartKind.EXACT, (name,)),)) for name in ("street", "phone"))
TRADES = ("bau", "optik", "logistik", "apotheke", "druckerei", "spedition")


def crowd(n: int = 150) -> list[dict[str, str]]:
    return [
        EMPTY
        | {
            "firm": f"firm{number:03d}stem {TRADES[number % 6]}",
            "street": f"{number + 1} lane{number % 7} st",
            "phone": f"01712{number:06d}",
            "number": f"DE{987654321 - 7919 * number}",
        }
        for number in range(n)
    ]


SISTER = {"firm": "sommer bau", "street": "77 orchard way", "phone": "1632960901"}


def scored(*rows: dict[str, str], more: list[dict[str, str]] | None = None) -> ScoredPairs:
    people = [EMPTY | row for row in rows] + crowd() + [EMPTY | row for row in more or []]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    return score_pairs(cleaned, propose_pairs(cleaned, KEYS))


def with_forms(
    *rows: dict[str, str],
    forms: tuple[int, int] = (0, 2),
    more: list[dict[str, str]] | None = None,
    two: int = 0,
) -> tuple[Guard, Zone]:
    """Guard and zone of the first two records with these legal forms; the first `two` pairs of `more` have two as well."""
    more = [EMPTY | row for row in more or []]
    people = [EMPTY | row for row in rows] + more + crowd()
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    of_all = np.full(len(people), -1, np.int32)
    of_all[: 2 + 2 * two] = 2 * (np.arange(2 + 2 * two) % 2)
    of_all[:2] = forms
    found = score_pairs(replace(cleaned, legal_forms=of_all), propose_pairs(cleaned, KEYS))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    return Guard(int(found.guards[pair])), Zone(int(found.zones()[pair]))


def first(*rows: dict[str, str], more: list[dict[str, str]] | None = None) -> tuple[float, Guard, Zone]:
    found = scored(*rows, more=more)
    pair = find_pair(found, 0, 1)
    assert pair is not None
    return float(found.score[pair]), Guard(int(found.guards[pair])), Zone(int(found.zones()[pair]))


def test_sister_firms_of_one_address_and_phone_are_for_a_person_to_judge():
    score, guard, zone = first(SISTER, SISTER | {"firm": "sommer optik"})
    assert guard == Guard.TWO_FIRMS
    assert zone == Zone.REVIEW
    assert probability_of(score) == pytest.approx(ONE_FIRM[Told.APART], abs=0.02)


@pytest.mark.parametrize("firm", ["sommer bau", "somer bau", "sommer", "sommerbau", "sommer bau und garten"])
def test_two_writings_of_one_name_are_one_firm(firm: str):
    _, guard, zone = first(SISTER, SISTER | {"firm": firm})
    assert (guard, zone) == (Guard.NONE, Zone.MATCH)


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({}, (Guard.NONE, Zone.MATCH)),
        ({"firm": "somer bau"}, (Guard.NONE, Zone.MATCH)),
        ({"phone": ""}, (Guard.TWO_FIRMS, Zone.REVIEW)),
        ({"street": ""}, (Guard.TWO_FIRMS, Zone.REVIEW)),
        ({"firm": "sommer optik"}, (Guard.TWO_FIRMS, Zone.REVIEW)),
        ({"firm": "sommer bau und garten"}, (Guard.TWO_FIRMS, Zone.REVIEW)),
        ({"street": "9 mill lane"}, (Guard.TWO_FIRMS, Zone.REVIEW)),
    ],
)
def test_a_firm_of_one_name_house_and_phone_has_changed_its_legal_form(
    other: dict[str, str], found: tuple[Guard, Zone]
):
    assert with_forms(SISTER, SISTER | other) == found


def test_a_partnership_and_the_company_that_is_its_partner_wait_for_a_person():
    company, partnership, another = numbered_forms(
        coded(texts_of(["Sommer Bau GmbH", "Sommer Bau GmbH & Co. KG", "Sommer Bau AG"]))
    ).tolist()
    assert with_forms(SISTER, SISTER, forms=(company, partnership)) == (Guard.TWO_FIRMS, Zone.REVIEW)
    assert with_forms(SISTER, SISTER, forms=(company, another)) == (Guard.NONE, Zone.MATCH)
    assert with_forms(SISTER, SISTER, forms=(partnership, partnership)) == (Guard.NONE, Zone.MATCH)


@pytest.mark.parametrize(
    ("firm", "forms", "zone"),
    [
        ("sommer bau optik", (0, 0), Zone.REVIEW),
        ("sommer bau optik", (0, -1), Zone.MATCH),
        ("sommer bau optik", (-1, -1), Zone.MATCH),
        ("sommer quirin", (0, 0), Zone.REVIEW),
        ("sommer quirin", (0, -1), Zone.MATCH),
        ("sommer bau quirin", (0, 0), Zone.MATCH),  # no word by which sister firms are named
    ],
)
def test_two_names_in_full_with_their_legal_forms_may_be_sisters(firm: str, forms: tuple[int, int], zone: Zone):
    assert with_forms(SISTER, SISTER | {"firm": firm}, forms=forms) == (Guard.NONE, zone)


def test_two_legal_forms_of_a_name_that_nothing_else_ties_together_are_for_a_person_to_judge():
    keys = (Key("Same firm", (Part(PartKind.EXACT, ("firm",)),)),)
    people = [EMPTY | SISTER, EMPTY | SISTER | {"street": "", "phone": ""}, *crowd()]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    forms = np.array([3, 4, *[-1] * (len(people) - 2)], np.int32)
    found = score_pairs(replace(cleaned, legal_forms=forms), propose_pairs(cleaned, keys))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert Guard.TWO_FIRMS in Guard(int(found.guards[pair]))


def test_two_legal_forms_with_two_numbers_are_for_a_person_to_judge():
    one, other = SISTER | {"number": "DE811907980"}, SISTER | {"number": "DE455667788"}
    assert with_forms(one, other) == (Guard.TWO_FIRMS, Zone.REVIEW)
    assert with_forms(one, one) == (Guard.NONE, Zone.MATCH)


def test_numbers_show_that_two_legal_forms_are_two_firms():
    """As where each partnership is listed beside its partner."""
    alike = ("bau", "bau")
    assert with_forms(SISTER, SISTER, more=with_numbers(0, 30, alike), two=30) == (Guard.NONE, Zone.MATCH)
    told = with_forms(SISTER, SISTER, more=with_numbers(30, 0, alike), two=30)
    assert told == (Guard.TWO_FIRMS, Zone.REVIEW)


def test_one_number_makes_one_firm_of_two_names():
    number = {"number": "DE811907980"}
    _, guard, zone = first(SISTER | number, SISTER | number | {"firm": "sommer optik"})
    assert (guard, zone) == (Guard.NONE, Zone.MATCH)


def test_a_person_is_one_whatever_firm_he_works_for():
    person = {"given": "harold", "family": "vance"}
    assert first(SISTER | person, SISTER | person | {"firm": "sommer optik"})[1] == Guard.NONE


def test_whom_to_ask_for_at_two_firms_is_told_by_his_mailbox():
    """One column of names beside one of firms; the owner of two firms has one name, but hardly one mailbox for both."""
    owner = {"given": "harold", "family": "vance"}
    rows = [EMPTY | row for row in (SISTER | owner, SISTER | owner | {"firm": "sommer optik"}, *crowd())]
    for email, guarded in (("", True), ("harold.vance@sommer.org", False)):
        rows[0]["email"] = rows[1]["email"] = email
        cleaned = make_cleaned([make_list("list", {name: [row[name] for row in rows] for name in ROLES})], ROLES)
        for name in ("given", "family"):
            object.__setattr__(cleaned.field(name), "sources", (("contact",),))
        found = score_pairs(cleaned, propose_pairs(cleaned, KEYS))
        pair = find_pair(found, 0, 1)
        assert pair is not None
        assert bool(found.guards[pair] & Guard.TWO_FIRMS) is guarded


def test_names_with_nothing_in_common_are_two_firms_of_one_house():
    _, guard, zone = first(SISTER, SISTER | {"firm": "hauser logistik"})
    assert (guard, zone) == (Guard.TWO_FIRMS, Zone.REVIEW)


MILL = {"street": "9 mill lane"}


@pytest.mark.parametrize("firm", ["sommer bau", "somer bau", "sommer bau und garten"])
def test_one_name_and_phone_in_two_streets_are_for_a_person_to_judge(firm: str):
    score, guard, zone = first(SISTER, SISTER | MILL | {"firm": firm})
    assert (guard, zone) == (Guard.NONE, Zone.REVIEW)
    assert probability_of(score) == pytest.approx(MOVED, abs=0.02)


@pytest.mark.slow
def test_a_number_of_its_own_and_a_box_at_the_post_office_are_of_one_firm():
    number = {"number": "DE811907980"}
    assert first(SISTER | number, SISTER | MILL | number)[2] == Zone.MATCH
    for box in ("po box 45", "postfach 1234", "box 7"):
        assert first(SISTER, SISTER | {"street": box})[2] == Zone.MATCH, box
    assert first(SISTER | {"street": "po box 7"}, SISTER | {"street": "po box 450"})[2] == Zone.REVIEW
    assert first(SISTER, SISTER | {"street": "12 box hill 5"})[2] == Zone.REVIEW, "no box"


def test_people_move_and_so_does_whom_a_firm_sends():
    person = {"given": "harold", "family": "vance"}
    assert first(SISTER | person, SISTER | MILL | person)[2] == Zone.MATCH
    alone = person | {"street": "77 orchard way", "phone": "1632960901", "email": "harold@vance.org"}
    assert first(alone, alone | MILL)[2] == Zone.MATCH


@pytest.mark.slow
def test_numbers_show_that_firms_of_one_name_move():
    def moved(one: int, two: int) -> list[dict[str, str]]:
        rows = with_numbers(two, one, ("bau", "bau"))
        for number, row in enumerate(rows[1 : 2 * (one + two) : 2]):
            row["street"] = f"{900 - number} tarn court"
        return rows

    assert first(SISTER, SISTER | MILL, more=moved(60, 0))[2] == Zone.MATCH
    score, _, zone = first(SISTER, SISTER | MILL, more=moved(10, 30))
    assert zone == Zone.REVIEW
    assert probability_of(score) == pytest.approx((10 + KNOWN * MOVED) / (40 + KNOWN), abs=0.02)


def freely(n: int) -> list[dict[str, str]]:
    """Firms listed under two names each that differ in three words."""
    rows = []
    for number in range(n):
        home = {"street": f"{number + 1} park{number % 5} ave", "phone": f"01899{number:06d}"}
        words = [TRADES[(number + step) % 6] for step in range(6)]
        rows.append(home | {"firm": f"free{number:03d}dom {' '.join(words[:3])}"})
        rows.append(home | {"firm": f"free{number:03d}dom {' '.join(words[3:])}"})
    return rows


@pytest.mark.parametrize(("n", "apart"), [(ENOUGH_UNLIKE - 1, True), (ENOUGH_UNLIKE, False)])
def test_where_firms_are_named_freely_a_word_tells_nothing_at_one_address(n: int, *, apart: bool):
    sister = SISTER | {"firm": "sommer optik"}
    assert (Guard.TWO_FIRMS in first(SISTER, sister, more=freely(n))[1]) is apart
    elsewhere = sister | {"street": "9 mill lane"}
    assert Guard.TWO_FIRMS in first(SISTER, elsewhere, more=freely(n))[1], "at another address it does"


def test_many_sister_firms_beside_names_of_many_words_keep_apart():
    sisters = [
        {"street": f"{number} hill rd", "phone": f"01555{number:06d}", "firm": f"kin{number:03d}ship {trade}"}
        for number in range(30)
        for trade in ("bau", "optik")
    ]
    assert Guard.TWO_FIRMS in first(SISTER, SISTER | {"firm": "sommer optik"}, more=freely(25) + sisters)[1]


def test_many_firms_of_one_house_show_no_free_naming():
    tenants = freely(25)
    others = [
        home | {"firm": f"quer{number:02d}feld{floor}"} for number, home in enumerate(tenants[::2]) for floor in "xyz"
    ]
    assert Guard.TWO_FIRMS in first(SISTER, SISTER | {"firm": "sommer optik"}, more=tenants + others)[1]


def test_a_list_of_names_alone_tells_nothing():
    rows = {"firm": ["sommer bau", "sommer optik"], "street": ["1 a st"] * 2}
    listed = [make_list("list", rows)]
    assert TwoFirms.among(make_cleaned(listed, {"firm": Role.ORGANISATION}).fields) is None
    assert TwoFirms.among(make_cleaned(listed, {"firm": Role.ORGANISATION, "street": Role.STREET}).fields) is not None


@pytest.mark.parametrize(
    ("doors", "told"),
    [
        (["sommer", "winter"], Told.APART),
        (["sommer", "sommer"], Told.NOTHING),
        (["", ""], Told.APART),
    ],
)
def test_two_firms_are_told_by_their_names_unless_a_second_name_is_the_same(doors: list[str], told: Told):
    names = ["sommer bau", "sommer optik", *(f"firm{number} bau" for number in range(8))]
    rows = {
        "supplier": ["vogel handel"] * len(names),
        "firm": names,
        "door": [*doors, *(f"shop{number}" for number in range(8))],
        "street": ["1 a st"] * len(names),
    }
    roles = dict.fromkeys(("supplier", "firm", "door"), Role.ORGANISATION) | {"street": Role.STREET}
    made = TwoFirms.among(make_cleaned([make_list("list", rows)], roles).fields)
    assert made is not None
    assert made._told(np.array([0], np.int32), np.array([1], np.int32)).tolist() == [told]


def test_the_parts_sum_to_the_score_and_say_why():
    people = [EMPTY | row for row in (SISTER, SISTER | {"firm": "sommer optik"})] + crowd()
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    found = score_pairs(cleaned, propose_pairs(cleaned, KEYS))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    told = explain(found, cleaned, pair)
    assert told.prior + sum(part.weight for part in told.parts) == pytest.approx(float(found.score[pair]), abs=1e-3)
    firm = next(part for part in told.parts if part.name == "firm")
    assert firm.note == "names like those of two firms of one owner or place"
    assert told.guards == ("names of two firms or things, or two legal forms",)
    assert explain_records(found, cleaned, 1, 0).total == pytest.approx(told.total)


@pytest.mark.parametrize(
    ("other", "zone"),
    [
        ({"city": "lomm"}, Zone.REVIEW),
        ({"city": "lomm", "zip": "49076"}, Zone.MATCH),
        ({"city": "grijpskerke"}, Zone.MATCH),
        ({"city": ""}, Zone.MATCH),
        ({"city": "lomm", "street": "77 orchard way"}, Zone.MATCH),
        ({"city": "lomm", "street": "12 orchard way"}, Zone.REVIEW),
        ({"city": "lomm", "street": "77 mill lane"}, Zone.REVIEW),
        ({"street": "12 orchard way"}, Zone.MATCH),
    ],
)
def test_where_streets_do_not_tell_two_towns_are_two_places(other: dict[str, str], zone: Zone):
    roles = ROLES | {"city": Role.CITY, "zip": Role.POSTCODE}
    here = SISTER | {"city": "grijpskerke", "zip": "49076", "email": "info@sommerbau.example"}
    there = here | {"street": "", "zip": ""} | other
    towns = [
        {"city": f"town{number % 40}stad", "zip": str(10_000 + 13 * (number % 40))} for number in range(len(crowd()))
    ]
    rows = [dict.fromkeys(roles, "") | row for row in (here, there)] + [
        dict.fromkeys(roles, "") | row | town for row, town in zip(crowd(), towns, strict=True)
    ]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in rows] for name in roles})], roles)
    found = score_pairs(cleaned, propose_pairs(cleaned, KEYS))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert Zone(int(found.zones()[pair])) == zone
    if zone == Zone.REVIEW:
        note = next(part.note for part in explain(found, cleaned, pair).parts if part.name == "firm")
        assert note == "at two addresses: it has moved, or has two branches"


def test_two_streets_are_told_beside_the_name():
    people = [EMPTY | row for row in (SISTER, SISTER | MILL)] + crowd()
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    told = explain_records(score_pairs(cleaned, propose_pairs(cleaned, KEYS)), cleaned, 0, 1)
    assert next(part.note for part in told.parts if part.name == "firm") == (
        "at two addresses: it has moved, or has two branches"
    )


@pytest.mark.parametrize("firm", ["sommer optik", "sommer bau holding", "sommer bau nord"])
def test_more_agreement_never_lowers(firm: str):
    sister = SISTER | {"firm": firm}
    both = first(SISTER, sister)[0]
    assert first(SISTER, sister | {"street": "9 mill lane"})[0] <= both + 1e-3
    assert first(SISTER, sister | {"phone": "1555000777"})[0] <= both + 1e-3


def test_more_sister_firms_than_doubles_can_explain_are_not_asked_about():
    """As the clinics of a hospital: every two of them share all but a word of their names."""
    home = {"street": "5 hill rd", "phone": "01555000123"}
    clinics = [home | {"firm": f"mercy {trade} {town}"} for trade in TRADES for town in ("nord", "park", "mitte")]
    beside = SISTER | {"firm": "sommer optik"}
    assert first(SISTER, beside, more=clinics[:4])[1:] == (Guard.TWO_FIRMS, Zone.REVIEW)
    assert first(SISTER, beside, more=clinics)[1:] == (Guard.TWO_FIRMS, Zone.NOT)


def test_two_names_and_two_numbers_say_more_than_two_names():
    one, other = SISTER | {"number": "DE811907980"}, SISTER | {"number": "DE455667788", "firm": "sommer optik"}
    assert first(SISTER, other)[2] == Zone.REVIEW
    assert first(one, other)[1:] == (Guard.TWO_FIRMS, Zone.NOT)


def with_numbers(apart: int, one: int, names: tuple[str, str], same: int = 40) -> list[dict[str, str]]:
    """Two records of one home each: with two numbers, with one, and so many with one name and number."""
    rows = []
    for number in range(apart + one + same):
        home = {"street": f"{number} hill rd", "phone": f"01555{number:06d}"}
        stem, of_register = f"kin{number:03d}ship", f"DE{123456789 + 6007 * number}"
        second = f"DE{555555551 + 3011 * number}" if number < apart else of_register
        two = names if number < apart + one else (names[0], names[0])
        rows.append(home | {"firm": f"{stem} {two[0]}".strip(), "number": of_register})
        rows.append(home | {"firm": f"{stem} {two[1]}".strip(), "number": second})
    return rows


def branches(names: list[str]) -> list[dict[str, str]]:
    """One number, wherever it is given."""
    return [
        {"firm": name, "street": f"{900 - 7 * k} tarn{k} court", "phone": f"01444{k:06d}", "number": "DE811907980"}
        for k, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("names", "zones"),
    [
        (["sommer bau"] * 6, {Zone.MATCH}),
        ([f"{trade}mann {trade}" for trade in TRADES], {Zone.NOT, Zone.REVIEW}),
    ],
)
def test_a_number_is_no_commoner_for_being_given_in_all_branches_of_a_firm(names: list[str], zones: set[Zone]):
    people = [EMPTY | row for row in branches(names)] + crowd()
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Same number", (Part(PartKind.EXACT, ("number",)),)),)))
    pairs = [find_pair(found, i, j) for i in range(6) for j in range(i + 1, 6)]
    assert {Zone(int(found.zones()[pair])) for pair in pairs if pair is not None} <= zones
    assert None not in pairs


def chain(n: int, firm: int = 0) -> list[dict[str, str]]:
    """Branches of one firm in streets of their own, with its phone and mailbox."""
    name = f"{3 * chr(97 + firm)}wald bau"
    shared = {"firm": name, "phone": f"16329609{firm:02d}", "email": f"office@{name[:7]}.example"}
    houses = [f"{900 - 7 * k} {3 * (chr(97 + k % 26) + chr(97 + (7 * k + firm) % 26))} court" for k in range(n)]
    return [shared | {"street": house} for house in houses]


def test_a_branch_without_a_name_is_no_other_branch():
    one, other = chain(2)
    assert first(one, other)[2] == Zone.REVIEW
    assert first(one, other | {"firm": ""})[2] == Zone.REVIEW


def test_a_person_beside_firms_in_one_column_may_have_moved():
    firms = [row | {"name": f"{row['firm']} gmbh", "born": ""} for row in crowd()]
    moved = [
        {"name": name, "street": street, "phone": "9824732443", "born": ""}
        for name, street in (("Gunhild Warrior", "22 prabhakar nagar"), ("Gunhild Warior", "55 randhawa court"))
    ]
    columns = {name: [row[name] for row in (*moved, *firms)] for name in ("name", "street", "phone", "born")}
    lists, set_ = [make_list("list", columns)], Settings(roles={"name": Role.FULL_NAME, "born": Role.BIRTH_DATE})
    cleaned = pipeline.clean(lists, pipeline.understand(lists, set_), set_)
    assert cleaned.with_role(Role.ORGANISATION)
    found = score_pairs(cleaned, propose_pairs(cleaned, KEYS))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert Zone(int(found.zones()[pair])) == Zone.MATCH


def test_of_many_branches_nobody_is_asked_whether_they_are_one():
    one, other, *more = [branch for firm in range(20) for branch in chain(6, firm)]
    assert first(one, other, more=more)[1:] == (Guard.TWO_FIRMS, Zone.NOT)
    assert first(one, one | {"email": ""}, more=more)[1:] == (Guard.NONE, Zone.MATCH)


@pytest.mark.parametrize(
    ("other", "zone"),
    [
        ({}, Zone.MATCH),
        ({"number": "DE455667788"}, Zone.REVIEW),  # the name of two firms
        ({"firm": "hauser logistik"}, Zone.REVIEW),  # the number of another one
    ],
)
def test_a_name_that_stands_with_one_number_at_two_addresses_is_one_firm_at_the_third(
    other: dict[str, str], zone: Zone
):
    mail = {"firm": "sommer bau", "email": "office@sommerbau.example"}
    rows = [row | mail for row in branches(["sommer bau"] * 3)]
    rows[2]["number"] = ""
    rows[1] |= other
    people = [EMPTY | row for row in rows] + crowd()
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in people] for name in ROLES})], ROLES)
    found = score_pairs(cleaned, propose_pairs(cleaned, (*KEYS, Key("Mail", (Part(PartKind.EXACT, ("email",)),)))))
    pair = find_pair(found, 0, 2)
    assert pair is not None
    assert Zone(int(found.zones()[pair])) == zone


@pytest.mark.slow
def test_numbers_show_whether_one_that_says_more_is_another_firm():
    longer = SISTER | {"firm": "sommer bau optik"}
    told = ("bau", "bau optik")
    assert first(SISTER, longer)[1:] == (Guard.NONE, Zone.MATCH)
    assert first(SISTER, longer, more=with_numbers(0, 30, told))[1:] == (Guard.NONE, Zone.MATCH)
    score, guard, zone = first(SISTER, longer, more=with_numbers(20, 20, told))
    assert (guard, zone) == (Guard.NONE, Zone.REVIEW)
    assert probability_of(score) == pytest.approx((20 + KNOWN * 0.8) / (40 + KNOWN), abs=0.02)
    assert first(SISTER, longer, more=with_numbers(40, 0, told))[1:] == (Guard.TWO_FIRMS, Zone.REVIEW)


@pytest.mark.slow
def test_two_names_and_two_numbers_are_two_firms_where_numbers_tell_firms_apart():
    number, other = {"number": "DE811907980"}, {"number": "DE455667788", "firm": "sommer bau optik"}
    told = with_numbers(0, 100, ("bau", "bau optik"))
    assert first(SISTER | number, SISTER | other, more=told)[1:] == (Guard.TWO_FIRMS, Zone.REVIEW)
    assert first(SISTER, SISTER | other, more=told)[1:] == (Guard.NONE, Zone.MATCH)
    assert first(SISTER | number, SISTER | other)[1:] == (Guard.NONE, Zone.MATCH), "of such numbers nothing is known"


def test_numbers_show_that_firms_of_two_trades_are_one():
    trades = ("bau", "optik")
    sister = SISTER | {"firm": "sommer optik"}
    assert first(SISTER, sister, more=with_numbers(0, 100, trades))[1:] == (Guard.NONE, Zone.MATCH)
    assert first(SISTER, sister, more=with_numbers(0, 5, trades))[1] == Guard.TWO_FIRMS, "five are not enough"


def test_numbers_that_differ_for_one_name_tell_nothing():
    """Such as a number that each entry gets anew."""
    longer = SISTER | {"firm": "sommer bau optik"}
    told = ("bau", "bau optik")
    more = [row | {"number": f"N{7919 * i + 100000}"} for i, row in enumerate(with_numbers(40, 0, told))]
    assert first(SISTER, longer, more=more)[1:] == (Guard.NONE, Zone.MATCH)


REGISTER = {
    "firm": Role.ORGANISATION,
    "street": Role.STREET,
    "phone": Role.PHONE,
    "VAT number": Role.IDENTIFIER,
    "IBAN": Role.IDENTIFIER,
}


def with_register(*rows: dict[str, str], same: int = 0, two: int = 0) -> list[tuple[Guard, Zone]]:
    """Guards and zones of the first record beside each other one; the list has so many doubles of one number and of two."""
    doubles = [
        row | {"VAT number": f"GB{first + 7919 * number}"}
        for number, row in enumerate(crowd(same + two))
        for first in (301907980, 301907980 if number < same else 755667788)
    ]
    every = [dict.fromkeys(REGISTER, "") | row for row in (*rows, *doubles, *crowd())]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in every] for name in REGISTER})], REGISTER)
    found = score_pairs(cleaned, propose_pairs(cleaned, KEYS))
    pairs = [find_pair(found, 0, other) for other in range(1, len(rows))]
    return [(Guard(int(found.guards[pair])), Zone(int(found.zones()[pair]))) for pair in pairs if pair is not None]


ONE_VAT, OTHER_VAT = {"VAT number": "GB811907980"}, {"VAT number": "GB455667788"}


@pytest.mark.parametrize("same", [0, 40])
def test_two_numbers_of_a_register_are_for_a_person_to_judge(same: int):
    assert with_register(SISTER | ONE_VAT, SISTER | OTHER_VAT, SISTER, same=same) == [
        (Guard.TWO_FIRMS, Zone.REVIEW),
        (Guard.NONE, Zone.MATCH),
    ]


def test_numbers_that_most_firms_have_two_of_ask_nobody():
    assert with_register(SISTER | ONE_VAT, SISTER | OTHER_VAT, two=40) == [(Guard.NONE, Zone.MATCH)]


def test_a_bank_account_is_no_number_of_one_firm():
    one, other = {"IBAN": "DE89370400440532013000"}, {"IBAN": "DE44500105175407324931"}
    sister = SISTER | {"firm": "sommer optik"}
    assert with_register(SISTER | one, SISTER | other) == [(Guard.NONE, Zone.MATCH)], "a firm has several accounts"
    assert with_register(SISTER | one, sister | one)[0][0] == Guard.TWO_FIRMS, "sister firms have one together"
    moved = SISTER | one | {"street": "5 harbour road"}
    assert with_register(SISTER | one, moved)[0] == (Guard.NONE, Zone.MATCH), "the name is one as well"


@pytest.mark.slow
def test_where_hardly_a_branch_has_a_number_the_count_of_branches_tells():
    told = with_numbers(0, 60, ("bau", "bau"))
    branches = [
        EMPTY
        | {
            "firm": f"kestrel{number:02d}ia bau",
            "street": f"{9 * town + 3} {place}{number} court",
            "phone": f"0188{number:07d}",
        }
        for number in range(40)
        for town, place in enumerate(("tarn", "oak", "high", "mill", "ferry", "glen", "port", "birch"))
    ]
    assert first(SISTER, SISTER | MILL, more=told)[2] == Zone.REVIEW
    assert first(SISTER, SISTER | MILL, more=[*told, *branches])[2] == Zone.NOT
