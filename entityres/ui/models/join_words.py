"""UI: what accepting a pair would join, in one sentence: how many records, under how many names and addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.decisions import Answer
from entityres.entities.wording import number_of
from entityres.records.roles import Role

if TYPE_CHECKING:
    from entityres.records.fields import CleanedRecords
    from entityres.session.project import Project

NAMES = (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.FULL_NAME, Role.ORGANISATION)
ADDRESSES = (Role.STREET, Role.UNIT)


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
        f"<b>{sum(sizes)} records</b>{_under(project, one, two)}, {end}."
    )


def _under(project: Project, one: int, two: int) -> str:
    """Under how many names and addresses two groups stand, where it is more than one: then a link may be the wrong one."""
    groups, matched = project.latest_groups, project.matched
    assert groups is not None
    if matched is None:
        return ""
    # Not groups.members: it puts all records in order first, which a million of them take 16 ms for after each answer.
    records = np.flatnonzero((groups.group_of == one) | (groups.group_of == two))
    counted = (
        (_different(matched.cleaned, records, NAMES), "name", "s"),
        (_different(matched.cleaned, records, ADDRESSES), "address", "es"),
    )
    parts = [number_of(n, what, many) for n, what, many in counted if n > 1]
    return f" under <b>{' and '.join(parts)}</b>" if parts else ""


def _different(cleaned: CleanedRecords, records: np.ndarray, roles: tuple[Role, ...]) -> int:
    """How many different values these records have in the fields of the roles taken together, without those that have none."""
    fields = [field for field in cleaned.fields if field.role in roles]
    if not fields:
        return 0
    codes = np.stack([field.codes[records] for field in fields], axis=1)
    return len(np.unique(codes[(codes >= 0).any(axis=1)], axis=0))


def _against(project: Project, one: int, two: int) -> int:
    """How many answers say "not a match" between two groups."""
    groups = project.latest_groups
    assert groups is not None
    decisions = project.decisions.as_decisions()
    said_not = decisions.answers == Answer.NOT
    a, b = groups.group_of[decisions.left[said_not]], groups.group_of[decisions.right[said_not]]
    return int(np.count_nonzero(((a == one) & (b == two)) | ((a == two) & (b == one))))
