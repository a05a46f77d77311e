"""What the Overview shows of a view: highlights, bars, search and hidden counts."""

import csv
import io
import re
from collections import Counter
from datetime import date

import pytest
from playwright.sync_api import Page, Route, expect

from components.query.figures import select_charted_claims
from components.query.filters import Filters
from components.query.selection import select_records
from components.query.view import View
from components.story.edtf import parse_edtf
from tests.bench.large.tables_made import events_csv
from tests.support import browse
from tests.support.cases import first_cases
from tests.support.data import DATA

#: An event at a place that no circle covers.
EVENT = "ev-2019-01-21-guard-rising"
MANY = 600


def lit(page: Page, part: str, name: str) -> set[str]:
    marks = page.locator(f"[data-part={part}] [data-lit]")
    return set(marks.evaluate_all("(all, name) => all.map((one) => one.dataset[name])", name))


def test_hovered_mark_place_or_circle_highlights_its_record(desk, server):
    browse.open_stage(desk, server)
    place = DATA.events[EVENT].place_id
    there = {event.id for event in DATA.events.values() if event.place_id == place}
    for target, events in (
        (browse.mark_of(desk, EVENT).locator(".label").last, {EVENT}),
        (desk.locator(f"[data-part=map] [data-place='{place}']"), there),
    ):
        target.scroll_into_view_if_needed()
        target.hover()
        expect(browse.mark_of(desk, EVENT)).to_have_attribute("data-lit", "")
        assert (lit(desk, "timeline", "event"), lit(desk, "map", "place")) == (events, {place})
        desk.locator("h1").hover()
        expect(desk.locator("[data-lit]")).to_have_count(0)
    row = desk.locator("[data-part=counts] tr[data-region=guajira]")
    circle = desk.locator("[data-part=map] .count[data-region=guajira]")
    row.hover()
    expect(circle).to_have_attribute("data-lit", "")
    desk.locator("h1").hover()
    expect(circle).not_to_have_attribute("data-lit", "")
    circle.locator("circle").hover()
    expect(row).to_have_attribute("data-lit", "")
    # The middle of a circle means the circle, whatever lies there.
    desk.locator("[data-part=map] .count[data-region=oriente] circle").first.click(force=True)
    desk.wait_for_function("() => location.search === '?region=oriente'")


def test_low_window_has_all_labels_and_a_sticky_axis(tab, server):
    page = tab(viewport={"width": 1366, "height": 657})
    browse.open_stage(page, server, lang="es")
    labels = page.locator("[data-part=timeline] [data-event] text.label")
    expect(labels).to_have_count(len(DATA.events))
    assert set(labels.all_text_contents()) == {event.title_es for event in DATA.events.values()}
    numbered = page.locator("[data-part=map] .count-label", has_text=re.compile(r"\d"))
    expect(numbered.filter(has_text=re.compile("[A-Za-z]"))).to_have_count(8)
    expect(page.locator(".stage .signs summary")).to_be_in_viewport()
    # A picture that is higher than the window runs on below its axis, which stays in view.
    page.locator("[data-part=counts]").evaluate("(it) => it.scrollIntoView({ block: 'end' })")
    lowest = page.locator("[data-part=timeline] .mark").evaluate_all(
        "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
    )
    axis = page.locator("[data-part=axis]").bounding_box()
    assert lowest <= axis["y"]
    assert axis["y"] + axis["height"] <= 657


