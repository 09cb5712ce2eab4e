from __future__ import annotations

import datetime
import decimal
import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from entityres.errors import InputError
from entityres.records.reading import preview, read_list


@pytest.fixture
def write(tmp_path):
    def write(data: bytes | pa.Table, name: str = "list.parquet", **options: object) -> str:
        path = tmp_path / name
        if isinstance(data, pa.Table):
            out = io.BytesIO()
            pq.write_table(data, out, **options)
            data = out.getvalue()
        path.write_bytes(data)
        return str(path)

    return write


MOMENT = datetime.datetime(2021, 4, 3, 10, 30)


@pytest.mark.parametrize(
    ("values", "kind", "texts"),
    [
        (["0042", None, "a,b"], pa.string(), ["0042", "", "a,b"]),
        (["x", "y", "x"], pa.dictionary(pa.int8(), pa.string()), ["x", "y", "x"]),
        ([1067, None, -3], pa.int64(), ["1067", "", "-3"]),
        ([1067.0, None, 4915112345678.0], pa.float64(), ["1067", "", "4915112345678"]),
        ([0.1, 2.0, None], pa.float32(), ["0.1", "2", ""]),
        ([0.1 + 0.2, float("nan"), 1e20], pa.float64(), ["0.3", "", "100000000000000000000"]),
        ([True, False, None], pa.bool_(), ["TRUE", "FALSE", ""]),
        ([datetime.date(2021, 4, 3), None, datetime.date(1899, 1, 2)], pa.date32(), ["2021-04-03", "", "1899-01-02"]),
        (
            [MOMENT, None, MOMENT.replace(hour=0, minute=0)],
            pa.timestamp("us"),
            ["2021-04-03 10:30:00", "", "2021-04-03"],
        ),
        ([MOMENT, None, MOMENT], pa.timestamp("ms", "UTC"), ["2021-04-03 10:30:00", "", "2021-04-03 10:30:00"]),
        ([MOMENT, MOMENT, None], pa.timestamp("s", "Europe/Berlin"), ["2021-04-03 10:30:00"] * 2 + [""]),
        ([datetime.time(10, 30), None, datetime.time(1, 2, 3)], pa.time64("us"), ["10:30:00", "", "01:02:03"]),
        ([datetime.timedelta(hours=26), None, datetime.timedelta(0)], pa.duration("s"), ["26:00:00", "", "0:00:00"]),
        ([decimal.Decimal("12.50"), None, decimal.Decimal("0.01")], pa.decimal128(8, 2), ["12.50", "", "0.01"]),
        ([b"ab", None, b"\xff"], pa.binary(), ["ab", "", "�"]),
        ([["a", "b"], None, []], pa.list_(pa.string()), ["a; b", "", ""]),
        ([None, None, None], pa.null(), ["", "", ""]),
    ],
)
def test_values_are_the_text_that_a_person_sees(write, values, kind, texts):
    if pa.types.is_timestamp(kind) and kind.tz == "Europe/Berlin":
        values = [value and value.replace(hour=8) for value in values]  # ten o'clock there is eight at Greenwich
    table = pa.table({"n": ["1", "2", "3"], "value": pa.array(values, kind)})
    found = read_list(write(table))
    assert found.table.column("value").to_pylist() == texts
    assert found.table.schema.types == [pa.large_string()] * 2


def test_headings_lines_and_blank_rows(write):
    table = pa.table([["1", None, " ", "4"], [None, None, "\t", "x"]], names=[" id ", ""])
    path = write(table)
    found = read_list(path)
    assert found.columns == ("id", "Column 2")
    assert found.table.to_pylist() == [{"id": "1", "Column 2": ""}, {"id": "4", "Column 2": "x"}]
    assert found.lines.tolist() == [2, 5]
    assert found.blank_rows == 2
    assert [problem.kind for problem in found.problems] == ["missing_heading"]
    assert read_list(path, found.settings).table.equals(found.table)


def test_parts_of_a_column_are_columns(write):
    table = pa.table({"id": ["1"], "home": pa.array([{"town": "Bath", "code": 42}])})
    assert read_list(write(table)).table.to_pylist() == [{"id": "1", "home.town": "Bath", "home.code": "42"}]


def test_several_row_groups_and_a_preview(write):
    table = pa.table({"id": np.arange(10_000), "name": [f"Ann {n}" for n in range(10_000)]})
    path = write(table, row_group_size=1000)
    whole = read_list(path)
    assert whole.table.column("id").to_pylist() == [str(n) for n in range(10_000)]
    shown = preview(path, rows=50)
    assert shown.table.equals(whole.table.slice(0, 50))
    assert shown.lines.tolist() == whole.lines[:50].tolist()


def test_no_rows_and_another_name(write):
    path = write(pa.table({"id": pa.array([], pa.int64())}), "list.csv")
    for found in (read_list(path), preview(path)):
        assert found.columns == ("id",)
        assert [problem.message for problem in found.problems] == [
            "This is a Parquet file with a .csv name. It was read as such.",
            "list.csv has headings but no rows.",
        ]


@pytest.mark.parametrize("read", [read_list, preview])
def test_files_that_cannot_be_read(write, read):
    whole = io.BytesIO()
    pq.write_table(pa.table({"id": ["1", "2"]}), whole)
    for data in (whole.getvalue()[:-30], whole.getvalue()[:20] + whole.getvalue()[60:]):
        with pytest.raises(InputError, match="is damaged and cannot be read") as caught:
            read(write(data))
        assert caught.value.hint
    with pytest.raises(InputError, match="is empty"):
        read(write(pa.table({})))


def test_a_text_may_begin_like_a_parquet_file(write):
    found = read_list(write(b"PAR1,name\n1,Ann\n", "list.csv"))
    assert found.columns == ("PAR1", "name")
