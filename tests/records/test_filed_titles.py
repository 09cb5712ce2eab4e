"""Titles as catalogues file them, in the order in which they are said."""

from __future__ import annotations

import pytest

from entityres.records.coding import texts_of
from entityres.records.filed_titles import in_spoken_order


@pytest.mark.parametrize(
    ("filed", "said"),
    [
        ("Blue Lamp, The", "The Blue Lamp"),
        ("corona di ferro, la", "la corona di ferro"),
        ("Good, the Bad and the Ugly, The", "The Good, the Bad and the Ugly"),
        ("Boot , Das ", "Das Boot"),
        ("Étranger, L'", "L' Étranger"),
        ("The Blue Lamp", "The Blue Lamp"),
        ("Theatre, Theodor", "Theatre, Theodor"),
        ("Smith, I", "Smith, I"),
        (", The", ", The"),
        ("", ""),
    ],
)
def test_an_article_behind_the_last_comma_comes_first(filed, said):
    assert in_spoken_order(texts_of(["Aladdin", filed])).to_list() == ["Aladdin", said]
