"""Command line: `match`, the whole job without a window."""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entityres.cli.command import Command
from entityres.cli.ending import DONE
from entityres.cli.options import matching_options, reading_options, settings_of
from entityres.cli.progress_bar import progress_of
from entityres.cli.records import load_lists
from entityres.cli.without_pandas import leave_pandas_out
from entityres.errors import Cancelled
from entityres.progress import Progress

if TYPE_CHECKING:
    from entityres.entities.survivorship import Merged
    from entityres.pipeline import MatchResult
    from entityres.records.record_list import RecordList
    from entityres.settings import Settings


def _run(chosen: argparse.Namespace) -> int:
    """Read, match, merge and write, in a twentieth less time without searches for cycles: arrays hardly make any."""
    searching = gc.isenabled()
    gc.disable()
    try:
        return _match(chosen)
    finally:
        if searching:
            gc.enable()


def _match(chosen: argparse.Namespace) -> int:
    from entityres import pipeline
    from entityres.entities.exporting import FILES, ExportOptions
    from entityres.entities.reporting import recipe_of
    from entityres.entities.staging import Staging, check_folder
    from entityres.entities.wording import summary

    leave_pandas_out()
    out = Path(chosen.out)
    options = ExportOptions(chosen.form, chosen.formula_guard, chosen.pairs)
    inputs = [*chosen.files, *([chosen.recipe] if chosen.recipe else [])]
    check_folder(out, [f"{kind}.{'json' if kind == 'report' else 'csv'}" for kind in (*FILES, "rejected")], inputs)
    recipe = Path(chosen.save_recipe) if chosen.save_recipe else None
    if recipe:
        check_folder(recipe.parent, [recipe.name], chosen.files)
    settings = settings_of(chosen)
    with progress_of(chosen) as progress:
        began = time.perf_counter()
        lists = load_lists(chosen, progress)
        reading = time.perf_counter() - began
        with _matched(chosen.project, lists, settings, progress) as result:
            result.seconds["reading"] = round(reading, 3)
            if chosen.check_similar:
                progress.begin("Checking keys on a sample")
                began = time.perf_counter()
                options = replace(options, similarity_checks=_checked(result, settings, progress))
                result.seconds["checking"] = round(time.perf_counter() - began, 3)
            progress.begin("Merging")
            began = time.perf_counter()
            merged = pipeline.merge(result.lists, result.columns, result.groups, settings)
            result.seconds["merging"] = round(time.perf_counter() - began, 3)
            if recipe:
                with Staging(recipe.parent) as staging:
                    text = json.dumps(recipe_of(result, merged, settings).to_json(), indent=2, ensure_ascii=False)
                    staging.open(recipe.name).write(text.encode("utf-8") + b"\n")
                    _export(out, result, merged, options, settings, progress)
                    staging.commit()
            else:
                _export(out, result, merged, options, settings, progress)
    if not chosen.quiet:
        report = json.loads((out / "report.json").read_text(encoding="utf-8"))
        print(summary(report, out, chosen.verbose))
    return DONE


@contextmanager
def _matched(
    path: str | None, lists: Sequence[RecordList], settings: Settings, progress: Progress
) -> Iterator[MatchResult]:
    """Match, in a project file if one is wanted; it stays only if all goes well to the end."""
    from entityres import pipeline

    if path is None:
        yield pipeline.match(lists, settings, progress=progress)
        return
    from entityres.session.project import Project

    project = Project.create(path)
    try:
        project.add_lists(lists)
        project.apply_recipe(settings)
        result = project.matching_job()(progress)
        if not isinstance(result, pipeline.MatchResult):  # what is left of a run that was stopped
            raise Cancelled
        project.take_matches(result)
        yield result
    except BaseException:
        project.delete()
        raise
    project.close()


def _checked(result: MatchResult, settings: Settings, progress: Progress) -> tuple[dict[str, Any], ...]:
    """What the keys by similarity find on a sample, beside what their curves promise."""
    from entityres.entities.similarity_checks import check_keys

    cleaned = result.cleaned
    across_only = settings.across_only and cleaned.n_lists > 1
    return check_keys(cleaned, result.scored.pairs, across_only=across_only, seed=settings.seed, progress=progress)


def _export(
    out: Path, result: MatchResult, merged: Merged, options: Any, settings: Settings, progress: Progress
) -> dict[str, Path]:
    from entityres.entities.decisions import Decisions
    from entityres.entities.exporting import export

    return export(out, result, merged, Decisions.none(), options, settings, progress)


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to match")
    made.add_argument("--out", required=True, metavar="DIR", help="folder for the results; made if need be")
    matching_options(made)
    _writing_options(made)
    reading_options(made)


def _writing_options(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--pairs",
        choices=("matches", "review", "all"),
        default="review",
        help="which pairs go to pairs.csv: matches, these and what is worth a look (default), or all compared",
    )
    made.add_argument(
        "--for",
        choices=("program", "excel", "same"),
        default="program",
        dest="form",
        help="form of the CSV files: for another program (default), for opening in Excel, or as the first list",
    )
    made.add_argument(
        "--no-formula-guard",
        action="store_false",
        default=None,
        dest="formula_guard",
        help="leave cells as they are that a spreadsheet would run as formulas",
    )
    made.add_argument(
        "--check-similar",
        action="store_true",
        help="check on a sample that keys by similarity find what their curve promises: every pair at least 60%% similar is "
        "counted exactly; the answer is printed and in report.json",
    )
    made.add_argument("--save-recipe", metavar="FILE.json", help="write roles, keys, thresholds and rules of this run")
    made.add_argument("--project", metavar="FILE.entityres", help="keep everything in a new project for the window")


COMMAND = Command(
    "match",
    _run,
    "Find and merge duplicates; write the results to a folder.",
    "match crm.csv webshop.csv --out result --across-only --match-at 0.95",
    _add_options,
)
