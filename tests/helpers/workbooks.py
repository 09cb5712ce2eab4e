"""Small workbooks and the files around them, written by hand: what stands in each cell is seen in the test."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

Value = str | int | float | bool | None

# Number formats that the cells of a test may have, besides General.
FORMATS = (
    "General",
    "yyyy-mm-dd",
    "yyyy-mm-dd hh:mm",
    "hh:mm:ss",
    "00000",
    "000-00-0000",
    "[h]:mm:ss",
    '"A-"0000',
    "0.00",
)
HIDDEN = ' state="hidden"'


@dataclass(frozen=True)
class Styled:
    """A number with one of FORMATS."""

    number: float | str
    style: str


@dataclass(frozen=True)
class Failed:
    """A cell whose formula failed, such as `#N/A`."""

    text: str


@dataclass(frozen=True)
class Sheet:
    """One sheet: rows of cells, where they begin, what is merged (`A1:C1`), and whether it is hidden."""

    rows: Sequence[Sequence[Value | Styled | Failed]]
    first_row: int = 1
    first_column: int = 1
    merged: Sequence[str] = ()
    hidden: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)


def letters(column: int) -> str:
    """`A` for 1, `AA` for 27."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def xlsx(sheets: Mapping[str, Sheet | Sequence[Sequence[Value | Styled | Failed]]]) -> bytes:
    """An Excel workbook."""
    made = {name: sheet if isinstance(sheet, Sheet) else Sheet(sheet) for name, sheet in sheets.items()}
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        kinds = "".join(
            f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType='
            '"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
            for n in range(1, len(made) + 1)
        )
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
            'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
            f"{kinds}</Types>",
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
            f'Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        entries = "".join(
            f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"{HIDDEN if sheet.hidden else ""}/>'
            for n, (name, sheet) in enumerate(made.items(), 1)
        )
        archive.writestr(
            "xl/workbook.xml", f'<workbook {main} xmlns:r="{relation}"><sheets>{entries}</sheets></workbook>'
        )
        places = "".join(
            f'<Relationship Id="rId{n}" Type="{relation}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n in range(1, len(made) + 1)
        )
        styles = f'<Relationship Id="rId{len(made) + 1}" Type="{relation}/styles" Target="styles.xml"/>'
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{package}/relationships">{places}{styles}</Relationships>',
        )
        formats = "".join(
            f'<numFmt numFmtId="{170 + n}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
            for n, code in enumerate(FORMATS)
        )
        cells = "".join(f'<xf numFmtId="{170 + n if n else 0}" applyNumberFormat="1"/>' for n in range(len(FORMATS)))
        archive.writestr(
            "xl/styles.xml",
            f"<styleSheet {main}><numFmts>{formats}</numFmts><cellStyleXfs><xf/></cellStyleXfs>"
            f"<cellXfs>{cells}</cellXfs></styleSheet>",
        )
        for n, sheet in enumerate(made.values(), 1):
            archive.writestr(f"xl/worksheets/sheet{n}.xml", _sheet_xml(sheet, main))
    return out.getvalue()


def _sheet_xml(sheet: Sheet, main: str) -> str:
    rows = []
    for number, row in enumerate(sheet.rows, sheet.first_row):
        cells = "".join(
            _xlsx_cell(f"{letters(column)}{number}", value)
            for column, value in enumerate(row, sheet.first_column)
            if value is not None
        )
        rows.append(f'<row r="{number}">{cells}</row>')
    merged = "".join(f'<mergeCell ref="{ref}"/>' for ref in sheet.merged)
    merged = f"<mergeCells>{merged}</mergeCells>" if merged else ""
    return f"<worksheet {main}><sheetData>{''.join(rows)}</sheetData>{merged}</worksheet>"


def _xlsx_cell(place: str, value: Value | Styled | Failed) -> str:
    if isinstance(value, Styled):
        return f'<c r="{place}" s="{FORMATS.index(value.style)}"><v>{value.number}</v></c>'
    if isinstance(value, Failed):
        return f'<c r="{place}" t="e"><v>{value.text}</v></c>'
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value!r}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(value or "")}</t></is></c>'


def ods(sheets: Mapping[str, Sequence[Sequence[Value | Styled]]]) -> bytes:
    """An OpenDocument spreadsheet; `Styled(iso, "date")` is a date, `Styled(number, "007")` a number shown as that text."""
    tables = []
    for name, rows in sheets.items():
        lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
        tables.append(f'<table:table table:name="{escape(name)}">{lines}</table:table>')
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"'
        for short in ("office", "table", "text", "number")
    )
    styles = '<office:automatic-styles><number:number-style><number:number number:min-integer-digits="5"/>'
    styles += "</number:number-style></office:automatic-styles>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        archive.writestr(
            "content.xml",
            f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}>{styles}<office:body>'
            f"<office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body></office:document-content>",
        )
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return out.getvalue()


def _ods_cell(value: Value | Styled) -> str:
    def cell(kind: str, attribute: str, content: object, shown: object) -> str:
        lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(shown).split("\n"))
        given = f' office:{attribute}="{content}"' if attribute else ""
        return f'<table:table-cell office:value-type="{kind}"{given}>{lines}</table:table-cell>'

    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, Styled):
        if value.style in ("date", "time"):
            return cell(value.style, f"{value.style}-value", value.number, value.number)
        return cell("float", "value", value.number, value.style)
    if isinstance(value, bool):
        return cell("boolean", "boolean-value", str(value).lower(), str(value).upper())
    if isinstance(value, int | float):
        return cell("float", "value", value, value)
    return cell("string", "", "", value)


def compound(streams: Mapping[str, bytes]) -> bytes:
    """A compound file of old office programs, with these streams (each at least 4,096 bytes, or filled up to that)."""
    sector = 512
    filled = {name: data + bytes(max(0, 4096 - len(data))) for name, data in streams.items()}
    padded = [data + bytes(-len(data) % sector) for data in filled.values()]
    body, first, chain = b"", [], []
    for data in padded:
        first.append(len(chain))
        count = len(data) // sector
        chain += [*range(len(chain) + 1, len(chain) + count), -2]
        body += data
    directory_at = len(chain)
    entries = [("Root Entry", 5, -2, 0, 1)]
    entries += [(name, 2, start, len(data), -1) for (name, data), start in zip(filled.items(), first, strict=True)]
    directory = b""
    for number, (name, kind, start, size, child) in enumerate(entries):
        text = name.encode("utf-16-le")
        right = number + 1 if 0 < number < len(entries) - 1 else -1
        directory += text.ljust(64, b"\0") + struct.pack("<HBBiii", len(text) + 2, kind, 1, -1, right, child)
        directory += bytes(36) + struct.pack("<iQ", start, size)
    directory += bytes(-len(directory) % sector)
    count = len(directory) // sector
    chain += [*range(directory_at + 1, directory_at + count), -2]
    table_at = len(chain)
    chain.append(-3)
    assert len(chain) <= 128, "one sector of the allocation table is enough for tests"
    table = struct.pack(f"<{len(chain)}i", *chain) + b"\xff" * (sector - 4 * len(chain))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIiIIiIiI", 0, 1, directory_at, 0, 4096, -2, 0, -2, 0)
    header += struct.pack("<i", table_at) + b"\xff" * 432
    return header + body + directory + table
