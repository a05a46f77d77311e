"""What a filter changes at once, and how many reruns it needs."""

import re

import pytest
from playwright.sync_api import Page, Route, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from components.query.filters import Filters
from components.query.selection import select_records
from tests.support import browse
from tests.support.data import DATA

MOST_RUNS = 3
EVENT = "ev-2019-02-27-padrino-109"


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


def answered(page: Page) -> None:
    expect(page.locator(".stage")).not_to_have_attribute("data-waiting", "")


def pick(page: Page, name: str, value: str) -> None:
    page.locator(f"[data-name={name}] summary").click()
    page.locator(f"[data-name={name}] [data-value='{value}']").click()
    page.keyboard.press("Escape")
    answered(page)


def test_timeline_filter_needs_no_rerun(desk, server):
    runs = Runs(desk)
    browse.visit(desk, server, "timeline", {"lang": "en"})
    listed, marks = desk.locator(".event-list [data-id]"), desk.locator(".chart .mark")
    desk.evaluate("document.querySelector('.chart').dataset.made = 'once'")
    whole, points = listed.count(), marks.count()
    first = len(runs.asked)
    desk.locator("[data-name=category] summary").click()
    desk.locator("[data-name=category] [data-value=politics]").click()
    desk.keyboard.press("Escape")
    kept = len(select_records(DATA, Filters(categories=("politics",))).events)
    expect(listed).to_have_count(kept)
    expect(marks).not_to_have_count(points)
    said = f"{kept} of {len(DATA.events)} events"
    expect(desk.locator(".shown")).to_contain_text(said)
    expect(desk.locator(".shown")).to_contain_text("of the kind “Politics”")
    listed.first.click()
    expect(desk.locator(".opened .detail")).to_be_visible()
    desk.get_by_role("radio", name="20–28 Feb").click()
    desk.wait_for_url("**zoom=february**")
    desk.get_by_role("button", name="Clear all filters").click()
    expect(listed).to_have_count(whole)
    expect(desk.locator(".chart")).to_have_attribute("data-made", "once")
    assert len(runs.asked) == first, runs.asked
    # What holds the view follows as soon as it is used.
    desk.locator(".share summary").click()
    link = desk.locator(".share .pictures a").first
    expect(link).to_have_attribute("href", re.compile("zoom=february"))
    assert len(runs.asked) == first + 1, runs.asked


@pytest.mark.parametrize("slug", ["", "timeline"])
def test_hidden_records_are_announced_by_a_rerun(desk, server, slug):
    browse.visit(desk, server, slug, {"lang": "en"})
    desk.locator("[data-name=dates] summary").click()
    desk.get_by_label("As published by").fill("2019-03-01")
    desk.keyboard.press("Escape")
    expect(desk.locator(".hidden-notice")).to_be_visible()
    desk.get_by_role("link", name="Show everything").click()
    browse.expect_state(desk, lang="en", known=None)
    expect(desk.locator(".hidden-notice")).to_have_count(0)


def test_visit_with_ten_choices_needs_at_most_three_reruns(desk, server):
    runs, record = Runs(desk), browse.Record(desk, server)
    browse.open_stage(desk, server, lang="en")
    words = desk.locator(".stage [data-part=status]")
    below = desk.locator(".below")
    whole = below.inner_text()
    pick(desk, "category", "politics")
    expect(below).not_to_have_text(whole, use_inner_text=True)
    pick(desk, "category", "politics")
    expect(below).to_have_text(whole, use_inner_text=True)
    pick(desk, "region", "oriente")
    head = desk.locator("[data-part=figures]")
    figures = head.inner_text()
    expect(desk.locator("[data-part=detail]")).to_contain_text("415")
    pick(desk, "region", "oriente")
    expect(head).not_to_have_text(figures, use_inner_text=True)
    search = desk.locator("[data-part=filters] input[type=search]")
    search.click()
    desk.keyboard.type("bridge")
    desk.wait_for_url("**search=bridge*")
    answered(desk)
    search.press("Control+a")
    search.press("Delete")
    expect(below).to_have_text(whole, use_inner_text=True)
    browse.mark_of(desk, EVENT).click()
    expect(desk.locator("[data-part=detail] .cite").first).to_be_visible()
    desk.keyboard.press("Escape")
    answered(desk)
    said = words.inner_text()
    desk.locator("[data-part=axis] .from").first.press("PageUp")
    answered(desk)
    expect(words).not_to_have_text(said)
    desk.locator("[data-part=play] .go").click()
    desk.locator("[data-part=play] .go").click()
    answered(desk)
    assert len(runs.asked) <= MOST_RUNS - 2, runs.asked
    # Leaving: the page follows first, so that nothing of the view is lost on the way.
    view = {name: values for name, values in browse.state_of(desk).items() if name != "day"}
    desk.get_by_role("link", name="Timeline", exact=True).first.click()
    desk.wait_for_url("**/timeline?**")
    browse.settle(desk)
    assert browse.state_of(desk) == view
    assert len(runs.asked) <= MOST_RUNS, runs.asked
    # All of it was asked of this server, and nothing is kept about the reader.
    record.assert_own()
    assert [
        cookie["name"] for cookie in desk.context.cookies() if "xsrf" not in cookie["name"]
    ] == []


