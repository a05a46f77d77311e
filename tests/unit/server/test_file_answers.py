"""Which file is answered under which name, and what of a request its answer depends on."""

import pytest

from components.i18n import i18n_for
from components.presentation.pages import PAGES
from components.query.filters import Filters
from components.server import document, public_files
from components.server.compressed_files import _is_lasting_answer, _is_whole_file_request
from components.server.document import ignored_headers, localize_document
from components.server.lesson_files import find_product, parse_view
from components.server.routes import RefusedError
from components.work.workers import FILE_BUDGET, PICTURE_BUDGET, PLAY_BUDGET
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context

SMALL = small_dataset()
ENGLISH = i18n_for("en")


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("events.csv", FILE_BUDGET),
        ("map.png", PICTURE_BUDGET),
        ("play.webp", PLAY_BUDGET),
    ],
)
def test_a_file_has_the_budget_of_its_kind(name, budget):
    assert public_files.file_budget(name) == budget


@pytest.mark.parametrize(
    ("form", "filters", "name"),
    [
        ("tall", {}, "story-map.png"),
        ("wide", {}, "story-map-wide.png"),
        ("wide", {"text": "aid"}, "story-map-wide-filtered.png"),
    ],
)
def test_a_saved_picture_is_named_by_its_form_and_whether_it_is_filtered(form, filters, name):
    ctx = build_context(SMALL, filters=Filters(**filters))
    assert public_files._saved_picture_name(ctx.facts, "map.png", form) == name


def test_a_lesson_file_is_known_by_its_name():
    product = find_product("handout-a4.pdf")
    assert product
    assert product.file == "handout-a4.pdf"
    assert find_product("handout.pdf") is None


def test_a_view_with_a_value_that_cannot_be_used_is_refused():
    assert parse_view({"cite": ["chicago"]}, SMALL, ENGLISH).cite == "chicago"
    with pytest.raises(RefusedError) as refused:
        parse_view({"cite": ["mla"], "region": ["x"]}, SMALL, ENGLISH)
    assert (refused.value.status, len(refused.value.lines)) == (400, 2)


@pytest.mark.parametrize(
    ("path", "ignored", "minded"),
    [
        # Parts and conditions of the framework's files are its own affair.
        ("/media/a.png", set(), {b"range", b"accept-encoding"}),
        ("/api/events.csv", {b"range"}, {b"if-none-match", b"accept-encoding"}),
        ("/map", {b"range", b"if-none-match", b"accept-encoding"}, {b"accept-language"}),
    ],
)
def test_an_answer_depends_on_some_headers_alone(path, ignored, minded):
    names = ignored_headers(path)
    assert ignored <= names
    assert not minded & names


def test_files_of_the_framework_are_sent_in_parts_and_not_compressed():
    path = next(iter(sorted(document.FRAMEWORK_FILES)))
    assert ignored_headers(path) == {b"accept-encoding"}


PAGE = (
    '<html lang="en"><head><title>Streamlit</title><link rel="service-desc" href="x"></head>'
    '<noscript>x</noscript><div id="root"></div></html>'
)


@pytest.mark.parametrize("slug", ["", "map"])
def test_a_document_is_in_the_language_of_its_reader_and_names_the_framework_nowhere(slug):
    made = localize_document(PAGE, "es", slug, document.FirstText("<title>T</title>", "<p>b</p>"))
    assert '<html lang="es">' in made
    assert '<div id="first"><p>b</p></div><div id="root" aria-hidden="true"></div>' in made
    assert "<title>Streamlit</title>" not in made
    assert "service-desc" not in made
    assert made.count("<title>") == 1


def test_only_pages_with_charts_load_the_libraries_of_charts_at_once():
    for page in PAGES:
        links = document._preloads(page.slug)
        assert ("import(" in links) is bool(page.charts), page.slug


def start(status=200, control="public, immutable"):
    headers = [(b"cache-control", control.encode())]
    return {"type": "http.response.start", "status": status, "headers": headers}


BODY = {"type": "http.response.body", "body": b"x"}


@pytest.mark.parametrize(
    ("messages", "lasts"),
    [
        ([start(), BODY], True),
        ([start(206), BODY], False),
        ([start(control="no-store"), BODY], False),
        ([start(), {**BODY, "more_body": True}], False),
        ([start()], False),
        ([], False),
    ],
    ids=["whole", "part", "not for good", "half", "no body", "nothing"],
)
def test_only_a_whole_answer_that_never_changes_is_kept(messages, lasts):
    assert _is_lasting_answer(messages) is lasts


@pytest.mark.parametrize(
    ("method", "path", "header", "is_whole"),
    [
        ("GET", "/static/js/a.js", b"accept", True),
        ("GET", "/story/static/js/a.js", b"accept", True),
        ("HEAD", "/static/js/a.js", b"accept", False),
        ("GET", "/static/js/a.js", b"range", False),
        ("GET", "/static/js/a.js", b"if-none-match", False),
        ("GET", "/map", b"accept", False),
    ],
)
def test_a_request_for_a_whole_file_of_the_framework_is_told_from_others(
    method, path, header, is_whole
):
    scope = {"type": "http", "method": method, "path": path, "headers": [(header, b"x")]}
    assert _is_whole_file_request(scope) is is_whole
