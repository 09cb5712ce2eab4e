"""UI: the last line of the Match page: what a run would cost, the button that starts it, and its stages while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.key_button import KeyButton

if TYPE_CHECKING:
    from entityres.progress import Progress


class RunBar(QWidget):
    """Words at the left, Stop and Find matches at the right. Stop never has the focus by itself and has no shortcut.

    Signals:
        run_asked: Find matches.
        stop_asked: Stop the run.
    """

    run_asked = Signal()
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runBar")
        self._title = ElidedLabel("strong")
        self._title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._words = ElidedLabel()
        self.stop_button = QPushButton("Stop")
        self.stop_button.setObjectName("matchStopButton")
        self.stop_button.setToolTip("Stop the run; what its finished keys found can still be used")
        self.stop_button.setAutoDefault(False)
        self.stop_button.clicked.connect(self.stop_asked)
        self.find_button = KeyButton("Find matches", "Ctrl+Return", icon_name="run")
        self.find_button.setObjectName("findButton")
        self.find_button.clicked.connect(self.run_asked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        layout.addWidget(self._title)
        layout.addWidget(self._words, 1)
        layout.addWidget(self.stop_button)
        layout.addWidget(self.find_button)
        self.show_ready("", "", "Find matches")

    def show_ready(self, title: str, words: str, button: str, *, primary: bool = True, enabled: bool = True) -> None:
        """No run is going on.

        Args:
            title: "No pairs yet", or "".
            words: What a run would cost.
            button: Words on the button.
            primary: The button is what should be pressed next.
            enabled: It can be pressed.
        """
        self._title.show_words(title)
        self._title.setVisible(bool(title))
        self._words.show_words(words)
        self.stop_button.hide()
        self.find_button.show()
        self.find_button.set_words(button)
        self.find_button.setEnabled(enabled)
        set_kind(self.find_button, "primary" if primary else "plain")

    def show_running(self, progress: Progress) -> None:
        """A run is going on: its finished stages, where it is, and Stop."""
        stage = progress.stage
        if progress.total:
            stage += f" {min(progress.done / progress.total, 1):.0%} ({progress.done:,} of {progress.total:,})"
        done = " · ".join(f"✓ {words}" for words in progress.finished)
        self._title.show_words(stage)
        self._title.setVisible(bool(stage))
        self._words.show_words(done)
        self._words.setToolTip(done.replace(" · ", "\n"))
        self.stop_button.show()
        self.find_button.hide()
