"""Random and hostile addresses opened as pages: each is drawn, with notices where it must be."""

from __future__ import annotations

import pytest

from tests.support.addresses import SEED, SHARES, addresses, failed, written
from tests.support.apptest import SLUGS, found, name_of, page_at
from tests.support.data import DATA

EACH = 25


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("slug", SLUGS, ids=name_of)
def test_no_address_ends_in_the_error_box(slug, share):
    seed = SEED - 1 - SLUGS.index(slug)
    for address in list(addresses(DATA, EACH, seed))[::share]:
        address.pop("", None)
        at = page_at(slug, address)
        assert [e.message for e in at.exception] == [], written(address)
        assert [e.value for e in at.error] == [], written(address)


def test_no_address_that_ever_failed_ends_in_the_error_box_on_the_overview():
    for address in failed():
        at = page_at("", address)
        assert [e.message for e in at.exception] == [], written(address)
        assert len(found(at, "foot")) == 1, written(address)
