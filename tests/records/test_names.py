"""Names taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.cleaning import clean_records
from entityres.records.coding import texts_of
from entityres.records.names import (
    SUFFIXES,
    clean_part,
    clean_parts,
    nickname_groups,
    same_nickname,
    split_name,
    split_names,
    with_and,
)
from entityres.records.roles import Role
from tests.helpers.building import make_columns, make_list

CASES = {
    "Leslie, Grant": ("grant", "", "leslie", ""),
    "Grant Leslie": ("grant", "", "leslie", ""),
    "Müller, Jörg": ("jorg", "", "muller", ""),
    "Mr & Mrs J Ashby": ("j", "", "ashby", "joint"),
    "Joan Ashby and John Ashby": ("joan", "", "ashby", "joint"),
    "John & Joan Ashby": ("john", "", "ashby", "joint"),
    "Smith and Sons": ("smith", "and", "sons", ""),
    "Harold Vance Jr": ("harold", "", "vance", "jr"),
    "HAROLD VANCE JR.": ("harold", "", "vance", "jr"),
    "Harold Vance, Sr.": ("harold", "", "vance", "sr"),
    "Harold Vance III": ("harold", "", "vance", "3"),
    "Smith Jr, John A": ("john", "a", "smith", "jr"),
    "Dr. Jan van der Berg": ("jan", "", "van der berg", ""),
    "Berg, Jan van der": ("jan", "", "van der berg", ""),
    "Mary de la Cruz": ("mary", "", "de la cruz", ""),
    "von Trapp": ("", "", "von trapp", ""),
    "Freiherr Max von Berg": ("max", "", "von berg", ""),
    "Prof. Dr. rer. nat. habil. Eva Berg": ("eva", "", "berg", ""),
    "Dipl.-Ing. Max Berg": ("max", "", "berg", ""),
    "Dr.-Ing. Max Berg": ("max", "", "berg", ""),
    "Al Smith": ("al", "", "smith", ""),
    "Jean-Pierre Smith-Hale": ("jean pierre", "", "smith hale", ""),
    "Mary Ann O'Neale": ("mary", "ann", "oneale", ""),
    "Sean Mc Donald": ("sean", "", "mcdonald", ""),
    "Smith, John, MD": ("john", "", "smith", ""),
    "Andrew Ma": ("andrew", "", "ma", ""),
    "Ma, Andrew": ("andrew", "", "ma", ""),
    "Ann Hill MA": ("ann", "", "hill", ""),
    "Ann Hill, MA": ("ann", "", "hill", ""),
    "Max Bauer, LL.M.": ("max", "", "bauer", ""),
    "Hr. Peter Müller": ("peter", "", "muller", ""),
    "John Smith (DUPLICATE)": ("john", "", "smith", ""),
    "Doe, Jane (Janie)": ("jane", "", "doe", ""),
    "Jane Doe [old]": ("jane", "", "doe", ""),
    "(Jane)": ("", "", "jane", ""),
    "Smith (John)": ("smith", "", "john", ""),
    'Gump, Bubba "Shrimp King"': ("bubba", "", "gump", ""),
    "John “Jack” Smith": ("john", "", "smith", ""),
    "John Smith c/o Mary Lee": ("john", "", "smith", ""),
    "Ramesh Kumar S/O Suresh Kumar": ("ramesh", "", "kumar", ""),
    "Lakshmi Nair w/o. Anil Nair": ("lakshmi", "", "nair", ""),
    "Smt. Lakshmi Nair": ("lakshmi", "", "nair", ""),
    "นายสมชาย ใจดี": ("สมชาย", "", "ใจดี", ""),
    "น.ส. สมหญิง ใจดี": ("สมหญิง", "", "ใจดี", ""),
    "山田太郎様": ("", "", "山田太郎", ""),
    "김 민준 님": ("", "", "김민준", ""),
    "г-н Пётр Шубин": ("петр", "", "шубин", ""),
    "Holt Family": ("", "", "holt", ""),
    "The Holt Family": ("", "", "holt", ""),
    "Reception": ("", "", "reception", ""),
    "Hans von und zu Hohenstein": ("hans", "", "von und zu hohenstein", ""),
    "Hohenstein, Hans von und zu": ("hans", "", "von und zu hohenstein", ""),
    "von und zu Hohenstein": ("", "", "von und zu hohenstein", ""),
    "Hans und Grete von Hohenstein": ("hans", "", "von hohenstein", "joint"),
    "João Pedro dos Santos": ("joao", "pedro", "dos santos", ""),
    "Ahmed al-Farsi": ("ahmed", "", "al farsi", ""),
    "Omar bin Laden": ("omar", "", "bin laden", ""),
    "de Boer": ("", "", "de boer", ""),
    "De Boer Jan": ("jan", "", "de boer", ""),
    "Jan de Boer": ("jan", "", "de boer", ""),
    "de Boer, Jan": ("jan", "", "de boer", ""),
    "de heer J. de Boer": ("j", "", "de boer", ""),
    "von Trapp Georg Ludwig": ("georg", "ludwig", "von trapp", ""),
    "von der Leyen": ("", "", "von der leyen", ""),
    "Dr. med. Ann Lee": ("ann", "", "lee", ""),
    "Dr. h.c. Ann Lee": ("ann", "", "lee", ""),
    "Dr. H. Lee": ("h", "", "lee", ""),
    "Prof. em. Ann Lee": ("ann", "", "lee", ""),
    "Univ.-Prof. Dr. Ann Marie Lee": ("ann", "marie", "lee", ""),
    "Dipl.-Kfm. Jon Lee": ("jon", "", "lee", ""),
    "MMag. Ann Lee": ("ann", "", "lee", ""),
    "BSc MSc Ann Lee": ("ann", "", "lee", ""),
    "Avv. Luca Lee": ("luca", "", "lee", ""),
    "Drs. P. de Boer": ("p", "", "de boer", ""),
    "mgr inż. Jan Lee": ("jan", "", "lee", ""),
    "Dra. Paula Lima": ("paula", "", "lima", ""),
    "Em Lee": ("em", "", "lee", ""),
    "Arch Moore": ("arch", "", "moore", ""),
    "Prof. Dr. rer. nat. habil. Ann Marie Lee": ("ann", "marie", "lee", ""),
    "Lee, Dr. med. Ann": ("ann", "", "lee", ""),
    "Dr. Phil Collins": ("phil", "", "collins", ""),
    "Dr. phil. Ann Lee": ("ann", "", "lee", ""),
    "Phil Collins": ("phil", "", "collins", ""),
    "Mr. Nat Cole": ("nat", "", "cole", ""),
    "Med Ali": ("med", "", "ali", ""),
    "Sig.ra Maria Rossi": ("maria", "", "rossi", ""),
    "Ann Lee, M.D.": ("ann", "", "lee", ""),
    "Ann Lee M.D.": ("ann", "", "lee", ""),
    "Ann Lee, Ph.D., M.B.A.": ("ann", "", "lee", ""),
    "Lee, B. D.": ("b", "d", "lee", ""),
    "Rao Y S": ("y", "s", "rao", ""),
    "Y. S. Rao": ("y", "s", "rao", ""),
    "J.R.R. Tolkien": ("j", "r r", "tolkien", ""),
    "José García y López": ("jose", "", "garcia y lopez", ""),
    "Familie Müller": ("", "", "muller", ""),
    "Fam. Jan Müller": ("jan", "", "muller", ""),
    "Jo\u00adhann\u200b Lee": ("johann", "", "lee", ""),
    "ﬁona ﬂynn": ("fiona", "", "flynn", ""),
    "星野 さくら": ("", "", "星野さくら", ""),
    "李伟": ("", "", "李伟", ""),
    "": ("", "", "", ""),
    "Ann Hill M.A.": ("ann", "", "hill", ""),
    "Ann Hill, MD, FACC": ("ann", "", "hill", ""),
    "HILL/ANN MRS": ("ann", "", "hill", ""),
    "Lange/Lucie MR": ("lucie", "", "lange", ""),
    "O'NEIL/ANN MARIE": ("ann", "marie", "oneil", ""),
    "Anna u. Peter Müller": ("anna", "", "muller", "joint"),
    "Anna/Peter Müller": ("anna", "", "muller", "joint"),
    "Anna + Peter Müller": ("anna", "", "muller", "joint"),
    "Jan en Marie de Vries": ("jan", "", "de vries", "joint"),
    "Hans U. Müller": ("hans", "u", "muller", ""),
    "Rao M A": ("m", "a", "rao", ""),
}
TOKENS = st.sampled_from(
    [
        *sorted(SUFFIXES),
        "mr",
        "dr",
        "van",
        "de",
        "la",
        "al",
        "mc",
        "smith",
        "john",
        "a",
        "jean-luc",
        "o",
        "and",
        "&",
        "md",
        ",",
        ",",
        "é",
        "1st",
        "und",
        "von",
        "zu",
        "med",
        "phil",
        "heer",
        "familie",
        "y",
        "m",
        "d",
        "ph",
        "o",
        "mac",
        "李伟",
        "さくら",
        "Иванов",
        "محمد",
        "ไทย",
    ]
)


@pytest.mark.parametrize(("text", "parts"), CASES.items())
def test_full_names(text: str, parts: tuple[str, ...]) -> None:
    assert split_name(text) == parts
    assert tuple(part.to_list()[0] for part in split_names(texts_of([text]))) == parts


@given(st.lists(st.lists(TOKENS, max_size=7).map(" ".join), min_size=1, max_size=30))
def test_the_compiled_loop_splits_like_the_plain_function(texts: list[str]) -> None:
    parts = split_names(texts_of(texts))
    assert list(zip(*(part.to_list() for part in parts), strict=True)) == [tuple(split_name(text)) for text in texts]
    names, suffixes = clean_parts(texts_of(texts))
    assert list(zip(names.to_list(), suffixes.to_list(), strict=True)) == [
        (clean_part(text).given, clean_part(text).suffix) for text in texts
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("O Neale", "oneale"),
        ("O'Neale", "oneale"),
        ("Mc Donald", "mcdonald"),
        ("Mr John", "john"),
        ("Null", "null"),
        ("Smith-Hale", "smith hale"),
    ],
)
def test_single_names(text: str, name: str) -> None:
    assert clean_part(text).given == name


def test_nicknames() -> None:
    assert same_nickname("bob", "robert")
    assert same_nickname("bob", "rob")
    assert same_nickname("hans", "johannes")
    assert same_nickname("pepe", "jose")
    assert same_nickname("peggy", "margaret")
    assert not same_nickname("robert", "richard")
    assert not same_nickname("john", "mary")
    groups = nickname_groups()
    assert len(groups) > 1000
    assert set(groups["bill"]) & set(groups["william"])


def test_generations_have_one_form() -> None:
    assert SUFFIXES["junior"] == SUFFIXES["jr"] == "jr"
    assert SUFFIXES["iii"] == SUFFIXES["3rd"] == "3"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ann Hill née Weir", ("ann", "", "hill")),
        ("Hill, Ann (née Weir)", ("ann", "", "hill")),
        ("Hill née Weir, Ann Mary", ("ann", "mary", "hill")),
        ("Frau Käthe Müller geb. von Groß", ("kathe", "", "muller")),
        ("Käthe Müller, geborene Groß", ("kathe", "", "muller")),
        ("Mei Nee", ("mei", "", "nee")),
        ("Nee, Mei Ling", ("mei", "ling", "nee")),
        ("Nee Soon", ("nee", "", "soon")),
    ],
)
def test_names_by_birth_are_left_out(name, parts):
    assert split_name(name)[:3] == parts
    assert tuple(part.to_list()[0] for part in split_names(texts_of([name])))[:3] == parts


def test_names_by_birth_in_a_column_of_last_names():
    assert clean_parts(texts_of(["Hill née Weir", "Nee", "Müller geb. Groß"]))[0].to_list() == ["hill", "nee", "muller"]


def test_forms_of_address_that_are_joined_to_first_names_are_taken_off() -> None:
    assert clean_parts(texts_of(["นายสมชาย", "นางสาวสมหญิง", "สมชาย"]))[0].to_list() == ["สมชาย", "สมหญิง", "สมชาย"]


@pytest.mark.parametrize("name", ["mohd", "mohammed", "muhammad", "md"])
def test_one_name_of_another_alphabet_has_many_spellings(name: str) -> None:
    assert same_nickname(name, "mohamed")
    assert not same_nickname(name, "ahmed")


def test_particles_behind_a_comma_belong_in_front() -> None:
    families = ["Berg, van den", "van den Berg", "Vries , de", "Berg, Anna", "Berg, van"]
    lists = [make_list("list", {"Voornaam": ["Liz", "Liz", "Tom", "", ""], "Achternaam": families})]
    cleaned = clean_records(lists, make_columns(lists, {"Voornaam": Role.GIVEN_NAME, "Achternaam": Role.FAMILY_NAME}))
    family = next(field for field in cleaned.fields if field.role is Role.FAMILY_NAME)
    assert [family.text(record) for record in range(5)] == [
        "van den berg",
        "van den berg",
        "de vries",
        "berg",
        "van berg",
    ]


def test_first_names_of_two_people_are_told_whatever_stands_between_them() -> None:
    held = ["Anna u. Peter", "Anna/Peter", "Anna + Peter", "Anna und Peter", "Hans U.", "Anna-Maria"]
    names, suffixes = clean_parts(with_and(texts_of(held)))
    assert names.to_list() == ["anna", "anna", "anna", "anna", "hans u", "anna maria"]
    assert suffixes.to_list() == ["joint"] * 4 + [""] * 2
