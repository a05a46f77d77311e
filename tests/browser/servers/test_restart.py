"""A server that is ended and started again, or whose disk is full, as a reader's tab sees it."""

import re

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.support import browse
from tests.support.data import DATA
from tests.support.server import free_port, no_room, running_process, running_server
from tests.support.stories.uploads import GOOD, HEADER, package, table

EVENT, OTHER = "ev-2019-02-23-aid-blocked", "ev-2019-02-28-count-567"
LOST = ".page-head .lost"


def unreachable(page: Page) -> None:
    page.wait_for_selector(
        "[data-testid='stApp']:not([data-test-connection-state='CONNECTED'])",
    )


def choose_once_known(page: Page, event: str) -> None:
    """Press an event's line; the first press may only make the new server known to the page."""
    for _ in range(3):
        browse.row(page, event).click()
        try:
            page.wait_for_url(f"**event={event}*", timeout=browse.PATIENCE / 6)
        except PlaywrightTimeout:
            continue
        return


def test_a_view_comes_back_as_it_was_and_an_opened_story_that_is_gone_is_said(tab):
    """Three tabs of one server: a filtered view, an opened story, and one on Present."""
    page, opened, present = tab(), tab(), tab()
    port = free_port()
    view = {"region": "oriente", "from": "2019-02-22", "lang": "es"}
    state = {"region": "oriente", "from_": "2019-02-22", "lang": "es"}
    with running_process(port=port) as (base, process):
        browse.visit(page, base, "timeline", view)
        browse.row(page, EVENT).click()
        browse.expect_state(page, event=EVENT, **state)
        said = browse.shown(page).inner_text()
        browse.open_file(opened, base, "flood.zip", package())
        browse.open_file(present, base, "flood.zip", package())
        present.get_by_role("link", name="Present", exact=True).first.click()
        expect(present.locator(".scene h1")).to_be_visible()
        browse.settle(present)
        process.kill()
        for one in (page, opened, present):
            unreachable(one)
    with running_server(port=port):
        browse.connected(page)
        browse.expect_state(page, event=EVENT, **state)
        choose_once_known(page, OTHER)
        browse.expect_state(page, event=OTHER, **state)
        expect(page.locator(".detail h3")).to_have_text(DATA.events[OTHER].title_es)
        expect(browse.shown(page)).to_have_text(said)
        page.get_by_role("link", name="Panorama", exact=True).first.click()
        browse.expect_state(page, **state)
        expect(browse.shown(page)).to_have_text(said)
        expect(page.locator(LOST)).to_have_count(0)

        # Nothing is clicked: the page says it by itself.
        notice, banner = opened.locator(LOST), opened.locator(".st-key-own-story")
        expect(notice).to_contain_text("flood.zip")
        expect(banner).to_have_count(0)
        notice.get_by_role("link", name="Open it again").click()
        browse.settle(opened)
        browse.choose_file(opened, "flood.zip", package())
        expect(banner).to_contain_text("flood.zip")
        expect(notice).to_have_count(0)
        opened.get_by_role("button", name="Close your story").click()
        expect(banner).to_have_count(0)
        browse.settle(opened)
        expect(notice).to_have_count(0)

        # Present, which has no menu, says it, too.
        notice = present.locator(".scene .lost")
        expect(notice).to_contain_text("flood.zip")
        notice.get_by_role("button", name="Go on without it").click()
        expect(notice).to_have_count(0)


@pytest.fixture(scope="module")
def running():
    with running_process() as (base, process):
        yield base, process


#: More than a megabyte: what a web framework would put into a temporary file.
LONG = [(f"2019-03-{day:02}", *GOOD[1:], "x" * 19_000) for day in range(1, 29)] * 3


def test_an_opened_file_is_never_written_to_disk_so_a_full_one_refuses_none(page: Page, running):
    base, process = running
    content = table((*HEADER, "remark"), LONG)
    assert len(content) > 1_500_000
    browse.visit(page, base, "data", {"lang": "en"})
    no_room(process.pid)
    browse.open_file(page, base, "long.csv", content)
    for label in ("Excel", "Parquet", "GeoPackage"):
        button = page.get_by_role("button", name=label, exact=True)
        assert len(browse.downloaded(page, button)) > 1000, label
    template = page.get_by_role("button", name="Template: events (Excel)")
    assert browse.downloaded(page, template).startswith(b"PK")


def test_a_handout_that_a_server_was_asked_to_end_in_is_finished_or_said(page, running):
    base, process = running
    browse.visit(page, base, "present", {"lang": "en", "panel": "teacher"})
    row = page.locator(".takeaways li", has_text="Handout, A4 (PDF)")
    row.get_by_role("button").click()
    expect(row.get_by_role("status").locator("> *")).to_be_attached()
    process.terminate()
    process.wait(browse.PATIENCE / 500)
    said = re.compile(r"^Ready, |The server did not answer\. Try again in a moment\.")
    expect(row.get_by_role("status")).to_have_text(said)
    expect(row.get_by_role("button")).to_have_attribute("aria-disabled", "false")
