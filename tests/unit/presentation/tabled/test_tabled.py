"""The pages of a table of events: what they say, and what they say where no answer comes."""

import re
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from components.page.html import page_text
from components.presentation import stories
from components.presentation.context import Context, public_context
from components.presentation.pages import PAGES
from components.query.engine import StoreError, TooSlow
from tests.support.apptest import component_data, line_of, page_at, text_of
from tests.support.stories.foreign import serving
from tests.support.stories.store import table_rows

BY_SLUG = {page.slug: page for page in PAGES}
PARTS = [page.slug for page in PAGES if page.tables and page.slug != "figures"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    path = tmp_path_factory.mktemp("tabled") / "events.parquet"
    parquet.write_table(pa.table(table_rows(2000)), path)
    with serving(path):
        assert stories.refusal() == ""
        yield path


@pytest.fixture
def view(opened) -> Callable[..., Context]:  # noqa: ARG001 - the story that is served
    return view_of


def view_of(slug: str = "", language: str = "en", **params: str) -> Context:
    return public_context({k: [v] for k, v in params.items()}, language, slug)


def said(ctx: Context) -> str:
    return page_text(ctx, BY_SLUG[ctx.slug]).html


def test_the_menu_leads_to_the_pages_that_speak_of_a_table(opened):  # noqa: ARG001 - is served
    at = page_at("", {"lang": "en"})
    links = [link["slug"] for link in component_data(at, "page_head")["links"]]
    assert links == PARTS == ["", "timeline", "map", "sources", "data"]
    assert "not checked here" in text_of(at, "foot")
    assert 'placeholder="Search events"' in line_of(at)["line"]


def test_a_row_stands_in_full_with_its_source_and_no_address_that_runs(view):
    whole = view()
    keys = [entry.key for entry in whole.story.table.page(whole.view.filters, 1, 2000)]
    even, odd = (next(k for k in keys if int(k) % 2 == n) for n in (0, 1))
    found = said(view(event=even))
    assert 'href="https://example.org/a"' in found
    assert "&lt;b&gt;" in found
    assert "javascript:" not in said(view(event=odd))
    assert "No row of this table has the key “&lt;none&gt;”" in said(view(event="<none>"))


def test_its_sources_are_counted_and_lead_to_their_events(view):
    found = said(view("sources", region="arauca"))
    assert re.search(r'href="timeline\?[^"]*source=wire[^"]*" target="_self">Wire</a>', found)
    assert '<td class="right">1,000</td>' in found or '<td class="right">999</td>' in found
    assert "No event under these filters names a source." in said(view("sources", q="nothing"))


def test_filters_on_sources_own_facts_are_named_and_left_out(view):
    ctx = view(known="2018-01-01", region="arauca", tier="document")
    assert {notice.parameter for notice in ctx.notices} == {"known", "tier"}
    assert "does not apply to a table" in said(ctx)
    assert "Shown: 1,000 of 1,999" in said(ctx) or "Shown: 999 of 1,999" in said(ctx)


@pytest.mark.parametrize(
    ("error", "told"),
    [(TooSlow("late"), "did not answer in time"), (StoreError("x"), "not be asked")],
)
def test_a_question_without_an_answer_leaves_the_rest_of_the_page(view, monkeypatch, error, told):
    ctx = view(category="riots" if isinstance(error, TooSlow) else "battles")

    def fails(*_args):
        raise error

    monkeypatch.setattr(ctx.story.table, "cells", fails)
    found = said(ctx)
    assert told in found
    assert "timeline counted" in found
    assert "Events, in order of date" in found
    monkeypatch.undo()
    assert told not in said(ctx)


def test_it_says_when_the_table_is_newer_than_what_is_shown(view, monkeypatch):
    ctx = view("map")
    monkeypatch.setattr(ctx.story.table, "changed", lambda: True)
    assert "The table has changed since its rows were read on" in said(ctx)


def test_a_table_that_cannot_be_opened_stops_the_start():
    with serving(Path("/nowhere/events.parquet")):
        assert "there is no such file" in stories.refusal()
