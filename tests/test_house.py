"""The rules of the house that no single module can keep: what imports what, what the wheel holds, where files lie."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

TOP_LEVEL = {
    "pyproject.toml",
    "entityres",
    "resources",
    "tests",
    "packaging",
    "README.md",
    "LICENSE",
    ".gitignore",
    ".ci",
}
HEAVY = ("numba", "pandas", "pyarrow", "rapidfuzz", "phonenumbers", "PySide6", "scipy")

IMPORT_ALL_BUT_UI = """
import importlib, pkgutil, sys
import entityres
names = []
def take(package):
    for m in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if m.name not in ("entityres.ui", "entityres.__main__"):
            names.append(m.name)
            made = importlib.import_module(m.name)
            if m.ispkg:
                take(made)
take(entityres)
print(len(names))
print([name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6", "pyqtgraph")])
"""

EMIT_OFTEN = """
from PySide6.QtCore import QCoreApplication, QObject, Signal
class Source(QObject):
    told = Signal(int)
application = QCoreApplication([])
source, got = Source(), []
source.told.connect(got.append)
for number in range(5000):
    source.told.emit(number)
    application.processEvents()
print(len(got))
"""


def test_everything_but_the_window_imports_no_qt(run_python):
    count, qt = run_python("-c", IMPORT_ALL_BUT_UI).splitlines()
    assert int(count) > 10
    assert qt == "[]"


@pytest.mark.parametrize("module", ["entityres", "entityres.cli"])
def test_importing_the_command_line_loads_nothing_heavy(run_python, module):
    code = f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert run_python("-c", code).strip() == "[]"


def test_thousands_of_signals_survive_with_this_qt(run_python):
    # PySide6 6.12.0 on Python 3.11 ends the process after some 570 of them; pyproject.toml keeps it away.
    assert run_python("-c", EMIT_OFTEN).strip() == "5000"


def test_one_number_of_the_version(run_python, project):
    import entityres

    assert run_python("-m", "entityres", "--version").split()[-1] == entityres.__version__
    assert f"## {entityres.__version__}" in (project / "packaging" / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(project, tmp_path_factory):
    """The wheel, built as packaging/build.py builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as file:
        return set(file.namelist())


def files_below(folder: Path) -> set[str]:
    """Names, relative to the folder's parent, of all files that belong to the project."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder.parent).as_posix() for path in found}


def test_the_wheel_holds_the_package_and_its_resources_and_nothing_else(project, wheel):
    resources = {name for name in files_below(project / "resources") if not name.startswith("resources/screenshots/")}
    for folder in ("icons/", "themes/", "samples/", "tables/"):
        assert any(name.startswith(f"resources/{folder}") for name in resources), folder
    expected = files_below(project / "entityres") | {f"entityres/{name}" for name in resources}
    held = {name for name in wheel if ".dist-info/" not in name}
    assert held == expected
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)


def test_every_table_says_where_it_comes_from(project):
    tables = [path for path in (project / "resources" / "tables").iterdir() if path.is_file()]
    assert tables
    silent = []
    for path in tables:
        head = "\n".join(path.read_text(encoding="utf-8").splitlines()[:12])
        if not re.search(r"^\W*source", head, re.IGNORECASE | re.MULTILINE):
            silent.append(path.name)
    assert silent == []


def test_the_top_level_holds_nothing_else(project):
    ignored = (project / ".gitignore").read_text(encoding="utf-8").split()
    passing = [".git", *(name.strip("/") for name in ignored)]
    found = {path.name for path in project.iterdir() if not any(fnmatch(path.name, name) for name in passing)}
    assert found == TOP_LEVEL


def test_the_samples_are_what_their_maker_makes(project, tmp_path, run_python):
    run_python(str(project / "packaging" / "make_samples.py"), str(tmp_path / "samples"))
    kept = sorted((project / "resources" / "samples").iterdir())
    assert [path.name for path in kept] == ["crm.csv", "one_list.csv", "webshop.csv"]
    for path in kept:
        assert path.read_bytes() == (tmp_path / "samples" / path.name).read_bytes(), path.name


def test_no_file_names_a_place_on_a_developers_machine(project):
    place = re.compile(r"(?<![\w.~])/(?:work|root|home/\w+|Users/\w+)/")
    named = []
    for folder in ("entityres", "packaging", "resources", "tests", ".ci"):
        for path in (project / folder).rglob("*"):
            if path.suffix in {".py", ".md", ".toml", ".txt", ".svg", ".sh", ".spec"} and path != Path(__file__):
                named += [
                    f"{path.name}: {line}"
                    for line in path.read_text(encoding="utf-8").splitlines()
                    if place.search(line)
                ]
    assert named == []


# ----------------------------------------------------------------------------------------- the environment of run.py


@pytest.fixture
def script(project, monkeypatch):
    """Loads a file of packaging/ as a module of its own."""

    def load(name: str):
        spec = importlib.util.spec_from_file_location(name, project / "packaging" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def environment(script, monkeypatch, tmp_path):
    """packaging/environment.py, with an empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return script("environment")


@pytest.fixture
def started(environment, script, monkeypatch, tmp_path):
    """packaging/run.py in an empty folder; `started(...)` gives its exit status and what it would have started."""
    run, calls = script("run"), []

    class Ready:
        def call(self, *arguments):
            calls.append(arguments)
            return 0

    monkeypatch.setattr(run, "ready", lambda **needs: Ready())
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    def start(*arguments: str):
        return run.main(arguments), calls

    return start


def finished(module, folder: Path, text: str = "") -> Path:
    """A folder that looks like a finished environment."""
    python = module.python_in(folder)
    python.parent.mkdir(parents=True)
    python.write_text(text, encoding="utf-8")
    (folder / module.COMPLETE).write_text(text, encoding="utf-8")
    return folder


def test_a_finished_environment_needs_nothing_more(environment, monkeypatch):
    folder = finished(environment, environment.cache_folder() / environment.environment_name())
    monkeypatch.setattr(environment, "make", lambda folder: pytest.fail("made again"))
    monkeypatch.setattr(environment, "system_libraries", lambda **needs: None)
    monkeypatch.setattr(environment, "compile_kernels", lambda made: None)
    assert environment.ready().folder == folder


def test_a_half_made_environment_is_made_anew(environment, tmp_path):
    folder, making = tmp_path / "environment-x", tmp_path / "environment-x.making-1"
    finished(environment, folder, "half")
    (folder / environment.COMPLETE).unlink()
    assert not environment.is_complete(folder)
    environment.put_in_place(finished(environment, making, "whole"), folder)
    assert (folder / environment.COMPLETE).read_text(encoding="utf-8") == "whole"
    assert [path.name for path in tmp_path.iterdir()] == ["environment-x"]


def test_of_two_that_set_up_at_once_the_first_stays(environment, tmp_path):
    folder = finished(environment, tmp_path / "environment-x", "first")
    environment.put_in_place(finished(environment, tmp_path / "environment-x.making-2", "second"), folder)
    assert (folder / environment.COMPLETE).read_text(encoding="utf-8") == "first"


def test_another_pyproject_or_python_is_another_environment(environment, tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text("a", encoding="utf-8")
    monkeypatch.setattr(environment, "CHECKOUT", tmp_path)
    before = environment.environment_name()
    assert environment.environment_name() == before
    (tmp_path / "pyproject.toml").write_text("b", encoding="utf-8")
    changed = environment.environment_name()
    monkeypatch.setattr(environment.platform, "python_version", lambda: "3.99.0")
    assert len({before, changed, environment.environment_name()}) == 3


@pytest.mark.parametrize(
    ("printed", "word"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disk is full"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'", "network"),
        ("ERROR: No matching distribution found for numba>=0.61", "numba>=0.61"),
    ],
)
def test_what_stopped_the_set_up_is_said_in_plain_words(environment, tmp_path, printed, word):
    problem = environment.why_not_fetched(printed, tmp_path / "set-up.log")
    assert word in problem.missing
    assert problem.remedy


def test_what_is_missing_ends_with_two_lines_and_status_2(environment, capsys):
    def missing(arguments):
        raise environment.CannotGoOn("A thing is missing.", "Get it.")

    assert environment.guarded(missing) == 2
    assert capsys.readouterr().err == "A thing is missing.\nGet it.\n"


def test_the_environment_is_made_from_pyproject(environment, project):
    data = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    assert environment.requirements() == [*data["project"]["dependencies"], *data["dependency-groups"]["dev"]]


def test_without_a_display_the_sample_is_merged_and_the_place_told(started, tmp_path, project, capsys, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "entityres-result").mkdir()
    status, calls = started()
    sample, out = project / "resources" / "samples" / "one_list.csv", tmp_path / "entityres-result-2"
    assert (status, calls) == (0, [("-m", "entityres", "match", str(sample), "--out", str(out))])
    assert "merged.csv" in capsys.readouterr().out


def test_with_a_display_the_window_opens_on_the_files(started, tmp_path, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":7")
    (tmp_path / "a.csv").write_text("a\n1\n", encoding="utf-8")
    assert started("a.csv") == (0, [("-m", "entityres", "a.csv")])


def test_commands_are_passed_on_as_they_are(started):
    assert started("match", "a.csv", "--out", "x")[1] == [("-m", "entityres", "match", "a.csv", "--out", "x")]


def test_a_missing_file_is_said_before_anything_is_set_up(started, environment):
    with pytest.raises(environment.CannotGoOn, match=r"There is no file nothere\.csv"):
        started("nothere.csv")


def test_what_the_system_lacks_comes_with_the_one_command(environment, monkeypatch):
    monkeypatch.setattr(environment.sys, "platform", "linux")
    monkeypatch.setattr(environment, "LIBRARIES", {"libnothere.so.1": "libnothere1"})
    monkeypatch.setattr(environment, "may_install", lambda: False)
    monkeypatch.setattr(environment, "has_fonts", lambda: True)
    monkeypatch.setattr(environment.shutil, "which", lambda name: "/usr/bin/" + name if name == "apt-get" else None)
    with pytest.raises(environment.CannotGoOn, match=r"libnothere\.so\.1") as caught:
        environment.system_libraries(needed=True, display=False)
    assert "sudo apt-get install libnothere1" in caught.value.remedy
    environment.system_libraries(needed=False, display=False)
