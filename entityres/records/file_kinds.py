"""Engine: what a file is by its first bytes, whatever its name says, and plain words where the name says otherwise."""

from __future__ import annotations

import codecs
import io
import os
import re
import zipfile
from typing import NoReturn

from entityres.errors import InputError
from entityres.records.record_list import Problem

CSV, PARQUET = "csv", "parquet"
WORKBOOKS = ("xlsx", "ods")
_WORDS = {
    "xlsx": "an Excel workbook (.xlsx)",
    "xlsb": "an Excel workbook (.xlsb)",
    "xls": "an Excel workbook (.xls)",
    "ods": "a spreadsheet (.ods)",
    PARQUET: "a Parquet file",
}
_ENDINGS = {
    "xlsx": ("xlsx", "xlsm", "xltx", "xltm"),
    "xlsb": ("xlsb",),
    "xls": ("xls", "xlt"),
    "ods": ("ods", "ots"),
    PARQUET: ("parquet", "pq"),
}
_ZIP, _OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PARQUET = b"PAR1\x15"  # a text may begin with PAR1, but hardly with what follows in a Parquet file
_NOT_TEXT = (b"%PDF-", b"\x89PNG", b"SQLite format 3", b"\xff\xd8\xff", b"GIF8", b"7z\xbc\xaf", b"Rar!")
_WEB_PAGE = re.compile(
    rb"\s*(?:<!--.*?-->\s*|<style[^>]*>.*?</style>\s*)*"
    rb"<(?:!doctype\s+html|html|table|head|meta|body|div|thead|tr|\?xml|workbook)[\s>]",
    re.IGNORECASE | re.DOTALL,
)

# What other programs keep lists in: how it begins, what it is, and what to do.
_EXPORT, _UNPACK = (
    "Export the table as CSV or as an Excel workbook there.",
    "Unpack it and choose the file that is in it.",
)
_OTHER_FILES = (
    (re.compile(rb"\x00\x01\x00\x00Standard (?:Jet|ACE) DB", re.DOTALL), "an Access database", _EXPORT),
    (
        re.compile(rb"[\x02\x03\x30-\x32\x43\x83\x8b\xf5].[\x01-\x0c][\x01-\x1f].{26}\x00\x00", re.DOTALL),
        "a dBase file",
        _EXPORT,
    ),
    (re.compile(rb"\$FL[23]"), "a file of SPSS", _EXPORT),
    (re.compile(rb"\x00{12}\xc2\xea\x81`"), "a file of SAS", _EXPORT),
    (re.compile(rb"<stata_dta>"), "a file of Stata", _EXPORT),
    (re.compile(rb"ARROW1\x00\x00|FEA1"), "a Feather file", "Save it as Parquet or CSV."),
    (re.compile(rb"BZh[1-9]1AY&SY|\xfd7zXZ\x00|\x28\xb5\x2f\xfd"), "a packed file", _UNPACK),
)

# What else is text and no list: how it begins, what it is, and what to do.
_OTHER_TEXTS = (
    (
        re.compile(rb'\s*(?:(?:\[\s*)?\{\s*"[^"]*"\s*:|\[\s*\[\s*(?:"|-?\d|null|true|false))'),
        "a JSON file",
        "Convert the list to CSV and choose that file.",
    ),
    (re.compile(rb"\s*BEGIN:V(?:CARD|CALENDAR)"), "an address book (vCard)", "Export the contacts as CSV there."),
    (
        re.compile(rb"(?:\s*(?:#[^\n]*|version: 1)\n)*\s*dn:+ \w+="),
        "an address book (LDIF)",
        "Export the contacts as CSV there.",
    ),
    (re.compile(rb"\{\\rtf\d"), "a text document (RTF)", "Save the list as CSV and choose that file."),
    (
        re.compile(rb"(?:\s*(?:--|/\*|SET )[^\n]*\n|\s)*\s*(?:INSERT INTO|CREATE TABLE|DROP TABLE)\s", re.IGNORECASE),
        "a dump of a database (SQL)",
        "Export the table as CSV there.",
    ),
)
_LOOKED_AT = 4096


def kind_of(path: str, data: bytes | bytearray) -> str:
    """`csv` for text, one of WORKBOOKS, or `parquet`. Raises InputError for what can be no list.

    Args:
        path: The file, for its name in messages.
        data: Its bytes, unpacked; for text their beginning is enough.
    """
    name = os.path.basename(path) or path
    if not data:
        raise InputError(f"{name} is empty.", "Choose another file.")
    if data.startswith(_ZIP):
        return _kind_of_archive(name, data)
    if data.startswith(_OLD_OFFICE):
        _refuse_old_office(name, data)
    if data.startswith(_PARQUET):
        return PARQUET
    if data.startswith(_NOT_TEXT):
        raise not_text(path)
    head = bytes(data[:64])
    for begins, what, hint in _OTHER_FILES:
        if begins.match(head):
            raise InputError(f"{name}: This is {what}.", hint)
    text = _beginning(data)
    found = _WEB_PAGE.match(text)
    if found:
        what = "an XML file" if found[0].lower().endswith((b"<?xml ", b"<workbook ")) else "a web page (HTML)"
        disguised = _disguise(name, ("htm", "html", "xml", "xhtml"))
        raise InputError(
            f"{name}: This is {what}{disguised}.",
            "Open it in your spreadsheet program and save the list as CSV UTF-8 or as a workbook.",
        )
    for begins, what, hint in _OTHER_TEXTS:
        if begins.match(text):
            raise InputError(f"{name}: This is {what}.", hint)
    return CSV


