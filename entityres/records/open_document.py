"""Engine: numbers of an OpenDocument spreadsheet that are shown with zeros in front: 1067 as 01067.

The file keeps what each cell shows beside its value. Only a document that has such a number format is looked through.
"""

from __future__ import annotations

import re
import zipfile
from xml.parsers import expat

import numpy as np

from entityres.records.number_formats import FAILED, OddCells

_ZEROS = re.compile(rb'<number:number\s[^>]*min-integer-digits="(?:[2-9]|\d\d+)"')
_PADDED = re.compile(r"\D*0\d[\d \-/]*")


class _Reader:
    """Follows the tags of a document and keeps the texts of numbers that are shown with zeros in front."""

    def __init__(self, sheet: str) -> None:
        self.found: list[tuple[int, int, str]] = []
        self._wanted, self._here = sheet, False
        self._row = self._column = self._repeated_rows = 0
        self._number = ""
        self._text: list[str] = []
        self._cell: tuple[int, int] = (0, 0)

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """The beginning of an element."""
        if tag == "table:table":
            self._here = attributes.get("table:name") == self._wanted
            self._row = 0
        elif not self._here:
            return
        elif tag == "table:table-row":
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
        if self._here and self._number:
            self._text.append(data)

    def end(self, tag: str) -> None:
        """The end of an element."""
        if tag == "table:table":
            self._here = False
        elif not self._here:
            return
        elif tag == "table:table-row":
            self._row += self._repeated_rows
        elif tag == "table:table-cell" and self._number:
            shown = "".join(self._text).strip()
            self._number = ""
            if _PADDED.fullmatch(shown):
                first, count = self._cell
                for row in range(self._row, self._row + min(self._repeated_rows, 10_000)):
                    self.found += [(row, column, shown) for column in range(first, first + min(count, 1_000))]


def padded_cells(archive: zipfile.ZipFile, sheet: str) -> OddCells | None:
    """The cells of a sheet that are shown with zeros in front; None where there are none or the document is odd."""
    try:
        data = archive.read("content.xml")
        styles = archive.read("styles.xml") if "styles.xml" in archive.namelist() else b""
        if not _ZEROS.search(data) and not _ZEROS.search(styles):
            return None
        reader = _Reader(sheet)
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = reader.begin
        parser.CharacterDataHandler = reader.text
        parser.EndElementHandler = reader.end
        parser.Parse(data, True)
    except (KeyError, ValueError, OSError, zipfile.BadZipFile, expat.ExpatError, NotImplementedError, RuntimeError):
        return None
    if not reader.found:
        return None
    reader.found.sort(key=lambda cell: cell[0])
    places = np.array([cell[:2] for cell in reader.found], np.int64)
    rows, columns = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
    texts = tuple(cell[2] for cell in reader.found)
    return OddCells(rows, columns, np.full(rows.size, FAILED), (), texts, (0, 0, 0))
