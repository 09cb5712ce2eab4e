"""UI: the S-curve with its heading, presets, table view and the sentence for the place under the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QLabel, QMenu, QTableView

from entityres.records.percentages import percent
from entityres.ui.models.band_choice import PRESETS
from entityres.ui.models.curve_table import CurveTable
from entityres.ui.qt import connect_weak
from entityres.ui.theme import set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import set_up_table
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.pile import Pile
from entityres.ui.widgets.scurve_plot import SCurvePlot


class SCurvePanel(Card):
    """A card around the plot.

    Signals:
        preset_chosen(str): Use a preset of `models.band_choice.PRESETS`.
    """

    preset_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("How similar must two records be?")
        self.plot = SCurvePlot()
        self.plot.said.connect(self._on_said)
        self.table_model = CurveTable()
        table = QTableView()
        table.setObjectName("curveTable")
        set_up_table(table, "Chance to be found by similarity")
        table.setModel(self.table_model)
        table.horizontalHeader().setStretchLastSection(False)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.stack = Pile(self.plot, table)
        self._sentence = QLabel()
        self._sentence.setObjectName("curveSentence")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        set_kind(self._sentence, "caption")
        self.preset_chip = Chip("Balanced ▾")
        self._menu = QMenu(self)
        for name, (similarity, miss) in PRESETS.items():
            action = self._menu.addAction(f"{name}: at least {percent(similarity)} similar, miss {percent(miss)}")
            connect_weak(action.triggered, self._choose, name)
        self.preset_chip.clicked.connect(self._on_preset_clicked)
        self.log_chip = Chip("Log scale", checkable=True)
        self.log_chip.setChecked(True)
        self.log_chip.setToolTip("Count the pairs on a logarithmic scale, so that rare ones can be seen")
        self.log_chip.toggled.connect(self.plot.set_log)
        self.table_chip = Chip("Show as table", checkable=True)
        self.table_chip.toggled.connect(self._on_table_toggled)
        assert self.head is not None
        for chip in (self.preset_chip, self.log_chip, self.table_chip):
            self.head.addWidget(chip)
        self.add(self.stack, 1)
        self.add(self._sentence)

    def refresh(self, name: str, preset: str) -> None:
        """The plot shows something else: renew heading, preset, table and sentence."""
        self.set_title(f"{name}: how similar must two records be?", f"{name}: how similar?", name)
        self.preset_chip.set_words(f"{preset} ▾")
        if self.table_chip.isChecked():
            self.table_model.show_rows(self.plot.rows())
        self._on_said(self.plot.sentence(self.plot.target))

    def set_note(self, note: str) -> None:
        """Where the histogram comes from."""
        self.plot.setToolTip("")
        self._note = note

    _note = ""
    _said = ""

    def resizeEvent(self, event: object) -> None:
        self.log_chip.setVisible(self.width() > self.fontMetrics().averageCharWidth() * 90)
        self._show_sentence()

    def _choose(self, name: str) -> None:
        self.preset_chosen.emit(name)

    @Slot()
    def _on_preset_clicked(self) -> None:
        self._menu.popup(self.preset_chip.mapToGlobal(self.preset_chip.rect().bottomLeft()))

    @Slot(str)
    def _on_said(self, sentence: str) -> None:
        self._said = sentence
        self._show_sentence()

    def _show_sentence(self) -> None:
        """Two lines, so that the plot stands still: the note is left to the tooltip where it needs more, the sentence is not."""
        whole = f"{self._said} {self._note}".strip()
        metrics = self._sentence.fontMetrics()
        fits = metrics.horizontalAdvance(whole) < 1.8 * max(self._sentence.width(), 1)
        self._sentence.setText(whole if fits else self._said)
        self._sentence.setToolTip(whole)
        needed = self._sentence.heightForWidth(self._sentence.width())
        self._sentence.setFixedHeight(max(metrics.height() * 2 + 2, needed))

    @Slot(bool)
    def _on_table_toggled(self, on: bool) -> None:
        if on:
            self.table_model.show_rows(self.plot.rows())
        self.stack.show_number(1 if on else 0)
        self.table_chip.set_words("Show as curve" if on else "Show as table")
        self.log_chip.setEnabled(not on)
