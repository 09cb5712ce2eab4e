"""Words with two spellings: joined where the lists show both, and never where they do not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entityres.records.addresses import clean_streets
from entityres.records.coding import texts_of
from entityres.records.folding import fold, fold_text
from entityres.records.two_spellings import COMMONER, Source, in_one_spelling, learn_spellings, shows_letters


def agreed(cells: list[str], clean=fold, counts: list[int] | None = None) -> list[str]:
    written = texts_of(cells)
    cleaned = clean(written)
    held = np.array(counts or [1] * len(cells), dtype=np.int64)
    return in_one_spelling(cleaned, written, learn_spellings([Source(written, cleaned, held)], clean)).to_list()


@pytest.mark.parametrize(
    ("shown", "spelled"),
    [
        ("Müller", "Mueller"), ("MÜLLER", "MUELLER"), ("Jörg", "Joerg"), ("Bär", "Baer"), ("Søren", "Soeren"), ("Åse", "Aase"),
        ("Mu\u0308ller", "Mueller"), ("Bühlmöller", "Buehlmoeller"), ("Öhler", "Oehler"), ("Karl-Jürgen", "Karl-Juergen"),
        ("Größ", "Groess"), ("Übelacker", "Uebelacker"),
    ],
)  # fmt: skip
def test_a_word_in_both_spellings_is_one(shown: str, spelled: str) -> None:
    first, second, other = agreed([shown, spelled, "Weber"])
    assert first == second == fold_text(shown)
    assert other == "weber"


def test_also_the_plain_letter_agrees_then() -> None:
    assert set(agreed(["Müller", "Mueller", "Muller"])) == {"muller"}


def test_vowels_of_words_that_nobody_writes_with_dots_stay() -> None:
    cells = ["Manuel", "Michael", "Samuel", "Joel", "Raphael", "Goethe", "Aaron", "Neuer", "Bauer", "Müller", "Jörg"]
    assert agreed(cells) == [fold_text(cell) for cell in cells]


def test_words_inside_others_are_not_touched() -> None:
    assert agreed(["Möller", "Moellerhagen", "Moel"]) == ["moller", "moellerhagen", "moel"]


def test_a_slip_follows_the_common_word() -> None:
    assert agreed(["Michäl", "Michael", "Michal"], counts=[1, COMMONER + 1, 4]) == ["michael", "michael", "michal"]
    assert agreed(["Müller", "Mueller"], counts=[1, COMMONER]) == ["muller", "muller"]


def test_streets_agree_after_their_short_forms() -> None:
    found = agreed(["Müllerstraße 5", "Muellerstr. 5", "5 Muellerstrasse", "An der Bleiche 3"], clean_streets)
    assert found[0] == found[1] == found[2]
    assert found[3] == "3 an der bleiche"


def test_lists_without_such_letters_are_left_alone() -> None:
    assert not shows_letters(texts_of(["Mueller", "Zoë", "Ñandú", "李"]))
    assert agreed(["Mueller", "Muller", "Zoë"]) == ["mueller", "muller", "zoe"]


def test_letters_of_one_cell_teach_about_another_column() -> None:
    first, second = texts_of(["Jörg Weber"]), texts_of(["Joerg", "Manuel"])
    sources = [Source(texts, fold(texts), np.ones(texts.n, dtype=np.int64)) for texts in (first, second)]
    spellings = learn_spellings(sources, fold)
    assert in_one_spelling(sources[1].cleaned, second, spellings).to_list() == ["jorg", "manuel"]


PLAIN_WORDS = st.text("aeoumnrst", min_size=1, max_size=7)


@example(["a"], ["aä", "aäe"])
@given(
    st.lists(PLAIN_WORDS, min_size=1, max_size=12), st.lists(st.text("aeoumäöü", min_size=1, max_size=5), max_size=3)
)
def test_two_words_become_one_only_if_the_list_shows_that_spelling(plain: list[str], shown: list[str]) -> None:
    """Naive twin: a word changes only if it is one of the shown words spelled out, and then becomes that word."""
    out = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
    spelled_out: dict[str, set[str]] = {}
    for word in shown:
        spelled_out.setdefault(word.translate(out), set()).add(fold_text(word))
    for word, made in zip([*plain, *shown], agreed([*plain, *shown]), strict=True):
        if word == word.translate(out):
            assert made in {word, *spelled_out.get(word, ())}
        else:
            # Cleaned, it may read like another shown word spelled out: aäe like aä.
            assert made in {fold_text(word), word.translate(out), *spelled_out.get(fold_text(word), ())}


@given(st.lists(st.text("aeoumnÄäÖöüß u\u0308", min_size=1, max_size=9), min_size=1, max_size=20))
def test_every_shown_word_agrees_with_its_other_spelling(cells: list[str]) -> None:
    whole = [cell for cell in cells if " " not in cell and "\u0308" not in cell]
    out = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe"})
    for cell in whole:
        first, second = agreed([cell, cell.translate(out)])
        assert first == second
