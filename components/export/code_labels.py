"""What the codes of a table's columns are called."""

from collections.abc import Mapping
from typing import Any, Final

from components.export.record_table import Column
from components.i18n import I18n, labels
from components.query.table_schema import TableName
from components.story.dataset import Dataset
from components.story.texts import Value

#: The labels of fixed codes, by column; of the ``kind`` of a source by a key of its own.
_CODE_LABELS: Final[Mapping[str, Mapping[Any, str]]] = {
    "date_basis": labels.BASIS,
    "as_of_basis": labels.BASIS,
    "statement_basis": labels.STATEMENT_BASIS,
    "qualifier": labels.QUALIFIER,
    "count_qualifier": labels.QUALIFIER,
    "role": labels.ROLE,
    "source_kind": labels.KIND,
    "tier": labels.TIER,
    "precision": labels.PRECISION,
    "seat_basis": labels.REGION_BASIS,
}
#: The vocabulary of a column's codes.
_VOCABULARIES: Final = {
    "measure": "measures",
    "population": "populations",
    "unit": "units",
    "voice": "voices",
    "kind": "place_kinds",
}


def _vocabulary_key(column: Column, table: str) -> str:
    if column.name == "kind" and table == "sources":
        return "source_kind"
    return column.name


def code_label(column: Column, code: str, table: str, i18n: I18n) -> str:
    """Return what a code is called in the reader's language; "" if it has no name."""
    return label_code(_vocabulary_key(column, table), code, i18n)


def label_code(key: str, code: str, i18n: I18n) -> str:
    """Return what a code of a column is called; of the ``kind`` of a source by ``source_kind``."""
    if key == "category":
        return i18n.kind_names.get(code, "")
    if key in _VOCABULARIES:
        return i18n.term_name(_VOCABULARIES[key], code)
    label = _CODE_LABELS.get(key, {}).get(code)
    if not label:
        return ""
    return i18n.t(label)


def _list_codes(column: Column, table: str, dataset: Dataset, i18n: I18n) -> list[str]:
    """Return the codes that a column may have, in their order; none if they are not limited."""
    key = _vocabulary_key(column, table)
    if key == "category":
        return list(i18n.kind_names)
    if key in _VOCABULARIES:
        return list(dataset.terms[_VOCABULARIES[key]])
    return list(_CODE_LABELS.get(key, {}))


def describe_codes(
    column: Column, table: TableName, values: list[Value], dataset: Dataset, i18n: I18n
) -> list[dict[str, str]]:
    """Return the codes of a column and their names, as ``categories`` of Data Package 2.0.

    Parameters
    ----------
    column
        The column.
    table
        The table that it is of.
    values
        Its cells: a code that no vocabulary has is listed as well.
    dataset
        The records, whose terms are the codes.
    i18n
        The reader's language.
    """
    codes = _list_codes(column, table, dataset, i18n=i18n)
    if not codes:
        return []
    used_codes = [str(value) for value in values if value]
    categories = []
    for code in dict.fromkeys([*codes, *used_codes]):
        label = code_label(column, code, table, i18n=i18n) or code
        categories.append({"value": code, "label": label})
    return categories
