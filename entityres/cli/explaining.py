"""Command line: `explain`, why two records were compared or not, and how they scored."""

from __future__ import annotations

import argparse

from entityres.cli.command import Command
from entityres.cli.ending import DONE
from entityres.cli.options import matching_options, reading_options, settings_of
from entityres.cli.progress_bar import progress_of
from entityres.cli.records import load_lists, record_at
from entityres.errors import SettingsError


def _run(chosen: argparse.Namespace) -> int:
    """Tell why two records were compared or not, and how they scored."""
    from entityres import pipeline
    from entityres.entities.wording import explained
    from entityres.scoring.explaining import explain_records
    from entityres.scoring.points import point_scale

    if len(chosen.what) < 3:
        raise SettingsError(
            "Name at least one file and two records, such as crm:118 shop:7.", "See: entityres explain --help"
        )
    chosen.files, places = chosen.what[:-2], chosen.what[-2:]
    settings = settings_of(chosen)
    with progress_of(chosen) as progress:
        lists = load_lists(chosen, progress)
        left, right = sorted(record_at(place, lists) for place in places)
        if left == right:
            raise SettingsError("These are the same record.", "Name two different ones.")
        result = pipeline.match(lists, settings, progress=progress)
        scored, cleaned, group_of = result.scored, result.cleaned, result.groups.group_of
        why = explain_records(scored, cleaned, left, right, across_only=settings.across_only, seed=settings.seed)
    together = bool(group_of[left] == group_of[right])
    match_at = scored.default_match_at if settings.match_at is None else settings.match_at
    names = [
        f"{lists[cleaned.list_of[r]].name}:{r - int(cleaned.starts[cleaned.list_of[r]]) + 1}" for r in (left, right)
    ]
    print(explained(names, why, match_at, together, point_scale(scored)))
    return DONE


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("what", nargs="+", metavar="FILE... LIST:ROW LIST:ROW", help="lists, then two records of them")
    matching_options(made)
    reading_options(made)


COMMAND = Command(
    "explain",
    _run,
    "Tell why two records were compared or not, and how they scored.",
    "explain crm.csv webshop.csv crm:118 webshop:7",
    _add_options,
)
