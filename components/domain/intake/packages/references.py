"""Checks references between rows: duplicate ids, and references to ids that do not exist.

A row that refers to a refused row is refused too, and says why; so this goes on until nothing more
falls.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final

from components.domain.intake.packages.rows import CheckedTable
from components.domain.intake.problems import Notes
from components.domain.records.package_files import (
    CATEGORIES,
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    EVENTS,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    TOPICS,
)

Tables = Mapping[str, CheckedTable]
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (EVENTS, CLAIMS, CLAIMANTS, TOPICS, PLACES, REGIONS, SOURCES, CATEGORIES), ("id",)
    ),
    CITATIONS: ("record_id", "source_id", "locator"),
    REGION_DEPARTMENTS: ("department",),
    LEFT_OUT: ("source_id", "locator"),
}
LINKS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    EVENTS: {"place_id": (PLACES,), "category": (CATEGORIES,)},
    CLAIMS: {
        "topic_id": (TOPICS,),
        "region_id": (REGIONS,),
        "claimant_id": (CLAIMANTS,),
        "event_id": (EVENTS,),
    },
    CITATIONS: {"record_id": (EVENTS, CLAIMS), "source_id": (SOURCES,), "via": (SOURCES,)},
    REGIONS: {"seat_place_id": (PLACES,)},
    REGION_DEPARTMENTS: {"region_id": (REGIONS,), "source": (SOURCES,)},
    LEFT_OUT: {"source_id": (SOURCES,)},
}


def drop_repeated(tables: Tables, notes: Notes) -> None:
    """Keep the first row of each id, and refuse the others."""
    for name, columns in KEYS.items():
        table = tables.get(name)
        if table is None:
            continue
        seen: dict[Hashable, int] = {}
        for row, record in table.rows:
            key = tuple(getattr(record, column) for column in columns)
            first = seen.setdefault(key, row)
            if first != row:
                value = ", ".join(str(v) for v in key if v is not None)
                notes.add("duplicate_id", name, row, ", ".join(KEYS[name]), value, first=first)
        _keep(table, notes)


def drop_dangling(tables: Tables, notes: Notes) -> None:
    """Refuse what refers to nothing and what nothing supports, until no more falls.

    Strict reading names each fault itself and not what falls with it.
    """
    written = {name: {r.id for _, r in t.rows} for name, t in tables.items() if name in _WITH_ID}
    cited = {citation.record_id for _, citation in tables[CITATIONS].rows}
    if notes.strict:
        _uncited(tables, cited, notes)
        _follow(tables, written, written, notes)
        _upstream(tables, notes)
        return
    changed = True
    while changed:
        known = {name: {r.id for _, r in t.rows} for name, t in tables.items() if name in _WITH_ID}
        changed = _follow(tables, known, written, notes)
        cited = {citation.record_id for _, citation in tables[CITATIONS].rows}
        changed = changed or _uncited(tables, cited, notes)
    _upstream(tables, notes)


_WITH_ID: Final = frozenset(
    {EVENTS, CLAIMS, CLAIMANTS, TOPICS, PLACES, REGIONS, SOURCES, CATEGORIES}
)


def _keep(table: CheckedTable, notes: Notes) -> bool:
    kept = [(row, record) for row, record in table.rows if not notes.refuses(table.name, row)]
    changed = len(kept) != len(table.rows)
    table.rows[:] = kept
    return changed


def _follow(
    tables: Tables,
    known: Mapping[str, set[str]],
    written: Mapping[str, set[str]],
    notes: Notes,
) -> bool:
    for name, links in LINKS.items():
        table = tables.get(name)
        for column, targets in links.items():
            if table is None or (column == "category" and not known.get(CATEGORIES)):
                continue
            there = set[str]().union(*(known.get(t, set()) for t in targets))
            once = set[str]().union(*(written.get(t, set()) for t in targets))
            for row, record in table.rows:
                for value in _values(getattr(record, column)):
                    if value not in there:
                        code = "reference_refused" if value in once else _missing(column)
                        notes.add(code, name, row, column, value, target=" / ".join(targets))
    return sum(_keep(table, notes) for table in tables.values()) > 0


def _missing(column: str) -> str:
    return {"source_id": "source_unknown", "category": "kind_unknown"}.get(column, "reference")


def _values(value: Any) -> Iterable[str]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _uncited(tables: Tables, cited: set[str], notes: Notes) -> bool:
    for name in (EVENTS, CLAIMS):
        for row, record in tables[name].rows if name in tables else ():
            if record.id not in cited:
                notes.add("uncited", name, row, "id", record.id)
    return sum(_keep(tables[name], notes) for name in (EVENTS, CLAIMS) if name in tables) > 0


def _upstream(tables: Tables, notes: Notes) -> None:
    """A source that takes from one that is not there stays, without that one."""
    known = {record.id for _, record in tables[SOURCES].rows}
    for at, (row, source) in enumerate(tables[SOURCES].rows):
        gone = [key for key in source.custom.upstream if key not in known]
        if gone:
            notes.add("upstream_unknown", SOURCES, row, "custom.upstream", ", ".join(gone), "note")
            kept = tuple(key for key in source.custom.upstream if key in known)
            details = source.custom.model_copy(update={"upstream": kept})
            tables[SOURCES].rows[at] = (row, source.model_copy(update={"custom": details}))
