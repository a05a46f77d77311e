"""Sources: who says so, what rests on each source, and its citation to take away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.export.citations import STYLE_NAMES, format_source
from components.export.view_files import bibliographies
from components.i18n import N_
from components.i18n.code_names import BASIS, KIND
from components.page.blocks import Downloads, Fold, Form, Page, Row, Words
from components.page.table_pages import table_page
from components.presentation.cited import in_version, language_of
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.pages import lead_of
from components.presentation.sentence import restrictions
from components.query.filters import Filters, source_in_use
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event, Tier
from components.story.sources import Source

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


def sources(ctx: Context) -> Page:
    """The bibliography by tier, each source a line that opens on all that is known of it."""
    if ctx.story.table:
        return table_page(ctx)
    i18n, chosen, shown = ctx.i18n, ctx.view.filters.sources, sources_sentence(ctx)
    found = shown_sources(ctx.dataset, ctx.view)
    files = tuple(bibliographies(found, ctx))
    return Page(
        i18n.t("The sources, and what rests on them"),
        lead_of("sources", i18n),
        (
            Words(filled("shown.html", i18n, text=shown)),
            Row("cite", (Form("cite"), Downloads("bibliography", files))),
            Fold(
                _tiers(found, ctx),
                find=i18n.t("Find a source"),
                target=chosen[0] if len(chosen) == 1 else "",
            ),
        ),
        shown=shown,
    )


def _resting(citation: Citation, ctx: Context) -> tuple[Citation, Event | Claim, str]:
    """One event or claim that rests on a source, at one paragraph, and where it is told."""
    data, record = ctx.dataset, citation.record_id
    resting = data.events.get(record) or data.claims[record]
    chosen = record if isinstance(resting, Event) else resting.event_id
    way = f"./?lang={ctx.i18n.language}&event={chosen}{in_version(ctx.view)}" if chosen else ""
    return citation, resting, way


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


def resting_on(source: Source, ctx: Context) -> list[tuple[Citation, Event | Claim, str]]:
    """Everything that rests on a source, by paragraph."""
    found = ctx.dataset.citations_from(source.id)
    ordered = sorted(found, key=lambda c: (c.locator or 0, c.record_id))
    return [_resting(citation, ctx) for citation in ordered[:MOST_RESTING]]


def shown_sources(dataset: Dataset, view: View) -> tuple[Source, ...]:
    """The sources under the filters: tier, voices, day of knowledge, and those chosen."""
    filters = view.filters
    return tuple(
        source
        for source in dataset.sources.values()
        if source_in_use(source, replace(filters, sources=()))
        and (not filters.sources or source.id in filters.sources)
    )


def _tiers(found: Sequence[Source], ctx: Context) -> Markup:
    """The sources by tier, with what rests on each."""
    data, i18n, view = ctx.dataset, ctx.i18n, ctx.view
    tiers = []
    for tier, (heading, lead) in TIERS.items():
        total = sum(1 for s in data.sources.values() if s.custom.tier == tier)
        shown = [s for s in found if s.custom.tier == tier]
        count = i18n.t("{shown} of {total}", shown=len(shown), total=total)
        tiers.append((f"tier-{tier}", heading, lead, count, shown))
    return filled(
        "sources.html",
        i18n,
        tiers=tiers,
        listed=MOST_SOURCES,
        style=STYLE_NAMES[view.cite],
        data=data,
        chosen=view.filters.sources,
        labels={"basis": BASIS, "kind": KIND},
        language_of=language_of,
        language_name=lambda s: i18n.locale.languages.get(s.partition("-")[0], s),
        upstream=lambda s: i18n.list(i18n.source(data.sources[key]) for key in s.custom.upstream),
        resting=lambda source: resting_on(source, ctx),
        citation=lambda source: format_source(source, view.cite, i18n.language).text,
    )
