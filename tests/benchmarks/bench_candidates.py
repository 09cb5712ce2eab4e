"""What choosing keys and proposing pairs find and cost on lists whose truth is known, without reading and scoring.

Not part of the tests. Each list runs in a process of its own, so that their memory is apart:

    python -m tests.benchmarks.bench_candidates records10000.csv=truth10000.csv records100000.csv=truth100000.csv
    python -m tests.benchmarks.bench_candidates a.csv,b.csv=truth.csv

A truth has the columns rec_id and entity_id; the lists have rec_id, which is not compared. Of two lists pairs are looked for
between them only. Prints for each the share of the true pairs found, pairs, pairs a record, seconds of the wall and of the
processor, and by how much memory grew at its highest (Linux only), each for the planning and for the proposing.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from entityres import pipeline
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.scoring.run_scores import judge_of
from entityres.settings import Settings

Made = TypeVar("Made")
STATUS = Path("/proc/self/status")


def _memory_mb(what: str) -> float:
    """Memory of this process by the system (VmRSS now, VmHWM at its highest); nan where it does not tell."""
    if not STATUS.exists():
        return float("nan")
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(what))
    return int(line.split()[1]) / 1e3


def _measured(name: str, work: Callable[[], Made]) -> Made:
    """Do it, and print what it took."""
    gc.collect()
    if STATUS.exists():
        Path("/proc/self/clear_refs").write_text("5")  # the highest mark starts anew
    before, wall, processor = _memory_mb("VmRSS"), time.perf_counter(), time.process_time()
    made = work()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    grown = _memory_mb("VmHWM") - before
    print(f"  {name:10} {wall:7.2f} s, {processor:7.2f} s of processor, {grown:7,.0f} MB more at most", flush=True)
    return made


def entities(lists: Sequence[RecordList], truth: Path) -> np.ndarray:
    """int64 (n_records,): number of the entity of each record over all lists; who is not in the truth is alone."""
    table = pyarrow.csv.read_csv(
        truth,
        convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(("rec_id", "entity_id"), pa.string())),
    )
    of_row = table["entity_id"].combine_chunks().dictionary_encode().indices.to_numpy().astype(np.int64)
    ids = pa.chunked_array([chunk for one in lists for chunk in one.table["rec_id"].chunks])
    row = pc.index_in(ids, value_set=table["rec_id"].combine_chunks().cast(pa.large_string())).to_numpy()
    alone = np.isnan(row) if row.dtype.kind == "f" else row < 0
    out = -1 - np.arange(len(row), dtype=np.int64)
    out[~alone] = of_row[row[~alone].astype(np.int64)]
    return out


def true_pairs(entity: np.ndarray, list_of: np.ndarray, across_only: bool) -> int:
    """How many pairs of records are one entity."""

    def within(groups: np.ndarray) -> int:
        sizes = np.unique(groups, return_counts=True)[1].astype(np.int64)
        return int((sizes * (sizes - 1) // 2).sum())

    _, numbers = np.unique(entity, return_inverse=True)
    return within(numbers) - (within(numbers * (int(list_of.max()) + 1) + list_of) if across_only else 0)


def measure(paths: Sequence[str], truth: Path) -> None:
    """Print the figures of one list, or of several between them."""
    settings = Settings(roles={"rec_id": Role.KEEP}, across_only=len(paths) > 1)
    lists = pipeline.load(paths)
    entity = entities(lists, truth)
    cleaned = pipeline.clean(lists, pipeline.understand(lists, settings), settings)
    print(f"{' and '.join(paths)}: {len(cleaned):,} records", flush=True)
    shop = pipeline.workshop(cleaned, settings)
    plan = _measured("planning", lambda: pipeline.choose_keys(cleaned, settings, shop))
    pairs = _measured("proposing", lambda: pipeline.propose(cleaned, plan.keys, settings, shop))
    found = int(np.count_nonzero(entity[pairs.left] == entity[pairs.right]))
    there = true_pairs(entity, cleaned.list_of, settings.across_only)
    print(f"  found {found / max(1, there):.4f} of {there:,} true pairs: {there - found:,} are missing")
    print(f"  {len(pairs):,} pairs, {len(pairs) / len(cleaned):.2f} a record, by {len(plan.keys)} keys")
    print(f"  expected missing: {plan.not_used.matches:,.0f} before scoring", end="", flush=True)
    scored = pipeline.score(cleaned, pairs, settings, shop)
    print(f", {plan.judged_again(judge_of(shop.weigher, scored.prior)).matches:,.0f} after it", flush=True)


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", nargs="+", metavar="LIST[,LIST]=TRUTH")
    chosen = parser.parse_args().lists
    for one in chosen:
        if len(chosen) > 1:
            subprocess.run([sys.executable, "-m", "tests.benchmarks.bench_candidates", one], check=True)
            continue
        paths, _, truth = one.rpartition("=")
        measure(paths.split(","), Path(truth))


if __name__ == "__main__":
    main()
