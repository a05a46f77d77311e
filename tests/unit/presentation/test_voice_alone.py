"""A voice shown alone: its claims whoever printed them, and where all that it says is listed."""

from html import unescape

import pytest

from components.i18n import Language
from components.page.blocks import Page
from components.page.method_page import method_page
from components.page.sources_page import sources_page
from components.presentation.notices import list_hidden_notices
from components.query.filters import Filters
from components.query.selection import select_records
from tests.support.data import DATA
from tests.support.views import build_view_context

VOICES = sorted({claimant.voice for claimant in DATA.claimants.values()})
LANGUAGES: tuple[Language, ...] = ("en", "es")


def html_of(page: Page) -> str:
    return unescape("".join(str(getattr(block, "html", "")) for block in page.blocks))


def claims_of(voice: str) -> set[str]:
    return {
        claim.id
        for claim in DATA.claims.values()
        if DATA.claimants[claim.claimant_id].voice == voice
    }


@pytest.mark.parametrize("voice", VOICES)
def test_voice_alone_keeps_all_of_its_claims_whoever_printed_them(voice):
    selection = select_records(DATA, Filters(voices=(voice,)))
    assert {claim.id for claim in selection.claims} == claims_of(voice)


@pytest.mark.parametrize("voice", VOICES)
def test_voice_alone_keeps_the_events_on_which_it_speaks(voice):
    selection = select_records(DATA, Filters(voices=(voice,)))
    shown = {row.id for row in selection.rows}
    spoken = {DATA.claims[claim_id].event_id for claim_id in claims_of(voice)} - {None}
    silent = shown - spoken
    assert spoken <= shown
    # The others have no claim at all: their sources tell them.
    assert not [event_id for event_id in silent if DATA.claims_of_event(event_id)]


def test_leaving_a_voice_out_keeps_events_that_others_report():
    ctx = build_view_context("without=venezuelan-state")
    (notice,) = list_hidden_notices(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    assert len(ctx.facts.selection.rows) == len(DATA.events)
    kept = "Events that others report stay, also those that tell what is said."
    assert notice.text.endswith(kept)


@pytest.mark.parametrize(
    ("language", "start"), [("en", "Shown alone: Venezuelan state."), ("es", "Solo a la vista: ")]
)
def test_notice_counts_what_a_voice_says(language, start):
    ctx = build_view_context("voice=venezuelan-state", language)
    (notice,) = list_hidden_notices(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    assert notice.text.startswith(start)
    assert f" {len(claims_of('venezuelan-state'))} " in notice.text
    assert notice.dropped_params == "voice=&page="
    assert "voice" not in notice.address


@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_page_lists_each_claim_of_a_voice_with_its_sources(language):
    ctx = build_view_context("voice=opposition", language, "sources")
    text = html_of(sources_page(ctx))
    for claim_id in claims_of("opposition"):
        claim = DATA.claims[claim_id]
        assert ctx.i18n.localize(claim, "statement") in text
        assert ctx.i18n.localize(DATA.claimants[claim.claimant_id], "name") in text


def test_sources_page_without_a_voice_has_no_list_of_claims():
    ctx = build_view_context("", "en", "sources")
    assert "Said by" not in html_of(sources_page(ctx))


def test_method_links_each_voice_to_all_that_it_says():
    ctx = build_view_context("", "en", "method")
    html = html_of(method_page(ctx))
    assert [voice for voice in VOICES if f"sources?lang=en&voice={voice}" not in html] == []
