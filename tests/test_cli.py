"""The command line: what it prints, writes and returns (contract.md)."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from entityres import pipeline
from entityres.cli import main
from tests.helpers.generated_customers import two_lists
from tests.helpers.workbooks import xlsx

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parent.parent / "resources" / "samples" / "one_list.csv"
CRM = """id,first name,last name,phone,city
1,Debbie,Gould,961-887-4412,Gibsonport
2,Debbie,Gould,(961) 887-4412,Gibsonport
3,Omar,Haddad,020 7946 0011,London
4,Ines,Roca,,Madrid
"""
SHOP = """id,first name,last name,phone,city
7,Deborah,Gould,961 887 4412,Gibsonport
8,Chen,Wu,0151 496 0222,Liverpool
"""


@pytest.fixture
def lists(tmp_path: Path) -> list[str]:
    paths = [tmp_path / "crm.csv", tmp_path / "shop.csv"]
    for path, text in zip(paths, (CRM, SHOP), strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


class TestMatch:
    def test_writes_all_files_and_says_so_in_a_few_lines(self, lists, tmp_path, capsys):
        out = tmp_path / "new" / "out"
        assert main(["match", *lists, "--out", str(out)]) == 0
        assert sorted(path.name for path in out.iterdir()) == [
            "crosswalk.csv",
            "merged.csv",
            "pairs.csv",
            "report.json",
        ]
        said = capsys.readouterr()
        assert "6 records in 2 lists" in said.out
        assert str(out) in said.out
        assert said.err == ""
        assert len(rows(out / "crosswalk.csv")) == 6
        groups = {(row["list"], row["row"]): row["group_id"] for row in rows(out / "crosswalk.csv")}
        assert groups["crm", "1"] == groups["crm", "2"]
        report = json.loads((out / "report.json").read_text(encoding="utf-8"))
        assert {"reading", "columns", "scoring", "merging", "writing"} <= set(report["seconds"])
        assert [entry["sha256"] != "" for entry in report["lists"]] == [True, True]

    def test_what_keys_that_were_not_used_would_add_is_said(self, tmp_path, capsys):
        assert main(["match", str(SAMPLE), "--out", str(tmp_path / "out")]) == 0
        left = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["keys_not_used"]
        said = f"would add about {round(left['expected_matches'])} match" in capsys.readouterr().out
        assert said is (round(left["expected_matches"]) > 0)

    def test_quiet(self, lists, tmp_path, capsys):
        assert main(["match", *lists, "--out", str(tmp_path / "out"), "--quiet"]) == 0
        assert capsys.readouterr() == ("", "")

    def test_nothing_found_is_no_failure(self, tmp_path, capsys):
        path = tmp_path / "few.csv"
        path.write_text("name,phone\nAnn Lee,0151 496 0001\nBo Fox,0191 498 0777\n")
        assert main(["match", str(path), "--out", str(tmp_path / "out")]) == 0
        assert "No likely duplicates found." in capsys.readouterr().out
        assert len(rows(tmp_path / "out" / "merged.csv")) == 2

    def test_one_record(self, tmp_path):
        path = tmp_path / "one.csv"
        path.write_text("name,phone\nAnn Lee,0151 496 0001\n")
        assert main(["match", str(path), "--out", str(tmp_path / "out"), "--pairs", "all", "--quiet"]) == 0
        assert rows(tmp_path / "out" / "pairs.csv") == []
        assert len(rows(tmp_path / "out" / "merged.csv")) == 1

    def test_across_only(self, lists, tmp_path):
        out = tmp_path / "out"
        assert main(["match", *lists, "--out", str(out), "--across-only", "--pairs", "all", "--quiet"]) == 0
        assert all(row["left_list"] != row["right_list"] for row in rows(out / "pairs.csv"))

    def test_lists_without_doubles_are_matched_one_to_one_unless_told_otherwise(self, tmp_path, capsys):
        paths = [str(tmp_path / name) for name in ("crm.csv", "shop.csv")]
        for path, record_list in zip(paths, two_lists(900, 3, again=0.0), strict=True):
            record_list.table.to_pandas().to_csv(path, index=False)
        out = tmp_path / "out"
        for extra, used, by in (
            ([], True, "lists"),
            (["--no-one-to-one"], False, "user"),
            (["--one-to-one"], True, "user"),
        ):
            assert main(["match", *paths, "--out", str(out), *extra]) == 0
            report = json.loads((out / "report.json").read_text(encoding="utf-8"))
            assert (report["one_to_one"]["used"], report["one_to_one"]["chosen_by"]) == (used, by)
            said = capsys.readouterr().out
            assert ("Each record has at most one match" in said) is (by == "lists")
            assert any("--no-one-to-one" in text for text in report["warnings"]) is (by == "lists")

    def test_of_a_list_without_doubles_one_match_is_taken_though_the_other_holds_them(self, tmp_path, capsys):
        paths = [str(tmp_path / name) for name in ("crm.csv", "shop.csv")]
        lists = two_lists(900, 3, again=1.0)[0], two_lists(900, 3, again=0.0)[1]
        for path, record_list in zip(paths, lists, strict=True):
            record_list.table.to_pandas().to_csv(path, index=False)
        out = tmp_path / "out"
        assert main(["match", *paths, "--out", str(out)]) == 0
        report = json.loads((out / "report.json").read_text(encoding="utf-8"))
        assert report["one_to_one"]["used"] is False
        assert [one["at_most_one_match_here"] for one in report["one_to_one"]["lists"]] == [False, True]
        assert "A record of another list has at most one match in “shop”" in capsys.readouterr().out

    def test_one_list_has_no_say_on_one_to_one(self, lists, tmp_path):
        assert main(["match", lists[0], "--out", str(tmp_path / "out"), "--quiet"]) == 0
        report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
        assert report["one_to_one"] is None
        assert report["settings"]["one_to_one"] is None

    def test_a_recipe_gives_the_same_result(self, lists, tmp_path):
        recipe = tmp_path / "recipe.json"
        one, other = tmp_path / "1", tmp_path / "2"
        assert (
            main(["match", *lists, "--out", str(one), "--save-recipe", str(recipe), "--match-at", "0.8", "--quiet"])
            == 0
        )
        saved = json.loads(recipe.read_text(encoding="utf-8"))
        assert saved["match_at"] == 0.8
        assert saved["keys"]
        assert saved["roles"]["phone"] == "phone"
        assert saved["rules"]["phone"]["take"] == "most_frequent"
        assert "Debbie" not in recipe.read_text(encoding="utf-8")
        assert main(["match", *lists, "--out", str(other), "--recipe", str(recipe), "--quiet"]) == 0
        for name in ("merged.csv", "crosswalk.csv", "pairs.csv"):
            assert (one / name).read_bytes() == (other / name).read_bytes()

    def test_a_list_of_which_nothing_is_compared_says_so(self, tmp_path, capsys):
        odd = tmp_path / "odd.csv"
        odd.write_text("x1,x2\n" + "".join(f"{i % 7},{i % 5}\n" for i in range(60)), "utf-8")
        assert main(["match", str(odd), "--out", str(tmp_path / "out"), "--role", "x1=keep", "--role", "x2=keep"]) == 0
        said = capsys.readouterr().out
        assert "No likely duplicates found" in said
        assert "No column is compared, so that nothing could be found" in said

    def test_a_recipe_of_another_list_says_which_key_finds_nothing(self, lists, tmp_path, capsys):
        keys = [
            {"name": "Same e-mail", "parts": [{"kind": "exact", "fields": ["email"], "size": 0}]},
            {"name": "Phone; or so", "parts": [{"kind": "exact", "fields": ["phone"], "size": 0}]},
        ]
        recipe, out = tmp_path / "recipe.json", tmp_path / "out"
        recipe.write_text(json.dumps({"entityres_recipe": 2, "keys": keys}), "utf-8")
        assert main(["match", *lists, "--out", str(out), "--recipe", str(recipe), "--pairs", "all"]) == 0
        said = "The key “Same e-mail” reads E-mail, which is not compared here: it finds nothing."
        assert said in capsys.readouterr().out
        assert said in json.loads((out / "report.json").read_text("utf-8"))["warnings"]
        assert {row["keys"] for row in rows(out / "pairs.csv")} == {"Phone, or so"}, "names are joined by semicolons"

    def test_hundreds_of_copies_are_joined_or_told_of_whatever_the_keys(self, tmp_path, capsys):
        copies, recipe = tmp_path / "copies.csv", tmp_path / "recipe.json"
        copies.write_text("first name,last name,phone\n" + "Ann,Hill,555 010 2000\n" * 300, "utf-8")
        phone = {"name": "Same phone", "parts": [{"kind": "exact", "fields": ["phone"]}]}
        off = {"name": "All the same", "parts": [{"kind": "whole"}], "enabled": False}
        for keys, merged in (([phone], 1), ([phone, off], 300)):
            recipe.write_text(json.dumps({"entityres_recipe": 2, "keys": keys}), "utf-8")
            assert main(["match", str(copies), "--out", str(tmp_path / str(merged)), "--recipe", str(recipe)]) == 0
            said = capsys.readouterr().out
            assert len(rows(tmp_path / str(merged) / "merged.csv")) == merged
            told = "“All the same” is off: 300 records that say the same as another one" in said
            assert told == (merged == 300)

    def test_one_file_given_twice_is_said(self, lists, tmp_path, capsys):
        assert main(["match", lists[0], lists[0], "--out", str(tmp_path / "out")]) == 0
        assert "“crm (2)” is the same file as “crm”: every record is there twice." in capsys.readouterr().out

    def test_a_cut_for_review_above_that_for_matches_is_refused(self, lists, tmp_path, capsys):
        cuts = ["--review-at", "0.9", "--match-at", "0.5"]
        assert main(["match", lists[0], "--out", str(tmp_path / "out"), *cuts]) == 2
        assert "Let --review-at be at most --match-at." in capsys.readouterr().err
        assert not (tmp_path / "out").exists()

    def test_copies_that_no_key_has_room_for_are_told_of(self, tmp_path, capsys):
        copies, recipe = tmp_path / "copies.csv", tmp_path / "recipe.json"
        copies.write_text("first name,last name,phone\n" + "Ann,Hill,555 010 2000\n" * 300, "utf-8")
        keys = [{"name": f"Phone {i}", "parts": [{"kind": "exact", "fields": ["phone"]}]} for i in range(64)]
        recipe.write_text(json.dumps({"entityres_recipe": 2, "keys": keys}), "utf-8")
        assert main(["match", str(copies), "--out", str(tmp_path / "out"), "--recipe", str(recipe)]) == 0
        said = capsys.readouterr().out
        assert "There are 64 keys, the most there can be: 300 records that say the same as another one" in said
        assert "to stay within the budget" not in said, "it is told once"

    def test_a_project_keeps_everything(self, lists, tmp_path):
        project = tmp_path / "kept.entityres"
        assert main(["match", *lists, "--out", str(tmp_path / "out"), "--project", str(project), "--quiet"]) == 0
        from entityres.session.project import Project

        with Project.open(project) as opened:
            assert [record_list.name for record_list in opened.lists] == ["crm", "shop"]
            assert opened.scored is not None

    def test_result_for_excel(self, lists, tmp_path):
        assert main(["match", *lists, "--out", str(tmp_path / "out"), "--for", "excel", "--quiet"]) == 0
        assert (tmp_path / "out" / "merged.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")

    def test_its_own_result_can_be_matched_and_written_again(self, tmp_path):
        path = tmp_path / "odd.csv"
        path.write_text('name,note\n"=HYPERLINK(""x"")",=1+1\nAnn Lee,\'quoted\nBo Fox,+44 1632 960952\n')
        for source, out in [(path, "1"), (tmp_path / "1" / "merged.csv", "2")]:
            assert main(["match", str(source), "--out", str(tmp_path / out), "--quiet"]) == 0
        first, second = ((tmp_path / out / "merged.csv").read_text().splitlines() for out in ("1", "2"))
        assert [line.split(",1,1,")[0] for line in first[1:2]] == [line.split(",1,1,")[0] for line in second[1:2]]
        assert "'=1+1" in first[1]
        assert "''" not in second[1]

    def test_similarity_keys_are_checked_on_a_sample_when_asked(self, tmp_path, capsys):
        lists = [str(SAMPLE)]
        assert main(["match", *lists, "--out", str(tmp_path / "plain")]) == 0
        plain = json.loads((tmp_path / "plain" / "report.json").read_text(encoding="utf-8"))
        assert plain["similarity_checks"] is None
        assert "% similar" not in capsys.readouterr().out
        key = {
            "name": "Alike",
            "parts": [],
            "bands": {"fields": ["given_name", "family_name", "street"], "b": 20, "r": 4},
        }
        recipe = tmp_path / "mine.json"
        recipe.write_text(json.dumps({**plain["settings"], "keys": [key]}), encoding="utf-8")
        out = tmp_path / "out"
        assert main(["match", *lists, "--out", str(out), "--recipe", str(recipe), "--check-similar"]) == 0
        report = json.loads((out / "report.json").read_text(encoding="utf-8"))
        (check,) = report["similarity_checks"]
        assert check["key"] == "Alike"
        assert 0 < check["found"] <= check["similar_pairs"]
        assert check["low"] <= check["share_found"] <= check["high"]
        assert "checking" in report["seconds"]
        assert check["words"] in capsys.readouterr().out

    def test_without_a_similarity_key_the_check_says_so(self, lists, tmp_path, capsys):
        recipe = tmp_path / "mine.json"
        key = {"name": "Same phone", "parts": [{"kind": "exact", "fields": ["phone"]}]}
        recipe.write_text(json.dumps({"entityres_recipe": 2, "keys": [key]}), encoding="utf-8")
        arguments = ["match", *lists, "--out", str(tmp_path / "out"), "--recipe", str(recipe), "--check-similar"]
        assert main(arguments) == 0
        report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
        assert report["similarity_checks"] == []
        assert "nothing to check on a sample" in capsys.readouterr().out


class TestFind:
    def test_a_typed_record(self, lists, capsys):
        assert main(["find", *lists, "--record", "name=Gould, Debbie,phone=(961) 887-4412", "--top", "2"]) == 0
        said = capsys.readouterr().out
        assert said.startswith("crm:1  score +")
        assert "\ncrm:2  score +" in said
        assert "Debbie | Gould | 961-887-4412" in said
        assert "Omar" not in said

    def test_a_record_of_the_lists_as_json(self, lists, capsys):
        assert main(["find", *lists, "--record", "shop:1", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["record"] == "shop:1"
        assert {(entry["list"], entry["row"]) for entry in found["nearest"][:2]} == {("crm", 1), ("crm", 2)}
        assert set(found["nearest"][0]) == {"list", "row", "score", "probability", "jaccard", "keys", "why", "values"}
        assert found["nearest"][0]["values"]["last name"] == "Gould"

    def test_a_misspelt_name_and_an_empty_field(self, lists, capsys):
        assert main(["find", *lists, "--record", "name=Debie Goould,phone=,city=", "--top", "1"]) == 0
        assert capsys.readouterr().out.startswith("crm:1  score ")

    def test_a_column_that_only_one_list_has(self, lists, capsys):
        assert main(["find", *lists, "--record", "last name=Gould", "--json"]) == 0
        rows = [(one["list"], one["row"]) for one in json.loads(capsys.readouterr().out)["nearest"]]
        assert ("shop", 1) in rows

    def test_none_is_near(self, lists, capsys):
        assert main(["find", *lists, "--record", "phone=0044 1632 960952"]) == 0
        assert capsys.readouterr().out.strip().splitlines()


class TestWhatCannotBeDone:
    @pytest.mark.parametrize(
        ("arguments", "word"),
        [
            (["match", "gone.csv", "--out", "out"], "gone.csv"),
            (["match", "empty.csv", "--out", "out"], "empty.csv is empty"),
            (["match", "headings.csv", "--out", "out"], "no records"),
            (["match", "crm.csv"], "--out"),
            (["match", "crm.csv", "--out", "crm.csv"], "is a file"),
            (["match", "crm.csv", "--out", "out", "--role", "phone"], "COLUMN=ROLE"),
            (["match", "crm.csv", "--out", "out", "--role", "fax=phone"], "fax"),
            (["match", "crm.csv", "--out", "out", "--role", "phone=telephone"], "COLUMN=ROLE"),
            (["match", "crm.csv", "--out", "out", "--check", "birthday"], "birthday"),
            (["match", "crm.csv", "--out", "out", "--match-at", "95"], "probability"),
            (["match", "crm.csv", "--out", "out", "--recipe", "gone.json"], "gone.json"),
            (["match", "crm.csv", "--out", "out", "--recipe", "crm.csv"], "recipe"),
            (["match", "crm.csv", "--out", "out", "--encoding", "klingon"], "klingon"),
            (["match", "crm.csv", "--out", "out", "--seed", "x"], "whole number"),
            (["match", "crm.csv", "--out", "out", "--save-recipe", "crm.csv"], "crm.csv"),
            (["match", "merged.csv", "--out", "."], "merged.csv"),
            (["inspect", "crm.csv", "crm.csv", "--records", "x.csv"], "one list"),
            (["inspect", "crm.csv", "--records", "crm.csv"], "crm.csv"),
            (["explain", "crm.csv", "crm:1"], "two records"),
            (["explain", "crm.csv", "crm:1", "crm:99"], "rows 1 to 4"),
            (["explain", "crm.csv", "crm:1", "shop:1"], "LIST:ROW"),
            (["explain", "crm.csv", "crm:1", "1"], "same record"),
            (["find", "crm.csv"], "--record"),
            (["find", "crm.csv", "--record", "crm:99"], "rows 1 to 4"),
            (["find", "crm.csv", "--record", "shoe size=42"], "shoe size"),
            (["find", "crm.csv", "--record", "phone="], "empty"),
            (["find", "crm.csv", "--record", " "], "The record to look for is empty"),
            (["find", "crm.csv", "--record", "Debbie Gould"], "names neither a record nor columns"),
            (["find", "crm.csv", "--record", "crm"], "such as crm:118"),
            (["find", "crm.csv", "--record", "=Ann"], "COLUMN=VALUE"),
            (["find", "crm.csv", "--record", "phone=1", "--top", "0"], "whole number from 1"),
            (["evaluate", ".", "--truth", "crm.csv"], "crosswalk.csv"),
            (["frobnicate"], "frobnicate"),
            (["match", "crm.csv", "--out", "out", "--frob"], "--frob"),
        ],
    )
    def test_is_told_in_two_plain_lines(self, lists, tmp_path, monkeypatch, capsys, arguments, word):
        monkeypatch.chdir(tmp_path)
        Path("empty.csv").touch()
        Path("headings.csv").write_text("name,phone\n")
        Path("merged.csv").write_text(CRM)
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        try:
            status = main(arguments)
        except SystemExit as end:  # argparse ends by itself
            status = end.code
        said = capsys.readouterr()
        assert status == 2
        assert word in said.err
        assert len(said.err.strip().splitlines()) <= 2
        assert "Traceback" not in said.err
        assert said.out == ""
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before

    def test_a_fault_of_the_program_leaves_a_log_and_no_files(self, lists, tmp_path, monkeypatch, capsys):
        def broken(*_, **__):
            raise RuntimeError("inner detail")

        monkeypatch.setattr(pipeline, "merge", broken)
        project = tmp_path / "kept.entityres"
        arguments = ["match", *lists, "--out", str(tmp_path / "out"), "--project", str(project)]
        assert main(arguments) == 1
        said = capsys.readouterr()
        assert "inner detail" not in said.err
        log = Path(said.err.split("The details are in ")[1].strip().rstrip("."))
        assert "inner detail" in log.read_text(encoding="utf-8")
        assert not (tmp_path / "out").exists()
        assert not project.exists()
        assert main([*arguments, "--verbose"]) == 1
        assert "inner detail" in capsys.readouterr().err

    def test_stopped_by_the_user(self, lists, tmp_path, monkeypatch, capsys):
        def interrupted(*_, **__):
            raise KeyboardInterrupt

        monkeypatch.setattr(pipeline, "merge", interrupted)
        assert main(["match", *lists, "--out", str(tmp_path / "out")]) == 130
        assert "Stopped" in capsys.readouterr().err
        assert not (tmp_path / "out").exists()


class TestInspect:
    def test_json(self, lists, capsys):
        assert main(["inspect", *lists, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert [entry["name"] for entry in told["lists"]] == ["crm", "shop"]
        crm = told["lists"][0]
        assert (crm["encoding"], crm["delimiter"], crm["header_row"], crm["records"]) == ("utf-8", ",", 1, 4)
        phone = next(column for column in crm["columns"] if column["name"] == "phone")
        assert (phone["role"], phone["filled"], phone["distinct"]) == ("phone", 3, 3)
        assert phone["why"]

    def test_words(self, lists, capsys):
        assert main(["inspect", lists[0]]) == 0
        said = capsys.readouterr().out
        assert "crm: 4 records, 5 columns" in said
        assert "phone" in said

    def test_records_are_written_as_they_were_loaded(self, tmp_path, capsys):
        path = tmp_path / "odd.csv"
        path.write_text('name,_row\n"=1+1",a\n\n"x\ny", b \n')
        assert main(["inspect", str(path), "--json", "--records", str(tmp_path / "loaded.csv")]) == 0
        capsys.readouterr()
        with (tmp_path / "loaded.csv").open(newline="") as file:
            assert list(csv.reader(file)) == [
                ["_row_2", "_line", "name", "_row"],
                ["1", "2", "=1+1", "a"],
                ["2", "4", "x\ny", " b "],
            ]

    def test_the_sheet_of_a_workbook_is_chosen(self, tmp_path, capsys):
        path = tmp_path / "book.xlsx"
        path.write_bytes(xlsx({"Customers": [["name"], ["Ann"]], "Towns": [["town"], ["Bath"], ["Ely"]]}))
        assert main(["inspect", str(path)]) == 2
        assert capsys.readouterr().err == (
            "book.xlsx has 2 sheets with rows: “Customers” and “Towns”.\nChoose one of them with --sheet NAME.\n"
        )
        assert main(["inspect", str(path), "--sheet", "Towns"]) == 0
        assert "book: 2 records, 1 column (sheet “Towns”, headings in row 1)" in capsys.readouterr().out
        assert main(["inspect", str(path), "--sheet", "Towns", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["lists"][0]["sheet"] == "Towns"

    def test_headings_without_records(self, tmp_path, capsys):
        path = tmp_path / "headings.csv"
        path.write_text("name,phone\n")
        assert main(["inspect", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["lists"][0]["records"] == 0


def test_explain(lists, capsys):
    assert main(["explain", *lists, "crm:1", "shop.csv:1"]) == 0
    said = capsys.readouterr().out
    assert "crm:1 and shop:1" in said
    assert "Score" in said
    assert "On a scale from 0 to 300 that is" in said
    assert main(["explain", *lists, "shop:2", "crm:3"]) == 0
    assert "not compared" in capsys.readouterr().out


def test_evaluate(lists, tmp_path, capsys):
    truth = tmp_path / "truth.csv"
    truth.write_text("list,row,entity_id\ncrm,1,a\ncrm,2,a\n")
    assert main(["match", lists[0], "--out", str(tmp_path / "out"), "--pairs", "all", "--quiet"]) == 0
    assert main(["evaluate", str(tmp_path / "out"), "--truth", str(truth), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["f1"] == 1.0
    assert main(["evaluate", str(tmp_path / "out"), "--truth", str(truth)]) == 0
    assert "Precision" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["inspect", "match", "explain", "evaluate", "open"])
def test_every_command_explains_itself_with_an_example(command, capsys):
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"Example:\n  entityres {command}" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_it_is_said_what_works_without_one(lists, monkeypatch, capsys):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["open", lists[0]]) == 2
    assert capsys.readouterr().err == (
        "There is no display to open a window on.\nWithout one: entityres match FILE... --out FOLDER.\n"
    )


def test_lists_alone_open_the_window(lists, monkeypatch):
    import entityres.ui.app as app

    opened: list[list[str]] = []
    monkeypatch.setattr(app, "main", lambda arguments: opened.append(list(arguments)) or 0)
    assert main(lists) == 0
    assert main(["open", lists[0]]) == 0
    assert main([]) == 0
    assert main(["--smoke-test"]) == 0
    assert opened == [lists, [lists[0]], [], ["--smoke-test"]]


def in_a_process(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return done.stdout.strip()


def test_starting_imports_nothing_heavy():
    heavy = "[m for m in ('numpy', 'pandas', 'pyarrow', 'numba', 'PySide6', 'rapidfuzz') if m in sys.modules]"
    assert in_a_process(f"import sys, entityres.cli, entityres; print({heavy})") == "[]"


def test_the_engine_brings_no_qt():
    code = "import sys, entityres; entityres.match; print([m for m in sys.modules if m.startswith(('PySide6', 'shiboken6'))])"
    assert in_a_process(code) == "[]"


def test_same_bytes_whatever_the_hash_seed(lists, tmp_path):
    for seed in ("0", "1"):
        arguments = ["match", *lists, "--out", str(tmp_path / seed), "--pairs", "all", "--quiet"]
        code = f"from entityres.cli import main; main({arguments!r})"
        in_a_process(code, PYTHONHASHSEED=seed)
    for name in ("merged.csv", "crosswalk.csv", "pairs.csv"):
        assert (tmp_path / "0" / name).read_bytes() == (tmp_path / "1" / name).read_bytes()
