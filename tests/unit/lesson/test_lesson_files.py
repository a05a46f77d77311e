"""Handout, answer sheet and slides, read back: their texts equal the data's."""

import io
import re
import zipfile
from functools import cache
from itertools import combinations
from typing import Any

import pymupdf
import pytest
from fontTools.ttLib import TTFont
from lxml.etree import fromstring
from PIL import Image
from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml.ns import qn
from pptx.util import Inches

from components.drawing.fonts import STAND_IN, font_file, font_files
from components.drawing.palette import PALETTES
from components.drawing.svg_elements import XMLNS
from components.i18n import i18n_for
from components.lesson.drawings import StepDrawings, paper_step
from components.lesson.handout import PAPERS, handout_pdf
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson, StepTexts
from components.loading.served_story import public_story
from components.story.lesson import LessonText
from tests.support.cases import first_cases, paired_cases
from tests.support.data import DATA
from tests.support.stories.lesson import answers, handout, made, slides

#: Spanish first: its texts are the longer ones.
LANGUAGES = ("es", "en")
#: Characters of the text of a slide of text; less of it belongs on the slide before.
SHORTEST_TEXT = 250
POINTS = {"a4": (595, 842), "letter": (612, 792)}


def flat(text: str) -> str:
    """A text without its line breaks, hyphens at line ends included, and odd spaces."""
    return re.sub(r"\s+", " ", re.sub(r"[-\u00ad\u2010]\n", "", text).replace("\u00a0", " "))


def text_of(pdf: bytes) -> str:
    return flat("\n".join(page.get_text() for page in pymupdf.open(stream=pdf)))


EVERY_PDF = paired_cases(
    ("handout", "answers"), [(language, paper) for language in LANGUAGES for paper in PAPERS]
)
every_pdf = pytest.mark.parametrize(("kind", "language", "paper"), EVERY_PDF)


def pdf_of(kind: str, language: str, paper: str) -> bytes:
    return (handout if kind == "handout" else answers)(language, paper)


@every_pdf
def test_pdf_is_tagged_in_its_language_and_has_a_title(kind, language, paper):
    content = pdf_of(kind, language, paper)
    document = pymupdf.open(stream=content)
    catalogue = document.xref_object(document.pdf_catalog())
    assert re.search(rf"/Lang\s*\({language}-(GB|CO)\)", catalogue)
    assert re.search(r"/Marked\s+true", catalogue)
    assert "/StructTreeRoot" in catalogue
    assert document.metadata["title"] == made(language).title
    assert b"pdfuaid:part" in content or "pdfuaid" in document.get_xml_metadata()


@every_pdf
def test_pdf_has_pages_of_its_paper_with_no_text_cut_at_an_edge(kind, language, paper):
    document = pymupdf.open(stream=pdf_of(kind, language, paper))
    assert 3 <= len(document) <= 9
    for page in document:
        assert (round(page.rect.width), round(page.rect.height)) == POINTS[paper]
        inner = page.rect + pymupdf.Rect(36, 28, -36, -28)
        blocks = page.get_text("blocks")
        assert [block[4] for block in blocks if pymupdf.Rect(block[:4]) not in inner] == []


@every_pdf
def test_charts_of_a_pdf_are_vectors(kind, language, paper):
    document = pymupdf.open(stream=pdf_of(kind, language, paper))
    assert [page.get_images() for page in document if page.get_images()] == []
    if kind == "handout":
        # Areas, borders, circles and the key; outlines of letters do not count.
        assert len(document[0].get_drawings()) > 50
        assert len(document[1].get_drawings()) > 60


@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_handout_has_links_and_bookmarks(language):
    document, lesson = pymupdf.open(stream=handout(language)), made(language)
    links = {link["uri"] for page in document for link in page.get_links()}
    assert links == {source.URL for source in lesson.sources if source.URL}
    marked = {flat(title) for _, title, _ in document.get_toc()}
    assert {flat(step.headline) for step in lesson.steps} <= marked


@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_handout_has_room_for_a_name_and_a_day_and_its_links_are_not_red(language):
    document = pymupdf.open(stream=handout(language))
    t = i18n_for(language).t
    assert t("Your name:") in document[0].get_text()
    assert t("Day of the lesson:") in document[0].get_text()
    references = document[len(document) - 1].get_text("dict")["blocks"]
    spans = [
        span for block in references for line in block.get("lines", ()) for span in line["spans"]
    ]
    addresses = [span for span in spans if span["text"].startswith("http")]
    assert addresses
    assert {span["color"] for span in addresses} == {0x1F2328}


def test_same_data_give_the_same_handout():
    again = handout_pdf(Lesson(DATA.story, public_story(), "es"), "a4")
    assert again == handout("es")


