"""The published site in a browser: from a folder, below a path, offline, embedded."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from components.export.pictures import KIND_NAMES
from components.loading.served_story import public_story
from components.presentation.pages import PAGES
from components.query.filters import Filters
from components.query.selection import select_records
from tests.browser.every_page.test_first_document import MOST_SHIFT, WATCH
from tests.browser.site.conftest import PATH
from tests.support.browse import PATIENCE, violations

EVENT = "ev-2019-02-28-count-567"
#: Frames a chart and gives the frame the height that it asks for.
HOST = """(address) => {
  const frame = Object.assign(document.createElement("iframe"), { src: address, title: "A chart" })
  frame.style = "width:100%;border:0"
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === "embed-size") frame.height = data.height
  })
  document.body.style = "margin:0;max-width:none;padding:0"
  document.body.replaceChildren(frame)
}"""
#: A function: an expression would be asked again by ``eval``, which the pages’ policy forbids.
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
#: Targets of 24 pixels, or apart: axe asks for that where it is told to (WCAG 2.2).
TARGETS = {"target-size": {"enabled": True}}


def stands(page):
    page.wait_for_selector(".stage [data-part=timeline] [data-event]")


def test_every_published_page_is_self_contained_and_accessible(tab, site):
    """Each page in one language and mode, and the next in the other."""
    tabs = [("", tab(color_scheme="dark")), ("es/", tab(color_scheme="light"))]
    asked = []
    for _, page in tabs:
        page.on("request", lambda one: asked.append(one.url))
    paths = [*(info.slug for info in PAGES), *(f"embed/{kind}" for kind in KIND_NAMES)]
    for number, path in enumerate(paths):
        language, page = tabs[number % 2]
        page.goto(f"{site}{language}{path}")
        expect(page.locator("h1").first).not_to_be_empty()
        assert violations(page, rules=TARGETS) == [], path
        page.set_viewport_size({"width": 375, "height": 800})
        page.wait_for_function(FITS)
        page.set_viewport_size({"width": 1440, "height": 1000})
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
    assert asked


@pytest.mark.parametrize("where", ["host", "folder"])
def test_published_stage_filters_without_a_server(tab, site, folder, where):
    page = tab()
    base = site if where == "host" else (folder / PATH.strip("/")).as_uri() + "/"
    page.goto(f"{base}index.html")
    stands(page)
    page.locator("[data-name=category] summary").click()
    page.locator("[data-filter=category][data-value=politics]").click()
    page.keyboard.press("Escape")
    page.wait_for_url("**category=politics*")
    kept = "[data-part=timeline] [data-event]:not([data-dim])"
    expect(page.locator(kept)).to_have_count(6)
    expect(page.locator(".stage h1")).to_have_text("6 of 43 events")
    # The figures are those of the whole story, and it is said.
    figures = page.locator("[data-part=figures]")
    expect(figures.locator(".value").first).to_have_text("more than 1,400")
    expect(figures.locator(".whole")).to_contain_text("filters choose events alone")
    page.locator(kept).first.click()
    drawer = page.locator("[data-part=detail]")
    expect(drawer.locator("h3")).not_to_be_empty()
    expect(drawer.locator(".cite").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def test_published_lesson_is_presented_as_in_the_app(tab, site):
    page = tab(viewport={"width": 1280, "height": 720})
    page.goto(f"{site}es/present/index.html?step=3#step-3")
    scene = page.locator(".scene")
    expect(scene).to_have_attribute("data-step", "3")
    expect(scene.locator(".drawings svg").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(scene.locator(".evidence .card").first).to_be_visible()
    page.keyboard.press("t")
    expect(scene.locator(".panel .notes")).not_to_be_empty()
    page.keyboard.press("t")
    page.keyboard.press("End")
    page.wait_for_url("**step=14*")
    scene.get_by_role("button", name="English").click()
    page.wait_for_url("**/story/present/index.html?*step=14*")
    expect(page.locator(".scene h1")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.wait_for_url("**/story/index.html")


def test_visited_pages_open_offline(browser, site):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site}index.html")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.goto(f"{site}es/sources/")
    expect(page.locator("h1")).not_to_be_empty()
    page.goto(f"{site}index.html?category=politics")
    stands(page)
    context.close()


def test_published_page_is_complete_without_scripts(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}index.html")
    for part in ("timeline", "map"):
        expect(page.locator(f".stage [data-part={part}] svg.drawing")).to_be_visible()
    events = page.locator(".without-script .text-list li")
    expect(events.first).to_be_visible()
    assert events.count() == len(public_story().dataset.events)
    page.get_by_role("link", name="Where sources differ").first.click()
    expect(page.locator("details.fold").first).to_be_visible()
    context.close()


def test_list_of_events_is_hidden_beside_the_stage(tab, site):
    page = tab()
    page.goto(f"{site}index.html")
    expect(page.locator(".without-script")).to_be_hidden()


def test_published_404_page_has_its_fonts(tab, site, folder):
    """Hosts show it at any depth, so it brings the letters that it is written with."""
    page = tab(service_workers="block")
    file = folder / PATH.strip("/") / "404.html"
    page.route("**/no/such/page", lambda route: route.fulfill(path=file, status=404))
    for address in (f"{site}no/such/page", file.as_uri()):
        page.goto(address)
        page.evaluate("document.fonts.ready")
        faces = page.evaluate("[...document.fonts].map((one) => `${one.family} ${one.status}`)")
        assert sorted(faces) == ["Source Sans loaded", "Source Sans loaded", "Source Serif loaded"]
    assert violations(page) == []


def test_published_address_opens_its_view(tab, site):
    page = tab()
    page.goto(f"{site}es/index.html?event={EVENT}")
    expect(page.locator("[data-part=detail] h3")).to_contain_text("Migración Colombia")
    page.goto(f"{site}disagreements/index.html#topic-by-region")
    expect(page.locator("#topic-by-region details").first).to_have_attribute("open", "")
    # What only the app does is taken out of the address, and said.
    page.goto(f"{site}index.html?tier=document&compare=region:guajira&category=politics")
    expect(page.locator(".apart")).to_contain_text("This page shows all sources at once")
    page.wait_for_url("**/index.html?category=politics")
    expect(page.locator(".stage h1")).to_have_text("6 of 43 events")


def test_published_address_with_a_day_outside_its_dates_says_which_day_is_shown(tab, site):
    page = tab()
    page.goto(f"{site}index.html?from=2019-02-22&to=2019-02-28&day=2019-04-30")
    notice = page.locator(".nearest")
    expect(notice).to_have_text("day: 2019-04-30 lies outside the chosen days; 2019-02-28 is used.")
    page.wait_for_url("**&day=2019-02-28")
    page.goto(f"{site}index.html?from=2019-02-22&to=2019-02-28&day=2019-02-23")
    expect(page.locator(".stage-box[data-paper]")).to_be_attached()
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("where", ["host", "folder"])
def test_search_index_and_days_are_loaded_on_demand(tab, site, folder, where):
    # Without motion each press goes on to the next day with an event.
    page = tab(reduced_motion="reduce", service_workers="block")
    base = site if where == "host" else (folder / PATH.strip("/")).as_uri() + "/"
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.add_init_script(WATCH)
    page.goto(f"{base}index.html")
    stands(page)
    expect(page.locator("[data-name=category] summary")).to_be_visible()
    expect(page.get_by_role("button", name="Clear all filters")).to_be_hidden()
    # The script brings nothing that moves what stood there before it.
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, *_ in shifts) < MOST_SHIFT, shifts
    assert not [url for url in asked if "stage-en.js" in url or "-more.woff" in url]
    page.get_by_role("searchbox").fill("canoe")
    expect(page.locator("[data-part=timeline] [data-found]")).to_have_count(1)
    page.get_by_role("link", name="Show only these").click()
    expect(page.locator("[data-part=timeline] [data-event]:not([data-dim])")).to_have_count(1)
    assert f"{base}assets/stage-en.js" in asked
    page.goto(f"{base}index.html?day=2019-02-26")
    day = page.locator("[data-part=day] .value")
    expect(day.first).to_have_text("26 February 2019")
    expect(page.locator("[data-part=map] .count-label[data-region=oriente]")).to_contain_text("328")
    page.locator("[data-part=play] button").first.click()
    expect(day.first).to_have_text("27 February 2019")
    page.locator("[data-part=play] .end").click()
    expect(page.locator("[data-part=day]")).to_be_hidden()
    expect(page.locator("[data-part=map] .count-label[data-region=oriente]")).to_contain_text("415")


def test_published_search_shows_the_sentence_with_who_says_it(tab, site):
    page = tab()
    page.goto(f"{site}es/index.html")
    stands(page)
    page.get_by_role("searchbox").fill("reclutó")
    context = page.locator(".hits .context", has_text="reclutó")
    expect(context).to_have_text(re.compile(r"^Según lo que NPR cuenta del reporte de Bloomberg, "))
    expect(context.locator("mark")).to_have_text("reclutó")


def test_published_timeline_is_a_list_on_a_phone(tab, site):
    page = tab(viewport={"width": 375, "height": 800})
    page.goto(f"{site}es/index.html")
    events = page.locator("[data-part=timeline] [role=option]")
    expect(events).to_have_count(len(public_story().dataset.events))
    page.wait_for_function(FITS)
    for kind in KIND_NAMES:
        page.goto(f"{site}es/{kind}/index.html")
        drawn = page.locator(".phone svg.drawing")
        expect(drawn).to_be_visible()
        expect(page.locator(".text-drawing")).to_be_hidden()
        box = drawn.bounding_box()
        assert 0 <= box["x"] <= 375 - box["width"]


def test_published_chart_can_be_embedded(tab, site, elsewhere):
    page = tab(viewport={"width": 800, "height": 700})
    # The article knows nothing but the message that the chart sends.
    page.goto(elsewhere(""))
    page.evaluate(HOST, f"{site}embed/timeline/index.html")
    for width in (800, 320):
        page.set_viewport_size({"width": width, "height": 700})
        frame = page.frame_locator("iframe")
        expect(frame.locator(".wide svg")).to_be_visible(visible=width > 600)
        page.wait_for_function("() => document.querySelector('iframe').height > 400")
        page.frames[1].wait_for_function(
            f"{FITS} && document.documentElement.scrollHeight <= innerHeight"
        )


def test_published_chart_dims_records_outside_its_filters(tab, folder):
    page = tab(viewport={"width": 800, "height": 900})
    base = (folder / PATH.strip("/")).as_uri() + "/embed"
    page.goto(f"{base}/timeline/index.html?category=politics&to=2019-02-28")
    asked = Filters(categories=("politics",), end=date(2019, 2, 28))
    kept = [one.id for one in select_records(public_story().dataset, asked).events]
    expect(page.locator("[data-part=headline]")).to_have_text(f"{len(kept)} of 43 events")
    marks = page.locator(".wide .mark[data-event]:not([data-dim])")
    ids = marks.evaluate_all("(all) => [...new Set(all.map((one) => one.dataset.event))]")
    assert sorted(ids) == sorted(kept)
    expect(page.locator("[data-part=notes]")).to_contain_text("those of the whole story")
    link = page.locator("[data-part=whole] a")
    expect(link).to_have_attribute("href", "../../index.html?category=politics&to=2019-02-28")
    page.goto(f"{base.removesuffix('/embed')}/es/embed/map/index.html?region=guajira")
    expect(page.locator("[data-part=headline]")).to_have_text("2 de 43 hechos")
    left = page.locator(".wide .area:not([data-dim])")
    assert left.evaluate_all("(all) => all.map((one) => one.dataset.region)") == ["guajira"]
    page.goto(f"{base}/figures/index.html?measure=share")
    expect(page.locator("[data-part=notes]")).to_contain_text("the link opens the view asked for")
    expect(page.locator("[data-part=drawing] [data-dim]")).to_have_count(0)
