from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.records import csv_passes
from entityres.records.coding import BYTES, beside, coded, count_distinct, gather, texts_of
from entityres.records.compiled import compiled
from entityres.records.memory import ask_for, copy_bytes, eight_bytes, lowest_byte


@compiled(f"uint64({BYTES}, int64)")
def _load(data, at):
    return eight_bytes(data, at)


@compiled(f"void(uint8[::1], int64, {BYTES}, int64, int64)")
def _copy(to, at, source, start, size):
    copy_bytes(to, at, source, start, size)


@compiled("int64(uint32[:,::1])")
def _asked_and_summed(table):
    total = 0
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            ask_for(table, row, column)
            total += table[row, column]
    return total


def test_what_is_asked_for_stays_as_it_is():
    table = np.arange(5 * 40, dtype=np.uint32).reshape(5, 40)
    assert _asked_and_summed(table) == sum(range(200))
    assert table.ravel().tolist() == list(range(200))


@settings(deadline=None)
@given(st.binary(min_size=8, max_size=40), st.data())
def test_eight_bytes_are_a_number_wherever_they_stand(data, draw):
    at = draw.draw(st.integers(0, len(data) - 8))
    assert _load(np.frombuffer(data, np.uint8), at) == int.from_bytes(data[at : at + 8], "little")


@settings(deadline=None)
@given(st.binary(max_size=40), st.data())
def test_bytes_are_copied_and_no_others(data, draw):
    start = draw.draw(st.integers(0, len(data)))
    size = draw.draw(st.integers(0, len(data) - start))
    to = np.full(60, 7, np.uint8)
    _copy(to, 5, np.frombuffer(data, np.uint8), start, size)
    assert to.tobytes() == b"\7" * 5 + data[start : start + size] + b"\7" * (55 - size)


@settings(deadline=None)
@given(st.lists(st.text(alphabet="a\0é", max_size=20), max_size=12))
def test_texts_that_differ_only_in_length_or_zeros_are_different(texts):
    held = texts_of(texts)
    assert count_distinct(held)[1] == len({text for text in texts if text})
    made = coded(held)
    assert [made.texts.to_list()[code] if code >= 0 else "" for code in made.codes] == texts


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=20)), max_size=8))
def test_texts_are_gathered_and_put_beside_each_other(pairs):
    pairs = [tuple(text.encode("utf-8", "ignore").decode() for text in pair) for pair in pairs]
    left, right = (texts_of([pair[side] for pair in pairs]) for side in (0, 1))
    assert beside(left, right).to_list() == [" ".join(filter(None, pair)) for pair in pairs]
    backwards = np.arange(len(pairs))[::-1]
    assert gather(left, backwards).to_list() == [pair[0] for pair in pairs[::-1]]


@compiled("int64(uint64)")
def _lowest(mask):
    return lowest_byte(mask)


@settings(deadline=None)
@given(st.integers(0, 7), st.integers(0, 2**64 - 1))
def test_the_lowest_byte_of_a_mask(byte, above):
    mask = (0x80 << (8 * byte) | above << (8 * byte + 8)) & (2**64 - 1)
    assert _lowest(np.uint64(mask)) == byte


@settings(deadline=None)
@given(st.binary(max_size=60), st.sampled_from(b",;\t\x01~"), st.data())
def test_the_end_of_plain_text_is_found_eight_bytes_at_once(data, delimiter, draw):
    at = draw.draw(st.integers(0, len(data)))
    wanted = next((p for p in range(at, len(data)) if data[p] in (delimiter, 10, 13)), len(data))
    assert csv_passes._plain_end(np.frombuffer(bytearray(data), np.uint8), at, delimiter) == wanted
