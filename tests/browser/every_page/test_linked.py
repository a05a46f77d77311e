"""Timeline, map, list and figures show the same choice and link to each other."""

from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from components.i18n import i18n_for
from components.loading.served_story import public_story
from components.presentation import chart_data, map_scenes
from components.query.filters import Filters
from components.query.selection import select_records
from tests.support import browse
from tests.support.data import DATA
from tests.support.views import build_view_context

POINT = "ev-2019-05-01-caracas-protests"
BAR = "ev-2019-02-22-soldiers-cross"
HATCHED = "ev-2019-02-mora-crosses"
BLOCKED = "ev-2019-02-23-aid-blocked"


# The first and the last day that a chart shows at the moment.
WINDOW = "() => document.querySelector('.chart').dataset.span.split('/')"


def test_timeline_mark_and_label_open_their_event(page, server):
    record = browse.Record(page, server)
    browse.visit(page, server, "timeline")
    for name in ("dates", "region", "category", "source"):
        browse.popover(page, name)
        page.keyboard.press("Escape")
        expect(page.locator(".sheet:visible")).to_have_count(0)
    for event in (POINT, BAR, HATCHED):
        browse.click_mark(page, event, DATA.events[event].title)
        browse.expect_state(page, event=event)
        expect(page.locator(".detail h3")).to_have_text(DATA.events[event].title)
        expect(browse.row(page, event)).to_have_attribute("aria-current", "true")
        expect(page.locator("button[aria-current]")).to_have_count(1)
        browse.expect_ring(page, event)
        page.keyboard.press("Escape")
        browse.expect_state(page, event=None)
        expect(page.locator(".detail")).to_have_count(0)
    name = page.locator(".chart .label", has_text=DATA.events[POINT].title)
    # Letters hear nothing of the pointer themselves.
    name.click(force=True)
    browse.expect_state(page, event=POINT)
    expect(page.locator(".record-drawer .detail h3")).to_have_text(DATA.events[POINT].title)
    record.assert_own()


def circle_middle(region):
    """Where the circle of a region's count is drawn on the map, in degrees."""
    ctx = build_view_context(slug="map")
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    rows = map_scenes.build_map_rows(ctx, table, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode="light", rows=rows)
    (counts,) = [layer["data"] for layer in deck["layers"] if layer["id"] == "counts"]
    (circle,) = [row for row in counts if row["region_id"] == region]
    return circle["at"]


def test_map_circle_filters_its_region_and_a_mark_opens_an_event(page, server):
    record = browse.Record(page, server)
    browse.visit(page, server, "map", {"lang": "en"})
    lon, lat = circle_middle("oriente")
    # Under the pointer it is lit in the counts beside the map, too.
    browse.point_at(page, lon, lat, DATA.regions["oriente"].label)
    expect(page.locator(".counts tr[data-lit] th")).to_have_text(DATA.regions["oriente"].label)
    page.mouse.click(*browse.point_at(page, lon, lat, "415"))
    browse.expect_state(page, region="oriente", event=None)
    kept = [event for event in DATA.events.values() if "oriente" in DATA.regions_of(event)]
    expect(browse.shown(page)).to_contain_text(f"{len(kept)} of {len(DATA.events)} events")
    expect(browse.shown(page)).to_contain_text(DATA.regions["oriente"].label)
    expect(page.locator(".detail h3")).to_have_text(DATA.regions["oriente"].label)
    # The same circle again lets the region go.
    page.mouse.click(*browse.point_at(page, lon, lat, "415", left=20))
    browse.expect_state(page, region=None)
    expect(browse.shown(page)).to_contain_text(f"{len(DATA.events)} of {len(DATA.events)} events")

    page.get_by_text("The border at Cúcuta").first.click()
    browse.expect_state(page, extent="border")
    # What deck.gl has drawn is what the buttons and the scale say is shown.
    page.wait_for_function(
        """() => {
          const { drawn, view } = document.querySelector(".deck-map").dataset
          const { zoom } = JSON.parse(view)
          return zoom > 8 && Math.abs(Number(drawn) - zoom) < 0.02
        }"""
    )
    place = DATA.places["simon-bolivar-bridge"]
    # A slow press is a click, too.
    page.mouse.click(*browse.point_at(page, place.lon, place.lat, place.name), delay=600)
    page.wait_for_function("() => new URLSearchParams(location.search).has('event')")
    browse.settle(page)
    chosen = browse.state_of(page)["event"][0]
    assert DATA.events[chosen].place_id == place.id
    expect(page.locator(".detail h3")).to_have_text(DATA.events[chosen].title)
    page.locator(".detail summary").first.click()
    record.assert_own()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_lines_around_what_is_inferred_can_be_switched_off(page, server, lang):
    browse.visit(page, server, "map", {"lang": lang})
    lines = page.locator(".deck-map .basemap .inferred")
    switch = page.get_by_label(i18n_for(lang).t("Lines around what is inferred"))
    expect(switch).to_be_checked()
    expect(lines).to_have_css("display", "inline")
    switch.press("Space")
    expect(lines).to_have_css("display", "none")
    browse.expect_state(page, lang=lang, inferred="hidden")
    # Another part of the map has them off, too.
    border = public_story().basemap.extent("border")
    page.get_by_text(getattr(border.name, lang)).first.click()
    browse.expect_state(page, extent="border")
    expect(switch).not_to_be_checked()
    expect(lines).to_have_css("display", "none")
    page.go_back()
    page.go_back()
    browse.expect_state(page, inferred=None)
    expect(switch).to_be_checked()
    expect(lines).to_have_css("display", "inline")


