from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.errors import InputError
from entityres.records import encoding
from entityres.records.encoding import (
    BAD,
    CONTROLS,
    MULTIBYTE,
    NULS_EVEN,
    NULS_ODD,
    codec_name,
    find_encoding,
    looks_binary,
    survey,
    to_utf8,
)

GERMAN = "Jürgen Müller;Straße 5;Köln\nGünther Groß;Bäckerweg;Düsseldorf\n"
SPANISH = "1601,Zoë Núñez,Málaga,x\n"
FRENCH = "René Dubois,Café Lumière\nZoë O’Hara,“VIP” – call first\n"
MIXED = "Zoë Núñez\nBjörn Åkesson\nFrançois Noël\nJoão Simões\nØdegård\nMüller\n"
POLISH = "Łukasz Żółć;Łódź;ul. Świętokrzyska\nGrażyna Wąs;Kraków;Źródlana\n"
CZECH = "Jiří Dvořák;Plzeň;Šumavská\nŽaneta Čechová;Liberec;Příčná\n"
POLISH_AND_CZECH = (
    "Piotr Wiśniewski;ul. Leśna;Wrocław\nTomáš Novotný;Příční;Brno\nZofia Zielińska;Gdańsk\nEva Dvořáková;Zlín\n"
)
HUNGARIAN = "Erzsébet Kovács;Győr;Fő utca\nLászló Őri;Pécs\n"
TURKISH = "Ayşe Yılmaz;İstanbul;Şişli\nMehmet Çağlar;Iğdır\n"
RUSSIAN = "Иван Петров;Москва;ул. Ленина\nОльга Сидорова;Казань\n"
UKRAINIAN = "Віктор Ніколенко;Київ\nСвітлана Бойко;Вінниця\nОлексій Гнатюк;Рівне\n"
GREEK = "Γιώργος Παπαδόπουλος;Αθήνα\nΜαρία Νικολάου;Πάτρα\n"
HEBREW = "דוד כהן;תל אביב\nשרה לוי;חיפה\n"
JAPANESE = "山田太郎;東京都\n鈴木花子;大阪市\n"
CHINESE = "王伟;北京市\n李娜;上海市\n"
KOREAN = "김민수;서울\n이영희;부산\n"


def as_bytes(data: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(data), np.uint8)


def encoding_of(data: bytes) -> str:
    return find_encoding(as_bytes(data), survey(as_bytes(data)))


def decoded(data: bytes, encoding: str | None = None):
    array = as_bytes(data)
    return to_utf8(array, encoding or encoding_of(data), survey(array))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("plain", "utf-8"),
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (CHINESE, "utf-16-le"),
        (CHINESE, "utf-16-be"),
        (GERMAN, "utf-32"),
        (GERMAN, "cp1252"),
        (SPANISH, "cp1252"),
        (FRENCH, "cp1252"),
        (MIXED, "cp1252"),
        ("Zoë", "cp1252"),
        ("50 € – 5 ½", "cp1252"),
        ("Jean–Luc;12–14\n", "cp1252"),
        ("50 € paid\n", "iso8859-15"),
        ("Cœur;Sœur;Müller\n", "iso8859-15"),
        (POLISH, "cp1250"),
        (POLISH, "iso8859-2"),
        (CZECH, "cp1250"),
        (HUNGARIAN, "cp1250"),
        (POLISH + CZECH, "cp1250"),
        (POLISH_AND_CZECH, "cp1250"),
        (TURKISH, "cp1254"),
        (GERMAN + FRENCH.split("\n")[0], "mac-roman"),
        (GERMAN, "cp850"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp866"),
        (GREEK, "cp1253"),
        (HEBREW, "cp1255"),
        (JAPANESE, "cp932"),
        (CHINESE, "gb18030"),
        (KOREAN, "cp949"),
    ],
)
def test_encodings_are_found_and_their_text_is_kept(text, encoding):
    data = text.encode(encoding)
    assert encoding_of(data) == encoding
    assert bytes(decoded(data).data).decode() == text
    assert not looks_binary(survey(as_bytes(data)), len(data), encoding)


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2"])
@pytest.mark.parametrize("most", [GERMAN, HUNGARIAN])
def test_some_customers_of_another_country_show_the_encoding(most, encoding):
    text = most * 12 + "“Haus”; Firma„X“\n".encode(encoding, "ignore").decode(encoding) + POLISH
    assert encoding_of(text.encode(encoding)) == encoding


@pytest.mark.parametrize(
    "text", ["25 m³;Müller\n" * 9 + "3 m²\n", "Mª Núñez;1º\n" * 9, "¿Qué tal, José?\n" * 9, "£100;Zoë;½ l;5¾ in\n" * 9]
)
def test_signs_in_their_place_are_no_letters(text):
    assert encoding_of(text.encode("cp1252")) == "cp1252"


