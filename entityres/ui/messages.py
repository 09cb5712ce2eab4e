"""UI: what the program says and asks: the only opener of message boxes and file dialogs.

`say` and `problem` go to the inline message bar of the window: that is the usual way. Boxes and file dialogs are opened
without stopping the event loop; the answer comes to a bound method. Tests put a `RecordedMessages` in its place
(ui/recorded_messages.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QLineEdit, QListWidget, QWidget

from entityres.ui.question_box import QuestionBox

_LISTS = "*.csv *.tsv *.txt *.gz *.xlsx *.xlsm *.xls *.ods *.parquet"
CSV_FILTER = f"Lists ({_LISTS});;All files (*)"
PROJECT_FILTER = "Projects (*.entityres)"
OPEN_FILTER = f"Lists and projects ({_LISTS} *.entityres);;All files (*)"


@dataclass(frozen=True)
class MessageButton:
    """A button on a message: its words and the bound method that it calls."""

    text: str
    pressed: Callable[[], object]
    primary: bool = False


@dataclass(frozen=True)
class Message:
    """Something for the inline bar.

    Attributes:
        text: What happened, where; one sentence.
        hint: What to do; one sentence.
        kind: `info`, `done`, `warning` or `problem`.
        buttons: Remedies.
        topic: A message replaces an older one of the same topic; "" stands for itself.
        details: Long text for "Copy details".
        lasting: Stays until closed; others go with the next action that says something.
    """

    text: str
    hint: str = ""
    kind: str = "info"
    buttons: tuple[MessageButton, ...] = ()
    topic: str = ""
    details: str = ""
    lasting: bool = True


@dataclass(frozen=True)
class Question:
    """Something for a box.

    Attributes:
        text: The question.
        hint: What follows from each answer.
        buttons: Words on the buttons; the first is the default, the last is what Escape means.
        title: Title of the box, "" for the program's name.
        details: Long text that can be unfolded.
    """

    text: str
    hint: str
    buttons: tuple[str, ...]
    title: str = ""
    details: str = ""


@dataclass(frozen=True)
class FileQuestion:
    """Something for a file dialog.

    Attributes:
        title: What the file or folder is for.
        mode: Existing files, a folder, or a place to write to.
        filters: Which files are shown, as Qt writes it.
        name: What the place is called at first.
        ending: Ending of a place to write to that has none.
    """

    title: str
    mode: QFileDialog.FileMode
    filters: str = ""
    name: str = ""
    ending: str = ""


class Messages(QObject):
    """The one door to the user.

    Signals:
        message_posted: A Message for the inline bar.
        message_withdrawn: Topic (str) of a message that is not true any more.
    """

    message_posted = Signal(object)
    message_withdrawn = Signal(str)

    def __init__(self, window: QWidget | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._box: QuestionBox | None = None
        self._answered: Callable[[int], object] | None = None
        self._chosen: Callable[[list[str]], object] | None = None
        self._dialog: QFileDialog | None = None
        self._choices: QListWidget | None = None
        self._one_chosen: Callable[[str], object] | None = None
        self._folder = ""

    def say(
        self, text: str, hint: str = "", *, kind: str = "info", topic: str = "", buttons: Sequence[MessageButton] = ()
    ) -> None:
        """Show something in the inline bar."""
        self.message_posted.emit(Message(text, hint, kind, tuple(buttons), topic))

    def problem(self, error: Exception | str, *, topic: str = "", buttons: Sequence[MessageButton] = ()) -> None:
        """Show an error in the inline bar: its message and remedy, or, for a fault of the program, a plain sentence."""
        text = getattr(error, "message", "") or (error if isinstance(error, str) else "")
        if text:
            self.message_posted.emit(Message(text, getattr(error, "hint", ""), "problem", tuple(buttons), topic))
            return
        words = "Something went wrong. Your decisions are safe."
        self.message_posted.emit(
            Message(
                words,
                "Try again; if it happens again, send us the details.",
                "problem",
                tuple(buttons),
                topic,
                repr(error),
            )
        )

    def withdraw(self, topic: str) -> None:
        """Take a message back from the inline bar."""
        self.message_withdrawn.emit(topic)

    def ask(
        self,
        text: str,
        hint: str,
        buttons: Sequence[str],
        answered: Callable[[int], object],
        *,
        title: str = "",
        details: str = "",
    ) -> None:
        """Ask in a box; `answered` gets the number of the button, -1 when the box was closed.

        Args:
            text: The question.
            hint: What follows from each answer.
            buttons: Words on the buttons; the first is the default.
            answered: Bound method.
            title: Title of the box.
            details: Long text that can be unfolded.
        """
        self._open_box(Question(text, hint, tuple(buttons), title, details), answered)

    def _open_box(self, question: Question, answered: Callable[[int], object]) -> None:
        box = QuestionBox(
            question.title or "entityres",
            question.text,
            question.hint,
            question.buttons,
            details=question.details,
            parent=self._window,
        )
        self._answered = answered
        self._box = box
        box.answered.connect(self._on_box_answered)
        box.open()

    def ask_text(self, title: str, text: str, value: str = "") -> str | None:
        """Ask for a line of text; None when cancelled."""
        edit = QLineEdit(value)
        edit.selectAll()
        box = QuestionBox(title, text, "", ["Rename", "Cancel"], field=edit, parent=self._window)
        box.exec()
        return edit.text() if box.answer == 0 else None

    def choose_one(self, title: str, text: str, choices: Sequence[str], chosen: Callable[[str], object]) -> None:
        """Let the user choose one of a list; `chosen` is not called when he cancels."""
        words = QListWidget()
        words.setObjectName("choiceList")
        words.addItems(list(choices))
        words.setCurrentRow(0)
        box = QuestionBox(title, text, "", ["Choose", "Cancel"], field=words, parent=self._window)
        words.itemActivated.connect(box.buttons[0].click)
        self._choices, self._one_chosen = words, chosen
        self._box = box
        box.answered.connect(self._on_one_answered)
        box.open()

    def choose_files(self, title: str, chosen: Callable[[list[str]], object], *, filters: str = OPEN_FILTER) -> None:
        """Let the user choose existing files; `chosen` is not called when he cancels."""
        self._open_dialog(FileQuestion(title, QFileDialog.FileMode.ExistingFiles, filters), chosen)

    def choose_folder(self, title: str, chosen: Callable[[list[str]], object]) -> None:
        """Let the user choose a folder (`chosen` gets a list with one path)."""
        self._open_dialog(FileQuestion(title, QFileDialog.FileMode.Directory), chosen)

    def choose_place(
        self,
        title: str,
        chosen: Callable[[list[str]], object],
        *,
        name: str = "",
        filters: str = PROJECT_FILTER,
        ending: str = "entityres",
    ) -> None:
        """Let the user choose a place to write to (`chosen` gets a list with one path)."""
        self._open_dialog(FileQuestion(title, QFileDialog.FileMode.AnyFile, filters, name, ending), chosen)

    def _open_dialog(self, question: FileQuestion, chosen: Callable[[list[str]], object]) -> None:
        dialog = QFileDialog(self._window, question.title, self._folder, question.filters)
        dialog.setFileMode(question.mode)
        if question.mode == QFileDialog.FileMode.AnyFile:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix(question.ending)
            dialog.selectFile(question.name)
        self._chosen = chosen
        self._dialog = dialog
        dialog.filesSelected.connect(self._on_files_selected)
        dialog.open()

    @Slot(int)
    def _on_box_answered(self, number: int) -> None:
        answered, self._box, self._answered = self._answered, None, None
        if answered is not None:
            answered(number)

    @Slot(int)
    def _on_one_answered(self, number: int) -> None:
        chosen, words, self._box, self._one_chosen = self._one_chosen, self._choices, None, None
        if number == 0 and chosen is not None and words is not None and words.currentItem() is not None:
            chosen(words.currentItem().text())

    @Slot(list)
    def _on_files_selected(self, paths: list[str]) -> None:
        chosen, self._chosen, self._dialog = self._chosen, None, None
        if paths:
            self._folder = str(Path(paths[0]).parent)
        if chosen is not None and paths:
            chosen(list(paths))