def test_filter_redraws_marks_and_keeps_map_position_and_basemap(page, server):
    """A map made anew compiles its shaders again: a second in which the page stands still."""
    browse.visit(page, server, "map")
    browse.ask_for_deck(page)
    parts = [page.locator(one) for one in ("#deckgl-overlay", ".deck-map .basemap svg")]
    for part in parts:
        part.evaluate("node => { node.dataset.made = 'once' }")
    body = browse.popover(page, "category")
    body.get_by_role("checkbox", name="Politics").click()
    browse.expect_state(page, category="politics")
    body.get_by_role("checkbox", name="Politics").click()
    browse.expect_state(page, category=None)
    for part in parts:
        expect(part).to_have_attribute("data-made", "once")
    page.keyboard.press("Escape")
    # The ground is looked at as closely as the marks.
    before = parts[1].get_attribute("viewBox")
    page.get_by_role("button", name="Closer").click()
    expect(parts[1]).not_to_have_attribute("viewBox", before)


def test_missing_chart_library_is_reported(page, server):
    page.route("**/scripts/plotly-*", lambda route: route.abort())
    browse.visit(page, server, "timeline")
    page.locator(".chart").press("+")
    said = page.get_by_role("figure").filter(has_text="The chart could not be drawn")
    expect(said).to_be_visible()
    expect(browse.row(page, "ev-2019-02-23-aid-blocked")).to_be_visible()


def test_filter_that_hides_the_chosen_event_has_a_true_notice(page, server):
    event = "ev-2019-05-01-caracas-protests"
    browse.visit(page, server, "timeline", {"event": event, "to": "2019-02-28"})
    expect(browse.row(page, event)).to_have_count(0)
    expect(page.locator(".detail h3")).to_have_text(DATA.events[event].title)


def test_failed_answer_of_a_left_view_causes_no_rerun(desk, server):
    runs, held = Runs(desk), list[Route]()
    browse.open_stage(desk, server)
    desk.route("**/stage/view.json?*", lambda route: held.append(route))
    for name, value in (("region", "oriente"), ("category", "politics")):
        desk.locator(f"[data-name={name}] summary").click()
        with desk.expect_request("**/stage/view.json?*"):
            desk.locator(f"[data-name={name}] [data-value='{value}']").click()
        desk.keyboard.press("Escape")
    before = len(runs.asked)
    with desk.expect_event("requestfailed"):
        held[0].abort()
    # What the page does about it, it does before the next frame.
    desk.evaluate("() => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))")
    assert len(runs.asked) == before
    held[1].continue_()
    answered(desk)


def test_missing_basemap_is_drawn_with_the_next_view(desk, server):
    desk.route("**/stage/ground.svg*", lambda route: route.abort())
    # The first document of the whole map has its ground.
    desk.goto(browse.address(server, "map", {"event": "ev-2019-02-23-aid-blocked"}))
    failed = desk.get_by_text("The map could not be drawn.")
    expect(failed).to_be_visible()
    desk.unroute("**/stage/ground.svg*")
    desk.locator("[data-name=category] summary").click()
    desk.locator("[data-name=category] [data-value=politics]").click()
    expect(desk.locator(".deck-map .basemap svg")).to_be_visible()
    expect(failed).to_have_count(0)
