"""House: make the sample lists of resources/samples: python3 packaging/make_samples.py [FOLDER].

Everybody in them is made up: common first and last names drawn together at random, invented streets and towns, phone
numbers that are reserved for films and books (555-01xx; the numbers that Germany's network agency keeps for them),
and mail addresses under example.com, example.net and example.org. The seed is fixed, so the files are always the same.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

SEED = 20240229
FOLDER = Path(__file__).resolve().parent.parent / "resources" / "samples"

ENGLISH = ["first_name", "last_name", "street", "city", "zip", "phone", "email", "birth_date", "created"]
GERMAN = ["vorname", "name", "strasse", "plz", "ort", "telefon", "email", "geburtsdatum", "angelegt"]

US_FIRST = """James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph
Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven Kimberly
Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah Timothy Stephanie Ronald
Rebecca Jason Laura Edward Helen Jeffrey Cynthia Ryan Amy Jacob Angela Nicholas Anna Gary Ruth Eric Brenda Jonathan Pamela
Stephen Nicole Larry Katherine Justin Samantha Scott Christine Brandon Catherine Benjamin Virginia Samuel Debra Gregory
Rachel Alexander Janet Patrick Emma Frank Maria Raymond Diane Jack Julie Dennis Joyce Ana Luis Sofia Carlos Elena Diego
Priya Arjun Mei Wei Aisha Omar Ngozi Kwame Olga Ivan""".split()
US_LAST = """Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker
Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood
James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez O'Brien
O'Connor McDonald MacLeod Smith-Jones Van_Dyke De_Luca Okafor Haddad Ivanova Novak Larsen""".split()
US_STREETS = """Larkmoor Fennelbrook Ashcombe Pinwheel Silverquill Copperleaf Thistledown Moonharbor Briarfield Willowmere
Foxglove Amberstone Ravenhill Saltmarsh Nettlewood Goldfinch Dovetail Hazelgrove Stonebridge Marigold Kestrel Brambleside
Owlpost Wintergreen Sundial Lanternfish Quarrybank Peppermill Clockmaker Tinkers""".split()
US_KINDS = [("Street", "St"), ("Avenue", "Ave"), ("Road", "Rd"), ("Lane", "Ln"), ("Drive", "Dr"), ("Court", "Ct")]
US_TOWNS = """Larkspur_Bend Eastmere Port_Fennel Quillham Dunmarrow Saint_Orla Marrowfield Tansy_Creek Holloway_Springs
Brightwater_Falls Old_Kestrel Amber_Ridge Nettle_Harbor Clayborne_Mills Winterset_Hollow Thornbury_Flats""".split()
US_AREAS = [202, 303, 312, 404, 415, 503, 512, 602, 617, 704, 713, 818, 901, 916, 954]
US_NICKNAMES = {
    "James": "Jim", "Robert": "Bob", "Patricia": "Pat", "Jennifer": "Jenny", "Michael": "Mike", "Elizabeth": "Liz",
    "William": "Bill", "Richard": "Rick", "Susan": "Sue", "Joseph": "Joe", "Thomas": "Tom", "Christopher": "Chris",
    "Charles": "Charlie", "Daniel": "Dan", "Matthew": "Matt", "Anthony": "Tony", "Steven": "Steve", "Kimberly": "Kim",
    "Andrew": "Andy", "Margaret": "Peggy", "Joshua": "Josh", "Kenneth": "Ken", "Deborah": "Debbie", "Timothy": "Tim",
    "Rebecca": "Becky", "Edward": "Ed", "Jeffrey": "Jeff", "Nicholas": "Nick", "Jonathan": "Jon", "Samantha": "Sam",
    "Katherine": "Kate", "Benjamin": "Ben", "Samuel": "Sam", "Gregory": "Greg", "Alexander": "Alex", "Pamela": "Pam",
}  # fmt: skip

