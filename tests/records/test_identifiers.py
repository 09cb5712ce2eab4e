"""E-mail addresses, postcodes and identifiers."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entityres.records.coding import texts_of
from entityres.records.identifiers import clean_email, clean_emails, clean_identifiers, clean_postcodes


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        (" A.B@X.com ", "a.b@x.com"),
        ("mailto:joe@x.org", "joe@x.org"),
        ("Joe <Joe@X.org>", "joe@x.org"),
        ("a@x.com; b@x.com", "a@x.com"),
        ("müller@köln.de", "müller@köln.de"),
        ("a.b@x.co.uk", "a.b@x.co.uk"),
        ("ann+news@x.com", "ann@x.com"),
        ("ANN+a+b@X.com", "ann@x.com"),
        ("+49151@x.com", "+49151@x.com"),
        ("ann.lee@googlemail.com", "annlee@gmail.com"),
        ("Ann.L.ee+shop@Gmail.com ", "annlee@gmail.com"),
        ("ann.lee@gmail.org", "ann.lee@gmail.org"),
        ("ann.lee@xgmail.com", "ann.lee@xgmail.com"),
        ("Ann.Lee@GoogleMail.com", "annlee@gmail.com"),
        ("ann@gallerymap.com", "ann@gallerymap.com"),
        ("ann@\u200bx.com", "ann@x.com"),
        ("a\u00adnn@x.com", "ann@x.com"),
        ("\u202aann@x.com\u202c", "ann@x.com"),
        ("ＡＮＮ＠x.com", "ann@x.com"),
        ("'ann@x.com'", "ann@x.com"),
        ("shaun.o'neil@x.com", "shaun.o'neil@x.com"),
        ("ann@x.com?subject=Hi", "ann@x.com"),
        ("ann@x.com|bo@x.com", "ann@x.com"),
        ("ann@xn--kln-sna.de", "ann@köln.de"),
        ("ann@xn--.de", "ann@xn--.de"),
        ("ann--lee@x.com", "ann--lee@x.com"),
        ("ann (at) x [dot] com", "ann@x.com"),
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
    "written",
    [
        *("http://ann@x.com", "mailto://ann@x.com", "MAILTO:Ann@X.com?subject=hi", "smtp:ann@x.com", "[ann@x.com]"),
        *("[ann@x.com](mailto:ann@x.com)", "ann@x.com<mailto:ann@x.com>", "ann@x.com#mailto:ann@x.com#"),
        *('"Lee, Ann" <ann@x.com>', "e-mail: ann@x.com", "ann@x.com (work)", "ann@x.com - private", "*ann@x.com*"),
        *("ann@x.com.", "ann@x.com,", "ann@x.com!", "ann@x.com>", ".ann@x.com", "#ann@x.com", "- ann@x.com"),
        *("ann@x.com/bob@y.com", "ann@x.com\nbob@y.com", "ann@x.com, bob@y.com", "ann@x.com & bob@y.com"),
        *("ann (at) x dot com", "ann(at)x.com", "ann{at}x[dot]com", "ann AT x DOT com", "ann at x.com", "ann(a)x.com"),
        *(
            "ann[ät]x(punkt)com",
            "ann @ x.com",
            "ann@ x.com",
            "ann\u00a0@x.com",
            "ann@@x.com",
            "ann@x..com",
            "ann@x,com",
        ),
        *("ann%40x.com", "ann&#64;x.com", "&lt;ann@x.com&gt;", "ann＠x.com", "ａｎｎ@x.com", "ann@x.com\u200b"),
    ],
)
def test_what_stands_around_an_address_or_for_its_signs(written: str) -> None:
    assert clean_emails(texts_of([written])).to_list() == ["ann@x.com"]


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("o’hara@x.com", "o'hara@x.com"),
        ("ann_x.com#EXT#@y.onmicrosoft.com", "ann_x.com#ext#@y.onmicrosoft.com"),
        ("ann=x.com@y.com", "ann=x.com@y.com"),
        ("ann/lee@x.com", "ann/lee@x.com"),
        ("ann.@docomo.ne.jp", "ann.@docomo.ne.jp"),
        ("ann@192.168.0.1", "ann@192.168.0.1"),
        ("ann@x.123", ""),
        ("user@domain@x.com", "user@domain@x.com"),  # neither of both, but one wrong sign away from either
        ("an@n@x.com; b@y.com", "b@y.com"),
        ("a@n@n@x.com", ""),
        ("ann@.x.com", "ann@x.com"),
        ("ann @x . com", ""),
        ("ann@localhost", ""),
        ("https://x.com/ann", ""),
        ("see you at noon. x", ""),
        ("we met at x.com once", ""),
    ],
)
def test_what_is_another_address_or_none_stays_so(written: str, cleaned: str) -> None:
    assert clean_emails(texts_of([written])).to_list() == [cleaned]


_PARTS = (
    "ann",
    "B.Lee",
    "x",
    "a_b",
    "a-b",
    "1",
    "gmail",
    "googlemail",
    "com",
    ".",
    "-",
    "@",
    "..",
    "--",
    " ",
    "é",
    "_",
    "+",
)


@given(st.lists(st.sampled_from(_PARTS), max_size=9).map("".join))
@example("x@googlemail.com")
@example("a@.com")
@example("a@b.co_")
def test_the_quick_way_and_the_thorough_one_agree(text: str) -> None:
    assert clean_emails(texts_of([text])).to_list() == [clean_email(text)]


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("60302-1234", "60302"),
        ("603021234", "60302"),
        ("SW1A 1AA", "sw1a1aa"),
        ("01067", "01067"),
        ("1234-567", "1234567"),
        ("D-01067", "01067"),
        ("de 01067", "01067"),
        ("SE-114 55", "11455"),
        ("NL-1234 AB", "1234ab"),
        ("PL 00-950", "00950"),
        ("LV-1010", "1010"),
        ("E 14", "e14"),
        ("E1 4NS", "e14ns"),
        ("K1A-0B1", "k1a0b1"),
        ("X-1234", "x1234"),
        ("01067 Dresden", "01067"),
        ("75008 PARIS CEDEX 08", "75008"),
        ("1234 AB", "1234ab"),
        ("114 55", "11455"),
        ("１００-０００１", "1000001"),
    ],
)
def test_postcodes(written: str, cleaned: str) -> None:
    assert clean_postcodes(texts_of([written])).to_list() == [cleaned]


def test_identifiers_keep_leading_zeros() -> None:
    assert clean_identifiers(texts_of(["007-AB/1", "0058"])).to_list() == ["007ab1", "0058"]
