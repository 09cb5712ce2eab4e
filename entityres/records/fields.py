"""Engine: columns with their roles, lined up across lists, and their cleaned values.

A *column* is a heading of one list. An *output column* is what columns of several lists become when they are lined up
by role and heading: it is what people see, compare and export. A *compared field* is what keys and scores work on: it
usually is one output column, but a full name gives two (first and last name) and several street columns give one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.roles import LABELS, Role

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class ColumnRole:
    """The role found or chosen for one column of one list.

    Attributes:
        column: The heading.
        role: Its role.
        why: One plain sentence, such as "97 % of the values look like e-mail addresses".
        sure: False when a person should have a look.
        filled: Cells that are not empty.
        distinct: Different texts among them.
        examples: Up to three filled cells.
    """

    column: str
    role: Role
    why: str
    sure: bool = True
    filled: int = 0
    distinct: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class OutputColumn:
    """Columns of several lists that mean the same.

    Attributes:
        name: Heading in results; that of the first list that has it, unique.
        role: Their role.
        columns: The heading in each list, None where the list has no such column.
        part: "year", "month" or "day" where it holds only that part of a date, which other columns complete.
        asked: Somebody looks for a record by it, so that it is compared even if it is a number of the list.
    """

    name: str
    role: Role
    columns: tuple[str | None, ...]
    part: str = ""
    asked: bool = False

    @property
    def label(self) -> str:
        """What it is in words, such as "Birth date" or "Birth date (day)"."""
        return f"{LABELS[self.role]} ({self.part})" if self.part else LABELS[self.role]


@dataclass(frozen=True)
class Columns:
    """What was understood of all lists: a role for each column, and how they line up.

    Attributes:
        roles: For each list its columns in file order.
        output: The lined-up columns, in the order of the first list, then what later lists add.
    """

    roles: tuple[tuple[ColumnRole, ...], ...]
    output: tuple[OutputColumn, ...]

    def with_role(self, *roles: Role) -> tuple[OutputColumn, ...]:
        """The lined-up columns of these roles, in order."""
        return tuple(column for column in self.output if column.role in roles)


@dataclass(frozen=True)
class FieldValues:
    """One compared field over all records laid end to end.

    Attributes:
        name: Short name, unique among the fields, such as `given_name` or `phone` or `phone_2`.
        label: The words shown for it, such as "First name".
        role: The role that says how it is compared.
        sources: For each list the headings it was made from (empty when the list has none).
        codes: int32 (n_records,), position in `values`; -1 where there is no usable value.
        values: `large_string` (n_distinct,), distinct cleaned texts, sorted by their bytes, none empty.
        moved: bool (n_records,): the value stands in another column of the record (see `wandering`); None where none does.
        of_families: Several people of one home have its values together; told where it is compared.
    """

    name: str
    label: str
    role: Role
    sources: tuple[tuple[str, ...], ...]
    codes: np.ndarray
    values: pa.LargeStringArray
    moved: np.ndarray | None = None
    of_families: bool = False

    @cached_property
    def counts(self) -> np.ndarray:
        """int64 (n_distinct,): records that hold each value."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))

    @cached_property
    def texts(self) -> np.ndarray:
        """object (n_distinct,): the values as Python texts."""
        return self.values.to_numpy(zero_copy_only=False)

    def texts_at(self, codes: np.ndarray) -> np.ndarray:
        """object (n,): the texts of these values; of a long list only they are made into Python texts."""
        if len(codes) < len(self.values):
            return self.values.take(codes).to_numpy(zero_copy_only=False)  # type: ignore[no-any-return]
        return self.texts[codes]  # type: ignore[no-any-return]

    @cached_property
    def buffers(self) -> tuple[np.ndarray, np.ndarray]:
        """The UTF-8 bytes of all values, uint8, and int64 (n_distinct + 1,) offsets into them."""
        _, offsets, data = self.values.buffers()
        bounds = np.frombuffer(offsets, dtype=np.int64)[self.values.offset :][: len(self.values) + 1]
        return (np.frombuffer(data, dtype=np.uint8) if data is not None else np.empty(0, np.uint8)), bounds

    def text(self, record: int) -> str:
        """The cleaned text of a record, "" when missing."""
        code = int(self.codes[record])
        return "" if code < 0 else str(self.values[code].as_py())


