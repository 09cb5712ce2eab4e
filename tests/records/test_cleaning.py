"""Whole lists cleaned: fields, placeholders, warnings."""

from __future__ import annotations

import datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.errors import Cancelled
from entityres.progress import Progress
from entityres.records.cleaning import clean_records
from entityres.records.fields import CleanedRecords
from entityres.records.finding_roles import find_roles
from entityres.records.lining_up import apply_choices, line_up
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from tests.helpers.building import make_list

pytestmark = pytest.mark.slow


def clean(
    *lists: RecordList,
    roles: dict[str, Role] | None = None,
    check: str | None = None,
    placeholders: tuple[tuple[str, str], ...] = (),
    not_placeholders: tuple[tuple[str, str], ...] = (),
) -> CleanedRecords:
    columns = line_up(lists, apply_choices(lists, [find_roles(one) for one in lists], roles or {}, check))
    return clean_records(lists, columns, placeholders, not_placeholders)


def values(cleaned: CleanedRecords, name: str) -> list[str]:
    return [cleaned.field(name).text(i) for i in range(len(cleaned))]


def names(cleaned: CleanedRecords) -> list[str]:
    return [field.name for field in cleaned.fields]


def test_fields_hold_sorted_distinct_values_and_codes() -> None:
    cleaned = clean(make_list("a", {"city": ["Köln", "Bonn", "", "KÖLN"]}), make_list("b", {"ort": ["bonn", "Aachen"]}))
    field = cleaned.field("city")
    assert field.values.to_pylist() == ["aachen", "bonn", "koln"]
    assert field.codes.tolist() == [2, 1, -1, 2, 1, 0]
    assert field.codes.dtype == np.int32
    assert field.sources == (("city",), ("ort",))
    assert cleaned.starts.tolist() == [0, 4, 6]
    assert field.counts.tolist() == [1, 2, 2]


def test_full_names_give_first_and_last_names() -> None:
    cleaned = clean(
        make_list("a", {"name": ["Leslie, Grant", "Grant Leslie", "Harold A. Vance Jr", "Mr & Mrs J Ashby"]})
    )
    assert values(cleaned, "given_name") == ["grant", "grant", "harold", "j"]
    assert values(cleaned, "family_name") == ["leslie", "leslie", "vance", "ashby"]
    assert values(cleaned, "middle_name") == ["", "", "a", ""]
    assert values(cleaned, "name_suffix") == ["", "", "jr", "joint"]


def test_a_full_name_in_the_last_name_column_is_split() -> None:
    cleaned = clean(make_list("a", {"first": ["Grant", "", "Ann"], "last": ["Leslie", "Leslie, Grant", "Lee, Park"]}))
    assert values(cleaned, "given_name") == ["grant", "grant", "ann"]
    assert values(cleaned, "family_name") == ["leslie", "leslie", "lee park"]


def test_separate_columns_win_and_a_full_name_fills_what_is_empty() -> None:
    cleaned = clean(
        make_list(
            "a",
            {
                "full_name": ["Tom B. Chud", "Ida May Reed", "Sam Hill"],
                "first_name": ["Thomas", "", "Sam"],
                "surname": ["Chudleigh", "", ""],
            },
        )
    )
    assert values(cleaned, "given_name") == ["thomas", "ida", "sam"]
    assert values(cleaned, "family_name") == ["chudleigh", "reed", "hill"]
    assert values(cleaned, "middle_name") == ["", "may", ""]


def test_lists_with_full_and_with_separate_names_meet() -> None:
    cleaned = clean(
        make_list("a", {"name": ["Ada Reid", "Bo Lund"]}), make_list("b", {"vorname": ["Ada"], "nachname": ["Reid"]})
    )
    assert values(cleaned, "given_name") == ["ada", "bo", "ada"]
    assert values(cleaned, "family_name") == ["reid", "lund", "reid"]