@pytest.mark.parametrize("padding", [0, 1, 70_000, 700_001])
def test_accents_are_found_wherever_they_are(padding):
    data = b"abc,def\n" * (padding // 8) + SPANISH.encode("cp1252") + b"x,y\n" * padding
    assert encoding_of(data) == "cp1252"


def test_a_mark_wins_over_what_follows():
    assert encoding_of(b"\xef\xbb\xbfcaf\xe9") == "utf-8-sig"


@given(st.binary(max_size=40))
def test_utf8_is_what_python_calls_utf8(data):
    counts = survey(as_bytes(data))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        assert counts[BAD] > 0
    else:
        assert counts[BAD] == 0
        assert counts[MULTIBYTE] == sum(character > "\x7f" for character in text)
    assert counts[NULS_EVEN] == data[::2].count(0) if counts[BAD] == 0 else True
    bare = decoded(data.removeprefix(b"\xef\xbb\xbf"), "utf-8")
    bytes(bare.data).decode()
    assert 0 not in bytes(bare.data)


@given(st.binary(min_size=0, max_size=100))
def test_counts_agree_with_a_plain_loop(data):
    counts = survey(as_bytes(data))
    controls = sum(byte < 32 and byte != 0 and not 9 <= byte <= 13 for byte in data)
    assert counts[CONTROLS] == controls
    assert counts[NULS_EVEN] + counts[NULS_ODD] == data.count(0)


@pytest.mark.parametrize(
    "broken", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xf0\x8f\xbf\xbf"]
)
def test_overlong_surrogate_and_cut_sequences_are_no_utf8(broken):
    assert survey(as_bytes(b"a" + broken))[BAD] == len(broken)


def test_single_bytes_in_utf8_are_mended_and_reported():
    text = decoded("é ü ß,M".encode() + b"\xfcller\n")
    assert text.encoding == "utf-8"
    assert bytes(text.data).decode() == "é ü ß,Müller\n"
    assert text.mended_at.tolist() == [len("é ü ß,M".encode())]


@pytest.mark.parametrize(
    ("text", "encoding"), [(GERMAN, "cp1252"), (SPANISH, "cp1252"), (POLISH, "cp1250"), (RUSSIAN, "cp1251")]
)
@pytest.mark.parametrize("share", [2, 3, 5])
def test_lines_of_two_encodings_in_one_file_are_read_each_in_its_own(text, encoding, share):
    lines = [f"{number};{word}" for number, word in enumerate(text.split() * 40)]
    data = b"\n".join(line.encode("utf-8" if number % share == 0 else encoding) for number, line in enumerate(lines))
    assert encoding_of(data) == "utf-8"
    read = decoded(data)
    assert bytes(read.data).decode() == "\n".join(lines)
    assert read.mended_as == encoding
    others = "".join(line for number, line in enumerate(lines) if number % share)
    assert len(read.mended_at) == sum(character > "\x7f" for character in others)


@pytest.mark.parametrize(
    ("text", "encoding"), [(UKRAINIAN, "cp1251"), (CHINESE, "gb18030"), (JAPANESE, "cp932"), (KOREAN, "cp949")]
)
def test_names_by_themselves_that_may_be_utf8_by_chance_are_no_second_encoding(text, encoding):
    data = "\n".join(text.split() * 20).encode(encoding)
    assert encoding_of(data) == encoding


def test_bytes_that_windows_does_not_know_are_kept_as_a_replacement_character():
    text = decoded(b"caf\xe9 \x81", "cp1252")
    assert bytes(text.data).decode() == "café \ufffd"
    assert text.mended_at.tolist() == [6]


def test_zero_bytes_are_taken_out_and_do_not_make_it_utf16():
    text = decoded(b"id,name\n2,Mar\0tin\n3,\0\0\0\n")
    assert text.encoding == "utf-8"
    assert bytes(text.data) == b"id,name\n2,Martin\n3,\n"
    assert text.nul_at.tolist() == [13, 19, 19, 19]


def test_zero_bytes_after_decoding_are_taken_out_too():
    text = decoded("é,a\0b".encode("utf-16"))
    assert bytes(text.data).decode() == "é,ab"
    assert text.nul_at.size == 1


@pytest.mark.parametrize(
    "data",
    [
        bytes(1000),
        np.random.default_rng(1).bytes(5000),
        b"\x7fELF" + bytes(range(256)) * 20,
    ],
)
def test_what_is_no_text(data):
    assert looks_binary(survey(as_bytes(data)), len(data), encoding_of(data))


def test_codec_names():
    assert codec_name("Windows-1252") == "cp1252"
    assert codec_name("UTF8") == "utf-8"
    assert codec_name(" latin-1 ") == "iso8859-1"
    for name in ("klingon", "base64", ""):
        with pytest.raises(InputError, match="is not known"):
            codec_name(name)


@given(
    st.lists(
        st.sampled_from([b"abcdefgh", b"\0\1", "é".encode(), "吉".encode(), b"\xff", b"\xe5\x90", b"x"]), max_size=60
    )
)
def test_counts_are_the_same_in_pieces(pieces):
    data = as_bytes(b"".join(pieces))
    whole = survey(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_AT_ONCE", 8)
        assert survey(data).tolist() == whole.tolist()
