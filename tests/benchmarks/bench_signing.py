"""The signing pass beside rensa (minhash in Rust) on the same tokens, and the exact join over 100,000 titles.

Not part of the tests: no file that begins with `test_`. Run it by its name, on a quiet machine and without xdist:

    python -m pip install --group benchmarks
    python -m pytest tests/benchmarks/bench_signing.py -p no:randomly
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from rensa import RMinHash

from entityres.candidates.exact_join import exact_join
from entityres.candidates.minhash import sign
from entityres.candidates.shingling import Shingles, shingle
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

RECORDS = 100_000
NUM_PERM = 100
ROLES = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "street": Role.STREET, "city": Role.CITY}


@pytest.fixture(scope="module")
def shingles() -> Shingles:
    """Four fields of made-up syllables, some 60 three-letter pieces a record."""
    rng = np.random.default_rng(1)
    syllables = np.array([a + b + c for a in "bdfglmnrst" for b in "aeiou" for c in "lnrst"])

    def words(n_words: int, n_different: int) -> list[str]:
        """Names of some syllables; a name is drawn from so many different ones."""
        names = [" ".join("".join(word) for word in rng.choice(syllables, (n_words, 3))) for _ in range(n_different)]
        return list(np.array(names)[rng.integers(0, n_different, RECORDS)])

    columns = {
        "given": words(1, 3_000),
        "family": words(1, 20_000),
        "street": words(3, 60_000),
        "city": words(1, 2_000),
    }
    return shingle(make_cleaned([make_list("list", columns)], ROLES), list(ROLES), "characters", 3)


@pytest.fixture(scope="module")
def titles() -> Shingles:
    """Titles of 4 to 12 words, common and rare as in a language (Zipf); every second one is like the one before."""
    rng = np.random.default_rng(2)
    share = 1 / np.arange(1, 20_001)
    lengths = rng.integers(4, 13, RECORDS)
    words = rng.choice(20_000, (RECORDS, 12), p=share / share.sum())
    words[1::2] = words[::2]
    lengths[1::2] = lengths[::2]
    words[1::2, 0] = rng.choice(20_000, RECORDS // 2)
    rows = [" ".join(f"w{word}" for word in row[:length]) for row, length in zip(words, lengths, strict=True)]
    return shingle(make_cleaned([make_list("list", {"title": rows})], {"title": Role.TITLE}), ["title"], "words", 1)


@pytest.fixture(scope="module")
def flat(shingles: Shingles) -> tuple[np.ndarray, np.ndarray]:
    """The tokens of all records one after the other (uint64), and where each record begins (uint64)."""
    sizes = np.diff(shingles.starts)[shingles.codes]
    firsts = shingles.starts[:-1][shingles.codes]
    each = sizes.ravel()
    within = np.arange(int(each.sum())) - np.repeat(np.cumsum(each) - each, each)
    tokens = shingles.tokens[np.repeat(firsts.ravel(), each) + within].astype(np.uint64)
    return tokens, np.concatenate([[0], np.cumsum(sizes.sum(axis=1))]).astype(np.uint64)


@pytest.mark.benchmark(group="signing")
def test_sign(benchmark, shingles: Shingles) -> None:
    signatures = benchmark.pedantic(sign, (shingles, NUM_PERM), rounds=5, warmup_rounds=1)
    assert signatures.shape == (RECORDS, NUM_PERM)


@pytest.mark.benchmark(group="signing")
def test_rensa(benchmark, flat: tuple[np.ndarray, np.ndarray]) -> None:
    tokens, offsets = flat
    matrix = benchmark.pedantic(
        RMinHash.digest_matrix_from_flat_token_hashes, (tokens, offsets, NUM_PERM, 1), rounds=5, warmup_rounds=1
    )
    assert matrix.len() == RECORDS


def least_cpu_seconds(work: Callable[[], object], rounds: int = 9) -> float:
    """The least processor time of all threads over some rounds: other programs on the machine disturb it least."""
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def test_signing_costs_no_more_than_rensa(shingles: Shingles, flat: tuple[np.ndarray, np.ndarray]) -> None:
    ours = least_cpu_seconds(lambda: sign(shingles, NUM_PERM))
    theirs = least_cpu_seconds(lambda: RMinHash.digest_matrix_from_flat_token_hashes(*flat, NUM_PERM, 1))
    print(f"processor seconds for {RECORDS:,} records: sign {ours:.3f}, rensa {theirs:.3f}")
    assert ours <= 1.1 * theirs


@pytest.mark.benchmark(group="join")
@pytest.mark.parametrize("similarity", [0.9, 0.7, 0.5])
def test_exact_join(benchmark, titles: Shingles, similarity: float) -> None:
    codes = benchmark.pedantic(exact_join, (titles, similarity), rounds=3, warmup_rounds=1)
    assert (np.diff(codes) > 0).all()
