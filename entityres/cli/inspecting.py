"""Command line: `inspect`, what is understood of lists."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from entityres.cli.command import Command
from entityres.cli.ending import DONE
from entityres.cli.options import JSON, reading_options, reading_settings, settings_of
from entityres.cli.printing import print_json
from entityres.cli.progress_bar import progress_of
from entityres.errors import SettingsError


def _run(chosen: argparse.Namespace) -> int:
    """Tell what was understood of the lists."""
    from entityres import pipeline
    from entityres.entities.exporting import write_records
    from entityres.entities.staging import check_folder
    from entityres.entities.wording import described, listed, missing_lines

    if chosen.records and len(chosen.files) > 1:
        raise SettingsError("--records writes one list.", "Name one file.")
    if chosen.records:
        check_folder(Path(chosen.records).parent, [Path(chosen.records).name], chosen.files)
    settings = settings_of(chosen)
    with progress_of(chosen) as progress:
        lists = pipeline.load(chosen.files, reading_settings(chosen), progress)
        progress.begin("Understanding columns")
        columns = pipeline.understand(lists, settings)
        cleaned = pipeline.clean(lists, columns, settings, progress)
        warnings, missing = list(cleaned.warnings), [asdict(one) for one in cleaned.placeholders]
        if chosen.records:
            write_records(lists[0], Path(chosen.records), progress)
    if chosen.json:
        entries = [listed(record_list, roles) for record_list, roles in zip(lists, columns.roles, strict=True)]
        print_json({"lists": entries, "warnings": warnings, "placeholders": missing})
        return DONE
    for number, record_list in enumerate(lists):
        print(described(record_list, columns.roles[number]))
    for text in (*missing_lines(missing), *warnings):
        print(f"Note: {text}")
    return DONE


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to look at")
    made.add_argument("--json", action="store_true", help=JSON)
    made.add_argument(
        "--records", metavar="OUT.csv", help="write what was loaded, with _row and _line in front (one list)"
    )
    reading_options(made)


COMMAND = Command(
    "inspect",
    _run,
    "Tell what is understood of lists: columns, roles, problems.",
    "inspect crm.csv --json",
    _add_options,
)
