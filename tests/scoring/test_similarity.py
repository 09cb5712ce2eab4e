"""Comparison levels: a table of what people meet, and what must hold for any texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.comparing import Comparer
from entityres.scoring.comparisons import COMPARISONS, Measure
from tests.helpers.building import make_cleaned, make_list


def records(role: Role, *texts: str) -> CleanedRecords:
    return make_cleaned([make_list("list", {"field": list(texts)})], {"field": role})


def level(role: Role, a: str, b: str, *more: str) -> str:
    found = Comparer(records(role, a, b, *more)).levels(np.array([0], np.int32), np.array([1], np.int32))[0][0]
    return "missing" if found < 0 else COMPARISONS[role].levels[found].words


TABLE = [
    (Role.GIVEN_NAME, "anna", "anna", "same"),
    (Role.GIVEN_NAME, "a", "anna", "initial"),
    (Role.GIVEN_NAME, "b", "anna", "different"),
    (Role.GIVEN_NAME, "bob", "robert", "nickname"),
    (Role.GIVEN_NAME, "jenifer", "jennifer", "1 letter"),
    (Role.GIVEN_NAME, "john", "joan", "other name, 1 letter"),
    (Role.GIVEN_NAME, "twin a", "twin b", "other name, 1 letter"),
    (Role.GIVEN_NAME, "baby 1", "baby 2", "other name, 1 letter"),
    (Role.GIVEN_NAME, "anna k", "anna m", "other name, 1 letter"),
    (Role.GIVEN_NAME, "mary ellen", "mary elln", "1 letter"),
    (Role.GIVEN_NAME, "janos", "janosne", "other name, 1 letter"),
    (Role.GIVEN_NAME, "peter", "peterne", "other name, 1 letter"),
    (Role.GIVEN_NAME, "vivian", "vivianne", "similar"),
    (Role.FAMILY_NAME, "szabon", "szabonne", "similar"),
    (Role.FAMILY_NAME, "kovacs", "kovacsne", "other name, 1 letter"),
    (Role.GIVEN_NAME, "mary", "mary ellen", "one inside the other"),
    (Role.GIVEN_NAME, "carly c", "carly catherine", "one inside the other"),
    (Role.GIVEN_NAME, "carly m", "carly catherine", "different"),
    (Role.GIVEN_NAME, "maggie", "margaret heather", "one inside the other"),
    (Role.GIVEN_NAME, "maria luisa", "mary teresa", "different"),
    (Role.FAMILY_NAME, "garcia l", "garcia lopez", "one inside the other"),
    (Role.FAMILY_NAME, "garcia lopez", "garcia perez", "different"),
    (Role.FAMILY_NAME, "garcia lopez", "garsia lopes", "similar"),
    (Role.FAMILY_NAME, "al sayyid al masri yusif", "al sayyid al sebai yusif", "different"),
    (Role.GIVEN_NAME, "kelly da s", "kelly da simoes", "similar"),
    (Role.GIVEN_NAME, "bianca dos vaz", "bianca da vaz", "similar"),
    (Role.GIVEN_NAME, "maria katharina", "maria katarzyna", "similar"),
    (Role.GIVEN_NAME, "anna", "peter", "different"),
    (Role.GIVEN_NAME, "", "peter", "missing"),
    (Role.FAMILY_NAME, "o neale", "oneale", "1 letter"),
    (Role.FAMILY_NAME, "smith hale", "smith", "one inside the other"),
    (Role.FAMILY_NAME, "gould", "guold", "1 letter"),
    (Role.FAMILY_NAME, "kowalski", "kowalskyi", "1 letter"),
    (Role.FAMILY_NAME, "gould", "martinez", "different"),
    (Role.STREET, "3762 gray st", "3762 gray st", "same"),
    (Role.STREET, "3762 gray st", "3762 grey st", "similar"),
    (Role.STREET, "gray st", "3762 gray st", "similar"),
    (Role.STREET, "3762 gray st", "3763 gray st", "other house number"),
    (Role.STREET, "3762 gray st", "3762 mill ln", "same house number"),
    (Role.STREET, "3762 gray st", "11 mill ln", "different"),
    (Role.STREET, "12a gray st", "12a grey st", "similar"),
    (Role.STREET, "12 gray st apt 4", "12 grey st flat 4", "similar"),
    (Role.STREET, "12 gray st apt 4", "12 gray st", "similar"),
    (Role.STREET, "12 gray st apt 4", "12 gray st apt 40", "same house number"),
    (Role.STREET, "12 gray st apt 4", "14 gray st apt 5", "other house number"),
    (Role.STREET, "mill house flat 4", "mill house flat 5", "other house number"),
    (Role.STREET, "apt 4", "apt 5", "different"),
    (Role.STREET, "12", "13", "different"),
    (Role.STREET, "12", "12 gray st", "same house number"),
    (Role.CITY, "gibsonfort", "gibsonport", "similar"),
    (Role.CITY, "北京", "北京市", "one inside the other"),
    (Role.CITY, "ulm", "ely", "different"),
    (Role.POSTCODE, "21935", "21936", "1 character"),
    (Role.POSTCODE, "21935", "21988", "same area"),
    (Role.POSTCODE, "21935", "01067", "different"),
    (Role.PHONE, "9618808628", "2028808628", "other area code"),
    (Role.PHONE, "9618808628", "9618808629", "1 digit"),
    (Role.PHONE, "9618808628", "1234567890", "different"),
    (Role.EMAIL, "ann@x.org", "ann@y.org", "other provider"),
    (Role.EMAIL, "carmen.martinez@x.org", "carmen.martines@x.org", "similar"),
    (Role.EMAIL, "ann@x.org", "bob@x.org", "different"),
    (Role.BIRTH_DATE, "1978-03-12", "1978-12-03", "day/month swapped"),
    (Role.BIRTH_DATE, "1978-03-12", "1978-03-13", "1 digit"),
    (Role.BIRTH_DATE, "1978-03-12", "1978-03-21", "1 digit"),
    (Role.BIRTH_DATE, "1978-03-12", "1978-08-12", "1 digit"),
    (Role.BIRTH_DATE, "1978-03-12", "1978-11-12", "two parts the same"),
    (Role.BIRTH_DATE, "1978-03-12", "1978-11-25", "same year"),
    (Role.BIRTH_DATE, "1978", "1978-11-25", "same year"),
    (Role.BIRTH_DATE, "1978-03-12", "1949-11-25", "different"),
    (Role.IDENTIFIER, "1915111", "1915112", "1 character"),
    (Role.IDENTIFIER, "1915121", "1915112", "2 characters swapped"),
    (Role.IDENTIFIER, "ab-1234", "ab-1243", "2 characters swapped"),
    (Role.IDENTIFIER, "1915211", "1915112", "different"),
    (Role.IDENTIFIER, "1915111", "19151111", "1 character"),
    (Role.IDENTIFIER, "1915111", "5304218", "different"),
    (Role.NUMBER, "100", "104", "within 5 %"),
    (Role.NUMBER, "100", "120", "within 25 %"),
    (Role.NUMBER, "100", "-100", "different"),
    (Role.REGION, "sa", "nsw", "different"),
    (Role.ORGANISATION, "porters joinery", "porters joinry", "nearly the same"),
    (Role.ORGANISATION, "alpha bakery", "omega garage", "different"),
    (Role.TITLE, "query optimization in databases", "query optimisation in databases", "nearly the same"),
]


@pytest.mark.parametrize(("role", "a", "b", "wanted"), TABLE)
def test_level(role: Role, a: str, b: str, wanted: str) -> None:
    more = ("7", "12") if role == Role.NUMBER else ("zz", "filling 12")
    assert level(role, a, b, *more) == wanted
    assert level(role, b, a, *more) == wanted


def test_behind_an_n_a_wife_is_told_where_a_list_has_others() -> None:
    hungarian = ("janos", "janosne", "peter", "peterne")
    assert level(Role.GIVEN_NAME, "martin", "martinne", *hungarian) == "other name, 1 letter"
    assert level(Role.GIVEN_NAME, "qoltan", "qoltanne", *hungarian) == "other name, 1 letter", "in no table"
    assert level(Role.GIVEN_NAME, "martin", "martinne", "anna") == "similar"


TEXT = st.text(alphabet="abcx1 2é", max_size=10).map(lambda text: " ".join(text.split()))
FREE = sorted(
    role for role, comparison in COMPARISONS.items() if comparison.measure not in (Measure.NUMBER, Measure.DATE)
)


@given(st.sampled_from(FREE), st.lists(TEXT, min_size=2, max_size=8))
def test_levels_are_symmetric_and_complete(role: Role, texts: list[str]) -> None:
    comparer = Comparer(records(role, *texts))
    left, right = (np.array(side, np.int32) for side in np.triu_indices(len(texts), 1))
    one, other = comparer.levels(left, right)[0], comparer.levels(right, left)[0]
    assert np.array_equal(one, other)
    for a, b, found in zip(left, right, one, strict=True):
        if not texts[a] or not texts[b]:
            assert found == -1
        elif texts[a] == texts[b]:
            assert found == 0
        else:
            assert 1 <= found <= COMPARISONS[role].different


@pytest.mark.parametrize("role", list(COMPARISONS))
def test_what_is_known_beforehand_is_a_distribution(role: Role) -> None:
    comparison = COMPARISONS[role]
    assert comparison.levels[0].words == "same"
    assert comparison.levels[-1].words == "different"
    assert sum(entry.m for entry in comparison.levels) == pytest.approx(1, abs=0.011)
    assert sum(entry.u for entry in comparison.levels) == pytest.approx(1, abs=0.03)
    assert comparison.levels[0].m / comparison.levels[0].u > comparison.levels[-1].m / comparison.levels[-1].u


@pytest.mark.parametrize(
    ("role", "one", "other", "wanted"),
    [
        (Role.GIVEN_NAME, "alexander", "александр", "missing"),
        (Role.FAMILY_NAME, "王小明", "wang", "missing"),
        (Role.ORGANISATION, "газпром", "gazprom export", "missing"),
        (Role.FAMILY_NAME, "анна", "анн", "1 letter"),
        (Role.STREET, "12", "12 high st", "same house number"),
    ],
)
def test_texts_in_two_scripts_cannot_be_compared(role: Role, one: str, other: str, wanted: str) -> None:
    assert level(role, one, other, "zz", "filling 12") == wanted
    assert level(role, other, one, "zz", "filling 12") == wanted


@given(st.lists(st.text("qxzwv", min_size=1, max_size=14), min_size=2, max_size=9, unique=True))
def test_a_name_is_another_with_slips_if_three_of_five_letters_are_right(names: list[str]):
    cleaned = records(Role.GIVEN_NAME, *names)
    left, right = (side.ravel().astype(np.int32) for side in np.indices((len(names), len(names))))
    wanted = [
        OSA.distance(names[i], names[j]) <= 0.4 * max(len(names[i]), len(names[j]))
        for i, j in zip(left, right, strict=True)
    ]
    assert Comparer(cleaned).misspelt(left, right).tolist() == wanted
