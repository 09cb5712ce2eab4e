"""UI: Python's cycle collector, pinned to the GUI thread.

Left to itself it runs in whatever thread allocates, and takes Qt objects apart there; that ends the process. So it is
switched off and run here: the young generations every second, everything after a job ended or a window closed.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot


class Collector(QObject):
    """Collects garbage in the GUI thread while it exists."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._on_timer_timeout)

    def start(self) -> None:
        """Take over."""
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Give back."""
        self._timer.stop()
        gc.enable()

    @Slot()
    def collect_all(self) -> None:
        """Collect everything now."""
        gc.collect()

    @Slot()
    def _on_timer_timeout(self) -> None:
        young, middle, _old = gc.get_threshold()
        counts = gc.get_count()
        if counts[1] > middle:
            gc.collect(1)
        elif counts[0] > young:
            gc.collect(0)
