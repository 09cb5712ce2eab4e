"""What widgets do with words that are longer than their room, and with names that are written from right to left."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QStyleOptionHeaderV2, QVBoxLayout, QWidget

from entityres.session.directions import isolated
from entityres.ui.models.pair_model import PairModel
from entityres.ui.models.typesetting import typeset
from entityres.ui.theme import font, row_height
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import ChipDelegate
from entityres.ui.widgets.check_line import CheckLine
from entityres.ui.widgets.elided import ElidedCheckBox, in_lines, width_in_lines
from entityres.ui.widgets.fitting_label import FittingLabel
from entityres.ui.widgets.pair_table import IN_VIEW, RECORDS, PairTable
from entityres.ui.widgets.scurve_panel import SCurvePanel
from entityres.ui.widgets.table_header import ARROW, BLANK, PADDING, beside_arrow
from tests.helpers.mouse import pull_column

LONG = "A heading that somebody wrote as a whole sentence with all its reasons and exceptions"


@pytest.fixture
def show(qtbot):
    """Show a widget in a window of a width."""
    kept = []

    def shown(widget: QWidget, wide: int, high: int = 200) -> QWidget:
        window = QWidget()
        qtbot.addWidget(window)
        layout = QVBoxLayout(window)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(widget)
        window.resize(wide, high)
        window.show()
        QApplication.processEvents()
        kept.append(window)
        return window

    return shown


def test_what_belongs_to_a_title_stands_below_it_where_it_would_be_cut(show):
    card, beside = Card("Similar record"), [QLabel("Balanced"), QLabel("Show as table")]
    for one in beside:
        card.head.addWidget(one)
    window = show(card, 600)
    title = card.title_label
    assert {one.y() + one.height() // 2 for one in (title, *beside)} == {title.y() + title.height() // 2}
    assert beside[1].geometry().right() == card.width() - card.body.contentsMargins().right() - 1
    high = card.minimumHeight() or card.heightForWidth(600)
    window.resize(sum(one.sizeHint().width() for one in beside) + 115, 200)
    QApplication.processEvents()
    assert title.shown == "Similar record"
    assert min(one.y() for one in beside) > title.geometry().bottom()
    assert beside[0].x() == title.x()
    assert all(one.width() >= one.sizeHint().width() for one in beside)
    assert card.heightForWidth(window.width()) > high
    card.set_title("Similar record: how similar?", "Similar")
    QApplication.processEvents()
    assert title.shown == "Similar", "the shortest words that a title has may stand beside"


def test_a_long_title_does_not_widen_its_card(show):
    card = Card(LONG)
    window = show(card, 240)
    assert window.width() == 240
    assert card.title_label.text() == LONG
    card.set_title(LONG + LONG)
    QApplication.processEvents()
    assert window.width() == 240
    assert card.title_label.toolTip() == LONG + LONG


def test_a_title_leaves_what_is_beside_it_its_room(show):
    card, beside = Card(LONG), QLabel("beside")
    card.head.addWidget(beside)
    show(card, 240)
    assert beside.width() >= beside.sizeHint().width()
    assert beside.geometry().right() <= card.width()


@pytest.mark.parametrize("letters", [6, 10, 16, 24, 40])
def test_words_in_lines_keep_within_their_room(qapp, letters):
    metrics = QFontMetrics(QApplication.font())
    words = "House number and first word of the street"
    room = metrics.averageCharWidth() * letters
    lines = in_lines(words, metrics, room).split("\n")
    assert len(lines) <= 3
    assert all(metrics.horizontalAdvance(line) <= room for line in lines)
    joined = " ".join(lines)
    assert joined == words or joined.endswith("…")
    assert words.startswith(joined.removesuffix("…"))


def test_a_check_box_is_as_high_as_its_lines(show):
    box = ElidedCheckBox("Same full name in any order of its words")
    show(box, 150)
    assert "\n" in box.text()
    assert box.words == "Same full name in any order of its words"
    assert box.height() >= 2 * box.fontMetrics().height()


def test_a_line_is_said_as_long_as_it_fits(show):
    label = FittingLabel()
    window = show(label, 400)
    label.show_versions("12 reviewed · <b>88 left</b>", "<b>88 left</b>")
    assert label.text() == "12 reviewed · <b>88 left</b>"
    window.resize(90, 200)
    QApplication.processEvents()
    assert label.text() == "<b>88 left</b>"
    window.resize(20, 200)
    QApplication.processEvents()
    assert label.text() == ""
    window.resize(400, 200)
    QApplication.processEvents()
    assert label.text() == "12 reviewed · <b>88 left</b>"


def test_the_button_of_the_check_line_stands_behind_its_words(qtbot, show):
    line = CheckLine()
    show(line, 1200, 60)
    line.show_check("", "created")
    QApplication.processEvents()
    assert 0 <= line.button.x() - line.words.geometry().right() <= 24
    with qtbot.waitSignal(line.column_wanted) as asked:
        line.button.click()
    assert asked.args == ["created"]
    line.show_check("created", "")
    with qtbot.waitSignal(line.column_wanted) as asked:
        line.button.click()
    assert asked.args == [""]
    line.show_check("Anm.", "")
    assert line.words.text().startswith("Check column: Anm. It is not used")
    line.show_check("", "")
    assert not line.button.isVisible()


def test_all_that_a_pair_needs_is_in_view_until_a_person_says_otherwise(show):
    table = PairTable()
    window = show(table, 780)
    columns = [table.pairs.column_number(name) for name in IN_VIEW]
    assert sum(table.columnWidth(column) for column in columns) <= table.viewport().width()
    window.resize(1200, 200)
    QApplication.processEvents()
    wider = [table.columnWidth(column) for column in columns]
    assert sum(wider) <= table.viewport().width()
    pull_column(table, columns[2], -33)
    window.resize(900, 200)
    QApplication.processEvents()
    assert table.columnWidth(columns[2]) == wider[2] - 33


@pytest.mark.parametrize("chip", ["people|full name", "mail|E-mail up to the @"])
def test_the_first_reason_of_a_pair_is_read_whole_where_there_is_room(show, monkeypatch, chip):
    table = PairTable()
    monkeypatch.setattr(table.pairs, "all_chips", lambda: (chip,))
    show(table, 812)
    metrics = QFontMetrics(font("chip"))
    needed = ChipDelegate.chip_width(chip, metrics) + metrics.horizontalAdvance("+9")
    assert table.columnWidth(table.pairs.column_number("why")) >= needed
    columns = [table.pairs.column_number(name) for name in IN_VIEW]
    assert sum(table.columnWidth(column) for column in columns) <= table.viewport().width()


@pytest.mark.parametrize(
    "words",
    ["", "Schumacher", "Uwe Schumacher, Neu Ahornau, Eulenspiegel 63", "a b c d", "x " + "y" * 40, "y" * 40 + " x z"],
)
def test_the_width_for_two_lines_is_the_least_one(qapp, words):
    metrics = QFontMetrics(font())
    wide = width_in_lines(words, metrics, 2)
    made = in_lines(words, metrics, wide, 2)
    assert made.replace("\n", " ") == words
    assert made.count("\n") <= 1
    assert not words or in_lines(words, metrics, wide - 1, 2).replace("\n", " ") != words


RECORD = "Uwe Schumacher, Neu Ahornau, Eulenspiegel 63"


@pytest.fixture
def long_records(monkeypatch):
    monkeypatch.setattr(PairModel, "some_records", lambda _self: [RECORD] * 9)


def widths_of(table: PairTable) -> tuple[int, int]:
    """What the two records have for their words."""
    return tuple(table.columnWidth(table.pairs.column_number(name)) - 2 * PADDING for name in RECORDS)


def seen_of(table: PairTable) -> set[str]:
    """The columns that are in view as far as words go."""
    room = table.viewport().width()
    return {one.name for at, one in enumerate(table.pairs.columns) if table.columnViewportPosition(at) + 40 < room}


def test_records_are_read_in_one_line_where_there_is_room_and_else_in_two(show, long_records):
    table = PairTable()
    window = show(table, 1500)
    table.pairs.reset_rows(0)
    metrics = QFontMetrics(font())
    whole, half = metrics.horizontalAdvance(RECORD), width_in_lines(RECORD, metrics, 2)
    assert min(widths_of(table)) >= whole
    assert table.verticalHeader().defaultSectionSize() == row_height()
    window.resize(900, 200)
    QApplication.processEvents()
    assert half <= min(widths_of(table)) < whole
    assert table.verticalHeader().defaultSectionSize() == row_height() + metrics.height()
    assert seen_of(table) >= {"state", "score", "left", "right", "why"}
    window.resize(1500, 200)
    QApplication.processEvents()
    assert table.verticalHeader().defaultSectionSize() == row_height()


def test_records_have_the_room_before_the_reasons(show, long_records):
    table = PairTable()
    half = width_in_lines(RECORD, QFontMetrics(font()), 2)
    show(table, table._state_width() + 80 + 2 * (half + 2 * PADDING) + 30)
    table.pairs.reset_rows(0)
    assert min(widths_of(table)) >= half
    assert not seen_of(table) & {"why", "differences"}


def test_reasons_begin_in_view_with_a_whole_one_or_past_the_edge(show, long_records, monkeypatch):
    table = PairTable()
    chip = "people|full name"
    monkeypatch.setattr(table.pairs, "all_chips", lambda: (chip,))
    window = show(table, 400)
    table.pairs.reset_rows(0)
    column = table.pairs.column_number("why")
    past_the_edge = 0
    for width in range(400, 1000, 7):
        window.resize(width, 200)
        QApplication.processEvents()
        room = table.viewport().width() - table.columnViewportPosition(column)
        assert room <= 1 or room >= table.columnWidth(column)
        past_the_edge += room <= 1
    assert 0 < past_the_edge < len(range(400, 1000, 7))


def test_a_word_that_is_longer_than_its_column_takes_one_line_and_no_empty_ones(show, monkeypatch):
    word = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle"
    monkeypatch.setattr(PairModel, "some_records", lambda self: [f"{word} {word} {word} 1"])
    table = PairTable()
    show(table, 700)
    table.pairs.reset_rows(0)
    assert max(widths_of(table)) < QFontMetrics(font()).horizontalAdvance(word)
    assert table.verticalHeader().defaultSectionSize() == row_height()


def test_records_have_three_lines_where_nothing_can_give_way_any_more(show, long_records):
    table, metrics = PairTable(), QFontMetrics(font())
    two, three = (width_in_lines(RECORD, metrics, lines) for lines in (2, 3))
    window = show(table, 800)
    table.pairs.reset_rows(0)
    while min(widths_of(table)) > (two + three) // 2:
        window.resize(window.width() - 2, 200)
        QApplication.processEvents()
    assert three <= min(widths_of(table))
    assert table.verticalHeader().defaultSectionSize() == row_height() + 2 * metrics.height()
    window.resize(window.width(), 120)
    QApplication.processEvents()
    assert table.verticalHeader().defaultSectionSize() == row_height(), "several rows before several lines"


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_the_width_for_so_many_lines_is_the_least_one(qapp, lines):
    metrics = QFontMetrics(font())
    wide = width_in_lines(RECORD, metrics, lines)
    assert in_lines(RECORD, metrics, wide, lines).replace("\n", " ") == RECORD
    assert in_lines(RECORD, metrics, wide - 1, lines).replace("\n", " ") != RECORD


@pytest.mark.parametrize("wide", [700, 420, 300])
def test_what_the_curve_says_is_read_to_its_end_in_any_width(show, wide):
    panel = SCurvePanel()
    panel.refresh("Similar record", "Balanced")
    window = show(panel, 900, 500)
    window.resize(wide, 500)
    QApplication.processEvents()
    sentence = panel.findChild(QLabel, "curveSentence")
    assert sentence.text()
    assert sentence.height() >= sentence.heightForWidth(sentence.width())


def test_a_low_table_keeps_rows_of_one_line(show, long_records):
    table = PairTable()
    window = show(table, 900, 120)
    table.pairs.reset_rows(0)
    assert table.verticalHeader().defaultSectionSize() == row_height()
    window.resize(900, 300)
    QApplication.processEvents()
    assert table.verticalHeader().defaultSectionSize() > row_height()


def test_a_person_who_makes_a_record_narrower_gets_two_lines(show, long_records):
    table = PairTable()
    show(table, 1500)
    table.pairs.reset_rows(0)
    pull_column(table, table.pairs.column_number("left"), -60)
    assert table.verticalHeader().defaultSectionSize() > row_height()
    pull_column(table, table.pairs.column_number("left"), 90)
    assert table.verticalHeader().defaultSectionSize() == row_height()


@pytest.mark.parametrize(
    ("text", "kept"),
    [("phone", True), ("Straße", True), ("電話", True), ("الاسم", False), ("שם", False), ("name الاسم", False)],
)
def test_only_what_runs_to_the_left_is_set_apart(text, kept):
    assert (isolated(text) == text) is kept
    assert isolated(text).strip("\u2068\u2069") == text


@pytest.mark.parametrize(
    ("engine", "window"),
    [
        ("The heading says 'first name'.", "The heading says ‘first name’."),
        ("'a' and 'b' are lists.", "‘a’ and ‘b’ are lists."),
        ("In the column 'O'Hara's', 3 values", "In the column ‘O'Hara's’, 3 values"),
        ("The program's own words don't change.", "The program's own words don't change."),
        ('Double " stays.', 'Double " stays.'),
        ("", ""),
    ],
)
def test_sentences_of_the_engine_get_proper_quotes(engine, window):
    assert typeset(engine) == window


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_a_sorted_heading_ends_before_its_arrow(qapp, width):
    metrics = QFontMetrics(QApplication.font())
    made = beside_arrow("Weakest link", metrics, width)
    words = made.rstrip(BLANK)
    assert metrics.horizontalAdvance(words) <= max(width - 2 * PADDING - ARROW, metrics.horizontalAdvance("…"))
    assert metrics.horizontalAdvance(made) - metrics.horizontalAdvance(words) >= ARROW
    assert words == "Weakest link" or words.endswith("…")


def test_only_the_sorted_column_leaves_room_for_the_arrow(show):
    table = PairTable()
    show(table, 780)
    header = table.horizontalHeader()
    table.show_sort("score_down")
    option = QStyleOptionHeaderV2()
    header.initStyleOptionForIndex(option, table.pairs.column_number("score"))
    assert option.text.rstrip(BLANK) == "Score"
    assert option.text.endswith(BLANK)
    header.initStyleOptionForIndex(option, table.pairs.column_number("state"))
    assert option.text == "State"
