"""UI: line icons from resources/icons, tinted in the colour of a role.

An icon is an SVG that draws with `currentColor`. `icon("add")` is for buttons and menus, `pixmap("match", "match", 16)`
for paint code; both are kept by name, colour, size and screen, so that asking again costs a look-up.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, QTemporaryDir
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from entityres.ui.resources import resource_names, resource_path
from entityres.ui.theme import active

_sources: dict[str, str] = {}
_pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
_tinted_files: dict[tuple[str, str], str] = {}
_folder: list[QTemporaryDir] = []


def icon_names() -> list[str]:
    """Names of all icons."""
    return resource_names("icons", ".svg")


def _tinted(name: str, colour: QColor) -> bytes:
    if name not in _sources:
        _sources[name] = resource_path(f"icons/{name}.svg").read_text(encoding="utf-8")
    return _sources[name].replace("currentColor", colour.name()).encode()


def _screen_ratio() -> float:
    screen = QGuiApplication.primaryScreen()
    return float(screen.devicePixelRatio()) if screen is not None else 1.0


def pixmap(name: str, role: str = "text", size: int = 16) -> QPixmap:
    """An icon as a picture.

    Args:
        name: Name of the icon.
        role: Colour role of the theme in use.
        size: Side in device-independent pixels.
    """
    colour = active().colour(role)
    ratio = _screen_ratio()
    key = (name, colour.name(), size, ratio)
    made = _pixmaps.get(key)
    if made is None:
        made = QPixmap(QSize(round(size * ratio), round(size * ratio)))
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(QByteArray(_tinted(name, colour))).render(painter, QRectF(0, 0, made.width(), made.height()))
        painter.end()
        made.setDevicePixelRatio(ratio)
        _pixmaps[key] = made
    return made


def icon(name: str, role: str = "text", size: int = 16) -> QIcon:
    """An icon for buttons, menus and actions, paler where they are disabled; twice as large for a large zoom too."""
    made = QIcon()
    for side in (size, 2 * size):
        made.addPixmap(pixmap(name, role, side))
        made.addPixmap(pixmap(name, "disabled", side), QIcon.Mode.Disabled)
    return made


def program_icon() -> QIcon:
    """The program's own picture, in its own colours."""
    return QIcon(str(resource_path("icons/entityres.svg")))


def tinted_file(name: str, role: str) -> str:
    """A tinted copy of an icon as a file, for the style sheet, which takes nothing else."""
    colour = active().colour(role)
    key = (name, colour.name())
    if key not in _tinted_files:
        if not _folder:
            _folder.append(QTemporaryDir())
        path = Path(_folder[0].path()) / f"{name}-{colour.name()[1:]}.svg"
        path.write_bytes(_tinted(name, colour))
        _tinted_files[key] = path.as_posix()
    return _tinted_files[key]
