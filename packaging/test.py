"""House: every check from a fresh checkout: python3 packaging/test.py [--quick] [PYTEST OPTIONS...].

The first run makes the same environment as run.py; later runs need no network. `--quick` takes under a minute: form,
lint, types, direction of imports, and the tests without a window, each property with fewer examples. What follows goes
to pytest: python3 packaging/test.py --quick tests/records -x
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from build import build_wheel
from environment import CHECKOUT, CannotGoOn, Environment, compiled_folder, guarded, ready

NOT_QUICK = "not gui and not slow and not display and not eval"
CONTRACTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
NO_TESTS = 5  # pytest's own status for it


@dataclass
class Checks:
    """Runs checks one by one, tells each with its time, and remembers which failed."""

    environment: Environment
    failed: list[str] = field(default_factory=list)
    count: int = 0
    began: float = field(default_factory=time.monotonic)

    def check(self, name: str, work: Callable[[], tuple[int, str]]) -> None:
        """Run one check: `work` returns an exit status and what to show if it is not 0."""
        began = time.monotonic()
        try:
            status, printed = work()
        except CannotGoOn as problem:
            status, printed = 2, f"{problem.missing}\n{problem.remedy}"
        self.count += 1
        if status != 0:
            self.failed.append(name)
            print(printed.rstrip())
        word = "ok" if status == 0 else "FAILED"
        print(f"{name:.<24} {word:<6} {time.monotonic() - began:6.1f} s")

    def tool(self, name: str, *arguments: str) -> None:
        """A check that is a Python module or script with options."""
        self.check(name, lambda: self.environment.ask(*arguments, folder=CHECKOUT))

    def close(self) -> int:
        """The closing line. Returns the exit status."""
        seconds = time.monotonic() - self.began
        if self.failed:
            print(f"{len(self.failed)} of {self.count} checks failed in {seconds:.0f} s: {', '.join(self.failed)}")
            return 1
        print(f"All {self.count} checks are good, {seconds:.0f} s")
        return 0


def main(arguments: Sequence[str]) -> int:
    """Run every check, or the quick ones."""
    quick = "--quick" in arguments
    chosen = [argument for argument in arguments if argument != "--quick"]
    checks = Checks(ready(tests=True))
    checks.tool("format", "-m", "ruff", "format", "--check", ".")
    checks.tool("lint", "-m", "ruff", "check", ".")
    # What mypy knows of the packages holds for every checkout: beside them, not in the checkout.
    checks.tool("types", "-m", "mypy", "--cache-dir", str(checks.environment.folder / "mypy"))
    checks.tool("direction of imports", "-c", CONTRACTS)
    checks.check("tests", lambda: run_pytest(checks.environment, quick, chosen))
    if not quick:
        checks.check("wheel, installed", lambda: installed(checks.environment))
    return checks.close()


def run_pytest(environment: Environment, quick: bool, chosen: Sequence[str]) -> tuple[int, str]:
    """The tests in random order on both cores; pytest's own lines are seen as they come."""
    options = ["--no-header", "-n", str(min(os.cpu_count() or 1, 4)), "--dist", "worksteal"]
    if quick:
        options += ["-m", NOT_QUICK]
    # pytest makes asserts tell what they saw, which takes seconds where Python may not keep what it compiled.
    kept = {"PYTHONDONTWRITEBYTECODE": ""}
    status = environment.call("-m", "pytest", *options, *chosen, folder=CHECKOUT, **kept)
    return status, "No test was run." if status == NO_TESTS else ""


def installed(environment: Environment) -> tuple[int, str]:
    """Build the wheel, install it away from the checkout, and use it as a user would."""
    with tempfile.TemporaryDirectory(prefix="entityres-installed-") as scratch:
        place = Path(scratch)
        wheel = build_wheel(environment, place / "wheel")
        target = place / "installed"
        folders = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        alone = environment.variables(**{name: str(place / name.lower()) for name in folders})
        # The installed program is made of the same: what is compiled is found wherever it stands.
        alone.update(PYTHONPATH=str(target), QT_QPA_PLATFORM="offscreen", NUMBA_CACHE_DIR=str(compiled_folder()))
        sample = target / "entityres" / "resources" / "samples" / "one_list.csv"
        pip_install = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
        steps = (
            (*pip_install, "--no-warn-script-location", "--target", str(target), str(wheel)),
            ("-m", "entityres", "--version"),
            ("-m", "entityres", "match", str(sample), "--out", str(place / "result"), "--quiet"),
            ("-m", "entityres", "--smoke-test"),
        )
        for step in steps:
            status, printed = environment.ask(*step, folder=place, variables=alone)
            if status != 0:
                return status, f"python {' '.join(step)}\n{printed}"
        rows = (place / "result" / "merged.csv").read_text(encoding="utf-8").count("\n") - 1
        return (0, "") if 0 < rows < 1000 else (1, f"The sample of 1,000 customers was merged into {rows}.")


if __name__ == "__main__":
    sys.exit(guarded(main))
