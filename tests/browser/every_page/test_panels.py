"""A chosen record is shown in a panel at an edge of the window, which pushes the page."""

import pytest
from playwright.sync_api import Page, expect

from tests.support import browse
from tests.support.browse import PHONE, expect_state, visit

DESK = {"viewport": {"width": 1440, "height": 900}}
EVENT = "ev-2019-05-01-caracas-protests"
CLAIM = "cl-arrivals-2019-05-07-1400"
PANEL = ".dock:has(.detail)"
#: A page, what its address chooses, and the parameter that a closed panel leaves out.
CHOSEN = [
    pytest.param("", {"event": EVENT}, "event", id="overview"),
    pytest.param("timeline", {"event": EVENT}, "event", id="timeline"),
    pytest.param("map", {"event": EVENT}, "event", id="map"),
    pytest.param("figures", {"claim": CLAIM}, "claim", id="figures"),
]
SIZES = [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]
#: A point on the first or the last mark of the timeline in the window: some of a mark's box, such
#: as the gap between a sign and its label, is not on the mark.
MARK = """(isLast) => {
  const marks = [...document.querySelectorAll('[data-part=timeline] [data-event]')]
  const isOn = ({ x, y, mark }) => mark.contains(document.elementFromPoint(x, y))
  const points = marks.flatMap((mark) => {
    const { left, width, top, bottom } = mark.getBoundingClientRect()
    if (top <= 100 || bottom >= innerHeight) return []
    const y = (top + bottom) / 2
    return [left + 4, left + width / 2].map((x) => ({ x, y, mark }))
  })
  points.sort((point, other) => point.y - other.y)
  const { x, y } = points.filter(isOn).at(isLast ? -1 : 0)
  return { x, y }
}"""
#: What is under a point: the event of a mark.
#: Whether what is chosen is wholly between the upper edge of the window and the panel.
STANDS_ABOVE = """([panel, chosen]) => {
  const top = document.querySelector(panel).getBoundingClientRect().top
  const marks = [...document.querySelectorAll(chosen)]
  const boxes = marks.map((mark) => mark.getBoundingClientRect())
  const seen = boxes.filter(({ height }) => height > 0)
  return seen.length > 0 && seen[0].top >= 0 && seen[0].bottom <= top
}"""
UNDER = """({ x, y }) => {
  const nodes = document.elementsFromPoint(x, y).map((node) => node.closest('[data-event]'))
  return nodes.find(Boolean)?.dataset.event
}"""


def place_of(page: Page, selector: str) -> tuple[int, int]:
    box = page.locator(selector).first.bounding_box()
    return round(box["x"]), round(box["y"])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("slug", "params", "name"), CHOSEN)
def test_panel_ends_the_page_and_is_closed_by_escape(tab, server, slug, params, name, size):
    page = tab(**size)
    visit(page, server, slug, {"lang": "en"})
    heading = place_of(page, "h1")
    visit(page, server, slug, {"lang": "en", **params})
    panel = page.locator(PANEL)
    expect(panel.locator("h3")).to_be_in_viewport()
    height = page.viewport_size["height"]
    top = panel.bounding_box()["y"]
    assert top >= height * 0.6 - 1
    # The page is as much shorter: its end can be scrolled above the panel.
    scroller = page.get_by_test_id("stMain").bounding_box()
    assert scroller["y"] + scroller["height"] == pytest.approx(top, abs=1)
    if name == "event" and size is DESK:
        assert place_of(page, "h1") == heading
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect_state(page, **{name: None})


#: Of the first rows, and of rows that a panel at the lower edge would cover.
FIGURES = ["cl-arrivals-2019-02-23-60", "cl-arrivals-2019-04-24-1400", CLAIM]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("claim", FIGURES)
def test_row_of_a_linked_figure_stands_above_its_panel(tab, server, claim, size):
    page = tab(**size)
    visit(page, server, "figures", {"lang": "en", "claim": claim})
    expect(page.locator(f"{PANEL} h3")).to_be_in_viewport()
    mark = page.locator(f"[data-chosen][data-id={claim}]:visible").first
    expect(mark).to_be_in_viewport()
    # The panel grows and the page is scrolled once its text has come.
    page.wait_for_function(STANDS_ABOVE, arg=[PANEL, f"[data-chosen][data-id={claim}]"])


