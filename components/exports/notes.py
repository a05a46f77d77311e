"""What is said beside the rows: what is shown, how to read it, what changed, how to cite it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from components.exports.view_citation import dataset_citation
from components.i18n import N_, I18n
from components.i18n.credit import licence_words
from components.query.subset import Cut, Subset
from components.story.dataset import Dataset

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


def counts(part: Subset) -> dict[str, tuple[int, int]]:
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
        "rows": {n: {"shown": shown, "of": of} for n, (shown, of) in counts(part).items()},
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
        for name, (shown, total) in counts(part).items()
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
