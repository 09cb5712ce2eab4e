"""Lists as people reported them, from the file to what stands on the screen and in the written files.

Each is a small list of invented people with one fault in it, run as a user would run it. What the kinds of faults do to
single values is tested beside the modules that know them, and more widely in `tests/records/test_kinds_of_faults.py`.
"""

from __future__ import annotations

import json
import random
import unicodedata
from pathlib import Path

import pytest

from entityres.cli import main
from entityres.session.project import Project
from entityres.session.stages import Step
from tests.helpers.generated_customers import customers as generated
from tests.helpers.whole_runs import Run, cells, run, table
from tests.helpers.windows import open_window, shown_texts

pytestmark = pytest.mark.slow


def zone(found: Run, left: int, right: int) -> str:
    """The zone of a compared pair."""
    pair = found.pair(left, right)
    assert pair is not None
    return pair["zone"]


# -- Reading -----------------------------------------------------------------------------------------------------------


def test_codes_of_digits_link_nobody_through_another_column(tmp_path: Path) -> None:
    """Codes were read as numbers: 0064 became 64, 7E15 became infinite, and rows that differed only in that looked alike."""
    accounts = ["0064", "7E15", "0031847722904E610007", "31E2", "64"]
    rows = [
        f"0007,Hedda Quill,01632960317,01970,{accounts[0]}",
        f"0008,Hedda Quill,01632960317,01970,{accounts[1]}",
        f"0009,Tor Weir,01632960344,00420,{accounts[2]}",
        f"0010,Ode Lindt,01632960381,00420,{accounts[3]}",
        f"64,Ode Lindt,01632960381,00420,{accounts[4]}",
    ]
    found = run(tmp_path, {"list.csv": table("id,name,phone,postcode,account", *rows)})
    assert found.groups("id") == {frozenset({"0007", "0008"}), frozenset({"0009"}), frozenset({"0010", "64"})}
    assert found.pair(1, 5) is None
    assert "64" not in cells(found.merged, "id"), "0010 is the first of the two"
    assert set(cells(found.merged, "account")) <= set(accounts)
    assert "0031847722904E610007" in cells(found.merged, "account")


@pytest.mark.parametrize("spare", [(1, 2, 3), (1,)])
def test_spare_commas_move_no_value_under_another_heading(tmp_path: Path, spare: tuple[int, ...]) -> None:
    """Rows ended in one comma more than the headings, and every value moved one heading to the left."""
    rows = ["C1,Ada Quill,ada@example.com,01632960701", "C2,Ben Weir,ben@example.com,01632960822"]
    rows.append(rows[0].replace("C1", "C3"))
    lines = [row + "," * (number in spare) for number, row in enumerate(rows, 1)]
    found = run(tmp_path, {"list.csv": table("id,name,email,phone", *lines)})
    assert found.groups("id") == {frozenset({"C1", "C3"}), frozenset({"C2"})}
    assert [",".join(list(row.values())[:4]) for row in found.merged] == rows[:2]
    ends = "3 rows end" if len(spare) == 3 else "1 row ends"
    assert f"{ends} with empty cells beyond the last column, first in line 2; they are left out." in found.shown


LINES_IN_CELLS = (
    'id,name,address,note\n1,Ro Quill,"9 Weir Lane\nFlat 2\nThornby","a ""b"", c"\n'
    '2,Fay Marlow,"The ""Old"" Mill\r\nEly",ok\n3,Gus Hart,1 High St,"one\ntwo, three"\n'
)


def test_a_record_of_several_lines_is_one_in_every_place_that_counts(
    qtbot, tmp_path: Path, monkeypatch, capsys
) -> None:
    """Addresses of several lines were read as several records, and preview, count and later pages disagreed."""
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    found = run(tmp_path, {"list.csv": LINES_IN_CELLS})
    assert found.shown.startswith("3 records in 1 list;")
    assert main(["inspect", *found.paths]) == 0
    assert "list: 3 records, 4 columns" in capsys.readouterr().out
    with open_window(Project.create(None), tmp_path) as window:
        window.add_files(found.paths)
        page = window.pages[Step.LOAD]
        assert page.preview.model.rowCount() == page.lists.model.rowCount() + 2 == 3
        assert "3" in [page.lists.model.index(0, column).data() for column in range(page.lists.model.columnCount())]
        assert window.side.steps.entry(1).words == "1 list · 3 rows"


