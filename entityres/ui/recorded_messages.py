"""UI: messages that open nothing: they keep what was said and asked, and answer from a list. For tests and the smoke test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from entityres.ui.messages import FileQuestion, Message, Messages, Question

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


@dataclass
class Asked:
    """What a RecordedMessages was asked: kind of question, words, buttons or filters."""

    kind: str
    text: str
    buttons: tuple[str, ...] = field(default=())


class RecordedMessages(Messages):
    """Opens nothing.

    Attributes:
        said: Messages that went to the inline bar.
        asked: Questions and dialogs.
        answers: What comes next: a button's number or words for `ask`, paths for a dialog, a text for `ask_text`.
            Without an answer a dialog counts as cancelled.
    """

    def __init__(self, window: QWidget | None = None) -> None:
        super().__init__(window)
        self.said: list[Message] = []
        self.asked: list[Asked] = []
        self.answers: list[object] = []
        self.message_posted.connect(self._on_posted)

    def ask_text(self, title: str, text: str, value: str = "") -> str | None:
        self.asked.append(Asked("text", text))
        return str(self.answers.pop(0)) if self.answers else None

    def choose_one(self, title: str, text: str, choices: Sequence[str], chosen: Callable[[str], object]) -> None:
        self.asked.append(Asked("one", text, tuple(choices)))
        if self.answers:
            chosen(str(self.answers.pop(0)))

    def _open_box(self, question: Question, answered: Callable[[int], object]) -> None:
        self.asked.append(Asked("ask", f"{question.text} {question.hint}".strip(), question.buttons))
        answer = self.answers.pop(0) if self.answers else -1
        answered(question.buttons.index(answer) if isinstance(answer, str) else int(str(answer)))

    def _open_dialog(self, question: FileQuestion, chosen: Callable[[list[str]], object]) -> None:
        self.asked.append(Asked("files", question.title, (question.filters,)))
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            chosen([str(path) for path in answer] if isinstance(answer, (list, tuple)) else [str(answer)])

    @Slot(object)
    def _on_posted(self, message: Message) -> None:
        self.said.append(message)
