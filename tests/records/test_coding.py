"""Texts as codes: against plain Python."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.byte_order import byte_order, sorted_values
from entityres.records.coding import (
    Coded,
    beside,
    coded,
    count_distinct,
    first_filled,
    from_arrow,
    gather,
    mapped,
    no_texts,
    replaced,
    texts_of,
)

WORDS = st.lists(
    st.one_of(st.sampled_from(["", "a", "michael.s", "michael.smith", "michael.smyth", "é"]), st.text(max_size=12))
)


@given(WORDS)
def test_codes_give_every_text_back_and_values_are_sorted_by_bytes(texts: list[str]) -> None:
    texts = [text.encode("utf-8", "ignore").decode() for text in texts]
    made = sorted_values(coded(texts_of(texts)))
    values = made.texts.to_list()
    assert values == sorted({text for text in texts if text}, key=lambda text: text.encode())
    assert [values[code] if code >= 0 else "" for code in made.codes] == texts


@given(WORDS)
def test_distinct_texts_are_counted(texts: list[str]) -> None:
    texts = [text.encode("utf-8", "ignore").decode() for text in texts]
    held = texts_of(texts)
    assert count_distinct(held) == (sum(map(bool, texts)), len({t for t in texts if t}))


@pytest.mark.slow
def test_many_texts_make_the_hash_table_grow() -> None:
    texts = [f"value {i % 7000}" for i in range(20000)]
    made = coded(texts_of(texts))
    assert made.texts.n == 7000
    assert [made.texts.to_list()[code] for code in made.codes[:7001]] == texts[:7001]
    assert count_distinct(texts_of(texts)) == (20000, 7000)


def test_long_common_beginnings_are_sorted() -> None:
    texts = [f"http://www.example.org/{i:05d}" for i in np.random.default_rng(3).permutation(3000)]
    assert gather(texts_of(texts), byte_order(texts_of(texts))).to_list() == sorted(texts)


def test_arrow_slices_chunks_and_nulls_are_read() -> None:
    chunks = pa.chunked_array([pa.array(["x", None, "yé"]).slice(1), pa.array(["", "z"])])
    assert from_arrow(chunks).to_list() == ["", "yé", "", "z"]
    assert from_arrow(pa.array([], pa.large_string())).to_list() == []


def test_texts_are_replaced_joined_and_mapped() -> None:
    texts = texts_of(["a", "b", "", "c"])
    assert replaced(texts, np.array([1]), texts_of(["beta"])).to_list() == ["a", "beta", "", "c"]
    assert beside(texts, texts_of(["1", "", "3", "4"])).to_list() == ["a 1", "b", "3", "c 4"]
    raw = coded(texts_of(["A", "a", "-", "A"]))
    assert mapped(raw, texts_of(["a", "a", ""])).codes.tolist() == [0, 0, -1, 0]


def test_the_first_filled_source_wins() -> None:
    first, second = coded(texts_of(["x", "", "y"])), coded(texts_of(["q", "x", ""]))
    made = sorted_values(first_filled([first, second, Coded(np.full(3, -1, np.int32), no_texts(0))]))
    assert [made.texts.to_list()[code] for code in made.codes] == ["x", "x", "y"]