def test_parts_of_a_street_are_joined_in_column_order() -> None:
    cleaned = clean(
        make_list(
            "a",
            {
                "street_number": ["7", "", "3"],
                "address_1": ["Main Street", "High Road", ""],
                "address_2": ["", "Hill", ""],
            },
        ),
        make_list("b", {"strasse": ["Main St 7"]}),
    )
    assert values(cleaned, "street") == ["7 main st", "high rd hl", "3", "7 main st"]
    assert cleaned.field("street").sources == (("street_number", "address_1", "address_2"), ("strasse",))


def test_a_post_box_is_no_house_number() -> None:
    assert values(clean(make_list("a", {"street": ["", "Hill Rd"], "po_box": ["29", ""]})), "street") == [
        "po box 29",
        "hl rd",
    ]


def test_several_phones_are_fields_of_their_own() -> None:
    cleaned = clean(make_list("a", {"phone": ["030 1234567"], "mobile": ["0171 1234567"]}))
    assert values(cleaned, "phone") == ["301234567"]
    assert values(cleaned, "phone_2") == ["1711234567"]
    assert cleaned.field("phone_2").label == "Phone (mobile)"


def test_phones_of_all_lists_share_a_country() -> None:
    cleaned = clean(
        make_list("a", {"phone": ["+44 1632 960123"] * 3}), make_list("b", {"phone": ["441632960123", "01632960123"]})
    )
    assert len(cleaned.field("phone").values) == 1


def test_damaged_phones_are_missing_and_reported() -> None:
    cleaned = clean(
        make_list(
            "a", {"phone": ["4.477E+11", "4.477E+11", "447700900123", "4.477E+11", "+447700900456", "447700900456"]}
        )
    )
    assert values(cleaned, "phone") == ["", "", "7700900123", "", "7700900456", "7700900456"]
    assert any("'phone'" in w and "3 values" in w and "spreadsheet" in w for w in cleaned.warnings)


def test_dates_without_evidence_are_reported() -> None:
    cleaned = clean(make_list("a", {"dob": ["03/04/1980", "04/03/1980"]}))
    assert values(cleaned, "birth_date") == ["1980-04-03", "1980-03-04"]
    assert any("'dob'" in warning and "day" in warning for warning in cleaned.warnings)
    decided = clean(make_list("a", {"dob": ["03/04/1980", "25/12/1975"]}))
    assert not any("month" in warning for warning in decided.warnings)


def test_states_speak_for_american_dates() -> None:
    cleaned = clean(make_list("a", {"dob": ["03/04/1980", "04/03/1980"], "state": ["WA", "CO"]}))
    assert values(cleaned, "birth_date") == ["1980-03-04", "1980-04-03"]


KNOWN = ["0000000000", "N/A", "1111111111", "none", "-", "00000 000000", "n/a", "unknown"]


def test_placeholders_are_missing_and_listed_with_their_count() -> None:
    cleaned = clean(
        make_list(
            "a",
            {
                "phone": [*KNOWN, "01632960871", "01632960872"],
                "email": [
                    "test@test.com",
                    "noemail@example.com",
                    "na@na.com",
                    "none",
                    "TEST@TEST.COM",
                    "N/A",
                    "",
                    "",
                    "maud@example.com",
                    "x@y.org",
                ],
                "dob": ["1900-01-01"] * 4 + ["N/A"] * 4 + ["1971-04-09", "1972-04-09"],
            },
        )
    )
    assert [field.codes[:8].max() for field in cleaned.fields] == [-1, -1, -1]
    found = {(p.column, p.text): p.records for p in cleaned.placeholders}
    assert {text for column, text in found if column == "phone"} == set(KNOWN)
    assert found["dob", "1900-01-01"] == 4
    assert {text for column, text in found if column == "email"} == {
        "test@test.com",
        "TEST@TEST.COM",
        "noemail@example.com",
        "na@na.com",
        "none",
        "N/A",
    }


