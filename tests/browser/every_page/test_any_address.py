"""Random and hostile addresses in a browser: the page is whole, and nothing of them has run."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.addresses import SEED, addresses, failed, written
from tests.support.apptest import DATA
from tests.support.browse import FRAMED, visit

SHARES = 6
pytestmark = pytest.mark.long
RANDOM = list(addresses(DATA, 60 - len(failed()), SEED + 100))


@pytest.mark.parametrize("share", range(SHARES))
def test_no_address_ends_in_the_error_box(page, server, share):
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for number, found in enumerate([*failed(), *RANDOM][share::SHARES]):
        slug = FRAMED[(share + number) % len(FRAMED)]
        visit(page, f"{server}/{slug}?{written(found)}")
        expect(page.locator(".foot")).to_be_visible()
        expect(page.locator("[data-testid='stException']")).to_have_count(0)
    assert dialogs == []
