"""What rests on each source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from components.domain.records.dataset import Dataset
from components.domain.records.models import Citation, Tier
from components.domain.records.sources import Source
from components.domain.views.filters import Filters, source_in_use
from components.domain.views.view import View
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.exports.citations import STYLE_NAMES, format_source
from components.i18n import N_, I18n
from components.i18n.credit import file_stem
from components.i18n.labels import BASIS, KIND, VOICE
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.citations import in_version, issued, language_of
from components.presentation.sentence import restrictions
from components.presentation.stories import LoadedStory

TIERS: Final[dict[Tier, tuple[str, str]]] = {
    "document": (
        N_("The documents"),
        N_("The sources that the story rests on."),
    ),
    "corroborating": (
        N_("Corroborating reports"),
        N_("Reports from outside the documents, marked ◇ wherever they appear."),
    ),
}


#: Of a source of a very large story, so many records are listed; the filters lead to the others.
MOST_RESTING: Final = 150
MOST_SOURCES: Final = 100


@dataclass(frozen=True)
class _Resting:
    """One event or claim that rests on a source, at one paragraph."""

    locator: int | None
    wording: str
    text: str
    kind: str
    address: str


@dataclass(frozen=True)
class _SourceRow:
    """One source: its line in the table, and what opens under it."""

    id: str
    short: str
    title: str
    kind: str
    voice: str
    issued: str
    basis: str
    basis_label: str
    date_note: str
    notes: str
    upstream: str
    language: str
    source_language: str
    url: str
    resting: tuple[_Resting, ...]
    total: int
    opened: bool
    citation: str


@dataclass(frozen=True)
class _Tier:
    """The sources of one tier."""

    id: str
    heading: str
    lead: str
    count: str
    rows: tuple[_SourceRow, ...]
    more: int


def _resting(citation: Citation, ctx: Context) -> _Resting:
    i18n, data = ctx.i18n, ctx.dataset
    record = citation.record_id
    if record in data.events:
        text, kind, chosen = i18n.of(data.events[record], "title"), i18n.t("Event"), record
    else:
        claim = data.claims[record]
        text, kind = i18n.of(claim, "statement"), i18n.t("Claim")
        chosen = claim.event_id or ""
    address = f"./?lang={i18n.language}&event={chosen}{in_version(ctx.view)}" if chosen else ""
    return _Resting(citation.locator, citation.wording, text, kind, address)


def sources_sentence(ctx: Context) -> str:
    """How many of the sources are shown, and under which of the filters that concern them."""
    i18n, asked = ctx.i18n, ctx.view.filters
    left = shown_sources(ctx.dataset, ctx.view)
    total = i18n.n("{count} source", "{count} sources", len(ctx.dataset.sources))
    own = Filters(
        published_by=asked.published_by,
        excluded_voices=asked.excluded_voices,
        documents_only=asked.documents_only,
        sources=asked.sources,
    )
    counted = i18n.t("{shown} of {rows}", shown=i18n.number(len(left)), rows=total)
    parts = [counted, *restrictions(replace(ctx, view=replace(ctx.view, filters=own)))]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))


def resting_on(source: Source, ctx: Context) -> tuple[_Resting, ...]:
    """Everything that rests on a source, by paragraph."""
    found = ctx.dataset.citations_from(source.id)
    ordered = sorted(found, key=lambda c: (c.locator or 0, c.record_id))
    return tuple(_resting(citation, ctx) for citation in ordered[:MOST_RESTING])


def bibliography_name(name: str, sources: Sequence[Source], dataset: Dataset) -> str:
    """The name under which a file of the sources is saved: story, version, whether filtered."""
    filtered = "-filtered" if len(sources) < len(dataset.sources) else ""
    ending = BIBLIOGRAPHY_FORMATS[name].ending
    return f"{file_stem(dataset)}-sources-{dataset.version}{filtered}.{ending}"


def bibliography_file(
    name: str, sources: Sequence[Source], story: LoadedStory, i18n: I18n
) -> bytes | None:
    """A file of the sources; ``None`` if there are too many to make it before it is asked for.

    A file that is there beforehand is a plain download: nothing moves under the next click, and no
    run of the page can take it away between a click and its answer.
    """
    if len(sources) > MOST_SOURCES:
        return None
    language = i18n.language
    key = ("bibliography", name, tuple(s.id for s in sources), language)
    return story.once(key, lambda: BIBLIOGRAPHY_FORMATS[name].write(sources, language).encode())


def shown_sources(dataset: Dataset, view: View) -> tuple[Source, ...]:
    """The sources under the filters: tier, voices, day of knowledge, and those chosen."""
    filters = view.filters
    return tuple(
        source
        for source in dataset.sources.values()
        if source_in_use(source, replace(filters, sources=()))
        and (not filters.sources or source.id in filters.sources)
    )


def _row(source: Source, ctx: Context) -> _SourceRow:
    i18n, details = ctx.i18n, source.custom
    names = ctx.dataset.sources
    return _SourceRow(
        id=source.id,
        short=i18n.source(source),
        title=source.title,
        kind=i18n.t(KIND[details.kind]),
        voice=i18n.t(VOICE[details.voice]),
        issued=issued(source, i18n),
        basis=details.date_basis or "",
        basis_label=i18n.t(BASIS[details.date_basis]) if details.date_basis else "",
        date_note=getattr(details.date_note, i18n.language),
        notes=getattr(details.notes, i18n.language),
        upstream=i18n.list(i18n.source(names[s]) for s in details.upstream),
        language=i18n.locale.languages.get(source.language.partition("-")[0], source.language),
        source_language=language_of(source),
        url=source.URL or "",
        resting=resting_on(source, ctx),
        total=len(ctx.dataset.citations_from(source.id)),
        opened=ctx.view.filters.sources == (source.id,),
        citation=format_source(source, ctx.view.cite, i18n.language).text,
    )


def sources_html(ctx: Context) -> str:
    """The sources as a table by tier, each line of which opens on all that is known of it."""
    i18n, found = ctx.i18n, shown_sources(ctx.dataset, ctx.view)
    tiers = []
    for tier, (heading, lead) in TIERS.items():
        total = sum(1 for s in ctx.dataset.sources.values() if s.custom.tier == tier)
        shown = [s for s in found if s.custom.tier == tier]
        tiers.append(
            _Tier(
                id=f"tier-{tier}",
                heading=i18n.t(heading),
                lead=i18n.t(lead),
                count=i18n.t("{shown} of {total}", shown=len(shown), total=total),
                rows=tuple(_row(source, ctx) for source in shown[:MOST_SOURCES]),
                more=max(len(shown) - MOST_SOURCES, 0),
            )
        )
    return render(
        "sources.html", i18n, tiers=tiers, listed=MOST_SOURCES, style=STYLE_NAMES[ctx.view.cite]
    )
