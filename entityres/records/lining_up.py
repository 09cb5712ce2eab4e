"""Engine: the user's choice of roles, and which columns of several lists mean the same.

Columns line up by heading, then by role with the most similar heading and in order, then by the words in them. Nothing
is doubled because of case, blanks or language; a column that only one list has stays by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from entityres.errors import SettingsError
from entityres.records.alike_columns import ALIKE, sample_of, words_in_common
from entityres.records.fields import ColumnRole, Columns, OutputColumn
from entityres.records.folding import Fold, fold_text
from entityres.records.headings import CREATED, PERSON_NUMBER, ROW_NUMBER, sense_of
from entityres.records.record_list import RecordList
from entityres.records.roles import NAME_ROLES, NOT_COMPARED, Role
from entityres.records.sentences import ended
from entityres.records.split_dates import ONLY_YEAR, common_part, date_parts_of

CHOSEN = "You chose this role."
_BY_ROLE = frozenset(Role) - NOT_COMPARED - {Role.IDENTIFIER, Role.TEXT, Role.CATEGORY, Role.NUMBER, Role.DATE}
_OF_WORDS = frozenset({Role.FULL_NAME, Role.ORGANISATION, Role.TITLE, Role.TEXT, Role.CATEGORY, Role.ITEMS, Role.KEEP})
_OF_VALUES = frozenset({Role.CATEGORY, Role.DATE})  # kinds, years: what one list has the other has as well
_NAMED = (Role.TITLE, Role.ORGANISATION, Role.FULL_NAME)  # by how much it takes to take a column of names for such
_SIMILAR, _SHARED_VALUES, _SAMPLE = 0.75, 0.3, 2000


def _same(heading: str) -> str:
    """A heading without what does not matter: case, blanks, punctuation."""
    return fold_text(heading, Fold.CLOSED) or heading.strip().lower()


def _find(name: str, lists: Sequence[RecordList]) -> list[tuple[int, str]]:
    """The columns that `heading` or `list:heading` names, as (list, heading)."""
    exact = [
        (at, heading)
        for at, one in enumerate(lists)
        for heading in one.columns
        if name in (heading, f"{one.name}:{heading}")
    ]
    if exact:
        return exact
    wanted = _same(name)
    return [
        (at, heading)
        for at, one in enumerate(lists)
        for heading in one.columns
        if wanted == _same(heading)
        or (":" in name and name.startswith(f"{one.name}:") and _same(name[len(one.name) + 1 :]) == _same(heading))
    ]


def _unknown(name: str, lists: Sequence[RecordList]) -> SettingsError:
    headings = list(dict.fromkeys(heading for one in lists for heading in one.columns))
    shown = ", ".join(headings[:12]) + (", ..." if len(headings) > 12 else "")
    return SettingsError(f"No list has a column '{name}'.", ended(f"The columns are: {shown}"))


def apply_choices(
    lists: Sequence[RecordList],
    found: Sequence[tuple[ColumnRole, ...]],
    roles: Mapping[str, Role],
    check: str | None,
) -> list[tuple[ColumnRole, ...]]:
    """The roles that were found, with what the user chose instead.

    Args:
        lists: The lists.
        found: Roles found for each.
        roles: Role by `heading` or `list:heading`.
        check: The check column, as `heading` or `list:heading`.

    Raises:
        SettingsError: No list has such a column, or the check column has a role that is compared.
    """
    chosen: dict[tuple[int, str], Role] = {}
    for name, role in sorted(roles.items(), key=lambda item: ":" in item[0]):
        places = _find(name, lists)
        if not places:
            raise _unknown(name, lists)
        chosen |= dict.fromkeys(places, Role(role))
    if check is not None:
        places = _find(check, lists)
        if not places:
            raise _unknown(check, lists)
        for place in places:
            if chosen.get(place, Role.CHECK) not in (Role.CHECK, Role.KEEP):
                raise SettingsError(
                    f"The column '{place[1]}' is chosen as check column and also to be compared.",
                    "A check column must not also be used for matching: the estimate would only confirm itself.",
                )
            chosen[place] = Role.CHECK
    return [
        tuple(
            replace(column, role=chosen[at, column.column], why=CHOSEN, sure=True)
            if (at, column.column) in chosen
            else column
            for column in columns
        )
        for at, columns in enumerate(found)
    ]


@dataclass
class _Row:
    """Columns that mean the same, while lists are being lined up."""

    role: Role
    columns: list[ColumnRole | None] = field(default_factory=list)
    alone: bool = False  # by the user's word
    part: str = ""  # of a date

    def headings(self) -> list[str]:
        return [column.column for column in self.columns if column is not None]


def _agreed(row: Role, column: ColumnRole, first: ColumnRole) -> Role | None:
    """The role of two columns with one heading; None when they must stay apart."""
    if row is column.role:
        return row
    if Role.CHECK in (row, column.role):
        return Role.CHECK
    if CHOSEN in (column.why, first.why):
        return row if first.why == CHOSEN else column.role
    if Role.KEEP in (row, column.role):
        return column.role if row is Role.KEEP else row
    if row in NAME_ROLES and column.role in NAME_ROLES:
        return None
    if {row, column.role} <= set(_NAMED) and not (first.sure or column.sure):
        return min(row, column.role, key=_NAMED.index)
    return column.role if column.sure and not first.sure else row


def _similarity(left: str, right: str) -> float:
    from rapidfuzz import fuzz

    return float(fuzz.ratio(" ".join(fold_text(left).split()), " ".join(fold_text(right).split()))) / 100


def _values(record_list: RecordList, heading: str) -> frozenset[str]:
    column = record_list.table.column(heading).slice(0, _SAMPLE)
    return frozenset(fold_text(text) for text in column.to_pylist() if text.strip())


def _fits(row: _Row, column: ColumnRole, part: str, lists: Sequence[RecordList], at: int) -> float:
    """How well a column of list `at` (a part of a date, perhaps) fits a row of columns; 0 when it does not."""
    if common_part(row.part, part) is None:
        return 0.0
    likeness = max(_similarity(heading, column.column) for heading in row.headings())
    sense, others = sense_of(column.column), [sense_of(heading) for heading in row.headings()]
    if row.role in (Role.CHECK, Role.KEEP) or column.role in (Role.CHECK, Role.KEEP):
        dates = sense.kind == CREATED and any(other.kind == CREATED for other in others)
        both_kept = {row.role, column.role} <= {Role.CHECK, Role.KEEP}
        return 0.5 + likeness / 2 if both_kept and (row.role is column.role is Role.CHECK or dates) else 0.0
    if row.role is not column.role:
        return 0.0
    if row.role in _BY_ROLE:
        return 0.1 + likeness
    if row.role is Role.IDENTIFIER:
        if sense.kind == ROW_NUMBER and any(other.kind == ROW_NUMBER for other in others):
            return 0.1 + likeness
        alike = sense.kind == PERSON_NUMBER and any(
            other.kind == PERSON_NUMBER and other.phrase == sense.phrase for other in others
        )
        return 0.1 + likeness if alike or likeness >= _SIMILAR else 0.0
    if likeness >= _SIMILAR or any(sense.phrase and sense.phrase == other.phrase for other in others):
        return 0.1 + likeness
    if row.role in _OF_VALUES:
        mine = _values(lists[at], column.column)
        known = frozenset().union(*(_values(lists[i], c.column) for i, c in enumerate(row.columns) if c is not None))
        common = len(mine & known) / max(1, min(len(mine), len(known)))
        return common if common >= _SHARED_VALUES else 0.0
    return 0.0


@dataclass(frozen=True)
class _ByHand:
    """What the user lined up: pairs of columns as `list:heading`, and columns that stand alone."""

    pairs: Mapping[str, frozenset[str]]
    alone: frozenset[str]

    @staticmethod
    def of(lined_up: Sequence[tuple[str, str]]) -> _ByHand:
        pairs: dict[str, frozenset[str]] = {}
        for left, right in lined_up:
            if right:
                pairs[left] = pairs.get(left, frozenset()) | {right}
                pairs[right] = pairs.get(right, frozenset()) | {left}
        return _ByHand(pairs, frozenset(left for left, right in lined_up if not right))


def _placed_by_hand(
    rows: list[_Row],
    free: dict[int, ColumnRole],
    lists: Sequence[RecordList],
    at: int,
    by_hand: _ByHand,
) -> dict[int, ColumnRole]:
    """Take the columns that the user lined up with a row out of the free ones."""
    taken: dict[int, ColumnRole] = {}
    for i, column in list(free.items()):
        partners = by_hand.pairs.get(f"{lists[at].name}:{column.column}", frozenset())
        for r, row in enumerate(rows):
            if r in taken or i not in free:
                continue
            named = {f"{lists[j].name}:{c.column}" for j, c in enumerate(row.columns) if c is not None}
            if partners & named:
                first = next(c for c in row.columns if c is not None)
                row.role = _agreed(row.role, column, first) or row.role
                taken[r] = free.pop(i)
    return taken


def _is_settled(row: _Row) -> bool:
    """Whether some list is sure of the role of a row."""
    return any(column is not None and column.sure and column.role is row.role for column in row.columns)


def _could_be_alike(row: _Row, column: ColumnRole) -> bool:
    """Whether a column of words may be what another list has under another heading: one of the two roles is only a guess."""
    if {row.role, column.role} <= NOT_COMPARED or not {row.role, column.role} <= _OF_WORDS:
        return False
    if CHOSEN in (column.why, *(one.why for one in row.columns if one is not None)):
        return False
    said = Role.KEEP in (row.role, column.role) and row.role is not column.role
    kept_surely = (column.sure if column.role is Role.KEEP else _is_settled(row)) if said else False
    return not kept_surely and (row.role is column.role or not (column.sure and _is_settled(row)))


def _alike(
    rows: list[_Row],
    free: Mapping[int, ColumnRole],
    taken: Mapping[int, ColumnRole],
    lists: Sequence[RecordList],
    at: int,
) -> dict[int, int]:
    """Rows and columns left over whose values are of one kind, the most alike first: number of the row, of the column."""
    left = [r for r, row in enumerate(rows) if r not in taken and not row.alone]
    found = []
    for i, column in free.items():
        for r in left:
            if _could_be_alike(rows[r], column):
                first, other = next((j, one.column) for j, one in enumerate(rows[r].columns) if one is not None)
                cells = sample_of(lists[first], other), sample_of(lists[at], column.column)
                found.append((-words_in_common(*cells), r, i))
    chosen: dict[int, int] = {}
    for common, r, i in sorted(found):
        if -common >= ALIKE and r not in chosen and i not in chosen.values():
            chosen[r] = i
    return chosen


def _line_up_list(
    rows: list[_Row], columns: Sequence[ColumnRole], lists: Sequence[RecordList], at: int, by_hand: _ByHand
) -> None:
    """Put the columns of list `at` beside those of the lists before it."""
    free = dict(enumerate(columns))
    by_heading = date_parts_of(lists[at], columns)
    parts = [by_heading.get(column.column, "") for column in columns]
    taken = _placed_by_hand(rows, free, lists, at, by_hand)
    alone = {i: column for i, column in free.items() if f"{lists[at].name}:{column.column}" in by_hand.alone}
    for i in alone:
        del free[i]
    for i, column in list(free.items()):
        for r, row in enumerate(rows):
            if r in taken or row.alone or _same(column.column) not in map(_same, row.headings()):
                continue
            if common_part(row.part, parts[i]) is None:
                continue
            first = next(c for c in row.columns if c is not None)
            role = _agreed(row.role, column, first)
            if role is not None:
                row.role = role
                taken[r] = free.pop(i)
                break
    known = len(rows)
    scored = sorted(
        (
            (-fit, i, r)
            for i, column in free.items()
            for r in range(known)
            if r not in taken and not rows[r].alone and (fit := _fits(rows[r], column, parts[i], lists, at)) > 0
        ),
    )
    for _, i, r in scored:
        if i in free and r not in taken:
            if Role.CHECK in (rows[r].role, free[i].role):
                rows[r].role = Role.CHECK
            taken[r] = free.pop(i)
    for r, i in _alike(rows, free, taken, lists, at).items():
        column = free.pop(i)
        if not _is_settled(rows[r]):
            rows[r].role = column.role
        taken[r] = column
    number = {column.column: i for i, column in enumerate(columns)}
    for r, row in enumerate(rows):
        beside = taken.get(r)
        row.columns.append(beside)
        if beside is not None:
            row.part = common_part(row.part, parts[number[beside.column]]) or row.part
    for i in sorted(free | alone):
        column = (free | alone)[i]
        rows.append(_Row(column.role, [None] * at + [column], i in alone, parts[i]))


def line_up(
    lists: Sequence[RecordList],
    roles: Sequence[tuple[ColumnRole, ...]],
    lined_up: Sequence[tuple[str, str]] = (),
) -> Columns:
    """Line the columns of all lists up.

    Args:
        lists: The lists.
        roles: The roles of the columns of each.
        lined_up: Columns (as `list:heading`) that belong together by the user's word, or one and "" for one that stands
            alone; what is in none of the lists counts for nothing.

    Returns:
        The roles as they are used (columns that are lined up have one role), and the output columns.
    """
    rows: list[_Row] = []
    by_hand = _ByHand.of(lined_up)
    for at, columns in enumerate(roles):
        _line_up_list(rows, columns, lists, at, by_hand)
    names: dict[str, int] = {}
    output: list[OutputColumn] = []
    used: list[dict[str, Role]] = [{} for _ in lists]
    for row in rows:
        heading = row.headings()[0].strip() or row.headings()[0]
        name, number = heading, 1
        while name.lower() in names:
            number += 1
            name = f"{heading} ({number})"
        names[name.lower()] = 1
        headings = tuple(c.column if c is not None else None for c in row.columns)
        output.append(OutputColumn(name, row.role, headings, "" if row.part == ONLY_YEAR else row.part))
        for at, column in enumerate(row.columns):
            if column is not None:
                used[at][column.column] = row.role
    final = tuple(
        tuple(
            column
            if used[at][column.column] is column.role
            else replace(column, role=used[at][column.column], why=f"Lined up with another list. {column.why}".strip())
            for column in columns
        )
        for at, columns in enumerate(roles)
    )
    return Columns(final, tuple(output))
