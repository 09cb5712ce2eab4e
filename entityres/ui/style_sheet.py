"""UI: the one style sheet of the program, made of the theme's roles and the font's size.

It says only what Fusion and the palette cannot: rounded controls, the primary button, the kinds of labels, tables without
lines. Everything that needs thought while painting (chips, states, bars) is a delegate or a widget of its own.
"""

from __future__ import annotations

from string import Template

from PySide6.QtWidgets import QApplication

from entityres.ui.icons import tinted_file
from entityres.ui.theme import KINDS, Theme, line_height

_SHEET = Template("""
QWidget { color: $text; }
QMainWindow, QDialog, QWidget#page, QStackedWidget { background: $background; }
QToolTip { background: $card; color: $text; border: 1px solid $line; padding: 4px 6px; }
QListWidget#stepList { background: transparent; }
QMenuBar { background: $card; border-bottom: 1px solid $line; padding: 2px 8px; }
QMenuBar::item { background: transparent; color: $muted; padding: 5px 8px; border-radius: 6px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $hover; color: $text; }
QMenu { background: $card; border: 1px solid $line; padding: 6px; }
QMenu::item { padding: 5px 24px 5px 10px; border-radius: 6px; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: ${icon}px; height: ${icon}px; padding-left: 8px; }
QMenu::indicator:checked { image: url($mark); }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $hairline; margin: 5px 6px; }
QStatusBar { background: $card; border-top: 1px solid $line; color: $muted; }
QStatusBar::item { border: none; }
QDockWidget { color: $text; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: $line; border-radius: 3px; }

$kinds
QLabel[kind="muted"], QLabel[kind="caption"], QLabel[kind="header"] { color: $muted; }
QLabel[kind="warning"] { color: $warning; font-weight: 600; }
QLabel[kind="match"] { color: $match; font-weight: 600; }
QLabel[kind="not_match"] { color: $not_match; font-weight: 600; }
QLabel:disabled { color: $disabled; }

QPushButton, QToolButton[kind="button"] {
  background: $card; border: 1px solid $line; border-radius: 8px; padding: 0 ${pad}px; min-height: ${control}px;
}
QPushButton:hover, QToolButton[kind="button"]:hover { background: $hover; }
QPushButton:pressed { background: $selection; }
QPushButton:disabled { color: $disabled; background: $background; }
QPushButton:focus, QToolButton[kind="button"]:focus {
  border: 2px solid $focus; padding: 0 ${pad_focus}px; min-height: ${control_focus}px;
}
QPushButton[kind="primary"] { background: $accent; border-color: $accent; color: $on_accent; font-weight: 500; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:disabled { background: $line; border-color: $line; color: $muted; }
QPushButton[kind="primary"]:focus { border: 2px solid $focus; }
QPushButton[kind="link"] {
  background: transparent; border: 1px solid transparent; color: $accent; padding: 0 4px; border-radius: 6px;
}
QPushButton[kind="link"]:hover { text-decoration: underline; }
QPushButton[kind="link"]:focus { border: 2px solid $focus; padding: 0 3px; }
QPushButton[kind="link"]:disabled { color: $disabled; }
QPushButton::menu-indicator {
  image: url($chevron); width: ${icon}px; height: ${icon}px; subcontrol-position: right center; right: 6px;
}
QPushButton[kind="link"]::menu-indicator { image: none; width: 0; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 3px; }
QToolButton:hover { background: $hover; border-color: $line; }
QToolButton:focus { border: 2px solid $focus; padding: 2px; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QSpinBox, QDoubleSpinBox, QDateEdit, QComboBox {
  background: $card; border: 1px solid $line; border-radius: 8px; padding: 0 8px; min-height: ${field}px;
  selection-background-color: $accent; selection-color: $on_accent;
}
QPlainTextEdit, QTextEdit { background: $card; border: 1px solid $line; border-radius: 8px; padding: 4px;
  selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: $control_line; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border: 2px solid $focus; padding: 0 7px; min-height: ${field_focus}px;
}
QSpinBox, QDoubleSpinBox { padding: 0 24px 0 8px; }
QSpinBox:focus, QDoubleSpinBox:focus { padding: 0 23px 0 7px; }
QAbstractSpinBox QLineEdit { border: none; padding: 0 0 0 6px; min-height: 0; background: transparent; }
QComboBox QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }
QPlainTextEdit:focus, QTextEdit:focus { padding: 3px; min-height: 0; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {
  color: $disabled; background: $background;
}
QComboBox { padding-right: 22px; }
QComboBox:focus { padding-right: 21px; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: right center; border: none; width: 24px; }
QComboBox::down-arrow { image: url($chevron); width: ${icon}px; height: ${icon}px; }
QComboBox QAbstractItemView { background: $card; border: 1px solid $line; padding: 4px; outline: 0;
  selection-background-color: $selection; selection-color: $text; }
QSpinBox::up-button, QDoubleSpinBox::up-button {
  subcontrol-origin: border; subcontrol-position: top right; border: none; width: 22px; margin: 3px 3px 0 0;
}
QSpinBox::down-button, QDoubleSpinBox::down-button {
  subcontrol-origin: border; subcontrol-position: bottom right; border: none; width: 22px; margin: 0 3px 3px 0;
}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url($chevron_up); width: 11px; height: 11px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url($chevron); width: 11px; height: 11px; }

QCheckBox, QRadioButton { spacing: 8px; padding: 2px; border: 2px solid transparent; border-radius: 6px; }
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox::indicator, QAbstractItemView::indicator {
  width: ${box}px; height: ${box}px; border: 1px solid $control_line; border-radius: 4px; background: $card;
}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {
  background: $accent; border-color: $accent; image: url($tick);
}
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate {
  background: $accent; border-color: $accent; image: url($dash);
}
QCheckBox::indicator:disabled { border-color: $line; background: $background; }
QRadioButton::indicator {
  width: ${box}px; height: ${box}px; border: 1px solid $control_line; border-radius: ${box_half}px; background:
  $card;
}
QRadioButton::indicator:checked {
  border: ${dot}px solid $accent; width: ${radio_inner}px; height: ${radio_inner}px; background: $card;
}
QRadioButton::indicator:disabled { border-color: $line; }

QSlider::groove:horizontal { height: 3px; background: $line; border-radius: 1px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 1px; }
QSlider::handle:horizontal {
  background: $card; border: 2px solid $accent; width: 12px; height: 12px; margin: -7px 0; border-radius: 8px;
}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: $selection; }
QSlider:focus { border: 2px solid $focus; border-radius: 6px; }

QProgressBar { background: $line; border: none; border-radius: 3px; height: 6px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QAbstractScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QAbstractItemView { outline: 0; }
QScrollArea > QWidget > QWidget { background: transparent; }
QTableView, QListView, QTreeView {
  background: transparent; border: 2px solid transparent; selection-background-color: $selection;
  selection-color: $text; gridline-color: transparent;
}
QTableView:focus, QTreeView:focus { border: 2px solid $focus; border-radius: 8px; }
QListWidget#choiceList::item { padding: 6px 8px; border-radius: 6px; }
QListWidget#choiceList::item:selected { background: $selection; color: $text; }
QListWidget:focus { border: 2px solid $focus; border-radius: 8px; }
QListWidget#stepList:focus { border-color: transparent; }
QHeaderView, QHeaderView::section {
  background: transparent; color: $muted; font-size: ${header_size}pt; font-weight: 500;
}
QHeaderView::section { border: none; border-bottom: 1px solid $line; padding: 0 8px; min-height: ${header}px; }
QHeaderView::down-arrow {
  image: url($chevron); width: 12px; height: 12px; subcontrol-position: center right; right: 2px;
}
QHeaderView::up-arrow {
  image: url($chevron_up); width: 12px; height: 12px; subcontrol-position: center right; right: 2px;
}
QTableCornerButton::section { background: transparent; border: none; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 2px; }
QScrollBar::handle { background: $line; border-radius: 4px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: $control_line; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabWidget::pane { border: none; }
""")


def style_sheet(theme: Theme) -> str:
    """The style sheet in the colours of a theme and the sizes of the application's font."""
    base = QApplication.font().pointSizeF()
    line = line_height()
    control = max(line + 14, 28)
    box = max(round(line * 0.85), 13)
    kinds = "\n".join(
        f'QLabel[kind="{kind}"] {{ font-size: {base * size:.2f}pt; font-weight: {weight}; }}'
        for kind, (size, weight) in KINDS.items()
    )
    dot = max(round(box * 0.3), 4)
    return _SHEET.substitute(
        theme.colours,
        kinds=kinds,
        control=control,
        control_focus=control - 2,
        field=control - 2,
        field_focus=control - 4,
        pad=14,
        pad_focus=13,
        header=line + 12,
        header_size=f"{base * KINDS['header'][0]:.2f}",
        icon=max(round(line * 0.85), 12),
        box=box,
        box_half=box // 2 + 1,
        dot=dot,
        radio_inner=box + 2 - 2 * dot,
        chevron=tinted_file("chevron_down", "muted"),
        chevron_up=tinted_file("chevron_up", "muted"),
        mark=tinted_file("check", "text"),
        tick=tinted_file("check", "on_accent"),
        dash=tinted_file("dash", "on_accent"),
    )
