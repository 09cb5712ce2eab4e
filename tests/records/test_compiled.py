"""Kernels wait until they are called, and chunks cover everything once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from entityres.errors import Cancelled
from entityres.progress import Progress
from entityres.records.compiled import SIZE_OF_CHUNK, compiled, spread

pytestmark = pytest.mark.slow


@compiled("int64(int64)")
def _double(x):  # type: ignore[no-untyped-def]
    return 2 * x


@compiled("int64(int64)")
def _quadruple(x):  # type: ignore[no-untyped-def]
    return _double(_double(x))


def test_a_kernel_may_call_another_that_waits() -> None:
    assert _quadruple(5) == 20
    assert _double(4) == 8


def test_a_kernel_is_compiled_anew_when_what_it_calls_in_another_file_changes(tmp_path: Path) -> None:
    """As after an upgrade that changes only the other file."""
    called = "from entityres.records.compiled import compiled\nBY = {by}\n"
    called += "@compiled()\ndef times(x):\n    return {times} * x + BY\n"
    (tmp_path / "outer.py").write_text(
        "from called import times\nfrom entityres.records.compiled import compiled\n"
        "@compiled('int64(int64)')\ndef answer(x):\n    return times(x)\nprint(answer(3))\n"
    )
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")]), os.getcwd()])
    around = {**os.environ, "PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    for times, by, answer in ((2, 0, 6), (2, 0, 6), (5, 0, 15), (5, 1, 16)):
        (tmp_path / "called.py").write_text(called.format(times=times, by=by))
        done = subprocess.run(
            [sys.executable, "-B", "outer.py"], cwd=tmp_path, env=around, capture_output=True, text=True
        )
        assert done.stdout == f"{answer}\n", done.stderr


def test_a_kernel_in_another_folder_is_found_compiled(tmp_path: Path) -> None:
    """As where a program is installed anew; and one that reads another constant of another module is another kernel."""
    code = "from entityres.records.compiled import compiled\nimport level\n"
    code += "@compiled('int64(int64)')\ndef answer(x):\n    return x + level.BY\nprint(answer(3))\n"
    cache = tmp_path / "cache"
    for folder, by, answer, compiled_so_far in (("one", 4, 7, 1), ("other", 4, 7, 1), ("other", 5, 8, 2)):
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        (place / "level.py").write_text(f"BY = {by}\n")
        (place / "kernel.py").write_text(code)
        around = {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{os.getcwd()}", "NUMBA_CACHE_DIR": str(cache)}
        command = [sys.executable, "-B", "-c", "import kernel"]
        done = subprocess.run(command, cwd=place, env=around, capture_output=True, text=True)
        assert done.stdout == f"{answer}\n", done.stderr
        assert len(list((cache / "kernels").glob("*.nbc"))) == compiled_so_far


@pytest.mark.parametrize("n", [0, 1, 7, 50, 101])
def test_every_unit_is_worked_on_once(n: int) -> None:
    seen = np.zeros(n, np.int64)
    progress = Progress()

    def work(first: int, last: int) -> None:
        seen[first:last] += 1

    spread(n, work, progress, chunk=10)
    assert seen.tolist() == [1] * n
    assert progress.done == n


@pytest.mark.parametrize("size", [0, 101, 40 * SIZE_OF_CHUNK, 1_000 * SIZE_OF_CHUNK])
def test_a_chunk_of_long_texts_has_fewer_of_them(size: int) -> None:
    seen: list[tuple[int, int]] = []
    spread(101, lambda first, last: seen.append((first, last)), chunk=10, size=size)
    assert sorted(one for first, last in seen for one in range(first, last)) == list(range(101))
    longest = max(last - first for first, last in seen)
    assert longest == (10 if size < SIZE_OF_CHUNK else max(1, 101 * SIZE_OF_CHUNK // size))


def test_a_stop_ends_the_work_between_chunks() -> None:
    progress = Progress()

    def work(first: int, last: int) -> None:
        progress.cancel()

    with pytest.raises(Cancelled):
        spread(100, work, progress, chunk=10)
