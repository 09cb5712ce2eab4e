from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.ui.models.zone_estimates import found_words, lost_words, per_cent, round_off, share_words, work_words


@dataclass(frozen=True)
class FakeEstimate:
    value: float | None
    low: float
    high: float
    source: str = "check column"
    warning: str = ""


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(30, 10**6))
def test_never_a_bare_hundred_per_cent(a, b, c, pairs):
    low, value, high = sorted((a, b, c))
    words = share_words(FakeEstimate(value, low, high), pairs)
    assert words.figure not in ("100\u00a0%", "0\u00a0%")


def test_all_right_shows_the_range_only():
    words = share_words(FakeEstimate(1.0, 0.998, 1.0), 2210)
    assert (words.figure, words.range) == ("99.8 – 100\u00a0%", "")


def test_an_estimate_stands_before_its_range():
    words = share_words(FakeEstimate(0.92, 0.88, 0.95), 316)
    assert (words.figure, words.range) == ("92\u00a0%", "88 – 95")


@pytest.mark.parametrize("pairs", [1, 12, 29])
def test_too_few_pairs_are_said(pairs):
    assert share_words(FakeEstimate(None, 0, 1, ""), pairs).figure == "not enough pairs"
    assert share_words(FakeEstimate(0.9, 0.5, 1), pairs).figure == "not enough pairs"


def test_nothing_to_estimate_from_is_said():
    assert share_words(FakeEstimate(None, 0, 1, ""), 500).figure == "not estimated"


def test_lost_matches_come_rounded_with_their_range():
    words = lost_words(58.7, FakeEstimate(0.0018, 0.0, 0.0042), 33_703)
    assert (words.figure, words.range) == ("≈ 61 missed", "0 – 140")


@pytest.mark.parametrize(("value", "shown"), [(0.4, 0), (7, 7), (58.7, 59), (141.55, 140), (12_345, 12_000)])
def test_round_off(value, shown):
    assert round_off(value) == shown


@pytest.mark.parametrize(
    ("pairs", "seconds", "words"), [(0, 8, "–"), (3, 8, "< 1 min"), (316, 7.6, "≈ 40 min"), (5000, 8, "≈ 11 h")]
)
def test_work(pairs, seconds, words):
    assert work_words(pairs, seconds) == words


@pytest.mark.parametrize(
    ("share", "words"), [(0.92, "92"), (0.998, "99.8"), (1.0, "100"), (0.004, "0.4"), (0.9999, "100")]
)
def test_per_cent(share, words):
    assert per_cent(share) == words


@pytest.mark.parametrize(
    ("share", "low", "high", "words"),
    [
        (0.987, 0.97, 0.995, "The keys found about 99\u00a0% (97 – 99.5) of all true pairs."),
        (0.9999, 0.99, 1.0, "The keys found about 99\u00a0% or more of all true pairs."),
        (0.72, 0.72, 0.72, "The keys found about 72\u00a0% or more of all true pairs."),
    ],
)
def test_pairs_found_in_words(share, low, high, words):
    assert found_words(share, low, high) == words
