"""The files of the corpus: made here, or lying in a folder.

What each leads to (its rows, its events, every sentence in both languages) is kept with the golden
outputs, in ``tests/golden/kept/opened.txt``.
"""

import hashlib
import json
import struct
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, time
from functools import partial, reduce
from pathlib import Path
from typing import Any

from components.intake import ImportResult
from components.intake.columns import parse_column_map
from components.intake.corrections import accept_suggestion, list_suggestions
from components.intake.sheet_models import ColumnMap, Credit
from components.limits.files import MOST_CELL_CHARACTERS
from tests.corpus.hostile import HOSTILE, Case, Content, each, feature
from tests.support.stories import own_tables
from tests.support.stories.own_tables import ZOTERO
from tests.support.stories.uploads import (
    CLAIM,
    EVENT,
    FIXTURES,
    GOOD,
    PLACE,
    book,
    fixture,
    package,
    package_files,
    rows_of,
    source,
    table,
    workbook,
    zipped,
)  # fmt: skip

KEPT = Path(__file__).parents[1] / "data"
PUBLISHED = Path(__file__).parents[1] / "support" / "published"
ENDINGS = (
    "csv", "tsv", "txt", "xlsx", "xlsm", "ods", "zip", "kmz", "kml", "geojson", "json", "xls",
    "gpx", "mw", "md", "umap", "ics", "ris", "bib",
)  # fmt: skip
#: Of files that are not opened; each is said to be what it is.
NOT_OPENED = ("pdf", "docx", "numbers", "jpg", "gpkg", "parquet", "rar", "pptx", "mp3", "eml")
#: Dates as people write them, clear or not.
PHRASES = (*(KEPT / "date_phrases.txt").read_text("utf-8").splitlines(), "x" * 5000, "11 - " * 4000)


def _sources(**custom: object) -> bytes:
    """The source of the small package and another, with something else among what is its own."""
    wire = source("wire")
    return json.dumps([source(), wire | {"custom": wire["custom"] | custom}]).encode()


CITED = {"record_id": "cl-one", "source_id": "diario", "locator": "2", "wording": "120",
         "role": "supports", "via": ""}  # fmt: skip
