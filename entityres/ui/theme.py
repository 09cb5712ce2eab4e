"""UI: colours by role, the palette and the one small style sheet that are made of them, type sizes and zoom.

Nobody writes a colour anywhere else: paint code asks `colour("accent")`, labels get a `kind` (`set_kind(label, "muted")`)
that the style sheet knows. The active theme is one for the whole program; widgets that keep colours renew them on
`QEvent.PaletteChange` or on `Appearance.theme_changed`.

Sizes are taken from the application's font, so that zoom changes everything together; `grid(n)` gives steps of 8 px.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from entityres.ui.resources import resource_names, resource_path

ZOOMS = (80, 90, 100, 110, 125, 150, 175, 200)
KINDS: dict[str, tuple[float, int]] = {
    "display": (24 / 13, 600),
    "title": (15 / 13, 600),
    "heading": (1.0, 600),
    "text": (1.0, 400),
    "strong": (1.0, 600),
    "medium": (1.0, 500),
    "muted": (1.0, 400),
    "caption": (11.5 / 13, 400),
    "header": (12 / 13, 500),
    "chip": (11.5 / 13, 400),
}
"""Type sizes against the application's font, and weights."""


@dataclass(frozen=True)
class Theme:
    """A set of colours by role.

    Attributes:
        name: The word shown for it.
        dark: True when text is lighter than what is behind it.
        colours: `#RRGGBB` by role.
    """

    name: str
    dark: bool
    colours: dict[str, str]

    def colour(self, role: str) -> QColor:
        """The colour of a role. Raises KeyError for a role that no theme knows."""
        return QColor(self.colours[role])

    def palette(self) -> QPalette:
        """Qt's palette in these colours."""
        palette = QPalette()
        of = self.colour
        role = QPalette.ColorRole
        pairs = [
            (role.Window, "background"), (role.WindowText, "text"), (role.Base, "card"), (role.AlternateBase, "background"),
            (role.Text, "text"), (role.Button, "card"), (role.ButtonText, "text"), (role.BrightText, "on_accent"),
            (role.Highlight, "selection"), (role.HighlightedText, "text"), (role.Link, "accent"), (role.LinkVisited, "accent"),
            (role.ToolTipBase, "card"), (role.ToolTipText, "text"), (role.PlaceholderText, "muted"), (role.Light, "card"),
            (role.Midlight, "hairline"), (role.Mid, "line"), (role.Dark, "line"), (role.Shadow, "line"), (role.Accent, "accent"),
        ]  # fmt: skip
        for qt_role, name in pairs:
            palette.setColor(qt_role, of(name))
        for qt_role in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
            palette.setColor(QPalette.ColorGroup.Disabled, qt_role, of("disabled"))
        return palette


@cache
def load_theme(name: str) -> Theme:
    """Read resources/themes/<name>.toml."""
    data = tomllib.loads(resource_path(f"themes/{name}.toml").read_text(encoding="utf-8"))
    return Theme(data["name"], bool(data["dark"]), dict(data["colours"]))


def theme_names() -> list[str]:
    """Names of all theme files."""
    return resource_names("themes", ".toml")


_active: list[Theme] = []


def active() -> Theme:
    """The theme in use (light until one is chosen)."""
    return _active[0] if _active else load_theme("light")


def colour(role: str) -> QColor:
    """The colour of a role in the theme in use."""
    return active().colour(role)


def font(kind: str = "text", *, tabular: bool = False) -> QFont:
    """The application's font in one of the sizes and weights of `KINDS`.

    Args:
        kind: Name of the size.
        tabular: Figures of one width, for columns of numbers.
    """
    return QFont(_font(QApplication.font(), kind, tabular))


def line_height(kind: str = "text") -> int:
    """Pixels of one line of text in that size."""
    return _line_height(QApplication.font(), kind)


# A page asks for these some hundred times while it is built.


@lru_cache(maxsize=64)
def _font(base: QFont, kind: str, tabular: bool) -> QFont:
    size, weight = KINDS[kind]
    made = QFont(base)
    made.setPointSizeF(made.pointSizeF() * size)
    made.setWeight(QFont.Weight(weight))
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


@lru_cache(maxsize=64)
def _line_height(base: QFont, kind: str) -> int:
    return round(QFontMetricsF(_font(base, kind, False)).height())


def row_height() -> int:
    """Height of a table row: about 28 px at the usual size."""
    return line_height() + 13


def grid(steps: float = 1) -> int:
    """Steps of 8 px."""
    return round(8 * steps)


def set_kind(widget: QWidget, kind: str) -> None:
    """Give a label or button the look of a kind that the style sheet knows ("title", "muted", "primary", "link" ...)."""
    if widget.property("kind") == kind:
        return
    widget.setProperty("kind", kind)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # else the sheet is looked at later anyway
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Appearance(QObject):
    """Which theme and zoom are in use; the owner of palette, style sheet and font of the application.

    Signals:
        theme_changed: Another theme or zoom is in use; everything that keeps colours or sizes renews them.
    """

    theme_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = "system"
        self._zoom = 100
        self._in_use: tuple[str, int] | None = None
        self._base_font = self._system_font()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_color_scheme_changed)

    @property
    def choice(self) -> str:
        """`system`, `light` or `dark`."""
        return self._choice

    @property
    def zoom(self) -> int:
        """Per cent of the system's text size."""
        return self._zoom

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return active()

    def colour(self, role: str) -> QColor:
        """The colour of a role in the theme in use."""
        return colour(role)

    def choose(self, choice: str) -> None:
        """Use the light or dark theme, or what the system uses."""
        self._choice = choice if choice in ("light", "dark") else "system"
        self.refresh()

    def set_zoom(self, per_cent: int) -> None:
        """Set the text size, 80 to 200 per cent of the system's."""
        self._zoom = min(max(int(per_cent), ZOOMS[0]), ZOOMS[-1])
        self.refresh()

    def zoom_by(self, steps: int) -> None:
        """Go some steps up or down in `ZOOMS`."""
        nearest = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self._zoom))
        self.set_zoom(ZOOMS[min(max(nearest + steps, 0), len(ZOOMS) - 1)])

    def refresh(self) -> None:
        """Make palette, font and style sheet anew and tell everybody, where theme or zoom is another one than before."""
        from entityres.ui.style_sheet import style_sheet

        name = self._choice
        if name == "system":
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            name = "dark" if dark else "light"
        if self._in_use == (name, self._zoom):
            return
        self._in_use = name, self._zoom
        _active[:] = [load_theme(name)]
        application = QApplication.instance()
        if isinstance(application, QApplication):
            scaled = QFont(self._base_font)
            scaled.setPointSizeF(self._base_font.pointSizeF() * self._zoom / 100)
            # Without a sheet first: replacing one takes three times as long (1.5 s with all pages made), for each widget is
            # polished in the old one again.
            application.setStyleSheet("")
            application.setFont(scaled)
            application.setPalette(active().palette())
            application.setStyleSheet(style_sheet(active()))
        self.theme_changed.emit()

    def _on_color_scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._choice == "system":
            self.refresh()

    @staticmethod
    def _system_font() -> QFont:
        """The system's own text font; Inter where it is installed on Linux, since desktops there often name none."""
        chosen = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        if chosen.pointSizeF() <= 0:
            chosen.setPointSizeF(9.75)
        if chosen.family().lower() in ("sans", "sans serif", "dejavu sans", "") and "Inter" in QFontDatabase.families():
            chosen.setFamily("Inter")
        chosen.setPointSizeF(max(chosen.pointSizeF(), 9.75))
        return chosen
