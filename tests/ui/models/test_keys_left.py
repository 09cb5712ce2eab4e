"""Keys that could be added: by reason, with what they would add, in words."""

from __future__ import annotations

import pytest

from entityres.candidates.candidate_pairs import KeysNotUsed, NotUsed, WhyNot
from entityres.candidates.keys import Join, Key, Part, PartKind
from entityres.ui.models.keys_left import MORE, WHY_WORDS, left_words, loss_words, offer_groups, worth_words

CITY = Key("Same city", (Part(PartKind.EXACT, ("city",)),))
NAME = Key("Same name", (Part(PartKind.EXACT, ("name",)),))
TITLE = Key("Title at least 20% similar", join=Join(("title",), "characters", 3, 0.2))
LEFT = KeysNotUsed(
    (
        NotUsed(CITY, WhyNot.BUDGET, 12.3, 41_510.0),
        NotUsed(NAME, WhyNot.NOTHING_NEW, 0.0, 0.0),
        NotUsed(TITLE, WhyNot.TOO_SLOW, None, None),
    ),
    14.2,
    44_000.0,
)


def test_every_reason_has_words() -> None:
    assert set(WHY_WORDS) == set(WhyNot)


def test_keys_are_offered_by_reason_and_each_once() -> None:
    new = Key("Same street", (Part(PartKind.EXACT, ("street",)),))
    groups = offer_groups((CITY, NAME, new), LEFT, (NAME,))
    assert [(group.title, group.folded, [offer.key for offer in group.offers]) for group in groups] == [
        (WHY_WORDS[WhyNot.BUDGET], False, [CITY]),
        (WHY_WORDS[WhyNot.TOO_SLOW], True, [TITLE]),
        (MORE, True, [new]),
    ]
    assert groups[0].offers[0].worth == "about 12 matches in 42,000 pairs"


def test_without_a_plan_the_suggestions_stand_alone() -> None:
    (group,) = offer_groups((CITY, NAME), KeysNotUsed(), ())
    assert (group.title, group.folded, len(group.offers)) == ("", False, 2)
    assert offer_groups((CITY,), KeysNotUsed(), (CITY,)) == ()


@pytest.mark.parametrize(
    ("matches", "pairs", "words"),
    [
        (0.2, 300.0, "hardly a match in 300 pairs"),
        (1.2, 30.0, "about 1 match in 30 pairs"),
        (None, None, ""),
        (0.0, 0.0, ""),
    ],
)
def test_what_a_key_would_add_in_words(matches: float | None, pairs: float | None, words: str) -> None:
    assert worth_words(NotUsed(CITY, WhyNot.TOO_LITTLE, matches, pairs)) == words


def test_the_expected_loss_in_words() -> None:
    assert loss_words(LEFT) == "All left out together: about 14 matches in 44,000 more pairs"
    assert "No key that is left out" in loss_words(KeysNotUsed(LEFT.keys, 0.1, 9.0))
    assert loss_words(KeysNotUsed()) == ""
    assert left_words(LEFT) == "Keys that are not used would add about 14 matches in 44,000 more pairs."
    assert left_words(KeysNotUsed(LEFT.keys, 0.1, 9.0)) == left_words(KeysNotUsed()) == ""