SAID = CLAIM | {"topic_id": "how-many"}
#: The rows of a small package that is sound, with every table that a claim refers to.
ROWS: dict[str, tuple[dict[str, str], ...]] = {
    "events.csv": (EVENT,),
    "claims.csv": (SAID,),
    "citations.csv": (CITED, CITED | {"record_id": "ev-one", "wording": "rose"}),
    "places.csv": (PLACE,),
    "regions.csv": ({"id": "north", "name": "North", "name_es": "Norte", "label": "The north",
                     "label_es": "El norte", "seat_place_id": "lima", "seat_basis": "attested"},),
    "region_departments.csv": ({"department": "PE-LIM", "department_name": "Lima",
                                "region_id": "north", "basis": "attested", "source": "diario"},),
    "claimants.csv": ({"id": "office", "name": "Office", "name_es": "Oficina", "voice": "un-ngo"},),
    "topics.csv": ({"id": "how-many", "question": "How many?", "question_es": "¿Cuántos?",
                    "status": "agree", "explanation": "Alike.", "explanation_es": "Iguales.",
                    "explanation_basis": "editors", "settle": "A list.",
                    "settle_es": "Una lista."},),
    "left_out.csv": ({"source_id": "diario", "locator": "3", "reason": "A page number.",
                      "reason_es": "Página."},),
}  # fmt: skip
#: The first row of a table with other cells, written as a query.
CELLS = [
    (file, dict(part.split("=") for part in cells.split("&")))
    for file, _, cells in (line.partition("?")
                           for line in (KEPT / "broken_cells.txt").read_text("utf-8").splitlines())
]  # fmt: skip
#: Other files in the place of its own; none where a file is missing.
CHANGED: dict[str, dict[str, bytes | None]] = {
    "no place": {"places_csv": None},
    "a ghost cited": {"citations_csv": rows_of(*ROWS["citations.csv"],
                                               CITED | {"record_id": "cl-ghost"})},
    "an event uncited": {"citations_csv": rows_of(CITED)},
    "a column missing": {
        "events_csv": rows_of({key: value for key, value in EVENT.items() if "title" not in key})},
    "a column too many": {"claimants_csv": b"id,name,name_es,voice,mood\na,A,A,press,glad\n"},
    "a column twice": {"claimants_csv": b"id,name,name_es,voice,name\na,A,A,press,B\n"},
    "a row cut off": {"claimants_csv": rows_of(*ROWS["claimants.csv"]) + b"another,Another\n"},
    "an open quote": {"claimants_csv": rows_of(*ROWS["claimants.csv"]) + b'"another,A,A,press\n'},
    "Latin letters": {"places_csv": rows_of(PLACE | {"name": "Limá"}).decode().encode("latin-1")},
    "no events": {"events_csv": None},
    "no sources": {"sources_json": None},
    "no topics": {"topics_csv": None},
    "no rows": {"topics_csv": b""},
    "broken sources": {"sources_json": b'[{"id": "paper",]'},
    "sources that are texts": {"sources_json": b'["paper"]'},
    "an unknown tier": {"sources_json": _sources(tier="hearsay")},
    "an unknown upstream": {"sources_json": _sources(upstream=["rumour"])},
    "a key twice in the descriptor": {"datapackage_json": b'{"title": "One", "title": "Two"}'},
    "a text of a source that is too long": {"sources_json": json.dumps(
        [source(), source("long", publisher="x" * (MOST_CELL_CHARACTERS + 1))]).encode()},
    "an unknown field": {"sources_json": _sources(mood="glad")},
    "a source without a title": {"sources_json": json.dumps([source(title="")]).encode()},
    "script for an address": {
        "sources_json": json.dumps([source(), source("b", URL="javascript:x()")]).encode()},
    "unread file": {"notes_txt": b"x"},
    "no descriptor": {"datapackage_json": None},
    "a descriptor that is a list": {"datapackage_json": b"[]"},
    "a day of making that is none": {
        "datapackage_json": b'{"version": "1.0.0", "title": "S", "created": "today"}'},
    "broken boundaries": {"geo__regions_geojson": b'{"type": "FeatureCollection"}'},
    "boundaries in metres": {"geo__regions_geojson": json.dumps({"features": [{"geometry": {
        "type": "Polygon", "coordinates": [[[500000, 900000], [1, 1], [2, 2], [500000, 900000]]],
    }}]}).encode()},
}  # fmt: skip
Rows = Sequence[Sequence[Any]]
#: A story in a workbook, in plain words.
SETTINGS: Rows = [
    ["name", "value"], ["title", "The fire"], ["tagline", "One night in May"],
    ["period from", "2024-05-01"], ["period to", "2024-05-03"], ["region word", "district"],
    ["region words", "districts"], ["measure on the map", "Left their homes"],
]  # fmt: skip
EVENTS: Rows = [
    ["date", "end date", "title", "place", "kind", "source"],
    ["1 May 2024", "2024-05-02", "The fire begins", "Old mill", "Fire", "Gazette; Radio"],
    ["2024-05-03", "", "Rain", "Old mill", "Weather", "https://example.org/rain"],
]
FIGURES: Rows = [
    ["question", "measure", "value", "how exact", "who", "text", "date", "source", "paragraph",
     "event"],
    ["How many left?", "Left their homes", 120, "more than", "Fire brigade", "More than 120 left.",
     "2024-05-02", "gazette", 3, "The fire begins"],
    ["How many left?", "Left their homes", 90, "", "Town hall", "90 left.", "2024-05-02", "Radio",
     "", "The fire begins"],
]  # fmt: skip
QUESTIONS: Rows = [
    ["question", "status", "explanation"],
    ["How many left?", "explained", "They counted on two days."],
]
SOURCES: Rows = [
    ["id", "title", "author", "container", "date", "URL"],
    ["gazette", "Gazette", "Pérez, Ana; City desk", "The Gazette", "2024-05-04",
     "https://example.org/a"],
    ["", "Radio", "", "", "", ""],
]  # fmt: skip
PLACES: Rows = [["name", "lat", "lon", "country"], ["Old mill", 57.7, 11.9, "SE"]]
WHOLE: dict[str, Rows] = {
    "settings": SETTINGS, "events": EVENTS, "figures": FIGURES, "questions": QUESTIONS,
    "sources": SOURCES, "places": PLACES,
}  # fmt: skip
SEVERAL: Rows = [
    ["date", "title", "source"], ["2024-05-01", "A", "Radio; Gazette; Radio"],
    ["2024-05-02", "B", "Gazette"], ["2024-05-03", "C", "Radio"],
    ["2024-05-04", "D", "Radio; a note"],
]  # fmt: skip
LINK = "https://example.org/"
#: Workbooks by what is in their sheets.
BOOKS: dict[str, dict[str, Rows]] = {
    "a story": WHOLE,
    "times": {
        "settings": SETTINGS,
        "sources": [SOURCES[0], ["gazette", "Gazette", "", "", "2024-05-04 10:00", ""]],
        "events": [
            ["date", "end date", "time", "title", "source"],
            [datetime(2024, 5, 1, 18, 7), "", "", "A", "Gazette"],
            ["1 May 2024", "", "6:07 pm", "B", "Gazette"],
            [datetime(2024, 5, 1), "", time(8, 30), "C", "Gazette"],
            ["2024-05-01 10:00", "2024-05-02", "", "D", "Gazette"],
            ["2024-05-01 10:00", "2024-05-01", "", "E", "Gazette"],
            ["2024-05-01", "", "dawn", "F", "Gazette"],
        ],
    },
    "a source with and without its link": {"settings": SETTINGS, "events": [
        ["date", "title", "source", "link"],
        ["2024-05-01", "A", "Radio", ""], ["2024-05-02", "B", "Radio", f"{LINK}1"],
        ["2024-05-03", "C", "Radio", f"{LINK}2"],
        ["2024-05-04", "D", "Wire", ""], ["2024-05-05", "E", "Wire", f"{LINK}3"],
    ]},
    "several sources of a row": {"settings": SETTINGS, "events": SEVERAL},
    "several sources of a row, without settings": {"events": SEVERAL},
    "places that only events name": {"settings": SETTINGS, "events": [
        ["date", "title", "place", "lat", "lon", "country", "source"],
        ["2024-05-01", "A", "Old mill", "57°42'N", "11°54'E", "se", "Radio"],
        ["2024-05-02", "B", "Old mill", "", "", "se", "Radio"],
        ["2024-05-03", "C", "", 57.5, 11.5, "", "Radio"],
        ["2024-05-04", "D", "Shore", 570, 11.5, "", "Radio"],
    ]},
    # Whether sources differ is never guessed.
    "questions without a status": WHOLE | {"questions": [[one, why] for one, _, why in QUESTIONS]},
    "no questions": {name: rows for name, rows in WHOLE.items() if name != "questions"},
    "faults": WHOLE | {
        "events": [["Fires of our town"], *EVENTS, [],
                   ["some day", "", "No day", "Old mill", "Fire", "Gazette"],
                   ["2024-05-04", "", "Nowhere", "New mill", "Fire", "Gazette"]],
        "figures": [*FIGURES, [*FIGURES[1][:-1], "A flood"]],
        "settings": [*SETTINGS, ["colour of the sea", "blue"]],
    },
    "Spanish words": {
        "ajustes": [["nombre", "valor"], ["título", "El incendio"], ["región", "barrio"]],
        "eventos": [["fecha", "título", "lugar", "fuente"],
                    ["2024-05-01", "Empieza el incendio", "El molino", "Gaceta"]],
        "fuentes": [["título", "enlace"], ["Gaceta", f"{LINK}a"]],
    },
    "no settings": {"events": [["Fires of our town"], [], *EVENTS], "sources": SOURCES},
    "no title": {"events": EVENTS, "sources": SOURCES},
    "odd settings": WHOLE | {"settings": [
        ["name", "value"], ["title x", "y"], ["period", "z"], ["a " * 900, "b"]]},
    "odd names of settings": WHOLE | {"settings": [
        ["x"], ["period 1 2", "y"], ["region", "12"], ["extents 1", "q"]]},
    "odd columns of sources": WHOLE | {"sources": [
        ["title", "custom x 1", "issued 1", "author 2"], ["T", "u", "v", "w"]]},
    "odd ids of sources": WHOLE | {"sources": [["id"], ["?"], ["!"], [""]]},
    "odd citations": WHOLE | {"citations": [
        ["record", "source"], ["Rain", "?"], ["?", "gazette"]]},
    "odd figures": WHOLE | {"figures": [["value"], ["many"], [3]]},
    "odd measures": WHOLE | {"measures": [["name", "head"], ["Left their homes", ""], ["", "x"]]},
    "columns that tables of events have": {"settings": SETTINGS, "events": [
        ["Year", "Month", "Title", "Place", "Coordinates", "Country", "Source", "Link", "Deaths",
         "Accessed", "citations", "cited_as"],
        ["2024", "May", "A", "Old mill", "57.7, 11.9", "Sweden", f"{LINK}1", "", "3", "", "", ""],
        ["2024", "6", "B", "Old mill", "57,7; 11,9", "se", "Gazette", "no link", "", "x", "", ""],
        ["2024", "", "C", "", "", "", "", "", "", "", "gazette:2; wire (context)", "Gazette; Wire"],
    ]},
    "coordinates of events beside places": {"settings": SETTINGS,
        "events": [["date", "title", "place", "lat", "lon", "source"],
                   ["2024-05-01", "A", "Old mill", "57.7", "11.9", "Radio"]],
        "places": [["name", "country"], ["Old mill", "SE"]]},
    "citations in plain words": {"settings": SETTINGS, "sources": SOURCES,
        "events": [["date", "title"], ["2024-05-01", "A"]],
        "citations": [["event", "source", "paragraph"], ["A", "Gazette", "3"]]},
}  # fmt: skip
HEAD, ROW = ("date", "title"), ("2019-03-02", "A thing")
#: What people save, in two languages.
EVERYDAY = {
    "en": (("Date", "Title", "Place"), ("2019-03-02", "A «thing»; so", "Cúcuta")),
    "es": (("Fecha", "Título", "Lugar"), ("2019-03-02", "Una «cosa»; sí", "Cúcuta")),
}
DATES = (
    "٢٠١٩-٠٣-٠٢", "2019-13-01", "0000-00-00", "9999-12-31", "-0044-03-15", "2019-03-02/..",
    "2019-03-05/2019-03-01", "99999999999999999999", "43526.5", "c." * 2000, "=TODAY()",
    "\u202e2019-03-02", "fin de 2019", "11 y 12 de mayo",
)  # fmt: skip
SPOTS = (
    ("NaN", "1"), ("inf", "1"), ("1e999", "1"), ("7.89", ""), ("91", "181"), ("91", "1"),
    ("7°30'", "1"), ("1,5", "2,5"), ("\u22127.5", "3"), ("0x10", "1"),
)  # fmt: skip
TITLES = {
    "formula": '=HYPERLINK("http://x","y")', "markup": "<script>alert(1)</script>{{7*7}}${x}",
    "null": "a\x00b", "bell": "a\x07b", "turned": "a\u202eb", "emoji": "👩‍👩‍👧 á̈̂",
    "long": "x" * 400, "blank": " \u00a0 ", "lines": "a\nb\r\nc",
    "pattern": "{0.__class__} %s %(x)s",
}  # fmt: skip
HEADERS = {
    "no title": "date,mood\n2019,x\n",
    "no date": "mood,title\nglad,x\n",
    "twice": "date,date,title\n2019,2018,x\n",
    "of blanks": ",,\n2019,x,\n",
    "alone": "date,title\n",
    "quote open": 'date,title\n2019,"x\n',
    "more cells": "date,title\n2019,x,y\n",
    "fewer cells": "date,title,place\n2019,x\n",
    "a title above": "My list\n\ndate,title\n2019,x\n",
    "hundreds": ",".join(f"c{number}" for number in range(300)) + "\n",
    "capitals": "DATE,TITLE\n2019,x\n",
    "Mac lines": "date,title\r2019,x\r",
    "of ones own": "Fecha;Título\n2019-03-01;Uno\n02/03/2019;Dos\n",
    "of digits that are no numbers": "year,month,day,title,citations\n²,²,2,One,\n"
    f"{'9' * 5_000},1,1,Two,\n2019,3,2,Three,npr:{'9' * 5_000}\n",
}
#: Broken, deep, or saying more than it should.
XML = {
    "entities": b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><kml>&b;</kml>',
    "an entity from outside":
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>',
    "deep elements": b"<Folder>" * 50_000,
    "two roots": b"<kml/><kml/>",
    "an unknown prefix": b"<a:kml xmlns:b='x'><Placemark/></a:kml>",
    "UTF-16 half": b"\xff\xfe" + b"<" * 7,
}  # fmt: skip
JSON = {
    "deep lists": b"[" * 50_000,
    "twice a key": b'{"features": [], "features": []}',
    "NaN": b'{"features": [{"properties": {"date": NaN}}]}',
    "a number without end": b'{"features": [{"properties": {"a": 1e999}}]}',
    "half a character": b'{"features": [{"properties": {"a": "\\ud800"}}]}',
    "no features": b'{"type": "Feature"}',
    "features of text": b'{"features": ["x"]}',
}
GEOMETRIES = {
    "words": {"type": "Point", "coordinates": ["a", "b"]},
    "nothing": {"type": "Point", "coordinates": []},
    "a line": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
    "deep": {"type": "Point", "coordinates": [[1], [2]]},
    "a text": "POINT(1 2)",
}
#: What only workbooks have: days as Excel keeps them, formulas, other sheets.
SHEETS = {
    "a day": workbook([(datetime(2019, 3, 2), *GOOD[1:])]),
    "a day and an hour": workbook([(datetime(2020, 8, 4, 18, 7), *GOOD[1:])]),
    "the number of a day": workbook([(43526, *GOOD[1:])]),
    "other sheets": workbook(more_sheets=["Notes", "Old"]),
    "seventy sheets": workbook(more_sheets=[f"S{number}" for number in range(70)]),
    "a formula": workbook([("2019-03-01", '=HYPERLINK("http://x","y")', *GOOD[2:])]),
}


