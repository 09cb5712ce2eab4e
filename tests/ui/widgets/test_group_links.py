"""The picture of a group: numbers on its lines can be read."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF

from entityres.ui.theme import colour, font
from entityres.ui.widgets.group_links import GroupLinks


@pytest.mark.parametrize("records", [2, 3, 4, 5, 6, 7])
def test_no_number_stands_over_another_or_over_a_record(qtbot, records):
    links = GroupLinks()
    qtbot.addWidget(links)
    links.resize(560, 280)
    links.show_links(np.full((records, records), 0.9))
    numbers = [(i, j, False) for i, j in combinations(range(records), 2)]
    boxes = links._boxes(numbers, QFontMetricsF(font("caption", tabular=True)))
    assert len(boxes) == len(numbers)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert not any(box.contains(links._point(record)) for box in boxes for record in range(records))
    assert links.grab().toImage().width() == 560


@pytest.mark.parametrize(("scores", "marked"), [((0.9, 0.9, 0.9), 0), ((0.9, 0.9, 0.901), 0), ((0.9, 0.9, 0.6), 1)])
def test_a_link_stands_out_only_where_it_is_weaker_than_the_others(qtbot, scores, marked):
    links = GroupLinks()
    qtbot.addWidget(links)
    links.resize(560, 280)
    made = np.full((3, 3), np.nan)
    made[0, 1], made[0, 2], made[1, 2] = scores
    links.show_links(made)
    image = links.grab().toImage()
    warning = colour("not_match").rgb()
    pixels = (image.pixel(x, y) for x in range(image.width()) for y in range(image.height()))
    assert any(one == warning for one in pixels) == bool(marked)