DE_FIRST = """Anna Lukas Katharina Johannes Elisabeth Alexander Sabine Stefan Jürgen Jörg Günther Käthe Björn Sören Ursula
Thomas Andreas Petra Monika Wolfgang Heike Markus Claudia Matthias Susanne Christian Martina Michael Birgit Peter Karin
Klaus Renate Frank Gabriele Uwe Andrea Bernd Christine Ralf Nicole Holger Stefanie Torsten Melanie Jens Anja Dirk Silke
Sven Tanja Kai Ines Lars Maren Nils Wiebke Hannah Leon Mia Felix Emma Paul Lea Jonas Lina Maximilian Sophie Moritz
Charlotte Emre Ayşe Mehmet Fatma Agnieszka Tomasz Giulia Marco Zoë René Chloé""".split()
DE_LAST = """Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein
Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann
Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn
Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig
Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Groß Sommer Haas Graf Heinrich Seidel Schreiber Ziegler
Dietrich Brandt Kuhn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Pfeiffer Yılmaz Kowalski Rossi
Müller-Lange Groß-Weber""".split()
DE_STREETS = """Ahornbogen Lerchenwinkel Silberquell Mühlenblick Tannenzeile Fliederbucht Sonnenuhr Rabenhorst Honiggarten
Wiesengrund Birkenhain Kranichweg Eulenspiegel Kupferberg Nebelhorn Haselbusch Brunnenkress Schlehenhang Föhrenwinkel
Löwenzahn Rüsternweg Weißdorn Großer_Kamp Köhlerpfad""".split()
DE_TOWNS = [
    ("01994", "Neu Ahornau"), ("10999", "Spreehausen"), ("22999", "Alsterbüttel"), ("28999", "Möwenhude"),
    ("30999", "Leinefurt"), ("40999", "Düsterath"), ("50999", "Rheinkirchen"), ("60999", "Mainbrücken"),
    ("70999", "Neckarzell"), ("80999", "Isarmünster"), ("90999", "Pegnitzau"), ("99999", "Thürwald"),
]  # fmt: skip
# What the Bundesnetzagentur keeps for films and books.
DE_PHONES = [("030", "23125", 3), ("069", "90009", 3), ("040", "66969", 3), ("0221", "4710", 3), ("089", "99998", 3)]
DE_NICKNAMES = {
    "Katharina": "Kathi", "Johannes": "Hannes", "Elisabeth": "Lisa", "Alexander": "Alex", "Sabine": "Bine",
    "Stefan": "Steffen", "Thomas": "Tom", "Andreas": "Andi", "Wolfgang": "Wolf", "Matthias": "Matze",
    "Susanne": "Susi", "Christian": "Chris", "Michael": "Micha", "Maximilian": "Max", "Charlotte": "Lotte",
    "Christine": "Tine", "Stefanie": "Steffi", "Gabriele": "Gabi", "Monika": "Moni", "Ursula": "Uschi",
}  # fmt: skip
ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
WESTERN = str.maketrans({"ş": "s", "ı": "i", "Ş": "S", "İ": "I"})  # letters that Windows-1252 does not have
PLAIN = str.maketrans("ëéüöäßşı", "eeuoassi")
MAIL = ["example.com", "example.net", "example.org"]


@dataclass(frozen=True)
class Customer:
    """One customer as one list has it."""

    first: str
    last: str
    street: str
    house: int
    kind: int
    town: str
    zip: str
    phone: str
    email: str
    born: date | None
    created: date


