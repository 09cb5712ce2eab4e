"""The records nearest to one, against all of them looked at one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres import pipeline
from entityres.candidates.jaccard import jaccard
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Join, Key, Part, PartKind
from entityres.candidates.nearest import nearest
from entityres.candidates.shingling import character_shingles
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.settings import Settings
from tests.helpers.building import make_cleaned, make_list

WORDS = st.text("ab ", max_size=6).map(lambda text: " ".join(text.split()))
KEYS = (
    Key("Same phone", (Part(PartKind.EXACT, ("phone",)),)),
    Key("Rare word", (Part(PartKind.RARE_WORDS, ("title",), 3),)),
    Key("Alike", (Part(PartKind.PREFIX, ("phone",), 1),), join=Join(("title",), similarity=0.5)),
)


def records(rows: list[tuple[str, str]]) -> CleanedRecords:
    columns = {"title": [row[0] for row in rows], "phone": [row[1] for row in rows]}
    return make_cleaned([make_list("list", columns)], {"title": Role.TITLE, "phone": Role.PHONE})


def pieces(row: tuple[str, str], like: tuple[str, str]) -> set[tuple[str, str]]:
    """Shingles of a record in the fields that the other one has."""
    return {
        (name, piece)
        for name, text, other in zip(("title", "phone"), row, like, strict=True)
        for piece in (character_shingles(text, 3) or ([text] if text else []))
        if other
    }


@given(st.lists(st.tuples(WORDS, st.sampled_from(["", "11", "12", "23"])), min_size=1, max_size=15), st.data())
def test_who_is_near_and_why(rows: list[tuple[str, str]], data: st.DataObject) -> None:
    record = data.draw(st.integers(0, len(rows) - 1))
    near = nearest(records(rows), record, KEYS, n=len(rows))
    mine = pieces(rows[record], rows[record])
    similar = {i: jaccard(pieces(row, rows[record]), mine) or 0.0 for i, row in enumerate(rows) if i != record}
    words = [set(row[0].split()) for row in rows]
    for i in similar:
        names = near.key_names(near.records.tolist().index(i)) if i in near.records else ()
        assert ("Same phone" in names) == (rows[i][1] == rows[record][1] != "")
        rare = any(sum(word in other for other in words) <= 3 for word in words[i] & words[record])
        assert ("Rare word" in names) == rare
        alike = (jaccard(words[i], words[record]) or 0.0) >= 0.5 and rows[i][1][:1] == rows[record][1][:1] != ""
        assert ("Alike" in names) == alike
        assert (i in near.records) == (similar[i] > 0 or bool(names))
    assert near.jaccard.tolist() == pytest.approx([similar[int(i)] for i in near.records])
    assert near.jaccard.tolist() == sorted(near.jaccard.tolist(), reverse=True)


def test_full_buckets_need_no_look_at_the_others() -> None:
    cleaned = records([("one two three", "111")] * 8 + [("one two four", "222"), ("nine", "333")])
    maker = EntryMaker(cleaned)
    near = nearest(cleaned, 3, KEYS, n=5, maker=maker)
    assert set(range(8)) - {3} <= set(near.records.tolist())
    assert 9 not in near.records
    assert nearest(cleaned, 3, KEYS, n=5, maker=maker).records.tolist() == near.records.tolist()


def test_a_record_without_values_is_near_to_none() -> None:
    assert len(nearest(records([("", ""), ("one", "1")]), 0, KEYS)) == 0


CRM = make_list(
    "crm",
    {
        "first name": ["Debbie", "Deborah", "Omar", "Ines", "Chen", "Debbie"],
        "last name": ["Gould", "Gould", "Haddad", "Roca", "Wu", "Miller"],
        "phone": ["961-887-4412", "961 887 4412", "020 7946 0011", "", "0151 496 0222", "0191 498 0777"],
        "city": ["Gibsonport", "Gibsonport", "London", "Madrid", "Liverpool", "Leeds"],
    },
)


def test_the_best_by_evidence_come_first() -> None:
    found = pipeline.find((CRM,), {"name": "Debbie Gould", "phone": "9618874412"}, Settings(), 3)
    assert [neighbour.record for neighbour in found[:2]] == [0, 1]
    assert found[0].score > found[1].score > found[-1].score
    assert 0 <= found[-1].probability < found[0].probability <= 1
    assert "Same phone" in found[0].keys
    assert found[0].jaccard == 1.0
    assert {part.label for part in found[0].parts if not part.missing} >= {"First name", "Last name", "Phone"}


def test_a_record_of_the_lists_is_not_near_to_itself() -> None:
    found = pipeline.find((CRM,), 1, Settings(), 10)
    assert found[0].record == 0
    assert 1 not in {neighbour.record for neighbour in found}


def test_keys_of_the_user_that_are_switched_off_are_not_looked_through() -> None:
    key = Key("By phone", (Part(PartKind.EXACT, ("phone",)),))
    on, off = (
        pipeline.find((CRM,), 0, Settings(keys=(Key(key.name, key.parts, None, enabled),)), 1)
        for enabled in (True, False)
    )
    assert "By phone" in on[0].keys
    assert "By phone" not in off[0].keys
    assert np.isclose(on[0].score, off[0].score)
