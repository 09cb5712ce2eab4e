"""What is said of a key at once: how soon, and how near to the exact count.

Not part of the tests. For some forty kinds of keys over the fields of a list it prints milliseconds of the clock and of the
processor until the first forecast, each with nothing made before but the compiled kernels; of the clock where what the Match
page makes while it is shown is there, as whoever uses the program meets it, and for the second question; the forecast over the
exact count; and whether that lies in the range that was told:

    python -m tests.benchmarks.bench_first_forecast customers.csv [--counts FILE.json] [--only WORD]

Exact counts take minutes at a million records: they are kept in the file and taken from it the next time. Titles are made by
`tests.helpers.generated_titles`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from entityres import pipeline
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.counted_parts import PartsCount, is_countable
from entityres.candidates.counted_words import WordsCount
from entityres.candidates.first_forecast import first_forecast, make_ready
from entityres.candidates.forecasting import Forecast
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.pair_finder import MOST_PAIRS, PairFinder
from entityres.errors import SettingsError
from entityres.progress import quiet
from entityres.records.compiled import load_kernels
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.settings import Settings

TRIES, FEW_TRIES = 7, 3
AT_ONCE = 50.0
NOT_WAITED_FOR = 3_000_000_000
"""Bands that meet in so many buckets are not counted."""


def keys_of(cleaned: CleanedRecords) -> list[Key]:
    """Keys of all kinds over the fields of a list: its longest texts first, and those with few different values."""
    by_length = sorted(cleaned.fields, key=lambda field: -field.values.nbytes / max(len(field.values), 1))
    long, second, *_ = [field.name for field in by_length]
    four = tuple(field.name for field in by_length[:4])
    few = min(cleaned.fields, key=lambda field: len(field.values)).name
    name = _of_role(cleaned, Role.FAMILY_NAME, Role.FULL_NAME, Role.ORGANISATION, Role.TITLE) or long
    first = _of_role(cleaned, Role.GIVEN_NAME) or second
    date = _of_role(cleaned, Role.BIRTH_DATE, Role.DATE, Role.NUMBER) or few
    number = _of_role(cleaned, Role.PHONE, Role.POSTCODE, Role.NUMBER) or few
    street, mail = _of_role(cleaned, Role.STREET) or long, _of_role(cleaned, Role.EMAIL) or long
    return [*_of_parts(long, second, few, name, date, number, street, mail), *_of_words(long, second, name, date)] + [
        *_of_bands(long, name, first, four, date),
        *_of_joins(long, name, first, four),
    ]


def _of_role(cleaned: CleanedRecords, *roles: Role) -> str:
    """The first field of one of these roles, "" for none."""
    return next((field.name for role in roles for field in cleaned.with_role(role)), "")


def _named(parts: tuple[Part, ...], sets: Bands | Join | None = None) -> Key:
    """A key that says what it is made of."""
    words = [f"{part.kind.value}{part.size or ''} {' '.join(part.fields)}" for part in parts]
    if isinstance(sets, Bands):
        words.append(f"{sets.b}x{sets.r} {sets.tokens}{sets.k} {' '.join(sets.fields)}")
        return Key(" + ".join(words), parts, sets)
    if sets is not None:
        words.append(f"join {sets.similarity} {sets.tokens}{sets.k} {' '.join(sets.fields)}")
    return Key(" + ".join(words), parts, join=sets)


def _of_parts(long: str, second: str, few: str, name: str, date: str, number: str, street: str, mail: str) -> list[Key]:
    """Keys of plain parts."""

    def part(kind: PartKind, *fields: str, size: int = 0) -> Part:
        return Part(kind, fields, size)

    return [
        _named((part(PartKind.EXACT, long),)),
        _named((part(PartKind.EXACT, few),)),
        _named((part(PartKind.EXACT, name),)),
        _named((part(PartKind.PREFIX, long, size=8),)),
        _named((part(PartKind.PREFIX, name, size=4),)),
        _named((part(PartKind.LAST_DIGITS, number, size=4),)),
        _named((part(PartKind.YEAR, date),)),
        _named((part(PartKind.FIRST_WORD, long),)),
        _named((part(PartKind.PHONETIC, name),)),
        _named((part(PartKind.HOUSE_NUMBER, street),)),
        _named((part(PartKind.SORTED_WORDS, long, second),)),
        _named((part(PartKind.LOCAL_PART, mail),)),
        _named((part(PartKind.PREFIX, name, size=3), part(PartKind.YEAR, date))),
        _named((part(PartKind.PHONETIC, name), part(PartKind.EXACT, few), part(PartKind.PREFIX, second, size=2))),
    ]


def _of_words(long: str, second: str, name: str, date: str) -> list[Key]:
    """Keys of rare words and items."""
    rare, items = PartKind.RARE_WORDS, PartKind.RARE_ITEMS
    return [
        _named((Part(rare, (long,), 20),)),
        _named((Part(rare, (long,), 200),)),
        _named((Part(rare, (long,), 1_000),)),
        _named((Part(rare, (second,), 50),)),
        _named((Part(rare, (long, second), 50),)),
        _named((Part(rare, (long,), 1_000), Part(PartKind.YEAR, (date,)))),
        _named((Part(rare, (name,), 5_000), Part(PartKind.EXACT, (date,)))),
        _named((Part(items, (second,), 100),)),
    ]


def _of_bands(long: str, name: str, first: str, four: tuple[str, ...], date: str) -> list[Key]:
    """Keys with bands over one, two and four fields, of few and many rows, of each kind of tokens."""
    year, begins = Part(PartKind.YEAR, (date,)), Part(PartKind.PREFIX, (name,), 2)
    return [
        _named((), Bands((long,), b=4, r=8)),
        _named((), Bands((long,), b=20, r=5)),
        _named((), Bands((long,), b=60, r=4)),
        _named((), Bands((name,), b=16, r=3)),
        _named((), Bands((name, first), b=20, r=5)),
        _named((), Bands((name, first), b=30, r=7)),
        _named((), Bands(four, b=16, r=8)),
        _named((), Bands(four, b=38, r=5)),
        _named((), Bands(four, b=12, r=16)),
        _named((), Bands((long,), "words", 1, 20, 3)),
        _named((), Bands((long,), "words", 2, 10, 3)),
        _named((), Bands((long,), "word bags", 1, 16, 4)),
        _named((), Bands((long,), "character bags", 3, 20, 5)),
        _named((), Bands((long,), "stop words", 1, 10, 2)),
        _named((), Bands((long,), "items", 1, 10, 2)),
        _named((), Bands((date,), "places", 1, 6, 6)),
        _named((), Bands((long,), "places", 1, 10, 20)),
        _named((year,), Bands((long,), b=20, r=4)),
        _named((year, begins), Bands(four, b=30, r=3)),
    ]


def _of_joins(long: str, name: str, first: str, four: tuple[str, ...]) -> list[Key]:
    """Keys with exact joins."""
    return [
        _named((), Join((long,), "words", 1, 0.8)),
        _named((), Join((long,), "words", 1, 0.5)),
        _named((), Join((long,), "words", 1, 0.2)),
        _named((), Join((name, first), "characters", 3, 0.8)),
        _named((), Join((name, first), "characters", 3, 0.5)),
        _named((), Join(four, "characters", 3, 0.8)),
        _named((), Join(four, "characters", 3, 0.5)),
        _named((), Join((long,), "characters", 3, 0.2)),
    ]


def _as_new(cleaned: CleanedRecords) -> CleanedRecords:
    """The same without what was told of it before."""
    fields = tuple(replace(field) for field in cleaned.fields)
    return replace(cleaned, fields=fields)


def _asked(maker: EntryMaker, key: Key) -> tuple[float, float, Forecast | None]:
    """Milliseconds of the clock and of the processor, and the answer."""
    gc.collect()
    began, spent = time.perf_counter(), time.process_time()
    said = first_forecast(maker, key)
    return 1e3 * (time.perf_counter() - began), 1e3 * (time.process_time() - spent), said


def _asked_when_ready(cleaned: CleanedRecords, seed: int, key: Key) -> float:
    """Milliseconds of the clock where all is there that is made while nobody asks."""
    maker = EntryMaker(_as_new(cleaned), seed)
    make_ready(maker, quiet())
    return _asked(maker, key)[0]


def _counted(maker: EntryMaker, key: Key, said: Forecast | None) -> int | None:
    """The exact count; None where it would take too long."""
    if said is None or (key.join is not None and said.pairs > MOST_PAIRS):
        return None
    if is_countable(key):
        return PartsCount(maker, key, False, quiet()).pairs
    if key.bands is not None:
        bands = BandsCount(maker, key, False, quiet())
        return bands.pairs if bands.drawn_from < NOT_WAITED_FOR else None
    if key.join is None:
        return WordsCount(maker, key, False, quiet()).pairs
    try:
        return len(PairFinder(maker, False, quiet()).find(0, key).codes)
    except SettingsError:
        return None


def _judged(said: Forecast | None, exact: int | None) -> str:
    """The forecast beside the exact count."""
    if said is None or exact is None:
        return "nothing said" if said is None else f"{said.pairs:13,.0f}     not counted"
    inside = "in range" if said.low <= exact <= said.high else "TOO LOW" if exact > said.high else "TOO HIGH"
    wide = f"{said.low / max(exact, 1):.2f}-{said.high / max(exact, 1):.2f}"
    return f"{said.pairs:13,.0f} {exact:13,} {said.pairs / max(exact, 1):6.2f} of it ({wide}), {inside}"


def main() -> None:
    """Print the figures of one list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--counts", type=Path, help="exact counts that are known; new ones are written to it")
    parser.add_argument("--only", default="", help="only keys whose words have this in them")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lists = pipeline.load([given.list])
    settings = Settings(roles={"rec_id": Role.KEEP} if "rec_id" in lists[0].columns else {})
    cleaned = pipeline.clean(lists, pipeline.understand(lists, settings), settings)
    load_kernels("entityres.candidates")
    cores = os.cpu_count() or 1
    print(f"{given.list}: {len(cleaned):,} records, {_words(cleaned.fields)}", flush=True)
    print(
        f"the quickest of {TRIES} tries: clock, processor / {cores}; clock when ready; of a second question", flush=True
    )
    known = json.loads(given.counts.read_text()) if given.counts and given.counts.exists() else {}
    late = late_when_ready = outside = 0
    for key in {key.name: key for key in keys_of(cleaned) if given.only in key.name}.values():
        cold = [_asked(EntryMaker(_as_new(cleaned), given.seed), key) for _ in range(TRIES)]
        maker = EntryMaker(_as_new(cleaned), given.seed)
        first_forecast(maker, key)
        again = min(_asked(maker, key)[0] for _ in range(FEW_TRIES))
        ready = min(_asked_when_ready(cleaned, given.seed, key) for _ in range(FEW_TRIES))
        clock, spent, said = min(one[0] for one in cold), min(one[1] for one in cold) / cores, cold[0][2]
        if given.counts and key.name not in known:
            known[key.name] = _counted(EntryMaker(cleaned, given.seed), key, said)
            given.counts.write_text(json.dumps(known, indent=1))
        judged = _judged(said, known.get(key.name))
        late, late_when_ready = late + (clock > AT_ONCE), late_when_ready + (ready > AT_ONCE)
        outside += "TOO" in judged
        print(f"{clock:6.0f} {spent:6.0f} {ready:6.0f} {again:6.0f} ms  {key.name[:60]:60} {judged}", flush=True)
    print(f"{late} took more than {AT_ONCE:.0f} ms, {late_when_ready} when all was ready")
    print(f"{outside} told a range that the count is not in")


def _words(fields: tuple[FieldValues, ...]) -> str:
    """The fields, and how long their texts are."""
    return ", ".join(f"{f.name} ({f.role}, {f.values.nbytes / max(len(f.values), 1):.0f} bytes)" for f in fields)


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
