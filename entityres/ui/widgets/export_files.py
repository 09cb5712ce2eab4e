"""UI: the files that an export writes: which, with how many rows, under which names."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from entityres.ui.models.export_plan import ExportPlan
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.figures import tabular

FILES = (
    ("merged", "Merged list", "One row for each customer", "merged.csv"),
    ("crosswalk", "Crosswalk", "Which original row went into which merged row", "crosswalk.csv"),
    ("pairs", "Pairs", "With score and evidence", "pairs.csv"),
    ("rejected", "Rows left out", "Rows that could not be loaded; written if there are any", "rejected.csv"),
    ("report", "Report", "Settings, counts and versions of this run", "report.json"),
)
PAIRS = (("matches", "matches"), ("review", "matches and review"), ("all", "all compared"))


class ExportFiles(QWidget):
    """A row for each file.

    Signals:
        choice_changed: Another file or another choice of pairs.
    """

    choice_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: dict[str, QCheckBox] = {}
        self._rows: dict[str, QLabel] = {}
        self._lines: dict[str, list[QWidget]] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(grid(2))
        self._grid.setVerticalSpacing(grid(0.25))
        self._grid.setColumnStretch(0, 1)
        for line, (file, words, meaning, name) in enumerate(FILES):
            self._add_file(line * 2, file, words, meaning, name)
        self.show_plan(ExportPlan(), "review")
        self.setFocusProxy(self._boxes["merged"])

    @property
    def files(self) -> tuple[str, ...]:
        """The files that are ticked, as the engine names them."""
        return tuple(file for file, box in self._boxes.items() if box.isChecked() and file != "rejected")

    @property
    def pairs(self) -> str:
        """The choice of pairs."""
        return str(self._pairs.currentData())

    def choose(self, files: tuple[str, ...], pairs: str) -> None:
        """Tick these files and choose these pairs, without a signal."""
        for file, box in self._boxes.items():
            if file != "rejected":
                box.setChecked(file in files)
        self._pairs.setCurrentIndex(max(self._pairs.findData(pairs), 0))

    def names(self, plan: ExportPlan) -> list[str]:
        """Names of the files that would be written."""
        there = {file: name for file, _, _, name in FILES}
        return [there[file] for file in self.files] + ([there["rejected"]] if plan.rejected else [])

    def show_plan(self, plan: ExportPlan, pairs: str) -> None:
        """Show how many rows each file has."""
        for file, label in self._rows.items():
            rows = plan.rows(file, pairs)
            label.setText("" if file == "report" else f"{rows:,} row" if rows == 1 else f"{rows:,} rows")
        for widget in self._lines["rejected"]:
            widget.setVisible(plan.rejected > 0)
        self._pairs.setEnabled(self._boxes["pairs"].isChecked())

    def _add_file(self, line: int, file: str, words: str, meaning: str, name: str) -> None:
        box = QCheckBox(words, self)
        box.setObjectName(f"export_{file}")
        box.setAccessibleDescription(meaning)
        box.setChecked(True)
        box.setEnabled(file != "rejected")
        box.clicked.connect(self._on_changed)
        rows = QLabel(self)
        tabular(rows)
        rows.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        place = QLabel(name, self)
        set_kind(place, "muted")
        note = QLabel(meaning, self)
        set_kind(note, "caption")
        note.setWordWrap(True)
        note.setContentsMargins(grid(3.5), 0, 0, grid(0.5))
        for column, widget in enumerate((box, rows, place)):
            self._grid.addWidget(widget, line, column)
        self._grid.addWidget(note, line + 1, 0, 1, 1 if file == "pairs" else 3)
        self._boxes[file], self._rows[file], self._lines[file] = box, rows, [box, rows, place, note]
        if file == "pairs":
            self._pairs = Choice(self, letters=14)
            self._pairs.setAccessibleName("Which pairs")
            for value, said in PAIRS:
                self._pairs.addItem(said, value)
            self._pairs.activated.connect(self._on_changed)
            self._grid.addWidget(self._pairs, line + 1, 1, 1, 2)

    @Slot()
    def _on_changed(self) -> None:
        self._pairs.setEnabled(self._boxes["pairs"].isChecked())
        self.choice_changed.emit()
