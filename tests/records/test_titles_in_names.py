"""The sex that forms of address before full names tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.cleaning import clean_records
from entityres.records.coding import coded, texts_of
from entityres.records.finding_roles import find_roles
from entityres.records.folding import fold_text
from entityres.records.genders import tells_sex, told_sexes
from entityres.records.lining_up import line_up
from entityres.records.names import BEFORE, DEGREES, NAME_FOLD, TWO
from entityres.records.titles_in_names import sexes_before_names
from tests.helpers.building import make_list

NAMES = {
    "Herr Max Hill": "male",
    "Frau Dr. Erika Hill": "female",
    "Herrn Prof. Dr. med. Paul Reed": "male",
    "Hill, Frau Eva": "female",
    "Hill, Eva": "",
    "Dr. Kim Hill": "",
    "Anna Herr": "",
    "Frau": "female",
    "Familie Hill": "",
    "Herr und Frau Hill": "",
    "Herr Max und Frau Eva Hill": "",
    "": "",
}


def told(names: list[str]) -> list[str]:
    """What the form of address of each name tells."""
    raw = coded(texts_of(names))
    found = sexes_before_names(raw)
    if found is None:
        return [""] * len(names)
    texts = [*found.texts.to_list(), ""]
    return [texts[code] for code in found.codes]


def test_the_form_of_address_before_a_name_tells_the_sex() -> None:
    assert told(list(NAMES)) == list(NAMES.values())


@pytest.mark.parametrize(
    "names",
    [
        ["Sig.ra Anna Hill", "Dott.ssa Ann Hill", "Sig. Luca Hill"],
        ["Mevr. Hill", "mw. A. de Vries", "De heer J. Bakker"],
        ["Mme Anne Hill", "Mlle Ann Hill", "M. Luc Hill"],
        ["Sra. Ana Hill", "Doña Ann Hill", "Sr. Juan Hill"],
        ["г-жа Анна Петрова", "госпожа Ольга Петрова", "г-н Иван Петров"],
        ["Fru Anna Berg", "Frk. Ann Berg", "Herr Jan Berg"],
    ],
)
def test_forms_of_address_of_other_languages(names: list[str]) -> None:
    assert told(names) == ["female", "female", "male"]


@pytest.mark.parametrize(
    "names",
    [
        ["M. Hill", "Mr Reed", "Ann Kelly"],  # an initial; no women
        ["Don Hill", "Mary Reed"],
        [*(f"Ann {'abcdefghij'[i % 10]}hill{i}" for i in range(40)), "Mr Reed", "Mrs Reed"],  # too few
        [],
    ],
)
def test_names_of_one_sex_or_with_few_forms_of_address_tell_nothing(names: list[str]) -> None:
    assert sexes_before_names(coded(texts_of(names))) is None


WORDS = ("Mr", "Mrs", "Dr.", "med", "and", "Hill", "Ann", ",", "Ms")


def titles_of(name: str) -> str:
    """What the pattern finds, word by word."""
    words = fold_text(name, NAME_FOLD).split()
    if TWO & set(words[1:-1]):
        return ""
    for begin in (0, *(at + 1 for at, word in enumerate(words) if word == ",")):
        end = begin
        while end < len(words) and words[end] in (BEFORE if end == begin else BEFORE | DEGREES | TWO):
            end += 1
        if end > begin:
            return " ".join(words[begin:end])
    return ""


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5), max_size=12))
def test_many_names_at_once_tell_what_each_tells(words: list[list[str]]) -> None:
    names = ["Mr Bo Reed", "Mrs Bo Reed", *(" ".join(name) for name in words)]
    titles = [titles_of(name) for name in names]
    sexes = told_sexes({title: titles.count(title) for title in titles if title})
    assert told(names) == [sexes.get(title, "") for title in titles]


def test_a_list_of_full_names_gets_a_field_for_them() -> None:
    one = make_list("list", {"Tenant": ["Mr John Hill", "Mrs Jane Hill", "Ms J. Reed", "Dr Lee Kelly"] * 3})
    cleaned = clean_records([one], line_up([one], [find_roles(one)]))
    field = cleaned.field("form_of_address")
    assert tells_sex(field)
    assert [field.text(i) for i in range(4)] == ["male", "female", "female", ""]
    assert cleaned.field("given_name").text(0) == "john"
