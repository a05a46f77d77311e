"""What a view says, line by line, rendered in this process without a browser.

Each function returns the words of one outlet as a reader has them. Tests that compare these words
with the data read nothing else of the project.
"""

import io
import json
import re
from functools import lru_cache

import pymupdf
from lxml import etree, html
from pptx import Presentation

from components.drawing.svg import paint
from components.export.pictures import Form, Kind, draw_picture, shown_page
from components.export.view_files import file_bytes
from components.i18n import Language
from components.page.embed import embed_page
from components.page.html import page_text
from components.page.metadata import SiteAddresses, render_head
from components.presentation.pages import PAGES
from tests.golden.plain import plain
from tests.support.stories.lesson import answers, handout, slides
from tests.support.views import build_view_context

PAGES_BY_SLUG = {page.slug: page for page in PAGES}
KINDS: tuple[Kind, ...] = ("timeline", "map", "figures")
TABLES = ("events", "claims", "citations", "sources", "regions", "places")
#: Addresses of pages are not compared; they need only be absolute.
SITE = SiteAddresses("https://story.example")
#: Soft hyphens and marks of direction are in no word; spaces that do not break are spaces.
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\u2066-\u2069]")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with plain spaces, without empty ones."""
    text = INVISIBLE.sub("", text)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return [line for line in lines if line]


@lru_cache(maxsize=1)
def render_page(slug: str, query: str, language: Language) -> tuple[str, str]:
    """Return a page's text and its head, as HTML; the two readers of a page ask one by one."""
    context = build_view_context(query, language, slug)
    text = page_text(context, PAGES_BY_SLUG[slug])
    return text.html, render_head(context, PAGES_BY_SLUG[slug], text, SITE)


def page_lines(slug: str, query: str, language: Language) -> list[str]:
    """Return the words of a page: a line for each block, links as ``[words](address)``."""
    text, head = render_page(slug, query, language)
    # What the page is called in a tab, a search, a preview and for programs.
    return [*split_lines(plain(text)), *head_lines(head)]


def preview_lines(slug: str, query: str, language: Language) -> list[str]:
    """Return what a page's head says of its preview, a picture of the view on every page."""
    _, head = render_page(slug, query, language)
    root = html.fragment_fromstring(head, create_parent="head")
    texts = root.xpath("//meta[@name='twitter:image:alt' or @property='og:image:alt']/@content")
    return [line for text in texts for line in split_lines(str(text))]


def head_lines(markup: str) -> list[str]:
    """Return the title, the descriptions and the JSON-LD texts of a page's head."""
    root = html.fragment_fromstring(markup, create_parent="head")
    texts = [*root.xpath("//title/text()")]
    for name in ("description", "twitter:title", "twitter:description"):
        texts += root.xpath(f"//meta[@name='{name}']/@content")
    for name in ("og:title", "og:description"):
        texts += root.xpath(f"//meta[@property='{name}']/@content")
    for script in root.xpath("//script[@type='application/ld+json']/text()"):
        for item in json.loads(script).get("@graph", ()):
            texts += [item.get(key, "") for key in ("name", "headline", "description")]
    return [line for text in texts for line in split_lines(str(text))]


def embed_lines(kind: Kind, query: str, language: Language) -> list[str]:
    """Return the words of a chart's page, with its title and the text alternatives."""
    markup = embed_page(kind, build_view_context(query, language, "data"))
    root = html.document_fromstring(markup)
    for style in root.xpath("//style | //head/script"):
        style.getparent().remove(style)
    lines = head_lines(html.tostring(root.find("head"), encoding="unicode"))
    for drawing in root.xpath("//figure//*[local-name()='svg']"):
        for text in drawing.xpath("./*[local-name()='title' or local-name()='desc']/text()"):
            lines += split_lines(text)
    body = html.tostring(root.find("body/main"), encoding="unicode")
    return [*lines, *split_lines(plain(body))]


def picture_lines(kind: Kind, query: str, language: Language, form: Form = "tall") -> list[str]:
    """Return the words of a picture: title, subtitle, legend, notes, sources and alternatives."""
    ctx = build_view_context(query, language, "data")
    scene = draw_picture(kind, ctx, form, f"/{shown_page(kind, ctx.view, language)}")
    root = etree.fromstring(str(paint(scene)).encode())
    texts = root.xpath("//*[local-name()='text' or local-name()='title' or local-name()='desc']")
    lines: list[str] = []
    place_before = None
    for text in texts:
        words = " ".join("".join(text.itertext()).split())
        # A line of type goes on below, at the same place and in the same size.
        place = (text.get("x"), text.get("font-size")) if text.get("x") else None
        if lines and lines[-1] == words:
            # A halo is drawn below its letters.
            continue
        if place and place == place_before and lines:
            lines[-1] = f"{lines[-1]} {words}"
        else:
            lines.append(words)
        place_before = place
    return [line for text in lines for line in split_lines(text)]


def api_rows(table: str, query: str, language: Language) -> list[dict[str, object]]:
    """Return the rows of ``/api/<table>.json``."""
    view = build_view_context(query, language, "data").view
    rows: list[dict[str, object]] = json.loads(file_bytes(f"{table}.json", view, language))
    return rows


def slide_lines(language: Language) -> list[str]:
    """Return the words of the slides, of their notes and of the alternatives of pictures."""
    lines: list[str] = []
    for slide in Presentation(io.BytesIO(slides(language))).slides:
        for shape in slide.shapes:
            if shape.has_text_frame:
                lines += split_lines(shape.text_frame.text)
            description = shape._element.xpath(".//p:cNvPr/@descr")
            lines += [line for text in description for line in split_lines(text)]
        if slide.has_notes_slide:
            lines += split_lines(slide.notes_slide.notes_text_frame.text)
    return lines


def handout_paragraphs(language: Language) -> list[str]:
    """Return the blocks of text of the handout and of the answers, each in one line."""
    lines: list[str] = []
    for content in (handout(language), answers(language)):
        for page in pymupdf.open(stream=content):
            for block in page.get_text("blocks"):
                lines += split_lines(block[4].replace("\n", " "))
    return lines
