"""What is said of a story in a language: codes, credit, counts; what is wrong with a file; terms.

The names of codes are in English here; the catalogues translate them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from components.i18n.language import N_, I18n, Language, i18n_for, licence_words, story_name
from components.intake import Problem
from components.intake.problems import MESSAGES
from components.query.figures import CountTable, RegionCounts, is_summable
from components.story import models
from components.story.dataset import Dataset

BASIS: Final[dict[models.Basis, str]] = {
    "stated": N_("stated by the source"),
    "inferred": N_("inferred"),
    "corroborated": N_("known from a corroborating report"),
}
KIND: Final[dict[models.Kind, str]] = {
    "original-reporting": N_("Original reporting"),
    "commentary": N_("Commentary"),
    "aggregator": N_("Aggregator"),
    "wire": N_("News agency"),
    "newspaper": N_("Newspaper"),
    "broadcaster": N_("Broadcaster"),
    "official": N_("Official statement"),
}
QUALIFIER: Final[dict[models.Qualifier, str]] = {
    "exact": N_("exactly"),
    "about": N_("about"),
    "nearly": N_("nearly"),
    "more_than": N_("more than"),
    "at_least": N_("at least"),
    "less_than": N_("fewer than"),
    "up_to": N_("up to"),
    "range": N_("from … to …"),
}
ROLE: Final[dict[models.Role, str]] = {
    "supports": N_("supports it"),
    "disputes": N_("disputes it"),
    "context": N_("gives context"),
}
TIER: Final[dict[models.Tier, str]] = {
    "document": N_("document"),
    "corroborating": N_("corroborating"),
}
PRECISION: Final[dict[models.Precision, str]] = {
    "exact": N_("the spot itself"),
    "locality": N_("the middle of a town"),
    "area": N_("an area, without a point"),
    "none": N_("not placed"),
}
REGION_BASIS: Final[dict[models.RegionBasis, str]] = {
    "attested": N_("named by a source"),
    "inferred": N_("inferred"),
}


#: So many of something, in words.
COUNTED: Final[dict[str, Callable[[I18n, int], str]]] = {
    "events": lambda i18n, count: i18n.n("{count} event", "{count} events", count),
    "claims": lambda i18n, count: i18n.n("{count} claim", "{count} claims", count),
    "citations": lambda i18n, count: i18n.n("{count} citation", "{count} citations", count),
    "sources": lambda i18n, count: i18n.n("{count} source", "{count} sources", count),
    "regions": lambda i18n, count: i18n.n("{count} region", "{count} regions", count),
    "places": lambda i18n, count: i18n.n("{count} place", "{count} places", count),
    "questions": lambda i18n, count: i18n.n("{count} question", "{count} questions", count),
}


def credit_line(data: Dataset, i18n: I18n) -> str:
    """Who made it, which version it is, of which day, and under which licence."""
    values = {"name": story_name(data, i18n), "version": data.version}
    if data.created:
        day = i18n.format_day(data.created)
        line = i18n.t("{name}. Data set version {version}, {date}.", **values, date=day)
    else:
        line = i18n.t("{name}. Data set version {version}.", **values)
    return f"{line} {licence_words(data, i18n)}".strip()


def file_stem(data: Dataset) -> str:
    """What the files of a story begin with: the name of its package."""
    return str(data.descriptor.get("name") or "story")


# The counts by region, for every table of them: on pages, in embeds and on paper ------------------


def reported_count(row: RegionCounts, which: str, i18n: I18n) -> str:
    """The count of one day with its qualifier; else that filters leave it out, or there is none."""
    claim = row.claims.get(which)
    if claim is None:
        hidden = which in row.left_out
        return i18n.t("left out by your filters") if hidden else i18n.t("not reported")
    return i18n.format_figure(claim)


def count_words(row: RegionCounts, i18n: I18n) -> dict[str, str]:
    """One row of the table of counts: ``region``, ``earlier``, ``latest`` and their ``change``."""
    earlier, latest = row.number("earlier"), row.number("latest")
    change = "" if earlier is None or latest is None else i18n.format_change(latest - earlier)
    days = {day: reported_count(row, day, i18n) for day in ("earlier", "latest")}
    return {"region": i18n.localize(row.region, "label"), **days, "change": change}


def sum_row(table: CountTable, label: str, i18n: I18n) -> dict[str, str]:
    """The sums in the same words; empty where there are no counts, or not alike.

    Their difference is given where nothing is left out of either.
    """
    earlier, latest = table.total("earlier"), table.total("latest")
    compared = earlier is not None and latest is not None
    comparable = compared and not (table.left_out("earlier") or table.left_out("latest"))
    alike = is_summable((*table.claims("earlier"), *table.claims("latest")))
    sums = {"earlier": earlier, "latest": latest}
    return {
        "region": label,
        **{day: "" if n is None else i18n.format_amount(n, table.unit) for day, n in sums.items()},
        "change": i18n.format_change((latest or 0) - (earlier or 0))
        if comparable and alike
        else "",
    }


# What is wrong with a file that somebody opens ----------------------------------------------------

COUNTS: Final = frozenset({"count", "most", "cited", "rows"})


class ProblemTexts(NamedTuple):
    """One problem in the reader's language: where, and what to do."""

    sheet: str
    row: str
    column: str
    text: str

    @property
    def line(self) -> str:
        """All of it in one line: "row 14, date: 02/03/2019 can be read two ways; …"."""
        where = ", ".join(filter(None, self[:3]))
        return f"{where}: {self.text}" if where else self.text