@pytest.mark.parametrize("made_up", ["x@x.com", "A@a.de", "aaa@aaa.co.uk", "xx@xx.xx"])
def test_addresses_of_one_letter_are_made_up(made_up: str) -> None:
    mails = [made_up, "x@y.org", "aa@aaa.de", "ana@ana.de", "a@ab.de"]
    cleaned = clean(make_list("a", {"name": [f"Ann {i}" for i in range(5)], "email": mails}))
    assert [cleaned.field("email").text(i) for i in range(5)] == ["", *mails[1:]]


@pytest.mark.parametrize(
    ("written", "values"),
    [
        (["F", "female", "M", "Male", "weiblich", ""], ["female", "female", "male", "male", "female", ""]),
        (["H", "M", "H", "M"], ["male", "female", "male", "female"]),  # hombre and mujer
        (["H", "M", "F", "M"], ["male", "", "female", ""]),  # mujer, or homme in another list and male: nobody knows
        (["f", "m", "married"], ["f", "m", "married"]),
    ],
)
def test_words_for_a_sex_have_one_form(written: list[str], values: list[str]) -> None:
    rows = {"name": [f"Ann {i}" for i in range(len(written))], "sex": written}
    cleaned = clean(make_list("a", rows))
    assert [cleaned.field("category").text(i) for i in range(len(written))] == values


def test_the_user_has_the_last_word_about_placeholders() -> None:
    one = make_list(
        "a",
        {"email": ["test@test.com", "info@shop.org", "a@b.org"], "phone": ["1111111111", "01632960871", "01632960872"]},
    )
    cleaned = clean(
        one,
        placeholders=(("email", "INFO@shop.org"),),
        not_placeholders=(("email", "test@test.com"), ("phone", "1111111111")),
    )
    assert values(cleaned, "email") == ["test@test.com", "", "a@b.org"]
    assert values(cleaned, "phone")[0] == "1111111111"
    assert [(p.column, p.text) for p in cleaned.placeholders] == [("email", "info@shop.org")]


def test_people_called_null_keep_their_name() -> None:
    cleaned = clean(
        make_list("a", {"first_name": ["Ann", "", "Bo", "None"], "last_name": ["Null", "Null", "n/a", "Reed"]})
    )
    assert values(cleaned, "family_name") == ["null", "", "", "reed"]
    assert values(cleaned, "given_name") == ["ann", "", "bo", "none"]
    many = clean(
        make_list("a", {"first_name": [f"A{i}" for i in range(40)], "last_name": ["Null"] * 30 + ["Reed"] * 10})
    )
    assert values(many, "family_name") == [""] * 30 + ["reed"] * 10


def test_two_words_that_may_be_no_names_are_nobodys() -> None:
    given = ["Test", "asdf", "No", "Demo", "Test", "Ann", "No", "Nan"]
    last = ["Test", "asdf", "Name", "User", "Reed", "Sample", "Reed", "Hill"]
    cleaned = clean(make_list("a", {"first_name": given, "last_name": last}))
    assert values(cleaned, "given_name") == ["", "", "", "", "test", "ann", "no", "nan"]
    assert values(cleaned, "family_name") == ["", "", "", "", "reed", "sample", "reed", "hill"]
    assert {p.text for p in cleaned.placeholders} == {"Test", "asdf", "No", "Name", "Demo", "User"}
    full = clean(make_list("a", {"full_name": ["asdf asdf", "Test User", "Sam User", "No Reed"]}))
    assert values(full, "family_name") == ["", "", "user", "reed"]
    town = clean(make_list("a", {"city": ["Demo", "No"], "name": ["Ann Reed", "Bo Hill"]}))
    assert values(town, "city") == ["demo", "no"]


def test_names_and_streets_of_a_list_in_two_scripts_are_compared() -> None:
    columns = {
        "first_name": ["Иван", "Ivan", "Мария", "Mariya"] * 10,
        "last_name": ["Цеков", "Tsekov", "Щерева", "Shtereva"] * 10,
        "street": ["ул. Марица 5", "ul. Maritsa 5", "ул. Шипка 7", "ul. Shipka 7"] * 10,
        "city": ["Стара Загора", "Stara Zagora"] * 20,
    }
    cleaned = clean(make_list("list", columns))
    for name in ("given_name", "family_name", "street", "city"):
        found = values(cleaned, name)
        assert found[0] == found[1] != ""
        assert found[2] == found[3]
    assert values(cleaned, "family_name")[:3:2] == ["tsekov", "shtereva"]
    full = clean(make_list("list", {"full_name": ["Иван Цеков", "Ivan Tsekov"] * 20}))
    assert values(full, "family_name")[:2] == ["tsekov"] * 2


