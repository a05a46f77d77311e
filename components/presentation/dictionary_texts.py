"""The files of a table, and what each table and column is, in the reader's language."""

from __future__ import annotations

from typing import Any, Final

from components.export.view_files import FORMATS, FORMS, File, file_address
from components.i18n import N_, I18n
from components.presentation.context import Context
from components.presentation.shown_table import ROW_COUNT, ShownTable
from components.query.view import View
from components.query.view_tables import ADDED, SPECS
from components.story.dataset import Dataset
from components.story.dictionary import FieldInfo, dictionary

#: The files of everything that the filters leave: what each is called, and what it is for.
WHOLE: Final = {
    "tables.xlsx": (
        "Excel",
        N_("A sheet for each table, with numbers as numbers and days as days, and a sheet of "
           "notes."),
    ),
    "package.zip": (
        "Data Package (zip)",
        N_("Every table as CSV, the sources as CSL-JSON and BibTeX, the boundaries, and a README "
           "that says what is shown and how to cite it. This app opens it again."),
    ),
    "bibliography.bib": ("BibTeX", N_("The sources of what is shown, for LaTeX.")),
    "bibliography.json": ("CSL-JSON", N_("The same for Zotero.")),
    "bibliography.ris": ("RIS", N_("The same for EndNote and others.")),
}  # fmt: skip

TYPES: Final = {
    "string": N_("text"),
    "number": N_("number"),
    "integer": N_("whole number"),
    "array": N_("list"),
    "object": N_("object"),
    "date": N_("date"),
}

LIMITS: Final = {
    "minimum": N_("at least {limit}"),
    "maximum": N_("at most {limit}"),
    "maxLength": N_("at most {limit} characters"),
    "pattern": N_("form: {limit}"),
    "unique": N_("each only once"),
}


def table_files(ctx: Context) -> list[File]:
    """The files of the table that is shown."""
    name = ctx.view.table
    return [
        File(label, file_address(ctx, f"{name}.{ending}"))
        for ending, (label, _) in FORMATS.items()
        if f"{name}.{ending}" in FORMS
    ]


def table_words(view: View, i18n: I18n, shown: ShownTable) -> str:
    """What the files of the table hold: its rows as they are shown, and which columns."""
    rows = ROW_COUNT[view.table](i18n, len(shown.table.records))
    if view.columns:
        return i18n.n(
            "{rows}, as searched and in this order, with the {count} column chosen.",
            "{rows}, as searched and in this order, with the {count} columns chosen.",
            len(view.columns),
            rows=rows,
        )
    return i18n.t(
        "{rows}, as searched and in this order, with all {columns} columns.",
        rows=rows,
        columns=i18n.number(len(shown.table.spec.columns)),
    )


def dictionary_rows(dataset: Dataset, i18n: I18n) -> list[dict[str, Any]]:
    """The dictionary in the reader's language: each table with its columns."""
    return [
        {
            "path": info.path,
            "title": info.title,
            "description": info.description,
            "fields": [
                vars(field)
                | {"type": i18n.t(TYPES.get(field.type, field.type)), "notes": _notes(field, i18n)}
                for field in info.fields
            ],
            "added": _added(info.name, i18n),
        }
        for info in dictionary(dataset, i18n.language)
    ]


def _notes(field: FieldInfo, i18n: I18n) -> list[str]:
    notes = [i18n.t("never empty")] if field.required else []
    if field.refers_to:
        notes.append(i18n.t("an id of {table}", table=field.refers_to))
    for limit, value in field.limits.items():
        if limit in LIMITS and not (limit == "unique" and not value):
            notes.append(i18n.t(LIMITS[limit], limit=value))
    return notes


def _added(name: str, i18n: I18n) -> list[dict[str, Any]]:
    """The columns of a table that are worked out."""
    kinds = {"number": "number", "integer": "integer", "day": "date", "list": "array"}
    return [
        {
            "name": column.name,
            "title": i18n.t(ADDED[column.name][0]),
            "type": i18n.t(TYPES[kinds.get(column.kind, "string")]),
            "description": i18n.t(ADDED[column.name][1]),
            "allowed": (),
            "notes": (),
        }
        for spec in SPECS.values()
        if spec.name == name
        for column in spec.columns
        if column.added
    ]
