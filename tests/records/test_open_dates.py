"""Dates that can be read in two ways: asked about, and read as the user says."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from entityres.records.cleaning import clean_records
from entityres.records.finding_roles import find_roles
from entityres.records.lining_up import apply_choices, line_up
from entityres.records.open_dates import open_dates
from entityres.records.record_list import ReadSettings, RecordList
from entityres.records.roles import Role


def a_list(**columns: list[str]) -> RecordList:
    table = pa.table({name: pa.array(cells, pa.large_string()) for name, cells in columns.items()})
    return RecordList("crm", "crm.csv", ReadSettings(), table, np.arange(2, table.num_rows + 2))


def columns_of(one: RecordList, role: Role = Role.BIRTH_DATE):
    check = "born" if role is Role.CHECK else None
    return line_up([one], apply_choices([one], [find_roles(one)], {"born": role}, check))


def test_dates_without_evidence_are_asked_about():
    one = a_list(name=["Ana", "Bob", "Cid", "Eve"], born=["03/04/2021", "2020-12-24", "05/06/1999", "01/01/1990"])
    (found,) = open_dates([one], columns_of(one))
    assert (found.column, found.records, found.clear) == ("born", 2, "2020-12-24")
    assert found.examples == ("03/04/2021", "05/06/1999")
    assert open_dates([one], columns_of(one, Role.CHECK))[0].column == "born"


@pytest.mark.parametrize("dates", [["13/04/2021", "05/06/1999"], ["03.04.2021", "05.06.1999"], ["2021-04-03"], [""]])
def test_dates_with_evidence_are_not(dates):
    one = a_list(name=["Ana"] * len(dates), born=dates)
    assert open_dates([one], columns_of(one)) == ()


@pytest.mark.parametrize(("said", "read"), [("day", "2021-04-03"), ("month", "2021-03-04")])
def test_the_user_decides(said, read):
    one = a_list(name=["Ana Ruiz", "Bob Gould"], born=["03/04/2021", "05/06/1999"])
    cleaned = clean_records([one], columns_of(one), date_orders={"born": said})
    assert cleaned.field("birth_date").text(0) == read
    assert not any("day or the month" in warning for warning in cleaned.warnings)
    check = clean_records([one], columns_of(one, Role.CHECK), date_orders={"born": said}).check
    assert check is not None
    assert check.values[0] == np.datetime64(read).astype(np.int64)
