"""How soon a moved line answers over many pairs: python -m tests.benchmarks.bench_moved_cut [PAIRS] prints milliseconds.

The strip with its counts and its histogram, over made-up scores; what the window does besides is in `bench_window`.
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median

import numpy as np

TRIES = 200


def main(n_pairs: int) -> None:
    """Drag the line over made-up pairs."""
    from PySide6.QtTest import QTest

    from entityres.ui.app import make_application
    from entityres.ui.models.score_scale import chance_of_shown
    from entityres.ui.widgets.threshold_strip import ThresholdStrip

    application = make_application()
    drawn = np.random.default_rng(1)
    strip = ThresholdStrip()
    strip.resize(1200, 180)
    strip.show()
    QTest.qWaitForWindowExposed(strip)
    begin = time.perf_counter()
    strip.set_pairs(drawn.normal(-6, 8, n_pairs).astype(np.float32), (drawn.random(n_pairs) < 0.01).astype(np.uint8))
    print(f"{n_pairs:,} pairs shown in {1000 * (time.perf_counter() - begin):.0f} ms, once after a match")
    took = []
    for number in range(TRIES):
        begin = time.perf_counter()
        strip._on_plot_moved(0.3, 0.4 + number / TRIES / 2)
        strip.repaint()
        took.append(1000 * (time.perf_counter() - begin))
    counted = strip._zone_counts.at(chance_of_shown(0.6), chance_of_shown(0.3))
    print(f"moved line {median(took):.1f} ms, at worst {max(took):.1f} ms; counts such as {counted}")
    application.quit()


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    main(int(sys.argv[1].replace("_", "")) if len(sys.argv) > 1 else 5_000_000)
