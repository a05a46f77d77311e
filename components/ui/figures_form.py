"""How many?: the choices of its chart, and the form that checks a figure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import streamlit as st

from components.i18n import I18n
from components.i18n.code_names import QUALIFIER
from components.presentation.context import Context
from components.presentation.figure_texts import (
    ALL,
    chart_options,
    check_answer,
)
from components.query.claims import read_typed
from components.query.figures import measures_of, populations_of, totals
from components.query.view import MAX_TEXT, View
from components.story.days import parse_day
from components.story.edtf import parse_edtf
from components.story.models import Claim
from components.ui.parts import block
from components.ui.session import change_view


def _picked(name: str) -> None:
    change_view(**{name: st.session_state[f"totals-{name}"] or None})


def _select(
    key: str, label: str, options: dict[str, str], value: str, i18n: I18n, **how: Any
) -> None:
    st.session_state[key] = value
    st.selectbox(
        label,
        list(options),
        format_func=lambda option: options[option],
        placeholder=i18n.t("Choose an option"),
        key=key,
        **how,
    )


def draw_choices(ctx: Context) -> None:
    """Draw the three choices; each is written to the address."""
    i18n, data, view = ctx.i18n, ctx.dataset, ctx.view
    t = i18n.t
    every = totals(data.claims.values())
    measures = {ALL: t("Every measure")}
    counted = [*measures_of(data, every), *([view.measure] if view.measure else [])]
    measures |= {m: i18n.called("measures", m) for m in counted}
    within = [c for c in every if c.measure in chart_options(data, view).measures]
    people = [*populations_of(data, within), *([view.population] if view.population else [])]
    populations = {ALL: t("Everybody")}
    populations |= {p: i18n.called("populations", p) for p in people}
    names = {c.claimant_id: i18n.of(data.claimants[c.claimant_id], "name") for c in within}
    if view.claimant:
        names[view.claimant] = i18n.of(data.claimants[view.claimant], "name")
    claimants = {ALL: t("All voices")}
    claimants |= dict(sorted(names.items(), key=lambda item: item[1].casefold()))
    with st.container(horizontal=True, key="totals-choices", gap="small"):
        for name, label, options in (
            ("measure", t("What is counted"), measures),
            ("population", t("Who is counted"), populations),
            ("claimant", t("Who said it"), claimants),
        ):
            value = getattr(view, name) or ALL
            how = {"on_change": _picked, "args": (name,)}
            _select(f"totals-{name}", label, options, value, i18n, **how)


ANY: Final = ""
#: How wide a field of the form is, in pixels.
FIELD: Final[dict[str, Any]] = {"width": 190}


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


def _shown(text: str, i18n: I18n) -> str:
    value = read_typed(text).value
    return text if value is None else i18n.number(value)


def _days(claims: Mapping[str, Claim], chosen: date | None) -> list[date]:
    """The days that some figure holds for, and the one in the address."""
    dates = [parse_edtf(c.as_of) for c in claims.values() if c.qualifier and c.as_of]
    return sorted({d.first for d in dates if d.is_day} | ({chosen} if chosen else set()))


def _text(name: str, label: str, value: str, placeholder: str) -> None:
    key = f"check-{name}"
    st.session_state[key] = value
    st.text_input(label, key=key, max_chars=MAX_TEXT, placeholder=placeholder, width=190)


def _fields(ctx: Context, view: View) -> None:
    i18n, data = ctx.i18n, ctx.dataset
    t = i18n.t
    counted = [c for c in data.claims.values() if c.qualifier]
    measures = {c.measure for c in counted} | {view.measure}
    populations = {c.population for c in counted} | {view.population}
    nothing = {ANY: t("any")}
    units = {ANY: "—", "thousand": t("thousand"), "million": t("million")}
    said = {str(key): t(name) for key, name in QUALIFIER.items()} | {"range": t("between")}
    days = {d.isoformat(): i18n.day(d) for d in _days(data.claims, view.check_day)}
    regions = {key: i18n.of(region, "label") for key, region in data.regions.items()}
    _text("number", t("A number, in digits"), _shown(view.check, i18n), i18n.number(1400))
    _select("check-unit", t("Unit"), units, ANY, i18n, **FIELD)
    _select("check-said", t("How it was said"), said, view.said, i18n, **FIELD)
    _text("to", t("And, for “between”"), _shown(view.check_to, i18n), i18n.number(2000))
    names = {m: i18n.called("measures", m) for m in data.words("measures") if m in measures}
    _select(
        "check-measure", t("What is counted"), nothing | names, view.measure or ANY, i18n, width=190
    )
    people = {
        p: i18n.called("populations", p) for p in data.words("populations") if p in populations
    }
    _select(
        "check-population",
        t("Who is counted"),
        nothing | people,
        view.population or ANY,
        i18n,
        width=190,
    )
    day = view.check_day.isoformat() if view.check_day else ANY
    _select("check-day", t("Day"), nothing | days, day, i18n, **FIELD)
    _select(
        "check-region", t("Region"), nothing | regions, view.check_region or ANY, i18n, width=190
    )


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
