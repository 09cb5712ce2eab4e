"""Engine: report.json: what went in, what was chosen, what came out, and how sure the program is."""

from __future__ import annotations

import datetime
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres import __version__
from entityres.entities.decisions import Answer, Decisions
from entityres.entities.finished_run import FinishedRun
from entityres.entities.staying_apart import copies_apart, people_apart
from entityres.records.fields import field_label
from entityres.records.roles import Role
from entityres.scoring.doubles_inside import is_one_to_one, most_doubles, single_lists, why
from entityres.scoring.scored_pairs import Zone, weight_of

if TYPE_CHECKING:
    from entityres.entities.exporting import CsvForm, ExportOptions, Written
    from entityres.entities.survivorship import Merged
    from entityres.scoring.capture import Recapture
    from entityres.settings import Settings

REPORT_FORMAT = 1
LIBRARIES = ("numpy", "pandas", "pyarrow", "numba", "rapidfuzz")


def report(
    run: FinishedRun,
    decisions: Decisions,
    settings: Settings,
    options: ExportOptions,
    form: CsvForm,
    written: Mapping[str, Written],
    writing_seconds: float,
    warnings: Sequence[str] = (),
) -> dict[str, Any]:
    """The content of report.json. What differs between two equal runs is under `run`, `seconds` and `peak_memory_mb`.

    Args:
        run: The finished run.
        decisions: What a person said.
        settings: The user's choices.
        options: What was written, and how.
        form: The shape of the CSV files.
        written: The CSV files by name.
        writing_seconds: How long writing took.
        warnings: What is to be said about the export itself.
    """
    return {
        **about_run(run, decisions, settings, options),
        **about_files(run, settings, options, form, written, writing_seconds, warnings),
    }


def about_run(run: FinishedRun, decisions: Decisions, settings: Settings, options: ExportOptions) -> dict[str, Any]:
    """The part of the report that can be made while the files are being written."""
    zones = run.scored.zones(settings.match_at, settings.review_at)
    return {
        "entityres_report": REPORT_FORMAT,
        "versions": versions(),
        "run": {
            "finished": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "system": platform.platform(),
            "cores": os.cpu_count(),
        },
        "lists": [_list_entry(run, number) for number in range(len(run.lists))],
        "settings": settings.to_json(),
        "thresholds": _thresholds(run, settings),
        "keys": _keys(run),
        "left_out": left_out(run, zones),
        "keys_not_used": keys_not_used(run),
        "placeholders": [asdict(one) for one in run.cleaned.placeholders],
        "counts": counts(run, decisions, zones),
        "estimates": estimates(run, zones, settings),
        "sample_checks": [dict(check) for check in options.sample_checks],
        "similarity_checks": (
            None if options.similarity_checks is None else [dict(check) for check in options.similarity_checks]
        ),
        "one_to_one": _one_to_one(run, settings),
    }


def about_files(
    run: FinishedRun,
    settings: Settings,
    options: ExportOptions,
    form: CsvForm,
    written: Mapping[str, Written],
    writing_seconds: float,
    warnings: Sequence[str] = (),
) -> dict[str, Any]:
    """The rest of the report, for which the files must be there."""
    return {
        "export": {
            "form": options.form,
            "encoding": form.encoding,
            "delimiter": form.delimiter,
            "line_end": form.line_end,
            "formula_guard": form.guard,
            "pairs": options.pairs,
        },
        "files": {
            name: {"rows": file.rows, "size": file.size, "sha256": file.digest.hexdigest()}
            for name, file in written.items()
        },
        "seconds": {**run.seconds, "writing": round(writing_seconds, 3)},
        "peak_memory_mb": peak_memory_mb(),
        "warnings": [*one_to_one_notes(run, settings), *run_warnings(run), *warnings],
    }


def left_out(run: FinishedRun, zones: np.ndarray) -> list[dict[str, Any]]:
    """Values that too many records share, with the pairs that were left out there and the matches that this may cost.

    The expected loss is of the whole key, and None where no match of it was found by another key, so that nothing can be
    said.
    """
    from entityres.candidates.counting import expected_loss
    from entityres.candidates.key_entries import EntryMaker

    pairs, maker = run.scored.pairs, EntryMaker(run.cleaned)
    losses = {
        number: expected_loss(maker, pairs.keys[number], number, pairs, zones == Zone.MATCH)
        for number in sorted({left.key for left in pairs.left_out})
        if pairs.keys[number].sets is None
    }
    return [
        {
            "key": pairs.keys[left.key].name,
            "value": left.text,
            "records": left.records,
            "pairs": left.pairs,
            "expected_loss_of_key": _number(losses.get(left.key)),
        }
        for left in pairs.left_out
    ]


def keys_not_used(run: FinishedRun) -> dict[str, Any]:
    """Keys that were looked at and not used: why, and what each, and all together, would add to the keys in use."""
    left = run.scored.pairs.not_used
    return {
        "expected_matches": _number(left.matches),
        "pairs": _number(left.pairs),
        "source": "scores of a sample of their pairs, those that would be matches or in review",
        "keys": [
            {
                "name": one.key.name,
                "why": one.why.value,
                "expected_matches": _number(one.matches),
                "pairs": _number(one.pairs),
                "key": one.key.to_json(),
            }
            for one in left.keys
        ],
    }


