"""Widgets that flow: laid out also after the binding took what stands for their items as deleted."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.widgets.card import Card
from entityres.ui.widgets.flow import FlowLayout, FlowRow, HeadLayout


def _forget_items(layout: FlowLayout) -> None:
    for number in range(layout.count()):
        shiboken6.invalidate(layout.itemAt(number))


def test_items_that_the_binding_takes_as_deleted_are_laid_out_as_before(qtbot) -> None:
    flow = FlowRow(*(QPushButton(f"Button {number}") for number in range(6)))
    qtbot.addWidget(flow)
    flow.resize(250, 200)
    flow.show()
    before = [flow.layout().itemAt(number).geometry().getRect() for number in range(6)]
    assert len({y for _, y, _, _ in before}) > 1
    _forget_items(flow.layout())
    wanted = flow.layout().sizeHint(), flow.layout().heightForWidth(250)
    flow.resize(2000, 200)
    flow.resize(250, 200)
    flow.layout().activate()
    assert [flow.layout().itemAt(number).geometry().getRect() for number in range(6)] == before
    assert wanted == (flow.layout().sizeHint(), flow.layout().heightForWidth(250))


def test_the_head_of_a_card_is_laid_out_after_its_items_were_taken_as_deleted(qtbot) -> None:
    card = Card("A title that is rather long")
    card.head.addWidget(QPushButton("Do something"))
    page = QWidget()
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(card)
    _forget_items(card.head)
    page.resize(300, 200)
    page.show()
    assert isinstance(card.head, HeadLayout)
    assert card.title_label.height() > 0
    assert card.title_label.y() < card.head.itemAt(1).geometry().y()


@pytest.mark.parametrize("number", [0, 2])
def test_a_widget_that_goes_leaves_no_place(qtbot, number: int) -> None:
    labels = [QLabel(f"Label {one}") for one in range(3)]
    flow = FlowRow(*labels)
    qtbot.addWidget(flow)
    shiboken6.delete(labels[number])
    assert flow.layout().count() == 2
    flow.show()
    assert flow.layout().sizeHint().width() > 0
