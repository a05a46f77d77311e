"""Method: the page's numbers and lists, all computed from the data set."""

from __future__ import annotations

from typing import Final, get_args

from components.domain.records.models import Basis
from components.i18n import N_
from components.i18n.glossary import glossary_rows
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.method import (
    PUBLISHED,
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
from components.ui.shared.blocks import block
from components.ui.shared.folds import fold_tools

INDEX: Final = (
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


def draw_method(here: Context) -> None:
    """The whole page below its title."""
    data, i18n = here.dataset, here.i18n
    bases = [i18n.t(BASIS[key]) for key in get_args(Basis)]
    documents = document_lines(here)
    fold_tools(i18n, links=[(key, i18n.t(text)) for key, text in INDEX])
    attested = sum(row.basis == "attested" for row in data.region_departments)
    block(
        "method.html",
        i18n,
        data=data,
        documents=documents,
        outside=len(data.sources) - len(documents),
        bases=bases,
        dates=date_rows(here),
        sharpened=sum(1 for e in data.events.values() if e.document_date),
        places=place_rows(here),
        regions=region_rows(here),
        attested=attested,
        borders=border_lines(here),
        terms=glossary_rows(i18n),
        other="es" if i18n.language == "en" else "en",
        voices=voice_rows(here),
        left_out=left_out_rows(here),
        corrections=correction_rows(here),
        versions=version_links(here),
        unknowns=unknowns(here),
        questions=open_questions(here),
        presented=presented(here),
        differ_page=address("disagreements", here),
        year=PUBLISHED,
    )