def test_map_without_lines_around_what_is_inferred_is_a_link(page, server):
    browse.visit(page, server, "map", {"lang": "en", "inferred": "hidden"})
    expect(page.get_by_label("Lines around what is inferred")).not_to_be_checked()
    expect(page.locator(".deck-map .basemap .inferred")).to_have_css("display", "none")


def test_citation_links_to_its_source_and_its_records(page, server):
    browse.visit(page, server, "timeline", {"event": BLOCKED, "lang": "es"})
    cite = page.locator(".detail .cite").first
    cite.locator("summary").click()
    link = cite.get_by_role("link", name=i18n_for("es").t("All that rests on this source"))
    (source,) = parse_qs(urlsplit(link.get_attribute("href")).query)["source"]
    link.click()
    browse.expect_state(page, source=source, lang="es")
    expect(page.locator(f"article#{source} details.fold")).to_have_attribute("open", "")


def test_timeline_is_zoomed_by_dragging_and_keys(page, server):
    browse.visit(page, server, "timeline")
    whole = page.evaluate(WINDOW)
    browse.drag_across(page, ".chart > svg", 1 / 3, 2 / 3)
    page.wait_for_function("() => new URLSearchParams(location.search).has('from')")
    state = browse.state_of(page)
    assert "event" not in state
    first, last = (date.fromisoformat(state[name][0]) for name in ("from", "to"))
    assert date(2019, 2, 18) <= first <= date(2019, 2, 22)
    assert date(2019, 4, 9) <= last <= date(2019, 4, 13)
    kept = len(select_records(DATA, Filters(start=first, end=last)).events)
    expect(browse.shown(page)).to_contain_text(f"{kept} of {len(DATA.events)} events")
    expect(page.locator("button[data-id]")).to_have_count(kept)
    page.wait_for_function(f"day => ({WINDOW})()[0].startsWith(day)", arg=first.isoformat())

    page.get_by_role("button", name="Whole period").click()
    browse.expect_state(page, **{"from": None, "to": None})
    expect(page.locator("button[data-id]")).to_have_count(len(DATA.events))
    page.wait_for_function(f"whole => ({WINDOW})()[0] === whole", arg=whole[0])

    page.locator(".chart").focus()
    for _ in range(6):
        page.keyboard.press("+")
    page.wait_for_function(f"whole => ({WINDOW})()[0] > whole", arg=whole[0])
    # Read in the moment in which they are few: the chart may be drawn once more after it.
    few = """() => {
      const days = [...document.querySelectorAll('.xtick text')].map((day) => day.textContent)
      return days.length > 0 && days.length <= 6 && days
    }"""
    days = page.wait_for_function(few).json_value()
    assert len(days) == len(set(days)), "a day is named twice"
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Whole period").click()
    page.wait_for_function(f"whole => ({WINDOW})()[0] === whole", arg=whole[0])


