"""Two copies at once answer alike: something before them may send a reader to either."""

from __future__ import annotations

from tests.support.ask import ask
from tests.support.cases import for_each

PATHS = ("/", "/api/", "/api/events.csv?region=oriente", "/api/package.zip",
         "/pictures/timeline.svg?lang=es")  # fmt: skip


@for_each("path", PATHS)
def test_two_copies_give_the_same_bytes_and_the_same_mark(two_servers, path):
    # Behind a proxy both are asked under the same name.
    one, other = (ask(base + path, Host="localhost") for base in two_servers)
    assert one.body == other.body
    assert one.headers.get("etag") == other.headers.get("etag")
