"""An error in what Qt calls is told, and the program goes on; it ended the process before."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

import entityres.ui
from entityres.ui.overrides import ANSWERS

PROGRAM = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
import entityres.ui
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

class Broken(QWidget):
    __module__ = "entityres.ui.broken"
    def {name}(self, *_):
        return {fault}

told = []
sys.excepthook = lambda kind, error, trace: told.append(kind.__name__)
application = QApplication([])
window = QWidget()
layout = QVBoxLayout(window)
layout.addWidget(Broken())
window.resize(200, 200)
window.show()
application.processEvents()
window.grab()
print(sorted(set(told)), window.isVisible())
"""


@pytest.mark.parametrize("name", ["sizeHint", "minimumSizeHint", "paintEvent", "resizeEvent", "event"])
@pytest.mark.parametrize(
    ("fault", "kind"), [("[][0]", "IndexError"), ("len(None)", "TypeError"), ("int('x')", "ValueError")]
)
def test_an_error_in_what_qt_calls_is_told_and_the_program_goes_on(name: str, fault: str, kind: str) -> None:
    code = PROGRAM.format(name=name, fault=fault)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr[-500:]
    assert done.stdout.strip() == f"['{kind}'] True"


def test_every_class_of_the_window_is_guarded() -> None:
    open_ones = []
    for module in pkgutil.walk_packages(entityres.ui.__path__, "entityres.ui."):
        if module.name.endswith("__main__"):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and issubclass(kind, QObject) and kind.__module__ == module.name:
                open_ones += [
                    f"{kind.__name__}.{name}"
                    for name, made in vars(kind).items()
                    if name in ANSWERS and not hasattr(made, "guarded")
                ]
    assert not open_ones


def test_no_method_that_qt_calls_is_forgotten() -> None:
    """What classes of the window give anew of a class of Qt is guarded, or known to be called by the program alone."""
    by_hand = {"reject", "mimeData", "run"}
    forgotten = set()
    for module in pkgutil.walk_packages(entityres.ui.__path__, "entityres.ui."):
        if module.name.endswith("__main__"):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and kind.__module__ == module.name:
                bases = [base for base in kind.__mro__ if base.__module__.startswith("PySide6")]
                forgotten |= {
                    name
                    for name, made in vars(kind).items()
                    if inspect.isfunction(made)
                    and not name.startswith("__")
                    and any(name in vars(base) for base in bases)
                }
    assert forgotten - set(ANSWERS) <= by_hand


@pytest.mark.parametrize("asked", [".screen()", "InFocusChain("])
def test_no_widget_is_asked_for_what_the_binding_takes_for_a_part_of_it(asked: str) -> None:
    """With the widget the binding would delete its screen, and take what comes next in the chain of focus as deleted."""
    folder = Path(entityres.ui.__file__).parent
    assert not [path.name for path in folder.rglob("*.py") if asked in path.read_text("utf-8")]
