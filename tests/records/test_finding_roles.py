"""Roles of columns by heading and by content."""

from __future__ import annotations

import pytest

from entityres.records.finding_roles import find_roles
from entityres.records.headings import PERSON_NUMBER, ROW_NUMBER, heading_words, sense_of
from entityres.records.roles import NAME_ROLES, Role
from tests.helpers.building import make_list

HEADINGS = {
    "first_name": Role.GIVEN_NAME, "FirstName": Role.GIVEN_NAME, "given_name": Role.GIVEN_NAME, "Vorname": Role.GIVEN_NAME,
    "prénom": Role.GIVEN_NAME, "voornaam": Role.GIVEN_NAME, "imię": Role.GIVEN_NAME, "surname": Role.FAMILY_NAME,
    "Last Name": Role.FAMILY_NAME, "Nachname": Role.FAMILY_NAME, "cognome": Role.FAMILY_NAME, "apellidos": Role.FAMILY_NAME,
    "nazwisko": Role.FAMILY_NAME, "achternaam": Role.FAMILY_NAME, "sobrenome": Role.FAMILY_NAME, "full_name": Role.FULL_NAME,
    "first_and_surname": Role.FULL_NAME, "Customer Name": Role.FULL_NAME, "middle_initial": Role.MIDDLE_NAME,
    "PRIMARY_NAME_ORG": Role.ORGANISATION, "PRIMARY_NAME_LAST": Role.FAMILY_NAME,
    "Site name": Role.ORGANISATION, "Firma": Role.ORGANISATION,
    "company": Role.ORGANISATION, "street_number": Role.STREET, "address_2": Role.STREET, "ADDR_LINE1": Role.STREET,
    "Mailing Address": Role.STREET, "Straße": Role.STREET, "Company Address": Role.STREET, "unit_number": Role.UNIT,
    "suburb": Role.CITY, "Ort": Role.CITY, "ville": Role.CITY, "ADDR_CITY": Role.CITY, "mailing_address_city": Role.CITY,
    "birth_place": Role.CITY, "state": Role.REGION, "Zip": Role.POSTCODE, "zipcode": Role.POSTCODE, "PLZ": Role.POSTCODE,
    "ADDR_POSTAL_CODE": Role.POSTCODE, "código postal": Role.POSTCODE, "CAP": Role.POSTCODE, "country": Role.COUNTRY,
    "Phone": Role.PHONE, "homePhone": Role.PHONE, "PHONE_NUMBER": Role.PHONE, "Telefon": Role.PHONE, "cellulare": Role.PHONE,
    "e-mail": Role.EMAIL, "Email Address": Role.EMAIL, "courriel": Role.EMAIL, "dob": Role.BIRTH_DATE, "DoB": Role.BIRTH_DATE,
    "DATE_OF_BIRTH": Role.BIRTH_DATE, "Geburtsdatum": Role.BIRTH_DATE, "data urodzenia": Role.BIRTH_DATE,
    "soc_sec_id": Role.IDENTIFIER, "ncid": Role.IDENTIFIER, "midl_name": Role.MIDDLE_NAME, "name_sufx_cd": Role.NAME_SUFFIX,
    "first_nm": Role.GIVEN_NAME, "last_nm": Role.FAMILY_NAME, "İl": Role.REGION, "İlçe": Role.CITY, "county_id": Role.REGION,
    "Район": Role.REGION, "Customer's phone": Role.PHONE,
    "Kreditor": Role.IDENTIFIER,
    "ПІБ": Role.FULL_NAME, "Мобільний телефон": Role.PHONE, "Вулиця": Role.STREET, "Ел. пошта": Role.EMAIL,
    "שם פרטי": Role.GIVEN_NAME, "שם משפחה": Role.FAMILY_NAME, "ת.ז.": Role.IDENTIFIER, "טלפון נייד": Role.PHONE,
    'דוא"ל': Role.EMAIL, "כתובת": Role.STREET, "עיר": Role.CITY, "מיקוד": Role.POSTCODE, "תאריך לידה": Role.BIRTH_DATE,
    "Họ và tên": Role.FULL_NAME, "Số điện thoại": Role.PHONE, "Ngày sinh": Role.BIRTH_DATE, "Địa chỉ": Role.STREET,
    "Tỉnh/Thành phố": Role.CITY, "CCCD": Role.IDENTIFIER, "Giới tính": Role.CATEGORY,
    "Nama Lengkap": Role.FULL_NAME, "No. HP": Role.PHONE, "Tanggal Lahir": Role.BIRTH_DATE, "Alamat": Role.STREET,
    "Kode Pos": Role.POSTCODE, "NIK": Role.IDENTIFIER, "Jenis Kelamin": Role.CATEGORY,
    "Nafn": Role.FULL_NAME, "Kennitala": Role.IDENTIFIER, "Heimilisfang": Role.STREET, "Póstnúmer": Role.POSTCODE,
    "Sími": Role.PHONE, "Netfang": Role.EMAIL,
    "Име": Role.GIVEN_NAME, "Презиме": Role.MIDDLE_NAME, "Фамилия": Role.FAMILY_NAME, "ЕГН": Role.IDENTIFIER,
    "Трите имена": Role.FULL_NAME, "Пощенски код": Role.POSTCODE, "Дата на раждане": Role.BIRTH_DATE,
    "Ime": Role.GIVEN_NAME, "Prezime": Role.FAMILY_NAME, "Prezime i ime": Role.FULL_NAME, "OIB": Role.IDENTIFIER,
    "Datum rođenja": Role.BIRTH_DATE, "Poštanski broj": Role.POSTCODE, "Mobitel": Role.PHONE, "Priimek": Role.FAMILY_NAME,
    "Презиме и име": Role.FULL_NAME, "Датум рођења": Role.BIRTH_DATE, "JMBG": Role.IDENTIFIER, "Mjesto": Role.CITY,
    "სახელი": Role.GIVEN_NAME, "გვარი": Role.FAMILY_NAME, "პირადი ნომერი": Role.IDENTIFIER, "ტელეფონი": Role.PHONE,
    "დაბადების თარიღი": Role.BIRTH_DATE, "მისამართი": Role.STREET, "ქალაქი": Role.CITY,
    "Caller ID": Role.PHONE, "NID No": Role.IDENTIFIER, "Vertragsnr": Role.IDENTIFIER,
    "ssn": Role.IDENTIFIER, "PASSPORT_NUMBER": Role.IDENTIFIER, "id": Role.IDENTIFIER, "Kunden-Nr": Role.IDENTIFIER,
    "age": Role.NUMBER, "price": Role.NUMBER, "gender": Role.CATEGORY, "type": Role.CATEGORY, "title": Role.TITLE,
    "authors": Role.ITEMS, "year": Role.DATE, "description": Role.TEXT, "status": Role.KEEP, "PHONE_TYPE": Role.KEEP,
    "wages": Role.KEEP, "Umsatz": Role.KEEP, "notes": Role.KEEP, "tax_form": Role.KEEP, "Program Name": Role.KEEP,
    "relationship_to_reference_person": Role.KEEP, "email status": Role.KEEP, "created": Role.KEEP, "angelegt": Role.KEEP,
}  # fmt: skip


