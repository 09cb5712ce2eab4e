"""Lists with the right role for every column: from the table of known lists, in eight languages, and without headings."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.eval.customer_pools import Customer, customers

TABLE = Path(__file__).with_name("dataset_roles.csv")
ROWS, MADE_UP_ROWS = 48, 150


@dataclass(frozen=True)
class RightColumn:
    """A column and the roles that a sensible person could give it, best first; cells as written."""

    heading: str
    roles: tuple[str, ...]
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class RightList:
    """A list with its columns."""

    name: str
    columns: tuple[RightColumn, ...]


def known_lists(rows: int = ROWS) -> list[RightList]:
    """The labelled lists and the samples by their headings, each with made-up cells of the same shape, over and over."""
    found: dict[str, list[RightColumn]] = {}
    with TABLE.open(encoding="utf-8", newline="") as handle:
        for row in csv.DictReader(handle):
            cells = row["cells"].split("¦")
            column = RightColumn(
                row["heading"],
                tuple(row["roles"].split("|")),
                tuple(_numbered(cells[i % len(cells)], i // len(cells)) for i in range(rows)),
            )
            found.setdefault(row["list"], []).append(column)
    return [RightList(name, tuple(columns)) for name, columns in found.items()]


def _numbered(cell: str, turn: int) -> str:
    """A cell again with its digits counted on, so that codes and numbers stay as different as they are in real lists."""
    return "".join(str((int(c) + turn) % 10) if c in "3456789" and turn and len(cell) < 30 else c for c in cell)


Pick = Callable[[Customer], str]
LAST_FIRST: Pick = lambda c: f"{c.family}, {c.given}"  # noqa: E731
FIRST_LAST: Pick = lambda c: f"{c.given} {c.family}"  # noqa: E731
PARTS: dict[str, Pick] = {
    "initial": lambda c: "ABCDEFGHJKLMPRSTW"[int(c.running) * 7 % 17],
    "generation": lambda c: {3: "Jr.", 5: "Sr", 8: "III"}.get(int(c.running) % 11, ""),
    "road": lambda c: " ".join(c.street.replace(c.number, " ").replace(",", " ").split()),
    "birth_day": lambda c: str(1 + int(c.running) * 11 % 31),
    "birth_month": lambda c: str(1 + int(c.running) * 7 % 12),
    "birth_year": lambda c: str(1935 + int(c.running) * 13 % 70),
}


def _attribute(name: str) -> Pick:
    return lambda customer: str(getattr(customer, name))


# language -> several lists of "heading=attribute or attribute+attribute:role|role"
WITH_HEADINGS: dict[str, tuple[str, ...]] = {
    "en": (
        "Customer ID=running:identifier; Forename=given; Surname=family; Address Line 1=street; Town=town; Post Code=postcode;"
        " Tel=phone; Mobile=mobile; E-mail Address=email; Date of birth=born; Sex=gender; Registered on=created:keep|check",
        "Contact=first_last:full_name; Business name=firm; Full address=address:street; Telephone no.=phone; Mail=email;"
        " Balance=amount:keep; Comments=note:keep|text; Customer since=created:keep|check; Salutation=title:category",
        "acct_no=running:identifier|keep; lastName=family; firstName=given; homePhone=phone; cellPhone=mobile; emailAddr=email;"
        " mailingStreet=street; mailingCity=town; mailingZip=postcode; countryName=country; custStatus=status:keep|category;"
        " dob=born; lastModified=created:keep|check|date",
    ),
    "de": (
        "Kundennr.=running:identifier; Anrede=title:category; Vorname=given; Nachname=family; Straße und Hausnummer=street;"
        " PLZ=postcode; Ort=town; Tel.=phone; Handy=mobile; E-Mail=email; Geb.-Datum=born; Kunde seit=created:keep|check",
        "Name=last_first:full_name; Anschrift=address:street; Rufnummer=phone; Mailadresse=email; Bemerkung=note:keep|text;"
        " Umsatz=amount:keep; Geschlecht=gender; Anlagedatum=created:keep|check",
        "LfdNr=running:identifier; Firma=firm; Ansprechpartner=first_last:full_name; Strasse=street; Postleitzahl=postcode;"
        " Wohnort=town; Land=country; Telefonnummer=phone; Kundengruppe=status:keep|category; EMailAdresse=email",
    ),
    "fr": (
        "N° client=running:identifier; Civilité=title:category; Prénom=given; Nom=family; Adresse=street; Code postal=postcode;"
        " Ville=town; Téléphone=phone; Portable=mobile; Courriel=email; Date de naissance=born; Créé le=created:keep|check",
        "Nom et prénom=last_first:full_name; Adresse complète=address:street; Tél.=phone; Adresse e-mail=email;"
        " Remarques=note:keep|text; Chiffre d'affaires=amount:keep; Sexe=gender; Date d'inscription=created:keep|check",
        "identifiant=running:identifier; raison_sociale=firm; contact=first_last:full_name; rue=street; cp=postcode;"
        " commune=town; pays=country; num_tel=phone; mail=email; catégorie=status:category|keep",
    ),
    "es": (
        "Nº cliente=running:identifier; Nombre=given; Apellidos=family; Dirección=street; C.P.=postcode; Población=town;"
        " Teléfono=phone; Móvil=mobile; Correo electrónico=email; Fecha de nacimiento=born; Fecha de alta=created:keep|check",
        "Nombre y apellidos=first_last:full_name; Domicilio=address:street; Tfno.=phone; Correo=email;"
        " Observaciones=note:keep|text; Importe=amount:keep; Sexo=gender; Cliente desde=created:keep|check",
        "codigo=running:identifier|keep; razon_social=firm; persona_contacto=first_last:full_name; calle=street;"
        " codigo_postal=postcode; ciudad=town; pais=country; telefono_fijo=phone; email=email; tratamiento=title:category",
    ),
    "it": (
        "Codice cliente=running:identifier; Nome=given; Cognome=family; Indirizzo=street; CAP=postcode; Città=town;"
        " Telefono=phone; Cellulare=mobile; Indirizzo e-mail=email; Data di nascita=born; Data inserimento=created:keep|check",
        "Nominativo=last_first:full_name; Residenza=address:street; Tel.=phone; Posta elettronica=email; Note=note:keep|text;"
        " Fatturato=amount:keep; Sesso=gender; Cliente dal=created:keep|check",
        "id_cliente=running:identifier; ragione_sociale=firm; referente=first_last:full_name; via=street; cap=postcode;"
        " comune=town; nazione=country; recapito_telefonico=phone; e_mail=email; titolo=title:category",
    ),
    "nl": (
        "Klantnummer=running:identifier; Voornaam=given; Achternaam=family; Adres=street; Postcode=postcode; Woonplaats=town;"
        " Telefoonnummer=phone; Mobiel=mobile; E-mailadres=email; Geboortedatum=born; Aangemaakt op=created:keep|check",
        "Naam=first_last:full_name; Volledig adres=address:street; Telefoon=phone; Mail=email; Opmerkingen=note:keep|text;"
        " Omzet=amount:keep; Geslacht=gender; Klant sinds=created:keep|check",
        "klantnr=running:identifier; bedrijfsnaam=firm; contactpersoon=first_last:full_name; straat_en_huisnummer=street;"
        " pc=postcode; plaats=town; land=country; tel_nr=phone; email=email; aanhef=title:category",
    ),
    "pl": (
        "Nr klienta=running:identifier; Imię=given; Nazwisko=family; Ulica=street; Kod pocztowy=postcode; Miejscowość=town;"
        " Telefon=phone; Tel. komórkowy=mobile; E-mail=email; Data urodzenia=born; Data rejestracji=created:keep|check",
        "Imię i nazwisko=first_last:full_name; Adres=address:street; Nr telefonu=phone; Adres e-mail=email;"
        " Uwagi=note:keep|text; Kwota=amount:keep; Płeć=gender; Klient od=created:keep|check",
        "lp=running:identifier; nazwa_firmy=firm; osoba_kontaktowa=first_last:full_name; ulica_nr=street; kod=postcode;"
        " miasto=town; kraj=country; numer_telefonu=phone; mail=email; status=status:keep|category",
    ),
    "pt": (
        "Nº cliente=running:identifier; Nome próprio=given; Apelido=family; Morada=street; Código postal=postcode;"
        " Localidade=town; Telefone=phone; Telemóvel=mobile; Endereço de e-mail=email; Data de nascimento=born;"
        " Data de registo=created:keep|check",
        "Nome completo=first_last:full_name; Morada completa=address:street; Tel.=phone; Correio eletrónico=email;"
        " Observações=note:keep|text; Valor=amount:keep; Sexo=gender; Cliente desde=created:keep|check",
        "codigo_cliente=running:identifier; razao_social=firm; pessoa_contato=first_last:full_name; endereco=street;"
        " cep=postcode; cidade=town; pais=country; celular=mobile:phone; email=email; situacao=status:keep|category",
    ),
}
ROLE_OF = {
    "running": "identifier|keep", "given": "given_name", "family": "family_name", "street": "street", "town": "city",
    "postcode": "postcode", "phone": "phone", "mobile": "phone", "email": "email", "born": "birth_date",
    "created": "keep|check|date", "gender": "category|keep", "title": "category", "first_last": "full_name",
    "last_first": "full_name", "firm": "organisation", "address": "street", "amount": "keep|number", "note": "keep|text",
    "country": "country|keep", "status": "keep|category", "initial": "middle_name", "generation": "name_suffix",
    "road": "street", "number": "street", "birth_day": "birth_date", "birth_month": "birth_date", "birth_year": "birth_date",
}  # fmt: skip
PLAIN_LAYOUTS = (
    ("running", "given", "family", "street", "postcode", "town", "phone", "email", "born", "created"),
    ("firm", "first_last", "address", "phone", "email", "amount", "note", "status"),
    ("email", "born", "family", "given", "town", "postcode", "street", "mobile", "gender", "country"),
    ("last_first", "street", "town", "postcode", "phone", "created", "running"),
    ("title", "given", "family", "firm", "street", "postcode", "town", "country", "phone", "email"),
    (
        "family",
        "given",
        "initial",
        "generation",
        "birth_day",
        "birth_month",
        "birth_year",
        "number",
        "road",
        "town",
        "postcode",
    ),
    (
        "running",
        "given",
        "family",
        "road",
        "number",
        "postcode",
        "town",
        "birth_year",
        "birth_month",
        "birth_day",
        "phone",
    ),
)
PLAIN_HEADINGS = ("col{}", "{letter}", "feld{}", "Column {}", "X{}", "Unnamed: {}", "champ{}")


def pick_named(name: str) -> Pick:
    """What a part of a layout takes of a customer."""
    return {"first_last": FIRST_LAST, "last_first": LAST_FIRST}.get(name) or PARTS.get(name) or _attribute(name)


def _column(heading: str, name: str, roles: str, people: Sequence[Customer], rng: random.Random) -> RightColumn:
    pick, gaps = pick_named(name), 0.15 if name in ("phone", "mobile", "email", "born") else 0.0
    cells = tuple("" if rng.random() < gaps else pick(customer) for customer in people)
    return RightColumn(heading, tuple((roles or ROLE_OF[name]).split("|")), cells)


def lists_with_headings() -> list[RightList]:
    """Lists of customers in eight languages."""
    made = []
    for language, layouts in WITH_HEADINGS.items():
        for number, layout in enumerate(layouts):
            people, rng = customers(language, MADE_UP_ROWS, number), random.Random(number)
            columns = []
            for entry in layout.split(";"):
                heading, _, rest = entry.strip().partition("=")
                name, _, roles = rest.partition(":")
                columns.append(_column(heading, name, roles, people, rng))
            made.append(RightList(f"{language} {number + 1}", tuple(columns)))
    return made


def lists_without_headings() -> list[RightList]:
    """The same customers under headings that say nothing."""
    made = []
    for at, language in enumerate(WITH_HEADINGS):
        for number, layout in enumerate(PLAIN_LAYOUTS):
            people, rng = customers(language, MADE_UP_ROWS, 10 + number), random.Random(number)
            form = PLAIN_HEADINGS[(at + number) % len(PLAIN_HEADINGS)]
            made.append(
                RightList(
                    f"{language} plain {number + 1}",
                    tuple(
                        _column(form.format(i + 1, letter=chr(65 + i)), name, "", people, rng)
                        for i, name in enumerate(layout)
                    ),
                )
            )
    return made