def versions() -> dict[str, str]:
    """Versions of the program and of what it stands on."""
    found = {"entityres": __version__, "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # a frozen program may not carry it
            found[name] = str(getattr(sys.modules.get(name), "__version__", ""))
    return found


def counts(run: FinishedRun, decisions: Decisions, zones: np.ndarray) -> dict[str, int]:
    """The numbers of a run: records, pairs, groups."""
    sizes = run.groups.sizes
    records = len(run.groups.group_of)
    return {
        "records": records,
        "rejected_rows": sum(len(record_list.rejected) for record_list in run.lists),
        "blank_rows": sum(record_list.blank_rows for record_list in run.lists),
        "pairs": len(run.scored),
        "match_pairs": int((zones == Zone.MATCH).sum()),
        "review_pairs": int((zones == Zone.REVIEW).sum()),
        "guarded_pairs": int((run.scored.guards != 0).sum()),
        "kept_apart_pairs": len(run.groups.kept_apart),
        "decided_match": int((decisions.answers == Answer.MATCH).sum()),
        "decided_not": int((decisions.answers == Answer.NOT).sum()),
        "decided_unsure": int((decisions.answers == Answer.UNSURE).sum()),
        "groups": int((sizes > 1).sum()),
        "largest_group": int(sizes.max(initial=0)),
        "single_records": int((sizes == 1).sum()),
        "merged_records": len(sizes),
        "merged_away": records - len(sizes),
    }


def estimates(run: FinishedRun, zones: np.ndarray, settings: Settings) -> dict[str, Any]:
    """Share correct in each zone and matches to expect there, what the model expects, and pairs found, with intervals."""
    from entityres.scoring.estimating import expected_matches, share_correct

    made: dict[str, Any] = _by_the_scores(run, settings)
    for name, zone in (("match", Zone.MATCH), ("review", Zone.REVIEW)):
        estimate = share_correct(run.scored, zones == zone)
        made[name] = {
            "share_correct": _number(estimate.value),
            "low": _number(estimate.low),
            "high": _number(estimate.high),
            "source": estimate.source,
            "warning": estimate.warning,
            "advice": estimate.advice,
            "expected_matches": _number(expected_matches(run.scored, zones == zone)),
        }
    return made


def _by_the_scores(run: FinishedRun, settings: Settings) -> dict[str, Any]:
    """What the scores alone lead to expect, how many pairs the keys found, and where the check column disagrees."""
    from entityres.scoring.capture import pairs_found
    from entityres.scoring.estimating import estimator_of
    from entityres.scoring.model_estimate import disagreement, model_estimate

    cuts = _thresholds(run, settings)
    estimator = estimator_of(run.scored)
    found = pairs_found(run.scored, {field.name: field.role for field in run.cleaned.fields})
    expected = model_estimate(estimator, cuts["match_at"], cuts["review_at"], found)
    model = {
        "share_correct": _number(expected.correct),
        "share_wrong": _number(expected.wrong),
        "share_missed": _number(expected.missed),
        "share_missed_in_all": _number(expected.missed_in_all),
    }
    return {
        "model": model,
        "pairs_found": None if found is None else _pairs_found(found),
        "disagreement": disagreement(estimator.above(cuts["match_at"]), expected),
    }


def _pairs_found(found: Recapture) -> dict[str, Any]:
    """Share of all true pairs that the keys found, by capture and recapture between independent keys."""
    return {
        "share": _number(found.share),
        "low": _number(found.low),
        "high": _number(found.high),
        "expected_in_all": _number(found.total),
        "expected_found": _number(found.found),
        "source": "capture and recapture between keys that share no field",
    }


def run_warnings(run: FinishedRun) -> list[str]:
    """Plain sentences about what a person should know: problems of the files, of the columns, pairs left out."""
    found = [f"{record_list.name}: {problem.message}" for record_list in run.lists for problem in record_list.problems]
    found += _files_twice(run)
    found += run.cleaned.warnings
    if not run.cleaned.fields and len(run.cleaned):
        found.append(
            "No column is compared, so that nothing could be found: say what columns hold with --role COLUMN=ROLE."
        )
    found += _keys_without_columns(run)
    pairs = run.scored.pairs
    left_out = sum(left.pairs for left in pairs.left_out if not left.copies)
    found += [apart for apart in (copies_apart(pairs), people_apart(run.cleaned, run.scored).words) if apart]
    if left_out:
        found.append(f"{left_out:,} pairs were left out to stay within the budget; see “left_out” in report.json.")
    return found


def _files_twice(run: FinishedRun) -> list[str]:
    """One sentence for each list that is the same file as one before: its records find themselves."""
    found: list[str] = []
    first: dict[tuple[str, str | None], str] = {}
    for one in run.lists:
        name = first.setdefault((one.sha256, one.settings.sheet), one.name)
        if one.sha256 and name != one.name:
            found.append(f"“{one.name}” is the same file as “{name}”: every record is there twice.")
    return found


def _keys_without_columns(run: FinishedRun) -> list[str]:
    """One sentence for each key that reads what is not compared in these lists, as one of a recipe for others may."""
    found, pairs = [], run.scored.pairs
    for key, counts in zip(pairs.keys, pairs.counts, strict=True):
        there_or_not = [] if key.is_of_copies else sorted(key.fields)  # copies are told by all that is compared
        missing = [field_label(name) for name in there_or_not if not run.cleaned.has_field(name)]
        if key.enabled and missing:
            so = "goes by the rest" if counts.pairs else "finds nothing"
            found.append(f"The key “{key.name}” reads {' and '.join(missing)}, which is not compared here: it {so}.")
    return found


def one_to_one_notes(run: FinishedRun, settings: Settings) -> list[str]:
    """One sentence where the program itself allowed at most one match per record, else nothing."""
    inside = run.scored.inside
    single = single_lists(inside, settings, len(run.lists))
    if settings.one_to_one is not None or not single:
        return []
    names = [record_list.name for record_list in run.lists]
    if all(single):
        return [
            f"Each record has at most one match in each other list: {why(inside, names)}. --no-one-to-one lifts this."
        ]
    without = " and ".join(f"“{name}”" for name, one in zip(names, single, strict=True) if one)
    return [
        f"A record of another list has at most one match in {without}, where hardly any is there twice. "
        "--no-one-to-one lifts this."
    ]


def _one_to_one(run: FinishedRun, settings: Settings) -> dict[str, Any] | None:
    """Whether a record had at most one match in each other list, who chose that, and why; None for one list."""
    inside = run.scored.inside
    if len(run.lists) < 2:
        return None
    names = [record_list.name for record_list in run.lists]
    single = single_lists(inside, settings, len(run.lists))
    return {
        "used": is_one_to_one(inside, settings),
        "chosen_by": "lists" if settings.one_to_one is None else "user",
        "why": why(inside, names),
        "lists": [
            {
                "name": name,
                **asdict(one),
                "doubles_at_most": _number(most_doubles(one)),
                "at_most_one_match_here": number < len(single) and single[number],
            }
            for number, (name, one) in enumerate(zip(names, inside, strict=False))
        ],
    }


def recipe_of(run: FinishedRun, merged: Merged, settings: Settings) -> Settings:
    """The choices with all that the program chose itself filled in, but not what each lists must show anew (one-to-one)."""
    roles: dict[str, Role] = {}
    check = settings.check
    for record_list, columns in zip(run.lists, run.columns.roles, strict=True):
        for column in columns:
            if column.role == Role.CHECK:
                check = column.column
            elif roles.setdefault(column.column, column.role) != column.role:
                roles[f"{record_list.name}:{column.column}"] = column.role
    scored = run.scored
    return settings.changed(
        roles=roles,
        check=check,
        keys=scored.pairs.keys,
        match_at=scored.default_match_at if settings.match_at is None else settings.match_at,
        review_at=scored.default_review_at if settings.review_at is None else settings.review_at,
        rules=merged.rules,
    )


def peak_memory_mb() -> int | None:
    """The most memory that this process has taken; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak / (1024 * 1024 if sys.platform == "darwin" else 1024))


def _list_entry(run: FinishedRun, number: int) -> dict[str, Any]:
    record_list = run.lists[number]
    return {
        "name": record_list.name,
        "path": record_list.path,
        "size": record_list.size,
        "sha256": record_list.sha256,
        "encoding": record_list.settings.encoding,
        "delimiter": record_list.settings.delimiter,
        "quote": record_list.settings.quote,
        "header_row": record_list.settings.header_row,
        "records": len(record_list),
        "rejected_rows": len(record_list.rejected),
        "blank_rows": record_list.blank_rows,
        "columns": [{"name": c.column, "role": str(c.role), "why": c.why} for c in run.columns.roles[number]],
    }


def _thresholds(run: FinishedRun, settings: Settings) -> dict[str, float]:
    match_at = run.scored.default_match_at if settings.match_at is None else settings.match_at
    review_at = run.scored.default_review_at if settings.review_at is None else settings.review_at
    review_at = min(match_at, review_at)
    return {
        "match_at": match_at,
        "review_at": review_at,
        "match_score": weight_of(match_at),
        "review_score": weight_of(review_at),
        "prior_score": float(run.scored.prior),
    }


def _keys(run: FinishedRun) -> list[dict[str, Any]]:
    pairs = run.scored.pairs
    entries = []
    for number, key in enumerate(pairs.keys):
        entry: dict[str, Any] = key.to_json()
        if number < len(pairs.counts):
            found = pairs.counts[number]
            entry["counts"] = {
                "records": found.records,
                "buckets": found.buckets,
                "largest": found.largest,
                "pairs": found.pairs,
                "only_this": found.only_this,
            }
        entries.append(entry)
    return entries


def _number(value: float | None) -> float | None:
    """A number that JSON can hold."""
    return None if value is None or not np.isfinite(value) else round(float(value), 6)
