"""Every kind of condition, written in the editor by mouse and key: foreseen, added, run, shown in the table, kept in the file.

What is foreseen, what the table counts and what the run finds is one and the same number.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.progress import quiet
from entityres.records.roles import Role
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.models.key_draft import KIND_WORDS
from entityres.ui.widgets.similar_columns import TOKEN_WORDS
from tests.helpers.building import make_list
from tests.helpers.generated_customers import customers
from tests.helpers.mouse import choose, press, write
from tests.helpers.windows import number, open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from entityres.ui.main_window import MainWindow
    from entityres.ui.pages.match import MatchPage
    from entityres.ui.widgets.key_editor import KeyEditor

pytestmark = pytest.mark.slow

RECORDS = 1_500
ITEMS = tuple(f"{what} {size}" for what in ("tea", "rice", "soap", "lamp", "nail", "rope") for size in range(10, 20))


@pytest.fixture(scope="module")
def matched(tmp_path_factory) -> Path:
    """A project with customers, what they buy and their numbers, matched by one key, so that any other is new."""
    made, rng = customers(RECORDS, 6), np.random.default_rng(2)
    columns = {name: made.record_list.table[name].to_pylist() for name in made.record_list.columns}
    bought = [rng.choice(ITEMS, 4, replace=False) for _ in range(RECORDS)]
    columns["bought"] = [";".join(sorted(bought[who][: int(rng.integers(3, 5))])) for who in made.customer.tolist()]
    digits = [f"{10_007 + 61 * who % 89_000}" for who in made.customer.tolist()]
    columns["zip"] = [text if rng.random() < 0.8 else text[:2] + "0" + text[3:] for text in digits]
    path = tmp_path_factory.mktemp("kinds") / "kinds.entityres"
    project = Project.create(path)
    project.add_lists([make_list("shop", columns)])
    project.set_role(0, "bought", Role.ITEMS)
    project.set_role(0, "zip", Role.POSTCODE)
    project.set_keys((Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),)),))
    project.take_matches(project.matching_job()(quiet()))
    project.close()
    return path


@pytest.fixture
def window(qtbot, tmp_path, matched) -> Iterator[MainWindow]:
    path = shutil.copy(matched, tmp_path / "kinds.entityres")
    with open_window(Project.open(path), tmp_path, size=(1600, 1000)) as made:
        made.go_to(Step.MATCH)
        yield made


def new_key(page: MatchPage, *, similar: bool) -> KeyEditor:
    menu = page.compare.keys.foot._menu
    menu.aboutToShow.emit()
    menu.actions()[int(similar)].trigger()
    QApplication.processEvents()  # its rows are laid out
    return page.compare.editor


def hold_to_the_run(window: MainWindow, editor: KeyEditor, wanted: Key) -> int:
    """Foreseen, added, in the table, found by the run, in the file: one number."""
    page = window.pages[Step.MATCH]
    key = editor.draft.key()
    assert (key.parts, key.sets) == (wanted.parts, wanted.sets)
    assert editor.save_button.isEnabled(), editor._problem.text()
    estimate = editor.figures.cell("pairs", 1)
    editor._on_timer_timeout()  # 200 ms later
    foreseen, alone = number(editor.figures.cell("pairs", 1)), number(editor.figures.cell("only", 1))
    records = number(editor.figures.cell("records", 1))
    assert "≈" not in editor.figures.cell("pairs", 1)
    before = len(window.project.scored)
    press(editor.save_button)
    model = page.compare.keys.model
    row = len(model.keys) - 1
    assert model.keys[row].name == key.name
    assert page.compare.keys.current_key == key.name
    assert (number(model.text(row, "pairs")), number(model.text(row, "only"))) == (foreseen, alone)
    assert number(page.compare.keys.foot.words) == before + alone
    texts = " ".join(shown_texts(page))
    assert key.name in texts
    assert "None" not in texts
    press(page.run_bar.find_button)
    pairs = window.project.scored.pairs
    bit = next(i for i, ran in enumerate(pairs.keys) if ran.name == key.name)
    assert foreseen == pairs.counts[bit].pairs == int((pairs.masks >> np.uint64(bit) & np.uint64(1)).sum())
    assert len(pairs) == before + alone
    window.go_to(Step.MATCH)
    assert number(model.text(row, "pairs")) == foreseen
    assert number(model.text(row, "records")) == records == pairs.counts[bit].records
    assert window.project.keys[-1] == key
    assert estimate.startswith("≈") or key.join is not None
    low_high = [number(part) for part in estimate.split("–")] if estimate.startswith("≈") else [foreseen]
    # An estimate that is far off is worse than none: twice or half at most, where there are enough pairs to tell.
    assert foreseen < 50 or low_high[0] / 2 <= foreseen <= low_high[-1] * 2, (estimate, foreseen)
    return foreseen


@dataclass(frozen=True)
class Written:
    """A condition as a person chooses it, and what it means."""

    column: str
    kind: PartKind
    field: str
    size: int = 0


PARTS = (
    Written("Last name", PartKind.EXACT, "family_name"),
    Written("Last name", PartKind.PREFIX, "family_name", 4),
    Written("Phone", PartKind.LAST_DIGITS, "phone", 5),
    Written("Birth date", PartKind.YEAR, "birth_date"),
    Written("Street", PartKind.FIRST_WORD, "street"),
    Written("Last name", PartKind.PHONETIC, "family_name"),
    Written("Street", PartKind.HOUSE_NUMBER, "street"),
    Written("Street", PartKind.SORTED_WORDS, "street"),
    Written("Street", PartKind.RARE_WORDS, "street", 12),
    Written("E-mail", PartKind.LOCAL_PART, "email"),
    Written("First name", PartKind.PREFIX, "given_name", 1),
    Written("Postcode", PartKind.LAST_DIGITS, "postcode", 4),
    Written("Set of items", PartKind.RARE_ITEMS, "items", 150),
)


def test_every_kind_is_among_these():
    assert {one.kind for one in PARTS} == set(KIND_WORDS) - {PartKind.WHOLE}


@pytest.mark.parametrize("written", PARTS, ids=lambda one: f"{one.column} {one.kind} {one.size}")
def test_a_condition_of_each_kind(window, page, written):
    editor = new_key(page, similar=False)
    row = editor.rows[0]
    choose(row.column_choice, written.column)
    choose(row.kind_choice, KIND_WORDS[written.kind])
    assert row.size_spin.isVisible() == bool(written.size)
    if written.size:
        write(row.size_spin, written.size)
    key = Key("", (Part(written.kind, (written.field,), written.size),))
    assert hold_to_the_run(window, editor, key) > 0


SETS = (
    ("letters", 3, Bands(("given_name", "family_name"), "characters", 3, 38, 5)),
    ("words", 1, Bands(("street", "city"), "words", 1, 38, 5)),
    ("words after small words", 1, Bands(("street",), "stop words", 1, 38, 5)),
    ("items of a set", 1, Bands(("items",), "items", 1, 38, 5)),
    ("letters, counted", 2, Bands(("family_name",), "character bags", 2, 38, 5)),
    ("words, counted", 1, Bands(("street", "city"), "word bags", 1, 38, 5)),
    ("single places, for numbers", 0, Bands(("postcode",), "places", 3, 38, 5)),
)


def test_every_kind_of_piece_is_among_these():
    assert {words for words, _, _ in SETS} == set(TOKEN_WORDS.values())


def choose_pieces(editor: KeyEditor, words: str, k: int, fields: tuple[str, ...]) -> None:
    similar = editor.similar
    for name, box in similar.boxes.items():
        if box.isChecked() != (name in fields):
            press(box)
    choose(similar.tokens_choice, words)
    assert similar.k_spin.isVisible() == (words != TOKEN_WORDS["places"])
    if k:
        write(similar.k_spin, k)


@pytest.mark.parametrize(("words", "k", "bands"), SETS, ids=[words for words, _, _ in SETS])
@pytest.mark.parametrize("exactly", [False, True], ids=["most", "every"])
def test_similar_columns_in_each_kind_of_pieces(window, page, words, k, bands, exactly):
    editor = new_key(page, similar=True)
    choose_pieces(editor, words, k, bands.fields)
    wanted = Key("", bands=bands)
    if exactly:
        choose(editor.similar.how_choice, "every pair from")
        write(editor.similar.similarity_spin, 80)
        wanted = Key("", join=Join(bands.fields, bands.tokens, bands.k, 0.8))
    found = hold_to_the_run(window, editor, wanted)
    assert found > 0 or words == TOKEN_WORDS["stop words"], "only texts with small words have such pieces"
    if not exactly:
        page.compare.keys.choose(window.project.keys[-1].name)
        assert page.compare.similar.curve.plot.isVisible()


@pytest.mark.parametrize("kind", [PartKind.EXACT, PartKind.YEAR], ids=str)
def test_a_similar_condition_beside_another(window, page, kind):
    editor = new_key(page, similar=True)
    choose_pieces(editor, "letters", 3, ("family_name", "street"))
    press(editor.and_button)
    choose(editor.rows[0].column_choice, "Birth date")
    choose(editor.rows[0].kind_choice, KIND_WORDS[kind])
    wanted = Key("", (Part(kind, ("birth_date",)),), Bands(("family_name", "street"), b=38, r=5))
    assert hold_to_the_run(window, editor, wanted) > 0


def test_the_keys_are_those_of_the_file_when_it_is_opened_again(qtbot, tmp_path, matched):
    path = shutil.copy(matched, tmp_path / "kinds.entityres")
    with open_window(Project.open(path), tmp_path, size=(1600, 1000)) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        for written in PARTS[:6]:
            editor = new_key(page, similar=False)
            choose(editor.rows[0].column_choice, written.column)
            choose(editor.rows[0].kind_choice, KIND_WORDS[written.kind])
            press(editor.save_button)
        for words, k, bands in SETS:
            editor = new_key(page, similar=True)
            choose_pieces(editor, words, k, bands.fields)
            press(editor.save_button)
        keys = window.project.keys
        assert len(keys) == 1 + 6 + len(SETS)
    with open_window(Project.open(path), tmp_path, size=(1600, 1000)) as window:
        assert window.project.keys == keys
        window.go_to(Step.MATCH)
        shown = window.pages[Step.MATCH].compare.keys.model
        assert [shown.text(row, "key") for row in range(shown.rowCount())] == [key.name for key in keys]
        for key in keys:
            window.pages[Step.MATCH].compare._on_key_edited(key.name)
            made = window.pages[Step.MATCH].compare.editor.draft.key()
            assert (made.name, made.parts, made.sets) == (key.name, key.parts, key.sets)
            press(window.pages[Step.MATCH].compare.editor.cancel_button)
