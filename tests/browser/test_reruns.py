"""How often the page runs for a reader who only touches the stage: a run costs the server most."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.test_stage import EVENT, mark_of, open_stage
from tests.support.browse import address, settle, state_of

MOST_RUNS = 3
TOUCHES = 10


class Runs:
    """What a tab has the server run, and whatever else it sends it."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)

    def _sent(self, frame: bytes | str) -> None:
        message = BackMsg.FromString(frame if isinstance(frame, bytes) else frame.encode())
        if message.WhichOneof("type") == "rerun_script":
            self.asked.append(message.rerun_script.query_string)


@pytest.fixture
def desk(tab) -> Page:
    return tab(viewport={"width": 1440, "height": 900})


def answered(page: Page) -> None:
    """Wait until all that only the server can say of the view is there."""
    expect(page.locator(".stage")).not_to_have_attribute("data-waiting", "")


def pick(page: Page, name: str, value: str) -> None:
    page.locator(f"[data-name={name}] summary").click()
    page.locator(f"[data-name={name}] [data-value='{value}']").click()
    page.keyboard.press("Escape")
    answered(page)


def test_a_visit_with_ten_touches_has_the_page_run_three_times_at_most(desk, server):
    runs = Runs(desk)
    open_stage(desk, address(server, "", {"lang": "en"}))
    words = desk.locator(".stage [data-part=status]")
    listed = desk.locator(".event-list li")
    whole = listed.count()
    pick(desk, "category", "politics")
    expect(listed).not_to_have_count(whole)
    pick(desk, "category", "politics")
    expect(listed).to_have_count(whole)
    pick(desk, "region", "oriente")
    figures = desk.locator("[data-part=figures]").inner_text()
    expect(desk.locator("[data-part=detail]")).to_contain_text("415")
    pick(desk, "region", "oriente")
    assert desk.locator("[data-part=figures]").inner_text() != figures
    search = desk.locator("[data-part=filters] input[type=search]")
    search.click()
    desk.keyboard.type("bridge")
    desk.wait_for_url("**q=bridge*")
    answered(desk)
    search.press("Control+a")
    search.press("Delete")
    expect(listed).to_have_count(whole)
    mark_of(desk, EVENT).click()
    expect(desk.locator("[data-part=detail] .cite").first).to_be_visible()
    row = desk.locator(f".event-list [data-id='{EVENT}']")
    expect(row).to_have_attribute("aria-current", "true")
    desk.keyboard.press("Escape")
    answered(desk)
    said = words.inner_text()
    desk.locator("[data-part=axis] [role=slider]").first.press("PageUp")
    answered(desk)
    assert words.inner_text() != said
    desk.locator("[data-part=play] .go").click()
    desk.locator("[data-part=play] .go").click()
    answered(desk)
    assert len(runs.asked) <= MOST_RUNS - 2, runs.asked
    # Leaving: the page follows first, so that nothing of the view is lost on the way.
    view = state_of(desk)
    desk.get_by_role("link", name="Timeline", exact=True).first.click()
    desk.wait_for_url("**/timeline?**")
    settle(desk)
    assert state_of(desk) == view
    assert len(runs.asked) <= MOST_RUNS, runs.asked
