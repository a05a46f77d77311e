"""What a published story consists of: its pages, its charts, and the files for hosts."""

import json
import re

import pytest

from components.presentation.pages import PAGES
from components.site import published
from components.site.embedded_charts import FILTERS, _chart_data
from components.site.page_links import PageLinks
from components.site.published import site_files
from components.site.site_assets import first_frame_rules, join_scripts, page_colours
from components.site.site_options import SiteOptions
from components.site.site_pages import _initial_index, site_page, stage_details_script
from components.site.web_fonts import FACES, FontFace, StandIn, font_style, variable_stand_in_style
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context

SMALL = small_dataset()
BY_SLUG = {page.slug: page for page in PAGES}


@pytest.fixture(scope="module")
def site():
    """A site of three pages of which the story has two, without downloads."""
    options = SiteOptions(
        base="https://a.org/", pages=("", "disagreements", "method"), files=(), languages=("en",)
    )
    return dict(site_files(build_context(SMALL).story, options))


def test_a_page_that_says_nothing_of_the_story_is_not_published(site):
    pages = {path for path in site if path.endswith("index.html") and "embed" not in path}
    assert pages == {"index.html", "method/index.html"}
    assert b"disagreements" not in site["sitemap.xml"]


def test_every_page_is_stored_for_reading_without_a_connection(site):
    script = site["worker.js"].decode()
    for path in ("index.html", "method/index.html", "assets/site.css", "embed/map/index.html"):
        assert json.dumps(path) in script
    assert "404.html" not in script
    assert re.search(r"site-[0-9a-f]{16}", script)


def test_robots_are_led_to_the_map_of_the_site(site):
    assert site["robots.txt"] == b"User-agent: *\nAllow: /\nSitemap: https://a.org/sitemap.xml\n"


def read_not_found(**options):
    made = SiteOptions(pages=("", "map"), **options)
    return published._not_found_page([BY_SLUG[""], BY_SLUG["map"]], made, build_context(SMALL).i18n)


@pytest.mark.parametrize(
    ("base", "address"),
    [("https://a.org/story", "https://a.org/story/map/index.html"), ("", "/map/index.html")],
    ids=["known address", "top of the host"],
)
def test_the_page_for_unknown_addresses_works_however_deep_these_are(base, address):
    assert f'href="{address}"' in read_not_found(base=base)


@pytest.mark.parametrize(
    ("kind", "applied", "ignored"),
    [("timeline", FILTERS, ()), ("map", FILTERS, ()), ("figures", (), FILTERS)],
)
def test_a_chart_of_figures_applies_no_filters(kind, applied, ignored):
    links = PageLinks(SiteOptions(), SMALL, "en", f"embed/{kind}")
    data = _chart_data(kind, build_context(SMALL), links)
    assert data["names"] == applied
    assert set(ignored) <= set(data["apart"])
    assert not set(applied) & set(data["apart"])
    assert {"tier", "known", "q"} <= set(data["apart"])


def test_a_chart_has_of_each_event_what_its_filters_need():
    links = PageLinks(SiteOptions(), SMALL, "en", "embed/map")
    events = _chart_data("map", build_context(SMALL), links)["index"]["events"]
    assert len(events) == 4
    assert set(events[0]) == {"id", "first", "last", "unsure", "at"}


def test_the_stage_is_sent_first_without_the_details_of_events():
    index = {"events": [{"id": "a", "summary": "x", "sources": ["y"]}], "words": {}, "total": 1}
    assert _initial_index(index) == {
        "events": [{"id": "a", "summary": "", "sources": []}], "total": 1
    }  # fmt: skip


def test_programs_that_take_the_text_out_of_the_overview_get_its_events(site):
    """They drop what is in noscript, scripts and drawings."""
    html = site["index.html"].decode()
    text = re.sub(r"(?s)<(noscript|script|svg)\b.*?</\1>", "", html)
    for event in SMALL.events.values():
        assert event.title in text


def test_the_details_have_every_event_and_region():
    script = stage_details_script(build_context(SMALL), SiteOptions()).decode()
    for key in (*SMALL.events, "oriente"):
        assert f":{key}" in script
    assert '"words"' in script


def test_the_menu_has_the_published_pages_and_the_other_languages():
    options = SiteOptions(pages=("", "method"))
    html = site_page(BY_SLUG["method"], build_context(SMALL, slug="method"), options)
    assert 'href="../index.html"' in html
    assert 'href="../es/method/index.html"' in html
    assert 'href="../timeline/index.html"' not in html


def test_scripts_are_joined_in_a_function_of_their_own(tmp_path):
    first, second = tmp_path / "a.js", tmp_path / "b.js"
    first.write_text("  // a remark\n  const a = 1\n", "utf-8")
    second.write_text("export default function (b) {}\n", "utf-8")
    assert join_scripts([first, second], "draw").decode() == (
        "(() => {\nconst a=1\nconst draw=function(b){}\n})()\n"
    )


@pytest.mark.parametrize(
    ("face", "rule"),
    [
        (FontFace(0), "font-weight: 400; font-style: italic"),
        (FontFace(700), "font-weight: 700; font-style: normal"),
    ],
    ids=["italics", "bold"],
)
def test_a_font_is_named_with_its_weight_and_style(face, rule):
    css = face.css_rule(face.family, "a.woff2", "U+20-7E")
    assert rule in css
    assert 'font-family: "Source Sans"' in css
    assert FontFace(600, serif=True).family == "Source Serif"


def test_a_font_of_the_device_is_scaled_to_the_web_font():
    face = FontFace(700)
    css = face.stand_in_rule("Source Sans", StandIn(("Arial Bold", "Helvetica Bold"), 0.8))
    assert 'font-family: "Source Sans"; font-weight: 700; font-style: normal; ' in css
    assert 'src: local("Arial Bold"), local("Helvetica Bold"); size-adjust: 80.0%; ' in css
    assert "ascent-override: 123.0%; descent-override: 34.1%; line-gap-override: 0%" in css


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.file.stem)
def test_every_web_font_has_a_stand_in_before_it(face):
    *stand_ins, _more, web_font = [
        line for line in font_style().splitlines() if face._described_as(face.family) in line
    ]
    assert f'url("{face.web_font_name("")}")' in web_font
    assert len(stand_ins) == len(face.stand_ins) > 1
    assert all("local(" in rule for rule in stand_ins)


def test_stand_ins_of_variable_fonts_are_for_their_weights_and_characters():
    rules = variable_stand_in_style("100 900", "U+20-7E").splitlines()
    families = {re.search('font-family: "([^"]+)"', rule)[1] for rule in rules}
    assert families == {"Source Sans", "Source Serif"}
    for rule in rules:
        assert "font-weight: 100 900; font-style: normal; src: local(" in rule
        assert rule.endswith("unicode-range: U+20-7E; }")


def test_drawings_keep_their_room_while_they_are_not_painted():
    css = first_frame_rules()
    assert "from { content-visibility: hidden; aspect-ratio: 900 / 560; }" in css
    assert '.stage-box:not([data-live]) [data-part="map"] > svg' in css


def test_every_colour_of_a_page_has_a_dark_one():
    css = page_colours([(BY_SLUG["timeline"], build_context(SMALL, slug="timeline"))])
    light, dark = css.split("@media screen and (prefers-color-scheme: dark)")
    assert light.startswith(":root{")
    assert "!important" in dark
