"""Words in two scripts: brought to Latin letters where the lists show both, and left as they are elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.records.coding import Coded, texts_of
from entityres.records.folding import fold
from entityres.records.one_script import letters_for
from entityres.records.tables import table


def cells(*texts: str) -> Coded:
    return Coded(np.arange(len(texts), dtype=np.int32), texts_of(texts))


def in_latin(*texts: str) -> list[str]:
    raw = cells(*texts)
    letters = letters_for([raw])
    folded = fold(raw.texts)
    return (folded if letters is None else letters.of(folded)).to_list()


@pytest.mark.parametrize(
    ("written", "romanised"),
    [
        (["Щербаков", "Юлия", "Хрыков", "Цой"], ["Shcherbakov", "Yuliya", "Khrykov", "Tsoy"]),
        (["Щерева", "Христо", "Българов"], ["Shtereva", "Hristo", "Balgarov"]),
        (["Гнатюк", "Іван", "Їжак", "Григоренко"], ["Hnatyuk", "Ivan", "Yizhak", "Hryhorenko"]),
        (["Ђорђевић", "Љиљана", "Џајић", "Шуњић"], ["Đorđević", "Ljiljana", "Džajić", "Šunjić"]),
        (["Παπαδόπουλος", "Χρήστου", "ΨΑΡΡΟΣ"], ["Papadopoulos", "Christou", "Psarros"]),
        (["ჟვანია", "წერეთელი", "ღონღაძე"], ["Zhvania", "Tsereteli", "Ghonghadze"]),
    ],
)
def test_names_of_both_scripts_are_one(written: list[str], romanised: list[str]) -> None:
    found = in_latin(*written, *romanised)
    assert found[: len(written)] == found[len(written) :] == fold(texts_of(romanised)).to_list()


def test_lists_of_one_script_stay_as_they_are_written() -> None:
    assert in_latin("Иван", "Пётр") == ["иван", "петр"]
    assert in_latin("Ivan", "Müller") == ["ivan", "muller"]
    assert in_latin("Иван", *["Петр"] * 200, "Ivan") == ["иван", *["петр"] * 200, "ivan"]


def test_each_language_has_letters_of_its_own() -> None:
    own = [table("latin_letters")[name][0].removeprefix("own:").strip() for name in ("Russian", "Ukrainian")]
    assert not set(own[0]) & set(own[1])
