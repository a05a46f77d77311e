"""The reported figures in words: which are shown, their titles, their list, the head figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from components.drawing.totals import GLYPHS, form_of
from components.i18n import N_, I18n
from components.i18n.code_names import BASIS
from components.presentation.cited import claim_address
from components.presentation.context import Context
from components.presentation.records import SIGN, Line, source_names
from components.presentation.sentence import dates_words, filter_phrases
from components.query.figures import (
    ChartOptions,
    Headline,
    HeadlineKind,
    TotalsFinding,
    as_of,
    charted,
    finding,
    measures_of,
    nearest_headline,
    regional_counts,
    summable,
    totals,
)
from components.query.filters import Filters
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Claim

ALL: Final = ""

CHOICES: Final = {
    "measure": N_("what is counted"),
    "population": N_("who is counted"),
    "claimant": N_("who said it"),
}

MOST_NAMES: Final = 3


def chart_options(dataset: Dataset, view: View) -> ChartOptions:
    """What the reader chose on this page."""
    named = dataset.presentation.measures
    every = named or measures_of(dataset, totals(dataset.claims.values()))
    return ChartOptions(view.measure, view.population, view.claimant, every)


def charted_claims(ctx: Context) -> tuple[Claim, ...]:
    """The claims on the chart of totals of this view, in order of date."""
    return charted(ctx.selection.claims, chart_options(ctx.dataset, ctx.view))


def population_glyph(claim: Claim, dataset: Dataset) -> str:
    """The letter that stands for who is counted, of the shape that the chart has for them."""
    return GLYPHS[form_of(claim.population, dataset.words("populations"))]


def short_name(claim: Claim, dataset: Dataset, i18n: I18n) -> str:
    """Who said it, for a label: without office and remarks."""
    name = i18n.of(dataset.claimants[claim.claimant_id], "name")
    return re.sub(r"\s*\([^)]*\)", "", name).split(",")[0]


def by_whom(claims: Iterable[Claim], ctx: Context) -> str:
    """Who said some figures: up to three names, else how many voices."""
    names = list(dict.fromkeys(short_name(claim, ctx.dataset, ctx.i18n) for claim in claims))
    if len(names) > MOST_NAMES:
        return ctx.i18n.n("{count} voice", "{count} voices", len(names))
    return ctx.i18n.list(names)


def claim_day(claim: Claim, i18n: I18n) -> str:
    """The date a figure holds for, without the year where it is one day."""
    when = as_of(claim)
    return i18n.day(when.first, "told") if when.is_day else i18n.date(when, "short")


def finding_words(found: TotalsFinding | None, ctx: Context) -> str:
    """What the figures of one measure say, and by whom."""
    i18n = ctx.i18n
    if found is None:
        return i18n.t("No figure is left to show")
    count, low, high = len(found.claims), found.first, found.last
    names = by_whom((low,) if found.how == "running" else found.claims, ctx)
    if count == 1:
        return i18n.t("One figure, by {names}: {value}", names=names, value=i18n.figure(low))
    if found.how == "apart":
        return i18n.n("{count} figure by {names}", "{count} figures by {names}", count, names=names)

    def end(claim: Claim, value: float | None) -> str:
        # Of a range its outer number alone.
        if claim.qualifier != "range" or value is None:
            return i18n.figure(claim)
        return f"{i18n.number(value)} {i18n.unit(claim.unit, value)}".strip()

    start = claim_day(low, i18n)
    values = {"first": end(low, low.value_low), "last": end(high, high.value_high), "names": names}
    if found.how == "running":
        values |= {"start": start, "end": claim_day(high, i18n)}
        if as_of(low).is_day and as_of(high).is_day:
            return i18n.t("From {first} on {start} to {last} by {end} ({names})", **values)
        return i18n.t("From {first} ({start}) to {last} ({end}), by {names}", **values)
    if found.one_day:
        return i18n.n(
            "{count} figure by {names} for {date}, from {first} to {last}",
            "{count} figures by {names} for {date}, from {first} to {last}",
            count,
            date=start,
            **values,
        )
    return i18n.n(
        "{count} figure by {names}, from {first} to {last}",
        "{count} figures by {names}, from {first} to {last}",
        count,
        **values,
    )


def figure_line(claim: Claim, dataset: Dataset, i18n: I18n) -> str:
    """One figure in a line: value, population, claimant and date."""
    return i18n.t(
        "{value} ({population}; {claimant}; {date})",
        value=i18n.figure(claim),
        population=i18n.called("populations", claim.population),
        claimant=i18n.of(dataset.claimants[claim.claimant_id], "name"),
        date=i18n.date(as_of(claim)) if claim.as_of else i18n.t("no date"),
    )


def shown_words(shown: Sequence[Claim], total: int, ctx: Context) -> str:
    """How many of the reported figures are drawn, under which choices and filters."""
    i18n, view = ctx.i18n, ctx.view
    count, every = i18n.number(len(shown)), i18n.number(total)
    parts = [i18n.t("{shown} of {total} reported figures", shown=count, total=every)]
    if view.population:
        parts.append(i18n.called("populations", view.population))
    if view.claimant:
        parts.append(i18n.of(ctx.dataset.claimants[view.claimant], "name"))
    parts += [dates_words(view, i18n), *filter_phrases(ctx)]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))


def claim_row(claim: Claim, ctx: Context) -> Line:
    """One line of the list of figures."""
    i18n, inferred = ctx.i18n, claim.as_of_basis == "inferred"
    people, figure = i18n.called("populations", claim.population), i18n.figure(claim)
    # "nearly 1,000 soldiers", "3 hotels"
    counted = f"{figure} {people}" if claim.unit == "people" else figure
    return {
        "id": claim.id,
        "date": i18n.date(as_of(claim)),
        "title": f"{counted} · {short_name(claim, ctx.dataset, i18n)}",
        "note": i18n.of(claim, "statement"),
        "glyph": population_glyph(claim, ctx.dataset),
        "colour": ctx.palette.ink,
        "kind": f"{i18n.called('measures', claim.measure)}, {people}",
        "sources": source_names(claim.id, ctx),
        "lang": "",
        "tag": "",
        "mark": "",
        "sign": SIGN["inferred"] if inferred else "",
        "basis": i18n.t("date inferred") if inferred else "",
    }


def figures_table(
    claims: Iterable[Claim], ctx: Context
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The columns and the rows of a table of figures."""
    i18n, t = ctx.i18n, ctx.i18n.t

    def date(claim: Claim) -> str:
        text, basis = i18n.date(as_of(claim)), claim.as_of_basis
        return f"{text} ({t(BASIS[basis])})" if basis and basis != "stated" else text

    columns: dict[str, Callable[[Claim], str]] = {
        t("Figure"): i18n.figure,
        t("What is counted"): lambda claim: i18n.called("measures", claim.measure),
        t("Who is counted"): lambda claim: i18n.called("populations", claim.population),
        t("Who said it"): lambda claim: i18n.of(ctx.dataset.claimants[claim.claimant_id], "name"),
        t("As of"): date,
        t("Source"): lambda claim: source_names(claim.id, ctx),
    }
    return tuple(columns), [tuple(cell(claim) for cell in columns.values()) for claim in claims]


