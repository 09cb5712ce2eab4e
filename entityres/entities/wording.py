"""Engine: lists, results and explanations in plain lines, for people who read a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entityres.records.percentages import percent
from entityres.records.sentences import ended

if TYPE_CHECKING:
    from entityres.entities.evaluation import Evaluation
    from entityres.records.fields import ColumnRole
    from entityres.records.record_list import RecordList
    from entityres.scoring.explaining import Explanation
    from entityres.scoring.points import PointScale
    from entityres.scoring.ranking import Neighbour


def described(record_list: RecordList, roles: Sequence[ColumnRole]) -> str:
    """A list in words: how it was read, its columns, its problems."""
    read = record_list.settings
    delimiter = {"\t": "tab", ",": "comma", ";": "semicolon", "|": "pipe"}.get(read.delimiter or "", read.delimiter)
    form = f"{read.encoding}, separator {delimiter}" if read.sheet is None else f"sheet “{read.sheet}”"
    lines = [
        f"{record_list.name}: {number_of(len(record_list), 'record')}, {number_of(len(record_list.columns), 'column')}"
        f" ({form}, {f'headings in row {read.header_row}' if read.header_row else 'no headings'})"
    ]
    if record_list.rejected or record_list.blank_rows:
        lines.append(
            f"  {number_of(len(record_list.rejected), 'row')} could not be loaded, {record_list.blank_rows:,} blank"
        )
    width = max((len(c.column) for c in roles), default=0)
    for c in roles:
        mark = " " if c.sure else "?"
        lines.append(
            f"  {c.column:<{width}}  {c.role:<13}{mark} {c.filled:>9,} filled, {c.distinct:>9,} different. {c.why}"
        )
    for problem in record_list.problems[:20]:
        lines.append(f"  ! {problem.message}")
    if len(record_list.problems) > 20:
        lines.append(f"  ! and {len(record_list.problems) - 20:,} more; --json lists them all")
    return "\n".join(lines)


def listed(record_list: RecordList, roles: Sequence[ColumnRole]) -> dict[str, Any]:
    """A list as plain data, for `inspect --json`."""
    read = record_list.settings
    return {
        "name": record_list.name,
        "path": record_list.path,
        "encoding": read.encoding,
        "delimiter": read.delimiter,
        "quote": read.quote,
        "header_row": read.header_row,
        **({} if read.sheet is None else {"sheet": read.sheet}),
        "records": len(record_list),
        "rejected_rows": len(record_list.rejected),
        "blank_rows": record_list.blank_rows,
        "columns": [
            {
                "name": c.column,
                "role": str(c.role),
                "why": c.why,
                "filled": c.filled,
                "distinct": c.distinct,
                "examples": list(c.examples),
            }
            for c in roles
        ],
        "problems": [{"line": p.line, "kind": p.kind, "message": p.message} for p in record_list.problems],
    }


def measured(found: Evaluation) -> str:
    """An evaluation as lines."""

    def line(label: str, value: float | None, words: str = "") -> str:
        figure = "–" if value is None else f"{value:.4f}" if isinstance(value, float) else f"{value:,}"
        return f"{label:<18}{figure:>12}{'   ' * bool(words)}{words}"

    lines = [
        line("Records", found.records),
        line("True pairs", found.true_pairs),
        line("Merged pairs", found.merged_pairs, f"of them right {found.right_pairs:,}"),
        line("Precision", found.precision, "share of the merged pairs that are right"),
        line("Recall", found.recall, "share of the true pairs that were merged"),
        line("F1", found.f1),
        line("B-cubed precision", found.bcubed_precision),
        line("B-cubed recall", found.bcubed_recall),
        line("B-cubed F1", found.bcubed_f1),
        line("Pairs found", found.pairs_found, "share of the true pairs that were compared"),
    ]
    return "\n".join([*lines, *(f"Note: {note}" for note in found.notes)])


def number_of(number: int, what: str, many: str = "s") -> str:
    """A number with its word: "1 group", "2,120 groups", "3 matches"."""
    return f"{number:,} {what}{many * (number != 1)}"


def summary(report: dict[str, Any], out: Path, verbose: bool) -> str:
    """The result in a few plain lines."""
    counts = report["counts"]
    lines = [
        f"{number_of(counts['records'], 'record')} in {number_of(len(report['lists']), 'list')};"
        f" {number_of(counts['pairs'], 'pair')} compared."
    ]
    if not counts["match_pairs"] and not counts["review_pairs"] and not counts["groups"]:
        lines.append("No likely duplicates found.")
    else:
        lines.append(
            "Nothing was merged: no pair is a match for sure."
            if not counts["groups"]
            else f"{number_of(counts['groups'], 'group')} of records of one customer;"
            f" {number_of(counts['merged_records'], 'record')} after merging ({counts['merged_away']:,} merged away)."
        )
        if counts["review_pairs"]:
            verb = "is" if counts["review_pairs"] == 1 else "are"
            lines.append(
                f"{number_of(counts['review_pairs'], 'pair')} {verb} worth a look and did not count as a match."
            )
        apart = counts["kept_apart_pairs"]
        if apart:
            verb = "looks like a match but was" if apart == 1 else "look like a match but were"
            lines.append(f"{number_of(apart, 'pair')} {verb} kept apart: another record fits better or contradicts.")
    if counts["rejected_rows"]:
        lines.append(f"{number_of(counts['rejected_rows'], 'row')} could not be loaded; see rejected.csv.")
    not_used = report["keys_not_used"]
    if not_used["expected_matches"] and round(not_used["expected_matches"]):
        lines.append(
            f"Keys that were not used would add about {number_of(round(not_used['expected_matches']), 'match', 'es')} in"
            f" {round(not_used['pairs']):,} more pairs; report.json lists them under keys_not_used."
        )
    if report["similarity_checks"] is not None:
        lines += check_lines(report["similarity_checks"])
    lines += [f"Note: {text}" for text in missing_lines(report["placeholders"])]
    lines += [f"Note: {text}" for text in report["warnings"][:10]]
    if len(report["warnings"]) > 10:
        lines.append(f"Note: {len(report['warnings']) - 10:,} more notes are in report.json.")
    if verbose:
        lines.append("Seconds: " + ", ".join(f"{stage} {took}" for stage, took in report["seconds"].items()))
        lines.append(f"Keys: {'; '.join(key['name'] for key in report['keys'])}")
    lines.append(ended(f"The results are in {out}"))
    return "\n".join(lines)


TEXTS_SHOWN = 12
"""So many texts of a column are named in the notes; the report names more."""


def missing_lines(placeholders: Sequence[dict[str, Any]]) -> list[str]:
    """Which texts of each column count as missing, the commonest first, and how to object.

    Args:
        placeholders: As in the report: `column`, `text`, `records`.
    """
    by_column: dict[str, list[dict[str, Any]]] = {}
    for one in placeholders:
        by_column.setdefault(one["column"], []).append(one)
    lines = []
    for column, texts in by_column.items():
        texts.sort(key=lambda one: (-one["records"], one["text"]))
        shown = ", ".join(f"{' '.join(one['text'].split())} ({one['records']:,})" for one in texts[:TEXTS_SHOWN])
        more = f" and {len(texts) - TEXTS_SHOWN:,} more" if len(texts) > TEXTS_SHOWN else ""
        lines.append(f"In the column '{column}', these count as missing and are not compared: {shown}{more}.")
    if lines:
        lines[-1] += " A recipe that names one under not_placeholders has it compared."
    return lines


def check_lines(checks: Sequence[dict[str, Any]]) -> list[str]:
    """What was checked of keys by similarity on a sample."""
    if not checks:
        return ["No key of this run goes by how much of a text is shared, so there was nothing to check on a sample."]
    return [str(check["words"]) for check in checks]


def explained(
    names: Sequence[str], why: Explanation, match_at: float, together: bool, scale: PointScale | None = None
) -> str:
    """An explanation as lines; with a scale also in points from 0 to 300."""
    lines = [f"{names[0]} and {names[1]}"]
    if why.compared:
        lines.append(ended(f"They were compared because of: {'; '.join(why.keys)}"))
    else:
        lines.append("They were not compared: no key put them together.")
        if why.chance_to_be_found is not None:
            lines.append(f"Their chance to be found by similarity was {percent(why.chance_to_be_found)}.")
    lines.append(f"Similarity (3-letter pieces in common): {percent(why.jaccard)}")
    lines.append(why.sentence)
    width = max((len(part.label) for part in why.parts), default=8)
    lines.append(f"  {'Any two records':<{max(width, 15)}} {why.prior:+8.2f}")
    for part in why.parts:
        lines.append(
            f"  {part.label:<{max(width, 15)}} {part.weight:+8.2f}  {part.level}{', ' * bool(part.note)}{part.note}"
        )
    lines.append(f"  {'Score':<{max(width, 15)}} {why.total:+8.2f}  probability {why.probability:.4f}")
    if scale is not None:
        lines.append(f"On a scale from 0 to 300 that is {scale.points(why.total):.0f} points.")
    verdict = "above" if why.probability >= match_at else "below"
    lines.append(f"That is {verdict} the match threshold ({match_at:.4f}).")
    if why.guards:
        lines.append(f"It is never merged without a person: {'; '.join(why.guards)}.")
    lines.append("They are in one group." if together else "They are in different groups.")
    return "\n".join(lines)


def _place(record: int, lists: Sequence[RecordList]) -> tuple[RecordList, int]:
    """The list of a record, and its row in it counted from 0."""
    for record_list in lists:
        if record < len(record_list):
            return record_list, record
        record -= len(record_list)
    raise IndexError(record)


def found_near(found: Sequence[Neighbour], lists: Sequence[RecordList]) -> str:
    """The records nearest to one as lines, the best first."""
    if not found:
        return "No record is like this one."
    lines = []
    for neighbour in found:
        record_list, row = _place(neighbour.record, lists)
        cells = (record_list.cell(row, column).strip() for column in record_list.columns)
        # What agrees in a number or a region alone has no pieces of text in common: "0 % similar" would say the opposite.
        similar = f", {percent(neighbour.jaccard)} similar" if neighbour.jaccard else ""
        lines.append(
            f"{record_list.name}:{row + 1}  score {neighbour.score:+.2f}, probability {neighbour.probability:.4f}{similar}"
        )
        lines.append(f"    {' | '.join(cell for cell in cells if cell)}")
        lines.append(f"    {neighbour.sentence}")
    return "\n".join(lines)


def listed_near(neighbour: Neighbour, lists: Sequence[RecordList]) -> dict[str, Any]:
    """A record nearest to one as plain data, for `find --json`."""
    record_list, row = _place(neighbour.record, lists)
    return {
        "list": record_list.name,
        "row": row + 1,
        "score": neighbour.score,
        "probability": neighbour.probability,
        "jaccard": neighbour.jaccard,
        "keys": list(neighbour.keys),
        "why": neighbour.sentence,
        "values": {column: record_list.cell(row, column) for column in record_list.columns},
    }
