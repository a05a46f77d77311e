"""The reported figures in words: the chart's title, their list, head figures, a checked figure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from components.drawing.figure_signs import GLYPHS, form_of
from components.drawing.palette import Palette
from components.drawing.trend import TrendPoint, draw_trend
from components.i18n import N_, I18n
from components.i18n.labels import BASIS
from components.i18n.messages import QUALIFIED_NUMBERS
from components.loading.loaded_story import LoadedStory
from components.presentation.cited import claim_address, page_address
from components.presentation.filter_texts import format_dates, list_filter_phrases
from components.presentation.finding_texts import (
    claimant_label,
    format_finding,
    format_head_note,
    format_head_value,
    format_measured_finding,
)
from components.presentation.markup import render
from components.presentation.records import BASIS_SIGNS, ListLine, format_sources
from components.presentation.view_links import LinkBase, view_address
from components.query import figures
from components.query.checked_sentence import SentenceParts, read_figure_sentence
from components.query.claims import (
    CheckedFigure,
    Group,
    Problem,
    find_nearest_claims,
    group_claims,
    parse_typed_figure,
)
from components.query.figure_findings import compute_shown_totals
from components.query.filters import Filters
from components.query.findings import Rule
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.models import Claim
from components.values.number_text import LARGEST_NUMBER

#: The option of a choice that chooses nothing.
ALL_VALUES: Final = ""
#: A figure without a qualifier; it is the default, and so leaves the address.
EXACT: Final = "exact"
#: The fields of the view by which the chart of totals is chosen.
FIGURE_CHOICES: Final = {
    "measure": N_("what is counted"),
    "population": N_("who is counted"),
    "claimant": N_("who said it"),
}

#: The groups of figures beside a checked one that leave room for it.
FITTING_GROUPS: Final = frozenset[Group]({"same", "includes"})
ClaimsByGroup = Mapping[Group, Sequence[Claim]]


def charted_claims(facts: ViewFacts, view: View) -> tuple[Claim, ...]:
    """Return the claims on the chart of totals of this view, in order of date."""
    return figures.select_charted_claims(facts.dataset, facts.selection.claims, view)


def population_glyph(claim: Claim, dataset: Dataset) -> str:
    """Return the letter of who is counted, of the shape that the chart has for them."""
    return GLYPHS[form_of(claim.population, dataset.terms["populations"])]


# The chart of totals ------------------------------------------------------------------------------
def figures_sentence(
    shown_claims: Sequence[Claim], facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n
) -> str:
    """Return how many of the reported figures are drawn, under which choices and filters."""
    finding = compute_shown_totals(facts, shown_claims)
    phrases = [format_finding(finding, facts.dataset, i18n)]
    measures_text = format_charted_measures(facts.dataset, view, i18n)
    if measures_text:
        phrases.append(i18n.t("of “{measure}”", measure=measures_text))
    if view.population:
        phrases.append(i18n.term_name("populations", view.population))
    if view.claimant:
        phrases.append(i18n.localize(facts.dataset.claimants[view.claimant], "name"))
    phrases.append(format_dates(view.filters, i18n))
    phrases += list_filter_phrases(facts.filters, story, i18n, shown_claims)
    return i18n.t("Shown: {parts}.", parts=", ".join(filter(None, phrases)))


def format_charted_measures(dataset: Dataset, view: View, i18n: I18n) -> str:
    """Return what is counted by the figures of a view; empty where these may count anything.

    Without a choice it is what the story shows first: a filter as any other, to be named.
    """
    if view.measure:
        return i18n.term_name("measures", view.measure)
    charted_measures = figures.list_charted_measures(dataset, view)
    all_measures = figures.list_measures(dataset, dataset.memoize(figures.list_all_totals))
    if set(all_measures) <= set(charted_measures):
        return ""
    if "measures" in dataset.presentation.sentences:
        return i18n.t("Every measure")
    names = [i18n.term_name("measures", measure) for measure in charted_measures]
    return i18n.format_list(names)


class OtherMeasure(NamedTuple):
    """A measure that a view does not show; its label says how many of its figures fit."""

    measure: str
    label: str


def list_other_measures(facts: ViewFacts, view: View, i18n: I18n) -> list[OtherMeasure]:
    """Return the measures that a view does not show and has figures of, in the story's order."""
    charted_measures = figures.list_charted_measures(facts.dataset, view)
    claims = figures.select_uncharted_claims(facts.selection.claims, view, charted_measures)
    figure_counts = Counter(claim.measure for claim in claims)
    other_measures = []
    for measure in figures.list_measures(facts.dataset, claims):
        label = i18n.t(
            "{measure} ({count})",
            measure=i18n.term_name("measures", measure),
            count=i18n.format_number(figure_counts[measure]),
        )
        other_measures.append(OtherMeasure(measure, label))
    return other_measures