@pytest.mark.parametrize(("heading", "role"), HEADINGS.items())
def test_headings_say_the_role(heading: str, role: Role) -> None:
    assert sense_of(heading).role is role


@pytest.mark.parametrize(
    "heading",
    [
        "attribute number 3 of the customer",
        "Question No. 7",
        "Merkmal Nummer 3 des Kunden",
        "attribut numéro 3 du client",
    ],
)
def test_the_number_of_a_thing_is_no_number_of_the_record(heading: str) -> None:
    assert sense_of(heading).kind == ""


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("customer number 2", ROW_NUMBER),
        ("customer no. 3", ROW_NUMBER),
        ("id 2", ROW_NUMBER),
        ("reference number of the customer", ROW_NUMBER),
        ("Passport No 2", PERSON_NUMBER),
        ("phone no 2", "phone"),
        ("street no 5", "street"),
    ],
)
def test_a_second_number_of_a_thing_that_is_known_stays_one(heading: str, kind: str) -> None:
    assert sense_of(heading).kind == kind


def test_headings_are_split() -> None:
    assert heading_words("Mailing_AddressLine1") == ["mailing", "address", "line", "1"]
    assert heading_words("DATE OF-BIRTH") == ["date", "of", "birth"]
    assert heading_words("DoB") == ["dob"]


