"""Work that never ends by itself, to see that it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NoReturn

from entityres.progress import Progress


def slowly(begun: threading.Event, ended: threading.Event) -> Callable[..., NoReturn]:
    """As a count over a long list, which asks at each step whether to stop."""

    def count(*_arguments: object, progress: Progress, **_named: object) -> NoReturn:
        begun.set()
        try:
            while True:
                progress.check()
        finally:
            ended.set()

    return count
