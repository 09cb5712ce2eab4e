from __future__ import annotations

import random

import pytest

from tests.fuzz.bytes import broken, corpus, run, slow_count


@pytest.mark.parametrize("first", [0, 1_000_000, 2_000_000])
def test_files_broken_at_random_are_read_or_refused_in_plain_words(capfd, first):
    outcome = run(1000, first=first)
    assert outcome.faults == []
    assert min(outcome.kinds[kind] for kind in ("read", "refused", "counted", "quoted")) > 100


def test_the_same_seed_breaks_the_same_files_in_the_same_way():
    made = [[broken(random.Random(f"1 {number}"), corpus()) for number in range(50)] for _ in range(2)]
    assert made[0] == made[1]
    assert len({data for _, data in made[0]}) > 40


@pytest.mark.parametrize(
    ("text", "rows"), [("", 0), ("a", 1), ("a\n", 1), ("a\r\nb", 2), ("a\r\r\n\n", 3), ("\n\n", 2), ("\0\r\0\n\0", 1)]
)
def test_rows_counted_letter_by_letter(text, rows):
    assert slow_count(text.encode(), "utf-8") == rows
