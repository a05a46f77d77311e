"""What each table and column is, and what the files of a view are for, in the reader's language."""

from __future__ import annotations

from typing import Any, Final

from components.i18n import N_, I18n
from components.query.view_tables import ADDED, SPECS
from components.story.dataset import Dataset
from components.story.dictionary import dictionary

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


def dictionary_rows(dataset: Dataset, i18n: I18n) -> list[dict[str, Any]]:
    """The dictionary in the reader's language: each table with its columns."""
    return [
        table
        | {
            "fields": [
                field
                | {
                    "type": i18n.t(TYPES.get(field["type"], field["type"])),
                    "notes": _notes(field, i18n),
                }
                for field in table["fields"]
            ],
            "added": _added(table["name"], i18n),
        }
        for table in dictionary(dataset, i18n.language)
    ]


def _notes(field: dict[str, Any], i18n: I18n) -> list[str]:
    notes = [i18n.t("never empty")] if field["required"] else []
    if field["refers_to"]:
        notes.append(i18n.t("an id of {table}", table=field["refers_to"]))
    for limit, value in field["limits"].items():
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
