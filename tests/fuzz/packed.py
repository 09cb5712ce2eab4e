"""Workbooks, Parquet files and archives broken where their structure is: attributes, tags, directories, footers, checksums.

Bytes flipped blindly mostly hit a checksum. These files are broken so that the readers behind it get to see the damage.
"""

from __future__ import annotations

import datetime as dt
import decimal
import gzip
import io
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq

from tests.helpers.workbooks import Failed, Sheet, Styled, ods, xlsx

_REFERENCES = (b"A1", b"A0", b"XFD1048576", b"ZZZZ9", b"1A", b"", b"A99999999999", b"B2:A1", b"$C$3", b"R1C1")
_NUMBERS = (b"0", b"-1", b"1", b"99", b"65536", b"1048577", b"4294967296", b"1e308", b"nan", b"x", b"")
_KINDS = (b"s", b"str", b"inlineStr", b"b", b"e", b"n", b"d", b"float", b"date", b"time", b"boolean", b"string", b"")


def packed_corpus() -> list[tuple[str, bytes]]:
    """Small files of every packed kind: name and bytes."""
    rows = [["id", "plz", "name", "day"], [1, Styled(1067, "00000"), "Ann", Styled(44289.5, "yyyy-mm-dd hh:mm")]]
    rows += [[2.5, None, "a\nb", True], [None, Failed("#N/A"), "=x", "end"]]
    more = [["id", "plz"], [1, Styled(1067, "01067")], ["x", Styled("2021-04-03", "date")], [True, None]]
    text = b"id;name\n" + b"".join(b"%d;Ann %d\n" % (n, n) for n in range(40))
    return [
        ("book.xlsx", xlsx({"A": Sheet(rows, 3, 2, ["B3:C3"]), "B": Sheet([], hidden=True)})),
        ("plain.xlsx", xlsx({"A": [["id", "name"], [1, "Ann"], [2, "Bo"]]})),
        ("book.ods", ods({"A": more})),
        ("flat.parquet", _parquet(False)),
        ("nested.parquet", _parquet(True)),
        ("one.csv.gz", gzip.compress(text, mtime=0)),
        ("two.csv.gz", gzip.compress(text, mtime=0) + gzip.compress(text[8:], mtime=0)),
    ]


def _parquet(nested: bool) -> bytes:
    """A table with columns of many types."""
    columns = {
        "id": pa.array([1, 2, None]),
        "name": pa.array(["Ann", "Bo", "Ann"]).dictionary_encode(),
        "born": pa.array([dt.date(2000, 1, 1), None, dt.date(1970, 2, 3)]),
        "at": pa.array([dt.datetime(2020, 1, 1, 2, 3), None, None], pa.timestamp("us", "UTC")),
        "sum": pa.array([decimal.Decimal("1.50"), None, None], pa.decimal128(9, 2)),
    }
    if nested:
        columns["tags"] = pa.array([["a", "b"], [], None])
        columns["address"] = pa.array([{"city": "Bath", "zip": "01"}, None, {"city": "Ely", "zip": None}])
        columns["more"] = pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int8()))
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, compression="NONE" if nested else "snappy")
    return out.getvalue()


def broken_packed(draw: random.Random, files: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    """One file, broken in one to three ways."""
    name, data = draw.choice(files)
    if data.startswith(b"PK"):
        data = _broken_archive(draw, data)
        ways: tuple[Callable[[random.Random, bytes], bytes], ...] = (_cut, _directory, _keep, _keep, _keep)
    elif data.startswith(b"PAR1"):
        ways = (_cut, _footer, _footer, _pages, _length)
    else:
        ways = (_cut, _gzip_header, _checksum, _behind, _flip_anywhere)
    for _ in range(draw.randint(1, 2)):
        data = draw.choice(ways)(draw, data)
    return name, data


def _keep(draw: random.Random, data: bytes) -> bytes:
    return data


def _cut(draw: random.Random, data: bytes) -> bytes:
    place = draw.randint(0, len(data))
    return data[:place] if draw.random() < 0.8 else data[place:]


def _flip(draw: random.Random, data: bytes, begin: int, end: int) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.randint(1, 3) if end > begin else 0):
        changed[draw.randrange(begin, end)] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _flip_anywhere(draw: random.Random, data: bytes) -> bytes:
    return _flip(draw, data, 0, len(data))


# --- workbooks


