"""Engine: numbers of an OpenDocument spreadsheet that are shown with zeros in front: 1067 as 01067.

The file keeps what each cell shows beside its value. Only a document that has such a number format is looked through for
them; how far the cells of a sheet reach is found for every document, by one compiled pass.
"""

from __future__ import annotations

import re
import zipfile
from xml.parsers import expat

import numpy as np

from entityres.records.compiled import compiled
from entityres.records.number_formats import FAILED, OddCells, part_of

_ZEROS = re.compile(rb'<number:number\s[^>]*min-integer-digits="(?:[2-9]|\d\d+)"')
_PADDED = re.compile(r"\D*0\d[\d \-/]*")
_TABLE = re.compile(rb"<table:table[\s>]")
_NAME = re.compile(rb"""table:name=(?:"([^"]*)"|'([^']*)')""")


class _Reader:
    """Follows the tags of a document and keeps the texts of numbers that are shown with zeros in front."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int, str]] = []
        self._row = self._column = 0
        self._repeated_rows = 1
        self._number = ""
        self._text: list[str] = []
        self._cell: tuple[int, int] = (0, 0)

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """The beginning of an element."""
        if tag == "table:table-row":
            self._column = 0
            self._repeated_rows = int(attributes.get("table:number-rows-repeated", "1"))
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            count = int(attributes.get("table:number-columns-repeated", "1"))
            self._cell = (self._column, count)
            self._column += count
            self._number = attributes.get("office:value", "") if attributes.get("office:value-type") == "float" else ""
            self._text = []

    def text(self, data: str) -> None:
        """Text between tags."""
        if self._number:
            self._text.append(data)

    def end(self, tag: str) -> None:
        """The end of an element."""
        if tag == "table:table-row":
            self._row += self._repeated_rows
        elif tag == "table:table-cell" and self._number:
            shown = "".join(self._text).strip()
            self._number = ""
            if _PADDED.fullmatch(shown):
                first, count = self._cell
                for row in range(self._row, self._row + self._repeated_rows):
                    self.found += [(row, column, shown) for column in range(first, first + count)]


def check_document(archive: zipfile.ZipFile) -> None:
    """Go through the XML of a document once: the library that reads it waits forever for the end of an element that is cut off.

    Raises:
        One of number_formats.UNREADABLE: The document is damaged.
    """
    for name in ("content.xml", "META-INF/manifest.xml"):
        if name in archive.namelist():
            try:
                expat.ParserCreate().Parse(part_of(archive, name).data, True)
            except expat.ExpatError as error:
                raise ValueError("no XML") from error


def padded_cells(archive: zipfile.ZipFile, sheet: str) -> OddCells:
    """The cells of a sheet that are shown with zeros in front, and how far its cells reach.

    Raises:
        One of number_formats.UNREADABLE: The document is damaged or put together in a way that is not known.
    """
    data = part_of(archive, "content.xml")
    text = bytes(data)
    begin, end = _place_of(text, sheet)
    reach = np.zeros(3, np.int64)
    if not _reach(data[begin:end], reach):
        raise ValueError("cells that are repeated beyond the end of any sheet")
    none = np.empty(0, np.int64)
    nothing = OddCells(none, none, none, (), (), (int(reach[0]), int(reach[1]), int(reach[2])))
    styles = archive.read("styles.xml") if "styles.xml" in archive.namelist() else b""
    # Each filled cell may be repeated: a document in which that is much more than what is written out is left as it is.
    if not (_ZEROS.search(text) or _ZEROS.search(styles)) or reach[2] > len(text):
        return nothing
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.begin
    parser.CharacterDataHandler = reader.text
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(text[begin:end], True)
    except expat.ExpatError as error:
        raise ValueError("no XML") from error
    if not reader.found:
        return nothing
    reader.found.sort(key=lambda cell: cell[0])
    places = np.array([cell[:2] for cell in reader.found], np.int64)
    rows, columns = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
    texts = tuple(cell[2] for cell in reader.found)
    return OddCells(rows, columns, np.full(rows.size, FAILED), (), texts, nothing.reach)


def _place_of(text: bytes, sheet: str) -> tuple[int, int]:
    """Where the element of a sheet begins and ends. Raises KeyError."""
    from xml.sax.saxutils import unescape

    for table in _TABLE.finditer(text):
        tag = text[table.start() : text.index(b">", table.start())]
        name = _NAME.search(tag)
        if name and unescape((name[1] or name[2] or b"").decode("utf-8"), {"&quot;": '"', "&apos;": "'"}) == sheet:
            end = text.find(b"</table:table>", table.start())
            return table.start(), len(text) if end < 0 else end + len(b"</table:table>")
    raise KeyError(sheet)


@compiled("boolean(Array(uint8, 1, 'C', readonly=True), int64[::1])")
def _reach(data: np.ndarray, reach: np.ndarray) -> bool:
    """How far the cells of a sheet reach from its first row and column: rows, columns, filled cells.

    Returns:
        False where a row or cell is repeated more often than there are rows or columns.
    """
    at = 0
    n = data.size
    row = column = 0
    next_row = 0
    repeated_rows = 1
    while at < n:
        if data[at] != 60:
            at += 1
            continue
        begin = at + 1
        at = begin
        while at < n and data[at] > 32 and data[at] != 62 and data[at] != 47:
            at += 1
        length = at - begin
        # The names that count end with -cell (table-cell, covered-table-cell) or -row (table-row).
        is_cell = length > 5 and data[at - 5] == 45 and data[at - 4] == 99 and data[at - 1] == 108
        is_row = length > 4 and data[at - 4] == 45 and data[at - 3] == 114 and data[at - 1] == 119
        if not is_cell and not is_row:
            continue
        repeated = 1
        filled = False
        while at < n and data[at] != 62:
            if data[at] == 61 and at + 1 < n:
                # number-columns-repeated, number-rows-repeated; value-type
                if data[at - 1] == 100 and data[at - 2] == 101 and data[at - 3] == 116 and data[at - 4] == 97:
                    repeated = 0
                    digit = at + 2
                    while digit < n and 48 <= data[digit] <= 57:
                        repeated = min(repeated * 10 + data[digit] - 48, 1_000_000_000)
                        digit += 1
                elif data[at - 1] == 101 and data[at - 2] == 112 and data[at - 5] == 45 and data[at - 6] == 101:
                    filled = True
                at += 1
            if data[at] == 34 or data[at] == 39:
                mark = data[at]
                at += 1
                while at < n and data[at] != mark:
                    at += 1
            at += 1
        if repeated > 1_100_000:
            return False
        if is_row:
            row = next_row
            repeated_rows = repeated
            next_row += repeated
            column = 0
            continue
        column += repeated
        if filled:
            reach[0] = max(reach[0], row + repeated_rows)
            reach[1] = max(reach[1], column)
            reach[2] += repeated * repeated_rows
    return True
