"""Titles right to left in sentences, pages, slides and workbooks."""

import io

import pytest
from openpyxl import load_workbook
from pptx import Presentation
from pptx.oxml.ns import qn

from components.export.pictures import _format_some_names
from components.export.workbooks import WorkbookWriter
from components.i18n import i18n_for
from components.i18n.messages import UntranslatedText
from components.lesson.slides import TEMPLATE, TEXT_LAYOUT, write_title
from components.presentation.markup import direction_attribute, render, with_lang_attribute

ARABIC = "انفجار (3) في بيروت 2020"
HEBREW = "הפגנה ברחוב הראשי (250 איש)."
RLI, PDI = "\u2067", "\u2069"


@pytest.mark.parametrize("language", ["en", "es"])
def test_sentence_isolates_a_title_within(language):
    sentence = i18n_for(language).t("Data: {licence}.", licence=ARABIC)
    assert f"{RLI}{ARABIC}{PDI}." in sentence


def test_sentence_leaves_other_values_as_they_are():
    assert i18n_for("en").t("Data: {licence}.", licence="CC (BY)") == "Data: CC (BY)."


def test_list_isolates_each_of_its_names():
    text = i18n_for("en").format_list([ARABIC, "UN", HEBREW])
    assert text == f"{RLI}{ARABIC}{PDI}, UN and {RLI}{HEBREW}{PDI}"


def test_names_of_sources_below_a_picture_keep_their_order():
    line = _format_some_names([ARABIC, "UN", HEBREW], 2, i18n_for("en"), has_address=False)
    assert f"{RLI}{ARABIC}{PDI}; UN" in line


TITLES = [
    pytest.param(ARABIC, f'<span dir="rtl">{ARABIC}</span>', id="of the page's language"),
    pytest.param(
        UntranslatedText(HEBREW, "he"), f'<span lang="he" dir="rtl">{HEBREW}</span>', id="another"
    ),
    pytest.param("UN: انفجار", '<span dir="ltr">UN: انفجار</span>', id="mixed"),
    pytest.param("A blast", "A blast", id="Latin"),
    pytest.param("", "", id="empty"),
]


@pytest.mark.parametrize(("title", "html"), TITLES)
def test_title_has_its_direction_in_html(title, html):
    assert with_lang_attribute(title) == html


def test_direction_is_an_attribute_of_right_to_left_texts_alone():
    assert direction_attribute(ARABIC) == ' dir="rtl"'
    assert direction_attribute("A blast") == ""
    assert direction_attribute(None) == ""


def test_heading_of_a_page_has_the_direction_of_its_title():
    html = render("page_title.html", i18n_for("en"), title=ARABIC, lead="A lead")
    assert '<h1 dir="rtl">' in html


# Slides and workbooks -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "direction", "language"),
    [(ARABIC, "1", "ar-SA"), (HEBREW, "1", "he-IL"), ("A blast (3)", None, "en-GB")],
    ids=["Arabic", "Hebrew", "Latin"],
)
def test_title_of_a_slide_has_its_direction_and_language(title, direction, language):
    deck = Presentation(str(TEMPLATE))
    slide = deck.slides.add_slide(deck.slide_layouts[TEXT_LAYOUT])
    write_title(slide, title, i18n_for("en"))
    paragraph = slide.shapes.title.text_frame.paragraphs[0]
    properties = paragraph._p.pPr
    assert paragraph.text == title
    assert (None if properties is None else properties.get("rtl")) == direction
    assert paragraph.runs[0].font._rPr.get("lang") == language
    assert paragraph._p.findall(f".//{qn('a:t')}")


def test_cells_of_a_workbook_are_told_their_direction_where_it_is_right_to_left():
    book = WorkbookWriter("events", "")
    book.add_table("events", ("title", "summary"), [(ARABIC, "A blast"), ("A blast", HEBREW)])
    sheet = load_workbook(io.BytesIO(book.close()))["events"]
    orders = [[cell.alignment.readingOrder for cell in row] for row in sheet["A2:B3"]]
    assert orders == [[2, 0], [0, 2]]
