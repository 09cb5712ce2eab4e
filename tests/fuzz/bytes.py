"""Reads files that are broken at random: `python -m tests.fuzz.bytes --inputs 100000`.

Small files of every kind are flipped, cut, spliced and stuffed with what breaks readers, always the same way for the same
seed. Whatever comes out of that, reading it gives a list whose account of rows balances, or an InputError; never another
error, and never more than a moment. Where no quotation mark is in a text, its rows are counted again by `slow_count`.
"""

from __future__ import annotations

import argparse
import codecs
import faulthandler
import gzip
import io
import os
import random
import re
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from entityres.errors import InputError
from entityres.records import row_pieces
from entityres.records.encoding import MAINFRAMES
from entityres.records.reading import preview, read_list
from entityres.records.record_list import ReadSettings, RecordList
from tests.fuzz.packed import broken_packed, packed_corpus
from tests.helpers.workbooks import Failed, Sheet, Styled, compound, ods, xlsx

MOMENT = 5.0  # seconds of work, however busy the computer is; a sheet with a cell in its last row takes one
HANGS = 30.0
SLOWEST = 10  # inputs that are named with their time
PIECES = (
    *(b'"', b'""', b'"""', b"'", b'\\"', b"\\", b' "', b'" ', b'",', b',"', b'"\n', b'\n"', b'"' * 40),
    *(b"\n", b"\r", b"\r\n", b"\n\n\n", b"\r\r\n", b",", b";", b"\t", b"|", b",,,,,,,,", b" ", b"\0", b"\0\0\0\0"),
    *(codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", b"\x1a", b"\x1b", b"\xe2\x80\xa8", b"\xc2\x85"),
    *(
        b"\x1f\x8b",
        b"\x1f\x8b\x08\0",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"PAR1",
        b"PAR1\x15",
    ),
    *(b"%PDF-", b"<html>", b"<?xml ", b"sep=;\n", b"sep=", b"=1+1", b"'=1", b"@", b"1e999", b"9" * 30),
)
ODD_ENDS = "[\u2028\u2029\x85\v\f\x1e]"
SETTINGS = (
    *(ReadSettings(),) * 12,
    *(ReadSettings(delimiter=delimiter) for delimiter in ",;\t| a\\"),
    *(ReadSettings(quote=quote) for quote in ("", "'", "|")),
    *(ReadSettings(header_row=row) for row in (0, 1, 2, 40)),
    *(
        ReadSettings(encoding=name)
        for name in ("utf-8", "utf-16", "utf-16-be", "utf-32", "cp1252", "shift_jis", "utf-7")
    ),
    *(
        ReadSettings(encoding=name)
        for name in ("idna", "punycode", "unicode_escape", "hz", "iso2022_jp", "cp037", "rot13")
    ),
    ReadSettings(sheet="B"),
    ReadSettings("utf-8", ";", '"', 1),
)


def corpus() -> list[tuple[str, bytes]]:
    """Small files of every kind: name and bytes."""
    lines = [
        "id;name;street;note",
        '0042;Jürgen Müller;"Straße 5; Haus";x',
        '0007;Zoë O\'Hara;"The ""Old"" Barn";"two\nlines"',
        "1E5;Å | B,C;;end",
        "",
        "3;=1+1;'@x",
    ]
    text = "\n".join(lines) + "\n"
    plain = "id,name,phone,town\r\n" + "".join(f"{n},Ann {n},0351 {n:04},Bath\r\n" for n in range(12))
    files = [(f"{name}.csv", text.encode(name)) for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252")]
    files += [
        ("plain.csv", plain.encode()),
        ("tabs.tsv", plain.replace(",", "\t").encode("utf-16-le")),
        ("cr.csv", plain.replace("\r\n", "\r").encode()),
        ("title.csv", f"Customers,,,\n\n{plain}".encode()),
        ("blanks.csv", b'id, name\n1, "Lee, Ann"\n2, "Roe, Bo"\n'),
        ("backslash.csv", b'id,name\n1,"say \\"hi\\", Ann"\n2,"C:\\\\"\n'),
        ("japanese.csv", "番号,名前\n1,吉田 健\n2,鈴木 花子\n".encode("shift_jis")),
        ("one.txt", b"name\nAnn\nBo\n"),
        ("mainframe.csv", plain.replace("\r", "").encode("cp037")),
        ("feeds.csv", plain.replace("Ann 3", "Ann\n3").replace("Ann 7", "Ann\n7").encode()),
        ("rare.csv", plain.replace(",", "^").encode()),
        ("wrapped.csv", "".join(f'"{line}"\n' for line in plain.splitlines()).encode()),
        ("twice.csv", ("\ufeff" + plain).encode() * 2),
        ("records.csv", plain.partition("\n")[2].encode()),
        ("apart.csv", plain.replace(",", ";").replace("id;name;phone;town", "id,name,phone,town").encode()),
        ("wide.csv", b",".join(b"h%d" % n for n in range(300)) + b"\n" + b"," * 299 + b"\n"),
        ("drawn.txt", b"+---+------+\n| a | name |\n+---+------+\n| 1 | Ann  |\n| 2 | Bo   |\n+---+------+\n2 rows\n"),
        (
            "ruled.txt",
            b"ID NAME      TOWN\n-- --------- ----\n 1 Ann Hill  Bath\n 2 Bo | Weir Ely\n\n2 rows selected.\n",
        ),
        ("curly.csv", "id;name;town\n1;“Hill; Ann”;Bath\n2;„Weir; Bo“;Ely\n3;Cy;«Deal»\n".encode()),
        ("parts.csv", plain.replace("\r", "").replace(",", "||").replace("Ann 3", 'A|"n"').encode()),
        ("pages.csv", plain.replace("\r", "").replace("Bath\n4,", "Bath\f4,").replace("Ann 7", "Ann\u20287").encode()),
        ("lines.csv", plain.replace("\r\n", "\u2028").encode()),
        ("seven.csv", "id;name\n1;Jürgen Müller\n2;Zoë O'Hara + Co\n".encode("utf-7")),
        ("long.csv", b'a,b\n1,"' + b"word " * 400 + b'"\n'),
        ("packed.csv.gz", gzip.compress(plain.encode(), mtime=0)),
        ("twice.csv.gz", gzip.compress(b"a,b\n1,2\n", mtime=0) + gzip.compress(b"3,4\n", mtime=0)),
        ("empty.csv", b""),
        ("page.xls", b"<html><table><tr><td>1</td></tr></table></html>"),
        ("picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
    ]
    rows = [["id", "plz", "name", "day"], [1, Styled(1067, "00000"), "Ann", Styled(44289.5, "yyyy-mm-dd hh:mm")]]
    rows += [[2.5, None, "a\nb", True], [None, Failed("#N/A"), "=x", "end"]]
    old = [["id", "name"], [1.0, "Ann"], [2.0, "Bö"]]
    out = io.BytesIO()
    pq.write_table(pa.table({"id": [1, 2], "name": ["Ann", None], "amount": [1.5, 2.0]}), out)
    files += [
        ("book.xlsx", _stored(xlsx({"A": Sheet(rows, 3, 2, ["B3:C3"]), "B": Sheet([], hidden=True)}))),
        ("two.xlsx", _stored(xlsx({"A": old, "B": [["x"], ["y"]]}))),
        (
            "book.ods",
            _stored(ods({"A": [["id", "plz"], [1, Styled(1067, "01067")], ["x", Styled("2021-04-03", "date")]]})),
        ),
        ("book.xls", compound({"Workbook": b"x"})),
        ("table.parquet", out.getvalue()),
    ]
    return files


def _stored(data: bytes) -> bytes:
    """The same archive without compression, so that a changed byte changes what is read."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            new.writestr(zipfile.ZipInfo(member), old.read(member))
    return out.getvalue()


# --- breaking


def broken(draw: random.Random, files: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    """One file, broken in one to four ways."""
    name, data = draw.choice(files)
    if data.startswith(b"PK") and draw.random() < 0.7:
        return name, _broken_inside(draw, data, files)
    for _ in range(draw.randint(1, 4)):
        data = draw.choice(WAYS)(draw, data, files)
    if draw.random() < 0.03:
        data = gzip.compress(data, 1, mtime=0)
    if draw.random() < 0.05:
        name = draw.choice(files)[0]
    return name, data[:20_000]


def _broken_inside(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    """An archive of which one member is broken."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        chosen = draw.choice(old.namelist())
        for member in old.namelist():
            text = old.read(member)
            if member == chosen:
                for _ in range(draw.randint(1, 3)):
                    text = draw.choice((*WAYS, _digits, _digits))(draw, text, files)
            new.writestr(zipfile.ZipInfo(member), text)
    return out.getvalue()


def _flip(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.randint(1, 6) if changed else 0):
        changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _set(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.randint(1, 6) if changed else 0):
        changed[draw.randrange(len(changed))] = draw.choice(b"\",;\t\n\r\0\xff '\\=ab0")
    return bytes(changed)


def _cut(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    begin, end = sorted((draw.randint(0, len(data)), draw.randint(0, len(data))))
    return draw.choice((data[:end], data[begin:], data[:begin] + data[end:]))


def _repeat(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    begin = draw.randint(0, len(data))
    end = min(len(data), begin + draw.randint(1, 80))
    return data[:end] + data[begin:end] * draw.randint(1, 20) + data[end:]


def _insert(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    for _ in range(draw.randint(1, 5)):
        place = draw.choice((0, len(data), draw.randint(0, len(data))))
        data = data[:place] + draw.choice(PIECES) * draw.choice((1, 1, 1, 7)) + data[place:]
    return data


def _splice(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    other = draw.choice(files)[1]
    return data[: draw.randint(0, len(data))] + other[draw.randint(0, len(other)) :]


def _drop(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    return data.replace(draw.choice((b'"', b"\n", b"\r", b",", b";", b"\0")), draw.choice((b"", b" ", b"\n", b'"')))


def _digits(draw: random.Random, data: bytes, files: list[tuple[str, bytes]]) -> bytes:
    """Another number in the place of one."""
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    place = draw.choice(found)
    number = draw.choice((b"0", b"-1", b"99", b"65536", b"1048577", b"4294967296", b"1e308", b"9" * 25, b"x"))
    return data[: place.start()] + number + data[place.end() :]


WAYS: tuple[Callable[[random.Random, bytes, list[tuple[str, bytes]]], bytes], ...] = (
    *(_flip, _set, _cut, _repeat, _insert, _insert, _splice, _drop),
)


# --- judging


@dataclass
class Outcome:
    """What became of all inputs.

    Attributes:
        kinds: How many were read, refused, and had their rows counted again.
        faults: What should not have happened, each with the number of its input.
        slowest: Seconds of the slowest inputs, each with its number, the slowest first.
        seconds: Of work for all.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: list[tuple[float, int]] = field(default_factory=list)
    seconds: float = 0.0

    def time(self, took: list[tuple[float, int]]) -> None:
        """Keep the slowest of these and of those before."""
        self.slowest = sorted([*self.slowest, *took], reverse=True)[:SLOWEST]


def slow_count(data: bytes, encoding: str) -> int:
    """The rows of a text without quotation marks, counted letter by letter."""
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    text = data.decode(encoding, "replace").removeprefix("\ufeff").replace("\0", "")
    if encoding in MAINFRAMES:
        text = text.replace("\x85", "\n")
    text = re.sub("(?<=[\r\n])\ufeff", "", text)
    rows = 0
    open_row = False
    for place, letter in enumerate(text):
        if letter == "\n" and place and text[place - 1] == "\r":
            continue
        if letter in "\r\n":
            rows += 1
            open_row = False
        else:
            open_row = True
    return rows + open_row


def judge(path: Path, data: bytes, settings: ReadSettings, number: int, outcome: Outcome) -> None:
    """Read one file, and note what should not have happened."""

    def fault(text: str) -> None:
        outcome.faults.append(f"Input {number} ({path.name}, {settings}): {text}")

    began = time.process_time()
    found: RecordList | None = None
    try:
        found = read_list(str(path), settings)
        outcome.kinds["read"] += 1
    except InputError as error:
        outcome.kinds["refused"] += 1
        if not error.message or not error.hint:
            fault(f"an error without a remedy: {error.message}")
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        fault("".join(traceback.format_exception(error)[-4:]))
    if number % 6 == 0:
        try:
            shown = preview(str(path), settings)
            whole = found is not None and found.lines.size and int(found.lines[-1]) < 100
            if found is not None and whole and not shown.table.equals(found.table):
                fault("the preview is not the beginning of the list")
        except InputError:
            if found is not None:
                fault("there is a list and no preview")
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            fault("".join(traceback.format_exception(error)[-4:]))
    if number % 40 == 3 and found is not None and found.blank_rows < 1000:  # far rows of a sheet are many pieces
        with patch.object(row_pieces, "PIECE_BYTES", 50):
            pieces = read_list(str(path), settings)
        if not pieces.table.equals(found.table) or pieces.problems != found.problems:
            fault("read in pieces it is another list")
    took = time.process_time() - began
    outcome.seconds += took
    outcome.time([(took, number)])
    if took > MOMENT:
        fault(f"took {took:.1f} s")
    if found is not None:
        _check_account(found, data, outcome, fault)


def _check_account(found: RecordList, data: bytes, outcome: Outcome, fault: Callable[[str], None]) -> None:
    """Loaded, rejected and blank rows and the headings are all rows of the file; lines rise and are in it."""
    total = len(found) + len(found.rejected) + found.blank_rows + (found.settings.header_row != 0)
    lines = found.lines.tolist()
    if len(lines) != len(found) or lines != sorted(set(lines)) or (lines and lines[0] < 1):
        fault(f"lines are not in order: {lines[:10]}")
    plain = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    if plain.startswith(b"PAR1\x15") or found.settings.sheet is not None:
        return
    if any(problem.kind == "line_feeds_inside" for problem in found.problems):
        outcome.kinds["joined"] += 1
        return
    if any(problem.kind == "odd_line_ends" for problem in found.problems):
        outcome.kinds["parted"] += 1
        text = plain.decode(found.settings.encoding or "utf-8", "replace").replace("\ufeff", "x")
        most = slow_count(re.sub(ODD_ENDS, "\n", text).encode("utf-8", "replace"), "utf-8")
        if total > most:
            fault(f"{total} rows where at most {most} end")
        return
    quote = (found.settings.quote or "").encode(found.settings.encoding or "utf-8")
    quotes = [found.settings.quote] if found.settings.quote else []
    text = plain.decode(found.settings.encoding or "utf-8", "replace")
    if quote and any(mark in text for mark in quotes):
        outcome.kinds["quoted"] += 1
        if total > slow_count(data, found.settings.encoding or "utf-8"):
            fault(f"{total} rows in fewer lines")
        return
    outcome.kinds["counted"] += 1
    rows = slow_count(data, found.settings.encoding or "utf-8")
    if total != rows:
        fault(f"the account says {total} rows, there are {rows}")


def run(
    inputs: int, seed: int = 1, first: int = 0, *, packed: bool = False, may_hang: bool = False, tell: bool = False
) -> Outcome:
    """Break and read so many files.

    Args:
        inputs: How many.
        seed: Another seed gives other files.
        first: Number of the first.
        packed: Workbooks, Parquet and gzip files broken where their structure is, instead of bytes of files of every kind.
        may_hang: End the process, with where it hangs, when one input takes far too long.
        tell: Print how far it is.
    """
    files, breaks = (packed_corpus(), broken_packed) if packed else (corpus(), broken)
    outcome = Outcome()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() and os.access(memory, os.W_OK) else None) as folder:
        for name, data in files:  # whole ones, so that everything is loaded and compiled before time is taken
            path = Path(folder) / name
            path.write_bytes(data)
            judge(path, data, ReadSettings(), 0, Outcome())
            path.unlink()
        for number in range(first, first + inputs):
            draw = random.Random(f"{'packed ' if packed else ''}{seed} {number}")
            name, data = breaks(draw, files)
            path = Path(folder) / name
            path.write_bytes(data)
            if may_hang:
                faulthandler.dump_traceback_later(HANGS, exit=True)
            judge(path, data, draw.choice(SETTINGS), number, outcome)
            path.unlink()
            if tell and number % 10_000 == 9_999:
                print(f"{number + 1:,} …", flush=True)
    if may_hang:
        faulthandler.cancel_dump_traceback_later()
    return outcome


def run_on_all_cores(inputs: int, seed: int, first: int, *, packed: bool) -> Outcome:
    """Like `run`, by as many processes as there are cores; raises BrokenProcessPool where one of them hung or crashed."""
    step = max(1, min(2500, inputs // (2 * (os.cpu_count() or 1))))
    parts = [(at, min(step, first + inputs - at)) for at in range(first, first + inputs, step)]
    outcome = Outcome()
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn"), initializer=_one_thread) as pool:
        waiting = [pool.submit(run, number, seed, at, packed=packed, may_hang=True, tell=True) for at, number in parts]
        for work in waiting:
            found = work.result()
            outcome.kinds += found.kinds
            outcome.faults += found.faults
            outcome.time(found.slowest)
            outcome.seconds += found.seconds
    return outcome


def _one_thread() -> None:
    """Each process has one core; the threads of the others would only be in the way."""
    pa.set_cpu_count(1)


def main() -> int:
    """Run from the command line; exit status 1 where something should not have happened."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--packed", type=int, default=4_000, help="how many files broken where their structure is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first input, to see one again")
    chosen = parser.parse_args()
    faults = 0
    for packed, inputs in ((False, chosen.inputs), (True, chosen.packed)):
        if inputs:
            began = time.perf_counter()
            outcome = run_on_all_cores(inputs, chosen.seed, chosen.first, packed=packed)
            _report(outcome, f"{inputs:,} {'packed ' if packed else ''}inputs", time.perf_counter() - began)
            faults += len(outcome.faults)
    return 1 if faults else 0


def _report(outcome: Outcome, what: str, took: float) -> None:
    """Print what became of the inputs, each kind of fault once."""
    shown: set[str] = set()
    for text in outcome.faults:
        kind = re.sub(r"\d+", "", text.strip().rpartition("\n")[2][-80:])
        if kind not in shown and len(shown) < 20:
            print(text)
        shown.add(kind)
    slowest = ", ".join(f"{took * 1000:.0f} ms (input {number})" for took, number in outcome.slowest)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in outcome.kinds.most_common())
    print(f"{what} in {took:.0f} s ({outcome.seconds:.0f} s of work): {kinds};")
    print(f"{len(outcome.faults):,} faults; slowest: {slowest}.")


if __name__ == "__main__":
    sys.exit(main())