class Maker:
    """Draws made-up customers and second versions of them."""

    def __init__(self, seed: int, german: bool) -> None:
        self.random = random.Random(seed)
        self.german = german
        self.phones = self._all_phones()
        self.mails: set[str] = set()

    def _all_phones(self) -> list[str]:
        if self.german:
            phones = [
                f"{area} {head}{number:0{digits}}" for area, head, digits in DE_PHONES for number in range(10**digits)
            ]
        else:
            phones = [f"({area}) 555-01{number:02}" for area in US_AREAS for number in range(100)]
        self.random.shuffle(phones)
        return phones

    def day(self, first: int, last: int) -> date:
        """A day in these years."""
        start = date(first, 1, 1)
        return start + timedelta(days=self.random.randrange((date(last, 12, 31) - start).days))

    def mail(self, first: str, last: str, born: date) -> str:
        """A mail address of its own for each customer."""
        draw = self.random
        given = first.lower().translate(ASCII).translate(PLAIN)
        family = last.lower().translate(ASCII).translate(PLAIN).replace("'", "").replace(" ", "")
        forms = [f"{given}.{family}", f"{given[0]}{family}", f"{given}{born.year % 100:02}", f"{family}.{given}"]
        name = draw.choice(forms)
        while (address := f"{name}@{draw.choice(MAIL)}") in self.mails:
            name += str(draw.randrange(10))
        self.mails.add(address)
        return address

    def place(self) -> tuple[str, int, int, str, str]:
        """Street, house number, kind of street, town, postcode."""
        draw = self.random
        if self.german:
            code, town = draw.choice(DE_TOWNS)
            return draw.choice(DE_STREETS).replace("_", " "), draw.randrange(1, 120), 0, town, code
        number = draw.randrange(len(US_TOWNS))
        town, code = US_TOWNS[number].replace("_", " "), f"{2000 + 613 * number + draw.randrange(4):05}"
        return draw.choice(US_STREETS), draw.randrange(1, 990), draw.randrange(len(US_KINDS)), town, code

    def somebody(self) -> Customer:
        """A new customer."""
        draw = self.random
        first, last = (
            draw.choice(DE_FIRST if self.german else US_FIRST),
            draw.choice(DE_LAST if self.german else US_LAST),
        )
        last, born = last.replace("_", " "), self.day(1938, 2005)
        made = Customer(
            first, last, *self.place(), self.phones.pop(), self.mail(first, last, born), born, self.day(2014, 2021)
        )
        return replace(
            made,
            phone="" if draw.random() < 0.12 else made.phone,
            email="" if draw.random() < 0.15 else made.email,
            born=None if draw.random() < 0.10 else made.born,
        )

    def somebody_at_home_of(self, other: Customer) -> Customer:
        """Another customer of the same household: alike in much, and not a duplicate."""
        draw = self.random
        made = self.somebody()
        while made.first == other.first:
            made = self.somebody()
        mail = self.mail(made.first, other.last, made.born) if made.email and made.born else ""
        same = replace(other, first=made.first, email=mail, born=made.born, created=made.created)
        return replace(same, phone=other.phone if draw.random() < 0.5 else made.phone)

    def again(self, who: Customer, most: int = 3) -> Customer:
        """The same customer, entered a second time by somebody in a hurry."""
        changes: list[Callable[[Customer], Customer]] = [
            self.typing_error, self.typing_error, self.nickname, self.swapped_names, self.moved, self.other_phone,
            self.other_mail, self.left_out, self.left_out, self.day_and_month, self.initial, self.capitals,
        ]  # fmt: skip
        for change in self.random.sample(changes, self.random.randint(1, most)):
            who = change(who)
        return replace(who, created=who.created + timedelta(days=self.random.randrange(20, 1200)))

    def typing_error(self, who: Customer) -> Customer:
        """One letter lost, doubled, swapped or wrong."""
        match self.random.choice(["first", "last", "street", "town"]):
            case "first":
                return replace(who, first=self.mistyped(who.first))
            case "last":
                return replace(who, last=self.mistyped(who.last))
            case "street":
                return replace(who, street=self.mistyped(who.street))
        return replace(who, town=self.mistyped(who.town))

    def mistyped(self, text: str) -> str:
        """The text with one typing error after its first letter."""
        if len(text) < 4:
            return text
        draw, at = self.random, self.random.randrange(1, len(text) - 1)
        return draw.choice([
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            text[:at] + draw.choice("aeinrst") + text[at + 1 :],
        ])  # fmt: skip

    def nickname(self, who: Customer) -> Customer:
        """What friends say."""
        return replace(who, first=(DE_NICKNAMES if self.german else US_NICKNAMES).get(who.first, who.first))

    def swapped_names(self, who: Customer) -> Customer:
        """First and last name in each other's column, now and then."""
        return replace(who, first=who.last, last=who.first) if self.random.random() < 0.5 else who

    def moved(self, who: Customer) -> Customer:
        """A new address."""
        street, house, kind, town, code = self.place()
        return replace(who, street=street, house=house, kind=kind, town=town, zip=code)

    def other_phone(self, who: Customer) -> Customer:
        """A new number, or the old one written in another way."""
        if self.random.random() < 0.4:
            return replace(who, phone=self.phones.pop())
        return replace(who, phone=self.respelled(who.phone))

    def respelled(self, phone: str) -> str:
        """The same number in another spelling."""
        digits = "".join(character for character in phone if character.isdigit())
        if not digits:
            return phone
        if self.german:
            return self.random.choice(["+49 " + digits[1:], "0049" + digits[1:], digits, phone.replace(" ", "/")])
        area, rest = digits[:3], f"{digits[3:6]}-{digits[6:]}"
        return self.random.choice([f"{area}-{rest}", f"+1 {area} {rest}", f"{area}.{digits[3:6]}.{digits[6:]}", digits])

    def other_mail(self, who: Customer) -> Customer:
        """Another mail address."""
        return replace(who, email=self.mail(who.first, who.last, who.born or self.day(1950, 2000)))

    def left_out(self, who: Customer) -> Customer:
        """Something not asked for this time."""
        match self.random.choice(["phone", "email", "born"]):
            case "phone":
                return replace(who, phone="")
            case "email":
                return replace(who, email="")
        return replace(who, born=None)

    def day_and_month(self, who: Customer) -> Customer:
        """Day and month in each other's place, where that is a date too."""
        if who.born is None or who.born.day > 12:
            return who
        return replace(who, born=who.born.replace(month=who.born.day, day=who.born.month))

    def initial(self, who: Customer) -> Customer:
        """Only the first letter of the first name."""
        return replace(who, first=who.first[0] + ".")

    def capitals(self, who: Customer) -> Customer:
        """Everything in capitals."""
        if self.german:
            return replace(who, last=who.last.translate(ASCII))
        return replace(who, first=who.first.upper(), last=who.last.upper())

    def list_of(self, people: int, again: int) -> list[Customer]:
        """So many customers, some of one household, and so many entered again."""
        made: list[Customer] = []
        while len(made) < people:
            at_home = made and self.random.random() < 0.06
            made.append(self.somebody_at_home_of(self.random.choice(made)) if at_home else self.somebody())
        return made + [self.again(who) for who in self.random.choices(made, k=again)]

    def shuffled(self, customers: Sequence[Customer]) -> list[Customer]:
        """In no order."""
        mixed = list(customers)
        self.random.shuffle(mixed)
        return mixed


