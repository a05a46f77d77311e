"""Printed pages are complete, light and without controls."""

from itertools import combinations
from typing import Any

import pymupdf
import pytest
from playwright.sync_api import expect

from components.drawing.palette import MAP_PALETTES
from tests.support.browse import address, ask_for_deck, visit
from tests.support.cases import FRAMED, LANGUAGES, SLUGS, first_cases, paired_cases

CONTROLS = (
    "[data-testid='stButtonGroup'], [data-testid='stSelectbox'], [data-testid='stTextInput'], "
    "[data-testid='stButton'], [data-testid='stDownloadButton'], .share, .detail-empty, "
    ".live-view .line, .map-page .choices, .page-head nav"
)
#: Each page on one paper or the other; first the two whose drawings stand in the page itself.
PRINTED = [
    (slug, ("A4", "Letter")[index % 2])
    for index, slug in enumerate(sorted(SLUGS, key=lambda slug: slug not in {"", "figures"}))
]
#: What a sheet says of a drawing, by its number: the whole of the drawing is there.
SHEETS = {
    "": {
        0: ("At the border", "Counts published", "65 former members of the forces are evicted"),
        1: ("415", "Villa del Rosario", "Oriente (Norte de Santander, Santander)"),
    },
    "timeline": {0: ("Jan", "Feb", "Mar", "Apr", "May")},
    "map": {0: ("415", "Oriente", "VENEZUELA")},
}
#: The least type on paper, in points, and what rounding takes of it.
LEAST_TYPE = 9
#: What is below the letters of a label, in the colour of paper.
HALO = 0xFFFFFF
ROUNDING = 0.05

#: The fills and strokes of the shapes in drawings, wherever they are set.
DRAWN_COLOURS = """() => {
  const shapes = "svg :is(path, rect, circle, text, line, polyline, polygon)"
  const colours = new Set()
  const collect = (root) => {
    for (const shape of root.querySelectorAll(shapes)) {
      const { fill, stroke, opacity } = getComputedStyle(shape)
      if (opacity === "0") continue
      for (const colour of [fill, stroke]) if (colour.startsWith("rgb(")) colours.add(colour)
    }
    for (const host of root.querySelectorAll("*")) if (host.shadowRoot) collect(host.shadowRoot)
  }
  collect(document)
  return [...colours]
}"""


def printed(page, paper="A4") -> pymupdf.Document:
    return pymupdf.open(stream=page.pdf(format=paper, prefer_css_page_size=False))


def spans_of(document: pymupdf.Document) -> list[dict[str, Any]]:
    blocks = [block for sheet in document for block in sheet.get_text("dict")["blocks"]]
    return [span for block in blocks for line in block.get("lines", ()) for span in line["spans"]]


def expect_nothing_over_a_chart(document: pymupdf.Document, slug: str) -> None:
    """Neither boxes in the colour of the page, nor words over words."""
    cream = {
        tuple(round(255 * part) for part in drawing["fill"])
        for sheet in document
        for drawing in sheet.get_drawings()
        # A hollow mark is filled with the colour of the page; a box is wider than a mark.
        if drawing.get("fill") and drawing["rect"].width > 20 and slug
    }
    assert (251, 249, 244) not in cream
    for sheet in document:
        lines = [
            (pymupdf.Rect(line["bbox"]), "".join(span["text"] for span in line["spans"]).strip())
            for block in sheet.get_text("dict")["blocks"]
            for line in block.get("lines", [])
        ]
        # A box is higher than its letters.
        slim = [
            (box + pymupdf.Rect(0, box.height / 4, 0, -box.height / 4), text)
            for box, text in lines
            if text
        ]
        over = [
            (first, second) for (x, first), (y, second) in combinations(slim, 2)
            # A label's halo is the same words beneath it.
            if first != second and (x & y).get_area() > 0.3 * min(x.get_area(), y.get_area())
        ]  # fmt: skip
        assert over == []


def smallest_types(document: pymupdf.Document) -> list[tuple[float, str]]:
    """The texts in less than nine points, smallest first."""
    spans = [span for span in spans_of(document) if span["text"].strip()]
    small = [span for span in spans if span["size"] < LEAST_TYPE - ROUNDING]
    return sorted((round(span["size"], 1), span["text"]) for span in small)


@pytest.mark.parametrize(("slug", "language"), paired_cases(sorted(SLUGS), LANGUAGES))
def test_printed_page_has_type_of_nine_points(page, server, slug, language):
    """The drawings of a window shrank with their type: labels had 4.8 and 6.2 points."""
    visit(page, server, slug, {"lang": language})
    assert smallest_types(printed(page)) == []


