"""The Overview: complete in the first view, and filtered before the server answers."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Page, Request, Route, expect

from components.i18n import i18n_for
from components.loading.served_story import public_story
from components.presentation.context import Context, read_address
from components.presentation.index import build_stage_index
from components.presentation.stage import find_word_events
from components.query.selection import select_records
from components.query.view import View, read_view, write_view
from components.story.edtf import parse_edtf
from tests.support import browse
from tests.support.data import DATA
from tests.support.server import ROOT
from tests.support.views import random_filters

SCRIPTS = ROOT / "components" / "ui" / "scripts"
RANDOM_FILTERS = 500
EVENT = "ev-2019-02-27-padrino-109"
#: The parts that a reader must see without scrolling, at 1440 × 900.
PARTS = ("filters", "figures", "timeline", "map", "axis", "counts")
# A click, and what the page holds before anything else can run: no answer of the server is in it.
AT_ONCE = """(selector) => {
  document.querySelector(selector).click()
  return {
    dim: document.querySelectorAll('[data-part=timeline] [data-dim]').length,
    said: document.querySelector('.stage .time h2').textContent,
    url: location.search,
    drawer: document.querySelector('[data-part=detail]').innerText,
  }
}"""


# The event that the arrow keys have come to.
ACTIVE = """() => {
  const box = document.querySelector('[data-part=timeline]')
  return document.getElementById(box.getAttribute('aria-activedescendant')).dataset.event
}"""


def test_overview_fits_the_first_view_and_its_counts_filter(desk, server):
    asked: list[str] = []

    def note(request: Request) -> None:
        if ".svg" in request.url:
            asked.append(request.url.partition("?")[0].rpartition("/")[2])

    desk.on("request", note)
    browse.open_stage(desk, server)
    for part in PARTS:
        box = desk.locator(f"[data-part={part}]").bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 900, part
    time, place = (
        desk.locator(f"[data-part={part}]").bounding_box() for part in ("timeline", "map")
    )
    assert 1.7 < time["width"] / place["width"] < 2.7
    browse.settle(desk)
    # The first document has the drawings in the size of this window.
    assert asked == []
    # A row of the counts filters on its region.
    now = desk.evaluate(AT_ONCE, "[data-part=counts] tr[data-region=guajira] button")
    assert now["url"] == "?region=guajira"
    assert DATA.regions["guajira"].label in now["drawer"]
    expect(desk.locator("[data-part=counts] tr[data-region=oriente][data-dim]")).to_be_attached()
    expect(desk.locator("[data-part=detail] .cite").first).to_be_visible()


def test_page_is_not_styled_anew_for_a_panel_that_is_closed(page, server):
    browse.open_stage(page, server)
    # What is written there is inherited by every element.
    assert page.evaluate("document.documentElement.getAttribute('style')") is None


def test_decoration_is_hidden_from_screen_readers_once(page, server):
    browse.open_stage(page, server)
    drawing = page.locator("[data-part=timeline] svg")
    expect(drawing.locator("[aria-hidden]")).not_to_have_count(0)
    expect(drawing.locator("[aria-hidden] [aria-hidden]")).to_have_count(0)
    expect(drawing.locator("[aria-hidden] [role=option]")).to_have_count(0)


@pytest.fixture(scope="class")
def stage_tab(class_tab) -> Page:
    return class_tab(viewport={"width": 1440, "height": 900})


@pytest.fixture
def stage(stage_tab: Page, server: str) -> Iterator[Page]:
    """The Overview without any choice; visited again if a test could not undo its own."""
    opened_lists = stage_tab.locator(".stage details[open]")
    if stage_tab.url == "about:blank" or browse.state_of(stage_tab) or opened_lists.count():
        browse.open_stage(stage_tab, server)
    yield stage_tab
    stage_tab.keyboard.press("Escape")
    clear = stage_tab.locator(".stage .line > .clear")
    if clear.is_visible():
        clear.click()
        browse.settle(stage_tab)


def open_list(stage: Page, name: str) -> None:
    stage.locator(f"[data-name={name}] summary").click()


class TestFilters:
    """Filters of the Overview, all on one visit."""

    def test_category_is_filtered_before_the_server_answers(self, stage):
        open_list(stage, "category")
        kept = [event for event in DATA.events.values() if event.category == "politics"]
        now = stage.evaluate(AT_ONCE, "[data-filter=category][data-value=politics] input")
        assert now["dim"] == len(DATA.events) - len(kept)
        assert now["url"] == "?category=politics"
        assert now["said"] == f"{len(kept)} of {len(DATA.events)} events"
        expect(stage.locator("[data-part=status]")).to_contain_text("of the kind “Politics”")
        expect(stage.locator(".stage .time h2")).not_to_have_text(now["said"])

    def test_escape_closes_a_list_and_returns_the_focus(self, stage):
        open_list(stage, "category")
        stage.locator("[data-filter=category] input").first.focus()
        stage.keyboard.press("Escape")
        expect(stage.locator(".stage details[open]")).to_have_count(0)
        expect(stage.locator("[data-name=category] summary")).to_be_focused()

    def test_button_clears_all_filters(self, stage):
        open_list(stage, "category")
        stage.locator("[data-filter=category][data-value=politics] input").check()
        browse.expect_state(stage, category="politics")
        stage.keyboard.press("Escape")
        stage.get_by_role("button", name="Clear all filters").click()
        browse.expect_state(stage, category=None)

    def test_days_are_typed(self, stage):
        open_list(stage, "dates")
        stage.locator(".stage input[name=from]").fill("2019-02-22")
        stage.keyboard.press("Tab")
        stage.locator(".stage input[name=to]").fill("2019-02-25")
        stage.keyboard.press("Enter")
        stage.keyboard.press("Escape")
        stage.wait_for_function("() => location.search === '?from=2019-02-22&to=2019-02-25'")
        expect(stage.locator("[data-part=status]")).to_contain_text("22")
        expect(stage.locator("[data-name=dates] summary")).to_contain_text("22–25 February 2019")
        stage.locator(".stage .chips button").first.click()
        expect(stage.locator("[data-part=timeline] [data-event]")).to_have_count(len(DATA.events))

    def test_days_are_dragged_and_the_timeline_keeps_its_place(self, stage):
        browse.settle(stage)
        before = stage.locator("[data-part=timeline]").bounding_box()
        track = stage.locator(".stage .track").bounding_box()
        day = track["width"] / 151
        middle = track["y"] + track["height"] / 2
        stage.mouse.move(track["x"] + day * 52.5, middle)
        stage.mouse.down()
        stage.mouse.move(track["x"] + day * 58.5, middle, steps=6)
        stage.mouse.up()
        stage.wait_for_function("() => location.search === '?from=2019-02-22&to=2019-02-28'")
        view, _ = read_view(parse_qs("from=2019-02-22&to=2019-02-28"), DATA)
        events = select_records(DATA, view.filters).events
        expect(stage.locator("[data-part=timeline] [data-event]")).to_have_count(len(events))
        browse.settle(stage)
        assert stage.locator("[data-part=timeline]").bounding_box() == before

    def test_first_chip_restores_the_whole_period(self, stage):
        stage.get_by_role("button", name="20–28 Feb").click()
        browse.settle(stage)
        stage.locator(".stage .chips button").first.click()
        expect(stage.locator("[data-part=timeline] [data-event]")).to_have_count(len(DATA.events))
        assert browse.state_of(stage) == {}

    def test_handles_of_the_days_move_by_keyboard(self, stage):
        handle = stage.locator(".stage .track .from")
        handle.focus()
        for _ in range(3):
            stage.keyboard.press("ArrowRight")
        stage.keyboard.press("PageUp")
        day = re.compile("11 January 2019|January 11, 2019")
        expect(handle).to_have_attribute("aria-valuetext", day)
        stage.wait_for_function("() => location.search === '?from=2019-01-11'")


def events_by_date() -> list[str]:
    """The ids of all events in the order of the timeline."""
    filters = read_view({}, DATA)[0].filters
    return [event.id for event in select_records(DATA, filters).events]


class TestEvents:
    """Events of the Overview by keyboard and mouse, all on one visit."""

    def test_right_arrow_goes_to_the_next_event_by_date(self, stage):
        stage.locator("[data-part=timeline]").focus()
        visited = []
        for _ in range(3):
            stage.keyboard.press("ArrowRight")
            visited.append(stage.evaluate(ACTIVE))
        assert visited == events_by_date()[:3]

    def test_down_arrow_goes_to_another_category(self, stage):
        stage.locator("[data-part=timeline]").focus()
        stage.keyboard.press("Home")
        stage.keyboard.press("ArrowRight")
        first = DATA.events[stage.evaluate(ACTIVE)].category
        stage.keyboard.press("ArrowDown")
        assert DATA.events[stage.evaluate(ACTIVE)].category != first

    def test_enter_opens_the_event_and_escape_returns_the_focus(self, stage):
        timeline = stage.locator("[data-part=timeline]")
        timeline.focus()
        stage.keyboard.press("End")
        stage.keyboard.press("Enter")
        expect(stage.locator("[data-part=detail] .close")).to_be_focused()
        last = DATA.events[events_by_date()[-1]]
        expect(stage.locator("[data-part=detail] h3")).to_have_text(last.title)
        stage.keyboard.press("Escape")
        expect(timeline).to_be_focused()
        browse.expect_state(stage, event=None)

    def test_screen_readers_get_every_event_in_one_list(self, stage):
        expect_tree_for_ears(stage)

    def test_click_shows_title_and_summary_before_the_server_answers(self, stage):
        text = stage.evaluate(CLICK_EVENT, EVENT)
        assert DATA.events[EVENT].title in text
        assert DATA.events[EVENT].summary in text
        expect(stage.locator("[data-part=detail] .cite").first).to_be_visible()
        assert browse.state_of(stage) == {"event": [EVENT]}
        expect(browse.mark_of(stage, EVENT)).to_have_attribute("data-chosen", "")

    def test_escape_and_the_close_button_close_an_event_and_back_opens_it(self, stage):
        stage.evaluate(CLICK_EVENT, EVENT)
        drawer = stage.locator("[data-part=detail]")
        expect(drawer.locator(".cite").first).to_be_visible()
        stage.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        assert browse.state_of(stage) == {}
        stage.go_back()
        expect(drawer.locator("h3")).to_have_text(DATA.events[EVENT].title)
        drawer.locator(".close").click()
        expect(drawer).to_be_hidden()
        assert browse.state_of(stage) == {}


# Clicks the mark of an event, and what its panel holds before anything else can run.
CLICK_EVENT = """(id) => {
  const mark = document.querySelector(`[data-part=timeline] [data-event="${id}"]`)
  mark.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  return document.querySelector('[data-part=detail]').innerText
}"""


# Where the day's mark stands on the strip, and where the middle of its day is, in pixels.
ON_STRIP = """() => {
  const slider = document.querySelector('.stage .track .day')
  const [strip, box] = [slider.parentElement, slider].map((node) => node.getBoundingClientRect())
  const [first, last, day] = [slider.min, slider.max, slider.value].map(Number)
  const thumb = parseFloat(getComputedStyle(slider).getPropertyValue('--thumb'))
  const mark = box.left + thumb / 2 + ((day - first) / (last - first)) * (box.width - thumb)
  return [mark, strip.left + ((day - first + 0.5) / (last - first + 1)) * strip.width]
}"""
# How far the icon reaches out of its button, and whether it is higher than wide.
ICON = """() => {
  const [button, icon] = ['.go', '.go path'].map((name) =>
    document.querySelector(`.stage ${name}`).getBoundingClientRect())
  return { out: Math.max(button.left - icon.left, icon.right - button.right,
    button.top - icon.top, icon.bottom - button.bottom), tall: icon.height > icon.width }
}"""
# Played, and paused on the day itself, whatever else the machine does; gives the icon meanwhile.
PAUSED_AT = f"""(day) => new Promise((next) => {{
  const stop = new AbortController()
  const go = document.querySelector('.stage .go')
  let icon
  document.addEventListener('address:changed', () => {{
    icon ??= ({ICON})()
    if (new URLSearchParams(location.search).get('day') < day) return
    stop.abort()
    go.click()
    next(icon)
  }}, {{ signal: stop.signal }})
  go.click()
}})"""


def test_played_days_of_the_strip_are_one_history_entry(desk, server):
    days = {"from": "2019-02-20", "to": "2019-03-01"}
    browse.open_stage(desk, server, **days)
    entries = desk.evaluate("() => history.length")
    icon = desk.evaluate(PAUSED_AT, "2019-02-23")
    assert icon["out"] < -4
    assert icon["tall"], "two upright bars"
    desk.locator(".stage .go").click()
    desk.wait_for_url("**day=2019-03-01*")
    expect(desk.get_by_role("button", name="Play the days")).to_be_visible()
    browse.settle(desk)
    assert browse.state_of(desk) == {name: [value] for name, value in days.items()} | {
        "day": ["2019-03-01"]
    }
    assert desk.evaluate("() => history.length") == entries + 2
    said = "{} 20 February to 1 March 2019"
    expect(desk.locator(".stage h1")).to_have_text(said.format("What happened from"))
    shown = re.compile(said.format(r"^\d+ of 43 events certainly, \d+ possibly from"))
    expect(desk.locator(".stage .time h2")).to_have_text(shown)
    mark, middle = desk.evaluate(ON_STRIP)
    assert abs(mark - middle) < 1
    desk.go_back()
    desk.wait_for_function("() => location.search.includes('day=2019-02-2')")
    desk.go_back()
    desk.wait_for_function("() => !location.search.includes('day=')")
    expect(desk.locator("[data-part=day]")).to_be_hidden()
    expect(desk.get_by_role("button", name="Play the days")).to_be_visible()


def test_click_beside_an_open_menu_closes_it(desk, server):
    browse.open_stage(desk, server)
    desk.locator("[data-name=region] summary").click()
    mark = browse.mark_of(desk, "ev-2019-05-01-caracas-protests").bounding_box()
    desk.mouse.click(mark["x"] + 4, mark["y"] + 4)
    expect(desk.locator("[data-name=region]")).not_to_have_attribute("open", "")
    assert browse.state_of(desk) == {}
    desk.mouse.click(mark["x"] + 4, mark["y"] + 4)
    browse.expect_state(desk, event="ev-2019-05-01-caracas-protests")
    # One on a mark counts where the drawing is renewed before it is let go.
    held = list[Route]()
    desk.keyboard.press("Escape")
    browse.expect_state(desk, event=None)
    desk.route("**/stage/timeline.svg?*", lambda route: held.append(route))
    # One press: what is dragged may have more than one drawing asked for.
    with desk.expect_request("**/stage/timeline.svg?*"):
        desk.get_by_role("button", name="20–28 Feb").click()
    label = browse.mark_of(desk, EVENT).locator(".label").last
    label.hover()
    pressed = label.element_handle()
    desk.mouse.down()
    held[0].continue_()
    desk.wait_for_function("mark => !mark.isConnected", arg=pressed)
    desk.mouse.up()
    browse.expect_state(desk, event=EVENT)
    desk.unroute("**/stage/timeline.svg?*")
    browse.visit(desk, server, "sources")
    body = browse.popover(desk, "region")
    desk.locator(".page-head nav a").last.click()
    expect(body).to_be_hidden()
    browse.settle(desk)
    assert desk.url.endswith("/sources")


def visible_counts(page: Page) -> dict[str, str]:
    return page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll('[data-part=map] .count')]
            .filter((mark) => getComputedStyle(mark).visibility === 'visible')
            .map((mark) => [mark.dataset.region, document.querySelector(
              `[data-part=map] .count-label[data-region=${mark.dataset.region}] text:not(.halo)`,
            )?.textContent ?? '']))"""
    )


