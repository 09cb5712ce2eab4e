"""Names for columns by hand, and rows with too few cells that are left out: both stay when the file is read again."""

from __future__ import annotations

import pytest

from entityres.errors import InputError
from entityres.records.reading import preview, read_list
from entityres.records.record_list import ReadSettings
from entityres.records.renaming import letters, rename_column, rename_columns


@pytest.fixture
def phones(tmp_path):
    path = tmp_path / "phones.csv"
    path.write_text("name,phone,phone,\nAna,1,2,x\nBob,3\n\nCid,4,5,y\n")
    return str(path)


def test_a_column_gets_another_name_and_its_remark_goes(phones):
    read = read_list(phones)
    assert read.columns == ("name", "phone", "phone (2)", "Column 4")
    made = rename_column(read, "phone (2)", " mobile ")
    assert made.columns == ("name", "phone", "mobile", "Column 4")
    assert made.cell(0, "mobile") == "2"
    kinds = [one.kind for one in made.problems]
    assert "duplicate_heading" not in kinds
    assert "missing_heading" in kinds
    assert made.settings.renamed == (("phone (2)", "mobile"),)


def test_names_stay_when_the_file_is_read_again_and_in_the_preview(phones):
    made = rename_column(rename_column(read_list(phones), "phone (2)", "mobile"), "mobile", "cell")
    assert made.settings.renamed == (("phone (2)", "cell"),)
    for again in (read_list(phones, made.settings), preview(phones, made.settings)):
        assert again.columns == made.columns
        assert again.settings == made.settings
    assert rename_column(made, "cell", "phone (2)").settings.renamed == ()


def test_a_name_that_is_taken_or_empty_is_refused(phones):
    read = read_list(phones)
    for name in (" ", "name"):
        with pytest.raises(InputError):
            rename_column(read, "phone", name)
    assert rename_columns(read, [("phone", "name"), ("nothing", "x")]).columns == read.columns


def test_letters_are_those_of_spreadsheets():
    assert [letters(n) for n in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_short_rows_are_filled_up_or_left_out_and_always_accounted_for(phones):
    filled = read_list(phones)
    assert (len(filled), len(filled.rejected), filled.blank_rows) == (3, 0, 1)
    skipped = read_list(phones, ReadSettings(skip_short_rows=True))
    assert (len(skipped), len(skipped.rejected), skipped.blank_rows) == (2, 1, 1)
    assert skipped.rejected[0].line == 3
    assert skipped.rejected[0].reason == "It has 2 values; there are 4 columns."
    assert skipped.rejected[0].text == "Bob,3"
    told = next(one for one in skipped.problems if one.kind == "skipped_row")
    assert told.message == "Line 3 has 2 values; there are 4 columns. It was not loaded: Bob,3"
    assert skipped.settings.skip_short_rows
    assert "short_row" not in {one.kind for one in skipped.problems}
