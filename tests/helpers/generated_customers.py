"""Lists of customers made by chance, with their truth and a check column that nothing else depends on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.records.record_list import RecordList
from tests.helpers.building import make_list

FIRST = ("anna", "peter", "maria", "paul", "laura", "simon", "clara", "oscar", "nina", "victor", "helen", "george")
SYLLABLES = ("bar", "del", "fen", "gor", "hil", "kas", "lor", "mun", "nor", "pel", "ros", "tam", "vel", "win")
STREETS = ("oak", "mill", "church", "station", "park", "victoria", "garden", "bridge", "castle", "harbour")


@dataclass(frozen=True)
class Customers:
    """A list, and the customer of each record (int (n_records,))."""

    record_list: RecordList
    customer: np.ndarray

    def true(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool: pairs of one customer."""
        return np.asarray(self.customer[left] == self.customer[right])


def customers(n: int, seed: int, *, check_from_email: bool = False, slips: float = 0.3) -> Customers:
    """About a quarter of the records are further copies, with slips, moves and blanks.

    Args:
        n: Records.
        seed: What chance.
        check_from_email: Copy the local part of the e-mail address into the check column instead of a date.
        slips: Share of the copies' cells that differ.
    """
    rng = np.random.default_rng(seed)
    unique = int(n / 1.35)
    who = np.concatenate([np.arange(unique), rng.integers(0, unique, n - unique)])
    copy = np.arange(n) >= unique

    def words(parts: int) -> np.ndarray:
        return np.array(
            ["".join(SYLLABLES[i] for i in row) for row in rng.integers(0, len(SYLLABLES), (unique, parts))]
        )

    family, town = words(3), words(2)
    first = rng.choice(FIRST, unique)
    cells = {
        "first_name": first,
        "last_name": family,
        "address": np.array(
            [f"{i} {s} street" for i, s in zip(rng.integers(1, 200, unique), rng.choice(STREETS, unique), strict=True)]
        ),
        "city": town,
        "phone": np.array([f"0{i}" for i in rng.integers(200_000_000, 900_000_000, unique)]),
        "email": np.array(
            [f"{a}.{b}{k}@example.org" for a, b, k in zip(first, family, rng.integers(1, 99, unique), strict=True)]
        ),
        "birth_date": (np.datetime64("1940-01-01") + rng.integers(0, 20_000, unique)).astype(str),
    }
    made = {}
    for heading, values in cells.items():
        column = values[who].astype(object)
        for row in np.flatnonzero(copy & (rng.random(n) < slips)).tolist():
            column[row] = _slip(str(column[row]), rng) if rng.random() < 0.6 else str(rng.choice(values))
        column[rng.random(n) < 0.1] = ""
        made[heading] = column
    lag = np.where(copy, rng.geometric(0.1, n) * rng.choice([-1, 1], n), 0)
    created = (np.datetime64("2020-01-01") + rng.integers(0, 1500, unique)[who] + lag).astype(str)
    if check_from_email:
        created = np.array([email.partition("@")[0] for email in made["email"]])
    order = rng.permutation(n)
    columns = {heading: values[order].tolist() for heading, values in {**made, "created": created}.items()}
    return Customers(make_list(f"customers{seed}", columns), who[order])


def two_lists(n: int, seed: int, again: float) -> list[RecordList]:
    """Two lists that share customers; nobody is in a list twice, but this share of those who would be (none to all)."""
    made = customers(n, seed)
    rng = np.random.default_rng(seed)
    order = np.argsort(made.customer, kind="stable")
    first = np.flatnonzero(np.diff(made.customer[order], prepend=-1) != 0)
    place = np.arange(n) - np.repeat(first, np.diff([*first, n]))
    size = np.bincount(made.customer)[made.customer[order]]
    side = np.where(size > 1, place % 2, rng.integers(0, 2, n))
    kept = (place < 2) | (rng.random(n) < again)
    table = made.record_list.table
    return [
        make_list(
            f"list{i}", {h: table[h].take(np.sort(order[kept & (side == i)])).to_pylist() for h in table.column_names}
        )
        for i in (0, 1)
    ]


def _slip(text: str, rng: np.random.Generator) -> str:
    at = int(rng.integers(0, max(1, len(text) - 1)))
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