def radius(page: Page, region: str) -> float:
    circle = page.locator(f"[data-part=map] .count[data-region={region}] circle").first
    return float(circle.get_attribute("r") or 0)


def test_circles_and_marks_appear_on_their_days_alone(desk, server):
    browse.open_stage(desk, server, day="2019-03-10")
    counts, strip = desk.locator("[data-part=counts]"), desk.locator(".stage .track .day")
    # Each total of the day has its source.
    marks = desk.locator("[data-part=day] .cite > summary")
    expect(marks).to_have_count(2)
    marks.last.click()
    expect(desk.locator("[data-part=day] .cite[open] dl")).to_be_visible()

    # Each day that the mark is let go on is a choice of its own.
    for day in (date(2019, 2, 25), date(2019, 3, 1)):
        strip.fill(str(day.toordinal()))
        strip.blur()
    browse.expect_state(desk, day="2019-03-01")
    desk.go_back()
    browse.expect_state(desk, day="2019-02-25")
    expect(desk.locator(".stage .map h2")).to_have_text("No count by region yet")
    assert visible_counts(desk) == {}
    expect(counts.locator("tr")).to_have_count(0)
    # What is not yet counted has no colour.
    coloured = desk.locator("[data-part=map] .area:not([data-uncounted])")
    expect(coloured).to_have_count(0)

    strip.fill(str(date(2019, 2, 26).toordinal()))
    expect(counts.locator("tr[data-region=oriente] .num")).to_have_text("328")
    shown = visible_counts(desk)
    assert shown["oriente"] == "328"
    assert "narino" not in shown
    first = radius(desk, "oriente")

    strip.fill(str(date(2019, 3, 10).toordinal()))
    expect(counts.locator("tr[data-region=oriente] .num")).to_have_text("415")
    assert len(visible_counts(desk)) == 8
    expect(coloured).to_have_count(desk.locator("[data-part=map] .area").count())
    assert (first / radius(desk, "oriente")) ** 2 == pytest.approx(328 / 415, rel=0.01)

    place = desk.locator("[data-part=map] [data-place=caracas]")
    strip.fill(str(date(2019, 1, 5).toordinal()))
    expect(place).to_have_attribute("data-later", "")
    later = desk.locator("[data-part=timeline] [data-event][data-later]")
    expect(later).not_to_have_count(0)
    strip.fill(str(date(2019, 1, 21).toordinal()))
    expect(place).not_to_have_attribute("data-later", "")

    strip.fill(str(date(2019, 2, 23).toordinal()))
    for event in DATA.events.values():
        if parse_edtf(event.date).first > date(2019, 2, 23):
            expect(browse.mark_of(desk, event.id)).to_have_attribute("data-later", "")
    expect(desk.locator("[data-part=day]")).to_contain_text("23 February 2019")
    desk.locator("[data-part=play] .end").click()
    expect(desk.locator("[data-part=map] [data-later]")).to_have_count(0)
    expect(later).to_have_count(0)
    expect(desk.locator("[data-part=figures]")).to_be_visible()
    desk.locator("[data-part=play] .go").click()
    desk.wait_for_function("() => new URLSearchParams(location.search).get('day') > '2019-01-03'")
    desk.locator("[data-part=play] .go").click()
    browse.settle(desk)


