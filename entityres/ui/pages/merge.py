"""UI: the Merge page: which value wins in each column, and each group beside the record that it becomes.

Nothing here touches a list. Rules and changes by hand go to the project, which merges anew; this page shows the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from entityres.progress import quiet
from entityres.records.roles import Role
from entityres.session.stages import Changes, Step, count
from entityres.ui.models.contradictions import contradicting, contradicting_in, differing_by_nature
from entityres.ui.models.group_view import view_group, view_group_alone
from entityres.ui.models.merge_groups import MERGE_CONCERNS, MergeGroups, gather_groups
from entityres.ui.models.score_scale import shown_of_chance
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.button_row import ButtonRow
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.group_browser import GroupBrowser
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.merge_rules import MergeRules, RuleRow
from entityres.ui.widgets.page_frame import PageFrame
from entityres.ui.widgets.preferred_lists import PreferredLists
from entityres.ui.widgets.scroll_body import scrolled
from entityres.ui.widgets.two_parts import TwoParts

if TYPE_CHECKING:
    import numpy as np
    from PySide6.QtGui import QResizeEvent

    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Merged, Overrides
    from entityres.progress import Progress
    from entityres.records.fields import Columns
    from entityres.settings import Rule
    from entityres.ui.services import WindowServices

NOTHING = "Nothing to merge"
MergedAnswer = tuple[tuple[Any, "Groups", "Merged"], tuple[bool, ...], MergeGroups]
AT_ONCE = 20_000  # records that are merged within 50 ms
LOW_LINES = 26
"""Height (lines of text) below which the order of the lists would leave few rules to be seen."""
DATE_ROLES = frozenset({Role.DATE, Role.CHECK, Role.BIRTH_DATE})


class MergePage(QWidget):
    """Rules at the left, the preview at the right."""

    title = "Merge"

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._stale = True
        self._is_merging = False
        self._by_nature: tuple[bool, ...] = ()
        self._by_hand: dict[int, set[str]] = {}
        self._merged: tuple[Groups, Merged] | None = None
        self._content = -1
        self._build()
        self._connect()

    # What the window calls

    def on_changes(self, changes: Changes) -> None:
        """Renew what depends on these changes, now or when the page is shown."""
        if not changes & MERGE_CONCERNS:
            return
        self._stale = True
        if self.isVisible():
            self._renew()

    def on_shown(self) -> None:
        """Show the merged records as they are now."""
        if self._stale:
            self._renew()
        if not self._frame.is_empty and self.browser.group >= 0:
            self.browser.preview.setFocus()

    def focus_search(self) -> None:
        """Let the user type a name to look for."""
        self.browser.search.setFocus()
        self.browser.search.selectAll()

    # Building

    def _build(self) -> None:
        self.browser = GroupBrowser(self)
        words = ("Rules", "Preview")
        self.parts = TwoParts(
            self._build_rules(), self.browser, words, "Parts of this page", room=136, share=0.44, most=90, parent=self
        )
        self._empty = EmptyState(NOTHING, "", "Go to Review", self, icon_name="merge")
        self._frame = PageFrame(self, self.title, self.parts, self._build_buttons(), self._empty)
        self.summary = self._frame.summary
        self.summary.setObjectName("mergeSummary")

    def _build_rules(self) -> QWidget:
        self._rules_card = card = Card("Rules", self)
        inside = QWidget(card)
        self._scrolled = QVBoxLayout(inside)
        self._scrolled.setContentsMargins(0, 0, 0, 0)
        self.rules = MergeRules(_words(), inside)
        self._scrolled.addWidget(self.rules, 1)
        self._rules_area = scrolled(inside, card)
        card.add(self._rules_area, 1)
        self.preferred = PreferredLists(card)
        card.add(self.preferred)
        self.counts = label("", "caption", wrap=True)
        self.counts.setObjectName("mergeCounts")
        card.add(self.counts)
        return card

    def _build_buttons(self) -> ButtonRow:
        actions = self._window.actions
        self.previous = KeyButton.for_action(actions["previous_conflict"], self)
        self.next = KeyButton.for_action(actions["next_conflict"], self)
        self.reset = KeyButton("Reset this cell", parent=self, icon_name="reload")
        self.reset.setToolTip("Forget the change by hand and follow the rule again")
        self.undo = KeyButton.for_action(actions["undo"], self)
        self.export = KeyButton("Next: Export", parent=self, icon_name="skip", primary=True)
        left, right = (self.next, self.previous, self.reset), (self.undo, self.export)
        return ButtonRow(left, right, (self.undo, self.previous, self.reset, self.next), self)

    def _connect(self) -> None:
        actions = self._window.actions
        actions.attach(self.browser.preview, "take_value", "clear_value")
        actions["take_value"].triggered.connect(self.browser.preview.take_current)
        actions["clear_value"].triggered.connect(self.browser.preview.clear_value)
        actions["next_conflict"].triggered.connect(self._on_next_conflict)
        actions["previous_conflict"].triggered.connect(self._on_previous_conflict)
        self.rules.rule_chosen.connect(self._on_rule_chosen)
        self.preferred.order_chosen.connect(self._on_order_chosen)
        self.browser.group_entered.connect(self._on_group_entered)
        self.browser.value_taken.connect(self._on_value_taken)
        self.browser.value_typed.connect(self._on_value_typed)
        self.browser.change_reversed.connect(self._on_change_reversed)
        self.browser.cell_entered.connect(self._on_cell_entered)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.export.clicked.connect(self._on_export_clicked)
        self._empty.button_pressed.connect(self._on_empty_pressed)
        self._empty.second_pressed.connect(self._on_export_clicked)
        self._window.theme.theme_changed.connect(self._on_theme_changed)

    # Showing

    def _renew(self) -> None:
        """Merge anew and show it: at once where it takes a blink, else in the background while the last result stays."""
        from entityres.entities.survivorship import default_rules

        self._stale = False
        project = self._window.project
        merging, matched = project.merging_job(), project.matched
        if merging is None or matched is None:
            self._merged = None
            self._frame.show_empty(
                NOTHING, "Find matches first; then the records of each customer become one.", "Go to Match"
            )
            return
        columns, cleaned = matched.columns, matched.cleaned

        def job(progress: Progress) -> MergedAnswer:
            made = merging(progress)
            _, groups, merged = made
            by_nature = differing_by_nature(columns, merged.conflicts, groups)
            counted = contradicting(columns, cleaned, groups, by_nature)
            return made, by_nature, gather_groups(columns, groups, merged, counted)

        if len(cleaned) <= AT_ONCE:
            self._on_merged(job(quiet()))
            return
        self._is_merging = True
        if self._merged is None or project.merged is None:  # groups of another match are other people by now
            self._merged = None
            self.browser.show_view(None)
            self._frame.show_empty("Merging records…", "The merged records appear here in a moment.", "")
        elif self._merged[0] is project.latest_groups:
            self._by_hand, _ = hand_changes(self._merged[0], project.overrides or ())
            self._show_rules(columns, {**default_rules(columns), **matched.fitting(project.settings).rules})
            self._on_group_entered(self.browser.group)
        self._window.jobs.ask("merge", job, self._on_merged)

    def _on_merged(self, answer: MergedAnswer) -> None:
        made, self._by_nature, gathered = answer
        project = self._window.project
        matched, groups, merged = project.matched, made[1], project.take_merged(made)
        if matched is None or merged is None:
            return
        self._is_merging = False
        same = self._merged is not None and self._merged[0] is groups
        self._merged, self._content = (groups, merged), matched.content
        if not (groups.sizes > 1).any():
            at = project.settings.match_at or matched.scored.default_match_at
            words = f"No pair counts as a match at {shown_of_chance(at):.2f}: each record stays as it is."
            self._frame.show_empty(NOTHING, words, "Go to Review", "Go to Export")
            return
        self._frame.show_parts()
        self._by_hand, lost = hand_changes(groups, project.overrides or ())
        lost += project.overrides_without_records
        shown = gathered.marked(self._by_hand)
        self._show_rules(matched.columns, merged.rules)
        self.browser.show_groups(shown, [column.name for column in matched.columns.output], keep_order=same)
        self._show_summary(groups.sizes)
        said = count(int(shown.asking.sum()), "cell differs", "cells differ") + " within a group"
        said += f" · {sum(len(names) for names in self._by_hand.values()):,} changed by hand"
        if lost:
            said += " · " + count(lost, "change belongs to a group that is", "changes belong to groups that are")
            said += " not the same any more"
        self.counts.setText(said)

    def _show_summary(self, sizes: np.ndarray) -> None:
        records, after, several = int(sizes.sum()), len(sizes), int((sizes > 1).sum())
        made_of = f"({count(several, 'group')}, {after - several:,} single)"
        words = f"{count(records, 'record')} → <b>{after:,} after merging</b>"
        self._frame.show_summary(f"{words} {made_of}", words, f"{records:,} → <b>{after:,}</b>")

    def _show_rules(self, columns: Columns, rules: Mapping[str, Rule]) -> None:
        project = self._window.project
        self.rules.show_rules(rule_rows(columns, rules), [c.name for c in columns.output if c.role in DATE_ROLES])
        names = [one.name for one in project.matched.lists] if project.matched is not None else []
        chosen = [name for name in project.settings.preferred_lists if name in names]
        self.preferred.show_lists([*chosen, *(name for name in names if name not in chosen)])
        self.preferred.setVisible(len(names) > 1)
        self._fit()

    # What a person does

    @Slot(int)
    def _on_group_entered(self, group: int) -> None:
        matched = self._window.project.matched
        if group < 0 or matched is None or self._merged is None:
            self.browser.show_view(None)
            return
        groups, merged = self._merged
        counted = contradicting_in(matched.columns, matched.cleaned, groups.members(group), self._by_nature)
        if self._is_merging:
            project = self._window.project
            overrides = project.overrides or ()
            settings = matched.fitting(project.settings)
            view = view_group_alone(matched.lists, matched.columns, groups, group, settings, overrides, counted)
        else:
            hand = sorted(self._by_hand.get(group, ()))
            view = view_group(matched.lists, matched.columns, groups, merged, group, hand, merged.rules, counted)
        self.browser.show_view(view)

    @Slot(int)
    def _on_cell_entered(self, column: int) -> None:
        view = self.browser.preview.table.view
        self.reset.setEnabled(view is not None and column in view.by_hand)

    @Slot(int, object, int)
    def _on_value_taken(self, group: int, columns: tuple[int, ...], record: int) -> None:
        members = self._members(group)
        if members:
            self._window.change(self._window.project.override, members, self._names(columns), record)

    @Slot(int, int, str)
    def _on_value_typed(self, group: int, column: int, text: str) -> None:
        members = self._members(group)
        if members:
            self._window.change(self._window.project.override, members, self._names((column,)), -1, text)

    @Slot(int, object)
    def _on_change_reversed(self, group: int, columns: tuple[int, ...]) -> None:
        members = self._members(group)
        if members:
            self._window.change(self._window.project.clear_override, members, self._names(columns))

    @Slot()
    def _on_reset_clicked(self) -> None:
        view, column = self.browser.preview.table.view, self.browser.preview.current_column()
        if view is not None and column >= 0:
            self._on_change_reversed(view.group, view.together(column))
        self.browser.preview.setFocus()

    @Slot(object, object)
    def _on_rule_chosen(self, columns: tuple[str, ...], rule: Rule) -> None:
        project = self._window.project
        if len(columns) == 1:
            self._window.change(project.set_rule, columns[0], rule)
            return
        rules = {**project.settings.rules, **dict.fromkeys(columns, rule)}
        change = partial(project.change_settings, f"change of rule for “{columns[0]}” and its set", rules=rules)
        self._window.change(change)

    @Slot(object)
    def _on_order_chosen(self, names: tuple[str, ...]) -> None:
        self._window.change(self._window.project.set_preferred_lists, names)

    @Slot()
    def _on_next_conflict(self) -> None:
        self.browser.step_conflict(1)

    @Slot()
    def _on_previous_conflict(self) -> None:
        self.browser.step_conflict(-1)

    @Slot()
    def _on_export_clicked(self) -> None:
        self._window.go_to(Step.EXPORT)

    @Slot()
    def _on_empty_pressed(self) -> None:
        self._window.go_to(Step.MATCH if self._window.project.matched is None else Step.REVIEW)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.rules.renew_sizes()
        self.browser.renew_sizes()
        self._fit()

    def _fit(self) -> None:
        """The rules can be read beside the preview; in a low window the lists stand below them in what scrolls."""
        bar = self._rules_area.verticalScrollBar().sizeHint().width()
        margins = self._rules_card.body.contentsMargins()
        self.parts.want_left(self.rules.wanted_width + margins.left() + margins.right() + bar + grid(0.5))
        low = self.height() < line_height() * LOW_LINES
        inside = self._scrolled.indexOf(self.preferred) >= 0
        if low and not inside:
            self._scrolled.addWidget(self.preferred)
        elif inside and not low:
            self._rules_card.body.insertWidget(self._rules_card.body.indexOf(self.counts), self.preferred)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _members(self, group: int) -> tuple[int, ...]:
        """The records of a group that is shown; none where the numbers that are shown mean others by now.

        Groups may have been made anew elsewhere; what a person changes is the group that is seen.
        """
        matched = self._window.project.matched
        if self._merged is None or matched is None or matched.content != self._content:
            return ()
        return tuple(int(record) for record in self._merged[0].members(group))

    def _names(self, columns: tuple[int, ...]) -> tuple[str, ...]:
        view = self.browser.preview.table.view
        return () if view is None else tuple(view.columns[column] for column in columns)


def hand_changes(groups: Groups, overrides: Overrides) -> tuple[dict[int, set[str]], int]:
    """Columns changed by hand, by group, and how many changes belong to groups that are not the same any more."""
    found: dict[int, set[str]] = {}
    lost = 0
    for override in overrides:
        members = tuple(override.members)
        group = int(groups.group_of[members[0]])
        if len(members) == groups.sizes[group] and all(int(groups.group_of[member]) == group for member in members):
            found.setdefault(group, set()).add(override.column)
        else:
            lost += 1
    return found, lost


def rule_rows(columns: Columns, rules: Mapping[str, Rule]) -> list[RuleRow]:
    """The rows of the rules table; columns that are taken from one record together stand together."""
    from entityres.entities.survivorship import linked_sets

    sets = linked_sets(columns, rules)
    set_of = {name: names for names in sets for name in names}
    rows: list[RuleRow] = []
    for column in columns.output:
        names = set_of.get(column.name, (column.name,))
        if names[0] == column.name:
            lead = column.name if len(names) > 1 else ""
            rows += [RuleRow(name, rules[name], lead) for name in names]
    return rows


def _words() -> dict[str, str]:
    from entityres.entities.survivorship import RULES

    return dict(RULES)
