"""UI: the progress of the job that runs: what it does, how far it is, and Stop. In the status bar of the window."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from entityres.progress import Progress
from entityres.records.percentages import percent
from entityres.ui.theme import grid, line_height, set_kind

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class ProgressStrip(QWidget):
    """Stage, bar, per cent, Stop. Space or Enter elsewhere on the page do not reach it; Esc inside it stops.

    Signals:
        stop_pressed: The user wants the job to stop.
    """

    stop_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("progressStrip")
        self.setAccessibleName("Progress")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self.words, "caption")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.stop_button = QPushButton("Stop")
        self.stop_button.setObjectName("stopButton")
        set_kind(self.stop_button, "link")
        self.stop_button.setAutoDefault(False)
        self.stop_button.clicked.connect(self.stop_pressed)
        layout.addWidget(self.words)
        layout.addWidget(self.bar)
        layout.addWidget(self.stop_button)
        self._began = 0.0
        self.hide()

    @Slot(str)
    def show_job(self, title: str) -> None:
        """A job starts."""
        self._began = time.monotonic()
        self.bar.setFixedWidth(line_height() * 9)
        self.words.setText(title)
        self.bar.setRange(0, 0)
        self.stop_button.setEnabled(True)
        self.stop_button.setText("Stop")
        self.setAccessibleDescription(title)
        self.show()

    @Slot(object)
    def show_progress(self, progress: Progress) -> None:
        """Show where a job is."""
        stage = progress.stage or self.words.text()
        if progress.total > 0:
            part = min(progress.done / progress.total, 1.0)
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(part * 1000))
            stage = f"{stage} {percent(part)}"
        else:
            self.bar.setRange(0, 0)
        seconds = time.monotonic() - self._began
        self.words.setText(f"{stage} · {seconds:.0f} s" if seconds >= 2 else stage)

    @Slot()
    def show_stopping(self) -> None:
        """The user pressed Stop; the job ends at its next step."""
        self.words.setText("Stopping…")
        self.stop_button.setEnabled(False)

    @Slot(str)
    def show_end(self, _title: str = "") -> None:
        """The job ended."""
        self.bar.setRange(0, 1)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.stop_pressed.emit()
            return
        super().keyPressEvent(event)
