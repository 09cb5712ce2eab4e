"""Values in sentences: Arabic and Hebrew ones keep to themselves, and phone numbers beside them keep their order."""

from __future__ import annotations

import pytest

from entityres.session.directions import isolated, side_by_side, without_marks

ARABIC, HEBREW, PHONE = "محمد علي", "דוד כהן", "050 123 4567"


@pytest.mark.parametrize("text", ["Ana Ruiz", "Jürgen Müller", "山田太郎", PHONE, ""])
def test_what_runs_to_the_right_is_left_as_it_is(text):
    assert isolated(text) == text
    assert side_by_side([text, "Ulm"]) == f"{text}, Ulm"


@pytest.mark.parametrize("name", [ARABIC, HEBREW])
def test_each_value_beside_such_a_name_has_its_own_direction(name):
    assert isolated(name) == f"\u2068{name}\u2069"
    assert side_by_side([name, "Haifa", PHONE]) == f"\u2068{name}\u2069, \u2068Haifa\u2069, \u2068{PHONE}\u2069"


def test_other_programs_get_no_marks():
    assert without_marks(side_by_side([ARABIC, PHONE])) == f"{ARABIC}, {PHONE}"