def _broken_archive(draw: random.Random, data: bytes) -> bytes:
    """A workbook with one member whose XML is broken, or missing, or there twice."""
    out = io.BytesIO()
    way = draw.random()
    method = zipfile.ZIP_DEFLATED if draw.random() < 0.5 else zipfile.ZIP_STORED
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", method) as new:
        chosen = draw.choice([name for name in old.namelist() if name.endswith((".xml", ".rels"))])
        for member in old.namelist():
            text = old.read(member)
            if member == chosen and way < 0.05:
                continue
            if member == chosen and way < 0.9:
                for _ in range(draw.randint(1, 3)):
                    text = draw.choice((_attribute, _attribute, _tag, _element, _entity, _text))(draw, text)
            new.writestr(zipfile.ZipInfo(member), text, method)
            if member == chosen and way >= 0.95:
                new.writestr(zipfile.ZipInfo(member + "x"), text[: len(text) // 2], method)
    return out.getvalue()


def _attribute(draw: random.Random, text: bytes) -> bytes:
    """Another value for an attribute, or none, or the value of another one."""
    found = list(re.finditer(rb'\s[\w:]+="([^"]*)"', text))
    if not found:
        return text
    place = draw.choice(found)
    if draw.random() < 0.15:
        return text[: place.start()] + text[place.end() :]
    value = draw.choice((*_REFERENCES, *_NUMBERS, *_KINDS, draw.choice(found)[1]))
    return text[: place.start(1)] + value + text[place.end(1) :]


def _tag(draw: random.Random, text: bytes) -> bytes:
    """A tag less, or one twice."""
    found = list(re.finditer(rb"<[^<>]*>", text))
    if not found:
        return text
    place = draw.choice(found)
    return text[: place.start()] + place[0] * draw.choice((0, 0, 2, 300)) + text[place.end() :]


def _element(draw: random.Random, text: bytes) -> bytes:
    """What stands between two tags, moved behind or into another."""
    found = [place.start() for place in re.finditer(rb"<", text)] or [0]
    begin, end = sorted((draw.choice(found), draw.choice(found)))
    place = draw.choice(found)
    return text[:place] + text[begin:end] * draw.choice((1, 1, 5)) + text[place:]


def _entity(draw: random.Random, text: bytes) -> bytes:
    """A character that XML cannot have, or an entity that it does not know."""
    place = draw.randint(0, len(text))
    piece = draw.choice(
        (b"&lol;", b"&#0;", b"&#xD800;", b"\0", b"\xff", b"]]>", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&")
    )
    return text[:place] + piece + text[place:]


def _text(draw: random.Random, text: bytes) -> bytes:
    """Another text between tags."""
    found = list(re.finditer(rb">([^<>]+)<", text))
    if not found:
        return text
    place = draw.choice(found)
    value = draw.choice((*_NUMBERS, *_REFERENCES, b"9" * 400, b"\xc3", b" ", "é".encode() * 40_000))
    return text[: place.start(1)] + value + text[place.end(1) :]


def _directory(draw: random.Random, data: bytes) -> bytes:
    """Bits of the directory of the archive."""
    return _flip(draw, data, max(0, data.find(b"PK\x01\x02")), len(data))


# --- Parquet


def _footer(draw: random.Random, data: bytes) -> bytes:
    """Bits of the description of the columns."""
    size = struct.unpack("<I", data[-8:-4])[0] if len(data) > 12 else 0
    return _flip(draw, data, max(4, len(data) - 8 - size), max(4, len(data) - 8))


def _pages(draw: random.Random, data: bytes) -> bytes:
    """Bits of the values and their headers."""
    size = struct.unpack("<I", data[-8:-4])[0] if len(data) > 12 else 0
    return _flip(draw, data, 4, max(4, len(data) - 8 - size))


def _length(draw: random.Random, data: bytes) -> bytes:
    """Another length of the description."""
    length = draw.choice((0, 1, 7, len(data), 2**31 - 1, 2**32 - 1, draw.randrange(len(data) + 1)))
    return data[:-8] + struct.pack("<I", length) + data[-4:]


# --- gzip


def _gzip_header(draw: random.Random, data: bytes) -> bytes:
    return _flip(draw, data, 2, min(10, len(data)))


def _checksum(draw: random.Random, data: bytes) -> bytes:
    return _flip(draw, data, max(0, len(data) - 8), len(data))


def _behind(draw: random.Random, data: bytes) -> bytes:
    """Something behind the end: another part, nothing but zeros, or what is none."""
    other = gzip.compress(b"3;Cy\n", mtime=0)
    return data + draw.choice((other, other[:-3], bytes(512), b"id;name\n", b"\x1f\x8b", zlib.compress(b"x")))
