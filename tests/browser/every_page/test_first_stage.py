"""The stage of the first document: it answers without the framework, and goes on in its page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.every_page.test_first_document import LEAST_SHIFT, MOST_SHIFT, WATCH
from tests.support.browse import KINDS, Held, Record, choose_kind, open_held, settle
from tests.support.server import with_text

DESK = {"width": 1440, "height": 900}
#: Marks one of the elements of the stage, to be known again.
MARK = "node => { node.isMarked = true }"
IS_MARKED = "node => node.isMarked === true"


@pytest.fixture
def held(tab: Callable[..., Page], server: str) -> Held:
    """The Overview, which answers, while the framework is held."""
    held = open_held(tab(), f"{server}/?lang=en", ".stage[data-answers]")
    wait_for_answers(held.page)
    return held


def wait_for_answers(page: Page) -> None:
    """Wait until the stage answers, and has drawings of the window's size."""
    expect(page.locator(".stage[data-answers]")).to_be_visible()
    expect(page.locator(".stage [aria-busy='true']")).to_have_count(0)


def test_filter_is_answered_before_the_framework_has_come(held):
    page = held.page
    choose_kind(page)
    expect(page.locator(".stage svg [data-event][data-dim]").first).to_be_attached()
    expect(page.locator("#first .stage h1")).to_contain_text("of 43 events")
    assert "category=" in page.url
    assert page.locator("#root > *").count() == 0


def test_filter_of_a_dark_page_asks_for_no_light_drawing(tab, server):
    page = tab(viewport=DESK, color_scheme="dark")
    with_text(f"{server}/?lang=en")
    page.goto(f"{server}/?lang=en")
    wait_for_answers(page)
    light = []
    page.on("request", lambda request: "mode=light" in request.url and light.append(request.url))
    with page.expect_response("**/stage/view.json?*") as answered:
        choose_kind(page)
    drawings = answered.value.json()["addresses"]
    assert all("mode=dark" in drawings[name] for name in ("timeline", "list", "map"))
    expect(page.locator(".stage:not([data-waiting]) h1")).to_contain_text("of 43 events")
    wait_for_answers(page)
    assert light == []


def test_filter_of_the_first_document_is_there_after_the_framework_has_come(held):
    page = held.page
    choose_kind(page)
    heading = page.locator(".stage:not([data-waiting]) h1")
    expect(heading).to_contain_text("of 43 events")
    text = heading.text_content()
    held.let_through()
    expect(page.locator("#root .stage h1")).to_have_text(text or "")
    expect(page.locator(f"#root {KINDS} input").first).to_be_checked()
    expect(page.locator("#root .stage svg [data-event][data-dim]").first).to_be_attached()


def open_early(page: Page, server: str, slug: str = "") -> Held:
    """Open the list of kinds in a first document, while the script that has it answer is held."""
    with_text(f"{server}/{slug}?lang=en")
    early = Held(page, "**/scripts/first-*-*.js")
    page.goto(f"{server}/{slug}?lang=en", wait_until="commit")
    expect(page.locator("#first footer")).to_be_attached()
    page.locator("#first [data-name=category] > summary").click()
    return early


@pytest.fixture
def early(tab: Callable[..., Page], server: str) -> Held:
    """The first document of the Overview, before its script has come."""
    return open_early(tab(), server)


@pytest.mark.parametrize("slug", ["", "timeline", "figures"])
def test_box_ticked_before_the_script_runs_is_a_choice(tab, server, slug):
    page = tab()
    early = open_early(page, server, slug)
    box = page.locator("#first [data-name=category] input").first
    box.check()
    kind = box.get_attribute("value")
    early.let_through()
    expect(page.locator("#root [data-name=category] input").first).to_be_checked()
    assert f"category={kind}" in page.url


def test_boxes_ticked_before_the_script_runs_are_all_choices(early):
    page = early.page
    for number in range(2):
        page.locator(f"{KINDS} input").nth(number).check()
    early.let_through()
    expect(page.locator(f"#root {KINDS} input:checked")).to_have_count(2)
    assert page.url.count("category=") == 2


def test_box_that_is_cleared_before_the_script_runs_is_no_choice(early):
    page = early.page
    box = page.locator(f"{KINDS} input").first
    box.check()
    box.uncheck()
    early.let_through()
    assert "category=" not in page.url


def test_words_typed_before_the_script_runs_are_searched(early):
    page = early.page
    page.locator(".stage .search-box input").fill("bridge")
    early.let_through()
    expect(page.locator("#root .search-hits")).to_be_visible()
    assert "search=bridge" in page.url


