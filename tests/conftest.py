"""What every test stands on: folders of its own, Qt without a screen, and nothing left behind.

Set before anything imports Qt or the program. The compiled kernels stay in the user's cache, so that tests do not
compile them anew; everything else that the program keeps for its user goes to folders that are thrown away.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer

os.environ.setdefault(
    "NUMBA_CACHE_DIR", os.path.join(platformdirs.user_cache_dir("entityres", appauthor=False), "compiled")
)
os.environ["QT_QPA_PLATFORM"] = "offscreen"
if "numba" in sys.modules:  # pytest has imported it, to know the warning that pyproject.toml names
    from numba.core import config as numba_config

    numba_config.reload_config()
for _name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_STYLE_OVERRIDE", "QT_SCALE_FACTOR"):
    os.environ.pop(_name, None)

# How long one example takes says nothing on a machine that does other things too. The quick run tries fewer of them.
settings.register_profile("whole", deadline=None, max_examples=100)
settings.register_profile("quick", settings.get_profile("whole"), max_examples=20)

SCRATCH = Path(tempfile.mkdtemp(prefix="entityres-tests-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
for _name in (*FOLDER_VARIABLES, "XDG_RUNTIME_DIR"):
    os.environ[_name] = str(SCRATCH / _name.lower())
(SCRATCH / "xdg_runtime_dir").mkdir(mode=0o700)

PROJECT = Path(__file__).resolve().parent.parent
_numbers = count()

SLOW_FOLDERS = {"flows", "eval", "fuzz"}


def pytest_configure(config: pytest.Config) -> None:
    """How many examples a property is tried with, where the test itself asks for no other number."""
    settings.load_profile("quick" if _leaves_out_slow(config) else "whole")


def _leaves_out_slow(config: pytest.Config) -> bool:
    return "not slow" in config.option.markexpr


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are left out, their folders are not even imported: that alone takes seconds."""
    folders = collection_path.relative_to(PROJECT).parts if collection_path.is_relative_to(PROJECT) else ()
    return True if _leaves_out_slow(config) and not SLOW_FOLDERS.isdisjoint(folders) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests and hundreds of modules stay until the end: the collector need not look at them while they are
    made, nor ever again.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever uses the application is a gui test, and a whole journey or a measurement is slow: no marks written by hand."""
    for item in items:
        if "qapp" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.gui)
        if not SLOW_FOLDERS.isdisjoint(item.path.relative_to(PROJECT).parts):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def own_folders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, data and cache of the user: new and empty for each test. Returns the folder that they are in."""
    folder = SCRATCH / f"user-{next(_numbers)}"
    for name in FOLDER_VARIABLES:
        monkeypatch.setenv(name, str(folder / name.lower()))
    if "qapp" in request.fixturenames:
        from PySide6.QtCore import QSettings

        for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(form, QSettings.Scope.UserScope, str(folder / "xdg_config_home"))
    return folder


class _Kept(logging.Handler):
    """Keeps what was logged at WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_unexpected_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """A warning in the program's log fails the test, unless the test looks at the log itself (`caplog`)."""
    kept = _Kept()
    logger = logging.getLogger("entityres")
    logger.addHandler(kept)
    yield
    logger.removeHandler(kept)
    if kept.lines and "caplog" not in request.fixturenames:
        pytest.fail("Logged, and the test did not ask for it:\n" + "\n".join(kept.lines), pytrace=False)


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a gui test: no window, no busy thread, no running timer of a closed window; then garbage is collected.

    The collector is off while the test runs: it could otherwise destroy a window in the middle of Qt's own work, or in
    another thread.
    """
    if "qapp" not in request.fixturenames:
        yield
        return
    _settle_memory()
    gc.disable()
    yield
    left = _left_behind()
    gc.collect()
    if len(gc.get_objects()) > MANY_OBJECTS:  # modules that were imported since, and what is kept for good
        gc.freeze()
    gc.enable()
    if left:
        pytest.fail("Left behind:\n" + "\n".join(left), pytrace=False)


MANY_OBJECTS = 20_000
_settled = False


def _settle_memory() -> None:
    """Take what the imports made out of the collector's sight, once: it makes each later collection quick."""
    global _settled
    if not _settled:
        _settled = True
        gc.collect()
        gc.freeze()


def _left_behind() -> list[str]:
    """What a gui test should have ended, in words; ended here, so that only this test fails for it."""
    from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool, QTimer
    from PySide6.QtWidgets import QApplication
    from shiboken6 import isValid

    left: list[str] = []
    # Not `isinstance`, which asks what a weak reference stands for: that may be gone.
    alive = [thing for thing in gc.get_objects() if issubclass(type(thing), (QThreadPool, QTimer)) and isValid(thing)]
    pools = [QThreadPool.globalInstance(), *(thing for thing in alive if isinstance(thing, QThreadPool))]
    for pool in pools:
        if pool.activeThreadCount():
            left.append("a thread pool with work in it")
            pool.waitForDone(60_000)  # what still runs when the interpreter ends takes it down
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            left.append(f"a visible window: {window!r}")
            window.close()
    for thing in alive:
        if isinstance(thing, QTimer) and thing.isActive() and _is_orphan(thing):
            left.append(f"a running timer: {thing!r} of {thing.parent()!r}")
            thing.stop()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()
    return left


def _is_orphan(timer: QTimer) -> bool:
    """Whether nothing that is still shown or application-wide owns the timer."""
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtWidgets import QWidget

    owner = timer.parent()
    while owner is not None:
        if owner is QCoreApplication.instance():
            return False
        if isinstance(owner, QWidget):
            return not owner.window().isVisible()
        owner = owner.parent()
    return True


@pytest.fixture(scope="session")
def screen() -> Iterator[dict[str, str]]:
    """Variables for a program in a process of its own: a real X display by Xvfb, or Qt's offscreen one where it is missing.

    For journeys that want focus, activation and a window manager's timing: `subprocess.run(..., env=screen)`.
    """
    variables = dict(os.environ)
    if shutil.which("Xvfb") is None:
        yield variables
        return
    ours, its = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(its), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[its],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(its)
    try:
        with os.fdopen(ours) as answer:
            number = answer.readline().strip()
        yield {**variables, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"} if number else variables
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder of the checkout."""
    return PROJECT


@pytest.fixture
def run_python(project: Path, tmp_path: Path):
    """Run Python in a process of its own: `run_python("-c", "print(1)")` gives what it printed; it must end well."""

    def run(*arguments: str, **variables: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(project), **variables}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 0, f"ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run
