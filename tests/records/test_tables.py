"""Word tables: each is read, has a source, and holds what it should."""

from __future__ import annotations

import pytest

from entityres.records.folding import fold_text
from entityres.records.headings import PERSON_NUMBER, ROW_NUMBER
from entityres.records.roles import Role
from entityres.records.tables import meanings, resource_folder, resource_text, table, words

NAMES = sorted(path.stem for path in (resource_folder() / "tables").glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_every_table_names_its_source_and_has_lines(name: str) -> None:
    assert "# Source:" in resource_text(f"tables/{name}.txt")
    assert sum(len(lines) for lines in table(name).values()) > 0


def test_sections_words_and_meanings() -> None:
    assert "mr" in words("honorifics", "before")
    assert "phd" in words("honorifics", "after")
    assert meanings("street_types", "type")["avenue"] == "ave"
    assert "#n/a" in table("placeholders")["any"]
    assert words("placeholders", "no such section") == frozenset()


def test_headings_name_known_roles() -> None:
    known = {str(role) for role in Role} | {"created", ROW_NUMBER, PERSON_NUMBER, "qualifier", "secondary", "relation"}
    languages = table("headings")
    assert set(languages) == {
        "English",
        "German",
        "French",
        "Spanish",
        "Italian",
        "Dutch",
        "Polish",
        "Portuguese",
        "Swedish",
        "Danish and Norwegian",
        "Finnish",
        "Czech and Slovak",
        "Hungarian",
        "Romanian",
        "Turkish",
        "Greek",
        "Russian and Ukrainian",
        "Japanese",
        "Chinese and Korean",
        "Arabic",
        "Hebrew",
        "Vietnamese",
        "Indonesian and Malay",
        "Icelandic",
        "Bulgarian",
        "Serbian, Croatian, Slovene and Macedonian",
        "Georgian",
    }
    for lines in languages.values():
        for line in lines:
            kind, colon, listed = line.partition(":")
            assert kind in known
            assert colon
            assert all(fold_text(phrase) for phrase in listed.split(","))


def test_names_that_lead_out_of_the_folder_are_refused() -> None:
    with pytest.raises(ValueError, match="below"):
        resource_text("../pyproject.toml")
    with pytest.raises(ValueError, match="below"):
        resource_text("/etc/hostname")
