"""What a file says of itself: for programs as JSON, for people as sections of notes."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from components.citing.quotation import dataset_citation
from components.i18n import N_, I18n
from components.i18n.language import licence_sentence
from components.loading.loaded_story import LoadedStory
from components.presentation.filter_texts import view_sentence
from components.query.subset import Subset
from components.query.view import View, write_view
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset

#: The tables of the package, in the order of its files, with their names.
TITLES: Final[dict[str, str]] = {
    "events": N_("Events"),
    "claims": N_("Claims"),
    "claimants": N_("Voices"),
    "citations": N_("Citations"),
    "statements": N_("Statements"),
    "topics": N_("Questions"),
    "places": N_("Places"),
    "regions": N_("Regions"),
    "region_departments": N_("Divisions of the regions"),
    "sources": N_("Sources"),
    "left_out": N_("Paragraphs left out"),
    "corrections": N_("Corrections"),
}
CLAIMS_CAVEAT: Final = N_(
    "A row of claims is what somebody said. Where sources differ, both rows are here; none is "
    "declared the right one. The table of questions says what may explain the difference."
)
DATES_CAVEAT: Final = N_(
    "Dates are EDTF and as precise as their source: 2019-02 is some day of February or all of "
    "it, 2019-02-22/2019-02-23 is a span, ~ is approximate and ? is uncertain. first_day and "
    "last_day are the first and the last day that a date may mean."
)
QUALIFIER_CAVEAT: Final = N_(
    "“More than 500” has a value_low and no value_high, “nearly 1,000” a value_high and no "
    "value_low. Keep the qualifier with the number."
)
CITATIONS_CAVEAT: Final = N_(
    "Citations of the documents name the paragraph and keep a few of its words. Other reports "
    "check them, add to them or contradict them, and are marked as other reports."
)
CAVEATS: Final = (CLAIMS_CAVEAT, DATES_CAVEAT, QUALIFIER_CAVEAT, CITATIONS_CAVEAT)
EMPTY_COUNT_CAVEAT: Final = N_(
    "An empty count of a region means that no count of it is among these rows. It does not "
    "mean zero."
)
BASIS_CAVEAT: Final = N_(
    "The column basis says how it is known that a division belongs to a region, seat_basis how "
    "its seat is known. The boundaries are not fit for measuring."
)
#: Caveats of a data set with regions.
REGION_CAVEATS: Final = (
    N_("Counts are as their sources give them."),
    EMPTY_COUNT_CAVEAT,
    BASIS_CAVEAT,
)
FORMULA_CAVEAT: Final = N_(
    "A text that a spreadsheet would run as a formula (one that begins with =, +, -, @, a tab or "
    "a line break) has an apostrophe before it in the CSV files. Take one apostrophe away to have "
    "the text as it was; this app does so when it opens the package. Numbers are left as they are."
)


class Section(NamedTuple):
    """A heading and its lines, in a reader's language."""

    heading: str
    lines: list[str]


def describe_subset(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n, address: str = ""
) -> dict[str, Any]:
    """Return what a file says of itself, for programs.

    Parameters
    ----------
    facts
        The facts of the view.
    story
        The story that is shown.
    view
        What the address asks for.
    i18n
        The reader's language.
    address
        The address of the view, "" if it is not known.

    Returns
    -------
    dict[str, Any]
        ``title``, ``version`` and ``licence`` of the data set; ``shown``, the filters as a
        sentence; ``view``, its address, or ``data?region=oriente`` if that is not known; ``rows``,
        for each table the number of rows ``shown`` and ``of`` the whole data set. Rows that others
        refer to, in a package, are not among them: :func:`count_referred_rows`.
    """
    subset = story.subset(facts.filters)
    whole = subset.full_dataset
    licence_name = None
    if whole.about.licence:
        licence_name = whole.about.licence.name
    row_counts = {}
    for table_name in TITLES:
        shown_rows = subset.rows(table_name)
        all_rows = whole.rows(table_name)
        row_counts[table_name] = {"shown": len(shown_rows), "of": len(all_rows)}
    if not address:
        query = urlencode(write_view(view), doseq=True)
        address = f"data?{query}".rstrip("?")
    return {
        "title": whole.title,
        "version": whole.version,
        "licence": licence_name,
        "shown": view_sentence(facts, story, i18n),
        "view": address,
        "rows": row_counts,
    }