def test_zero_bytes_end_no_value_and_do_not_come_out_again(tmp_path: Path) -> None:
    """A dump wrote zero bytes for nothing and some inside names: cells were cut there, or the file was refused."""
    rows = ["1,Marten Hale,m.hale@example.com,Bath", "2,Mar\0ten Hale,m.hale@example.com,Bath"]
    rows += ["3,Ida Noor,\0\0\0,Deal", "4,Jon Weir,\0\0\0,Bude"]
    found = run(tmp_path, {"list.csv": table("id,name,email,city", *rows)})
    assert found.groups() == {frozenset({"1", "2"}), frozenset({"3"}), frozenset({"4"})}
    assert found.pair(3, 4) is None
    assert "Note: list: Zero bytes were taken out of 3 rows, first in line 3." in found.shown
    assert cells(found.merged, "email") == ["m.hale@example.com", "", ""]
    assert not [path for path in found.folder.iterdir() if b"\0" in path.read_bytes()]


def test_semicolons_are_found_and_the_user_has_the_last_word(tmp_path: Path, capsys) -> None:
    """In lists with semicolons the commas in names and amounts won, and columns were cut in the wrong place."""
    rows = ["1001;Quill, Jörg;Hauptstraße 5;Köln;1234,50", "1002;Weiß, Ulla;Am Ring 7;Bonn;80,00"]
    rows += ["1003;Jörg Quill;Hauptstr. 5;Köln;99,95", "1004;Kranz, Otto;Hafenweg 12;Kiel;7,10"]
    found = run(tmp_path, {"liste.csv": "\r\n".join(["Kunden-Nr;Name;Straße;Ort;Umsatz", *rows, ""])})
    assert list(found.merged[0])[:5] == ["Kunden-Nr", "Name", "Straße", "Ort", "Umsatz"]
    assert found.pair(1, 3) is not None
    assert cells(found.merged, "Umsatz")[1:] == ["80,00", "7,10"]
    assert b'1002,"Wei\xc3\x9f, Ulla",Am Ring 7,Bonn,"80,00"' in found.written
    assert main(["inspect", *found.paths, "--delimiter", "comma"]) == 0
    assert "separator comma" in capsys.readouterr().out


def test_columns_meet_by_their_headings_whatever_their_order(tmp_path: Path) -> None:
    """Two lists were stacked by position: the e-mail addresses of the second stood under the numbers of the first."""
    shop = table(
        "id,first name,last name,email,phone",
        "S1,Wren,Quill,wren@example.com,01632960841",
        "S2,Yan,Cole,y@example.com,",
    )
    web = table(
        "Email,Phone, Last Name ,First Name,ID",
        "kit@example.com,01632960851,Ross,Kit,W1",
        "wren@example.com,01632960841,Quill,Wren,W2",
    )
    found = run(tmp_path, {"shop.csv": shop, "web.csv": web})
    assert list(found.merged[0]) == [
        "id",
        "first name",
        "last name",
        "email",
        "phone",
        "group_id",
        "group_size",
        "lists",
    ]
    assert found.groups("id") == {frozenset({"S1", "W2"}), frozenset({"S2"}), frozenset({"W1"})}
    assert found.pair(1, 1, ("shop", "web")) is None
    assert list(found.merged[-1].values())[:5] == ["W1", "Kit", "Ross", "kit@example.com", "01632960851"]