@pytest.mark.parametrize(("kind", "language"), paired_cases(("timeline", "map"), LANGUAGES))
def test_printed_embed_has_type_of_nine_points(page, server, kind, language):
    page.goto(address(server, f"embed/{kind}", {"lang": language}))
    assert smallest_types(printed(page)) == []


@pytest.mark.parametrize("slug", ["", "timeline", "map"])
def test_drawing_for_paper_follows_the_filters(page, server, slug):
    visit(page, server, slug, {"lang": "en", "category": "counts"})
    page.emulate_media(media="print")
    events = page.locator(".on-paper [data-event]")
    regions = page.locator(".on-paper [data-region]")
    expect(events if slug != "map" else regions).not_to_have_count(0)
    page.emulate_media(media="screen")
    expect(page.locator(".on-paper").filter(visible=True)).to_have_count(0)


def test_printed_map_is_a_drawing(tab, server):
    """What WebGL had drawn was turned over by a filter: the circles came out in another red."""
    page = tab(color_scheme="dark")
    visit(page, server, "map", {"lang": "en"})
    document = printed(page)
    assert document[0].get_images() == []
    fills = {
        tuple(round(255 * part) for part in drawing["fill"])
        for drawing in document[0].get_drawings()
        if drawing.get("fill")
    }
    accent = tuple(bytes.fromhex(MAP_PALETTES["light"].accent.removeprefix("#")))
    assert accent in fills


def test_page_prints_the_drawing_of_its_window_if_the_server_is_gone(page, server):
    visit(page, server, "map", {"lang": "en"})
    page.route("**/stage/*-paper.svg*", lambda route: route.abort())
    page.emulate_media(media="print")
    expect(page.locator(".deck-map")).to_be_visible()


@pytest.mark.parametrize(("slug", "paper"), first_cases(PRINTED, 2))
def test_printed_page_is_complete_without_controls(page, server, slug, paper):
    visit(page, server, slug)
    menu = page.locator(".st-key-menu nav")
    expect(menu).to_be_visible(visible=slug in FRAMED)
    page.emulate_media(media="print")
    expect(page.locator(CONTROLS).filter(visible=True)).to_have_count(0)
    if slug in FRAMED:
        expect(menu).to_be_hidden()
        expect(page.locator(".st-key-menu .languages")).to_be_hidden()
        for part in (".page-head", "h1", ".foot"):
            expect(page.locator(part)).to_be_visible()
    if not slug:
        for part in ("figures", "timeline", "map", "counts", "filters", "axis", "play"):
            shown = part in {"figures", "counts"}
            expect(page.locator(f"[data-part={part}]")).to_be_visible(visible=shown)
        # Drawings for paper stand in the places of those of the window.
        expect(page.locator(".on-paper svg").filter(visible=True)).to_have_count(2)
    page.emulate_media(media=None)
    document = printed(page, paper)
    for sheet in document:
        for x0, _, x1, _, words, *_ in sheet.get_text("blocks"):
            assert x0 >= -1, words
            assert x1 <= sheet.rect.width + 1, words
    for number, texts in SHEETS.get(slug, {}).items():
        sheet_text = " ".join(document[number].get_text().split())
        assert [words for words in texts if words not in sheet_text] == []
    if slug in {"", "figures"}:
        expect_nothing_over_a_chart(document, slug)


def test_page_printed_before_the_app_loads_is_complete(tab, server):
    page = tab()
    page.route("**/static/js/*", lambda route: route.abort())
    page.goto(address(server, "figures"), wait_until="commit")
    expect(page.locator("#first footer")).to_be_attached()
    figures = page.locator("#first .event-list .title").all_text_contents()
    document = printed(page)
    assert "Natural Earth" in document[-1].get_text()
    text = "".join("".join(sheet.get_text().split()) for sheet in document)
    missing = [words for words in figures if "".join(words.split()) not in text]
    # A column or a page may begin within a text.
    assert len(missing) <= 2 * len(document)
    assert len(figures) > 30
    for sheet in document:
        assert all(box[0] >= 0 and box[2] <= sheet.rect.width for box in sheet.get_text("blocks"))


