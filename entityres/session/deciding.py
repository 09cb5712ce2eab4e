"""Session: answers about pairs and groups, cells changed by hand, and what they are called in the history."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.decisions import Answer
from entityres.records.sorted_sets import sorted_unique
from entityres.scoring.scored_pairs import probability_of
from entityres.session.choosing import Choosing
from entityres.session.decision_book import GONE, NO_ANSWER, DecidedHow, fingerprints
from entityres.session.directions import isolated
from entityres.session.document import HandChange
from entityres.session.file_lock import user_name
from entityres.session.matched import Matched
from entityres.session.stages import NOTHING, Changes, count
from entityres.session.summary import name_of

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.session.sample import Sample
    from entityres.session.store import Store

VERBS: dict[Answer | None, str] = {
    Answer.MATCH: "accept",
    Answer.NOT: "reject",
    Answer.UNSURE: "mark as unsure",
    None: "clear",
}
HOW_NAMES = {"key": DecidedHow.KEY, "split": DecidedHow.SPLIT, "bulk": DecidedHow.BULK}

NEWS = ("answer", "how", "left_print", "right_print", "person", "note")
"""What makes an answer another one than that which stands; when and at which lines it is said again does not."""


class Deciding(Choosing):
    """The calls that answer.

    Attributes:
        person: Who answers, as it is kept with each decision.
        left_alone: Pairs that the last call did not change, because a stronger decision stood there.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.person = user_name()
        self.left_alone = 0

    def groups_now(self) -> Groups | None:
        """The groups for the present decisions and cuts."""
        raise NotImplementedError

    def decide(
        self, pairs: np.ndarray | Sequence[int], answer: Answer | None, how: str = "key", note: str = ""
    ) -> Changes:
        """Answer for scored pairs, as one step; it is in the file when this returns.

        Args:
            pairs: Positions of scored pairs.
            answer: The answer; None clears it.
            how: "key" (one by one), "bulk" (many at once) or "split" (a group was split).
            note: A note to keep with them; "" keeps the notes that are there.
        """
        matched = self._matched
        chosen = sorted_unique(np.asarray(pairs, np.int64))
        if matched is None or not len(chosen):
            return NOTHING
        scored = matched.scored
        left, right = scored.pairs.left[chosen], scored.pairs.right[chosen]
        text = self._decision_text(matched, chosen, answer)
        return self._answer(text, left, right, scored.score[chosen], answer, HOW_NAMES[how], note)

    def decide_each(self, pairs: np.ndarray, answers: Sequence[Answer], text: str) -> Changes:
        """Answer for scored pairs that were looked at one by one, each with its own answer, as one step.

        Args:
            pairs: int32 (n,): positions of scored pairs, none twice.
            answers: An answer for each.
            text: Names the step.
        """
        matched = self._matched
        if matched is None or not len(pairs):
            return NOTHING
        scored, said = matched.scored, np.asarray(answers, np.int8)
        made, left_alone = [], 0
        for answer in Answer:
            chosen = pairs[said == answer]
            if len(chosen):
                left, right = scored.pairs.left[chosen], scored.pairs.right[chosen]
                made.append(self._answered(left, right, scored.score[chosen], answer, DecidedHow.KEY, ""))
                left_alone += self.left_alone
        self.left_alone = left_alone
        return self.commit(text, rows=np.concatenate(made))

    def set_note(self, pair: int, text: str) -> Changes:
        """Write a note on a pair, decided or not; "" removes it."""
        matched = self._matched
        if matched is None:
            return NOTHING
        pairs = matched.scored.pairs
        places = self._book.places(pairs.left[[pair]], pairs.right[[pair]])
        standing = self._book.standing(places)
        rows = standing.copy()
        if standing["answer"][0] == GONE:
            rows = self._filled(matched, places, matched.scored.score[[pair]], NO_ANSWER, DecidedHow.KEY)
        rows["note"] = self._text_number(text.strip())
        if rows["answer"][0] == NO_ANSWER and not text.strip():
            rows["answer"] = GONE
        if bool((rows == standing).all()):
            return NOTHING
        return self.commit(f"note on “{isolated(name_of(matched, int(pairs.left[pair])))}”", rows=rows)

    def split_group(self, group: int, members: Sequence[int]) -> Changes:
        """Take records out of a group: "not a match" between them and the rest of it, compared or not."""
        matched, groups = self._matched, self._groups[1] if self._groups else self.groups_now()
        if matched is None or groups is None:
            return NOTHING
        everyone = groups.members(group)
        apart = np.unique(np.asarray(members, np.int32))
        rest = np.setdiff1d(everyone, apart).astype(np.int32)
        # Records that are not in it come from a screen that shows older groups: better do nothing than part others.
        if not len(apart) or not len(rest) or len(rest) + len(apart) != len(everyone):
            return NOTHING
        one, two = np.repeat(apart, len(rest)), np.tile(rest, len(apart))
        left, right = np.minimum(one, two), np.maximum(one, two)
        scores = self._scores_of(matched, left, right)
        name = isolated(name_of(matched, int(everyone[0])))
        text = f"split of the group of “{name}”"
        return self._answer(text, left, right, scores, Answer.NOT, DecidedHow.SPLIT, "")

    def join_records(self, members: Sequence[int]) -> Changes:
        """Put records of the last match together: "match" between each two of them, compared or not, as one step."""
        matched = self._matched
        together = np.unique(np.asarray(members, np.int32))
        if matched is None or len(together) < 2:
            return NOTHING
        one, two = np.triu_indices(len(together), 1)
        left, right = together[one], together[two]
        name = isolated(name_of(matched, int(together[0])))
        text = f"putting {len(together)} records of “{name}” together"
        return self._answer(text, left, right, self._scores_of(matched, left, right), Answer.MATCH, DecidedHow.KEY, "")

    def decide_records(self, left: int, right: int, answer: Answer | None, note: str = "") -> Changes:
        """Answer for any two records of the last match, compared or not."""
        matched = self._matched
        if matched is None or left == right:
            return NOTHING
        one, two = np.asarray([min(left, right)], np.int32), np.asarray([max(left, right)], np.int32)
        text = f"{VERBS[answer]} “{isolated(name_of(matched, int(one[0])))}”"
        return self._answer(text, one, two, self._scores_of(matched, one, two), answer, DecidedHow.KEY, note)

    def put_samples(self, text: str, samples: Sequence[tuple[Sample, str]]) -> Changes:
        """Keep these samples, each with its verdicts (session/sampling.py), as one step with this name."""
        drawn, verdicts = tuple(one for one, _ in samples), tuple(letters for _, letters in samples)
        return self.commit(text, replace(self._document, samples=drawn, verdicts=verdicts))

    # Cells by hand

    def override(
        self,
        group: int | Sequence[int],
        column: str | tuple[str, ...],
        record: int = -1,
        text: str = "",
    ) -> Changes:
        """Choose the record whose value a merged cell takes, or type a text (record -1); several columns as one step.

        Args:
            group: The records of the group; or its number among the groups that records were merged from last.
            column: Its column, or several.
            record: The record, -1 for a text.
            text: What is typed.
        """
        names = (column,) if isinstance(column, str) else column
        made = [self._hand_change(group, name, record, text) for name in names]
        kept = self._overrides_but(made)
        if kept is None:
            return NOTHING
        document = replace(self._document, overrides=(*kept, *(one for one in made if one is not None)))
        return self.commit(f"change of {_quoted(names)} by hand", document)

    def clear_override(self, group: int | Sequence[int], column: str | tuple[str, ...]) -> Changes:
        """Let the rule choose a merged cell again; several columns as one step. The group as in `override`."""
        names = (column,) if isinstance(column, str) else column
        kept = self._overrides_but([self._hand_change(group, name, -1, "") for name in names])
        if kept is None:
            return NOTHING
        return self.commit(f"reset of {_quoted(names)}", replace(self._document, overrides=kept))

    def _overrides_but(self, changes: Sequence[HandChange | None]) -> tuple[HandChange, ...] | None:
        """The present changes by hand without those of the same cells; None when there are no such cells."""
        if not changes or None in changes:
            return None
        cells = {_cell(one) for one in changes if one is not None}
        return tuple(one for one in self._document.overrides if _cell(one) not in cells)

    def _hand_change(self, group: int | Sequence[int], column: str, record: int, text: str) -> HandChange | None:
        matched = self._matched
        if matched is None:
            return None
        if isinstance(group, int | np.integer):
            groups = self._merged[2] if self._merged else self.groups_now()
            if groups is None:
                return None
            members = groups.members(group)
        else:
            members = np.asarray(group, np.int64)
        numbers, rows = matched.placing.place(members)
        places = dict(zip(members.tolist(), zip(numbers.tolist(), rows.tolist(), strict=True), strict=True))
        return HandChange(tuple(places.values()), column, places[record] if record >= 0 else None, text)

    # Inside

    def _answer(
        self,
        text: str,
        left: np.ndarray,
        right: np.ndarray,
        scores: np.ndarray,
        answer: Answer | None,
        how: DecidedHow,
        note: str,
    ) -> Changes:
        return self.commit(text, rows=self._answered(left, right, scores, answer, how, note))

    def _answered(
        self,
        left: np.ndarray,
        right: np.ndarray,
        scores: np.ndarray,
        answer: Answer | None,
        how: DecidedHow,
        note: str,
    ) -> np.ndarray:
        """`ROW`: what an answer changes in the book."""
        matched = self._matched
        assert matched is not None
        places = self._book.places(left, right)
        standing = self._book.standing(places)
        # Manual > group split > bulk: a weaker answer leaves a stronger one alone.
        free = (standing["answer"] < Answer.NOT) | (standing["how"] <= how)
        self.left_alone = int(len(free) - np.count_nonzero(free))
        places, standing, scores = places[free], standing[free], scores[free]
        if answer is None:
            there = standing["answer"] >= Answer.NOT
            rows = standing[there]
            rows["answer"] = np.where(rows["note"] != 0, NO_ANSWER, GONE)
        else:
            rows = self._filled(matched, places, scores, int(answer), how)
            rows["note"] = np.where(standing["answer"] != GONE, standing["note"], 0)
            if note.strip():
                rows["note"] = self._text_number(note.strip())
            # The same answer about the same values by the same person is no news.
            rows = rows[np.any([rows[name] != standing[name] for name in NEWS], axis=0)]
        return rows

    def _filled(
        self, matched: Matched, places: np.ndarray, scores: np.ndarray, answer: int, how: DecidedHow
    ) -> np.ndarray:
        """Rows at these places, complete, with the fingerprints of the values as they are now."""
        rows = places.copy()
        settings, scored = self.settings, matched.scored
        rows["answer"], rows["how"], rows["at"], rows["score"] = answer, how, time.time(), scores
        rows["match_at"] = scored.default_match_at if settings.match_at is None else settings.match_at
        rows["review_at"] = scored.default_review_at if settings.review_at is None else settings.review_at
        rows["person"] = self._text_number(self.person)
        placing = matched.placing
        for side in ("left", "right"):
            records = placing.records(rows[f"{side}_list"], rows[f"{side}_row"])
            rows[f"{side}_print"] = fingerprints(matched.cleaned, records)
        return rows

    def _scores_of(self, matched: Matched, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        from entityres.session.decision_book import find_pairs

        found = find_pairs(matched.scored, left, right)
        scores = np.full(len(left), np.nan, np.float32)
        scores[found >= 0] = matched.scored.score[found[found >= 0]]
        return scores

    def _decision_text(self, matched: Matched, pairs: np.ndarray, answer: Answer | None) -> str:
        verb = VERBS[answer]
        if len(pairs) == 1:
            return f"{verb} “{isolated(name_of(matched, int(matched.scored.pairs.left[pairs[0]])))}”"
        chances = probability_of(matched.scored.score[pairs])
        text = f"{verb} {count(len(pairs), 'pair')}"
        if answer == Answer.MATCH:
            return f"{text} scoring {np.floor(chances.min() * 100) / 100:.2f} or higher"
        if answer == Answer.NOT:
            return f"{text} scoring {np.ceil(chances.max() * 100) / 100:.2f} or lower"
        return text


def _quoted(names: tuple[str, ...]) -> str:
    """`“street”`, or `“street” and its set` for several columns."""
    return f"“{names[0]}”" if len(names) == 1 else f"“{names[0]}” and its set"


def _cell(change: HandChange) -> tuple[frozenset[tuple[int, int]], str]:
    """The cell that was changed: its group, in whatever order the rows stand now, and its column."""
    return frozenset(change.members), change.column
