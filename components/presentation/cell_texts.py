"""Values as a reader sees them: in words, with what the file holds beneath where that differs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from components.i18n import names
from components.presentation.cited import address
from components.presentation.context import Context
from components.query.filters import Filters
from components.query.view_tables import Column, Line
from components.story.cells import Value, text_of

#: ``text``, and where there are any ``code`` (the value in the file) and ``href``.
Cell = dict[str, str]

_LABELS: Final[Mapping[str, Mapping[Any, str]]] = {
    "date_basis": names.BASIS,
    "as_of_basis": names.BASIS,
    "qualifier": names.QUALIFIER,
    "count_qualifier": names.QUALIFIER,
    "role": names.ROLE,
    "source_kind": names.KIND,
    "tier": names.TIER,
    "precision": names.PRECISION,
    "seat_basis": names.REGION_BASIS,
}


#: The vocabulary that a column's codes are of.
_WORDS: Final = {
    "measure": "measures",
    "population": "populations",
    "unit": "units",
    "voice": "voices",
    "kind": "place_kinds",
}
#: Which of the records' own words stands for an id.
_NAMES: Final[Mapping[str, str]] = {
    "places": "name",
    "regions": "label",
    "claimants": "name",
    "events": "title",
    "topics": "question",
    "claims": "statement",
}


def record_link(ctx: Context, table: str, key: str) -> str:
    """Where a record is shown in full; empty where it has no page."""
    chosen: dict[str, Any]
    match table:
        case "events":
            slug, chosen = "", {"event": key}
        case "claims":
            event = ctx.dataset.claims[key].event_id
            slug, chosen = ("", {"event": event}) if event else ("figures", {"claim": key})
        case "topics":
            slug, chosen = "disagreements", {"topic": key}
        case "sources":
            slug, chosen = "sources", {"filters": Filters(sources=(key,))}
        case "claimants":
            slug = "data"
            chosen = {"table": "claims", "claimant": key, "filters": Filters()}
        case "regions":
            slug, chosen = "map", {"filters": replace(ctx.view.filters, regions=(key,))}
        case _:
            return ""
    return f"./{address(slug, ctx, page=1, **chosen)}"


def _id(ctx: Context, table: str, key: str) -> Cell:
    data, i18n, text = ctx.dataset, ctx.i18n, key
    if table == "records":
        table = "events" if key in data.events else "claims"
    if table == "sources":
        text = i18n.source(data.sources[key])
    elif table in _NAMES:
        text = i18n.of(getattr(data, table)[key], _NAMES[table])
    return {"text": text, "code": key, "href": record_link(ctx, table, key)}


def _code(column: str, value: str, table: str, ctx: Context) -> Cell:
    i18n, of_source = ctx.i18n, column == "kind" and table == "sources"
    if column == "category" and value in ctx.kinds:
        return {"text": ctx.kinds[value], "code": value}
    if column in _WORDS and not of_source:
        return {"text": i18n.called(_WORDS[column], value), "code": value}
    label = _LABELS.get("source_kind" if of_source else column, {}).get(value)
    return {"text": i18n.t(label), "code": value} if label else {"text": value}


def cell(column: Column, value: Value, table: str, ctx: Context) -> Cell:
    """One value, ready to show."""
    i18n = ctx.i18n
    if value is None:
        return {"text": ""}
    if isinstance(value, dt.date):
        return {"text": i18n.day(value), "code": value.isoformat()}
    if isinstance(value, tuple):
        return {"text": text_of(value)}
    if isinstance(value, (int, float)):
        placed = column.name in {"lat", "lon"}
        return {"text": i18n.exact(value) if placed else i18n.number(value)}
    match column.kind:
        case "edtf":
            return {"text": i18n.date(value), "code": value}
        case "id":
            return _id(ctx, column.names or table, value)
        case "url":
            return {"text": value, "href": value}
        case "code":
            return _code(column.name, value, table, ctx)
    return {"text": value}


def row_cells(line: Line, columns: tuple[Column, ...], table: str, ctx: Context) -> list[Cell]:
    """The cells of one row; a title leads to its record."""
    cells = [cell(column, line[column.name], table, ctx) for column in columns]
    title = {"events": "title", "claims": "statement"}.get(table)
    for column, shown in zip(columns, cells, strict=True):
        if column.name.removesuffix("_es") == title:
            shown["href"] = record_link(ctx, table, str(line["id"]))
    return cells