ENDS = """() => {
  const ends = ({ left, right }) => [left, right]
  const axis = document.querySelector("[data-part=timeline] .axis")
  const { a, e } = axis.getScreenCTM()
  const { left, right } = axis.dataset
  const months = [...document.querySelectorAll(".stage .months span:not(.crowded)")]
  return {
    strip: ends(document.querySelector(".stage .track").getBoundingClientRect()),
    timeline: [e + a * left, e + a * right],
    months: months.map((one) => one.textContent),
  }
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)], ids=["desk", "low window"])
def test_strip_of_days_stands_under_the_days_of_the_timeline(tab, server, size):
    """The bar of 23 February stood under the 27th of the axis above it."""
    width, height = size
    page = tab(viewport={"width": width, "height": height})
    browse.open_stage(page, server)
    drawn = page.evaluate(ENDS)
    assert drawn["strip"] == pytest.approx(drawn["timeline"], abs=1)
    assert drawn["months"] == ["Jan", "Feb", "Mar", "Apr", "May"]


def test_played_day_counts_possible_events_apart(desk, server):
    """An event of which only February is known had not surely happened by the 20th."""
    day = date(2019, 2, 20)
    browse.open_stage(desk, server, day=f"{day}")
    dates = [parse_edtf(event.date) for event in DATA.events.values()]
    begun = [when for when in dates if when.first <= day]
    sure = [when for when in begun if when.certainly_within(None, day)]
    counts = f"{len(sure)} of 43 events certainly, {len(begun) - len(sure)} possibly"
    expect(desk.locator(".stage .time h2")).to_have_text(f"{counts} by 20 February 2019")


def test_counts_outside_the_filtered_dates_are_hidden(desk, server):
    """Circles, numbers, rows and the map's title; the ground stays, and the counts come back."""
    browse.open_stage(desk, server)
    circles = desk.locator("[data-part=map] .count")
    dim = desk.locator("[data-part=map] .count[data-dim]")
    rows = desk.locator("[data-part=counts] tr[data-region][data-dim]")
    expect(dim).to_have_count(0)
    desk.get_by_role("button", name="15 Apr – 10 May").click()
    expect(dim).to_have_count(8)
    expect(rows).to_have_count(8)
    expect(circles).to_have_count(8)
    expect(desk.locator("[data-part=map] .count-label:not([data-dim])")).to_have_count(0)
    said = "The counts by region are of 27 Feb, outside these filters"
    expect(desk.locator(".stage .map h2")).to_have_text(said)
    expect(desk.locator("[data-part=counts] caption")).to_contain_text("outside these filters")
    desk.get_by_role("button", name="20–28 Feb").click()
    expect(dim).to_have_count(0)
    expect(rows).to_have_count(0)
    expect(desk.locator(".stage .map h2")).to_contain_text("73%")


def test_labels_of_headline_figures_are_not_cut(page, server):
    browse.open_stage(page, server, lang="es", **{"from": "2019-02-22", "to": "2019-02-25"})
    for width in (1280, 1366, 1440):
        page.set_viewport_size({"width": width, "height": 768})
        whole = "(all) => all.map((one) => one.scrollHeight <= one.clientHeight + 1)"
        figures = page.locator("[data-part=figures] .what")
        assert figures.evaluate_all(whole) == [True] * 4, width


def test_figures_page_shows_every_figure_on_the_first_screen(tab, server):
    page = tab(viewport={"width": 1366, "height": 768})
    browse.visit(page, server, "figures", {"lang": "en"})
    drawing = page.locator(".totals-drawing svg:visible")
    every = select_charted_claims(DATA, DATA.claims.values(), View())
    expect(drawing.locator(".claim")).to_have_count(len(every))
    box = drawing.bounding_box()
    assert box["y"] + box["height"] <= 768
    chosen = "cl-arrivals-2019-05-07-1400"
    drawing.locator(f"[data-id={chosen}] text").last.click()
    browse.expect_state(page, lang="en", claim=chosen)
    expect(drawing.locator("[data-chosen]")).to_have_attribute("data-id", chosen)
    expect(page.locator(".record-drawer .detail h3")).to_be_in_viewport()


def counted(page: Page) -> dict[str, int]:
    counts = Counter[str]()
    of = "(all) => all.map(({ dataset }) => [dataset.kind, Number(dataset.count)])"
    for kind, count in page.locator(".bin").evaluate_all(of):
        counts[kind] += count
    return counts


def test_bars_of_many_events_grow_while_days_are_played(desk, server):
    """They count what had happened by the day, all the while, and the whole again in the end."""
    browse.open_file(desk, server, "many.csv", events_csv(MANY))
    browse.to_page(desk, "Overview")
    expect(desk.locator("[data-part=timeline] .bin").first).to_be_attached()
    rows = list(csv.DictReader(io.StringIO(events_csv(MANY).decode())))

    def by(day: str) -> list[int]:
        """How many of each kind had begun by a day; a month begins on its first day."""
        kinds = Counter(row["category"] for row in rows if f"{row['date']}-01"[:10] <= day)
        return sorted(kinds.values())

    play, whole = desk.locator("[data-part=play]"), counted(desk)
    play.locator(".go").click()
    expect(desk.locator(".stage[data-playing]")).to_be_attached()
    play.locator(".go").click()
    day = date(2018, 3, 1)
    desk.locator(".stage .track .day").fill(str(day.toordinal()))
    desk.wait_for_function(f"() => location.search.includes('day={day}')")
    assert sorted(filter(None, counted(desk).values())) == by(f"{day}")
    heights = "() => [...document.querySelectorAll('.bin rect:not(.all)')].map((r) => r.outerHTML)"
    drawn = desk.evaluate(heights)
    play.locator("select").select_option("4")
    play.locator(".go").click()
    more = "(sum, one) => sum + +one.dataset.count"
    bars = f"[...document.querySelectorAll('.bin')].reduce({more}, 0)"
    desk.wait_for_function(f"() => {bars} > {sum(by(f'{day}'))} + 3")
    expect(play.locator(".go")).to_have_attribute("aria-label", "Pause")
    play.locator(".go").click()
    (rest,) = browse.state_of(desk)["day"]
    assert rest > f"{day}"
    assert sorted(filter(None, counted(desk).values())) == by(rest)
    assert desk.evaluate(heights) != drawn
    play.locator(".end").click()
    expect(desk.locator(".stage[data-playing]")).to_have_count(0)
    assert counted(desk) == whole


