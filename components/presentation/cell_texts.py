"""Values as a reader sees them: in words, with what the file holds beneath where that differs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from components.i18n import I18n
from components.i18n.code_names import (
    BASIS,
    KIND,
    PRECISION,
    QUALIFIER,
    REGION_BASIS,
    ROLE,
    TIER,
)
from components.presentation.context import Context
from components.query.filters import Filters
from components.query.view_tables import Column, Line
from components.story.cells import Value, text_of

#: ``text``, and where there are any ``code`` (the value in the file) and ``href``.
Cell = dict[str, str]

_LABELS: Final[Mapping[str, Mapping[Any, str]]] = {
    "date_basis": BASIS,
    "as_of_basis": BASIS,
    "qualifier": QUALIFIER,
    "count_qualifier": QUALIFIER,
    "role": ROLE,
    "source_kind": KIND,
    "tier": TIER,
    "precision": PRECISION,
    "seat_basis": REGION_BASIS,
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
_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "places": ("places", "name"),
    "regions": ("regions", "label"),
    "claimants": ("claimants", "name"),
    "events": ("events", "title"),
    "topics": ("topics", "question"),
    "claims": ("claims", "statement"),
}


def link(ctx: Context, slug: str, **chosen: str | Filters) -> str:
    """A link to a page that keeps language, filters and version, and chooses a record."""
    plain: dict[str, object] = {"event": None, "claim": None, "topic": None, "page": 1}
    params = ctx.params(slug, **{**plain, "lang": ctx.i18n.language, **chosen})
    return f"./{slug}?{urlencode(params, doseq=True)}"


def record_link(ctx: Context, table: str, key: str) -> str:
    """Where a record is shown in full; empty where it has no page."""
    data = ctx.dataset
    if table == "records":
        table = "events" if key in data.events else "claims"
    if table == "events":
        return link(ctx, "", event=key)
    if table == "claims":
        event = data.claims[key].event_id
        return link(ctx, "", event=event) if event else link(ctx, "figures", claim=key)
    if table == "topics":
        return link(ctx, "disagreements", topic=key)
    if table == "sources":
        return link(ctx, "sources", filters=Filters(sources=(key,)))
    if table == "claimants":
        return link(ctx, "data", table="claims", claimant=key, filters=Filters())
    if table == "regions":
        return link(ctx, "map", filters=replace(ctx.view.filters, regions=(key,)))
    return ""


def _id(ctx: Context, table: str, key: str) -> Cell:
    data, i18n = ctx.dataset, ctx.i18n
    if table == "records":
        table = "events" if key in data.events else "claims"
    if table == "sources":
        text = i18n.source(data.sources[key])
    elif table in _NAMES:
        records, column = _NAMES[table]
        text = i18n.of(getattr(data, records)[key], column)
    else:
        text = key
    return {"text": text, "code": key, "href": record_link(ctx, table, key)}


def _code(column: str, value: str, table: str, kinds: dict[str, str], i18n: I18n) -> Cell:
    of_source = column == "kind" and table == "sources"
    label = _LABELS.get("source_kind" if of_source else column, {}).get(value)
    if column == "category" and value in kinds:
        return {"text": kinds[value], "code": value}
    if column in _WORDS and not of_source:
        return {"text": i18n.called(_WORDS[column], value), "code": value}
    return {"text": i18n.t(label), "code": value} if label else {"text": value}


def _number(column: Column, value: float, i18n: I18n) -> Cell:
    places = column.name in {"lat", "lon"}
    return {"text": i18n.exact(value) if places else i18n.number(value)}


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
        return _number(column, value, i18n)
    if column.kind == "edtf":
        return {"text": i18n.date(value), "code": value}
    if column.kind == "id":
        return _id(ctx, column.names or table, value)
    if column.kind == "url":
        return {"text": value, "href": value}
    return (
        _code(column.name, value, table, ctx.kinds, i18n)
        if column.kind == "code"
        else {"text": value}
    )


def row_cells(line: Line, columns: tuple[Column, ...], table: str, ctx: Context) -> list[Cell]:
    """The cells of one row; a title leads to its record."""
    cells = [cell(column, line[column.name], table, ctx) for column in columns]
    titles = {"events": "title", "claims": "statement"}
    for column, made in zip(columns, cells, strict=True):
        if table in titles and column.name.removesuffix("_es") == titles[table]:
            made["href"] = record_link(ctx, table, str(line["id"]))
    return cells
