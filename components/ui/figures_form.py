"""How many?: the choices of its chart, and the form that checks a figure."""

from __future__ import annotations

from typing import Final

from components.i18n.names import QUALIFIER
from components.presentation.context import Context
from components.presentation.figure_texts import ALL, chart_options, check_answer
from components.presentation.notices import current_address
from components.query.claims import read_typed
from components.query.figures import measures_of, totals
from components.query.view import MAX_TEXT
from components.story.edtf import parse_edtf
from components.ui.parts import draw_form

TEMPLATE: Final = "figures_form.html"


def draw_choices(ctx: Context) -> None:
    """Draw the three choices; each is written to the address."""
    i18n, data, view, t = ctx.i18n, ctx.dataset, ctx.view, ctx.i18n.t
    every = totals(data.claims.values())
    counted = [*measures_of(data, every), *([view.measure] if view.measure else [])]
    within = [c for c in every if c.measure in chart_options(data, view).measures]
    people = [*measures_of(data, within, "population"), *filter(None, [view.population])]
    speakers = [c.claimant_id for c in within] + ([view.claimant] if view.claimant else [])
    names = {key: i18n.of(data.claimants[key], "name") for key in speakers}
    by_name = dict(sorted(names.items(), key=lambda item: item[1].casefold()))
    choices = (
        ("measure", t("What is counted"), t("Every measure"),
         {m: i18n.called("measures", m) for m in counted}),
        ("population", t("Who is counted"), t("Everybody"),
         {p: i18n.called("populations", p) for p in people}),
        ("claimant", t("Who said it"), t("All voices"), by_name),
    )  # fmt: skip
    fields = [
        (name, label, {ALL: everything} | options, getattr(view, name) or ALL)
        for name, label, everything, options in choices
    ]
    draw_form(TEMPLATE, ctx.i18n, "totals-choices", choices=fields, check=None)


def draw_check(ctx: Context) -> None:
    """Draw the form, open where the address asks for a figure, and the claims beside it."""
    i18n, data, view, t = ctx.i18n, ctx.dataset, ctx.view, ctx.i18n.t
    counted = [c for c in data.claims.values() if c.qualifier]
    # The days that some figure holds for, and the one in the address.
    dates = (parse_edtf(claim.as_of) for claim in counted if claim.as_of)
    days = {date.first for date in dates if date.is_day} | ({view.check_day} - {None})

    def words(table: str, *used: str | None) -> dict[str, str]:
        named = {key: i18n.called(table, key) for key in data.words(table) if key in used}
        return {"": t("any")} | named

    def number(text: str) -> str:
        value = read_typed(text).value
        return text if value is None else i18n.number(value)

    # What is the default leaves the address.
    said = {"" if key == "exact" else str(key): t(name) for key, name in QUALIFIER.items()}
    said["range"] = t("between")
    measures = words("measures", view.measure, *(c.measure for c in counted))
    people = words("populations", view.population, *(c.population for c in counted))
    by_day = {day.isoformat(): i18n.day(day) for day in sorted(filter(None, days))}
    regions = {key: i18n.of(region, "label") for key, region in data.regions.items()}
    nothing = {"": t("any")}
    choices = (
        ("said", t("How it was said"), said, "" if view.said == "exact" else view.said),
        ("measure", t("What is counted"), measures, view.measure or ""),
        ("population", t("Who is counted"), people, view.population or ""),
        ("check_day", t("Day"), nothing | by_day, view.check_day or ""),
        ("check_region", t("Region"), nothing | regions, view.check_region or ""),
    )
    asked = {"check": "", "said": "exact", "check_to": "", "check_day": None, "check_region": None}
    draw_form(
        TEMPLATE,
        i18n,
        "check",
        most_text=MAX_TEXT,
        choices=choices,
        check={"number": number(view.check), "to": number(view.check_to)},
        clear=current_address(ctx, **asked) if view.check else "",
        answer=check_answer(ctx),
    )
