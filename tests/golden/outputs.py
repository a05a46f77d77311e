"""Everything that is kept, by group: each output's path below ``kept/`` and its content."""

import io
from collections.abc import Callable, Iterator
from typing import Final, get_args

import pymupdf
from lxml import html
from PIL import Image
from pptx import Presentation
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.citing.quotation import quote_record, sum_sentence
from components.drawing.svg import paint, to_png
from components.export.api_addresses import ADDRESSES
from components.export.pictures import Form, Kind, draw_picture, shown_page
from components.i18n import I18n, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake.corrections import list_suggestions
from components.loading.served_story import public_story
from components.page.html import page_text
from components.presentation.pages import PAGES
from components.query.figures import list_regional_counts
from components.query.filters import Filters
from components.query.sources_in_use import restrict_to_sources
from components.server.application import list_middleware, list_routes
from components.site.published import site_files
from components.site.site_options import SiteOptions
from components.story.dataset import Dataset
from tests.corpus.files import corpus
from tests.corpus.hostile import Case
from tests.golden.plain import plain, shortened, words_of_drawing
from tests.golden.tables import api_text
from tests.golden.views import COMPANIONS, LANGUAGES, PAGE_VIEWS, PICTURE_VIEWS, VIEWS, context
from tests.golden.words import written
from tests.support.server import ROOT
from tests.support.stories.lesson import answers, handout, slides

Output = tuple[str, bytes]
#: Of an opened file so many events and sources are kept, and so much of a date that was not read.
SHOWN_EVENTS: Final = 40
WIDE: Final = 60
#: The width of a kept picture, in pixels; its colours are those of a palette of this many.
PICTURE_PIXELS: Final = 500
PICTURE_COLOURS: Final = 32
#: Addresses that are asked besides those that the description names, one a line; and headers that
#: change with the data.
ASKED: Final = ROOT / "tests" / "data" / "asked_addresses.txt"
VARYING: Final = frozenset(("content-length", "etag", "date"))


def api() -> Iterator[Output]:
    whole = context(VIEWS[0], "en", "data")
    for view in VIEWS:
        for language in LANGUAGES:
            ctx = whole if (view.name, language) == ("whole", "en") else context(
                view, language, "data"
            )  # fmt: skip
            yield f"api/{view.name}.{language}.txt", api_text(ctx, whole).encode()


def pages() -> Iterator[Output]:
    for language in LANGUAGES:
        for page in PAGES:
            whole = ""
            for view in PAGE_VIEWS:
                if view.story in COMPANIONS and language != "en":
                    continue
                if view.pages and page.slug not in view.pages:
                    continue
                told = page_text(context(view, language, page.slug), page)
                text = f"{told.title}\n{told.description}\n\n{plain(told.html)}"
                shown = shortened(text, whole) if whole and not view.story else text
                whole = whole or text
                yield f"pages/{view.name}/{page.slug or 'overview'}.{language}.txt", shown.encode()


def pictures() -> Iterator[Output]:
    """Every picture of each view as a raster, and its words."""
    for view in PICTURE_VIEWS:
        for kind in get_args(Kind):
            for form in ("wide",) if view.story else get_args(Form):
                ctx = context(view, "en", kind)
                address = "" if ctx.story.private else f"/{shown_page(kind, ctx.view, 'en')}"
                svg = paint(draw_picture(kind, ctx, form, address))
                stem = f"pictures/{view.name}/{kind}-{form}"
                drawn = Image.open(io.BytesIO(to_png(svg, PICTURE_PIXELS, "#ffffff")))
                out = io.BytesIO()
                drawn.convert("RGB").quantize(PICTURE_COLOURS).save(out, "PNG", optimize=True)
                yield f"{stem}.png", out.getvalue()
                yield f"{stem}.txt", words_of_drawing(svg).encode()


def _paper_text(content: bytes) -> str:
    pages = list(pymupdf.open(stream=content))
    texts = [f"== page {index}\n{page.get_text().strip()}" for index, page in enumerate(pages, 1)]
    return f"{len(pages)} pages\n" + "\n".join(texts) + "\n"


def _slides_text(content: bytes) -> str:
    slides = list(Presentation(io.BytesIO(content)).slides)
    lines = [f"{len(slides)} slides"]
    for number, slide in enumerate(slides, 1):
        lines.append(f"== slide {number}")
        framed = [
            shape.text_frame
            for shape in slide.shapes
            if shape.has_text_frame and shape.text_frame.text
        ]
        lines += [frame.text for frame in framed]
        runs = [run for frame in framed for part in frame.paragraphs for run in part.runs]
        links = [run.hyperlink.address for run in runs if run.hyperlink.address]
        lines += [f"link: {address}" for address in dict.fromkeys(links)]
        if slide.has_notes_slide:
            lines.append(f"notes: {slide.notes_slide.notes_text_frame.text}")
    return "\n".join(lines) + "\n"


def papers() -> Iterator[Output]:
    """Handout, answer sheet and slides, as text with the number of their pages.

    A letter sheet says what an A4 sheet says.
    """
    for language in LANGUAGES:
        yield f"papers/handout.{language}.txt", _paper_text(handout(language)).encode()
        yield f"papers/answers.{language}.txt", _paper_text(answers(language)).encode()
        yield f"papers/slides.{language}.txt", _slides_text(slides(language)).encode()