def count_referred_rows(part: Subset) -> dict[str, int]:
    """Return by table how many rows are in a package only because others refer to them."""
    counts = {table: len(row_ids) for table, row_ids in part.referred_ids.items()}
    return {table: count for table, count in counts.items() if count}


def _list_row_lines(part: Subset, row_counts: Mapping[str, Any], i18n: I18n) -> list[str]:
    """Return how many rows of each table are shown, and how many others refer to."""
    referred_counts = count_referred_rows(part)
    lines = []
    for table_name, counts in row_counts.items():
        title = i18n.t(TITLES[table_name])
        message = N_("{table}: {shown} of {total}")
        if table_name in referred_counts:
            message = N_("{table}: {shown} of {total}, and {referred} that other rows refer to")
        line = i18n.t(
            message,
            table=title,
            shown=counts["shown"],
            total=counts["of"],
            referred=referred_counts.get(table_name),
        )
        lines.append(line)
    return lines


def _introduction(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n, address: str
) -> list[Section]:
    """Return what the file is, how many rows it has, and what to mind."""
    t = i18n.t
    part = story.subset(facts.filters)
    whole = part.full_dataset
    about = describe_subset(facts, story, view, i18n=i18n, address=address)
    view_line = t("The view in the app: {address}", address=about["view"])
    version_line = t("Version {version} of the data set.", version=whole.version)
    row_lines = _list_row_lines(part, about["rows"], i18n)
    caveats = list(CAVEATS)
    if whole.regions:
        caveats += REGION_CAVEATS
    return [
        Section(t("What this is"), [about["shown"], view_line, version_line]),
        Section(t("Rows"), row_lines),
        Section(t("Before you use it"), [t(caveat) for caveat in caveats]),
    ]


def _differences(part: Subset, i18n: I18n) -> list[Section]:
    """Return what differs from the whole data set besides the rows that are not in the file."""
    sections = []
    if part.redated:
        lead = i18n.n(
            "{count} event or claim has the date of the documents, because the report with a "
            "more exact one is left out:",
            "{count} events and claims have the date of the documents, because the reports with a "
            "more exact one are left out:",
            len(part.redated),
        )
        heading = i18n.t("Dates from the documents alone")
        sections.append(Section(heading, [lead, *part.redated]))
    if part.full_dataset.story.steps and not part.is_complete:
        lead = i18n.t("The guided story tells of rows that are not here. The whole set has it.")
        sections.append(Section(i18n.t("Story"), [lead]))
    if part.cuts:
        lead = i18n.n(
            "{count} reference leads to a row that is not here and was left out. The whole data "
            "set has it:",
            "{count} references lead to rows that are not here and were left out. The whole data "
            "set has them:",
            len(part.cuts),
        )
        sections.append(Section(i18n.t("References left out"), [lead, *part.cuts]))
    return sections


def _licence_line(dataset: Dataset, i18n: I18n) -> str:
    """Return licence and credit in sentences; empty if the data set has neither."""
    credit = dataset.presentation.credit.en
    if i18n.language == "es":
        credit = dataset.presentation.credit.es
    sentences = list(filter(None, (licence_sentence(dataset, i18n), credit)))
    if not sentences:
        return ""
    quotations = i18n.t("The few quoted words remain their authors’.")
    return " ".join([*sentences, quotations])


def note_sections(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n, address: str = ""
) -> list[Section]:
    """Return the notes on a file of a view: its rows, caveats, differences, citation, licence.

    Parameters
    ----------
    facts
        The facts of the view.
    story
        The story that is shown.
    view
        What the address asks for.
    i18n
        The reader's language.
    address
        The address of the view, "" if it is not known.
    """
    part = story.subset(facts.filters)
    sources_line = i18n.t(
        "For what a source says, cite the source, with the paragraph. The sources are in "
        "sources.json (CSL-JSON, for Zotero) and sources.bib (BibTeX)."
    )
    citation = dataset_citation(part.full_dataset, view_sentence(facts, story, i18n), i18n)
    sections = [
        *_introduction(facts, story, view, i18n=i18n, address=address),
        *_differences(part, i18n),
        Section(i18n.t("Spreadsheets"), [i18n.t(FORMULA_CAVEAT)]),
        Section(i18n.t("How to cite"), [citation, sources_line]),
    ]
    licence_line = _licence_line(part.full_dataset, i18n)
    if licence_line:
        sections.append(Section(i18n.t("Licence"), [licence_line]))
    return sections
