"""How alike texts are spelt, against a naive twin: none that is near is left out unseen."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring.spelling import LINED_UP, SPELT, Spelling

WORDS = st.lists(st.text("abcé7日", min_size=1, max_size=6), min_size=1, max_size=4).map(" ".join)


def alike(texts: list[str], pairs: list[tuple[str, str]]) -> list[float]:
    values = sorted(set(texts), key=str.encode)
    field = FieldValues(
        "title", "Title", Role.TITLE, ((),), np.arange(len(values), dtype=np.int32), pa.array(values, pa.large_string())
    )
    a, b = (np.array([values.index(pair[side]) for pair in pairs], np.int32) for side in (0, 1))
    return Spelling(field).alike(a, b).tolist()


def naively(one: str, other: str) -> float:
    ratio = fuzz.token_sort_ratio(one, other)
    if len(one.split()) != len(other.split()):
        together = [re.sub(r"(?<=[^0-9 ]) (?=[^0-9 ])", "", text) for text in (one, other)]
        ratio = max(ratio, fuzz.ratio(*together))
    return ratio / 100 if ratio >= SPELT else 0.0


@given(st.lists(WORDS, min_size=2, max_size=8, unique=True), st.data())
def test_agrees_with_lining_up_every_pair(texts, data):
    # Slips of the pen, which texts that are drawn alone hardly ever have.
    for text in texts[:3]:
        at = data.draw(st.integers(0, len(text)))
        texts.append(
            text[:at] + data.draw(st.sampled_from(["", " ", "a", "日"])) + text[at + data.draw(st.integers(0, 1)) :]
        )
    texts = [" ".join(text.split()) for text in texts if text.strip()]
    pairs = [(one, other) for one in texts for other in texts]
    assert alike(texts, pairs) == pytest.approx([naively(*pair) for pair in pairs], abs=1e-6)


def test_long_texts_are_not_lined_up():
    text = " ".join(f"word{n}" for n in range(40))
    short, long = text[: LINED_UP - 1] + "x", text * (1 + LINED_UP // len(text))
    assert alike([text, short], [(text, short)])[0] > 0
    assert alike([long, long[:-1]], [(long, long[:-1])]) == [0]


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("learn ing boolean formulas", "learning boolean formulas", True),
        ("boolean formulas learning", "learning boolean formulas", True),
        ("equivalence of models", "equivalance of modells", True),
        ("equivalence of models", "equivalence of notions", False),
        ("日本語の本", "日本語の本", True),
    ],
)
def test_slips_and_other_texts(one, other, near):
    assert (alike([one, other], [(one, other)])[0] > 0) is near
