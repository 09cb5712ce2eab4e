"""UI: the window: menus, steps at the left, the page that is shown, status bar, history. Wiring only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from entityres.errors import EntityResError
from entityres.session.stages import Change, StageState, Step
from entityres.ui.actions import Actions
from entityres.ui.all_pages import NAMES, TOPICS_OF_STEPS, enter, load_pages, page_class
from entityres.ui.commands import Commands
from entityres.ui.files_at_opening import FilesAtOpening
from entityres.ui.icons import program_icon
from entityres.ui.jobs import JobRunner
from entityres.ui.messages import Messages
from entityres.ui.out_of_date import OutOfDate
from entityres.ui.pages.start import StartPage
from entityres.ui.preferences import Preferences
from entityres.ui.projects import Projects
from entityres.ui.running import Runs
from entityres.ui.theme import Appearance
from entityres.ui.widgets.history_dock import HistoryDock
from entityres.ui.widgets.menus import TitleCorner, build_menus
from entityres.ui.widgets.message_bar import MessageBar
from entityres.ui.widgets.progress_strip import ProgressStrip
from entityres.ui.widgets.scroll_body import reveal
from entityres.ui.widgets.side_panel import SidePanel
from entityres.ui.widgets.status_line import StatusLine
from entityres.ui.widgets.step_list import StepEntry

if TYPE_CHECKING:
    from entityres.session.project import Project

STATE_VERSION = 1
EVERYTHING = frozenset(Change)
CHOSEN = frozenset({Change.SETTINGS, Change.KEYS, Change.MERGE})
"""What the controls of pages show."""


class MainWindow(QMainWindow):
    """One window with one project; offers pages what `services.WindowServices` promises.

    Signals:
        window_closed: The window has closed and let go of its project.
        new_window_wanted: The user wants another window.
    """

    window_closed = Signal()
    new_window_wanted = Signal()
    actions: Actions  # type: ignore[assignment]  # all actions by name, as pages know them; Qt's list is not needed

    def __init__(
        self,
        project: Project,
        theme: Appearance,
        preferences: Preferences,
        *,
        jobs: JobRunner | None = None,
        messages: Messages | None = None,
    ) -> None:
        super().__init__()
        self.project = project
        self.theme = theme
        self.preferences = preferences
        self.jobs = jobs or JobRunner(self)
        self.messages = messages or Messages(self)
        self.is_sample = False
        self.actions = Actions(self)
        self.runs = Runs(self)
        self.projects = Projects(self)
        self.files_at_opening = FilesAtOpening(self)
        self.out_of_date = OutOfDate(self)
        self.pages: dict[Step, Any] = {}
        self.step: Step | None = None
        self._visited: list[Step] = []
        self._visited_at = -1
        self._closing = False
        self.is_closed = False
        self.setWindowIcon(program_icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(1024, 700)
        self._build()
        self._connect()
        self._restore()
        self._show_start()

    # --- what pages use --------------------------------------------------------------------------------------------

    def go_to(self, step: Step) -> None:
        """Show the page of a step."""
        self._visited = [*self._visited[: self._visited_at + 1], step]
        self._visited_at = len(self._visited) - 1
        for topic, its_step in TOPICS_OF_STEPS.items():
            if step is not its_step:
                self.messages.withdraw(topic)
        self._show(step)

    def visit(self, steps: int) -> None:
        """Go back or forth among the steps that were shown before."""
        at = self._visited_at + steps
        if 0 <= at < len(self._visited):
            self._visited_at = at
            self._show(self._visited[at])

    def apply(self, changes: frozenset[Change]) -> None:
        """Let every page renew what these changes touch."""
        self.messages.withdraw("change")  # whatever the last one failed of, this one was made
        if not changes:
            return
        for page in list(self.pages.values()):
            page.on_changes(changes)
        self.refresh()

    def change(self, call: Callable[..., frozenset[Change]], *arguments: Any) -> bool:
        """Make a mutating call of the project, apply its changes, and say its error if it has one.

        Example:
            self._window.change(self._window.project.set_role, 0, "plz", Role.POSTCODE)
        """
        try:
            changes = call(*arguments)
        except EntityResError as error:
            self.messages.problem(error, topic="change")
            page = self.pages.get(self.step) if self.step else None
            if page is not None:  # what was chosen there was not taken: show what holds
                page.on_changes(CHOSEN)
            self.refresh()
            return False
        self.apply(changes)
        return True

    @Slot()
    def find_matches(self) -> None:
        """Start a run of matching; Review is shown when it is done."""
        self.runs.find_matches()

    def add_files(self, paths: list[str]) -> None:
        """Read files in the background and add them as lists."""
        self.runs.add_files(paths)

    def open_paths(self, paths: list[str]) -> None:
        """Open a project, or add lists to the one that is open."""
        self.projects.open_paths(paths)

    def open_sample(self, name: str) -> None:
        """Load and match a sample in a draft of its own, and show Review."""
        self.projects.open_sample(name)

    def refresh(self) -> None:
        """Renew steps, status bar, title, undo words and history from the project."""
        project = self.project
        stages = project.stages()
        for step, name in zip(Step, NAMES, strict=True):
            self.side.steps.set_entry(self._entry(step, name, stages[step]))
        self.status_line.show_project(project)
        self._show_title()
        busy = self.jobs.is_busy
        self.actions["undo"].setText(project.undo_text)
        self.actions["redo"].setText(project.redo_text)
        self.actions["undo"].setEnabled(project.can_undo)
        self.actions["redo"].setEnabled(project.can_redo)
        self.actions["run"].setEnabled(bool(project.lists) and not busy and not project.read_only)
        self.actions["stop"].setEnabled(busy)
        self.actions["add_lists"].setEnabled(not busy and not project.read_only)
        self.actions["open"].setEnabled(not busy)
        self.actions["new_project"].setEnabled(not busy)
        self.actions["close"].setEnabled(not busy)
        if self.history_dock.isVisible():
            self.history_dock.show_history(project.history())
        self.out_of_date.look(stages)

    # --- the project ------------------------------------------------------------------------------------------------

    def set_project(self, project: Project, *, delete_draft: bool = False) -> None:
        """Show another project; the present one is closed."""
        self._keep_places()
        self.jobs.withdraw_all()
        old, delete_draft = self.project, delete_draft or self._is_idle_sample
        self.project = project
        self.is_sample = False
        self.message_bar.clear()
        self._let_go(old, delete_draft)
        self._visited, self._visited_at = [], -1
        if not project.is_draft:
            self.preferences.add_recent(str(project.path))
        for page in list(self.pages.values()):
            page.on_changes(EVERYTHING)
        self.show_project()

    def show_project(self) -> None:
        """Show the step where the work on the project goes on, and what the user must know of it."""
        project = self.project
        if project.read_only:
            self.messages.say(
                project.read_only_why, "You can look at everything and save a copy.", kind="warning", topic="read only"
            )
        elif project.ended_unexpectedly and project.lists:
            words = f"The program closed unexpectedly. Everything up to {project.saved_at:%H:%M:%S} is safe."
            self.messages.say(words, kind="info", topic="recovered")
        if project.lists:
            self.go_to(first_step(project))
            self.files_at_opening.look()
        else:
            self._show_start()

    def close_for_good(self, *, delete_draft: bool = False) -> None:
        """Close the window; the question about a draft was answered."""
        self._delete_draft = delete_draft
        self._closing = True
        self.close()

    _delete_draft = False

    @property
    def _is_idle_sample(self) -> bool:
        """A sample in which nobody decided anything: nothing that anyone would look for again."""
        return self.is_sample and not len(self.project.decisions)

    def _keep_places(self) -> None:
        """Let pages write down where the work stands, while the project is still open."""
        for page in self.pages.values():
            if hasattr(page, "keep_place"):
                page.keep_place()

    @staticmethod
    def _let_go(project: Project, delete_draft: bool) -> None:
        unused = project.is_draft and not project.lists and not project.read_only
        if delete_draft or unused:
            project.delete()
        else:
            project.close()

    # --- building ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.side = SidePanel(list(NAMES), self.actions["history"], self.actions["collapse_steps"], self)
        self.message_bar = MessageBar(self.messages, self)
        self.stack = QStackedWidget()
        self.start_page = StartPage(self)
        self.stack.addWidget(self.start_page)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.message_bar)
        right.addWidget(self.stack, 1)
        central = QWidget()
        layout = QHBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.side)
        layout.addLayout(right, 1)
        self.setCentralWidget(central)
        self.progress_strip = ProgressStrip(self)
        self.status_line = StatusLine(self)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setAccessibleName("Status")
        self.statusBar().addWidget(self.status_line, 1)
        self.statusBar().addPermanentWidget(self.progress_strip)
        self.history_dock = HistoryDock(self)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.history_dock)
        self.history_dock.hide()
        self.title_label = TitleCorner(self.menuBar(), self.minimumWidth())
        self.menus = build_menus(self.menuBar(), self.actions)

    def _connect(self) -> None:
        self.commands = Commands(self)
        self.actions["history"].toggled.connect(self._on_history_toggled)
        self.history_dock.visibilityChanged.connect(self._on_dock_visibility_changed)
        self.side.steps.step_chosen.connect(self._on_step_chosen)
        self.progress_strip.stop_pressed.connect(self.commands.stop)
        self.jobs.job_started.connect(self._on_job_started)
        self.jobs.job_progressed.connect(self.progress_strip.show_progress)
        self.jobs.job_finished.connect(self._on_job_finished)
        self.jobs.job_failed.connect(self._on_job_failed)
        self.theme.theme_changed.connect(self._on_theme_changed)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def _restore(self) -> None:
        geometry = self.preferences.state("window/geometry")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            screen = QGuiApplication.primaryScreen()
            room = screen.availableGeometry().size() if screen else None
            wide, high = (min(1280, room.width()), min(800, room.height())) if room else (1280, 800)
            self.resize(wide, high)
        state = self.preferences.state("window/state")
        if not state.isEmpty():
            self.restoreState(state, STATE_VERSION)
        self.actions["collapse_steps"].setChecked(self.preferences.flag("window/narrow"))

    def load_pages(self) -> None:
        """Make what all pages stand on ready, so that the first visit of each is quick."""
        QTimer.singleShot(0, self, self._load_classes)
        self.jobs.ask("modules of pages", load_pages, None)

    @Slot()
    def _load_classes(self) -> None:
        """A viewport, a widget of no class of its own, makes the binding look at all classes: some 20 ms, once."""
        QScrollArea().viewport()

    # --- showing ----------------------------------------------------------------------------------------------------

    def _show(self, step: Step) -> None:
        page = self.pages.get(step)
        if page is None:
            # Built in its place: what is moved there with all that it holds is styled once more.
            page = self.pages[step] = page_class(step)(self, self.stack)
            self.stack.addWidget(page)
        self.step = step
        self.stack.setCurrentWidget(page)
        self.side.steps.show_step(int(step))
        self.actions.show_step(step.name)
        page.on_shown()
        if self.side.steps.hasFocus():
            enter(page)
        self.refresh()

    def _show_start(self) -> None:
        self.step = None
        self.stack.setCurrentWidget(self.start_page)
        self.side.steps.show_step(0)
        self.actions.show_step("")
        self.start_page.on_shown()
        self.refresh()

    def _entry(self, step: Step, name: str, stage: StageState) -> StepEntry:
        working = self.jobs.is_busy and self.runs.working_step == step
        return StepEntry(int(step), name, stage.words, "working" if working else str(stage.state.value), stage.why)

    def _show_title(self) -> None:
        project = self.project
        name = "Sample" if self.is_sample else "Untitled" if project.is_draft else project.path.stem
        self.setWindowTitle(f"{name}[*] — entityres")
        self.setWindowModified(project.is_draft and bool(project.lists) and not self.is_sample)
        if self.step is None and not project.lists:
            self.title_label.show_words("")
        else:
            saved = (f"{name} — saved {project.saved_at:{form}}" for form in ("%H:%M:%S", "%H:%M"))
            self.title_label.show_words(*saved, name)

    # --- slots ------------------------------------------------------------------------------------------------------

    @Slot(int)
    def _on_step_chosen(self, number: int) -> None:
        self.go_to(Step(number))

    @Slot(str)
    def _on_job_started(self, title: str) -> None:
        self.progress_strip.show_job(title)
        self.status_line.show_ready(False)
        self.refresh()

    @Slot(str)
    def _on_job_finished(self, title: str) -> None:
        self.progress_strip.show_end(title)
        self.status_line.show_ready(True)
        self.refresh()

    @Slot(str, object)
    def _on_job_failed(self, _title: str, error: Exception) -> None:
        self.messages.problem(error, topic="run")

    @Slot()
    def _on_theme_changed(self) -> None:
        self.actions.renew_icons()
        self.title_label.fit()
        self.preferences.keep("appearance", self.theme.choice)
        self.preferences.keep("zoom", self.theme.zoom)

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            reveal(now)

    @Slot(bool)
    def _on_history_toggled(self, on: bool) -> None:
        self.history_dock.setVisible(on)
        if on:
            self.history_dock.show_history(self.project.history())

    @Slot(bool)
    def _on_dock_visibility_changed(self, _visible: bool) -> None:
        self.actions["history"].setChecked(not self.history_dock.isHidden())

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.open_paths(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit(event.size().width())

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._closing and not self.projects.may_close_window():
            event.ignore()
            return
        self.setEnabled(False)
        for dialog in self.findChildren(QDialog):  # they would stay, over a project that is closed
            dialog.close()
        self.preferences.keep("window/geometry", QByteArray(self.saveGeometry()))
        self.preferences.keep("window/state", QByteArray(self.saveState(STATE_VERSION)))
        self.preferences.keep("window/narrow", self.side.narrow_by_choice)
        self.preferences.flush()
        if self.jobs.is_busy:
            self.progress_strip.show_stopping()
            self.statusBar().repaint()
        self.jobs.shut_down()
        self._keep_places()
        self._let_go(self.project, self._delete_draft or self._is_idle_sample)
        event.accept()
        self.is_closed = True
        self.window_closed.emit()


def first_step(project: Project) -> Step:
    """The step to show for a project that is opened: where its work goes on."""
    if project.scored is not None:
        return Step.REVIEW
    return Step.COLUMNS if project.lists else Step.LOAD
