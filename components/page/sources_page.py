"""The page Sources: the bibliography, and the records that rest on each source."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from components.citing.bibliographies import BIBLIOGRAPHIES
from components.citing.citation_terms import STYLE_NAMES
from components.citing.citations import format_source
from components.drawing.text_direction import join_isolated
from components.export.view_files import file_address
from components.i18n import N_, I18n
from components.loading.loaded_story import LoadedStory
from components.page import blocks
from components.presentation import cited, table_view
from components.presentation.context import Context
from components.presentation.filter_texts import format_voice_kinds, list_restrictions
from components.presentation.finding_texts import format_finding, format_resting_records
from components.presentation.view_links import LinkBase
from components.query.claims import claim_sort_key
from components.query.findings import Finding
from components.query.source_findings import compute_shown_sources, compute_source_records
from components.query.sources_in_use import keep_source_filters
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event, Source, Tier


class TierTexts(NamedTuple):
    """The heading of a tier of sources, and the line below it."""

    heading: str
    lead: str


TIERS: Final[dict[Tier, TierTexts]] = {
    "document": TierTexts(
        N_("The sources"),
        N_("The sources that the story rests on."),
    ),
    "corroborating": TierTexts(
        N_("Other reports"),
        N_("Reports from outside these sources, marked ◇ wherever they appear."),
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
    sentence = sources_sentence(ctx.facts, ctx.story, ctx.i18n)
    chosen_sources = ctx.view.filters.sources
    target = ""
    if len(chosen_sources) == 1:
        target = chosen_sources[0]
    voice_blocks = _list_voice_blocks(ctx.facts, ctx.i18n, ctx.link_base)
    page_blocks = (
        blocks.template_block("shown.html", ctx.i18n, text=sentence),
        *voice_blocks,
        blocks.Row(
            "cite", (blocks.Form("cite"), _bibliography_files(ctx.story, ctx.view, ctx.i18n))
        ),
        blocks.Fold(
            _render_sources(ctx.facts, ctx.view, ctx.i18n),
            find=i18n.t("Find a source"),
            target=target,
        ),
    )
    heading = i18n.t("The sources, and what rests on them")
    lead = i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return blocks.Page(heading, lead, page_blocks, shown=sentence)


class _VoiceClaim(NamedTuple):
    """A claim of a voice that is shown alone, and who printed it."""

    date: str
    statement: str
    address: str
    speaker: str
    sources: str
    #: Whether a source of the voice itself says it.
    is_own: bool


def _list_voice_blocks(facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> list[blocks.Block]:
    """Return a list of all that the voices shown alone say; none where none is chosen."""
    voices = facts.filters.voices
    if not voices:
        return []
    kinds_text = format_voice_kinds(voices, i18n)
    claims = sorted(facts.selection.claims, key=claim_sort_key)
    rows = [_voice_claim(claim, facts, i18n, link_base=link_base) for claim in claims]
    block = blocks.template_block(
        "voice_claims.html",
        i18n,
        heading=i18n.t("Said by voices of the kind {kinds}", kinds=kinds_text),
        rows=rows,
    )
    return [block]


def _voice_claim(claim: Claim, facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> _VoiceClaim:
    is_own = False
    for citation in facts.citations_of(claim.id):
        source = facts.dataset.sources[citation.source_id]
        if source.custom.voice in facts.filters.voices:
            is_own = True
    date_text = ""
    day = claim.as_of or claim.period
    if day:
        date_text = i18n.format_date(day, "short")
    claimant = facts.dataset.claimants[claim.claimant_id]
    return _VoiceClaim(
        date=date_text,
        statement=i18n.localize(claim, "statement"),
        address=cited.claim_address(claim, link_base),
        speaker=i18n.localize(claimant, "name"),
        sources=join_isolated(", ", cited.list_source_labels([claim], facts, i18n)),
        is_own=is_own,
    )


def _bibliography_files(story: LoadedStory, view: View, i18n: I18n) -> blocks.Block:
    """Return the links to the bibliography; the files of an opened story are made by the app."""
    files = []
    for name, label in FILES.items():
        address = file_address(view, i18n, name)
        files.append((address, label))
    links = blocks.template_block("text_files.html", i18n, files=files)
    if story.private:
        return blocks.Form("files", lambda: (links,))
    return links


class _TierList(NamedTuple):
    """A tier of sources: its id, its texts, how many of it are shown, and these."""

    id: str
    heading: str
    lead: str
    shown_count: str
    sources: Sequence[Source]


def _render_sources(facts: ViewFacts, view: View, i18n: I18n) -> Markup:
    return blocks.template_block(
        "sources.html",
        i18n,
        tiers=_list_tiers(facts, i18n),
        listed=MOST_SOURCES,
        dataset=facts.dataset,
        chosen_sources=facts.filters.sources,
        style=STYLE_NAMES[view.cite],
        language_name=partial(_language_name, i18n=i18n),
        upstream=partial(_format_upstream, dataset=facts.dataset, i18n=i18n),
        resting=partial(_list_source_records, dataset=facts.dataset, view=view, i18n=i18n),
        rests=partial(_find_source_records, facts=facts),
        rests_text=partial(format_finding, dataset=facts.dataset, i18n=i18n),
        rests_heading=partial(format_resting_records, i18n=i18n),
        citation=partial(_format_citation, view=view, i18n=i18n),
    ).html


def _list_tiers(facts: ViewFacts, i18n: I18n) -> list[_TierList]:
    """Return the tiers of which the story has sources."""
    all_sources = facts.dataset.sources.values()
    shown_sources = facts.shown_sources
    tiers: list[_TierList] = []
    for tier, texts in TIERS.items():
        tier_sources = [source for source in all_sources if source.custom.tier == tier]
        if not tier_sources:
            continue
        shown_of_tier = [source for source in shown_sources if source.custom.tier == tier]
        shown_count = i18n.t(
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


def _format_upstream(source: Source, dataset: Dataset, i18n: I18n) -> str:
    """Return the sources from which a source took its facts."""
    source_labels = []
    for source_id in source.custom.upstream:
        upstream_source = dataset.sources[source_id]
        source_label = i18n.source_label(upstream_source)
        source_labels.append(source_label)
    return i18n.format_list(source_labels)


def _format_citation(source: Source, view: View, i18n: I18n) -> str:
    citation = format_source(source, view.cite, i18n.language)
    return citation.text


def sources_sentence(facts: ViewFacts, story: LoadedStory, i18n: I18n) -> str:
    """Return how many sources are shown, and under which of the filters that concern them."""
    finding = compute_shown_sources(facts)
    count = format_finding(finding, facts.dataset, i18n)
    source_filters = keep_source_filters(facts.filters)
    restrictions = list_restrictions(source_filters, story, i18n)
    parts = ", ".join([count, *restrictions])
    return i18n.t("Shown: {parts}.", parts=parts)


def _find_source_records(source: Source, facts: ViewFacts) -> Finding:
    return compute_source_records(facts, source.id)


class _SourceRecord(NamedTuple):
    """A record that a source is cited for, and where it is shown: its event, figure or question."""

    citation: Citation
    record: Event | Claim
    address: str


def _citation_order(citation: Citation) -> tuple[int, str]:
    return citation.locator or 0, citation.record_id


def _list_source_records(
    source: Source, dataset: Dataset, view: View, i18n: I18n
) -> list[_SourceRecord]:
    """Return the events and claims that a source is cited for, by paragraph."""
    citations = sorted(dataset.citations_from(source.id), key=_citation_order)
    records: list[_SourceRecord] = []
    for citation in citations[:MOST_RECORDS_OF_SOURCE]:
        record_id = citation.record_id
        record = dataset.events.get(record_id) or dataset.claims[record_id]
        event_id: str | None = record.id
        if isinstance(record, Claim):
            event_id = record.event_id
        if event_id is None and isinstance(record, Claim):
            unfiltered_view = View(version=view.version)
            link_base = LinkBase("sources", unfiltered_view, i18n.language)
            address = f"./{cited.claim_address(record, link_base)}"
        else:
            version = cited.version_suffix(view)
            address = f"./?lang={i18n.language}&event={event_id}{version}"
        source_record = _SourceRecord(citation, record, address)
        records.append(source_record)
    return records
