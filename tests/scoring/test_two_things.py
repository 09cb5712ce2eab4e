"""Articles in several sizes and colours, songs and their recordings: things of one kind are two, whatever else agrees."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.roles import Role
from entityres.scoring.comparisons import COMPARISONS, DATE_DIGIT
from entityres.scoring.explaining import explain, find_pair
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import Guard, ScoredPairs, Zone
from entityres.scoring.told_shares import CALLED_OTHERWISE, KNOWN, at_most
from entityres.scoring.two_things import by_date
from tests.helpers.building import make_cleaned, make_list

ROLES = {"title": Role.TITLE, "maker": Role.CATEGORY, "price": Role.NUMBER, "ean": Role.IDENTIFIER}
KEYS = (Key("Same price", (Part(PartKind.EXACT, ("price",)),)), Key("Same title", (Part(PartKind.EXACT, ("title",)),)))
THINGS = ("kettle", "toaster", "lamp", "drill", "mixer", "radio", "heater", "fan", "scale", "iron")
COLOURS = ("red", "blue", "green", "black", "white", "grey")
MAKERS = ("tarnwood", "ovidian", "norlund", "perrault")


def article(number: int, colour: str, **more: str) -> dict[str, str]:
    """An article of a shop; all of one number are alike but for their colour."""
    maker, thing = MAKERS[number % 4], THINGS[number % 10]
    title = f"{maker} {thing} {'abcdefghkm'[number % 10]}x{1000 + 37 * number} {colour}"
    return {"title": title, "maker": maker, "price": str(1000 + 19 * number), "ean": ""} | more


def shop(colours: int = 1) -> list[dict[str, str]]:
    return [article(number, colour) for number in range(200) for colour in COLOURS[number % 6 :][:colours]]


def scored(*lists: list[dict[str, str]]) -> tuple[ScoredPairs, object]:
    made = [
        make_list(f"list {i}", {name: [row[name] for row in rows] for name in ROLES}) for i, rows in enumerate(lists)
    ]
    cleaned = make_cleaned(made, ROLES)
    return score_pairs(cleaned, propose_pairs(cleaned, KEYS)), cleaned


def first(one: dict[str, str], other: dict[str, str], more: list[dict[str, str]]) -> tuple[Guard, Zone]:
    found, _ = scored([one, other, *more])
    pair = find_pair(found, 0, 1)
    assert pair is not None
    return Guard(int(found.guards[pair])), Zone(int(found.zones()[pair]))


DATE_DIFFERENT = COMPARISONS[Role.DATE].different
RED = article(777, "red")


@pytest.mark.parametrize(
    ("title", "found"),
    [
        (RED["title"], (Guard.NONE, Zone.MATCH)),
        (RED["title"] + " new", (Guard.NONE, Zone.MATCH)),
        (RED["title"].replace("red", "blue"), (Guard.TWO_FIRMS, Zone.REVIEW)),
    ],
)
def test_two_colours_of_one_article_are_for_a_person_to_judge(title: str, found: tuple[Guard, Zone]):
    assert first(RED, RED | {"title": title}, shop()) == found


def test_where_all_articles_come_in_several_colours_nobody_is_asked():
    assert first(RED, article(777, "blue"), shop(5)) == (Guard.TWO_FIRMS, Zone.NOT)
    assert first(RED, RED, shop(5))[1] == Zone.MATCH


def test_departments_of_one_house_are_many_even_if_their_names_are_little_alike():
    roles = {"firm": Role.ORGANISATION, "title": Role.TITLE, "phone": Role.PHONE}
    parts = ("law", "physics", "history", "medicine", "theology", "music")
    rows = [
        {"firm": f"town{number}stad university", "title": f"department of {part}", "phone": f"01555{number:06d}"}
        for number in range(40)
        for part in parts
    ]
    rows += [rows[0], rows[7]]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in rows] for name in roles})], roles)
    found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Same phone", (Part(PartKind.EXACT, ("phone",)),)),)))
    zones = found.zones()
    apart, same = find_pair(found, 0, 1), find_pair(found, 0, 240)
    assert apart is not None
    assert same is not None
    assert Zone(int(zones[apart])) == Zone.NOT
    assert Zone(int(zones[same])) != Zone.NOT


def test_one_number_makes_one_thing_of_two_titles():
    ean = {"ean": "4006381333931"}
    assert first(RED | ean, article(777, "blue") | ean, shop(5))[0] == Guard.NONE


def test_two_numbers_say_more_than_two_titles():
    one, other = {"ean": "4006381333931"}, {"ean": "9783161484100"}
    assert first(RED | one, article(777, "blue") | other, shop()) == (Guard.TWO_FIRMS, Zone.NOT)


def test_two_lists_call_a_thing_in_words_of_their_own():
    found, _ = scored([RED, *shop()], [article(777, "blue"), *shop()])
    pair = find_pair(found, 0, 201)
    assert pair is not None
    assert not found.guards[pair]


def test_a_word_for_a_version_is_said_in_plain_words():
    rows = [RED, RED | {"title": RED["title"] + " live in paris"}, *shop()]
    found, cleaned = scored(rows)
    pair = find_pair(found, 0, 1)
    assert pair is not None
    told = explain(found, cleaned, pair)
    assert told.guards == ("names of two firms or things, or two legal forms",)
    title = next(part for part in told.parts if part.name == "title")
    assert title.note == "titles like those of two things of one kind"
    assert told.prior + sum(part.weight for part in told.parts) == pytest.approx(float(found.score[pair]), abs=1e-3)


def test_the_share_of_one_falls_where_pairs_are_many():
    assert at_most(0.5, 0, 10) == CALLED_OTHERWISE * KNOWN / 10
    assert at_most(0.5, 0, 2) == at_most(0.5, 1000, 90) == 0.5
    assert at_most(0.1, 30, 1000) == pytest.approx(CALLED_OTHERWISE * 50 / 1000)


def wines(vintages: int) -> list[dict[str, str]]:
    """Wines of makers in so many years each."""
    return [
        {
            "title": f"{maker}{number:02d}hof {THINGS[number % 10]}",
            "maker": f"{maker}{number:02d}hof",
            "year": str(1990 + step),
        }
        for maker in MAKERS
        for number in range(40)
        for step in range(vintages)
    ]


@pytest.mark.parametrize(("vintages", "apart"), [(1, False), (4, True)])
def test_years_of_one_title_are_two_things_where_there_are_many(vintages: int, *, apart: bool):
    roles = {"title": Role.TITLE, "maker": Role.CATEGORY, "year": Role.DATE}
    one = {"title": "castelnau riesling", "maker": "castelnau", "year": "2001"}
    rows = [one, one | {"year": "2003"}, *wines(vintages)]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in rows] for name in roles})], roles)
    keys = (Key("Same title", (Part(PartKind.EXACT, ("title",)),)),)
    found = score_pairs(cleaned, propose_pairs(cleaned, keys))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert (Guard.TWO_FIRMS in Guard(int(found.guards[pair]))) is apart


def test_texts_stand_for_titles_where_nothing_else_is_named():
    roles = {"title": Role.TEXT, "price": Role.NUMBER}
    rows = [RED, RED | {"title": RED["title"].replace("red", "blue")}, *shop(5)]
    lists = [make_list("list", {name: [row[name] for row in rows] for name in roles})]
    found = score_pairs(make_cleaned(lists, roles), propose_pairs(make_cleaned(lists, roles), KEYS))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert Guard.TWO_FIRMS in Guard(int(found.guards[pair]))


def test_what_a_customer_bought_makes_no_two_of_them():
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "email": Role.EMAIL, "product": Role.TITLE}
    rows = [
        {
            "given": ("anna", "peter", "mary", "john", "ruth")[number % 5],
            "family": f"{('hill', 'reed', 'wolf', 'moss')[number % 4]}{'abcdefghij'[number % 10]}man",
            "email": f"customer{number}@mail.example",
            "product": f"{MAKERS[(number + order) % 4]} {THINGS[(number + 3 * order) % 10]} {COLOURS[order]}",
        }
        for number in range(60)
        for order in range(3)
    ]
    cleaned = make_cleaned([make_list("orders", {name: [row[name] for row in rows] for name in roles})], roles)
    found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),)),)))
    assert len(found) == 180
    assert (found.zones() == Zone.MATCH).all()


def test_a_version_may_stand_in_the_title_or_beside_it():
    roles = {"title": Role.TITLE, "version": Role.TITLE, "maker": Role.CATEGORY}
    names = [f"{maker} {thing}" for maker in MAKERS for thing in THINGS]
    rows = [
        {"title": name, "version": f"{3 + step} {number % 9}", "maker": name.split()[0]}
        for number, name in enumerate(names)
        for step in range(3)
    ]
    one = {"title": "norlund sander", "version": "7 2", "maker": "norlund"}
    rows = [one, one | {"title": "norlund sander 7 2"}, one | {"version": "8 2"}, *rows]
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in rows] for name in roles})], roles)
    found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Same maker", (Part(PartKind.EXACT, ("maker",)),)),)))
    same, other = find_pair(found, 0, 1), find_pair(found, 0, 2)
    assert same is not None
    assert other is not None
    assert Guard.TWO_FIRMS not in Guard(int(found.guards[same]))
    assert Guard.TWO_FIRMS in Guard(int(found.guards[other]))


def test_dates_tell_things_apart_where_more_differ_than_doubles_do():
    usual = np.array([700, 20, 60, 40, 60, 120])
    assert by_date(usual).min() >= 1.0, "three of ten doubles have another date"
    many = by_date(np.array([700, 20, 60, 40, 60, 5000]))
    assert many[: DATE_DIGIT + 1].tolist() == [1.0, 1.0, 1.0], "slips are as many as usual"
    assert many[DATE_DIFFERENT] < 0.05
    assert (np.diff(many[DATE_DIGIT:]) <= 0).all(), "dates that differ more are no likelier those of one"


def test_years_have_no_days():
    assert by_date(np.array([700, 0, 0, 0, 0, 290])).min() == 1.0
    assert by_date(np.array([700, 0, 0, 0, 0, 2900]))[DATE_DIFFERENT] < 0.2


@pytest.mark.parametrize(
    ("other", "asked"),
    [("handbook of tar vol 3", True), ("handbook of tar band 3", True), ("handbook of tar vol 2", False)],
)
def test_volumes_of_two_lists_are_told_by_their_numbers(other: str, *, asked: bool):
    roles = {"title": Role.TITLE, "author": Role.ITEMS}
    books = [
        {"title": f"{maker} on {thing} vol {step}", "author": f"{thing} {maker}"}
        for maker in MAKERS
        for thing in THINGS
        for step in (1, 2)
    ]
    lists = [[{"title": title, "author": "tarn hill"}, *books] for title in ("handbook of tar vol 2", other)]
    made = [
        make_list(f"list {i}", {name: [row[name] for row in rows] for name in roles}) for i, rows in enumerate(lists)
    ]
    cleaned = make_cleaned(made, roles)
    keys = (Key("Same author", (Part(PartKind.EXACT, ("author",)),)),)
    found = score_pairs(cleaned, propose_pairs(cleaned, keys, across_only=True), across_only=True)
    pair = find_pair(found, 0, len(books) + 1)
    assert pair is not None
    assert (Guard.TWO_FIRMS in Guard(int(found.guards[pair]))) is asked
