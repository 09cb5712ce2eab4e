"""Telephone numbers as national digits."""

from __future__ import annotations

import pytest

from entityres.records.coding import texts_of
from entityres.records.phones import guess_calling_code, national_digits, phone_digits, repeated_digit


def clean(numbers: list[str], calling_code: int | None = None) -> list[str]:
    texts = texts_of(numbers)
    phones = phone_digits(texts)
    code = guess_calling_code(phones.digits) if calling_code is None else calling_code
    return national_digits(texts, phones, code).to_list()


def test_one_british_number_in_all_its_forms() -> None:
    written = ["+44 (0)1632 960123", "01632 960 123", "00441632960123", "441632960123", "01632-960123 ext 4"]
    assert clean(written) == ["1632960123"] * 5


def test_one_american_number_in_all_its_forms() -> None:
    written = ["(555) 010-0199", "555.010.0199", "+1 555 010 0199"]
    assert clean(written, 44) == ["5550100199"] * 3
    many = [f"{area}-{number}-1234" for area in range(201, 220) for number in range(300, 310)]
    assert clean([*many, "1-555-310-0199"])[-1] == "5553100199"


def test_numbers_with_a_stroke() -> None:
    assert clean(["310/246-1501", "030 1234567 / 0171 12345678"], 0) == ["3102461501", "301234567"]
    assert clean(["212-555-0142 / 0143", "0043/699/12345678", "0699/12345678"], 43) == [
        "2125550142",
        "69912345678",
        "69912345678",
    ]


def test_numbers_of_other_countries_dialled_from_north_america() -> None:
    assert clean(["011 44 20 7946 0018", "+44 20 7946 0018"], 1) == ["2079460018"] * 2


@pytest.mark.parametrize(
    ("code", "written", "digits"),
    [
        (54, ["+54 9 11 2345-6789", "(011) 15-2345-6789", "011 2345-6789", "+54 11 2345 6789"], "1123456789"),
        (54, ["+54 9 351 155-1234", "0351 15-155-1234", "+543511551234"], "3511551234"),
        (54, ["+54 9 2954 123456", "02954 15 123456", "02954-123456"], "2954123456"),
        (
            52,
            ["+52 1 55 1234 5678", "+52 55 1234 5678", "044 55 1234 5678", "01 55 1234 5678", "5512345678"],
            "5512345678",
        ),
    ],
)
def test_what_says_that_a_number_is_a_mobile_is_left_out(code: int, written: list[str], digits: str) -> None:
    assert clean(written, code) == [digits] * len(written)
    assert clean([number for number in written if number.startswith("+")], 1) == [digits] * sum(
        number.startswith("+") for number in written
    )


def test_numbers_of_other_countries_keep_such_digits() -> None:
    assert clean(["+49 9 11 2345-6789", "+44 1552 345678", "+1 155 512 3456"], 49) == [
        "91123456789",
        "1552345678",
        "1555123456",
    ]


def test_numbers_that_a_spreadsheet_rounded_are_damaged() -> None:
    phones = phone_digits(texts_of(["4.477E+11", "4,477e11", "447700900123", "ext 5"]))
    assert phones.damaged.tolist() == [True, True, False, False]
    assert phones.digits.to_list()[:2] == ["", ""]


@pytest.mark.parametrize("text", ["", "-", "n/a", "12", "1234"])
def test_what_is_no_number_is_missing(text: str) -> None:
    assert clean([text], 0) == [""]


def test_odd_numbers() -> None:
    assert clean(["+49\u00a030\u00a0123456", "447700900456.0", "tel. 0163 29600"], 44) == [
        "30123456",
        "7700900456",
        "16329600",
    ]
    assert clean(["1-800-FLOWERS"], 1) == ["8003569377"]
    assert clean(["030 1234567 at work", "Tel: 030 1234567 (privat), Fax -68"], 49) == ["301234567"] * 2


def test_several_numbers_in_a_cell_and_links() -> None:
    one = [
        "030 1234567\n0171 7654321",
        "030 1234567 & 0171 7654321",
        "030 1234567; 0171 7654321",
        "030 1234567 oder 68",
    ]
    links = [
        "tel:+49-30-1234567;ext=22",
        "callto:0049301234567",
        "+0049 30 1234567",
        "(0049) 30 1234567",
        "++49 301234567",
    ]
    assert clean([*one, *links], 49) == ["301234567"] * 9


def test_the_country_is_guessed() -> None:
    def guess(numbers: list[str]) -> int:
        return guess_calling_code(phone_digits(texts_of(numbers)).digits)

    assert guess(["+49 30 123456", "030 123457", "+1 555 010 0199", "0049 30 123458"]) == 49
    assert guess([f"415-555-{n}" for n in range(2000, 2050)]) == 1
    assert guess(["01632960123", "441632960123"]) == 44
    assert guess([]) == 0
    assert guess(["3865286"]) == 0
    assert guess([f"98{n * 7919 % 10**8:08}" for n in range(200)]) == 0  # mobile phones in India, of ten digits too


def test_digits_of_other_scripts() -> None:
    assert clean(["٠٥٠-١٢٣ ٤٥٦٧", "０５０ー１２３ー４５６７", "050–123–4567"], 0) == ["501234567"] * 3


def test_a_country_needs_enough_numbers_where_that_is_asked_for() -> None:
    few = phone_digits(texts_of(["+49 30 123456", "+49 30 123457"])).digits
    assert guess_calling_code(few) == 49
    assert guess_calling_code(few, at_least=3) == 0


def test_repeated_digits() -> None:
    texts = texts_of(["0000000000", "00000 000000", "111-1111", "1111112", "000", "a00000"])
    assert repeated_digit(texts.offsets, texts.data).tolist() == [True, True, True, False, False, False]
