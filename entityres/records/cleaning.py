"""Engine: from columns with roles to cleaned fields: what keys and scores compare. Shown and exported text never changes.

Each distinct text is cleaned once. The fields are made one beside the other, since the compiled loops and Arrow do not
hold the interpreter's lock. O(total bytes) and a sort of the distinct values.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from entityres.progress import Progress
from entityres.records.byte_order import sorted_values
from entityres.records.check_column import check_values
from entityres.records.coding import Coded, first_filled, mapped
from entityres.records.column_cells import Cells, cells_of
from entityres.records.common_values import Known, without_common
from entityres.records.compiled import side_by_side
from entityres.records.fields import CleanedRecords, Columns, FieldValues, OutputColumn, Placeholder
from entityres.records.firms_among_people import firms_apart
from entityres.records.genders import are_sexes
from entityres.records.legal_forms import numbered_forms
from entityres.records.name_fields import NameColumns, clean_names
from entityres.records.name_order import in_usual_order
from entityres.records.odd_values import warnings_of
from entityres.records.placeholders import KNOWN, UserWord, made_up_values, report
from entityres.records.record_list import RecordList
from entityres.records.repeated_ids import id_warnings
from entityres.records.roles import LABELS, NOT_COMPARED, Role
from entityres.records.several_in_a_cell import second_values
from entityres.records.shared_numbers import is_compared_identifier
from entityres.records.split_dates import DATES, date_units
from entityres.records.titles_in_names import sexes_before_names
from entityres.records.value_cleaning import Context, clean_values, find_context
from entityres.records.wandering import in_one_column
from entityres.records.whole_addresses import split_addresses
from entityres.records.years_in_texts import years_in

JOINED = (Role.GIVEN_NAME, Role.MIDDLE_NAME, Role.FAMILY_NAME, Role.NAME_SUFFIX, Role.STREET, Role.UNIT)
_PERSON = (Role.FULL_NAME, Role.GIVEN_NAME, Role.MIDDLE_NAME, Role.FAMILY_NAME, Role.NAME_SUFFIX)
_MAY_HOLD_YEARS = (Role.TITLE, Role.TEXT, Role.CITY)
_BELONGS_TO_ONE = (Role.PHONE, Role.EMAIL, Role.IDENTIFIER, Role.STREET, Role.BIRTH_DATE)


@dataclass
class _Notes:
    """What one task has to say; kept apart so that the order does not depend on which task is ready first."""

    placeholders: list[Placeholder] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass
class _Made:
    """A field before it is final: its values, and the cells that it came from."""

    name: str
    label: str
    role: Role
    outputs: tuple[OutputColumn, ...]
    values: Coded
    raw: Coded | None = None
    fills: bool = False
    """Part of an address, or a firm among people: it fills what the field of its role leaves empty, if there is one."""
    forms: np.ndarray | None = None
    """Of organisations: their legal forms, which are left out where their names are compared."""
    moved: np.ndarray | None = None
    """Of numbers, addresses and years: what came from another column, see `wandering` and `years_in_texts`."""
    cells: Coded | None = None
    """Of texts: the cells as written, in which the year of a record may stand."""


@dataclass(frozen=True)
class _Task:
    """Work that makes fields, and the bytes of the cells that it looks at."""

    bytes: int
    work: Callable[[], tuple[list[_Made], _Notes]]


def clean_records(
    lists: Sequence[RecordList],
    columns: Columns,
    placeholders: Iterable[tuple[str, str]] = (),
    not_placeholders: Iterable[tuple[str, str]] = (),
    progress: Progress | None = None,
    *,
    date_orders: Mapping[str, str] | None = None,
) -> CleanedRecords:
    """Clean all values for comparing.

    Args:
        lists: The lists.
        columns: Their roles, and how they line up.
        placeholders: (output column, text) to treat as empty.
        not_placeholders: (output column, text) that are values although they look like placeholders.
        progress: Counts the fields.
        date_orders: "day" or "month": what comes first in the dates of an output column, where the user said so.

    Returns:
        The compared fields with their distinct values sorted, what counts as missing, and warnings.
    """
    said = {name: first == "day" for name, first in (date_orders or {}).items()}
    return _Cleaning(lists, columns, tuple(placeholders), tuple(not_placeholders), progress or Progress(), said).run()


class _Cleaning:
    """One run: what the steps share."""

    def __init__(
        self,
        lists: Sequence[RecordList],
        columns: Columns,
        placeholders: tuple[tuple[str, str], ...],
        not_placeholders: tuple[tuple[str, str], ...],
        progress: Progress,
        day_first: Mapping[str, bool],
    ) -> None:
        self.day_first = day_first
        self.lists, self.columns, self.progress = lists, columns, progress
        self.starts = np.concatenate([[0], np.cumsum([len(one) for one in lists])]).astype(np.int64)
        self.words = {
            output.name: UserWord.of(output.name, placeholders, not_placeholders) for output in columns.output
        }
        self.placeholders: list[Placeholder] = []
        self.warnings: list[str] = []

    def run(self) -> CleanedRecords:
        compared = [output for output in self.columns.output if self._is_compared(output)]
        context = find_context(self.lists, compared)
        tasks = self._tasks(compared, context)
        self.progress.total = len(tasks) + 1
        with ThreadPoolExecutor(max_workers=max(1, min(len(tasks), os.cpu_count() or 1))) as pool:
            made: list[_Made] = []
            repeated = pool.submit(id_warnings, self.lists, self.columns)
            longest_first = sorted(range(len(tasks)), key=lambda number: -tasks[number].bytes)
            begun = {number: pool.submit(tasks[number].work) for number in longest_first}
            for number in range(len(tasks)):
                fields_made, notes = begun[number].result()
                made.extend(fields_made)
                self.placeholders.extend(notes.placeholders)
                self.warnings.extend(notes.warnings)
                self.progress.advance()
            made = _filled_up(made)
            self._without_too_common(made)
            _gather_wandering(made)
            self._years_in_texts(made, context)
        final = side_by_side(self._final, made, lambda one: one.values.texts.n)
        fields = [one for one in final if one is not None]
        self._warn_of_empty(compared, made)
        self.warnings.extend(repeated.result())
        check = next((output for output in self.columns.output if output.role is Role.CHECK), None)
        found = None
        if check is not None:
            found, warning = check_values(self.lists, check, context, self.day_first.get(check.name))
            self.warnings.extend([warning] if warning else [])
        self.progress.advance()
        firms = [one.forms for one in made if one.forms is not None]
        forms = firms[0] if len(firms) == 1 else None
        return CleanedRecords(self.starts, tuple(fields), tuple(self.placeholders), found, tuple(self.warnings), forms)

    def _is_compared(self, output: OutputColumn) -> bool:
        if output.role in NOT_COMPARED:
            return False
        return output.role is not Role.IDENTIFIER or output.asked or is_compared_identifier(self.lists, output)

    def _tasks(self, compared: list[OutputColumn], context: Context) -> list[_Task]:
        """Work that can go on at the same time; each returns fields."""
        tasks: list[_Task] = []
        seen: dict[Role, int] = {}

        def add(outputs: list[OutputColumn], work: Callable[[], tuple[list[_Made], _Notes]]) -> None:
            tasks.append(_Task(self._bytes_of(outputs), work))

        for output in compared:
            if output.role in _PERSON:
                if not any(role in seen for role in _PERSON):
                    people = [other for other in compared if other.role in _PERSON]
                    add(people, partial(self._names, people))
                seen[output.role] = 1
                continue
            same = [other for other in compared if other.role is output.role]
            if output.role in JOINED:
                if output.role not in seen:
                    add(same, partial(self._values, same, 1, context))
                seen[output.role] = 1
                continue
            if output.role in DATES:
                if output.role not in seen:
                    for number, unit in enumerate(date_units(same), 1):
                        add(list(unit), partial(self._values, list(unit), number, context))
                seen[output.role] = 1
                continue
            number = seen[output.role] = seen.get(output.role, 0) + 1
            add([output], partial(self._values, [output], number, context))
        return tasks

    def _bytes_of(self, outputs: Sequence[OutputColumn]) -> int:
        """What the cells of these columns take in all lists."""
        return sum(
            one.table.column(heading).nbytes
            for output in outputs
            for one, heading in zip(self.lists, output.columns, strict=True)
            if heading is not None
        )

    def _cells(self, outputs: Sequence[OutputColumn], notes: _Notes) -> Cells:
        """The cells of one field, without placeholders."""
        cells = cells_of(self.lists, outputs, self.words)
        notes.placeholders.extend(cells.placeholders)
        notes.warnings.extend(cells.warnings)
        return cells

    def _values(self, outputs: list[OutputColumn], number: int, context: Context) -> tuple[list[_Made], _Notes]:
        """One field that is not a name."""
        role, notes = outputs[0].role, _Notes()
        raw = self._cells(outputs, notes).raw
        parts: list[_Made] = []
        if role is Role.STREET:
            raw, parts = self._streets(outputs, raw, context)
        result = clean_values(raw, role, self.starts, context, self.day_first.get(outputs[0].name))
        notes.warnings.extend(warnings_of(outputs[0].name, result, role))
        raw, values = result.cells, result.texts
        made_up = made_up_values(values, role) & ~self.words[outputs[0].name].says_value(raw.texts)
        codes = raw.codes
        if made_up.any():
            notes.placeholders.extend(report(outputs[0].name, raw, made_up, KNOWN))
            codes = np.where(np.append(made_up, False)[codes], np.int32(-1), codes).astype(np.int32, copy=False)
        name = role.value if number == 1 else f"{role.value}_{number}"
        label = LABELS[role] if number == 1 else f"{LABELS[role]} ({outputs[0].name})"
        made = mapped(Coded(codes, raw.texts), values)
        if role is Role.CATEGORY and are_sexes(made.texts):
            label = outputs[0].name
        field_ = _Made(name, label, role, tuple(outputs), made, raw if role in _BELONGS_TO_ONE else None)
        if role is Role.ORGANISATION:
            field_.forms = numbered_forms(raw)
        if role in _MAY_HOLD_YEARS and self.columns.with_role(Role.DATE):
            field_.cells = raw
        return [field_, *parts, *self._second(field_, context)], notes

    def _second(self, first: _Made, context: Context) -> list[_Made]:
        """Second numbers and addresses of one cell, as a field of their own."""
        cells = None if first.raw is None else second_values(first.raw, first.role)
        if cells is None:
            return []
        result = clean_values(cells, first.role, self.starts, context)
        values = mapped(result.cells, result.texts)
        label = f"{first.label[:-1]}, second)" if first.label.endswith(")") else f"{first.label} (second)"
        second = _Made(f"{first.name}_second", label, first.role, first.outputs, values, result.cells)
        return [second] if (values.codes >= 0).any() else []

    def _streets(self, outputs: list[OutputColumn], raw: Coded, context: Context) -> tuple[Coded, list[_Made]]:
        """The streets, and the postcodes and towns that stand in one cell with them."""
        own = [
            any(other.columns[at] is not None for other in self.columns.with_role(Role.POSTCODE))
            for at in range(len(self.lists))
        ]
        found = split_addresses(raw, self.starts, own)
        if found is None:
            return raw, []
        sources = tuple(
            replace(
                output,
                columns=tuple(
                    heading if split else None for heading, split in zip(output.columns, found.split, strict=True)
                ),
            )
            for output in outputs
        )
        made = []
        for role, part in ((Role.POSTCODE, found.codes), (Role.CITY, found.towns)):
            result = clean_values(part, role, self.starts, context)
            values = mapped(result.cells, result.texts)
            made.append(_Made(role.value, LABELS[role], role, sources, values, fills=True))
        return found.streets, made

    def _names(self, people: list[OutputColumn]) -> tuple[list[_Made], _Notes]:
        """First, middle and last names, generations: from all name columns together."""
        notes = _Notes()
        by_role = {role: [output for output in people if output.role is role] for role in _PERSON}
        cells = {role: self._cells(by_role[role], notes) for role in _PERSON[1:] if by_role[role]}
        full = [self._cells([output], notes) for output in by_role[Role.FULL_NAME]]
        for one in full:
            one.settle_doubtful(None, notes.placeholders)
        beside = {role: (one.raw.codes >= 0, one.doubted()) for role, one in cells.items()}
        for role, other in ((Role.FAMILY_NAME, Role.GIVEN_NAME), (Role.GIVEN_NAME, Role.FAMILY_NAME)):
            if role in cells:
                cells[role].settle_doubtful(beside.get(other), notes.placeholders)
        for role in (Role.MIDDLE_NAME, Role.NAME_SUFFIX):
            if role in cells:
                cells[role].settle_doubtful(None, notes.placeholders)
        given, middle, family, suffix = (cells[role].raw if role in cells else None for role in _PERSON[1:])
        people_and_firms = [firms_apart(one.raw) for one in full]
        whole = tuple(in_usual_order(one, self.starts) for one, _ in people_and_firms)
        names = clean_names(NameColumns(given, middle, family, suffix, whole))
        made = [
            self._firms(output, firms)
            for output, (_, firms) in zip(by_role[Role.FULL_NAME], people_and_firms, strict=True)
            if firms is not None
        ]
        for role, values in zip(_PERSON[1:], names, strict=True):
            if values is not None:
                outputs = (*by_role[role], *by_role[Role.FULL_NAME])
                made.append(_Made(role.value, LABELS[role], role, outputs or tuple(people), values))
        for output, (raw, _) in zip(by_role[Role.FULL_NAME], people_and_firms, strict=True):
            sexes = sexes_before_names(raw)
            if sexes is not None:
                made.append(_Made("form_of_address", "Form of address", Role.CATEGORY, (output,), sexes))
                break
        return made, notes

    def _firms(self, output: OutputColumn, raw: Coded) -> _Made:
        """Firms that stand in a column of persons' names."""
        result = clean_values(raw, Role.ORGANISATION, self.starts, Context(), None)
        role, values = Role.ORGANISATION, mapped(result.cells, result.texts)
        return _Made(role.value, LABELS[role], role, (output,), values, fills=True, forms=numbered_forms(raw))

    def _without_too_common(self, made: list[_Made]) -> None:
        """Take out values that many records share which have little else in common."""
        known = Known(
            _first_of(made, Role.FAMILY_NAME, Role.ORGANISATION, Role.GIVEN_NAME),
            _first_of(made, Role.POSTCODE, Role.CITY),
        )
        for one in made:
            if one.raw is not None:
                name = one.outputs[0].name
                found = without_common(one.values, one.raw, one.role, known, name, self.words[name])
                one.values = found.values
                self.placeholders.extend(found.placeholders)
                self.warnings.extend(found.warnings)

    def _years_in_texts(self, made: Sequence[_Made], context: Context) -> None:
        """Fill the only column of years from texts that give the year, and take it out of them."""
        dates = [one for one in made if one.role is Role.DATE]
        columns = [one for one in made if one.cells is not None]
        found = years_in(dates[0].values, [one.cells for one in columns if one.cells]) if len(dates) == 1 else None
        if found is None:
            return
        dates[0].values, dates[0].moved = found.dates, found.filled if found.filled.any() else None
        for one, cells in zip(columns, found.texts, strict=True):
            if cells is not None:
                result = clean_values(cells, one.role, self.starts, context)
                one.values = mapped(result.cells, result.texts)

    def _final(self, one: _Made) -> FieldValues | None:
        """The field with sorted values; None when no record has one."""
        values = sorted_values(one.values)
        if not values.texts.n:
            return None
        sources = tuple(
            tuple(heading for output in one.outputs if (heading := output.columns[at]) is not None)
            for at in range(len(self.lists))
        )
        for array in (values.codes, values.texts.offsets, values.texts.data):
            array.flags.writeable = False
        return FieldValues(one.name, one.label, one.role, sources, values.codes, values.texts.to_arrow(), one.moved)

    def _warn_of_empty(self, compared: list[OutputColumn], made: list[_Made]) -> None:
        for one in made:
            expected = {output.name for output in one.outputs if output.role is one.role}
            if expected and not (one.values.codes >= 0).any() and len(one.values.codes):
                names = ", ".join(f"'{name}'" for name in sorted(expected))
                self.warnings.append(f"The column {names} has no value that could be compared.")


def _filled_up(made: list[_Made]) -> list[_Made]:
    """The fields, with what only fills filled into the field of its role where there is one."""
    kept = [one for one in made if not one.fills]
    for part in (one for one in made if one.fills):
        field_ = next((one for one in kept if one.name == part.name), None)
        if field_ is None:
            kept.append(part)
        else:
            field_.values = first_filled([field_.values, part.values])
            field_.outputs = (*field_.outputs, *part.outputs)
    return kept


def _gather_wandering(made: Sequence[_Made]) -> None:
    """Bring phone numbers and e-mail addresses that stand in several columns into one."""
    for role in (Role.PHONE, Role.EMAIL):
        fields = [one for one in made if one.role is role]
        if len(fields) > 1:
            for one, found in zip(fields, in_one_column([one.values for one in fields]), strict=True):
                one.values, one.moved = found.values, found.moved if found.moved.any() else None


def _first_of(made: Sequence[_Made], *roles: Role) -> np.ndarray | None:
    """int32 (n_records,): for each record the value of the first of these roles that it has, -1 for none."""
    fields = [one for role in roles for one in made if one.role is role]
    return first_filled([one.values for one in fields]).codes if fields else None
