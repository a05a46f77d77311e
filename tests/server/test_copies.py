"""Two copies at once answer alike: something before them may send a reader to either."""

from __future__ import annotations

import urllib.request

import pytest


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/",
        "/api/events.csv?region=oriente",
        "/api/package.zip",
        "/pictures/timeline.svg?lang=es",
    ],
)
def test_two_copies_give_the_same_bytes_and_the_same_mark(two_servers, path):
    bodies, marks = [], []
    for base in two_servers:
        # Behind a proxy both are asked under the same name.
        asked = urllib.request.Request(base + path, headers={"Host": "localhost"})
        with urllib.request.urlopen(asked) as answer:
            bodies.append(answer.read())
            marks.append(answer.headers.get("etag"))
    assert bodies[0] == bodies[1]
    assert marks[0] == marks[1]
