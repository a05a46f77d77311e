"""Values as a reader sees them: in words, with what the file holds beneath where that differs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from components.domain.records.cells import joined
from components.domain.records.columns import Column, Value
from components.domain.records.table import Line
from components.domain.views.filters import Filters
from components.i18n.labels import (
    BASIS,
    KIND,
    MEASURE,
    PLACE_KIND,
    POPULATION,
    PRECISION,
    QUALIFIER,
    REGION_BASIS,
    ROLE,
    TIER,
    VOICE,
)
from components.presentation.context import Context

Cell = dict[str, str]


"""``text``, and where there are any ``code`` (the value in the file) and ``href``."""


_LABELS: Final[Mapping[str, Mapping[Any, str]]] = {
    "date_basis": BASIS,
    "as_of_basis": BASIS,
    "measure": MEASURE,
    "population": POPULATION,
    "qualifier": QUALIFIER,
    "count_qualifier": QUALIFIER,
    "role": ROLE,
    "tier": TIER,
    "voice": VOICE,
    "precision": PRECISION,
    "seat_basis": REGION_BASIS,
}


#: Which of the records' own words stands for an id.
_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "places": ("places", "name"),
    "regions": ("regions", "label"),
    "claimants": ("claimants", "name"),
    "events": ("events", "title"),
    "topics": ("topics", "question"),
    "claims": ("claims", "statement"),
}


def link(here: Context, slug: str, **chosen: str | Filters) -> str:
    """A link to a page that keeps language, filters and version, and chooses a record."""
    plain: dict[str, object] = {
        "table": "events", "sort": "", "find": "", "columns": (), "page": 1,
        "event": None, "claim": None, "topic": None,
    }  # fmt: skip
    params = here.params(**{**plain, "lang": here.i18n.language, **chosen})
    return f"./{slug}?{urlencode(params, doseq=True)}"


def record_link(here: Context, table: str, key: str) -> str:
    """Where a record is shown in full; empty where it has no page."""
    data = here.dataset
    if table == "records":
        table = "events" if key in data.events else "claims"
    if table == "events":
        return link(here, "", event=key)
    if table == "claims":
        event = data.claims[key].event_id
        return link(here, "", event=event) if event else link(here, "figures", claim=key)
    if table == "topics":
        return link(here, "disagreements", topic=key)
    if table == "sources":
        return link(here, "sources", filters=Filters(sources=(key,)))
    if table == "regions":
        return link(here, "map", filters=replace(here.view.filters, regions=(key,)))
    return ""


def _id(here: Context, table: str, key: str) -> Cell:
    data, i18n = here.dataset, here.i18n
    if table == "records":
        table = "events" if key in data.events else "claims"
    if table == "sources":
        text = i18n.source(data.sources[key])
    elif table in _NAMES:
        records, column = _NAMES[table]
        text = i18n.of(getattr(data, records)[key], column)
    else:
        text = key
    return {"text": text, "code": key, "href": record_link(here, table, key)}


def _code(column: str, value: str, table: str, here: Context) -> Cell:
    kinds: Mapping[Any, str] = KIND if table == "sources" else PLACE_KIND
    label = (kinds if column == "kind" else _LABELS.get(column, {})).get(value)
    if column == "category" and value in here.kinds:
        return {"text": here.kinds[value], "code": value}
    return {"text": here.i18n.t(label), "code": value} if label else {"text": value}


def _number(column: Column, value: float, here: Context) -> Cell:
    places = column.name in {"lat", "lon"}
    return {"text": here.i18n.exact(value) if places else here.i18n.number(value)}


def cell(column: Column, value: Value, table: str, here: Context) -> Cell:
    """One value, ready to show."""
    i18n = here.i18n
    if value is None:
        return {"text": ""}
    if isinstance(value, dt.date):
        return {"text": i18n.day(value), "code": value.isoformat()}
    if isinstance(value, tuple):
        return {"text": joined(value)}
    if isinstance(value, (int, float)):
        return _number(column, value, here)
    if column.kind == "edtf":
        return {"text": i18n.date(value), "code": value}
    if column.kind == "id":
        return _id(here, column.names or table, value)
    if column.kind == "url":
        return {"text": value, "href": value}
    return _code(column.name, value, table, here) if column.kind == "code" else {"text": value}


def row_cells(line: Line, columns: tuple[Column, ...], table: str, here: Context) -> list[Cell]:
    """The cells of one row; a title leads to its record."""
    cells = [cell(column, line[column.name], table, here) for column in columns]
    key = line.get("id")
    if table == "events" and isinstance(key, str):
        for column, made in zip(columns, cells, strict=True):
            if column.name in {"title", "title_es"}:
                made["href"] = record_link(here, "events", key)
    if table == "claims" and isinstance(key, str):
        for column, made in zip(columns, cells, strict=True):
            if column.name in {"statement", "statement_es"}:
                made["href"] = record_link(here, "claims", key)
    return cells
