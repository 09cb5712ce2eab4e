"""Columns of sexes and of forms of address: Herr and Frau, M. and Mme, H and M."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.cleaning import clean_records
from entityres.records.finding_roles import find_roles
from entityres.records.folding import Fold, fold_text
from entityres.records.genders import SEXES, tells_sex, told_sexes
from entityres.records.lining_up import line_up
from entityres.records.roles import Role
from tests.helpers.building import make_list

# A column in each line: its values for women / for men / for neither.
COLUMNS = {
    "German": "Frau, Frau Dr., Fräulein, Fr. / Herr, Herrn, Herr Prof. Dr., Hr. / Dr., Firma, Familie, Herr und Frau, Divers, D",
    "English": "Mrs, Mrs., Ms, Miss / Mr, Mr. / Dr, Prof, Rev, Fr, Mx, Mr & Mrs, Mr and Mrs, Mr/Ms",
    "French": "Mme, Mlle, Madame / M., Monsieur, Mr / Dr, M. et Mme",
    "Spanish": "Sra., Srta., Dña., D.ª, Sra. Dña. / Sr., D., Sr. D. / Dr.",
    "Italian": "Sig.ra, Signora, Sig.na, Dott.ssa, Gent.ma Sig.ra / Sig., Egr. Sig. / Dott., Spett.",
    "Dutch": "mevr., mw., Mevrouw / dhr., De heer / familie, dhr./mevr.",
    "Polish": "Pani / Pan / Państwo",
    "Portuguese": "Sra., Senhora / Sr., Senhor / Dr.",
    "Swedish": "Fru / Herr / Dr",
    "Russian": "г-жа / г-н / Dr",
    "Chinese": "女士, 小姐 / 先生 / Dr",
    "letters": "F / M / X, U",
    "German letters": "W / M / D",
    "French letters": "F / H / ",
    "Spanish letters": "M / H / ",
    "Polish letters": "K / M / ",
    "Dutch letters": "V / M / ",
    "two lists": "W, Frau / M, Herr / ",
    "two Spanish lists": "M, Sra. / H, Sr. / ",
    "French with its letters": "F, Mme / M / ",
    "M of two kinds": "F / H / M",
}


def folded(text: str) -> str:
    return fold_text(text, Fold.AND)


@pytest.mark.parametrize("column", COLUMNS)
def test_what_the_values_of_a_column_tell(column: str) -> None:
    parts = ([value.strip() for value in part.split(",") if value.strip()] for part in COLUMNS[column].split("/ "))
    expected = {
        folded(value): sex for sex, values in zip(("female", "male", ""), parts, strict=True) for value in values
    }
    assert told_sexes(dict.fromkeys(expected, 1)) == expected


@pytest.mark.parametrize(
    "values",
    [
        ("herr", "firma"),
        ("mrs", "dr"),
        ("yes", "no"),
        ("herr", "frau", "verlag", "stadt", "amt"),
        ("dear mr hill", "dear mrs reed"),
        ("s", "m", "l"),
        ("high", "medium", "low"),
        (),
    ],
)
def test_a_column_of_one_sex_or_of_other_things_tells_none(values: tuple[str, ...]) -> None:
    assert told_sexes(dict.fromkeys(values, 1)) == {}


def test_a_few_odd_values_do_not_hide_the_others() -> None:
    assert told_sexes({"herr": 50, "frau": 45, "gräfin": 1})["frau"] == "female"
    assert told_sexes({"herr": 50, "frau": 45, "verlag": 20}) == {}


WOMEN, MEN = ("mrs", "ms", "miss", "mrs dr", "prof ms"), ("mr", "mr dr", "sir")


@given(st.sets(st.sampled_from(WOMEN), min_size=1), st.sets(st.sampled_from(MEN), min_size=1), st.data())
def test_forms_of_address_of_one_sex_are_never_two(women: set[str], men: set[str], data: st.DataObject) -> None:
    counts = {word: data.draw(st.integers(1, 9)) for word in data.draw(st.permutations(sorted(women | men)))}
    told = told_sexes(counts)
    assert {told[word] for word in women} == {"female"}
    assert {told[word] for word in men} == {"male"}
    assert set(told.values()) == SEXES


@pytest.mark.parametrize("heading", ["Anrede", "Salutation", "Prefix", "Title", "Civilité", "Titolo", "敬称", "c7"])
def test_a_column_of_forms_of_address_is_compared_whatever_its_heading(heading: str) -> None:
    names = [f"{first} {last}" for first in ("Anna", "Peter", "Julia", "Thomas") for last in ("Hill", "Reed", "Kelly")]
    (_, found) = find_roles(make_list("list", {"name": names, heading: ["Frau", "Herr", "Frau Dr."] * 4}))
    assert found.role is Role.CATEGORY
    assert "a woman from a man" in found.why


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Anrede", ["Firma", "Herr"]),
        ("Title", ["Dr", "Prof", "Rev"]),
        ("Salutation", ["Dear Mr Hill", "Dear Mrs Reed", "Dear Ms Kelly"]),
        ("Anrede Ehepartner", ["Herr", "Frau"]),
        ("Spouse title", ["Mr", "Mrs"]),
    ],
)
def test_what_tells_no_sex_or_that_of_a_relative_is_only_kept(heading: str, values: list[str]) -> None:
    columns = {"Name": ["Anna Hill", "Peter Reed", "Julia Kelly"] * 8, heading: values * (24 // len(values))}
    assert find_roles(make_list("list", columns))[1].role in (Role.KEEP, Role.TEXT)


def test_sexes_are_compared_in_one_word_and_what_tells_none_is_missing() -> None:
    cells = ["Frau", "Herr", "Frau Dr.", "", "Dr.", "Herr und Frau", "Herrn"]
    one = make_list("list", {"Anrede": cells, "Name": [f"Kim Hill{'abcdefg'[i]}" for i in range(7)]})
    field = clean_records([one], line_up([one], [find_roles(one)])).field("category")
    assert field.values.to_pylist() == ["female", "male"]
    assert field.codes.tolist() == [0, 1, 0, -1, -1, -1, 1]
    assert tells_sex(field)
    assert field.label == "Anrede", "a reader does not know it as a category"