def field_label(name: str) -> str:
    """The words for a field that is not there now, by its name: "Phone" for `phone` and `phone_2`."""
    role = name.rstrip("0123456789").rstrip("_") if name[-1:].isdigit() else name
    return LABELS[Role(role)] if role in list(Role) else name


def _nothing_in(name: str, n_lists: int, n_records: int) -> FieldValues:
    import pyarrow as pa

    nobody = np.full(n_records, -1, np.int32)
    return FieldValues(name, field_label(name), Role.KEEP, ((),) * n_lists, nobody, pa.array([], pa.large_string()))


@dataclass(frozen=True)
class Placeholder:
    """A text that counts as missing: in which output column, how often, and why."""

    column: str
    text: str
    records: int
    why: str


@dataclass(frozen=True)
class CheckValues:
    """The check column.

    Attributes:
        name: Its heading.
        values: float64 (n_records,), NaN where empty: numbers, dates as days, or positions in `texts`.
        texts: `large_string` (n_distinct,), folded texts where it holds neither dates nor numbers, else None.
    """

    name: str
    values: np.ndarray
    texts: pa.LargeStringArray | None = None


@dataclass(frozen=True)
class CleanedRecords:
    """What the comparing stages see of the lists.

    Attributes:
        starts: int64 (n_lists + 1,): list i holds the records starts[i] .. starts[i + 1] - 1.
        fields: The compared fields.
        placeholders: Texts that count as missing.
        check: The check column, if one is chosen.
        warnings: Plain sentences for the user.
        legal_forms: int32 (n_records,), numbers of the legal forms of organisations, -1 for none; None where not one
            field holds organisations. "Bauer AG" and "Bauer GmbH" are as good as the same, yet two firms.
    """

    starts: np.ndarray
    fields: tuple[FieldValues, ...]
    placeholders: tuple[Placeholder, ...] = ()
    check: CheckValues | None = None
    warnings: tuple[str, ...] = ()
    legal_forms: np.ndarray | None = None

    def __len__(self) -> int:
        return int(self.starts[-1])

    @property
    def n_lists(self) -> int:
        """How many lists there are."""
        return len(self.starts) - 1

    @cached_property
    def list_of(self) -> np.ndarray:
        """int16 (n_records,): the list that each record is in."""
        return np.repeat(np.arange(self.n_lists, dtype=np.int16), np.diff(self.starts))

    @cached_property
    def by_values(self) -> np.ndarray:
        """int32 (n_records,): the records in an order that does not depend on that of the rows, see `copies.by_values`."""
        from entityres.records.copies import by_values

        return by_values(self)

    @cached_property
    def places(self) -> np.ndarray:
        """int32 (n_records,): the place of each record in the order by values."""
        places = np.empty(len(self), np.int32)
        places[self.by_values] = np.arange(len(self), dtype=np.int32)
        return places

    @cached_property
    def things(self) -> np.ndarray | None:
        """int32 (n_records,): the same number for copies in one list that surely are one record; None where there are none."""
        from entityres.records.copies import things_of

        return things_of(self)

    def field(self, name: str) -> FieldValues:
        """The compared field of that name; one in which no record has a value where nothing is compared under it.

        Keys of an earlier run, of a recipe or of before a column got another role may read what is not compared now.
        """
        return next((f for f in self.fields if f.name == name), None) or _nothing_in(name, self.n_lists, len(self))

    def has_field(self, name: str) -> bool:
        """Whether something is compared under that name."""
        return any(f.name == name for f in self.fields)

    def with_role(self, role: Role) -> tuple[FieldValues, ...]:
        """The compared fields of that role."""
        return tuple(f for f in self.fields if f.role == role)
