"""Does the check column tell the truth? Twenty generated lists, judged at the default cut and in bands above and below it.

usage: python -m tests.eval.check_column GENERATOR.py [--lists 20] [--folder FOLDER]

GENERATOR.py is called as `GENERATOR.py N OUT.csv TRUTH.csv --seed S` and makes a column `created` that the score does not
use; TRUTH.csv names the customer of each `rec_id`. Prints a line a list and how often the 95 % interval holds the truth.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from entityres import pipeline
from entityres.records.roles import Role
from entityres.scoring.capture import pairs_found
from entityres.scoring.estimating import BAND_BITS, Estimate, Estimator
from entityres.scoring.scored_pairs import weight_of
from entityres.settings import Settings


def truth_of(path: Path, ids: list[str]) -> np.ndarray:
    """int: the customer of each record."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        known = {row[0]: row[1] for row in rows}
    return np.unique(np.array([known[one] for one in ids]), return_inverse=True)[1]


def true_pairs(customer: np.ndarray) -> int:
    """Pairs of records of one customer."""
    sizes = np.bincount(customer)
    return int((sizes * (sizes - 1) // 2).sum())


class Tally:
    """How often intervals hold the truth, by name."""

    def __init__(self) -> None:
        self.held: dict[str, list[bool | None]] = {}

    def note(self, name: str, told: Estimate, true: np.ndarray) -> str:
        """Note one interval and put it in words."""
        if told.value is None:
            self.held.setdefault(name, []).append(None)
            return f"{told.warning} ({len(true)})"
        share = float(true.mean())
        holds = told.low <= share <= told.high
        self.held.setdefault(name, []).append(holds)
        return (
            f"{told.value:.3f} [{told.low:.3f}, {told.high:.3f}] true {share:.4f} of {len(true)}{'' if holds else ' !'}"
        )

    def words(self, name: str) -> str:
        """`19 of 20 (3 not estimated)`."""
        said = [one for one in self.held[name] if one is not None]
        silent = len(self.held[name]) - len(said)
        return f"{name}: {sum(said)} of {len(said)} intervals hold the truth, {silent} lists with too few pairs to say"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("generator", type=Path)
    parser.add_argument("--lists", type=int, default=20)
    parser.add_argument("--folder", type=Path, help="where the lists are, or are to be made")
    chosen = parser.parse_args()
    folder = chosen.folder or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    tally, found_held = Tally(), []
    for seed in range(1, chosen.lists + 1):
        records, truth = folder / f"c{seed}.csv", folder / f"t{seed}.csv"
        if not records.exists():
            size = 5_000 if seed % 2 == 0 else 10_000
            command = [sys.executable, str(chosen.generator), str(size), str(records), str(truth), "--seed", str(seed)]
            subprocess.run(command, check=True)
        lists = pipeline.load([str(records)])
        result = pipeline.match(lists, Settings(check="created", roles={"rec_id": Role.KEEP}))
        scored, estimator = result.scored, Estimator(result.scored)
        customer = truth_of(truth, lists[0].table["rec_id"].to_pylist())
        true = customer[scored.pairs.left] == customer[scored.pairs.right]
        free, bits = scored.guards == 0, weight_of(scored.default_match_at)

        def band(low: float, high: float) -> np.ndarray:
            return true[free & (scored.score >= np.float32(low)) & (scored.score < np.float32(high))]  # noqa: B023

        print(f"list {seed}: {len(scored):,} pairs, break-even at {estimator.break_even()} bits (cut at {bits:.1f})")
        for name, low, high in (
            ("at the default cut", bits, 1e9),
            ("band above it", *estimator.above_cut(scored.default_match_at)),
            ("3 bits above it", bits, bits + BAND_BITS),
            ("band below it", bits - 2 * BAND_BITS, bits),
        ):
            print(f"  {name}: {tally.note(name, estimator.band(low, high), band(low, high))}")
        found = pairs_found(scored, {field.name: field.role for field in result.cleaned.fields})
        if found is not None:
            share = true.sum() / true_pairs(customer)
            found_held.append(found.low <= share <= found.high)
            print(f"  pairs found: {found.share:.3f} [{found.low:.3f}, {found.high:.3f}] true {share:.4f}")
    print()
    for name in tally.held:
        print(tally.words(name))
    print(f"pairs found: {sum(found_held)} of {len(found_held)} intervals hold the truth")


if __name__ == "__main__":
    main()
