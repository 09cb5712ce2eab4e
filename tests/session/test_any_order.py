"""Whatever is done in whatever order: a row number, by which decisions name people, is one person's for good."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from entityres.entities.decisions import Answer
from entityres.records.record_list import RecordList
from entityres.session.project import Project
from tests.helpers.building import make_list
from tests.session.customers import CRM, ROLES, new_project, rematch, without_engine

STEPS = 40


class Somebody:
    """Works at random on a project whose first list is read anew again and again; each person has a first name alone."""

    def __init__(self, project: Project, seed: int) -> None:
        self.project = project
        self.random = random.Random(seed)
        self.born = 0
        self.whose: dict[tuple[int, int], str] = {}

    def reading(self) -> RecordList:
        """The first list as it is now, with a row more, a row less, or sorted anew."""
        now = next((one for one in self.project.lists if one.name == "CRM"), None)
        rows = [tuple(row.values()) for row in now.table.to_pylist()] if now is not None else list(CRM)
        # Who differs from another one in the first name only may be taken for an edited row in the place of that one.
        rows = [row for row in rows if row[0] not in ("Anna", "Tom")]
        what = self.random.choice(("more", "less", "sorted"))
        if what == "more":
            self.born += 1
            new = (f"New{self.born}", f"Last{self.born}", f"{self.born} Bay St", f"Town{self.born}", "", "")
            rows.insert(self.random.randrange(len(rows) + 1), new)
        elif what == "less" and len(rows) > 3:
            rows.pop(self.random.randrange(len(rows)))
        else:
            self.random.shuffle(rows)
        made = make_list("CRM", {heading: [row[i] for row in rows] for i, heading in enumerate(ROLES)})
        return replace(made, sha256=f"{self.random.getrandbits(256):064x}")

    def act(self) -> None:
        project, names = self.project, [one.name for one in self.project.lists]
        what = self.random.choice(
            ("read", "read", "match", "match", "decide", "undo", "undo", "redo", "reopen", "gone")
        )
        if what == "read" and "CRM" in names:
            project.replace_list(names.index("CRM"), self.reading())
        elif what == "read":
            project.add_lists([self.reading()])
        elif what == "gone" and "CRM" in names:
            project.remove_list(names.index("CRM"))
        elif what == "match" and names:
            rematch(project)
        elif what == "decide":
            assert project.matched is not None
            one, other = self.random.sample(range(len(project.matched.cleaned)), 2)
            project.decide_records(one, other, self.random.choice((Answer.MATCH, Answer.NOT)))
        elif what in ("undo", "redo") and project.steps[0] > 1:
            (project.undo if what == "undo" else project.redo)()
        elif what == "reopen":
            project.close()
            self.project = Project.open(project.path)

    def check(self) -> None:
        """Each row number that the last match has is the same person's as ever."""
        matched = self.project.matched
        assert matched is not None
        everybody = [name for one in matched.lists for name in one.table["First"].to_pylist()]
        lists, rows = matched.placing.place(np.arange(len(everybody)))
        for place, name in zip(zip(lists.tolist(), rows.tolist(), strict=True), everybody, strict=True):
            assert self.whose.setdefault(place, name) == name


@pytest.mark.parametrize("seed", [4, 17, 18, 36])
def test_a_row_number_is_one_persons_for_good(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_engine(monkeypatch)
    somebody = Somebody(new_project(tmp_path / "customers.entityres"), seed)
    for _ in range(STEPS):
        somebody.act()
        somebody.check()
    somebody.project.close()
