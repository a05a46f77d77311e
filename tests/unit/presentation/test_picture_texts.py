"""What is printed with a picture: its title, notes and sources, and the address that opens it."""

from dataclasses import replace

import pytest

from components.export.pictures import (
    UNBROKEN,
    draw_picture,
    format_credit,
    format_subtitle,
    picture_query,
    picture_view,
    shown_page,
)
from components.query.filters import Filters
from components.query.view import View
from components.story.dataset import Licence, PackageInfo
from tests.support.drawing import list_text_lines
from tests.support.stories.small import small_dataset, source
from tests.support.stories.small_views import (
    add_citations,
    build_context,
    cite,
    set_presentation,
)

SMALL = small_dataset()
BASE = "example.org"


def printed_text(kind, ctx, form="tall", **options):
    address = f"{BASE}/{shown_page(kind, ctx.view, ctx.i18n.language)}"
    lines = list_text_lines(draw_picture(kind, ctx, form, address, **options))
    return " ".join(line.text for line in lines).replace(UNBROKEN, " ")


def test_a_picture_names_the_address_of_its_view():
    text = printed_text("timeline", build_context(SMALL, filters=Filters(regions=("oriente",))))
    assert "example.org/timeline?region=oriente&lang=en" in text.replace(" ", "")


def many_sources(count):
    dataset = replace(
        SMALL,
        sources={f"s{number}": source(f"s{number}", "document") for number in range(count)},
        citations=(),
    )
    return add_citations(dataset, *(cite("ev-count", f"s{number}") for number in range(count)))


@pytest.mark.parametrize(
    ("form", "count", "names"),
    [
        ("tall", 6, "Sources: S0; S1; S2; S3; S4; S5."),
        ("square", 6, "Sources: S0; S1; S2; S3, and 2 more named at the address below."),
        ("square", 4, "Sources: S0; S1; S2; S3."),
    ],
)
def test_a_picture_of_a_fixed_height_names_four_sources(form, count, names):
    ctx = build_context(many_sources(count))
    assert names in printed_text("timeline", ctx, form)


def test_a_picture_without_an_address_leads_to_none():
    # That of an opened story can be opened nowhere: the story is in one session alone.
    lines = list_text_lines(draw_picture("timeline", build_context(many_sources(6)), "square"))
    text = " ".join(line.text for line in lines).replace(UNBROKEN, " ")
    assert "Sources: S0; S1; S2; S3, and 2 more." in text
    assert "lang=" not in text


FIRST_NOTE = "Shown: 1 of 1 reported figure"
OTHER_NOTE = "The scale starts at zero"


def test_a_picture_with_a_title_of_its_own_has_its_first_note_alone():
    ctx = build_context(SMALL)
    plain, titled = (printed_text("figures", ctx, title=title) for title in ("", "Day by day"))
    assert "Arrivals: one figure, by Office: 567" in plain
    assert (FIRST_NOTE in plain, OTHER_NOTE in plain) == (True, True)
    assert "Arrivals: one figure, by Office: 567" not in titled
    assert "Day by day" in titled
    assert (FIRST_NOTE in titled, OTHER_NOTE in titled) == (True, False)


def test_reports_are_named_apart_from_the_documents_where_there_is_room():
    tall = printed_text("timeline", build_context(SMALL))
    assert "Sources: DOC-A; DOC-B." in tall
    assert "Other reports: WIRE, 28 Feb." in tall
    square = printed_text("timeline", build_context(SMALL), "square")
    assert "Sources: DOC-A; DOC-B; WIRE, 28 Feb." in square


@pytest.mark.parametrize(
    ("tagline", "subject"),
    [
        ("A flood in Lima: what is known", "A flood in Lima"),
        ("A flood in Lima.", "A flood in Lima"),
        ("", "Small"),
        ("A flood " * 13, "Small"),
    ],
    ids=["before the colon", "without its stop", "none", "too long"],
)
def test_a_picture_says_what_its_story_is_about(tagline, subject):
    dataset = set_presentation(SMALL, tagline={"en": tagline, "es": tagline})
    ctx = build_context(dataset)
    subtitle = format_subtitle("Events", ctx.view.filters, ctx.story, i18n=ctx.i18n)
    assert subtitle == f"{subject}. Events."


def test_a_subtitle_has_the_filters_that_last_and_no_other():
    # The day and the words are in the title and the address.
    filters = Filters(regions=("oriente",), documents_only=True, text="aid", categories=("border",))
    ctx = build_context(SMALL, filters=filters)
    subtitle = format_subtitle("Events", filters, ctx.story, i18n=ctx.i18n)
    assert subtitle == "Small. Events, in Oriente, in the documents alone."


def test_a_map_alone_names_whose_its_boundaries_are():
    about = PackageInfo(licence=Licence("CC BY 4.0"))
    ctx = build_context(replace(SMALL, about=about))
    credit = "Small. Data set version 0.0.1. Data: CC BY 4.0."
    assert format_credit("timeline", ctx.dataset, ctx.story, i18n=ctx.i18n) == credit
    assert format_credit("map", ctx.dataset, ctx.story, i18n=ctx.i18n).startswith(f"{credit} ")


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("timeline", "event=ev-aid&lang=en"),
        ("map", "event=ev-aid&counts=change&lang=en"),
        ("figures", "claim=cl-total&lang=en"),
    ],
)
def test_an_address_of_a_picture_has_what_changes_it_alone(kind, query):
    # Equal pictures are made and cached once.
    view = View(event="ev-aid", claim="cl-total", counts="change", page=3, sort="date")
    found = picture_query(kind, view, "en")
    assert set(found.split("&")) == set(query.split("&"))
    assert picture_view(kind, view).page == 1
