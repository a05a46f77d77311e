"""Findings in the reader's language: every sentence that states a number or compares numbers.

A wording takes its numbers, days and figures from the finding alone, and names from the data set by
the ids that the finding holds. Which page, drawing or file shows which finding:
``docs/architecture.md``.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from components.i18n import N_, I18n
from components.query.figures import parse_as_of
from components.query.findings import Finding, Rule
from components.story.dataset import Dataset
from components.story.edtf import parse_day, parse_edtf
from components.story.models import Claim

Wording = Callable[[Finding, Dataset, I18n], str]
#: More claimants are counted instead of named.
MOST_NAMES: Final = 3
#: The first word of a name begins with a capital if it is so long: shorter ones may be units.
LEAST_CAPITALIZED_CHARACTERS: Final = 4
#: The headline of a view without events.
NOTHING_FITS: Final = N_("No event in the story fits this view")
#: A part of the sum of all counts of a day; the browser fills it for the days that are played.
PART_OF_COUNTS: Final = N_("{count} of {total} people counted in {region}")
#: What says how many figures there are: their measure is named, since a page may show more.
COUNTS_OF_FIGURES: Final = frozenset(
    {Rule.ONE_FIGURE, Rule.FIGURES_APART, Rule.FIGURES_RANGE, Rule.FIGURES_OF_DAY}
)
FIXED_TEXTS: Final[dict[Rule, str]] = {
    Rule.NO_EVENTS: NOTHING_FITS,
    Rule.EVENTS_IN_ORDER: N_("The events in order of date"),
    Rule.NO_PLACES: N_("No event under these filters has a place"),
    Rule.COUNTS_LEFT_OUT: N_("The counts by region are left out by your filters"),
    Rule.NOBODY_COUNTED: N_("Nobody was counted in any region"),
    Rule.NO_TOTALS: N_("This story has no reported totals"),
    Rule.NO_FIGURES: N_("No total is left to show"),
    Rule.EVERY_TOTAL: N_("Every reported total, who said it and how exactly."),
    Rule.SOME_TOTALS: N_("Reported totals, who said each one and how exactly."),
    Rule.NO_ROW_NUMBERS: N_("None of the rows shown gives a number"),
    Rule.NO_DIFFERENCE: N_("On no question do the claims shown here differ"),
    Rule.NO_TWO_ANSWERS: N_("No two claims answer one question"),
    Rule.QUESTION_DIFFERS: N_("Claims differ on the one question"),
}


def format_finding(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format what a finding states.

    Parameters
    ----------
    finding
        What is stated.
    dataset
        The records whose names it uses.
    i18n
        The reader's language.

    Returns
    -------
    str
        A title or a phrase without a full stop; the totals' lead is a sentence.
    """
    if finding.rule in FIXED_TEXTS:
        return i18n.t(FIXED_TEXTS[finding.rule])
    return WORDINGS[finding.rule](finding, dataset, i18n)


# Names --------------------------------------------------------------------------------------------
def claimant_label(claimant_id: str, dataset: Dataset, i18n: I18n) -> str:
    """Return a claimant's name for a label: without office and remarks."""
    return claimant_with_office(claimant_id, dataset, i18n).split(",")[0]


def claimant_with_office(claimant_id: str, dataset: Dataset, i18n: I18n) -> str:
    """Return a claimant's name and office, without remarks: who reads it may not know the name."""
    name: str = i18n.localize(dataset.claimants[claimant_id], "name")
    return re.sub(r"\s*\([^)]*\)", "", name)


def format_claimants(claimant_ids: Sequence[str], dataset: Dataset, i18n: I18n) -> str:
    """Format who said some figures: up to three names, else how many voices.

    Where most of these are of one kind, it is named: five offices of a state are not five views.
    """
    voices: dict[str, str] = {}
    for claimant_id in claimant_ids:
        label = claimant_label(claimant_id, dataset, i18n)
        voices.setdefault(label, dataset.claimants[claimant_id].voice)
    if len(voices) <= MOST_NAMES:
        return i18n.format_list(voices)
    count_text = i18n.n("{count} voice", "{count} voices", len(voices))
    voice, voice_count = Counter(voices.values()).most_common(1)[0]
    if 2 * voice_count <= len(voices):
        return count_text
    share = i18n.t("{count} of {total}", count=voice_count, total=len(voices))
    return f"{count_text} ({i18n.term_name('voices', voice)}: {share})"


