"""The evidence in one sentence."""

from __future__ import annotations

import pytest

from entityres.scoring.comparisons import COMPARISONS, SAME_WORDS
from entityres.scoring.explaining import EvidencePart, sentence_of


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