def family(number: int) -> str:
    return "Fam" + "".join(chr(97 + int(digit)) for digit in str(number))


def test_a_value_that_many_strangers_share_is_too_common() -> None:
    n = 300
    phones = ["0301234567"] * 30 + [f"030{2000000 + i}" for i in range(n - 30)]
    people = {"first_name": ["Kim"] * n, "last_name": [family(i) for i in range(n)]}
    cleaned = clean(make_list("a", {**people, "phone": phones}))
    assert values(cleaned, "phone")[:30] == [""] * 30
    assert values(cleaned, "phone")[30] == "302000000"
    assert [(p.text, p.records) for p in cleaned.placeholders] == [("0301234567", 30)]
    assert "30 records" in cleaned.placeholders[0].why
    kept = clean(make_list("a", {**people, "phone": phones}), not_placeholders=(("phone", "0301234567"),))
    assert values(kept, "phone")[0] == "301234567"


def test_a_value_that_one_family_shares_is_kept() -> None:
    n = 300
    cleaned = clean(
        make_list(
            "a",
            {
                "last_name": ["Vance"] * 30 + [family(i) for i in range(n - 30)],
                "phone": ["0301234567"] * 30 + [f"030{2000000 + i}" for i in range(n - 30)],
            },
        )
    )
    assert values(cleaned, "phone")[0] == "301234567"


def test_record_numbers_are_not_compared_and_repeats_are_told() -> None:
    north = make_list("north", {"id": ["1", "2", "3"], "name": ["Alan Birk", "Cleo Dane", "Finn Ekberg"]})
    south = make_list(
        "south", {"id": ["1", "2", "3", "3"], "name": ["Gita Holm", "Ivan Jorn", "Cleo Dane", "Kara Lind"]}
    )
    cleaned = clean(north, south)
    assert names(cleaned) == ["given_name", "family_name"]
    assert len(cleaned.warnings) == 1
    for part in ("south", "value 3", "3 values", "more than one list", "own record numbers"):
        assert part in cleaned.warnings[0]
    assert clean(north).warnings == ()


def test_numbers_that_belong_to_the_customer_are_compared() -> None:
    assert values(clean(make_list("a", {"ssn": ["179-77-9214", "179779214"]})), "identifier") == [
        "179779214",
        "179779214",
    ]


def test_the_check_column_becomes_numbers() -> None:
    cleaned = clean(
        make_list("a", {"name": ["A B", "C D", "E F"], "created": ["1970-01-02", "", "1970-01-04"]}), check="created"
    )
    assert cleaned.check is not None
    assert cleaned.check.name == "created"
    np.testing.assert_array_equal(cleaned.check.values, [1.0, np.nan, 3.0])
    assert "created" not in names(cleaned)
    amounts = clean(make_list("a", {"name": ["A B", "C D"], "amount": ["1,5", "2"]}), check="amount")
    assert amounts.check is not None
    assert amounts.check.values.tolist() == [1.5, 2.0]
    texts = clean(make_list("a", {"name": ["A B", "C D", "E F"], "note": ["red", "Blue", "RED"]}), check="note")
    assert texts.check is not None
    assert texts.check.texts is not None
    assert [texts.check.texts[int(at)].as_py() for at in texts.check.values] == ["red", "blue", "red"]
    empty = clean(make_list("a", {"name": ["A B", "C D"], "note": ["", ""]}), check="note")
    assert empty.check is None
    assert any("'note'" in warning for warning in empty.warnings)


