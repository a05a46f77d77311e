"""Opening a table of events by its address."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from components.intake.columns import ColumnMap, Credit
from components.limits import QUERY_SECONDS
from components.query import questions
from components.query.address import Address, address_of
from components.query.answers import StoreError
from components.query.columns import LISTS, Picked, events_of, listed, several
from components.query.elsewhere import connect, table_of
from components.query.engine import Engine
from components.query.engine_days import days_of
from components.query.layout import columns_of, map_beside
from components.query.prepared import prepared, stamp_of
from components.query.table import TableStore, ask_known, store_of

if TYPE_CHECKING:
    from ibis.expr.types import Table

#: How long the answer to "has it changed?" is used again.
LOOK_SECONDS = 10.0


def open_store(
    place: str | Address, given: ColumnMap | None = None, seconds: float = QUERY_SECONDS
) -> TableStore:
    """Open a table; one that lies in files is made ready first, where that has not been done.

    Args:
        place: a path or an address, as ``STORY_DATA`` has it.
        given: what its columns are; without it a map beside the file, or what their names say.
        seconds: how long one question may take.

    Raises:
        StoreError: where it cannot be opened.
    """
    address = place if isinstance(place, Address) else address_of(place)
    if address is None:
        raise StoreError(f"{place} is no table that can be asked.")
    if address.form == "engine":
        engine = connect(address, seconds)
        made = asked_where_it_lies(engine, table_of(engine, address), address.name, given)
    else:
        given = given or map_beside(Path(address.place))
        ready, about = prepared(address, given)
        ready.seconds = seconds
        made = store_of(ready, about, _watched(address, given, about["stamp"]))
    made.credit = given.credit if given else Credit()
    return made


def asked_where_it_lies(
    engine: Engine, raw: Table, name: str, given: ColumnMap | None = None
) -> TableStore:
    """A table of an engine elsewhere, asked each time.

    Args:
        engine: the connection to it.
        raw: the table as it is.
        name: what it is called.
        given: what its columns are; without it what their names say.
    """
    columns = columns_of(name, list(raw.columns), engine.rows(raw, 200), given)
    picked, days = days_of(Picked(raw, columns))
    many = {column: bool(engine.rows(several(picked, column))) for column in LISTS}
    events = listed(events_of(picked, days), many)
    rows = engine.rows(questions.undated(picked.raw, days["first"]))[0]
    known = ask_known(engine, events, many)
    return TableStore(engine, events, replace(known, rows=rows["rows"], undated=rows["undated"]))


def _watched(address: Address, given: ColumnMap | None, stamp: str) -> Callable[[], bool]:
    """Tells whether the files are other than those that were made ready; looks now and then."""
    seen: list[tuple[float, bool]] = []

    def changed() -> bool:
        now = time.monotonic()
        if not seen or now - seen[0][0] > LOOK_SECONDS:
            try:
                other = stamp_of(address, given) != stamp
            except (OSError, StoreError):
                other = True
            seen[:] = [(now, other)]
        return seen[0][1]

    return changed
