"""Session: what answering many pairs at once would do, looked at before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.decisions import Answer
from entityres.session.decision_book import NO_ANSWER
from entityres.session.stages import count

if TYPE_CHECKING:
    from entityres.session.matched import Matched
    from entityres.session.project import Project


AS = {Answer.MATCH: "match", Answer.NOT: "not a match", Answer.UNSURE: "unsure"}


@dataclass(frozen=True)
class BulkCheck:
    """What a bulk answer would do.

    Attributes:
        pairs: The pairs that have another answer than this one, or none.
        contradicting: Those among them where an earlier answer says otherwise.
        big: Those that would be in a group of many records.
        big_from: How many records are many.
        answer: The answer.
        answered: How many more have this answer already.
    """

    pairs: np.ndarray
    contradicting: np.ndarray
    big: np.ndarray
    big_from: int
    answer: Answer = Answer.MATCH
    answered: int = 0

    @property
    def others(self) -> np.ndarray:
        """int32: the pairs with nothing to look at first."""
        most = max(
            int(self.pairs.max(initial=-1)), int(self.contradicting.max(initial=-1)), int(self.big.max(initial=-1))
        )
        others = np.zeros(most + 1, bool)
        others[self.pairs] = True
        others[self.contradicting] = others[self.big] = False
        return np.flatnonzero(others).astype(np.int32)

    @property
    def words(self) -> str:
        """Such as `1,910 pairs will be marked as match. 12 create groups of 6 or more.`."""
        text = f"{count(len(self.pairs), 'pair')} will be marked as {AS[self.answer]}."
        if len(self.big):
            groups = "creates a group" if len(self.big) == 1 else "create groups"
            text += f" {len(self.big):,} {groups} of {self.big_from} or more."
        if len(self.contradicting):
            verb = "contradicts an earlier answer" if len(self.contradicting) == 1 else "contradict earlier answers"
            text += f" {len(self.contradicting):,} {verb}."
        if self.answered:
            text += f" {self.answered:,} more {'has' if self.answered == 1 else 'have'} this answer already."
        return text

    @staticmethod
    def of(project: Project, matched: Matched, pairs: np.ndarray, answer: Answer, big_from: int) -> BulkCheck:
        """Look at what the answers and groups are now."""
        shown = len(pairs)
        pairs = pairs[project.decisions.answers[pairs] != answer]
        answers = project.decisions.answers[pairs]
        against = (answers != NO_ANSWER) & (answers != answer)
        big = np.zeros(len(pairs), bool)
        groups = project.groups_now()
        if answer == Answer.MATCH and groups is not None:
            one = groups.group_of[matched.scored.pairs.left[pairs]]
            two = groups.group_of[matched.scored.pairs.right[pairs]]
            together = groups.sizes[one] + np.where(one == two, 0, groups.sizes[two])
            big = (one != two) & (together >= big_from)
        return BulkCheck(pairs, pairs[against], pairs[big], big_from, answer, shown - len(pairs))
