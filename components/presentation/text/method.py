"""The Method as text: how a story's data were made, counted from them and told by its makers."""

from __future__ import annotations

from typing import Final, get_args

from markupsafe import Markup

from components.domain.records.models import Basis
from components.domain.records.presentation import MethodPart
from components.i18n import N_
from components.i18n.glossary import OTHER, glossary_rows
from components.i18n.intake import say_together
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.method import (
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
    wording_lines,
)
from components.presentation.pages import lead_of
from components.presentation.records.badges import address
from components.presentation.records.claims import presented
from components.presentation.text.parts import PageParts, filled

SECTIONS: Final = (
    ("scope", N_("What it covers")),
    ("events-and-claims", N_("Events and claims")),
    ("dates", N_("Dates")),
    ("places", N_("Places and regions")),
    ("voices", N_("Who speaks")),
    ("not-known", N_("What is not known")),
    ("terms", N_("Terms")),
    ("corrections", N_("Mistakes and corrections")),
    ("cite", N_("Version and citation")),
    ("accessibility", N_("Accessibility")),
    ("privacy", N_("Privacy")),
)
"""The ids of the page's sections in their order, with their headings."""


def told(ctx: Context) -> tuple[list[tuple[str, str]], Markup]:
    """The page below its title, after its sections for an index: id and heading of each.

    What the format means and what can be counted is said of every story; what its makers decided
    is said where ``presentation.json`` has a paragraph for that part.
    """
    story, data, i18n = ctx.story, ctx.dataset, ctx.i18n

    def own(part: MethodPart) -> list[str]:
        return [getattr(text, i18n.language) for text in data.presentation.method.get(part, ())]

    documents, differing = document_lines(ctx), open_questions(ctx)
    not_known = unknowns(data, i18n)
    notes = story.intake.of_level("note") if story.intake else ()
    empty = {
        "voices": not data.claims,
        "not-known": not (not_known or differing or data.presentation.method.get("not-known")),
    }
    sections = [(key, i18n.t(text)) for key, text in SECTIONS if not empty.get(key)]
    return sections, filled(
        "method.html",
        i18n,
        own=own,
        sections=[key for key, _ in sections],
        data=data,
        documents=documents,
        outside=len(data.sources) - len(documents),
        span=i18n.date("/".join(day.isoformat() for day in data.coverage)),
        notes=[said.line for said in say_together(notes, i18n)],
        bases=[i18n.t(BASIS[key]) for key in get_args(Basis)],
        dates=date_rows(data, i18n),
        sharpened=sum(1 for e in data.events.values() if e.document_date),
        places=place_rows(data, i18n),
        regions=region_rows(data, i18n),
        attested=sum(row.basis == "attested" for row in data.region_departments),
        borders=border_lines(story, i18n),
        terms=glossary_rows(i18n, data.presentation.terms),
        other=OTHER[i18n.language],
        voices=voice_rows(data, i18n),
        left_out=left_out_rows(data, i18n),
        corrections=correction_rows(ctx),
        wording=wording_lines(ctx),
        versions=version_links(ctx),
        unknowns=not_known,
        questions=differing,
        presented=presented(i18n),
        differ_page=address("disagreements", ctx),
    )


def method(ctx: Context) -> PageParts:
    """The Method page as text."""
    return PageParts(
        ctx.i18n.t("How this was made, and what it cannot tell"),
        lead_of("method", ctx.i18n),
        (told(ctx)[1],),
    )