def say(problem: Problem, i18n: I18n) -> ProblemTexts:
    """A problem in plain words. Values are shown as they are: escape them for HTML."""
    place = N_("item {number}") if problem.sheet.endswith(".json") else N_("row {number}")
    row = "" if problem.row is None else i18n.t(place, number=problem.row)
    values = {"value": problem.value or "–"} | dict(problem.params)
    for name in COUNTS & values.keys():
        if values[name].isdecimal():
            values[name] = i18n.format_number(int(values[name]))
    if (day := values.get("day", "")).startswith("-"):
        # EDTF counts years before our era otherwise than people do.
        values["day"] = f"{day} ({i18n.format_date(day)})"
    text = i18n.t(MESSAGES[problem.code], **values)
    return ProblemTexts(problem.sheet, row, problem.column or "", text)


#: Rows of one kind of problem that are said one by one; more are said together.
MOST_APART: Final = 3
MOST_NAMED: Final = 8


def say_together(problems: Iterable[Problem], i18n: I18n) -> list[ProblemTexts]:
    """The problems in plain words, those of one kind in one line: its rows, and the first of it."""
    kinds: dict[tuple[str, str, str, str], list[Problem]] = {}
    for problem in problems:
        key = (problem.sheet, problem.column or "", problem.code, problem.level)
        kinds.setdefault(key, []).append(problem)
    lines: list[ProblemTexts] = []
    for found in kinds.values():
        count = sum(problem.alike for problem in found)
        if count <= MOST_APART or found[0].row is None:
            lines += [say(problem, i18n) for problem in found]
            continue
        rows = ", ".join(str(problem.row) for problem in found[:MOST_NAMED])
        more = ", …" if count > MOST_NAMED else ""
        row = i18n.n("{count} row: {rows}", "{count} rows: {rows}", count, rows=rows + more)
        lines.append(say(found[0], i18n)._replace(row=row))
    return lines


# The glossary, to which a test holds the catalogues and the records -------------------------------

OTHER: Final[Mapping[Language, Language]] = {"en": "es", "es": "en"}
#: Each term with its meaning in a sentence.
GLOSSARY: Final = {
    N_("event"): N_(
        "Something that happened on a day, in a month or over a time that can be named."
    ),
    N_("claim"): N_(
        "What somebody said that can be counted or disputed. A reported number is a claim."
    ),
    N_("record"): N_("An event or a claim."),
    N_("source"): N_(
        "A text that events and claims rest on: a document or a corroborating report."
    ),
    N_("document"): N_("One of the texts that the data set is made from. Marked §."),
    N_("corroborating report"): N_(
        "Any other report, used to check a date or a number of the documents. Marked ◇."
    ),
    N_("citation"): N_(
        "Where a record stands in a source: the paragraph, and at most eight of its words."
    ),
    N_("paragraph"): N_("A line of a document’s text, counted from 1 without the empty ones."),
    N_("voice"): N_("Whoever said something first: an office, a person or a newsroom."),
    N_("independent source"): N_(
        "A newsroom that did not take the statement from another one that is counted."
    ),
    N_("question"): N_("What several claims answer, alike or differently."),
    N_("figure"): N_("A number that was reported, with its qualifier."),
    N_("qualifier"): N_(
        "How exact a figure is: about, nearly, more than, at least, fewer than, up to."
    ),
    N_("as of"): N_("The day that a figure refers to. It may be earlier than the report."),
    N_("stated, inferred, corroborated"): N_(
        "How a date is known: the source gives the day, it follows from what the source says, "
        "or only a corroborating report gives it."
    ),
    N_("region"): N_("An area of the map for which something is counted."),
    N_("seat"): N_("The town where the circle of a region stands."),
    N_("not reported"): N_("No source gives a figure. It does not mean zero."),
    N_("story, lesson, step"): N_(
        "A story told on a screen or in a class is a lesson; it is told step by step."
    ),
}
#: Terms of what a story may not have.
OF_REGIONS: Final = ("region", "seat", "not reported")


def glossary_rows(i18n: I18n, data: Dataset) -> list[tuple[str, str, str]]:
    """Each term in the reader's language and in the other one, and its meaning."""
    here, other = i18n.language, OTHER[i18n.language]
    there = i18n_for(other)
    names = [name for name in GLOSSARY if data.regions or name not in OF_REGIONS]
    rows = [(i18n.t(name), there.t(name), i18n.t(GLOSSARY[name])) for name in names]
    for one in data.presentation.terms:
        rows.append((getattr(one.name, here), getattr(one.name, other), getattr(one.meaning, here)))
    return rows
