"""UI: how a file is read: encoding, separator, quotation mark, row of headings. Each shows what was found out."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSpinBox, QVBoxLayout, QWidget

from entityres.records.record_list import ReadSettings
from entityres.ui.models.list_table import ENCODINGS, QUOTES, SEPARATORS, encoding_words, separator_words
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.form_row import FormRows

HEADER_ROWS = 999


class ReadingForm(QWidget):
    """Four controls for a ReadSettings.

    Signals:
        settings_changed: The user changed one of them; `settings` has them.
    """

    settings_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.encoding_box = Choice()
        self.separator_box = Choice()
        self.quote_box = Choice()
        self.header_box = QSpinBox()
        self.header_box.setRange(0, HEADER_ROWS)
        self.header_box.setSpecialValueText("None")
        self.header_box.lineEdit().setTextMargins(6, 0, 0, 0)
        self.header_box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        form = FormRows()
        form.add_row("&Encoding", self.encoding_box)
        form.add_row("Sep&arator", self.separator_box)
        form.add_row("&Quotes", self.quote_box)
        form.add_row("Hea&dings in row", self.header_box)
        self.encoding_box.setObjectName("encodingBox")
        self.separator_box.setObjectName("separatorBox")
        self.quote_box.setObjectName("quoteBox")
        self.header_box.setObjectName("headerRowBox")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(form)
        for box in (self.encoding_box, self.separator_box, self.quote_box):
            box.activated.connect(self._on_box_activated)
        self.header_box.valueChanged.connect(self._on_header_changed)
        self._quiet = False
        self._sheet: str | None = None  # of a workbook; kept while other settings change

    @property
    def settings(self) -> ReadSettings:
        """What the controls say."""
        return ReadSettings(
            self.encoding_box.currentData(),
            self.separator_box.currentData(),
            self.quote_box.currentData(),
            self.header_box.value(),
            self._sheet,
        )

    def show_settings(self, settings: ReadSettings) -> None:
        """Show settings without a signal."""
        self._quiet = True
        self._sheet = settings.sheet
        fill(self.encoding_box, ENCODINGS, settings.encoding or "utf-8", encoding_words(settings.encoding))
        fill(self.separator_box, SEPARATORS, settings.delimiter or ",", separator_words(settings.delimiter))
        fill(self.quote_box, QUOTES, '"' if settings.quote is None else settings.quote, f"“{settings.quote}”")
        self.header_box.setValue(1 if settings.header_row is None else settings.header_row)
        self._quiet = False

    def focus_separator(self) -> None:
        """Put the cursor where the separator is chosen."""
        self.separator_box.setFocus()

    @Slot(int)
    def _on_box_activated(self, _number: int) -> None:
        self.settings_changed.emit()

    @Slot(int)
    def _on_header_changed(self, _value: int) -> None:
        if not self._quiet:
            self.settings_changed.emit()


def fill(box: Choice, choices: dict[str, str], value: str, words: str) -> None:
    """Fill a combo box with the usual choices, and with `value` where it is none of them; choose it."""
    box.clear()
    entries = dict(choices)
    entries.setdefault(value, words)
    for data, text in entries.items():
        box.addItem(text, data)
    box.setCurrentIndex(box.findData(value))
