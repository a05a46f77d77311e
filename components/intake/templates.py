"""What to begin with: a table of events and a package, filled with an example."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.story.cells import csv_bytes
from components.story.presentation import Presentation

HEADER: Final = (
    "id", "date", "end date", "title", "title_es", "summary", "category", "place", "country",
    "lat", "lon", "source", "url", "source date",
)  # fmt: skip
ROWS: Final[tuple[tuple[str, ...], ...]] = (
    ("first-flood", "2024-05-01", "", "The river leaves its bed", "El río se sale de su cauce",
     "Water reached the first houses in the evening.", "Flood", "Lower quarter", "PE", "-12.05",
     "-77.04", "Example Gazette", "https://example.org/gazette/1", "2024-05-02"),
    ("shelter", "2024-05-02", "2024-05-06", "The school serves as a shelter",
     "La escuela sirve de albergue", "Families slept in the classrooms.", "Relief", "School",
     "PE", "-12.06", "-77.03", "Example Gazette", "https://example.org/gazette/2", "2024-05-07"),
    ("bridge", "2024-05", "", "The bridge is closed", "Cierran el puente",
     "On some day in May; the report names no day.", "Damage", "Old bridge", "PE", "-12.04",
     "-77.05", "Example Radio", "https://example.org/radio", "2024-06-01"),
    ("promise", "2024-06~", "", "The mayor promises a dike", "El alcalde promete un dique", "",
     "Politics", "", "", "", "", "Example Radio", "https://example.org/radio", "2024-06-20"),
)  # fmt: skip


def events_csv() -> bytes:
    """The example as a table of events; with the mark by which spreadsheets know UTF-8."""
    return csv_bytes([HEADER, *ROWS])


def _note(english: str, spanish: str) -> dict[str, str]:
    return {"en": english, "es": spanish}


def _source(key: str, title: str, day: str) -> dict[str, Any]:
    return {
        "id": key,
        "type": "article-newspaper",
        "title": title,
        "language": "en",
        "URL": f"https://example.org/{key}",
        "custom": {
            "tier": "document",
            "kind": "newspaper",
            "voice": "press",
            "short": title,
            "issued_edtf": day,
            "date_basis": "stated",
            "date_note": _note("Printed on the page.", "Impresa en la página."),
            "notes": _note("An example.", "Un ejemplo."),
        },
    }


def _package_tables() -> dict[str, tuple[Sequence[str], list[Sequence[str]]]]:
    events = ("id", "date", "date_basis", "date_note", "date_note_es", "category", "place_id",
              "title", "title_es", "summary", "summary_es")  # fmt: skip
    claims = ("id", "topic_id", "measure", "population", "value_low", "value_high", "qualifier",
              "unit", "region_id", "as_of", "as_of_basis", "as_of_note", "as_of_note_es",
              "claimant_id", "statement", "statement_es", "event_id")  # fmt: skip
    day = ("The report names the day.", "El reporte nombra el día.")
    return {
        "categories.csv": (("id", "name", "name_es", "order", "symbol", "colour"), [
            ("flood", "Flood", "Inundación", "1", "circle", "2"),
            ("relief", "Relief", "Ayuda", "2", "cross", "4")]),
        "events.csv": (events, [
            ("ev-river", "2024-05-01", "stated", *day, "flood", "lower-quarter",
             "The river leaves its bed", "El río se sale de su cauce",
             "Water reached the first houses.", "El agua llegó a las primeras casas."),
            ("ev-shelter", "2024-05-02/2024-05-06", "stated", *day, "relief", "school",
             "The school serves as a shelter", "La escuela sirve de albergue",
             "Families slept in the classrooms.", "Varias familias durmieron en las aulas.")]),
        "claims.csv": (claims, [
            ("cl-office", "how-many", "people", "other", "120", "120", "exact", "people", "",
             "2024-05-02", "stated", *day, "office", "120 people left their homes",
             "120 personas dejaron sus casas", "ev-shelter"),
            ("cl-residents", "how-many", "people", "other", "200", "", "more_than", "people",
             "", "2024-05-03", "stated", *day, "residents",
             "More than 200 people left their homes", "Más de 200 personas dejaron sus casas",
             "ev-shelter")]),
        "claimants.csv": (("id", "name", "name_es", "mention", "mention_es", "voice"), [
            ("office", "Emergency office", "Oficina de emergencias", "the emergency office",
             "la Oficina de emergencias", "un-ngo"),
            ("residents", "Residents", "Habitantes", "", "", "press")]),
        "citations.csv": (("record_id", "source_id", "locator", "wording", "role"), [
            ("ev-river", "gazette", "1", "left its bed", "supports"),
            ("ev-shelter", "gazette", "3", "in the classrooms", "supports"),
            ("cl-office", "gazette", "4", "120 people", "supports"),
            ("cl-residents", "radio", "2", "more than 200", "supports")]),
        "topics.csv": (("id", "question", "question_es", "status", "explanation",
                        "explanation_es", "explanation_basis", "settle", "settle_es"), [
            ("how-many", "How many people left their homes?",
             "¿Cuántas personas dejaron sus casas?", "differ",
             "The two figures are of two days.", "Las dos cifras son de dos días.", "editors",
             "The office’s list, day by day.", "La lista de la oficina, día por día.")]),
        "places.csv": (("id", "name", "name_es", "kind", "lat", "lon", "country", "admin1",
                        "precision", "coordinate_source"), [
            ("lower-quarter", "Lower quarter", "Barrio de abajo", "town", "-12.05", "-77.04",
             "PE", "PE-LIM", "locality", "Example"),
            ("school", "School", "Escuela", "town", "-12.06", "-77.03", "PE", "PE-LIM", "exact",
             "Example")]),
        "regions.csv": (("id", "name", "name_es", "label", "label_es"), [
            ("north", "North", "Norte", "The north", "El norte")]),
        "region_departments.csv": (("department", "department_name", "region_id", "basis"), [
            ("PE-LIM", "Lima", "north", "attested")]),
    }  # fmt: skip


README: Final = """\
An example of a story that "Open your own story" reads. Change the tables in a spreadsheet, keep
their names and their first rows, pack the folder as a zip file and open it.

