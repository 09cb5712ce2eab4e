"""Roles of columns: the share that is right on known lists, in eight languages, and without headings."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from entityres.records.finding_roles import find_roles
from entityres.records.headings import sense_of
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from tests.eval.exports import lists_of_exports
from tests.eval.role_lists import RightList, known_lists, lists_with_headings, lists_without_headings
from tests.eval.roles import judge, share, wrong
from tests.helpers.building import make_list

HEADINGS = Path(__file__).with_name("headings.csv")


@pytest.mark.parametrize(
    ("lists", "least"),
    [
        (known_lists(), 1.0),
        (lists_with_headings(), 0.99),
        (lists_without_headings(), 0.97),
        (lists_of_exports(), 1.0),
    ],
    ids=["known lists", "eight languages", "without headings", "exports of programs"],
)
def test_nearly_every_column_gets_a_right_role(lists: list[RightList], least: float) -> None:
    verdicts = judge(lists)
    assert share(verdicts) >= least, wrong(verdicts)


def test_a_role_that_is_wrong_is_at_least_unsure() -> None:
    assert not [v for v in judge(lists_without_headings()) if not v.is_right and v.found.sure]


def test_every_role_says_why_in_a_sentence() -> None:
    for verdict in judge([*known_lists(), *lists_without_headings()[:5]]):
        assert verdict.found.why.endswith("."), verdict


def test_headings_in_nine_languages_and_of_exports_of_programs() -> None:
    asked: Counter[str] = Counter()
    missed = []
    with HEADINGS.open(encoding="utf-8", newline="") as handle:
        for row in csv.DictReader(handle):
            roles = set(row["roles"].split("|"))
            for heading, *also in (entry.split("|") for entry in row["headings"].split("¦")):
                asked[row["language"]] += 1
                if str(sense_of(heading).role) not in roles | set(also):
                    missed.append(f"{row['language']} {heading}: {sense_of(heading).role}")
    assert min(asked.values()) > 60
    assert len(asked) == 10
    assert len(missed) <= 0.01 * asked.total(), missed


@pytest.mark.parametrize(
    ("headings", "role"),
    [
        (
            "Επώνυμο; Soyadı; Příjmení; Фамилия; 姓; اسم العائلة; Etternavn; Sukunimi; Vezetéknév; Nume familie",
            Role.FAMILY_NAME,
        ),
        ("Όνομα; Adı; Křestní jméno; Имя; 名; الاسم الأول; Fornavn; Etunimi; Keresztnév; Prenume", Role.GIVEN_NAME),
        (
            "Ονοματεπώνυμο; Ad Soyad; Jméno a příjmení; ФИО; 氏名; 姓名; 성명; الاسم الكامل; Koko nimi; Teljes név",
            Role.FULL_NAME,
        ),
        ("Τηλέφωνο; Cep Tel.; Telefonní číslo; Телефон; 電話番号; 手机号; 휴대폰; الجوال; Tlf.nr; Puhelin", Role.PHONE),
        ("Τ.Κ.; Posta Kodu; PSČ; Индекс; 郵便番号; 邮编; 우편번호; الرمز البريدي; Postnr.; Postinumero", Role.POSTCODE),
        ("Διεύθυνση; Adres; Ulice; Адрес; 住所; 地址; 주소; العنوان; Katuosoite; Strada", Role.STREET),
        ("Πόλη; Şehir; Město; Город; 市区町村; 城市; المدينة; Poststed; Kaupunki; Város", Role.CITY),
        (
            "Ημ. γέννησης; Doğum Tarihi; Datum narození; Дата рождения; 生年月日; 出生日期; تاريخ الميلاد; Syntymäaika",
            Role.BIRTH_DATE,
        ),
        ("ΑΦΜ; TC Kimlik No; IČO; ИНН; 身份证号; رقم الهوية; CVR-nr; Y-tunnus; Adószám; CNP", Role.IDENTIFIER),
        (
            "Επωνυμία; Firma Adı; Název firmy; Компания; 会社名; 公司名称; 회사명; اسم الشركة; Virksomhed; Cégnév",
            Role.ORGANISATION,
        ),
        ("Phone #; MOB_NO; Hm Ph; Ph. No.; Alt Mob; TELF1", Role.PHONE),
        ("Created By; Added By; Number of orders; Anzahl Kinder; Nombre d'enfants", Role.KEEP),
    ],
)
def test_headings_of_further_languages_and_short_forms(headings: str, role: Role) -> None:
    assert [heading for heading in headings.split("; ") if sense_of(heading).role is not role] == []


@pytest.mark.parametrize(
    ("heading", "role", "distance"),
    [
        ("Rechnungsanschrift: Name", Role.FULL_NAME, 1),
        ("Address 1: City", Role.CITY, 0),
        ("Contact: First Name", Role.GIVEN_NAME, 0),
        ("Shipping: Postal code", Role.POSTCODE, 2),
        ("Note:", Role.KEEP, 0),
    ],
)
def test_what_follows_a_colon_says_what_it_is(heading: str, role: Role, distance: int) -> None:
    assert (sense_of(heading).role, sense_of(heading).distance) == (role, distance)


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("last", Role.FAMILY_NAME),
        ("First", Role.GIVEN_NAME),
        ("customer last", Role.FAMILY_NAME),
        ("Last Contacted", Role.KEEP),
        ("last frobnication", None),
        ("first thing", None),
        ("Email Address 2", Role.EMAIL),
        ("Phone (Address 2)", Role.PHONE),
        ("Name (Company)", Role.ORGANISATION),
        ("First Name (Billing)", Role.GIVEN_NAME),
        ("(Name)", Role.FULL_NAME),
        ("Presidente", None),
        ("Lieferstrasse", Role.STREET),
    ],
)
def test_words_beside_others(heading: str, role: Role | None) -> None:
    assert sense_of(heading).role is role


def test_what_stands_in_brackets_says_whose_it_is() -> None:
    assert sense_of("Street (Billing)").distance == sense_of("Billing Street").distance == 1


def no_headings(columns: list[list[str]]) -> RecordList:
    return make_list("list", {f"col{i}": column for i, column in enumerate(columns)})


def test_a_column_of_values_that_could_be_anything_is_only_kept() -> None:
    rows = 60
    found = find_roles(
        no_headings(
            [
                [f"{i * 37 % 101}.{i % 10}" for i in range(rows)],
                [["red", "green", "blue"][i % 3] for i in range(rows)],
                [f"https://example.org/{i}" if i % 9 == 0 else "" for i in range(rows)],
                ["yes" if i % 2 else "no" for i in range(rows)],
                [f"{i % 24:02d}:{i % 60:02d}" for i in range(rows)],
            ]
        )
    )
    assert [column.role for column in found[:2] + found[3:]] == [Role.KEEP] * 4


def test_names_are_told_by_the_email_addresses_beside_them() -> None:
    given = [f"{a}{b}" for a in ("Zyr", "Quont", "Ondr", "Kelw") for b in ("a", "e", "ine", "o")] * 3
    family = [f"{a}{b}" for a in ("Torv", "Wexl", "Mard", "Plim") for b in ("an", "ert", "os", "ix", "um", "ar")] * 2
    mails = [f"{g}.{f}@example.com".lower() for g, f in zip(given, family, strict=True)]
    found = find_roles(no_headings([mails, [str(i % 7) for i in range(48)], family, given]))
    assert {found[2].role, found[3].role} <= {Role.GIVEN_NAME, Role.FAMILY_NAME}
    assert "e-mail" in found[2].why


def test_a_town_follows_from_its_postcode() -> None:
    towns = [f"{a}{b}" for a in ("Dunm", "Eastl", "Thorn", "Weir") for b in ("arrow", "ere", "by")]
    at = [i * 7 % 12 for i in range(60)]
    found = find_roles(no_headings([[f"4{10 * i:04d}" for i in at], ["yes", "no"] * 30, [towns[i] for i in at]]))
    assert found[0].role is Role.POSTCODE
    assert found[2].role is Role.CITY
    assert "postcode" in found[2].why
