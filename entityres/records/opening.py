"""Engine: the bytes of a list's file, unpacked, and plain words where it cannot be used."""

from __future__ import annotations

import gzip
import hashlib
import os
import sys
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from entityres.errors import InputError
from entityres.records.file_kinds import CSV, kind_of, needs_all

PREVIEW_BYTES = 262_144
_SMALL, _HEAD_BYTES = 1 << 20, 4096
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class FileBytes:
    """What a file holds.

    Attributes:
        data: uint8 (n,), writable; the unpacked bytes, or their beginning.
        elsewhere: uint8, whole lines from further on when `data` is only the beginning; to judge the encoding by.
        whole: Whether `data` is everything.
        size: Bytes of the file on disk.
        kind: What it is, as `file_kinds.kind_of` says.
        digest: SHA-256 of the file on disk, worked out in the background; None when only its beginning was read.
    """

    data: np.ndarray
    elsewhere: np.ndarray
    whole: bool
    size: int
    kind: str
    digest: Future[str] | None

    @property
    def sha256(self) -> str:
        """Hex digest of the file on disk, or ""."""
        return self.digest.result() if self.digest else ""


def read_bytes(path: str) -> FileBytes:
    """The whole file. Raises InputError when it is missing, empty, no list or not to be read."""
    packed = _read(path)
    head = packed[:_HEAD_BYTES].tobytes()
    if head.startswith(_GZIP) or needs_all(head):
        unpacked = _unpacked(path, packed.data)
        data, kind = _as_array(unpacked), kind_of(path, unpacked)
    else:
        data, kind = packed, kind_of(path, head)
    digest: Future[str]
    if packed.size < _SMALL:
        digest = Future()
        digest.set_result(hashlib.sha256(packed.data).hexdigest())
    else:
        # The digest takes as long as parsing and runs beside it: neither holds the interpreter's lock.
        beside = ThreadPoolExecutor(1)
        digest = beside.submit(lambda: hashlib.sha256(packed.data).hexdigest())
        beside.shutdown(wait=False)
    return FileBytes(data, np.empty(0, np.uint8), True, packed.size, kind, digest)


def read_beginning(path: str, most: int = PREVIEW_BYTES) -> FileBytes:
    """The first bytes of a text, and some lines from further on; all of what is no text. Raises as `read_bytes` does.

    Args:
        path: The file.
        most: How many bytes of a text, an even number.
    """
    packed = bytearray(_read(path, most + 1).data)
    nothing = np.empty(0, np.uint8)
    size = os.path.getsize(path)
    elsewhere = b""
    if packed.startswith(_GZIP):
        data = _unpacked_beginning(path, packed, most + 1)
        whole = len(packed) <= most and len(data) <= most
    else:
        data, whole = packed, len(packed) <= most
        if not whole and not needs_all(data):
            elsewhere = _lines_from_further_on(path, size)
    if needs_all(data):
        data = _unpacked(path, _read(path).data)
        return FileBytes(_as_array(data), nothing, True, size, kind_of(path, data), None)
    kind_of(path, data)
    return FileBytes(_as_array(data[:most]), _as_array(bytearray(elsewhere)), whole, size, CSV, None)


def _unpacked_beginning(path: str, packed: bytearray, most: int) -> bytearray:
    """The first bytes in a gzip file, which may have several parts."""
    data = bytearray()
    rest = bytes(packed)
    try:
        while rest.startswith(_GZIP) and len(data) < most:
            part = zlib.decompressobj(zlib.MAX_WBITS | 16)
            data += part.decompress(rest, most - len(data))
            if not part.eof and not part.unconsumed_tail and len(packed) < most:
                raise EOFError  # the file ends before its last part does
            rest = part.unused_data.lstrip(b"\0")
            if rest and not rest.startswith(_GZIP):
                raise EOFError  # something else follows
    except zlib.error:
        # The library that unpacks whole files overlooks odd bits of a header; where all is here, it decides.
        if len(packed) >= most:
            raise _broken_archive(path) from None
        return _unpacked(path, memoryview(packed))[:most]
    except EOFError:
        raise _broken_archive(path) from None
    return data


def _read(path: str, most: int = -1) -> np.ndarray:
    """uint8: the bytes on disk, at most so many."""
    name = os.path.basename(path) or path
    try:
        with open(path, "rb") as handle:
            if most >= 0:
                return _as_array(bytearray(handle.read(most)))
            data = np.empty(os.fstat(handle.fileno()).st_size, np.uint8)
            data = data[: handle.readinto(data.data)]
            more = handle.read()  # what came while we read, and files such as pipes whose size is not known
            return np.concatenate((data, _as_array(bytearray(more)))) if more else data
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
        raise _too_large(path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{name} cannot be read: {reason}.", "Check the file and try again.") from None


def _unpacked(path: str, packed: memoryview) -> bytearray:
    """The bytes themselves, of a gzip file those in it."""
    if packed[:2] != _GZIP:
        return bytearray(packed)
    try:
        return bytearray(gzip.decompress(packed))
    except (OSError, EOFError, zlib.error):
        raise _broken_archive(path) from None
    except MemoryError:
        raise _too_large(path) from None


def _too_large(path: str) -> InputError:
    """The error for a file that does not fit into memory."""
    return InputError(
        f"{os.path.basename(path)} is too large for the memory of this computer.", "Split it and load the parts."
    )


def _broken_archive(path: str) -> InputError:
    """The error for a gzip file that ends too early or is damaged."""
    return InputError(
        f"{os.path.basename(path)} is packed with gzip and cannot be unpacked.", "Download or copy it again."
    )


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
