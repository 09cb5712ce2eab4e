"""Session: long work, as functions that a worker thread can run.

A job takes snapshots when it is made and touches nothing of the project but its file; the result is swapped in by the
`take_...` call on the caller's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres import pipeline
from entityres.errors import Cancelled, ProjectError
from entityres.progress import quiet
from entityres.scoring.partners import without_partners
from entityres.session.deciding import Deciding
from entityres.session.decision_book import NO_ANSWER, Said, fingerprints
from entityres.session.document import ListEntry
from entityres.session.matched import Matched, Prepared, Stopped, differences, made_from
from entityres.session.packing import pack_match
from entityres.session.pair_notes import PairNotes
from entityres.session.risks import Risks
from entityres.session.sampling import results_of
from entityres.session.stages import MADE_FROM, NOTHING, Change, Changes
from entityres.session.store import Store

if TYPE_CHECKING:
    from entityres.entities.exporting import ExportOptions
    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Merged, Overrides
    from entityres.pipeline import MatchResult
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.records.record_list import ReadSettings, RecordList

MATCHED: Changes = frozenset({Change.MATCHES, Change.KEYS, Change.DECISIONS, Change.GROUPS})

NOT_CLEANED = frozenset(MADE_FROM[name] for name in ("keys", "across_only", "seed", "memory_limit_mb"))
"""Choices, in the words that name a change of them, on which cleaned values do not depend."""

MANY_DECISIONS = 10_000
"""So many are found again in a match with the fingerprints of all its records at hand."""
MOST_STEPS_BACK = 20
"""So many steps are looked through for the settings of the last match."""


class Working(Deciding):
    """The jobs, and what is computed when it is asked for."""

    def __init__(self, store: Store) -> None:
        self._matches_written: dict[int, tuple[MatchResult, int, _Moment]] = {}
        self._stopped: Stopped | None = None
        self._cleaned_here: tuple[Mapping[str, Any], CleanedRecords] | None = None
        self._ready: dict[int, _Ready] = {}
        self._notes: PairNotes | None = None
        self._risks: Risks | None = None
        super().__init__(store)

    # Reading

    def reading_job(
        self, paths: Sequence[str], settings: Sequence[ReadSettings] | None = None, instead_of: int | None = None
    ) -> Callable[[Progress], tuple[RecordList, ...]]:
        """Read files; `add_lists` takes the result, or `replace_list` where it is to stand in the place of a list."""
        before = None if instead_of is None else self._document.lists[instead_of]

        def job(progress: Progress) -> tuple[RecordList, ...]:
            lists = pipeline.load(paths, settings, progress)
            if not self.read_only:
                for record_list in lists:
                    progress.begin(f"Saving {record_list.name}")
                    content = self.write_list(record_list)
                    if before is not None:
                        self.number_rows(before, content)  # in a long list this takes seconds
            return lists

        return job

    # Matching

    def preparing_job(self) -> Callable[[Progress], Prepared]:
        """Clean the values and choose keys, so that forecasts can be shown; `take_prepared` takes the result."""
        lists, settings, made = self.lists, self.settings, made_from(self._document)
        columns, matched = self._columns, self._matched
        # Other keys change no value: what the last match cleaned still serves.
        kept = matched if matched is not None and set(differences(matched.made_from, made)) <= NOT_CLEANED else None

        def job(progress: Progress) -> Prepared:
            progress.begin("Cleaning values")
            understood = columns or pipeline.understand(lists, settings)
            cleaned = kept.cleaned if kept is not None else pipeline.clean(lists, understood, settings, progress)
            progress.begin("Choosing keys")
            plan = pipeline.choose_keys(cleaned, settings, progress=progress)
            return Prepared(understood, cleaned, plan.keys, made, plan.not_used)

        return job

    def take_prepared(self, prepared: Prepared) -> Changes:
        """Show what a preparing job made."""
        self._prepared = prepared
        if self._matched is None or prepared.cleaned is not self._matched.cleaned:
            self._cleaned_here = (prepared.made_from, prepared.cleaned)
        return frozenset({Change.KEYS})

    @property
    def prepared_is_current(self) -> bool:
        """True when what was prepared still follows from the lists and roles (keys may have changed since)."""
        if self._prepared is None:
            return False
        then, now = dict(self._prepared.made_from), made_from(self._document)
        planned = now["keys"] is not None or then.get("keys") is None
        return planned and all(then.get(name) == now[name] for name in now if name != "keys")

    def matching_job(self) -> Callable[[Progress], MatchResult | Stopped]:
        """Find matches with the present settings; `take_matches` takes the result.

        It goes on from a run that was stopped, as far as the lists and settings are the same: keys may be others.

        Returns:
            The job. When the user stops it after the values were cleaned it returns `Stopped`, else it raises Cancelled.
        """
        # What was learned is laid over the pairs when they are shown, so that it can be taken back without matching again.
        lists, settings = self.lists, self.settings.changed(refit=None)
        if not lists:
            raise ProjectError("There are no lists to match yet.", "Load a list first.")
        decisions = self._book.decisions_for(self._placing())
        moment = _Moment(self._document.lists, made_from(self._document), self._groups_state())
        so_far = (self._stopped and self._stopped.goes_on(moment.made_from)) or self._known_of(moment.made_from)

        def job(progress: Progress) -> MatchResult | Stopped:
            try:
                result = pipeline.match(lists, settings, decisions, progress, so_far)
                if not self.read_only:
                    progress.begin("Saving pairs")
                    self._write_match(result, moment)
            except Cancelled:
                if so_far.cleaned is None:
                    raise
                keys = [key for key in so_far.plan.keys if key.enabled] if so_far.plan is not None else ()
                return Stopped(
                    so_far.finished_keys, len(keys), so_far.n_pairs, progress.stage, so_far, moment.made_from
                )
            return result

        return job

    def _known_of(self, made: Mapping[str, Any]) -> pipeline.RunSoFar:
        """What a run need not make again: the roles that are shown, and values that were cleaned for the same lists and roles.

        Values that came with the file are cleaned anew: another version of the program may have made them.
        """
        before, cleaned = self._cleaned_here or ({}, None)
        holds = cleaned is not None and set(differences(before, made)) <= NOT_CLEANED
        return pipeline.RunSoFar(self._columns, cleaned if holds else None)

    def take_matches(self, result: MatchResult | Stopped) -> Changes:
        """Show a match, attach the decisions to it and flag those whose values changed; keep what a stopped run made."""
        if isinstance(result, Stopped):
            self._stopped = result
            return NOTHING
        self._stopped = None
        moment = _Moment(self._document.lists, made_from(self._document), None)
        if id(result) not in self._matches_written:
            self._write_match(result, moment)
        ready = self._ready.pop(id(result), None) or _Ready(self._matched_of(result))
        matched, self._notes, self._risks = ready.matched, ready.notes, ready.risks
        _, content, moment = self._matches_written.pop(id(result))
        match = {
            "content": content,
            "entries": [vars(entry) for entry in matched.entries],
            "made_from": dict(matched.made_from),
            "seconds": dict(matched.seconds),
        }
        contents = [content, *(e.content for e in matched.entries), *(e.content for e in self._document.lists)]
        self._store.put_state(match=match, contents_in_use=contents)
        self._cleaned_here = (moment.made_from, result.cleaned)
        self._take_matched(matched, ready.prints)
        if self.settings.refit is None and moment.groups_state == self._groups_state():
            self._groups = (self._groups_key(), result.groups)
        return MATCHED

    def note_pairs(self, result: MatchResult) -> None:
        """Work out what a window shows of the pairs of a match that was written, in the thread of its job (see `PairNotes`)."""
        if id(result) in self._matches_written:
            matched = self._matched_of(result).judged(self.settings)
            many = len(self._book.rows) > MANY_DECISIONS
            prints = fingerprints(matched.cleaned, np.arange(len(matched.cleaned))) if many else None
            notes = PairNotes.of(matched)
            # Before the first answer all risks are known, and whoever shows the pairs need not look at their groups.
            answers = np.full(len(matched.scored), NO_ANSWER, np.int8)
            said = Said(answers, np.empty(0, np.int32), 0)
            nobody = not len(self._book.rows)
            risks = Risks.of(matched, notes.by_values, result.groups, said, self.settings) if nobody else None
            self._ready[id(result)] = _Ready(matched, notes, risks, prints)

    def _matched_of(self, result: MatchResult) -> Matched:
        """A match that was written, as the project holds it."""
        _, content, moment = self._matches_written[id(result)]
        return Matched(
            result.lists,
            result.columns,
            result.cleaned,
            without_partners(result.scored),
            dict(result.seconds),
            moment.entries,
            moment.made_from,
            content,
            row_numbers=self._row_numbers_of(moment.entries),
        )

    @property
    def way_back(self) -> str:
        """Which way the lists and settings lie that the last match was made from: "undo", "redo", or "" for neither.

        Only where the next step that way is about these: nobody who wants a setting back wants to lose a decision.
        """
        matched, now = self._matched, made_from(self._document)
        if matched is None or not differences(matched.made_from, now):
            return ""
        for way in ("undo", "redo"):
            document = self._document
            patches = self._journal.next_patches(undo=way == "undo", most=MOST_STEPS_BACK)
            for number, patch in enumerate(patches):
                document = document.patched(patch)
                made = made_from(document)
                if not differences(matched.made_from, made):
                    return way
                if number == 0 and not differences(now, made):
                    break
        return ""

    def forget_stopped_run(self) -> None:
        """The next run begins anew, and what a stopped one made takes no memory any more."""
        self._stopped = None

    def _write_match(self, result: MatchResult, moment: _Moment) -> int:
        """Write a match to the file (its job does it in the background)."""
        content = self._store.add_content(
            "match", *pack_match(result.columns, result.cleaned, without_partners(result.scored))
        )
        self._matches_written[id(result)] = (result, content, moment)
        return content

    # Groups and merging

    @property
    def groups(self) -> Groups | None:
        """The groups for the present decisions and cuts (computed when something changed; under a second)."""
        return self.groups_now()

    @property
    def latest_groups(self) -> Groups | None:
        """The groups that were computed last; they may be older than the last decision."""
        return self._groups[1] if self._groups else None

    @property
    def groups_are_old(self) -> bool:
        """True when decisions or cuts changed since groups were made last, or none were made yet."""
        return self._matched is not None and (self._groups is None or self._groups[0] != self._groups_key())

    def groups_now(self) -> Groups | None:
        """The groups for the present decisions and cuts."""
        if self._matched is None:
            return None
        key = self._groups_key()
        if self._groups is None or self._groups[0] != key:
            matched = self._matched
            made = pipeline.group(matched.cleaned, matched.scored, self._book.as_decisions(), self.settings)
            self._groups = (key, made)
        return self._groups[1]

    def grouping_job(self) -> Callable[[Progress], tuple[Any, Groups, Risks]] | None:
        """Group in the background, for lists so long that it takes a noticeable while; `take_groups` takes the result."""
        matched = self._matched
        if matched is None:
            return None
        key, decisions, settings, said = self._groups_key(), self._book.as_decisions(), self.settings, self._book.said
        notes = self.pair_notes()

        def job(progress: Progress) -> tuple[Any, Groups, Risks]:
            progress.begin("Grouping")
            groups = pipeline.group(matched.cleaned, matched.scored, decisions, settings)
            _ = groups.order  # whoever shows a group asks for its members
            return key, groups, Risks.of(matched, notes.by_values, groups, said, settings)

        return job

    def take_groups(self, made: tuple[Any, Groups, Risks]) -> Changes:
        """Show what a grouping job made, even when decisions were made since: it is newer than what is shown.

        Groups of another match count records that are other people by now: they are left.
        """
        key, groups, risks = made
        if not self._is_of_this_match(key):
            return NOTHING
        self._groups, self._risks = (key, groups), risks
        return frozenset({Change.GROUPS})

    def pair_notes(self) -> PairNotes:
        """How the pairs of the last match differ, and what is risky about them by their values alone."""
        matched = self._matched
        assert matched is not None
        if self._notes is None or not self._notes.hold_for(matched):
            self._notes = PairNotes.of(matched)
            self._risks = None
        return self._notes

    def risks(self, *, anew: bool = True) -> Risks:
        """Risks of the pairs of the last match, with those that follow from groups and answers.

        Args:
            anew: As it is by now; else as of the groups that were made last, where those are not worked out yet.
        """
        matched, notes = self._matched, self.pair_notes()
        groups = self.latest_groups or self.groups_now()
        assert matched is not None
        assert groups is not None
        known = self._risks
        if known is None or (not known.holds_for(groups, self._book.version) if anew else known.groups is not groups):
            said = self._book.said
            self._risks = known = Risks.of(matched, notes.by_values, groups, said, self.settings)
        return known

    def _is_of_this_match(self, groups_key: Any) -> bool:
        return self._matched is not None and groups_key[0] == self._matched.content

    def _groups_key(self) -> Any:
        settings = self.settings
        content = self._matched.content if self._matched else 0
        return content, self._book.version, settings.match_at, settings.review_at, settings.one_to_one, settings.refit

    def _groups_state(self) -> int:
        """The last step in force that groups depend on; the same number means the same groups of the same pairs."""
        touching = ("match_at", "review_at", "one_to_one", "refit")
        return self._journal.latest("decisions", *(f"settings.{name}" for name in touching))

    @property
    def merged(self) -> Merged | None:
        """The merged records that were computed last; they may be older than the last change."""
        return self._merged[1] if self._merged else None

    def merged_now(self) -> Merged | None:
        """The merged records for the present groups, rules and cells changed by hand."""
        job = self.merging_job()
        return None if job is None else self.take_merged(job(quiet()))

    def merging_job(self) -> Callable[[Progress], tuple[Any, Groups, Merged]] | None:
        """Group and merge in the background; `take_merged` takes the result. None before the first match."""
        matched = self._matched
        if matched is None:
            return None
        settings, decisions, overrides = matched.fitting(self.settings), self._book.as_decisions(), self.overrides
        groups = self._groups[1] if self._groups and self._groups[0] == self._groups_key() else None
        known = self._merged[1] if self._merged and self._merged[0] == self._merged_key() else None
        keys = (self._groups_key(), self._merged_key())

        def job(progress: Progress) -> tuple[Any, Groups, Merged]:
            made = groups or pipeline.group(matched.cleaned, matched.scored, decisions, settings)
            progress.begin("Merging records")
            merged = known or pipeline.merge(matched.lists, matched.columns, made, settings, overrides)
            return keys, made, merged

        return job

    def take_merged(self, made: tuple[Any, Groups, Merged]) -> Merged | None:
        """Show what a merging job made; None for that of another match, which is left."""
        (groups_key, merged_key), groups, merged = made
        if not self._is_of_this_match(groups_key):
            return None
        self._groups, self._merged = (groups_key, groups), (merged_key, merged, groups)
        state = {**self._merged_state(), "records": int(merged.table.num_rows)}
        if not self.read_only and merged_key == self._merged_key() and self._store.state("merged") != state:
            self._store.put_state_soon(merged=state)
        return merged

    def _merged_key(self) -> Any:
        settings = self.settings
        rules = tuple(sorted((name, rule.take, rule.if_tied, rule.by) for name, rule in settings.rules.items()))
        names = tuple(one.name for one in self._matched.lists) if self._matched else ()
        return self._groups_key(), rules, settings.preferred_lists, self._document.overrides, names

    def _merged_state(self) -> dict[str, int]:
        """What merged records follow from, as it is kept with them in the file."""
        step = self._journal.latest("settings.rules", "settings.preferred_lists", "overrides")
        content = self._matched.content if self._matched else 0
        return {"match": content, "groups": self._groups_state(), "rules": step}

    @property
    def overrides(self) -> Overrides | None:
        """Cells changed by hand whose group still has the same members, as the engine takes them."""
        from entityres.entities.survivorship import Override

        matched = self._matched
        if matched is None or not self._document.overrides:
            return None
        made = []
        for change in self._document.overrides:
            places = np.asarray([*change.members, change.source or (-1, -1)], np.int32)
            records = matched.placing.records(places[:, 0], places[:, 1])
            if (records[:-1] >= 0).all():
                members = tuple(sorted(int(r) for r in records[:-1]))
                made.append(Override(members, change.column, int(records[-1]), change.text))
        return tuple(made)

    @property
    def overrides_without_records(self) -> int:
        """How many cells changed by hand are of groups of which a record was not among those matched last."""
        return 0 if self._matched is None else len(self._document.overrides) - len(self.overrides or ())

    # Export

    def exporting_job(
        self, folder: str | Path, options: ExportOptions | None = None
    ) -> Callable[[Progress], dict[str, Path]]:
        """Write the results to a folder, all or nothing."""
        matched, merging = self._matched, self.merging_job()
        if matched is None or merging is None:
            raise ProjectError("There is nothing to export yet.", "Find matches first.")
        settings, decisions = matched.fitting(self.settings), self._book.as_decisions()
        state = self._merged_state()
        checks = tuple(one.to_json() for one in results_of(self.samples))

        def job(progress: Progress) -> dict[str, Path]:
            from entityres.entities.exporting import ExportOptions, export

            chosen = replace(options or ExportOptions(), sample_checks=checks)
            _, groups, merged = merging(progress)
            result = matched.result(groups)
            written = export(Path(folder), result, merged, decisions, chosen, settings, progress)
            if not self.read_only:
                now = datetime.now().isoformat(timespec="seconds")
                records = int(merged.table.num_rows)
                self._store.put_state(exported={**state, "at": now}, merged={**state, "records": records})
            return written

        return job


@dataclass(frozen=True)
class _Ready:
    """A match with what its job worked out for those who show it (see `note_pairs`)."""

    matched: Matched
    notes: PairNotes | None = None
    risks: Risks | None = None
    prints: np.ndarray | None = None


@dataclass(frozen=True)
class _Moment:
    """What a matching job was made from: lists, settings as plain data, and the state of decisions and cuts."""

    entries: tuple[ListEntry, ...]
    made_from: dict[str, Any]
    groups_state: int | None
