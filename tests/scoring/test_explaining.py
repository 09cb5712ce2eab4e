"""The evidence in one sentence."""

from __future__ import annotations

import pytest

from entityres.pipeline import match
from entityres.scoring.comparisons import COMPARISONS, SAME_WORDS
from entityres.scoring.explaining import EvidencePart, explain, explain_records, find_pair, sentence_of
from entityres.settings import Settings
from tests.helpers.building import make_list


def part(label: str, weight: float, level: str = SAME_WORDS, name: str = "field") -> EvidencePart:
    return EvidencePart(name, label, weight, level, "", False)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ((part("City", 3), part("Phone", 9)), "Phone and City agree."),
        ((part("Phone", 9, "1 digit"),), "Phone nearly agrees."),
        (
            (part("City", 3), part("Phone", 9, "1 digit"), part("Street", 5, "similar"), part("Region", 2.5)),
            "City agrees; Phone and Street nearly agree.",  # the three strongest
        ),
        (
            (part("First name", 4, "nickname"), part("Last name", 8), part("Birth date", -3, "different")),
            "Last name agrees; First name nearly agrees; Birth date speaks against.",
        ),
        ((part("City", -2, "different"), part("Phone", -5, "different")), "Phone and City speak against."),
        ((part("City", 3), part("Tel.", -5, "different")), "City agrees; Tel. speaks against."),
        ((part("Phone", -5, "different"),), "Phone speaks against."),
        (
            (part("City", 1), part("Other partners", 7, "no other fits", "")),
            "Nothing speaks strongly for or against a match.",
        ),
    ],
)
def test_what_agrees_what_nearly_does_and_what_speaks_against(parts: tuple[EvidencePart, ...], sentence: str):
    assert sentence_of(parts) == sentence
    assert sentence_of(parts[::-1]) == sentence


def test_the_first_level_of_every_comparison_is_the_same():
    assert {comparison.levels[0].words for comparison in COMPARISONS.values()} == {SAME_WORDS}


def test_a_number_that_stands_in_another_column_is_said_to_be_compared_across_columns():
    columns = {
        "name": ["Ada Reid", "A. Reid", "Ben Sund", "Cara Dunn"],
        "home phone": ["01632 960111", "07700 900111", "01632 960222", "01632 960333"],
        "mobile": ["07700 900111", "01632 960111", "", ""],
    }
    result = match([make_list("people", columns)], Settings())
    pair = find_pair(result.scored, 0, 1)
    assert pair is not None
    notes = {one.label: one.note for one in explain(result.scored, result.cleaned, pair).parts}
    assert notes["Phone"] == notes["Phone (mobile)"] == "2 records have this value; compared across columns"
    other = explain_records(result.scored, result.cleaned, 2, 3)
    assert not any("across" in one.note for one in other.parts)