def test_printed_timeline_is_complete_and_screen_unchanged(page, server):
    visit(page, server, "timeline")
    chart = page.locator(".chart > svg")
    before = chart.bounding_box()
    text = printed(page)[0].get_text()
    assert {"Jan", "Feb", "Mar", "Apr", "May"} <= set(text.split())
    after = chart.bounding_box()
    assert (after["width"], after["height"]) == (before["width"], before["height"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_printed_questions_fit_twelve_pages_in_nine_points(page, server, language):
    """The page was shrunk to 17 sheets of 6 to 8 points: too small to be read at a table."""
    visit(page, server, "disagreements", {"lang": language})
    questions = page.locator(".topic h3").all_inner_texts()
    claims = page.locator(".side-statement").all_text_contents()
    document = printed(page)
    assert len(document) <= 12
    sizes = [span["size"] for span in spans_of(document) if span["text"].strip()]
    assert min(sizes) > 8.95
    text = "".join("".join(sheet.get_text().split()) for sheet in document)
    missing = [words for words in (*questions, *claims) if "".join(words.split()) not in text]
    # A column or a page may begin within a text.
    assert len(missing) <= 2 * 12
    assert len(questions) + len(claims) > 250


@pytest.mark.parametrize("language", ["en", "es"])
def test_printed_figures_fit_six_pages_in_nine_points(page, server, language):
    """The chart was drawn wider than A4, and shrunk to types of 8.1 and 8.8 points."""
    visit(page, server, "figures", {"lang": language})
    document = printed(page)
    assert len(document) <= 6
    sizes = [span["size"] for span in spans_of(document) if span["text"].strip()]
    assert min(sizes) > 8.95


def test_printed_sources_fit_few_pages(page, server):
    visit(page, server, "sources", {"lang": "es"})
    names = page.locator(".source h3").all_inner_texts()
    document = printed(page)
    # In types of 6.7 to 7.9 points there were 16.
    assert len(document) <= 22
    text = " ".join(" ".join(sheet.get_text().split()) for sheet in document)
    assert len(names) > 50
    assert [name for name in names if " ".join(name.split()) not in text] == []
    # The sources' words stand in the marks of the page's language.
    assert "“events of February 22nd" not in text
    assert "«events of February 22nd and February 23rd»" in text


def test_dark_page_is_printed_in_light_colours(tab, server):
    page = tab(color_scheme="dark")
    visit(page, server, "timeline", {"event": "ev-2019-02-23-aid-blocked"})
    spans = spans_of(printed(page))
    inks = {span["color"] for span in spans if span["text"].strip()} - {HALO}
    # No letter lighter than a middle grey.
    light = [ink for ink in inks if min(ink >> 16, (ink >> 8) & 255, ink & 255) > 150]
    assert light == []
    # Nor a drawing in dark colours: the map's ground made 45% of a sheet black; light it is 1%.
    visit(page, server, "map", {"lang": "en"})
    sheet = printed(page)[0].get_pixmap(dpi=80, colorspace=pymupdf.csGRAY)
    assert sum(grey < 70 for grey in sheet.samples) < 0.02 * len(sheet.samples)


def drawn_colours(page) -> set[str]:
    """The colours of all shapes of drawings on paper; what is there for paper is white."""
    page.emulate_media(media="print")
    colours = set(page.evaluate(DRAWN_COLOURS))
    return {colour.replace("251, 249, 244", "255, 255, 255") for colour in colours}


@pytest.mark.parametrize("slug", ["", "timeline", "map", "figures"])
def test_dark_drawings_are_printed_in_the_colours_of_the_light_page(tab, server, slug):
    """They were turned over by a filter: the red of the border came out as a light orange."""
    light_page = tab()
    visit(light_page, server, slug, {"lang": "en"})
    dark_page = tab(color_scheme="dark")
    visit(dark_page, server, slug, {"lang": "en"})
    light_colours = drawn_colours(light_page)
    assert len(light_colours) > 3
    assert drawn_colours(dark_page) == light_colours


def test_dark_chart_is_printed_as_text(tab, server):
    """A filter made a picture of it, in which no word can be found or read aloud."""
    page = tab(color_scheme="dark")
    visit(page, server, "figures", {"lang": "en"})
    assert "Arrived in Colombia" in printed(page)[0].get_text()
    assert "Colombian Foreign Ministry" in printed(page)[0].get_text()


def test_marks_of_a_printed_map_are_on_its_ground(page, server):
    """They were stretched to the box on paper, and the ground was not: Guajira lay in the sea."""
    visit(page, server, "map", {"lang": "en"})
    ask_for_deck(page)
    page.route("**/stage/*-paper.svg*", lambda route: route.abort())
    page.emulate_media(media="print")
    expect(page.locator(".deck-map canvas")).to_have_css("object-fit", "contain")
    ground = page.locator(".deck-map .basemap svg")
    assert ground.get_attribute("preserveAspectRatio") in {None, "xMidYMid meet"}