def test_empty_view_says_so_and_can_be_undone(desk, server):
    browse.open_stage(desk, server, region="amazonas", category="border")
    stage = desk.locator(".stage")
    said = "No event in the story fits this view"
    expect(stage.locator("h1")).to_have_text(said)
    expect(stage.get_by_text(said)).to_have_count(1)
    head = stage.locator("[data-part=figures]")
    expect(head.locator(".nothing")).to_be_visible()
    expect(head.locator(".outside")).to_have_count(0)
    head.locator("a[data-lift]").first.click()
    expect(stage.locator("h1")).not_to_have_text(said)
    expect(head.locator(".nothing")).to_have_count(0)
    expect(head.locator(".value").first).to_be_visible()
    browse.expect_state(desk, region=None, category="border")


def test_headline_fits_the_view_before_and_after_the_answer(desk, server):
    browse.open_stage(desk, server)
    head = desk.locator(".stage h1")
    whole = head.inner_text()
    pressed = """(what) => {
      document.querySelector(what).click()
      return document.querySelector(".stage h1").textContent
    }"""
    guajira = "[data-filter=region][data-value=guajira] input"
    assert desk.evaluate(pressed, guajira) == "2 of 43 events"
    expect(head).to_have_text("2 of 43 events, in Guajira")
    expect(desk.locator(".stage .map h2")).to_have_text("30 of 567 people counted in Guajira")
    # How many events the documents alone leave, only the server can say.
    assert desk.evaluate(pressed, "[data-filter=tier][data-value=document] input") == "…"
    expect(head).to_have_text(re.compile("^. of 43 events, in Guajira, in the four documents"))
    assert desk.evaluate(pressed, ".stage .line > .clear") == whole
    # Without the server, too.
    browse.settle(desk)
    desk.route("**/stage/view.json*", lambda route: route.abort())
    said = desk.evaluate(
        """() => {
          document.querySelector("[data-filter=region][data-value=amazonas] input").click()
          document.querySelector("[data-filter=category][data-value=border] input").click()
          const said = document.querySelectorAll(".stage h1, .stage .time h2")
          return [...said].map((one) => one.textContent)
        }"""
    )
    assert said == ["No event in the story fits this view", ""]


@pytest.mark.parametrize("slug", first_cases(["", "timeline"]))
def test_unknown_value_opens_no_panel(desk, server, slug):
    """One that says what holds without it, and an event that is not known."""
    params = {"tier": "all", "category": "border", "event": "ev-nothing"}
    browse.visit(desk, server, slug, params)
    shown = desk.locator(".live-view:not([data-waiting])")
    expect(shown.locator("h1")).to_contain_text("9")
    expect(desk.locator(".notices")).to_contain_text("ev-nothing")
    expect(desk.locator("[data-part=detail], .detail")).to_be_hidden()


def test_counts_of_an_excluded_voice_are_hidden_and_can_be_restored(page, server):
    browse.open_stage(page, server, without="colombian-state")
    line = page.locator(".left-out:visible")
    expect(line).to_contain_text("Left out by your filters: Oriente")
    counts = page.locator("[data-part=counts]")
    expect(counts).to_contain_text("Not reported: Amazonas, Eje Cafetero")
    expect(page.locator("[data-name=without] summary")).to_have_text("without Colombian state")
    line.locator("a").click()
    browse.expect_state(page, without=None)
    expect(line).to_have_count(0)
    expect(page.locator("h1:visible, h2:visible").filter(has_text="73")).to_have_count(1)


