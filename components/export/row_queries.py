"""The rows of a table of a view: which are wanted, and in which order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from components.export.column_specs import TABLE_SPECS, add_other_columns
from components.export.record_table import Column, FormatCitations, Record, ViewTable
from components.query.subset import Subset
from components.query.table_schema import TableName
from components.story.edtf import parse_edtf
from components.story.models import Citation
from components.story.texts import Value, fold, format_cell


@dataclass(frozen=True)
class TableQuery:
    """Which rows of a table are wanted, and their order.

    Attributes
    ----------
    find
        A row must have all of these words, in any column.
    sort
        A column, descending with ``-`` before it; rows without a value are last either way.
    claimant
        Of the claims only those of this claimant.
    """

    find: str = ""
    sort: str = ""
    claimant: str | None = None


def build_table(
    part: Subset,
    name: TableName,
    format_citations: FormatCitations,
    query: TableQuery = TableQuery(),
) -> ViewTable:
    """Return a table of what is shown: events by date, the others in the order of their file."""
    dataset = part.dataset
    table_records: Sequence[Record] = part.rows(name)
    spec = TABLE_SPECS[name]
    if name == "events":
        spec = add_other_columns(spec, dataset.other_columns.names)
        table_records = [dataset.events[event_id] for event_id in part.event_order]
    elif name == "claims" and query.claimant:
        table_records = [claim for claim in table_records if claim.claimant_id == query.claimant]
    table = ViewTable(spec, tuple(table_records), part, format_citations)
    if query.find:
        table = filter_rows(table, query.find)
    if query.sort:
        table = sort_rows(table, query.sort)
    return table


def filter_rows(table: ViewTable, text: str) -> ViewTable:
    """Return a table with the rows that have all words of a text, in any column."""
    sources = table.part.full_dataset.sources

    def list_short_names(citations: Sequence[Citation]) -> str:
        return " ".join(sources[citation.source_id].custom.short for citation in citations)

    # Sources are found by their names and ids: citations for people are in a language, and the same
    # search should find the same rows in each.
    searched_table = replace(table, format_citations=list_short_names)
    folded_words = fold(text).split()
    matching_records = []
    for record, table_row in zip(table.records, searched_table.list_rows(), strict=True):
        row_text = fold(" ".join(format_cell(value) for value in table_row.values()))
        if all(folded_word in row_text for folded_word in folded_words):
            matching_records.append(record)
    return replace(table, records=tuple(matching_records))


def sort_rows(table: ViewTable, sort: str) -> ViewTable:
    """Return a table sorted by a column, descending with ``-`` before its name."""
    column = table.spec.columns[sort.removeprefix("-")]
    filled_rows = []
    empty_records = []
    for record in table.records:
        cell_value = column.read(record, table)
        if cell_value is None:
            empty_records.append(record)
        else:
            filled_rows.append((cell_sort_key(column, cell_value), record))
    filled_rows.sort(key=lambda row: row[0], reverse=sort.startswith("-"))
    sorted_records = [record for _, record in filled_rows]
    return replace(table, records=(*sorted_records, *empty_records))


def cell_sort_key(column: Column, value: Value) -> Any:
    """Return what the cells of a column are sorted by: dates, numbers, or folded texts."""
    if column.kind == "edtf":
        return parse_edtf(str(value)).order
    if isinstance(value, (int, float, dt.date)):
        return value
    return fold(format_cell(value))
