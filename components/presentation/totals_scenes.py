"""The reported totals of a view as a scene, for pages, pictures, embeds, lessons and print."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Final

from components.drawing import figure_signs, number_line, totals
from components.drawing.palette import Palette
from components.drawing.scene import Scene
from components.drawing.sheet import KeyItem
from components.i18n import N_, I18n
from components.presentation import figure_texts
from components.presentation.context import Context
from components.presentation.finding_texts import claimant_label, format_finding
from components.query.figures import (
    ClaimPanel,
    find_main_voice,
    group_into_panels,
    parse_as_of,
)
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.models import Claim, Qualifier

#: Figures of a panel that the text alternative names; the rest is counted.
MOST_NAMED_FIGURES: Final = 60
LINEAR_SCALE: Final = N_("The scale starts at zero.")
LOGARITHMIC_SCALE: Final = N_("Each line of the scale is ten times the one before it.")
QUALIFIER_SIGNS: Final[dict[Qualifier, str]] = {
    "exact": N_("a number without a qualifier"),
    "about": N_("about: a dotted ring"),
    "more_than": N_("more than: hollow, an arrow to greater numbers"),
    "at_least": N_("at least: filled, an arrow to greater numbers"),
    "nearly": N_("nearly: just short of the bar at its number"),
    "less_than": N_("fewer than: short of the bar, an arrow to smaller numbers"),
    "up_to": N_("up to: touches the bar, an arrow to smaller numbers"),
    "range": N_("from one number to another"),
}
UNSURE_SIGN: Final = N_("dotted: the day is inferred or approximate")


@dataclass(frozen=True)
class TotalsOptions:
    """How totals are drawn.

    Attributes
    ----------
    unit
        The size of type and marks; 1 is 13 pixels.
    claims
        The figures; those of the view if ``None``.
    panels
        Their panels, where they are drawn more than once.
    """

    unit: float = 1.0
    claims: Sequence[Claim] | None = None
    panels: Sequence[number_line.Panel] | None = None


PLAIN_OPTIONS: Final = TotalsOptions()


# Panels -------------------------------------------------------------------------------------------
def _build_figure(
    claim: Claim, main_claimant_id: str | None, dataset: Dataset, i18n: I18n
) -> number_line.Figure:
    """Build a figure as it is drawn, with its sentence."""
    as_of = parse_as_of(claim)
    # The marks say that a date is approximate or uncertain.
    plain_date = replace(as_of, approximate=False, uncertain=False)
    figure_text = i18n.format_figure(claim)
    date_text = i18n.t("no date")
    if claim.as_of:
        date_text = i18n.format_date(as_of)
    sentence = i18n.t(
        "{value} ({population}; {claimant}; {date})",
        value=figure_text,
        population=i18n.term_name("populations", claim.population),
        claimant=i18n.localize(dataset.claimants[claim.claimant_id], "name"),
        date=date_text,
    )
    return number_line.Figure(
        id=claim.id,
        low=claim.value_low,
        high=claim.value_high,
        qualifier=claim.qualifier or "exact",
        first=as_of.first,
        last=as_of.last,
        when=i18n.format_date(plain_date, "short"),
        sure=claim.as_of_basis != "inferred" and plain_date == as_of,
        population=claim.population,
        form=figure_signs.form_of(claim.population, dataset.terms["populations"]),
        value=figure_text,
        who=claimant_label(claim.claimant_id, dataset, i18n),
        says=sentence,
        main=claim.claimant_id == main_claimant_id,
    )


def _format_percentage(i18n: I18n, percentage: float) -> str:
    return i18n.format_percent(percentage / 100)


def _number_format(unit: str, i18n: I18n) -> Callable[[float], str]:
    if unit == "percent":
        return partial(_format_percentage, i18n)
    return i18n.format_number


def _panel_title(panel: ClaimPanel, panels: Sequence[ClaimPanel], i18n: I18n) -> str:
    """Return a panel's measure, with its unit where the measure has several."""
    title = i18n.term_name("measures", panel.measure)
    unit_name = i18n.unit_name(panel.unit, 2)
    same_measure = [other for other in panels if other.measure == panel.measure]
    if unit_name and len(same_measure) > 1:
        return f"{title}: {unit_name}"
    return title


def build_panels(
    claims: Sequence[Claim], facts: ViewFacts, i18n: I18n, voice_claims: Sequence[Claim] = ()
) -> list[number_line.Panel]:
    """Group figures by what they count; each panel but the first says what its figures say.

    Parameters
    ----------
    claims
        The figures, in order of date.
    facts
        The facts of the view.
    i18n
        The reader's language.
    voice_claims
        The claimant with most of these is drawn in red; by default with most of ``claims``.
    """
    main_claimant_id = find_main_voice(voice_claims or claims)
    claim_panels = group_into_panels(facts.dataset, claims)
    panels: list[number_line.Panel] = []
    for claim_panel in claim_panels:
        finding_text = ""
        if panels and len(claim_panel.claims) > 1:
            finding = facts.panel_finding(claim_panel.claims)
            finding_text = format_finding(finding, facts.dataset, i18n)
        panels.append(
            number_line.Panel(
                title=_panel_title(claim_panel, claim_panels, i18n),
                says=finding_text,
                unit=claim_panel.unit,
                figures=tuple(
                    _build_figure(claim, main_claimant_id, facts.dataset, i18n=i18n)
                    for claim in claim_panel.claims
                ),
                number=_number_format(claim_panel.unit, i18n),
            )
        )
    return panels


