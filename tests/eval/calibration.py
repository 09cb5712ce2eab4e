"""Does a probability of .9 mean 9 in 10? Expected calibration error on labelled lists, as a table and a picture.

usage: python -m tests.eval.calibration OUT.png [--generator GENERATOR.py --sizes 10000 100000 --seed 7] [--lists FOLDER]

GENERATOR.py is called as `GENERATOR.py N OUT.csv TRUTH.csv --seed S`. FOLDER holds a folder for each list: `records.csv`
and `truth.csv` (rec_id, entity_id), or `a.csv`, `b.csv` and `truth.csv` (a_id, b_id). The error is the mean difference
between probability and share of true pairs over ten equal bands of probability, weighed by pairs, over all pairs
with a probability of at least .05.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from entityres import pipeline
from entityres.records.record_list import RecordList
from entityres.settings import Settings

LEAST = 0.05
BANDS = 10


@dataclass(frozen=True)
class Calibration:
    """One list: error, and for each filled band its mean probability, share of true pairs and number of pairs."""

    name: str
    pairs: int
    error: float
    bands: list[tuple[float, float, int]]


def calibration(name: str, probability: np.ndarray, true: np.ndarray) -> Calibration:
    """Expected calibration error over pairs with a probability of at least `LEAST`.

    Args:
        name: Of the list.
        probability: float (n,).
        true: bool (n,).
    """
    counted = probability >= LEAST
    probability, true = probability[counted], true[counted]
    band = np.minimum((probability * BANDS).astype(int), BANDS - 1)
    bands = []
    for number in range(BANDS):
        inside = band == number
        if inside.any():
            bands.append((float(probability[inside].mean()), float(true[inside].mean()), int(inside.sum())))
    total = sum(n for _, _, n in bands)
    error = sum(abs(said - share) * n for said, share, n in bands) / total if total else 0.0
    return Calibration(name, total, error, bands)


def without(record_list: RecordList, column: str) -> tuple[RecordList, list[str]]:
    """A list without its numbering, and the numbering."""
    from dataclasses import replace

    ids = record_list.table[column].to_pylist()
    return replace(record_list, table=record_list.table.drop_columns([column])), ids


def measured(name: str, paths: list[Path], truth: Path) -> Calibration:
    """Match a labelled list with no settings and hold the probabilities against the truth."""
    with truth.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    lists, ids = [], []
    for record_list in pipeline.load([str(path) for path in paths]):
        column = record_list.columns[0]
        bare, numbers = without(record_list, column)
        lists.append(bare)
        ids.append(numbers)
    linking = len(lists) == 2
    scored = pipeline.match(lists, Settings(across_only=linking)).scored
    left, right = scored.pairs.left, scored.pairs.right
    if linking:
        first = len(ids[0])
        known = {(a, b) for a, b in rows}
        true = np.array([(ids[0][a], ids[1][b - first]) in known for a, b in zip(left, right, strict=True)], bool)
    else:
        entity = {row[0]: row[1] for row in rows}
        customer = np.unique(np.array([entity[one] for one in ids[0]]), return_inverse=True)[1]
        true = customer[left] == customer[right]
    return calibration(name, scored.probability, true)


def table(found: list[Calibration]) -> str:
    """Lists with their errors, and the share of true pairs in each band."""
    lines = [f"{'list':<26}{'pairs':>9}{'error':>8}  share of true pairs by probability (n)"]
    for one in found:
        bands = " ".join(f"{said:.2f}:{share:.2f}({n})" for said, share, n in one.bands)
        lines.append(f"{one.name:<26}{one.pairs:>9,}{one.error:>8.3f}  {bands}")
    return "\n".join(lines)


def draw(found: list[Calibration], out: Path) -> None:
    """A picture: share of true pairs over probability, a panel for each list; the larger a dot, the more pairs."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QPointF, QRectF, Qt
    from PySide6.QtGui import QColor, QImage, QPainter, QPen
    from PySide6.QtWidgets import QApplication

    # The class that the window's tests use too: a process has one application for all.
    app = QApplication.instance() or QApplication([])
    size, columns = 240, min(4, max(1, len(found)))
    rows = (len(found) + columns - 1) // columns
    image = QImage(columns * size, rows * size, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, one in enumerate(found):
        box = QRectF(number % columns * size + 34, number // columns * size + 40, size - 54, size - 74)
        painter.setPen(QPen(QColor("#5C5C5C"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        painter.drawLine(box.bottomLeft(), box.topRight())
        place = box.adjusted(-20, -36, 20, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter, one.name)
        words = f"error {one.error:.3f}, {one.pairs:,} pairs"
        painter.drawText(place.adjusted(0, 15, 0, 0), Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter, words)
        painter.drawText(
            box.adjusted(0, 0, 0, 20), Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter, "probability"
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#0072B2"))
        for said, share, n in one.bands:
            radius = 2 + 1.6 * np.log10(n)
            painter.drawEllipse(
                QPointF(box.left() + said * box.width(), box.bottom() - share * box.height()), radius, radius
            )
    painter.end()
    image.save(str(out))
    del app


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="picture to write")
    parser.add_argument("--generator", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--lists", type=Path, help="folder of labelled lists")
    chosen = parser.parse_args()
    found = []
    if chosen.generator:
        folder = Path(tempfile.mkdtemp())
        for size in chosen.sizes:
            records, truth = folder / f"{size}.csv", folder / f"{size}_truth.csv"
            command = [sys.executable, str(chosen.generator), str(size), str(records), str(truth)]
            subprocess.run([*command, "--seed", str(chosen.seed)], check=True)
            found.append(measured(f"generated {size:,}", [records], truth))
    if chosen.lists:
        for place in sorted(path.parent for path in chosen.lists.glob("*/truth.csv")):
            one = place / "records.csv"
            paths = [one] if one.exists() else [place / "a.csv", place / "b.csv"]
            found.append(measured(place.name, paths, place / "truth.csv"))
    print(table(found))
    draw(found, chosen.out)


if __name__ == "__main__":
    main()
