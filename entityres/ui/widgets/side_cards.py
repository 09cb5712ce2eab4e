"""UI: the column beside the curve or the shared values: settings, forecast and facts of a key, and Apply.

Cards scroll where the window is low, and Apply below them stands still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from entityres.ui.theme import grid
from entityres.ui.widgets.band_settings import BandSettings
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.forecast_card import ApplyBar, ForecastCard

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

MOST = 16_777_215
"""Qt's largest height: no limit."""


class SideCards(QWidget):
    """Which cards are there follows from the key; how close they stand, from the height.

    Args:
        parent: Owner.

    Signals:
        asked_for_room: What stands in the cards needs another size.
    """

    asked_for_room = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tight = False
        self.bands_card, self.forecast_card, self.facts_card = Card(parent=self), Card(parent=self), Card(parent=self)
        self.hot_card, self.bar_card = Card(parent=self), Card(parent=self)
        self._cards = QVBoxLayout(self)
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._cards.setSpacing(grid(1.5))
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._cards.addWidget(self.area, 1)
        self._cards.addWidget(self.bar_card)
        self._cards.addWidget(self.hot_card)
        self._cards.addStretch(0)
        self._scrolled = QWidget()
        self.area.setWidget(self._scrolled)
        self._scrolled_cards = QVBoxLayout(self._scrolled)
        self._scrolled_cards.setContentsMargins(0, 0, 0, 0)
        self._scrolled_cards.setSpacing(grid(1.5))
        for card in (self.bands_card, self.forecast_card, self.facts_card):
            self._scrolled_cards.addWidget(card)
        self._scrolled_cards.addStretch(1)
        self._scrolled.installEventFilter(self)

    def fill(self, bands: BandSettings, forecast: ForecastCard, bar: ApplyBar, facts: QWidget, hot: QWidget) -> None:
        """Put on the cards what they are for."""
        self._bands, self._forecast = bands, forecast
        for card, inside in (
            (self.bands_card, bands),
            (self.forecast_card, forecast),
            (self.facts_card, facts),
            (self.hot_card, hot),
            (self.bar_card, bar),
        ):
            card.add(inside)

    def show_kind(self, *, similar: bool, exact: bool) -> None:
        """Show the cards of a similarity key or of any other, or none of both."""
        for card in (self.bands_card, self.forecast_card, self.bar_card):
            card.setVisible(similar)
        self.facts_card.setVisible(exact)

    def show_hot(self, there: bool) -> None:
        """Whether there is a costly value to speak of."""
        self.hot_card.setVisible(there)

    def set_tight(self, on: bool) -> None:
        """What a change brings is to be seen beside the change in a low window too."""
        if on == self._tight:
            return
        self._tight = on
        for card in (self.bands_card, self.forecast_card, self.bar_card):
            card.set_tight(on)
        for cards in (self._cards, self._scrolled_cards):
            cards.setSpacing(grid(1 if on else 1.5))
        self._bands.set_tight(on)
        self._forecast.set_tight(on)

    @property
    def wanted_height(self) -> int:
        """Pixels in which a change and what it brings are seen together; 0 for a key without."""
        if self.bands_card.isHidden():
            return 0
        cards = (self.bands_card, self.forecast_card, self.bar_card)
        return sum(self._height(card) for card in cards) + self._cards.spacing() * (len(cards) - 1)

    @property
    def least_width(self) -> int:
        """Pixels below which words would be cut."""
        bar = self.area.verticalScrollBar().sizeHint().width()
        return max(
            self._scrolled.minimumSizeHint().width() + bar + 4,
            self.bar_card.minimumSizeHint().width() if not self.bar_card.isHidden() else 0,
        )

    def _height(self, card: Card) -> int:
        """What a card needs in the width that it has; its words wrap."""
        wraps = card.body.hasHeightForWidth()
        return card.body.totalHeightForWidth(self._scrolled.width()) if wraps else card.sizeHint().height()

    def place_hot(self) -> None:
        """The costly value stands below Apply where there is room for all, else among what scrolls."""
        shown = [card for card in (self.bands_card, self.forecast_card, self.facts_card) if not card.isHidden()]
        between = self._cards.spacing()
        cards = sum(self._height(card) + between for card in shown)
        bar = 0 if self.bar_card.isHidden() else self._height(self.bar_card) + between
        hot = 0 if self.hot_card.isHidden() else self._height(self.hot_card) + between
        low = cards + bar + hot > max(self.height(), 1)
        inside = self._scrolled_cards.indexOf(self.hot_card) >= 0
        if low and not inside:
            self._scrolled_cards.insertWidget(self._scrolled_cards.count() - 1, self.hot_card)
        elif not low and inside:
            self._cards.insertWidget(2, self.hot_card)
        # Where there is room the cards keep together at the top.
        self.area.setMaximumHeight(MOST if low else max(cards - between, 1))

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.asked_for_room.emit()
            self.place_hot()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_hot()  # what is left below the keys is known only now
