"""Engine: the stages in order, and what each needs. The command line and the session both run these."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from entityres.progress import Progress, quiet

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.candidates.key_entries import EntryMaker
    from entityres.candidates.keys import Key
    from entityres.candidates.pair_finder import FoundPairs
    from entityres.candidates.planning import KeyPlan
    from entityres.entities.decisions import Decisions
    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Merged, Overrides
    from entityres.records.fields import CleanedRecords, ColumnRole, Columns
    from entityres.records.record_list import ReadSettings, RecordList
    from entityres.scoring.ranking import Neighbour
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.scoring.weighing import Weigher
    from entityres.settings import Settings


@dataclass(frozen=True)
class MatchResult:
    """Everything that a run made, each stage's result as it was handed on.

    Attributes:
        lists: The lists that were read.
        columns: Roles and lined-up columns.
        cleaned: Cleaned values.
        scored: Scored pairs (with the candidate pairs in them).
        groups: Groups of records.
        seconds: Time of each stage.
    """

    lists: tuple[RecordList, ...]
    columns: Columns
    cleaned: CleanedRecords
    scored: ScoredPairs
    groups: Groups
    seconds: dict[str, float] = field(default_factory=dict)


def load(
    paths: Sequence[str], read_settings: Sequence[ReadSettings] | None = None, progress: Progress | None = None
) -> tuple[RecordList, ...]:
    """Read files into lists with names of their own."""
    from entityres.records.reading import read_list, unique_names

    progress = progress or quiet()
    names = unique_names(paths)
    lists = []
    for number, (path, name) in enumerate(zip(paths, names, strict=True)):
        progress.begin(f"Reading {name}")
        lists.append(read_list(path, read_settings[number] if read_settings else None, name=name, progress=progress))
    return tuple(lists)


def understand(lists: Sequence[RecordList], settings: Settings) -> Columns:
    """Give every column a role (the user's choice, or found) and line the lists up."""
    from entityres.records.finding_roles import find_roles
    from entityres.records.lining_up import apply_choices, line_up

    found: list[tuple[ColumnRole, ...]] = [find_roles(record_list) for record_list in lists]
    return line_up(lists, apply_choices(lists, found, settings.roles, settings.check), settings.lined_up)


def clean(
    lists: Sequence[RecordList], columns: Columns, settings: Settings, progress: Progress | None = None
) -> CleanedRecords:
    """Clean the values for comparing."""
    from entityres.records.cleaning import clean_records

    return clean_records(
        lists,
        columns,
        settings.placeholders,
        settings.not_placeholders,
        progress or quiet(),
        date_orders=settings.date_orders,
    )


@dataclass(frozen=True)
class Workshop:
    """What choosing keys, proposing and scoring share for the same records, so that nothing is made twice."""

    maker: EntryMaker
    weigher: Weigher


def workshop(cleaned: CleanedRecords, settings: Settings, maker: EntryMaker | None = None) -> Workshop:
    """A workshop for these records, with the parts and signatures that were made of them, if any were."""
    from entityres.candidates.key_entries import EntryMaker
    from entityres.scoring.weighing import Weigher

    return Workshop(
        maker or EntryMaker(cleaned, settings.seed),
        Weigher(cleaned, settings.across_only and cleaned.n_lists > 1, settings.seed),
    )


@dataclass
class RunSoFar:
    """What a run has made up to the pairs to compare; one that was stopped goes on from there and makes nothing twice.

    It is filled while the run goes on. It holds for the same lists and the same settings.

    Attributes:
        columns: Roles and lined-up columns.
        cleaned: Cleaned values.
        maker: Parts and signatures of the records.
        plan: The keys to use.
        found: What keys found that are finished; empty once the pairs of all of them are together.
        pairs: The candidate pairs of all keys.
    """

    columns: Columns | None = None
    cleaned: CleanedRecords | None = None
    maker: EntryMaker | None = None
    plan: KeyPlan | None = None
    found: dict[Key, FoundPairs] = field(default_factory=dict)
    pairs: CandidatePairs | None = None

    def with_other_keys(self) -> RunSoFar:
        """What of it holds for other keys as well: those among them that are finished need not run again."""
        return replace(self, plan=None, pairs=None, found=dict(self.found))

    @property
    def finished_keys(self) -> tuple[Key, ...]:
        """The keys whose pairs are all found, in the order of the plan."""
        keys = self.plan.keys if self.plan is not None else ()
        return tuple(key for key in keys if key.enabled and (self.pairs is not None or key in self.found))

    @property
    def n_pairs(self) -> int:
        """Pairs that the finished keys found together."""
        from entityres.candidates.unions import sorted_union

        if self.pairs is not None:
            return len(self.pairs)
        codes = [found.codes for found in self.found.values()]
        return len(sorted_union(codes, len(self.cleaned))) if self.cleaned is not None else 0


def choose_keys(
    cleaned: CleanedRecords, settings: Settings, shop: Workshop | None = None, progress: Progress | None = None
) -> KeyPlan:
    """The user's keys, or those that the planner chooses, with those that it looked at and left."""
    from entityres.candidates.planning import KeyPlan, plan_keys
    from entityres.scoring.run_scores import judge_of

    if settings.keys is not None:
        return KeyPlan(settings.keys)
    shop = shop or workshop(cleaned, settings)
    return plan_keys(
        cleaned,
        judge_of(shop.weigher),
        across_only=shop.weigher.across_only,
        memory_limit_mb=settings.memory_limit_mb,
        maker=shop.maker,
        seed=settings.seed,
        progress=progress or quiet(),
    )


def propose(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    settings: Settings,
    shop: Workshop | None = None,
    progress: Progress | None = None,
    known: dict[Key, FoundPairs] | None = None,
) -> CandidatePairs:
    """Propose candidate pairs; what is known of keys is used and added to, see `propose_pairs`."""
    from entityres.candidates.proposing import propose_pairs

    return propose_pairs(
        cleaned,
        tuple(keys),
        across_only=settings.across_only and cleaned.n_lists > 1,
        seed=settings.seed,
        memory_limit_mb=settings.memory_limit_mb,
        maker=shop.maker if shop else None,
        progress=progress or quiet(),
        known=known,
        copies_too=True,
    )


def score(
    cleaned: CleanedRecords,
    pairs: CandidatePairs,
    settings: Settings,
    shop: Workshop | None = None,
    progress: Progress | None = None,
) -> ScoredPairs:
    """Weigh the evidence of each pair."""
    from entityres.scoring.check_distance import with_text_distances
    from entityres.scoring.doubles_inside import look_inside
    from entityres.scoring.inside_pairs import inside_pairs
    from entityres.scoring.judging import judged
    from entityres.scoring.random_pairs import random_pairs
    from entityres.scoring.run_scores import score_pairs
    from entityres.scoring.weighing import Weigher

    across_only = settings.across_only and cleaned.n_lists > 1
    weigher = shop.weigher if shop else Weigher(cleaned, across_only, settings.seed)
    scored = score_pairs(
        cleaned, pairs, across_only=across_only, seed=settings.seed, weigher=weigher, progress=progress or quiet()
    )
    inside = None
    if across_only:
        maker = shop.maker if shop else None
        inside = inside_pairs(cleaned, pairs.keys, weigher, scored.prior, settings.seed, maker, progress)
    scored = replace(scored, inside=look_inside(cleaned, scored, inside))
    if cleaned.check is not None and cleaned.check.texts is not None:
        scored = with_text_distances(scored, cleaned.check, *random_pairs(cleaned, across_only, settings.seed))
    return judged(scored, cleaned, settings)


def group(cleaned: CleanedRecords, scored: ScoredPairs, decisions: Decisions, settings: Settings) -> Groups:
    """Join records into groups; decisions win."""
    from entityres.entities.clustering import cluster
    from entityres.scoring.doubles_inside import single_lists

    single = single_lists(scored.inside, settings, cleaned.n_lists)
    cuts, things = (settings.match_at, settings.review_at), cleaned.things if single else None
    return cluster(cleaned.list_of, scored, decisions, *cuts, single=single, things=things, places=cleaned.places)


def merge(
    lists: Sequence[RecordList],
    columns: Columns,
    groups: Groups,
    settings: Settings,
    overrides: Overrides | None = None,
) -> Merged:
    """Build one record per group."""
    from entityres.entities.survivorship import merge_records

    return merge_records(lists, columns, groups, settings.rules, settings.preferred_lists, overrides)


def find(
    lists: Sequence[RecordList],
    record: int | Mapping[str, str],
    settings: Settings,
    n: int = 10,
    progress: Progress | None = None,
) -> tuple[Neighbour, ...]:
    """The records nearest to one of the lists, or to one that somebody typed.

    Args:
        lists: The lists.
        record: Number of a record over all lists, or text by heading.
        settings: The choices of the user; keys of theirs are looked through instead of all sensible ones.
        n: How many records are wanted.
        progress: Told how far the work is.

    Raises:
        EntityResError: A heading is not known, or nothing was typed that can be compared.
        Cancelled: The user asked to stop.
    """
    from entityres.candidates.nearest import nearest
    from entityres.candidates.planning import suggest_keys
    from entityres.records.typed_record import check_says_something, with_typed
    from entityres.scoring.ranking import rank

    progress = progress or quiet()
    progress.begin("Understanding columns")
    columns = understand(lists, settings)
    typed = None if isinstance(record, int) else record
    if not isinstance(record, int):
        lists, columns = with_typed(lists, columns, record)
        record = sum(len(record_list) for record_list in lists) - 1
    progress.begin("Cleaning values")
    cleaned = clean(lists, columns, settings, progress)
    if typed is not None:
        check_says_something(cleaned, typed)
    # A join looks at all records for one; the bands that `nearest` adds find the same ones.
    suggested = [key for key in suggest_keys(cleaned) if key.join is None]
    keys = suggested if settings.keys is None else [key for key in settings.keys if key.enabled]
    near = nearest(cleaned, record, keys, n, seed=settings.seed, progress=progress)
    progress.begin("Scoring")
    return rank(cleaned, record, near, n, seed=settings.seed)


def match(
    lists: Sequence[RecordList],
    settings: Settings,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
    so_far: RunSoFar | None = None,
) -> MatchResult:
    """From lists to groups: all stages with their times.

    Args:
        lists: The lists.
        settings: The choices of the user.
        decisions: What people said about pairs.
        progress: Told how far the work is.
        so_far: What a run of the same lists with the same settings had made when it was stopped; filled with what this
            one makes.

    Raises:
        EntityResError: Something cannot be used; nothing was written.
        Cancelled: The user asked to stop.
    """
    from entityres.entities.decisions import Decisions as NoDecisions
    from entityres.scoring.run_scores import judge_of

    progress = progress or quiet()
    so_far = so_far or RunSoFar()
    laps = _Laps()
    columns, shop, plan, pairs = _up_to_pairs(lists, settings, progress, so_far, laps)
    cleaned = shop.maker.cleaned
    progress.begin("Scoring pairs", len(pairs))
    scored = score(cleaned, pairs, settings, shop, progress)
    learned = plan.judged_again(judge_of(shop.weigher, scored.prior))
    scored = replace(scored, pairs=replace(scored.pairs, not_used=learned))
    laps.end("scoring")
    progress.begin("Grouping")
    groups = group(cleaned, scored, decisions or NoDecisions.none(), settings)
    laps.end("groups")
    return MatchResult(tuple(lists), columns, cleaned, scored, groups, laps.seconds)


class _Laps:
    """The time of each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._began = time.perf_counter()

    def end(self, stage: str) -> None:
        """A stage is over; the next one begins."""
        now = time.perf_counter()
        self.seconds[stage] = round(now - self._began, 3)
        self._began = now


def _up_to_pairs(
    lists: Sequence[RecordList], settings: Settings, progress: Progress, so_far: RunSoFar, laps: _Laps
) -> tuple[Columns, Workshop, KeyPlan, CandidatePairs]:
    """Make what is not there yet of a run up to its pairs; with the workshop for what follows."""
    progress.begin("Understanding columns")
    if so_far.columns is None:
        so_far.columns = understand(lists, settings)
    laps.end("columns")
    progress.begin("Cleaning values")
    if so_far.cleaned is None:
        so_far.cleaned = clean(lists, so_far.columns, settings, progress)
    cleaned = so_far.cleaned
    laps.end("cleaning")
    progress.begin("Choosing keys")
    # Weights are never those of the run before: they learn while they score.
    shop = workshop(cleaned, settings, so_far.maker)
    so_far.maker = shop.maker
    if so_far.plan is None:
        so_far.plan = choose_keys(cleaned, settings, shop, progress)
    laps.end("keys")
    progress.begin("Finding pairs to compare")
    if so_far.pairs is None:  # none found is found as well
        so_far.pairs = propose(cleaned, so_far.plan.keys, settings, shop, progress, so_far.found)
        so_far.found.clear()
    laps.end("candidates")
    return so_far.columns, shop, so_far.plan, so_far.pairs