# The drawing --------------------------------------------------------------------------------------
def _format_year_of(i18n: I18n, day: date) -> str:
    return i18n.format_year(day.year)


def _format_span(i18n: I18n, first_day: date, last_day: date) -> str:
    if first_day == last_day:
        return i18n.format_date(f"{first_day}", "short")
    return i18n.format_date(f"{first_day}/{last_day}", "short")


def _format_figure_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} figure", "{count} figures", count)


def build_frame(
    i18n: I18n, palette: Palette, format_count: Callable[[int], str], chosen: str
) -> number_line.TotalsFrame:
    """Build what a drawing of figures has besides them.

    Parameters
    ----------
    i18n
        The reader's language.
    palette
        The colours.
    format_count
        Formats the number of figures of a period.
    chosen
        The id of the figure whose row is lit; empty for none.
    """
    return number_line.TotalsFrame(
        palette=palette,
        month=i18n.format_month,
        year=partial(_format_year_of, i18n),
        span=partial(_format_span, i18n),
        count=format_count,
        chosen=chosen,
    )


def _describe_panels(panels: Sequence[number_line.Panel], i18n: I18n) -> str:
    """Return the text alternative of panels: every figure in a sentence."""
    sentences: list[str] = []
    for panel in panels:
        figure_sentences = [figure.says for figure in panel.figures[:MOST_NAMED_FIGURES]]
        sentence = i18n.t(
            "{measure}: {count}. {figures}.",
            measure=panel.title,
            count=_format_figure_count(i18n, len(panel.figures)),
            figures="; ".join(figure_sentences),
        )
        sentences.append(sentence)
    return " ".join(sentences)


def draw_totals(
    ctx: Context,
    width: float,
    height: float | None = None,
    options: TotalsOptions = PLAIN_OPTIONS,
) -> Scene:
    """Draw the figures of a view; cached by view, size and language.

    Parameters
    ----------
    ctx
        The view.
    width
        Pixels.
    height
        Pixels; as high as the figures need if ``None``.
    options
        Which figures are drawn, and how.
    """
    i18n = ctx.i18n
    claims = options.claims
    if claims is None:
        claims = figure_texts.charted_claims(ctx.facts, ctx.view)
    claim_ids = tuple(claim.id for claim in claims)
    size = (width, height, options.unit)
    cache_key = ("totals", ctx.view, claim_ids, size, i18n.language, ctx.mode)
    draw_scene = partial(_draw_scene, ctx, replace(options, claims=claims), width, height)
    return ctx.story.memoize(cache_key, draw_scene)


def _draw_scene(ctx: Context, options: TotalsOptions, width: float, height: float | None) -> Scene:
    """Draw figures with the title of the chart and its text alternative."""
    i18n = ctx.i18n
    claims = options.claims or ()
    panels = options.panels
    if panels is None:
        panels = build_panels(claims, ctx.facts, ctx.i18n)
    format_count = partial(_format_figure_count, i18n)
    frame = build_frame(i18n, ctx.palette, format_count, ctx.view.claim or "")
    scene = totals.totals_scene(panels, frame, width, height, options.unit)
    title = figure_texts.totals_finding(claims, ctx.facts, ctx.view, i18n=ctx.i18n)
    return replace(scene, title=title, description=_describe_panels(panels, i18n))


# The legend ---------------------------------------------------------------------------------------
def format_scales(panels: Sequence[number_line.Panel], i18n: I18n) -> str:
    """Format how the number lines of some panels run."""
    sentences: list[str] = []
    for line in number_line.number_lines(panels):
        # A line of powers of ten has no zero.
        message = LINEAR_SCALE
        if line[0] > 0:
            message = LOGARITHMIC_SCALE
        sentence = i18n.t(message)
        if sentence not in sentences:
            sentences.append(sentence)
    return " ".join(sentences)


def translate_qualifier_signs(i18n: I18n) -> dict[str, str]:
    """Return the meaning of the sign of each qualifier, in the reader's language."""
    meanings: dict[str, str] = {}
    for qualifier, message in QUALIFIER_SIGNS.items():
        meanings[qualifier] = i18n.t(message)
    return meanings


def build_totals_key(
    signs: Collection[str], claims: Sequence[Claim], dataset: Dataset, i18n: I18n, palette: Palette
) -> list[KeyItem]:
    """Build the legend of a drawing of some figures: the signs that are in it, and no other."""
    main_claimant_id = find_main_voice(claims)
    claimant_name = ""
    if main_claimant_id:
        claimant_name = claimant_label(main_claimant_id, dataset, i18n)
    population_names: dict[str, str] = {}
    for population in dataset.terms["populations"]:
        population_names[population] = i18n.term_name("populations", population)
    texts = totals.TotalsKeyTexts(
        translate_qualifier_signs(i18n),
        population_names,
        main=i18n.t("in red: {claimant}", claimant=claimant_name),
        unsure=i18n.t(UNSURE_SIGN),
    )
    return totals.totals_key(signs, palette, texts)
