"""Sets of items, and the compiled loops like the plain function."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.items import clean_item_set, clean_items


def test_sets_are_sorted_and_folded() -> None:
    first, second = clean_items(
        texts_of(["Y. Freund, A. Blum, and N. Cesa-Bianchi", "A Blum; N Cesa Bianchi/Y Freund"])
    ).to_list()
    assert first == second == "a blum\x1fn cesa bianchi\x1fy freund"


def test_items_are_there_once_and_in_any_script() -> None:
    assert clean_items(texts_of(["b|a|b", "李伟、王芳", "AT&T & Bell", "M&uuml;ller; Weir", "", ";;"])).to_list() == [
        "a\x1fb",
        "李伟王芳",
        "at t\x1fbell",
        "muller\x1fweir",
        "",
        "",
    ]


WRITTEN = st.text("abAB ,;/|&\n&éÉ李 王uetnd.;#1", max_size=16)


@given(st.lists(WRITTEN, min_size=1, max_size=60))
def test_the_compiled_loops_take_apart_like_the_plain_function(texts: list[str]) -> None:
    assert clean_items(texts_of(texts)).to_list() == [clean_item_set(text) for text in texts]


@given(st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=6), st.randoms())
def test_the_order_of_items_does_not_matter(items: list[str], rng) -> None:
    mixed = list(items)
    rng.shuffle(mixed)
    assert clean_item_set(", ".join(items)) == clean_item_set("; ".join(mixed))
