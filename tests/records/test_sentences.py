"""Sentences that end with what a user wrote have one full stop."""

from __future__ import annotations

import pytest

from entityres.errors import SettingsError
from entityres.records.lining_up import apply_choices
from entityres.records.roles import Role
from entityres.records.sentences import ended
from tests.helpers.building import make_list


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("The column is Tel.", "The column is Tel."),
        ("The column is “Tel.”", "The column is “Tel.”."),
        ("and so on…", "and so on…"),
    ],
)
def test_one_full_stop(words: str, sentence: str) -> None:
    assert ended(words) == sentence
    assert ended(ended(words)) == sentence


def test_the_columns_that_a_message_lists_end_with_one_full_stop() -> None:
    listed = make_list("crm", {"Name": ["Ann"], "Tel.": ["1"]})
    with pytest.raises(SettingsError) as caught:
        apply_choices([listed], [()], {"Fax": Role.PHONE}, None)
    assert caught.value.hint == "The columns are: Name, Tel."