@pytest.mark.parametrize(
    "heading",
    [
        "USt-ID",
        "USt-IdNr.",
        "UStIdNr",
        "ustid",
        "MwSt-Nr.",
        "UID-Nummer",
        "Registernummer",
        "KvK-nummer",
        "KvK",
        "Btw-nr",
    ]
    + ["Companies House No", "CRN", "FEIN", "GSTIN", "Company Reg No"],
)
def test_numbers_of_firms_belong_to_them(heading: str) -> None:
    assert sense_of(heading).kind == PERSON_NUMBER


@pytest.mark.parametrize(
    "heading",
    [
        "NHS No",
        "NHS No.",
        "NHS Nr",
        "N° étudiant",
        "Matricule",
        "Matrikel-Nr.",
        "KVNR",
        "Versichertennr.",
        "Contribuinte",
    ]
    + ["Nº de contribuinte", "Matricola", "TAJ szám", "Vatandaşlık No", "Student Number", "Passport No", "Tax No"],
)
def test_numbers_of_people_belong_to_them_however_they_are_called(heading: str) -> None:
    assert sense_of(heading).kind == PERSON_NUMBER


@pytest.mark.parametrize("heading", ["Customer No", "Order No", "Lfd. Nr.", "Member ID"])
def test_numbers_of_a_list_belong_to_nobody(heading: str) -> None:
    assert sense_of(heading).kind == ROW_NUMBER


def roles(columns: dict[str, list[str]]) -> dict[str, Role]:
    return {column.column: column.role for column in find_roles(make_list("list", columns))}


def test_every_column_has_a_reason_counts_and_examples() -> None:
    found = find_roles(make_list("list", {"email": ["a@x.com", "", "b@x.com", "a@x.com"], "qqq": ["", "", "", ""]}))
    assert [(c.filled, c.distinct, c.examples) for c in found] == [(3, 2, ("a@x.com", "b@x.com")), (0, 0, ())]
    assert all(c.why.endswith(".") for c in found)


PEOPLE = ["Mary Hill", "John Reed", "Anna Wolf", "Peter Moss", "Laura Bell", "Tom Ray", "Lucy Dale", "Paul Kent"] * 3
FIRMS = [
    "Hill Bakery",
    "Reed Consulting Ltd",
    "The Golden Grill Restaurant",
    "Moss",
    "Bell & Sons Garage of Leeds",
    "Kent Plumbing",
] * 4


def test_a_name_may_be_a_person_or_an_organisation() -> None:
    assert roles({"name": PEOPLE})["name"] is Role.FULL_NAME
    assert roles({"name": FIRMS})["name"] is Role.ORGANISATION
    assert roles({"name": ["李伟", "王芳", "김민준", "星野さくら", "오세훈", "王芬"] * 4})["name"] is Role.FULL_NAME


def test_names_of_things_are_titles() -> None:
    things = [f"learning quickbooks {year} deluxe edition for {n} users" for year in (2006, 2007) for n in range(12)]
    assert roles({"name": things, "price": [f"{i}.99" for i in range(24)]})["name"] is Role.TITLE
    assert (
        roles({"name": ["The Golden Grill Restaurant & Bar of 22nd Street Ltd"] * 3 + FIRMS})["name"]
        is Role.ORGANISATION
    )


ALES = [
    f"{maker} {colour} {kind}"
    for maker in ("Barbarian", "Old Mill", "Drake", "Cape Ann", "Triptych", "Hurricane Hole")
    for colour in ("Amber", "Red", "Black", "Double Red")
    for kind in ("Ale", "Lager", "Ale Barrel Reserve")
]


def test_names_that_share_their_words_are_names_of_things() -> None:
    # Amber is a first name too, but hardly a first name is in every fourth name.
    assert roles({"name": ALES})["name"] is Role.TITLE
    assert roles({"beer name": ALES})["beer name"] is Role.TITLE


def test_a_few_names_that_many_persons_have_make_them_no_things() -> None:
    families = ["Okwuosa", "Tadevosyan", "Bayramova", "Xhemali", "Vlahovic", "Ljubojev", "Qerimi", "Abylkasym"]
    names = [f"{first} {last}" for first in ("Zhuldyz", "Nvard", "Gadirli", "Arbnor", "Jahan") for last in families]
    names += [f"{name} Kumar" for name in names[:20]]
    assert roles({"name": names})["name"] is Role.FULL_NAME


