"""The claim ladder on a page: headline, choices, panels, sum, list and table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.domain.headlines import regional_counts
from components.domain.ladder import (
    DEFAULT_MEASURES,
    as_of,
    finding,
    on_ladder,
    totals,
)
from components.domain.models import Claim
from components.figures.ladder import GLYPH
from components.ui.cited import Cited, cited
from components.ui.claim_detail import draw_claim
from components.ui.context import Context
from components.ui.event_list import ListRow, event_list
from components.ui.events import source_names
from components.ui.ladder_choices import asked, draw_choices, offer_to_loosen
from components.ui.ladder_panels import choose_claim, draw_panels
from components.ui.ladder_words import (
    claimant_name,
    date_words,
    finding_words,
    measure_name,
    population_name,
    short_name,
    shown_words,
    value_words,
)
from components.ui.markup import block
from components.ui.sentence import title


@dataclass(frozen=True)
class _Addend:
    region: str
    value: str


def _sum(here: Context) -> None:
    """The one sum shown: the regional counts of the latest day, each named."""
    i18n = here.i18n
    days = regional_counts(here.dataset, here.view.filters)
    parts = days[-1] if days else ()
    if len(parts) < 2 or any(c.qualifier != "exact" for c in parts):
        return
    marks: dict[tuple[str, int | None], Cited] = {}
    for claim in parts:
        for item in cited(claim.id, here):
            marks.setdefault((item.source_id, item.locator), item)
    ordered = sorted(parts, key=lambda c: (-(c.value_low or 0), c.id))
    block(
        "ladder_sum.html",
        i18n,
        total=i18n.number(sum(c.value_low or 0 for c in parts)),
        count=len(parts),
        day=i18n.date(as_of(parts[0])),
        parts=[
            _Addend(i18n.of(here.dataset.regions[c.region_id or ""], "label"), i18n.value(c))
            for c in ordered
        ],
        citations=tuple(marks.values()),
    )


def _counted(claim: Claim, here: Context) -> str:
    """A figure with what it counts: "nearly 1,000 soldiers", "3 hotels"."""
    value = value_words(claim, here.i18n)
    if claim.unit != "people":
        return value
    return f"{value} {population_name(claim.population, here.i18n)}"


def _row(claim: Claim, here: Context) -> ListRow:
    i18n = here.i18n
    return ListRow(
        id=claim.id,
        date=i18n.date(as_of(claim)),
        title=f"{_counted(claim, here)} · {short_name(claim, here)}",
        note=i18n.of(claim, "statement"),
        glyph=GLYPH[claim.population],
        colour=here.palette.ink,
        kind=f"{measure_name(claim.measure, i18n)}, {population_name(claim.population, i18n)}",
        sources=source_names(claim.id, here),
        tag=i18n.t("date inferred") if claim.as_of_basis == "inferred" else "",
    )


@dataclass(frozen=True)
class _TableRow:
    value: str
    measure: str
    population: str
    claimant: str
    date: str
    sources: str


def _table_row(claim: Claim, here: Context) -> _TableRow:
    i18n = here.i18n
    return _TableRow(
        value_words(claim, i18n),
        measure_name(claim.measure, i18n),
        population_name(claim.population, i18n),
        claimant_name(claim, here),
        date_words(claim, i18n),
        source_names(claim.id, here),
    )


def ladder_finding(shown: Sequence[Claim], here: Context) -> str:
    """The ladder's title: what the figures of the first measure shown say."""
    i18n = here.i18n
    first = shown[0].measure if shown else None
    leading = [c for c in shown if c.measure == (asked(here).measures[0] if shown else None)]
    leading = leading or [c for c in shown if c.measure == first]
    text = finding_words(finding(here.dataset, leading), i18n)
    if leading and leading[0].measure != DEFAULT_MEASURES[0]:
        name = measure_name(leading[0].measure, i18n)
        text = f"{name}: {text[:1].lower()}{text[1:]}"
    return text


def _heading(shown: Sequence[Claim], here: Context) -> None:
    title(
        here,
        ladder_finding(shown, here),
        here.i18n.t(
            "Every reported total at the date it holds for, with who said it and how exactly. "
            "The figures count different people on different days: none is joined to another, "
            "added up or averaged."
        ),
    )


def draw_ladder(here: Context) -> None:
    """Draw the ladder with everything that belongs to it."""
    i18n = here.i18n
    shown = on_ladder(here.selection.claims, asked(here))
    _heading(shown, here)
    draw_choices(here)
    total = len(totals(here.dataset.claims.values()))
    block("shown.html", i18n, text=shown_words(shown, total, here))
    if not shown:
        offer_to_loosen(here)
        return
    chart, detail = st.columns([77, 23], gap="medium")
    with chart:
        draw_panels(shown, here)
        if "arrivals" in asked(here).measures:
            _sum(here)
    with detail, st.container(key="ladder-detail"):
        draw_claim(here)
    event_list(
        [_row(claim, here) for claim in shown],
        label=i18n.t("The same figures, in order of date"),
        chosen=here.view.claim,
        key="ladder-list",
        on_choose=choose_claim,
    )
    with st.expander(i18n.t("The same figures as a table")):
        block("ladder_table.html", i18n, rows=[_table_row(c, here) for c in shown])