@pytest.mark.parametrize("name", ["kunden_größe_𠮷.csv", "клиенты 👥.csv"])
def test_rare_characters_in_a_file_name_are_shown_as_they_are(
    qtbot, tmp_path: Path, monkeypatch, capsys, name: str
) -> None:
    """A program broke off while exporting because the file's name held a character that it could not write."""
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    (tmp_path / name).write_bytes(b"")
    assert main(["match", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 2
    assert f"{name} is empty." in capsys.readouterr().err
    (tmp_path / name).write_text("id,name\n1,𠮷川 葵\n", encoding="utf-8")
    with open_window(Project.create(None), tmp_path) as window:
        window.add_files([str(tmp_path / name)])
        assert name.removesuffix(".csv") in [
            window.pages[Step.LOAD].lists.model.index(0, column).data()
            for column in range(window.pages[Step.LOAD].lists.model.columnCount())
        ]


# -- Comparing ---------------------------------------------------------------------------------------------------------


def test_names_of_two_characters_meet_and_a_shared_family_name_is_not_enough(tmp_path: Path) -> None:
    """Names without Latin letters were reduced to nothing, and those of two characters were too short for the index."""
    rows = ["1,陈静,jing.chen@example.com,成都", "2,陈静,chen.jing@example.net,成都市"]
    rows += ["3,刘洋,yang@example.com,武汉", "4,刘敏,min@example.com,长沙", "5,박서연,seoyeon@example.net,대구"]
    found = run(tmp_path, {"list.csv": table("id,name,email,city", *rows)})
    assert zone(found, 1, 2) == "review", "one name and one town, but other addresses"
    assert len(found.merged) == 5
    assert not [pair for pair in found.pairs if pair["left_row"] == "1" and pair["right_row"] in "35"]
    assert [",".join(list(row.values())[:4]) for row in found.merged] == rows


def test_letters_of_marks_apart_are_written_back_as_they_were(tmp_path: Path) -> None:
    """Lists of a Mac write accents as signs of their own: records that look the same never met, or came out in another form."""
    whole, apart = "Zoé Krüger", unicodedata.normalize("NFD", "Noël Häusler")
    rows = [
        f"1,{whole},07700900831,Köln",
        f"2,{apart},07700900855,Ko\u0308ln",
        f"3,{unicodedata.normalize('NFD', whole)},,",
    ]
    found = run(tmp_path, {"list.csv": table("id,name,phone,city", *rows)})
    assert cells(found.merged, "name")[1] == apart
    assert cells(found.merged, "city")[1] == "Ko\u0308ln"
    assert cells(found.merged, "name")[0] == whole, "one of the forms that the records have"
    pair = found.pair(1, 3)
    assert pair is not None
    assert float(pair["given_name_weight"]) > 0 < float(pair["family_name_weight"])


@pytest.mark.parametrize(
    ("others", "all_three"),
    [
        (["+44 1632 960123", "+44 20 7946 0018", "+44 161 496 0022"], False),
        (["+1 212 555 0144", "+1 312 555 0188", "(415) 555-0133"], True),
    ],
)
def test_american_numbers_meet_in_a_list_of_either_country(tmp_path: Path, others: list[str], all_three: bool) -> None:
    """Brackets, full stops and the country's number made three telephone numbers of one."""
    rows = ["1,May Dunn,(555) 010-0199", "2,M Dunn,555.010.0199", "3,Dunn,+1 555 010 0199"]
    rows += [
        f"{9 + i},{name},{number}"
        for i, (name, number) in enumerate(zip(["Bo Weir", "Cy Hart", "Di Fenn"], others, strict=True))
    ]
    found = run(tmp_path, {"list.csv": table("id,name,phone", *rows)})
    assert found.pair(1, 2) is not None
    assert not all_three or found.pair(1, 3) and found.pair(2, 3)
    assert {row["phone"] for row in found.merged} >= set(others)


MISSING = ["0000000000", "N/A", "1111111111", "unknown", "-", "00000 000000", "n/a", "none"]


def test_values_that_count_as_missing_are_said_with_their_counts_and_can_be_taken_back(tmp_path: Path, capsys) -> None:
    """Stand-ins for "unknown" put thousands of strangers beside each other, and some were merged on them."""
    names = "Abel Birch,Bea Castle,Cato Drummond,Dora Elwood,Eric Farnham,Fern Goodwin,Gil Hatcher,Hope Ingram"
    rows = [f"{i},{name},{MISSING[i]},none,1900-01-01" for i, name in enumerate(names.split(","))]
    rows += ["8,Myra Northcott,01632960871,myra@example.com,", "9,Myrah Northcott,01632 960871,myra@example.com,"]
    lists = {"list.csv": table("id,name,phone,email,dob", *rows)}
    found = run(tmp_path, lists, "--save-recipe", str(tmp_path / "recipe.json"))
    assert [(pair["left_row"], pair["right_row"]) for pair in found.pairs] == [("9", "10")]
    phones = "In the column 'phone', these count as missing and are not compared: "
    line = next(line for line in found.shown.splitlines() if phones in line)
    assert {f"{text} (1)" for text in MISSING} == set(line.split(phones)[1].removesuffix(".").split(", "))
    assert "In the column 'email', these count as missing and are not compared: none (8)." in found.shown
    assert "In the column 'dob', these count as missing and are not compared: 1900-01-01 (8)." in found.shown
    assert main(["inspect", *found.paths]) == 0
    assert f"Note: {phones}" in capsys.readouterr().out
    assert main(["inspect", *found.paths, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["placeholders"]
    assert {one["text"] for one in told if one["column"] == "phone"} == set(MISSING)
    recipe = tmp_path / "recipe.json"
    asked = json.loads(recipe.read_text(encoding="utf-8"))
    assert asked["not_placeholders"] == []
    recipe.write_text(json.dumps(asked | {"not_placeholders": [["phone", "1111111111"]]}), encoding="utf-8")
    (tmp_path / "again").mkdir()
    again = run(tmp_path / "again", lists, "--recipe", str(recipe))
    assert "1111111111" not in next(line for line in again.shown.splitlines() if phones in line)


# -- Merging -----------------------------------------------------------------------------------------------------------


def test_rows_that_are_the_same_are_one_group_and_counted(tmp_path: Path) -> None:
    """Rows that are the same in every cell got different groups while near ones were grouped well."""
    one, two = "Wilma Quill,Lars Quill,1991-06-21", "Ugo Weir,Hal Weir,1983-02-11"
    found = run(
        tmp_path, {"list.csv": table("name,father,dob", one, two, one, "Mio Sato,Ken Sato,1979-10-02", one, two)}
    )
    assert [(pair["left_row"], pair["right_row"]) for pair in found.pairs] == [
        ("1", "3"),
        ("1", "5"),
        ("2", "6"),
        ("3", "5"),
    ]
    assert len({pair["score"] for pair in found.pairs}) == 1
    assert {pair["zone"] for pair in found.pairs} == {"match"}
    assert found.groups() == {frozenset({"1", "3", "5"}), frozenset({"2", "6"}), frozenset({"4"})}
    assert "6 records in 1 list; 4 pairs compared." in found.shown
    assert "3 records after merging (3 merged away)." in found.shown
    assert len(found.merged) == 3


def test_father_son_and_grandson_of_one_name_and_home(tmp_path: Path) -> None:
    """Father and son of one name, address and phone were proposed as one: the suffix and the birth date played no part."""
    rows = [
        "1,Arthur Quill Sr,1946-05-09",
        "2,Arthur Quill Jr,1973-11-24",
        "3,Arthur Quill,",
        "4,ARTHUR QUILL JR.,1973-11-24",
    ]
    lines = [
        f"{row},8 Meadow {'Wy' if row[0] == '4' else 'Way'},01632960901"
        for row in (*rows, "5,Arthur Quill III,2001-04-02")
    ]
    found = run(tmp_path, {"list.csv": table("id,name,dob,address,phone", *lines)})
    assert found.groups() == {frozenset("1"), frozenset({"2", "4"}), frozenset("3"), frozenset("5")}
    assert all(found.pair(*sorted((3, other))) for other in (1, 2, 4, 5)), "who has no suffix may be any of them"
    assert {zone(found, *pair) for pair in ((1, 2), (1, 4), (1, 5), (2, 5), (4, 5))} == {"review"}
    assert "9 pairs are worth a look and did not count as a match." in found.shown
    assert [name.rstrip(".").split()[-1].lower() for name in cells(found.merged, "name")] == [
        "sr",
        "jr",
        "quill",
        "iii",
    ]


def test_who_fits_father_and_son_alike_joins_neither(tmp_path: Path) -> None:
    """Of three with one address of their own two contradict each other: the third looks like a match with both."""
    names = ("Arthur Quill Sr", "Arthur Quill", "Arthur Quill Jr")
    lines = [f"{i},{name},8 Meadow Way,01632960901,arthur.quill@example.org" for i, name in enumerate(names, 1)]
    found = run(tmp_path, {"list.csv": table("id,name,address,phone,email", *lines)})
    assert found.groups() == {frozenset("1"), frozenset("2"), frozenset("3")}
    assert {pair: zone(found, *pair) for pair in ((1, 2), (2, 3), (1, 3))} == {
        (1, 2): "match",
        (2, 3): "match",
        (1, 3): "review",
    }
    apart = "2 pairs look like a match but were kept apart: another record fits better or contradicts."
    assert apart in found.shown


def test_couples_and_records_that_name_two_people(tmp_path: Path) -> None:
    """In a list of donors most wrong matches were couples: all agrees but the first name, and joint records were bridges."""
    rows = [
        "1,John Quill,3 Weir Lane,01632960921,quills@example.com",
        "2,Joan Quill,3 Weir Lane,01632960921,quills@example.com",
        "3,Mr & Mrs J Quill,3 Weir Lane,01632960921,quills@example.com",
        "4,John Quill,3 Weir Ln,01632 960921,john.quill@example.org",
        "5,Joan Quill and John Quill,3 Weir Lane,,",
    ]
    found = run(tmp_path, {"list.csv": table("id,name,address,phone,email", *rows)})
    assert found.groups() == {frozenset({"1", "4"}), frozenset("2"), frozenset("3"), frozenset("5")}
    joint = [(1, 3), (2, 3), (3, 4), (1, 5), (2, 5), (4, 5)]
    assert {zone(found, *pair) for pair in ((1, 2), (2, 4), *joint)} == {"review"}


BRIDGE = table(
    "id,name,phone,email,address",
    "1,Roman Ohlsen,07700900601,r.ohlsen@example.com,6 Dock Street",
    "2,Roman Ohlsen,07700900699,r.ohlsen@example.com,6 Dock Street",
    "3,Romana Nowell,07700900699,romana.n@example.org,17 Fell Road",
    "4,Romana Nowell,07700900602,romana.n@example.org,17 Fell Road",
)


def test_one_shared_phone_is_no_bridge_and_small_steps_lead_to_nobody_else(tmp_path: Path) -> None:
    """Groups followed links: one wrong link put two customers into one, and chains of small differences ended with strangers."""
    found = run(tmp_path, {"list.csv": BRIDGE})
    assert found.groups() == {frozenset({"1", "2"}), frozenset({"3", "4"})}
    assert zone(found, 2, 3) != "match", "only the phone agrees"
    assert len(found.merged) == 2
    (tmp_path / "steps").mkdir()
    names = ["Eva Rossi", "Ewa Rossi", "Ewa Rosso", "Elwa Rosso", "Elwa Rossetto", "Elvira Rosettani"]
    steps = run(
        tmp_path / "steps", {"list.csv": table("id,name,city", *(f"{i},{name},Nardo" for i, name in enumerate(names)))}
    )
    assert steps.pair(1, 2) is not None
    assert not steps.together(1, 6)


def test_before_a_bridge_is_accepted_it_is_said_how_many_names_and_addresses_become_one(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    """Who accepted the one wrong link between two customers had no hint that four records became one by it."""
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    (tmp_path / "list.csv").write_text(BRIDGE)
    with open_window(Project.create(None), tmp_path) as window:
        window.add_files([str(tmp_path / "list.csv")])
        window.find_matches()
        window.go_to(Step.REVIEW)
        page, pairs = window.pages[Step.REVIEW], window.project.scored.pairs
        page.select_pair(next(i for i in range(len(pairs)) if (pairs.left[i], pairs.right[i]) == (1, 2)))
        said = " ".join(shown_texts(page))
        assert "Accepting joins" in said
        assert "<b>4 records</b> under <b>2 names and 2 addresses</b>, no conflict." in said
        assert len(window.project.groups_now().sizes) == 2, "nothing is joined by looking"


# -- The same answer every time ----------------------------------------------------------------------------------------

NAMES = "Aldo Marek,Britt Nilsson,Cora Pryce,Denis Quaid,Enid Reeves,Frank Stubbs,Gerda Thyssen,Homer Ulrich,Irma Voss,Jona Wirth"
SLIPS = (
    "Aldo Marec,Britt Nilsen,Cora Price,D Quaid,Enid Reeves,Frank Stubs,Gerda Thissen,Homer Ullrich,Irma Foss,Jona Wirt"
)
TOWNS = "Hull,Diss,Rye,Ely,Bath,York,Ayr,Bude,Sark,Looe"


def customers() -> list[str]:
    """Ten customers, each twice: the second time with a slip, and mostly without the e-mail address."""
    rows = []
    for number, (name, slip, town) in enumerate(zip(*(t.split(",") for t in (NAMES, SLIPS, TOWNS)), strict=True)):
        mail = f"{name.split()[0].lower()}@example.com"
        again = {2: "cora.p@example.org"}.get(number, mail * (number in (0, 3)))
        rows += [f"{2 * number + 1},{name},{mail},{town}", f"{2 * number + 2},{slip},{again},{town}"]
    return rows


def judged(found: Run, ids: list[str]) -> dict[frozenset[str], tuple[str, str, str]]:
    """Score, zone and keys of each pair by the numbers that the list gives its records."""
    return {
        frozenset((ids[int(pair["left_row"]) - 1], ids[int(pair["right_row"]) - 1])): (pair["score"], pair["zone"], pair["keys"])
        for pair in found.pairs
    }  # fmt: skip


def in_three_orders(folder: Path, heading: str, rows: list[str]) -> list[tuple]:
    """What is judged of these rows, of which the first cell is a number of the list, and their groups, in three orders."""
    answers = []
    for seed in range(3):
        if seed:
            random.Random(seed).shuffle(rows)
        (folder / str(seed)).mkdir()
        found = run(folder / str(seed), {"list.csv": table(heading, *rows)})
        answers.append((judged(found, [row.split(",")[0] for row in rows]), found.groups("id")))
    return answers


def test_the_order_of_the_rows_decides_nothing(tmp_path: Path) -> None:
    """The same list gave other groups or kept other copies: ties were broken by the order in which records came."""
    answers = in_three_orders(tmp_path, "id,name,email,city", customers())
    assert answers[0] == answers[1] == answers[2]
    assert {frozenset({"1", "2"}), frozenset({"7", "8"}), frozenset({"9", "10"})} <= set(answers[0][0])


def test_nor_does_it_in_a_list_of_which_only_some_pairs_stand_for_strangers(tmp_path: Path) -> None:
    """Of a longer list the pairs that are looked at beforehand are drawn: the draw must not follow the rows."""
    made = generated(700, 5).record_list.table.to_pandas().drop(columns="created")
    answers = in_three_orders(
        tmp_path, ",".join(["id", *made.columns]), [",".join((f"k{i}", *row)) for i, row in enumerate(made.to_numpy())]
    )
    assert answers[0] == answers[1] == answers[2]
    assert sum(len(group) > 1 for group in answers[0][1]) > 100


def test_the_number_of_cores_decides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same run with several workers gave other groups than with one."""
    written = []
    for cores in (1, 5):
        monkeypatch.setattr("entityres.records.compiled.os.cpu_count", lambda cores=cores: cores)
        (tmp_path / str(cores)).mkdir()
        found = run(tmp_path / str(cores), {"list.csv": table("id,name,email,city", *customers())})
        written.append([(found.folder / name).read_bytes() for name in ("merged.csv", "crosswalk.csv", "pairs.csv")])
    assert written[0] == written[1]


STRANGERS = [
    (f"V{n}", f"Firm{chr(97 + n)}stein Bau", f"{n + 3} Weg {n}", f"DE1{n * 7919:08d}", f"AT{n * 104729:012d}")
    for n in range(20)
]


def test_an_account_that_several_firms_use_is_no_sign_of_one(tmp_path: Path) -> None:
    """Bills of four suppliers are paid to one bank that advances them: one IBAN, four names and four VAT numbers."""
    bank = "DE02120300000000202051"
    rows = [",".join(row) for row in STRANGERS]
    rows += [f"{row[0]}b,{row[1]} GmbH,{row[2]},{row[3]},{row[4]}" for row in map(list, STRANGERS[:4])]
    names = ["Adler Reinigung", "Bussard Reinigung", "Condor Catering", "Drossel Druck"]
    rows += [f"S{n},{name},Musterweg {n},DE21{n * 777777:07d},{bank}" for n, name in enumerate(names)]
    found = run(tmp_path, {"suppliers.csv": table("id,supplier,street,VAT number,IBAN", *rows)})
    apart = [f"S{n}" for n in range(4)]
    assert {frozenset({one}) for one in apart} <= {
        frozenset(found.crosswalk[int(row) - 1]["row"] and rows[int(row) - 1].split(",")[0] for row in group)
        for group in found.groups()
    }


def test_a_wife_with_the_name_of_her_husband(tmp_path: Path) -> None:
    """Hungarian: Kovács Jánosné is the wife of Kovács János, at one home with one phone."""
    rows = ["1,Kovács János,Petőfi utca 1,06301004000", "2,Kovács Jánosné,Petőfi utca 1,06301004000"]
    rows += ["3,Kovács János,Petőfi u. 1,06301004000", "4,Szabó Katalin,Petőfi utca 21,06301044004"]
    others = [
        f"{family} {given}"
        for family in ("Tóth", "Nagy", "Varga", "Kiss")
        for given in ("Béla", "Éva", "Gábor", "Ágnes")
    ]
    rows += [f"{n},{name},Fő utca {n},0630{n * 1234567 % 10**7:07d}" for n, name in enumerate(others, 5)]
    found = run(tmp_path, {"list.csv": table("id,Név,Utca,Telefon", *rows)})
    assert found.together(1, 3)
    assert not found.together(1, 2)
    assert found.pair(1, 2)["zone"] == "review"


def test_branches_of_one_owner_at_one_address(tmp_path: Path) -> None:
    """Four firms of a holding share the address, the phone and a website."""
    of = ["Holdings Inc", "Insurance Services LLC", "Capital Management LLC", "Realty Corp", "IT Services LLC"]
    rows = [f"{n},Halberd {name},400 Commerce Plaza,12207,518-555-0100" for n, name in enumerate(of, 1)]
    rows += ['6,"Halberd Insurance Svcs, LLC",400 Commerce Plz,12207,(518) 555-0100']
    rows += [f"{n},Firm{chr(90 + n)} Supply Co,{n} Elm Street,{12000 + n},518-555-{n * 37:04d}" for n in range(7, 30)]
    found = run(tmp_path, {"accounts.csv": table("id,Company,Street,ZIP,Phone", *rows)})
    assert {group for group in found.groups() if len(group) > 1} == {frozenset({"2", "6"})}


def test_newborns_who_have_no_name_yet(tmp_path: Path) -> None:
    """A hospital calls them Twin A and Twin B: one birth date, one home, one phone, two people."""
    rows = [f"{n},Whitmore,Twin {n},02/03/2024,501 Hill Close,07700098765" for n in "AB"]
    names = [
        (family, given)
        for family in ("Moss", "Lane", "Reed", "Hart")
        for given in ("Anna", "Paul", "Ruth", "Ian", "Eve")
    ]
    rows += [
        f"{n},{family},{given},{n + 3:02d}/04/{1950 + n},{n} Elm Road,0770{n * 1234567 % 10**7:07d}"
        for n, (family, given) in enumerate(names)
    ]
    found = run(tmp_path, {"patients.csv": table("id,Surname,Forenames,DOB,Address,Mobile", *rows)})
    assert not found.together(1, 2)
    assert found.pair(1, 2)["zone"] == "review"
