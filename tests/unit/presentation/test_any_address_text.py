"""Random and hostile addresses through what every page says: no exception, and a whole page."""

import pytest

from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from tests.support.addresses import SEED, SHARES, addresses, failed, written
from tests.support.data import DATA

#: How many addresses of each page; a thousand in all, fewer where a page says more.
EACH = {
    "": 90,
    "timeline": 150,
    "map": 140,
    "figures": 100,
    "disagreements": 70,
    "sources": 130,
    "present": 110,
    "data": 140,
    "method": 70,
}


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("info", PAGES, ids=lambda info: info.slug or "overview")
def test_a_page_has_a_text_at_any_address(info, share):
    made = list(addresses(DATA, EACH[info.slug], SEED + 100 + PAGES.index(info)))
    for number, address in enumerate([*made[::share], *failed()]):
        ctx = public_context(address, ("en", "es")[number % 2], info.slug)
        text = page_text(ctx, info)
        assert text.heading, written(address)
        assert text.description, written(address)
        assert text.html.count("<h1>") == 1, written(address)
        assert "<script" not in text.html, written(address)
        # Data says itself that a page of its table does not exist.
        told = bool(ctx.notices) or (info.slug == "data" and "page" in address)
        assert bool(ctx.notices) <= ('class="notices"' in text.html) <= told, written(address)
