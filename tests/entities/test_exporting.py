"""The files of a result: their columns, forms and bytes, and that all appear or none."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from entityres.entities import exporting
from entityres.entities.csv_text import csv_bytes
from entityres.entities.decisions import Answer, Decisions
from entityres.entities.exporting import CsvForm, ExportOptions, _csv_of, export
from entityres.entities.groups import PairState
from entityres.entities.staging import Staging
from entityres.entities.survivorship import merge_records
from entityres.errors import Cancelled, OutputError, SettingsError
from entityres.pipeline import MatchResult
from entityres.progress import Progress
from entityres.records.record_list import ReadSettings, RejectedRow
from entityres.records.roles import Role
from entityres.settings import Settings
from tests.helpers.building import make_decisions, make_list, make_result

ROLES = {"name": Role.FULL_NAME, "phone": Role.PHONE, "ref": Role.IDENTIFIER, "note": Role.KEEP}
TABLES = ("merged", "crosswalk", "pairs")


def small_run(**crm) -> MatchResult:
    lists = [
        make_list(
            "crm",
            {"ref": ["7", "8", "9"], "name": ["Ann, Lee", 'Bo "B"', "Cy"], "note": ["=1+1", "x\ny", ""]},
            **crm,
        ),
        make_list("shop", {"name": ["Ann Lee", "Dee"], "phone": ["+44 1", "2"]}),
    ]
    return make_result(lists, ROLES, [(0, 3, 8.0), (1, 2, 1.5), (2, 4, -9.0)], [0, 1, 2, 0, 3])


def write(folder: Path, run: MatchResult, options: ExportOptions | None = None, **kwargs) -> dict[str, Path]:
    merged = merge_records(run.lists, run.columns, run.groups, {}, ())
    decisions = kwargs.pop("decisions", Decisions.none())
    return export(
        folder,
        run,
        merged,
        decisions,
        options or ExportOptions(files=TABLES),
        kwargs.pop("settings", Settings()),
        **kwargs,
    )


def rows_of(path: Path, encoding: str = "utf-8") -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_bytes().decode(encoding), newline="")))


def test_merged(tmp_path):
    written = write(tmp_path / "out", small_run())
    assert (tmp_path / "out" / "merged.csv").read_bytes() == (
        b"ref,name,note,phone,group_id,group_size,lists\n"
        b'7,"Ann, Lee",\'=1+1,+44 1,1,2,crm;shop\n'
        b'8,"Bo ""B""","x\ny",,2,1,crm\n'
        b"9,Cy,,,3,1,crm\n"
        b",Dee,,2,4,1,shop\n"
    )
    assert sorted(written) == ["crosswalk.csv", "merged.csv", "pairs.csv"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["crosswalk.csv", "merged.csv", "pairs.csv"]


def test_crosswalk_has_a_line_for_each_record(tmp_path):
    assert rows_of(write(tmp_path, small_run())["crosswalk.csv"]) == [
        ["list", "row", "line", "group_id", "group_size", "merged_row", "how", "ref"],
        ["crm", "1", "2", "1", "2", "1", "automatic", "7"],
        ["crm", "2", "3", "2", "1", "2", "single", "8"],
        ["crm", "3", "4", "3", "1", "3", "single", "9"],
        ["shop", "1", "2", "1", "2", "1", "automatic", ""],
        ["shop", "2", "3", "4", "1", "4", "single", ""],
    ]


def test_pairs_tell_the_original_texts_and_full_weights(tmp_path):
    run = small_run()
    score = np.array([8.1, 1.5, -9.0], np.float32)
    run = replace(run, scored=replace(run.scored, score=score))
    rows = rows_of(write(tmp_path, run, ExportOptions(files=TABLES, pairs="all"))["pairs.csv"])
    assert rows[0] == [
        *(
            "left_list",
            "left_row",
            "right_list",
            "right_row",
            "score",
            "probability",
            "zone",
            "state",
            "keys",
            "jaccard",
        ),
        *(f"{field}_{what}" for field in ("name", "phone", "ref") for what in ("left", "right", "weight")),
    ]
    first = dict(zip(rows[0], rows[1], strict=True))
    assert first["left_list"] == "crm"
    assert first["right_row"] == "1"
    assert first["score"] == "8.1"
    assert float(first["probability"]) == run.scored.probability[0]
    assert (first["zone"], first["state"], first["keys"]) == ("match", "automatic", "Same name")
    assert (first["name_left"], first["name_right"], first["name_weight"]) == ("Ann, Lee", "Ann Lee", "18")
    assert [row[6] for row in rows[1:]] == ["match", "review", "not"]
    assert rows[3][8] == "Same name;Same e-mail"


@pytest.mark.parametrize(("which", "expected"), [("matches", 1), ("review", 2), ("all", 3)])
def test_which_pairs(tmp_path, which, expected):
    assert (
        len(rows_of(write(tmp_path, small_run(), ExportOptions(files=TABLES, pairs=which))["pairs.csv"]))
        == expected + 1
    )


def test_decided_pairs_count_as_what_they_were_decided(tmp_path):
    run = small_run()
    states = np.array([PairState.DECIDED] * 3, np.int8)
    run = replace(run, groups=replace(run.groups, pair_states=states, group_of=np.array([0, 1, 2, 3, 2], np.int32)))
    decisions = make_decisions((0, 3, Answer.NOT), (2, 4, Answer.MATCH))
    rows = rows_of(write(tmp_path, run, ExportOptions(files=TABLES, pairs="matches"), decisions=decisions)["pairs.csv"])
    assert [(row[1], row[3], row[7]) for row in rows[1:]] == [("3", "2", "decided")]


def test_columns_of_the_user_keep_their_names(tmp_path):
    lists = [make_list("crm", {"group_id": ["x"], "lists": ["y"], "lists_2": ["z"], "row": ["ID1"]})]
    run = make_result(lists, {"row": Role.IDENTIFIER}, [], [0])
    written = write(tmp_path, run)
    assert rows_of(written["merged.csv"])[0] == [
        "group_id",
        "lists",
        "lists_2",
        "row",
        "group_id_2",
        "group_size",
        "lists_3",
    ]
    assert rows_of(written["crosswalk.csv"])[0][1] == "row_2"
    assert rows_of(written["crosswalk.csv"])[0][-1] == "row"


def test_several_source_columns_are_joined_by_a_blank(tmp_path):
    run = small_run()
    field = replace(run.cleaned.fields[0], sources=(("ref", "note", "name"), ("name",)))
    run = replace(run, cleaned=replace(run.cleaned, fields=(field,)))
    rows = rows_of(write(tmp_path, run, ExportOptions(files=TABLES, pairs="all"))["pairs.csv"])
    assert [row[10] for row in rows[1:]] == ["7 =1+1 Ann, Lee", '8 x\ny Bo "B"', "9 Cy"]


def test_a_record_without_any_of_several_source_columns_keeps_its_place(tmp_path):
    lists = [make_list("crm", {"street": ["", "5 Way", ""], "town": ["", "", "Leeds"], "name": ["a", "b", "c"]})]
    run = make_result(lists, {"name": Role.FULL_NAME, "street": Role.STREET}, [(0, 1, 9.0), (1, 2, 9.0)], [0, 0, 0])
    field = replace(run.cleaned.fields[1], sources=(("street", "town"),))
    run = replace(run, cleaned=replace(run.cleaned, fields=(run.cleaned.fields[0], field)))
    rows = rows_of(write(tmp_path, run)["pairs.csv"])
    assert [(row[13], row[14]) for row in rows[1:]] == [("", "5 Way"), ("5 Way", "Leeds")]


class TestForms:
    def test_excel(self, tmp_path):
        data = write(tmp_path, small_run(), ExportOptions("excel", files=TABLES))["merged.csv"].read_bytes()
        assert data.startswith(b"\xef\xbb\xbfref,name")
        assert data.count(b"\r\n") == 5
        assert b"'=1+1" in data

    def test_same(self, tmp_path):
        run = small_run(settings=ReadSettings("cp1252", ";", '"', 1), line_end="\r\n")
        data = write(tmp_path, run, ExportOptions("same", files=TABLES))["merged.csv"].read_bytes()
        assert data.startswith(b"ref;name;note")
        assert b"7;Ann, Lee;" in data
        assert data.endswith(b"\r\n")

    @pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-8-sig"])
    def test_same_encoding_comes_back(self, tmp_path, encoding, monkeypatch):
        monkeypatch.setattr(exporting, "CHUNK", 50)  # the mark of an encoding stands before the first part only
        lists = [make_list("crm", {"name": ["Zoë", "Ünal"] * 60}, settings=ReadSettings(encoding, ",", '"', 1))]
        run = make_result(lists, ROLES, [], list(range(120)))
        rows = rows_of(write(tmp_path, run, ExportOptions("same", files=TABLES))["merged.csv"], encoding=encoding)
        assert [row[0] for row in rows] == ["name", *["Zoë", "Ünal"] * 60]

    def test_a_character_that_the_encoding_lacks_is_not_lost(self, tmp_path):
        lists = [
            make_list("crm", {"name": ["Zoë"]}, settings=ReadSettings("cp1252", ",", '"', 1)),
            make_list("shop", {"name": ["𠮷田"]}),
        ]
        written = write(tmp_path, make_result(lists, ROLES, [], [0, 1]), ExportOptions("same"))
        assert rows_of(written["merged.csv"], encoding="utf-8-sig")[2][0] == "𠮷田"
        assert written["merged.csv"].read_bytes().startswith(b"\xef\xbb\xbf")
        assert any("𠮷" in text for text in json.loads(written["report.json"].read_text("utf-8"))["warnings"])

    def test_without_the_guard(self, tmp_path):
        written = write(tmp_path, small_run(), ExportOptions(formula_guard=False))
        assert rows_of(written["merged.csv"])[1][2] == "=1+1"
        assert any(
            "formula guard" in text for text in json.loads(written["report.json"].read_text("utf-8"))["warnings"]
        )

    def test_headings_are_guarded_like_cells(self, tmp_path):
        run = make_result([make_list("crm", {"@sum": ["1"]})], {}, [], [0])
        assert write(tmp_path, run)["merged.csv"].read_bytes().startswith(b"'@sum,")

    def test_unknown_words(self, tmp_path):
        for options in (ExportOptions("html"), ExportOptions(pairs="some"), ExportOptions(files=("audit",))):
            with pytest.raises(SettingsError, match="not known"):
                write(tmp_path / "out", small_run(), options)
        assert not (tmp_path / "out").exists()


def test_rejected_rows_are_listed_and_an_older_list_goes(tmp_path):
    rejected = [RejectedRow(5, "It has 4 values, the heading has 3.", "a,b,c,=d")]
    assert rows_of(write(tmp_path, small_run(rejected=rejected))["rejected.csv"]) == [
        ["list", "line", "reason", "text"],
        ["crm", "5", "It has 4 values, the heading has 3.", "a,b,c,=d"],
    ]
    write(tmp_path, small_run())
    assert not (tmp_path / "rejected.csv").exists()


def test_report(tmp_path):
    run = small_run()
    content = json.loads(
        write(tmp_path, run, ExportOptions(), settings=Settings(match_at=0.95))["report.json"].read_text("utf-8")
    )
    assert content["counts"]["records"] == 5
    assert content["counts"]["merged_records"] == 4
    assert content["counts"]["merged_away"] == 1
    assert content["files"]["pairs.csv"]["rows"] == 2
    assert content["files"]["merged.csv"]["size"] == (tmp_path / "merged.csv").stat().st_size
    assert content["thresholds"]["match_at"] == 0.95
    assert [key["name"] for key in content["keys"]] == ["Same name", "Same e-mail"]
    assert set(content["seconds"]) == {"scoring", "writing"}
    assert content["settings"]["entityres_recipe"] == 2
    estimates = content["estimates"]
    assert set(estimates) == {"match", "review", "model", "pairs_found", "disagreement"}
    assert estimates["model"]["share_correct"] + estimates["model"]["share_wrong"] == pytest.approx(1)
    assert estimates["pairs_found"] is None  # two pairs say nothing about those that were not found


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_fractions_that_repeat_are_written_like_others(kind):
    column = pa.array(np.array([0.1, -0.0, 0.0, np.nan, 1e-9, 1 / 3, -12.5, 16777216] * 20, kind))
    written = csv_bytes([column.cast(pa.large_string())]).tobytes()
    assert _csv_of(pa.table([column], names=["w"]), CsvForm("utf-8", ",", "\n", True)).tobytes() == written
    assert written.startswith(b"0.1\n-0\n0\nnan\n1e-9\n")


def test_same_bytes_every_time(tmp_path):
    one, other = write(tmp_path / "1", small_run()), write(tmp_path / "2", small_run())
    assert [one[name].read_bytes() for name in sorted(one)] == [other[name].read_bytes() for name in sorted(other)]


class TestAllOrNothing:
    def test_an_input_file_is_never_overwritten(self, tmp_path):
        source = tmp_path / "merged.csv"
        source.write_text("name\nAnn\n")
        with pytest.raises(OutputError, match="one of the lists that were read"):
            write(tmp_path, small_run(path=str(tmp_path / "sub" / ".." / "merged.csv")))
        assert [path.name for path in tmp_path.iterdir()] == ["merged.csv"]
        assert source.read_text() == "name\nAnn\n"

    def test_the_folder_is_a_file(self, tmp_path):
        (tmp_path / "out").write_text("")
        for folder in (tmp_path / "out", tmp_path / "out" / "deeper"):
            with pytest.raises(OutputError) as caught:
                write(folder, small_run())
            assert caught.value.hint
        assert (tmp_path / "out").read_text() == ""

    def test_stopped_half_way(self, tmp_path):
        class StopsAtTheFirstRows(Progress):
            def advance(self, units=1):
                self.cancel()
                super().advance(units)

        with pytest.raises(Cancelled):
            write(tmp_path / "new" / "out", small_run(), progress=StopsAtTheFirstRows())
        assert list(tmp_path.iterdir()) == []

    def test_all_rows_are_counted(self, tmp_path):
        progress = Progress()
        files = write(tmp_path, small_run(), progress=progress)
        assert progress.stage == "Writing the files"
        assert list(files) == ["merged.csv", "crosswalk.csv", "pairs.csv"]
        assert progress.done == progress.total == sum(len(rows_of(path)) - 1 for path in files.values())

    def test_a_full_disk(self, tmp_path, monkeypatch):
        def full(handle):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OutputError, match="the disk is full"):
            write(tmp_path / "out", small_run())
        assert list(tmp_path.iterdir()) == []

    def test_a_place_that_cannot_be_taken_leaves_the_older_files(self, tmp_path, monkeypatch):
        for name in ("merged.csv", "crosswalk.csv"):
            (tmp_path / name).write_text("older")
        rename = os.replace

        def locked(source, target):
            if str(target).endswith("pairs.csv"):
                raise PermissionError(errno.EACCES, "Permission denied")
            rename(source, target)

        monkeypatch.setattr(os, "replace", locked)
        with pytest.raises(OutputError, match=r"pairs\.csv cannot be written"):
            write(tmp_path, small_run())
        assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
            "merged.csv": "older",
            "crosswalk.csv": "older",
        }

    def test_what_others_put_into_a_new_folder_stays(self, tmp_path):
        def fill_up() -> None:
            with Staging(tmp_path / "out") as staging:
                staging.open("merged.csv").write(b"x")
                (tmp_path / "out" / "other.txt").write_text("")
                raise OSError(errno.ENOSPC, "No space left on device")

        with pytest.raises(OutputError, match="full"):
            fill_up()
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["other.txt"]
