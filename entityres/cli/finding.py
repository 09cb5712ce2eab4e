"""Command line: `find`, the records nearest to one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from entityres.cli.command import Command
from entityres.cli.ending import DONE
from entityres.cli.options import JSON, SEED, count, reading_options, settings_of, whole
from entityres.cli.printing import print_json
from entityres.cli.progress_bar import progress_of
from entityres.cli.records import load_lists, record_at
from entityres.errors import SettingsError
from entityres.records.sentences import ended

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.records.record_list import RecordList

FORMS = 'values by column, such as "name=Ann Lee,phone=0151 496 0001", or a record of the lists, such as crm:118'


def _run(chosen: argparse.Namespace) -> int:
    """Tell which records are nearest to a typed one, or to one of the lists."""
    from entityres import pipeline
    from entityres.entities.wording import found_near, listed_near
    from entityres.records.typed_record import parse_typed

    typed = parse_typed(chosen.record) if "=" in chosen.record else None
    settings = settings_of(chosen)
    with progress_of(chosen) as progress:
        lists = load_lists(chosen, progress)
        asked = typed if typed is not None else _of_lists(chosen.record.strip(), lists)
        found = pipeline.find(lists, asked, settings, chosen.top, progress)
    if chosen.json:
        entries = [listed_near(neighbour, lists) for neighbour in found]
        print_json({"record": typed or chosen.record, "nearest": entries})
        return DONE
    print(found_near(found, lists))
    return DONE


def _of_lists(place: str, lists: Sequence[RecordList]) -> int:
    """The number of a record of the lists. Raises SettingsError when the words name none."""
    if not place:
        raise SettingsError("The record to look for is empty.", f"Write {FORMS}.")
    if ":" not in place and not place.isdigit():
        names = ", ".join(record_list.name for record_list in lists)
        raise SettingsError(f"“{place}” names neither a record nor columns.", ended(f"Write {FORMS}. Lists: {names}"))
    return record_at(place, lists)


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to look in")
    made.add_argument(
        "--record",
        required=True,
        metavar="RECORD",
        help=FORMS,
    )
    made.add_argument("--top", type=count, default=10, metavar="N", help="how many to show (default 10)")
    made.add_argument("--json", action="store_true", help=JSON)
    made.add_argument("--recipe", metavar="FILE.json", help="roles and keys of an earlier run")
    made.add_argument("--seed", type=whole, metavar="N", help=SEED)
    reading_options(made)


COMMAND = Command(
    "find",
    _run,
    "Find the records nearest to one: typed, or one of the lists.",
    'find crm.csv webshop.csv --record "name=Ann Lee,phone=0151 496 0001" --top 5',
    _add_options,
)
