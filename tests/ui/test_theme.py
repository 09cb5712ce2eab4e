"""Colours of all themes read well, palette and style sheet are made of them, zoom changes every size."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel

from entityres.ui import theme as themes
from entityres.ui.resources import resource_path
from entityres.ui.style_sheet import style_sheet
from entityres.ui.theme import Appearance, active
from entityres.ui.widgets.link_label import LinkLabel

TEXTS = ("text", "muted", "accent", "match", "not_match", "unsure", "warning")
SURFACES = ("card", "background", "side", "selection")
LOOK = {
    "light": {
        "background": "#F6F7F9", "card": "#FFFFFF", "side": "#EEF1F5", "line": "#E3E6EB", "hairline": "#EEF0F3",
        "text": "#1B1F24", "muted": "#626B76", "accent": "#005A8C", "match": "#005A8C", "selection": "#E4F0F9",
        "not_match": "#9A3F00", "warning": "#8A5A00", "difference": "#FFE08A", "focus": "#005FCC",
    },
    "dark": {
        "background": "#17191C", "card": "#1E2125", "side": "#141619", "line": "#33383F", "hairline": "#2A2E34",
        "text": "#E8EAED", "muted": "#A4ACB6", "accent": "#8FD0F7", "match": "#8FD0F7", "selection": "#24384A",
        "not_match": "#FFB27A", "warning": "#FFC857", "difference": "#6B4E00", "focus": "#7FB8FF",
    },
}  # fmt: skip


def luminance(colour: QColor) -> float:
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_both_themes_are_there_and_know_the_same_roles():
    assert themes.theme_names() == ["dark", "light"]
    assert themes.load_theme("dark").colours.keys() == themes.load_theme("light").colours.keys()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_colours_are_those_of_the_design(name):
    colours = themes.load_theme(name).colours
    assert {role: colours[role] for role in LOOK[name]} == LOOK[name]


@pytest.mark.parametrize("name", themes.theme_names())
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("text", TEXTS)
def test_text_reads_on_every_surface(name, surface, text):
    theme = themes.load_theme(name)
    assert contrast(theme.colour(text), theme.colour(surface)) >= 4.5


@pytest.mark.parametrize("name", themes.theme_names())
@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("on_accent", "accent"), ("on_accent", "accent_hover"), ("difference_text", "difference"),
        ("text", "chip_active"), ("text", "hover"), ("muted", "hover"), ("text", "warning_card"), ("warning", "warning_card"),
    ],
)  # fmt: skip
def test_text_reads_on_coloured_surfaces(name, text, surface):
    theme = themes.load_theme(name)
    assert contrast(theme.colour(text), theme.colour(surface)) >= 4.5


@pytest.mark.parametrize("name", themes.theme_names())
@pytest.mark.parametrize(
    ("mark", "surface"),
    [("focus", "card"), ("focus", "background"), ("control_line", "card"), ("difference_line", "card")],
)
def test_marks_can_be_seen(name, mark, surface):
    theme = themes.load_theme(name)
    assert contrast(theme.colour(mark), theme.colour(surface)) >= 3


@pytest.mark.parametrize("name", themes.theme_names())
def test_palette_is_made_of_the_roles(name):
    theme = themes.load_theme(name)
    palette = theme.palette()
    assert palette.color(QPalette.ColorRole.Base) == theme.colour("card")
    assert palette.color(QPalette.ColorRole.Highlight) == theme.colour("selection")
    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == theme.colour("disabled")


def test_style_sheet_leaves_nothing_open_and_names_only_colours_of_the_theme(qapp):
    theme = themes.load_theme("dark")
    sheet = style_sheet(theme)
    assert "$" not in sheet
    used = {colour.upper() for colour in re.findall(r"#[0-9A-Fa-f]{6}\b", re.sub(r"url\([^)]*\)", "", sheet))}
    assert used <= {colour.upper() for colour in theme.colours.values()}


def test_no_colour_is_written_outside_the_themes():
    folder = resource_path("themes").parent.parent / "entityres" / "ui"
    written = [
        path.name for path in folder.rglob("*.py") if re.search(r"[\"']#[0-9A-Fa-f]{6}\b", path.read_text("utf-8"))
    ]
    assert written == []


def test_choosing_a_theme_changes_palette_and_tells_everybody(qtbot):
    appearance = themes.Appearance()
    with qtbot.waitSignal(appearance.theme_changed):
        appearance.choose("dark")
    assert themes.active().dark
    assert QApplication.palette().color(QPalette.ColorRole.Window).name() == "#17191c"
    appearance.choose("nonsense")
    assert appearance.choice == "system"
    appearance.choose("light")
    assert themes.colour("accent").name() == "#005a8c"


def test_what_is_in_use_is_not_made_again(qtbot):
    appearance = themes.Appearance()
    appearance.choose("light")
    with qtbot.assertNotEmitted(appearance.theme_changed):
        appearance.choose("light")
        appearance.set_zoom(100)
    with qtbot.waitSignal(appearance.theme_changed):
        appearance.set_zoom(110)
    with qtbot.waitSignal(appearance.theme_changed):
        appearance.set_zoom(100)


def test_zoom_goes_in_steps_and_stays_in_its_range(qtbot):
    appearance = themes.Appearance()
    appearance.choose("light")
    usual = themes.row_height()
    appearance.zoom_by(1)
    assert appearance.zoom == 110
    appearance.set_zoom(1000)
    assert appearance.zoom == 200
    assert themes.row_height() > usual
    appearance.zoom_by(1)
    assert appearance.zoom == 200
    appearance.set_zoom(1)
    assert appearance.zoom == 80
    appearance.set_zoom(100)
    assert themes.row_height() == usual


def test_kinds_change_size_and_weight(qtbot):
    appearance = themes.Appearance()
    appearance.choose("light")
    title, text = themes.font("title"), themes.font("text")
    assert title.pointSizeF() > text.pointSizeF()
    assert title.weight() > text.weight()
    label = QLabel("Load")
    qtbot.addWidget(label)
    themes.set_kind(label, "title")
    assert label.property("kind") == "title"


def test_links_have_the_colour_of_the_theme_in_use(qtbot):
    appearance, label = Appearance(), LinkLabel()
    qtbot.addWidget(label)
    label.setTextFormat(Qt.TextFormat.RichText)
    appearance.choose("light")
    label.setText('<a href="how">How this is worked out</a>')
    label.resize(label.sizeHint())
    label.show()

    def shows(role: str) -> bool:
        picture, wanted = label.grab().toImage(), active().colour(role)
        places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
        return any(picture.pixelColor(x, y) == wanted for x, y in places)

    assert shows("accent")
    appearance.choose("dark")
    QApplication.processEvents()
    assert shows("accent")
    appearance.choose("light")
    QApplication.processEvents()
    assert shows("accent")
    appearance.deleteLater()


def test_the_menu_bar_keeps_its_height_whatever_was_chosen_before(window):
    window.theme.choose("light")
    window.theme.set_zoom(100)
    QApplication.processEvents()
    high = window.menuBar().sizeHint().height()
    for zoom in (125, 90, 200, 100):
        window.theme.set_zoom(zoom)
        window.theme.choose("dark")
        window.theme.choose("light")
        QApplication.processEvents()
    assert window.menuBar().sizeHint().height() == high