def test_markup_in_a_lesson_is_printed_as_text():
    step = DATA.story.steps[0]
    hostile = LessonText(en='#panic("x") *a* _b_ $c$ <d> @e', es="#x")
    own = DATA.story.model_copy(update={"steps": (step.model_copy(update={"text": hostile}),)})
    pdf = handout_pdf(Lesson(own, public_story(), "en"), "a4")
    assert '#panic("x") *a* _b_ $c$ <d> @e' in text_of(pdf)


@cache
def letters_of(font: str) -> frozenset[int]:
    """The characters of a typeface, by its name in a PDF: the subset's letters stand before a +."""
    stem = font.rpartition("+")[2]
    found = [file for file in font_files() if file.stem == stem]
    assert found, font
    return frozenset(TTFont(found[0]).getBestCmap())


#: What Arial, Georgia and the faces that stand in for them have beside the letters of Latin.
SLIDE_SIGNS = set("◊≈≠≤≥−→…\u00a0\n\v")


@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_typefaces_of_pdfs_and_slides_have_every_character(language):
    for pdf in (handout(language), answers(language)):
        spans = [
            span
            for page in pymupdf.open(stream=pdf)
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
        ]
        assert not [
            span["text"] for span in spans if STAND_IN in span["text"] or "\ufffd" in span["text"]
        ]
        for span in spans:
            missing = {
                character
                for character in span["text"]
                if ord(character) not in letters_of(span["font"])
            }
            assert missing <= {"\u00ad", "\u200b"}, (span["font"], span["text"], missing)
    assert "◊" in text_of(answers(language))
    for slide in deck(language).slides:
        on_it = text_on(slide) + slide.notes_slide.notes_text_frame.text
        strange = {
            character
            for character in on_it
            if character not in SLIDE_SIGNS and not character.encode("cp1252", "ignore")
        }
        assert not strange, slide.shapes.title.text_frame.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_typefaces_of_slide_drawings_have_every_character(monkeypatch, language):
    painted, dot = list[str](), io.BytesIO()
    Image.new("RGB", (1, 1)).save(dot, "PNG")
    monkeypatch.setattr(
        "components.lesson.slides.picture_png",
        lambda svg, *_: painted.append(svg) or dot.getvalue(),
    )
    slides_pptx(made(language))
    assert len(painted) > len(made(language).steps)
    lines = [one for svg in painted for one in fromstring(svg).iter(f"{{{XMLNS}}}text")]
    assert any("415" in line.text for line in lines)
    for line in lines:
        serif = "Serif" in line.get("font-family", "")
        face = font_file(int(line.get("font-weight", "400")), serif).stem
        missing = {character for character in line.text if ord(character) not in letters_of(face)}
        assert not missing, line.text


# Slides -------------------------------------------------------------------------------------------


def deck(language: str):
    return Presentation(io.BytesIO(slides(language)))


def slides_of(language: str) -> list[tuple[StepTexts, list[Any]]]:
    """Each step with its slides, which stand between the key and the sources."""
    found = list(deck(language).slides)[2:-2]
    heads = [step.headline for step in made(language).steps]
    places = [
        next(
            index for index, slide in enumerate(found) if slide.shapes.title.text_frame.text == head
        )
        for head in heads
    ]
    ends = [*places[1:], len(found)]
    return [
        (step, found[start:end])
        for step, start, end in zip(made(language).steps, places, ends, strict=True)
    ]


def text_on(slide: Any) -> str:
    return " ".join(shape.text_frame.text for shape in slide.shapes if shape.has_text_frame)


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_slides_tell_each_step_and_ask_its_question(language):
    assert len(deck(language).slides) <= 35
    for step, (text_slide, question_slide, *_) in slides_of(language):
        assert text_slide.shapes.title.text_frame.text == step.headline
        assert text_slide.placeholders[1].text_frame.text == step.text
        assert step.format_sources() in text_on(text_slide)
        assert question_slide.shapes.title.text_frame.text == (step.question or step.headline)


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_answer_of_a_slide_appears_with_a_click(language):
    for step, (text_slide, question_slide, *_) in slides_of(language):
        is_animated = question_slide._element.find(qn("p:timing")) is not None
        assert is_animated == bool(step.answer)
        if not step.answer:
            continue
        assert step.answer not in text_on(text_slide)
        hidden = {shape.get("spid") for shape in question_slide._element.iter(qn("p:spTgt"))}
        assert hidden == {str(question_slide.placeholders[1].shape_id)}


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_slides_give_each_answer_in_full_with_its_sources(language):
    for step, (_, question_slide, *more_slides) in slides_of(language):
        if not step.answer:
            continue
        parts = [slide.placeholders[1] for slide in (question_slide, *more_slides)]
        # The last slide has evidence below the answer.
        texts = [part.text_frame.text.partition("\n– ")[0] for part in parts]
        text = " ".join(texts)
        assert text == f"{i18n_for(language).t('Answer:')} {step.answer}"
        assert step.format_sources(of_answer=True) in text_on(question_slide)


