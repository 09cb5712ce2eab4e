"""What is typed as a separator, and how one is written."""

from __future__ import annotations

import pytest

from entityres.records.separators import NAMES, separator_of, written


@pytest.mark.parametrize(
    ("typed", "separator"),
    [
        *((name.title(), sign) for name, sign in NAMES.items()),
        *(
            (" TAB ", "\t"),
            ("\\t", "\t"),
            ("\\T", "\t"),
            ("\\x1f", "\x1f"),
            ("\\x01\\x02", "\x01\x02"),
            ("|\\t|", "|\t|"),
        ),
        *(("~|~", "~|~"), ("“||”", "||"), ("“\\t\\t”", "\t\t"), (";", ";"), (" ", " "), ("a", "a"), ("\\", "\\")),
    ],
)
def test_what_is_typed(typed, separator):
    assert separator_of(typed) == separator


@pytest.mark.parametrize("separator", ["\t", "~|~", "||", "\x1f", "\x01\x02", ",", "|\t|", "\\", "a"])
def test_what_is_written_means_the_same_when_it_is_typed(separator):
    assert separator_of(written(separator)) == separator
    assert written(separator).isprintable()