def totals_finding(shown: Sequence[Claim], ctx: Context) -> str:
    """The title of the chart of totals: what the figures of the first measure shown say."""
    i18n = ctx.i18n
    if not totals(ctx.dataset.claims.values()):
        return i18n.t("This story has no reported totals")
    first = shown[0].measure if shown else None
    wanted = chart_options(ctx.dataset, ctx.view).measures[0] if shown else None
    leading = [c for c in shown if c.measure == wanted]
    leading = leading or [c for c in shown if c.measure == first]
    text = finding_words(finding(ctx.dataset, leading), ctx)
    if leading and leading[0].measure != ctx.dataset.main_measure:
        name = i18n.called("measures", leading[0].measure)
        text = f"{name}: {text[:1].lower()}{text[1:]}"
    return text


def head_label(kind: HeadlineKind, ctx: Context) -> str:
    """What a head figure is called."""
    if kind == "regions":
        return ctx.i18n.t("Counted by region")
    if kind == "total":
        return ctx.i18n.called("measures", ctx.dataset.main_measure)
    name, own = ctx.i18n.called("measures", kind), ctx.dataset.words("measures").get(kind)
    return (own and ctx.i18n.of(own, "head")) or ctx.i18n.t("{measure}, latest", measure=name)


def _sum_note(item: Headline, dataset: Dataset, i18n: I18n) -> str:
    when = i18n.date(item.claims[0].as_of or "", "short")
    if len(item.claims) == 1:
        region = dataset.regions[item.claims[0].region_id or ""]
        return f"{i18n.of(region, 'label')}, {when}"
    if not summable(item.claims):
        return when
    summed = i18n.n(
        "own sum of {count} count, {date}",
        "own sum of {count} counts, {date}",
        len(item.claims),
        date=when,
    )
    # What the story says of its sum is said of the whole and of its last day, of nothing else.
    whole = {claim.id for claim in regional_counts(dataset, Filters())[-1]}
    every = {claim.id for claim in item.claims} == whole
    return summed + i18n.own("counts.sum", "") if every else summed


def headline_item(item: Headline, ctx: Context) -> dict[str, Any]:
    """A head figure ready to show: label, value, note, address, and the claims that it is of."""
    i18n, claim = ctx.i18n, item.claims[0]
    if item.kind == "regions":
        value, note = i18n.number(item.total), _sum_note(item, ctx.dataset, i18n)
        if not summable(item.claims):
            value = i18n.n("{count} count", "{count} counts", len(item.claims))
        # A sum leads to the claim that gives the same total, where there is one.
        same = (None, "exact", item.total, claim.measure, claim.population, claim.as_of)
        claim = next(
            (
                c
                for c in ctx.selection.claims
                if same == (c.region_id, c.qualifier, c.value_low, c.measure, c.population, c.as_of)
            ),
            claim,
        )
    else:
        value = i18n.figure(claim)
        note = i18n.t(
            "{population}, {date} · {claimant}",
            population=i18n.called("populations", claim.population),
            date=i18n.date(claim.as_of or "", "short"),
            claimant=short_name(claim, ctx.dataset, i18n),
        )
    return {
        "label": head_label(item.kind, ctx),
        "value": value,
        "address": claim_address(claim, ctx),
        "note": note,
        "claims": item.claims,
        "ctx": ctx,
        "outside": False,
    }


def nearest_item(kind: HeadlineKind, ctx: Context) -> dict[str, Any] | None:
    """The figure nearest to the dates asked for, where the filters leave none; said to be outside.

    ``None`` where the story has no such figure at all.
    """
    asked = ctx.view.filters
    base = Filters(
        published_by=asked.published_by,
        excluded_voices=asked.excluded_voices,
        documents_only=asked.documents_only,
    )
    whole = replace(ctx, view=replace(ctx.view, filters=base))
    found = nearest_headline(
        ctx.dataset, whole.selection.claims, base, kind, (asked.start, asked.end)
    )
    if found is None:
        return None
    item = headline_item(found, whole)
    note = ctx.i18n.t("outside these filters: {note}", note=item["note"])
    return item | {"note": note, "outside": True}
