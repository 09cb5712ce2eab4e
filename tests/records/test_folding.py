"""Folding: what it does to texts of many kinds, and that the compiled loop does the same as the plain function."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.folding import Fold, fold, fold_text

LETTERS = st.one_of(
    st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs"]), st.sampled_from("abz AB-&,;'’#1é́ßİı京 김ー😀")
)
WAYS = [Fold.PLAIN, Fold.AND, Fold.COMMAS, Fold.AND | Fold.COMMAS | Fold.HYPHENS, Fold.CLOSED]


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("O'Neale", "oneale"),
        ("O’Neale", "oneale"),
        ("O`Neale", "oneale"),
        ("O&#39;Neale", "oneale"),
        ("Smith-Hale", "smith hale"),
        ("  Zoe\u0301   Müller ", "zoe muller"),
        ("İbrahim Yıldız", "ibrahim yildiz"),
        ("IBRAHIM YILDIZ", "ibrahim yildiz"),
        ("Hiếu Trần", "hieu tran"),
        ("Straße Łódź Æsir Øre Đorđe", "strasse lodz aesir ore dorde"),
        ("Soft\u00adhyphen\u200b\ufeff", "softhyphen"),
        ("ＡＢＣ １２", "abc 12"),
        ("😀", ""),
    ],
)
def test_spellings_of_one_text_become_one(written: str, folded: str) -> None:
    assert fold_text(written) == folded


@pytest.mark.parametrize("text", ["李伟", "김민준", "さくら", "محمد علي", "ไทย", "йошкар", "ёлка"])
def test_other_scripts_keep_every_letter(text: str) -> None:
    assert fold_text(text) == text


def test_blanks_inside_chinese_japanese_and_korean_are_dropped() -> None:
    assert fold_text("星野 さくら") == "星野さくら"
    assert fold_text("김 민준") == "김민준"
    assert fold_text("星野 Anna") == "星野 anna"


def test_ways_of_folding() -> None:
    assert fold_text("Jean-Luc, A & B", Fold.AND | Fold.COMMAS | Fold.HYPHENS) == "jean-luc , a and b"
    assert fold_text("AB-12 / 3", Fold.CLOSED) == "ab123"


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(LETTERS, max_size=8), min_size=1, max_size=40), st.sampled_from(WAYS))
def test_the_compiled_loop_folds_like_the_plain_function(texts: list[str], how: Fold) -> None:
    assert fold(texts_of(texts), how).to_list() == [fold_text(text, how) for text in texts]


@settings(deadline=None, max_examples=60)
@given(st.text(LETTERS, max_size=12))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold_text(text)
    assert fold_text(once) == once
