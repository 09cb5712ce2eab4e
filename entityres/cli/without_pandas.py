"""Command line: matching without pandas, which takes an eighth of a second to load and is not used for it.

pyarrow loads it with the first array that is made, if it can be found, only to know one of its frames when it is given one.
"""

from __future__ import annotations

import sys
from typing import Any


class _Hidden:
    """A finder of modules that says of pandas that it is not there."""

    @staticmethod
    def find_spec(name: str, *_: Any) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


def leave_pandas_out() -> None:
    """Let pyarrow look for pandas once and not find it; whoever asks it for a frame later still gets one."""
    import pyarrow as pa

    if "pandas" in sys.modules:
        return
    sys.meta_path.insert(0, _Hidden)
    try:
        pa.scalar(0)
    finally:
        sys.meta_path.remove(_Hidden)
