"""Titles made by chance, as bibliographies are: python -m tests.helpers.generated_titles RECORDS FILE.csv writes a list."""

from __future__ import annotations

import sys

import numpy as np

from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from tests.helpers.building import make_list

ROLES = {"title": Role.TITLE, "authors": Role.FULL_NAME, "venue": Role.CATEGORY, "year": Role.NUMBER}
STEMS = tuple(a + b for a in ("com", "de", "in", "inter", "pre", "pro", "re", "sub", "trans", "") for b in (
    "act", "bas", "cept", "cod", "dat", "duc", "fer", "form", "grad", "ject", "lat", "log", "mod", "net", "opt", "par",
    "plex", "pos", "quer", "rel", "scal", "scrib", "sert", "sign", "solv", "spect", "stat", "struct", "system", "tribut",
))  # fmt: skip
ENDINGS = ("", "al", "ation", "ed", "er", "ing", "ion", "ity", "ive", "less", "ment", "or", "s", "ure", "ular", "izing")
SMALL = ("of", "for", "the", "and", "in", "a", "on", "with", "to", "using", "an", "by", "from")
SYLLABLES = ("ba", "chen", "da", "el", "fer", "gar", "han", "ing", "jo", "kov", "li", "mar", "nov", "os", "per", "qui")
COPIES = 0.2


def titles(n: int, seed: int) -> RecordList:
    """Titles, authors, venue and year; one record in five is a copy of another one with slips.

    Args:
        n: Records.
        seed: What chance.
    """
    rng = np.random.default_rng(seed)
    originals = n - int(COPIES * n)
    columns = {
        "title": _titles(rng, originals),
        "authors": _authors(rng, originals),
        "venue": _some(rng, _titles(rng, 2_000, 2, 5), originals),
        "year": (2024 - rng.geometric(0.06, originals) % 70).astype(str).tolist(),
    }
    of = np.concatenate([np.arange(originals), rng.integers(0, originals, n - originals)])
    order = rng.permutation(n)
    made = {
        name: [_slipped(rng, cells[i], k >= originals) for k, i in enumerate(of)] for name, cells in columns.items()
    }
    return make_list("titles", {name: [cells[k] for k in order] for name, cells in made.items()})


def _some(rng: np.random.Generator, of: list[str], n: int) -> list[str]:
    """So many of these, common and rare as words are (Zipf)."""
    share = 1 / np.arange(3, len(of) + 3)
    return [of[i] for i in rng.choice(len(of), n, p=share / share.sum())]


def _titles(rng: np.random.Generator, n: int, least: int = 4, most: int = 14) -> list[str]:
    """Runs of words, some of them short ones that join the others."""
    made = sorted({stem + ending for stem in STEMS for ending in ENDINGS})
    names = sorted({"".join(one) for one in rng.choice(SYLLABLES, (40_000, 3))})  # what is talked of is often rare
    sizes = rng.integers(least, most + 1, n)
    ends = np.cumsum(sizes)
    every = _some(rng, [*rng.permutation(made), *rng.permutation(names)], int(ends[-1]))
    small = rng.random(len(every)) < 0.25
    words = [
        SMALL[int(at * 13)] if is_small else word
        for word, is_small, at in zip(every, small, rng.random(len(small)) ** 2, strict=True)
    ]
    return [
        " ".join(words[end - size : end]).capitalize() for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)
    ]


def _authors(rng: np.random.Generator, n: int) -> list[str]:
    """One to six names, as a family name after an initial."""
    sizes = 1 + rng.binomial(5, 0.35, n)
    ends = np.cumsum(sizes)
    families = sorted({"".join(one).capitalize() for one in rng.choice(SYLLABLES, (60_000, 3))})
    every = _some(rng, list(rng.permutation(families)), int(ends[-1]))
    initials = rng.choice(list("ABCDEFGHJKLMNPRSTVW"), len(every))
    names = [f"{initial}. {name}" for initial, name in zip(initials, every, strict=True)]
    return [", ".join(names[end - size : end]) for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)]


def _slipped(rng: np.random.Generator, cell: str, is_copy: bool) -> str:
    """The cell of a copy: as often as not with two letters swapped, a word left out, or all but the beginning gone."""
    if not is_copy or len(cell) < 6:
        return cell
    slip, at = rng.random(), int(rng.integers(0, len(cell) - 1))
    if slip < 0.25:
        return cell[:at] + cell[at + 1] + cell[at] + cell[at + 2 :]
    words = cell.split(" ")
    if slip < 0.4 and len(words) > 2:
        return " ".join(words[: at % len(words)] + words[at % len(words) + 1 :])
    return " ".join(words[: len(words) // 2 + 1]) if slip > 0.95 else cell


def main() -> None:
    """Write a list."""
    import pyarrow.csv

    pyarrow.csv.write_csv(titles(int(sys.argv[1]), 1).table, sys.argv[2])


if __name__ == "__main__":
    main()
