from __future__ import annotations

import random

import pytest

from tests.fuzz.bytes import broken, corpus, run, run_on_all_cores, slow_count
from tests.fuzz.packed import broken_packed, packed_corpus


@pytest.mark.parametrize("first", [0, 1_000_000, 2_000_000])
def test_files_broken_at_random_are_read_or_refused_in_plain_words(capfd, first):
    outcome = run(1000, first=first)
    assert outcome.faults == []
    assert min(outcome.kinds[kind] for kind in ("read", "refused", "counted", "quoted")) > 100


def test_packed_files_broken_where_their_structure_is(capfd):
    outcome = run(600, packed=True)
    assert outcome.faults == []
    assert min(outcome.kinds[kind] for kind in ("read", "refused")) > 50


def test_all_cores_find_what_one_finds(capfd):
    whole, parts = run(30, first=77), run_on_all_cores(30, 1, 77, packed=False)
    assert (parts.kinds, parts.faults) == (whole.kinds, whole.faults)


def test_the_same_seed_breaks_the_same_files_in_the_same_way():
    for breaks, files in ((broken, corpus), (broken_packed, packed_corpus)):
        made = [[breaks(random.Random(f"1 {number}"), files()) for number in range(50)] for _ in range(2)]
        assert made[0] == made[1]
        assert len({data for _, data in made[0]}) > 40


@pytest.mark.parametrize(
    ("text", "rows"), [("", 0), ("a", 1), ("a\n", 1), ("a\r\nb", 2), ("a\r\r\n\n", 3), ("\n\n", 2), ("\0\r\0\n\0", 1)]
)
def test_rows_counted_letter_by_letter(text, rows):
    assert slow_count(text.encode(), "utf-8") == rows
