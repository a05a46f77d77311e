"""How many?: the choices of its chart, and the form that checks a figure."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.i18n.names import QUALIFIER
from components.presentation.context import Context
from components.presentation.figure_texts import ALL, chart_options, check_answer
from components.query.claims import read_typed
from components.query.figures import measures_of, totals
from components.query.view import MAX_TEXT, View
from components.story.days import parse_day
from components.story.edtf import parse_edtf
from components.ui.parts import block, choices
from components.ui.session import change_view

#: How wide a field of the form is, in pixels.
FIELD_PX: Final = 190


def draw_choices(ctx: Context) -> None:
    """Draw the three choices; each is written to the address."""
    i18n, data, view, t = ctx.i18n, ctx.dataset, ctx.view, ctx.i18n.t
    every = totals(data.claims.values())
    counted = [*measures_of(data, every), *([view.measure] if view.measure else [])]
    within = [c for c in every if c.measure in chart_options(data, view).measures]
    people = [*measures_of(data, within, "population"), *filter(None, [view.population])]
    names = {c.claimant_id: i18n.of(data.claimants[c.claimant_id], "name") for c in within}
    if view.claimant:
        names[view.claimant] = i18n.of(data.claimants[view.claimant], "name")
    measures = {m: i18n.called("measures", m) for m in counted}
    populations = {p: i18n.called("populations", p) for p in people}
    by_name = dict(sorted(names.items(), key=lambda item: item[1].casefold()))
    with st.container(horizontal=True, key="totals-choices", gap="small"):
        for name, label, everything, options in (
            ("measure", t("What is counted"), t("Every measure"), measures),
            ("population", t("Who is counted"), t("Everybody"), populations),
            ("claimant", t("Who said it"), t("All voices"), by_name),
        ):

            def choose(value: str, name: str = name) -> None:
                change_view(**{name: value or None})

            options, now = {ALL: everything, **options}, getattr(view, name) or ALL
            key, none = f"totals-{name}", t("Choose an option")
            choices(st.selectbox, key, label, options, now, choose, placeholder=none)


def _sent(name: str) -> str:
    return str(st.session_state[f"check-{name}"] or "")


def _number(text: str, unit: str = "") -> str:
    """A number as an address has it, or the text as it was typed."""
    plain = " ".join(f"{text} {unit}".split())[:MAX_TEXT]
    value = read_typed(plain).value
    return plain if value is None else f"{value:.15g}"


def _compare() -> None:
    text, day = _sent("number"), _sent("day")
    if not text.strip():
        _clear()
        return
    change_view(
        check=_number(text, _sent("unit")),
        said=_sent("said"),
        check_to=_number(_sent("to")) if _sent("said") == "range" else "",
        measure=_sent("measure") or None,
        population=_sent("population") or None,
        check_day=parse_day(day) if day else None,
        check_region=_sent("region") or None,
    )


def _clear() -> None:
    change_view(check="", said="exact", check_to="", check_day=None, check_region=None)


def _fields(ctx: Context, view: View) -> None:
    i18n, data, t = ctx.i18n, ctx.dataset, ctx.i18n.t
    counted = [c for c in data.claims.values() if c.qualifier]
    # The days that some figure holds for, and the one in the address.
    dates = (parse_edtf(claim.as_of) for claim in counted if claim.as_of)
    days = {date.first for date in dates if date.is_day} | ({view.check_day} - {None})

    def words(table: str, *used: str | None) -> dict[str, str]:
        return {key: i18n.called(table, key) for key in data.words(table) if key in used}

    def number(name: str, label: str, text: str, example: int) -> None:
        value = read_typed(text).value
        st.session_state[f"check-{name}"] = text if value is None else i18n.number(value)
        st.text_input(
            label,
            key=f"check-{name}",
            max_chars=MAX_TEXT,
            width=FIELD_PX,
            placeholder=i18n.number(example),
        )

    def choice(name: str, label: str, options: dict[str, str], value: str | None) -> None:
        choices(
            st.selectbox,
            f"check-{name}",
            label,
            options,
            value or "",
            width=FIELD_PX,
            placeholder=t("Choose an option"),
        )

    nothing = {"": t("any")}
    units = {"": "—", "thousand": t("thousand"), "million": t("million")}
    said = {str(key): t(name) for key, name in QUALIFIER.items()} | {"range": t("between")}
    measures = words("measures", view.measure, *(c.measure for c in counted))
    people = words("populations", view.population, *(c.population for c in counted))
    by_day = {day.isoformat(): i18n.day(day) for day in sorted(filter(None, days))}
    regions = {key: i18n.of(region, "label") for key, region in data.regions.items()}
    number("number", t("A number, in digits"), view.check, 1400)
    choice("unit", t("Unit"), units, "")
    choice("said", t("How it was said"), said, view.said)
    number("to", t("And, for “between”"), view.check_to, 2000)
    choice("measure", t("What is counted"), nothing | measures, view.measure)
    choice("population", t("Who is counted"), nothing | people, view.population)
    choice("day", t("Day"), nothing | by_day, view.check_day.isoformat() if view.check_day else "")
    choice("region", t("Region"), nothing | regions, view.check_region)


def draw_check(ctx: Context) -> None:
    """Draw the form, open where the address asks for a figure, and the claims beside it."""
    t, view = ctx.i18n.t, ctx.view
    with (
        st.container(key="check"),
        st.expander(f"**{t('Check a figure')}**", expanded=bool(view.check)),
    ):
        block("check_head.html", ctx.i18n)
        with st.form("check-form", border=False):
            with st.container(horizontal=True, gap="small", key="check-fields"):
                _fields(ctx, view)
            with st.container(horizontal=True, gap="small"):
                st.form_submit_button(
                    t("Compare"), key="check-send", type="primary", on_click=_compare
                )
                if view.check:
                    st.form_submit_button(t("Clear"), key="check-clear", on_click=_clear)
        if found := check_answer(ctx):
            st.html(found)
