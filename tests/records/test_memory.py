from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import BYTES, beside, coded, count_distinct, gather, texts_of
from entityres.records.compiled import compiled
from entityres.records.memory import copy_bytes, eight_bytes


@compiled(f"uint64({BYTES}, int64)")
def _load(data, at):
    return eight_bytes(data, at)


@compiled(f"void(uint8[::1], int64, {BYTES}, int64, int64)")
def _copy(to, at, source, start, size):
    copy_bytes(to, at, source, start, size)


@given(st.binary(min_size=8, max_size=40), st.data())
def test_eight_bytes_are_a_number_wherever_they_stand(data, draw):
    at = draw.draw(st.integers(0, len(data) - 8))
    assert _load(np.frombuffer(data, np.uint8), at) == int.from_bytes(data[at : at + 8], "little")


@given(st.binary(max_size=40), st.data())
def test_bytes_are_copied_and_no_others(data, draw):
    start = draw.draw(st.integers(0, len(data)))
    size = draw.draw(st.integers(0, len(data) - start))
    to = np.full(60, 7, np.uint8)
    _copy(to, 5, np.frombuffer(data, np.uint8), start, size)
    assert to.tobytes() == b"\7" * 5 + data[start : start + size] + b"\7" * (55 - size)


@given(st.lists(st.text(alphabet="a\0é", max_size=20), max_size=12))
def test_texts_that_differ_only_in_length_or_zeros_are_different(texts):
    held = texts_of(texts)
    assert count_distinct(held)[1] == len({text for text in texts if text})
    made = coded(held)
    assert [made.texts.to_list()[code] if code >= 0 else "" for code in made.codes] == texts


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=20)), max_size=8))
def test_texts_are_gathered_and_put_beside_each_other(pairs):
    pairs = [tuple(text.encode("utf-8", "ignore").decode() for text in pair) for pair in pairs]
    left, right = (texts_of([pair[side] for pair in pairs]) for side in (0, 1))
    assert beside(left, right).to_list() == [" ".join(filter(None, pair)) for pair in pairs]
    backwards = np.arange(len(pairs))[::-1]
    assert gather(left, backwards).to_list() == [pair[0] for pair in pairs[::-1]]
