"""UI: one table of all actions: words, icon, shortcut, menu, and where they work.

Pages take actions from here (`window.actions["accept"].triggered.connect(self._on_accept)`) and never make shortcuts of their
own. An action with `step` belongs to that page: it is enabled only while the page is shown. One with `scoped` is a single
letter: it works only while the widgets that it was attached to (`attach`) have the focus, and does not repeat while held.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from entityres.ui.icons import icon

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

MENUS = ("File", "Edit", "View", "Review", "Tools", "Help")


@dataclass(frozen=True)
class ActionSpec:
    """One action.

    Attributes:
        name: What code calls it.
        text: Words in the menu, with an access key (&).
        menu: The menu it is in, "" for none; `View/Appearance` is a submenu.
        icon: Name of the icon.
        keys: Shortcuts; the first is shown.
        step: Name of the Step whose page it belongs to, "" for everywhere.
        scoped: Works only in the widgets it is attached to.
        short: Words on a button, where they differ from the menu's.
        checkable: Can be on or off.
        group: Name of an exclusive group.
        line_before: A separator in the menu before it.
        tip: One sentence.
    """

    name: str
    text: str
    menu: str
    icon: str
    keys: tuple[str, ...] = ()
    step: str = ""
    scoped: bool = False
    short: str = ""
    checkable: bool = False
    group: str = ""
    line_before: bool = False
    tip: str = ""


def _of(name: str, text: str, menu: str, icon_name: str, keys: str = "", **more: object) -> ActionSpec:
    """A row of the table; shortcuts are separated by a blank."""
    return ActionSpec(name, text, menu, icon_name, tuple(keys.split()), **more)  # type: ignore[arg-type]


_STEP = "Meta" if sys.platform == "darwin" else "Alt"

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    _of("new_project", "&New project", "File", "file", "Ctrl+N"),
    _of("new_window", "New &window", "File", "window", "Ctrl+Shift+N"),
    _of("open", "&Open…", "File", "open", "Ctrl+O", short="Open CSV files…", tip="Open CSV files or a project."),
    _of("add_lists", "&Add lists…", "File", "import", "Ctrl+I", short="Add files…", line_before=True),
    _of("export", "&Export…", "File", "export", "Ctrl+E"),
    _of("save", "&Save", "File", "save", "Ctrl+S", line_before=True, tip="Give the project a name and a place."),
    _of("save_copy", "Save a &copy…", "File", "copy", "Ctrl+Shift+S"),
    _of("close", "&Close project", "File", "close", "Ctrl+W", line_before=True),
    _of("quit", "&Quit", "File", "quit", "Ctrl+Q"),
    _of("undo", "&Undo", "Edit", "undo", "Ctrl+Z"),
    _of("redo", "&Redo", "Edit", "redo", "Ctrl+Y Ctrl+Shift+Z"),
    _of("copy_rows", "&Copy rows", "Edit", "copy", "Ctrl+C", line_before=True, scoped=True, tip="Copy the selected rows."),
    _of("paste", "&Paste a list", "Edit", "import", "Ctrl+V", step="LOAD", tip="Rows from the clipboard become a list."),
    _of("search", "&Search", "Edit", "search", "Ctrl+F", line_before=True),
    _of("search_next", "Search &next", "Edit", "chevron_down", "F3", step="REVIEW"),
    _of("search_previous", "Search &previous", "Edit", "chevron_up", "Shift+F3", step="REVIEW"),
    _of("settings", "Se&ttings…", "Edit", "settings", "Ctrl+,", line_before=True),
    _of("step_load", "&Load", "View", "import", f"{_STEP}+1"),
    _of("step_columns", "&Columns", "View", "columns", f"{_STEP}+2"),
    _of("step_match", "&Match", "View", "similar", f"{_STEP}+3"),
    _of("step_review", "&Review", "View", "eye", f"{_STEP}+4"),
    _of("step_merge", "M&erge", "View", "merge", f"{_STEP}+5"),
    _of("step_export", "E&xport", "View", "export", f"{_STEP}+6"),
    _of("step_back", "Step &back", "View", "back", "Alt+Left", line_before=True),
    _of("step_forward", "Step &forward", "View", "skip", "Alt+Right"),
    _of("next_step", "&Next step", "View", "chevron_right", "Ctrl+PgDown"),
    _of("zoom_in", "Zoom &in", "View", "zoom_in", "Ctrl++ Ctrl+=", line_before=True),
    _of("zoom_out", "Zoom &out", "View", "zoom_out", "Ctrl+-"),
    _of("zoom_reset", "Usual si&ze", "View", "search", "Ctrl+0"),
    _of("appearance_system", "&System", "View/Appearance", "screen", checkable=True, group="appearance"),
    _of("appearance_light", "&Light", "View/Appearance", "light", checkable=True, group="appearance"),
    _of("appearance_dark", "&Dark", "View/Appearance", "dark", checkable=True, group="appearance"),
    _of("full_screen", "F&ull screen", "View", "screen", "F11", checkable=True, line_before=True),
    _of("history", "&History", "View", "history", "Ctrl+Shift+H", checkable=True),
    _of("collapse_steps", "Na&rrow step list", "View", "side", "Ctrl+\\", checkable=True),
    _of("accept", "&Match", "Review", "match", "A", step="REVIEW", scoped=True, tip="The same customer; next pair."),
    _of("reject", "&Not a match", "Review", "not_match", "R", step="REVIEW", scoped=True, tip="Different customers; next pair."),
    _of("unsure", "&Unsure", "Review", "unsure", "U", step="REVIEW", scoped=True, tip="Keep it for later; go to the next pair."),
    _of("skip", "&Skip", "Review", "skip", "S", step="REVIEW", scoped=True, tip="It comes again at the end."),
    _of("clear_decision", "&Clear the decision", "Review", "clear", "C", step="REVIEW", scoped=True),
    _of("previous_pair", "&Previous pair", "Review", "back", "Backspace B", step="REVIEW", scoped=True, line_before=True),
    _of("move_down", "Next &row", "Review", "chevron_down", "J", step="REVIEW", scoped=True),
    _of("move_up", "Previous ro&w", "Review", "chevron_up", "K", step="REVIEW", scoped=True),
    _of("note", "N&ote", "Review", "note", "N", step="REVIEW", scoped=True, line_before=True),
    _of("flag", "&Flag for a second look", "Review", "flag", "F", step="REVIEW", scoped=True),
    _of("differences_only", "&Differences only", "Review", "filter", "D", step="REVIEW", scoped=True, checkable=True),
    _of("show_cleaned", "C&leaned values", "Review", "eye", "O", step="REVIEW", scoped=True, checkable=True),
    _of("hide_scores", "&Hide scores", "Review", "eye", "H", step="REVIEW", scoped=True, checkable=True),
    _of("show_group", "Show its &group", "Review", "people", "G", step="REVIEW", scoped=True, line_before=True),
    _of("large_window", "Large &window", "Review", "screen", "Return", step="REVIEW", scoped=True),
    _of("accept_shown", "&Accept all shown…", "Review", "match", "Ctrl+Shift+A", step="REVIEW", line_before=True),
    _of("learn", "Impro&ve the score by your decisions", "Review", "working", step="REVIEW", tip="See first what would change."),
    _of("refresh_order", "R&efresh the order", "Review", "reload", "F5", step="REVIEW"),
    _of("tick_record", "&Tick record", "Review", "check", "Space", step="REVIEW", scoped=True, line_before=True),
    _of("cut_link", "Cut the l&ink of two selected", "Review", "split", "X", step="REVIEW", scoped=True),
    _of("merge_ticked", "Put tic&ked into one group", "Review", "merge", "M", step="REVIEW", scoped=True),
    _of("run", "&Find matches", "Tools", "run", "Ctrl+Return", tip="Find the pairs worth comparing and score them."),
    _of("stop", "&Stop", "Tools", "stop"),
    _of("compare_two", "&Compare two records…", "Tools", "compare", "Ctrl+K"),
    _of("take_value", "&Take this value", "Tools", "check", "Return Space", step="MERGE", scoped=True, line_before=True),
    _of("clear_value", "C&lear the value", "Tools", "clear", "Del", step="MERGE", scoped=True),
    _of("next_conflict", "&Next conflict", "Tools", "chevron_down", "F8", step="MERGE"),
    _of("previous_conflict", "&Previous conflict", "Tools", "chevron_up", "Shift+F8", step="MERGE"),
    _of("save_recipe", "Save &recipe…", "Tools", "save", line_before=True, tip="Roles, keys, thresholds, rules; no data."),
    _of("load_recipe", "Appl&y recipe…", "Tools", "open"),
    _of("help", "&Help for this page", "Help", "help", "F1"),
    _of("shortcuts", "&Shortcuts", "Help", "keyboard", "?"),
    _of("open_log", "Open &log folder", "Help", "open", line_before=True),
    _of("about", "&About entityres", "Help", "info"),
)
# fmt: on

STEP_ACTIONS = ("step_load", "step_columns", "step_match", "step_review", "step_merge", "step_export")


class Actions(QObject):
    """All actions by name: `actions["accept"]` is a QAction."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._groups: dict[str, QActionGroup] = {}
        self._actions: dict[str, QAction] = {}
        self.specs = {spec.name: spec for spec in ACTIONS}
        for spec in ACTIONS:
            self._actions[spec.name] = self._make(spec)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def attach(self, widget: QWidget, *names: str) -> None:
        """Let scoped actions work while this widget or something in it has the focus."""
        for name in names:
            widget.addAction(self._actions[name])

    def show_step(self, step: str) -> None:
        """Enable the actions of the page that is shown (Step's name, "" for the start page), disable those of others."""
        for name, spec in self.specs.items():
            if spec.step:
                self._actions[name].setEnabled(spec.step == step)

    def renew_icons(self) -> None:
        """Tint all icons anew after another theme was chosen."""
        for name, spec in self.specs.items():
            self._actions[name].setIcon(icon(spec.icon))

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(icon(spec.icon), spec.text, self)
        action.setObjectName(f"{spec.name}Action")
        action.setProperty("icon_name", spec.icon)
        action.setIconText(spec.short or spec.text.replace("&", "").rstrip("…"))
        action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
        action.setCheckable(spec.checkable)
        action.setIconVisibleInMenu(not spec.checkable)  # the place is for the tick that says whether it is on
        action.setAutoRepeat(not (spec.scoped or spec.step) or spec.name in ("move_down", "move_up"))
        tip = spec.tip or action.iconText()
        action.setToolTip(
            f"{tip} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})" if spec.keys else tip
        )
        action.setStatusTip(spec.tip)
        if spec.scoped:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        else:
            self._window.addAction(action)
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self))
            group.addAction(action)
        roles = {
            "about": QAction.MenuRole.AboutRole,
            "settings": QAction.MenuRole.PreferencesRole,
            "quit": QAction.MenuRole.QuitRole,
        }
        action.setMenuRole(roles.get(spec.name, QAction.MenuRole.NoRole))
        return action
