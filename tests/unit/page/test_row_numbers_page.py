"""How many? of a story of rows: each number drawn, listed and in a table, with what is left out."""

from datetime import date
from typing import get_args

import pytest
from lxml.html import fromstring

from components.export.pictures import Form, draw_picture
from components.i18n import LANGUAGES
from components.limits.views import MOST_MARKS, MOST_ROW_NUMBERS
from components.page import blocks, embed
from components.page.figures_page import figures_page
from components.page.html import page_text
from components.presentation.finding_texts import format_finding
from components.presentation.pages import PAGES, list_pages
from components.presentation.records import LONG_ROWS
from components.presentation.row_number_scenes import draw_row_numbers
from components.query.filters import Filters
from components.query.row_numbers import list_numbered_events
from tests.support.drawing import list_clipped_texts, list_overlaps, list_text_lines
from tests.support.stories.row_numbers import FLOOD, read_numbers, view_numbers
from tests.support.stories.uploads import read_story, table

PAGE = next(page for page in PAGES if page.slug == "figures")
MANY = MOST_ROW_NUMBERS + 10


@pytest.fixture(scope="module")
def many_numbers():
    """A story with more numbers than are drawn."""
    rows = [(f"{1900 + row // 200}", f"Row {row}", str(row)) for row in range(MANY)]
    return view_numbers(read_story(table(("date", "title", "people"), rows), "many.csv"))


def shown_text(ctx) -> str:
    return page_text(ctx, PAGE).html


def test_menu_of_a_story_of_numbered_rows_has_how_many() -> None:
    assert PAGE in list_pages(view_numbers().story)
    assert PAGE not in list_pages(view_numbers(read_numbers("", "")).story)


def test_each_mark_is_that_of_an_event_with_a_number() -> None:
    ctx = view_numbers()
    drawn_ids = list(draw_row_numbers(ctx, 800).record_ids("event"))
    assert sorted(drawn_ids) == sorted(event.row.id for event in list_numbered_events(ctx.facts))


def test_chosen_event_is_lit_and_shown_in_full() -> None:
    ctx = view_numbers(event=FLOOD)
    marks = [mark for mark in draw_row_numbers(ctx, 800).iter_marks() if "chosen" in mark.data]
    assert [mark.id for mark in marks] == [FLOOD]
    chosen = [block for block in figures_page(ctx).blocks if isinstance(block, blocks.Chosen)]
    assert chosen[0].key == f"event:{FLOOD}"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("about 300", "more than 1,400", "30 to 40", "“several”", "no totals")),
        ("es", ("unos 300", "más de 1.400", "de 30 a 40", "«several»", "No son totales")),
    ],
)
def test_page_says_each_number_as_exactly_as_its_row_does(language, words) -> None:
    text = shown_text(view_numbers(language=language))
    assert [word for word in words if word not in text] == []


def test_uncertain_day_is_dotted() -> None:
    signs = draw_row_numbers(view_numbers(), 800).list_signs()
    assert {"unsure", "said:about", "said:more_than", "said:range"} <= set(signs)


@pytest.mark.parametrize("width", [1280, 800, 350, 292])
def test_no_label_overlaps_or_is_cut(width: int) -> None:
    scene = draw_row_numbers(view_numbers(), width)
    assert list_overlaps(list_text_lines(scene)) == []
    assert list_clipped_texts(scene) == []


def test_single_row_is_a_page_of_one_number() -> None:
    ctx = view_numbers(read_numbers("7"))
    assert figures_page(ctx).heading == "People: one number, 7"


def test_very_many_numbers_are_bounded_and_said_to_be(many_numbers) -> None:
    text = shown_text(many_numbers)
    assert f"the first {MOST_ROW_NUMBERS:,} of {MANY:,} numbers" in text
    assert f"The first {LONG_ROWS} of {MANY:,} by date" in text
    assert f"The first {MOST_MARKS} of {MANY:,} by date" in text


def test_marks_of_very_many_numbers_lead_to_events(many_numbers) -> None:
    drawn_ids = set(draw_row_numbers(many_numbers, 800).record_ids("event"))
    assert drawn_ids
    assert drawn_ids <= set(many_numbers.dataset.events)


def test_filter_that_leaves_no_number_offers_other_views() -> None:
    second_day = Filters(start=date(2017, 3, 2), end=date(2017, 3, 2))
    text = shown_text(view_numbers(read_numbers("5", ""), filters=second_day))
    assert "None of the rows shown gives a number" in text
    assert "Clear all filters" in text


@pytest.mark.parametrize("form", get_args(Form))
@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_has_the_numbers_and_their_sources(form, language) -> None:
    ctx = view_numbers(language=language)
    scene = draw_picture("figures", ctx, form)
    assert len(list(scene.record_ids("event"))) == 5
    assert list_overlaps(list_text_lines(scene)) == []


def test_embedded_chart_has_a_row_for_each_number() -> None:
    rows = fromstring(embed.embed_page("figures", view_numbers())).xpath("//tbody/tr")
    assert len(rows) == 5
    assert "about 300" in rows[1].text_content()


def test_record_says_its_number_in_its_summary_and_in_no_other_column() -> None:
    page_blocks = figures_page(view_numbers(event=FLOOD)).blocks
    chosen = [block for block in page_blocks if isinstance(block, blocks.Chosen)]
    assert "number of people: ~300" in chosen[0].html
    assert "Other columns" not in chosen[0].html


@pytest.mark.parametrize(
    ("cells", "language", "title"),
    [
        (("30-40", "1250"), "en", "People: 2 numbers, from 30 to 1,250"),
        (("30-40", "1250"), "es", "People: 2 números, desde 30 hasta 1.250"),
        (("20", "30-40"), "en", "People: 2 numbers, from 20 to 40"),
    ],
)
def test_title_has_of_a_range_at_its_end_the_outer_number_alone(cells, language, title):
    ctx = view_numbers(read_numbers(*cells), language)
    assert format_finding(ctx.facts.row_numbers_finding, ctx.dataset, ctx.i18n) == title