def test_a_plain_name_beside_first_names_is_the_last_name() -> None:
    found = roles({"vorname": ["Ulla", "Otto"] * 5, "name": ["Weiss", "Kranz"] * 5})
    assert found == {"vorname": Role.GIVEN_NAME, "name": Role.FAMILY_NAME}
    found = roles({"nome": ["Ada", "Gino"] * 5, "cognome": ["Rossi", "Neri"] * 5})
    assert found == {"nome": Role.GIVEN_NAME, "cognome": Role.FAMILY_NAME}


def test_two_plain_names_of_single_words_are_first_and_last_names_by_their_values() -> None:
    given = ["Mary", "John", "Anna", "Peter", "Laura", "Quent"] * 5
    family = ["Smith", "Jones", "Taylor", "Wexl", "Brown", "Plimmer"] * 5
    for headings in (("name1", "name2"), ("pername1", "pername2"), ("Name A", "Name B")):
        assert list(roles(dict(zip(headings, (given, family), strict=True))).values()) == [
            Role.GIVEN_NAME,
            Role.FAMILY_NAME,
        ]
        assert list(roles(dict(zip(headings, (family, given), strict=True))).values()) == [
            Role.FAMILY_NAME,
            Role.GIVEN_NAME,
        ]
    assert roles({"name1": PEOPLE, "name2": PEOPLE}) == {"name1": Role.FULL_NAME, "name2": Role.FULL_NAME}


def test_generations_and_initials_are_told_without_headings() -> None:
    given = ["Mary", "John", "Anna", "Peter", "Laura", "Tom"] * 10
    suffixes = (["Jr.", "", "III", ""] + [""] * 8) * 5
    found = roles({"c1": given, "c2": list("ABCDEFGHJK") * 6, "c3": [""] * 60, "c4": suffixes})
    assert found["c2"] is Role.MIDDLE_NAME
    assert found["c4"] is Role.KEEP  # ten filled cells say too little
    assert roles({"c1": given * 5, "c4": suffixes * 5})["c4"] is Role.NAME_SUFFIX


def test_an_address_of_the_employer_is_not_the_customers() -> None:
    cells = ["1", "2"]
    columns = [
        "first_name",
        "employer_name",
        "employer_street_number",
        "employer_city",
        "mailing_address_city",
        "mailing_address_po_box",
    ]
    found = roles(dict.fromkeys(columns, cells))
    assert found["employer_name"] is found["employer_street_number"] is found["employer_city"] is Role.KEEP
    assert found["mailing_address_city"] is Role.CITY
    assert found["mailing_address_po_box"] is Role.STREET
    assert roles(dict.fromkeys(["billing_city", "shipping_city"], cells)) == {
        "billing_city": Role.CITY,
        "shipping_city": Role.KEEP,
    }
    assert roles({"passport_country": cells, "country": cells})["passport_country"] is Role.KEEP


def test_a_fathers_name_is_not_the_customers() -> None:
    for heading in ("father", "Father's Name", "Fathers Name", "Mother’s name"):
        assert roles({"name": PEOPLE, heading: PEOPLE})[heading] is Role.TEXT


def test_a_few_firms_under_a_heading_for_any_account_are_firms() -> None:
    assert roles({"Account Name": ["Hill & Co", "Hill and Co Ltd", "Weir Foods"]})["Account Name"] is Role.ORGANISATION
    assert roles({"Account Name": ["Ann Hill", "Weir Foods", "Bo Weir"]})["Account Name"] is Role.FULL_NAME


def test_an_account_with_words_in_it_is_the_name_of_a_firm_or_person() -> None:
    firms = [
        f"{name} {kind}"
        for name in ("Hill", "Weir", "Quorn", "Thorpe", "Baxter", "Norris", "Dawson", "Sutton")
        for kind in ("Ltd", "Foods", "and Sons")
    ]
    people = [
        f"{first} {last}"
        for first in ("Ann", "Bob", "Carla", "David", "Emma", "Mary", "John", "Lucy")
        for last in ("Hill", "Weir", "Baxter")
    ]
    numbers = [f"AC-{10_000 + 37 * number}" for number in range(24)]
    for cells, role in ((firms, Role.ORGANISATION), (people, Role.FULL_NAME), (numbers, Role.IDENTIFIER)):
        phones = [f"0351 47{number:05d}" for number in range(48)]
        assert roles({"Account": cells * 2, "Phone": phones})["Account"] is role


