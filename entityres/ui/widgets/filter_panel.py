"""UI: the filters of a table: a search box and sections of check boxes, each with the number of rows it would show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from entityres.session.stages import count
from entityres.ui.qt import clear_layout
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.elided import ElidedCheckBox
from entityres.ui.widgets.figures import roomy
from entityres.ui.widgets.scroll_body import keep_room_for_bar, scrolled

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

SEARCH_DELAY_MS = 200
BESIDE_NUMBER = 50
"""Pixels of a box beside its number: arrows and edges."""


@dataclass(frozen=True)
class FilterOption:
    """One check box: the name the code uses, the words shown, how many rows it stands for, whether it shows at 0."""

    name: str
    words: str
    count: int
    always: bool = True


@dataclass(frozen=True)
class FilterSection:
    """Check boxes that are alternatives of each other (OR); sections are combined by AND."""

    name: str
    title: str
    options: tuple[FilterOption, ...]


class _SearchBox(QLineEdit):
    """A line that gives the focus back on Enter and Escape.

    Signals:
        left: The person is done with typing.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FilterPanel(QWidget):
    """Search, check boxes with counts, and a score range.

    Signals:
        changed: Another choice; read it from `checked`, `text` and `score_range`.
        search_left: Enter or Escape in the search box.
    """

    changed = Signal()
    search_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterPanel")
        self._boxes: dict[tuple[str, str], ElidedCheckBox] = {}
        self._titles: dict[str, QLabel] = {}
        self._sections: dict[str, FilterSection] = {}
        self._shape: tuple[object, ...] = ()
        self._quiet = False
        self.is_searching = False
        self.search = _SearchBox()
        self.search.setObjectName("pairSearch")
        self.search.setPlaceholderText("Search records")
        self.search.setAccessibleName("Search both records")
        self.search.setClearButtonEnabled(True)
        self.search.left.connect(self.search_left)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(SEARCH_DELAY_MS)
        self._delay.timeout.connect(self._tell)
        self.search.textChanged.connect(self._on_search_changed)
        self._low, self._high = self._range_box(0.0, "Lowest score"), self._range_box(1.0, "Highest score")
        self._body = QVBoxLayout()
        self._body.setContentsMargins(0, 0, grid(1), 0)
        self._body.setSpacing(2)
        self._inside = inside = QWidget()
        whole = QVBoxLayout(inside)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        whole.addLayout(self._body)
        whole.addLayout(self._build_range())
        whole.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addWidget(self.search)
        self._scrolled = scrolled(inside)
        keep_room_for_bar(self._scrolled)
        layout.addWidget(self._scrolled, 1)
        self._fit_range()

    def _range_box(self, value: float, name: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        roomy(box)
        box.setRange(0.0, 1.0)
        box.setSingleStep(0.05)
        box.setDecimals(2)
        box.setValue(value)
        box.setAccessibleName(name)
        box.setKeyboardTracking(False)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.valueChanged.connect(self._on_range_changed)
        return box

    def _fit_range(self) -> None:
        """The numbers are read whole at any size of the text."""
        for box in (self._low, self._high):
            box.setMinimumWidth(box.fontMetrics().horizontalAdvance("0.00") + BESIDE_NUMBER)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_scrolled"):
            self._fit_range()
        super().changeEvent(event)

    @property
    def least_width(self) -> int:
        """Pixels below which counts would be cut off by the scroll bar."""
        return self._inside.minimumSizeHint().width() + self._scrolled.verticalScrollBar().sizeHint().width()

    # what is shown

    def set_sections(self, sections: tuple[FilterSection, ...]) -> None:
        """Show these check boxes; where the same ones are there already only their counts change."""
        shape = tuple((s.name, s.title, tuple((o.name, o.words) for o in s.options)) for s in sections)
        if shape != self._shape:
            self._build(sections)
            self._shape = shape
        for section in sections:
            for option in section.options:
                self._show_option(section, option)
            if section.name in self._titles:
                there = any(option.count or option.always for option in section.options)
                self._titles[section.name].setVisible(there or bool(self.checked().get(section.name)))

    def _build(self, sections: tuple[FilterSection, ...]) -> None:
        chosen = self.checked()
        clear_layout(self._body)
        self._sections = {section.name: section for section in sections}
        self._boxes, self._titles = {}, {}
        for number, section in enumerate(sections):
            if section.options:
                self._titles[section.name] = title = _title(section.title, number)
                self._body.addWidget(title)
        self.set_checked(chosen)

    def _show_option(self, section: FilterSection, option: FilterOption) -> None:
        """Show the count of an option; one that would show nothing has no line before it is ticked or counts."""
        name = (section.name, option.name)
        if not (option.count or option.always or name in self._boxes):
            return
        box = self.box(*name)
        box.set_figure(f"{option.count:,}")
        box.setAccessibleName(f"{section.title}: {option.words}, {count(option.count, 'pair')}")
        useful = option.count > 0 or box.isChecked()
        box.setEnabled(useful)
        box.setVisible(useful or option.always)

    def _build_range(self) -> QVBoxLayout:
        """The lowest and highest score, below each other: beside each other the numbers would be cut off."""
        column, lines = QVBoxLayout(), QGridLayout()
        column.addWidget(_title("Score", 1))
        lines.setColumnStretch(1, 1)
        lines.setVerticalSpacing(grid(0.5))
        for number, (words, box) in enumerate((("from", self._low), ("to", self._high))):
            word = QLabel(words)
            set_kind(word, "muted")
            word.setBuddy(box)
            lines.addWidget(word, number, 0)
            lines.addWidget(box, number, 1)
        column.addLayout(lines)
        return column

    def _make_box(self, section: str, option: str) -> ElidedCheckBox:
        """The check box of an option, in its place among those that are there."""
        name = (section, option)
        names = [(part.name, one.name) for part in self._sections.values() for one in part.options]
        before = [one for one in names[: names.index(name)] if one in self._boxes]
        words = next(one.words for one in self._sections[section].options if one.name == option)
        box = self._boxes[name] = ElidedCheckBox(words, self._inside)
        box.toggled.connect(self._on_box_toggled)
        titles = list(self._titles).index(section) + 1
        self._body.insertWidget(titles + len(before), box)
        QWidget.setTabOrder(self._boxes[before[-1]] if before else self.search, box)
        return box

    # what is chosen

    def box(self, section: str, option: str) -> ElidedCheckBox:
        """The check box of an option, made when it is first wanted: most of the many differences are in no pair."""
        return self._boxes.get((section, option)) or self._make_box(section, option)

    def count(self, section: str, option: str) -> int:
        """The number shown beside an option."""
        box = self._boxes.get((section, option))
        return int(box.figure.replace(",", "")) if box is not None and box.figure else 0

    def checked(self) -> dict[str, set[str]]:
        """The ticked options of each section that has any."""
        out: dict[str, set[str]] = {}
        for (section, option), box in self._boxes.items():
            if box.isChecked():
                out.setdefault(section, set()).add(option)
        return out

    def set_checked(self, chosen: dict[str, set[str]]) -> None:
        """Tick exactly these options, without telling anybody."""
        self._quiet = True
        for section in self._sections.values():
            for option in section.options:
                if option.name in chosen.get(section.name, ()):
                    self.box(section.name, option.name)
        for (section_name, option_name), box in self._boxes.items():
            box.setChecked(option_name in chosen.get(section_name, ()))
        self._quiet = False

    @property
    def text(self) -> str:
        """What to search for."""
        return self.search.text().strip()

    def set_text(self, text: str) -> None:
        """Put a search text in, without telling anybody."""
        self._quiet = True
        self.search.setText(text)
        self._quiet = False

    @property
    def score_range(self) -> tuple[float, float]:
        """Lowest and highest shown score."""
        return self._low.value(), self._high.value()

    def set_score_range(self, low: float, high: float) -> None:
        """Set the range, without telling anybody."""
        self._quiet = True
        self._low.setValue(low)
        self._high.setValue(high)
        self._quiet = False

    def active(self) -> list[str]:
        """The words of every filter that is on."""
        chosen = self.checked()
        words = [
            option.words
            for section in self._sections.values()
            for option in section.options
            if option.name in chosen.get(section.name, ())
        ]
        low, high = self.score_range
        if (low, high) != (0.0, 1.0):
            words.append(f"score {low:.2f} to {high:.2f}")
        if self.text:
            words.append(f"“{self.text}”")
        return words

    @property
    def is_waiting(self) -> bool:
        """True while what is typed is not told yet, or is looked for."""
        return self._delay.isActive() or self.is_searching

    def stop_waiting(self) -> None:
        """Forget a search that was not started yet."""
        self._delay.stop()

    def clear(self) -> None:
        """Take every filter off."""
        self.set_checked({})
        self.set_score_range(0.0, 1.0)
        self.set_text("")
        self._tell()

    @Slot()
    def _tell(self) -> None:
        self._delay.stop()
        self.changed.emit()

    @Slot(bool)
    def _on_box_toggled(self, _on: bool) -> None:
        if not self._quiet:
            self._tell()

    @Slot(float)
    def _on_range_changed(self, _value: float) -> None:
        if not self._quiet:
            self._tell()

    @Slot(str)
    def _on_search_changed(self, _text: str) -> None:
        if not self._quiet:
            self._delay.start()


def _title(words: str, number: int) -> QLabel:
    """The heading of a section."""
    title = QLabel(words)
    set_kind(title, "heading")
    title.setContentsMargins(0, grid(1.5) if number else grid(0.5), 0, grid(0.5))
    return title