def format_other_figures(
    facts: ViewFacts, view: View, shown_claims: Sequence[Claim], i18n: I18n
) -> str:
    """Return how many figures fit that a picture does not show; empty where there are none."""
    measures = {claim.measure for claim in shown_claims}
    if not measures:
        measures.update(figures.list_charted_measures(facts.dataset, view))
    claims = figures.select_uncharted_claims(facts.selection.claims, view, measures)
    if not claims:
        return ""
    return i18n.n(
        "Not shown: {count} figure of other things counted.",
        "Not shown: {count} figures of other things counted.",
        len(claims),
    )


def build_claim_line(claim: Claim, facts: ViewFacts, i18n: I18n, palette: Palette) -> ListLine:
    """Build a line of the list of figures."""
    population = i18n.term_name("populations", claim.population)
    # "nearly 1,000 soldiers", "3 hotels"
    figure_text = i18n.format_figure(claim)
    if claim.unit == "people":
        figure_text = f"{figure_text} {population}"
    sign = ""
    basis_text = ""
    if claim.as_of_basis == "inferred":
        sign = BASIS_SIGNS["inferred"]
        basis_text = i18n.t("date inferred")
    return {
        "id": claim.id,
        "date": i18n.format_date(figures.parse_as_of(claim)),
        "title": f"{figure_text} · {claimant_label(claim.claimant_id, facts.dataset, i18n)}",
        "note": i18n.localize(claim, "statement"),
        "glyph": population_glyph(claim, facts.dataset),
        "colour": palette.ink,
        "kind": f"{i18n.term_name('measures', claim.measure)}, {population}",
        "sources": format_sources(claim.id, facts, i18n),
        "lang": "",
        "tag": "",
        "mark": "",
        "sign": sign,
        "basis": basis_text,
    }


class FiguresTable(NamedTuple):
    """A table of figures."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


def build_figures_table(claims: Iterable[Claim], facts: ViewFacts, i18n: I18n) -> FiguresTable:
    """Build a table of figures, a row each."""
    heads = (
        i18n.t("Figure"),
        i18n.t("What is counted"),
        i18n.t("Who is counted"),
        i18n.t("Who said it"),
        i18n.t("As of"),
        i18n.t("Source"),
    )
    table_rows: list[tuple[str, ...]] = []
    for claim in claims:
        date_text = i18n.format_date(figures.parse_as_of(claim))
        basis = claim.as_of_basis
        if basis and basis != "stated":
            date_text = f"{date_text} ({i18n.t(BASIS[basis])})"
        table_row = (
            i18n.format_figure(claim),
            i18n.term_name("measures", claim.measure),
            i18n.term_name("populations", claim.population),
            i18n.localize(facts.dataset.claimants[claim.claimant_id], "name"),
            date_text,
            format_sources(claim.id, facts, i18n),
        )
        table_rows.append(table_row)
    return FiguresTable(heads, table_rows)


def totals_finding(shown_claims: Sequence[Claim], facts: ViewFacts, view: View, i18n: I18n) -> str:
    """Return the title of the chart of totals: what the figures of its first measure state."""
    measures = figures.list_charted_measures(facts.dataset, view)
    leading_measure = ""
    if measures:
        leading_measure = measures[0]
    finding = facts.totals_finding(shown_claims, leading_measure)
    measures_text = format_charted_measures(facts.dataset, view, i18n)
    if finding.rule is Rule.NO_FIGURES and measures_text:
        return i18n.t("No total is left to show of “{measure}”", measure=measures_text)
    return format_measured_finding(finding, facts.dataset, i18n)


# Head figures -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Growth:
    """The growth of a running total in a sentence and as a small drawing."""

    sentence: str
    drawing: Markup
    #: The page that lists all figures of the measure.
    address: str


@dataclass(frozen=True)
class HeadFigure:
    """A head figure ready to show."""

    label: str
    value: str
    note: str
    #: The page with the claim, or with the claim that gives the sum.
    address: str
    #: The claims that it is of: the counts that it adds up, or a single one.
    claims: Sequence[Claim]
    #: The facts of the view that the claims meet.
    facts: ViewFacts
    #: What links to that view start from.
    link_base: LinkBase
    #: Whether it is the nearest figure outside the filters.
    outside: bool = False
    #: How figures of the same measure grew: of the first head figure alone.
    growth: Growth | None = None


def headline_label(kind: str, data: Dataset, i18n: I18n) -> str:
    """Return the label of a head figure: of the counts by region, the total, or a measure's."""
    if kind == "regions":
        return i18n.t("Counted by region")
    if kind == "total":
        return i18n.term_name("measures", data.main_measure)
    measure = data.terms["measures"].get(kind)
    if measure:
        head_text = i18n.localize(measure, "head")
        if head_text:
            return str(head_text)
    return i18n.t("{measure}, latest", measure=i18n.term_name("measures", kind))