def _beginning(data: bytes | bytearray) -> bytes:
    """The first bytes of a text in a form in which ASCII characters are bytes, without a byte-order mark."""
    head = bytes(data[:_LOOKED_AT])
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if head.startswith(mark):
            return head[2 : len(head) // 2 * 2].decode(name, "replace").encode("utf-8", "replace")
    return head.removeprefix(codecs.BOM_UTF8)


def needs_all(data: bytes | bytearray) -> bool:
    """Whether such a file can only be read whole, unlike text."""
    return data.startswith((_ZIP, _OLD_OFFICE, _PARQUET))


def other_name(path: str, kind: str) -> list[Problem]:
    """The problem of a file whose name says that it is something else than it is."""
    name = os.path.basename(path)
    if kind == CSV:
        ending = _ending(name)
        if _said(name):
            text = f"This is a text file with {_article(ending)} .{ending} name. It was read as CSV."
            return [Problem(None, "other_kind", text)]
        return []
    disguised = _disguise(name, _ENDINGS[kind])
    return (
        [Problem(None, "other_kind", f"This is {_WORDS[kind]}{disguised}. It was read as such.")] if disguised else []
    )


def damaged(path: str, kind: str) -> InputError:
    """The error for a workbook or Parquet file that cannot be read."""
    name = os.path.basename(path) or path
    what = "is damaged and cannot be read"
    disguised = _disguise(name, _ENDINGS[kind])
    message = f"{name}: This is {_WORDS[kind]}{disguised}. It {what}." if disguised else f"{name} {what}."
    if kind == PARQUET:
        return InputError(message, "Write or download it again.")
    return InputError(message, "Open it in your spreadsheet program and save it anew, or get it again.")


def protected(path: str) -> InputError:
    """The error for a workbook that opens only with a password."""
    return InputError(
        f"{os.path.basename(path) or path} is protected with a password.",
        "Open it in your spreadsheet program and save it without a password.",
    )


def not_text(path: str) -> InputError:
    """The error for a file of something else than text."""
    return InputError(
        f"{os.path.basename(path) or path}: This does not look like a text file.",
        "Choose a CSV file, or save the list as CSV.",
    )


def _kind_of_archive(name: str, data: bytes | bytearray) -> str:
    """What a zip file holds, also a damaged one. Raises InputError for other archives."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.namelist()
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        # A damaged archive still shows what it was by the names of its members.
        found = re.findall(rb"xl/[\w./]*|\[Content_Types\]|content\.xml|opendocument\.spreadsheet", bytes(data))
        members = [member.decode("latin-1") for member in found]
        said = _said(name)
        if said in WORKBOOKS:
            return said
    if "xl/workbook.bin" in members:
        raise _old_workbook(name, "xlsb")
    if any(member.startswith("xl/") for member in members):
        return "xlsx"
    if any(member.endswith("opendocument.spreadsheet") for member in members):
        return "ods"
    if "content.xml" in members and (b"opendocument.spreadsheet" in data[:200] or "mimetype" not in members):
        return "ods"
    if any(member.startswith("Index/") and member.endswith(".iwa") for member in members):
        raise InputError(f"{name}: This is a document of Numbers.", "Export it as CSV there.")
    if "[Content_Types].xml" in members or "content.xml" in members:
        raise InputError(f"{name}: This is a document of an office program and no list.", "Choose a list.")
    raise InputError(f"{name} is a zip archive.", "Unpack it and choose the file that is in it.")


def _refuse_old_office(name: str, data: bytes | bytearray) -> NoReturn:
    """Raise InputError for a compound file of an office program: a locked workbook, an old one, or no workbook."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise protected(name)
    known = any(stream.encode("utf-16-le") in data for stream in ("Workbook", "Book", "WORKBOOK", "BOOK"))
    if known or (_said(name) == "xls" and "WordDocument".encode("utf-16-le") not in data):
        raise _old_workbook(name, "xls")
    raise InputError(f"{name}: This is a document of an office program and no list.", "Choose a list.")


def _old_workbook(name: str, kind: str) -> InputError:
    """The error for kinds of workbooks that no library here reads safely when they are damaged."""
    return InputError(
        f"{name}: This is {_WORDS[kind]}{_disguise(name, _ENDINGS[kind])}.",
        "Open it in Excel and save it as a workbook of today (.xlsx) or as CSV UTF-8.",
    )


def _disguise(name: str, endings: tuple[str, ...]) -> str:
    """` with a .csv name` where the name says something else."""
    ending = _ending(name)
    if ending in endings:
        return ""
    return f" with {_article(ending)} .{ending} name" if ending else " with a name without an ending"


def _said(name: str) -> str:
    """What the name says that the file is, or ""."""
    return next((kind for kind, endings in _ENDINGS.items() if _ending(name) in endings), "")


def _ending(name: str) -> str:
    """The last ending of a name, small, without its dot and without `.gz`."""
    return os.path.splitext(name.lower().removesuffix(".gz"))[1].removeprefix(".")


def _article(ending: str) -> str:
    """`a` or `an`, as the ending is spoken."""
    return "an" if ending[:1] in "aefhilmnorsx" else "a"
