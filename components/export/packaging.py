"""All that is shown in one file: as a Data Package, and as an Excel workbook; and its notes.

The package is opened again by this app and any other; its bytes depend on its content alone. A date
that is no single day stays the EDTF text it is, beside ``first_day`` and ``last_day``.
"""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, Final
from urllib.parse import urlencode

from components.export.bibliographies import to_bibtex
from components.export.formats import Book, stored_csv, table_for
from components.export.quotation import dataset_citation
from components.i18n import N_
from components.i18n.language import licence_sentence
from components.intake.package_book import SHEETS, flat
from components.presentation.context import Context
from components.presentation.notices import sentence
from components.query.view import write_view
from components.query.view_tables import TABLE_SPECS
from components.story import package_files
from components.story.models import Category, Picture
from components.story.texts import Value, guard_formula, unguard_formula


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip archive, in the order given: no clock, no owner, no system's own mark."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            # The first moment a zip file can name.
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return out.getvalue()


#: The tables of the package, in the order of its files, with their names.
TITLES: Final[dict[str, str]] = {
    "events": N_("Events"),
    "claims": N_("Claims"),
    "claimants": N_("Voices"),
    "citations": N_("Citations"),
    "topics": N_("Questions"),
    "places": N_("Places"),
    "regions": N_("Regions"),
    "region_departments": N_("Divisions of the regions"),
    "sources": N_("Sources"),
    "left_out": N_("Paragraphs left out"),
    "corrections": N_("Corrections"),
}
CAVEATS: Final = (
    N_("A row of claims is what somebody said. Where sources differ, both rows are here; none is "
       "declared the right one. The table of questions says what may explain the difference."),
    N_("Dates are EDTF and as precise as their source: 2019-02 is some day of February or all of "
       "it, 2019-02-22/2019-02-23 is a span, ~ is approximate and ? is uncertain. first_day and "
       "last_day are the first and the last day that a date may mean."),
    N_("“More than 500” has a value_low and no value_high, “nearly 1,000” a value_high and no "
       "value_low. Keep the qualifier with the number."),
    N_("Citations of the documents name the paragraph and keep a few of its words. Other "
       "reports serve to check them and are marked as corroborating."),
)  # fmt: skip
#: Said where the data set has regions.
REGIONAL: Final = (
    N_("Counts are as their sources give them."),
    N_("An empty count of a region means that no count of it is among these rows. It does not "
       "mean zero."),
    N_("The column basis says how it is known that a division belongs to a region, seat_basis how "
       "its seat is known. The boundaries are not fit for measuring."),
)  # fmt: skip
GUARD: Final = N_(
    "A text that a spreadsheet would run as a formula (one that begins with =, +, -, @, a tab or "
    "a line break) has an apostrophe before it in the CSV files. Take one apostrophe away to have "
    "the text as it was; this app does so when it opens the package. Numbers are left as they are."
)


def about_json(ctx: Context) -> dict[str, Any]:
    """What a file says of itself, for machines; ``view`` is like ``data?region=oriente``."""
    part, query = ctx.subset, urlencode(write_view(ctx.view), doseq=True)
    licence, rows = part.whole.about.licence, {}
    for name in TITLES:
        shown, of = (len(getattr(data, name)) for data in (part.dataset, part.whole))
        rows[name] = {"shown": shown, "of": of}
    return {
        "title": part.whole.title,
        "version": part.whole.version,
        "licence": licence.name if licence else None,
        "shown": sentence(ctx),
        "view": f"data?{query}".rstrip("?"),
        "rows": rows,
    }


