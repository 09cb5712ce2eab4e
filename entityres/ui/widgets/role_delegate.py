"""UI: the role of a column as a combo box in its cell; it opens with one click or with Enter."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QWidget

from entityres.records.roles import LABELS, Role
from entityres.ui.icons import pixmap
from entityres.ui.qt import DISPLAY, EDIT
from entityres.ui.theme import colour, font, line_height
from entityres.ui.widgets.cell_delegates import PADDING, RowDelegate

ROLES: tuple[Role, ...] = tuple(LABELS)


class RoleDelegate(RowDelegate):
    """Paints the role with an arrow, edits it with a combo box of all roles."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.paint_row(painter, option)
        area = option.rect.adjusted(PADDING, 0, -PADDING, -1)
        size = max(round(line_height() * 0.8), 11)
        face = font("medium")
        painter.save()
        painter.setFont(face)
        painter.setPen(colour("text"))
        words = QFontMetrics(face).elidedText(
            str(index.data(DISPLAY)), Qt.TextElideMode.ElideRight, area.width() - size - 4
        )
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.drawPixmap(
            area.right() - size, area.top() + (area.height() - size) // 2, pixmap("chevron_down", "muted", size)
        )
        painter.restore()

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        box = QComboBox(parent)
        box.setObjectName("roleBox")
        box.setAccessibleName("Use as")
        box.setMaxVisibleItems(len(ROLES))
        for role in ROLES:
            box.addItem(LABELS[role], str(role))
        box.activated.connect(self._on_box_activated)
        self._box = box
        QTimer.singleShot(0, box.showPopup)
        return box

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, QComboBox):
            role, _, _part = str(index.data(DISPLAY)).partition(" (")  # "Birth date (day)" is a birth date
            editor.setCurrentIndex(editor.findText(role))

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData(), EDIT)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> None:
        editor.setGeometry(option.rect.adjusted(1, 1, -1, -1))

    def _on_box_activated(self, _number: int) -> None:
        self.commitData.emit(self._box)
        self.closeEditor.emit(self._box)
