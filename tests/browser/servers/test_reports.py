"""“Report a mistake” fills in the page and the record, on a page and in a panel."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from components.loading.report_address import REPORT_SETTING
from tests.support import browse
from tests.support.data import DATA
from tests.support.server import running_server

EVENT = "ev-2019-02-23-aid-blocked"
FORM = "https://reports.invalid/form?page={address}&record={record}"


@pytest.fixture(scope="module")
def reporting_server():
    with running_server(env={REPORT_SETTING: FORM}) as base:
        yield base


@pytest.mark.parametrize("slug", ["", "timeline", "figures"])
def test_report_names_the_page_as_it_is_now(page, reporting_server, slug):
    browse.visit(page, reporting_server, slug, {"lang": "en", "region": "oriente"})
    link = page.locator(".foot .report a")
    link.evaluate("link => link.addEventListener('click', event => event.preventDefault())")
    link.click()
    sent = parse_qs(urlsplit(link.get_attribute("href")).query)
    assert sent == {"page": [page.url]}


def test_report_in_a_panel_names_the_record(page, reporting_server):
    browse.visit(page, reporting_server, "", {"lang": "en", "event": EVENT})
    link = page.locator(".drawer .report a")
    expect(link).to_have_text("Report a mistake")
    link.evaluate("link => link.addEventListener('click', event => event.preventDefault())")
    link.click()
    sent = parse_qs(urlsplit(link.get_attribute("href")).query)
    assert sent == {"page": [page.url], "record": [DATA.events[EVENT].title]}
