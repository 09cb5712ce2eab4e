"""Names of relatives say what the record's own last name does not."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.records.roles import Role
from entityres.scoring.comparing import Comparer
from entityres.scoring.comparisons import SAME
from entityres.scoring.relatives import without_own_name
from entityres.scoring.role_levels import RoleLevels
from tests.helpers.building import make_cleaned, make_list

ROLES = {"given": Role.GIVEN_NAME, "last": Role.FAMILY_NAME, "mother": Role.TEXT}


@pytest.mark.parametrize(
    ("last", "mother", "rest"),
    [
        ("reynolds", "kristina reynolds", "kristina"),
        ("reynolds", "reynolds kristina", "kristina"),
        ("reynolds", "kristina brown", "kristina brown"),
        ("ray", "kristina reynolds", "kristina reynolds"),
        ("van dam", "els van dam", "els"),
        ("reynolds", "reynolds", "reynolds"),
        ("", "kristina reynolds", "kristina reynolds"),
        ("reynolds", "", ""),
    ],
)
def test_the_name_that_the_record_has_itself_is_left_out(last: str, mother: str, rest: str) -> None:
    columns = {"given": ["misty", "ann"], "last": [last, "moss"], "mother": [mother, "jo moss"]}
    fields = {field.role: field for field in make_cleaned([make_list("list", columns)], ROLES).fields}
    names = without_own_name(fields[Role.TEXT], fields[Role.FAMILY_NAME])
    assert (names.text(0), names.text(1)) == (rest, "jo")
    assert names.texts.tolist() == sorted({rest, "jo"} - {""})


def mothers(*rows: tuple[str, str]) -> tuple[list[int], list[bool], int]:
    """Levels of the mothers of the first child and each other one, who are of one family, and the level "different"."""
    columns = {"given": ["misty"] * len(rows), "last": [row[0] for row in rows], "mother": [row[1] for row in rows]}
    cleaned = make_cleaned([make_list("school", columns)], ROLES)
    number = [field.role for field in cleaned.fields].index(Role.TEXT)
    object.__setattr__(cleaned.fields[number], "sources", (("Mother",),))
    comparer = Comparer(cleaned)
    right = np.arange(1, len(rows), dtype=np.int32)
    levels = comparer.levels(np.zeros(len(right), np.int32), right)
    of = RoleLevels(comparer.fields, levels, len(right))
    return levels[number].tolist(), of.of_one_family().tolist(), comparer.comparisons[number].different


def test_two_mothers_of_one_last_name_are_two() -> None:
    found, one_family, different = mothers(
        ("reynolds", "kristina reynolds"),
        ("reynolds", "jacqueline reynolds"),
        ("reynolds", "reynolds kristina"),
        ("reynolds", "kristina reynolds"),
    )
    assert found == [different, SAME, SAME]
    assert one_family == [False, True, True]


def test_mothers_of_two_families_have_their_whole_names() -> None:
    found, one_family, different = mothers(
        ("reynolds", "kristina reynolds"), ("moss", "kristina moss"), ("moss", "x moss")
    )
    assert SAME < found[0] <= different
    assert one_family == [False, False]
