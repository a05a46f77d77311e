"""The page Sources: the bibliography, and the records that rest on each source."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from components.citing.bibliographies import BIBLIOGRAPHIES
from components.citing.citation_terms import STYLE_NAMES
from components.citing.citations import format_source
from components.export.view_files import file_address
from components.i18n import N_, I18n
from components.page import blocks
from components.presentation import cited, table_view
from components.presentation.context import Context
from components.presentation.filter_texts import list_restrictions
from components.presentation.finding_texts import format_finding, format_resting_records
from components.query.findings import Finding
from components.query.source_findings import compute_shown_sources, compute_source_records
from components.story.models import Citation, Claim, Event, Source, Tier


class TierTexts(NamedTuple):
    """The heading of a tier of sources, and the line below it."""

    heading: str
    lead: str


TIERS: Final[dict[Tier, TierTexts]] = {
    "document": TierTexts(
        N_("The documents"),
        N_("The sources that the story rests on."),
    ),
    "corroborating": TierTexts(
        N_("Corroborating reports"),
        N_("Reports from outside the documents, marked ◇ wherever they appear."),
    ),
}
#: The bibliography's files, by name.
FILES: Final = {
    f"bibliography.{ending}": file_format.label for ending, file_format in BIBLIOGRAPHIES.items()
}
#: Records that are listed of a source of a very large story; the filters lead to the others.
MOST_RECORDS_OF_SOURCE: Final = 150
#: Sources that are listed of each tier.
MOST_SOURCES: Final = 100


def sources_page(ctx: Context) -> blocks.Page:
    """Return the bibliography by tier, each source a line that opens on all that is known of it."""
    i18n = ctx.i18n
    if ctx.story.table:
        source_names = table_view.render_values_table(
            ctx.table_answers, ctx.i18n, ctx.link_base, facet="sources", heading=i18n.t("Source")
        )
        names_block = blocks.HtmlBlock(source_names)
        return blocks.table_page(ctx, names_block, rows=False)
    sentence = sources_sentence(ctx)
    chosen_sources = ctx.view.filters.sources
    target = ""
    if len(chosen_sources) == 1:
        target = chosen_sources[0]
    page_blocks = (
        blocks.template_block("shown.html", ctx.i18n, text=sentence),
        blocks.Row("cite", (blocks.Form("cite"), _bibliography_files(ctx))),
        blocks.Fold(_render_sources(ctx), find=i18n.t("Find a source"), target=target),
    )
    heading = i18n.t("The sources, and what rests on them")
    lead = i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return blocks.Page(heading, lead, page_blocks, shown=sentence)


def _bibliography_files(ctx: Context) -> blocks.Block:
    """Return the links to the bibliography; the files of an opened story are made by the app."""
    files = []
    for name, label in FILES.items():
        address = file_address(ctx, name)
        files.append((address, label))
    links = blocks.template_block("text_files.html", ctx.i18n, files=files)
    if ctx.story.private:
        return blocks.Form("files", lambda: (links,))
    return links


class _TierList(NamedTuple):
    """A tier of sources: its id, its texts, how many of it are shown, and these."""

    id: str
    heading: str
    lead: str
    shown_count: str
    sources: Sequence[Source]


def _render_sources(ctx: Context) -> Markup:
    i18n = ctx.i18n
    return blocks.template_block(
        "sources.html",
        ctx.i18n,
        tiers=_list_tiers(ctx),
        listed=MOST_SOURCES,
        dataset=ctx.dataset,
        chosen_sources=ctx.view.filters.sources,
        style=STYLE_NAMES[ctx.view.cite],
        language_name=partial(_language_name, i18n=i18n),
        upstream=partial(_format_upstream, ctx=ctx),
        resting=partial(_list_source_records, ctx=ctx),
        rests=partial(_find_source_records, ctx=ctx),
        rests_text=partial(format_finding, dataset=ctx.dataset, i18n=ctx.i18n),
        rests_heading=partial(format_resting_records, i18n=ctx.i18n),
        citation=partial(_format_citation, ctx=ctx),
    ).html


def _list_tiers(ctx: Context) -> list[_TierList]:
    """Return the tiers of which the story has sources."""
    all_sources = ctx.dataset.sources.values()
    shown_sources = ctx.facts.shown_sources
    tiers: list[_TierList] = []
    for tier, texts in TIERS.items():
        tier_sources = [source for source in all_sources if source.custom.tier == tier]
        if not tier_sources:
            continue
        shown_of_tier = [source for source in shown_sources if source.custom.tier == tier]
        shown_count = ctx.i18n.t(
            "{shown} of {total}",
            shown=len(shown_of_tier),
            total=len(tier_sources),
        )
        tier_list = _TierList(
            id=f"tier-{tier}",
            heading=texts.heading,
            lead=texts.lead,
            shown_count=shown_count,
            sources=shown_of_tier,
        )
        tiers.append(tier_list)
    return tiers


def _language_name(language_tag: str, i18n: I18n) -> str:
    language, _, _ = language_tag.partition("-")
    language_names = i18n.locale.languages
    name: str = language_names.get(language, language_tag)
    return name


def _format_upstream(source: Source, ctx: Context) -> str:
    """Return the sources from which a source took its facts."""
    source_labels = []
    for source_id in source.custom.upstream:
        upstream_source = ctx.dataset.sources[source_id]
        source_label = ctx.i18n.source_label(upstream_source)
        source_labels.append(source_label)
    return ctx.i18n.format_list(source_labels)


def _format_citation(source: Source, ctx: Context) -> str:
    citation = format_source(source, ctx.view.cite, ctx.i18n.language)
    return citation.text


def sources_sentence(ctx: Context) -> str:
    """Return how many sources are shown, and under which of the filters that concern them."""
    i18n = ctx.i18n
    finding = compute_shown_sources(ctx.facts)
    count = format_finding(finding, ctx.dataset, i18n)
    source_filters = ctx.view.filters.keep_only("known", "voices", "tier", "sources")
    restrictions = list_restrictions(source_filters, ctx.story, ctx.i18n)
    parts = ", ".join([count, *restrictions])
    return i18n.t("Shown: {parts}.", parts=parts)


def _find_source_records(source: Source, ctx: Context) -> Finding:
    return compute_source_records(ctx.facts, source.id)


class _SourceRecord(NamedTuple):
    """A record that a source is cited for, and the address where its event is shown."""

    citation: Citation
    record: Event | Claim
    address: str


def _citation_order(citation: Citation) -> tuple[int, str]:
    return citation.locator or 0, citation.record_id


def _list_source_records(source: Source, ctx: Context) -> list[_SourceRecord]:
    """Return the events and claims that a source is cited for, by paragraph."""
    data = ctx.dataset
    citations = sorted(data.citations_from(source.id), key=_citation_order)
    records: list[_SourceRecord] = []
    for citation in citations[:MOST_RECORDS_OF_SOURCE]:
        record_id = citation.record_id
        record = data.events.get(record_id) or data.claims[record_id]
        event_id: str | None = record.id
        if isinstance(record, Claim):
            event_id = record.event_id
        address = ""
        if event_id:
            version = cited.version_suffix(ctx.view)
            language = ctx.i18n.language
            address = f"./?lang={language}&event={event_id}{version}"
        source_record = _SourceRecord(citation, record, address)
        records.append(source_record)
    return records
