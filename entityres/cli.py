"""Command line: `inspect`, `match`, `explain`, `find`, `evaluate`, and the window. What it promises is in contract.md.

Everything heavy is imported where it is first needed, so that `--version` and `--help` answer at once. The module is long
because a command, its options and its words belong together.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from entityres import __version__
from entityres.errors import Cancelled, EntityResError, InputError, SettingsError
from entityres.progress import Progress

if TYPE_CHECKING:
    from entityres.entities.survivorship import Merged
    from entityres.pipeline import MatchResult
    from entityres.records.record_list import ReadSettings, RecordList
    from entityres.settings import Settings

DONE, FAULT, UNUSABLE, STOPPED = 0, 1, 2, 130
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|", "space": " "}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in two lines instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End with the status for wrong usage."""
        self.exit(UNUSABLE, f"{message[:1].upper()}{message[1:]}.\nSee: {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: What stands behind the program's name.

    Returns:
        Exit status: 0 done, 2 unusable input, 130 stopped by the user, 1 a fault of the program.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    commands = ("inspect", "match", "explain", "find", "evaluate", "open")
    if not given or (given[0] not in (*commands, "-h", "--help", "--version")):
        given = ["open", *given]
    verbose = "--verbose" in given
    with _stopped_by_signal():
        try:
            chosen = _parser().parse_args(given)
            status: int = chosen.run(chosen)
            sys.stdout.flush()
            return status
        except EntityResError as error:
            _say(error.message, error.hint)
            return UNUSABLE
        except (KeyboardInterrupt, Cancelled):
            _say("Stopped. Nothing was written.")
            return STOPPED
        except BrokenPipeError:  # whoever reads our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        except MemoryError:
            _say("There is not enough memory for these lists.", "Close other programs or use a smaller list.")
            return UNUSABLE
        except Exception:
            return _fault(verbose)


# --- commands


def _open(chosen: argparse.Namespace) -> int:
    """Open the window."""
    missing = [name for name in chosen.files if not name.startswith("-") and not Path(name).exists()]
    if missing:
        raise InputError(f"{missing[0]} was not found.", "Check its name and place, or see: entityres --help.")
    from entityres.ui.app import main as open_window

    return open_window([*chosen.files, *(["--smoke-test"] if chosen.smoke_test else [])])


def _inspect(chosen: argparse.Namespace) -> int:
    """Tell what was understood of the lists."""
    from entityres import pipeline
    from entityres.entities.exporting import write_records
    from entityres.entities.staging import check_folder
    from entityres.entities.wording import described, listed

    if chosen.records and len(chosen.files) > 1:
        raise SettingsError("--records writes one list.", "Name one file.")
    if chosen.records:
        check_folder(Path(chosen.records).parent, [Path(chosen.records).name], chosen.files)
    settings = _settings(chosen)
    with _progress(chosen) as progress:
        lists = pipeline.load(chosen.files, _read_settings(chosen), progress)
        progress.begin("Understanding columns")
        columns = pipeline.understand(lists, settings)
        warnings = list(pipeline.clean(lists, columns, settings, progress).warnings)
        if chosen.records:
            write_records(lists[0], Path(chosen.records), progress)
    if not chosen.json:
        for number, record_list in enumerate(lists):
            print(described(record_list, columns.roles[number]))
        for text in warnings:
            print(f"Note: {text}")
        return DONE
    entries = [listed(record_list, roles) for record_list, roles in zip(lists, columns.roles, strict=True)]
    sys.stdout.flush()
    text = json.dumps({"lists": entries, "warnings": warnings}, indent=2, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")  # UTF-8 whatever the terminal's encoding is
    return DONE


def _match(chosen: argparse.Namespace) -> int:
    """Read, match, merge and write."""
    from entityres import pipeline
    from entityres.entities.exporting import FILES, ExportOptions
    from entityres.entities.reporting import recipe_of
    from entityres.entities.staging import Staging, check_folder
    from entityres.entities.wording import summary

    out = Path(chosen.out)
    options = ExportOptions(chosen.form, chosen.formula_guard, chosen.pairs)
    inputs = [*chosen.files, *([chosen.recipe] if chosen.recipe else [])]
    check_folder(out, [f"{kind}.{'json' if kind == 'report' else 'csv'}" for kind in (*FILES, "rejected")], inputs)
    recipe = Path(chosen.save_recipe) if chosen.save_recipe else None
    if recipe:
        check_folder(recipe.parent, [recipe.name], chosen.files)
    settings = _settings(chosen)
    with _progress(chosen) as progress:
        began = time.perf_counter()
        lists = _load(chosen, progress)
        reading = time.perf_counter() - began
        with _matched(chosen.project, lists, settings, progress) as result:
            result.seconds["reading"] = round(reading, 3)
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


def _explain(chosen: argparse.Namespace) -> int:
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
    settings = _settings(chosen)
    with _progress(chosen) as progress:
        lists = _load(chosen, progress)
        left, right = sorted(_record_at(place, lists) for place in places)
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


def _find(chosen: argparse.Namespace) -> int:
    """Tell which records are nearest to a typed one, or to one of the lists."""
    from entityres import pipeline
    from entityres.entities.wording import found_near, listed_near
    from entityres.records.typed_record import parse_typed

    typed = parse_typed(chosen.record) if "=" in chosen.record else None
    settings = _settings(chosen)
    with _progress(chosen) as progress:
        lists = _load(chosen, progress)
        asked = typed if typed is not None else _record_at(chosen.record.strip(), lists)
        found = pipeline.find(lists, asked, settings, chosen.top, progress)
    if chosen.json:
        entries = [listed_near(neighbour, lists) for neighbour in found]
        text = json.dumps({"record": typed or chosen.record, "nearest": entries}, indent=2, ensure_ascii=False)
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
        return DONE
    print(found_near(found, lists))
    return DONE


def _evaluate(chosen: argparse.Namespace) -> int:
    """Measure a result by the truth."""
    from entityres.entities.evaluation import evaluate
    from entityres.entities.wording import measured

    found = evaluate(chosen.folder, chosen.truth)
    if chosen.json:
        print(json.dumps(found.to_json(), indent=2))
        return DONE
    print(measured(found))
    return DONE


# --- parts of commands


def _load(chosen: argparse.Namespace, progress: Progress) -> tuple[RecordList, ...]:
    """Read the lists. Raises InputError when none of them has a record."""
    from entityres import pipeline

    lists = pipeline.load(chosen.files, _read_settings(chosen), progress)
    if not any(len(record_list) for record_list in lists):
        raise InputError(f"{chosen.files[0]} has headings but no records.", "Choose another file.")
    return lists


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


def _export(
    out: Path, result: MatchResult, merged: Merged, options: Any, settings: Settings, progress: Progress
) -> dict[str, Path]:
    from entityres.entities.decisions import Decisions
    from entityres.entities.exporting import export

    return export(out, result, merged, Decisions.none(), options, settings, progress)


def _settings(chosen: argparse.Namespace) -> Settings:
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
    for name in ("check", "match_at", "review_at", "seed", "memory_limit_mb"):
        if getattr(chosen, name, None) is not None:
            values[name] = getattr(chosen, name)
    for name in ("across_only", "one_to_one"):
        if getattr(chosen, name, False):
            values[name] = True
    return settings.changed(**values)


def _read_settings(chosen: argparse.Namespace) -> list[ReadSettings]:
    """How to read each file: the same for all."""
    from entityres.records.record_list import ReadSettings

    delimiter = None if chosen.delimiter is None else DELIMITERS.get(chosen.delimiter.lower(), chosen.delimiter)
    return [ReadSettings(chosen.encoding, delimiter, None, chosen.header_row, chosen.sheet)] * len(chosen.files)


def _record_at(place: str, lists: Sequence[RecordList]) -> int:
    """The number of a record over all lists, from LIST:ROW (or ROW where there is one list)."""
    name, colon, row = place.rpartition(":")
    names = [record_list.name for record_list in lists]
    files = [Path(record_list.path).name for record_list in lists]
    if not colon and len(lists) == 1:
        name = names[0]
    if name not in names and name not in files:
        raise SettingsError(f"{place} is not LIST:ROW.", f"Lists: {', '.join(names)}; rows count from 1.")
    number = names.index(name) if name in names else files.index(name)
    if not row.isdigit() or not 1 <= int(row) <= len(lists[number]):
        raise SettingsError(f"{place}: “{name}” has the rows 1 to {len(lists[number]):,}.", "Name one of these.")
    return sum(len(record_list) for record_list in lists[:number]) + int(row) - 1


# --- running


@contextmanager
def _progress(chosen: argparse.Namespace) -> Iterator[Progress]:
    """A Progress, with a bar on standard error if that is a terminal."""
    progress = Progress()
    if chosen.quiet or not sys.stderr.isatty():
        yield progress
        return
    done = threading.Event()
    bar = threading.Thread(target=_draw, args=(progress, done), daemon=True)
    bar.start()
    try:
        yield progress
    finally:
        done.set()
        bar.join()


def _draw(progress: Progress, done: threading.Event) -> None:
    """Show the stage and how far it is, ten times a second, until done."""
    width = 24
    while not done.wait(0.1):
        share = min(1.0, progress.done / progress.total) if progress.total else 0.0
        filled = int(share * width)
        bar = f"[{'#' * filled}{'-' * (width - filled)}] {share:>4.0%}" if progress.total else ""
        print(f"\r\x1b[K{progress.stage[:44]:<44} {bar}", end="", file=sys.stderr, flush=True)
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def _stopped_by_signal() -> Iterator[None]:
    """A polite request to end (SIGTERM) stops the work like Ctrl-C does, so that nothing half-written stays."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(message: str, hint: str = "") -> None:
    print(f"{message}\n{hint}".strip(), file=sys.stderr)


def _fault(verbose: bool) -> int:
    """Keep the details in the log and say where it is."""
    import traceback

    import platformdirs

    text = traceback.format_exc()
    if verbose:
        print(text, file=sys.stderr)
    log = Path(platformdirs.user_log_dir("entityres", appauthor=False)) / "entityres.log"
    where = f"The details are in {log}."
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} entityres {__version__}\n{text}\n")
    except OSError:
        where = "Run it again with --verbose for the details."
    _say("Something went wrong inside the program; your files are unchanged.", where)
    return FAULT


# --- arguments


def _parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    about = "Find and merge duplicate customers in CSV lists. Without a command the window opens."
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="entityres", description=about, formatter_class=raw, epilog="Example:\n  entityres customers.csv"
    )
    parser.add_argument("--version", action="version", version=f"entityres {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], words: str, example: str
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name, help=words, description=words, formatter_class=raw, epilog=f"Example:\n  entityres {example}"
        )
        made.set_defaults(run=run)
        return made

    made = command("open", _open, "Open the window, on lists or on a project.", "open crm.csv webshop.csv")
    made.add_argument("files", nargs="*", metavar="FILE", help="lists (.csv) or a project (.entityres)")
    made.add_argument("--smoke-test", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--verbose", action="store_true", help=argparse.SUPPRESS)

    made = command(
        "inspect", _inspect, "Tell what is understood of lists: columns, roles, problems.", "inspect crm.csv --json"
    )
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to look at")
    made.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    made.add_argument(
        "--records", metavar="OUT.csv", help="write what was loaded, with _row and _line in front (one list)"
    )
    _reading_options(made)

    example = "match crm.csv webshop.csv --out result --across-only --match-at 0.95"
    made = command("match", _match, "Find and merge duplicates; write the results to a folder.", example)
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to match")
    made.add_argument("--out", required=True, metavar="DIR", help="folder for the results; made if need be")
    _matching_options(made)
    _writing_options(made)
    _reading_options(made)

    example = "explain crm.csv webshop.csv crm:118 webshop:7"
    made = command("explain", _explain, "Tell why two records were compared or not, and how they scored.", example)
    made.add_argument("what", nargs="+", metavar="FILE... LIST:ROW LIST:ROW", help="lists, then two records of them")
    _matching_options(made)
    _reading_options(made)

    example = 'find crm.csv webshop.csv --record "name=Ann Lee,phone=0151 496 0001" --top 5'
    made = command("find", _find, "Find the records nearest to one: typed, or one of the lists.", example)
    made.add_argument("files", nargs="+", metavar="FILE", help="lists to look in")
    made.add_argument(
        "--record",
        required=True,
        metavar="RECORD",
        help='values by column, such as "name=Ann Lee,phone=0151 496 0001", or a record of the lists, such as crm:118',
    )
    made.add_argument("--top", type=_count, default=10, metavar="N", help="how many to show (default 10)")
    made.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    made.add_argument("--recipe", metavar="FILE.json", help="roles and keys of an earlier run")
    made.add_argument("--seed", type=_whole, metavar="N", help="seed of everything that draws at random")
    _reading_options(made)

    made = command(
        "evaluate", _evaluate, "Measure a result by a file that tells the truth.", "evaluate result --truth truth.csv"
    )
    made.add_argument("folder", metavar="DIR", help="folder that “match --out” wrote")
    made.add_argument(
        "--truth",
        required=True,
        metavar="FILE",
        help="CSV file with list,row,entity_id or with left_list,left_row,right_list,right_row",
    )
    made.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    made.add_argument("--verbose", action="store_true", help="show details of a fault of the program")
    return parser


def _reading_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("--role", action="append", default=[], metavar="COLUMN=ROLE", help="role of a column; repeatable")
    made.add_argument(
        "--check", metavar="COLUMN", help="check column: not used for matching, but to estimate the share correct"
    )
    made.add_argument("--encoding", help="encoding of the files, such as cp1252; found out if not given")
    made.add_argument(
        "--delimiter", help="separator: one character or comma, semicolon, tab, pipe; found out if not given"
    )
    made.add_argument(
        "--header-row", type=_whole, metavar="N", help="row that holds the headings; 0 when there are none"
    )
    made.add_argument(
        "--sheet", metavar="NAME", help="sheet of a workbook (.xlsx, .ods); needed where several have rows"
    )
    made.add_argument("--quiet", action="store_true", help="say nothing but what goes wrong")
    made.add_argument("--verbose", action="store_true", help="say more, and show details of a fault of the program")


def _matching_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("--across-only", action="store_true", help="several lists: no pairs inside one list")
    made.add_argument("--one-to-one", action="store_true", help="at most one partner per list")
    made.add_argument("--match-at", type=_probability, metavar="X", help="probability from which pairs are matches")
    made.add_argument(
        "--review-at", type=_probability, metavar="X", help="probability from which pairs are worth a look"
    )
    made.add_argument("--recipe", metavar="FILE.json", help="roles, keys, thresholds and rules of an earlier run")
    made.add_argument("--seed", type=_whole, metavar="N", help="seed of everything that draws at random")
    made.add_argument(
        "--memory-limit", type=_whole, dest="memory_limit_mb", metavar="MB", help="memory that the run may take"
    )


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
    made.add_argument("--save-recipe", metavar="FILE.json", help="write roles, keys, thresholds and rules of this run")
    made.add_argument("--project", metavar="FILE.entityres", help="keep everything in a new project for the window")


def _probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a probability between 0 and 1, such as 0.9")
    return value


def _whole(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number")
    return int(text)


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1")
    return int(text)
