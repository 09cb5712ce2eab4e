from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.converted_twice import as_it_was, mended


def twice(text: str, times: int = 1) -> str:
    for _ in range(times):
        text = "".join(
            bytes([b]).decode("cp1252") if b not in b"\x81\x8d\x8f\x90\x9d" else chr(b) for b in text.encode()
        )
    return text


NAMES = ["Müller", "Zoé Lefèvre", "Łódź", "Иван", "Ángel Núñez", "O’Hara – Söhne", "山田", "Ñandú", "plain", ""]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("times", [0, 1, 2])
def test_what_was_converted_again_is_as_it_was(name, times):
    assert as_it_was(twice(name, times)) == name


@pytest.mark.parametrize("name", ["SÃO PAULO", "Ã", "Âu Cơ", "NÃO É", "Île", "naïveté", "ÀÉÎÕÜ", "façade", "ÑÑ"])
def test_what_was_not_stays(name):
    assert as_it_was(name) == name
    assert mended(texts_of([name]))[1].size == 0


@settings(deadline=None)
@given(st.lists(st.sampled_from([*NAMES, *map(twice, NAMES), "SÃO", "x"]), max_size=8))
def test_texts_are_mended_one_by_one(names):
    texts, places = mended(texts_of(names))
    assert texts.to_list() == [as_it_was(name) for name in names]
    assert places.tolist() == [at for at, name in enumerate(names) if as_it_was(name) != name]
