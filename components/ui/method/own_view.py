"""Method for another story: what can be told of it from its data alone."""

from __future__ import annotations

from typing import get_args

from components.domain.records.models import Basis
from components.i18n.intake import say
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.method import (
    correction_rows,
    date_rows,
    left_out_rows,
    open_questions,
    place_rows,
    voice_rows,
)
from components.presentation.sentence import period
from components.ui.shared.blocks import block


def draw_own_method(here: Context) -> None:
    """What the story holds, how it was read, and what is not known."""
    i18n, data, intake = here.i18n, here.dataset, here.story.intake
    notes = intake.of_level("note") if intake else ()
    block(
        "own_method.html",
        i18n,
        data=data,
        events=i18n.number(len(data.events)),
        claims=i18n.number(len(data.claims)),
        sources=i18n.number(len(data.sources)),
        span=i18n.date("/".join(day.isoformat() for day in period(here))),
        bases=[i18n.t(BASIS[key]) for key in get_args(Basis)],
        dates=date_rows(here),
        places=place_rows(here),
        voices=voice_rows(here) if data.claims else [],
        left_out=left_out_rows(here),
        corrections=correction_rows(here),
        questions=open_questions(here),
        notes=[say(problem, i18n).line for problem in notes],
    )
