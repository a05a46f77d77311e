"""All that is shown in one file: as a Data Package, and as an Excel workbook; and its notes.

The package is opened again by this app and any other; its bytes depend on its content alone. In the
workbook a day is a day, a number a number, an address a link; a text that begins with ``=`` is
marked as a text, so it is never run. A date that is no single day stays the EDTF text it is, beside
``first_day`` and ``last_day``.
"""

from __future__ import annotations

import datetime as dt
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from components.export.bibliography import to_bibtex
from components.export.formats import stored_csv
from components.export.quotation import dataset_citation
from components.i18n import N_, I18n
from components.i18n.credit import licence_words
from components.query.view_tables import SPECS, Cut, Subset, Words, table_of
from components.story.cells import Value, harmless, text_of
from components.story.dataset import Dataset
from components.story.models import Category, TableRow
from components.story.package_files import (
    CATEGORIES,
    DESCRIPTOR,
    FORMULA_GUARD,
    SOURCES,
    STORY,
    TABLES,
    VOCABULARIES,
)

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

#: The first moment a zip file can name.
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_READABLE: Final = 0o644 << 16


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip archive, in the order given: no clock, no owner, no system's own mark."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = _READABLE
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


@dataclass(frozen=True)
class FileNotes:
    """What a file says of itself.

    Attributes:
        sentence: what is shown, in words.
        address: the view, as a link within the app: ``data?region=oriente``.
        i18n: the language of the words.
    """

    sentence: str
    address: str
    i18n: I18n


@dataclass(frozen=True)
class Section:
    """A heading and its lines."""

    heading: str
    lines: tuple[str, ...]


def row_counts(part: Subset) -> dict[str, tuple[int, int]]:
    """For each table of the package, how many rows are in it and of how many."""
    return {
        name: (len(getattr(part.dataset, name)), len(getattr(part.whole, name))) for name in TITLES
    }


def about_json(part: Subset, about: FileNotes) -> dict[str, Any]:
    """The same for machines; stands in the descriptor and beside the Features of GeoJSON."""
    return {
        "title": part.whole.title,
        "version": part.whole.version,
        "licence": part.whole.about.licence.name if part.whole.about.licence else None,
        "shown": about.sentence,
        "view": about.address,
        "rows": {n: {"shown": shown, "of": of} for n, (shown, of) in row_counts(part).items()},
    }


def _cut(cut: Cut) -> str:
    return f"{cut.table} · {cut.record} · {cut.column}: {cut.value}"


def _changed(part: Subset, i18n: I18n) -> list[Section]:
    """What differs from the whole data set besides the rows that are not here."""
    sections = []
    if part.redated:
        lead = i18n.n(
            "{count} record has the date of the documents, because the report with a more "
            "exact one is left out:",
            "{count} records have the date of the documents, because the reports with a more "
            "exact one are left out:",
            len(part.redated),
        )
        sections.append(Section(i18n.t("Dates from the documents alone"), (lead, *part.redated)))
    if part.whole.story.steps and not part.complete:
        lead = i18n.t("The guided story tells of rows that are not here. The whole set has it.")
        sections.append(Section(i18n.t("Story"), (lead,)))
    if part.cuts:
        lead = i18n.n(
            "{count} reference leads to a row that is not here and was left out. The whole data "
            "set has it:",
            "{count} references lead to rows that are not here and were left out. The whole data "
            "set has them:",
            len(part.cuts),
        )
        sections.append(
            Section(i18n.t("References left out"), (lead, *(_cut(c) for c in part.cuts)))
        )
    return sections


def _rows(part: Subset, i18n: I18n) -> tuple[str, ...]:
    return tuple(
        i18n.t(
            "{table}: {shown} of {total}",
            table=i18n.t(TITLES[name]),
            shown=i18n.number(shown),
            total=i18n.number(total),
        )
        for name, (shown, total) in row_counts(part).items()
    )


def _citing(dataset: Dataset, about: FileNotes) -> tuple[str, ...]:
    i18n = about.i18n
    return (
        dataset_citation(dataset, about.sentence, i18n),
        i18n.t(
            "For what a source says, cite the source, with the paragraph. The sources are in "
            "sources.json (CSL-JSON, for Zotero) and sources.bib (BibTeX)."
        ),
    )