def test_an_empty_column_of_a_role_is_told() -> None:
    cleaned = clean(make_list("a", {"name": ["A Reed", "C Dale"], "phone": ["", ""]}))
    assert names(cleaned) == ["given_name", "family_name"]
    assert any("'phone'" in warning for warning in cleaned.warnings)


def test_a_list_without_records() -> None:
    cleaned = clean(make_list("a", {"id": [], "name": [], "email": []}))
    assert len(cleaned) == 0
    assert cleaned.fields == ()


def test_lists_of_all_roles_are_cleaned() -> None:
    one = make_list("a", {str(role): ["Some value 12", "x@y.org", "2001-02-03"] for role in Role})
    cleaned = clean(one, roles={str(role): role for role in Role})
    assert {field.role for field in cleaned.fields} >= {
        Role.GIVEN_NAME,
        Role.STREET,
        Role.TITLE,
        Role.ITEMS,
        Role.CATEGORY,
    }


def test_many_distinct_cells_are_cleaned_like_few() -> None:
    n = 100_500
    numbers = [f"User{i}@Example.com" for i in range(n)]
    numbers[17] = numbers[99_000] = "N/A"
    numbers[18] = ""
    cleaned = clean(make_list("a", {"email": numbers}))
    field = cleaned.field("email")
    assert len(field.values) == n - 3
    assert field.text(100_499) == "user100499@example.com"
    assert [(p.text, p.records) for p in cleaned.placeholders] == [("N/A", 2)]
    assert field.codes[[17, 18, 99_000]].tolist() == [-1, -1, -1]


def test_the_same_lists_give_the_same_result() -> None:
    lists = [make_list("a", {"name": ["A Reed", "n/a"], "phone": ["n/a", "0301234567"], "email": ["none", "a@b.org"]})]
    first, second = clean(*lists), clean(*lists)
    assert first.placeholders == second.placeholders
    assert first.warnings == second.warnings
    assert names(first) == names(second)


def test_cleaning_can_be_stopped() -> None:
    one = make_list("a", {"name": ["A Reed"]})
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        clean_records([one], line_up([one], [find_roles(one)]), (), (), progress)


def test_umlauts_agree_with_two_vowels_across_lists_and_columns() -> None:
    cleaned = clean(
        make_list("a", {"name": ["Jörg Müller", "Manuel Bauer"], "ort": ["Lüneburg", "Goes"], "strasse": ["Mühlweg 1", ""]}),
        make_list(
            "b",
            {"vorname": ["Joerg", "Michael"], "nachname": ["Mueller", "Muller"], "city": ["Lueneburg", "Köln"],
             "street": ["Muehlweg 1", "Bauerweg 2"]},
        ),
    )  # fmt: skip
    assert values(cleaned, "given_name") == ["jorg", "manuel", "jorg", "michael"]
    assert values(cleaned, "family_name") == ["muller", "bauer", "muller", "muller"]
    assert values(cleaned, "city") == ["luneburg", "goes", "luneburg", "koln"]
    assert values(cleaned, "street") == ["1 muhlweg", "", "1 muhlweg", "2 bauerweg"]


def test_each_list_has_its_own_order_of_day_and_month() -> None:
    american = make_list("us", {"dob": ["04/13/1967", "03/04/1980", "12/25/1975"]})
    british = make_list("uk", {"birth date": ["13/04/1967", "03/04/1980", "25/12/1975"]})
    open_ = make_list("xx", {"DOB": ["03/04/1980"]})
    assert values(clean(american, british), "birth_date") == [
        "1967-04-13", "1980-03-04", "1975-12-25", "1967-04-13", "1980-04-03", "1975-12-25",
    ]  # fmt: skip
    cleaned = clean(british, open_)
    assert values(cleaned, "birth_date")[3] == "1980-04-03"
    assert not any("month" in warning for warning in cleaned.warnings)


def test_each_list_has_its_own_country_of_telephone_numbers() -> None:
    british = make_list("uk", {"phone": ["+44 1632 960123", "+44 1632 960124", "+44 1632 960125", "441632960126"]})
    german = make_list("de", {"telefon": ["+49 30 1234567", "+49 30 1234568", "+49 30 1234569", "49301234560"]})
    cleaned = clean(british, german)
    assert values(cleaned, "phone")[3] == "1632960126"
    assert values(cleaned, "phone")[7] == "301234560"


