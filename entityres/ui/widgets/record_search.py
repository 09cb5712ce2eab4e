"""UI: a search for one record of the lists: by words that it holds, by values in columns, or the nearest to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from entityres.records.percentages import percent
from entityres.session.searching import matching_records
from entityres.session.summary import place_of, summary_of
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.compare_panel import list_shape

if TYPE_CHECKING:
    from entityres.session.matched import Matched
    from entityres.ui.models.near_records import Near

SEARCH_DELAY_MS = 250
MOST_FOUND = 50
HOW_TO_TYPE = "Try fewer words, or values by column, such as “last name=Gould, city=Ulm”, for the nearest records."
TYPE_FIRST, NONE_FOUND = "Records found are listed here", "No record has these words"


class RecordSearch(QWidget):
    """A search box, what it found, and the records nearest to the one on the other side.

    Args:
        matched: The last match.
        name: What the record is called here, such as "Record A".
        other: What the one on the other side is called.

    Signals:
        record_chosen: Another record is chosen.
        nearest_asked: Look for the records nearest to the one on the other side.
        typed(str): Look for the records nearest to these values by column.
    """

    record_chosen = Signal()
    nearest_asked = Signal()
    typed = Signal(str)

    def __init__(self, matched: Matched, name: str, other: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matched = matched
        self._found: list[int] = []
        self.edit = QLineEdit()
        self.edit.setPlaceholderText("Name, street, e-mail…")
        self.edit.setAccessibleName(f"Search {name}")
        self.choice = Choice(letters=20)
        self.choice.setAccessibleName(name)
        self.choice.setPlaceholderText(TYPE_FIRST)
        self.choice.setEnabled(False)
        self.choice.currentIndexChanged.connect(self._on_chosen)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(SEARCH_DELAY_MS)
        self._delay.timeout.connect(self.search)
        self.edit.textChanged.connect(self._delay.start)
        title = QLabel(name)
        set_kind(title, "heading")
        self.near_button = QPushButton(f"Nearest to {other}")
        set_kind(self.near_button, "link")
        self.near_button.setAutoDefault(False)
        self.near_button.setToolTip("The ten records of the lists that are most like the one on the other side")
        self.near_button.setEnabled(False)
        self.near_button.clicked.connect(self.nearest_asked)
        self._note = QLabel()
        self._note.setObjectName("searchNote")
        self._note.setWordWrap(True)
        set_kind(self._note, "caption")
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.near_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(0.75))
        layout.addLayout(head)
        for widget in (self.edit, self.choice, self._note):
            layout.addWidget(widget)

    @property
    def record(self) -> int:
        """The chosen record, -1 for none."""
        at = self.choice.currentIndex()
        return self._found[at] if 0 <= at < len(self._found) else -1

    @property
    def note(self) -> str:
        """What is said of the search."""
        return self._note.text()

    def show_record(self, record: int) -> None:
        """Choose a record without a search."""
        self._fill([record], [record_words(self._matched, record)])

    def show_match(self, matched: Matched, record: int) -> None:
        """Search another match from now on.

        Args:
            matched: The match.
            record: Its record to choose, -1 for none.
        """
        self._matched = matched
        if record >= 0:
            self.show_record(record)
        else:
            self._fill([], [])

    def rename(self, matched: Matched) -> None:
        """The lists of the match have other names: say the same records by them."""
        self._matched = matched
        for place, record in enumerate(self._found):
            self.choice.setItemText(place, record_words(matched, record))

    def show_near(self, near: Near) -> None:
        """Offer the nearest records, the nearest one chosen."""
        words = [
            record_words(self._matched, record) + (f" · {percent(similar)} similar" if similar else "")
            for record, similar in zip(near.records, near.similar, strict=True)
        ]
        self.say("" if words else "No record is like this one.")
        self._fill(list(near.records), words)

    def say(self, words: str) -> None:
        """Say something below the box."""
        self._note.setText(words)

    @Slot()
    def search(self) -> None:
        """Look for what is typed."""
        self._delay.stop()
        text = self.edit.text().strip()
        if "=" in text:
            self.typed.emit(text)
            return
        every = np.flatnonzero(matching_records(self._matched, text)) if text else np.empty(0, np.int64)
        found = every[:MOST_FOUND].tolist()
        if not text:
            self.say("")
        elif not found:
            self.say(f"No record holds all these words. {HOW_TO_TYPE}")
        elif len(every) > MOST_FOUND:
            self.say(f"{len(every):,} records hold these words; the first {MOST_FOUND} are offered. Add a word.")
        else:
            self.say("" if len(every) == 1 else f"{len(every):,} records hold these words.")
        self._fill(found, [record_words(self._matched, record) for record in found])

    def _fill(self, records: list[int], words: list[str]) -> None:
        self._found = records
        self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItems(words)
        self.choice.setCurrentIndex(0 if records else -1)
        self.choice.setPlaceholderText(NONE_FOUND if self.edit.text().strip() else TYPE_FIRST)
        self.choice.blockSignals(False)
        self.choice.setEnabled(bool(records))
        self.record_chosen.emit()

    @Slot(int)
    def _on_chosen(self, _number: int) -> None:
        self.record_chosen.emit()

    def hideEvent(self, event: Any) -> None:
        self._delay.stop()
        super().hideEvent(event)


def record_words(matched: Matched, record: int) -> str:
    """A record in one line: where it comes from and who it is."""
    name, row = place_of(matched, record)
    number = next(i for i, one in enumerate(matched.lists) if one.name == name)
    return f"{list_shape(number)} {name} row {row:,} · {summary_of(matched, record)}"
