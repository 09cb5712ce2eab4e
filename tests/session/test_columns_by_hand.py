"""Columns that a person renames, lines up or dates: one step each, and what was chosen for them goes along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from entityres.entities.decisions import Answer
from entityres.errors import InputError, OutputError
from entityres.records.roles import Role
from entityres.session.pasting import keep_pasted
from entityres.session.project import Project
from entityres.settings import Rule
from tests.helpers.building import make_list
from tests.session.customers import rematch


def test_a_renamed_column_keeps_what_was_chosen_for_it(project: Project) -> None:
    project.set_role(0, "Phone", Role.PHONE)
    project.change_settings("a role", roles={**project.settings.roles, "Phone": Role.PHONE})
    project.line_up_columns((0, "Phone"), (1, "Phone"))
    project.rename_column(0, "Phone", " Mobile ")
    assert project.lists[0].columns[-1] == "Mobile"
    assert project.settings.roles == {"CRM:Mobile": Role.PHONE, "Phone": Role.PHONE}
    assert project.settings.lined_up == (("CRM:Mobile", "Shop:Phone"),)
    assert project.undo_text == "Undo renaming the column “Phone”"
    with pytest.raises(InputError):
        project.rename_column(0, "Mobile", "First")
    project.undo()
    assert project.lists[0].columns[-1] == "Phone"


def test_a_column_of_one_list_takes_its_rule_and_missing_values_along(project: Project) -> None:
    project.remove_list(1)
    project.set_placeholder("Phone", "000", True)
    project.set_placeholder("Phone", "001", False)
    project.set_rule("Phone", Rule("longest"))
    project.set_date_order("Phone", "day")
    project.change_settings("a role", roles={"Phone": Role.PHONE}, check="Born")
    project.rename_column(0, "Phone", "Mobile")
    settings = project.settings
    assert settings.placeholders == (("Mobile", "000"),)
    assert settings.not_placeholders == (("Mobile", "001"),)
    assert settings.rules == {"Mobile": Rule("longest")}
    assert settings.date_orders == {"Mobile": "day"}
    assert settings.roles == {"Mobile": Role.PHONE}
    assert settings.check == "Born"


def test_columns_are_lined_up_set_apart_and_lined_up_anew(project: Project) -> None:
    project.line_up_columns((0, "Town"), (1, "Street"))
    assert project.settings.lined_up == (("CRM:Town", "Shop:Street"),)
    assert project.undo_text == "Undo lining up “Town” and “Street”"
    project.line_up_columns((1, "Street"), (0, "Street"))
    assert project.settings.lined_up == (("Shop:Street", "CRM:Street"),)
    project.line_up_columns((1, "Street"), None)
    assert project.settings.lined_up == (("Shop:Street", ""),)
    project.line_up_columns((0, "Street"), (1, "Street"))
    assert project.settings.lined_up == (("CRM:Street", "Shop:Street"),)
    project.rename_list(1, "Web")
    assert project.settings.lined_up == (("CRM:Street", "Web:Street"),)


def test_choices_for_columns_that_are_gone_go_with_them(project: Project) -> None:
    project.set_role(1, "Phone", Role.KEEP)
    project.set_role(0, "Town", Role.TEXT)
    project.line_up_columns((0, "Phone"), (1, "Phone"))
    project.remove_list(1)
    assert project.settings.roles == {"CRM:Town": Role.TEXT}
    assert project.settings.lined_up == ()
    project.set_check("Born")
    project.replace_list(0, replace(make_list("CRM", {"First": ["Ana"], "Last": ["Ruiz"]})))
    assert project.settings.roles == {}
    assert project.settings.check is None
    project.undo()
    assert project.settings.check == "Born"
    assert project.settings.roles == {"CRM:Town": Role.TEXT}


def test_a_column_of_one_list_is_left_out_in_one_step(project: Project) -> None:
    project.unmap_column(1, "Born")
    assert project.settings.roles == {"Shop:Born": Role.KEEP}
    assert project.settings.lined_up == (("Shop:Born", ""),)
    assert project.undo_text == "Undo leaving out “Born” of “Shop”"
    project.undo()
    project.remove_list(1)
    project.unmap_column(0, "Born")
    assert project.settings.lined_up == ()


def test_the_order_of_dates_can_be_said_and_forgotten(project: Project) -> None:
    project.set_date_order("Born", "month")
    assert project.settings.date_orders == {"Born": "month"}
    project.set_date_order("Born", None)
    assert project.settings.date_orders == {}


def test_pasted_rows_become_a_file_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path))
    text = "name\tphone\r\nJürgen\t0123\r\n"
    first, second = keep_pasted(text), keep_pasted(text)
    assert first.name == "Pasted list.csv"
    assert first != second
    assert first.read_bytes().decode("utf-8") == text
    for nothing in ("", " \n", "one", "two words"):
        with pytest.raises(InputError):
            keep_pasted(nothing)
    monkeypatch.setenv("ENTITYRES_DATA", str(first))
    with pytest.raises(OutputError):
        keep_pasted(text)


def test_choices_of_merging_wait_for_the_column_and_the_list_that_they_name(project: Project) -> None:
    project.set_rule("Phone", Rule("shortest"))
    project.set_rule("Town", Rule("newest", by="Born"))
    project.set_preferred_lists(["Shop"])
    for heading in ("Phone", "Born"):
        for number in (0, 1):
            project.rename_column(number, heading, f"{heading} {number}")
    project.remove_list(1)
    for _ in range(2):
        merged = project.merged_now()
        assert merged is not None
        assert merged.rules["Town"].by != "Born"
        rematch(project)
    while project.can_undo and project.settings.preferred_lists:
        project.undo()
    while project.can_redo:
        project.redo()
    assert project.settings.preferred_lists == ("Shop",)
    assert project.merged_now() is not None


def test_a_cell_changed_by_hand_and_the_date_of_a_rule_go_along_with_the_name_of_their_column(project: Project) -> None:
    project.remove_list(1)
    rematch(project)
    project.decide_records(0, 1, Answer.MATCH)
    assert project.groups is not None
    project.override(int(project.groups.group_of[0]), "Phone", text="by hand")
    project.set_rule("Town", Rule("newest", by="Born"))
    project.rename_column(0, "Phone", "Mobile")
    project.rename_column(0, "Street", "Phone")
    project.rename_column(0, "Born", "Birthday")
    rematch(project)
    merged = project.merged_now()
    assert merged is not None
    assert "by hand" in merged.table["Mobile"].to_pylist()
    assert "by hand" not in merged.table["Phone"].to_pylist()
    assert project.settings.rules["Town"].by == "Birthday"


def test_a_check_column_of_one_list_goes_along_with_the_name_of_the_list(project: Project) -> None:
    project.set_check("CRM:Born")
    project.rename_list(0, "Main")
    assert project.settings.check == "Main:Born"