def test_a_list_with_too_few_numbers_follows_the_others() -> None:
    many = make_list("a", {"phone": [f"+44 1632 96012{i}" for i in range(9)]})
    few = make_list("b", {"phone": ["+33 1 23 45 67 89", "441632960120"]})
    assert values(clean(many, few), "phone")[-1] == "1632960120"


def test_day_numbers_of_a_spreadsheet_are_read_and_reported() -> None:
    cleaned = clean(make_list("a", {"dob": ["29312", "1980-04-01", "29312.5", "9000", "1975", "soon"]}))
    assert values(cleaned, "birth_date") == ["1980-04-01", "1980-04-01", "1980-04-01", "1924-08-21", "1975", ""]
    said = [warning for warning in cleaned.warnings if "spreadsheet" in warning]
    assert len(said) == 1
    for part in ("'dob'", "3 values", "day numbers", "1980-04-01"):
        assert part in said[0]
    assert any("1 value is no date" in warning and "such as soon" in warning for warning in cleaned.warnings)


def test_years_of_two_digits_are_reported_and_births_lie_in_the_past() -> None:
    next_year = datetime.date.today().year + 1
    cells = ["03.02.45", f"31.12.{next_year % 100:02d}", f"01.01.{next_year}", "24.12.1971"]
    cleaned = clean(make_list("a", {"geburtsdatum": cells}))
    assert values(cleaned, "birth_date") == ["1945-02-03", f"{next_year - 100}-12-31", "", "1971-12-24"]
    assert any("2 years have two digits" in warning and "03.02.45" in warning for warning in cleaned.warnings)
    assert any(
        "1 value is no date of the past" in warning and f"01.01.{next_year}" in warning for warning in cleaned.warnings
    )


def test_rounded_numbers_of_any_code_are_damage() -> None:
    cleaned = clean(make_list("a", {"iban": ["4.477E+11", "4,477e+11", "DE02100100100006820101", "1E5"]}))
    assert values(cleaned, "identifier") == ["", "", "de02100100100006820101", "1e5"]
    assert any("'iban'" in warning and "2 values look damaged" in warning for warning in cleaned.warnings)


def test_lost_zeros_of_postcodes_come_back_where_the_lists_show_them() -> None:
    cleaned = clean(make_list("a", {"plz": ["01067", "1067", "8001", "50999", "1067"]}))
    assert values(cleaned, "postcode") == ["01067", "01067", "8001", "50999", "01067"]
    assert any("'plz'" in warning and "2 values have" in warning and "1067" in warning for warning in cleaned.warnings)
    assert clean(make_list("a", {"plz": ["1067", "8001"]})).warnings == ()


def test_countries_and_states_have_one_form() -> None:
    cleaned = clean(
        make_list("a", {"country": ["Germany", "USA"], "state": ["Bavaria", "California"]}),
        make_list("b", {"land": ["Deutschland", "United States"], "bundesland": ["Bavaria", "CA"]}),
    )
    assert values(cleaned, "country") == ["de", "us", "de", "us"]
    assert values(cleaned, "region") == ["bavaria", "ca", "bavaria", "ca"]


@settings(deadline=None, max_examples=25)
@given(st.integers(20, 300), st.sampled_from(["city", "last_name", "first_name", "company", "zip", "state", "country"]))
def test_common_values_that_people_really_have_are_kept(n: int, column: str) -> None:
    """A big town, a common surname, a large employer: however many records have it, it stays a value."""
    texts = {"zip": "10115", "state": "CA", "country": "Germany"}
    columns = {
        "first_name": [f"Kim{family(i)}" for i in range(n)],
        "last_name": [family(i) for i in range(n)],
        "company": [f"Weir {family(i)} Ltd" for i in range(n)],
        "city": [f"Town{family(i % 50)}" for i in range(n)],
        "zip": [f"{10000 + i}" for i in range(n)],
        "state": ["CA"] * n,
        "country": ["Germany"] * n,
    }
    common = texts.get(column, "Berlin")
    columns[column] = [common if i % 5 else cell for i, cell in enumerate(columns[column])]
    cleaned = clean(make_list("a", columns))
    role = {"zip": "postcode", "state": "region", "company": "organisation"}.get(column, column)
    role = {"last_name": "family_name", "first_name": "given_name"}.get(role, role)
    assert cleaned.field(role).codes.min() >= 0
    assert cleaned.placeholders == ()


