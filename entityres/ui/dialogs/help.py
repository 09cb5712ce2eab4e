"""UI: a page of help for each step: what it is for, what to do, what the words mean."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.qt import resize_within_screen
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.card import label

HELP: dict[str, tuple[str, tuple[str, ...]]] = {
    "": (
        "Start",
        (
            "Open one list to find the records in it that are the same customer, or several lists to match them "
            "with each other.",
            "The steps at the left lead from the lists to one clean list. You can go to any step at any time; "
            "nothing you decided is lost.",
            "Your files are never changed. Everything stays on this computer.",
        ),
    ),
    "LOAD": (
        "Load",
        (
            "A list is a CSV file. Every value is kept as it is written: leading zeros, long numbers and dates do"
            " not change.",
            "If the preview looks wrong, change how the file is read at the right. Preview and list are read in "
            "the same way.",
            "Rows that could not be loaded are listed with their line in the file; they are written to "
            "rejected.csv at the end.",
        ),
    ),
    "COLUMNS": (
        "Columns",
        (
            "Each row is one column of the result, with the heading it has in each list. The role says how its "
            "values are compared.",
            "✓ means that the role is clear, ? that a look is worth it. Columns that are only kept are not compared.",
            "The check column is never used for matching. If true matches have close values in it, such as the "
            "date a record was created, "
            "the program uses it to estimate how many matches are right.",
        ),
    ),
    "MATCH": (
        "Match",
        (
            "Comparing every record with every other would take too long. A key is a reason to compare two "
            "records; a pair is compared if any key fits.",
            "Change how similar two records must be, and see beforehand how many pairs that costs and how many "
            "matches it misses.",
        ),
    ),
    "REVIEW": (
        "Review",
        (
            "Pairs with a high score are matches, pairs with a low one are not; those between are for you to look at.",
            "A is a match, R is not a match, U is unsure. Every decision is saved at once and can be undone.",
            "Decisions stay when you match again; a pair whose values changed is marked, so that you can look again.",
        ),
    ),
    "MERGE": (
        "Merge",
        (
            "One row is built from each group. A rule says which value wins in each column; click a value to take"
            " another.",
            "The parts of an address come from one record together.",
        ),
    ),
    "EXPORT": (
        "Export",
        (
            "merged.csv is the clean list, crosswalk.csv says where each row went, pairs.csv holds the pairs, "
            "report.json the settings and counts.",
            "Your own files are never overwritten.",
        ),
    ),
}
WORDS = (
    ("record", "one line of a list"),
    ("pair", "two records that might be the same customer"),
    ("group", "records that belong to the same customer"),
    ("score", "how strongly the fields speak for a match"),
    ("share correct", "of the pairs we call a match, how many are right"),
    ("share found", "of all true matches, how many we have"),
)


class HelpDialog(QDialog):
    """Help for the page that is shown."""

    def __init__(self, step: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, paragraphs = HELP.get(step, HELP[""])
        self.setWindowTitle(f"Help: {title}")
        inside = QWidget()
        text = QVBoxLayout(inside)
        text.setSpacing(grid(1.5))
        text.addWidget(label(title, "title"))
        for paragraph in paragraphs:
            text.addWidget(label(paragraph, wrap=True))
        text.addWidget(label("Words", "heading"))
        for word, meaning in WORDS:
            text.addWidget(label(f"{word}: {meaning}", "muted", wrap=True))
        text.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(f"Help: {title}")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(2), grid(2), grid(2), grid(2))
        layout.addWidget(scroll, 1)
        layout.addWidget(buttons)
        resize_within_screen(self, line_height() * 36, line_height() * 36)
