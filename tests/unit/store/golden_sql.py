"""What each question sends to engines that no test can start: SQL, and the values beside it.

``python -m tests.unit.store.golden_sql`` renews the files in ``tests/unit/store/golden``; look at
what changed before it is committed.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

import ibis
from ibis.backends.sql import compilers

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.views.filters import Filters
from components.store.elsewhere import ENGINES
from components.store.names import names_of
from components.store.queries import questions
from components.store.queries.bound import Bound
from components.store.queries.columns import Picked, events_of, listed
from components.store.queries.conditions import kept
from components.store.queries.days import days_of

if TYPE_CHECKING:
    from ibis.expr.types import Table

FOLDER: Final = Path(__file__).parent / "golden"
DIALECTS: Final = ("bigquery", "clickhouse", "trino")
COLUMNS: Final = {"date": "date", "title": "string", "category": "string", "region": "string",
                  "source": "string", "lat": "float64", "lon": "float64"}  # fmt: skip
#: What a reader might type to break out of a text.
HOSTILE: Final = "o'brien\\' or 1=1 -- %s \"; `"
WINDOW: Final = (date(2019, 1, 1), date(2019, 5, 31))


def asked() -> dict[str, Table]:
    """Each question of a table with a column of dates, by name."""
    raw = ibis.table(COLUMNS, name="events")
    columns = ColumnMap(columns={name: (name,) for name in COLUMNS})
    events = listed(events_of(*days_of(Picked(raw, columns))), {"source": True})
    names = {
        "categories": names_of({"Protest": 1}, "kind"),
        "regions": names_of({"Norte d'Oeste": 1}, "region"),
        "sources": names_of({"Wire": 1}, "source", many=True),
    }
    filters = Filters(
        start=WINDOW[0], end=WINDOW[1], categories=("protest",),
        regions=tuple(names["regions"].labels), sources=("wire",), text=HOSTILE,
    )  # fmt: skip
    return {
        "count": questions.count(events),
        "filtered": questions.count(kept(events, filters, names)),
        "bins": questions.bins(events, WINDOW, "month"),
        "cells": questions.cells(events, 6, (-73.0, 7.0, -72.0, 8.5)),
        "kinds": questions.values(events, "categories", many=False),
        "sources": questions.values(events, "sources", many=True, find=HOSTILE),
        "page": questions.page(events, 3, 20),
        "entry": questions.entry(events, HOSTILE),
        "file": questions.file_rows(events),
        "extent": questions.extent(events),
    }


def sent(dialect: str) -> dict[str, Bound]:
    """What is sent to an engine for each question."""
    compiler = getattr(compilers, dialect).compiler
    return {
        name: ENGINES[dialect].written(question, compiler, pretty=True)
        for name, question in asked().items()
    }


def golden() -> dict[Path, str]:
    """The text of each file: all questions for one engine."""
    made = {}
    for dialect in DIALECTS:
        parts = [
            f"-- {name}\n{query.sql};\n-- {json.dumps(query.values, ensure_ascii=False)}"
            for name, query in sent(dialect).items()
        ]
        made[FOLDER / f"{dialect}.sql"] = "\n\n".join(parts) + "\n"
    return made


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in golden().items():
        path.write_bytes(text.encode())
        print(path.name, len(text))
