"""Names, places and ways of writing of eight countries, made up or common, to build lists of customers from."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ç": "c", "ñ": "n", "ó": "o",
                         "í": "i", "á": "a", "ã": "a", "ł": "l", "ż": "z", "ś": "s", "ę": "e", "ą": "a", "ń": "n",
                         "ć": "c", "ź": "z", "ê": "e", "ô": "o", "â": "a", "ú": "u", "ì": "i", "ò": "o", "à": "a",
                         "'": None, " ": None, "-": None})  # fmt: skip


@dataclass(frozen=True)
class Country:
    """What customers of one country are called, where they live and how they write it.

    Attributes:
        given, family, streets, towns, firms: Words; "#" in a street is the house number.
        postcode, phone: Random ones.
        date: Format of dates.
        domains: Of e-mail addresses.
        notes: Remarks about customers.
        genders: How they are written.
        name: Of the country.
        titles: Forms of address.
    """

    given: list[str]
    family: list[str]
    streets: list[str]
    towns: list[str]
    firms: list[str]
    postcode: Callable[[random.Random], str]
    phone: Callable[[random.Random], str]
    date: str
    domains: list[str]
    notes: list[str]
    genders: list[str]
    name: str
    titles: list[str]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _digits(rng: random.Random, pattern: str) -> str:
    """A text with a random digit for each "#" and a random capital for each "@"."""
    return "".join(
        str(rng.randrange(10)) if c == "#" else rng.choice("ABCDEFGHJKLMNPRSTUVWXY") if c == "@" else c for c in pattern
    )


def _one_of(*patterns: str) -> Callable[[random.Random], str]:
    return lambda rng: _digits(rng, rng.choice(patterns))


COUNTRIES: dict[str, Country] = {
    "en": Country(
        given=_words("James,Mary,Robert,Patricia,Linda,Michael,David,Susan,Karen,Daniel,Emma,Oliver,Grace,Harry,Chloe,Megan,"
                     "Thomas,Laura,Peter,Helen,Simon,Alice,Henry,Lucy,George,Amelia,Jack,Sophie,Keith,Doreen"),
        family=_words("Smith,Jones,Taylor,Brown,Williams,Wilson,Johnson,Davies,Patel,Wright,Walker,Thompson,White,Hughes,"
                      "Edwards,Green,Hall,Wood,Harris,Clarke,Ashby,Fenwick,Holloway,Kettering,Marlowe,O'Neill,Pembroke,"
                      "Quigley,Ravenhill,Thackeray,Underhill,Winslow"),
        streets=_words("# High Street,# Mill Lane,Flat 3 # Church Road,# Station Road,# The Green,# Victoria Avenue,"
                       "# Park Close,# Queens Drive,# Manor Gardens,# Kings Court,# Weir Place,# Beech Grove,# Orchard Way"),
        towns=_words("Leeds,York,Bristol,Ely,Oakham,Malvern,Whitby,Dunmarrow,Eastmere,Thornby,Marlow,Ripon,Buxton,Oxford,"
                     "Kendal,Penrith,Hexham,Alnwick,Stamford,Louth"),
        firms=_words("Hollow Oak Bakery Ltd,Fenwick & Sons,Weir Plumbing Services,Blue Heron Trading Ltd,The Copper Kettle,"
                     "Marlowe Consulting Group,Ashby Motors,Northgate Dental Clinic,Quill Press Ltd,Kettering Textiles plc,"
                     "Riverside School,Penrith Building Supplies,Thornby Engineering Ltd,Alder Solutions Ltd"),
        postcode=_one_of("@@# #@@", "@## #@@", "@@## #@@"),
        phone=_one_of("01632 960###", "+44 7700 900###", "020 7946 0###", "07700 900###", "0113 496 0###"),
        date="%d/%m/%Y", domains=["example.co.uk", "example.com", "mail.example.org"],
        notes=_words("called twice about the invoice,prefers letters to calls,moved last spring,wants the catalogue,"
                     "paid in advance,asked for a refund and got one,left a message with the neighbour,returned the parcel"),
        genders=["male", "female"], name="United Kingdom", titles=["Mr", "Mrs", "Ms", "Dr"],
    ),
    "de": Country(
        given=_words("Anna,Peter,Ursula,Jürgen,Sabine,Wolfgang,Monika,Klaus,Heike,Jörg,Petra,Stefan,Katrin,Uwe,Renate,Dieter,"
                     "Gisela,Torsten,Birgit,Frank,Silke,Bernd,Ilse,Hans-Peter,Karl,Lena,Felix,Lukas,Greta,Moritz"),
        family=_words("Müller,Schmidt,Schneider,Fischer,Weber,Meyer,Wagner,Becker,Schulz,Hoffmann,Schäfer,Koch,Bauer,Richter,"
                      "Klein,Wolf,Schröder,Neumann,Krüger,Böhm,Vogt,Pfeiffer,Lindner,Kranz,Ohlsen,Quast,Ritter,Zabel,"
                      "Zimmermann,von Thun,Hagedorn,Ebersbach"),
        streets=_words("Hauptstraße #,Lindenweg #,Am Markt #,Bahnhofstr. #,Goethestr. #,Schillerplatz #,Kirchgasse #,"
                       "Rosenallee #,Berliner Straße #,An der Mühle #,Gartenweg #,Ahornring #,Uferpromenade #,Dorfstr. #"),
        towns=_words("Bonn,Aachen,Köln,Lindenau,Rheinkirchen,Möwenhude,Spreehausen,Dresden,Kassel,Ulm,Passau,Lüneburg,"
                     "Bad Sulza,Görlitz,Husum,Emden,Fulda,Goslar,Bautzen,Weimar"),
        firms=_words("Bäckerei Vogt GmbH,Müller & Söhne KG,Kranz Logistik GmbH,Apotheke am Markt,Lindner Maschinenbau AG,"
                     "Autohaus Quast GmbH,Ritter Verlag,Praxis Dr. Böhm,Elektro Zabel e.K.,Hagedorn Immobilien GmbH,"
                     "Turnverein Lindenau e.V.,Stadtwerke Emden GmbH,Ohlsen Handels GmbH & Co. KG,Metzgerei Ebersbach"),
        postcode=_one_of("0####", "1####", "5####", "8####"),
        phone=_one_of("030 ########", "+49 171 #######", "0221/######", "089 / ### ###", "0049 40 #######"),
        date="%d.%m.%Y", domains=["example.de", "post.example.org", "example.com"],
        notes=_words("möchte keinen Anruf,hat zweimal reklamiert,zahlt immer pünktlich,bitte nur per Brief,ist umgezogen,"
                     "Gutschrift wurde erstellt,wünscht den Katalog,Rückruf am Freitag vereinbart"),
        genders=["m", "w"], name="Deutschland", titles=["Herr", "Frau"],
    ),
    "fr": Country(
        given=_words("Marie,Pierre,Jean,Sophie,Nicolas,Camille,Julien,Chantal,Hélène,Thierry,Monique,Luc,Élodie,Antoine,Claire,"
                     "Jean-Luc,Manon,Hugo,Sylvie,Gérard,Brigitte,Olivier,Nathalie,Bruno,Mathilde,Léa,Marc,Denise"),
        family=_words("Martin,Bernard,Dubois,Thomas,Robert,Richard,Petit,Durand,Leroy,Moreau,Simon,Laurent,Lefèvre,Michel,"
                      "Garcia,Fournier,Girard,Bonnet,Dupont,Lambert,Fontaine,Rousseau,Mercier,Blanc,Guérin,Chevallier,"
                      "de Montfort,Le Goff,Vasseur,Perrot"),
        streets=_words("# rue de la Paix,# avenue Victor Hugo,# bd Voltaire,# place de l'Église,# chemin des Vignes,"
                       "# impasse du Moulin,# rue Pasteur,# allée des Tilleuls,# quai de Loire,# bis rue du Bac,# route de Lyon"),
        towns=_words("Lyon,Nantes,Dijon,Annecy,Tours,Reims,Brest,Rennes,Colmar,Albi,Vannes,Saint-Aubin,Le Mans,Clermont,"
                     "Pontaven,Villefranche,Mâcon,Poitiers,Limoges,Pau"),
        firms=_words("Boulangerie Perrot,Garage Vasseur SARL,Fournier & Fils,Imprimerie du Quai SAS,Pharmacie des Tilleuls,"
                     "Mercier Conseil SARL,École Pasteur,Société Lambert SA,Hôtel du Moulin,Cave Le Goff EURL,"
                     "Menuiserie Blanc,Transports Girard SAS"),
        postcode=_one_of("69###", "44###", "21###", "75###", "0####"),
        phone=_one_of("01 ## ## ## ##", "06.##.##.##.##", "+33 6 ## ## ## ##", "02########"),
        date="%d/%m/%Y", domains=["example.fr", "courrier.example.org", "example.com"],
        notes=_words("a demandé un devis,ne pas appeler le matin,a déménagé en mars,règle toujours à temps,souhaite le catalogue,"
                     "colis retourné deux fois,remise de dix pour cent,client fidèle depuis longtemps"),
        genders=["H", "F"], name="France", titles=["M.", "Mme", "Mlle"],
    ),
    "es": Country(
        given=_words("María,José,Antonio,Carmen,Manuel,Ana,Francisco,Laura,Javier,Lucía,Carlos,Elena,Miguel,Pilar,Rafael,"
                     "Isabel,Pedro,Rosa,Ángel,Teresa,Sergio,Marta,Diego,Paula,Raúl,Cristina,Pablo,Sara"),
        family=_words("García López,Martínez,Sánchez Ruiz,Pérez,Gómez,Fernández,Moreno,Jiménez,Díaz,Romero,Álvarez,Navarro,"
                      "Torres,Domínguez,Vázquez,Ramos,Gil,Serrano,Blanco,Molina,Ortega,Delgado,Castro,Ortiz,Rubio,Iglesias,"
                      "Núñez,Medina"),
        streets=_words("Calle Mayor #,Avda. de la Constitución #,C/ Real #,Plaza España #,Paseo del Prado #,Calle del Sol # 2º,"
                       "Camino Viejo #,Ronda Norte #,Calle San Juan #,Travesía Luna #,Avenida Andalucía #"),
        towns=_words("Sevilla,Granada,Burgos,Toledo,Cádiz,León,Zamora,Murcia,Gijón,Lugo,Ávila,Soria,Huelva,Jaén,Cuenca,Vigo,"
                     "Elche,Mérida,Ronda,Teruel"),
        firms=_words("Panadería Serrano SL,Talleres Ortega SA,Hermanos Gil SL,Farmacia Plaza España,Construcciones Rubio SL,"
                     "Librería Luna,Escuela San Juan,Transportes Vigo SA,Bodegas Medina SL,Clínica Dental Sol,Muebles Castro SL"),
        postcode=_one_of("41###", "18###", "28###", "0####"),
        phone=_one_of("6## ## ## ##", "95# ### ###", "+34 6########", "9## ## ## ##"),
        date="%d/%m/%Y", domains=["example.es", "correo.example.org", "example.com"],
        notes=_words("no llamar por la tarde,ha cambiado de piso,paga siempre a tiempo,quiere el catálogo nuevo,"
                     "devolvió el paquete,pidió factura dos veces,prefiere el correo,descuento del diez por ciento"),
        genders=["Hombre", "Mujer"], name="España", titles=["Sr.", "Sra."],
    ),
    "it": Country(
        given=_words("Giuseppe,Maria,Giovanni,Anna,Antonio,Francesca,Luca,Giulia,Marco,Chiara,Andrea,Laura,Paolo,Elena,"
                     "Roberto,Sara,Stefano,Alessia,Matteo,Silvia,Davide,Paola,Enrico,Rosa,Carlo,Lucia,Fabio,Ilaria"),
        family=_words("Rossi,Russo,Ferrari,Esposito,Bianchi,Romano,Colombo,Ricci,Marino,Greco,Bruno,Gallo,Conti,De Luca,Mancini,"
                      "Costa,Giordano,Rizzo,Lombardi,Moretti,Barbieri,Fontana,Santoro,Mariani,Rinaldi,Caruso,Ferrara,"
                      "D'Angelo,Neri,Villa"),
        streets=_words("Via Roma #,Via Garibaldi #,Piazza del Duomo #,Corso Italia #,Viale dei Tigli #,Via G. Verdi #,"
                       "Vicolo Stretto #,Via delle Rose # int. 4,Largo Dante #,Via Mazzini #/B,Strada del Lago #"),
        towns=_words("Torino,Bologna,Siena,Pisa,Lucca,Parma,Verona,Trento,Lecce,Bari,Udine,Como,Assisi,Matera,Ragusa,Novara,"
                     "Cuneo,Faenza,Rimini,Savona"),
        firms=_words("Panificio Neri srl,Officina Gallo,Fratelli Conti snc,Farmacia del Duomo,Studio Legale Rinaldi,"
                     "Costruzioni Villa spa,Trattoria da Bruno,Azienda Agricola Fontana,Libreria Dante,Trasporti Greco srl,"
                     "Scuola Verdi"),
        postcode=_one_of("10###", "40###", "53###", "00###"),
        phone=_one_of("06 ########", "+39 3## #######", "3##-#######", "02/#######"),
        date="%d/%m/%Y", domains=["example.it", "posta.example.org", "example.com"],
        notes=_words("non chiamare di mattina,ha cambiato casa,paga sempre puntuale,vuole il catalogo,pacco restituito,"
                     "chiede la fattura,preferisce la posta,sconto del dieci per cento"),
        genders=["M", "F"], name="Italia", titles=["Sig.", "Sig.ra"],
    ),
    "nl": Country(
        given=_words("Jan,Johanna,Pieter,Maria,Willem,Anna,Hendrik,Cornelia,Kees,Sanne,Daan,Emma,Bram,Lotte,Jeroen,Femke,Maarten,"
                     "Ingrid,Joost,Marloes,Ruud,Wilma,Sjoerd,Tess,Henk,Els,Gerrit,Truus"),
        family=_words("de Jong,Jansen,de Vries,van den Berg,Bakker,van Dijk,Visser,Smit,Meijer,de Boer,Mulder,de Groot,Bos,Vos,"
                      "Peters,Hendriks,van Leeuwen,Dekker,Brouwer,de Wit,Dijkstra,Smits,de Graaf,van der Meer,Kok,Jacobs,"
                      "Vermeulen,van den Heuvel"),
        streets=_words("Dorpsstraat #,Kerkstraat #,Molenweg #,Prinsengracht #,Stationsplein #,Beatrixlaan #,Oude Haven #,"
                       "Lindelaan # A,Hoofdweg #,Singel #,Schoolstraat #-2,Wilgendreef #"),
        towns=_words("Utrecht,Breda,Delft,Gouda,Leiden,Zwolle,Assen,Hoorn,Tilburg,Arnhem,Venlo,Deventer,Sneek,Kampen,Ede,"
                     "Den Bosch,Almelo,Goes,Weesp,Edam"),
        firms=_words("Bakkerij Bos BV,Garage Visser,Gebroeders Smit VOF,Apotheek De Linde,Drukkerij Dekker BV,Molenweg Beheer BV,"
                     "Restaurant De Haven,Stichting Oude Molen,Kok Transport BV,Basisschool De Wilg,Brouwer & Zoon"),
        postcode=_one_of("#### @@", "####@@"),
        phone=_one_of("06-########", "+31 6 ########", "030-#######", "0318 ######"),
        date="%d-%m-%Y", domains=["example.nl", "post.example.org", "example.com"],
        notes=_words("niet bellen voor tien uur,is verhuisd,betaalt altijd op tijd,wil graag de catalogus,pakket kwam retour,"
                     "vraagt om een factuur,liever per post,korting van tien procent"),
        genders=["man", "vrouw"], name="Nederland", titles=["Dhr.", "Mevr."],
    ),
    "pl": Country(
        given=_words("Anna,Piotr,Maria,Krzysztof,Katarzyna,Andrzej,Małgorzata,Tomasz,Agnieszka,Paweł,Barbara,Michał,Ewa,Marcin,"
                     "Magdalena,Jakub,Zofia,Łukasz,Joanna,Grzegorz,Monika,Wojciech,Marta,Rafał,Dorota,Jacek,Beata,Marek"),
        family=_words("Nowak,Kowalski,Wiśniewski,Wójcik,Kowalczyk,Kamiński,Lewandowski,Zieliński,Szymański,Woźniak,Dąbrowski,"
                      "Kozłowski,Jankowski,Mazur,Wojciechowski,Kwiatkowska,Krawczyk,Kaczmarek,Piotrowska,Grabowska,Pawłowski,"
                      "Michalska,Król,Wieczorek,Jabłońska,Wróbel,Stępień,Górski"),
        streets=_words("ul. Długa #,ul. Polna #/4,al. Jana Pawła II #,Słoneczna #,ul. Lipowa #,os. Zielone # m. 7,pl. Wolności #,"
                       "ul. Leśna # m. 2,ul. Ogrodowa #,Krótka #,ul. 3 Maja #"),
        towns=_words("Kraków,Gdańsk,Łódź,Poznań,Lublin,Toruń,Opole,Kielce,Radom,Rzeszów,Bytom,Gliwice,Sopot,Zamość,Elbląg,"
                     "Płock,Sanok,Nysa,Tarnów,Zabrze"),
        firms=_words("Piekarnia Mazur sp. z o.o.,Auto Serwis Król,Firma Budowlana Górski,Apteka pod Lipą,Drukarnia Nowa s.c.,"
                     "Transport Woźniak sp. z o.o.,Szkoła Językowa Wróbel,Hurtownia Polna SA,Restauracja Słoneczna,"
                     "Biuro Rachunkowe Stępień,Sklep Zielony"),
        postcode=_one_of("##-###"),
        phone=_one_of("### ### ###", "+48 ### ### ###", "22 ### ## ##", "6##-###-###"),
        date="%Y-%m-%d", domains=["example.pl", "poczta.example.org", "example.com"],
        notes=_words("nie dzwonić rano,zmienił adres,płaci zawsze na czas,prosi o katalog,paczka wróciła,prosi o fakturę,"
                     "woli listy,rabat dziesięć procent"),
        genders=["K", "M"], name="Polska", titles=["Pan", "Pani"],
    ),
    "pt": Country(
        given=_words("Maria,João,Ana,António,José,Carlos,Paulo,Francisca,Pedro,Beatriz,Luís,Inês,Manuel,Mariana,Rui,Sofia,"
                     "Miguel,Catarina,Tiago,Marta,Nuno,Teresa,Ricardo,Sara,André,Rita,Bruno,Helena"),
        family=_words("Silva,Santos,Ferreira,Pereira,Oliveira,Costa,Rodrigues,Martins,Jesus,Sousa,Fernandes,Gonçalves,Gomes,Lopes,"
                      "Marques,Alves,Almeida,Ribeiro,Pinto,Carvalho,Teixeira,Moreira,Correia,Mendes,Nunes,Soares,Vieira,"
                      "dos Reis"),
        streets=_words("Rua Augusta #,Av. da Liberdade #,Travessa do Carmo #,Largo da Sé #,Rua das Flores # 2º Esq,"
                       "Praça da República #,Rua do Sol #,Estrada Nacional #,Calçada da Glória #,Rua 25 de Abril #"),
        towns=_words("Lisboa,Porto,Braga,Coimbra,Faro,Évora,Aveiro,Leiria,Viseu,Setúbal,Guarda,Beja,Sintra,Tomar,Lagos,Olhão,"
                     "Chaves,Elvas,Ovar,Nazaré"),
        firms=_words("Padaria Vieira Lda,Oficina Nunes,Irmãos Pinto Lda,Farmácia da Sé,Construções Almeida SA,"
                     "Livraria das Flores,Transportes Correia Lda,Restaurante O Sol,Clínica Liberdade,Móveis Teixeira Lda"),
        postcode=_one_of("####-###"),
        phone=_one_of("91# ### ###", "+351 2########", "21 ### ## ##", "96#######"),
        date="%d/%m/%Y", domains=["example.pt", "correio.example.org", "example.com"],
        notes=_words("não telefonar de manhã,mudou de casa,paga sempre a tempo,quer o catálogo,encomenda devolvida,"
                     "pediu fatura,prefere carta,desconto de dez por cento"),
        genders=["masculino", "feminino"], name="Portugal", titles=["Sr.", "Sra."],
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Customer:
    """One made-up customer, everything as written."""

    given: str
    family: str
    street: str
    number: str
    town: str
    postcode: str
    country: str
    phone: str
    mobile: str
    email: str
    born: str
    created: str
    firm: str
    gender: str
    title: str
    note: str
    amount: str
    status: str
    running: str
    address: str


def customers(language: str, n: int, seed: int) -> list[Customer]:
    """Customers of the country of a language."""
    rng = random.Random(f"{language} {seed}")
    country = COUNTRIES[language]
    codes = {town: [country.postcode(rng) for _ in range(2)] for town in country.towns}
    made = []
    for i in range(n):
        given, family = rng.choice(country.given), rng.choice(country.family)
        number = str(rng.randint(1, 180))
        street = rng.choice(country.streets)
        town = rng.choice(country.towns)
        postcode = rng.choice(codes[town])
        mail = f"{given}.{family}{rng.randint(1, 99)}".lower().translate(UMLAUTS)
        whole = street.replace("#", number)
        amount = f"{rng.randint(1, 3000)}{'.' if language == 'en' else ','}{rng.randint(0, 99):02d}"
        born, created = (_day(rng, *years, country.date) for years in ((1938, 2004), (2012, 2024)))
        made.append(
            Customer(
                given,
                family,
                whole,
                number,
                town,
                postcode,
                country.name,
                country.phone(rng),
                country.phone(rng),
                f"{mail}@{rng.choice(country.domains)}",
                born,
                created,
                rng.choice(country.firms),
                rng.choice(country.genders),
                rng.choice(country.titles),
                rng.choice(country.notes),
                amount,
                rng.choice(["A", "B", "C"]),
                str(10001 + i),
                f"{whole}, {postcode} {town}",
            )  # fmt: skip
        )
    return made


def _day(rng: random.Random, first: int, last: int, form: str) -> str:
    import datetime

    return datetime.date(rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28)).strftime(form)