def format_claim_date(claim: Claim, i18n: I18n) -> str:
    """Format the as-of date of a figure, without the year where it is one day."""
    as_of = parse_as_of(claim)
    if as_of.is_day:
        return i18n.format_day(as_of.first, "yearless")
    return i18n.format_date(as_of, "short")


def _format_regions(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    labels = [i18n.localize(dataset.regions[key], "label") for key in finding.keys("regions")]
    return i18n.format_list(labels)


# Events -------------------------------------------------------------------------------------------
def format_event_share(shown: str, total: int, i18n: I18n) -> str:
    """Format how many of the events are shown: "12 of 43 events".

    The browser fills ``shown`` for views that it filters itself.
    """
    total_text = i18n.n("{count} event", "{count} events", total)
    return i18n.t("{shown} of {rows}", shown=shown, rows=total_text)


def _format_shown_events(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    shown_text = i18n.format_number(finding.number("shown"))
    return format_event_share(shown_text, finding.number("total"), i18n)


def _format_placed_events(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.n(
        "the place of {count} of {total} events",
        "the places of {count} of {total} events",
        finding.number("count"),
        total=finding.number("total"),
    )


def _format_certain_events(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.t(
        "({certain} certainly in these dates, {possible} possibly)",
        certain=finding.number("certain"),
        possible=finding.number("possible"),
    )


def _format_events_in_dates(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.t(
        "{total} events, {count} of them certainly in these dates",
        count=finding.number("count"),
        total=finding.number("total"),
    )


def _format_events_in_peak(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    days_text = _format_peak_days(finding, i18n)
    count = finding.number("count")
    total = finding.number("total")
    # Those whose days are not known well enough may fall there, too.
    if finding.number("possible"):
        return i18n.n(
            "At least {count} of {total} events falls {days}",
            "At least {count} of {total} events fall {days}",
            count,
            days=days_text,
            total=total,
        )
    return i18n.n(
        "{count} of {total} events falls {days}",
        "{count} of {total} events fall {days}",
        count,
        days=days_text,
        total=total,
    )


def _format_peak_days(finding: Finding, i18n: I18n) -> str:
    """Format days as a sentence joins them: "between 22 and 28 February"."""
    first_day = parse_day(finding.first_day)
    last_day = parse_day(finding.last_day)
    end_text = i18n.format_day(last_day, "yearless")
    if first_day == last_day:
        return i18n.t("on {day}", day=end_text)
    if (first_day.year, first_day.month) == (last_day.year, last_day.month):
        start_text = i18n.format_day(first_day, "day")
    else:
        start_text = i18n.format_day(first_day, "yearless")
    return i18n.t("between {first} and {last}", first=start_text, last=end_text)


def _format_events_in_period(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    span_text = i18n.format_date(finding.first_day)
    count = finding.number("count")
    total = finding.number("total")
    if finding.number("possible"):
        return i18n.n(
            "At least {count} of {total} events falls in {span}",
            "At least {count} of {total} events fall in {span}",
            count,
            total=total,
            span=span_text,
        )
    return i18n.n(
        "{count} of {total} events falls in {span}",
        "{count} of {total} events fall in {span}",
        count,
        total=total,
        span=span_text,
    )


def _format_event_places(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    count = finding.number("count")
    located = finding.number("located")
    if located == count:
        return i18n.n("Events at {count} place", "Events at {count} places", count)
    if not located:
        return i18n.n(
            "Events at {count} place, which is not on the map",
            "Events at {count} places, none of them on the map",
            count,
        )
    return i18n.n(
        "Events at {count} place, {located} of them on the map",
        "Events at {count} places, {located} of them on the map",
        count,
        located=located,
    )


def _format_busiest_place(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    return i18n.t(
        "{count} of {total} events with a place were in {place}",
        count=finding.number("count"),
        total=finding.number("total"),
        place=i18n.localize(dataset.places[finding.key("place")], "name"),
    )


# Counts by region ---------------------------------------------------------------------------------
def _format_no_count(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    regions_text = _format_regions(finding, dataset, i18n)
    return i18n.t("No source gives a count for {regions}", regions=regions_text)


def _format_no_count_of_day(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    return i18n.t(
        "No source gives a count for {regions} for {date}",
        regions=_format_regions(finding, dataset, i18n),
        date=i18n.format_date(finding.last_day, "short"),
    )


def _format_counts_outside(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    day_text = i18n.format_date(finding.last_day, "short")
    return i18n.t("The counts by region are of {date}, outside these filters", date=day_text)


def _format_counts_apart(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    count = finding.number("count")
    count_text = i18n.n("{count} count by region", "{count} counts by region", count)
    names = format_claimants(finding.claimants, dataset, i18n)
    return i18n.t("{count}, by {names}", count=count_text, names=names)


def _format_counts_changed(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    first_date = parse_edtf(finding.first_day)
    last_date = parse_edtf(finding.last_day)
    unit = finding.key("unit")
    values = {
        "first": i18n.format_date(first_date, "yearless"),
        "last": i18n.format_date(last_date, "yearless"),
        "earlier": i18n.format_amount(finding.amount("earlier"), unit),
        "latest": i18n.format_amount(finding.amount("latest"), unit),
    }
    if {first_date.precision, last_date.precision} & {"month", "year"}:
        return i18n.t("Counted by region: {earlier} ({first}), {latest} ({last})", **values)
    return i18n.t("Counted by region: {earlier} on {first}, {latest} on {last}", **values)


def _format_requested_region(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    region_ids = finding.keys("regions")
    if len(region_ids) == 1:
        return str(i18n.localize(dataset.regions[region_ids[0]], "label"))
    return i18n.t("these regions")


def _format_counts_of_regions(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    return i18n.n(
        "{count} person counted in {region}",
        "{count} people counted in {region}",
        finding.number("count"),
        region=_format_requested_region(finding, dataset, i18n),
    )


def _format_part_of_counts(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    return i18n.t(
        PART_OF_COUNTS,
        count=finding.number("count"),
        total=i18n.format_amount(finding.amount("total"), finding.key("unit")),
        region=_format_requested_region(finding, dataset, i18n),
    )


def _format_largest_count(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    return i18n.n(
        "{count} person counted in {region}, the most in the regions that your filters leave",
        "{count} people counted in {region}, the most in the regions that your filters leave",
        finding.number("count"),
        region=i18n.localize(dataset.regions[finding.key("region")], "label"),
    )


def _format_largest_share(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    return i18n.t(
        "{percent} of the {total} counted were counted in {region}",
        percent=i18n.format_percent(finding.amount("share")),
        total=i18n.format_number(finding.number("total")),
        region=i18n.localize(dataset.regions[finding.key("region")], "label"),
    )


def _format_day_sums(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    cells = format_sum_row(finding, "", i18n)
    return i18n.format_list(filter(None, (cells["earlier"], cells["latest"])))


def format_sum_row(finding: Finding, label: str, i18n: I18n) -> dict[str, str]:
    """Format the sums of the counts of two days and their change as a row of the table of counts.

    Its columns are those of :func:`components.i18n.counts.format_count_row`; a cell without a
    number is empty.
    """
    unit = finding.key("unit")
    row = {"region": label, "earlier": "", "latest": "", "change": ""}
    for day_key in ("earlier", "latest"):
        if finding.values[day_key] is not None:
            row[day_key] = i18n.format_amount(finding.number(day_key), unit)
    if finding.values["change"] is not None:
        row["change"] = i18n.format_change(finding.number("change"))
    return row


# Figures ------------------------------------------------------------------------------------------
def _format_one_figure(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    names = format_claimants(finding.claimants, dataset, i18n)
    figure_text = i18n.format_figure(finding.figure("figure"))
    return i18n.t("One figure, by {names}: {value}", names=names, value=figure_text)


def _format_figures_apart(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    names = format_claimants(finding.claimants, dataset, i18n)
    count = finding.number("count")
    if finding.number("one_statement"):
        return i18n.t("{total} figures of one statement, by {names}", total=count, names=names)
    return i18n.n("{count} figure by {names}", "{count} figures by {names}", count, names=names)


def _format_figures_range(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    message = N_("{figures}, from {first} to {last}")
    if finding.rule is Rule.FIGURES_OF_DAY:
        message = N_("{figures} for {date}, from {first} to {last}")
    first = finding.figure("first")
    last = finding.figure("last")
    return i18n.t(
        message,
        figures=_format_figures_apart(finding, dataset, i18n),
        date=format_claim_date(first, i18n),
        first=_format_outer_value(first, first.value_low, i18n),
        last=_format_outer_value(last, last.value_high, i18n),
    )


def _format_running_total(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format the ends of a series: "From 12 on 3 March to 567 by 9 March (…)"."""
    first = finding.figure("first")
    last = finding.figure("last")
    message = N_("From {first} as of {start} to {last} as of {end}, by {names}")
    if parse_as_of(first).is_day and parse_as_of(last).is_day:
        message = N_("From {first} on {start} to {last} by {end} ({names})")
    return i18n.t(
        message,
        first=_format_outer_value(first, first.value_low, i18n),
        start=format_claim_date(first, i18n),
        last=_format_outer_value(last, last.value_high, i18n),
        end=format_claim_date(last, i18n),
        names=format_claimants(finding.claimants, dataset, i18n),
    )


def _format_outer_value(claim: Claim, outer_value: float | None, i18n: I18n) -> str:
    """Format a figure at the end of several; of a range its outer number alone."""
    if claim.qualifier != "range" or outer_value is None:
        return i18n.format_figure(claim)
    return i18n.format_amount(outer_value, claim.unit)


def _format_shown_totals(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.n(
        "{shown} of {count} reported figure",
        "{shown} of {count} reported figures",
        finding.number("total"),
        shown=finding.number("shown"),
    )


def format_measured_finding(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format what figures state, behind the name of what they count.

    The main measure is named only where the figures are counted: others may stand beside them.
    """
    text = format_finding(finding, dataset, i18n)
    is_main = finding.measure == dataset.main_measure
    if not finding.measure or (is_main and finding.rule not in COUNTS_OF_FIGURES):
        return text
    measure_name = i18n.term_name("measures", finding.measure)
    return f"{measure_name}: {text[:1].lower()}{text[1:]}"


def format_totals_lead(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format what a page of totals shows, and why none of them are joined."""
    return f"{format_finding(finding, dataset, i18n)} {_format_not_joined(finding, i18n)}".rstrip()


def _format_not_joined(finding: Finding, i18n: I18n) -> str:
    """Format why the totals that are shown are not joined; empty of a single one."""
    if len(finding.records) <= 1:
        return ""
    if finding.number("population_count") > 1 and finding.number("day_count") > 1:
        return i18n.t(
            "The figures count different people on different days: they are not joined, added up "
            "or averaged."
        )
    return i18n.t("The figures are not joined, added up or averaged.")


def format_no_lines(finding: Finding, i18n: I18n) -> str:
    """Format why a picture joins no two totals by a line; empty of a single one."""
    if len(finding.records) <= 1:
        return ""
    if finding.number("population_count") > 1 and finding.number("day_count") > 1:
        return i18n.t(
            "Figures count different people on different days, so no line joins two of them."
        )
    return i18n.t("No line joins two figures.")


def format_measured_totals(finding: Finding, i18n: I18n) -> str:
    """Format what a picture of totals measures, with the days from the first to the last."""
    message = N_("Reported totals by their as-of dates, who said each one and how exactly")
    if finding.rule is Rule.EVERY_TOTAL:
        message = N_("Every reported total by its as-of date, who said it and how exactly")
    text = i18n.t(message)
    if not finding.first_day:
        return text
    span = finding.first_day
    if finding.first_day != finding.last_day:
        span = f"{finding.first_day}/{finding.last_day}"
    return f"{text}, {i18n.format_date(span)}"


# Numbers of rows ----------------------------------------------------------------------------------
def row_numbers_name(dataset: Dataset, i18n: I18n) -> str:
    """Return what the numbers of a story's rows count; by default the name of their column."""
    setting = dataset.presentation.row_numbers
    if setting is None:
        return ""
    names = (setting.name.en, setting.name.es)
    if i18n.language == "es":
        names = (setting.name.es, setting.name.en)
    name = next(filter(None, names), setting.column)
    first_word, _, _ = name.partition(" ")
    if first_word.isalpha() and len(first_word) >= LEAST_CAPITALIZED_CHARACTERS:
        return f"{name[0].upper()}{name[1:]}"
    return name


def _format_row_numbers(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format the ends of the numbers of rows: "victims: 53 numbers, from 0 to about 300"."""
    what = row_numbers_name(dataset, i18n)
    unit = finding.key("unit")
    if finding.number("count") == 1:
        value_text = i18n.format_cell_number(finding.cell_number("least"), unit)
        return i18n.t("{what}: one number, {value}", what=what, value=value_text)
    return i18n.n(
        "{what}: {count} number, from {first} to {last}",
        "{what}: {count} numbers, from {first} to {last}",
        finding.number("count"),
        what=what,
        first=_format_outer_number(finding, "least", i18n),
        last=_format_outer_number(finding, "most", i18n),
    )


def _format_outer_number(finding: Finding, end_key: str, i18n: I18n) -> str:
    """Format the least or the greatest number of rows; of a range its outer number alone."""
    number = finding.cell_number(end_key)
    unit = finding.key("unit")
    outer_value = number.low
    if end_key == "most":
        outer_value = number.high
    if number.qualifier != "range" or outer_value is None:
        return i18n.format_cell_number(number, unit)
    return f"{i18n.format_number(outer_value)} {unit}".rstrip()


def format_row_numbers_lead(finding: Finding, i18n: I18n) -> str:
    """Format how many of the rows shown give a number, and that none is one of the story."""
    if not finding.records:
        return ""
    shares = i18n.n(
        "{shown} of {count} row shown gives a number, each its own.",
        "{shown} of {count} rows shown give a number, each its own.",
        finding.number("total"),
        shown=finding.number("count"),
    )
    note = i18n.t("They are no totals of the story: two rows may count the same.")
    return f"{shares} {note}"


def _format_row_sum(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    """Format the sum of the exact numbers of the rows shown, and what is not in it."""
    total = f"{i18n.format_number(finding.amount('sum'))} {finding.key('unit')}".rstrip()
    text = i18n.n(
        "Added up, the {count} exact number shown is {total}.",
        "Added up, the {count} exact numbers shown are {total}.",
        finding.number("count"),
        total=total,
    )
    if finding.number("inexact"):
        inexact = i18n.n(
            "{count} number that is not exact is not in it.",
            "{count} numbers that are not exact are not in it.",
            finding.number("inexact"),
        )
        text = f"{text} {inexact}"
    note = i18n.t("Nobody reported this sum, and rows that overlap count twice in it.")
    return f"{text} {note}"


# Head figures -------------------------------------------------------------------------------------
def _format_sum_of_counts(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.format_amount(finding.amount("sum"), finding.key("unit"))


def _format_head_figure(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.format_figure(finding.figure("figure"))


def format_one_sum(finding: Finding, i18n: I18n) -> str:
    """Format the sum of the counts by region, as a heading."""
    total = i18n.format_amount(finding.amount("sum"), finding.key("unit"))
    return i18n.t("The one sum: {total}", total=total)


def format_added_counts(finding: Finding, i18n: I18n) -> str:
    """Format which counts by region are added up."""
    return i18n.n(
        "The {count} regional count of {day}, added here",
        "The {count} regional counts of {day}, added here",
        finding.number("count"),
        day=i18n.format_date(finding.last_day),
    )


def format_head_value(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format the number of a head figure; of counts that are not added up how many they are."""
    if finding.rule is Rule.COUNTS_APART:
        return i18n.n("{count} count", "{count} counts", finding.number("count"))
    return format_finding(finding, dataset, i18n)


def format_head_note(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format who is counted in a head figure, by when, and who said it or whose sum it is."""
    date_text = i18n.format_date(finding.last_day, "short")
    if finding.rule is Rule.HEAD_FIGURE:
        return i18n.t(
            "{population}, {date} · {claimant}",
            population=i18n.term_name("populations", finding.population),
            date=date_text,
            claimant=claimant_with_office(finding.claimants[0], dataset, i18n),
        )
    if len(finding.records) == 1:
        region = dataset.regions[finding.key("region")]
        return f"{i18n.localize(region, 'label')}, {date_text}"
    if finding.rule is Rule.COUNTS_APART:
        return date_text
    note_text = i18n.n(
        "own sum of {count} count, {date}",
        "own sum of {count} counts, {date}",
        finding.number("count"),
        date=date_text,
    )
    total_claimant = finding.key("total_claimant")
    if total_claimant:
        note_text = i18n.t(
            "{sum}, equal to the total by {claimant}",
            sum=note_text,
            claimant=claimant_label(total_claimant, dataset, i18n),
        )
    return note_text


# Questions ----------------------------------------------------------------------------------------
def _format_questions_differ(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    question_count = finding.number("questions")
    questions = i18n.n("{count} question", "{count} questions", question_count)
    if finding.number("left"):
        questions = i18n.n(
            "{count} question that your filters leave",
            "{count} questions that your filters leave",
            question_count,
        )
    differing_count = finding.number("differing")
    explained_count = finding.number("explained")
    message = N_("Claims differ on {differing} of {questions}")
    if not differing_count:
        message = N_("Claims differ on {explained} of {questions}, with an explanation for each")
    elif explained_count:
        message = N_(
            "Claims differ on {differing} of {questions}; on {explained} more they differ, with "
            "an explanation"
        )
    return i18n.t(
        message, differing=differing_count, explained=explained_count, questions=questions
    )


def _format_shown_questions(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    all_claims = finding.number("total")
    all_questions = finding.number("all_questions")
    return i18n.t(
        "{claims} of {all_claims}, on {topics} of {all_topics}",
        claims=finding.number("shown"),
        all_claims=i18n.n("{count} claim", "{count} claims", all_claims),
        topics=finding.number("questions"),
        all_topics=i18n.n("{count} question", "{count} questions", all_questions),
    )


def _format_support(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    """Format how many claims and voices a question has, without whose most of them are."""
    claims = i18n.n("{count} claim", "{count} claims", finding.number("count"))
    voices = i18n.n("{count} voice", "{count} voices", finding.number("voices"))
    return f"{claims} · {voices}"


def format_shown_claims(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Format how many claims on a question are shown, and by whom."""
    return i18n.n(
        "{count} claim is shown, by {names}",
        "{count} claims are shown, by {names}",
        finding.number("count"),
        names=format_claimants(finding.claimants, dataset, i18n),
    )


def format_main_voice(finding: Finding, i18n: I18n) -> str:
    """Format whose more than half of the claims on a question are; empty where nobody's."""
    voice = finding.key("voice")
    if not voice:
        return ""
    share = i18n.t(
        "{count} of {total}", count=finding.number("voice_count"), total=finding.number("count")
    )
    return f"{i18n.term_name('voices', voice)}: {share}"


def _format_no_answer(_finding: Finding, _dataset: Dataset, _i18n: I18n) -> str:
    return ""


def _format_answers_range(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    lowest = _format_end(finding.figure("lowest"), finding.amount("least"), i18n)
    highest = _format_end(finding.figure("highest"), finding.amount("most"), i18n)
    unit_name = i18n.unit_name(finding.key("unit"), finding.amount("most"))
    return f"{lowest} – {highest} {unit_name}".strip()


def _format_end(claim: Claim, end: float, i18n: I18n) -> str:
    """Format an end of a span of figures; of a range its outer number alone."""
    if claim.qualifier == "range":
        return i18n.format_number(end)
    return i18n.format_value(claim)


def _format_one_answer(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return str(i18n.localize(finding.figure("answer"), "statement")).rstrip(".")


def _format_answers(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    count = finding.number("count")
    total = finding.number("total")
    if count < total:
        return i18n.t(
            "{count} of {total} answers",
            count=i18n.format_number(count),
            total=i18n.format_number(total),
        )
    return i18n.n("{count} answer", "{count} answers", count)


# Sources ------------------------------------------------------------------------------------------
def _format_source_records(finding: Finding, dataset: Dataset, i18n: I18n) -> str:
    """Say how many events and claims rest on a source; where these are all of a kind, of which."""
    count = finding.number("count")
    event_count = sum(record_id in dataset.events for record_id in finding.records)
    if event_count == count:
        return i18n.n("{count} event", "{count} events", count)
    if not event_count:
        return i18n.n("{count} claim", "{count} claims", count)
    return i18n.n("{count} event or claim", "{count} events and claims", count)


def _format_used_sources(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    return i18n.n(
        "What is shown rests on {count} source",
        "What is shown rests on {count} sources",
        finding.number("count"),
    )


def _format_shown_sources(finding: Finding, _dataset: Dataset, i18n: I18n) -> str:
    total_text = i18n.n("{count} source", "{count} sources", finding.number("total"))
    return i18n.t("{shown} of {rows}", shown=finding.number("shown"), rows=total_text)


def format_resting_records(finding: Finding, i18n: I18n) -> str:
    """Format how many events and claims rest on a source, as a heading."""
    return i18n.n(
        "{count} event or claim rests on it",
        "{count} events and claims rest on it",
        finding.number("count"),
    )


#: How each rule is worded, besides :data:`FIXED_TEXTS`.
WORDINGS: Final[Mapping[Rule, Wording]] = {
    Rule.EVENTS_SHOWN: _format_shown_events,
    Rule.PLACES_SHOWN: _format_placed_events,
    Rule.EVENTS_CERTAIN: _format_certain_events,
    Rule.EVENTS_IN_DATES: _format_events_in_dates,
    Rule.EVENTS_IN_PEAK: _format_events_in_peak,
    Rule.EVENTS_IN_PERIOD: _format_events_in_period,
    Rule.EVENT_PLACES: _format_event_places,
    Rule.BUSIEST_PLACE: _format_busiest_place,
    Rule.NO_COUNT: _format_no_count,
    Rule.NO_COUNT_OF_DAY: _format_no_count_of_day,
    Rule.COUNTS_OUTSIDE: _format_counts_outside,
    Rule.COUNTS_APART: _format_counts_apart,
    Rule.COUNTS_CHANGED: _format_counts_changed,
    Rule.COUNTS_OF_REGIONS: _format_counts_of_regions,
    Rule.PART_OF_COUNTS: _format_part_of_counts,
    Rule.LARGEST_COUNT: _format_largest_count,
    Rule.LARGEST_SHARE: _format_largest_share,
    Rule.SUM_OF_COUNTS: _format_sum_of_counts,
    Rule.SUMS_OF_DAYS: _format_day_sums,
    Rule.ONE_FIGURE: _format_one_figure,
    Rule.FIGURES_APART: _format_figures_apart,
    Rule.FIGURES_RANGE: _format_figures_range,
    Rule.FIGURES_OF_DAY: _format_figures_range,
    Rule.RUNNING_TOTAL: _format_running_total,
    Rule.TOTALS_SHOWN: _format_shown_totals,
    Rule.HEAD_FIGURE: _format_head_figure,
    Rule.ROW_NUMBERS: _format_row_numbers,
    Rule.SUM_OF_ROWS: _format_row_sum,
    Rule.QUESTIONS_DIFFER: _format_questions_differ,
    Rule.QUESTIONS_SHOWN: _format_shown_questions,
    Rule.SUPPORT: _format_support,
    Rule.NO_ANSWER: _format_no_answer,
    Rule.ANSWERS_RANGE: _format_answers_range,
    Rule.ANSWER_FIGURE: _format_head_figure,
    Rule.ONE_ANSWER: _format_one_answer,
    Rule.ANSWERS: _format_answers,
    Rule.RECORDS_OF_SOURCE: _format_source_records,
    Rule.SOURCES_USED: _format_used_sources,
    Rule.SOURCES_SHOWN: _format_shown_sources,
}
