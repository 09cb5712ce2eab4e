"""Folding: what it does to texts of many kinds, and that the compiled loop does the same as the plain function."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.folding import Fold, fold, fold_text

LETTERS = st.one_of(
    st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs"]),
    st.sampled_from(
        "abz AB-&,;'’#1é\u0301\u0308\u093c\u0e48\u0e38\u064e\u0654\u3099ßİı京 김ーかｶﾞ＆－ёиеاىคन१٤😀\u200d"
    ),
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


@pytest.mark.parametrize(
    "text", ["李伟", "김민준", "さくら", "محمد علي", "ไทย", "йошкар", "україна", "मीरा", "שלום", "ნინო", "հայկ"]
)
def test_other_scripts_keep_every_letter(text: str) -> None:
    assert fold_text(text) == text


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Семёнов", "семенов"),
        ("Пётр Толстои\u0306", "петр толстой"),
        ("أَحْمَد", "احمد"),
        ("إبراهيم آل", "ابراهيم ال"),
        ("فاطمة", "فاطمه"),
        ("علی", "علي"),
        ("שָׁלוֹם", "שלום"),
        ("٠٥٠-١٢٣ ۴۵", "050 123 45"),
        ("नीरा १२", "नीरा 12"),
        ("ΟΔΥΣΣΕΎΣ Ὀδυσσεύς", "οδυσσευσ οδυσσευσ"),
        ("ﾔﾏﾀﾞ", "ヤマダ"),
        ("がぎ", "か\u3099き\u3099"),
        ("吉田 𠮷田", "吉田𠮷田"),
        ("Zoë 🎉 Party", "zoe party"),
    ],
)
def test_spellings_of_other_scripts(written: str, folded: str) -> None:
    assert fold_text(written) == fold_text(folded)
    assert fold(texts_of([written])).to_list() == [fold_text(written)]


SCRIPTS = {
    "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґўљњћџ",
    "greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهويءئؤپچژگ",
    "hebrew": "אבגדהוזחטיכלמנסעפצקרשתםןץףך",
    "thai": "กขคงจฉชซดตถทนบปผพฟมยรลวสหอฮะาเแโใไ" + "ิีึืุู่้๊๋็์",
    "devanagari": "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसहअआइईउऊएऐओऔ" + "ािीुूेैोौ्ंः",
    "han": "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗𠮷吉",
    "kana": "あいうえおかきくけこさしすせそアイウエオがぎぐパピプーッャ々",
    "hangul": "김이박최정강조윤장임한오서신권황안송류홍",
    "georgian": "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
}
WORDS = st.sampled_from(sorted(SCRIPTS)).flatmap(
    lambda script: st.lists(st.text(SCRIPTS[script], min_size=1, max_size=6), min_size=1, max_size=8, unique=True)
)


@given(WORDS)
def test_different_words_of_other_scripts_stay_different(words: list[str]) -> None:
    folded = fold(texts_of(words)).to_list()
    assert all(folded)
    assert len(set(folded)) == len(set(words))


TURKISH = "abcçdefgğhıijklmnoöprsştuüvyz"
CAPITALS = str.maketrans(TURKISH, "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ")


@given(st.text(TURKISH, min_size=1, max_size=8))
def test_turkish_words_meet_their_capitals(word: str) -> None:
    assert fold_text(word.translate(CAPITALS)) == fold_text(word) != ""


@given(st.text("aäeéèoöuüçñåšžőıИйёїΆάώ", min_size=1, max_size=8), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_letters_and_marks_apart_are_the_same(word: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    assert fold_text(unicodedata.normalize(form, word)) == fold_text(word)
    assert fold(texts_of([unicodedata.normalize(form, word)])).to_list() == [fold_text(word)]


def test_blanks_inside_chinese_japanese_and_korean_are_dropped() -> None:
    assert fold_text("星野 さくら") == "星野さくら"
    assert fold_text("김 민준") == "김민준"
    assert fold_text("星野 Anna") == "星野 anna"


def test_ways_of_folding() -> None:
    assert fold_text("Jean-Luc, A & B", Fold.AND | Fold.COMMAS | Fold.HYPHENS) == "jean-luc , a and b"
    assert fold_text("AB-12 / 3", Fold.CLOSED) == "ab123"


@given(st.lists(st.text(LETTERS, max_size=8), min_size=1, max_size=80), st.sampled_from(WAYS))
def test_the_compiled_loop_folds_like_the_plain_function(texts: list[str], how: Fold) -> None:
    assert fold(texts_of(texts), how).to_list() == [fold_text(text, how) for text in texts]


@given(st.text(LETTERS, max_size=12))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold_text(text)
    assert fold_text(once) == once
