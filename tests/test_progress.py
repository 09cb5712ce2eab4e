"""How work tells where it is."""

from __future__ import annotations

import pytest

from entityres.errors import Cancelled
from entityres.progress import Progress


def test_a_stage_that_is_counted_anew_is_not_over():
    progress = Progress()
    progress.begin("Cleaning values")
    progress.begin("Choosing keys")
    progress.begin("Choosing keys", 29)
    assert (progress.stage, progress.total, progress.finished) == ("Choosing keys", 29, ["Cleaning values"])
    progress.advance()
    progress.begin("Key: Same phone")
    assert progress.finished == ["Cleaning values", "Choosing keys"]
    assert (progress.done, progress.total) == (0, 0)


def test_a_stage_begins_no_more_once_somebody_stopped():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        progress.begin("Cleaning values")
