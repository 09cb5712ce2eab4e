"""Session: a project as the window sees it: opened, changed, shown step by step, closed. No Qt.

The parts are told apart by idea, each built on the one before: `core` (state, and the one way it changes), `choosing`
(lists, roles, keys, cuts, rules), `deciding` (answers, cells by hand), `working` (long jobs), `batches` (very many answers
as one step), and here opening, closing and the states of the six steps.

Everything a user did is in the file before the call returns, and can be undone.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from entityres.entities.decisions import Answer
from entityres.errors import ProjectError
from entityres.records.roles import NOT_COMPARED
from entityres.session.batches import Batches
from entityres.session.document import HandChange
from entityres.session.file_lock import FileLock
from entityres.session.matched import Matched, Prepared, Stopped, differences, made_from
from entityres.session.places import ENDING, drafts_folder
from entityres.session.stages import Change, Changes, StageState, State, Step, count
from entityres.session.standing import Standing, standings
from entityres.session.store import Store, older_versions

__all__ = [
    "Answer",
    "Change",
    "Changes",
    "HandChange",
    "Matched",
    "Prepared",
    "Project",
    "StageState",
    "Standing",
    "State",
    "Step",
    "Stopped",
]


class Project(Batches):
    """One project, one file."""

    # Opening, naming, closing

    @classmethod
    def create(cls, path: str | Path | None = None) -> Self:
        """Begin a project at a place, or as a draft that is named later.

        Raises:
            ProjectError: There is a file already, or the folder cannot be written to.
        """
        if path is None:
            folder = drafts_folder()
            now = datetime.now().strftime("%Y-%m-%d %H-%M")
            place = folder / f"Untitled {now} {uuid.uuid4().hex[:4]}{ENDING}"
        else:
            place = Path(path)
        if place.exists():
            raise ProjectError(f"There is a file named {place.name} already.", "Choose another name.")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ProjectError(
                f"The folder {place.parent} cannot be made: {error.strerror}.", "Choose another."
            ) from error
        project = cls(Store(place, create=True))
        project._store.put_state(document=project._document.to_json(), contents_in_use=[])
        return project

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a project; read-only when somebody else has it open or it comes from a newer version.

        Raises:
            ProjectError: It is missing, damaged or no project.
        """
        place = Path(path)
        if not place.is_file():
            raise ProjectError(f"{place} was not found.", "It may have been moved; look for it in another folder.")
        store = Store(place, create=False)
        try:
            return cls(store)
        except BaseException:
            store.close()
            raise

    def close(self) -> None:
        """Finish writing and let others open the project."""
        self._keep_what_is_left()
        self._store.close()

    def _keep_what_is_left(self) -> None:
        """Write down how much is left to review, for whoever looks into the file without opening it."""
        if self.read_only or self._store.closed or self.latest_groups is None:
            return
        with suppress(ProjectError):  # a full disk says so where something is lost by it
            self._store.put_state(closed={"left": self.left_to_review(), "answered": self._book.count})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def name_it(self, path: str | Path) -> None:
        """Give the project a place and go on there; a draft moves, a named one leaves its file behind.

        Raises:
            ProjectError: The place cannot be written, or somebody has that file open.
        """
        target, old, was_draft = Path(path), self._store, self.is_draft
        if target.absolute() == old.path.absolute():
            return
        self.save_copy(target)
        self._store = Store(target, create=False)
        self._journal.move_to(self._store)
        old.close()
        if was_draft and not old.read_only:
            old.remove()

    def save_copy(self, path: str | Path) -> None:
        """Write a copy of the project and go on here."""
        self._must_be_free()
        target = Path(path)
        lock = FileLock(target)
        try:
            free = lock.take()
        except OSError as error:
            raise ProjectError(
                f"{target.parent} cannot be written to: {error.strerror}.", "Choose another folder."
            ) from error
        if not free:
            owner = lock.owner()
            who = owner.words if owner else "another window"
            raise ProjectError(f"{target.name} is open elsewhere: {who}.", "Close it there or choose another name.")
        try:
            self._store.copy_to(target)
        finally:
            lock.give_back()

    def delete(self) -> None:
        """Close the project and remove its file (a draft that nobody wants)."""
        self._store.close()
        self._store.remove()

    @property
    def name(self) -> str:
        """Its name on screen."""
        return "Untitled" if self.is_draft else self.path.stem

    def older_versions(self) -> list[Path]:
        """Copies from earlier times it was opened, newest first."""
        return older_versions(self.path)

    # The steps

    def changed_since_match(self) -> tuple[str, ...]:
        """What changed since the last match, in words; empty when it is up to date or there is none."""
        if self._matched is None:
            return ()
        then, now = self._matched.made_from, self._document
        known = self._changed
        if known is None or known[0] is not then or known[1] is not now:  # asked at each answer, which changes neither
            known = self._changed = (then, now, differences(then, made_from(now)))
        return known[2]

    def stages(self) -> dict[Step, StageState]:
        """The state of each step, in the order of the work."""
        return {
            Step.LOAD: self._load_stage(),
            Step.COLUMNS: self._columns_stage(),
            Step.MATCH: self._match_stage(),
            Step.REVIEW: self._review_stage(),
            Step.MERGE: self._merge_stage(),
            Step.EXPORT: self._export_stage(),
        }

    def _load_stage(self) -> StageState:
        lists = self.lists
        if not lists:
            return StageState(State.EMPTY, "no lists yet", "Drop CSV files here.")
        words = f"{count(len(lists), 'list')} · {count(sum(map(len, lists)), 'row')}"
        rejected = sum(len(one.rejected) for one in lists)
        empty = [one.name for one in lists if not len(one)]
        if empty:
            return StageState(State.PROBLEM, words, f"“{empty[0]}” has no rows.")
        return StageState(State.READY, words, f"{count(rejected, 'row')} could not be loaded." if rejected else "")

    def _columns_stage(self) -> StageState:
        if self._columns is None:
            return StageState(State.EMPTY, "no columns yet", "Load a list first.")
        output = self._columns.output
        compared = sum(column.role not in NOT_COMPARED for column in output)
        words = f"{compared} of {len(output)} compared"
        if not compared:
            return StageState(State.PROBLEM, words, "No column is compared.")
        return StageState(State.READY, words)

    def _match_stage(self) -> StageState:
        if self._matched is None:
            return StageState(State.EMPTY, "not run yet", "Press Find matches." if self.lists else "Load a list first.")
        return self._dated(count(len(self._matched.scored), "pair"))

    def _review_stage(self) -> StageState:
        if self._matched is None:
            return StageState(State.EMPTY, "no pairs yet", "Find matches first.")
        return self._dated(f"{self.left_to_review():,} left")

    def _merge_stage(self) -> StageState:
        if self._matched is None:
            return StageState(State.EMPTY, "nothing to merge yet", "Find matches first.")
        merged = self._store.state("merged")
        if merged is None:
            return StageState(State.EMPTY, "not merged yet")
        words = count(merged["records"], "record")
        if {**self._merged_state(), "records": merged["records"]} != merged:
            return StageState(State.OUT_OF_DATE, words, "Decisions, thresholds or rules changed since.")
        return self._dated(words)

    def _export_stage(self) -> StageState:
        exported = self._store.state("exported")
        if exported is None:
            return StageState(State.EMPTY, "not exported yet")
        words = f"exported {datetime.fromisoformat(exported['at']):%d %b %H:%M}"
        if {**self._merged_state(), "at": exported["at"]} != exported:
            return StageState(State.OUT_OF_DATE, words, "Something changed since.")
        return self._dated(words)

    def _dated(self, words: str) -> StageState:
        """Ready, or out of date when the match is."""
        changed = self.changed_since_match()
        if not changed:
            return StageState(State.READY, words)
        why = f"These results come from earlier settings (changed: {', '.join(changed)})."
        return StageState(State.OUT_OF_DATE, words, why)

    # Where pairs stand

    def make_ready(self) -> None:
        """Work out what a review of the last match shows first; for whoever opens a project in the background."""
        if self._matched is not None and len(self._matched.scored):
            self.risks()
            self.standings()

    def standings(self) -> np.ndarray:
        """int8 (n_pairs,): `Standing` of each pair, by the groups that were computed last."""
        matched, groups = self._matched, self.latest_groups or self.groups_now()
        if matched is None:
            return np.empty(0, np.int8)
        settings = self.settings
        key = (self._groups_key(), matched.content, id(groups))
        if self._standings is None or self._standings[0] != key:
            self._standings = (key, standings(matched.scored, self._book.answers, groups, settings))
        return self._standings[1]

    def left_to_review(self) -> int:
        """Pairs that need review and were not decided."""
        return int(np.count_nonzero(self.standings() == Standing.REVIEW))
