"""A story of several years in English alone, as the files of a package.

An invented fire in a harbour: events from 2013 to 2021, counts by "zone", figures that are
ranges, a source without a date, a lesson. It has no Spanish column and no Spanish text anywhere.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: Six lie wholly inside 2020, three of them no single days; two more only may.
EVENTS = (
    ("ev-ship", "2013-11-21", "cargo", "harbour", "The ship comes in"),
    ("ev-unloaded", "2014-10", "cargo", "harbour", "The cargo is unloaded"),
    ("ev-warning", "2020-07-20", "cargo", "harbour", "Inspectors warn of the cargo"),
    ("ev-fire", "2020-08-04", "fire", "harbour", "The silo burns"),
    ("ev-camp", "2020-08-05/2020-08-20", "relief", "old-town", "Families sleep in the camp"),
    ("ev-inquiry", "2020-08", "cargo", "old-town", "An inquiry is opened"),
    ("ev-closure", "2020-09", "relief", "harbour", "The harbour is closed"),
    ("ev-ships-turn", "2020-07-25/2020-07-30", "cargo", "harbour", "Ships are sent elsewhere"),
    ("ev-talks", "2020-10~", "relief", "old-town", "Talks on rebuilding"),
    ("ev-repairs", "2020-11/2021-02", "relief", "old-town", "Houses are repaired"),
    ("ev-report", "2021-08-03", "fire", "old-town", "A report names the causes"),
)
CLAIMS = (
    # id, measure, population, low, high, qualifier, unit, region, as of, claimant, event, topic
    ("cl-homeless", "people", "other", 200, "", "more_than", "people", "", "2020-08-06",
     "mayor", "ev-camp", "how-many"),
    ("cl-homeless-report", "people", "other", 218, "", "at_least", "people", "", "2021-08-03",
     "watch", "ev-report", "how-many"),
    ("cl-cost-low", "count", "other", 3.8, 4.6, "range", "times", "", "2020-08-30", "bank", "", ""),
    ("cl-cost-high", "count", "other", 10, 15, "range", "times", "", "2020-08-12", "mayor", "", ""),
    ("cl-north", "arrivals", "other", 120, 120, "exact", "people", "north", "2020-08-06", "mayor",
     "ev-camp", ""),
    ("cl-south", "arrivals", "other", 80, 80, "exact", "people", "south", "2020-08-06", "mayor",
     "ev-camp", ""),
    ("cl-all", "arrivals", "other", 200, 200, "exact", "people", "", "2021-08-03", "watch",
     "ev-report", ""),
)  # fmt: skip
CLAIMANTS = (("mayor", "The mayor", "un-ngo"), ("watch", "Harbour Watch", "un-ngo"),
             ("bank", "The bank", "un-ngo"))  # fmt: skip
PRESENTATION: dict[str, Any] = {
    "title": {"en": "The harbour fire"},
    "tagline": {"en": "A cargo, a fire and what came after"},
    "period": {"from": "2020-07-15", "to": "2020-09-15"},
    "region": {"one": {"en": "zone"}, "many": {"en": "zones"}},
    "extents": [{"id": "town", "name": {"en": "The town"}, "bounds": [35.4, 33.8, 35.6, 34.0]}],
}


def _table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue().encode()


def _source(key: str, title: str, **details: str) -> dict[str, Any]:
    return {
        "id": key, "type": "article-newspaper", "title": title, "language": "en",
        "container-title": title, "URL": f"https://example.org/{key}",
        "custom": {"tier": "document", "kind": "newspaper", "voice": "press", "short": title,
                   "notes": {"en": "A paper."}, **details},
    }  # fmt: skip


def _area(region: str, west: float) -> dict[str, Any]:
    ring = [[west, 33.85], [west + 0.05, 33.85], [west + 0.05, 33.95], [west, 33.95], [west, 33.85]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"region_id": region}, "geometry": shape}


def years_files() -> dict[str, bytes]:
    """The files of the package by path."""
    day = ("stated", "The paper gives the day.")
    step = {
        "id": "before", "minutes": 5,
        "headline": {"en": "It came in 2013"},
        "text": {"en": "The ship came on {ev-ship}; the silo burned on {ev-fire}."},
        "notes": {"en": "Ask what happened in between."},
        "view": {"extent": "town", "from": "2013-01-01", "to": "2021-12-31",
                 "events": ["ev-ship", "ev-fire", "ev-report"],
                 "claims": ["cl-homeless", "cl-homeless-report"]},
    }  # fmt: skip
    cited = [(row[0], "paper", n, "as printed", "supports") for n, row in enumerate(EVENTS, 1)]
    cited += [(row[0], "undated", n, "as printed", "supports") for n, row in enumerate(CLAIMS, 1)]
    cited.append(("ev-ship", "undated", 20, "as printed", "supports"))
    return {
        "datapackage.json": json.dumps(
            {"name": "harbour-fire", "title": "The harbour fire", "version": "1.0.0",
             "description": "An invented fire."}
        ).encode(),
        "categories.csv": _table(
            ("id", "name"), (("cargo", "Cargo"), ("fire", "Fire"), ("relief", "Relief"))
        ),
        "events.csv": _table(
            ("id", "date", "category", "place_id", "title", "date_basis", "date_note", "summary"),
            [(*row, *day, f"{row[4]}.") for row in EVENTS],
        ),
        "claims.csv": _table(
            ("id", "measure", "population", "value_low", "value_high", "qualifier", "unit",
             "region_id", "as_of", "claimant_id", "event_id", "topic_id", "as_of_basis",
             "as_of_note", "statement"),
            [(*row, *day, f"As {row[9]} says.") for row in CLAIMS],
        ),
        "claimants.csv": _table(("id", "name", "voice"), CLAIMANTS),
        "topics.csv": _table(
            ("id", "question", "status", "explanation", "explanation_basis", "settle"),
            [("how-many", "How many lost their homes?", "differ", "They count other days.",
              "editors", "A list of names.")],
        ),
        "citations.csv": _table(
            ("record_id", "source_id", "locator", "wording", "role"), cited
        ),
        "places.csv": _table(
            ("id", "name", "kind", "lat", "lon", "country", "admin1", "precision"),
            (("harbour", "The harbour", "town", 33.9, 35.52, "LB", "LB-N", "locality"),
             ("old-town", "Old town", "town", 33.89, 35.47, "LB", "LB-S", "locality")),
        ),
        "regions.csv": _table(
            ("id", "name", "label"),
 (("north", "North", "the north"), ("south", "South", "the south"))
        ),
        "region_departments.csv": _table(
            ("department", "department_name", "region_id", "basis"),
            (("LB-N", "North", "north", "attested"), ("LB-S", "South", "south", "attested")),
        ),
        "sources.json": json.dumps(
            [_source("paper", "The Harbour Paper", issued_edtf="2021-08-04", date_basis="stated"),
             _source("undated", "A leaflet")]
        ).encode(),
        "presentation.json": json.dumps(PRESENTATION).encode(),
        "story.json": json.dumps({"title": {"en": "The fire"}, "lesson": [step]}).encode(),
        "geo/regions.geojson": json.dumps(
            {"type": "FeatureCollection", "features": [_area("north", 35.5), _area("south", 35.45)]}
        ).encode(),
    }  # fmt: skip


def write_years(folder: Path) -> Path:
    """The package as a folder, for a host."""
    for name, content in years_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
