"""House: the environment of its own in which the program and its checks run, shared by run.py, test.py and build.py.

It lies in the user's cache folder and is named by what it is made from (pyproject.toml and the Python at hand), so
a change of either makes a new one and nothing is ever mended in place. It is built under a temporary name and renamed
when it is whole: a run that was cut off leaves nothing that looks finished, and two runs at once cannot meet.
Standard library only. Once made, nothing here needs a network.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - the one place that an older Python reaches
    print(f"entityres needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
    print("Install a newer Python from python.org or the system's packages, and start again with it.", file=sys.stderr)
    sys.exit(2)

import tomllib

CHECKOUT = Path(__file__).resolve().parent.parent
COMPLETE = "complete.txt"
UNUSED_DAYS = 30
HALF_MADE_DAYS = 1

# What the window loads from the system, and Debian's package for it. Wayland's own libraries come with a Wayland desktop.
LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")

COMPILE_ALL = "from entityres.records.compiled import prepare; prepare()"


class CannotGoOn(Exception):  # noqa: N818 - not a fault: something is missing, and the user is told what to do
    """Something that only the user can put right: what is missing, and the remedy."""

    def __init__(self, missing: str, remedy: str) -> None:
        super().__init__(missing)
        self.missing = missing
        self.remedy = remedy


@dataclass(frozen=True)
class Environment:
    """A finished environment.

    Attributes:
        folder: Where it lies.
    """

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter that has every package."""
        return python_in(self.folder)

    def variables(self, **more: str) -> dict[str, str]:
        """The variables under which the program of this checkout runs."""
        found = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "VIRTUAL_ENV")}
        paths = [str(CHECKOUT), *filter(None, [found.get("PYTHONPATH")])]
        return {**found, "PYTHONPATH": os.pathsep.join(paths), **more}

    def call(self, *arguments: str, folder: Path | None = None, **variables: str) -> int:
        """Run the interpreter with these arguments and wait; what it prints is seen. Returns its exit status."""
        return subprocess.call([str(self.python), *arguments], cwd=folder, env=self.variables(**variables))

    def ask(
        self, *arguments: str, folder: Path | None = None, variables: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        """Run the interpreter with these arguments quietly. Returns its exit status and what it printed."""
        done = subprocess.run(
            [str(self.python), *arguments],
            cwd=folder,
            env=dict(variables) if variables is not None else self.variables(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        return done.returncode, done.stdout


def guarded(main: Callable[[Sequence[str]], int]) -> int:
    """Run a command; what only the user can put right becomes two plain lines and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)
    try:
        return main(sys.argv[1:])
    except CannotGoOn as problem:
        print(f"{problem.missing}\n{problem.remedy}", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.", file=sys.stderr)
        print("Make room there or allow writing there, and start again.", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return 2


def ready(*, window: bool = True, tests: bool = False) -> Environment:
    """The environment, made first where it is missing, with compiled kernels.

    Args:
        window: The program's window is about to open: what Qt needs from the system must be there.
        tests: A virtual display is wanted as well.

    Raises:
        CannotGoOn: Something is missing that cannot be had from here.
    """
    system_libraries(needed=window or tests, display=tests)
    environment = Environment(cache_folder() / environment_name())
    if not is_complete(environment.folder):
        make(environment.folder)
    os.utime(environment.folder / COMPLETE)
    forget_old_ones(environment.folder)
    compile_kernels(environment)
    return environment


# ------------------------------------------------------------------------------------------------------------- the place


def cache_folder() -> Path:
    """The user's cache folder for this program, the same one that the program itself uses."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "entityres" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "entityres"
    given = os.environ.get("XDG_CACHE_HOME", "").strip()
    return (Path(given) if given else Path.home() / ".cache") / "entityres"


def environment_name() -> str:
    """Names what the environment is made from: pyproject.toml and this Python."""
    made_from = hashlib.sha256((CHECKOUT / "pyproject.toml").read_bytes())
    made_from.update(f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}".encode())
    return f"environment-{made_from.hexdigest()[:12]}-py{sys.version_info[0]}{sys.version_info[1]}"


def python_in(folder: Path) -> Path:
    """The interpreter of a virtual environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def is_complete(folder: Path) -> bool:
    """Whether the environment was finished and its Python is still on this machine."""
    return (folder / COMPLETE).is_file() and python_in(folder).exists()


def forget_old_ones(current: Path) -> None:
    """Remove environments that nobody has used for a month, and what cut-off runs left behind."""
    for folder in current.parent.glob("environment-*"):
        whole = folder / COMPLETE
        try:
            days = (time.time() - (whole if whole.is_file() else folder).stat().st_mtime) / 86400
        except OSError:
            continue
        if folder != current and days > (UNUSED_DAYS if whole.is_file() else HALF_MADE_DAYS):
            shutil.rmtree(folder, ignore_errors=True)


# ------------------------------------------------------------------------------------------------------------ the making


def requirements() -> list[str]:
    """Everything that the program and its checks need, as pyproject.toml has it."""
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    return [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]


def make(folder: Path) -> None:
    """Build the environment beside its place and put it there whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    print("Setting up, once. This takes a few minutes.")
    making = Path(tempfile.mkdtemp(prefix=f"{folder.name}.making-", dir=folder.parent))
    try:
        pip = make_empty(making)
        fetch_packages(pip, folder.parent / "set-up.log")
        (making / COMPLETE).write_text("\n".join(requirements()) + "\n", encoding="utf-8")
        put_in_place(making, folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def put_in_place(making: Path, folder: Path) -> None:
    """Rename the finished environment; whoever came first stays."""
    if folder.exists() and not is_complete(folder):
        aside = Path(tempfile.mkdtemp(prefix=f"{folder.name}.making-", dir=folder.parent))
        os.replace(folder, aside / "half-made")
        shutil.rmtree(aside, ignore_errors=True)
    try:
        os.rename(making, folder)
    except OSError:
        if not is_complete(folder):
            raise


def make_empty(folder: Path) -> list[str]:
    """Make a virtual environment without packages. Returns the command that runs pip for it."""
    venv_package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if not has_module("venv") or not has_module("ensurepip"):
        install_system_packages([venv_package])
    if has_module("venv") and has_module("ensurepip"):
        ran, printed = quietly([sys.executable, "-m", "venv", str(folder)])
        if ran == 0:
            return [str(python_in(folder)), "-m", "pip"]
        raise CannotGoOn(
            f"Python cannot make a virtual environment: {last_line(printed)}", "Mend that and start again."
        )
    if has_module("venv") and quietly([sys.executable, "-m", "pip", "--version"])[0] == 0:
        quietly([sys.executable, "-m", "venv", "--without-pip", str(folder)])
        return [sys.executable, "-m", "pip", "--python", str(python_in(folder))]
    raise CannotGoOn(
        "This Python comes without the modules that make virtual environments (venv, ensurepip).",
        f"On Debian and Ubuntu: sudo apt-get install {venv_package}. Elsewhere install Python from python.org. "
        "Then start again.",
    )


def has_module(name: str) -> bool:
    """Whether this Python has the module, asked in a new process so that a fresh installation counts."""
    return quietly([sys.executable, "-c", f"import {name}"])[0] == 0


def fetch_packages(pip: Sequence[str], log: Path) -> None:
    """Install everything with pip; what pip says goes into the log."""
    asked = [*pip, "install", "--no-input", "--disable-pip-version-check", "--progress-bar=off", "--retries=2"]
    command = [*asked, "--only-binary=:all:", *requirements()]
    print("Fetching the packages, about 300 MB ...")
    lines: list[str] = []
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if sys.stdout.isatty() and line.startswith(("Collecting", "Installing")):
                print("\r\033[K  " + line.split("(")[0].strip()[:70], end="", flush=True)
    log.write_text("".join(lines), encoding="utf-8")
    if sys.stdout.isatty():
        print("\r\033[K", end="")
    if process.returncode != 0:
        raise why_not_fetched("".join(lines), log)


def why_not_fetched(printed: str, log: Path) -> CannotGoOn:
    """What stopped pip, in plain words."""
    if "No space left on device" in printed:
        return CannotGoOn("The disk is full.", f"Free about 1.5 GB where {log.parent} lies and start again.")
    signs = (
        "Max retries exceeded",
        "connection broken",
        "name resolution",
        "NewConnectionError",
        "Network is unreachable",
    )
    if any(sign in printed for sign in signs) or os.environ.get("PIP_NO_INDEX"):
        return CannotGoOn(
            "The packages that the program needs are not on this computer yet, and the network cannot be reached.",
            "Connect to the network for the first start; later starts need none.",
        )
    faults = [line for line in printed.splitlines() if line.startswith("ERROR")] or printed.splitlines()[-1:]
    what = faults[-1].removeprefix("ERROR:").strip() if faults else "no word from pip"
    return CannotGoOn(f"The packages could not be installed: {what}", f"What pip said is in {log}.")


def compile_kernels(environment: Environment) -> None:
    """Compile the inner loops once for this checkout; the program then starts at full speed."""
    stamp = hashlib.sha256(f"{CHECKOUT} {environment.folder.name}".encode())
    for file in sorted((CHECKOUT / "entityres").rglob("*.py")):
        if not {"ui", "session"} & set(file.relative_to(CHECKOUT).parts):
            state = file.stat()
            stamp.update(f"{file} {state.st_mtime_ns} {state.st_size}".encode())
    compiled = compiled_folder()
    done = compiled / f"prepared-{stamp.hexdigest()[:16]}"
    if done.exists():
        return
    print("Preparing the fast parts, once ...")
    failed, _ = environment.ask("-c", COMPILE_ALL)
    # Modules too: where Python is told to keep no compiled modules, every start would compile them all again.
    environment.ask("-m", "compileall", "-q", str(CHECKOUT / "entityres"))
    with tempfile.TemporaryDirectory() as scratch:
        for number, lists in enumerate((["one_list.csv"], ["crm.csv", "webshop.csv"])):
            files = [str(CHECKOUT / "resources" / "samples" / name) for name in lists]
            out = str(Path(scratch) / str(number))
            failed = environment.ask("-m", "entityres", "match", *files, "--out", out, "--quiet")[0] or failed
    if not failed:  # otherwise the program meets the fault itself, and tells it better
        compiled.mkdir(parents=True, exist_ok=True)
        for old in compiled.glob("prepared-*"):
            if time.time() - old.stat().st_mtime > UNUSED_DAYS * 86400:
                old.unlink(missing_ok=True)
        done.touch()


def compiled_folder() -> Path:
    """Where the program keeps its compiled inner loops."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder() / "compiled")


# ------------------------------------------------------------------------------------------------------- system's share


def system_libraries(*, needed: bool, display: bool) -> None:
    """See to what the window needs from a Linux system: through its package manager where that is allowed.

    Args:
        needed: Without them it cannot go on; otherwise they are installed if that is easy.
        display: A virtual display (Xvfb) is wanted too.
    """
    if not sys.platform.startswith("linux"):
        return
    missing = missing_libraries()
    packages = [LIBRARIES[name] for name in missing]
    if not has_fonts():
        packages.append("fonts-dejavu-core")
    if display and not shutil.which("Xvfb"):
        packages.append("xvfb")
    if not packages:
        return
    install_system_packages(packages)
    missing = missing_libraries()
    if missing and needed:
        raise CannotGoOn(
            f"Libraries of the system that the window needs are missing: {', '.join(missing)}.",
            f"Install them and start again: {install_command(missing, packages)}",
        )


def missing_libraries() -> list[str]:
    """Those of LIBRARIES that cannot be loaded."""
    missing = []
    for name in LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            missing.append(name)
    return missing


def has_fonts() -> bool:
    """Whether the system has a font at all; without one, text has no width."""
    for folder in FONT_FOLDERS:
        for _, _, files in os.walk(os.path.expanduser(folder)):
            if any(name.lower().endswith((".ttf", ".otf", ".ttc")) for name in files):
                return True
    return False


def may_install() -> bool:
    """Whether this user may install packages of the system without being asked anything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_system_packages(packages: Sequence[str]) -> None:
    """Install Debian packages if this user may; whether it worked shows in what is there afterwards."""
    if not may_install():
        return
    print(f"Installing from the system's packages: {' '.join(packages)} ...")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    if quietly(command, variables)[0] != 0:
        quietly(["apt-get", "update", "-q"], variables)
        quietly(command, variables)


def install_command(libraries: Sequence[str], packages: Sequence[str]) -> str:
    """The one command that installs what is missing on this kind of system."""
    for manager in ("dnf", "zypper"):
        if shutil.which(manager):
            return f"sudo {manager} install " + " ".join(f"'{name}()(64bit)'" for name in libraries)
    if shutil.which("apt-get") or not shutil.which("pacman"):
        return "sudo apt-get install " + " ".join(packages)
    return "sudo pacman -S --needed libglvnd glib2 fontconfig dbus libx11 libxcb libxkbcommon-x11 xcb-util-cursor " + (
        "xcb-util-image xcb-util-keysyms xcb-util-renderutil xcb-util-wm ttf-dejavu"
    )


def quietly(command: Sequence[str], variables: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Run a command without showing what it prints. Returns its exit status and that text."""
    try:
        done = subprocess.run(
            list(command),
            env=dict(variables) if variables else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout


def last_line(text: str) -> str:
    """The last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it did not say why"
