"""UI: the compare panel: two records side by side, with which list and row each comes from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.compare_view import CompareRow, CompareView
from entityres.ui.widgets.fitting_label import FittingLabel
from entityres.ui.widgets.stepping import Stepping

LIST_SHAPES = "●▲■◆"
LONG, SHORT, SHORTEST = (
    ("Fixed width", "Cleaned  O", "Differences only  D"),
    ("Fixed width", "Cleaned  O", "Differences  D"),
    ("Fixed", "Clean", "Differ"),
)
"""Words on the switches, and what they are cut down to."""


def list_shape(number: int) -> str:
    """The shape that stands for a list, so that lists differ without colour."""
    return LIST_SHAPES[number % len(LIST_SHAPES)]


class ComparePanel(Stepping):
    """The aligned rows with their heading and switches.

    Attributes:
        head: Where the records come from, and the switches; a line of tabs may show it instead.

    Signals:
        cleaned_asked(bool): Show the cleaned values, or the original ones.
    """

    cleaned_asked = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comparePanel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Compare")
        self._rows: tuple[CompareRow, ...] = ()
        self._title = QLabel("Compare")
        set_kind(self._title, "heading")
        self._origin = FittingLabel()
        self._origin.setTextFormat(Qt.TextFormat.PlainText)
        self.differences_chip = Chip(LONG[2], checkable=True)
        self.differences_chip.setToolTip("Show only the fields that differ (D)")
        self.differences_chip.toggled.connect(self._on_differences_toggled)
        self.cleaned_chip = Chip(LONG[1], checkable=True)
        self.cleaned_chip.setToolTip("Show the values as they were compared (O)")
        self.cleaned_chip.toggled.connect(self.cleaned_asked)
        self.mono_chip = Chip(LONG[0], checkable=True)
        self.mono_chip.setToolTip("Show values in letters of one width, so that numbers and codes line up")
        self.mono_chip.toggled.connect(self._on_mono_toggled)
        self.head = QWidget()
        head = QHBoxLayout(self.head)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(grid(1))
        head.addWidget(self._title)
        head.addWidget(self._origin, 1)
        self._chips = (self.mono_chip, self.cleaned_chip, self.differences_chip)
        for chip in self._chips:
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            head.addWidget(chip)
        self.head.installEventFilter(self)
        self.view = CompareView()
        self._note = QLabel()
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self._note, "caption")
        self._note.hide()
        inside = QWidget()
        body = QVBoxLayout(inside)
        body.setContentsMargins(0, 0, 4, 0)
        body.setSpacing(grid(0.5))
        body.addWidget(self.view)
        body.addWidget(self._note)
        body.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(grid(0.75))
        self._layout.addWidget(self.head)
        self._layout.addWidget(self._scroll, 1)

    @property
    def rows(self) -> tuple[CompareRow, ...]:
        """All rows, also those that "differences only" leaves out."""
        return self._rows

    @property
    def differences_only(self) -> bool:
        """True when only the fields that differ are shown."""
        return self.differences_chip.isChecked()

    def show_pair(self, rows: tuple[CompareRow, ...], left: str, right: str) -> None:
        """Show two records.

        Args:
            rows: One row per field, the check column last.
            left: Where the first record comes from ("● CRM row 118").
            right: The same of the second.
        """
        self._rows = rows
        for chip in self._chips:
            chip.setVisible(bool(rows))
        without_names = "    ".join(_row_of(place) for place in (left, right))
        short = "  ".join(_short_place(place) for place in (left, right))
        self._origin.show_versions(*((f"{left}    {right}", without_names, short) if left else ("",)))
        self._fit_words()
        self._origin.setToolTip(f"{left}\n{right}".strip())
        self._refresh()

    def set_titled(self, titled: bool) -> None:
        """Show the heading, or leave it to the tab above."""
        self._title.setVisible(titled)

    def take_head(self) -> None:
        """Take `head` (place of the records and switches) back above the rows, from whoever showed it elsewhere."""
        self._layout.insertWidget(0, self.head)
        self.head.show()

    @property
    def least_head(self) -> int:
        """Pixels that `head` needs at least."""
        chips = sum(chip.width_of(words) + grid(1) for chip, words in zip(self._chips, SHORTEST, strict=True))
        return chips + self._origin.width_of(self._origin.shortest)

    def show_nothing(self) -> None:
        """There is no pair."""
        self.show_pair((), "", "")
        self._note.setText("No pair is chosen.")
        self._note.show()

    def toggle_differences(self) -> None:
        """Show only what differs, or everything."""
        self.differences_chip.toggle()

    def toggle_cleaned(self) -> None:
        """Show the values as they were compared, or as they were read."""
        self.cleaned_chip.toggle()

    def _refresh(self) -> None:
        shown = tuple(row for row in self._rows if row.differs) if self.differences_only else self._rows
        self.view.show_rows(shown)
        left_out = len(self._rows) - len(shown)
        self._note.setText(f"{left_out} {'field is' if left_out == 1 else 'fields are'} the same and not shown.")
        self._note.setVisible(left_out > 0)

    def _fit_words(self) -> None:
        """Shorter words on the switches where the line has little room."""
        for words in (LONG, SHORT, SHORTEST):
            for chip, text in zip(self._chips, words, strict=True):
                chip.set_words(text)
            beside = (self._title, *self._chips) if self._title.isVisibleTo(self.head) else self._chips
            room = self.head.width() - sum(part.sizeHint().width() + grid(1) for part in beside)
            # The shortest words are for where even the rows of the two records would have no place.
            needed = self._origin.longest if words is LONG else self._origin.shortest
            if self._origin.width_of(needed) <= room:
                break
        layout = self.head.layout()
        if layout is not None:
            layout.activate()  # what is beside the switches gets what they leave at once

    @Slot(bool)
    def _on_differences_toggled(self, _on: bool) -> None:
        self._refresh()

    @Slot(bool)
    def _on_mono_toggled(self, on: bool) -> None:
        self.view.set_mono(on)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.head and event.type() == QEvent.Type.Resize:
            self._fit_words()
        return super().eventFilter(watched, event)


def _row_of(place: str) -> str:
    """Without the name of the list: `● row 144` for `● CRM row 144`."""
    words = place.split()
    return f"{words[0]} {' '.join(words[-2:])}" if len(words) > 2 else place


def _short_place(place: str) -> str:
    """The shape of the list and the row alone: `● 144` for `● CRM row 144`."""
    words = place.split()
    return f"{words[0]} {words[-1]}" if len(words) > 1 else place
