"""UI: what a page may ask of the window it is in. Pages know this and nothing else of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from entityres.session.project import Project
    from entityres.session.stages import Change, Step
    from entityres.ui.actions import Actions
    from entityres.ui.jobs import JobRunner
    from entityres.ui.messages import Messages
    from entityres.ui.preferences import Preferences
    from entityres.ui.theme import Appearance


class WindowServices(Protocol):
    """The window as its pages see it.

    Attributes:
        project: The open project; another object after another project was opened (pages get all changes then).
        jobs: Runs work in the background.
        messages: Says and asks.
        actions: All actions by name.
        theme: Theme and zoom in use.
        preferences: What is remembered beyond a project.
    """

    project: Project
    jobs: JobRunner
    messages: Messages
    actions: Actions
    theme: Appearance
    preferences: Preferences

    def go_to(self, step: Step) -> None:
        """Show the page of a step."""

    def apply(self, changes: frozenset[Change]) -> None:
        """Say what a mutating call of the project changed; every page, the step list and the status bar renew what they show."""

    def change(self, call: Callable[..., frozenset[Change]], *arguments: object) -> bool:
        """Make a mutating call of the project, apply its changes, and say its error if it has one: the usual way to change."""

    def refresh(self) -> None:
        """Renew steps, status bar, title and undo words."""

    def find_matches(self) -> None:
        """Start a run of matching in the background; its result is taken and shown."""

    def add_files(self, paths: list[str]) -> None:
        """Read files in the background and add them as lists."""

    def open_paths(self, paths: list[str]) -> None:
        """Open a project, or add lists to the one that is open."""

    def open_sample(self, name: str) -> None:
        """Load and match a sample (`one_list` or `two_lists`) in a draft of its own, and show Review."""


class Page(Protocol):
    """What the window expects of a page (a QWidget made with the window's services).

    Attributes:
        title: Words for the step.
    """

    title: str

    def on_changes(self, changes: frozenset[Change]) -> None:
        """Renew what depends on these changes. Called for hidden pages too; put work off until `on_shown`."""

    def on_shown(self) -> None:
        """The page is shown now; it may be the first time, so everything may have to be built from the project."""

    # A page may also have `select_pair(pair)` (undo shows the pair), `focus_search()` (Ctrl+F) and `compare_two()` (Ctrl+K).