def run_points(shape: Any) -> list[float]:
    """The size of every run of a placeholder that does not take the theme's, in points."""
    if not shape.has_text_frame:
        return []
    paragraphs = shape.text_frame.paragraphs
    return [run.font.size.pt for paragraph in paragraphs for run in paragraph.runs if run.font.size]


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_theme_of_the_slides_has_our_sizes_and_colours(language):
    presentation = deck(language)
    master = presentation.slide_master._element
    sizes = {
        kind: int(master.find(f".//{qn(kind)}/{qn('a:lvl1pPr')}/{qn('a:defRPr')}").get("sz"))
        for kind in ("p:titleStyle", "p:bodyStyle")
    }
    assert sizes == {"p:titleStyle": 3200, "p:bodyStyle": 2400}
    theme_part = presentation.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme = theme_part.blob.decode()
    light = PALETTES["light"]
    for colour in (light.ink, light.paper, light.muted, light.accent):
        assert f'<a:srgbClr val="{colour.removeprefix("#")}"/>' in theme


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_every_slide_has_a_title_and_a_number(language):
    for slide in deck(language).slides:
        assert slide.shapes.title is not None
        kinds = {shape.placeholder_format.type for shape in slide.placeholders}
        assert PP_PLACEHOLDER.SLIDE_NUMBER in kinds


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_texts_of_slides_have_the_font_and_the_colour_of_the_theme(language):
    for slide in deck(language).slides:
        for shape in slide.shapes:
            # Every text is in a placeholder, and only pictures stand outside of one.
            assert shape.is_placeholder or shape.shape_type == 13
            for run in shape._element.iter(qn("a:r")):
                properties = run.find(qn("a:rPr"))
                assert run.find(f".//{qn('a:latin')}") is None
                assert properties.find(qn("a:solidFill")) is None
                assert properties.get("lang", language).startswith(language)


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_slides_can_be_read_from_the_last_row(language):
    """Footers, numbers and the sources at the end may be smaller."""
    slides_in_order = list(deck(language).slides)
    for slide in slides_in_order:
        for shape in slide.placeholders:
            labels = (PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER)
            is_looked_up = shape.placeholder_format.type in labels or slide is slides_in_order[-1]
            least = 14 if is_looked_up else 24
            assert least <= min(run_points(shape), default=least), slide.shapes.title.text


@pytest.mark.slow
@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_drawings_of_slides_are_sharp_and_have_text_alternatives(language):
    for step, (told, asked, *_) in slides_of(language):
        parts = StepDrawings(step.step.view, made(language).ctx).parts()
        pictures = [
            shape for slide in (told, asked) for shape in slide.shapes if hasattr(shape, "image")
        ]
        assert len(pictures) == len(parts)
        for shape, part in zip(pictures, parts, strict=True):
            words = paper_step(made(language).ctx, part, step.step.view, 600, 400).text_alternative
            assert shape._element.nvPicPr.cNvPr.get("descr") == words
            image = Image.open(io.BytesIO(shape.image.blob))
            # As a projector of 1,920 pixels shows it alone, or half as fine again as in its place.
            finest = min(1920, 1.49 * 1920 * shape.width / deck(language).slide_width)
            assert image.width >= finest
            assert image.width / image.height == pytest.approx(shape.width / shape.height, rel=0.01)
            assert len(image.convert("RGB").getcolors(1_000_000)) > 8


@pytest.mark.slow
def test_shapes_of_slides_are_inside_and_do_not_overlap():
    found = deck("es")
    with zipfile.ZipFile(io.BytesIO(slides("es"))) as package:
        assert package.testzip() is None
    about = found.core_properties
    assert (about.title, about.language) == (made("es").title, "es-CO")
    for slide in found.slides:
        boxes = [
            (one.left, one.top, one.left + one.width, one.top + one.height) for one in slide.shapes
        ]
        for left, top, right, bottom in boxes:
            assert 0 <= left < right <= found.slide_width + Inches(0.01)
            assert 0 <= top <= bottom <= found.slide_height
        for first, second in combinations(boxes, 2):
            apart = (
                first[2] <= second[0]
                or second[2] <= first[0]
                or first[3] <= second[1]
                or second[3] <= first[1]
            )
            assert apart, slide.shapes.title.text_frame.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_slide_with_the_rest_of_an_answer_has_its_evidence(language):
    """It held a single sentence below the question."""
    deck = Presentation(io.BytesIO(slides(language)))
    bodies = [slide.placeholders[1].text_frame for slide in deck.slides
              if slide.slide_layout.name == "Text"]  # fmt: skip
    rests = [body for body in bodies if "\n– " in body.text]
    assert len(rests) >= 3
    assert [body.text for body in bodies if len(body.text) < SHORTEST_TEXT] == []
