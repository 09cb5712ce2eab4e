"""Keys written, changed and named on the Match page, by mouse and key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from entityres.candidates.candidate_pairs import KeysNotUsed, NotUsed, WhyNot
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.session.stages import Step
from entityres.settings import Settings
from entityres.ui.models.key_draft import KIND_WORDS, KeyDraft, kinds_for
from tests.helpers.mouse import press
from tests.helpers.review_project import KEYS
from tests.helpers.windows import shown_texts

if TYPE_CHECKING:
    from entityres.ui.widgets.compare_part import ComparePart
    from entityres.ui.widgets.key_editor import KeyEditor

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def part(window) -> ComparePart:
    return window.pages[Step.MATCH].compare


@pytest.fixture
def editor(part) -> KeyEditor:
    """The editor with a new key."""
    menu = part.keys.foot._menu
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    return part.editor


def choose(choice, words: str) -> None:
    choice.setFocus()
    choice.setCurrentIndex(choice.findText(words))
    assert choice.currentText() == words


def test_a_key_is_written_foreseen_and_added(window, part, editor, qtbot):
    assert editor.isVisible()
    assert "Key not saved yet" in shown_texts(window)
    choose(editor.rows[0].column_choice, "Last name")
    choose(editor.rows[0].kind_choice, "begins alike")
    press(editor.and_button)
    choose(editor.rows[1].column_choice, "Birth date")
    choose(editor.rows[1].kind_choice, "same year")
    assert editor.name_edit.placeholderText() == "Last name begins + birth date year"
    assert editor.figures.cell("pairs", 1).startswith("≈"), "at once, from a sample"
    qtbot.waitUntil(lambda: editor.figures.cell("records", 1) not in ("…", "–"), timeout=20_000)
    key = editor.draft.key()
    assert key.parts == (Part(PartKind.PREFIX, ("last_name",), 4), Part(PartKind.YEAR, ("birth_date",)))
    found = propose_pairs(part._cleaned, (key,))
    assert editor.figures.cell("pairs", 1) == f"{len(found):,}"
    assert editor.figures.cell("records", 1) == f"{found.counts[0].records:,}"
    before = window.project.scored
    QTest.keyClick(editor.rows[1].size_spin, Qt.Key.Key_Return, CTRL)
    assert not editor.isVisible()
    assert window.project.keys[-1] == key
    assert part.keys.current_key == key.name
    assert window.project.scored is before, "adding a key starts no run"
    window.project.undo()
    assert key not in window.project.keys


def test_what_large_values_leave_out_is_told_with_the_matches(window, part, editor, qtbot, monkeypatch):
    monkeypatch.setattr("entityres.candidates.pair_finder.HOT_RECORDS", 3)
    choose(editor.rows[0].column_choice, "Last name")
    choose(editor.rows[0].kind_choice, "begins alike")
    qtbot.waitUntil(lambda: "leave out" in editor._reason.text(), timeout=20_000)
    found = propose_pairs(part._cleaned, (editor.draft.key(),))
    left_out = sum(value.pairs for value in found.left_out)
    assert left_out > 0
    assert f"Values that too many records share leave out {left_out:,} pairs." in editor._reason.text()


def test_the_forecast_counts_what_no_other_key_found(window, part, editor, qtbot):
    choose(editor.rows[0].column_choice, "City")
    qtbot.waitUntil(lambda: editor.figures.cell("only", 1) not in ("…", "–"), timeout=20_000)
    ran = window.project.scored.pairs
    known = set(zip(ran.left.tolist(), ran.right.tolist(), strict=True))
    found = propose_pairs(part._cleaned, (editor.draft.key(),))
    new = set(zip(found.left.tolist(), found.right.tolist(), strict=True)) - known
    assert editor.figures.cell("only", 1) == f"{len(new):,}"
    assert "no other key finds" in editor._reason.text()


def test_a_similar_key_with_columns_words_and_length(window, part, qtbot):
    part.keys.foot._menu.aboutToShow.emit()
    part.keys.foot._menu.actions()[1].trigger()
    similar = part.editor.similar
    assert similar.on_box.isChecked()
    for name, box in similar.boxes.items():
        if box.isChecked() != (name in ("street", "city")):
            press(box)
    choose(similar.tokens_choice, "words")
    similar.k_spin.setFocus()
    QTest.keyClick(similar.k_spin, Qt.Key.Key_Down)
    part.editor.name_edit.setFocus()
    QTest.keyClicks(part.editor.name_edit, "Same place")
    press(part.editor.save_button)
    made = window.project.keys[-1]
    assert (made.name, made.bands) == ("Same place", Bands(("street", "city"), "words", 2, 38, 5))
    assert part.similar.curve.isVisible()


def test_every_pair_from_a_similarity_on_can_be_asked_for(window, part, qtbot):
    part.keys.foot._menu.aboutToShow.emit()
    part.keys.foot._menu.actions()[1].trigger()
    choose(part.editor.similar.how_choice, "every pair from")
    similarity = part.editor.similar.similarity_spin
    similarity.setFocus()
    QTest.keyClick(similarity, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: part.editor.figures.cell("pairs", 1) not in ("…", "–"), timeout=20_000)
    press(part.editor.save_button)
    made = window.project.keys[-1]
    assert made.join == Join(("first_name", "last_name", "street", "city"), "characters", 3, 0.71)
    assert "at least 71\u00a0% similar" in " ".join(shown_texts(part))
    part._on_key_edited(made.name)
    assert part.editor.draft.key() == made


def test_a_key_is_changed_in_its_place_by_f2(window, part):
    part.keys.choose("Birth date + last name")
    part.keys.view.setFocus()
    QTest.keyClick(part.keys.view, Qt.Key.Key_F2)
    editor = part.editor
    assert editor.isVisible()
    assert [row.part for row in editor.rows] == list(KEYS[2].parts)
    assert not editor.save_button.isEnabled() or editor.draft.key() == KEYS[2]
    press(editor.rows[1].remove_button)
    editor.name_edit.setFocus()
    editor.name_edit.selectAll()
    QTest.keyClicks(editor.name_edit, "Born on one day")
    press(editor.save_button)
    assert [key.name for key in window.project.keys][2] == "Born on one day"
    assert window.project.keys[2].parts == KEYS[2].parts[:1]
    assert len(window.project.keys) == len(KEYS)
    saved = Settings.from_json(window.project.settings.to_json())
    assert saved.keys == window.project.keys, "in a recipe"


def test_escape_leaves_everything_as_it_was(window, part, editor):
    choose(editor.rows[0].column_choice, "City")
    QTest.keyClick(editor.name_edit, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    assert window.project.keys == KEYS


def test_delete_takes_a_key_out_and_undo_brings_it_back(window, part):
    part.keys.choose("Same phone")
    part.keys.view.setFocus()
    QTest.keyClick(part.keys.view, Qt.Key.Key_Delete)
    assert "Same phone" not in [key.name for key in window.project.keys]
    window.project.undo()
    assert window.project.keys == KEYS


def test_what_cannot_be_used_says_why(window, part, editor):
    choose(editor.rows[0].column_choice, "Phone")
    assert "asks for the same already" in " ".join(shown_texts(editor))
    assert not editor.save_button.isEnabled()
    press(editor.rows[0].remove_button)
    assert "Add a condition" in " ".join(shown_texts(editor))


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        (KeyDraft(bands=Bands(())), "Tick at least one column"),
        (KeyDraft((Part(PartKind.RARE_WORDS, ("a",), 9),), Bands(("b",))), "Make two keys"),
        (
            KeyDraft((Part(PartKind.RARE_WORDS, ("a",), 9), Part(PartKind.RARE_WORDS, ("b",), 9))),
            "one rare word or item only",
        ),
        (KeyDraft((Part(PartKind.EXACT, ("a",)), Part(PartKind.EXACT, ("a",)))), "Remove one of them"),
        (KeyDraft((Part(PartKind.EXACT, ("a",)),), name="Same phone"), "Choose another name"),
        (KeyDraft((Part(PartKind.EXACT, ("phone",)),), name="Mine"), "“Same phone” asks for the same"),
        (KeyDraft((Part(PartKind.EXACT, ("phone",)),), replaces="Same phone"), ""),
    ],
)
def test_problems_of_a_draft(draft, words):
    problem = draft.problem(KEYS)
    assert words in problem if words else problem == ""


def test_every_kind_of_part_is_offered_for_some_column():
    from entityres.records.roles import Role

    offered = {kind for role in Role for kind in kinds_for([role])}
    assert offered == set(PartKind) - {PartKind.WHOLE}, "the whole record is no matter of one column"
    assert set(KIND_WORDS) == set(PartKind)


def test_all_kinds_of_pieces_are_offered():
    from entityres.candidates.keys import TOKENS
    from entityres.ui.widgets.similar_columns import TOKEN_WORDS

    assert set(TOKEN_WORDS) == set(TOKENS)


def test_keys_left_out_are_offered_with_the_reason_and_what_they_would_add(window, part, monkeypatch):
    street = Key("Same street", (Part(PartKind.EXACT, ("street",)),))
    city = Key("Same city", (Part(PartKind.EXACT, ("city",)),))
    left = KeysNotUsed(
        (NotUsed(city, WhyNot.TOO_MANY_PAIRS, 3.2, 9_000.0), NotUsed(street, WhyNot.NOTHING_NEW, 0.0, 0.0)),
        3.2,
        9_000.0,
    )
    monkeypatch.setattr("entityres.ui.widgets.compare_part.keys_not_used", lambda _project: left)
    menu = part.keys.foot._menu
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions()]
    assert "All left out together: about 3 matches in 9,000 more pairs" in texts
    at = texts.index("Few matches among their pairs:")
    assert texts[at + 1] == "Same city\tabout 3 matches in 9,000 pairs"
    folded = next(action.menu() for action in menu.actions() if action.text() == "Other keys find their pairs")
    assert [action.text() for action in folded.actions()] == ["Same street"]
    menu.actions()[at + 1].trigger()
    assert part.editor.draft.key().parts == city.parts


def test_a_suggested_key_is_looked_at_before_it_is_added(window, part):
    menu = part.keys.foot._menu
    menu.aboutToShow.emit()
    suggestion = next(action for action in menu.actions()[3:] if action.isEnabled() and action.text())
    suggestion.trigger()
    assert part.editor.isVisible()
    assert part.editor.draft.key().name == suggestion.text()
    assert window.project.keys == KEYS
    press(part.editor.save_button)
    assert window.project.keys[-1].name == suggestion.text()


@pytest.mark.parametrize("size", [(1024, 700), (1600, 1000)])
def test_the_editor_fits_the_window(window, part, editor, size):
    window.resize(*size)
    for _ in range(4):
        QApplication.processEvents()
    inside = window.rect()
    for button in (editor.save_button, editor.cancel_button):
        place = button.mapTo(window, button.rect().bottomRight())
        assert inside.contains(place)
        assert button.width() >= button.sizeHint().width()
    assert part.verticalScrollBar().maximum() == 0, "nothing has to be scrolled to"


def test_the_first_question_need_not_wait(window, part, monkeypatch):
    maker = part._kept.maker(part._cleaned, window.project.settings.seed)
    assert part._kept.is_readied
    assert maker.kept.bytes, "words of the columns are there as soon as the page is"
    asked = []
    monkeypatch.setattr(window.jobs, "ask", lambda name, *_, **options: asked.append((name, options)))
    part._make_ready()
    assert asked == [], "once is enough"
    part.stop()
    part._make_ready()
    assert asked == [("make ready", {"idle": True})]


def test_a_key_over_columns_that_are_not_compared_now_is_kept_as_it_is_written(window, part):
    parts = (Part(PartKind.EXACT, ("email_2",)), Part(PartKind.EXACT, ("last_name",)))
    old = Key("Of another list", parts)
    similar = Key("Similar there", join=Join(("last_name", "email_2"), "characters", 3, 0.2))
    window.change(window.project.set_keys, (*window.project.keys, old, similar))
    part._on_key_edited(old.name)
    assert part.editor.rows[0].column_choice.currentText() == "E-mail"
    assert part.editor.draft.key() == old
    choose(part.editor.rows[1].kind_choice, "begins alike")
    assert part.editor.draft.key().parts[0] == parts[0], "what stands in another row stays"
    part.close_editor()
    part._on_key_edited(similar.name)
    press(part.editor.similar.boxes["first_name"])
    made = part.editor.draft.key().join
    assert made == Join(("first_name", "last_name", "email_2"), "characters", 3, 0.2), "no column and no pair is lost"
