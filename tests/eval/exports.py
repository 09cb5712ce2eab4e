"""Lists with the headings that programs give their exports, and the values that make them hard, each with the right roles."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.eval.customer_pools import Customer, customers
from tests.eval.role_lists import MADE_UP_ROWS, ROLE_OF, Pick, RightColumn, RightList, pick_named

EXTRA: dict[str, Pick] = {
    "order": lambda c: str(2_000_000_003 + int(c.running) * 7_919_777 % 7_900_000_000),
    "long_number": lambda c: f"{int(c.running) * 7_919_777_123 % 10**12:012}",
    "nine": lambda c: str(100_000_000 + int(c.running) * 7_919_777 % 890_000_000),
    "letters_number": lambda c: f"EH{100_000 + int(c.running) * 7919 % 890_000}",
    "hashed": lambda c: f"#{1000 + int(c.running)}",
    "guid": lambda c: (
        f"{int(c.running) * 2654435761 % 2**32:08x}-6c2d-c6be-ae60-{int(c.running) * 7_919_777 % 10**12:012}"
    ),
    "coded": lambda c: f"C{int(c.running):05}",
    "yes": lambda c: ("J", "N")[int(c.running) * 7 % 3 == 0],
    "si": lambda c: ("SI", "NO")[int(c.running) * 7 % 3 == 0],
    "true": lambda c: ("True", "False")[int(c.running) * 7 % 3 == 0],
    "social": lambda c: f"9{int(c.running) % 90:02}-{11 + int(c.running) % 80}-{1000 + int(c.running) * 7 % 9000}",
    "party": lambda c: ("Republican", "Democratic", "NPP")[int(c.running) % 3],
    "letter_code": lambda c: ("HL", "NL", "UN")[int(c.running) % 3],
    "small": lambda c: str(1 + int(c.running) * 7 % 12),
    "four": lambda c: str(1000 + int(c.running) * 7919 % 3000),
    "dialled": lambda c: "p:+1" + c.phone.replace("-", ""),
    "state": lambda c: ("TX", "CA", "NY", "OH", "WA", "NV")[int(c.running) % 6],
    "pages": lambda c: f"{100 + int(c.running) % 90}-{200 + int(c.running) % 90}",
    "long_ago": lambda c: str(1930 + int(c.running) * 13 % 70),
    "home": lambda c: c.street if int(c.running) % 20 == 0 else "",
    "home_town": lambda c: c.town if int(c.running) % 20 == 0 else "",
    "nobody": lambda c: "",
}

# Name of the list, language of its customers, "heading=part or part:roles".
EXPORTS = (
    (
        "voters",
        "en",
        "voter_reg_num=long_number:identifier; ncid=letters_number:identifier|keep; last_name=family; first_name=given;"
        " middle_name=initial; name_suffix_lbl=generation; res_street_address=street; res_city_desc=town; state_cd=state:region;"
        " zip_code=postcode; mail_addr1=home:keep|street; mail_city=home_town:keep|city; full_phone_number=phone;"
        " ethnic_code=letter_code:category|keep; szPartyName=party:category|keep; birth_year=long_ago:birth_date|number;"
        " registr_dt=created",
    ),
    (
        "orders",
        "en",
        "Name=hashed:identifier|keep; Order #=order:identifier|keep; Attendee #=order:identifier|keep; Email=email;"
        " Lineitem name=note:title|text|keep; payment_method_title=status:category|keep; Billing Name=first_last:full_name;"
        " Billing Street=street; Billing City=town; Billing Zip=postcode; Billing Phone=phone;"
        " Shipping Name=first_last:keep|full_name;"
        " Shipping Street=street:keep; Shipping City=town:keep; Shipping Zip=postcode:keep; Paid at=created;"
        " Is a Company=true:keep",
    ),
    (
        "buyers with a delivery address alone",
        "en",
        "Full Name=first_last; Street 1=street; Ship City=town; Ship Zipcode=postcode; Buyer=first_last:full_name|keep;"
        " Number of Items=small:number|keep; Order ID=order:identifier|keep; LEID=nine:identifier|keep; Tel (Home)=phone",
    ),
    (
        "contacts at work",
        "en",
        "First Name=given; Last Name=family; Company=firm; Business Street=street; Business City=town;"
        " Business Postal Code=postcode;"
        " Home Street=home:keep|street; Home City=home_town:keep|city; Business Phone=phone; Other Phone=mobile;"
        " Business Unit=letter_code:keep; Ext.=four:keep|identifier; Added By=status:keep; E-mail 1 - Type=status:keep",
    ),
    (
        "donors",
        "en",
        "Constituent ID=running:identifier; First=given; MI=initial; Last=family; Pref Addr Line 1=street; Pref Addr City=town;"
        " Pref Addr ST=state:region; Pref Addr ZIP=postcode; Hm Ph=phone; NOK Tel=mobile:keep; Emergency Phone=mobile:keep;"
        " # Gifts=small:number|keep; Last Gift Dt=created",
    ),
    (
        "land register",
        "en",
        "APN=nine:identifier|keep; Owner 1=first_last:full_name; Site Addr=street; Site City=town; Site Zip=postcode;"
        " Sq Ft=four:number|keep; Use Code=small:keep|identifier|category; Sale Date=created",
    ),
    (
        "bank",
        "en",
        "CIF=order:identifier|keep; CUST_NM=first_last:full_name; DT_OF_BIRTH=born; MOB_NO=phone; EMAIL_ID=email;"
        " ADDR_LN1=street;"
        " CITY=town; PIN=postcode; AADHAAR=long_number:identifier|keep; KYC_FLAG=yes:keep|category",
    ),
    (
        "leads",
        "en",
        "id=guid:identifier|keep; (Do Not Modify) Contact=guid:identifier|keep; ss=social:identifier; full_name=first_last;"
        " phone_number=dialled:phone;"
        " email=email; _address_country_id=country; _address_street=street;"
        " BankAccountName=firm:keep|text|full_name|organisation",
    ),
    (
        "articles",
        "en",
        "PMID=nine:identifier; title=note:title|keep; page=pages:text|keep; Number of Pages=four:number|keep;"
        " Track Number=small:number|keep; genres=status:items|category|keep; authors=last_first:items",
    ),
    (
        "cards of persons",
        "de",
        "FN=first_last:full_name; TEL;TYPE=CELL=phone; EMAIL;TYPE=INTERNET=email; ADR;TYPE=HOME=street; BDAY=born;"
        " REV=created; UID=guid:identifier|keep",
    ),
    (
        "orders in two addresses",
        "de",
        "Bestellnr.=order:identifier|keep; Käufername=first_last:full_name; Lieferanschrift: Name=first_last:full_name|keep;"
        " Lieferanschrift: Straße=street:keep; Lieferanschrift: Ort=town:keep;"
        " Rechnungsanschrift: Name=first_last:full_name|keep;"
        " Rechnungsanschrift: Straße=street; Rechnungsanschrift: Ort=town; Auslaufartikel=yes:keep|category;"
        " Sendungsnr.=long_number:identifier|keep; Tel.=phone",
    ),
    (
        "customers of a program for books",
        "it",
        "Cod. cliente=coded:identifier|keep; Cod. Fiscale=letters_number:identifier; Cognome=family; Nome=given; CAP=postcode;"
        " Comune residenza=town; Via=street; Mensa=si:keep|category; Data iscrizione=created",
    ),
    (
        "establishments",
        "fr",
        "siret=long_number:identifier; dateCreationEtablissement=created; denominationUniteLegale=firm;"
        " libelleVoieEtablissement=street; codePostalEtablissement=postcode; libelleCommuneEtablissement=town;"
        " etatAdministratifEtablissement=letter_code:category|keep; Tél. domicile=phone; N° adhérent=running:identifier",
    ),
    (
        "people with two first names",
        "es",
        "Nombre(s)=given; Apellido paterno=family; Fecha de nac.=born; Calle y núm.=street; Cel.=phone; Asistió=si:keep|category",
    ),
)


def lists_of_exports() -> list[RightList]:
    """Made-up customers under the headings of EXPORTS."""
    made = []
    for number, (name, language, layout) in enumerate(EXPORTS):
        people, rng = customers(language, MADE_UP_ROWS, 40 + number), random.Random(number)
        columns = [_column(entry.strip(), people, rng) for entry in layout.split("; ")]
        made.append(RightList(name, tuple(columns)))
    return made


def _column(entry: str, people: Sequence[Customer], rng: random.Random) -> RightColumn:
    heading, _, rest = entry.rpartition("=")
    part, _, roles = rest.partition(":")
    pick = EXTRA.get(part) or pick_named(part)
    gaps = 0.1 if part in ("phone", "mobile", "email", "born") else 0.0
    cells = tuple("" if rng.random() < gaps else pick(customer) for customer in people)
    return RightColumn(heading, tuple((roles or ROLE_OF[part]).split("|")), cells)
