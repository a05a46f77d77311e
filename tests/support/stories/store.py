"""Stories written as plain tables, with their column maps."""

from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import csv, parquet

from components.intake.sheet_models import ColumnMap
from components.story.dataset import Dataset
from tests.support.programs.postgres import Postgres

KINDS = ("Riots", "Protests", "Battles")
#: Columns of the table that are those of an event.
OWN = {"id", "date", "title", "title_es", "summary", "summary_es", "category"}
TEXTS = ("summary_es", "actors", "actors_es", "place_es", "wordings")
MAP = ColumnMap(
    name="story",
    columns={
        "id": ("id",), "date": ("date",), "title": ("title",), "title_es": ("title_es",),
        "summary": ("summary",), "summary_es": TEXTS, "category": ("category",),
        "place": ("place",), "region": ("regions",), "lat": ("lat",), "lon": ("lon",),
        "source": ("sources",), "url": ("url",),
    },
)  # fmt: skip


def rows_of(data: Dataset) -> list[dict[str, Any]]:
    """One row for each event, with the ids of the story as the values of its columns."""
    made = []
    for event in data.events.values():
        place = data.places.get(event.place_id or "")
        cited = data.citations_of(event.id)
        made.append(event.model_dump(include=OWN) | {
            "actors": " ".join(event.actors),
            "actors_es": " ".join(event.actors_es),
            "place": place.name if place else "",
            "place_es": place.name_es if place else "",
            "wordings": " ".join(citation.wording for citation in cited),
            "regions": "; ".join(sorted(data.regions_of(event))),
            "sources": ";".join(dict.fromkeys(citation.source_id for citation in cited)),
            "lat": place.lat if place else None,
            "lon": place.lon if place else None,
            "url": next(
                filter(None, (data.sources[row.source_id].URL for row in cited)), ""),
        })  # fmt: skip
    return made


def written(data: Dataset, path: Path) -> Path:
    """The events of a story in a file, in the order of its own: CSV or Parquet by its ending."""
    table = pa.Table.from_pylist(rows_of(data))
    if path.suffix == ".csv":
        csv.write_csv(table, path)
    else:
        parquet.write_table(table, path)
    return path


def table_rows(number: int) -> dict[str, list]:
    """So many rows over three years, at 300 places; the last one has no day."""
    days = [
        f"20{17 + index % 3}-{1 + index % 12:02}-{1 + index % 28:02}" for index in range(number - 1)
    ]
    return {
        "date": [*days, "no day"],
        "title": [f"Marcha <b>{index}</b> en Cúcuta" for index in range(number)],
        "category": [KINDS[index % 3] for index in range(number)],
        "region": ["Arauca" if index % 2 else "Cesar" for index in range(number)],
        "lat": [1 + index % 300 / 30 for index in range(number)],
        "lon": [-76 + index % 290 / 30 for index in range(number)],
        "source": ["Wire"] * number,
        "url": [
            "javascript:alert(1)" if index % 2 else "https://example.org/a"
            for index in range(number)
        ],
    }


def shown_through(engine: Postgres, view: str) -> None:
    """Make a table of sixty rows on an engine, and a view of it as SQL."""
    made = table_rows(61)
    kinds = dict.fromkeys(("date", "title", "category", "region"), "text")
    kinds |= {"lat": "float8", "lon": "float8"}
    engine.make("kept", kinds, list(zip(*(made[name] for name in kinds), strict=True))[:-1])
    engine.run(view)
