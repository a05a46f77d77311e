"""The reported figures of a view as they are drawn: their rows in words, the scene and its key."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from components.domain.evidence.totals import Panel as Counted
from components.domain.evidence.totals import as_of, charted, finding, main_voice, panels
from components.domain.records.models import Claim, Qualifier
from components.drawing.key import KeyItem
from components.drawing.scene import Scene
from components.drawing.totals import (
    FORMS,
    Figure,
    Panel,
    TotalsWords,
    number_lines,
    totals_key,
    totals_scene,
)
from components.i18n import N_, I18n
from components.presentation.charts.totals_choice import asked
from components.presentation.charts.totals_table import totals_finding
from components.presentation.charts.totals_words import (
    finding_words,
    measure_name,
    one_line,
    population_name,
    short_name,
    unit_name,
    value_words,
)
from components.presentation.context import Context

#: So many figures are named by a drawing to those who do not see it; the rest are counted.
MOST_TOLD: Final = 60
SCALE_WORDS: Final = {
    False: N_("The scale starts at zero."),
    True: N_("Each line of the scale is ten times the one before it."),
}
SIGNS: Final[dict[Qualifier, str]] = {
    "exact": N_("a number without a qualifier"),
    "about": N_("about: a dotted ring"),
    "more_than": N_("more than: hollow, an arrow to greater numbers"),
    "at_least": N_("at least: filled, an arrow to greater numbers"),
    "nearly": N_("nearly: just short of the bar at its number"),
    "less_than": N_("fewer than: short of the bar, an arrow to smaller numbers"),
    "up_to": N_("up to: touches the bar, an arrow to smaller numbers"),
    "range": N_("from one number to another"),
}
UNSURE: Final = N_("dotted: the day is inferred or approximate")


def charted_claims(ctx: Context) -> tuple[Claim, ...]:
    """The claims on the chart of totals of this view, in order of date."""
    return charted(ctx.selection.claims, asked(ctx.dataset, ctx.view))


def _figure(claim: Claim, ctx: Context, main: str | None) -> Figure:
    i18n, when = ctx.i18n, as_of(claim)
    plain = replace(when, approximate=False, uncertain=False)
    return Figure(
        id=claim.id,
        low=claim.value_low,
        high=claim.value_high,
        qualifier=claim.qualifier or "exact",
        first=when.first,
        last=when.last,
        when=i18n.date(plain, "short"),
        sure=claim.as_of_basis != "inferred" and plain == when,
        population=claim.population,
        value=value_words(claim, i18n),
        who=short_name(claim, ctx.dataset, i18n),
        says=one_line(claim, ctx.dataset, i18n),
        main=claim.claimant_id == main,
    )


def _title(counted: Counted, found: Sequence[Counted], i18n: I18n) -> str:
    """What is counted; where one measure has several units, in which."""
    name, unit = measure_name(counted.measure, i18n), unit_name(counted.unit, 2, i18n)
    several = sum(other.measure == counted.measure for other in found) > 1
    return f"{name}: {unit}" if several and unit else name


def totals_panels(shown: Sequence[Claim], ctx: Context) -> list[Panel]:
    """The figures by what they count; each panel but the first says what its figures say."""
    i18n, main, found = ctx.i18n, main_voice(shown), panels(shown)
    made: list[Panel] = []
    for n, counted in enumerate(found):
        says = finding_words(finding(counted.claims), ctx) if n and len(counted.claims) > 1 else ""
        figures = tuple(_figure(claim, ctx, main) for claim in counted.claims)
        percent = counted.unit == "percent"
        number = (lambda v: i18n.percent(v / 100)) if percent else i18n.number
        made.append(Panel(_title(counted, found, i18n), says, counted.unit, figures, number))
    return made


def _described(found: Sequence[Panel], i18n: I18n) -> str:
    """Every figure of some panels in a sentence each."""
    told = [
        i18n.t(
            "{measure}: {count}. {figures}.",
            measure=panel.title,
            count=i18n.n("{count} figure", "{count} figures", len(panel.figures)),
            figures="; ".join(figure.says for figure in panel.figures[:MOST_TOLD]),
        )
        for panel in found
    ]
    return " ".join(told)


def totals_drawn(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    unit: float = 1.0,
    shown: Sequence[Claim] | None = None,
    found: Sequence[Panel] | None = None,
) -> Scene:
    """The figures of a view, laid out; without those that are ``shown`` it has all of them.

    ``found`` are their panels, where they are drawn more than once.
    """
    shown, i18n = charted_claims(ctx) if shown is None else shown, ctx.i18n
    found = totals_panels(shown, ctx) if found is None else found
    words = TotalsWords(
        month=lambda day: i18n.months_short[day.month - 1],
        year=lambda day: i18n.year(day.year),
        span=lambda a, b: i18n.date(f"{a}/{b}" if a != b else f"{a}", "short"),
        count=lambda n: i18n.n("{count} figure", "{count} figures", n),
    )
    scene = totals_scene(
        found, palette=ctx.palette, words=words, width=width, height=height, unit=unit,
        chosen=ctx.view.claim or "",
    )  # fmt: skip
    return scene.named(totals_finding(shown, ctx), _described(found, i18n))


def scale_words(found: Sequence[Panel], i18n: I18n) -> str:
    """How the number lines of some panels run."""
    kinds = dict.fromkeys(line.tenfold for line in number_lines(found))
    return " ".join(i18n.t(SCALE_WORDS[kind]) for kind in kinds)


def key_of(signs: Collection[str], shown: Sequence[Claim], ctx: Context) -> list[KeyItem]:
    """The signs of a drawing of some figures with their words, and no other."""
    i18n, main = ctx.i18n, main_voice(shown)
    own = next((claim for claim in shown if claim.claimant_id == main), None)
    voice = short_name(own, ctx.dataset, i18n) if own else ""
    return totals_key(
        signs,
        ctx.palette,
        {qualifier: i18n.t(words) for qualifier, words in SIGNS.items()},
        {population: population_name(population, i18n) for population in FORMS},
        main=i18n.t("in red: {claimant}", claimant=voice),
        unsure=i18n.t(UNSURE),
    )
