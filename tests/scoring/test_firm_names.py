"""What two names of organisations tell: one firm, or two of one stem."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.scoring.firm_names import FirmNames, Told
from tests.helpers.building import make_cleaned, make_list

OTHERS = (
    "meyer logistik nord",
    "meyer logistik sud",
    "schulz bau",
    "schulz metallbau",
    "weber apotheke",
    "weber optik",
    "krause bau nord",
    "krause optik sud",
    "lange kardiologie",
    "lange radiologie",
    "lorenz kardiologie",
    "lorenz radiologie",
    "hartmann kardiologie",
    "hartmann radiologie",
    "jansen kardiologie",
    "berger kardiologie",
)


def told(one: str, other: str, others: tuple[str, ...] = OTHERS) -> Told:
    names = [one, other, *others]
    cleaned = make_cleaned([make_list("list", {"firm": names})], {"firm": Role.ORGANISATION})
    found = FirmNames(cleaned.fields[0]).told(np.array([0, 1], np.int32), np.array([1, 0], np.int32))
    assert found[0] == found[1], "whichever stands first"
    return Told(int(found[0]))


@pytest.mark.parametrize(
    ("one", "other", "tells"),
    [
        ("muller logistik nord", "muller logistik sud", Told.APART),
        ("muller bau", "optik muller", Told.APART),
        ("klinik am see kardiologie", "klinik am see radiologie", Told.APART),
        ("school 12 lincoln", "school 14 lincoln", Told.APART),
        ("little tykes i", "little tykes ii", Told.APART),
        ("acme holding", "acme finance", Told.APART),
        ("muller bau nord", "muller optik und apotheke sud", Told.UNLIKE),
        ("muller bau", "muller holding", Told.APART),
        ("muller bau", "muller bau holding", Told.ADDED),
        ("muller bau", "muller bau nord", Told.ADDED),
        ("muller bau", "muller bau und kardiologie", Told.MORE),
        ("muller bau", "muller bau und garten", Told.LONGER),
        ("muller bau", "schulze optik", Told.OTHER),
        ("muller bau", "muller lindenhof", Told.UNKNOWN),
    ],
)
def test_words_on_both_sides_tell_of_two(one: str, other: str, tells: Told):
    assert told(one, other) == tells


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("muller logistik", "muler logistik"),
        ("muller logistik", "muller logstik"),
        ("metallbau muller", "metall bau muller"),
        ("lincoln community center", "lincoln comm ctr"),
        ("smith brothers bakery", "smith bros bakery"),
        ("bayerische motoren werke bau", "bmw bau"),
        ("huffman associates", "ha"),  # no short form of "huffman"
        ("muller and sons", "muller of sons"),
        ("school 05 lincoln", "school 5 lincoln"),
        ("ps 12", "public school no 12"),
        ("muller bau", ""),
        ("muller bau", "muller bau"),
    ],
)
def test_slips_abbreviations_and_joined_words_tell_nothing(one: str, other: str):
    assert told(one, other) == Told.NOTHING


@pytest.mark.parametrize(
    ("one", "other", "tells"),
    [
        ("boots black xl", "boots black xxl", Told.APART),
        ("boots black l", "boots black large", Told.NOTHING),
        ("blue rain", "blue rain live", Told.ADDED),
        ("blue rain", "blue rain live in paris", Told.ADDED),
        ("blue rain", "blue rain holding", Told.LONGER),
        ("blue rain", "blue rain 2", Told.ADDED),
        ("blue rain", "blue rain ii", Told.ADDED),
        ("blue rain", "blue rain 1999", Told.MORE),
        ("shirt xl 5l", "shirt xl 2 5l", Told.ADDED),
        ("shirt xl10", "shirt xl 10", Told.NOTHING),
        ("shirt 25 xl", "shirt 2 5 xl", Told.NOTHING),
    ],
)
def test_titles_tell_of_sizes_and_versions(one: str, other: str, tells: Told):
    titles = [one, other, "shirt xl", "shirt xxl", "coat xl", "coat xxl"]
    cleaned = make_cleaned([make_list("list", {"title": titles})], {"title": Role.TITLE})
    found = FirmNames(cleaned.fields[0]).told(np.array([0], np.int32), np.array([1], np.int32))
    assert Told(int(found[0])) == tells


@pytest.mark.parametrize(("times", "tells"), [(1, Told.UNKNOWN), (5, Told.APART)])
def test_what_many_records_have_for_a_title_is_no_misspelling(times: int, tells: Told):
    titles = ["department of law", "department of physics"] * times
    cleaned = make_cleaned([make_list("list", {"title": titles})], {"title": Role.TITLE})
    found = FirmNames(cleaned.fields[0]).told(np.array([0], np.int32), np.array([1], np.int32))
    assert Told(int(found[0])) == tells


@pytest.mark.parametrize(
    ("one", "other", "tells"),
    [
        ("muller bau", "muller bau rosenheim", Told.PLACED),
        ("muller bau", "muller bau bad aibling", Told.PLACED),
        ("muller bau", "muller bau rosenheim garten", Told.LONGER),
        ("muller bau", "muller bau nord", Told.ADDED),
        ("muller bau rosenheim", "muller bau bad aibling", Told.APART),
    ],
)
def test_towns_are_places_of_one_firm_or_two(one: str, other: str, tells: Told):
    columns = {"firm": [one, other, *OTHERS], "town": ["rosenheim", "bad aibling", *("norden",) * len(OTHERS)]}
    cleaned = make_cleaned([make_list("list", columns)], {"firm": Role.ORGANISATION, "town": Role.CITY})
    names = FirmNames(cleaned.fields[0], cleaned.fields[1:])
    assert names.told(np.array([0], np.int32), np.array([1], np.int32))[0] == tells


def test_a_word_seen_nowhere_else_may_be_a_misspelling():
    assert told("muller bakery", "muller bgkqxy") == Told.UNKNOWN
    assert told("muller bakery", "muller bgkqxy", (*OTHERS, "schulz bgkqxy")) == Told.APART


@pytest.mark.parametrize(
    ("one", "other", "in_full"),
    [
        ("winter", "winter kardiologie", Told.MORE),  # no word of the table of trades
        ("winter", "winter optik", Told.IN_FULL),
        ("winter", "winter druckerei", Told.IN_FULL),
        ("winter", "winter druckerei lindenhof", Told.LONGER),
        ("winter bau", "winter lindenhof", Told.IN_FULL),
        ("winter eichenau", "winter lindenhof", Told.UNKNOWN),
        ("winter bau", "winter optik", Told.APART),
        ("winter bau", "wintr bau", Told.NOTHING),
    ],
)
def test_words_of_a_trade_tell_more_in_names_with_legal_forms(one: str, other: str, in_full: Told):
    cleaned = make_cleaned([make_list("list", {"firm": [one, other, *OTHERS]})], {"firm": Role.ORGANISATION})
    pair = np.array([0], np.int32), np.array([1], np.int32)
    names = FirmNames(cleaned.fields[0])
    assert names.told(*pair, np.array([True]))[0] == in_full
    assert names.told(*pair, np.array([False]))[0] == names.told(*pair)[0] != Told.IN_FULL


def test_long_texts_are_no_names():
    assert told(" ".join(["muller bau", *OTHERS, "nord"]), " ".join(["muller bau", *OTHERS, "sud"])) == Told.NOTHING


WORDS = ("a", "bau", "nord", "nort", "muller", "ctr", "center", "1", "01", "ii", "и", "λ", "東京")


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30))
def test_any_words_are_read(words: list[str]):
    assert told(" ".join(words), " ".join(words[::-1] + ["sud"])) in Told


@pytest.mark.parametrize(("offices", "tells"), [(1, Told.NOTHING), (3, Told.APART)])
def test_words_that_several_names_have_side_by_side_are_no_short_forms_of_each_other(offices: int, tells: Told):
    more = tuple(f"stadt {town} standesamt" for town in ("ulm", "aalen", "calw")[:offices])
    assert told("standesamt hof", "stadt hof", (*more, "stadt hamm", "standesamt hamm")) == tells


@pytest.mark.parametrize(
    ("one", "other", "tells"),
    [("reader v2 6", "reader 2 6", Told.NOTHING), ("reader v2", "reader v3", Told.APART)],
)
def test_a_version_is_one_with_and_without_its_letter(one: str, other: str, tells: Told):
    titles = [one, other, "viewer v2", "viewer v3", "editor v2", "editor v3"]
    cleaned = make_cleaned([make_list("list", {"title": titles})], {"title": Role.TITLE})
    found = FirmNames(cleaned.fields[0]).told(np.array([0], np.int32), np.array([1], np.int32))
    assert Told(int(found[0])) == tells


@pytest.mark.parametrize(
    ("one", "other", "tells"),
    [
        ("bistro hawedon", "bistro saigar", Told.OTHER),
        ("muller hawedon", "muller saigar", Told.UNKNOWN),
        ("muller bistro hawedon", "muller bistro saigar", Told.UNKNOWN),
        ("bistro hawedon", "bistro hawedom", Told.NOTHING),
    ],
)
def test_a_word_of_a_trade_is_nothing_that_two_names_have_in_common(one: str, other: str, tells: Told):
    assert told(one, other, tuple(f"bistro {word}" for word in ("ulm", "anker", "rosa", "central", "milano"))) == tells
