"""Addresses on the web are alike as a whole, not by the letters that they have in common."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.records.roles import Role
from entityres.scoring.sites import SLIP, are_sites
from entityres.scoring.text_likeness import TextLikeness
from tests.helpers.building import make_cleaned, make_list

OTHERS = [f"www {name}coatings com" for name in ("tarn", "vex", "dalo", "mipel", "sorin", "hebra", "ulvik")]


def likeness(one: str, other: str, heading: str = "Website") -> float:
    cleaned = make_cleaned([make_list("list", {heading: [one, other, *OTHERS]})], {heading: Role.TEXT})
    field = cleaned.fields[0]
    a, b = (np.array([field.codes[record]], np.int32) for record in (0, 1))
    return float(TextLikeness(field).of(a, b)[0])


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("www pegalcoatings com", "www mipelcoatings com", 0, 0.4),
        ("www pegalcoatings com", "http pegalcoatings com", 0.6, 1),
        ("pegalcoatings com", "http www pegalcoatings com de", 0.6, 1),
        ("www pegalcoatings com", "www pegalcoatngs com", SLIP, SLIP + 0.01),
        ("ing de", "eng de", 0, 0.4),
    ],
)
def test_sites_are_alike_as_a_whole_or_with_a_slip(one: str, other: str, least: float, most: float):
    assert least - 0.001 <= likeness(one, other) <= most


def test_other_texts_are_alike_by_their_letters():
    assert likeness("pegalcoatings red", "mipelcoatings red", "Description") > 0.4


def test_sites_are_told_by_their_headings_or_values():
    def field(heading: str, values: list[str]):
        return make_cleaned([make_list("list", {heading: values})], {heading: Role.TEXT}).fields[0]

    assert are_sites(field("Homepage", ["tarn com"]))
    assert are_sites(field("c7", OTHERS))
    assert not are_sites(field("Description", ["a red lamp", "a tall lamp"]))
