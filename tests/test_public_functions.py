"""The functions over pandas frames."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import entityres
from entityres.errors import Cancelled, InputError
from entityres.progress import Progress
from entityres.records.roles import Role

FRAME = pd.DataFrame(
    {
        "name": ["Debbie Gould", "Debbie Gould", "Omar Haddad", None],
        "phone": ["961-887-4412", "9618874412", "020 7946 0011", np.nan],
        "points": [1, 2, 3, 4],
    }
)


def test_match_of_a_frame():
    result = entityres.match(FRAME)
    merged = result.merged()
    assert len(merged) == 3
    assert merged.columns.tolist() == ["name", "phone", "points", "group_id", "group_size", "lists"]
    assert merged["name"].tolist() == ["Debbie Gould", "Omar Haddad", ""]
    crosswalk = result.crosswalk()
    assert crosswalk["row"].tolist() == [1, 2, 3, 4]
    assert crosswalk["group_id"].tolist() == [1, 1, 2, 3]
    assert result.groups.to_dict("list") == {"group_id": [1, 1], "list": ["list", "list"], "row": [1, 2]}
    pair = result.pairs.iloc[0]
    assert (pair["left_row"], pair["right_row"], pair["zone"]) == (1, 2, "match")
    assert result.report["counts"]["merged_away"] == 1


def test_several_lists_have_names_of_their_own(tmp_path):
    (tmp_path / "crm.csv").write_text("name,phone\nDebbie Gould,961-887-4412\n")
    by_path = entityres.match([tmp_path / "crm.csv", entityres.read(tmp_path / "crm.csv"), FRAME])
    assert by_path.crosswalk()["list"].drop_duplicates().tolist() == ["crm", "crm (2)", "list"]
    named = entityres.match({"old": FRAME, "new": FRAME})
    assert named.crosswalk()["list"].drop_duplicates().tolist() == ["old", "new"]


def test_rules_can_be_tried_without_matching_again():
    result = entityres.match(FRAME)
    assert result.merged({"points": entityres.Rule("highest")})["points"].tolist() == ["2", "3", "4"]


def test_settings_and_progress_are_followed():
    kept = entityres.Settings(roles=dict.fromkeys(FRAME.columns, Role.KEEP))
    assert len(entityres.match(FRAME, kept).merged()) == 4
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        entityres.match(FRAME, progress=stopped)


def test_what_is_no_list_is_said_plainly():
    with pytest.raises(InputError, match="no list"):
        entityres.match([])
    with pytest.raises(InputError, match="same name"):
        entityres.match(pd.DataFrame([["a", "b"]], columns=["x", "x"]))


def test_public_names():
    assert set(entityres.__all__) <= set(dir(entityres))
    assert all(getattr(entityres, name) is not None for name in entityres.__all__)
    with pytest.raises(AttributeError, match="nothing_like_it"):
        entityres.nothing_like_it  # noqa: B018