def test_page_of_the_app_takes_over_the_elements_of_the_stage(held):
    page = held.page
    parts = [".stage", ".stage [data-part=timeline] svg", f"{KINDS} > summary"]
    for part in parts:
        page.locator(part).evaluate(MARK)
    held.let_through()
    for part in parts:
        assert page.locator(f"#root {part}").evaluate(IS_MARKED)


def test_focus_and_open_list_stay_when_the_page_of_the_app_takes_over(held):
    page = held.page
    page.locator(f"{KINDS} > summary").click()
    page.locator(f"{KINDS} input").nth(1).focus()
    held.let_through()
    expect(page.locator(f"#root {KINDS}")).to_have_attribute("open", "")
    expect(page.locator(f"#root {KINDS} input").nth(1)).to_be_focused()


def test_back_undoes_a_filter_of_the_first_document(held):
    page = held.page
    choose_kind(page)
    expect(page.locator(".stage svg [data-dim]").first).to_be_attached()
    page.go_back()
    expect(page.locator(".stage svg [data-dim]")).to_have_count(0)
    expect(page.locator(f"{KINDS} input").first).not_to_be_checked()
    assert "category=" not in page.url


def test_back_undoes_it_after_the_framework_has_come(held):
    page = held.page
    choose_kind(page)
    held.let_through()
    page.go_back()
    settle(page)
    expect(page.locator(".stage svg [data-dim]")).to_have_count(0)
    expect(page.locator(".stage h1")).not_to_contain_text("of 43 events")


def test_event_opens_in_the_first_document_and_stays_open(held):
    page = held.page
    mark = page.locator("#first [data-part=timeline] [data-event]").first
    identifier = mark.get_attribute("data-event")
    mark.dispatch_event("click")
    detail = page.locator("#first [data-part=detail]")
    expect(detail.locator(".cite").first).to_be_visible()
    assert f"event={identifier}" in page.url
    held.let_through()
    expect(page.locator("#root [data-part=detail] h3")).to_be_visible()


#: A browser that is never idle.
NEVER_IDLE = "window.requestIdleCallback = () => 0"


def test_keys_go_through_the_events_before_the_browser_is_idle(tab, server):
    with_text(f"{server}/?lang=en")
    page = tab()
    page.add_init_script(NEVER_IDLE)
    page.goto(f"{server}/?lang=en")
    timeline = page.locator(".stage[data-answers] [data-part=timeline]")
    timeline.focus()
    expect(timeline).to_have_attribute("aria-busy", "false")
    timeline.press("ArrowRight")
    active = timeline.get_attribute("aria-activedescendant")
    expect(page.locator(f"#{active}")).to_have_attribute("role", "option")


def test_links_of_the_first_document_carry_the_filters(held):
    page = held.page
    choose_kind(page)
    link = page.locator("#first > header nav a").nth(1)
    kind = page.locator(f"{KINDS} input").first.get_attribute("value")
    expect(link).to_have_attribute("href", re.compile(f"/timeline.lang=en&category={kind}$"))


def test_page_answers_without_a_websocket(tab, server):
    with_text(f"{server}/?lang=en")
    page = tab()
    page.route_web_socket("**/_stcore/stream", lambda socket: socket.close())
    page.goto(f"{server}/?lang=en")
    wait_for_answers(page)
    choose_kind(page)
    expect(page.locator("#first .stage h1")).to_contain_text("of 43 events")


def test_first_document_asks_only_its_own_server_and_makes_no_error(tab, server):
    with_text(f"{server}/?lang=en")
    page = tab()
    record = Record(page, server)
    page.goto(f"{server}/?lang=en")
    wait_for_answers(page)
    choose_kind(page)
    settle(page)
    record.assert_own()


def test_overview_fetches_only_letters_of_both_languages(tab, server):
    with_text(f"{server}/?lang=en")
    page = tab()
    record = Record(page, server)
    page.goto(f"{server}/?lang=en")
    settle(page)
    fonts = [url for url in record.asked if url.endswith(".woff2") and "ource" in url]
    assert [url for url in fonts if "-latin-" not in url] == []


def test_nothing_moves_when_the_fonts_come_late(tab, server):
    with_text(f"{server}/?lang=en")
    fonts = Held(tab(viewport={"width": 1440, "height": 900}), "**/*-latin-*.woff2")
    page = fonts.page
    page.add_init_script(WATCH)
    # The page has loaded when its fonts have.
    page.goto(f"{server}/?lang=en", wait_until="commit")
    wait_for_answers(page)
    fonts.let_through()
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < MOST_SHIFT, "\n".join(map(str, moved))


