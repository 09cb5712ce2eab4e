"""UI: the two sentences that set a similarity key, and its bands and rows behind "Advanced".

Where height is scarce a sentence stands in one line with its slider.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QSlider, QSpinBox, QVBoxLayout, QWidget

from entityres.records.percentages import PER_CENT, percent
from entityres.ui.models.band_choice import MORE_STORED, STORED, BandChoice
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.figures import roomy

MEANING = "Two records are compared if all rows of at least one band agree."


@dataclass(frozen=True)
class _Row:
    """A number with its slider, in one line or in two."""

    line: QHBoxLayout
    below: QHBoxLayout
    words: QLabel
    spin: QSpinBox
    slider: QSlider
    before: tuple[str, str]

    def set_tight(self, on: bool) -> None:
        """Both in one line, with shorter words before them."""
        self.words.setText(self.before[on])
        (self.below if on else self.line).removeWidget(self.slider)
        if on:
            self.line.insertWidget(2, self.slider, 1)
        else:
            self.below.addWidget(self.slider)
        # The stretch at the end gives the slider its room.
        self.line.setStretch(self.line.count() - 1, 0 if on else 1)


class BandSettings(QWidget):
    """Sentences with a number and a slider each; a number never stands without its slider.

    Signals:
        choice_changed(object): Another BandChoice.
    """

    choice_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = BandChoice()
        self._quiet = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(0.5))
        self._rows: list[_Row] = []
        self._tight = False
        self.similar_spin, self.similar_slider = self._row(
            layout, "Find pairs at least", "similar", 1, 99, "targetSim", "Find pairs at least this similar, per cent"
        )
        self.miss_spin, self.miss_slider = self._row(
            layout, "Miss at most", "of them", 1, 50, "missRate", "Miss at most this share of them, per cent"
        )
        self._said = QLabel()
        self._said.setWordWrap(True)
        set_kind(self._said, "muted")
        self._advanced_button = QPushButton("Advanced ▸")
        set_kind(self._advanced_button, "link")
        self._advanced_button.setCheckable(True)
        self._advanced_button.toggled.connect(self._on_advanced_toggled)
        foot = QHBoxLayout()
        foot.addWidget(self._said, 1)
        foot.addWidget(self._advanced_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(foot)
        self._problem = QLabel()
        self._problem.setWordWrap(True)
        set_kind(self._problem, "warning")
        self._more_button = QPushButton(f"Store {MORE_STORED} checks (twice the time)")
        set_kind(self._more_button, "link")
        self._more_button.clicked.connect(self._on_more_clicked)
        layout.addWidget(self._problem)
        layout.addWidget(self._more_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._advanced = QWidget()
        inside = QVBoxLayout(self._advanced)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(grid(0.5))
        self.bands_spin, self.bands_slider = self._row(
            inside, "Bands", "", 1, MORE_STORED, "bandsSpin", "Bands", suffix=""
        )
        self.rows_spin, self.rows_slider = self._row(
            inside, "Rows in a band", "", 1, 32, "rowsSpin", "Rows in a band", suffix=""
        )
        self._note = QLabel(MEANING)
        self._note.setWordWrap(True)
        set_kind(self._note, "caption")
        for spin in (self.bands_spin, self.rows_spin):
            spin.setToolTip(MEANING)
        self._runner_up = QPushButton()
        set_kind(self._runner_up, "link")
        self._runner_up.clicked.connect(self._on_runner_up_clicked)
        inside.addWidget(self._note)
        inside.addWidget(self._runner_up, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._advanced)
        self._advanced.hide()
        self.fit()
        self._show()

    def _row(
        self,
        layout: QVBoxLayout,
        before: str,
        after: str,
        low: int,
        high: int,
        name: str,
        spoken: str,
        suffix: str = PER_CENT,
    ) -> tuple[QSpinBox, QSlider]:
        """A sentence with a number in it, and the slider below."""
        spin = QSpinBox()
        roomy(spin)
        spin.setObjectName(name)
        spin.setAccessibleName(spoken)
        spin.setRange(low, high)
        spin.setSuffix(suffix)
        spin.setKeyboardTracking(False)
        spin.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setAccessibleName(spoken)
        slider.setRange(low, high)
        slider.setMinimumHeight(20)
        line, below, words = QHBoxLayout(), QHBoxLayout(), QLabel(before)
        line.setSpacing(6)
        line.addWidget(words)
        line.addWidget(spin)
        if after:
            line.addWidget(QLabel(after))
        line.addStretch(1)
        below.addWidget(slider)
        layout.addLayout(line)
        layout.addLayout(below)
        shorter = before.removeprefix("Find pairs ").capitalize()
        self._rows.append(_Row(line, below, words, spin, slider, (before, shorter)))
        advanced = suffix == ""
        spin.valueChanged.connect(self._on_bands_moved if advanced else self._on_sentence_moved)
        slider.valueChanged.connect(self._on_bands_slid if advanced else self._on_sentence_slid)
        return spin, slider

    def set_tight(self, on: bool) -> None:
        """Take less height: sliders beside their numbers, and fewer words."""
        if on != self._tight:
            self._tight = on
            self._arrange()
            self._show()

    def _arrange(self) -> None:
        """Four sentences have their sliders beside them in any case: what they would bring stands below."""
        for row in self._rows:
            row.set_tight(self._tight or self._advanced_button.isChecked())
        self._note.setVisible(not self._tight)

    def fit(self) -> None:
        """Take the sizes of the font in use."""
        for spin in (self.similar_spin, self.miss_spin, self.bands_spin, self.rows_spin):
            spin.setFixedWidth(spin.fontMetrics().horizontalAdvance(percent(1.0)) + 46)

    @property
    def choice(self) -> BandChoice:
        """What is chosen."""
        return self._choice

    def set_choice(self, choice: BandChoice) -> None:
        """Show a choice without telling anybody."""
        self._choice = choice
        self._show()

    def set_advanced(self, on: bool) -> None:
        """Show bands and rows."""
        self._advanced_button.setChecked(on)

    def _take(self, choice: BandChoice) -> None:
        changed = choice != self._choice
        self._choice = choice
        self._show()
        if changed:
            self.choice_changed.emit(choice)

    def _show(self) -> None:
        self._quiet = True
        choice = self._choice
        for spin, slider, value in (
            (self.similar_spin, self.similar_slider, round(choice.similarity * 100)),
            (self.miss_spin, self.miss_slider, round(choice.miss * 100)),
            (self.bands_spin, self.bands_slider, choice.b),
            (self.rows_spin, self.rows_slider, choice.r),
        ):
            if spin in (self.bands_spin, self.rows_spin):
                slider.setMaximum(spin.maximum())
            spin.setValue(value)
            slider.setValue(value)
        custom, used = "Custom: " if choice.custom else "", choice.b * choice.r
        words = f"{custom}{choice.b} bands of {choice.r} rows · {used} of {choice.stored} stored checks"
        self._said.setText(
            f"{custom}{choice.b} × {choice.r} · {used} of {choice.stored} checks" if self._tight else words
        )
        self._said.setToolTip(words)
        self._problem.setVisible(not choice.fits)
        self._more_button.setVisible(not choice.fits and choice.stored == STORED)
        if not choice.fits:
            self._problem.setText(f"{choice.stored} checks are not enough for that. {choice.remedy()}")
        runner_up = choice.runner_up
        self._runner_up.setVisible(runner_up is not None)
        if runner_up is not None:
            self._runner_up.setText(f"{runner_up[0]} × {runner_up[1]}: fewer checks, more pairs")
        self._quiet = False

    @Slot(int)
    def _on_sentence_moved(self, _value: int) -> None:
        if not self._quiet:
            self._take(self._choice.with_sentences(self.similar_spin.value() / 100, self.miss_spin.value() / 100))

    @Slot(int)
    def _on_sentence_slid(self, _value: int) -> None:
        if not self._quiet:
            self._take(self._choice.with_sentences(self.similar_slider.value() / 100, self.miss_slider.value() / 100))

    @Slot(int)
    def _on_bands_moved(self, _value: int) -> None:
        if not self._quiet:
            self._take(self._choice.with_bands(self.bands_spin.value(), self.rows_spin.value()))

    @Slot(int)
    def _on_bands_slid(self, _value: int) -> None:
        if not self._quiet:
            self._take(self._choice.with_bands(self.bands_slider.value(), self.rows_slider.value()))

    @Slot()
    def _on_runner_up_clicked(self) -> None:
        runner_up = self._choice.runner_up
        if runner_up is not None:
            self._take(self._choice.with_bands(*runner_up))

    @Slot()
    def _on_more_clicked(self) -> None:
        self._take(self._choice.with_stored(MORE_STORED))

    @Slot(bool)
    def _on_advanced_toggled(self, on: bool) -> None:
        self._advanced.setVisible(on)
        self._arrange()
        self._advanced_button.setText("Advanced ▾" if on else "Advanced ▸")
