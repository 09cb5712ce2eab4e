"""UI: the last line of the Match page: what a run would cost, the button that starts it, and its stages while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from entityres.records.percentages import percent
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.key_button import KeyButton

if TYPE_CHECKING:
    from entityres.progress import Progress


KEY = "Ctrl+Return"


class RunBar(QWidget):
    """Words at the left, Stop and Find matches at the right. Stop never has the focus by itself and has no shortcut.

    Signals:
        run_asked: Find matches.
        stop_asked: Stop the run.
        loosen_asked: The run found nothing; look for less similar records as well.
        compare_asked: The run found nothing; compare two records by hand.
    """

    run_asked = Signal()
    stop_asked = Signal()
    loosen_asked = Signal()
    compare_asked = Signal()

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
        self.find_button = KeyButton("Find matches", KEY, icon_name="run")
        self.find_button.setObjectName("findButton")
        self.find_button.clicked.connect(self.run_asked)
        self.loosen_button = QPushButton("Loosen")
        self.loosen_button.setToolTip("Let keys find less similar records as well; nothing runs before Update")
        self.loosen_button.clicked.connect(self.loosen_asked)
        self.compare_button = QPushButton("Compare two records")
        self.compare_button.setToolTip(
            "See for two records that you know why they were not compared, or how they score"
        )
        self.compare_button.clicked.connect(self.compare_asked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        layout.addWidget(self._title)
        layout.addWidget(self._words, 1)
        layout.addWidget(self.loosen_button)
        layout.addWidget(self.compare_button)
        layout.addWidget(self.stop_button)
        layout.addWidget(self.find_button)
        self.show_ready("", "", "Find matches")

    def show_ready(
        self,
        title: str,
        words: str,
        button: str,
        *,
        primary: bool = True,
        enabled: bool = True,
        by_key: bool = True,
        remedies: tuple[bool, bool] = (False, False),
        shorter: str = "",
    ) -> None:
        """No run is going on.

        Args:
            title: "No pairs yet", or "".
            words: What a run would cost.
            button: Words on the button.
            primary: The button is what should be pressed next.
            enabled: It can be pressed.
            by_key: Ctrl+Return presses it; else that key is for something that was changed and is not applied yet.
            shorter: The words where there is no room for all of them; without room for these nothing is said.
            remedies: Whether to offer looser keys, and to compare two records.
        """
        self._title.show_words(title)
        self._title.setVisible(bool(title))
        self._words.show_words(words, *([shorter, ""] if shorter else []))
        self.stop_button.hide()
        self._show_remedies(*remedies)
        self.find_button.show()
        self.find_button.set_words(button)
        self.find_button.set_key(KEY if by_key else "")
        self.find_button.setEnabled(enabled)
        set_kind(self.find_button, "primary" if primary else "plain")

    def show_running(self, progress: Progress) -> None:
        """A run is going on: its finished stages, where it is, and Stop."""
        stage = progress.stage
        if progress.total:
            stage += f" {percent(min(progress.done / progress.total, 1))} ({progress.done:,} of {progress.total:,})"
        done = " · ".join(f"✓ {words}" for words in progress.finished)
        self._title.show_words(stage)
        self._title.setVisible(bool(stage))
        self._words.show_words(done)
        self._words.setToolTip(done.replace(" · ", "\n"))
        self._show_remedies(False, False)
        self.stop_button.show()
        self.find_button.hide()

    def _show_remedies(self, looser: bool, compare: bool) -> None:
        self.loosen_button.setVisible(looser)
        self.compare_button.setVisible(compare)
