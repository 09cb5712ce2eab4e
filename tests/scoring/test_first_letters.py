"""Last names that begin with other letters, against the formula worked out pair by pair."""

from __future__ import annotations

from math import log2

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import COMPARISONS
from entityres.scoring.explaining import explain_records
from entityres.scoring.field_weights import usual_m
from entityres.scoring.first_letters import LETTERS, limit_other_names
from entityres.scoring.run_scores import score_pairs
from tests.helpers.building import make_cleaned, make_list

NAMES = ["good", "wood", "goode", "ray", "gray", "übel", "abel", "öbel", ""]
M = usual_m(COMPARISONS[Role.FAMILY_NAME])
DIFFERENT = -5.0


def last_names(names: list[str]) -> FieldValues:
    return make_cleaned([make_list("list", {"last": names})], {"last": Role.FAMILY_NAME}).fields[0]


def limited(names: list[str], pairs: list[tuple[int, int, int, float]], customers: dict[str, int]) -> list[float]:
    """The weights of pairs (left, right, level, weight) when so many customers have each name."""
    field = last_names(names)
    left, right, levels = (np.array([pair[i] for pair in pairs], np.int32) for i in range(3))
    weights = np.array([pair[3] for pair in pairs], np.float32)
    counts = np.array([customers[name] for name in field.texts], np.int64)
    limit_other_names(field, counts, M, DIFFERENT, levels.astype(np.int8), left, right, weights)
    return weights.tolist()


@given(
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=12),
    st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3_000)),
    st.data(),
)
@settings(deadline=None, max_examples=60)
def test_as_worked_out_pair_by_pair(names: list[str], some: dict[str, int], data: st.DataObject) -> None:
    customers = {name: some.get(name, 1) for name in NAMES}
    record, bits = st.integers(0, len(names) - 1), st.floats(-4, 9, width=32)
    pairs = data.draw(st.lists(st.tuples(record, record, st.integers(0, level.NAME_OTHER), bits), max_size=12))
    # A missing name reaches no level.
    pairs = [(a, b, reached if names[a] and names[b] else -1, weight) for a, b, reached, weight in pairs]
    total = sum(customers[name] for name in {name for name in names if name})
    wanted = []
    for a, b, reached, weight in pairs:
        others = min(customers[names[a]], customers[names[b]]) - 1
        if reached in (level.NAME_LETTER, level.NAME_SIMILAR) and others and names[a][0] != names[b][0]:
            weight = min(weight, max(log2(M[reached] / LETTERS * total / others), DIFFERENT))
        wanted.append(weight)
    assert np.allclose(limited(names, pairs, customers), wanted, atol=1e-5)


def test_two_names_of_customers_are_told_from_a_slip() -> None:
    pairs = [(0, 1, level.NAME_LETTER, 6.0)]
    assert limited(["good", "wood"], pairs, {"good": 9, "wood": 1}) == [6.0], "nobody else is called Wood"
    assert limited(["good", "wood"], pairs, {"good": 400, "wood": 400})[0] < -3
    assert limited(["good", "goode"], pairs, {"good": 400, "goode": 400}) == [6.0], "they begin alike"


def test_it_is_told_why_they_speak_against() -> None:
    letters = np.random.default_rng(1).integers(ord("a"), ord("z"), (400, 8)).astype(np.uint8)
    others = [*["good", "wood"] * 10, *(bytes(row).decode() for row in letters)]
    numbers = range(len(others))
    columns = {
        "given": ["carla"] * 3 + [f"given{number}" for number in numbers],
        "last": ["good", "wood", "vood", *others],
        "postcode": ["90648"] * 3 + [f"{10_000 + 7 * number}" for number in numbers],
    }
    roles = {"given": Role.GIVEN_NAME, "last": Role.FAMILY_NAME, "postcode": Role.POSTCODE}
    cleaned = make_cleaned([make_list("list", columns)], roles)
    found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Postcode", (Part(PartKind.EXACT, ("postcode",)),)),)))
    two, slip = (explain_records(found, cleaned, 0, other).parts[1] for other in (1, 2))
    assert (two.level, two.note) == ("1 letter", "others have either name")
    assert two.weight < 0 < slip.weight
    assert slip.note == ""
