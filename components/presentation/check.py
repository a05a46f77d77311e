"""A figure that a reader checks: what was asked, and the claims beside it, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.i18n import N_
from components.presentation.context import Context
from components.presentation.figure_texts import population_glyph
from components.presentation.markup import filled
from components.presentation.notices import current_address
from components.query.claims import AskedFigure, Group, Problem, compared, read_typed
from components.query.filters import Filters
from components.query.numbers import LARGEST_NUMBER
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Claim

#: So many of each group are shown at once; a press opens the others.
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


def _asked_of(view: View, dataset: Dataset) -> AskedFigure | Problem | tuple[float, ...]:
    """The figure that an address asks for; what is wrong with it, or its numbers to choose from."""
    typed = read_typed(view.check)
    if typed.value is None:
        return typed.problem or typed.choices
    asked = AskedFigure(
        typed.value, view.said, None, view.measure, view.population,
        view.check_day, view.check_region,
        frozenset(m.id for m in dataset.words("measures").values() if m.mixed),
    )  # fmt: skip
    if view.said != "range":
        return asked
    to = read_typed(view.check_to).value
    return "between" if to is None or to <= typed.value else replace(asked, to=to)


def _counted(measure: str | None, population: str | None, ctx: Context) -> list[str]:
    """What is counted and of whom, as far as either is said."""
    said = (("measures", measure), ("populations", population))
    return [ctx.i18n.called(table, key) for table, key in said if key]


def _asked_words(asked: AskedFigure, ctx: Context) -> str:
    """The figure in words: "more than 500, Arrivals, soldiers, 23 February 2019"."""
    i18n = ctx.i18n
    number = i18n.qualified(asked.said, i18n.number(asked.value))
    if asked.to is not None:
        low, high = i18n.number(asked.value), i18n.number(asked.to)
        number = i18n.t("{low} to {high}", low=low, high=high)
    words = [number, *_counted(asked.measure, asked.population, ctx)]
    if asked.day:
        words.append(i18n.day(asked.day))
    if asked.region:
        words.append(i18n.of(ctx.dataset.regions[asked.region], "label"))
    return ", ".join(words)


def check_answer(ctx: Context) -> Markup:
    """The claims beside the figure of the address; nothing where it asks for none."""
    i18n, view, data, t = ctx.i18n, ctx.view, ctx.dataset, ctx.i18n.t
    if not view.check:
        return Markup()
    asked = _asked_of(view, data)
    meaning, choices = "", []
    groups: list[tuple[str, str, Sequence[Claim]]] = []
    if isinstance(asked, str):
        meaning = t(PROBLEMS[asked], most=i18n.number(LARGEST_NUMBER))
    elif isinstance(asked, tuple):
        choices = [(i18n.number(n), current_address(ctx, check=f"{n:.15g}")) for n in asked]
    else:
        meaning = t("Compared: {figure}.", figure=_asked_words(asked, ctx))
        found, heads = compared(asked, ctx.selection.claims), dict(HEADS)
        if not (asked.measure or asked.population or "same" in found):
            heads["another"] = SAME_DAY
        groups = [
            (t(heads[group]), t(NOTES[group]) if group in NOTES else "", claims)
            for group, claims in found.items()
        ]

    def counts_of(claim: Claim) -> str:
        region = data.regions.get(claim.region_id or "")
        where = [i18n.of(region, "label")] if region else []
        return ", ".join([*_counted(claim.measure, claim.population, ctx), *where])

    return filled(
        "check.html", i18n, meaning=meaning, choices=choices, groups=groups, counts_of=counts_of,
        whole=current_address(ctx, filters=Filters()) if view.filters.active() else "",
        ctx=ctx, most=MOST_SHOWN, glyph_of=lambda claim: population_glyph(claim, data),
        nothing=isinstance(asked, AskedFigure) and not groups,
        open=not (view.measure or view.population),
    )  # fmt: skip