@pytest.mark.parametrize(
    ("language", "summary", "only"),
    [("en", "only Venezuelan state", "Only this kind"), ("es", "solo", "Solo este tipo")],
)
def test_voice_is_shown_alone_and_no_longer_left_out(page, server, language, summary, only):
    browse.open_stage(page, server, lang=language, without="venezuelan-state")
    voices = page.locator(".filter-list[data-name=without]")
    voices.locator("summary").click()
    box = voices.locator("[name=voice][value=venezuelan-state]")
    expect(voices.locator(".voice").first).to_contain_text(only)
    box.check()
    browse.expect_state(page, voice="venezuelan-state", without=None)
    expect(voices.locator("summary")).to_contain_text(summary)
    claims = len(select_records(DATA, Filters(voices=("venezuelan-state",))).claims)
    expect(page.locator(".hidden-notice:visible")).to_contain_text(str(claims))
    box.uncheck()
    browse.expect_state(page, voice=None)
    expect(page.locator(".hidden-notice:visible")).to_have_count(0)


def shown_voices(page) -> set[str]:
    boxes = page.locator(".filter-list[data-name=without] [name=without]").all()
    return {box.get_attribute("value") for box in boxes if box.is_checked()}


def test_boxes_of_voices_say_what_a_link_to_one_voice_shows(page, server):
    """One more box shows that voice, too; without the last, all others are shown."""
    browse.open_stage(page, server, voice="venezuelan-state")
    voices = page.locator(".filter-list[data-name=without]")
    voices.locator("summary").click()
    assert shown_voices(page) == {"venezuelan-state"}
    voices.locator("[name=without][value=opposition]").check()
    page.wait_for_url("**voice=opposition**")
    assert shown_voices(page) == {"venezuelan-state", "opposition"}
    voices.locator("[name=without][value=opposition]").uncheck()
    browse.expect_state(page, voice="venezuelan-state")
    voices.locator("[name=without][value=venezuelan-state]").uncheck()
    browse.expect_state(page, voice=None, without="venezuelan-state")
    assert "opposition" in shown_voices(page)
    assert "venezuelan-state" not in shown_voices(page)


def test_timeline_page_is_little_higher_than_the_first_view(desk, server):
    """Rows in order of date take more room than packed ones: the last kind is below the fold."""
    browse.visit(desk, server, "timeline", {"lang": "es"})
    expect(desk.locator(".chart .mark").first).to_be_attached()
    heading = desk.locator(".page-title h1").first.bounding_box()
    assert heading["y"] >= 0
    plot = desk.locator(".chart").bounding_box()
    assert plot["y"] <= 300
    assert plot["y"] + plot["height"] <= 1.2 * 900


BOX = ".stage input[type=search]"
LEFT_OUT = "[data-part=timeline] [data-event][data-dim]"


def left_out(words: str) -> int:
    return len(DATA.events) - len(select_records(DATA, Filters(text=words)).events)


def test_search_lists_what_it_finds_and_leaves_the_picture_whole(desk, server):
    browse.open_stage(desk, server)
    heading = desk.locator(".stage h1").inner_text()
    desk.locator(BOX).press_sequentially("hotel")
    links = desk.locator("[data-part=found] a")
    expect(links.filter(has_text="In how many hotels")).to_be_visible()
    browse.expect_state(desk, search="hotel")
    expect(desk.locator(".search-box [role=status]")).to_contain_text("5 questions")
    expect(desk.locator(LEFT_OUT)).to_have_count(0)
    expect(desk.locator(".stage h1")).to_have_text(heading)
    found = select_records(DATA, Filters(text="hotel")).events
    marked = desk.locator("[data-part=timeline] [data-event][data-found]")
    expect(marked).to_have_count(len(found))


def test_search_is_a_link_and_back_returns_to_its_list(desk, server):
    browse.open_stage(desk, server, search="1 de marzo")
    found = desk.locator("[data-part=found]")
    expect(found).to_be_visible()
    found.locator(".hits-days a").last.click()
    browse.expect_state(desk, to="2019-03-01", search=None)
    expect(found).to_be_hidden()
    desk.go_back()
    browse.expect_state(desk, search="1 de marzo")
    expect(found).to_be_visible()


def test_arrows_go_from_the_search_into_its_list(desk, server):
    browse.open_stage(desk, server)
    desk.locator(BOX).press_sequentially("by April")
    first = desk.locator(".hits-days a")
    expect(first).to_have_text("Show until 30 April 2019")
    desk.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(desk.locator(BOX)).to_be_focused()


