"""Kinds of faults that people report of such programs, each with inputs of its own, from the file to the written result.

Whole runs of the command line: what is read, what is compared as equal, what is said, and what is written back untouched.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from entityres.cli import main
from tests.helpers.whole_runs import cells, run, table

pytestmark = pytest.mark.slow


# -- Telephone numbers that a spreadsheet rounded ----------------------------------------------------------------------


@pytest.mark.parametrize("damaged", ["4.9151E+11", "4,9151E+11", "4.9151e+11", "1.55501E+10"])
def test_rounded_phones_are_kept_as_text_but_not_compared(tmp_path: Path, damaged: str) -> None:
    found = run(
        tmp_path,
        {
            "list.csv": table(
                "id;name;phone;email",
                f"1;Ada Quill;{damaged};ada.quill@example.com",
                f"2;Bo Weir;{damaged};bo@example.com",
                "3;Ada Quill;491511234567;ada.quill@example.com",
                f"4;Cy Marlow;{damaged};cy@example.org",
                "5;Di Hart;+491519876543;di@example.org",
                "6;D Hart;491519876543;",
            )
        },
    )
    assert [row["phone"] for row in found.merged if row["id"] in ("2", "4")] == [damaged] * 2
    assert [found.pair(*rows) for rows in ((1, 2), (1, 4), (2, 4))] == [None] * 3
    pair = found.pair(1, 3)
    assert pair is not None
    assert float(pair["phone_weight"] or 0) == 0
    assert found.together(1, 3)
    assert found.pair(5, 6) is not None
    assert found.said("'phone'", "3 values", "damaged by a spreadsheet", damaged)
    assert b"491510000000" not in found.written


# -- Curly quotes, dashes and accents in different encodings -----------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_curly_quotes_meet_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    text = table(
        "id,company,contact,note",
        "A1,Quill’s Bindery,Renée Dufort,“first – choice”",
        "A2,Café Noël,Jörg Böhm,• asks for Ÿ…",
        "A3,Zürcher Mühle,Søren Ås,—",
    )
    plain = text.replace("A1", "B1").replace("A2", "B2").replace("A3", "B3")
    found = run(tmp_path, {"old.csv": text.encode(encoding), "new.csv": plain})
    assert found.values("organisation")[:3] == found.values("organisation")[3:]
    assert found.values("family_name")[:3] == found.values("family_name")[3:]
    assert all(found.pair(row, row, ("old", "new")) for row in (1, 2, 3))
    whole = found.written.decode()
    assert "Quill’s Bindery" in whole
    assert "“first – choice”" in whole
    assert not [c for c in whole if c == "\ufffd" or "\x80" <= c <= "\x9f"]
    assert "â€" not in whole


# -- A mark before the first heading -----------------------------------------------------------------------------------


@pytest.mark.parametrize("quoted", [True, False])
def test_a_mark_before_the_first_heading_makes_no_second_column(tmp_path: Path, quoted: bool) -> None:
    first = '"customer_id"' if quoted else "customer_id"
    march = "\ufeff" + table(f"{first},name,email", "M1,Ada Quill,ada@example.com", "M2,Bo Weir,bo@example.com")
    april = table("customer_id,name,email", "A1,Ada Quill,ada@example.com", "A2,Cy Marlow,cy@example.com")
    found = run(tmp_path, {"march.csv": march, "april.csv": april})
    assert list(found.merged[0])[:3] == ["customer_id", "name", "email"]
    assert [key for key in found.merged[0] if "customer" in key] == ["customer_id"]
    assert sorted(cells(found.merged, "customer_id")) == ["A2", "M1", "M2"]
    assert found.pair(1, 1, ("march", "april")) is not None


# -- Line breaks inside cells ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_line_break_in_an_address_is_the_same_gap_as_a_comma(tmp_path: Path, line_end: str) -> None:
    text = (
        "id,name,address,note\n"
        f'1,Ada Quill,"9 Weir Lane{line_end}Flat 2{line_end}Thornby","said ""no"", twice"\n'
        '2,Ada Quill,"9 Weir Lane, Flat 2, Thornby",\n'
        f'3,Bo Marlow,"The ""Old"" Mill{line_end}Ely","a{line_end}b, c"\n'
    )
    found = run(tmp_path, {"list.csv": text})
    assert found.report["lists"][0]["records"] == len(found.crosswalk) == 3
    street = found.values("street")
    assert street[0] == street[1] == "9 weir ln thornby flat 2"
    assert found.pair(1, 2) is not None
    again = run(tmp_path / "again", {"merged.csv": found.written}) if (tmp_path / "again").mkdir() is None else found
    assert cells(again.merged, "address") == cells(found.merged, "address")
    assert [note.replace("\r\n", "\n") for note in cells(again.merged, "note")][-1] == "a\nb, c"
    assert [a.splitlines() for a in cells(again.merged, "address")][-1] == ['The "Old" Mill', "Ely"]


# -- Order of day and month --------------------------------------------------------------------------------------------

NORA = (
    "id,name,dob,city",
    "1,Ada Quill,{0},Deal",
    "2,Ada Quill,{1},Deal",
    "3,Ada Quill,{2},Ryde",
    "4,Bo Weir,{3},Bude",
)


@pytest.mark.parametrize(
    ("dates", "iso"),
    [
        (("02/07/1981", "1981-07-02", "07/02/1981", "31/12/1975"), "1981-07-02"),
        (("02/07/1981", "1981-02-07", "07/02/1981", "12/31/1975"), "1981-02-07"),
        (("2.7.1981", "1981-07-02", "7.2.1981", "24.12.1975"), "1981-07-02"),
        (("02-07-81", "2 July 1981", "07-02-81", "31-12-75"), "1981-07-02"),
    ],
)
def test_one_order_of_day_and_month_for_a_column(tmp_path: Path, dates: tuple[str, ...], iso: str) -> None:
    found = run(tmp_path, {"list.csv": table(*NORA).format(*dates)})
    born = found.values("birth_date")
    assert born[0] == born[1] == iso
    assert born[2] != iso
    assert float((found.pair(1, 2) or {})["birth_date_weight"]) > 0
    assert not found.together(1, 3)
    assert not found.together(2, 3)
    assert not found.said("day", "month comes first")
    kept = " ".join(cells(found.merged, "dob"))
    assert dates[2] in kept
    assert dates[3] in kept


def test_an_order_that_nobody_can_know_is_said_and_not_trusted(tmp_path: Path) -> None:
    rows = ["1,Ada Quill,02/07/1981,Deal", "2,Ada Quill,07/02/1981,Ryde", "3,Bo Weir,05/06/1975,Bude"]
    found = run(tmp_path, {"list.csv": table("id,name,dob,city", *rows)})
    assert found.said("'dob'", "day", "month")
    pair = found.pair(1, 2)
    assert pair is not None
    assert not found.together(1, 2)
    assert sorted(cells(found.merged, "dob")) == ["02/07/1981", "05/06/1975", "07/02/1981"]


# -- Names without Latin letters ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "same", "other", "town"),
    [
        ("陈静", "陈静", "陈晶", "成都"),
        ("中村 葵", "中村葵", "中島葵", "奈良"),
        ("이서연", "이 서연", "이서준", "대구"),
        ("Мария Кузнецова", "МАРИЯ КУЗНЕЦОВА", "Марина Лебедева", "Тверь"),
        ("Ελένη Παππά", "ΕΛΕΝΗ ΠΑΠΠΑ", "Άννα Ρήγα", "Βόλος"),
        ("ليلى حداد", "لَيلى حداد", "سمير نجار", "حلب"),
        ("สมชาย ใจดี", "สมชาย  ใจดี", "มานี รักไทย", "ตรัง"),
        ("दीपा नायर", "दीपा नायर", "राजीव सेठी", "पुणे"),
    ],
)
def test_names_in_other_scripts_are_compared_and_written_back(
    tmp_path: Path, name: str, same: str, other: str, town: str
) -> None:
    found = run(
        tmp_path,
        {
            "list.csv": table(
                "id,name,email,city",
                f"1,{name},a@example.com,{town}",
                f"2,{same},a@example.com,{town}",
                f"3,{other},b@example.net,",
                f"4,{name},,{town}",
            )
        },
    )
    full = [
        (given + " " + family).strip()
        for given, family in zip(
            found.values("given_name") if found.cleaned.fields[0].name == "given_name" else [""] * 4,
            found.values("family_name"),
            strict=True,
        )
    ]
    assert all(full)
    assert full[0] == full[1] == full[3] != full[2]
    assert found.report["placeholders"] == []
    assert found.pair(1, 2) is not None
    assert found.pair(1, 3) is None
    assert not found.together(1, 3)
    assert {name, other} <= set(cells(found.merged, "name")) | {same}
    assert town in found.written.decode()


# -- The same letters in other code points -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Zoë Krüger", "Ángel Núñez", "Hiền Đỗ", "Øystein Åkre", "İpek Çağlar", "Jiří Dvořák"])
def test_letters_and_marks_apart_are_equal_and_stay_apart(tmp_path: Path, name: str) -> None:
    apart = unicodedata.normalize("NFD", name)
    found = run(
        tmp_path,
        {"list.csv": table("id,name,phone,city", f"1,{name},07700900831,Köln", f"2,{apart},,Ko\u0308ln", "3,Ilka Demir,,Bursa")},
    )  # fmt: skip
    for column in ("given_name", "family_name", "city"):
        assert found.values(column)[0] == found.values(column)[1]
    pair = found.pair(1, 2)
    assert pair is not None
    assert found.pair(1, 3) is None
    kept = cells(found.merged, "name")
    assert kept in (
        [[name, "Ilka Demir"], [apart, "Ilka Demir"]] if found.together(1, 2) else [[name, apart, "Ilka Demir"]]
    )


def test_turkish_names_meet_in_capitals_and_small_letters(tmp_path: Path) -> None:
    names = ["İlker Işık", "ILKER IŞIK", "ilker ışık", "İLKER IŞIK"]
    rows = [f"{i},{name},İzmir" for i, name in enumerate(names)]
    found = run(tmp_path, {"list.csv": table("id,name,city", *rows)})
    assert set(found.values("given_name")) == {"ilker"}
    assert set(found.values("family_name")) == {"isik"}
    assert all(found.pair(a, b) for a in range(1, 5) for b in range(a + 1, 5))


# -- Umlauts with two spellings ----------------------------------------------------------------------------------------


def test_umlauts_with_two_spellings_are_compared_and_weigh_as_equal(tmp_path: Path) -> None:
    rows = ["1,Jörg Müller,Lüneburg", "2,Joerg Mueller,Lueneburg", "3,Jörg Müller,Lüneburg", "4,Manuel Bauer,Goes"]
    found = run(tmp_path, {"list.csv": table("id,name,city", *rows, "5,Manul Baur,Gös")})
    spelled, plain = found.pair(1, 2), found.pair(1, 3)
    assert spelled is not None
    assert plain is not None
    for name in ("given_name_weight", "family_name_weight", "city_weight"):
        assert spelled[name] == plain[name]
    assert not found.together(4, 5)
    assert found.values("given_name")[3:] == ["manuel", "manul"]
    assert "Joerg Mueller" in found.written.decode() or found.together(1, 2)


# -- Apostrophes, hyphens and what web forms make of them --------------------------------------------------------------


def test_every_apostrophe_is_the_same_and_none_is_exchanged(tmp_path: Path) -> None:
    surnames = ["D'Arcy", "D’Arcy", "DArcy", "D Arcy", "D`Arcy", "D&#39;Arcy", "D&apos;Arcy", "Dʼarcy"]
    rows = [f"{i},Nell,{name},Sligo" for i, name in enumerate(surnames)]
    found = run(tmp_path, {"list.csv": table("id,first,last,town", *rows, "8,Darcy,O'Nell,Cork", "9,Mary,Hale,Ryde")})
    assert set(found.values("family_name")[:8]) == {"darcy"}
    assert all(found.pair(a, b) for a in range(1, 9) for b in range(a + 1, 9))
    assert found.pair(1, 10) is None
    assert not found.together(1, 9)
    originals = [*surnames, "O'Nell", "Hale"]
    for row in found.merged:
        assert row["last"] == originals[int(row["id"])] or row["group_size"] != "1"
        assert row["last"] in originals


def test_hyphens_blanks_and_joined_surnames_are_compared(tmp_path: Path) -> None:
    rows = ["1,Mary,Hill-Bates,Ryde", "2,Mary,Hill Bates,Ryde", "3,Mary,Hillbates,Ryde", "4,Mary,Hill–Bates,Ryde"]
    found = run(tmp_path, {"list.csv": table("id,first,last,town", *rows, "5,Sean,Oakes,Sligo")})
    assert all(found.pair(a, b) for a in range(1, 5) for b in range(a + 1, 5))
    assert len({found.values("family_name")[i] for i in (0, 1, 3)}) == 1
    assert found.pair(1, 5) is None


# -- Telephone numbers in all their forms ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forms", "digits"),
    [
        (["+44 (0)1632 960987", "01632 960 987", "00441632960987", "441632960987", "(01632) 960-987"], "1632960987"),
        (["+49 (0) 30 / 1234 567", "030 1234567", "0049301234567", "49301234567", "030-123 45 67"], "301234567"),
        (["+33 1 44 55 66 71", "01.44.55.66.71", "0033144556671", "33144556671", "01 44 55 66 71"], "144556671"),
        (["+48 501 234 567", "501-234-567", "0048501234567", "48501234567", "501 234 567"], "501234567"),
    ],
)
def test_phones_of_one_line_are_equal_and_written_as_they_were(tmp_path: Path, forms: list[str], digits: str) -> None:
    names = ["Ada Quill", "A Quill", "Mrs Quill", "Adele Q", "Reception"]
    rows = [f'{i},{name},"{form}"' for i, (name, form) in enumerate(zip(names, forms, strict=True))]
    country = forms[0].split()[0]
    more = [
        f"{10 + i},{name},{country} 9{i}1 55{i} 77{i}" for i, name in enumerate(["Bo Weir", "Cy Marlow", "Di Hart"])
    ]
    found = run(tmp_path, {"list.csv": table("id,name,phone", *rows, *more)})
    assert found.values("phone")[:5] == [digits] * 5
    assert all(found.pair(a, b) for a in range(1, 6) for b in range(a + 1, 6))
    singles = [row for row in found.merged if row["group_size"] == "1" and int(row["id"]) < 5]
    assert [row["phone"] for row in singles] == [forms[int(row["id"])] for row in singles]


def test_an_extension_and_a_last_digit_are_not_the_same_line(tmp_path: Path) -> None:
    rows = ["1,Ada Quill,+44 1632 960987", "2,Front desk,01632-960987 ext 4", "3,Abel Stark,01632 960988"]
    found = run(tmp_path, {"list.csv": table("id,name,phone", *rows)})
    assert not found.together(1, 2)
    assert not found.together(1, 3)
    assert sorted(cells(found.merged, "phone")) == ["+44 1632 960987", "01632 960988", "01632-960987 ext 4"]


# -- First and last names exchanged ------------------------------------------------------------------------------------


def test_exchanged_names_are_compared_but_never_exchanged_back(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        {
            "list.csv": table(
                "id,first,last,dob,email",
                "1,Blake,Morgan,1984-02-11,blake.morgan@example.com",
                "2,Morgan,Blake,1984-02-11,",
                '3,,"Morgan, Blake",1984-02-11,b.morgan@example.org',
                "4,Morgan,Blake,1961-08-30,m.blake@example.net",
                "5,Yan,Lei,1992-05-05,yl@example.com",
                "6,Lei,Yan,1992-05-05,yl@example.com",
            )
        },
    )
    assert all(found.pair(*rows) for rows in ((1, 2), (1, 3), (2, 3), (5, 6)))
    assert not found.together(1, 4)
    assert not found.together(2, 4)
    assert (found.values("given_name")[2], found.values("family_name")[2]) == ("blake", "morgan")
    originals = {("Blake", "Morgan"), ("Morgan", "Blake"), ("", "Morgan, Blake"), ("Yan", "Lei"), ("Lei", "Yan")}
    assert {(row["first"], row["last"]) for row in found.merged} <= originals


# -- Values that stand for nothing -------------------------------------------------------------------------------------


def test_values_that_stand_for_nothing_are_listed_and_written_back(tmp_path: Path) -> None:
    phones = ["9999999999", "keine", "n.a.", "-", "unbekannt", "000 000 000", "tbd", "x", "none", "1234567890"]
    mails = [
        "no@no.com",
        "noreply@example.com",
        "keine",
        "n/a",
        "test@example.com",
        "x@x.com",
        "none",
        "",
        "unknown@x.org",
        "?",
    ]
    given_names = ["Ada", "Boris", "Chloe", "Dmitri", "Esther", "Farid", "Gwen", "Hugo", "Ines", "Jonas"]
    surnames = ["Quill", "Weir", "Marlow", "Hart", "Stark", "Fenn", "Olsen", "Ruiz", "Tanaka", "Novak"]
    rows = [
        f"{i},{given} {name},{phone},{mail},1900-01-01"
        for i, (given, name, phone, mail) in enumerate(zip(given_names, surnames, phones, mails, strict=True))
    ]
    same = [
        "98,Maud Norcross,01632960871,maud@example.com,1971-04-09",
        "99,Maude Norcross,01632 960871,maud@example.com,",
    ]
    found = run(tmp_path, {"list.csv": table("id,name,phone,email,dob", *rows, *same)})
    assert found.values("phone")[:10] == [""] * 10
    assert found.values("birth_date")[:10] == [""] * 10
    assert found.pair(11, 12) is not None
    assert not [row for row in found.pairs if int(row["right_row"]) <= 10]
    assert cells(found.merged, "phone")[:10] == phones
    assert cells(found.merged, "email")[:10] == mails
    listed = {(p["column"], p["text"]): p["records"] for p in found.report["placeholders"]}
    assert listed["dob", "1900-01-01"] == 10
    assert {text for column, text in listed if column == "phone"} == set(phones)
    assert {text for column, text in listed if column == "email"} >= {"no@no.com", "keine", "test@example.com"}


# -- Texts that join to the same key -----------------------------------------------------------------------------------


@pytest.mark.parametrize("between", ["|", ":", "_", " ", "-", "~", "#", "\t", "\x1f", ";", "/"])
def test_texts_that_only_join_to_the_same_are_not_equal(tmp_path: Path, between: str) -> None:
    rows = [f'1,Ada{between}Quill,"Thornby"', f'2,Ada,"Quill{between}Thornby"', "3,Bo Weir,Deal", "4,Cy Hart,Rye"]
    found = run(tmp_path, {"list.csv": table("id,name,town", *rows)})
    assert not found.together(1, 2)
    pair = found.pair(1, 2)
    assert pair is None or not [key for key in pair["keys"].split(";") if "town" in key.lower() and "Same" in key]
    assert len(found.crosswalk) == 4
    assert cells(found.merged, "name")[:2] == [f"Ada{between}Quill", "Ada"]


# -- The same numbers in two files -------------------------------------------------------------------------------------


def test_numbers_of_two_branches_say_nothing_about_customers(tmp_path: Path) -> None:
    east = table("id,name,email", "1,Ada Quill,ada@example.com", "2,Bo Weir,bo@example.com", "3,Cy Hart,cy@example.com")
    west = table(
        "id,name,email",
        "1,Di Marlow,di@example.org",
        "2,Ed Fenn,ed@example.org",
        "3,Bo Weir,bo@example.com",
        "3,Fay Stark,fay@example.org",
    )
    found = run(tmp_path, {"east.csv": east, "west.csv": west})
    assert [(p["left_row"], p["right_row"]) for p in found.pairs] == [("2", "3")]
    assert found.said("west", "value 3", "more than one list", "own record numbers")
    assert len(found.merged) == 6
    assert sorted(cells(found.merged, "name")) == [
        "Ada Quill",
        "Bo Weir",
        "Cy Hart",
        "Di Marlow",
        "Ed Fenn",
        "Fay Stark",
    ]
    places = {(row["list"], row["row"]) for row in found.crosswalk}
    assert places == {("east", str(i)) for i in (1, 2, 3)} | {("west", str(i)) for i in (1, 2, 3, 4)}


# -- Rare characters and names of files --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kunden_größe_𠮷.csv", "liste d'été (2).csv", "клиенты.csv", "a,b;c.csv", "👥.csv"])
def test_rare_characters_in_cells_and_names_of_files(tmp_path: Path, name: str) -> None:
    texts = ["𠮷川 葵", "吉川 葵", "Zoë 🎉 Party", "Zoë Party", "👨‍👩‍👧 Weir"]
    rows = [f"{i},{text},note 😀" for i, text in enumerate(texts)]
    found = run(tmp_path, {name: table("id,name,note", *rows)})
    assert found.names == [name.removesuffix(".csv")]
    assert set(cells(found.crosswalk, "list")) == set(found.names)
    assert found.report["lists"][0]["path"].endswith(name)
    assert found.pair(3, 4) is not None
    whole = found.written.decode("utf-8", errors="strict")
    assert {"𠮷川 葵", "吉川 葵", "👨‍👩‍👧 Weir"} <= set(cells(found.merged, "name"))
    assert "?" not in whole
    assert "\ufffd" not in whole
    assert b"\xed\xa0" not in found.written


def test_a_list_with_only_numbers_and_nothing_to_compare_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("id,status\n1,a\n2,b\n", encoding="utf-8")
    code = main(["match", str(path), "--out", str(tmp_path / "out"), "--quiet"])
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert code in (0, 2)
    assert code == 0 or said


# -- Encodings converted twice -----------------------------------------------------------------------------------------


def test_names_whose_encoding_was_converted_twice_are_compared_as_before(tmp_path: Path) -> None:
    rows = ["1,JÃ¶rg MÃ¼ller,KÃ¶ln", "2,Jörg Müller,Köln", "3,Ann Hill,Bath", "4,Bo Weir,SÃO PAULO"]
    found = run(tmp_path, {"list.csv": table("id,name,city", *rows)})
    assert found.values("family_name")[:2] == ["muller", "muller"] or len(set(found.values("family_name")[:2])) == 1
    assert found.values("city")[0] == found.values("city")[1]
    assert found.pair(1, 2) is not None
    assert found.said("'name'", "1 value was converted to UTF-8 twice (such as JÃ¶rg MÃ¼ller)", "(Jörg Müller)")
    assert found.said("'city'", "KÃ¶ln")
    assert "JÃ¶rg MÃ¼ller" in found.written.decode() or found.together(1, 2)


# -- What other programs write around values ---------------------------------------------------------------------------


def test_codes_that_a_spreadsheet_shall_keep_as_text_are_compared_without_what_keeps_them(tmp_path: Path) -> None:
    rows = ['="0012",Ann Hill,="01067",="0351123456"', "0014,Ann Hill,01067,0351 123456", '="0013",Bo Weir,="01069",']
    found = run(tmp_path, {"list.csv": table("id,name,zip,phone", *rows)})
    assert found.values("postcode") == ["01067", "01067", "01069"]
    assert found.values("phone")[0] == found.values("phone")[1] != ""
    assert found.pair(1, 2) is not None
    assert '="01069"' in " ".join(cells(found.merged, "zip"))


def test_codes_behind_an_apostrophe_are_compared_without_it_and_written_back_with_it(tmp_path: Path) -> None:
    rows = ["'0012,Ann Hill,'01067,'0351 123456", "0014,Ann Hill,01067,0351 123456", "0013,Bo Weir,’01069,"]
    found = run(tmp_path, {"list.csv": table("id,name,zip,phone", *rows)})
    assert found.values("postcode") == ["01067", "01067", "01069"]
    assert found.values("phone")[0] == found.values("phone")[1] != ""
    assert found.pair(1, 2) is not None
    assert "’01069" in cells(found.merged, "zip")


def test_codes_that_were_taken_for_fractions_are_compared_as_codes(tmp_path: Path) -> None:
    rows = ["1001.0,Ann Hill,1067.0,Dresden", "1001,Ann Hill,01067,Dresden", "10010,Bo Weir,10670,Ely"]
    found = run(tmp_path, {"list.csv": table("customer number,name,postcode,city", *rows)}, "--role", "city=city")
    assert found.values("postcode") == ["01067", "01067", "10670"]
    assert "1001.0" in found.written.decode() or found.together(1, 2)
    assert not found.together(1, 3)


@pytest.mark.parametrize("nothing", ["\\N", "<null>", "(null)", "NULL", "#N/A", "NaN"])
def test_marks_of_databases_for_nothing_are_no_values(tmp_path: Path, nothing: str) -> None:
    rows = [f"1,Ann Hill,{nothing},{nothing}", f"2,Bo Weir,{nothing},{nothing}", "3,Cy Moe,Bath,cy@example.com"]
    found = run(tmp_path, {"list.csv": table("id,name,city,email", *rows)})
    assert found.values("city") == ["", "", "bath"]
    assert found.values("email") == ["", "", "cy@example.com"]
    assert found.pair(1, 2) is None
    assert cells(found.merged, "city") == [nothing, nothing, "Bath"]