@settings(deadline=None, max_examples=25)
@given(st.integers(30, 200), st.integers(0, 170))
def test_the_street_of_a_large_office_is_kept(office: int, others: int) -> None:
    n = office + others
    cleaned = clean(
        make_list(
            "a",
            {
                "last_name": [family(i) for i in range(n)],
                "street": ["1 Harbour Square"] * office + [f"{i} Mill Lane" for i in range(others)],
                "zip": ["20457"] * office + [f"{10000 + i}" for i in range(others)],
            },
        )
    )
    assert values(cleaned, "street")[0] == "1 harbour sq"


KNOWN_NAMES = st.sampled_from(["Null", "None", "Nan", "Na", "Test", "Nil", "Same", "Blank", "Guest", "Geen", "Missing"])


@settings(deadline=None, max_examples=25)
@given(st.lists(KNOWN_NAMES, min_size=1, max_size=4), st.integers(0, 300))
def test_rare_names_that_look_like_placeholders_are_kept_beside_a_first_name(odd: list[str], others: int) -> None:
    surnames = [*odd, *(family(i) for i in range(others))]
    cleaned = clean(make_list("a", {"first_name": ["Ada"] * len(surnames), "last_name": surnames}))
    assert [values(cleaned, "family_name")[i] for i in range(len(odd))] == [name.lower() for name in odd]


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(["phone", "email"]), st.integers(20, 80))
def test_every_value_that_counts_as_missing_can_be_switched_back(column: str, shared: int) -> None:
    text = "0301234567" if column == "phone" else "office@weir.example.org"
    own = [f"0302{i:06d}" if column == "phone" else f"a{i}@example.org" for i in range(400)]
    one = make_list("a", {"last_name": [family(i) for i in range(shared + 400)], column: [text] * shared + own})
    found = clean(one).placeholders
    assert [(p.column, p.text, p.records) for p in found] == [(column, text, shared)]
    back = clean(one, not_placeholders=((column, found[0].text),))
    assert back.placeholders == ()
    assert values(back, column)[0] != ""
    chosen = clean(one, placeholders=((column, own[0]),))
    assert values(chosen, column)[shared] == ""


def test_what_people_write_who_have_no_firm_or_address_is_missing() -> None:
    cleaned = clean(
        make_list(
            "a",
            {
                "name": ["Ada Weir", "Bo Quill", "Cy Hill"],
                "company": ["privat", "Privat Equity Partners GmbH", "Self-employed"],
                "street": ["unbekannt verzogen", "1 Moved Lane", "No fixed abode"],
                "ssn": ["123-45-6789", "999999999", "179-00-9214"],
            },
        )
    )
    assert values(cleaned, "organisation") == ["", "privat equity partners", ""]
    assert values(cleaned, "street")[::2] == ["", ""]
    assert values(cleaned, "identifier") == ["", "", "179009214"]
    assert {(p.column, p.text) for p in cleaned.placeholders} >= {("company", "privat"), ("ssn", "123-45-6789")}


def test_the_check_column_is_read_list_by_list() -> None:
    american = make_list("us", {"name": ["A B", "C D"], "created": ["01/02/1970", "12/25/1970"]})
    british = make_list("uk", {"name": ["E F", "G H"], "created": ["01/02/1970", "25/12/1970"]})
    cleaned = clean(american, british, check="created")
    assert cleaned.check is not None
    assert cleaned.check.values.tolist() == [1.0, 358.0, 31.0, 358.0]