def test_search_dims_events_without_the_words_where_it_is_asked_for(desk, server):
    browse.open_stage(desk, server)
    only = desk.get_by_role("link", name="Show only these")
    for words in ("hotel", "a thousand", "Soldados"):
        desk.locator(BOX).fill("")
        expect(desk.locator(LEFT_OUT)).to_have_count(0)
        desk.locator(BOX).press_sequentially(words)
        browse.expect_state(desk, search=words)
        expect(desk.locator("[data-part=found]")).to_contain_text(words)
        only.click()
        expect(desk.locator(LEFT_OUT)).to_have_count(left_out(words))
        expect(desk.locator(BOX)).to_have_value(words)
        assert browse.state_of(desk) == {"q": [words]}
    # A word of the story dims before the server answers.
    dim = desk.evaluate(
        """(box) => {
          const input = document.querySelector(box)
          input.value = "hoteles"
          input.dispatchEvent(new Event("change", { bubbles: true }))
          return document.querySelectorAll("[data-part=timeline] [data-event][data-dim]").length
        }""",
        BOX,
    )
    assert dim == left_out("hoteles") > 0
    # What they find stands under them, and goes with Esc.
    desk.locator(BOX).fill("")
    desk.locator(BOX).press_sequentially("a thousand soldiers are in hotels")
    found = desk.locator("[data-part=found]")
    check = found.get_by_role("link", name="Check this figure")
    expect(check).to_be_visible()
    desk.keyboard.press("Escape")
    expect(found).to_be_hidden()
    expect(desk.locator(BOX)).to_be_focused()
    expect(desk.locator(BOX)).to_have_value("a thousand soldiers are in hotels")
    desk.locator(BOX).click()
    check.click()
    desk.wait_for_url("**/figures?**")


def test_closed_panel_stays_closed_and_a_result_is_chosen(desk, server):
    browse.open_stage(desk, server)
    desk.locator(BOX).fill("hotel")
    found = desk.locator("[data-part=found]")
    expect(found).to_be_visible()
    before = found.inner_html()
    held: list[Route] = []
    desk.route("**/stage/view.json?*", lambda route: held.append(route))
    with desk.expect_request("**/stage/view.json?*search=canoe*"):
        desk.locator(BOX).fill("canoe")
    desk.keyboard.press("Escape")
    expect(found).to_be_hidden()
    for route in held:
        route.continue_()
    desk.wait_for_function(
        "(before) => document.querySelector('[data-part=found]').innerHTML !== before", arg=before
    )
    expect(found).to_be_hidden()
    desk.unroute("**/stage/view.json?*")
    desk.locator(BOX).click()
    hit = found.locator("[data-event]").first
    title = hit.inner_text()
    hit.click()
    expect(desk.locator("[data-part=detail] h3")).to_have_text(title)
    expect(found).to_be_hidden()


def test_misspelt_search_offers_the_right_spelling(desk, server):
    browse.open_stage(desk, server, lang="es", q="Gaido")
    desk.locator(".back").get_by_role("link", name="¿Quiso decir…? Guaidó").click()
    browse.expect_state(desk, lang="es", q="Guaidó")
    expect(desk.locator(BOX)).to_have_value("Guaidó")
    expect(desk.locator(LEFT_OUT)).to_have_count(left_out("Guaidó"))


def test_search_is_within_reach_on_a_phone(tab, server):
    phone = tab(viewport={"width": 375, "height": 812})
    browse.open_stage(phone, server)
    expect(phone.locator(BOX)).to_be_visible()
    phone.locator(BOX).fill("hotel")
    found = phone.locator("[data-part=found]")
    expect(found.get_by_role("link", name="Show only these")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [720, 768, 900, 1024])
def test_strip_of_days_is_below_the_timeline(tab, server, width):
    page = tab(viewport={"width": width, "height": 900})
    browse.open_stage(page, server, lang="en")
    timeline = page.locator(".stage [data-part=timeline]").bounding_box()
    strip = page.locator(".stage .under").bounding_box()
    assert strip["y"] >= timeline["y"] + timeline["height"]


def test_strip_of_days_of_a_low_window_has_an_edge(tab, server):
    """The timeline goes on beneath it: names in a fade were half to be read."""
    page = tab(viewport={"width": 1280, "height": 720})
    browse.open_stage(page, server, lang="en")
    strip = page.locator(".stage .under")
    expect(strip).to_have_css("border-top-style", "solid")
    fade = "(node) => getComputedStyle(node, '::before').content"
    assert strip.evaluate(fade) == "none"
