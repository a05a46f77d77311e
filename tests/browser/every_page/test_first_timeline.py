"""The Timeline of the first document: painted as SVG, and answering without the framework."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from components.i18n import i18n_for
from tests.browser.every_page.test_first_document import LEAST_SHIFT, WATCH
from tests.browser.every_page.test_first_stage import IS_MARKED, MARK
from tests.support.browse import KINDS, Held, Record, choose_kind, open_held, settle, violations
from tests.support.cases import LANGUAGES
from tests.support.data import DATA
from tests.support.server import with_text

EVENT = "ev-2019-02-23-aid-blocked"
PAGE = "#first .timeline-page[data-answers]"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 375, "height": 812}
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def open_first(page: Page, server: str, query: str = "lang=en") -> Held:
    """Open the Timeline while the framework is held, until it answers."""
    return open_held(page, f"{server}/timeline?{query}", PAGE)


@pytest.fixture
def held(tab: Callable[..., Page], server: str) -> Held:
    return open_first(tab(viewport=DESK), server)


@in_each_language
def test_scene_is_painted_in_the_first_document(tab, server, language):
    page = open_first(tab(viewport=DESK), server, f"lang={language}").page
    expect(page.locator("#first .chart > svg .mark")).to_have_count(len(DATA.events))
    expect(page.locator("#first .event-list [data-id]")).to_have_count(len(DATA.events))
    expect(page.locator("#first .chart-tools")).to_be_visible()


@in_each_language
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_moves_when_the_app_takes_over(tab, server, language, size):
    page = tab(viewport=size)
    page.add_init_script(WATCH)
    held = open_first(page, server, f"lang={language}")
    held.let_through()
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < LEAST_SHIFT, "\n".join(map(str, moved))


def test_largest_paint_is_that_of_the_first_document(held):
    page = held.page
    page.evaluate("document.fonts.ready")
    page.evaluate(
        """() => {
          window.later = []
          new PerformanceObserver((list) => window.later.push(...list.getEntries()))
            .observe({ type: 'largest-contentful-paint' })
        }"""
    )
    held.let_through()
    assert page.evaluate("window.later.length") == 0


def test_app_takes_over_the_elements_of_the_timeline(held):
    page = held.page
    parts = [".timeline-page", ".timeline-page h1", ".chart > svg", f"{KINDS} > summary"]
    for part in parts:
        page.locator(part).evaluate(MARK)
    held.let_through()
    for part in parts:
        assert page.locator(f"#root {part}").evaluate(IS_MARKED)


def test_filter_is_answered_before_the_framework_has_come(held):
    page = held.page
    kind = choose_kind(page)
    heading = page.locator("#first .shown")
    expect(heading).to_contain_text(f"of {len(DATA.events)} events")
    kept = sum(event.category == kind for event in DATA.events.values())
    expect(page.locator("#first .chart > svg .mark")).to_have_count(kept)
    expect(page.locator("#first .event-list [data-id]")).to_have_count(kept)
    assert f"category={kind}" in page.url
    assert page.locator("#root > *").count() == 0


def test_filter_of_the_first_document_is_there_after_the_framework_has_come(held):
    page = held.page
    kind = choose_kind(page)
    held.let_through()
    kept = sum(event.category == kind for event in DATA.events.values())
    expect(page.locator("#root .chart > svg .mark")).to_have_count(kept)
    expect(page.locator("#root .event-list [data-id]")).to_have_count(kept)
    expect(page.locator(f"#root {KINDS} input").first).to_be_checked()


def test_back_undoes_a_filter_of_the_first_document(held):
    page = held.page
    choose_kind(page)
    expect(page.locator(".chart > svg .mark")).not_to_have_count(len(DATA.events))
    page.go_back()
    expect(page.locator(".chart > svg .mark")).to_have_count(len(DATA.events))
    assert "category=" not in page.url


def test_mark_says_its_sentence_under_the_pointer(held):
    mark = held.page.locator(f'#first .chart [data-event="{EVENT}"]')
    mark.hover()
    tip = held.page.locator(".chart-tip")
    expect(tip).to_contain_text(DATA.events[EVENT].title)


@pytest.mark.parametrize("place", [".chart", ".event-list"])
def test_event_opens_in_the_first_document_and_stays_open(held, place):
    page = held.page
    page.locator(f'#first {place} [data-event="{EVENT}"]').click()
    heading = page.locator("#first .detail h3")
    expect(heading).to_have_text(DATA.events[EVENT].title)
    assert f"event={EVENT}" in page.url
    held.let_through()
    expect(page.locator("#root .detail h3")).to_have_text(DATA.events[EVENT].title)


def test_span_is_chosen_in_the_first_document(held):
    page = held.page
    page.locator("#first .zoom input").nth(1).check()
    page.wait_for_url("**zoom=**")
    chart = page.locator("#first .chart")
    expect(chart).to_have_attribute("data-span", re.compile("^2019-02-20/"))


def test_links_of_the_first_document_carry_the_filters(held):
    page = held.page
    kind = choose_kind(page)
    link = page.locator("#first > header nav a").nth(2)
    expect(link).to_have_attribute("href", re.compile(f"/map.lang=en&category={kind}$"))


def test_plotly_is_asked_for_when_a_reader_zooms(tab, server):
    page = tab(viewport=DESK)
    record = Record(page, server)
    page.goto(f"{server}/timeline?lang=en")
    settle(page)
    assert not [url for url in record.asked if "/scripts/plotly-" in url]
    page.locator(".chart").press("+")
    expect(page.locator(".chart .main-svg .point").first).to_be_attached()
    expect(page.locator(".chart > svg")).to_have_count(0)
    record.assert_own()


#: The middle of a node, from the corner of the chart.
MIDDLE = """node => {
  const [box, frame] = [node, node.closest('.chart')].map((one) => one.getBoundingClientRect())
  return [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y]
}"""


def test_plotly_replaces_the_scene_at_its_place(held):
    page = held.page
    chart = page.locator(".chart")
    sign = chart.locator(f'svg [data-event="{EVENT}"] circle').first
    painted = sign.evaluate(MIDDLE)
    chart.press("+")
    point = chart.locator(f'.points [data-event="{EVENT}"]').first
    expect(point).to_be_attached()
    chart.press("Home")
    page.wait_for_function(
        f"""([x, y]) => {{
          const node = document.querySelector('.chart .points [data-event="{EVENT}"]')
          const [left, top] = ({MIDDLE})(node)
          return Math.hypot(left - x, top - y) < 1
        }}""",
        arg=painted,
    )


@in_each_language
def test_timeline_is_readable_and_linked_without_scripts(tab, server, language):
    with_text(f"{server}/timeline?lang={language}&category=politics")
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/timeline?lang={language}&category=politics")
    for part in ("h1", ".shown", ".chart > svg", ".event-list li"):
        expect(page.locator(f"#first {part}").first).to_be_visible()
    for part in (".line", ".zoom", ".chart-tools"):
        expect(page.locator(f"#first .timeline-page {part}")).to_be_hidden()
    page.locator("#first .event-list button").first.click()
    page.wait_for_url(re.compile("category=politics.*event=ev-"))
    expect(page.locator("#first .detail h3").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_first_document_of_the_timeline_is_accessible(tab, server, scheme):
    page = open_first(tab(viewport=DESK, color_scheme=scheme), server).page
    expect(page.locator("#first .chart[data-painted] > svg")).to_be_visible()
    assert violations(page) == []


def test_dark_first_document_gets_the_dark_scene(tab, server):
    page = open_first(tab(viewport=DESK, color_scheme="dark"), server).page
    expect(page.locator("#first .chart[data-painted] > svg")).to_be_visible()
    expect(page.locator("#first .chart > svg")).to_have_css("filter", "none")


def test_phone_has_the_list_in_place_of_the_chart(tab, server):
    page = open_first(tab(viewport=PHONE), server, "lang=es").page
    expect(page.locator("#first .chart")).to_be_hidden()
    expect(page.locator("#first .event-list li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_button_of_the_chart_is_named_in_the_language_of_the_page(tab, server):
    page = open_first(tab(viewport=DESK), server, "lang=es").page
    name = i18n_for("es").t("Whole period")
    expect(page.get_by_role("button", name=name)).to_be_visible()
