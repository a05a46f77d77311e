"""Stories written as plain tables, as a host has them, and the map of their columns."""

from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import csv, parquet

from components.intake.columns import ColumnMap
from components.story.dataset import Dataset

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
        made.append({
            "id": event.id,
            "date": event.date,
            "title": event.title,
            "title_es": event.title_es,
            "summary": event.summary,
            "summary_es": event.summary_es,
            "actors": " ".join(event.actors),
            "actors_es": " ".join(event.actors_es),
            "category": event.category,
            "place": place.name if place else "",
            "place_es": place.name_es if place else "",
            "wordings": " ".join(c.wording for c in cited),
            "regions": "; ".join(sorted(data.regions_of(event))),
            "sources": ";".join(dict.fromkeys(c.source_id for c in cited)),
            "lat": place.lat if place else None,
            "lon": place.lon if place else None,
            "url": next((u for c in cited if (u := data.sources[c.source_id].URL)), ""),
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
