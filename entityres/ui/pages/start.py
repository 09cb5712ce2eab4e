"""UI: the start page: open files, try a sample, go on with something recent."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from entityres.session.file_lock import was_left_behind
from entityres.session.left_drafts import delete_draft, glance, left_drafts
from entityres.session.places import ENDING, is_draft
from entityres.session.stages import count
from entityres.ui.icons import icon, pixmap
from entityres.ui.messages import MessageButton
from entityres.ui.qt import clear_layout, connect_weak
from entityres.ui.theme import font, grid, line_height, set_kind
from entityres.ui.widgets.card import Card, column, label, row
from entityres.ui.widgets.key_button import KeyButton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.session.left_drafts import Glance
    from entityres.ui.services import WindowServices

SAMPLES = (
    ("one_list", "One list with duplicates", "1,000 made-up customers", "people"),
    ("two_lists", "Two lists to match", "A CRM and a web shop, 1,100 customers", "compare"),
)


class SampleCard(Card):
    """A card that can be pressed as a whole.

    Signals:
        card_pressed: It was clicked or chosen by key.
    """

    card_pressed = Signal()

    def __init__(self, title: str, words: str, icon_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, margins=(grid(2), grid(1.5), grid(2), grid(1.75)))
        self._icon_name = icon_name
        self._picture = QLabel()
        self.button = QPushButton(title)
        set_kind(self.button, "link")
        self.button.setAccessibleName(f"Try a sample: {title}")
        self.button.clicked.connect(self.card_pressed)
        self.button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        note = label(words, "caption")
        note.setContentsMargins(5, 0, 0, 0)
        texts = column(self.button, note, spacing=0)
        self.add(row(self._picture, texts, 1, spacing=1.5))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._show_picture()

    def _show_picture(self) -> None:
        self._picture.setPixmap(pixmap(self._icon_name, "accent", line_height() + 10))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_picture"):
            self._show_picture()
        super().changeEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.card_pressed.emit()
        super().mouseReleaseEvent(event)


class StartPage(QWidget):
    """What the window shows before anything is loaded."""

    title = "Start"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self.setObjectName("page")
        self._window = window
        inside = QWidget()
        middle = QVBoxLayout(inside)
        middle.setContentsMargins(grid(3), grid(4), grid(3), grid(3))
        middle.setSpacing(grid(1.5))
        middle.addStretch(2)
        middle.addWidget(label("Match and merge customer lists", "display", wrap=True))
        words = (
            "Find the records that are the same customer, look through the doubtful ones, and export one clean list."
        )
        middle.addWidget(label(words, "muted", wrap=True))
        middle.addSpacing(grid(0.5))
        middle.addWidget(self._opening_card())
        middle.addSpacing(grid(1))
        middle.addWidget(label("Try a sample", "heading"))
        self._samples = samples = QHBoxLayout()
        samples.setSpacing(grid(1.5))
        self.sample_cards: dict[str, SampleCard] = {}
        for name, title, note, picture in SAMPLES:
            card = self.sample_cards[name] = SampleCard(title, note, picture)
            connect_weak(card.card_pressed, self._on_sample_pressed, name)
            samples.addWidget(card, 1)
        middle.addLayout(samples)
        middle.addSpacing(grid(1))
        self._recent_title = label("Recent", "heading")
        self._clear_button = QPushButton("Clear")
        set_kind(self._clear_button, "link")
        self._clear_button.setAccessibleName("Clear the recent list")
        self._clear_button.clicked.connect(self._on_clear_clicked)
        middle.addLayout(row(self._recent_title, 1, self._clear_button))
        self.recent_card = Card(margins=(grid(1), grid(0.75), grid(1), grid(1)))
        self.recent_card.body.setSpacing(0)
        middle.addWidget(self.recent_card)
        middle.addStretch(3)
        self._middle = inside
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Start")
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QWidget()
        across = QHBoxLayout(outer)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(inside, 100)
        across.addStretch(1)
        scroll.setWidget(outer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        self._renew_width()

    def on_shown(self) -> None:
        """Renew the recent list; the window is about to show this page."""
        clear_layout(self.recent_card.body)
        drafts = left_drafts()
        entries = [entry for entry in self._window.preferences.recent() if not is_draft(Path(entry))]
        for draft in drafts:
            self.recent_card.add(self._draft_row(draft))
        for entry in entries:
            self.recent_card.add(self._recent_row(entry))
        for part in (self._recent_title, self.recent_card):
            part.setVisible(bool(entries or drafts))
        self._clear_button.setVisible(bool(entries))
        self.open_button.setFocus()
        self._say_what_is_safe(drafts, entries)

    def _say_what_is_safe(self, drafts: Sequence[Glance], entries: Sequence[str]) -> None:
        """After an end that nobody wanted, say once that the work is there."""
        if self._said_safe or self._window.project.lists:
            return
        self._said_safe = True
        projects = [Path(entry) for entry in entries if entry.endswith(ENDING)]
        unclean = [glance(path) for path in projects if was_left_behind(path)]
        found = [one for one in (*drafts, *unclean) if one is not None and one.unclean]
        if found:
            last = max(found, key=lambda one: one.saved_at)
            words = f" ({last.answered:,} reviewed)" if last.answered else ""
            today = last.saved_at.date() == datetime.now().date()
            time = f"{last.saved_at:%H:%M:%S}" if today else when_words(last.saved_at.timestamp())
            self._last = str(last.path)
            self._window.messages.say(
                f"The program closed unexpectedly. Everything up to {time}{words} is safe.",
                kind="info",
                topic="recovered",
                buttons=[MessageButton("Open", self._on_open_last_pressed)],
            )

    _said_safe = False
    _last = ""

    def _opening_card(self) -> Card:
        card = Card(margins=(grid(3), grid(3), grid(3), grid(3)))
        self.open_button = KeyButton.for_action(self._window.actions["open"], primary=True)
        self.open_button.setObjectName("openButton")
        self.open_button.set_icon_name("")  # the picture beside it is the same
        self._drop_picture = QLabel()
        note = label(
            "or drop them anywhere in this window: CSV, Excel, OpenDocument or Parquet. They stay on this computer.",
            "muted",
            wrap=True,
        )
        self._opening = line = row(self._drop_picture, self.open_button, note, spacing=2)
        line.setStretch(2, 1)
        card.add(line)
        self._show_picture()
        return card

    def _draft_row(self, draft: Glance) -> QWidget:
        """Work that was never given a place."""
        name = " + ".join(draft.lists)
        words = label(f"draft · {when_words(draft.saved_at.timestamp())}{state_words(draft)}", "caption")
        remove = self._remove_button("Delete this draft", f"Delete the draft of {name}")
        connect_weak(remove.clicked, self._on_delete_pressed, str(draft.path))
        return self._line(self._recent_button(name, str(draft.path)), words, 1, remove)

    def _recent_row(self, entry: str) -> QWidget:
        """One recent project, or one set of lists."""
        paths = [Path(part) for part in entry.split("\n")]
        missing = [path for path in paths if not path.exists()]
        name = " + ".join(path.stem if path.suffix == ENDING else path.name for path in paths)
        button = self._recent_button(name, entry)
        button.setEnabled(not missing)
        parts: list[QWidget | int] = [button]
        if missing:
            parts.append(label("file not found", "warning"))
            locate = QPushButton("Locate…")
            set_kind(locate, "link")
            connect_weak(locate.clicked, self._on_locate_pressed, entry)
            parts.append(locate)
        else:
            when = when_words(max(path.stat().st_mtime for path in paths))
            looked = glance(paths[0]) if paths[0].suffix == ENDING else None
            parts.append(label(when if looked is None else f"{when}{state_words(looked)}", "caption"))
        remove = self._remove_button("Remove from this list", f"Remove {name} from the recent list")
        connect_weak(remove.clicked, self._on_remove_pressed, entry)
        return self._line(*parts, 1, remove)

    def _recent_button(self, name: str, entry: str) -> QPushButton:
        """Opens the files of an entry, which are one a line."""
        button = QPushButton(name)
        set_kind(button, "link")
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.setToolTip(entry)
        connect_weak(button.clicked, self._on_recent_pressed, entry)
        return button

    @staticmethod
    def _remove_button(tooltip: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon("close", "muted"))
        button.setToolTip(tooltip)
        button.setAccessibleName(name)
        return button

    @staticmethod
    def _line(*parts: QWidget | int) -> QWidget:
        line = QWidget()
        layout = row(*parts)
        layout.setContentsMargins(grid(0.5), 0, 0, 0)
        line.setLayout(layout)
        return line

    def _on_sample_pressed(self, name: str) -> None:
        self._window.open_sample(name)

    def _on_recent_pressed(self, entry: str) -> None:
        self._window.open_paths(entry.split("\n"))

    def _on_remove_pressed(self, entry: str) -> None:
        self._window.preferences.remove_recent(entry)
        self.on_shown()

    @Slot()
    def _on_open_last_pressed(self) -> None:
        self._window.open_paths([self._last])

    def _on_delete_pressed(self, path: str) -> None:
        self._deleting = path
        self._window.messages.ask(
            "Delete this draft?",
            "Its decisions cannot be brought back. The files that its lists came from stay as they are.",
            ["Delete", "Cancel"],
            self._on_delete_answered,
        )

    def _on_delete_answered(self, number: int) -> None:
        if number == 0:
            delete_draft(Path(self._deleting))
            self.on_shown()

    def _on_locate_pressed(self, entry: str) -> None:
        self._located = entry
        gone = [Path(path).name for path in entry.split("\n") if not Path(path).exists()]
        words = f"Where {'is' if len(gone) == 1 else 'are'} {' and '.join(gone)} now?"
        self._window.messages.choose_files(words, self._on_located)

    def _on_located(self, paths: list[str]) -> None:
        """Open what was found, beside the lists of the set that are still where they were."""
        still_there = [path for path in self._located.split("\n") if Path(path).exists()]
        self._window.preferences.remove_recent(self._located)
        self._window.open_paths([*still_there, *paths])

    @Slot()
    def _on_clear_clicked(self) -> None:
        self._window.preferences.keep("recent", [])
        self.on_shown()

    def _show_picture(self) -> None:
        self._drop_picture.setPixmap(pixmap("open", "accent", line_height() * 2))

    def _renew_direction(self) -> None:
        """Side by side where there is room, below each other where the text is large or the window small."""
        narrow = self.width() < QFontMetrics(font()).averageCharWidth() * 80
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        for layout in (self._samples, self._opening):
            layout.setDirection(direction)

    def _renew_width(self) -> None:
        self._middle.setMaximumWidth(QFontMetrics(font()).averageCharWidth() * 110)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._renew_direction()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_middle"):
            self._show_picture()
            self._renew_width()
            self._renew_direction()
        super().changeEvent(event)


def when_words(stamp: float) -> str:
    """A time in words: "today 10:42", "yesterday 10:42", "12 May 2026"."""
    when, now = datetime.fromtimestamp(stamp), datetime.now()
    days = (now.date() - when.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {when:%H:%M}"
    return f"{when.day} {when:%b %Y}"


def state_words(look: Glance) -> str:
    """How far a review is, to be put behind a time: " · 104 pairs left", " · 212 reviewed", "" when it has not begun."""
    if look.left is not None:
        return f" · {count(look.left, 'pair')} left" if look.left else " · review finished"
    return f" · {look.answered:,} reviewed" if look.answered else ""
