"""The check of keys by similarity on a sample: what is counted, when a promise counts as broken, and the sentence."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from entityres.candidates.auditing import Audit
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.entities.similarity_checks import chance_of_more, check_keys, interval, promise_kept, sentence
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

MADE = Audit(0.6, 50_000, 212, 201, 11, 199.3, 3.0, 208, 0, everyone=False)


def test_the_sentence_gives_numbers_and_interval():
    assert sentence(MADE) == (
        "Of 212 pairs at least 60\u00a0% similar in a sample of 50,000 records, these settings find 201"
        " (95\u00a0%, between 91 and 97); the curve promises 94\u00a0%."
    )
    assert sentence(MADE, with_others=True).endswith(" All keys together find 208.")
    assert "among all 50,000 records" in sentence(replace(MADE, everyone=True))


def test_a_broken_promise_is_said():
    broken = replace(MADE, found=150, missed=62)
    assert not promise_kept(broken)
    assert sentence(broken).endswith("the curve promises 94\u00a0%. That is less than promised.")


@pytest.mark.parametrize(
    ("similar", "found", "promised", "kept"),
    [
        (0, 0, 0.0, True),
        (20, 19, 19.88, True),  # one miss of twenty is no proof
        (20, 17, 19.88, False),
        (2000, 1900, 1900.0, True),
        (2000, 1885, 1900.0, True),
        (2000, 1870, 1900.0, False),
        (5, 0, 5.0, False),  # equal texts are found always
    ],
)
def test_when_a_promise_counts_as_broken(similar, found, promised, kept):
    assert promise_kept(Audit(0.5, 100, similar, found, similar - found, promised, 0.0, found, 0)) is kept


@pytest.mark.parametrize(("seen", "expected"), [(1, 0.3), (4, 2.5), (30, 18.0)])
def test_the_chance_of_more_is_poissons(seen, expected):
    below = sum(math.exp(-expected) * expected**k / math.factorial(k) for k in range(seen))
    assert chance_of_more(seen, expected) == pytest.approx(1 - below, abs=1e-12)


def test_all_is_never_said_of_nearly_all_and_no_pair_says_nothing():
    assert "(99.5\u00a0%, between 97.4 and 99.9)" in sentence(replace(MADE, found=211, missed=1))
    assert "(100\u00a0%, between 98 and 100)" in sentence(replace(MADE, found=212, missed=0))
    none = sentence(replace(MADE, similar_pairs=0, found=0, missed=0, promised=0.0, not_looked_at=44_850))
    assert none.startswith(
        "No two records are at least 60\u00a0% similar in a sample of 50,000 records: nothing can be said."
    )
    assert "44,850 pairs of texts that very many records share were not looked at." in none


def test_keys_with_bands_of_a_run_are_checked_for_the_report():
    rng = np.random.default_rng(3)
    texts = [" ".join(f"w{word}" for word in rng.integers(0, 4000, 8)) for _ in range(300)]
    texts += [" ".join([*text.split()[:7], f"x{i}"]) for i, text in enumerate(texts)]
    years = ["1970" if i % 3 else "1980" for i in range(300)] * 2
    cleaned = make_cleaned(
        [make_list("list", {"title": texts, "year": years})], {"title": Role.TITLE, "year": Role.CATEGORY}
    )
    bands = Bands(("title",), tokens="words", k=1, b=4, r=4)
    same_year = Part(PartKind.EXACT, ("year",))
    keys = (
        Key("Alike", bands=bands),
        Key("Alike in a year", (same_year,), bands),
        Key("Off", bands=bands, enabled=False),
        Key("Same year and title", (same_year, Part(PartKind.EXACT, ("title",)))),
    )
    pairs = propose_pairs(cleaned, keys)
    alike, in_a_year = check_keys(cleaned, pairs)
    assert (alike["key"], in_a_year["key"]) == ("Alike", "Alike in a year")
    assert alike["records"] == 600
    assert alike["similar_pairs"] == in_a_year["similar_pairs"] == 300, "pairs of one text have one year"
    assert (
        alike["found"]
        == alike["found_by_all_keys"]
        == np.count_nonzero((pairs.masks & np.uint64(1) != 0) & (pairs.right == pairs.left + 300))
    )
    low, high = alike["low"], alike["high"]
    assert low < alike["share_found"] < high
    assert abs(alike["share_found"] - alike["promised"]) < 0.1
    assert alike["promise_kept"]
    assert alike["words"].startswith(
        "Of 300 pairs at least 60\u00a0% similar among all 600 records, the key “Alike” finds"
    )


def test_only_pairs_that_agree_in_the_rest_of_the_key_count():
    texts = ["one two three four", "one two three five"] * 2
    cities = ["here", "here", "there", "yonder"]
    cleaned = make_cleaned(
        [make_list("list", {"title": texts, "city": cities})], {"title": Role.TITLE, "city": Role.CITY}
    )
    key = Key("Alike", (Part(PartKind.EXACT, ("city",)),), Bands(("title",), tokens="words", k=1, b=20, r=2))
    (made,) = check_keys(cleaned, propose_pairs(cleaned, (key,)))
    assert (made["similar_pairs"], made["found"]) == (1, 1)


def test_the_interval_is_wilsons():
    low, high = interval(MADE)
    assert (round(low, 3), round(high, 3)) == (0.909, 0.971)
