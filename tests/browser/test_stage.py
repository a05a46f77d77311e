"""The stage: whole in the first view, and answering in the browser before the server has."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from components.domain.views.filters import select
from components.domain.views.view import read_view
from components.i18n import i18n_for
from components.presentation.context import Context, read_address
from components.presentation.stage.index import stage_index
from components.presentation.stories import public_story
from tests.support.apptest import DATA
from tests.support.browse import address, settle, state_of, visit
from tests.support.server import ROOT

SCRIPTS = ROOT / "components" / "ui" / "overview"
NAMED = 30
RANDOM_FILTERS = 2000
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


def mark_of(page: Page, event: str) -> Locator:
    return page.locator(f"[data-part=timeline] [data-event='{event}']")


def open_stage(page: Page, where: str) -> None:
    visit(page, where)
    expect(page.locator("[data-part=timeline] [data-event]").first).to_be_attached()
    expect(page.locator("[data-part=map] svg")).to_be_attached()
    expect(page.locator("[data-part=axis] .chips button").first).to_be_visible()


@pytest.fixture
def desk(tab) -> Page:
    return tab(viewport={"width": 1440, "height": 900})


def test_the_whole_picture_is_in_the_first_view(desk, server):
    open_stage(desk, address(server))
    for part in PARTS:
        box = desk.locator(f"[data-part={part}]").bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 900, part
    time, place = (desk.locator(f"[data-part={p}]").bounding_box() for p in ("timeline", "map"))
    assert 1.7 < time["width"] / place["width"] < 2.7


@pytest.mark.parametrize("language", ["en", "es"])
def test_most_events_are_named_in_readable_type(desk, server, language):
    open_stage(desk, address(server, params={"lang": language}))
    sizes = desk.evaluate(
        """() => [...document.querySelectorAll('[data-part=timeline] [data-event] text.label')]
          .map((text) => text.getCTM().a * parseFloat(text.getAttribute('font-size')))"""
    )
    assert len(sizes) >= NAMED
    assert min(sizes) >= 12 - 0.01


def test_a_kind_is_dimmed_before_the_server_answers(desk, server):
    open_stage(desk, address(server))
    desk.locator("[data-name=category] summary").click()
    kept = [e for e in DATA.events.values() if e.category == "politics"]
    now = desk.evaluate(AT_ONCE, "[data-filter=category][data-value=politics] input")
    assert now["dim"] == len(DATA.events) - len(kept)
    assert now["url"] == "?category=politics"
    assert now["said"] == f"{len(kept)} of {len(DATA.events)} events"
    expect(desk.locator("[data-part=status]")).to_contain_text("of the kind Politics")
    expect(desk.locator(".stage .time h2")).not_to_have_text(now["said"])


def test_esc_closes_a_list_and_gives_the_focus_back(desk, server):
    open_stage(desk, address(server))
    desk.locator("[data-name=region] summary").click()
    desk.locator("[data-filter=region] input").first.focus()
    desk.keyboard.press("Escape")
    expect(desk.locator(".stage details[open]")).to_have_count(0)
    expect(desk.locator("[data-name=region] summary")).to_be_focused()


def test_typed_dates_hold(desk, server):
    open_stage(desk, address(server))
    desk.locator("[data-name=dates] summary").click()
    desk.locator(".stage input[name=from]").fill("2019-02-22")
    desk.keyboard.press("Tab")
    desk.locator(".stage input[name=to]").fill("2019-02-25")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Escape")
    desk.wait_for_function("() => location.search === '?from=2019-02-22&to=2019-02-25'")
    expect(desk.locator("[data-part=status]")).to_contain_text("22")
    expect(desk.locator("[data-name=dates] summary")).to_contain_text("22–25 February 2019")


def test_a_range_is_dragged_and_the_new_drawing_takes_the_place(desk, server):
    open_stage(desk, address(server))
    before = desk.locator("[data-part=timeline]").bounding_box()
    track = desk.locator(".stage .track").bounding_box()
    day = track["width"] / 151
    y = track["y"] + track["height"] / 2
    desk.mouse.move(track["x"] + day * 52.5, y)
    desk.mouse.down()
    desk.mouse.move(track["x"] + day * 58.5, y, steps=6)
    desk.mouse.up()
    desk.wait_for_function("() => location.search === '?from=2019-02-22&to=2019-02-28'")
    view, _ = read_view(parse_qs("from=2019-02-22&to=2019-02-28"), DATA)
    seen = select(DATA, view.filters).events
    expect(desk.locator("[data-part=timeline] [data-event]")).to_have_count(len(seen))
    assert desk.locator("[data-part=timeline]").bounding_box() == before
    desk.locator(".stage .chips button").first.click()
    expect(desk.locator("[data-part=timeline] [data-event]")).to_have_count(len(DATA.events))
    assert state_of(desk) == {}


def test_the_handles_move_by_the_keyboard(desk, server):
    open_stage(desk, address(server))
    handle = desk.locator(".stage .track .from")
    handle.focus()
    for _ in range(3):
        desk.keyboard.press("ArrowRight")
    desk.keyboard.press("PageUp")
    expect(handle).to_have_attribute(
        "aria-valuetext", re.compile("11 January 2019|January 11, 2019")
    )
    desk.wait_for_function("() => location.search === '?from=2019-01-11'")


def test_choosing_shows_what_is_known_at_once_and_the_citations_follow(desk, server):
    open_stage(desk, address(server))
    now = desk.evaluate(
        """(id) => {
          const mark = document.querySelector(`[data-part=timeline] [data-event="${id}"]`)
          mark.dispatchEvent(new MouseEvent('click', { bubbles: true }))
          return document.querySelector('[data-part=detail]').innerText
        }""",
        EVENT,
    )
    event = DATA.events[EVENT]
    assert event.title in now
    assert event.summary in now
    drawer = desk.locator("[data-part=detail]")
    expect(drawer.locator(".cite").first).to_be_visible()
    assert state_of(desk) == {"event": [EVENT]}
    expect(desk.locator(f"[data-part=timeline] [data-event='{EVENT}']")).to_have_attribute(
        "data-chosen", ""
    )
    desk.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    assert state_of(desk) == {}


def test_back_leads_to_the_view_before(desk, server):
    open_stage(desk, address(server, params={"event": EVENT}))
    expect(desk.locator("[data-part=detail] h3")).to_have_text(DATA.events[EVENT].title)
    desk.locator("[data-part=detail] .close").click()
    expect(desk.locator("[data-part=detail]")).to_be_hidden()
    desk.go_back()
    expect(desk.locator("[data-part=detail] h3")).to_have_text(DATA.events[EVENT].title)


def test_the_arrow_keys_go_through_the_events_in_order_of_date(desk, server):
    open_stage(desk, address(server))
    stage = desk.locator("[data-part=timeline]")
    stage.focus()
    order = [e.id for e in select(DATA, read_view({}, DATA)[0].filters).events]
    seen = []
    for _ in range(3):
        desk.keyboard.press("ArrowRight")
        seen.append(desk.evaluate(ACTIVE))
    assert seen == order[:3]
    desk.keyboard.press("End")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-part=detail] h3")).to_have_text(DATA.events[order[-1]].title)


def test_each_mark_says_date_title_and_kind(desk, server):
    open_stage(desk, address(server))
    option = desk.get_by_role("option", name=re.compile(re.escape(DATA.events[EVENT].title)))
    expect(option).to_have_count(1)
    label = option.get_attribute("aria-label")
    assert "27 February 2019" in label
    assert "inferred" in label


def test_a_row_of_the_counts_filters_on_its_region(desk, server):
    open_stage(desk, address(server))
    now = desk.evaluate(AT_ONCE, "[data-part=counts] tr[data-region=guajira] button")
    assert now["url"] == "?region=guajira"
    assert DATA.regions["guajira"].label in now["drawer"]
    expect(desk.locator("[data-part=counts] tr[data-region=oriente]")).to_have_attribute(
        "data-dim", ""
    )
    expect(desk.locator("[data-part=detail] .cite").first).to_be_visible()


def test_a_region_has_its_own_head_figure_and_never_the_sentence_of_the_whole(desk, server):
    open_stage(desk, address(server, params={"region": ["guajira", "oriente"]}))
    figures = desk.locator("[data-part=figures]")
    expect(figures).to_contain_text("445")
    expect(figures).not_to_contain_text("more than 500”")
    expect(figures).not_to_contain_text("567")


def test_a_list_row_and_its_mark_light_together(desk, server):
    open_stage(desk, address(server))
    desk.locator(f"button[data-id='{EVENT}']").hover()
    expect(desk.locator(f"[data-part=timeline] [data-event='{EVENT}']")).to_have_attribute(
        "data-lit", ""
    )


def test_play_lights_what_had_happened_and_any_moment_is_a_link(desk, server):
    open_stage(desk, address(server, params={"day": "2019-02-23"}))
    later = [e.id for e in DATA.events.values() if e.id.startswith(("ev-2019-03", "ev-2019-05"))]
    for event in later:
        expect(desk.locator(f"[data-part=timeline] [data-event='{event}']")).to_have_attribute(
            "data-later", ""
        )
    expect(desk.locator("[data-part=day]")).to_contain_text("23 February 2019")
    desk.locator("[data-part=play] .end").click()
    expect(desk.locator("[data-part=timeline] [data-later]")).to_have_count(0)
    desk.locator("[data-part=play] .go").click()
    desk.wait_for_function("() => new URLSearchParams(location.search).get('day') > '2019-01-03'")
    desk.locator("[data-part=play] .go").click()
    settle(desk)


def test_on_a_phone_the_map_is_within_two_screens_and_nothing_is_cut(tab, server):
    page = tab(viewport={"width": 375, "height": 812})
    open_stage(page, address(server))
    box = page.locator("[data-part=map]").bounding_box()
    assert box["y"] + box["height"] <= 2 * 812
    for part in ("figures", "map", "timeline", "counts"):
        box = page.locator(f"[data-part={part}]").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 375, part


def random_query(choose: random.Random) -> dict[str, str | list[str]]:
    """A view that an address could hold."""

    def some(values: list[str], most: int) -> list[str]:
        return choose.sample(values, choose.randint(1, most)) if choose.random() < 0.4 else []

    words = ["Cúcuta", "guardia", "a", "SOLDADOS", "national guard", "ñ", "hotel", "xyzzy", "1.400"]
    query: dict[str, str | list[str]] = {
        "category": some(list(DATA.category_ids), 3),
        "region": some(list(DATA.regions), 3),
        "source": some(list(DATA.sources), 6),
        "q": choose.choice(words) if choose.random() < 0.3 else "",
        "possible": "out" if choose.random() < 0.3 else "",
    }
    days = sorted(f"2019-0{choose.randint(1, 5)}-{choose.randint(1, 28):02}" for _ in range(2))
    if choose.random() < 0.5:
        query["from"] = days[0]
    if choose.random() < 0.5:
        query["to"] = days[1]
    return {name: value for name, value in query.items() if value}


def test_the_browser_leaves_what_the_server_leaves(page):
    """2,000 random filters, in the browser and by ``select()``."""
    choose = random.Random(2019)  # noqa: S311
    queries = [urlencode(random_query(choose), doseq=True) for _ in range(RANDOM_FILTERS)]
    here = Context(public_story(), read_view({}, DATA)[0], (), i18n_for("en"), "light", "")
    index = stage_index(here)
    script = (SCRIPTS / "stage_state.js").read_text(encoding="utf-8")
    found = page.evaluate(
        f"""([queries, index]) => {{
          {script}
          return queries.map((query) => {{
            const kept = select(index, readState(query))
            return index.events.filter((_, number) => kept[number]).map((event) => event.id)
          }})
        }}""",
        [queries, json.loads(json.dumps(index))],
    )
    for query, ids in zip(queries, found, strict=True):
        _, view, notices = read_address(parse_qs(query))
        assert not notices
        assert ids == [event.id for event in select(DATA, view.filters).events], query


def test_the_scripts_know_no_rule_but_sets_and_days():
    """Kinds, regions and sources are compared by number alone."""
    text = Path(SCRIPTS / "stage_state.js").read_text(encoding="utf-8")
    assert not any(name in text for name in (*DATA.category_ids, *DATA.regions, *DATA.sources))