@pytest.mark.parametrize(
    "heading",
    ["Student", "Tenant", "Candidate", "Creditor", "Bewerber", "Fournisseur", "Huésped", "Leverancier", "Uczeń"],
)
def test_what_a_customer_is_called_is_a_heading_for_names(heading: str) -> None:
    names = [
        f"{first} {last}" for first in ("Nguyen", "Aarav", "Chidi", "Dilnoza") for last in ("Oyelaran", "Tran", "Kaur")
    ]
    assert roles({heading: names, "Phone": [f"0351 47{number:05d}" for number in range(12)]})[heading] is Role.FULL_NAME


def test_values_contradict_a_heading() -> None:
    assert roles({"email": ["yes", "no"] * 6})["email"] is Role.KEEP
    assert roles({"phone": ["home", "mobile"] * 6})["phone"] is Role.KEEP
    assert roles({"title": ["Mr", "Mrs", "Dr"] * 4})["title"] is Role.CATEGORY
    assert roles({"title": ["Rev", "Prof", "Dr"] * 4})["title"] is Role.KEEP
    assert roles({"contact": ["a@x.com", "b@y.org"] * 6})["contact"] is Role.EMAIL
    assert roles({"contact": ["a@x.com", "b@y.org", "0351 4711220"] * 6})["contact"] is Role.EMAIL
    assert roles({"contact": ["a@x.com", "0341 880011", "0351 4711220"] * 6})["contact"] is Role.PHONE
    assert roles({"contact": ["a@x.com", "Ann Lee", "Bob Hill"] * 6})["contact"] is Role.FULL_NAME


@pytest.mark.parametrize(
    "form", ["{month:02}/{day:02}", "{day}.{month}.", "--{month:02}-{day:02}", "{day:02}/{month:02}"]
)
def test_birthdays_without_a_year_are_compared_as_they_are(form: str) -> None:
    people = [f"Name{i}" for i in range(60)]
    days = [form.format(month=1 + i % 12, day=1 + 7 * i % 28) for i in range(60)]
    found = find_roles(make_list("people", {"Last name": people, "Birthday": days}))
    assert [one.role for one in found] == [Role.FAMILY_NAME, Role.CATEGORY]
    assert "without a year" in found[1].why
    halves = [f"{i}/50" for i in range(60)]
    found = find_roles(make_list("people", {"Last name": people, "Birthday": halves}))
    assert found[1].role is Role.KEEP, "no day of a month"


def test_content_speaks_where_the_heading_does_not() -> None:
    found = {
        c.column: c
        for c in find_roles(
            make_list(
                "list",
                {
                    "f1": [f"user{i}@example.com" for i in range(30)],
                    "f2": [f"(201) 555-{i:04d}" for i in range(30)],
                    "f3": [f"{i} Main Street" for i in range(30)],
                    "f4": [f"{PEOPLE[i % 8].split()[0]} Fam{chr(97 + i % 26)}" for i in range(30)],
                    "f5": ["yes", "no"] * 15,
                    "f6": [f"19{50 + i}-03-04" for i in range(30)],
                },
            )
        )
    }
    assert [c.role for c in found.values()] == [
        Role.EMAIL,
        Role.PHONE,
        Role.STREET,
        Role.FULL_NAME,
        Role.KEEP,
        Role.BIRTH_DATE,
    ]
    assert not found["f3"].sure


