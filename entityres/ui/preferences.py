"""UI: a typed view of QSettings: what is remembered beyond a project (window, appearance, recent files, widths).

QSettings hands text back in the next process (`False` becomes "false", which is true), so nothing else reads it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

RECENT = 10


class Preferences:
    """Preferences of this user on this computer.

    Args:
        path: An INI file of its own (tests); None for the system's place.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            self._settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "entityres", "entityres")
        else:
            self._settings = QSettings(str(path), QSettings.Format.IniFormat)

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        return str(self._settings.value(key, default, type=str))

    def number(self, key: str, default: int = 0) -> int:
        """A whole number."""
        try:
            return int(str(self._settings.value(key, default)))
        except ValueError:
            return default

    def flag(self, key: str, default: bool = False) -> bool:
        """A yes or no."""
        return str(self._settings.value(key, default)).lower() in ("true", "1")

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        value = self._settings.value(key)
        if value is None:
            return []
        return [str(part) for part in value] if isinstance(value, (list, tuple)) else [str(value)]

    def state(self, key: str) -> QByteArray:
        """Bytes of a window, splitter or header; empty when there are none."""
        value = self._settings.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep(self, key: str, value: Any) -> None:
        """Remember a value."""
        self._settings.setValue(key, value)

    def recent(self) -> list[str]:
        """Recently used projects and sets of lists (paths joined by a line end), newest first."""
        return self.texts("recent")

    def add_recent(self, entry: str) -> None:
        """Put an entry at the head of the recent ones."""
        self.keep("recent", [entry, *(old for old in self.recent() if old != entry)][:RECENT])

    def remove_recent(self, entry: str) -> None:
        """Forget an entry."""
        self.keep("recent", [old for old in self.recent() if old != entry])

    def flush(self) -> None:
        """Write to disk now."""
        self._settings.sync()
