"""UI: one line above the columns that says what can be done for several of them at once, with the buttons for it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from entityres.session.stages import count
from entityres.ui.theme import set_kind
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.flow import FlowRow

FEW = 3
"""So many columns that nobody knows can be looked at one by one."""


class SeveralColumns(QWidget):
    """Words and links; hidden where there is nothing to do for several columns.

    Signals:
        unknown_kept: All columns of which the program does not know what they mean are right as they are: kept, not compared.
        chosen_kept: The chosen columns are to be kept and not compared.
        chosen_confirmed: The roles of the chosen columns are right as they were found.
    """

    unknown_kept = Signal()
    chosen_kept = Signal()
    chosen_confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("severalColumns")
        self.words = ElidedLabel("caption")
        self.keep_unknown, self.keep_chosen, self.confirm_chosen = QPushButton(), QPushButton(), QPushButton()
        for button, name, signal in (
            (self.keep_unknown, "keepUnknownButton", self.unknown_kept),
            (self.keep_chosen, "keepChosenButton", self.chosen_kept),
            (self.confirm_chosen, "confirmChosenButton", self.chosen_confirmed),
        ):
            button.setObjectName(name)
            set_kind(button, "link")
            button.clicked.connect(signal)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(FlowRow(self.words, self.keep_unknown, self.keep_chosen, self.confirm_chosen, spacing=1.5))
        self.hide()

    def show_columns(self, unknown: int, chosen: int, compared: int, unsure: int) -> None:
        """Show what there is to do.

        Args:
            unknown: Columns that are kept because nobody knows what they mean, and that a person should confirm.
            chosen: Columns that are chosen in the table.
            compared: Those among them that are compared.
            unsure: Those among them whose role a person should confirm.
        """
        several, many = chosen > 1, unknown > FEW
        if several:
            self.words.show_words(f"{count(chosen, 'column is', 'columns are')} chosen.")
        elif many:
            begin = f"{unknown:,} columns are not known"
            self.words.show_words(f"{begin}: they stay in your records and are not compared.", f"{begin}.")
        self.keep_unknown.setText(f"Keep all {unknown:,}, do not compare")
        self.keep_unknown.setToolTip("Ctrl+Z takes it back. To choose several columns, hold Ctrl or Shift and click.")
        self.keep_chosen.setText(f"Keep these {chosen:,}, do not compare")
        self.confirm_chosen.setText("Confirm as they are")
        self.keep_unknown.setVisible(many and not several)
        self.keep_chosen.setVisible(several and (compared > 0 or unsure > 0))
        self.confirm_chosen.setVisible(several and unsure > 0 and compared > 0)
        self.setVisible(several or many)
