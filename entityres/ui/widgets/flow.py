"""UI: widgets side by side that go on in the next line where there is no room (large text, a small window)."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QSizePolicy, QWidget

from entityres.ui.theme import grid
from entityres.ui.widgets.elided import ElidedLabel

MOST = 1 << 18
"""Pixels that a layout may take at most where it sets no bounds."""


class FlowLayout(QHBoxLayout):
    """Lays items out like words of a text, each line centred on its height.

    The items are kept by Qt and asked for each time. The binding may take what stands for an item in Python as deleted while
    the item is there (it does so with all that it can reach from a widget that goes); a layout that kept them for itself
    would then fail in the middle of being laid out, which ends the program.
    """

    def __init__(self, parent: QWidget | None = None, *, spacing: float = 1) -> None:
        super().__init__(*([parent] if parent is not None else []))
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(grid(spacing))

    def _shown(self) -> list[QLayoutItem]:
        items = [self.itemAt(number) for number in range(self.count())]
        return [item for item in items if item is not None and not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """The items line by line."""
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            wide = _most(item)
            if lines and used + self.spacing() + wide <= width:
                lines[-1].append(item)
                used += self.spacing() + wide
            else:
                lines.append([item])
                used = wide
        return lines

    # Qt overrides

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        inside = width - margins.left() - margins.right()
        lines = self._lines(inside)
        high = sum(max(_size(item, inside).height() for item in line) for line in lines)
        return high + self.spacing() * max(0, len(lines) - 1) + margins.top() + margins.bottom()

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def maximumSize(self) -> QSize:
        return QSize(MOST, MOST)

    def minimumSize(self) -> QSize:
        shown, margins = self._shown(), self.contentsMargins()
        return QSize(
            max((item.minimumSize().width() for item in shown), default=0) + margins.left() + margins.right(),
            max((item.minimumSize().height() for item in shown), default=0) + margins.top() + margins.bottom(),
        )

    def sizeHint(self) -> QSize:
        shown, margins = self._shown(), self.contentsMargins()
        wide = sum(item.sizeHint().width() for item in shown) + self.spacing() * max(0, len(shown) - 1)
        high = max((item.sizeHint().height() for item in shown), default=0)
        return QSize(wide + margins.left() + margins.right(), high + margins.top() + margins.bottom())

    def setGeometry(self, area: QRect) -> None:
        QLayout.setGeometry(self, area)  # not that of a row
        area = area.marginsRemoved(self.contentsMargins())
        y = area.y()
        for line in self._lines(area.width()):
            sizes = self._sizes(line, area.width())
            high = max(size.height() for size in sizes)
            x = area.x()
            for item, size in zip(line, sizes, strict=True):
                item.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += high + self.spacing()

    def _sizes(self, line: list[QLayoutItem], room: int) -> list[QSize]:
        """The sizes of the items of a line."""
        return [_size(item, room) for item in line]


class HeadLayout(FlowLayout):
    """A title at the left and what belongs to it at the right; below each other where the title would be cut off.

    Labels whose words can be shorter (`ElidedLabel`) have as much as there is room for, the title before others.
    """

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        shown = self._shown()
        needed = sum(_least(item) for item in shown) + self.spacing() * (len(shown) - 1)
        return [shown] if needed <= width or len(shown) < 2 else [shown[:1], shown[1:]]

    def _sizes(self, line: list[QLayoutItem], room: int) -> list[QSize]:
        widths = [_least(item) for item in line]
        spare = room - sum(widths) - self.spacing() * (len(line) - 1)
        for number, item in enumerate(line):
            widths[number] += min(max(spare, 0), _most(item) - widths[number])
            spare -= widths[number] - _least(item)
        if line[0].widget() is self._shown()[0].widget():
            widths[0] += spare  # negative where not even its shortest words fit
        return [QSize(max(wide, 0), item.sizeHint().height()) for wide, item in zip(widths, line, strict=True)]

    def minimumSize(self) -> QSize:
        # What stands at the right stays in one line; the title is cut off in the end.
        shown, margins = self._shown(), self.contentsMargins()
        rest = sum(_least(item) for item in shown[1:]) + self.spacing() * max(len(shown) - 2, 0)
        return QSize(rest + margins.left() + margins.right(), super().minimumSize().height())


def _least(item: QLayoutItem) -> int:
    """Pixels across that an item needs."""
    widget = item.widget()
    return widget.widths[0] if isinstance(widget, ElidedLabel) else item.sizeHint().width()


def _most(item: QLayoutItem) -> int:
    """Pixels across that an item would like to have."""
    widget = item.widget()
    return widget.widths[1] if isinstance(widget, ElidedLabel) else item.sizeHint().width()


def _size(item: QLayoutItem, room: int) -> QSize:
    """The size of an item: what it wants, or the whole room, in which it may become higher."""
    wanted = QSize(_most(item), item.sizeHint().height())
    if wanted.width() <= room:
        return wanted
    return QSize(room, item.heightForWidth(room) if item.hasHeightForWidth() else wanted.height())


class FlowRow(QWidget):
    """A widget whose parts flow.

    Args:
        parts: What is in it, in reading order.
        spacing: Room between them, in grid steps.
    """

    def __init__(self, *parts: QWidget, spacing: float = 1, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, spacing=spacing)
        for part in parts:
            flow.addWidget(part)
        let_flow(self)


def let_flow(widget: QWidget) -> None:
    """Let a widget with a FlowLayout become as high as its lines need."""
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