def test_neighbours_tell_last_names_and_towns_without_headings() -> None:
    firsts = ["Mary", "John", "Anna", "Peter", "Laura", "Tom"] * 5
    found = roles(
        {
            "Column 1": [str(i) for i in range(30)],
            "Column 2": firsts,
            "Column 3": [f"{a}{b}" for a in ("Mor", "Tel", "Wex") for b in "abcdefghij"],
            "Column 4": [f"{a}{b}by" for a in ("Dan", "Kir", "Sel") for b in "abcdefghij"],
            "Column 5": ["NY", "TX", "CA"] * 10,
            "Column 6": [f"19{40 + i}0{1 + i % 9}1{i % 10}" for i in range(30)],
            "Column 7": [str(1990 + i % 20) for i in range(30)],
        }
    )
    assert list(found.values()) == [
        Role.KEEP,
        Role.GIVEN_NAME,
        Role.FAMILY_NAME,
        Role.CITY,
        Role.REGION,
        Role.BIRTH_DATE,
        Role.DATE,
    ]


def test_columns_that_are_nearly_empty_or_always_the_same_are_kept() -> None:
    found = roles(
        {
            "name": PEOPLE * 10,
            "category": ["x"] + [""] * 239,
            "year": ["2020"] * 240,
            "fax": ["0301234567"] + [""] * 239,
            "phone": ["0301234567"] * 240,
        }
    )
    assert found["category"] is found["year"] is found["fax"] is Role.KEEP
    assert found["phone"] is Role.PHONE


def test_a_creation_date_is_proposed_as_check_column() -> None:
    created = find_roles(make_list("list", {"created": [f"2021-03-{d:02d}" for d in range(1, 29)]}))[0]
    assert created.role is Role.KEEP
    assert "check column" in created.why


def test_a_lone_address_without_numbers_is_a_place() -> None:
    assert (
        roles({"address": ["montreal, canada", "los alamitos, ca", "new york", "Berlin"] * 6})["address"] is Role.CITY
    )
    assert roles({"address": ["3 weir lane", "4 quay street"] * 12})["address"] is Role.STREET


def test_numbers_of_goods_are_told_by_their_check_digits() -> None:
    codes = [f"40063813{i:04d}" for i in range(40)]
    eans = [f"{code}{-sum(int(c) * (3 if k % 2 else 1) for k, c in enumerate(code)) % 10}" for code in codes]
    found = roles({"c1": eans, "c2": [f"03012{i:05d}" for i in range(40)]})
    assert found["c1"] is Role.IDENTIFIER
    assert found["c2"] is not Role.IDENTIFIER


def test_a_list_of_unknown_texts_is_compared_all_the_same() -> None:
    found = roles({"zzz": [f"thing number {i}" for i in range(30)], "id": [str(i) for i in range(30)]})
    assert found["zzz"] is Role.TEXT


GIVEN = ["Anna", "Bert", "Carla", "Dirk", "Eva", "Frank", "Gerda", "Hans", "Ines", "Jan"] * 6
FAMILY = ["Müller", "Schmidt", "Weber", "Fischer", "Wagner", "Becker", "Hoffmann", "Koch", "Richter", "Klein"]
BIRTHS = [f"{1930 + i * 7 % 78}-{1 + i % 12:02}-{1 + i * 5 % 28:02}" for i in range(60)]
RECENT = [f"{2001 + i * 3 % 22}-{1 + i % 12:02}-{1 + i * 5 % 28:02}" for i in range(60)]


def persons(**columns: list[str]) -> dict[str, Role]:
    cells = {"c1": GIVEN, "c2": [FAMILY[i * 3 % 10] for i in range(60)], **columns}
    return {column.column: column.role for column in find_roles(make_list("list", cells))}


@pytest.mark.parametrize("heading", ["date", "Datum", "c3"])
def test_the_only_date_in_a_list_of_persons_is_a_birth_date_where_its_years_are(heading: str) -> None:
    assert persons(**{heading: BIRTHS})[heading] is Role.BIRTH_DATE
    assert persons(**{heading: RECENT})[heading] is Role.KEEP
    long_ago = [f"{1700 + i * 7 % 150}-0{1 + i % 9}-11" for i in range(60)]
    assert persons(**{heading: long_ago})[heading] is Role.BIRTH_DATE


@pytest.mark.parametrize("heading", ["created", "Date added", "Kunde seit", "last contacted", "updated"])
def test_a_date_that_is_said_to_be_another_one_is_no_birth_date(heading: str) -> None:
    assert persons(**{heading: BIRTHS})[heading] is Role.KEEP


