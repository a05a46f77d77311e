"""Random and hostile addresses asked of a running server: an answer or a reason, never a fault."""

from __future__ import annotations

import pytest

from tests.support.addresses import SEED, SHARES, addresses, failed, written
from tests.support.ask import ask
from tests.support.data import DATA

#: What is asked, how many addresses of it, and the seed's step.
ROUTES = {
    "/api/events.csv": 60,
    "/api/claims.json": 40,
    "/pictures/timeline.svg": 30,
    "/pictures/map.svg": 10,
    "/timeline": 60,
}


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("path", ROUTES)
def test_no_address_ends_in_a_fault_of_the_server(server, path, share):
    seed = SEED + list(ROUTES).index(path) + 1
    for address in (*list(addresses(DATA, ROUTES[path], seed))[::share], *failed()):
        status, _, body = ask(f"{server}{path}?{written(address)}")
        assert status in {200, 400, 414}, (status, path, written(address))
        assert b"Traceback" not in body, (path, written(address))
        assert body, (path, written(address))