#: A choice of each filter, and of several.
FILTERED_VIEWS = (
    "region=oriente",
    "region=guajira&region=andina",
    "category=border",
    "category=politics&category=reception",
    "from=2019-03-01",
    "from=2019-02-20&to=2019-03-01&possible=out",
    "source=npr",
    "known=2019-02-24",
    "tier=document",
    "voice=opposition",
    "without=colombian-state",
    "q=bridge",
)
#: Whether the marks of the drawings are dimmed, by their part, kind and record.
DIMMED = """() => Object.fromEntries(
  [...document.querySelectorAll('#first .layer .mark')].map((mark) => {
    const kind = mark.getAttribute('class').replace(' dim', '')
    const part = mark.closest('[data-part]').dataset.part
    return [`${part} ${kind} ${mark.dataset.id}`, mark.classList.contains('dim')]
  }))"""


@pytest.mark.parametrize("query", FILTERED_VIEWS)
def test_server_dims_what_the_script_dims(tab, server, query):
    address = f"{server}/?lang=en&{query}"
    with_text(address)
    script = Held(tab(viewport=DESK), "**/scripts/first-stage-*.js")
    page = script.page
    page.goto(address, wait_until="commit")
    expect(page.locator("#first .foot")).to_be_attached()
    sent = page.evaluate(DIMMED)
    script.release()
    wait_for_answers(page)
    shown = page.evaluate(DIMMED)
    # A map that is drawn anew, for the room that the texts leave, may have other places.
    common = sent.keys() & shown.keys()
    assert any("event" in name for name in common)
    assert any("count" in name for name in common)
    assert {name: sent[name] for name in common} == {name: shown[name] for name in common}


#: How much may move by a view: a legend of two lines leaves the drawing less room than was kept,
#: so that another one is fetched.
SHIFT_BY_VIEW = {
    "category=border": LEAST_SHIFT,
    "source=npr": LEAST_SHIFT,
    "from=2019-03-01": MOST_SHIFT,
}


@pytest.mark.parametrize("query", SHIFT_BY_VIEW)
def test_little_moves_when_a_filtered_stage_begins_to_answer(tab, server, query):
    address = f"{server}/?lang=en&{query}"
    with_text(address)
    page = tab(viewport=DESK)
    page.add_init_script(WATCH)
    # By then what the window asks for has been fetched.
    page.goto(address, wait_until="networkidle")
    wait_for_answers(page)
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < SHIFT_BY_VIEW[query], "\n".join(map(str, moved))


#: What a filtered view shows by the filter, where no script runs.
STILL_PARTS = {
    "category=border": "[data-part=timeline] .mark.dim",
    "voice=opposition": ".stage .hidden-notices p",
}


@pytest.mark.parametrize("query", STILL_PARTS)
def test_filtered_stage_is_readable_without_scripts(tab, server, query):
    with_text(f"{server}/?lang=en&{query}")
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/?lang=en&{query}")
    expect(page.locator("#first .stage h1")).to_contain_text("of 43 events")
    expect(page.locator(f"#first {STILL_PARTS[query]}").first).to_be_visible()


@pytest.mark.parametrize("address", ["?lang=en&day=2019-02-25", "data?lang=en"])
def test_other_documents_ask_for_the_framework_at_once(server, address):
    text = with_text(f"{server}/{address}")
    assert "<template" not in text
    assert '<script type="module" crossorigin src="./static/js/index.' in text


def test_map_is_not_painted_before_the_table_below_it_has_come(tab, server):
    address = f"{server}/?lang=en"
    with_text(address)
    page = tab(viewport=DESK, java_script_enabled=False)
    document = page.request.get(address).text()
    table_start = document.index("<table", document.index('data-part="counts"'))
    beginning = document[: document.index("<tr", table_start)]
    page.route(address, lambda route: route.fulfill(body=beginning, content_type="text/html"))
    page.goto(address)
    expect(page.locator(".stage .time .layer svg")).to_be_visible()
    expect(page.locator(".stage .map .layer svg")).to_be_hidden()


def test_stage_is_readable_without_scripts(tab, server):
    with_text(f"{server}/?lang=en")
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/?lang=en")
    for part in ("h1", "[data-part=figures]", "[data-part=timeline] svg", "[data-part=map] svg"):
        expect(page.locator(f"#first .stage {part}").first).to_be_visible()
    for part in ("filters", "axis", "chips"):
        expect(page.locator(f"#first .stage [data-part={part}]")).to_be_hidden()
