"""A disk that is full under a running server, as somebody sees it who opens a story there."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.support.browse import address, downloaded, open_file, visit
from tests.support.server import no_room, running_process
from tests.support.stories.uploads import GOOD, HEADER, table

#: More than a megabyte: what a web framework would put into a temporary file.
LONG = [(f"2019-03-{day:02}", *GOOD[1:], "x" * 19_000) for day in range(1, 29)] * 3


def test_an_opened_file_is_never_written_to_disk_so_a_full_one_refuses_none(page: Page):
    content = table((*HEADER, "remark"), LONG)
    assert len(content) > 1_500_000
    with running_process() as (base, process):
        visit(page, address(base, "data", {"lang": "en"}))
        no_room(process.pid)
        open_file(page, base, "long.csv", content)
        for label in ("Excel", "Parquet", "GeoPackage"):
            button = page.get_by_role("button", name=label, exact=True)
            assert len(downloaded(page, button)) > 1000, label
        template = page.get_by_role("button", name="Template: events (Excel)")
        assert downloaded(page, template).startswith(b"PK")
