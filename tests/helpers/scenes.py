"""What pictures are taken of, beside the six pages: menus, dialogs, message bars, empty states, tabs, each state of a page.

A scene is a generator over a shown window; it brings something about and yields what is to be looked at with its name. The
next picture may build on what the one before left.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from entityres.errors import EntityResError
from entityres.records.roles import Role
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.main_window import MainWindow
from entityres.ui.messages import Messages
from entityres.ui.question_box import QuestionBox

Shown = tuple[str, QWidget]
Scene = Callable[[MainWindow, Path], Iterator[Shown]]


def start(window: MainWindow, folder: Path) -> Iterator[Shown]:
    """The first start, and the next one with projects and lists of before, one of them gone."""
    yield "start", window
    kept = folder / "donors 2024.entityres"
    Project.create(kept).close()
    for path in (str(folder / "gone.entityres"), str(kept), f"{folder / 'crm.csv'}\n{folder / 'shop.csv'}"):
        window.preferences.add_recent(path)
    window.start_page.on_shown()
    yield "start-recent", window
    window.preferences.remove_recent(str(kept))


def empty_pages(window: MainWindow, _folder: Path) -> Iterator[Shown]:
    """Every page of a project without a list."""
    for step in Step:
        window.go_to(step)
        yield f"empty-{step.name.lower()}", window


def pages(window: MainWindow, _folder: Path) -> Iterator[Shown]:
    """Every page of the sample of two lists."""
    window.open_sample("two_lists")
    for step in Step:
        window.go_to(step)
        yield step.name.lower(), window


def menus(window: MainWindow, _folder: Path) -> Iterator[Shown]:
    """Every menu of the menu bar, opened."""
    window.go_to(Step.REVIEW)
    for name, menu in window.menus.items():
        menu.popup(window.menuBar().mapToGlobal(QPoint(0, 0)))
        yield f"menu-{name.replace('/', '-').lower()}", menu
        menu.close()
    window.go_to(Step.MATCH)
    for number, menu in enumerate(_menus_of(window.pages[Step.MATCH])):
        menu.popup(window.mapToGlobal(QPoint(0, 0)))
        yield f"menu-of-match-{number}", menu
        menu.close()


def _menus_of(page: QWidget) -> list[QWidget]:
    return [menu for menu in page.findChildren(QMenu) if menu.actions()]


def dialogs(window: MainWindow, _folder: Path) -> Iterator[Shown]:
    """Every dialog, and the boxes that ask."""
    window.go_to(Step.REVIEW)
    for name in ("help", "shortcuts", "about", "settings"):
        window.actions[name].trigger()
        yield f"dialog-{name}", window.commands.dialog
        window.commands.dialog.close()
    page = window.pages[Step.REVIEW]
    page.compare_two()
    yield "dialog-compare-nothing", page.records_dialog
    page.records_dialog.close()
    page.panel.table.step(1)
    window.actions["large_window"].trigger()
    yield "dialog-compare-pair", page.records_dialog
    page.records_dialog.close()
    real = Messages(window)
    for name, text, hint, buttons in BOXES:
        real.ask(text, hint, buttons, _nothing)
        box = window.findChildren(QuestionBox)[-1]
        yield f"box-{name}", box
        box.close()
    real.choose_one("Choose a sheet", "customers.xlsx has several sheets with rows.", ["Customers", "Old"], _nothing)
    yield "box-sheet", window.findChildren(QuestionBox)[-1]
    window.findChildren(QuestionBox)[-1].close()


BOXES = (
    (
        "draft",
        "This project has no name yet.",
        "A draft stays on this computer and is offered on the start page.",
        ["Keep as draft", "Name and save…", "Delete", "Cancel"],
    ),
    (
        "again",
        "crm.csv is loaded already.",
        "A second copy finds every record twice.",
        ["Keep one", "Load again as a second list"],
    ),
)


def _nothing(_answer: object) -> None:
    pass


def match(window: MainWindow, _folder: Path) -> Iterator[Shown]:
    """The parts of Match: a key without a curve, a key being written, bands unfolded, how pairs are scored."""
    window.go_to(Step.MATCH)
    page = window.pages[Step.MATCH]
    page.compare.keys.choose(window.project.keys[0].name)
    yield "match-exact-key", window
    for similar in (False, True):
        page.compare._on_key_asked(similar)
        yield f"match-new-key-{'similar' if similar else 'same'}", window
        page.compare.close_editor()
    page.compare.keys.choose(next(key.name for key in window.project.keys if key.bands is not None))
    page.compare.similar.bands._advanced_button.click()
    yield "match-advanced", window
    page.compare.similar.bands._advanced_button.click()
    page.tabs.chip(1).click()
    yield "match-scores", window
    page.tabs.chip(0).click()


def review(window: MainWindow, _folder: Path) -> Iterator[Shown]:
    """The states of Review: decided pairs, sheets, filters, tabs, the end of the work."""
    window.go_to(Step.REVIEW)
    page, actions = window.pages[Step.REVIEW], window.actions
    page.strip.set_folded(False)
    yield "review-thresholds", window
    page.strip.set_folded(window.height() < 820)
    actions["accept"].trigger()
    actions["reject"].trigger()
    actions["unsure"].trigger()
    page.panel.table.step(-1)
    yield "review-decided", window
    actions["note"].trigger()
    yield "review-note", window
    page.note_line.left.emit()
    actions["hide_scores"].trigger()
    yield "review-blind", window
    actions["hide_scores"].trigger()
    page.focus_search()
    yield "review-filters", window
    page.panel.funnel.setChecked(False)
    page.panel.detail_tabs.chip(0).click()
    page.narrowing.clear()
    yield "review-all", window
    actions["accept_shown"].trigger()
    yield "review-bulk", window
    page.sheet.closed.emit()
    page.narrowing.look_for("nobody has this name")
    yield "review-nothing", window
    page.narrowing.clear()
    for number, name in enumerate(("pairs", "groups", "sample")):
        page.parts.choose(number)
        yield f"review-tab-{name}", window
    panel = page.sampling.panel
    panel.draw_button.click()
    yield "review-sample-question", window
    for _ in range(6):
        actions["accept"].trigger()
    actions["reject"].trigger()
    panel.end_button.click()
    yield "review-sample-result", window
    page.parts.choose(0)
    actions["history"].setChecked(True)
    yield "history", window
    actions["history"].setChecked(False)


def merge_and_export(window: MainWindow, folder: Path) -> Iterator[Shown]:
    """Merge with its rules and a value by hand; Export refusing, and with files written."""
    window.go_to(Step.MERGE)
    page = window.pages[Step.MERGE]
    page.parts.show_part(0)
    yield "merge-rules", window
    page.parts.show_part(1)
    view = page.browser.preview.table.view
    page._on_value_typed(view.group, 0, "Jörg")
    yield "merge-by-hand", window
    window.go_to(Step.EXPORT)
    export = window.pages[Step.EXPORT]
    (folder / "a file").write_text("in the way")
    export.folder.setText(str(folder / "a file"))
    export.export.click()
    yield "export-refused", window
    export.folder.setText(str(folder / "written"))
    export.export.click()
    yield "export-done", window
    window.messages.withdraw("export")
    window.change(window.project.set_role, 0, "phone", Role.KEEP)
    yield "export-out-of-date", window
    window.commands.undo()


def bars(window: MainWindow, folder: Path) -> Iterator[Shown]:
    """Messages of every kind, brought about as a person would."""
    broken = _broken_files(folder)
    for name, paths in broken.items():
        window.message_bar.clear()
        window.add_files([str(path) for path in paths])
        yield f"bar-{name}", window
        while len(window.project.lists) > 2:
            window.change(window.project.remove_list, len(window.project.lists) - 1)
    window.message_bar.clear()
    window.go_to(Step.MERGE)
    window.messages.say("crm.csv is no longer where it was.", "Decisions are safe.", kind="warning", topic="a")
    window.messages.problem(RuntimeError("index out of range"), topic="b")
    window.messages.problem(
        EntityResError("Changes since 10:41 are not saved: the disk is full.", "Make room, or save elsewhere."),
        topic="c",
    )
    yield "bar-three", window
    window.message_bar.clear()


def _broken_files(folder: Path) -> dict[str, list[Path]]:
    """Files that each have one fault."""
    contents = {
        "ragged.csv": b"name,city,phone\nAnn,Ulm,1\nBob,Kiel\nCid,Bonn,2,3,4\n",
        "quote.csv": b'name,city\n"Ann,Ulm\nBob,Kiel\nCid,Bonn\n',
        "headings only.csv": b"name,city\n",
        "empty.csv": b"",
        "binary.csv": bytes(range(256)) * 20,
        "twice.csv": b"name,phone,phone\nAnn,1,2\nBob,3,4\n",
        "bytes.csv": "name;city\nMüller;Köln\nGroß;Düren\n".encode("cp1252"),
        "workbook.csv": b"PK\x03\x04" + bytes(200),
    }
    paths = {}
    for name, content in contents.items():
        paths[name] = folder / name
        paths[name].write_bytes(content)
    return {name.partition(".")[0].replace(" ", "-"): [path] for name, path in paths.items()} | {
        "gone": [folder / "not there.csv"]
    }


ENDED = """
import os, signal, sys
from entityres.session.project import Project
project = Project.open(sys.argv[1])
os.kill(os.getpid(), signal.SIGKILL)
"""


def standing(window: MainWindow, folder: Path) -> Iterator[Shown]:
    """A project that may only be read, and one whose program was ended by force."""
    kept = folder / "kept.entityres"
    window.project.save_copy(kept)
    with Project.open(kept):
        window.set_project(Project.open(kept))
        yield "read-only", window
    ended = folder / "ended.entityres"
    shutil.copy(kept, ended)
    subprocess.run([sys.executable, "-c", ENDED, str(ended)], check=False)
    window.set_project(Project.open(ended))
    yield "recovered", window


SCENES: tuple[Scene, ...] = (start, empty_pages, pages, menus, dialogs, match, review, merge_and_export, bars, standing)
