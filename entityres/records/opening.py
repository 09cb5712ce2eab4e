"""Engine: the bytes of a list's file, unpacked, and plain words where it cannot be used."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import sys
import zipfile
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from entityres.errors import InputError

PREVIEW_BYTES = 262_144
_GZIP, _ZIP, _OLD_OFFICE = b"\x1f\x8b", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NOT_TEXT = (b"%PDF-", b"\x89PNG", b"SQLite format 3", b"PAR1", b"\xff\xd8\xff", b"GIF8", b"7z\xbc\xaf", b"Rar!")


@dataclass(frozen=True)
class FileBytes:
    """What a file holds.

    Attributes:
        data: uint8 (n,), writable; the unpacked bytes, or their beginning.
        elsewhere: uint8, whole lines from further on when `data` is only the beginning; to judge the encoding by.
        whole: Whether `data` is everything.
        size: Bytes of the file on disk.
        digest: SHA-256 of the file on disk, worked out in the background; None when only its beginning was read.
    """

    data: np.ndarray
    elsewhere: np.ndarray
    whole: bool
    size: int
    digest: Future[str] | None

    @property
    def sha256(self) -> str:
        """Hex digest of the file on disk, or ""."""
        return self.digest.result() if self.digest else ""


def read_bytes(path: str) -> FileBytes:
    """The whole file. Raises InputError when it is missing, empty, no text or not to be read."""
    packed = _read(path)
    data = _unpacked(path, packed)
    _refuse_what_is_no_list(path, data)
    # The digest takes as long as parsing and runs beside it: neither holds the interpreter's lock.
    beside = ThreadPoolExecutor(1)
    digest = beside.submit(lambda: hashlib.sha256(packed).hexdigest())
    beside.shutdown(wait=False)
    return FileBytes(_as_array(data), np.empty(0, np.uint8), True, len(packed), digest)


def read_beginning(path: str) -> FileBytes:
    """The first 256 KB, and some lines from further on. Raises InputError as `read_bytes` does."""
    packed = _read(path, PREVIEW_BYTES + 1)
    size = os.path.getsize(path)
    elsewhere = b""
    if packed.startswith(_GZIP):
        try:
            data = bytearray(zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(packed, PREVIEW_BYTES + 1))
        except zlib.error:
            raise _broken_archive(path) from None
        whole = size <= PREVIEW_BYTES and len(data) <= PREVIEW_BYTES
    else:
        data, whole = packed, len(packed) <= PREVIEW_BYTES
        if not whole:
            elsewhere = _lines_from_further_on(path, size)
    _refuse_what_is_no_list(path, data)
    return FileBytes(_as_array(data[:PREVIEW_BYTES]), _as_array(bytearray(elsewhere)), whole, size, None)


def _read(path: str, most: int = -1) -> bytearray:
    """The bytes on disk, at most so many."""
    name = os.path.basename(path) or path
    try:
        with open(path, "rb") as handle:
            if most >= 0:
                return bytearray(handle.read(most))
            data = bytearray(os.fstat(handle.fileno()).st_size)
            length = handle.readinto(data)
            del data[length:]
            data += handle.read()  # what came while we read, and files such as pipes whose size is not known
            return data
    except FileNotFoundError:
        raise InputError(f"{path} was not found.", "Check its name and its folder.") from None
    except (IsADirectoryError, NotADirectoryError):
        raise InputError(f"{path} is a folder, not a file.", "Choose a CSV file in it.") from None
    except PermissionError:
        if os.path.isdir(path):  # Windows says so when a folder is opened
            raise InputError(f"{path} is a folder, not a file.", "Choose a CSV file in it.") from None
        if sys.platform == "win32":
            raise InputError(
                f"{name} cannot be read: another program has it open.", "Close it there and try again."
            ) from None
        raise InputError(
            f"{name} cannot be read: you have no permission to read it.",
            "Copy it to a folder of your own and try again.",
        ) from None
    except MemoryError:
        raise InputError(
            f"{name} is too large for the memory of this computer.", "Split it and load the parts."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{name} cannot be read: {reason}.", "Check the file and try again.") from None


def _unpacked(path: str, packed: bytearray) -> bytearray:
    """The bytes themselves, of a gzip file those in it."""
    if not packed.startswith(_GZIP):
        return packed
    try:
        return bytearray(gzip.decompress(packed))
    except (OSError, EOFError, zlib.error):
        raise _broken_archive(path) from None


def _broken_archive(path: str) -> InputError:
    """The error for a gzip file that ends too early or is damaged."""
    return InputError(
        f"{os.path.basename(path)} is packed with gzip and cannot be unpacked.", "Download or copy it again."
    )


def _refuse_what_is_no_list(path: str, data: bytearray) -> None:
    """Raise InputError for an empty file and for what its first bytes tell to be something else."""
    name = os.path.basename(path) or path
    if not data:
        raise InputError(f"{name} is empty.", "Choose another file.")
    if data.startswith((_ZIP, _OLD_OFFICE)):
        raise _archive_or_workbook(path, data)
    if data.startswith(_NOT_TEXT):
        raise not_text(path)


def not_text(path: str) -> InputError:
    """The error for a file of something else than text."""
    return InputError(
        f"{os.path.basename(path) or path}: This does not look like a text file.",
        "Choose a CSV file, or save the list as CSV.",
    )


def _archive_or_workbook(path: str, data: bytearray) -> InputError:
    """The error for a zip file or a file of a spreadsheet program."""
    name = os.path.basename(path) or path
    members: list[str] = []
    if data.startswith(_ZIP):
        try:
            with zipfile.ZipFile(path) as archive:
                members = archive.namelist()
        except (OSError, zipfile.BadZipFile):
            # A damaged archive still shows what it was by the names of its first members.
            members = [
                found.decode("latin-1")
                for found in re.findall(rb"(?:xl/|\[Content_Types\])[\w./]*", bytes(data[:4096]))
            ]
    is_workbook = data.startswith(_OLD_OFFICE) or any(
        m.startswith(("xl/", "[Content_Types]", "content.xml")) for m in members
    )
    if not is_workbook:
        return InputError(f"{name} is a zip archive.", "Unpack it and choose the CSV file that is in it.")
    ending = ".xls" if data.startswith(_OLD_OFFICE) else ".ods" if "content.xml" in members else ".xlsx"
    kind = "a spreadsheet (.ods)" if ending == ".ods" else f"an Excel workbook ({ending})"
    disguised = "" if name.lower().endswith(ending) else f" with a {os.path.splitext(name)[1].lower() or 'plain'} name"
    program = "your spreadsheet program" if ending == ".ods" else "Excel"
    return InputError(f"{name}: This is {kind}{disguised}.", f"Save it as CSV UTF-8 in {program} first.")


def _lines_from_further_on(path: str, size: int) -> bytes:
    """Whole lines from several places of a long file, its end among them."""
    pieces = []
    with open(path, "rb") as handle:
        for place in range(1, 9):
            handle.seek((size * place // 8) - 65_536 if place == 8 else size * place // 8)
            lines = handle.read(65_536).split(b"\n")
            pieces.append(b"\n".join(lines[1:-1]))
    return b"\n".join(pieces)


def _as_array(data: bytearray) -> np.ndarray:
    """The bytes as a writable uint8 array, not copied."""
    return np.frombuffer(data, np.uint8)
