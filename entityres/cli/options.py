"""Command line: options that several commands share, and the settings that they make."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from entityres.errors import SettingsError

if TYPE_CHECKING:
    from entityres.records.record_list import ReadSettings
    from entityres.settings import Settings

JSON = "print one JSON object instead of words"
SEED = "seed of everything that draws at random"


def reading_options(made: argparse.ArgumentParser) -> None:
    """How lists are read and what their columns are; `reading_settings` and `settings_of` take them up."""
    made.add_argument("--role", action="append", default=[], metavar="COLUMN=ROLE", help="role of a column; repeatable")
    made.add_argument(
        "--check", metavar="COLUMN", help="check column: not used for matching, but to estimate the share correct"
    )
    made.add_argument("--encoding", help="encoding of the files, such as cp1252; found out if not given")
    made.add_argument(
        "--delimiter", help="separator: one to seven signs, or comma, semicolon, tab, pipe; found out if not given"
    )
    made.add_argument(
        "--header-row", type=whole, metavar="N", help="row that holds the headings; 0 when there are none"
    )
    made.add_argument(
        "--sheet", metavar="NAME", help="sheet of a workbook (.xlsx, .ods); needed where several have rows"
    )
    made.add_argument("--quiet", action="store_true", help="say nothing but what goes wrong")
    made.add_argument("--verbose", action="store_true", help="say more, and show details of a fault of the program")


def matching_options(made: argparse.ArgumentParser) -> None:
    """How records are matched; `settings_of` takes them up."""
    made.add_argument("--across-only", action="store_true", help="several lists: no pairs inside one list")
    made.add_argument(
        "--one-to-one",
        action=argparse.BooleanOptionalAction,
        help="at most one partner per list; if not given, the lists decide: yes where none of them holds doubles",
    )
    made.add_argument("--match-at", type=probability, metavar="X", help="probability from which pairs are matches")
    made.add_argument(
        "--review-at", type=probability, metavar="X", help="probability from which pairs are worth a look"
    )
    made.add_argument("--recipe", metavar="FILE.json", help="roles, keys, thresholds and rules of an earlier run")
    made.add_argument("--seed", type=whole, metavar="N", help=SEED)
    made.add_argument(
        "--memory-limit",
        type=whole,
        dest="memory_limit_mb",
        metavar="MB",
        help="memory that comparing may take, beside the lists themselves; if not given, a good half of what is built in",
    )


def settings_of(chosen: argparse.Namespace) -> Settings:
    """The choices of a recipe, if one is given, and over them those of the command line."""
    from entityres.records.roles import Role
    from entityres.settings import Settings, load_recipe

    settings = load_recipe(chosen.recipe) if getattr(chosen, "recipe", None) else Settings()
    roles = dict(settings.roles)
    for text in chosen.role:
        column, equals, role = text.rpartition("=")
        if not equals or role.strip() not in set(Role):
            raise SettingsError(f"--role {text} is not COLUMN=ROLE.", f"Roles: {', '.join(Role)}.")
        roles[column.strip()] = Role(role.strip())
    values: dict[str, Any] = {"roles": roles}
    for name in ("check", "match_at", "review_at", "seed", "memory_limit_mb", "one_to_one"):
        if getattr(chosen, name, None) is not None:
            values[name] = getattr(chosen, name)
    if getattr(chosen, "across_only", False):
        values["across_only"] = True
    settings = settings.changed(**values)
    review_at, match_at = settings.review_at, settings.match_at
    if review_at is not None and match_at is not None and review_at > match_at:
        raise SettingsError(
            f"Pairs are worth a look from {review_at} on and matches from {match_at} on: nothing is between.",
            "Let --review-at be at most --match-at.",
        )
    return settings


def reading_settings(chosen: argparse.Namespace) -> list[ReadSettings]:
    """How to read each file: the same for all."""
    from entityres.records.record_list import ReadSettings
    from entityres.records.separators import separator_of

    delimiter = None if chosen.delimiter is None else separator_of(chosen.delimiter)
    return [ReadSettings(chosen.encoding, delimiter, None, chosen.header_row, chosen.sheet)] * len(chosen.files)


def probability(text: str) -> float:
    """A number between 0 and 1, both left out."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a probability between 0 and 1, such as 0.9")
    return value


def whole(text: str) -> int:
    """A whole number from 0."""
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number")
    return int(text)


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1")
    return int(text)