def test_wheel_scrolls_and_with_ctrl_zooms(page, server):
    browse.visit(page, server, "timeline")
    whole = page.evaluate(WINDOW)
    inside = page.locator(".chart > svg")
    box = inside.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    page.mouse.wheel(0, 240)
    page.wait_for_function("() => document.querySelector('.stMain').scrollTop > 0")
    expect(page.locator(".wheel-hint")).to_contain_text("Ctrl")
    page.mouse.wheel(0, -240)
    page.wait_for_function("() => document.querySelector('.stMain').scrollTop === 0")
    assert page.evaluate(WINDOW) == whole
    page.keyboard.down("Control")
    page.mouse.wheel(0, -480)
    page.keyboard.up("Control")
    page.wait_for_url("**zoom=*")
    browse.settle(page)
    first, last = browse.state_of(page)["zoom"][0].split("/")
    page.wait_for_function(f"day => ({WINDOW})()[0].startsWith(day)", arg=first)
    # What is lit is what is seen.
    expect(page.locator(".zoom input:checked")).to_have_value(f"{first}/{last}")
    closer = page.evaluate(WINDOW)
    browse.row(page, POINT).click()
    browse.expect_state(page, event=POINT, zoom=f"{first}/{last}")
    assert page.evaluate(WINDOW) == closer
    page.get_by_role("button", name="Wider").click()
    browse.expect_state(page, event=POINT, zoom=None)
    page.wait_for_function(f"was => ({WINDOW})()[0] === was", arg=whole[0])
    page.go_back()
    browse.expect_state(page, zoom=f"{first}/{last}")
    page.wait_for_function(f"was => ({WINDOW})()[0] === was", arg=closer[0])


def test_pinch_zooms_and_chooses_nothing(tab, server):
    # A phone has the list of events in place of the chart.
    page = tab(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    browse.visit(page, server, "timeline", {"lang": "es"})
    frame = page.locator(".chart-frame")
    frame.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = frame.bounding_box()
    browse.pinch(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**zoom=*")
    browse.settle(page)
    assert set(browse.state_of(page)) == {"lang", "zoom"}
    first, last = (date.fromisoformat(day) for day in browse.state_of(page)["zoom"][0].split("/"))
    assert 7 < (last - first).days < 120
    assert page.evaluate("visualViewport.scale") == 1, "the page itself is as large as it was"
    browse.visit(page, server, "map")
    drawn = page.locator(".deck-map")
    drawn.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = drawn.bounding_box()
    before = drawn.get_attribute("data-drawn")
    browse.pinch(page, 187, box["y"] + 150)
    # Where the map comes to rest is in the address, once.
    page.wait_for_url("**look=*")
    browse.settle(page)
    (look,) = browse.state_of(page)["look"]
    closer = float(look.split(",")[2])
    assert closer > float(before) + 1
    page.go_back()
    expect(drawn).to_have_attribute("data-drawn", before)
    browse.expect_state(page, look=None)
    browse.visit(page, server, "map", {"look": look})
    expect(drawn).to_have_attribute("data-drawn", f"{closer:.2f}")
    page.get_by_role("button", name="Reset the map").click()
    browse.expect_state(page, look=None)
    expect(drawn).to_have_attribute("data-drawn", before)


def test_row_opens_below_itself_and_closes(page, server):
    browse.visit(page, server, "timeline", {"lang": "en"})
    browse.row(page, BLOCKED).click()
    browse.expect_state(page, lang="en", event=BLOCKED)
    opened = page.locator(".opened .detail h3")
    expect(opened).to_have_text(DATA.events[BLOCKED].title)
    expect(browse.row(page, BLOCKED)).to_have_attribute("aria-expanded", "true")
    line, detail = browse.row(page, BLOCKED).bounding_box(), opened.bounding_box()
    assert 0 <= detail["y"] - (line["y"] + line["height"]) < 60
    page.locator(".opened summary").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".opened")).to_have_count(0)
    browse.expect_state(page, lang="en", event=None)
    assert browse.focused(page)["id"] == BLOCKED, "the focus came back to the line"
    browse.row(page, BLOCKED).click()
    expect(opened).to_be_visible()
    browse.row(page, BLOCKED).click()
    expect(page.locator(".opened")).to_have_count(0)
