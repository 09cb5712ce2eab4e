"""Values that too many records share."""

from __future__ import annotations

import numpy as np

from entityres.records.coding import coded, texts_of
from entityres.records.common_values import WithoutCommon, too_common, without_common
from entityres.records.placeholders import UserWord
from entityres.records.roles import Role

NOTHING_SAID = UserWord(frozenset(), frozenset())


def shown(found: WithoutCommon) -> list[str]:
    texts = found.values.texts.to_list()
    return [texts[code] if code >= 0 else "" for code in found.values.codes]


def test_common_needs_many_records_and_many_names() -> None:
    cells = ["shared"] * 25 + [f"own {i}" for i in range(200)]
    values = coded(texts_of(cells))
    strangers = np.arange(225, dtype=np.int32)
    assert too_common(values, strangers)[0]
    assert not too_common(values, np.where(strangers < 25, 0, strangers).astype(np.int32)).any()
    assert not too_common(values, None).any()
    assert not too_common(coded(texts_of(cells[6:])), strangers[6:]).any()


def test_values_that_are_all_frequent_are_not_too_common() -> None:
    values = coded(texts_of(["red", "blue", "green"] * 100))
    assert not too_common(values, np.arange(300, dtype=np.int32)).any()


def test_first_of_january_becomes_a_year_and_other_dates_are_hidden() -> None:
    cells = ["1862-01-01"] * 30 + ["2018-12-04"] * 30 + [f"19{50 + i % 50}-0{1 + i % 9}-1{i % 10}" for i in range(400)]
    raw = coded(texts_of(cells))
    found = without_common(raw, raw, Role.BIRTH_DATE, np.arange(len(cells), dtype=np.int32), "dob", NOTHING_SAID)
    assert shown(found)[:30] == ["1862"] * 30
    assert shown(found)[30:60] == [""] * 30
    assert shown(found)[60:] == cells[60:]
    assert [(p.text, p.records) for p in found.placeholders] == [("2018-12-04", 30)]
    assert "30 records" in found.warnings[0]


def test_streets_with_many_people_are_kept() -> None:
    cells = ["1231 riverside dr"] * 30 + [f"{i} main st" for i in range(3000)]
    raw = coded(texts_of(cells))
    names = np.arange(len(cells), dtype=np.int32)
    assert shown(without_common(raw, raw, Role.STREET, names, "street", NOTHING_SAID))[0] == "1231 riverside dr"
    assert shown(without_common(raw, raw, Role.PHONE, names, "phone", NOTHING_SAID))[0] == ""
