"""A killed and restarted server, and one with a full disk, as a tab sees them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

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


VIEW = {"region": "oriente", "from": "2019-02-22", "lang": "es"}
STATE = {"region": "oriente", "from_": "2019-02-22", "lang": "es"}


class Restarted(NamedTuple):
    """Three tabs of a server that was killed and started again."""

    filtered: Page
    opened: Page
    present: Page
    #: What the filtered view said before.
    status: str


@pytest.fixture(scope="class")
def restarted(class_tab) -> Iterator[Restarted]:
    filtered, opened, present = class_tab(), class_tab(), class_tab()
    port = free_port()
    with running_process(port=port) as (base, process):
        browse.visit(filtered, base, "timeline", VIEW)
        browse.row(filtered, EVENT).click()
        browse.expect_state(filtered, event=EVENT, **STATE)
        status = browse.shown(filtered).inner_text()
        browse.open_file(opened, base, "flood.zip", package())
        browse.open_file(present, base, "flood.zip", package())
        present.get_by_role("link", name="Step by step", exact=True).first.click()
        expect(present.locator(".scene h1")).to_be_visible()
        browse.settle(present)
        process.kill()
        for tab in (filtered, opened, present):
            unreachable(tab)
    with running_server(port=port):
        yield Restarted(filtered, opened, present, status)


class TestRestart:
    """One server that is killed and started again, with three tabs."""

    def test_view_is_kept_and_goes_on(self, restarted):
        page = restarted.filtered
        browse.connected(page)
        browse.expect_state(page, event=EVENT, **STATE)
        choose_once_known(page, OTHER)
        browse.expect_state(page, event=OTHER, **STATE)
        expect(page.locator(".detail h3")).to_have_text(DATA.events[OTHER].title_es)
        expect(browse.shown(page)).to_have_text(restarted.status)

    def test_view_is_kept_on_another_page(self, restarted):
        page = restarted.filtered
        browse.connected(page)
        choose_once_known(page, EVENT)
        browse.expect_state(page, event=EVENT, **STATE)
        page.get_by_role("link", name="Panorama", exact=True).first.click()
        browse.expect_state(page, **STATE)
        expect(browse.shown(page)).to_have_text(restarted.status)
        expect(page.locator(LOST)).to_have_count(0)

    def test_lost_story_is_reported_without_a_click_and_can_be_opened_again(self, restarted):
        page = restarted.opened
        notice, banner = page.locator(LOST), page.locator(".st-key-own-story")
        expect(notice).to_contain_text("flood.zip")
        expect(banner).to_have_count(0)
        notice.get_by_role("link", name="Open it again").click()
        browse.settle(page)
        browse.choose_file(page, "flood.zip", package())
        expect(banner).to_contain_text("flood.zip")
        expect(notice).to_have_count(0)
        page.get_by_role("button", name="Close your story").click()
        expect(banner).to_have_count(0)
        browse.settle(page)
        expect(notice).to_have_count(0)

    def test_lost_story_is_reported_on_present(self, restarted):
        notice = restarted.present.locator(".scene .lost")
        expect(notice).to_contain_text("flood.zip")
        notice.get_by_role("button", name="Go on without it").click()
        expect(notice).to_have_count(0)


@pytest.fixture(scope="module")
def running():
    with running_process() as (base, process):
        yield base, process


#: More than a megabyte: what a web framework would put into a temporary file.
LONG = [(f"2019-03-{day:02}", *GOOD[1:], "x" * 19_000) for day in range(1, 29)] * 3


def test_full_disk_does_not_refuse_an_opened_file(page: Page, running):
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


def test_handout_of_a_terminated_server_is_finished_or_reported(page, running):
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
