"""What the command line does only in a process of its own."""

from __future__ import annotations

import gc
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from entityres import cli
from entityres.cli import own_process


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked for, in order, and nothing of it done."""
    asked: list[str] = []
    monkeypatch.setattr(own_process, "begin", lambda ends_by_itself: asked.append(f"begin {ends_by_itself}"))
    monkeypatch.setattr(own_process, "end", lambda: asked.append("end"))
    return asked


def test_only_a_process_of_our_own_is_told(told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name,city\nann,ulm\n")
    assert cli.main(["inspect", str(path)]) == 0
    assert told == []
    monkeypatch.setattr(sys, "argv", ["entityres", "inspect", str(path)])
    assert cli.main() == 0
    assert told == ["begin True", "end"]


def test_one_thread_multiplies_unless_the_user_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, done in (({}, "1"), ({"OPENBLAS_NUM_THREADS": "4"}, "4")):
        monkeypatch.setattr(os, "environ", said)
        own_process.begin(ends_by_itself=False)
        assert os.environ["OPENBLAS_NUM_THREADS"] == done


KEPT = """
import resource, sys
from entityres.cli import own_process
own_process.begin(sys.argv[1] == "ends")
import numpy as np
np.ones(40_000_000, np.uint8)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    np.ones(40_000_000, np.uint8)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(sys.platform != "linux" or platform.libc_ver()[0] != "glibc", reason="only glibc is told")
def test_memory_is_used_again_by_what_ends_by_itself() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "GLIBC_TUNABLES"}
    environment["NUMPY_MADVISE_HUGEPAGE"] = "0"
    faults = [
        int(subprocess.run([sys.executable, "-c", KEPT, how], env=environment, capture_output=True, check=True).stdout)
        for how in ("ends", "stays")
    ]
    assert faults[0] < 1_000
    assert faults[1] > 10_000


def test_no_object_is_looked_at_in_the_end() -> None:
    try:
        own_process.end()
        assert gc.get_freeze_count() > 1_000
        assert not any(own_process.__dict__ is one for one in gc.get_objects())
    finally:
        gc.unfreeze()
