"""The reported figures in words: which are shown, their list, head figures, a figure checked."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from markupsafe import Markup

from components.drawing.totals import GLYPHS, form_of
from components.i18n import N_, I18n
from components.i18n.labels import BASIS
from components.i18n.messages import QUALIFIED_NUMBERS
from components.presentation.cited import claim_address
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.notices import current_address, dates_words, filter_phrases
from components.presentation.records import SIGN, Line, source_names
from components.query import figures
from components.query.claims import CheckedFigure, Group, Problem, group_claims, parse_typed_figure
from components.query.filters import Filters
from components.query.numbers import LARGEST_NUMBER
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


def charted_claims(ctx: Context) -> tuple[Claim, ...]:
    """The claims on the chart of totals of this view, in order of date."""
    return figures.select_charted_claims(ctx.dataset, ctx.selection.claims, ctx.view)


def population_glyph(claim: Claim, dataset: Dataset) -> str:
    """The letter that stands for who is counted, of the shape that the chart has for them."""
    return GLYPHS[form_of(claim.population, dataset.terms["populations"])]


def short_name(claim: Claim, dataset: Dataset, i18n: I18n) -> str:
    """Who said it, for a label: without office and remarks."""
    name = i18n.localize(dataset.claimants[claim.claimant_id], "name")
    return re.sub(r"\s*\([^)]*\)", "", name).split(",")[0]


def by_whom(claims: Iterable[Claim], ctx: Context) -> str:
    """Who said some figures: up to three names, else how many voices."""
    names = list(dict.fromkeys(short_name(claim, ctx.dataset, ctx.i18n) for claim in claims))
    if len(names) > MOST_NAMES:
        return ctx.i18n.n("{count} voice", "{count} voices", len(names))
    return ctx.i18n.format_list(names)


def claim_day(claim: Claim, i18n: I18n) -> str:
    """The date a figure holds for, without the year where it is one day."""
    when = figures.parse_as_of(claim)
    return (
        i18n.format_day(when.first, "yearless") if when.is_day else i18n.format_date(when, "short")
    )


def finding_words(found: figures.TotalsFinding | None, ctx: Context) -> str:
    i18n = ctx.i18n
    if found is None:
        return i18n.t("No figure is left to show")
    count, low, high = len(found.claims), found.first, found.last
    names = by_whom((low,) if found.how == "running" else found.claims, ctx)
    if count == 1:
        return i18n.t("One figure, by {names}: {value}", names=names, value=i18n.format_figure(low))
    counted = i18n.n("{count} figure by {names}", "{count} figures by {names}", count, names=names)
    if found.how == "apart":
        return counted

    def end(claim: Claim, value: float | None) -> str:
        # Of a range its outer number alone.
        if claim.qualifier != "range" or value is None:
            return i18n.format_figure(claim)
        return i18n.format_amount(value, claim.unit)

    start, finish = claim_day(low, i18n), claim_day(high, i18n)
    values = {"first": end(low, low.value_low), "last": end(high, high.value_high), "names": names}
    if found.how == "running":
        days = all(figures.parse_as_of(claim).is_day for claim in (low, high))
        words = N_("From {first} on {start} to {last} by {end} ({names})")
        if not days:
            words = N_("From {first} ({start}) to {last} ({end}), by {names}")
        return i18n.t(words, start=start, end=finish, **values)
    words = N_("{figures}, from {first} to {last}")
    if found.one_day:
        words = N_("{figures} for {date}, from {first} to {last}")
    return i18n.t(words, figures=counted, date=start, **values)


def shown_words(shown: Sequence[Claim], total: int, ctx: Context) -> str:
    """How many of the reported figures are drawn, under which choices and filters."""
    i18n, view = ctx.i18n, ctx.view
    counted = i18n.n(
        "{shown} of {count} reported figure",
        "{shown} of {count} reported figures",
        total,
        shown=len(shown),
    )
    parts = [counted, view.population and i18n.term_name("populations", view.population)]
    if view.claimant:
        parts.append(i18n.localize(ctx.dataset.claimants[view.claimant], "name"))
    parts += [dates_words(view, i18n), *filter_phrases(ctx)]
    return i18n.t("Shown: {parts}.", parts=", ".join(filter(None, parts)))


def claim_row(claim: Claim, ctx: Context) -> Line:
    """One line of the list of figures."""
    i18n, inferred = ctx.i18n, claim.as_of_basis == "inferred"
    people, figure = i18n.term_name("populations", claim.population), i18n.format_figure(claim)
    # "nearly 1,000 soldiers", "3 hotels"
    counted = f"{figure} {people}" if claim.unit == "people" else figure
    return {
        "id": claim.id,
        "date": i18n.format_date(figures.parse_as_of(claim)),
        "title": f"{counted} · {short_name(claim, ctx.dataset, i18n)}",
        "note": i18n.localize(claim, "statement"),
        "glyph": population_glyph(claim, ctx.dataset),
        "colour": ctx.palette.ink,
        "kind": f"{i18n.term_name('measures', claim.measure)}, {people}",
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
        text, basis = i18n.format_date(figures.parse_as_of(claim)), claim.as_of_basis
        return f"{text} ({t(BASIS[basis])})" if basis and basis != "stated" else text

    columns: dict[str, Callable[[Claim], str]] = {
        t("Figure"): i18n.format_figure,
        t("What is counted"): lambda claim: i18n.term_name("measures", claim.measure),
        t("Who is counted"): lambda claim: i18n.term_name("populations", claim.population),
        t("Who said it"): lambda claim: i18n.localize(
            ctx.dataset.claimants[claim.claimant_id], "name"
        ),
        t("As of"): date,
        t("Source"): lambda claim: source_names(claim.id, ctx),
    }
    return tuple(columns), [tuple(cell(claim) for cell in columns.values()) for claim in claims]


def totals_finding(shown: Sequence[Claim], ctx: Context) -> str:
    """The title of the chart of totals: what the figures of the first measure shown say."""
    i18n = ctx.i18n
    if not figures.select_totals(ctx.dataset.claims.values()):
        return i18n.t("This story has no reported totals")
    wanted = figures.list_charted_measures(ctx.dataset, ctx.view)[0] if shown else None
    leading = [c for c in shown if c.measure == wanted]
    leading = leading or [c for c in shown if c.measure == shown[0].measure]
    text = finding_words(figures.find_totals(ctx.dataset, leading), ctx)
    if not leading or leading[0].measure == ctx.dataset.main_measure:
        return text
    return f"{i18n.term_name('measures', leading[0].measure)}: {text[:1].lower()}{text[1:]}"


def head_label(kind: str, ctx: Context) -> str:
    i18n, data = ctx.i18n, ctx.dataset
    if kind == "regions":
        return i18n.t("Counted by region")
    if kind == "total":
        return i18n.term_name("measures", data.main_measure)
    own = data.terms["measures"].get(kind)
    named = i18n.t("{measure}, latest", measure=i18n.term_name("measures", kind))
    return (own and i18n.localize(own, "head")) or named


def headline_item(kind: str, claims: Sequence[Claim], ctx: Context) -> dict[str, Any]:
    """A head figure ready to show: label, value, note, address, and the claims that it is of."""
    i18n, data, claim, count = ctx.i18n, ctx.dataset, claims[0], len(claims)
    when = i18n.format_date(claim.as_of or "", "short")
    if kind == "regions":
        total, added = sum(one.value_low or 0 for one in claims), figures.is_summable(claims)
        value, note = i18n.format_amount(total, claim.unit), when
        if not added:
            value = i18n.n("{count} count", "{count} counts", count)
        if count == 1:
            note = f"{i18n.localize(data.regions[claim.region_id or ''], 'label')}, {when}"
        elif added:
            note = i18n.n(
                "own sum of {count} count, {date}",
                "own sum of {count} counts, {date}",
                count,
                date=when,
            )
            # What the story says of its sum is said of the whole and of its last day alone.
            whole = {one.id for one in figures.list_regional_counts(data, Filters())[-1]}
            note += i18n.story_sentence("counts.sum", "") if {c.id for c in claims} == whole else ""
        # A sum leads to the claim that gives the same total, where there is one.
        same = (None, "exact", total, claim.measure, claim.population, claim.as_of)
        for c in ctx.selection.claims:
            if same == (c.region_id, c.qualifier, c.value_low, c.measure, c.population, c.as_of):
                claim = c
                break
    else:
        value = i18n.format_figure(claim)
        note = i18n.t(
            "{population}, {date} · {claimant}",
            population=i18n.term_name("populations", claim.population),
            date=when,
            claimant=short_name(claim, data, i18n),
        )
    return {
        "label": head_label(kind, ctx),
        "value": value,
        "address": claim_address(claim, ctx),
        "note": note,
        "claims": claims,
        "ctx": ctx,
        "outside": False,
    }


#: Of a figure that a reader checks: so many claims of each group are shown at once.
MOST_SHOWN: Final = 6
HEADS: Final[dict[Group, str]] = {
    "same": N_("The same figure"),
    "includes": N_("Worded so that it includes it"),
    "another": N_("Another figure for the same people and the same day"),
    "otherwise": N_("Other days, other people or other regions"),
}
#: Where it is not said what is counted, or of whom.
SAME_DAY: Final = N_("Another figure for the same day")
NOTES: Final[dict[Group, str]] = {
    "includes": N_("“More than 500” leaves room for 567, “about 1,000” for a tenth more or less."),
    "otherwise": N_("A figure whose day is not certain stands here, too."),
}
PROBLEMS: Final[dict[Problem, str]] = {
    "none": N_("There is no number in this. Write it in digits: 1400, 1,400 or 1.2 million."),
    "negative": N_("A figure is zero or more: leave out the minus."),
    "marks": N_("This is not one number. Write it as 1400, 1,400 or 1.2 million."),
    "large": N_("This number is too large: figures below {most} are compared."),
    "between": N_("“Between” needs a second number, greater than the first."),
}


def _asked_of(view: View, dataset: Dataset) -> CheckedFigure | Problem | tuple[float, ...]:
    """The figure that an address asks for; what is wrong with it, or its numbers to choose from."""
    typed, to = parse_typed_figure(view.check), parse_typed_figure(view.check_to).value
    if typed.value is None:
        return typed.problem or typed.choices
    if view.said != "range":
        to = None
    elif to is None or to <= typed.value:
        return "between"
    mixed = frozenset(m.id for m in dataset.terms["measures"].values() if m.mixed)
    return CheckedFigure(
        typed.value, view.said, to, view.measure, view.population,
        view.check_day, view.check_region, mixed,
    )  # fmt: skip


def check_answer(ctx: Context) -> Markup:
    """The claims beside the figure of the address; nothing where it asks for none."""
    i18n, view, data, t = ctx.i18n, ctx.view, ctx.dataset, ctx.i18n.t
    if not view.check:
        return Markup()

    def counted(of: CheckedFigure | Claim, region: str | None) -> list[str]:
        """What is counted, of whom and where, as far as it is said."""
        said = [("measures", of.measure), ("populations", of.population)]
        where = [i18n.localize(data.regions[region], "label")] if region else []
        return [*(i18n.term_name(table, key) for table, key in said if key), *where]

    asked = _asked_of(view, data)
    meaning, choices, groups = "", [], list[tuple[str, str, Sequence[Claim]]]()
    if isinstance(asked, str):
        meaning = t(PROBLEMS[asked], most=LARGEST_NUMBER)
    elif isinstance(asked, tuple):
        choices = [(i18n.format_number(n), current_address(ctx, check=f"{n:.15g}")) for n in asked]
    else:
        number = t(QUALIFIED_NUMBERS.get(asked.qualifier, "{number}"), number=asked.value)
        if asked.upper_value is not None:
            number = t("{low} to {high}", low=asked.value, high=asked.upper_value)
        # The figure in words: "more than 500, Arrivals, soldiers, 23 February 2019".
        day = [i18n.format_day(asked.day)] if asked.day else []
        what, where = counted(asked, None), counted(asked, asked.region)
        words = [number, *what, *day, *where[len(what) :]]
        meaning = t("Compared: {figure}.", figure=", ".join(words))
        found, heads = group_claims(asked, ctx.selection.claims), dict(HEADS)
        if not (asked.measure or asked.population or "same" in found):
            heads["another"] = SAME_DAY
        for group, claims in found.items():
            groups.append((t(heads[group]), t(NOTES[group]) if group in NOTES else "", claims))
    return render(
        "check.html", i18n, meaning=meaning, choices=choices, groups=groups,
        counts_of=lambda claim: ", ".join(counted(claim, claim.region_id)),
        whole=current_address(ctx, filters=Filters()) if view.filters.list_active() else "",
        ctx=ctx, most=MOST_SHOWN, glyph_of=lambda claim: population_glyph(claim, data),
        nothing=isinstance(asked, CheckedFigure) and not groups,
        open=not (view.measure or view.population),
    )  # fmt: skip
