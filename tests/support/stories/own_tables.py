"""Tables as other tools write them, small: each in the shape that its tool publishes."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from xml.sax.saxutils import escape

from openpyxl import Workbook

from components.intake.columns import presets
from tests.support.stories.uploads import table, zipped

TIMELINE_JS = (
    "Year", "Month", "Day", "Time", "End Year", "End Month", "End Day", "End Time", "Display Date",
    "Headline", "Text", "Media", "Media Credit", "Media Caption", "Media Thumbnail", "Alt Text",
    "Type", "Group", "Background", "Link",
)  # fmt: skip
ACLED = (
    "event_id_cnty", "event_date", "year", "time_precision", "disorder_type", "event_type",
    "sub_event_type", "actor1", "assoc_actor_1", "inter1", "actor2", "assoc_actor_2", "inter2",
    "interaction", "civilian_targeting", "iso", "region", "country", "admin1", "admin2", "admin3",
    "location", "latitude", "longitude", "geo_precision", "source", "source_scale", "notes",
    "fatalities", "tags", "timestamp",
)  # fmt: skip
ZOTERO = (
    "Key", "Item Type", "Publication Year", "Author", "Title", "Publication Title", "ISBN", "ISSN",
    "DOI", "Url", "Abstract Note", "Date", "Date Added", "Date Modified", "Access Date", "Pages",
)  # fmt: skip


def row(header: Sequence[str], **cells: str) -> list[str]:
    """A row with some cells filled; underscores stand for the spaces of a header."""
    named = {key.replace("_", " ").casefold(): text for key, text in cells.items()}
    return [named.get(name.replace("_", " ").casefold(), "") for name in header]


def timeline_js() -> bytes:
    make = lambda **cells: row(TIMELINE_JS, **cells)  # noqa: E731
    return table(TIMELINE_JS, [
        make(headline="The border, 2019", text="<p>A timeline</p>", type="title"),
        make(year="2019", month="2", day="23", headline="Bridges <b>close</b>",
             text="Trucks wait &amp; people cross.", media="https://example.org/a.jpg",
             media_credit="Example Wire", group="Border"),
        make(year="2019", month="4", end_year="2019", end_month="5", headline="Hotels empty",
             media_credit="Example Wire", group="Housing"),
        make(year="2019", headline="A year of it", group="Housing"),
    ])  # fmt: skip


def acled() -> bytes:
    make = lambda **cells: row(ACLED, **cells)  # noqa: E731
    spot = {"location": "Cucuta", "latitude": "7.8939", "longitude": "-72.5078", "year": "2019",
            "country": "Colombia", "source": "Example Wire"}  # fmt: skip
    return table(ACLED, [
        make(event_id_cnty="COL1", event_date="23 February 2019", time_precision="1",
             event_type="Protests", sub_event_type="Peaceful protest", notes="A crowd.", **spot),
        make(event_id_cnty="COL2", event_date="2019-02-24", time_precision="2",
             event_type="Riots", sub_event_type="Mob violence", notes="Some days.", **spot),
    ])  # fmt: skip


def gdelt(columns: int = 61) -> bytes:
    names = next(p.names for p in presets() if len(p.names) == columns)
    lines = []
    for n, day in enumerate(("20190223", "20190224"), start=1):
        cells = dict.fromkeys(names, "")
        cells |= {
            "GLOBALEVENTID": str(n), "SQLDATE": day, "Actor1Name": "COLOMBIA",
            "Actor2Name": "VENEZUELA", "EventRootCode": "04", "QuadClass": "1",
            "ActionGeo_FullName": "Cucuta, Norte De Santander, Colombia", "ActionGeo_Lat": "7.88",
            "ActionGeo_Long": "-72.5", "SOURCEURL": f"https://example.org/{n}",
        }  # fmt: skip
        lines.append("\t".join(cells.values()))
    return ("\n".join(lines) + "\n").encode()


def geojson() -> bytes:
    def feature(spot: list[float] | None, **own: object) -> dict[str, object]:
        shape = {"type": "Point", "coordinates": spot} if spot else None
        return {"type": "Feature", "properties": own, "geometry": shape}

    return json.dumps({"type": "FeatureCollection", "features": [
        feature([-72.5, 7.89, 300], fecha="23/02/2019", titulo="Cruce", tipo="Frontera", n=3),
        feature(None, fecha="05/03/2019", titulo="Sin lugar", tags=["a", "b"], deep={"x": 1}),
    ]}).encode()  # fmt: skip


KML = """<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Mine</name><Folder><name>Crossings</name>
<Placemark><name>Bridge</name><description><![CDATA[<b>Closed</b> at noon]]></description>
<TimeStamp><when>2019-02-23</when></TimeStamp><ExtendedData><Data name="who">
<value>Guard</value></Data></ExtendedData><Point><coordinates>-72.44,7.81,0</coordinates></Point></Placemark>
<Placemark><name>Path</name><TimeSpan><begin>2019-02</begin><end>2019-03</end></TimeSpan>
<LineString><coordinates>-72,7 -73,8</coordinates></LineString></Placemark>
</Folder><Placemark><name>No day</name></Placemark></Document></kml>"""


def kml() -> bytes:
    return KML.encode()


def kmz() -> bytes:
    return zipped({"files/icon.png": b"x", "doc.kml": kml()})


def spanish_workbook() -> bytes:
    """A workbook with a title, a blank row, merged days, and a sheet of notes."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Hechos"
    for cells in (
        ["Cronología de la frontera"], [],
        ["Fecha", "Hecho", "Lugar", "Latitud", "Longitud", "Fuente"],
        ["23/02/2019", "Cierran el puente", "Cúcuta", "7,89", "-72,5", "https://example.org/a"],
        [None, "Cruzan los primeros", "Cúcuta", "7,89", "-72,5", "El Diario"],
        ["05/03/2019", "Abren un albergue", None, None, None, "El Diario"],
        ["finales de abril de 2019", "Cierran el albergue", None, None, None, "El Diario"],
    ):  # fmt: skip
        sheet.append(cells)
    sheet.merge_cells("A4:A5")
    sheet.merge_cells("A1:F1")
    book.create_sheet("Notas").append(["Hecho por mí"])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def google_sheet() -> bytes:
    return table(
        ("Fecha", "Título", "Descripción", "Lugar", "Fuente"),
        [
            ("23/02/2019", "Uno", "Texto", "Cúcuta", "https://example.org/uno"),
            ("05/03/2019", "Dos", "", "", "El Diario"),
            ("c. 2019-02", "Tres", "", "", "El Diario"),
            ("la otra semana", "Cuatro", "", "", "El Diario"),
        ],
    )