def build_headline(
    kind: str, claims: Sequence[Claim], facts: ViewFacts, i18n: I18n, link_base: LinkBase
) -> HeadFigure:
    """Build a head figure.

    Parameters
    ----------
    kind
        ``regions``, ``total`` or the id of a measure.
    claims
        Counts by region of a day, or a single claim.
    facts
        The facts of the view.
    i18n
        The reader's language.
    link_base
        What links start from.
    """
    finding = facts.headline_finding(kind, claims)
    linked_claim = claims[0]
    if finding.values.get("total_claimant"):
        # The claim that gives the sum as a total is the last record of the finding.
        linked_claim = facts.dataset.claims[finding.records[-1]]
    return HeadFigure(
        label=headline_label(kind, facts.dataset, i18n),
        value=format_head_value(finding, facts.dataset, i18n),
        note=format_head_note(finding, facts.dataset, i18n),
        address=claim_address(linked_claim, link_base),
        claims=claims,
        facts=facts,
        link_base=link_base,
    )


def build_growth(kind: str, facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> Growth | None:
    """Build how the figures of a head figure's measure grew in a view, by one claimant.

    Parameters
    ----------
    kind
        Of the head figure: ``total`` or the id of a measure.
    facts
        The facts of the view.
    i18n
        The reader's language.
    link_base
        What links start from.

    Returns
    -------
    Growth or None
        ``None`` where no claimant of the view gives a series that grows.
    """
    measure = kind
    if kind == "total":
        measure = facts.dataset.main_measure
    totals = figures.select_totals(facts.selection.claims)
    claims = [claim for claim in totals if claim.measure == measure]
    finding = facts.panel_finding(claims)
    if finding.rule is not Rule.RUNNING_TOTAL:
        return None
    joined_ids = set(finding.records)
    joined_claims = [claim for claim in claims if claim.id in joined_ids]
    points = [_build_trend_point(claim) for claim in joined_claims]
    return Growth(
        sentence=format_finding(finding, facts.dataset, i18n),
        drawing=draw_trend(sorted(points)),
        address=page_address("figures", link_base, measure=measure),
    )


def _build_trend_point(claim: Claim) -> TrendPoint:
    """Return where a figure stands in its series: on the middle of the days it may be of."""
    when = figures.parse_as_of(claim)
    middle_day = when.first + (when.last - when.first) / 2
    is_exact = claim.qualifier == "exact" and when.is_day
    return TrendPoint(middle_day, figures.stated_value(claim), is_exact)


# A figure that a reader checks --------------------------------------------------------------------
#: Claims of each group that are shown at once; the rest is folded.
MOST_SHOWN: Final = 6
GROUP_HEADINGS: Final[dict[Group, str]] = {
    "same": N_("The same figure"),
    "includes": N_("Worded so that it includes it"),
    "another": N_("Another figure for the same people and the same day"),
    "otherwise": N_("Other days, other people or other regions"),
}
#: The heading of ``another`` where neither what nor who is counted is chosen.
SAME_DAY_HEADING: Final = N_("Another figure for the same day")
GROUP_NOTES: Final[dict[Group, str]] = {
    "includes": N_("“More than 500” leaves room for 567, “about 1,000” for a tenth more or less."),
    "otherwise": N_("A figure whose day is not certain stands here, too."),
}
FIRST_FITTING: Final = N_(
    "According to the sources, the first figure that fits “{figure}” is: {claim}."
)
#: The first that fits, too.
FIRST_AND_LAST: Final = N_(
    "According to the sources, the first figure that fits “{figure}”, and the last until {date}, "
    "is: {claim}."
)
CHECK_PROBLEMS: Final[dict[Problem, str]] = {
    "none": N_("There is no number in this. Write it in digits: 1400, 1,400 or 1.2 million."),
    "negative": N_("A figure is zero or more: leave out the minus."),
    "marks": N_("This is not one number. Write it as 1400, 1,400 or 1.2 million."),
    "large": N_("This number is too large: figures below {most} are compared."),
    "between": N_("“Between” needs a second number, greater than the first."),
}


class ClaimGroup(NamedTuple):
    """Claims beside a checked figure."""

    heading: str
    note: str
    claims: Sequence[Claim]


def read_checked_parts(view: View, dataset: Dataset) -> SentenceParts | None:
    """Return the figure that an address checks: what it chooses, else what its sentence says.

    ``None`` where the text has no number, or several.
    """
    typed = parse_typed_figure(view.check)
    if typed.value is not None:
        sentence = SentenceParts(typed.value)
    else:
        read = read_figure_sentence(view.check, dataset)
        if read is None:
            return None
        sentence = read
    qualifier = sentence.qualifier
    if view.said != EXACT:
        qualifier = view.said
    upper_value = None
    if qualifier == "range":
        upper_value = parse_typed_figure(view.check_to).value or sentence.upper_value
    period = sentence.period
    if view.check_day:
        period = None
    return SentenceParts(
        value=sentence.value,
        qualifier=qualifier,
        measure=view.measure or sentence.measure,
        population=view.population or sentence.population,
        region=view.check_region or sentence.region,
        day=view.check_day or sentence.day,
        upper_value=upper_value,
        period=period,
    )


def _read_checked_figure(
    view: View, dataset: Dataset
) -> CheckedFigure | Problem | tuple[float, ...]:
    """Return the figure that an address checks; its problem, or its numbers to choose from."""
    typed = parse_typed_figure(view.check)
    parts = read_checked_parts(view, dataset)
    if parts is None:
        return typed.problem or typed.choices
    if parts.qualifier == "range" and (parts.upper_value or 0) <= parts.value:
        return "between"
    measures = dataset.terms["measures"].values()
    return CheckedFigure(
        value=parts.value,
        qualifier=parts.qualifier,
        upper_value=parts.upper_value,
        measure=parts.measure,
        population=parts.population,
        day=parts.day,
        period=parts.period,
        region=parts.region,
        mixed=frozenset(measure.id for measure in measures if measure.mixed),
        main_measure=dataset.main_measure,
    )


def _list_counted_terms(figure: CheckedFigure | Claim, i18n: I18n) -> list[str]:
    """Return the names of what and who is counted, as far as they are given."""
    terms: list[str] = []
    if figure.measure:
        terms.append(i18n.term_name("measures", figure.measure))
    if figure.population:
        terms.append(i18n.term_name("populations", figure.population))
    return terms


def _format_counted(dataset: Dataset, i18n: I18n, claim: Claim) -> str:
    """Format what and who a claim counts, and where."""
    terms = _list_counted_terms(claim, i18n)
    if claim.region_id:
        terms.append(i18n.localize(dataset.regions[claim.region_id], "label"))
    return ", ".join(terms)


def _format_checked_number(figure: CheckedFigure, i18n: I18n) -> str:
    """Format the number of a figure and how exact it is: "more than 500", "300 to 400"."""
    if figure.upper_value is None:
        return i18n.t(QUALIFIED_NUMBERS.get(figure.qualifier, "{number}"), number=figure.value)
    return i18n.t("{low} to {high}", low=figure.value, high=figure.upper_value)


def format_last_day(day: date, period: str | None, i18n: I18n) -> str:
    """Format the last day of a figure; where a month or a year was named, as its end."""
    if period is None:
        return i18n.format_day(day)
    return i18n.t("the end of {period}", period=i18n.format_date(period))


def _format_checked_figure(figure: CheckedFigure, dataset: Dataset, i18n: I18n) -> str:
    """Format a figure in words: "more than 500, Arrivals, soldiers, 23 February 2019"."""
    phrases = [_format_checked_number(figure, i18n), *_list_counted_terms(figure, i18n)]
    if figure.day and figure.period:
        phrases.append(i18n.t("by the end of {period}", period=i18n.format_date(figure.period)))
    elif figure.day:
        phrases.append(i18n.format_day(figure.day))
    if figure.region:
        phrases.append(i18n.localize(dataset.regions[figure.region], "label"))
    return ", ".join(phrases)


def _label_groups(
    figure: CheckedFigure, claims_by_group: ClaimsByGroup, i18n: I18n
) -> list[ClaimGroup]:
    headings = dict(GROUP_HEADINGS)
    if not figure.measure and not figure.population and "same" not in claims_by_group:
        headings["another"] = SAME_DAY_HEADING
    groups: list[ClaimGroup] = []
    for group, claims in claims_by_group.items():
        note_text = ""
        if group in GROUP_NOTES:
            note_text = i18n.t(GROUP_NOTES[group])
        groups.append(ClaimGroup(i18n.t(headings[group]), note_text, claims))
    return groups


def _list_nearest_lines(
    figure: CheckedFigure, claims_by_group: ClaimsByGroup, facts: ViewFacts, i18n: I18n
) -> list[str]:
    """Return what the sources say around a day: from when a figure fits, and the last before."""
    series = find_nearest_claims(figure, facts.selection.claims)
    if series is None:
        return []
    lines: list[str] = []
    figure_text = _format_checked_number(figure, i18n)
    last_day = ""
    if figure.day:
        last_day = format_last_day(figure.day, figure.period, i18n)
    if series.first_fitting:
        message = FIRST_FITTING
        if last_day and series.first_fitting == series.last_before:
            message = FIRST_AND_LAST
        first = _format_dated_claim(series.first_fitting, facts.dataset, i18n)
        lines.append(i18n.t(message, figure=figure_text, date=last_day, claim=first))
    elif FITTING_GROUPS.isdisjoint(claims_by_group) and not figure.interval.is_one_sided:
        # A figure of a region, or without a day, may leave room for it; and "more than 1" is true
        # of figures that nobody would compare with it.
        lines.append(i18n.t("In these sources, no figure fits “{figure}”.", figure=figure_text))
    if last_day and series.last_before and series.first_fitting != series.last_before:
        last = _format_dated_claim(series.last_before, facts.dataset, i18n)
        lines.append(i18n.t("The last figure until {date}: {claim}.", date=last_day, claim=last))
    return lines


def _format_dated_claim(claim: Claim, dataset: Dataset, i18n: I18n) -> str:
    """Format a figure with its day and its speaker: "more than 500, 28 February 2019, EFE"."""
    speaker = i18n.localize(dataset.claimants[claim.claimant_id], "name")
    parts = [i18n.format_figure(claim), i18n.format_date(claim.as_of or ""), speaker]
    return ", ".join(parts)


def render_check_answer(facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> Markup:
    """Render the claims beside the figure that the address checks; empty where it checks none."""
    view = link_base.view
    if not view.check:
        return Markup()
    meaning = ""
    choices: list[tuple[str, str]] = []
    groups: list[ClaimGroup] = []
    nearest: list[str] = []
    checked = _read_checked_figure(view, facts.dataset)
    if isinstance(checked, CheckedFigure):
        meaning = i18n.t(
            "Compared: {figure}.", figure=_format_checked_figure(checked, facts.dataset, i18n)
        )
        claims_by_group = group_claims(checked, facts.selection.claims)
        nearest = _list_nearest_lines(checked, claims_by_group, facts, i18n)
        groups = _label_groups(checked, claims_by_group, i18n)
    elif isinstance(checked, str):
        meaning = i18n.t(CHECK_PROBLEMS[checked], most=LARGEST_NUMBER)
    else:
        for number in checked:
            # Fifteen digits hold every number that can be typed.
            address = view_address(link_base, check=f"{number:.15g}")
            choices.append((i18n.format_number(number), address))
    unfiltered_address = ""
    if view.filters.list_active():
        unfiltered_address = view_address(link_base, filters=Filters())
    return render(
        "check.html",
        i18n,
        facts=facts,
        link_base=link_base,
        meaning=meaning,
        nearest=nearest,
        choices=choices,
        groups=groups,
        counts_of=partial(_format_counted, facts.dataset, i18n),
        whole=unfiltered_address,
        most=MOST_SHOWN,
        glyph_of=partial(population_glyph, dataset=facts.dataset),
        nothing=isinstance(checked, CheckedFigure) and not groups,
        open=not (view.measure or view.population),
    )