def _sections(ctx: Context) -> list[tuple[str, list[str]]]:
    i18n, part, about = ctx.i18n, ctx.subset, about_json(ctx)
    whole, t = part.whole, i18n.t
    rows = [
        t(
            "{table}: {shown} of {total}",
            table=t(TITLES[name]),
            shown=count["shown"],
            total=count["of"],
        )
        for name, count in about["rows"].items()
    ]
    view = t("The view in the app: {address}", address=about["view"])
    version = t("Version {version} of the data set.", version=whole.version)
    caveats = (*CAVEATS, *REGIONAL) if whole.regions else CAVEATS
    found = [
        (t("What this is"), [about["shown"], view, version]),
        (t("Rows"), rows),
        (t("Before you use it"), [t(line) for line in caveats]),
    ]
    # What differs from the whole data set besides the rows that are not here.
    if part.redated:
        lead = i18n.n(
            "{count} record has the date of the documents, because the report with a more "
            "exact one is left out:",
            "{count} records have the date of the documents, because the reports with a more "
            "exact one are left out:",
            len(part.redated),
        )
        found.append((t("Dates from the documents alone"), [lead, *part.redated]))
    if whole.story.steps and not part.complete:
        lead = t("The guided story tells of rows that are not here. The whole set has it.")
        found.append((t("Story"), [lead]))
    if part.cuts:
        lead = i18n.n(
            "{count} reference leads to a row that is not here and was left out. The whole data "
            "set has it:",
            "{count} references lead to rows that are not here and were left out. The whole data "
            "set has them:",
            len(part.cuts),
        )
        found.append((t("References left out"), [lead, *part.cuts]))
    cite = t(
        "For what a source says, cite the source, with the paragraph. The sources are in "
        "sources.json (CSL-JSON, for Zotero) and sources.bib (BibTeX)."
    )
    found.append((t("Spreadsheets"), [t(GUARD)]))
    found.append((t("How to cite"), [dataset_citation(whole, about["shown"], i18n), cite]))
    credit = whole.presentation.credit
    said = (licence_sentence(whole, i18n), credit.es if i18n.language == "es" else credit.en)
    if any(said):
        rest = t("The few quoted words remain their authors’.")
        found.append((t("Licence"), [" ".join([*filter(None, said), rest])]))
    return found


def workbook_file(ctx: Context) -> bytes:
    """Every table of what is shown, and the notes, as an ``.xlsx`` file without a clock.

    The sheets are named as the tables of the package, whatever the language, so that programs find
    them; the notes come last.
    """
    whole, known = ctx.dataset, {str(name): name for name in TABLE_SPECS}
    book = Book(f"{whole.title} {whole.version}", whole.title)
    for name in TITLES:
        if table := known.get(name):
            lines = table_for(ctx, table).lines()
            book.table(name, tuple(TABLE_SPECS[table].columns), (line.values() for line in lines))
        else:
            columns = tuple(package_files.TABLES[f"{name}.csv"].model_fields)
            records = ctx.subset.dataset.rows(name)
            book.table(name, columns, (
                [getattr(record, column) or None for column in columns] for record in records
            ))  # fmt: skip
    sheet = book.sheet("notes")
    sheet.set_column(0, 0, 110)
    sheet.write_string(0, 0, whole.title, book.look["head"])
    row = 2
    for heading, texts in _sections(ctx):
        sheet.write_string(row, 0, heading, book.look["head"])
        for line in texts:
            row += 1
            book.write(sheet, row, 0, line)
        row += 2
    if book.shortened:
        said = ctx.i18n.n(
            "{count} text was too long for a cell and was cut; the CSV files have it whole.",
            "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
            book.shortened,
        )
        book.write(sheet, row, 0, said)
    return book.close()


def _descriptor(ctx: Context, written: Iterable[str]) -> dict[str, Any]:
    """The data set's own descriptor with the files that are here and what they are a part of."""
    part, made = ctx.subset, deepcopy(dict(ctx.dataset.descriptor))
    # What this app takes in another form than the standard's checkers do.
    if (day := part.whole.created) is None:
        made.pop("created", None)
    elif "T" not in str(made.get("created", "T")):
        made["created"] = f"{day}T00:00:00Z"
    for licence in made.get("licenses", ()):
        if not licence.keys() & {"name", "path"}:
            licence["name"] = licence.get("title") or "other"
    known = set(written)
    made["resources"] = [r for r in made.get("resources", []) if r.get("path") in known]
    names = {"", *(resource["name"] for resource in made["resources"])}
    for schema in (resource.get("schema", {}) for resource in made["resources"]):
        if keys := schema.pop("foreignKeys", None):
            # A table that is not here cannot be pointed to.
            kept = [key for key in keys if key["reference"]["resource"] in names]
            schema |= {"foreignKeys": kept} if kept else {}
    if not part.complete:
        made["subset"] = about_json(ctx)
    texts = (
        text
        for file in (*package_files.TABLES, package_files.PICTURES)
        for record in part.dataset.rows(file.removesuffix(".csv"))
        for value in record.model_dump().values()
        for text in (value if isinstance(value, tuple) else (value,))
        if isinstance(text, str)
    )
    if any(guard_formula(text) != text for text in texts):
        # Some text was given an apostrophe, so that no spreadsheet runs it: columns may be longer.
        made[package_files.FORMULA_GUARD] = "'"
        for resource in made["resources"]:
            for field in resource.get("schema", {}).get("fields", []):
                if "maxLength" in (limits := field.get("constraints", {})):
                    limits["maxLength"] += 1
                if (year := r"\d{4}") in (pattern := limits.get("pattern", "")):
                    # A year before our era begins with a sign, and so with an apostrophe.
                    limits["pattern"] = pattern.replace(year, f"-?{year}").replace("^", "^'?", 1)
    return made


