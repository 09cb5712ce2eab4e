"""Shares in per cent."""

import re
from pathlib import Path

import pytest

import entityres
from entityres.records.percentages import PER_CENT, percent, percentage


@pytest.mark.parametrize(
    ("share", "decimals", "words"),
    [
        (0.6, 0, "60\u00a0%"),
        (1.0, 0, "100\u00a0%"),
        (0.0, 0, "0\u00a0%"),
        (0.998, 1, "99.8\u00a0%"),
        (0.005, 0, "0\u00a0%"),
    ],
)
def test_a_share_is_a_figure_a_space_that_does_not_break_and_the_sign(share, decimals, words) -> None:
    assert percent(share, decimals) == words
    assert percent(share, decimals) == percentage(share, decimals) + PER_CENT


def test_nothing_else_writes_a_percentage() -> None:
    own = re.compile(r":[^{}\"']*\.\d%\}|\* 100:[^{}]*f\}|\d%[\"' ,.;)]")
    found = [
        f"{path.name}: {line.strip()}"
        for path in Path(entityres.__file__).parent.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if own.search(line) and path.name != "percentages.py" and "help=" not in line
    ]
    assert found == []
