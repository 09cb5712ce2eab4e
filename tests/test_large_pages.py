"""When the command line starts itself anew with large pages of memory, and how."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from entityres import cli
from entityres.cli import large_pages

pytestmark = pytest.mark.slow


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file that is worth it, on a system that offers large pages to those who ask."""
    offered = tmp_path / "enabled"
    offered.write_text("always [madvise] never\n")
    monkeypatch.setattr(large_pages, "OFFERED", offered)
    monkeypatch.setattr(large_pages, "WORTH_IT", 10)
    monkeypatch.setattr(sys, "platform", "linux")
    path = tmp_path / "list.csv"
    path.write_text("name,city\nann,ulm\n")
    return str(path)


def test_large_pages_are_wanted_for_large_files_where_they_are_offered(
    large: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert large_pages.wanted([large], {})
    assert not large_pages.wanted([large], {"GLIBC_TUNABLES": ""}), "the user, or the program itself, has said"
    assert not large_pages.wanted([f"{large}.gone"], {})
    for setting in ("[always] madvise never", "always madvise [never]"):
        large_pages.OFFERED.write_text(setting)
        assert not large_pages.wanted([large], {})
    large_pages.OFFERED.unlink()
    assert not large_pages.wanted([large], {})
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not large_pages.wanted([large], {})


def test_small_files_start_nothing_anew(large: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_pages, "WORTH_IT", 10_000)
    assert not large_pages.wanted([large], {})


def test_the_program_starts_anew_as_it_was_started(large: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, list[str], dict[str, str]]] = []

    def anew(program: str, words: list[str], environment: dict[str, str]) -> None:
        started.append((program, words, environment))
        raise KeyboardInterrupt  # the present program ends here

    monkeypatch.delenv("GLIBC_TUNABLES", raising=False)
    monkeypatch.setattr(os, "execve", anew)
    monkeypatch.setattr(sys, "argv", ["entityres", "inspect", large])
    monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "entityres", "inspect", large])
    assert cli.main() == 130
    [(program, words, environment)] = started
    assert program == sys.executable
    assert words == [sys.executable, "-m", "entityres", "inspect", large]
    assert environment["GLIBC_TUNABLES"].startswith("glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1:")
    assert {**os.environ, **environment} == environment


def test_commands_that_a_program_gives_start_nothing_anew(
    large: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("started anew"))
    assert cli.main(["inspect", large]) == 0
    assert "name" in capsys.readouterr().out
