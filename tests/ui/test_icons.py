"""Every icon draws, in the colour of its role; every icon that is asked for by name exists."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QColor, QIcon

from entityres.ui import icons, theme
from entityres.ui.actions import ACTIONS
from entityres.ui.resources import resource_names, resource_path


@pytest.mark.parametrize("name", resource_names("icons", ".svg"))
def test_every_icon_draws(qapp, name):
    image = icons.pixmap(name, "text", 24).toImage()
    drawn = [image.pixelColor(x, y).alpha() for x in range(image.width()) for y in range(image.height())]
    assert sum(alpha > 100 for alpha in drawn) > 5


def test_an_icon_has_the_colour_of_its_role(qapp):
    image = icons.pixmap("stop", "not_match", 48).toImage()
    solid = [image.pixelColor(x, y) for x in range(48) for y in range(48) if image.pixelColor(x, y).alpha() == 255]
    assert QColor(theme.active().colours["not_match"]) in solid


def test_a_disabled_icon_is_paler(qapp):
    made = icons.icon("add")
    normal = made.pixmap(16, QIcon.Mode.Normal).toImage()
    assert made.pixmap(16, QIcon.Mode.Disabled).toImage() != normal


@pytest.mark.parametrize("spec", ACTIONS, ids=lambda spec: spec.name)
def test_every_action_has_an_icon(spec):
    assert resource_path(f"icons/{spec.icon}.svg").is_file()


def test_icons_that_code_names_exist():
    names = set(icons.icon_names())
    folder = resource_path("icons").parent.parent / "entityres" / "ui"
    for path in folder.rglob("*.py"):
        for name in re.findall(r"(?:icon_name=|pixmap\(|icon\()\"([a-z_]+)\"", path.read_text("utf-8")):
            assert name in names, f"{path.name} asks for {name}"


def test_tinted_files_are_made_once(qapp):
    first = icons.tinted_file("check", "accent")
    assert icons.tinted_file("check", "accent") == first
    text = resource_path("icons/check.svg").read_text("utf-8")
    with open(first, encoding="utf-8") as file:
        assert file.read() == text.replace("currentColor", theme.active().colour("accent").name())


def test_names_stay_inside_the_resources():
    for name in ("../pyproject.toml", "/etc/passwd"):
        with pytest.raises(ValueError, match="not a name inside"):
            resource_path(name)
    with pytest.raises(FileNotFoundError, match="missing"):
        resource_path("icons/nothing.svg")
