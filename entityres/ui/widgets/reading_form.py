"""UI: how a file is read: sheet, encoding, separator, quotation mark, row of headings. Each shows what was found out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSpinBox, QVBoxLayout, QWidget

from entityres.records.encoding_names import ENCODINGS, encoding_words
from entityres.records.record_list import ReadSettings
from entityres.records.separators import separator_of
from entityres.ui.models.list_table import QUOTES, SEPARATORS, separator_words
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.figures import roomy
from entityres.ui.widgets.form_row import FormRows
from entityres.ui.widgets.typed_choice import TypedChoice

HEADER_ROWS = 999


class ReadingForm(QWidget):
    """Controls for a ReadSettings: of a text its encoding, separator and quotes, of a workbook its sheet, of both the headings.

    Signals:
        settings_changed: The user changed one of them; `settings` has them.
    """

    settings_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.encoding_box = Choice()
        self.separator_box = TypedChoice(separator_of)
        self.quote_box = TypedChoice(str)
        self.separator_box.setToolTip("Choose, or type one to seven signs, such as ~|~ or \\t")
        self.quote_box.setToolTip("Choose, or type another sign")
        self.sheet_box = Choice()
        self.header_box = QSpinBox()
        self.header_box.setRange(0, HEADER_ROWS)
        self.header_box.setSpecialValueText("None")
        roomy(self.header_box)
        self.header_box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        form = FormRows()
        sheet = form.add_row("&Sheet", self.sheet_box)
        texts = [
            form.add_row("&Encoding", self.encoding_box),
            form.add_row("Sep&arator", self.separator_box),
            form.add_row("&Quotes", self.quote_box),
        ]
        headings = form.add_row("Hea&dings in row", self.header_box)
        self._of_sheets: tuple[QWidget, ...] = (sheet, self.sheet_box)
        self._of_texts: tuple[QWidget, ...] = (*texts, self.encoding_box, self.separator_box, self.quote_box)
        self._of_both: tuple[QWidget, ...] = (headings, self.header_box)
        self.sheet_box.setObjectName("sheetBox")
        self.encoding_box.setObjectName("encodingBox")
        self.separator_box.setObjectName("separatorBox")
        self.quote_box.setObjectName("quoteBox")
        self.header_box.setObjectName("headerRowBox")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(form)
        for box in (self.sheet_box, self.encoding_box):
            box.activated.connect(self._on_box_activated)
        for box in (self.separator_box, self.quote_box):
            box.value_chosen.connect(self._on_value_chosen)
        self.header_box.valueChanged.connect(self._on_header_changed)
        self._quiet = False
        self._shown = ReadSettings()  # what the controls do not show of it stays as it is

    @property
    def settings(self) -> ReadSettings:
        """What the controls say."""
        return replace(
            self._shown,
            encoding=self.encoding_box.currentData(),
            delimiter=self.separator_box.value,
            quote=self.quote_box.value,
            header_row=self.header_box.value(),
            sheet=None if self._shown.sheet is None else self.sheet_box.currentData(),
        )

    def show_settings(self, settings: ReadSettings, *, columns_only: bool = False) -> None:
        """Show settings without a signal.

        Args:
            settings: How the list was read.
            columns_only: The file holds columns and not text, so that there is nothing to choose.
        """
        self._quiet = True
        self._shown = settings
        self.sheet_box.clear()
        self.show_sheets(() if settings.sheet is None else (settings.sheet,))
        fill(self.encoding_box, ENCODINGS, settings.encoding or "utf-8", encoding_words(settings.encoding))
        fill(self.separator_box, SEPARATORS, settings.delimiter or ",", separator_words(settings.delimiter))
        fill(self.quote_box, QUOTES, '"' if settings.quote is None else settings.quote, f"“{settings.quote}”")
        self.header_box.setValue(1 if settings.header_row is None else settings.header_row)
        self._quiet = False
        for parts, shown in (
            (self._of_sheets, settings.sheet is not None),
            (self._of_texts, settings.sheet is None and not columns_only),
            (self._of_both, not columns_only),
        ):
            for part in parts:
                part.setVisible(shown)

    def show_sheets(self, sheets: Sequence[str]) -> None:
        """Offer these sheets of the workbook; the one that was read stays chosen."""
        chosen = self.sheet_box.currentData() if self.sheet_box.count() else self._shown.sheet
        self.sheet_box.clear()
        for sheet in sheets:
            self.sheet_box.addItem(sheet, sheet)
        at = max(self.sheet_box.findData(chosen), 0)
        self.sheet_box.setCurrentIndex(at)

    def focus_separator(self) -> None:
        """Put the cursor where the separator is chosen."""
        self.separator_box.setFocus()

    @Slot(int)
    def _on_box_activated(self, _number: int) -> None:
        self.settings_changed.emit()

    @Slot()
    def _on_value_chosen(self) -> None:
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