- events.csv: one row is one thing that happened. categories.csv names the kinds of event, with the
  order of their lanes, a shape (square, diamond, circle, triangle-up, hexagon, star, cross or
  triangle-down) and a colour (1 to 8); leave order, symbol and colour out to have them given.
- claims.csv: one row is one figure that somebody gave. claimants.csv says who they are.
- citations.csv: one row is one place in a source that supports an event or a claim; each event and
  each claim needs one.
- topics.csv: questions on which claims differ.
- places.csv: latitude and longitude in decimal degrees.
- regions.csv, region_departments.csv and geo/regions.geojson: areas of your own.
- sources.json: the sources, as Zotero and others write them (CSL-JSON).
- datapackage.json: the title and what the story is about.
- One language is enough: leave the columns out that end in _es, or in Spanish those without it, and
  "en" or "es" where a text has both.
- presentation.json: how the story is shown; each part of it may be left out.
  presentation.schema.json says of each part what it may hold; an editor that knows JSON Schema
  checks the file against it.

Dates: 2024-05-02, 2024-05, 2024, 2024-05-02/2024-05-06, or 2024-06~ for about.
"""


#: How the example is shown: each part may be left out.
PRESENTATION: Final[Mapping[str, Any]] = {
    "title": _note("An example: the flood", "Un ejemplo: la inundación"),
    "tagline": _note("May 2024, day by day", "Mayo de 2024, día por día"),
    "period": {"from": "2024-04-28", "to": "2024-06-02"},
    "zooms": [{"id": "first-week", "from": "2024-05-01", "to": "2024-05-07"}],
    "extents": [
        {
            "id": "quarter",
            "name": _note("The quarter", "El barrio"),
            "bounds": [-77.3, -12.3, -76.8, -11.8],
            "zooms": [7, 15],
            "close": True,
        }
    ],
    "credit": _note("Outlines: an example.", "Contornos: un ejemplo."),
    "method": {
        "scope": [_note("The flood of one quarter.", "La inundación de un barrio.")],
        "not-known": [_note("How high the water stood.", "A qué altura llegó el agua.")],
    },
    "terms": [
        {
            "name": _note("the quarter", "el barrio"),
            "meaning": _note("The streets that were under water.", "Las calles inundadas."),
        }
    ],
    "sentences": {"map.title": _note("Where was the water?", "¿Dónde estaba el agua?")},
}


def presentation_schema() -> bytes:
    """What ``presentation.json`` may hold, as JSON Schema."""
    schema = Presentation.model_json_schema(by_alias=True)
    return json.dumps(schema, ensure_ascii=False, indent=2).encode()


def package_files() -> dict[str, bytes]:
    """The example as the files of a package, by path."""
    ring = [[-77.2, -12.2], [-76.9, -12.2], [-76.9, -11.9], [-77.2, -11.9], [-77.2, -12.2]]
    areas = {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"region_id": "north"},
                "geometry": {"type": "Polygon", "coordinates": [ring]},
            }
        ],
    }
    descriptor: Mapping[str, Any] = {
        "name": "example-flood",
        "title": "An example: the flood",
        "title_es": "Un ejemplo: la inundación",
        "version": "1.0.0",
        "description": "An invented flood, to show the shape of a package.",
        "description_es": "Una inundación inventada, para mostrar la forma de un paquete.",
    }
    sources = [_source("gazette", "Example Gazette", "2024-05-07"),
               _source("radio", "Example Radio", "2024-06-01")]  # fmt: skip
    tables = {
        name: csv_bytes([head, *rows], mark="") for name, (head, rows) in _package_tables().items()
    }
    return {
        "README.md": README.encode(),
        "datapackage.json": json.dumps(descriptor, ensure_ascii=False, indent=2).encode(),
        **tables,
        "sources.json": json.dumps(sources, ensure_ascii=False, indent=2).encode(),
        "presentation.json": json.dumps(PRESENTATION, ensure_ascii=False, indent=2).encode(),
        "presentation.schema.json": presentation_schema(),
        "geo/regions.geojson": json.dumps(areas, indent=1).encode(),
    }
