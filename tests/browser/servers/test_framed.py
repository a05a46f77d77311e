"""In another site's frame, in a browser that keeps nothing there: it works, and its links stay."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Playwright, expect

from tests.browser.chromium import ARGS, find
from tests.support.browse import PATIENCE, address

#: What a reader sets by "Block third-party cookies": then no frame of another site has storage.
BLOCKED = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}
REFUSED = "() => { try { return !sessionStorage } catch (error) { return error.name } }"


@pytest.fixture
def framed(
    playwright: Playwright, server: str, elsewhere: Callable[[str], str], tmp_path: Path
) -> Iterator[FrameLocator]:
    """The app in a frame of a page of another site."""
    kept = tmp_path / "Default" / "Preferences"
    kept.parent.mkdir()
    kept.write_text(json.dumps(BLOCKED), "utf-8")
    start = address(server, "", {"embed": "true", "lang": "en"}).replace("&", "&amp;")
    around = elsewhere(f'<iframe src="{start}" width="1200" height="900"></iframe>')
    with playwright.chromium.launch_persistent_context(
        str(tmp_path), executable_path=find(), args=ARGS
    ) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(around)
        frame = page.frame_locator("iframe")
        expect(frame.locator(".page-head nav a").first).to_be_visible(timeout=PATIENCE)
        assert frame.locator("body").evaluate(REFUSED) == "SecurityError"
        yield frame


def test_it_works_in_another_sites_frame_where_the_browser_keeps_nothing(
    framed: FrameLocator,
) -> None:
    expect(framed.locator("[data-part=timeline] [data-event]").first).to_be_attached()
    expect(framed.locator("[data-testid=stException], [data-testid=stAlert]")).to_have_count(0)
    framed.locator(".page-head nav a", has_text="Timeline").click()
    expect(framed.locator(".event-list [role=option], .event-list li").first).to_be_visible()
    # A link as it is followed where no script takes it: the page is loaded anew, in the frame.
    framed.locator("body").evaluate("() => location.assign('sources?lang=es')")
    expect(framed.locator("html")).to_have_attribute("lang", "es")
    expect(framed.locator(".page-head nav a").first).to_be_visible()
    expect(framed.locator("h1:visible").first).to_be_visible()
    expect(framed.locator("[data-testid=stException]")).to_have_count(0)
