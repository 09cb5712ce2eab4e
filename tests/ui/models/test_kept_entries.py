"""What keys were tried with stays in memory within a share of the memory limit."""

from __future__ import annotations

from entityres.candidates.keys import Bands
from entityres.records.roles import Role
from entityres.ui.models.kept_entries import KeptEntries
from tests.helpers.building import make_cleaned, make_list


def test_a_lower_limit_drops_what_was_kept() -> None:
    names = [f"{i % 97} {i}" for i in range(20_000)]
    cleaned = make_cleaned([make_list("l", {"name": names})], {"name": Role.FULL_NAME})
    limits: list[int | None] = [100]
    kept = KeptEntries(lambda: limits[-1])
    maker = kept.maker(cleaned, 1)
    bands = Bands(("name",), b=20, r=5)
    rows = maker.signatures(bands)
    assert kept.maker(cleaned, 1) is maker
    assert maker.signatures(bands) is rows
    limits.append(20)
    assert kept.maker(cleaned, 1) is maker
    assert maker.kept.bytes <= 5_000_000
    assert (maker.signatures(bands) == rows).all()
    assert maker.kept.bytes <= 5_000_000
    kept.is_readied = True
    assert kept.maker(cleaned, 1) is maker
    assert kept.is_readied
    assert kept.maker(cleaned, 2) is not maker
    assert not kept.is_readied
