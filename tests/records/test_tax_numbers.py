"""Tax numbers with and without the letters of a country."""

from __future__ import annotations

import pytest

from entityres.records.coding import texts_of
from entityres.records.tax_numbers import with_country

MODELS = [f"{9811000 + number}" for number in range(60)]


@pytest.mark.parametrize(
    ("numbers", "made"),
    [
        (["de811907980", "811907980", "811907980"], ["de811907980"] * 3),
        (["atu12345678", "u12345678"], ["atu12345678"] * 2),
        (["nl123456789b01", "123456789b01", "123456789"], ["nl123456789b01", "nl123456789b01", "123456789"]),
        (["esb12345678", "b12345678"], ["esb12345678"] * 2),
        (["de811907980", "fr811907980", "811907980"], ["de811907980", "fr811907980", "811907980"]),
        (["de811907980", "811907981", "", "hrb1234567"], ["de811907980", "811907981", "", "hrb1234567"]),
        (["k10012345", "10012345"], ["k10012345", "10012345"]),
        (["de12345", "12345"], ["de12345", "12345"]),
        (["imo9074729", "9074729", "imo9811000"], ["imo9074729", "imo9074729", "imo9811000"]),
        (["imo9074729", "eni9074729", "9074729"], ["imo9074729", "eni9074729", "9074729"]),
        (["dsc9074729", "9074729", *MODELS], ["dsc9074729", "9074729", *MODELS]),
        (["web1001", "1001"], ["web1001", "1001"]),
        (["abc1234567x", "1234567"], ["abc1234567x", "1234567"]),
        ([], []),
    ],
)
def test_numbers_get_the_country_with_which_they_stand_elsewhere(numbers: list[str], made: list[str]) -> None:
    assert with_country(texts_of(numbers)).to_list() == made
