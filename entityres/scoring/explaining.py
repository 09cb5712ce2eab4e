"""Engine: why two records scored as they did, field by field, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.proposing import measured_by
from entityres.candidates.scurve import chance
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.records.sentences import ended
from entityres.scoring.comparisons import NAME_OTHER, SAME_WORDS, TEXT_ALIKE
from entityres.scoring.first_letters import others_with
from entityres.scoring.learning import refitted_fields
from entityres.scoring.partner_lessons import relearned
from entityres.scoring.partners import compete
from entityres.scoring.people_at_home import rivals_count
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.run_scores import evidence_of, weigher_of
from entityres.scoring.scored_pairs import GUARD_WORDS, FieldScores, Guard, ScoredPairs, probability_of
from entityres.scoring.two_firms import at_two_places

ACROSS = "compared across columns"
"""Note of a value that stands in another column of one of the two records."""


@dataclass(frozen=True)
class EvidencePart:
    """What one field says: bits for (+) or against (-), the level in words, and a note such as "2 records have it".

    The part of other partners (scoring/partners.py) belongs to no field; its name is empty.
    """

    name: str
    label: str
    weight: float
    level: str
    note: str
    missing: bool


@dataclass(frozen=True)
class Explanation:
    """Why a pair scored as it did; prior + weights of the parts = total.

    Attributes:
        sentence: The strongest evidence in words.
        parts: Evidence by field.
        prior: Bits that any two records start with.
        total: The score.
        probability: The same as 0-1.
        keys: Names of the keys that proposed the pair; empty when none did.
        guards: Why it is not merged without a person.
        jaccard: Similarity of the two records' shingles.
        compared: Whether the pair was among the candidates.
        chance_to_be_found: Chance that the minhash keys put them together, None without such a key.
    """

    sentence: str
    parts: tuple[EvidencePart, ...]
    prior: float
    total: float
    probability: float
    keys: tuple[str, ...]
    guards: tuple[str, ...]
    jaccard: float
    compared: bool = True
    chance_to_be_found: float | None = None


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _agree(labels: list[str], how: str) -> str:
    return _joined(labels) + how + (" agree" if len(labels) > 1 else " agrees")


def sentence_of(parts: tuple[EvidencePart, ...]) -> str:
    """The strongest evidence for and against in one sentence: what agrees, what nearly does, and what speaks against."""
    pro = [p for p in sorted(parts, key=lambda p: -p.weight) if p.weight >= 2 and p.name][:3]
    con = [p.label for p in sorted(parts, key=lambda p: p.weight) if p.weight <= -1 and p.name][:2]
    same, near = ([p.label for p in pro if (p.level == SAME_WORDS) == wanted] for wanted in (True, False))
    said = [_agree(labels, how) for labels, how in ((same, ""), (near, " nearly")) if labels]
    if con:
        said.append(_joined(con) + (" speak" if len(con) > 1 else " speaks") + " against")
    return ended("; ".join(said)) if said else "Nothing speaks strongly for or against a match."


def _too_much(role: Role, level: int, *, two_places: bool) -> str:
    """Why weights were taken off a field (`FieldScores.at_home`)."""
    if role == Role.ORGANISATION and two_places and level <= TEXT_ALIKE:
        return "at two addresses: it has moved, or has two branches"
    if role == Role.ORGANISATION:
        return "names like those of two firms of one owner or place"
    if role in (Role.TITLE, Role.TEXT):
        return "titles like those of two things of one kind"
    if role == Role.FAMILY_NAME and level < NAME_OTHER:
        return "without a first name anybody of the home or firm is meant"
    return "usual for two people of one home or firm"


def _are_names(field: FieldValues, records: tuple[int, int]) -> bool:
    """Whether two last names that begin with other letters are those of other records as well."""
    one, other = field.codes[[records[0]]], field.codes[[records[1]]]
    return bool(others_with(field, field.counts, one, other)[0] > 0)


def _guard_words(flags: int) -> tuple[str, ...]:
    return tuple(GUARD_WORDS[flag] for flag in Guard if flag and flags & flag)


def parts_of(
    cleaned: CleanedRecords, fields: Sequence[FieldScores], pair: int, records: tuple[int, int]
) -> tuple[EvidencePart, ...]:
    """Evidence of one pair by field.

    Args:
        cleaned: The records.
        fields: Evidence of some pairs.
        pair: Position among these.
        records: The two records.
    """
    parts = []
    values, levels = [cleaned.field(found.name) for found in fields], [found.levels[[pair]] for found in fields]
    two_places = bool(at_two_places(RoleLevels(values, levels, 1))[0])
    inside = bool(cleaned.list_of[records[0]] == cleaned.list_of[records[1]])  # there nothing was given back to rivals
    for found in fields:
        field, level = cleaned.field(found.name), int(found.levels[pair])
        note = ""
        if found.at_home is not None and (found.untaught is None or inside) and found.at_home[pair] > 0:
            note = _too_much(field.role, level, two_places=two_places)
        elif level == 0:
            note = f"{int(field.counts[field.codes[records[0]]]):,} records have this value"
        elif (
            field.role == Role.FAMILY_NAME
            and 0 < level < NAME_OTHER
            and found.weights[pair] < 0
            and _are_names(field, records)
        ):
            note = "others have either name"
        if field.moved is not None and level >= 0 and field.moved[list(records)].any():
            note = f"{note}; {ACROSS}" if note else ACROSS
        words = "not counted" if level < 0 else found.level_names[level]
        parts.append(EvidencePart(found.name, found.label, float(found.weights[pair]), words, note, level < 0))
    return tuple(parts)


def partners_part(bits: float) -> EvidencePart:
    """What the other partners of both records say."""
    words = "no other fits" if bits >= 0 else "another fits as well" if bits > -6 else "another fits better"
    return EvidencePart("", "Other partners", bits, words, "", False)


def explain(scored: ScoredPairs, cleaned: CleanedRecords, pair: int) -> Explanation:
    """Why a candidate pair scored as it did.

    Args:
        scored: Scored pairs.
        cleaned: The records.
        pair: Position of the pair.
    """
    parts = parts_of(cleaned, scored.fields, pair, (int(scored.pairs.left[pair]), int(scored.pairs.right[pair])))
    if scored.partners is not None:
        parts += (partners_part(float(scored.partners[pair])),)
    total = float(scored.score[pair])
    return Explanation(
        sentence_of(parts),
        parts,
        scored.prior,
        total,
        float(probability_of(total)),
        scored.pairs.key_names(pair),
        _guard_words(int(scored.guards[pair])),
        float(scored.pairs.jaccard[pair]),
    )


def find_pair(scored: ScoredPairs, left: int, right: int) -> int | None:
    """Position of a pair among the candidates, None when it was not compared."""
    left, right = min(left, right), max(left, right)
    first, last = np.searchsorted(scored.pairs.left, [left, left + 1])
    at = first + int(np.searchsorted(scored.pairs.right[first:last], right))
    return int(at) if at < last and scored.pairs.right[at] == right else None


def _chance(cleaned: CleanedRecords, keys: tuple[Key, ...], left: int, right: int, seed: int) -> float | None:
    """Chance that the minhash keys find a pair of this similarity, for keys whose other parts agree."""
    missed, any_bands = 1.0, False
    maker = EntryMaker(cleaned, seed)
    a, b = np.array([left], np.int32), np.array([right], np.int32)
    for key in keys:
        if key.bands is None or not key.enabled:
            continue
        any_bands = True
        base = maker.all_parts(key)
        if base is None or (base[left] == base[right] and base[left] != 0):
            similar = float(pair_similarity(maker.shingles(key.bands), a, b)[0])
            missed *= 1 - float(chance(similar, key.bands.b, key.bands.r))
    return 1 - missed if any_bands else None


def explain_records(
    scored: ScoredPairs, cleaned: CleanedRecords, left: int, right: int, *, across_only: bool = False, seed: int = 1
) -> Explanation:
    """Why any two records scored as they did, or would have if a key had proposed them.

    Args:
        scored: Scored pairs.
        cleaned: The records.
        left: A record.
        right: Another record.
        across_only: Whether only pairs of different lists are compared.
        seed: As in the run.
    """
    left, right = min(left, right), max(left, right)
    pair = find_pair(scored, left, right)
    if pair is not None:
        return explain(scored, cleaned, pair)
    a, b = np.array([left], np.int32), np.array([right], np.int32)
    found = evidence_of(weigher_of(scored, cleaned, across_only, seed), a, b)
    fields = found.fields if scored.refit is None else refitted_fields(found.fields, scored.refit)
    if scored.partners is not None:
        single = scored.single or (True,) * cleaned.n_lists
        rivals = compete(cleaned.list_of[a], cleaned.list_of[b], single)
        fields = tuple(rivals_count(field, rivals) for field in fields)
    fields = tuple(relearned(field, known.lesson) for field, known in zip(fields, scored.fields, strict=True))
    parts = parts_of(cleaned, fields, 0, (left, right))
    total = scored.prior + sum(part.weight for part in parts)
    similar = pair_similarity(EntryMaker(cleaned, seed).shingles(measured_by(cleaned, scored.pairs.keys)), a, b)
    return Explanation(
        sentence_of(parts),
        parts,
        scored.prior,
        total,
        float(probability_of(total)),
        (),
        _guard_words(int(found.guards[0])),
        float(similar[0]),
        compared=False,
        chance_to_be_found=_chance(cleaned, scored.pairs.keys, left, right, seed),
    )
