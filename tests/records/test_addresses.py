"""Streets and names of organisations."""

from __future__ import annotations

import pyarrow as pa
import pytest

from entityres.records.addresses import are_boxes, clean_organisations, clean_streets, clean_units, legal_forms_of
from entityres.records.coding import texts_of


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("Hauptstraße 5", "5 hauptstr"),
        ("Hauptstr. 5", "5 hauptstr"),
        ("5, Hauptstrasse", "5 hauptstr"),
        ("Dorpsstraat 4", "4 dorpsstr"),
        ("Berliner Str. 12 a", "12a berliner str"),
        ("12 North Main Street Apt 4", "12 n main st apt 4"),
        ("Flat 2,\n15 High Street", "15 high st flat 2"),
        ("432 E. 134th Street ", "432 e 134th st"),
        ("E. 134th Street", "e 134th st"),
        ("69 s hwy 701", "69 s hwy 701"),
        ("s hwy 701", "s hwy 701"),
        ("PO Box 123", "po box 123"),
        ("P.O. Box 123", "po box 123"),
        ("P O BOX 123", "po box 123"),
        ("POB 123", "po box 123"),
        ("Postfach 12 34", "postfach 1234"),
        ("Postfach 1234", "postfach 1234"),
        ("B.P. 123", "bp 123"),
        ("BP 123", "bp 123"),
        ("12 Main St, PO Box 5", "12 main st po box 5"),
        ("Level 3, 12 Smith Rd", "12 smith rd lvl 3"),
        ("Fő utca 12", "12 fo u"),
        ("Haupt\u00adstraße\u00a012", "12 hauptstr"),
        ("ﬁnkenweg 3", "3 finkenweg"),
        ("１２ Main St", "12 main st"),
        ("Hauptstr. 12-14", "12 14 hauptstr"),
        ("c/o Schmidt, Hauptstr. 5", "5 hauptstr"),
        ("Hauptstr. 5 c/o Schmidt", "5 hauptstr"),
        ("Hauptstr. 5, C/O Anna Schmidt, Hinterhaus", "5 hauptstr hinterhaus"),
        ("12 Oak Street (c/o J. Smith)", "12 oak st"),
        ("℅ Smith & Co, Flat 2, 12 High Street", "12 high st flat 2"),
        ("c/o Schmidt", "c o schmidt"),
        ("12 Acacia/Oak Road", "12 acacia oak rd"),
        ("12–14, Hauptstraße", "12 14 hauptstr"),
        ("Pf. 12 34", "postfach 1234"),
        ("Apartado de Correos 55", "apartado de correos 55"),
        ("12 A High Street", "12a high st"),
        ("12 E High Street", "12 e high st"),
        ("12 B Street", "12 b st"),
        ("ul. Długa 12/3", "12 3 ul dluga"),
        ("12 bis rue de la Paix", "12bis r de la paix"),
        ("12bis, rue de la Paix", "12bis r de la paix"),
        ("Straße des 17. Juni 135", "135 str des 17 juni"),
        ("Calle 25 de Mayo 123", "123 c 25 de mayo"),
        ("15 May Road", "15 may rd"),
        ("5 Orchard Wy", "5 orchard way"),
        ("221B Baker St", "221b baker st"),
        ("Calle Mayor nº 5", "5 c mayor"),
        ("12 High Street #4", "12 high st apt 4"),
        ("12 High Street, # 4b", "12 high st apt 4b"),
        ("# 12 High Street", "12 high st"),
        ("Rua Silva, 6 - apto 9", "6 rua silva apt 9"),
        ("Gasse 6 WE 9", "6 gasse whg 9"),
        ("Main Street, Las Vegas NV 89132", "main st las vegas nv 89132"),
        ("", ""),
    ],
)
def test_streets(written: str, cleaned: str) -> None:
    assert clean_streets(texts_of([written])).to_list() == [cleaned]


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("Porter’s Joinery & Sons Ltd.", "porters joinery and sons"),
        ("I.B.M. Corp", "ibm"),
        ("Müller GmbH & Co. KG", "muller"),
        ("Cafe Lumière S.A.", "cafe lumiere"),
        ("AS Roma", "as roma"),
        ("Müller e.K.", "muller"),
        ("Müller GmbH und Co KG", "muller"),
        ("Müller und Söhne GmbH", "muller und sohne"),
        ("Müller Gesellschaft mit beschränkter Haftung", "muller"),
        ("Acme, spol. s r.o.", "acme"),
        ("Acme Soc. Coop.", "acme"),
        ("Acme gGmbH", "acme"),
        ("Acme Sp. z o.o.", "acme"),
        ("Acme spółka z ograniczoną odpowiedzialnością", "acme"),
        ("Zoo Warszawa Sp. z o.o.", "zoo warszawa"),
        ("Zoo Berlin AG", "zoo berlin"),
        ("Acme Société Anonyme", "acme"),
        ("Acme Private Limited", "acme"),
        ("Private Bank Ltd", "private bank"),
        ("Acme Pvt. Ltd.", "acme"),
        ("Acme Ltd. Şti.", "acme"),
        ("Acme UAB", "acme"),
        ("UAB Acme", "acme"),
        ("ООО «Ромашка»", "ромашка"),
        ("Ромашка ООО", "ромашка"),
        ("SARL Dupont", "dupont"),
        ("S.A.S. Dupont & Fils", "dupont and fils"),
        ("Firma Müller", "muller"),
        ("SAS", "sas"),
        ("Acme S.A. de C.V.", "acme"),
        ("Acme sp. z o.o. sp. komandytowa", "acme"),
        ("Siemens Aktiengesellschaft", "siemens"),
        ("ООО", "ооо"),
        ("株式会社トヨタ", "トヨタ"),
        ("トヨタ㈱", "トヨタ"),
        ("北京科技有限公司", "北京科技"),
        ("株式会社", "株式会社"),
        ("주식회사 한빛", "한빛"),
        ("AG", "ag"),
        ("The Company Ltd", "the company ltd"),
        ("北京大学", "北京大学"),
        ("", ""),
    ],
)
def test_organisations(written: str, cleaned: str) -> None:
    assert clean_organisations(texts_of([written])).to_list() == [cleaned]


def test_a_long_text_keeps_all_its_words() -> None:
    words = " ".join(f"w{i}" for i in range(90))
    assert clean_streets(texts_of([words])).to_list() == [words]
    assert clean_organisations(texts_of([words])).to_list() == [words]


def test_units() -> None:
    assert clean_units(texts_of(["Apt # 12", "Unit 12", "12", "Suite"])).to_list() == ["12", "12", "12", "suite"]


@pytest.mark.parametrize(
    ("written", "forms"),
    [
        ("Porter's Joinery & Sons L.T.D.", "ltd"),
        ("Müller GmbH & Co. KG", "gmbh and co kg"),
        ("Hooli", ""),
        ("AG", ""),  # nothing else is left, so it is the name
        ("The Bolt Company", "company"),
        ("ooo Ромашка", ""),
    ],
)
def test_legal_forms(written: str, forms: str) -> None:
    assert legal_forms_of(texts_of([written])).to_list() == [forms]


def test_boxes_at_a_post_office_are_told_from_streets():
    streets = ["po box 12", "postfach 1234", "box 7", "3 box ln", "12 box hill 5", "7 postfachweg", ""]
    found = are_boxes(pa.array(streets, pa.large_string()))
    assert found.tolist() == [True, True, True, False, False, False, False]