def _what_became(case: Case) -> Iterator[str]:
    """A file's rows, what its columns were taken for, events, sources, and every sentence."""
    found = case.read(case.make())
    rows, undated = found.total, len(found.undated)
    counts = f"{rows.accepted} shown, {undated} undated, {rows.refused} refused"
    layout = found.layout
    told = (
        f"; {layout.column_map.name or 'no tool'}; asks {', '.join(layout.doubts)}"
        if layout
        else ""
    )
    data = found.dataset
    title = f"; {data.title}{' (es)' * (data.language == 'es')}" if data else ""
    yield counts + told + title
    if layout:
        named = (f"{name} {'+'.join(of)} ({layout.certainty.get(name, '-')})"
                 for name, of in layout.column_map.columns.items())  # fmt: skip
        sheets = layout.sheet_names if len(layout.sheet_names) > 1 else ()
        yield f"columns: {', '.join(named)[: 5 * WIDE]}"
        yield from (
            f"asked: {' or '.join(one)}"
            for one in (*layout.ambiguous_dates, *[sheets] * bool(sheets))
        )
    for one in list_suggestions(found):
        yield f"offered: {one.answers}"[: 5 * WIDE]
    for event in [*data.events.values()][:SHOWN_EVENTS] if data else ():
        place = data.places.get(event.place_id or "")
        where = f"{place.name} {place.lat} {place.lon}" if place else "-"
        cited = [citation.source_id for citation in data.citations_of(event.id)]
        yield " | ".join((event.date, event.title, event.category, where, *cited))
        if event.summary not in {"", event.title}:
            yield f"  {event.summary[:WIDE]}"
    for claim in [*data.claims.values()][:SHOWN_EVENTS] if data else ():
        figure = f"{claim.qualifier} {claim.value_low}–{claim.value_high}, {claim.measure}"
        cited = [
            f"{citation.source_id} {citation.locator or ''}".strip()
            for citation in data.citations_of(claim.id)
        ]
        of = (claim.topic_id, claim.claimant_id, claim.event_id, *cited)
        yield f"{claim.id}: {figure} | {' | '.join(map(str, of))}"
    for key, source in [*data.sources.items()][:SHOWN_EVENTS] if data else ():
        own = source.to_csl()
        names = [author.get("family") or author.get("literal") for author in own.get("author", ())]
        seen = own.get("accessed", {}).get("date-parts", "")
        yield " | ".join((f"{key}: {source.title[:WIDE]}", source.URL or "-",
                          source.custom.issued_edtf, *names, *map(str, seen)))  # fmt: skip
    yield from (f"{row.row} | {row.when[:WIDE]} | {row.title}" for row in found.undated)
    for language in LANGUAGES:
        yield from (
            f"{language}: {format_problem(problem, i18n_for(language)).line}"
            for problem in found.problems
        )


def opened() -> Iterator[Output]:
    lines = []
    for case in corpus():
        lines += [f"== {case.name} ({case.file})", *_what_became(case)]
    yield "opened.txt", ("\n".join(lines) + "\n").encode()


def site() -> Iterator[Output]:
    paths = []
    for path, content in site_files(public_story(), SiteOptions(files=())):
        paths.append(path)
        if path.endswith(".html"):
            body = html.document_fromstring(content.decode()).find("body")
            text = plain(html.tostring(body, encoding="unicode"))
            yield f"site/{path.removesuffix('.html')}.txt", text.encode()
    yield "site/files.txt", ("\n".join(sorted(paths)) + "\n").encode()


def addresses() -> Iterator[Output]:
    """What addresses of files, pictures and charts are answered with, through all layers."""
    client = TestClient(
        Starlette(routes=list_routes(), middleware=list_middleware()), "http://localhost:8501"
    )
    asked = [one.path for one in ADDRESSES] + ASKED.read_text("utf-8").splitlines()
    found = {path: client.get(path, headers={"accept-encoding": "identity"}) for path in asked}
    told = {path: {f"{name}: {value}" for name, value in answer.headers.items()
                   if name not in VARYING} for path, answer in found.items()}  # fmt: skip
    shared = set.intersection(*told.values())
    lines = ["== every answer", *sorted(shared)]
    for path, answer in found.items():
        lines += [f"== {path[:WIDE]}: {answer.status_code}", *sorted(told[path] - shared)]
        if answer.status_code >= 400:
            page = "html" in answer.headers["content-type"]
            lines += (plain(answer.text) if page else answer.text).splitlines()
    yield "addresses.txt", ("\n".join(lines) + "\n").encode()


def words() -> Iterator[Output]:
    yield "words.txt", ("\n".join(written()) + "\n").encode()


def quotations() -> Iterator[Output]:
    """Every sentence ready to quote, in both languages, in one file to be read in one go."""
    data = public_story().dataset
    blocks = [_quote_record(data, record_id) for record_id in (*data.events, *data.claims)]
    counts_of_days = list_regional_counts(data, Filters())
    for number, claims in enumerate(counts_of_days, start=1):
        lines = [f"sum of counts by region, day {number}"]
        for language in LANGUAGES:
            lines.append(f"  {language}: {sum_sentence(data, claims, I18n(language, data))}")
        blocks.append(lines)
    text = "\n\n".join("\n".join(lines) for lines in blocks)
    yield "quotations.txt", f"{text}\n".encode()


def _quote_record(data: Dataset, record_id: str) -> list[str]:
    """The sentences of a record, and those that the documents alone make of it."""
    restricted_data = restrict_to_sources(data, Filters(documents_only=True))
    lines = [record_id]
    for language in LANGUAGES:
        i18n = I18n(language, data)
        sentences = quote_record(data, record_id, i18n)
        lines += [f"  {language}: {sentence}" for sentence in sentences]
        for sentence in quote_record(restricted_data, record_id, i18n):
            if sentence not in sentences:
                lines.append(f"  {language}, documents: {sentence}")
    return lines


GROUPS: Final[dict[str, Callable[[], Iterator[Output]]]] = {
    "api": api,
    "pages": pages,
    "pictures": pictures,
    "papers": papers,
    "quotations": quotations,
    "addresses": addresses,
    "words": words,
    "opened": opened,
    "site": site,
}
