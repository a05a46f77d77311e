"""What a reader needs beside a day or an excerpt: another day that is used, and who says it."""

from urllib.parse import parse_qs

import pytest

from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.search_hits import excerpt_context
from tests.support.data import DATA
from tests.support.outlets import PAGES_BY_SLUG


@pytest.mark.parametrize(
    ("language", "notice"),
    [
        ("en", "day: 2019-03-08 lies outside the chosen days; 2019-03-14 is used."),
        ("es", "day: 2019-03-08 queda fuera de los días elegidos; se usa 2019-03-14."),
    ],
    ids=["en", "es"],
)
def test_overview_says_which_day_is_played_instead(language, notice):
    query = "from=2019-03-14&to=2019-03-26&category=politics&day=2019-03-08"
    context = public_context(parse_qs(query), language, "")
    assert notice in page_text(context, PAGES_BY_SLUG[""]).html


@pytest.mark.parametrize(
    ("text", "term", "excerpt_start"),
    [
        ("summary", "troop", "By NPR's account of Bloomberg's report, "),
        ("summary_es", "reclut", "Según lo que NPR cuenta del reporte de Bloomberg, "),
    ],
    ids=["en", "es"],
)
def test_excerpt_on_the_escort_begins_with_whose_account_it_is(text, term, excerpt_start):
    event = DATA.events["ev-2019-02-23-exile-escort-plan"]
    excerpt = excerpt_context(getattr(event, text), frozenset({term}))
    assert excerpt.startswith(excerpt_start)


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("statement", "writes that, by the Colombian authorities' account, the more than 1,400"),
        ("statement_es", "escribe que, según las autoridades colombianas, los más de 1.400"),
    ],
    ids=["en", "es"],
)
def test_who_is_counted_is_said_by_those_whom_the_researcher_reports(field, words):
    assert words in getattr(DATA.claims["cl-counted-security-forces"], field)


def test_paragraph_on_commitments_is_context_of_the_claim_on_money():
    citations = DATA.citations_of("cl-no-new-funding")
    roles = {citation.locator: citation.role for citation in citations}
    assert roles == {34: "supports", 42: "context"}


def test_numbers_of_hotels_of_other_weeks_and_places_are_explained():
    assert DATA.topics["how-many-hotels"].status == "explained"
