"""Session: preferences, each declared once: key, type, default, title. The window draws a row for each and keeps the values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from entityres.errors import SettingsError


@dataclass(frozen=True)
class Option:
    """A preference.

    Attributes:
        key: Its name for good, `section/name`.
        type: bool, int, float or str.
        default: Its value until somebody changes it.
        title: The words beside it.
        low: Lowest number.
        high: Highest number.
        choices: Values that a text may have, with their words; empty for any text.
    """

    key: str
    type: type[bool] | type[int] | type[float] | type[str]
    default: bool | int | float | str
    title: str
    low: float | None = None
    high: float | None = None
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def section(self) -> str:
        """The page of the preferences that it is on."""
        return self.key.partition("/")[0]


OPTIONS: tuple[Option, ...] = (
    Option(
        "appearance/theme",
        str,
        "system",
        "Theme",
        choices=(("system", "As the computer"), ("light", "Light"), ("dark", "Dark")),
    ),
    Option("appearance/zoom", int, 100, "Text size in percent", 75, 250),
    Option("review/person", str, "", "Your name, kept with each decision (empty: the name at this computer)"),
    Option(
        "review/shortcuts",
        str,
        "letters",
        "Keys for decisions",
        choices=(("letters", "A, R, U, S"), ("dedupe", "Y, N, U"), ("numbers", "1, 2, 0")),
    ),
    Option("review/hide_scores", bool, False, "Hide scores while deciding"),
    Option("review/differences_only", bool, False, "Show only fields that differ"),
    Option("review/batch", int, 25, "Pairs in a batch", 5, 1000),
    Option("review/target_correct", float, 0.9, "Wanted share correct", 0.5, 0.999),
    Option("merge/big_group", int, 10, "Groups over this size are shown as big", 3, 1000),
    Option(
        "export/form",
        str,
        "program",
        "Form of exported files",
        choices=(("program", "For another program"), ("excel", "For opening in Excel"), ("same", "Same as input")),
    ),
    Option("start/open_last", bool, False, "Open the last project at start"),
)
BY_KEY: dict[str, Option] = {option.key: option for option in OPTIONS}


def option(key: str) -> Option:
    """The preference of that key. Raises SettingsError when there is none."""
    if key not in BY_KEY:
        raise SettingsError(f"There is no preference named {key}.", "Check its name.")
    return BY_KEY[key]


def checked(key: str, value: Any) -> bool | int | float | str:
    """A stored value as what the preference holds; its default when the value makes no sense."""
    known = option(key)
    if known.type is bool:
        return _flag(value, bool(known.default))
    try:
        made = known.type(value)
    except (TypeError, ValueError):
        return known.default
    if isinstance(made, str):
        return made if not known.choices or made in dict(known.choices) else known.default
    if made != made:
        return known.default
    low = made if known.low is None else max(made, known.type(known.low))
    return low if known.high is None else min(low, known.type(known.high))


def _flag(value: Any, default: bool) -> bool:
    if isinstance(value, bool):
        return value
    text = str(value).lower()
    return text in ("true", "1") if text in ("true", "false", "1", "0") else default