@pytest.mark.parametrize(
    ("slug", "chosen"),
    [
        ("", "[data-part=timeline] [data-chosen]"),
        ("timeline", ".event-list [aria-current]"),
        ("map", ".deck-map .box"),
    ],
    ids=["overview", "timeline", "map"],
)
def test_row_of_a_linked_event_stands_above_its_panel_on_a_phone(tab, server, slug, chosen):
    page = tab(**PHONE)
    visit(page, server, slug, {"lang": "en", "event": EVENT})
    expect(page.locator(f"{PANEL} h3")).to_be_in_viewport()
    page.wait_for_function(STANDS_ABOVE, arg=[PANEL, chosen])


def test_last_event_of_the_overview_stands_above_its_panel(tab, server):
    page = tab(**DESK)
    browse.open_stage(page, server, lang="en", event="ev-2019-05-14-memorandum")
    mark = page.locator("[data-part=timeline] [data-chosen]").first
    expect(mark).to_be_in_viewport()
    box = mark.bounding_box()
    assert box["y"] + box["height"] <= page.locator(PANEL).bounding_box()["y"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_last", [False, True], ids=["high", "low"])
def test_pressed_mark_stays_under_the_pointer(tab, server, is_last, size):
    page = tab(**size)
    browse.open_stage(page, server, lang="en")
    page.locator("[data-part=timeline]").scroll_into_view_if_needed()
    browse.settle(page)
    point = page.evaluate(MARK, is_last)
    event = page.evaluate(UNDER, point)
    assert event
    page.mouse.click(point["x"], point["y"])
    expect_state(page, event=event)
    expect(page.locator(f"{PANEL} .cite").first).to_be_attached()
    assert page.evaluate(UNDER, point) == event
    expect(page.locator(PANEL)).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(PANEL)).to_have_count(0)
    assert page.evaluate(UNDER, point) == event


@pytest.mark.parametrize(("slug", "params", "name"), CHOSEN)
def test_press_beside_the_panel_closes_it(tab, server, slug, params, name):
    page = tab(**DESK)
    visit(page, server, slug, {"lang": "en", **params})
    expect(page.locator(f"{PANEL} h3")).to_be_visible()
    # A press in the panel leaves it open.
    page.locator(f"{PANEL} h3").click()
    expect(page.locator(f"{PANEL} h3")).to_be_visible()
    page.mouse.click(1425, 90)
    expect(page.locator(PANEL)).to_have_count(0)
    expect_state(page, **{name: None})


def test_press_on_another_mark_chooses_it(tab, server):
    page = tab(**DESK)
    browse.open_stage(page, server, lang="en", event=EVENT)
    expect(page.locator(f"{PANEL} h3")).to_be_visible()
    point = page.evaluate(MARK, False)
    event = page.evaluate(UNDER, point)
    page.mouse.click(point["x"], point["y"])
    expect_state(page, event=event)
    expect(page.locator(f"{PANEL} h3")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("slug", "name"),
    [("", "event"), ("timeline", "event"), ("map", "region"), ("figures", "claim")],
)
def test_unknown_id_is_named_in_place_of_an_empty_panel(tab, server, slug, name, language):
    page = tab(**DESK)
    visit(page, server, slug, {"lang": language, name: "nope"})
    expect(page.locator(".notices").first).to_contain_text("nope")
    expect(page.locator(".dock:visible")).to_have_count(0)


@pytest.mark.parametrize("slug", ["", "timeline", "map", "figures"])
def test_notice_of_what_is_left_out_moves_no_open_list(tab, server, slug):
    page = tab(**DESK)
    visit(page, server, slug, {"lang": "en"})
    voices = browse.popover(page, "without")
    box = voices.locator("[name=without]").first
    before = box.bounding_box()
    box.uncheck()
    notice = page.locator(".hidden-notice:visible").first
    expect(notice).to_be_visible()
    browse.settle(page)
    assert box.bounding_box() == before
    assert notice.bounding_box()["y"] > page.locator(".line").first.bounding_box()["y"]