def test_the_only_date_of_things_is_no_birth_date() -> None:
    films = make_list(
        "films", {"title": [f"The {a} of {b}" for a in ("Fall", "Rise") for b in FAMILY * 3], "date": BIRTHS}
    )
    assert find_roles(films)[1].role is not Role.BIRTH_DATE


def test_of_two_dates_the_earlier_one_is_that_of_birth() -> None:
    joined = [f"{1985 + i * 3 % 35}-{1 + i % 12:02}-{1 + i * 5 % 28:02}" for i in range(60)]
    assert persons(c3=joined, c4=BIRTHS) | {} == persons(c4=BIRTHS, c3=joined)
    found = persons(c3=joined, c4=BIRTHS)
    assert (found["c3"], found["c4"]) == (Role.KEEP, Role.BIRTH_DATE)
    assert persons(c3=BIRTHS, dob=BIRTHS)["c3"] is Role.KEEP
    assert persons(date=BIRTHS, date2=RECENT)["date"] is Role.KEEP


def test_codes_of_records_tell_nothing_where_headings_are_silent() -> None:
    codes = [f"r{i * 37:05}" for i in range(60)]
    texts = [f"Large {a} lamp with {b} shade {i % 7}" for i, (a, b) in enumerate(zip(GIVEN, FAMILY * 6, strict=True))]
    things = make_list("things", {"c1": codes, "c2": texts})
    assert [column.role for column in find_roles(things)] == [Role.KEEP, Role.TEXT]


def test_postcodes_of_a_short_list_that_are_all_different() -> None:
    states = ["CA", "NY", "TX", "OH", "WA", "FL"] * 5
    codes = [str(10007 + i * 7919 % 89989) for i in range(30)]
    found = find_roles(make_list("list", {"c1": GIVEN[:30], "c2": states, "c3": codes, "c4": codes[::-1]}))
    assert [column.role for column in found[1:]] == [Role.REGION, Role.POSTCODE, Role.KEEP]
    found = find_roles(make_list("list", {"c1": codes, "c2": GIVEN[:30], "c3": FAMILY * 3}))
    assert found[0].role is Role.KEEP


@pytest.mark.parametrize("heading", ["created", "c3"])
def test_a_date_that_is_not_of_birth_could_be_the_check_column(heading: str) -> None:
    def why(cells: list[str]) -> str:
        found = find_roles(make_list("list", {"c1": GIVEN, heading: cells, "dob": BIRTHS}))
        assert found[1].role is Role.KEEP
        return found[1].why

    assert "it could be the check column" in why(RECENT)
    assert "check column" not in why([*RECENT[:25], *[""] * 35])


@pytest.mark.parametrize(
    ("heading", "kind", "relation"),
    [
        ("make", "category", False),
        ("capacity", "keep", False),
        ("Mother's Maiden Name", "full_name", True),
        ("Father Name", "full_name", True),
        ("License Plate", PERSON_NUMBER, False),
        ("Targa", PERSON_NUMBER, False),
        ("model number", PERSON_NUMBER, False),
    ],
)
def test_one_word_says_what_a_column_holds_or_whose_it_is(heading: str, kind: str, relation: bool) -> None:
    sense = sense_of(heading)
    assert (sense.kind, sense.relation) == (kind, relation)


def test_words_that_many_records_share_are_no_numbers_of_theirs() -> None:
    # All vans of one model and colour were one customer.
    cars = make_list(
        "cars",
        {
            "plate": [f"AB {100 + i} XY" for i in range(60)],
            "make": ["Ford", "Volvo", "Opel"] * 20,
            "model": ["Transit", "Amazon", "Corsa", "Focus", "Kadett"] * 12,
            "licence number": [f"kind{chr(97 + i % 20)}" for i in range(60)],
        },
    )
    roles = {column.column: column.role for column in find_roles(cars)}
    assert roles == {
        "plate": Role.IDENTIFIER,
        "make": Role.CATEGORY,
        "model": Role.TEXT,
        "licence number": Role.TEXT,
    }


def test_a_few_colours_that_are_names_as_well_are_no_last_names() -> None:
    colours = [
        "black",
        "white",
        "silver",
        "gray",
        "brown",
        "green",
        "rose",
        "violet",
        "olive",
        "ruby",
        "amber",
        "coral",
    ]
    people = ["Anna Smith", "Peter Jones", "Mary Miller", "John Baker", "Ruth Cook", "Paul Carter"]
    cars = make_list("cars", {"x1": colours * 100, "who": people * 200})
    roles = {column.column: column.role for column in find_roles(cars)}
    assert roles["x1"] not in NAME_ROLES


