"""UI: the Export page: what is written, where to, in which form, and that every row is accounted for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from entityres.records.sentences import ended
from entityres.session.sampling import results
from entityres.session.stages import Changes, State, Step, count
from entityres.ui.messages import MessageButton
from entityres.ui.models.export_forms import FORMS, default_folder, form_words, guard_words
from entityres.ui.models.export_plan import ExportPlan, FirstRows, account, plan_export, short_account
from entityres.ui.models.merge_groups import MERGE_CONCERNS
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import Card, label, row
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.export_files import FILES, ExportFiles
from entityres.ui.widgets.first_rows_table import FirstRowsTable
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.page_frame import PageFrame
from entityres.ui.widgets.quality_card import QualityCard
from entityres.ui.widgets.scroll_body import scrolled
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.two_parts import TwoParts

if TYPE_CHECKING:
    from entityres.entities.exporting import ExportOptions
    from entityres.progress import Progress
    from entityres.ui.services import WindowServices

PREVIEWED = ("merged", "crosswalk", "pairs")
EXPORTING = "Exporting"
TOPIC = "export"


class ExportPage(QWidget):
    """Files and form at the left, the first rows at the right, one button."""

    title = "Export"

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._stale = True
        self._plan = ExportPlan()
        self._project: object = None
        self._written: dict[str, Path] = {}
        self._replaceable: set[Path] = set()
        self._asked_anyway = False
        self._build()
        self._connect()

    # What the window calls

    def on_changes(self, changes: Changes) -> None:
        """Count anew, now or when the page is shown."""
        if not changes & MERGE_CONCERNS:
            return
        self._stale = True
        self._asked_anyway = False
        if self.isVisible():
            self._renew()

    def on_shown(self) -> None:
        """Show what would be written as things are now."""
        if self._stale:
            self._renew()
        else:
            self._show_warnings()
        if not self._frame.is_empty:
            self.files.setFocus()

    # Building

    def _build(self) -> None:
        words = ("What is written", "Preview")
        choices, preview = self._build_choices(), self._build_preview()
        self.parts = TwoParts(choices, preview, words, "Parts of this page", room=86, share=0.46, most=68, parent=self)
        self.parts.show_part(0)
        self._empty = EmptyState("Nothing to export yet", "", "Go to Match", self, icon_name="export")
        self._frame = PageFrame(self, self.title, self.parts, self._build_buttons(), self._empty)
        self.account = self._frame.summary
        self.account.setObjectName("rowAccount")

    def _build_choices(self) -> QWidget:
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(grid(1.5))
        self._warning = Card("", inside, surface="warning_card")
        self._warning_title = label("", "warning", wrap=True)
        self._warning_text = label("", "muted", wrap=True)
        self._review = QPushButton("Go to Review", self._warning)  # a parent at once: Tab goes where it stands
        self._warning.add(self._warning_title)
        self._warning.add(self._warning_text)
        self._warning.add(row(self._review, 1))
        column.addWidget(self._warning)
        files = Card("Files", inside)
        self.files = ExportFiles(files)
        files.add(self.files)
        column.addWidget(files)
        column.addWidget(self._build_form(inside))
        self.quality = QualityCard(inside)
        column.addWidget(self.quality)
        column.addStretch(1)
        return scrolled(inside, self)

    def _build_form(self, parent: QWidget) -> Card:
        card = Card("Where and how", parent)
        self.folder = QLineEdit(card)
        self.folder.setObjectName("exportFolder")
        self.folder.setAccessibleName("Folder for the files")
        self._choose = QPushButton("Choose…", card)
        self._choose.setAccessibleName("Choose the folder for the files")
        self.form = Choice(card)
        self.form.setObjectName("exportForm")
        self.form.setAccessibleName("Form of the CSV files")
        for value, words in FORMS:
            self.form.addItem(words, value)
        self._form_words = label("", "caption", wrap=True)
        self.guard = QCheckBox("Formula guard", card)
        self.guard.setObjectName("formulaGuard")
        self.guard.setChecked(True)
        self._guard_words = label("", "caption", wrap=True)
        self._guard_words.setObjectName("guardWords")
        self._guard_words.setIndent(grid(3.5))
        card.add(label("Folder", "header"))
        card.add(row(self.folder, self._choose))
        card.add(label("Form", "header"))
        card.add(self.form)
        card.add(self._form_words)
        card.add(self.guard)
        card.add(self._guard_words)
        return card

    def _build_preview(self) -> Card:
        card = Card("Preview", self, margins=Card.TABLE)
        words = {file: title for file, title, _, _ in FILES}
        self.previewed = SegmentedControl([words[file] for file in PREVIEWED], "Which file is previewed", card)
        if card.head is not None:
            card.head.addWidget(self.previewed)
        self.preview = FirstRowsTable(card)
        card.add(self.preview, 1)
        self._preview_words = label("", "caption")
        self._preview_words.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        card.add(self._preview_words)
        return card

    def _build_buttons(self) -> QHBoxLayout:
        self._note = label("Your lists stay as they are.", "muted")
        self.open_folder = KeyButton("Open folder", parent=self, icon_name="open")
        self.open_folder.setVisible(False)
        self.export = KeyButton("Export", parent=self, icon_name="export", primary=True)
        self.export.setObjectName("exportButton")
        return row(self._note, 1, self.open_folder, self.export)

    def _connect(self) -> None:
        self._empty.button_pressed.connect(self._on_empty_pressed)
        self._window.theme.theme_changed.connect(self._on_theme_changed)
        self._review.clicked.connect(self._on_review_clicked)
        self._choose.clicked.connect(self._on_choose_clicked)
        self.quality.sample_asked.connect(self._on_sample_asked)
        self.folder.editingFinished.connect(self._on_choice_changed)
        self.form.activated.connect(self._on_choice_changed)
        self.guard.clicked.connect(self._on_choice_changed)
        self.files.choice_changed.connect(self._on_choice_changed)
        self.previewed.choice_changed.connect(self._on_previewed_changed)
        self.export.clicked.connect(self._on_export_clicked)
        self.open_folder.clicked.connect(self._on_open_folder)
        self._window.jobs.job_started.connect(self._on_job_changed)
        self._window.jobs.job_finished.connect(self._on_job_changed)

    # Showing

    def _renew(self) -> None:
        """Count in the background; what was counted last stays on the page meanwhile."""
        self._stale = False
        project = self._window.project
        merging = project.merging_job()
        if merging is None or project.matched is None:
            words = (
                "Find matches first; then the merged list can be written." if project.lists else "Load a list first."
            )
            self._frame.show_empty("Nothing to export yet", words, "Go to Match" if project.lists else "Go to Load")
            return
        if project is not self._project:  # not before there are lists: the folder is beside them
            self._project = project
            self._restore_choices()
        self._frame.show_parts()
        self._show_form()
        matched, settings, pairs = project.matched, project.settings, self.files.pairs
        decisions = project.decisions.as_decisions()

        def question(progress: Progress) -> tuple[Any, ExportPlan]:
            made = merging(progress)
            return made, plan_export(matched.result(made[1]), made[2], decisions, settings, pairs)

        self._window.jobs.ask("export plan", question, self._on_planned)

    def _on_planned(self, answer: tuple[Any, ExportPlan]) -> None:
        made, plan = answer
        if self._window.project.take_merged(made) is None:
            return  # of a match that is not there any more
        self._plan = plan
        sign = "✓ " if plan.adds_up else "✕ "
        self._frame.show_summary(*(sign + words for words in (account(plan), short_account(plan))))
        self.account.setToolTip("Every row of your lists is in exactly one row of the merged list.")
        self.files.show_plan(plan, self.files.pairs)
        self._show_guard()
        self._show_preview()
        self._show_warnings()

    def _show_form(self) -> None:
        matched = self._window.project.matched
        if matched is not None:
            self._form_words.setText(form_words(str(self.form.currentData()), matched.lists[0]))
        self._show_guard()

    def _show_guard(self) -> None:
        marked, on = self._plan.guarded, self.guard.isChecked()
        self._guard_words.setText(guard_words(marked, on))
        set_kind(self._guard_words, "warning" if marked and not on else "caption")

    def _show_preview(self) -> None:
        file = PREVIEWED[self.previewed.choice]
        shown = self._plan.previews.get(file, FirstRows())
        self.preview.show_rows(shown)
        rows = self._plan.rows(file, self.files.pairs)
        begin = f"First {len(shown.rows):,} of " if len(shown.rows) < rows else ""
        self._preview_words.setText(f"{begin}{count(rows, 'row')}")

    def _show_warnings(self) -> None:
        project = self._window.project
        if project.matched is None:
            return
        self.quality.show_results(results(project))
        left, changed = project.left_to_review(), project.stages()[Step.MATCH]
        old = changed.state == State.OUT_OF_DATE
        if old:
            self._warning_title.setText(changed.why or "These results come from earlier settings.")
            self._warning_text.setText("Find matches again to export the newest, or export these as they are.")
        elif left:
            pairs = "1 pair still needs" if left == 1 else f"{left:,} pairs still need"
            self._warning_title.setText(f"{pairs} review.")
            those = "It counts as not matched: its" if left == 1 else "They count as not matched: their"
            self._warning_text.setText(f"{those} records stay apart in the merged list.")
        self._warning.setVisible(old or left > 0)
        self._review.setText("Go to Match" if old else "Go to Review")
        anyway = old and self._asked_anyway
        self.export.set_words("Export anyway" if anyway else "Export")
        self._on_job_changed()

    # Choices, kept with the project

    def _restore_choices(self) -> None:
        kept = self._window.project.view("export", {}) or {}
        self.folder.setText(str(kept.get("folder", "")) or str(default_folder(self._window.project.lists)))
        self.form.setCurrentIndex(max(self.form.findData(kept.get("form", "program")), 0))
        self.guard.setChecked(bool(kept.get("guard", True)))
        self.files.choose(tuple(kept.get("files", [file for file, *_ in FILES])), str(kept.get("pairs", "review")))
        self._written = {}
        self._replaceable = set()
        self.open_folder.setVisible(False)

    @Slot()
    def _on_choice_changed(self) -> None:
        project = self._window.project
        if project.matched is None:
            return
        before = project.view("export", {}) or {}
        choices = {
            "folder": self.folder.text().strip(),
            "form": str(self.form.currentData()),
            "guard": self.guard.isChecked(),
            "files": list(self.files.files),
            "pairs": self.files.pairs,
        }
        project.set_view("export", choices)
        if before.get("folder") != choices["folder"]:
            self._window.messages.withdraw(TOPIC)  # it spoke of another place
        self._show_form()
        self.files.show_plan(self._plan, self.files.pairs)
        if before.get("pairs", "review") != self.files.pairs:
            self._renew()
        self._on_job_changed()

    @Slot()
    def _on_theme_changed(self) -> None:
        self.preview.fit_columns()

    @Slot()
    def _on_previewed_changed(self) -> None:
        self._show_preview()

    # What a person does

    @Slot()
    def _on_empty_pressed(self) -> None:
        self._window.go_to(Step.MATCH if self._window.project.lists else Step.LOAD)

    @Slot()
    def _on_review_clicked(self) -> None:
        old = self._window.project.stages()[Step.MATCH].state == State.OUT_OF_DATE
        self._window.go_to(Step.MATCH if old else Step.REVIEW)

    @Slot()
    def _on_sample_asked(self) -> None:
        self._window.project.set_view("review.request", {"sample": True})
        self._window.go_to(Step.REVIEW)

    @Slot()
    def _on_choose_clicked(self) -> None:
        self._window.messages.choose_folder("Folder for the exported files", self._on_folder_chosen)

    def _on_folder_chosen(self, paths: list[str]) -> None:
        self.folder.setText(paths[0])
        self._on_choice_changed()

    @Slot()
    def _on_export_clicked(self) -> None:
        """Export, after the questions that must come first: old results, files that are in the way."""
        if not self.folder.text().strip():
            self._on_choose_clicked()
            return
        old = self._window.project.stages()[Step.MATCH].state == State.OUT_OF_DATE
        if old and not self._asked_anyway:
            self._asked_anyway = True
            self._show_warnings()
            return
        there = self._files_in_the_way()
        if there:
            names = there[0].name if len(there) == 1 else f"{there[0].name} and {len(there) - 1} more"
            words = f"{names} {'is' if len(there) == 1 else 'are'} in this folder already."
            hint = f"Replacing cannot be undone. Folder: {there[0].parent}"
            buttons = ("Choose another folder…", "Replace", "Do not export")
            self._window.messages.ask(words, hint, buttons, self._on_replace_answered, title="Export")
            return
        self._start()

    def _on_replace_answered(self, answer: int) -> None:
        if answer == 0:
            self._on_choose_clicked()
        elif answer == 1:
            self._start()

    def _files_in_the_way(self) -> list[Path]:
        """Files that would be replaced and that no export of this window wrote; input files are refused by the engine."""
        folder, matched = self._folder(), self._window.project.matched
        inputs = {Path(one.path).resolve() for one in matched.lists} if matched is not None else set()
        places = [folder / name for name in self.files.names(self._plan)]
        there = [place for place in places if os.path.exists(place)]  # False also for names that cannot be
        return [place for place in there if place not in self._replaceable and place.resolve() not in inputs]

    def _start(self) -> None:
        project = self._window.project
        self._window.messages.withdraw(TOPIC)
        job = project.exporting_job(self._folder(), self.options())
        self._window.jobs.start(
            EXPORTING, job, done=self._on_exported, failed=self._on_failed, stopped=self._on_stopped
        )

    def options(self) -> ExportOptions:
        """The choices as the engine takes them."""
        from entityres.entities.exporting import ExportOptions

        return ExportOptions(
            form=str(self.form.currentData()),
            formula_guard=self.guard.isChecked(),
            pairs=self.files.pairs,
            files=self.files.files,
        )

    def _on_exported(self, written: dict[str, Path]) -> None:
        self._written = written
        self._replaceable |= set(written.values())
        self._asked_anyway = False
        rows = sum(self._plan.rows(Path(name).stem, self.files.pairs) for name in written)
        files = count(len(written), "file")
        buttons = [MessageButton("Open folder", self._on_open_folder)]
        if "merged.csv" in written:
            buttons.append(MessageButton("Open merged list", self._on_open_merged))
        where = ended(f"They are in {self._folder()}")
        self._window.messages.say(
            f"Exported {files}, {count(rows, 'row')}.", where, kind="done", topic=TOPIC, buttons=buttons
        )
        self.open_folder.setVisible(True)
        self._window.refresh()
        self._show_warnings()
        if self.isVisible():
            self.export.setFocus()  # it could not have the focus while it was at work

    def _on_failed(self, error: Exception) -> None:
        buttons = (
            MessageButton("Try again", self._start, primary=True),
            MessageButton("Choose another folder…", self._on_choose_clicked),
        )
        self._window.messages.problem(error, topic=TOPIC, buttons=buttons)

    def _on_stopped(self) -> None:
        self._window.messages.say("Export stopped.", "No file was written or replaced.", topic=TOPIC)

    @Slot()
    def _on_open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder())))

    def _on_open_merged(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written["merged.csv"])))

    @Slot()
    def _on_job_changed(self, _title: str = "") -> None:
        busy = self._window.jobs.is_busy
        self.export.setEnabled(not busy and bool(self.files.files) and bool(self.folder.text().strip()))

    def _folder(self) -> Path:
        """The folder; a name alone means one beside the lists, as what is proposed does, wherever the program was started."""
        typed = Path(os.path.expanduser(self.folder.text().strip()))
        return default_folder(self._window.project.lists).parent / typed
