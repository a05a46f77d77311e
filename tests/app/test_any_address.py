"""Random and hostile addresses opened as pages: each is drawn, with notices where it must be."""

from __future__ import annotations

import pytest

from tests.support.addresses import SEED, addresses, failed, written
from tests.support.apptest import DATA, SLUGS, found, name_of, page_at

EACH = 25


@pytest.mark.parametrize("slug", SLUGS, ids=name_of)
def test_no_address_ends_in_the_error_box(slug):
    seed = SEED - 1 - SLUGS.index(slug)
    for address in addresses(DATA, EACH, seed):
        address.pop("", None)
        at = page_at(slug, address)
        assert [e.message for e in at.exception] == [], written(address)
        assert [e.value for e in at.error] == [], written(address)


@pytest.mark.parametrize("address", failed(), ids=written)
def test_no_address_that_ever_failed_ends_in_the_error_box_on_the_overview(address):
    at = page_at("", address)
    assert [e.message for e in at.exception] == []
    assert len(found(at, "foot")) == 1
