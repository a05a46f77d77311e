"""The Method as text: how the data were made; of another story, what its data alone can tell."""

from __future__ import annotations

from typing import get_args

from markupsafe import Markup

from components.domain.records.models import Basis
from components.i18n import N_
from components.i18n.glossary import glossary_rows
from components.i18n.intake import say_together
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.method import (
    FIRST_PUBLISHED_YEAR,
    border_lines,
    correction_rows,
    date_rows,
    document_lines,
    left_out_rows,
    open_questions,
    place_rows,
    region_rows,
    unknowns,
    version_links,
    voice_rows,
)
from components.presentation.records.badges import address
from components.presentation.records.claims import presented
from components.presentation.sentence import period
from components.presentation.text.parts import PageParts, filled


def made_here(ctx: Context) -> Markup:
    """How this project's own data were made, counted from them."""
    data, i18n = ctx.dataset, ctx.i18n
    documents = document_lines(ctx)
    return filled(
        "method.html",
        ctx.i18n,
        data=data,
        documents=documents,
        outside=len(data.sources) - len(documents),
        bases=[i18n.t(BASIS[key]) for key in get_args(Basis)],
        dates=date_rows(data, i18n),
        sharpened=sum(1 for e in data.events.values() if e.document_date),
        places=place_rows(data, i18n),
        regions=region_rows(data, i18n),
        attested=sum(row.basis == "attested" for row in data.region_departments),
        borders=border_lines(ctx.story, i18n),
        terms=glossary_rows(i18n),
        other="es" if i18n.language == "en" else "en",
        voices=voice_rows(data, i18n),
        left_out=left_out_rows(data, i18n),
        corrections=correction_rows(ctx),
        versions=version_links(ctx),
        unknowns=unknowns(data, i18n),
        questions=open_questions(ctx),
        presented=presented(ctx.i18n),
        differ_page=address("disagreements", ctx),
        year=FIRST_PUBLISHED_YEAR,
    )


def made_elsewhere(ctx: Context) -> Markup:
    """What a story of somebody else holds, how it was read, and what is not known."""
    i18n, data, intake = ctx.i18n, ctx.dataset, ctx.story.intake
    notes = intake.of_level("note") if intake else ()
    return filled(
        "opened_method.html",
        ctx.i18n,
        data=data,
        events=i18n.number(len(data.events)),
        claims=i18n.number(len(data.claims)),
        sources=i18n.number(len(data.sources)),
        span=i18n.date("/".join(day.isoformat() for day in period(data))),
        bases=[i18n.t(BASIS[key]) for key in get_args(Basis)],
        dates=date_rows(data, i18n),
        places=place_rows(data, i18n),
        voices=voice_rows(data, i18n) if data.claims else [],
        left_out=left_out_rows(data, i18n),
        corrections=correction_rows(ctx),
        questions=open_questions(ctx),
        notes=[said.line for said in say_together(notes, i18n)],
    )


def told(ctx: Context) -> Markup:
    """The whole page below its title."""
    return made_here(ctx) if ctx.dataset.presentation.method else made_elsewhere(ctx)


def method(ctx: Context) -> PageParts:
    """The Method page as text."""
    lead = N_(
        "Where the facts come from, how dates, places and numbers were decided, what is not known "
        "and how to report a mistake. The numbers on this page are of the whole data set, "
        "whatever the filters."
    )
    return PageParts(
        ctx.i18n.t("How this was made, and what it cannot tell"), ctx.i18n.t(lead), (told(ctx),)
    )
