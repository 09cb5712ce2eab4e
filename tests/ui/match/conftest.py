"""The Match page over a match made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from entityres.session.stages import Step

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow
    from entityres.ui.pages.match import MatchPage


@pytest.fixture
def window(made_up) -> MainWindow:
    """A wide window that shows the Match page."""
    made_up.go_to(Step.MATCH)
    return made_up


@pytest.fixture
def page(window) -> MatchPage:
    """The Match page of the window of the test."""
    return window.pages[Step.MATCH]
