"""The Match page over a match made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from entityres.session.stages import Step

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow


@pytest.fixture
def window(made_up) -> MainWindow:
    """A wide window that shows the Match page."""
    made_up.go_to(Step.MATCH)
    return made_up
