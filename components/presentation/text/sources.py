"""The Sources as text: who each source is, what rests on it, and its citation."""

from __future__ import annotations

from markupsafe import Markup

from components.domain.records.models import Source, Tier
from components.exports.citations import STYLE_NAMES, format_source
from components.i18n import N_
from components.i18n.labels import BASIS, KIND, VOICE
from components.presentation.context import Context
from components.presentation.files import file_address
from components.presentation.records.citations import issued
from components.presentation.sentence import sentence
from components.presentation.sources import (
    MOST_RESTING,
    MOST_SOURCES,
    TIERS,
    resting_on,
    shown_sources,
)
from components.presentation.tables.dictionary import WHOLE
from components.presentation.text.parts import Said, filled, shown


def card(source: Source, here: Context) -> Markup:
    """One source: what it is, how its date is known, and all that rests on it."""
    i18n, details = here.i18n, source.custom
    names = here.dataset.sources
    return filled(
        "source.html",
        here,
        id=source.id,
        short=i18n.source(source),
        title=source.title,
        kind=i18n.t(KIND[details.kind]),
        voice=i18n.t(VOICE[details.voice]),
        issued=issued(source, i18n),
        basis=details.date_basis,
        basis_label=i18n.t(BASIS[details.date_basis]),
        date_note=getattr(details.date_note, i18n.language),
        notes=getattr(details.notes, i18n.language),
        upstream=i18n.list(i18n.source(names[s]) for s in details.upstream),
        language=i18n.locale.languages.get(source.language[:2], source.language),
        source_language=source.language[:2],
        url=source.URL,
        resting=resting_on(source, here),
        more=max(len(here.dataset.citations_from(source.id)) - MOST_RESTING, 0),
        opened=here.view.filters.sources == (source.id,),
        style=STYLE_NAMES[here.view.cite],
    )


def tier(key: Tier, here: Context) -> tuple[Markup, tuple[Source, ...], int]:
    """The heading of one kind of source, those of it that are listed, and how many more fit."""
    heading, lead = TIERS[key]
    every = [s for s in here.dataset.sources.values() if s.custom.tier == key]
    left = tuple(s for s in shown_sources(here) if s.custom.tier == key)
    count = here.i18n.t("{shown} of {total}", shown=len(left), total=len(every))
    t = here.i18n.t
    head = filled("tier.html", here, heading=t(heading), lead=t(lead), count=count)
    return head, left[:MOST_SOURCES], max(len(left) - MOST_SOURCES, 0)


def more_words(more: int, here: Context) -> str:
    """That a very long list of sources is cut."""
    return here.i18n.n(
        "The first {shown} are listed; {count} more can be chosen under Sources above.",
        "The first {shown} are listed; {count} more can be chosen under Sources above.",
        more,
        shown=here.i18n.number(MOST_SOURCES),
    )


def sources(here: Context) -> Said:
    """Who says so."""
    i18n = here.i18n
    files = [(file_address(here, n), label) for n, (label, _) in WHOLE.items() if "bib" in n]
    parts = [shown(sentence(here), here), filled("text_files.html", here, files=files)]
    for key in TIERS:
        head, listed, more = tier(key, here)
        parts += [head, *([filled("caveat.html", here, text=more_words(more, here))] * bool(more))]
        for source in listed:
            reference = format_source(source, here.view.cite, i18n.language)
            parts += [card(source, here), filled("text_reference.html", here, text=reference.text)]
    lead = N_(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return Said(i18n.t("The sources, and what rests on them"), i18n.t(lead), tuple(parts))
