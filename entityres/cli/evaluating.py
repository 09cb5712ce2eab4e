"""Command line: `evaluate`, a result measured by the truth."""

from __future__ import annotations

import argparse
import json

from entityres.cli.command import Command
from entityres.cli.ending import DONE
from entityres.cli.options import JSON


def _run(chosen: argparse.Namespace) -> int:
    """Measure a result by the truth."""
    from entityres.entities.evaluation import evaluate
    from entityres.entities.wording import measured

    found = evaluate(chosen.folder, chosen.truth)
    if chosen.json:
        print(json.dumps(found.to_json(), indent=2))
        return DONE
    print(measured(found))
    return DONE


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("folder", metavar="DIR", help="folder that “match --out” wrote")
    made.add_argument(
        "--truth",
        required=True,
        metavar="FILE",
        help="CSV file with list,row,entity_id or with left_list,left_row,right_list,right_row",
    )
    made.add_argument("--json", action="store_true", help=JSON)
    made.add_argument("--verbose", action="store_true", help="show details of a fault of the program")


COMMAND = Command(
    "evaluate",
    _run,
    "Measure a result by a file that tells the truth.",
    "evaluate result --truth truth.csv",
    _add_options,
)