def test_space_plays_days_and_steps_with_reduced_motion(tab, server):
    page = tab(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    browse.open_stage(page, server)
    page.locator("[data-part=timeline]").focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => location.search === '?day=2019-01-21'")
    status = page.locator("[data-part=status]")
    expect(status).to_contain_text("by 21 January 2019")
    expect(status).to_contain_text("No total yet")
    page.keyboard.press("Space")
    page.wait_for_function("() => location.search === '?day=2019-01-23'")
    expect(status).to_contain_text("23 January 2019")


def test_region_is_compared_from_the_filter_bar(desk, server):
    browse.open_stage(desk, server, region="oriente")
    desk.locator("[data-name=compare] summary").click()
    # Neither the chosen region nor an end of what has not begun is offered.
    expect(desk.locator("[data-filter=compare][data-value='region:oriente']")).to_be_hidden()
    expect(desk.locator("[data-name=compare] .clear")).to_be_hidden()
    desk.locator("[data-filter=compare][data-value='region:guajira'] input").check()
    table = desk.get_by_role("table", name=re.compile("Side by side"))
    expect(table).to_be_visible()
    assert browse.state_of(desk) == {"region": ["oriente"], "compare": ["region:guajira"]}
    expect(desk.locator("[data-name=compare] summary")).to_have_text("Compare: Guajira")
    kept = "[data-part={}] {}[data-region={}]:not([data-dim])"
    for region, count in (("oriente", 1), ("guajira", 1), ("caribe", 0)):
        expect(desk.locator(kept.format("map", ".count", region))).to_have_count(count)
        expect(desk.locator(kept.format("counts", "tr", region))).to_have_count(count)
    row = table.get_by_role("row", name=re.compile("as of 27 Feb"))
    expect(row.get_by_role("cell").first).to_contain_text("415")
    expect(row.get_by_role("cell").last).to_contain_text("30")
    expect(desk.locator("[data-part=status]")).to_contain_text("Side by side")
    # The table has the figures of both sides, and its region: no drawer covers it.
    expect(desk.locator("[data-part=figures]")).to_be_hidden()
    expect(desk.locator("[data-part=detail]")).to_be_hidden()
    desk.locator("[data-name=compare] .clear").click()
    expect(desk.locator("[data-part=compare]")).to_be_hidden()


def expect_tree_for_ears(desk: Page) -> None:
    """It names each event, and has one stop."""
    session = desk.context.new_cdp_session(desk)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    known = {node["nodeId"]: node for node in nodes}

    def value(node: dict, name: str) -> str:
        return node.get(name, {}).get("value", "")

    (box,) = (
        node for node in nodes if value(node, "role") == "listbox" and not node.get("ignored")
    )
    below, inside = list(box["childIds"]), []
    while below:
        node = known.get(below.pop(0))
        if node is None:
            continue
        if not node.get("ignored") and value(node, "role") not in {"none", "generic"}:
            inside.append(node)
            continue
        below = [*node.get("childIds", []), *below]
    assert {value(node, "role") for node in inside} == {"option"}
    names = [value(node, "name") for node in inside]
    # In order of date, as the Timeline's list.
    titles = [event.title for event in select_records(DATA, read_view({}, DATA)[0].filters).events]
    assert len(names) == len(titles) == len(DATA.events)
    assert all(f" {title}" in name for name, title in zip(names, titles, strict=True))
    kinds = [i18n_for("en").localize(kind, "name") for kind in DATA.kinds]
    for name in names:
        assert re.search(r"20\d\d", name), name
        assert re.search(r"\(date (stated|inferred|known)|\(.*\(date", name), name
        assert any(f". {kind}. " in name for kind in kinds), name
        assert not name.rstrip(". ").endswith(tuple(kinds)), f"no source: {name}"
    layer = desk.locator(".stage .time .layer, .stage .time .layer *")
    assert layer.evaluate_all("(all) => all.filter((node) => node.tabIndex >= 0).length") == 1


WORDS = (
    "Cúcuta", "guardia", "a", "SOLDADOS", "national guard", "ñ", "hotel", "hoteles", "solda",
    "soldier hotels", "xyzzy", "crossings", "el puente", "1.400", "mil cuatrocientos", "567",
    "30 de abril", "April 30", "febrero", "feb", "2019-02-23", "23/02/2019 ayuda", "2019",
    "may", "soldado", "asilo", "armored", "desalojo hotel", "31 de junio", "14 May 2019",
    "Colombian state", "estado colombiano frontera", "prensa", "those who left",
)  # fmt: skip


def random_query(chance: random.Random) -> dict[str, str | list[str]]:
    """A view at random of the filters that the browser combines, its days in order."""
    asked = random_filters(chance, DATA, unknown=())
    if asked.start and asked.end and asked.start > asked.end:
        asked = replace(asked, start=asked.end, end=asked.start)
    text = chance.choice(WORDS) if chance.random() < 0.3 else ""
    others = {
        "published_by": None, "voices": (), "excluded_voices": (), "documents_only": False,
    }  # fmt: skip
    return write_view(View(filters=replace(asked, text=text, **others)))


def test_browser_filters_as_the_server_does(page):
    """500 random filters, in the browser and by ``select()``.

    Of words the browser may say that it cannot tell; with the server's answer it always can.
    """
    chance = random.Random(2019)  # noqa: S311
    asked = [random_query(chance) for _ in range(RANDOM_FILTERS)]
    queries = [urlencode(one, doseq=True) for one in asked]
    ctx = Context(public_story(), read_view({}, DATA)[0], (), i18n_for("en"), "light", "")
    index = build_stage_index(ctx)
    views = [read_address(parse_qs(query)) for query in queries]
    told = [find_word_events(ctx.dataset, view) for _, view, _ in views]
    script = "".join((SCRIPTS / name).read_text("utf-8") for name in ("dom.js", "view.js"))
    found = page.evaluate(
        f"""([queries, told, index]) => {{
          {script}
          return queries.map((query, at) => {{
            const state = readState(query)
            const ids = (answer) => {{
              const kept = selectEvents(index, state, answer)
              return index.events.filter((_, number) => kept[number]).map((event) => event.id)
            }}
            const waits = state.text && matchWords(index, state.text, null) === null
            return [ids(told[at]), waits ? null : ids(null)]
          }})
        }}""",
        [queries, told, json.loads(json.dumps(index))],
    )
    for query, (_, view, notices), (ids, alone) in zip(queries, views, found, strict=True):
        assert not notices
        expected = [event.id for event in select_records(DATA, view.filters).events]
        assert ids == expected, query
        assert alone in (None, expected), query
    known = {"Cúcuta", "prensa", "Colombian state", "hotel", "hoteles", "SOLDADOS", "solda"}
    waiting = (one for one, (_, alone) in zip(asked, found, strict=True) if alone is None)
    assert known.isdisjoint(str(one.get("q")) for one in waiting)


def test_phone_overview_has_the_map_within_two_screens(tab, server):
    page = tab(viewport={"width": 375, "height": 812})
    browse.open_stage(page, server)
    box = page.locator("[data-part=map]").bounding_box()
    assert box["y"] + box["height"] <= 2 * 812
    for part in ("figures", "map", "timeline", "counts"):
        box = page.locator(f"[data-part={part}]").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 375, part
    # The filters are one button.
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 375
    every = page.locator(".stage .filters-toggle")
    expect(every).to_have_text("Filters")
    expect(page.locator("[data-name=category] summary")).to_be_hidden()
    every.click()
    page.locator("[data-name=category] summary").click()
    for kind in ("politics", "border"):
        page.locator(f"[data-filter=category][data-value={kind}] input").check()
    page.keyboard.press("Escape")
    assert browse.state_of(page) == {"category": ["politics", "border"]}
