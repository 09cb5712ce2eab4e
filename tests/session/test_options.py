"""Preferences: declared once, and read back as what they hold."""

from __future__ import annotations

import pytest

from entityres.errors import SettingsError
from entityres.session.options import OPTIONS, checked, option


def test_keys_are_unique_and_defaults_hold() -> None:
    assert len({one.key for one in OPTIONS}) == len(OPTIONS)
    for one in OPTIONS:
        assert type(one.default) is one.type
        assert checked(one.key, one.default) == one.default
        assert checked(one.key, str(one.default)) == one.default, "settings come back as text"
        assert one.title
        assert one.section == one.key.split("/")[0]


@pytest.mark.parametrize(
    ("key", "stored", "value"),
    [
        ("appearance/zoom", "1000", 250),
        ("appearance/zoom", 1, 75),
        ("appearance/zoom", "large", 100),
        ("appearance/theme", "pink", "system"),
        ("appearance/theme", "dark", "dark"),
        ("review/person", "Kim", "Kim"),
        ("review/hide_scores", "true", True),
        ("review/hide_scores", "False", False),
        ("review/hide_scores", True, True),
        ("review/hide_scores", "maybe", False),
        ("review/target_correct", "nan", 0.9),
        ("review/target_correct", "0.95", 0.95),
        ("review/target_correct", None, 0.9),
    ],
)
def test_what_makes_no_sense_becomes_something_that_does(key: str, stored: object, value: object) -> None:
    assert checked(key, stored) == value
    assert type(checked(key, stored)) is option(key).type


def test_unknown_keys() -> None:
    with pytest.raises(SettingsError, match="no preference named"):
        checked("appearance/colour", 1)