def english_row(who: Customer, draw: random.Random, german: bool) -> list[str]:
    """The cells of a row under the English headings."""
    if german:
        street = f"{who.street} {who.house}"
    else:
        street = f"{who.house} {who.street} {US_KINDS[who.kind][draw.random() < 0.4]}"
    born = who.born.isoformat() if who.born else ""
    return [who.first, who.last, street, who.town, who.zip, who.phone, who.email, born, who.created.isoformat()]


def german_row(who: Customer) -> list[str]:
    """The cells of a row under the German headings."""
    born = f"{who.born:%d.%m.%Y}" if who.born else ""
    street = f"{who.street} {who.house}"
    cells = [who.first, who.last, street, who.zip, who.town, who.phone, who.email, born, f"{who.created:%d.%m.%Y}"]
    return [cell.translate(WESTERN) for cell in cells]


def write(
    path: Path, heading: Sequence[str], rows: Sequence[Sequence[str]], encoding: str, separator: str, end: str
) -> None:
    """Write one list."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=separator, lineterminator=end)
        writer.writerow(heading)
        writer.writerows(rows)


def make_samples(folder: Path) -> None:
    """Write the three lists into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    one = Maker(SEED, german=False)
    rows = [english_row(who, one.random, german=False) for who in one.shuffled(one.list_of(750, 250))]
    write(folder / "one_list.csv", ENGLISH, rows, "utf-8", ",", "\n")

    two = Maker(SEED + 1, german=True)
    everybody = two.list_of(860, 0)
    crm, shop = everybody[:580], everybody[580:]
    crm += [two.again(who, 2) for who in two.random.sample(crm, 20)]
    shop += [two.again(who, 2) for who in two.random.sample(everybody[:580], 200)]
    shop += [two.again(who, 2) for who in two.random.sample(shop, 20)]
    rows = [english_row(who, two.random, german=True) for who in two.shuffled(crm)]
    write(folder / "crm.csv", ENGLISH, rows, "utf-8", ",", "\n")
    rows = [german_row(who) for who in two.shuffled(shop)]
    write(folder / "webshop.csv", GERMAN, rows, "cp1252", ";", "\r\n")


if __name__ == "__main__":
    make_samples(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
