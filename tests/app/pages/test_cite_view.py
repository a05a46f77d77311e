"""The citation panel of every page, and the sentence of each figure."""

import re
from itertools import cycle
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from components.citing.bibliographies import BIBLIOGRAPHIES
from components.citing.citation_terms import STYLE_NAMES, STYLES
from components.citing.citations import format_source
from components.citing.quotation import figure_sentences, sources_in_view
from components.export.view_files import file_bytes
from components.query.selection import select_records
from components.query.view import read_view, write_view
from components.ui import share as cite_view
from tests.support.apptest import assert_sound, follow, found, page_at, words
from tests.support.cases import FRAMED, LANGUAGES
from tests.support.data import DATA, i18n_for

EVENT = "ev-2019-02-28-count-567"
#: What stands before the id of an entry.
ENTRIES = {
    "bib": re.compile(r"^@\w+{([^,]+),", re.M),
    "json": re.compile(r'^    "id": "([^"]+)"', re.M),
    "ris": re.compile("^ID  - (.+)$", re.M),
}
VIEWS: tuple[dict[str, str | list[str]], ...] = (
    {"lang": "en", "region": ["oriente", "guajira"]},
    {"lang": "es", "known": "2019-02-28"},
    {"lang": "en", "claim": "cl-bridge-14", "q": "uribe"},
    {"lang": "es", "event": EVENT, "q": "no such words anywhere"},
)


def lists(params: dict[str, str | list[str]]) -> dict[str, list[str]]:
    return {name: [value] if isinstance(value, str) else value for name, value in params.items()}


def opened_panel(slug: str, params: dict[str, str | list[str]], **context: str) -> AppTest:
    at = page_at(slug, params, **context)
    at.session_state[cite_view.KEY] = True
    at.run()
    assert_sound(at)
    return at


def panel(at: AppTest):
    (block,) = [block for block in at.expander if block.proto.id.endswith(f"-{cite_view.KEY}")]
    return block


def expected(params: dict[str, str | list[str]]):
    view, notices = read_view(lists(params), DATA)
    assert notices == ()
    selection = select_records(DATA, view.filters)
    return view, selection, sources_in_view(DATA, selection, view)


@pytest.mark.parametrize("params", VIEWS)
def test_citation_panel_counts_what_the_page_counts(params):
    language = params["lang"]
    at = opened_panel("figures" if "claim" in params else "timeline", params)
    wanted, selection, sources = expected(params)
    block, i18n = panel(at), i18n_for(language)
    headings = [words(heading) for heading in found(at, "cite-view-heading")]
    count = i18n.n("Bibliography: {count} source", "Bibliography: {count} sources", len(sources))
    assert any(heading.startswith(count) for heading in headings)
    codes = [code.value for code in block.code]
    sentences = figure_sentences(DATA, selection, wanted, i18n)
    link, *quoted = codes[: 1 + len(sentences)]
    assert parse_qs(urlsplit(link).query) == lists(write_view(wanted))
    assert quoted == [sentence.text for sentence in sentences]
    assert DATA.version in codes[-1]
    entries = [words(li) for ul in found(at, "cite-view-entries") for li in ul]
    formatted = [format_source(source, wanted.cite, language).text for source in sources]
    assert sorted(entries) == sorted(formatted)
    files = [link.get("href") for part in found(at, "text-files") for link in part.iter("a")]
    assert len(files) == (len(BIBLIOGRAPHIES) if sources else 0)
    for file in map(urlsplit, files):
        asked, _ = read_view(parse_qs(file.query), DATA)
        name = file.path.rpartition("/")[2]
        content = file_bytes(name, asked, language).decode()
        found_ids = ENTRIES[name.partition(".")[2]].findall(content)
        assert found_ids == [source.id for source in sources]
    if sources:
        assert sorted(codes[-2].split("\n")) == sorted(formatted)


@pytest.mark.parametrize(("slug", "language"), list(zip(FRAMED, cycle(LANGUAGES))))
def test_citation_panel_of_every_page_is_closed_and_has_its_link(opened, slug, language):
    at = opened(slug, {"category": "border"}, locale=language)
    assert not panel(at).proto.expanded
    assert len(panel(at).children) == 0
    at.session_state[cite_view.KEY] = True
    at.run()
    assert_sound(at)
    link = urlsplit(panel(at).code[0].value)
    assert link.path.endswith(f"/{slug}")
    # The language of the reader's browser is named, so that the link says the same to anybody.
    assert parse_qs(link.query) == {"lang": [language], "category": ["border"]}


def test_link_is_absolute_if_the_address_of_the_app_is_known():
    at = opened_panel("map", {"lang": "es"}, url="https://news.example/tachira/map")
    assert panel(at).code[0].value == "https://news.example/tachira/map?lang=es"


@pytest.mark.parametrize(("slug", "style"), list(zip(("", "sources", "map"), STYLES, strict=True)))
def test_chosen_citation_style_is_used_on_every_page(slug, style):
    at = opened_panel(slug, {"lang": "en", "tier": "document"})
    follow(at, STYLE_NAMES[style])
    assert_sound(at)
    assert at.query_params.get("cite", "apa") == style
    entries = {words(li) for ul in found(at, "cite-view-entries") for li in ul}
    cited = [source for source in DATA.sources.values() if source.custom.tier == "document"]
    assert entries == {format_source(source, style, "en").text for source in cited}
