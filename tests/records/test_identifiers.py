"""E-mail addresses, postcodes and identifiers."""

from __future__ import annotations

import pytest

from entityres.records.coding import texts_of
from entityres.records.identifiers import clean_emails, clean_identifiers, clean_postcodes


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        (" A.B@X.com ", "a.b@x.com"),
        ("mailto:joe@x.org", "joe@x.org"),
        ("Joe <Joe@X.org>", "joe@x.org"),
        ("a@x.com; b@x.com", "a@x.com"),
        ("müller@köln.de", "müller@köln.de"),
        ("a.b@x.co.uk", "a.b@x.co.uk"),
        ("a@b", ""),
        ("a@b.c", ""),
        ("@x.com", ""),
        ("no address", ""),
        ("", ""),
    ],
)
def test_emails(written: str, cleaned: str) -> None:
    assert clean_emails(texts_of([written])).to_list() == [cleaned]


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("60302-1234", "60302"),
        ("603021234", "60302"),
        ("SW1A 1AA", "sw1a1aa"),
        ("01067", "01067"),
        ("1234-567", "1234567"),
    ],
)
def test_postcodes(written: str, cleaned: str) -> None:
    assert clean_postcodes(texts_of([written])).to_list() == [cleaned]


def test_identifiers_keep_leading_zeros() -> None:
    assert clean_identifiers(texts_of(["007-AB/1", "0058"])).to_list() == ["007ab1", "0058"]
