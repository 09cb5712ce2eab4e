"""UI: how the chosen list is read; other settings can be tried out before the list is read anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from entityres.session.stages import count
from entityres.ui.models.list_table import is_columns
from entityres.ui.theme import set_kind
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.reading_form import ReadingForm

if TYPE_CHECKING:
    from entityres.records.record_list import RecordList


class ReadingCard(Card):
    """The form, what it means, and two buttons while something is tried out.

    Signals:
        settings_changed: Other settings in the form.
        use_wanted: Read the list with the settings of the form.
        back_wanted: Show the list as it was read.
    """

    settings_changed = Signal()
    use_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("How to read it", parent)
        self.form = ReadingForm()
        self.form.settings_changed.connect(self.settings_changed)
        self.note = label("", "caption", wrap=True)
        self.use_button = QPushButton("Read the list this way")
        self.use_button.setObjectName("useReadingButton")
        self.use_button.clicked.connect(self.use_wanted)
        self.back_button = QPushButton("As before")
        self.back_button.clicked.connect(self.back_wanted)
        for part in (self.form, self.note, self.use_button, self.back_button):
            self.add(part)
        self.body.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_list(self, record_list: RecordList) -> None:
        """Show how a list was read."""
        self.form.show_settings(record_list.settings, columns_only=is_columns(record_list))
        self.show_read(record_list)

    def show_read(self, record_list: RecordList) -> None:
        """The form says how the list was read: tell what that means."""
        words = ["Found out from the file. Every value stays as it is written."]
        if record_list.blank_rows:
            words.append(f"{count(record_list.blank_rows, 'blank row')} skipped.")
        if record_list.settings.renamed:
            words.append(f"{count(len(record_list.settings.renamed), 'column')} renamed.")
        self.note.setText(" ".join(words))
        self._show_buttons(False)

    def show_trial(self, remark: str) -> None:
        """The form says something else: tell that the list is not read anew yet, and what is odd about the trial."""
        self.note.setText(f"{remark} The preview shows this; the list itself is not read anew yet.".lstrip())
        self._show_buttons(True)

    def _show_buttons(self, trying: bool) -> None:
        self.use_button.setVisible(trying)
        self.back_button.setVisible(trying)
        set_kind(self.use_button, "primary" if trying else "")
