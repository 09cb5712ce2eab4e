"""Values that too many records share."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.coding import coded, texts_of
from entityres.records.common_values import Known, WithoutCommon, too_common, without_common
from entityres.records.placeholders import UserWord
from entityres.records.roles import Role

NOTHING_SAID = UserWord(frozenset(), frozenset())


def shown(found: WithoutCommon) -> list[str]:
    texts = found.values.texts.to_list()
    return [texts[code] if code >= 0 else "" for code in found.values.codes]


def called(n: int) -> Known:
    return Known(np.arange(n, dtype=np.int32))


def test_common_needs_many_records_and_many_names() -> None:
    cells = ["shared"] * 25 + [f"own {i}" for i in range(200)]
    values = coded(texts_of(cells))
    strangers = np.arange(225, dtype=np.int32)
    assert too_common(values, Known(strangers), Role.PHONE)[0]
    family = np.where(strangers < 25, 0, strangers).astype(np.int32)
    assert not too_common(values, Known(family), Role.PHONE).any()
    nobody = np.full(225, -1, dtype=np.int32)
    assert not too_common(values, Known(nobody), Role.PHONE).any()
    assert not too_common(values, Known(), Role.PHONE).any()
    assert not too_common(coded(texts_of(cells[6:])), Known(strangers[6:]), Role.PHONE).any()


def test_values_that_are_all_frequent_are_not_too_common() -> None:
    values = coded(texts_of(["red", "blue", "green"] * 100))
    assert not too_common(values, called(300), Role.PHONE).any()


def test_first_of_january_becomes_a_year_and_other_dates_are_hidden() -> None:
    cells = ["1862-01-01"] * 30 + ["2018-12-04"] * 30 + [f"19{50 + i % 50}-0{1 + i % 9}-1{i % 10}" for i in range(400)]
    raw = coded(texts_of(cells))
    found = without_common(raw, raw, Role.BIRTH_DATE, called(len(cells)), "dob", NOTHING_SAID)
    assert shown(found)[:30] == ["1862"] * 30
    assert shown(found)[30:60] == [""] * 30
    assert shown(found)[60:] == cells[60:]
    assert [(p.text, p.records) for p in found.placeholders] == [("2018-12-04", 30)]
    assert "30 records" in found.warnings[0]


def street(text: str, places: int | None, n: int = 400) -> str:
    """What becomes of a street that fifty of `n` records share, who live in so many places."""
    cells = [text] * 50 + [f"{i} main st" for i in range(n - 50)]
    raw = coded(texts_of(cells))
    at = None if places is None else np.array([i % places for i in range(50)] + [99] * (n - 50), dtype=np.int32)
    known = Known(np.arange(n, dtype=np.int32), at)
    return shown(without_common(raw, raw, Role.STREET, known, "street", NOTHING_SAID))[0]


def test_a_street_where_many_people_are_in_one_place_is_an_address() -> None:
    assert street("1231 riverside dr", 1) == "1231 riverside dr"
    assert street("business park", 2) == "business park"
    assert street("1231 riverside dr", None) == "1231 riverside dr"


def test_a_street_that_is_everywhere_is_none() -> None:
    assert street("see company", 30) == ""
    assert street("see company", None) == ""
    assert street("1 test street", 30) == ""


def test_a_switchboard_is_told_with_its_count() -> None:
    cells = ["301234567"] * 300 + [f"30{2000000 + i}" for i in range(3000)]
    raw = coded(texts_of(cells))
    found = without_common(raw, raw, Role.PHONE, called(len(cells)), "phone", NOTHING_SAID)
    assert [(p.column, p.text, p.records) for p in found.placeholders] == [("phone", "301234567", 300)]
    assert found.placeholders[0].why == "shared by 300 records with different names"
    kept = UserWord.of("phone", (), (("phone", "301234567"),))
    assert shown(without_common(raw, raw, Role.PHONE, called(len(cells)), "phone", kept)) == cells


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 40)), min_size=1, max_size=120),
    st.integers(0, 60),
    st.integers(1, 30),
)
def test_too_common_as_a_plain_loop_finds_it(pairs: list[tuple[int, int]], shared: int, names: int) -> None:
    cells = ["x"] * shared + [f"v{value}" for value, _ in pairs] + [f"own {i}" for i in range(300)]
    people = [i % names for i in range(shared)] + [name for _, name in pairs] + list(range(100, 400))
    values = coded(texts_of(cells))
    found = too_common(values, Known(np.array(people, dtype=np.int32)), Role.PHONE)
    average = len(cells) / values.texts.n
    for code, text in enumerate(values.texts.to_list()):
        held = [name for cell, name in zip(cells, people, strict=True) if cell == text]
        assert found[code] == (len(held) >= max(20, 10 * average) and len(set(held)) >= 10)