def ods_of(rows: str, name: str = "Hoja1") -> bytes:
    """A spreadsheet of OpenDocument with these rows, as XML."""
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"'
        for short in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}><office:body>'
        f'<office:spreadsheet><table:table table:name="{name}">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": kind, "content.xml": content.encode()})


def ods_row(*cells: str, more: str = "") -> str:
    texts = "".join(f"<table:table-cell office:value-type='string'><text:p>{escape(c)}</text:p>"
                    "</table:table-cell>" for c in cells)  # fmt: skip
    return f"<table:table-row>{texts}{more}</table:table-row>"


def ods() -> bytes:
    day = ("<table:table-cell office:value-type='date' "
           "office:date-value='2019-02-23' table:number-rows-spanned='2'>"
           "<text:p>23/02/19</text:p></table:table-cell>")  # fmt: skip
    text = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    rest = "<table:table-cell table:number-columns-repeated='1020'/>"
    empty = ("<table:table-row table:number-rows-repeated='1048570'><table:table-cell "
             "table:number-columns-repeated='1024'/></table:table-row>")  # fmt: skip
    return ods_of(
        ods_row("Fecha", "Hecho", more=rest)
        + f"<table:table-row>{day}{text.format('Cierran el puente')}{rest}</table:table-row>"
        + f"<table:table-row><table:covered-table-cell/>{text.format('Cruzan')}</table:table-row>"
        + empty
    )


def wikipedia() -> bytes:
    return table(
        ("Date", "Event", "Location", "Refs"),
        [
            ("23 February 2019[1]", "The bridges close[a]", "Cúcuta", "[1]"),
            ("22–23 February 2019", "A concert is held", "Tienditas", "[2][3]"),
            ("Early March 2019", "Hotels fill", "", ""),
        ],
    )


def zotero() -> bytes:
    make = lambda **cells: row(ZOTERO, **cells)  # noqa: E731
    return table(ZOTERO, [
        make(key="AB12", item_type="newspaperArticle", publication_year="2019",
             author="Doe, Jane; Example Agency", title="A report", publication_title="The Gazette",
             url="https://example.org/r", date="2019-03-21"),
        make(key="CD34", item_type="webpage", publication_year="2019", title="A note",
             date="March 2019"),
    ])  # fmt: skip
