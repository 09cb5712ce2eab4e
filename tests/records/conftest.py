"""Fixtures for tests that read small lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from entityres.records.reading import preview, read_list
from entityres.records.record_list import ReadSettings, RecordList


@pytest.fixture
def read(tmp_path):
    """Reads a text: preview and list are the same, and reading it again by what was found changes nothing."""

    def read(text: str | bytes, **settings) -> RecordList:
        path = tmp_path / "list.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found = read_list(str(path), ReadSettings(**settings))
        shown = preview(str(path), ReadSettings(**settings), rows=1000)
        assert shown.table.equals(found.table)
        assert shown.problems == found.problems
        again = read_list(str(path), replace(found.settings, renamed=()))
        assert again.table.equals(found.table)
        return found

    return read
