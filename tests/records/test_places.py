"""Countries and regions in one form."""

from __future__ import annotations

import pytest

from entityres.records.coding import texts_of
from entityres.records.places import (
    clean_cities,
    clean_countries,
    clean_regions,
    country_names,
    is_region,
    region_names,
)


@pytest.mark.parametrize(
    "written", ["Germany", "GERMANY", "Deutschland", "Allemagne", "Niemcy", "DE", "deu", " Germany. "]
)
def test_a_country_in_every_language_is_one(written: str) -> None:
    assert clean_countries(texts_of([written])).to_list() == ["de"]


def test_countries_that_are_not_known_stay_words() -> None:
    assert clean_countries(texts_of(["Atlantis", "U.K.", "Czech Republic", "", "Côte d'Ivoire"])).to_list() == [
        "atlantis",
        "gb",
        "cz",
        "",
        "cote divoire",
    ]


def test_states_by_their_code() -> None:
    written = ["California", "CA", "ca.", "New South Wales", "NSW", "Québec", "Bayern", "Washington", "US-CA", "US-XX"]
    codes = ["ca", "ca", "ca", "nsw", "nsw", "qc", "bayern", "wa", "ca", "us xx"]
    assert clean_regions(texts_of(written)).to_list() == codes


def test_different_places_stay_different() -> None:
    names = sorted(country_names())
    cleaned = clean_countries(texts_of(names)).to_list()
    assert all(len(code) == 2 for code in cleaned)
    assert len(set(clean_regions(texts_of(sorted(region_names()))).to_list())) > 100


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("St. Gallen", "st gallen"),
        ("Sankt Gallen", "st gallen"),
        ("Saint-Étienne", "st etienne"),
        ("Mount Vernon", "mt vernon"),
        ("Ft. Worth", "ft worth"),
        ("Fort", "fort"),
        ("Bad Sankt", "bad st"),
        ("İstanbul", "istanbul"),
        ("PARIS CEDEX 08", "paris"),
        ("Lyon Cedex", "lyon"),
        ("1030 Wien", "wien"),
        ("г. Москва", "москва"),
        ("29 Palms", "29 palms"),
        ("", ""),
    ],
)
def test_towns(written: str, cleaned: str) -> None:
    assert clean_cities(texts_of([written])).to_list() == [cleaned]


@pytest.mark.parametrize(
    ("written", "code"),
    [("日本", "jp"), ("Česko", "cz"), ("Ελλάδα", "gr"), ("Россия", "ru"), ("Österreich", "at"), ("Türkiye", "tr")],
)
def test_countries_in_their_own_language(written: str, code: str) -> None:
    assert clean_countries(texts_of([written])).to_list() == [code]


@pytest.mark.parametrize(
    ("written", "code"),
    [("Karnataka", "ka"), ("NCT of Delhi", "dl"), ("São Paulo", "sp"), ("SAO PAULO", "sp"), ("Nuevo León", "nl")],
)
def test_regions_of_further_countries_have_their_code(written: str, code: str) -> None:
    assert clean_regions(texts_of([written, code.upper()])).to_list() == [code, code]


@pytest.mark.parametrize(
    "text", ["kerala", "rs", "орловская обл", "пермский край", "愛媛県", "大阪府", "広東省", "東京都"]
)
def test_texts_that_name_a_region(text: str) -> None:
    assert is_region(text)


@pytest.mark.parametrize("text", ["york", "", "大阪市", "県", "московская", "北海道旅行株式会社"])
def test_texts_that_name_none(text: str) -> None:
    assert not is_region(text)
