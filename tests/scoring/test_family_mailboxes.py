"""E-mail addresses that are named for families."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from entityres.records.roles import Role
from entityres.scoring.family_mailboxes import named_for_families, own_address
from tests.helpers.building import make_cleaned, make_list


@pytest.mark.parametrize(
    ("address", "last_name", "of_family"),
    [
        ("familie.hill@web.de", "hill", True),
        ("familiehill7@web.de", "hill", True),
        ("hill.fam@x.org", "hill", True),
        ("hill_fam99@x.org", "hill", True),
        ("famhill@x.org", "hill", True),
        ("famdeboer@x.org", "de boer", True),
        ("hillfamily@x.org", "hill", True),
        ("family@x.org", "hill", True),
        ("famke.hill@x.nl", "hill", False),
        ("famkehill@x.nl", "hill", False),
        ("famous@x.org", None, False),
        ("f.hill@x.org", "hill", False),
        ("hill@familie.org", "hill", False),
    ],
)
def test_addresses_named_for_families(address: str, last_name: str | None, of_family: bool) -> None:
    found = named_for_families(pa.array([address], pa.large_string()), pa.array([last_name], pa.large_string()))
    assert found.tolist() == [of_family]


def test_an_address_of_their_own_is_the_same_and_no_familys() -> None:
    emails = ["a.hill@x.org", "a.hill@x.org", "fam.hill@x.org", "fam.hill@x.org", "", ""]
    lists = [make_list("list", {"last": ["hill"] * 5 + [""], "email": emails})]
    left, right = np.array([0, 0, 2, 4], np.int32), np.array([1, 2, 3, 5], np.int32)
    cleaned = make_cleaned(lists, {"last": Role.FAMILY_NAME, "email": Role.EMAIL})
    assert own_address(cleaned, left, right).tolist() == [True, False, False, False]
    assert own_address(make_cleaned(lists, {"email": Role.EMAIL}), left, right).tolist() == [True, False, False, False]
    assert not own_address(make_cleaned(lists, {"last": Role.FAMILY_NAME}), left, right).any()