def sections(part: Subset, about: FileNotes) -> list[Section]:
    """All that is said, in order."""
    i18n = about.i18n
    caveats = (*CAVEATS, *REGIONAL) if part.whole.regions else CAVEATS
    shown = (
        about.sentence,
        i18n.t("The view in the app: {address}", address=about.address),
        i18n.t("Version {version} of the data set.", version=part.whole.version),
    )
    return [
        Section(i18n.t("What this is"), shown),
        Section(i18n.t("Rows"), _rows(part, i18n)),
        Section(i18n.t("Before you use it"), tuple(i18n.t(line) for line in caveats)),
        *_changed(part, i18n),
        Section(i18n.t("Spreadsheets"), (i18n.t(GUARD),)),
        Section(i18n.t("How to cite"), _citing(part.whole, about)),
        *_licence(part.whole, i18n),
    ]


def _licence(data: Dataset, i18n: I18n) -> list[Section]:
    """What the package says of its use; nothing where it says nothing."""
    credit = data.presentation.credit
    said = (licence_words(data, i18n), credit.es if i18n.language == "es" else credit.en)
    rest = i18n.t("The few quoted words remain their authors’.")
    lines = [line for line in said if line]
    return [Section(i18n.t("Licence"), (" ".join([*lines, rest]),))] if lines else []


def _listed(section: Section) -> Sequence[str]:
    return [f"- {' '.join(line.split())}" for line in section.lines]


def readme(part: Subset, about: FileNotes) -> str:
    """The sections as Markdown."""
    lines = [f"# {part.whole.title}", ""]
    for section in sections(part, about):
        lines += [f"## {section.heading}", "", *_listed(section), ""]
    return "\n".join(lines)


#: The most characters that Excel keeps in one cell.
LONGEST_CELL_CHARACTERS: Final = 32_767
#: Excel's calendar begins here.
FIRST_DAY: Final = dt.date(1900, 3, 1)
#: A text that is wider is wrapped.
WIDEST_PIXELS: Final = 355
NOTES: Final = "notes"
#: A text that begins so is read as a formula or an error, or runs once it is edited.
READ_OTHERWISE: Final = frozenset("=+-@#\t\r\n")
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ADDRESS: Final = re.compile(r"https?://\S+")
_LOOKS: Final[Mapping[str, Mapping[str, object]]] = {
    "text": {"text_wrap": True, "valign": "top"},
    "marked": {"text_wrap": True, "valign": "top", "quote_prefix": True},
    "number": {"valign": "top"},
    "day": {"valign": "top", "num_format": "yyyy-mm-dd", "align": "left"},
    "link": {"valign": "top", "font_color": "#0563C1", "underline": 1},
    "head": {"bold": True, "valign": "top", "bottom": 1, "text_wrap": True},
}


