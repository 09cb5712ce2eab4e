"""A match on the command line does not load pandas, and what asks pyarrow for a frame afterwards still gets one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RUN = """
import sys
import pyarrow
from entityres import cli
assert cli.main(["match", sys.argv[1], "--out", sys.argv[2], "--quiet"]) == 0
assert "pandas" not in sys.modules
assert pyarrow.table({"a": [1, 2]}).to_pandas()["a"].tolist() == [1, 2]
"""


def test_a_match_loads_no_pandas(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name,city\nann hill,ulm\nann hill,ulm\nbo lee,ely\n")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(path), str(tmp_path / "out")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "merged.csv").read_text().count("\n") == 3
