"""Projects in tests need not survive a loss of power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from entityres.session.store import Store

if TYPE_CHECKING:
    import sqlite3

    import pytest


def without_waiting(patch: pytest.MonkeyPatch) -> None:
    """Projects do not wait until the disk has what they wrote: that takes longer than most tests do."""
    connect = Store._connect

    def connect_only(store: Store) -> sqlite3.Connection:
        db = connect(store)
        db.execute("PRAGMA synchronous=OFF")
        return db

    patch.setattr(Store, "_connect", connect_only)
