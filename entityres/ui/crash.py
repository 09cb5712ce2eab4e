"""UI: what happens when the program itself has a fault: it is logged first, and said once.

The hook may be called in any thread and once per painted cell; so it counts, logs each kind once in full, and hands a plain
report to the GUI thread by a queued signal.
"""

from __future__ import annotations

import logging
import logging.handlers
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, Slot

import entityres
from entityres.ui.messages import Message, Messages

_log = logging.getLogger("entityres")


def start_log(folder: Path) -> Path:
    """Write warnings and faults to a small log that starts anew when it is full; return its place."""
    path = folder / "log" / "entityres.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=500_000, backupCount=2, encoding="utf-8", delay=True
        )
    except OSError:
        return path
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    return path


class CrashHook(QObject):
    """Takes over `sys.excepthook` while it is installed.

    Signals:
        fault_met: Details (str) of a fault, in the GUI thread.
    """

    fault_met = Signal(str)

    def __init__(self, messages: Messages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messages = messages
        self._seen: dict[str, int] = {}
        self._lock = threading.Lock()
        self.fault_met.connect(self._on_fault_met, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Become the hook of the interpreter."""
        sys.excepthook = self.handle

    def uninstall(self) -> None:
        """Give the hook back."""
        if sys.excepthook == self.handle:
            sys.excepthook = sys.__excepthook__

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log a fault; report the first of its kind."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        last = traceback.extract_tb(trace)[-1] if trace is not None else None
        place = f"{kind.__name__} {last.filename}:{last.lineno}" if last else kind.__name__
        with self._lock:
            self._seen[place] = self._seen.get(place, 0) + 1
            first = self._seen[place] == 1
        if not first:
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        _log.error("A fault of the program:\n%s", details)
        self.fault_met.emit(f"entityres {entityres.__version__}, Python {sys.version.split()[0]}\n{details}")

    @Slot(str)
    def _on_fault_met(self, details: str) -> None:
        self._messages.message_posted.emit(
            Message(
                "Something went wrong in the program. Your decisions are safe.",
                "Try again; if it happens again, send us the details.",
                "problem",
                topic="fault",
                details=details,
            )
        )


def open_log_folder() -> None:
    """Show the folder of the log in the system's file manager."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    from entityres.session.places import data_folder

    folder = data_folder() / "log"
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
