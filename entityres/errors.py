"""Engine: the errors that a user meets, each with what to do about it."""

from __future__ import annotations


class EntityResError(Exception):
    """A plain problem of input or use: what happened and where, and a remedy.

    Attributes:
        message: One sentence: what happened and where (file, line, column).
        hint: One sentence: what to do. May be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message} {hint}".strip())
        self.message = message
        self.hint = hint


class InputError(EntityResError):
    """A file or list that cannot be used."""


class SheetError(InputError):
    """A workbook of several sheets of which one must be chosen.

    Attributes:
        sheets: Their names.
    """

    def __init__(self, message: str, hint: str, sheets: tuple[str, ...]) -> None:
        super().__init__(message, hint)
        self.sheets = sheets


class OutputError(EntityResError):
    """A result that cannot be written."""


class SettingsError(EntityResError):
    """An option, recipe or role that cannot be followed."""


class ProjectError(EntityResError):
    """A project file that cannot be opened or written."""


class Cancelled(Exception):  # noqa: N818 - not an error: the user asked for it
    """Raised inside long work when the user asked to stop."""
