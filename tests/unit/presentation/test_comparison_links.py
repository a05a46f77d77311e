"""Links keep a comparison on pages that do not show it."""

from urllib.parse import parse_qs, urlencode

import pytest

from components.presentation.context import public_context
from components.presentation.filter_line import render_filter_bar
from tests.support.cases import LANGUAGES, SLUGS

COMPARISONS = ("region:guajira", "2019-03-01/2019-03-31")


@pytest.mark.parametrize("comparison", COMPARISONS, ids=["region", "dates"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_links_carry_comparison_to_page_and_back(slug, language, comparison):
    overview = public_context({"compare": [comparison], "region": ["oriente"]}, language)
    link = urlencode(overview.link_base.list_params(slug), doseq=True)
    page = public_context(parse_qs(link), language, slug)
    assert page.notices == ()
    assert page.link_base.list_params("")["compare"] == comparison


@pytest.mark.parametrize("slug", ["", "timeline"])
def test_only_overview_clears_comparison_with_all_filters(slug):
    html = render_filter_bar(public_context({}, "en", slug), slug)
    cleared = html.rpartition("data-clears=")[2].partition(">")[0]
    assert ("compare" in cleared) == (slug == "")