# The list of what a search finds ----------------------------------------------------------------
HITS = "[data-part=found]"
SEARCH = ".search-box > input"
SEARCHED = ["", "timeline", "map", "figures", "disagreements", "sources"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("slug", SEARCHED)
def test_list_of_hits_ends_the_page_and_moves_nothing(tab, server, slug, size):
    page = tab(**size)
    visit(page, server, slug, {"lang": "en"})
    heading = place_of(page, "h1")
    field = place_of(page, SEARCH)
    page.locator(SEARCH).fill("hotel")
    hits = page.locator(HITS)
    expect(hits.get_by_role("link", name="Show only these")).to_be_in_viewport()
    browse.settle(page)
    top = hits.bounding_box()["y"]
    assert top >= page.viewport_size["height"] * 0.6 - 1
    scroller = page.get_by_test_id("stMain").bounding_box()
    assert scroller["y"] + scroller["height"] == pytest.approx(top, abs=1)
    assert place_of(page, "h1") == heading
    assert place_of(page, SEARCH) == field


@pytest.mark.parametrize("slug", SEARCHED)
def test_list_of_an_address_is_closed_by_escape_and_the_search_has_the_focus(tab, server, slug):
    page = tab(**DESK)
    visit(page, server, slug, {"lang": "en", "search": "hotel"})
    expect(page.locator(HITS)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(HITS)).to_be_hidden()
    expect(page.locator(SEARCH)).to_be_focused()
    expect_state(page, search="hotel")


@pytest.mark.parametrize("slug", SEARCHED)
def test_press_beside_the_list_of_hits_closes_it(tab, server, slug):
    page = tab(**DESK)
    visit(page, server, slug, {"lang": "en", "search": "hotel"})
    page.locator(f"{HITS} .hits-title").click()
    expect(page.locator(HITS)).to_be_visible()
    page.mouse.click(1425, 90)
    expect(page.locator(HITS)).to_be_hidden()


def test_found_event_takes_the_place_of_its_list(tab, server):
    page = tab(**DESK)
    browse.open_stage(page, server, lang="en", search="hotel")
    page.locator(f"{HITS} [data-event]").first.click()
    expect(page.locator(f"{PANEL} h3")).to_be_visible()
    expect(page.locator(HITS)).to_be_hidden()
    expect(page.locator(PANEL)).to_have_attribute("data-edge", "bottom")
    page.keyboard.press("Escape")
    expect(page.locator(PANEL)).to_have_count(0)
    expect(page.locator(SEARCH)).to_be_focused()


def test_panel_stands_above_the_keyboard_of_a_phone(tab, server):
    page = tab(**PHONE)
    browse.open_stage(page, server, lang="en", search="hotel")
    expect(page.locator(HITS)).to_be_visible()
    page.evaluate(
        """() => {
          Object.defineProperty(visualViewport, "height", { value: innerHeight - 300 })
          visualViewport.dispatchEvent(new Event("resize"))
        }"""
    )
    box = page.locator(HITS).bounding_box()
    height = page.viewport_size["height"]
    assert box["y"] + box["height"] == pytest.approx(height - 300, abs=1)


# A citation over the page -----------------------------------------------------------------------
CITATION = "[data-part=figures] details.cite"


def open_citation(page):
    citation = page.locator(CITATION).first
    citation.locator("summary").click()
    expect(citation.locator("dl")).to_be_visible()
    return citation


def test_escape_closes_a_citation_over_the_page_and_not_the_panel_beside_it(tab, server):
    page = tab(**DESK)
    browse.open_stage(page, server, lang="en", event=EVENT)
    expect(page.locator(f"{PANEL} h3")).to_be_visible()
    citation = open_citation(page)
    page.keyboard.press("Escape")
    expect(citation.locator("dl")).to_be_hidden()
    expect(citation.locator("summary")).to_be_focused()
    expect(page.locator(f"{PANEL} h3")).to_be_visible()


def test_press_beside_a_citation_over_the_page_closes_it(tab, server):
    page = tab(**DESK)
    browse.open_stage(page, server, lang="en")
    citation = open_citation(page)
    citation.locator("dt").first.click()
    expect(citation.locator("dl")).to_be_visible()
    page.mouse.click(1425, 90)
    expect(citation.locator("dl")).to_be_hidden()
