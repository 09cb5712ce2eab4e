"""UI: what accepting a pair would join, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.decisions import Answer

if TYPE_CHECKING:
    from entityres.session.project import Project


def join_words(project: Project, left: int, right: int) -> str:
    """What accepting would join, by the groups that were computed last; with `<b>` and a link to the group."""
    groups = project.latest_groups
    if groups is None:
        return ""
    one, two = int(groups.group_of[left]), int(groups.group_of[right])
    if one == two:
        size = int(groups.sizes[one])
        return f'Both are in one <a href="group">group of {size} records</a> already.'
    sizes = int(groups.sizes[one]), int(groups.sizes[two])
    if max(sizes) == 1:
        return "Accepting makes a <b>group of 2 records</b>."
    bigger = one if sizes[0] >= sizes[1] else two
    other = "this one" if min(sizes) == 1 else f"{min(sizes)} others"
    against = _against(project, one, two)
    end = (
        f"{against:,} answers say otherwise" if against > 1 else "1 answer says otherwise" if against else "no conflict"
    )
    return (
        f'Accepting joins <a href="group">group {bigger + 1:,}</a> (<b>{max(sizes)} records</b>) with {other}: '
        f"<b>{sum(sizes)} records</b>, {end}."
    )


def _against(project: Project, one: int, two: int) -> int:
    """How many answers say "not a match" between two groups."""
    groups = project.latest_groups
    assert groups is not None
    decisions = project.decisions.as_decisions()
    said_not = decisions.answers == Answer.NOT
    a, b = groups.group_of[decisions.left[said_not]], groups.group_of[decisions.right[said_not]]
    return int(np.count_nonzero(((a == one) & (b == two)) | ((a == two) & (b == one))))