def _day(value: Value) -> dt.date | None:
    """The day that a value is, if it is one that Excel can hold."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            value = dt.date.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, dt.date) and value >= FIRST_DAY else None


class _Book:
    """A workbook, its looks, and how many texts it had to cut."""

    def __init__(self, out: io.BytesIO, title: str, author: str) -> None:
        # Imported late: only a download needs it.
        from xlsxwriter import Workbook

        self.book = Workbook(out, {"in_memory": True})
        clock = dt.datetime(1980, 1, 1)
        self.book.set_properties({"title": title, "author": author, "created": clock})
        self.look = {name: self.book.add_format(dict(look)) for name, look in _LOOKS.items()}
        self.shortened = 0

    def sheet(self, name: str) -> Worksheet:
        """A sheet: printed on A4 landscape as wide as the page, its heads on every page."""
        sheet = self.book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&L&A&R&P / &N")
        return sheet

    def write(self, sheet: Worksheet, row: int, column: int, value: Value) -> None:
        """Write a value as what it is."""
        if value is None or value == "":
            return
        if day := _day(value):
            sheet.write_datetime(row, column, day, self.look["day"])
        elif isinstance(value, (int, float)):
            sheet.write_number(row, column, value, self.look["number"])
        elif not self._linked(sheet, row, column, value):
            text = _CONTROL.sub("\ufffd", text_of(value))
            if len(text) > LONGEST_CELL_CHARACTERS:
                self.shortened += 1
                text = text[: LONGEST_CELL_CHARACTERS - 1] + "…"
            look = "marked" if text[:1] in READ_OTHERWISE else "text"
            sheet.write_string(row, column, text, self.look[look])

    def _linked(self, sheet: Worksheet, row: int, column: int, value: Value) -> bool:
        """Write an address as a link; what is none, or more than Excel takes, is not written."""
        if not (isinstance(value, str) and _ADDRESS.fullmatch(value)):
            return False
        done: int = sheet.write_url(row, column, value, self.look["link"], string=value)
        return done == 0


def _table_rows(
    part: Subset, name: str, words: Words
) -> tuple[Sequence[str], Iterable[Sequence[Any]]]:
    spec = next((spec for spec in SPECS.values() if spec.name == name), None)
    if spec:
        lines = table_of(part, spec.name, words).lines()
        return spec.names, (tuple(line.values()) for line in lines)
    columns = tuple(TABLES[f"{name}.csv"].model_fields)
    rows = part.dataset.rows(name)
    return columns, ([getattr(record, column) or None for column in columns] for record in rows)


def _fill(made: _Book, part: Subset, words: Words) -> None:
    """Add a sheet for each table."""
    for name in TITLES:
        columns, rows = _table_rows(part, name, words)
        sheet, number = made.sheet(name), 0
        sheet.write_row(0, 0, columns, made.look["head"])
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row):
                made.write(sheet, number, place, value)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, number, len(columns) - 1)
        sheet.autofit(WIDEST_PIXELS)


def _notes(made: _Book, part: Subset, about: FileNotes) -> None:
    sheet = made.sheet(NOTES)
    sheet.set_column(0, 0, 110)
    sheet.write_string(0, 0, part.whole.title, made.look["head"])
    row = 2
    for section in sections(part, about):
        sheet.write_string(row, 0, section.heading, made.look["head"])
        for line in section.lines:
            row += 1
            made.write(sheet, row, 0, line)
        row += 2
    if made.shortened:
        said = about.i18n.n(
            "{count} text was too long for a cell and was cut; the CSV files have it whole.",
            "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
            made.shortened,
        )
        made.write(sheet, row, 0, said)


def workbook_file(part: Subset, about: FileNotes, words: Words) -> bytes:
    """Every table of what is shown, and the notes, as an ``.xlsx`` file.

    The sheets are named as the tables of the package, whatever the language, so that programs
    find them; the notes come last. The same view gives the same bytes: the file has no clock.
    """
    out = io.BytesIO()
    made = _Book(out, f"{part.whole.title} {part.whole.version}", part.whole.title)
    _fill(made, part, words)
    _notes(made, part, about)
    made.book.close()
    return out.getvalue()


Files = Mapping[str, bytes]


def _records(dataset: Dataset, file: str) -> tuple[TableRow, ...]:
    return dataset.rows(file.removesuffix(".csv"))


def _guarded(dataset: Dataset) -> bool:
    """Whether any text of the tables was given an apostrophe, so that no spreadsheet runs it."""
    texts = (
        text
        for file in TABLES
        for record in _records(dataset, file)
        for value in record.model_dump().values()
        for text in (value if isinstance(value, tuple) else (value,))
        if isinstance(text, str)
    )
    return any(harmless(text) != text for text in texts)


def _longer(resource: dict[str, Any]) -> None:
    """Raise a column's ``maxLength`` by one, for the apostrophe."""
    for field in resource.get("schema", {}).get("fields", []):
        limits = field.get("constraints", {})
        if "maxLength" in limits:
            limits["maxLength"] += 1


def _descriptor(part: Subset, about: FileNotes, written: Iterable[str]) -> dict[str, Any]:
    """The data set's own descriptor with the files that are here and what they are a part of."""
    made = deepcopy(dict(part.whole.descriptor))
    known = set(written)
    made["resources"] = [r for r in made.get("resources", []) if r.get("path") in known]
    if not part.complete:
        made["subset"] = about_json(part, about)
    if _guarded(part.dataset):
        made[FORMULA_GUARD] = "'"
        for resource in made["resources"]:
            _longer(resource)
    return made


def _json(content: Any) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def files_of_package(part: Subset, about: FileNotes, others: Files) -> dict[str, bytes]:
    """Every file of the package by its path.

    Args:
        about: what the README says of it, in its language.
        others: files that are no tables, such as the boundaries, by path; they are taken over
            as they are; the story only with everything it refers to.
    """
    data = part.dataset
    sources = list(data.sources.values())
    tables = {file: stored_csv(_records(data, file), model).encode()
              for file, model in TABLES.items()}  # fmt: skip
    tables[CATEGORIES] = stored_csv(data.kinds, Category).encode()
    for file, model in VOCABULARIES.items():
        table = file.removesuffix(".csv")
        if terms := data.vocabularies.get(table) or data.words(table):
            tables[file] = stored_csv(tuple(terms.values()), model).encode()
    items = [source.csl() for source in sources]
    told = {path: content for path, content in others.items() if path != STORY or part.complete}
    files = {**tables, SOURCES: _json(items), **told}
    return {
        "README.md": readme(part, about).encode(),
        DESCRIPTOR: _json(_descriptor(part, about, files)),
        **files,
        "sources.bib": to_bibtex(sources, about.i18n.language).encode(),
    }


def package_file(part: Subset, about: FileNotes, others: Files) -> bytes:
    """The package as a zip file; the same view gives the same bytes."""
    return zipped(files_of_package(part, about, others))
