"""The slides rendered by LibreOffice: complete, without overlaps."""

import io
import re
from itertools import combinations

import pymupdf
import pytest
from pptx import Presentation
from pptx.oxml.ns import qn

from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson
from components.loading.served_story import public_story
from components.story.lesson import LessonText, Step, field_specs
from tests.support.cases import skip_unless
from tests.support.data import DATA
from tests.support.programs import office
from tests.support.stories.lesson import made, slides

pytestmark = pytest.mark.long
LANGUAGES = ("en", "es")
DECKS = (*LANGUAGES, "longest")
#: Where the footer stands in the layouts.
FOOTER_TOP_INCHES = 6.58


@pytest.fixture(scope="module")
def rendered(tmp_path_factory):
    skip_unless(office.find(), f"NO SLIDE WAS RENDERED: LibreOffice is missing ({office.PACKAGE})")
    folder = tmp_path_factory.mktemp("slides")
    files = []
    for language in LANGUAGES:
        file = folder / f"slides-{language}.pptx"
        file.write_bytes(unhidden(slides(language)))
        files.append(file)
    files.append(folder / "slides-longest.pptx")
    files[-1].write_bytes(unhidden(slides_pptx(longest())))
    printed = office.convert(files, folder, "pdf")
    return dict(zip(DECKS, (pymupdf.open(file) for file in printed), strict=True))


def unhidden(file: bytes) -> bytes:
    """A deck with its answers in sight, as after the click that shows them."""
    deck, shown = Presentation(io.BytesIO(file)), io.BytesIO()
    for slide in deck.slides:
        for timing in slide._element.findall(qn("p:timing")):
            slide._element.remove(timing)
    deck.save(shown)
    return shown.getvalue()


def longest() -> Lesson:
    """A lesson of one step whose texts are as long as a lesson's may be."""
    words = "The soldiers who crossed the bridge were counted at the office of Migración Colombia. "
    texts = {
        name: LessonText(en=(words * 9)[: field_specs(Step)[name].most].strip())
        for name in ("headline", "text", "question", "answer")
    }
    step = DATA.story.steps[3].model_copy(update=texts)
    return Lesson(DATA.story.model_copy(update={"steps": (step,)}), public_story(), "en")


def bare(text: str) -> str:
    return re.sub(r"\W", "", text)


def pictures_of(page: pymupdf.Page) -> list[pymupdf.Rect]:
    return [rect for image in page.get_images() for rect in page.get_image_rects(image[0])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_libreoffice_renders_every_slide_completely(rendered, language):
    lesson, document = made(language), rendered[language]
    pages = [bare(page.get_text()) for page in document]
    assert all(
        page.rect.width / page.rect.height == pytest.approx(16 / 9, rel=0.01) for page in document
    )
    for number, page in enumerate(pages, start=1):
        assert page.endswith(str(number)) or str(number) in page
    for step in lesson.steps:
        told = next(index for index, page in enumerate(pages[2:], 2) if bare(step.text) in page)
        for part in (step.headline, step.format_sources()):
            assert bare(part) in pages[told]
        assert bare(step.question) in pages[told + 1]
        answer = bare(step.answer)
        assert answer[:40] in pages[told + 1]
        assert answer[-20:] in pages[told + 1] + pages[told + 2]


@pytest.mark.parametrize("deck", DECKS)
def test_rendered_slides_have_no_overlaps(rendered, deck):
    for page in rendered[deck]:
        texts = [
            pymupdf.Rect(block[:4])
            for block in page.get_text("blocks")
            if block[6] == 0 and block[4].strip()
        ]
        pictures = pictures_of(page)
        # A line's box is higher than its letters: a little of it may reach into the next one's.
        slim = [text + pymupdf.Rect(0, 3, 0, -3) for text in texts]
        for box in slim:
            assert box in page.rect + pymupdf.Rect(20, 10, -20, -10)
            assert not any(box.intersects(picture) for picture in pictures), page.get_textbox(box)
        for first, second in combinations(slim, 2):
            assert not first.intersects(second), (page.get_textbox(first), page.get_textbox(second))


@pytest.mark.parametrize("deck", DECKS)
def test_rendered_slides_have_every_letter_in_its_size(rendered, deck):
    """24 points and more, and 14 in the footer and the list of other sources."""
    for page in list(rendered[deck])[:-1]:
        for block in page.get_text("dict")["blocks"]:
            for span in (span for line in block.get("lines", ()) for span in line["spans"]):
                # A slide is 7.5 inches high.
                foot = span["bbox"][1] > page.rect.height * FOOTER_TOP_INCHES / 7.5 - 4
                assert span["size"] > (13.5 if foot else 23.5), span["text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rendered_slides_have_their_pictures(rendered, language):
    for page in rendered[language]:
        for rect in pictures_of(page):
            pixels = page.get_pixmap(clip=rect, dpi=24)
            assert len({pixels.pixel(x, y) for x in range(0, pixels.width, 2)
                        for y in range(0, pixels.height, 2)}) > 5  # fmt: skip
