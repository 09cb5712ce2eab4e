"""UI: what each menu entry of a window does: undo, zoom, appearance, help, recipes, the way between steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Slot

from entityres.errors import EntityResError
from entityres.session.stages import Change, Step
from entityres.ui.actions import STEP_ACTIONS
from entityres.ui.large_steps import LargeSteps
from entityres.ui.qt import connect_weak

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow

CHOICES = ("system", "light", "dark")
RECIPES = "Recipes (*.json)"


class Commands(QObject):
    """Connects the actions of a window with what they do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._dialog: Any = None
        self._left = (True, 0)
        self._large_steps = LargeSteps(window, self)
        actions, projects = window.actions, window.projects
        plain: dict[str, Callable[[], object]] = {
            "open": projects.choose_files, "add_lists": projects.choose_lists, "paste": projects.paste, "save": projects.save,
            "save_copy": projects.save_copy, "new_project": projects.new_project, "close": projects.new_project,
            "quit": self._quit, "new_window": self._open_new_window, "undo": self.undo, "redo": self.redo,
            "run": window.find_matches, "stop": self.stop, "step_back": self._step_back,
            "step_forward": self._step_forward, "next_step": self._next_step, "export": self._go_to_export,
            "zoom_in": self._zoom_in, "zoom_out": self._zoom_out, "zoom_reset": self._zoom_reset,
            "search": self._search, "compare_two": self._compare_two, "help": self._show_help,
            "shortcuts": self._show_shortcuts, "about": self._show_about, "open_log": self._open_log,
            "settings": self._show_settings, "save_recipe": self._save_recipe, "load_recipe": self._load_recipe,
        }  # fmt: skip
        for name, command in plain.items():
            connect_weak(actions[name].triggered, command)
        for step, name in zip(Step, STEP_ACTIONS, strict=True):
            connect_weak(actions[name].triggered, window.go_to, step)
        for choice in CHOICES:
            connect_weak(actions[f"appearance_{choice}"].triggered, self._choose_appearance, choice)
        actions[f"appearance_{window.theme.choice}"].setChecked(True)
        window.history_dock.moment_chosen.connect(self.go_to_moment)
        actions["full_screen"].toggled.connect(self._on_full_screen_toggled)

    @Slot()
    def undo(self) -> None:
        """Take the last step of the project back."""
        self._move_in_history(True)

    @Slot()
    def redo(self) -> None:
        """Do the step again that was taken back last."""
        self._move_in_history(False)

    @Slot()
    def stop(self) -> None:
        """Stop the job that runs."""
        if self._window.jobs.is_busy:
            self._window.progress_strip.show_stopping()
            self._window.jobs.cancel()

    @Slot(int)
    def go_to_moment(self, steps: int) -> None:
        """Undo or redo until so many steps of the history are in force; what follows from them is shown once, at the end."""
        in_force, _ = self._window.project.steps
        self._move_in_history(steps < in_force, abs(steps - in_force))

    def _move_in_history(self, undo: bool, times: int = 1) -> None:
        """Undo or redo steps, one after the other; a large one is written in the background, and then it goes on."""
        window, project = self._window, self._window.project
        changes, pair = frozenset[Change](), None
        try:
            while times:
                times -= 1
                job = None if window.jobs.is_busy else project.moving_job(undo=undo)
                if job is not None:
                    self._left = (undo, times)
                    text = project.undo_text if undo else project.redo_text
                    window.apply(changes)
                    self._large_steps.start(text, job, self._on_moved)
                    return
                made, pair = project.undo() if undo else project.redo()
                changes |= made
        except EntityResError as error:
            window.apply(changes)
            window.messages.problem(error, topic="change")
            return
        window.apply(changes)
        self._select_pair(pair)

    @Slot(object)
    def _on_moved(self, pair: int | None) -> None:
        """A large step was taken back or done again: go on to the moment that was chosen."""
        (undo, times), self._left = self._left, (True, 0)
        if times:
            self._move_in_history(undo, times)
        else:
            self._select_pair(pair)

    def _select_pair(self, pair: int | None) -> None:
        page = self._window.pages.get(Step.REVIEW)
        if pair is not None and page is not None and hasattr(page, "select_pair"):
            page.select_pair(pair)

    # --- steps -----------------------------------------------------------------------------------------------------

    def _step_back(self) -> None:
        self._window.visit(-1)

    def _step_forward(self) -> None:
        self._window.visit(+1)

    def _next_step(self) -> None:
        self._window.go_to(Step(min((self._window.step or 0) + 1, Step.EXPORT)))

    def _go_to_export(self) -> None:
        self._window.go_to(Step.EXPORT)

    def _search(self) -> None:
        window = self._window
        page = window.pages.get(window.step) if window.step else None
        if page is not None and hasattr(page, "focus_search"):
            page.focus_search()

    def _compare_two(self) -> None:
        self._window.go_to(Step.REVIEW)
        page = self._window.pages[Step.REVIEW]
        if hasattr(page, "compare_two"):
            page.compare_two()

    # --- window ----------------------------------------------------------------------------------------------------

    def _quit(self) -> None:
        self._window.close()

    def _open_new_window(self) -> None:
        self._window.new_window_wanted.emit()

    def _choose_appearance(self, choice: str) -> None:
        self._window.theme.choose(choice)
        self._window.actions[f"appearance_{self._window.theme.choice}"].setChecked(True)

    def _zoom_in(self) -> None:
        self._window.theme.zoom_by(1)

    def _zoom_out(self) -> None:
        self._window.theme.zoom_by(-1)

    def _zoom_reset(self) -> None:
        self._window.theme.set_zoom(100)

    @Slot(bool)
    def _on_full_screen_toggled(self, on: bool) -> None:
        state, full = self._window.windowState(), Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | full if on else state & ~full)

    # --- dialogs ---------------------------------------------------------------------------------------------------

    def _show_help(self) -> None:
        from entityres.ui.dialogs.help import HelpDialog

        self._open(HelpDialog(self._window.step.name if self._window.step else "", self._window))

    def _show_shortcuts(self) -> None:
        from entityres.ui.dialogs.shortcuts import ShortcutsDialog

        self._open(ShortcutsDialog(self._window.actions, self._window))

    def _show_about(self) -> None:
        from entityres.ui.dialogs.about import AboutDialog

        self._open(AboutDialog(self._window))

    def _show_settings(self) -> None:
        from entityres.ui.dialogs.settings import SettingsDialog

        self._open(SettingsDialog(self._window.theme, self._window.preferences, self._window))

    @property
    def dialog(self) -> Any:
        """The dialog that was opened last."""
        return self._dialog

    def _open(self, dialog: Any) -> None:
        self._dialog = dialog
        dialog.open()

    def _open_log(self) -> None:
        from entityres.ui.crash import open_log_folder

        open_log_folder()

    # --- recipes ---------------------------------------------------------------------------------------------------

    def _save_recipe(self) -> None:
        self._window.messages.choose_place(
            "Save the recipe", self._on_recipe_place_chosen, name="recipe.json", filters=RECIPES, ending="json"
        )

    def _on_recipe_place_chosen(self, paths: list[str]) -> None:
        from entityres.settings import save_recipe

        messages = self._window.messages
        try:
            save_recipe(self._window.project.settings, paths[0])
        except OSError as error:
            messages.problem(
                EntityResError(f"The recipe cannot be written: {error.strerror}.", "Choose another place.")
            )
            return
        words = "It holds roles, keys, thresholds and rules, no data."
        messages.say(f"The recipe is in {Path(paths[0]).name}.", words, kind="done", topic="recipe")

    def _load_recipe(self) -> None:
        self._window.messages.choose_files("Apply a recipe", self._on_recipe_chosen, filters=RECIPES)

    def _on_recipe_chosen(self, paths: list[str]) -> None:
        from entityres.settings import load_recipe

        def use() -> frozenset[Change]:
            return self._window.project.apply_recipe(load_recipe(paths[0]))

        self._window.change(use)