def noise(size: int, seed: int) -> bytes:
    blocks = (f"{seed} {number}".encode() for number in range(size // 32 + 1))
    return b"".join(hashlib.sha256(block).digest() for block in blocks)


#: What has the ending of a file that is opened, and is none.
WRONGLY_NAMED = {
    "empty": b"",
    "blank": b" \r\n\t\n",
    "noise": b"\x81\x8d" + noise(400, 7).replace(b"\x00", b"\x01"),
    "old workbook": b"\xd0\xcf\x11\xe0" + b"0" * 600,
    "archive of nothing": zipped({"a.bin": b"x"}),
}


def old_workbooks() -> list[Case]:
    """Workbooks of Excel 97 to 2003 whose sectors lead nowhere, or in a circle."""
    sound = fixture("excel_97.xls")
    # The last sector of the first chain of its table leads back to the first.
    at = (struct.unpack_from("<I", sound, 76)[0] + 1) * 512
    last = sound.index(b"\xfe\xff\xff\xff", at)
    return each("x.xls", {
        "half": sound[: len(sound) // 2],
        "a table of zeros": sound[:512] + b"\0" * (len(sound) - 512),
        "a circle": sound[:last] + bytes(4) + sound[last + 4 :],
        "noise behind the header": sound[:512] + noise(6000, 3),
        "no sectors": sound[:600],
        "tiny sectors": sound[:30] + b"\x01\0" + sound[32:],
    }, "old workbook, {}")  # fmt: skip


def cut_off() -> Iterator[Case]:
    """Files that end in the middle: half a workbook, half an archive, half a text."""
    for name, whole, file in (
        ("workbook", workbook(), "x.xlsx"),
        ("spreadsheet", own_tables.ods(), "x.ods"),
        ("archive of placemarks", own_tables.kmz(), "x.kmz"),
        ("package", package(), "x.zip"),
        ("placemarks", own_tables.kml(), "x.kml"),
        ("features", own_tables.geojson(), "x.geojson"),
    ):
        for part in (3, 2):
            yield Case(f"{name}, 1/{part}", file, whole[: len(whole) // part])


def together() -> Iterator[Case]:
    """Files that are chosen together and are one story."""
    sources = ("zotero.csv", own_tables.zotero())
    rows = [
        ("2019-03-01", "By link", "", "http://www.example.org/r/?utm_source=x#top"),
        ("2019-03-02", "By title", "A REPORT.", ""), ("2019-03-03", "By keys", "CD34; AB12", ""),
        ("2019-03-04", "By another", "El Diario", ""), ("2019-03-05", "By nothing", "", ""),
    ]  # fmt: skip
    events = table(("date", "title", "source", "url"), rows)
    undated = own_tables.row(
        ZOTERO, key="X", item_type="webpage", title="By nothing", access_date="2019-05-01 1"
    )
    metres = [[500, 7], [501, 7], [501, 8], [500, 7]]
    far = json.dumps({"type": "FeatureCollection", "features": [feature([metres])]}).encode()
    one = table(HEAD, [ROW])
    for name, beside, file, content in (
        ("a table after its sources", sources, "events.csv", events),
        ("sources after their table", ("events.csv", events), *sources),
        ("a source without a date", ("z.csv", table(ZOTERO, [undated])), "e.csv", one),
        ("outlines that are far off", ("far.geojson", far), "e.csv", one),
        ("two tables", ("a.csv", events), "b.csv", one),
        ("a package after sources", sources, "flood.zip", package()),
    ):
        yield Case(name, file, content, beside=(beside,))


def told(**answers: object) -> Callable[[ImportResult], ColumnMap]:
    return lambda found: found.layout.column_map.model_copy(update=answers)


def all_offered(found: ImportResult) -> ColumnMap:
    return reduce(accept_suggestion, list_suggestions(found), found.layout.column_map)


def kept_map(_: ImportResult) -> ColumnMap:
    """The map of an earlier export, as it was saved and is opened again."""
    columns = {"date": ("c1",), "title": ("c2",)}
    return parse_column_map(ColumnMap(columns=columns, order="day").to_json(), "x-columns.json")


def answers() -> Iterator[Case]:
    """Tables of which something is asked, read again once it was answered."""
    sheets = {name: [HEAD, ["2019", name]] for name in ("One", "Two")}
    meant = ["43526", "43527", "02/03/19", "2019-05-01", "11 May", "23/02/2019"]
    short = [("01/02/20", "Blast", "AFP"), ("05/06/19", "Fire", "AFP")]
    ages = [("-450", "A"), ("\u221244", "B"), ("-0120", "C"), ("69 AD", "D")]
    untitled = fixture("title_above.csv").partition(b"\n\n")[2]
    source = (*HEAD, "source")
    for name, content, how in (
        ("months are first", fixture("days_and_months_first.csv"), told(order="month")),
        ("another row has the names", table(HEAD, [("when", "what"), ("2019-01", "A thing")]),
         lambda _: ColumnMap(header=2)),
        ("what dates may mean", table(HEAD, [(one, "x") for one in meant]), all_offered),
        ("days are first in short years", table(source, short), told(order="day")),
        ("short years in an order that is known", table(source, [*short, ("23/02/20", "C", "D")]),
         all_offered),
        ("years with a minus", table(("Year", "Event"), ages), all_offered),
        ("what the story is called", untitled, told(credit=Credit(title="My floods"))),
        ("a map of the last export", table(("extra", "C2", "c1"), [("x", "A", "06/04/2019")]),
         kept_map),
        ("a map of another table", table(HEAD, [("2019", "a")]), kept_map),
    ):  # fmt: skip
        yield Case(f"{name}, asked", "x.csv", content)
        yield Case(f"{name}, answered", "x.csv", content, told=how)
    yield Case("two sheets", "x.xlsx", book(sheets))
    yield Case("two sheets Two", "x.xlsx", book(sheets), told=lambda _: ColumnMap(sheet="Two"))


def packages() -> dict[str, Content]:
    """Packages that are sound, lie in a folder of their archive, or have one fault."""
    inside = {f"my-story/{name}": content for name, content in package_files().items()}
    inside |= {"__MACOSX/my-story/._events.csv": b"x"}
    changed: dict[str, dict[str, bytes | None]] = {"package with every table": {}}
    for file, cells in CELLS:
        first, *others = ROWS[file]
        named = ", ".join(f"{name} {value}".strip() for name, value in cells.items())
        changed[f"{file}: {named}"] = {file: rows_of(first | cells, *others)}
    for file, rows in ROWS.items():
        changed[f"{file}: a row twice"] = {file: rows_of(*rows, rows[0])}
    changed |= {f"package with {name}": files for name, files in CHANGED.items()}
    whole = {file: rows_of(*rows) for file, rows in ROWS.items()}
    sound: dict[str, Content] = {"package, sound": package(), "package in a folder": zipped(inside)}
    return sound | {name: partial(package, **whole | files) for name, files in changed.items()}


def corpus() -> list[Case]:
    spots = {f"{lat} {lon}": table((*HEAD, "lat", "lon"), [(*ROW, lat, lon)]) for lat, lon in SPOTS}
    features = {}
    for name, shape in GEOMETRIES.items():
        item = {"properties": {"date": "2019", "title": "x"}, "geometry": shape}
        features[name] = json.dumps({"features": [item]}).encode()
    long = table(HEAD, [ROW, ("2019-02-24", "é" + "y" * 5000)]).decode("utf-8")
    # Each with a fault of its own, and as other tools write and publish them.
    folders = (FIXTURES.iterdir(), own_tables.FOLDER.iterdir(), PUBLISHED.glob("*.[cC]*"))
    kept = sorted(path for folder in folders for path in folder)
    return [
        *(Case(f"{language} {mark!r} {code}", "x.csv",
               "\r\n".join(mark.join(f'"{cell}"' for cell in line) for line in lines).encode(code))
          for language, lines in EVERYDAY.items() for mark in ",;\t|"
          for code in ("utf-8", "utf-8-sig", "utf-16", "cp1252")),
        *(case for end in ENDINGS for case in each(f"x.{end}", WRONGLY_NAMED, f"{{}} {end}")),
        *(Case(f"not opened {ending}", f"a.{ending}", b"PK\x03\x04") for ending in NOT_OPENED),
        *old_workbooks(),
        *cut_off(),
        *each("x.csv", {date[:20]: table(HEAD, [ROW, (date, "x")]) for date in DATES}, "date {}"),
        Case("dates in words", "x.csv", table(HEAD, [(phrase, "x") for phrase in PHRASES])),
        *each("x.csv", spots, "spot {}"),
        *each("x.csv", {name: table(HEAD, [("2019", title)]) for name, title in TITLES.items()},
              "title {}"),
        Case("a long line in Windows-1252", "x.csv", long.encode("cp1252")),
        *each("x.csv", {name: text.encode() for name, text in HEADERS.items()}, "header {}"),
        *each("x.kml", XML, "kml: {}"),
        *each("x.geojson", JSON, "geojson: {}"),
        Case("json: a map of columns alone", "x.json", b'{"kind": "column-map"}'),
        *each("x.geojson", features, "geometry {}"),
        *(Case(f"file {path.name}", path.name, path.read_bytes()) for path in kept),
        Case("placemarks in an archive", "x.kmz", own_tables.kmz()),
        *each("x.xlsx", SHEETS, "workbook with {}"),
        *each("mine.xlsx", {name: book(sheets) for name, sheets in BOOKS.items()}, "book, {}"),
        *together(),
        *answers(),
        *each("flood.zip", packages()),
        *HOSTILE,
    ]  # fmt: skip