def _json(content: Any) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def files_of_package(ctx: Context) -> dict[str, bytes]:
    """Every file of the package by its path.

    Files that are no tables, such as the boundaries, are taken over as they are; the lesson only
    with everything it refers to.
    """
    data, complete = ctx.subset.dataset, ctx.subset.complete
    sources = list(data.sources.values())
    tables = {file: stored_csv(data.rows(file.removesuffix(".csv")), model).encode()
              for file, model in package_files.TABLES.items()}  # fmt: skip
    tables[package_files.CATEGORIES] = stored_csv(data.kinds, Category).encode()
    for file, model in package_files.VOCABULARIES.items():
        table = file.removesuffix(".csv")
        if terms := data.vocabularies.get(table) or data.terms[table]:
            tables[file] = stored_csv(tuple(terms.values()), model).encode()
    if data.pictures:
        tables[package_files.PICTURES] = stored_csv(data.rows("pictures"), Picture).encode()
    items = [source.to_csl() for source in sources]
    shown = {package_files.PICTURE_FOLDER + one.file for one in data.pictures.values()}
    others = {
        path: content
        for path, content in ctx.story.intake.files.items()
        if (path != package_files.STORY or complete)
        and (path in shown or not path.startswith(package_files.PICTURE_FOLDER))
    }
    files = {**tables, package_files.SOURCES: _json(items), **others}
    notes = [f"# {ctx.dataset.title}", ""]
    for heading, lines in _sections(ctx):
        notes += [f"## {heading}", "", *(f"- {' '.join(line.split())}" for line in lines), ""]
    return {
        "README.md": "\n".join(notes).encode(),
        package_files.DESCRIPTOR: _json(_descriptor(ctx, files)),
        **files,
        "sources.bib": to_bibtex(sources, ctx.i18n.language).encode(),
    }


def package_workbook(files: Mapping[str, bytes]) -> bytes:
    """The tables of a package, its sources and settings as the workbook that opens again."""
    about = json.loads(files.get(package_files.DESCRIPTOR, b"{}"))
    guard = package_files.FORMULA_GUARD in about
    shown = json.loads(files.get(package_files.PRESENTATION, b"{}"))
    titles = {"en": about.get("title", ""), "es": about.get("title_es", "")}
    licence = (about.get("licenses") or [{}])[0]
    settings = {
        **{key: about.get(key, "") for key in ("name", "version", "created")},
        "description en": about.get("description", ""),
        "description es": about.get("description_es", ""),
        "licence": licence.get("name", ""), "licence link": licence.get("path", ""),
        **dict(flat({**shown, "title": {**titles, **shown.get("title", {})}})),
    }  # fmt: skip
    sources = json.loads(files[package_files.SOURCES])
    records: dict[str, list[dict[str, Value]]] = {
        package_files.PRESENTATION: [{"name": k, "value": v} for k, v in settings.items() if v],
        package_files.SOURCES: [dict(flat(one)) for one in sources],
    }
    book = Book(about.get("title", ""), "")
    for table, names in SHEETS.items():
        text = io.StringIO(files.get(table, b"").decode("utf-8-sig"), newline="")
        rows = records[table] if table in records else [
            {name: unguard_formula(cell) if guard else cell for name, cell in row.items()}
            for row in csv.DictReader(text, restval="")
        ]  # fmt: skip
        if rows:
            header = [*dict.fromkeys(name for row in rows for name in row)]
            cells = ([row.get(name) for name in header] for row in rows)
            book.table(names.partition("|")[0], header, cells)
    return book.close()
