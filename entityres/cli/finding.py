"""Command line: `find`, the records nearest to one."""

from __future__ import annotations

import argparse

from entityres.cli.command import Command
from entityres.cli.ending import DONE
from entityres.cli.options import JSON, SEED, count, reading_options, settings_of, whole
from entityres.cli.printing import print_json
from entityres.cli.progress_bar import progress_of
from entityres.cli.records import load_lists, record_at


def _run(chosen: argparse.Namespace) -> int:
    """Tell which records are nearest to a typed one, or to one of the lists."""
    from entityres import pipeline
    from entityres.entities.wording import found_near, listed_near
    from entityres.records.typed_record import parse_typed

    typed = parse_typed(chosen.record) if "=" in chosen.record else None
    settings = settings_of(chosen)
    with progress_of(chosen) as progress:
        lists = load_lists(chosen, progress)
        asked = typed if typed is not None else record_at(chosen.record.strip(), lists)
        found = pipeline.find(lists, asked, settings, chosen.top, progress)
    if chosen.json:
        entries = [listed_near(neighbour, lists) for neighbour in found]
        print_json({"record": typed or chosen.record, "nearest": entries})
        return DONE
    print(found_near(found, lists))
    return DONE


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to look in")
    made.add_argument(
        "--record",
        required=True,
        metavar="RECORD",
        help='values by column, such as "name=Ann Lee,phone=0151 496 0001", or a record of the lists, such as crm:118',
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
