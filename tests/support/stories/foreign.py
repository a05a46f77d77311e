"""A small story of another country, other kinds and another year, as the files of a package.

A flood in Piura (Peru) in March 1998, invented but for the country: no boundaries, no presentation,
a licence and a name of its own.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: What only the project's own story speaks of, in either language.
OURS = re.compile(
    r"Colombia|Venez|Migraci|Cúcuta|Táchira|T.chira|2019|Natural Earth, public domain|CC[ -]BY"
    r"|four (?:articles|documents)|cuatro (?:art|doc)|soldier|militar|Guaid|Maduro|NPR|VICE",
    re.IGNORECASE,
)
KINDS = (("rain", "Rain", "Lluvia"), ("damage", "Damage", "Daños"), ("help", "Help", "Ayuda"))
PLACES = (("piura", "Piura", -5.19, -80.63), ("sullana", "Sullana", -4.9, -80.69),
          ("talara", "Talara", -4.58, -81.27))  # fmt: skip
EVENTS = (
    ("ev-rain", "1998-03-02", "rain", "piura", "Rain for ten hours", "Diez horas de lluvia"),
    ("ev-bridge", "1998-03-15", "damage", "piura", "The old bridge falls", "Cae el puente viejo"),
    ("ev-road", "1998-03-16", "damage", "sullana", "The road is cut", "La carretera se corta"),
    ("ev-planes", "1998-03-20/1998-03-24", "help", "talara", "Planes bring food",
     "Llegan aviones con comida"),
)  # fmt: skip


def _table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue().encode()


def foreign_files() -> dict[str, bytes]:
    """The files of the package by path."""
    day = ("stated", "The paper gives the day.", "El diario da el día.")
    source = {
        "id": "tiempo",
        "type": "article-newspaper",
        "title": "El Tiempo de Piura",
        "language": "es",
        "custom": {
            "tier": "document", "kind": "newspaper", "voice": "press", "short": "El Tiempo",
            "issued_edtf": "1998-03-25", "date_basis": "stated",
            "date_note": {"en": "Printed.", "es": "Impresa."},
            "notes": {"en": "A daily.", "es": "Un diario."},
        },
    }  # fmt: skip
    about: Mapping[str, Any] = {
        "name": "piura-flood",
        "title": "The flood of Piura",
        "title_es": "La inundación de Piura",
        "version": "2.0.0",
        "created": "2020-05-01T00:00:00Z",
        "description": "Rain and a river, March 1998.",
        "description_es": "Lluvia y un río, marzo de 1998.",
        "licenses": [
            {"name": "ODC-BY-1.0", "path": "https://opendatacommons.org/licenses/by/1-0/"}
        ],
    }
    return {
        "datapackage.json": json.dumps(about).encode(),
        "categories.csv": _table(("id", "name", "name_es"), KINDS),
        "events.csv": _table(
            ("id", "date", "category", "place_id", "title", "title_es", "date_basis", "date_note",
             "date_note_es", "summary", "summary_es"),
            [(*row, *day, f"{row[4]}.", f"{row[5]}.") for row in EVENTS],
        ),
        "citations.csv": _table(
            ("record_id", "source_id", "locator", "wording", "role"),
            [(row[0], "tiempo", n, "as printed", "supports") for n, row in enumerate(EVENTS, 1)],
        ),
        "places.csv": _table(
            ("id", "name", "name_es", "kind", "lat", "lon", "country", "precision"),
            [(key, name, name, "city", lat, lon, "PE", "locality")
             for key, name, lat, lon in PLACES],
        ),
        "sources.json": json.dumps([source]).encode(),
    }  # fmt: skip


def write_foreign(folder: Path) -> Path:
    """The package as a folder, for a host."""
    for name, content in foreign_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
