"""Legal forms in several writings are one, and words that only look like forms are none."""

from __future__ import annotations

import pytest

from entityres.records.coding import coded, texts_of
from entityres.records.legal_forms import numbered_forms, one_writing, twofold

SAME = (
    ("Bauer Inc", "Bauer Incorporated", "BAUER, INC.", "The Bauer Co Inc"),
    ("Bauer GmbH", "Bauer Gesellschaft mbH", "Bauer G.m.b.H.", "Bauer Gesellschaft mit beschränkter Haftung"),
    ("Bauer GmbH & Co. KG", "Bauer Gesellschaft mbH & Co KG", "BAUER GMBH + CO.KG"),
    ("Bauer Ltd", "Bauer Limited", "Bauer Pvt. Ltd."),
    ("Bauer LLC", "Bauer L.L.C.", "Bauer Limited Liability Company"),
    ("Bauer Sp. z o.o.", "Bauer spółka z ograniczoną odpowiedzialnością"),
    ("Bauer S.A.", "Bauer Société Anonyme", "Bauer SA"),
    ("Bauer AG", "Bauer Aktiengesellschaft"),
    ("Bauer KG", "Bauer Kommanditgesellschaft"),
    ("Bauer SARL", "SARL Bauer", "S.A.R.L. Bauer", "Bauer EURL"),
    ("Bauer Oy", "Bauer Osakeyhtiö"),
    ("Bauer Lda.", "Bauer Ltda", "Bauer Limitada"),
    ("Bauer", "Firma Bauer", "Messrs. Bauer", "Bauer & Co", "Bauer Company", "Menuiserie Da Silva"),
)
"""Each line names other forms than the others."""


@pytest.mark.parametrize("names", SAME)
def test_writings_of_one_form_are_one(names: tuple[str, ...]) -> None:
    assert len(set(numbered_forms(coded(texts_of(list(names)))).tolist())) == 1


def test_different_forms_are_two() -> None:
    firsts = [names[0] for names in SAME]
    found = numbered_forms(coded(texts_of(firsts))).tolist()
    assert len(set(found)) == len(found)
    assert found[-1] == -1


def test_the_order_of_the_rows_does_not_number_them_otherwise() -> None:
    firsts = [names[0] for names in SAME]
    found, turned = (numbered_forms(coded(texts_of(names))).tolist() for names in (firsts, firsts[::-1]))
    assert found == turned[::-1]


def test_a_partnership_whose_partner_is_a_company_has_two_forms_at_once() -> None:
    names = ["Bauer", "Bauer KG", "Bauer GmbH", "Bauer GmbH & Co. KG", "Bauer GmbH & Co KG", "Bauer UG & Co. KG"]
    found = numbered_forms(coded(texts_of(names)))
    assert twofold(found).tolist() == [False, False, False, True, True, True]
    assert len(set(found.tolist())) == 5


@pytest.mark.parametrize(
    ("forms", "kept"),
    [
        ("gmbh and co kg", "gmbh kg"),
        ("kg gmbh", "gmbh kg"),
        ("da sa", "sa"),
        ("co", ""),
        ("", ""),
        ("limited liability company", "llc"),
    ],
)
def test_what_is_kept(forms: str, kept: str) -> None:
    assert one_writing(forms) == kept