def test_a_number_that_many_records_share_is_a_category() -> None:
    columns = {
        "Model no": [("Latitude 5420", "EliteBook 840", "ThinkPad T14")[i % 3] for i in range(100)],
        "Serial no": [f"8K{i * 7919 % 100_000:05}Z" for i in range(100)],
    }
    roles = {one.column: one.role for one in find_roles(make_list("assets", columns))}
    assert roles == {"Model no": Role.CATEGORY, "Serial no": Role.IDENTIFIER}


def test_a_heading_for_firms_over_names_of_persons() -> None:
    given, family = ("Mary", "John", "Anna", "Peter", "Laura"), ("Hill", "Reed", "Wolf", "Moss", "Bell", "Ray", "Dale")
    people = [f"Dr. {given[i % 5]} {family[i % 7]}" for i in range(60)]
    phones = [f"0163296{i:04}" for i in range(60)]

    def role(names: list[str], **more: list[str]) -> Role:
        return find_roles(make_list("list", {"Provider Name": names, "Phone": phones, **more}))[0].role

    assert role(people) is Role.FULL_NAME
    assert (
        role(people, Practice=["Valley Clinic", "Summit Medical Group", "Harbor Associates LLC"] * 20) is Role.FULL_NAME
    )
    assert role([f"{name[4:]} Ltd" for name in people]) is Role.ORGANISATION
    assert role(people, **{"Last name": ["Kent"] * 60, "First name": ["Ann"] * 60}) is not Role.FULL_NAME


def test_numbers_of_partners_are_no_names_of_relatives():
    found = roles({"PARTNER": [f"{1000 + n:010d}" for n in range(30)], "NAME_LAST": ["Hill", "Reed", "Wolf"] * 10})
    assert found["PARTNER"] is Role.IDENTIFIER
    assert roles({"Partner": PEOPLE + PEOPLE, "Name": PEOPLE[::-1] + PEOPLE[::-1]})["Partner"] is Role.TEXT


@pytest.mark.parametrize("nothing", ["00000000", "0000-00-00", "00/00/0000"])
def test_dates_that_were_never_given_do_not_hide_the_others(nothing: str):
    dates = [nothing] * 70 + [f"19{50 + n}03{n % 28 + 1:02d}" for n in range(30)]
    found = roles({"BIRTHDT": dates, "name": ["Mary Hill", "John Reed"] * 50})
    assert found["BIRTHDT"] is Role.BIRTH_DATE


def test_a_phone_and_an_address_of_a_branch_are_no_customers_own():
    people = [f"{given} {family}" for given in GIVEN[:10] for family in FAMILY]
    n = len(people)
    found = {
        role.column: role.role
        for role in find_roles(
            make_list(
                "patients",
                {
                    "Name": people,
                    "Phone": [f"020 7946 {1000 + at}" for at in range(n)],
                    "Branch phone": ["020 7123 4000" for _ in range(n)],
                    "Email": [f"p{at}@mail.example" for at in range(n)],
                    "Entered by": ["clerk@clinic.example" for _ in range(n)],
                },
            )
        )
    }
    assert found["Phone"] is Role.PHONE
    assert found["Email"] is Role.EMAIL
    assert found["Branch phone"] is found["Entered by"] is Role.KEEP


def test_contract_numbers_that_begin_with_a_word_of_firms_are_no_firms():
    found = find_roles(make_list("l", {"Nachweis": [f"KFZ-{1000 + 7 * at}" for at in range(80)], "Ort": ["Ulm"] * 80}))
    assert found[0].role is not Role.ORGANISATION


def test_the_birth_date_of_a_driver_is_not_the_customers():
    dates = [f"{1 + at % 28:02}.03.{1950 + at % 50}" for at in range(60)]
    found = find_roles(
        make_list("l", {"Vorname": ["Ina"] * 60, "Geburtsdatum": dates, "Geburtsdatum Fahrer": dates[::-1]})
    )
    assert [one.role for one in found[1:]] == [Role.BIRTH_DATE, Role.KEEP]
