"""The table of rules: what a choice asks for, and how sets are held together."""

from __future__ import annotations

import pytest

from entityres.settings import Rule
from entityres.ui.widgets.merge_rules import MergeRules, RuleRow

WORDS = {
    "most_frequent": "most frequent",
    "longest": "longest",
    "newest": "newest",
    "first": "first filled",
    "all_different": "joined",
}
ROWS = (
    RuleRow("name", Rule("most_frequent")),
    RuleRow("street", Rule("longest"), "street"),
    RuleRow("city", Rule("longest"), "street"),
    RuleRow("phone", Rule("newest", "longest", "created")),
)


@pytest.fixture
def rules(qtbot) -> MergeRules:
    widget = MergeRules(WORDS)
    qtbot.addWidget(widget)
    widget.show_rules(ROWS, ("created", "changed"))
    return widget


def choose(rules: MergeRules, column: str, part: str, value: str) -> None:
    box = rules.choice(column, part)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_choosing_emits_the_whole_rule(rules, qtbot) -> None:
    with qtbot.waitSignal(rules.rule_chosen) as chosen:
        choose(rules, "name", "if_tied", "first")
    assert chosen.args == [("name",), Rule("most_frequent", "first")]


def test_choosing_the_same_again_changes_nothing(rules, qtbot) -> None:
    with qtbot.assertNotEmitted(rules.rule_chosen):
        choose(rules, "name", "take", "most_frequent")


def test_a_date_is_asked_for_only_where_the_rule_needs_one(rules, qtbot) -> None:
    assert rules.choice("phone", "by").isVisibleTo(rules)
    assert not rules.choice("name", "by").isVisibleTo(rules)
    with qtbot.waitSignal(rules.rule_chosen) as chosen:
        choose(rules, "name", "take", "newest")
    assert chosen.args == [("name",), Rule("newest", "longest", "created")]
    with qtbot.waitSignal(rules.rule_chosen) as chosen:
        choose(rules, "phone", "by", "changed")
    assert chosen.args == [("phone",), Rule("newest", "longest", "changed")]


def test_a_set_has_one_rule(rules) -> None:
    assert rules.choice("street").currentData() == "longest"
    assert rules.choice("street").findData("all_different") < 0, "it would tear the set apart"
    assert rules.choice("name").findData("all_different") >= 0
    with pytest.raises(KeyError):
        rules.choice("city")


def test_a_rule_for_a_set_is_for_all_of_it(rules, qtbot) -> None:
    with qtbot.waitSignal(rules.rule_chosen) as chosen:
        choose(rules, "street", "take", "first")
    assert chosen.args == [("street", "city"), Rule("first", "longest")]


def test_new_rules_keep_the_widgets(rules) -> None:
    before = rules.choice("name")
    rules.show_rules((RuleRow("name", Rule("longest")), *ROWS[1:]), ("created", "changed"))
    assert rules.choice("name") is before
    assert before.currentData() == "longest"


def test_every_choice_says_which_column_it_is_for(rules) -> None:
    assert rules.choice("phone", "by").accessibleName() == "Date column for: phone"
