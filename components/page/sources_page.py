"""Sources: who says so, what rests on each source, and its citation to take away."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from components.export.bibliography import BIBLIOGRAPHIES
from components.export.citations import STYLE_NAMES, format_source
from components.export.view_files import file_address
from components.i18n import N_
from components.page.blocks import Block, Fold, Form, Page, Row, Words, words
from components.page.shared_blocks import table_page
from components.presentation import table_view
from components.presentation.cited import in_version
from components.presentation.context import Context
from components.presentation.notices import restrictions
from components.query.filters import source_in_use
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event, Source, Tier

TIERS: Final[dict[Tier, tuple[str, str]]] = {
    "document": (N_("The documents"), N_("The sources that the story rests on.")),
    "corroborating": (
        N_("Corroborating reports"),
        N_("Reports from outside the documents, marked ◇ wherever they appear."),
    ),
}
#: The bibliography's files, by name.
FILES: Final = {f"bibliography.{ending}": label for ending, (label, *_) in BIBLIOGRAPHIES.items()}
#: Of a source of a very large story, so many records are listed; the filters lead to the others.
MOST_RESTING: Final = 150
MOST_SOURCES: Final = 100


def sources(ctx: Context) -> Page:
    """The bibliography by tier, each source a line that opens on all that is known of it."""
    if ctx.story.table:
        named = table_view.values_table(ctx, "sources", ctx.i18n.t("Source"))
        return table_page(ctx, Words(named), rows=False)
    data, i18n, chosen, cite = ctx.dataset, ctx.i18n, ctx.view.filters.sources, ctx.view.cite
    shown, sentence = shown_sources(data, ctx.view), sources_sentence(ctx)
    tiers = []
    for tier, (heading, lead) in TIERS.items():
        if not (total := sum(1 for s in data.sources.values() if s.custom.tier == tier)):
            continue
        found = [s for s in shown if s.custom.tier == tier]
        count = i18n.t("{shown} of {total}", shown=len(found), total=total)
        tiers.append((f"tier-{tier}", heading, lead, count, found))
    html = words(
        "sources.html",
        ctx,
        tiers=tiers,
        listed=MOST_SOURCES,
        style=STYLE_NAMES[cite],
        language_name=lambda s: i18n.locale.languages.get(s.partition("-")[0], s),
        upstream=lambda s: i18n.list(i18n.source(data.sources[key]) for key in s.custom.upstream),
        resting=lambda source: _resting_on(source, ctx),
        citation=lambda source: format_source(source, cite, i18n.language).text,
    ).html
    target = chosen[0] if len(chosen) == 1 else ""
    files = [(file_address(ctx, name), label) for name, label in FILES.items()]
    links = words("text_files.html", ctx, files=files)
    taken: Block = Form("files", lambda: (links,)) if ctx.story.private else links
    blocks = (
        words("shown.html", ctx, text=sentence),
        Row("cite", (Form("cite"), taken)),
        Fold(html, find=i18n.t("Find a source"), target=target),
    )
    heading = i18n.t("The sources, and what rests on them")
    lead = i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return Page(heading, lead, blocks, shown=sentence)


def shown_sources(dataset: Dataset, view: View) -> tuple[Source, ...]:
    filters = view.filters
    return tuple(
        source
        for source in dataset.sources.values()
        if source_in_use(source, replace(filters, sources=()))
        and (not filters.sources or source.id in filters.sources)
    )


def sources_sentence(ctx: Context) -> str:
    """How many of the sources are shown, and under which of the filters that concern them."""
    i18n, asked = ctx.i18n, ctx.view.filters
    left = shown_sources(ctx.dataset, ctx.view)
    total = i18n.n("{count} source", "{count} sources", len(ctx.dataset.sources))
    counted = i18n.t("{shown} of {rows}", shown=i18n.number(len(left)), rows=total)
    parts = [counted, *restrictions(ctx.filtered(asked.only("known", "voices", "tier", "sources")))]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))


def _resting_on(source: Source, ctx: Context) -> list[tuple[Citation, Event | Claim, str]]:
    """The events and claims that rest on a source, by paragraph, and where each is shown."""
    found = []
    by_paragraph = sorted(
        ctx.dataset.citations_from(source.id), key=lambda c: (c.locator or 0, c.record_id)
    )
    for citation in by_paragraph[:MOST_RESTING]:
        key = citation.record_id
        record = ctx.dataset.events.get(key) or ctx.dataset.claims[key]
        shown = key if isinstance(record, Event) else record.event_id
        way = f"./?lang={ctx.i18n.language}&event={shown}{in_version(ctx.view)}" if shown else ""
        found.append((citation, record, way))
    return found
