"""A printed page holds the facts and not the controls."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browse import FRAMED, address, name_of, visit

EVENT = "ev-2019-02-23-aid-blocked"


@pytest.mark.parametrize("slug", FRAMED, ids=name_of)
def test_print_leaves_out_the_menu_and_the_filters(page, server, slug):
    visit(page, address(server, slug, {"event": EVENT}))
    expect(page.locator(".st-key-menu nav")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".st-key-menu nav")).to_be_hidden()
    expect(page.locator(".st-key-menu .languages")).to_be_hidden()
    expect(page.locator(".st-key-filters")).to_be_hidden()
    expect(page.locator(".page-head")).to_be_visible()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".foot")).to_be_visible()


def test_the_controls_of_the_charts_are_not_printed(page, server):
    visit(page, address(server, ""))
    page.emulate_media(media="print")
    for key in ("zoom", "map-controls"):
        expect(page.locator(f".st-key-{key}")).to_be_hidden()
