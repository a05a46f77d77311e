"""The Present page in a browser: keys, address, type size, and an opened lesson."""

import json
import re
from itertools import cycle
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from components.intake.lessons import MOST_BYTES
from components.lesson.step_texts import Lesson, StepTexts
from components.loading.served_story import public_story
from tests.browser.pages.test_cite import copied
from tests.support import browse
from tests.support.cases import LANGUAGES, first_cases
from tests.support.data import DATA
from tests.support.server import running_server

TOLD = {language: Lesson(DATA.story, public_story(), language).steps for language in LANGUAGES}
ROOM = {"viewport": {"width": 1280, "height": 720}}
HALL = {"viewport": {"width": 1920, "height": 1080}}
OLD = {"viewport": {"width": 1024, "height": 768}}
#: The smallest type of evidence and sources on a screen, in pixels.
SOURCES_PX = {768: 18, 1080: 22}
# Every text in sight with its size in pixels, and what is cut off or leaves the window.
ROOT = """const scene = (() => {
  const find = (root) => {
    for (const node of root.querySelectorAll('*')) {
      if (node.classList.contains('scene')) return node
      const inner = node.shadowRoot && find(node.shadowRoot)
      if (inner) return inner
    }
  }
  return find(document)
})();"""
TYPE = f"""() => {{ {ROOT}
  const PARTS = '.left, .drawings, .evidence, .bar, .notices'
  const found = []
  for (const node of scene.querySelectorAll('*')) {{
    const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim())
    const box = node.getBoundingClientRect()
    const style = getComputedStyle(node)
    if (!own || /^(title|style)$/i.test(node.tagName) || box.width <= 1 || box.height <= 1) continue
    if (style.visibility === 'hidden' || node.closest('.live, .halo')) continue
    const edge = node.ownerSVGElement?.getBoundingClientRect()
      ?? {{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }}
    found.push({{
      text: node.textContent.trim().slice(0, 50),
      part: node.closest(PARTS)?.getAttribute('class') ?? '',
      source: Boolean(node.closest('.cites li, .evidence')),
      kind: node.tagName.toLowerCase(),
      size: parseFloat(style.fontSize) * (node.ownerSVGElement?.getScreenCTM().a ?? 1),
      out: box.left < edge.left - 1 || box.right > edge.right + 1
        || box.top < edge.top - 1 || box.bottom > edge.bottom + 1,
    }})
  }}
  const over = [...scene.querySelectorAll('.left, .right, .drawings, .evidence'), scene]
    .filter((n) => n.scrollHeight > n.clientHeight + 1 || n.scrollWidth > n.clientWidth + 1)
    .map((n) => n.className)
  return {{ found, over }}
}}"""
# Whether a key moves the headline before anything else can run: no answer of the server is awaited.
MOVES_AT_ONCE = f"""(key) => {{ {ROOT}
  const headline = () => scene.querySelector('.headline').textContent
  const before = headline()
  document.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}))
  return headline() !== before
}}"""
# The colours of the panel's links, beside that of a link on the page.
LINK_COLOURS = f"""() => {{ {ROOT}
  const colours = [...scene.querySelectorAll('.panel a')].map((a) => getComputedStyle(a).color)
  const link = document.createElement('i')
  link.style.color = 'var(--link)'
  scene.append(link)
  return [...new Set([getComputedStyle(link).color, ...colours])].length
}}"""
BLACK = re.compile(r"\bblack\b")
REVEAL = "Show the notes here"
# The clock stands at so many milliseconds: digits are one number if they come within a second.
STOP_CLOCK = "(at) => { Date.now = () => at }"


def told(tab, server, **params: str) -> Page:
    """Present in a room, at a view in English where no other is asked for."""
    page: Page = tab(**ROOM)
    browse.visit(page, server, "present", {"lang": "en", **params})
    return page


def with_all_drawings(page: Page, server: str, language: str) -> None:
    """Present once the drawings of every step have come: they come one after the other."""
    with page.expect_response(f"**/drawings/*/{len(TOLD['en'])}?**"):
        browse.visit(page, server, "present", {"lang": language})
    browse.settle(page)


def at(page: Page) -> dict[str, str]:
    found = browse.state_of(page)
    return {key: found[key][-1] for key in ("step", "evidence", "panel") if key in found}


def expect_step(page: Page, step: StepTexts, *, shown: bool = False) -> None:
    expect(page.locator(".headline")).to_have_text(step.headline)
    expect(page.locator(".answer")).to_be_visible(visible=shown)
    expect(page.locator(".text")).to_be_visible(visible=not shown)
    if step.question:
        expect(page.locator(".ask")).to_contain_text(step.question)
    if shown:
        expect(page.locator(".answer")).to_contain_text(step.answer)
        expect(page.locator(".card")).to_have_count(len(step.step.evidence))
    wanted = {"step": str(step.number)} if step.number > 1 else {}
    assert at(page) == wanted | ({"evidence": "shown"} if shown else {})


@pytest.fixture(scope="class")
def lesson_tab(class_tab) -> Page:
    return class_tab(**ROOM)


@pytest.fixture
def lesson(lesson_tab: Page, server: str) -> Page:
    """Present at its first step, in English; visited again only if a test has left the page."""
    if urlsplit(lesson_tab.url).path == "/present" and not lesson_tab.url.count("panel="):
        lesson_tab.keyboard.press("Home")
    else:
        browse.visit(lesson_tab, server, "present", {"lang": "en", "region": "oriente"})
    expect_step(lesson_tab, TOLD["en"][0])
    return lesson_tab


class TestKeys:
    """The keys of Present, all on one visit."""

    def test_keys_go_through_every_step_and_answer(self, lesson):
        steps, live = TOLD["en"], lesson.locator(".live")
        keys = cycle(["ArrowRight", "Space", "PageDown"])
        for step in steps:
            expect_step(lesson, step)
            if step.number > 1:
                expect(live).to_contain_text(f"Step {step.number} of {len(steps)}")
                expect(live).to_contain_text(step.text)
            if step.question:
                lesson.keyboard.press(next(keys))
                expect_step(lesson, step, shown=True)
                expect(live).to_contain_text(step.answer)
            lesson.keyboard.press(next(keys))
        # The last key moved nowhere.
        expect_step(lesson, steps[-1], shown=True)

    def test_end_and_home_go_to_the_last_and_first_step(self, lesson):
        lesson.keyboard.press("End")
        expect_step(lesson, TOLD["en"][-1])
        lesson.keyboard.press("Home")
        expect_step(lesson, TOLD["en"][0])

    def test_keys_back_go_to_the_answer_before_and_stop_at_the_start(self, lesson):
        lesson.keyboard.press("ArrowLeft")
        expect_step(lesson, TOLD["en"][0])
        lesson.keyboard.press("End")
        expect_step(lesson, TOLD["en"][-1])
        lesson.keyboard.press("PageUp")
        expect_step(lesson, TOLD["en"][-2], shown=True)
        lesson.keyboard.press("ArrowLeft")
        expect_step(lesson, TOLD["en"][-2])

    @pytest.mark.parametrize("key", ["b", "."])
    def test_clicker_blacks_the_screen_until_the_next_key(self, lesson, key):
        lesson.keyboard.press(key)
        expect(lesson.locator(".scene")).to_have_class(BLACK)
        lesson.keyboard.press("ArrowRight")
        expect(lesson.locator(".scene")).not_to_have_class(BLACK)
        expect_step(lesson, TOLD["en"][0])

    def test_digits_within_a_second_are_one_number(self, lesson):
        lesson.evaluate(STOP_CLOCK, 10_000)
        lesson.keyboard.press("4")
        expect_step(lesson, TOLD["en"][3])
        lesson.evaluate(STOP_CLOCK, 11_000)
        lesson.keyboard.press("1")
        lesson.keyboard.press("2")
        expect_step(lesson, TOLD["en"][11])
        lesson.keyboard.press("Shift+Space")
        expect_step(lesson, TOLD["en"][10], shown=True)

    def test_notes_are_shown_after_a_warning_each_time(self, lesson):
        lesson.keyboard.press("End")
        notes = lesson.locator(".panel .notes")
        reveal = lesson.get_by_role("button", name=REVEAL)
        lesson.keyboard.press("t")
        expect(lesson.locator(".panel .warning")).to_contain_text("The notes show the answers.")
        expect(notes).to_be_hidden()
        reveal.click()
        expect(notes).to_contain_text(TOLD["en"][-1].notes)
        expect(notes).to_contain_text(TOLD["en"][-1].answer)
        lesson.keyboard.press("t")
        lesson.keyboard.press("t")
        expect(reveal).to_be_visible()
        expect(notes).to_be_hidden()
        lesson.keyboard.press("t")

    def test_notes_change_no_step_and_make_no_history_entry(self, lesson):
        length = lesson.evaluate("history.length")
        expect(lesson.locator(".panel")).to_be_hidden()
        lesson.keyboard.press("t")
        expect(lesson.locator(".panel")).to_be_visible()
        assert at(lesson) == {"panel": "teacher"}
        lesson.keyboard.press("T")
        expect(lesson.locator(".panel")).to_be_hidden()
        assert lesson.evaluate("history.length") == length

    def test_f_asks_for_full_screen(self, lesson):
        full = "async () => { window.asked = true }"
        lesson.evaluate(f"() => {{ document.documentElement.requestFullscreen = {full} }}")
        lesson.keyboard.press("f")
        assert lesson.evaluate("window.asked") is True

    def test_escape_leaves_for_the_overview_with_its_filters(self, lesson, server):
        lesson.keyboard.press("Escape")
        lesson.wait_for_url(f"{server}/?**")
        browse.settle(lesson)
        expect(lesson.locator(".page-head .brand")).to_be_visible()
        view = browse.state_of(lesson)
        assert view == {"lang": ["en"], "region": ["oriente"]}


@pytest.mark.parametrize("theme", first_cases(["light", "dark"]))
def test_links_of_the_panel_have_the_colour_of_links(tab, server, theme):
    page = tab(color_scheme=theme, **ROOM)
    browse.visit(page, server, "present", {"lang": "en", "panel": "teacher"})
    expect(page.get_by_role("link", name="Make a lesson in a form")).to_be_visible()
    assert page.evaluate(LINK_COLOURS) == 1


def test_step_follows_link_back_forward_and_reload(tab, server):
    page = tab(**ROOM)
    steps = TOLD["es"]
    browse.visit(page, server, "present", {"lang": "es", "step": "4", "evidence": "shown"})
    expect_step(page, steps[3], shown=True)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.go_back()
    expect_step(page, steps[4])
    # The server has run once more by now, and has moved nothing.
    browse.settle(page)
    expect_step(page, steps[4])
    page.reload()
    browse.settle(page)
    expect_step(page, steps[4])
    page.get_by_role("button", name="English").click()
    expect(page.locator(".headline")).to_have_text(TOLD["en"][4].headline)
    assert at(page) == {"step": "5"}
    page.get_by_role("button", name="Leave (Esc)").click()
    page.wait_for_url(f"{server}/?lang=en")
    expect(page.locator(".page-head .brand")).to_be_visible()
    browse.settle(page)
    page.go_back()
    page.wait_for_url("**/present?**")
    browse.settle(page)
    expect_step(page, TOLD["en"][4])


def open_notes(page: Page, server: str, step: int) -> Page:
    """Open a step for the class, and return the teacher's window."""
    browse.visit(page, server, "present", {"lang": "en", "step": str(step)})
    page.keyboard.press("t")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open the notes in their own window").click()
    return opened.value


def test_teacher_blacks_the_screen_of_the_class_alone(tab, server):
    page = tab(**ROOM)
    notes = open_notes(page, server, step=2)
    follows = notes.locator(".follows")
    expect(follows).to_contain_text("Moves with the class")
    notes.keyboard.press("b")
    expect(page.locator(".scene")).to_have_class(BLACK)
    expect(follows).to_contain_text("The class’s screen is black")
    expect(notes.locator(".scene")).not_to_have_class(BLACK)
    page.keyboard.press("b")
    expect(page.locator(".scene")).not_to_have_class(BLACK)
    expect(follows).to_contain_text("Moves with the class")


def test_notes_window_follows_the_step(tab, server):
    page, steps = tab(**ROOM), TOLD["en"]
    notes = open_notes(page, server, step=4)
    follows = notes.locator(".follows")
    expect(follows).to_contain_text("the question, not the answer")
    expect(notes.locator(".panel .notes")).to_contain_text(steps[3].answer)
    expect(page.locator(".panel")).to_be_hidden()
    expect_step(page, steps[3])
    notes.keyboard.press("ArrowRight")
    expect_step(page, steps[3], shown=True)
    expect(follows).to_contain_text("the answer and its evidence")
    page.go_back()
    expect_step(page, steps[3])
    expect(follows).to_contain_text("the question, not the answer")
    page.keyboard.press("End")
    expect(notes.locator(".headline")).to_have_text(steps[-1].headline)
    browse.settle(notes)
    assert browse.violations(notes) == []
    # A lesson that only the class's window has is told in both.
    page.keyboard.press("t")
    page.locator("input[type='file']").set_input_files(lesson_file(notes={"en": "N", "es": "N"}))
    expect(page.locator(".where")).to_have_text("1 / 1")
    expect(notes.locator(".where")).to_have_text("1 / 1")
    page.close()
    expect(follows).to_contain_text("No other window")


def test_invalid_step_gives_a_notice_and_moving_on_does_not_wait(tab, server):
    page = told(tab, server, step="99")
    expect(page.locator(".scene .notices")).to_contain_text("“99” is not a step")
    expect(page.locator(".headline")).to_have_text(TOLD["en"][0].headline)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".scene .notices")).to_be_hidden()
    expect_step(page, TOLD["en"][1])
    for key in ("4", "ArrowLeft", "Home", "End"):
        assert page.evaluate(MOVES_AT_ONCE, key), key


@pytest.mark.parametrize(
    ("screen", "language"), [(OLD, "es"), pytest.param(HALL, "en", marks=pytest.mark.long)]
)
def test_every_step_is_large_enough_and_fits(tab, server, screen, language):
    page = tab(**screen, reduced_motion="reduce")
    with_all_drawings(page, server, language)
    width, height = screen["viewport"].values()
    scale = min(width / 1280, height / 720)
    wrong: list[object] = []
    stops = [(step, shown) for step in TOLD[language] for shown in (False, bool(step.question))]
    for step, shown in [
        stop for index, stop in enumerate(stops) if index == 0 or stop != stops[index - 1]
    ]:
        expect_step(page, step, shown=shown)
        read = page.evaluate(TYPE)
        where = (step.step.id, shown)
        wrong += [(where, "overflows", name) for name in read["over"]]
        wrong += [(where, "cut off", item["text"]) for item in read["found"] if item["out"]]
        for item in read["found"]:
            least = 15 if item["part"] == "bar" else 16
            if item["size"] < max((least - 0.5) * scale, SOURCES_PX[height] * item["source"]):
                wrong.append((where, "small", item["size"], item["text"]))
        headline = max(item["size"] for item in read["found"] if item["kind"] == "h1")
        said = max(
            item["size"] for item in read["found"] if item["part"] == "left" and item["kind"] == "p"
        )
        assert headline >= 30 * scale, where
        assert said >= 25 * scale, where
        page.keyboard.press("ArrowRight")
    assert wrong == []


# Counts what is moved.
COUNTING = """window.fades = 0; const animate = Element.prototype.animate
Element.prototype.animate = function (...how) {
  window.fades += 1
  return animate.apply(this, how)
}"""


def test_reduced_motion_is_respected_and_print_has_all_steps(tab, server):
    for choice, moves in (("reduce", 0), ("no-preference", 2)):
        page = tab(**ROOM, reduced_motion=choice)
        page.add_init_script(COUNTING)
        browse.visit(page, server, "present", {"lang": "en"})
        drawing = page.locator(".set:not(.old) svg").first
        expect(drawing).to_be_visible()
        before = drawing.get_attribute("aria-label")
        page.evaluate("window.fades = 0")
        page.keyboard.press("End")
        expect(drawing).not_to_have_attribute("aria-label", before or "")
        assert page.evaluate("window.fades") == moves, choice
    page.emulate_media(media="print")
    expect(page.locator(".scene")).to_be_hidden()
    expect(page.locator(".page-title h1")).to_have_text(DATA.story.title.en)
    expect(page.locator(".text-steps > li:visible")).to_have_count(len(TOLD["en"]))
    expect(page.locator(".foot")).to_be_visible()


def test_drawings_of_all_steps_are_preloaded(tab, server):
    page = tab(**ROOM, reduced_motion="reduce")
    with_all_drawings(page, server, "en")
    page.route("**", lambda route: route.abort())
    for step in TOLD["en"]:
        expect(page.locator(f".scene[data-id='{step.step.id}'] .set svg").first).to_be_visible()
        drawn = page.locator(".set svg").evaluate_all("all => all.map((one) => one.ariaLabel)")
        assert all(drawn), step.step.id
        for _ in range(1 + bool(step.question)):
            page.keyboard.press("ArrowRight")


def test_missing_drawings_are_reported_and_the_lesson_continues(tab, server):
    page = tab(**ROOM)
    page.route("**/drawings/wide/2?**", lambda route: route.fulfill(status=503, body="busy"))
    browse.visit(page, server, "present", {"lang": "en", "step": "2"})
    expect(page.locator(".drawings")).to_contain_text("could not be loaded")
    page.keyboard.press("Home")
    expect(page.locator(".set svg").first).to_be_visible()


def test_failed_download_gives_a_reason_and_can_be_retried(tab, server):
    page, why = tab(**ROOM), "The server has too much to do just now."
    refused = {"status": 503, "content_type": "text/plain", "body": why}
    answers = iter([refused, {"body": "P" * 2000}])
    page.route("**/takeaway/slides.pptx?**", lambda route: route.fulfill(**next(answers)))
    browse.visit(page, server, "present", {"lang": "en", "panel": "teacher"})
    row = page.locator(".takeaways li", has_text="Slides (PPTX)")
    row.get_by_role("button").click()
    expect(row.get_by_role("status")).to_have_text(why)
    expect(row.get_by_role("button")).to_have_attribute("aria-disabled", "false")
    row.get_by_role("button").click()
    expect(row.get_by_role("link")).to_have_text("Ready, 2 kB: download again")


@pytest.mark.parametrize("theme", first_cases(reversed(browse.THEMES)))
def test_present_page_with_all_panels_open_is_accessible(tab, server, theme):
    page = tab(**ROOM, color_scheme=theme)
    view = {"lang": "es", "step": "8", "evidence": "shown", "panel": "teacher", "q": "x"}
    browse.visit(page, server, "present", view)
    page.locator(".card .cite").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert browse.violations(page) == []
    notes, cards = (page.locator(one).bounding_box() for one in (".panel", ".evidence"))
    assert cards["x"] + cards["width"] <= notes["x"]
    page.set_viewport_size({"width": 390, "height": 720})
    page.reload()
    browse.settle(page)
    notes, cards = (page.locator(one).bounding_box() for one in (".panel", ".evidence"))
    assert cards["y"] + cards["height"] <= notes["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_mark_opens_its_citation_by_keyboard_and_escape_closes_it_first(tab, server):
    page = told(tab, server, step="8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    browse.tab_until(page, lambda now: now["tag"] == "button" and "Caracas" in now["text"], 40)
    name = browse.focused(page)["text"]
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("expelled 116 people from the Armed Forces")
    assert browse.focused(page)["text"] == "Close"
    assert copied(page, dialog, "Copy the sentence", "Copied").endswith(").")
    assert copied(page, dialog, "Copy the reference", "Copied")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert browse.focused(page)["text"] == name
    # With the focus on a mark the arrows still move the lesson on.
    page.keyboard.press("ArrowRight")
    expect_step(page, TOLD["en"][7], shown=True)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("t")
    expect(page.locator(".panel")).to_be_visible()
    page.locator(".left .cite").first.click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator(".panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_be_hidden()
    assert at(page) == {"step": "8"}
    page.keyboard.press("Escape")
    page.wait_for_url(f"{server}/?lang=en")


def lesson_file(**changes: object) -> dict[str, object]:
    step = DATA.story.steps[7].model_dump(by_alias=True, mode="json", exclude_none=True)
    content = {"title": {"en": "Mine", "es": "Mía"}, "lesson": [step | changes]}
    return {"name": "mine.json", "mimeType": "application/json",
            "buffer": json.dumps(content).encode()}  # fmt: skip


def test_opened_lesson_is_refused_escaped_or_shown(tab, server):
    page = tab(**ROOM)
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    browse.visit(page, server, "present", {"lang": "en", "step": "3", "panel": "teacher"})
    choose = page.locator("input[type='file']")
    wrong = page.locator(".lesson-problems")
    choose.set_input_files(lesson_file(minutes="<img src=x onerror='window.owned=1'>", mood=3))
    expect(wrong.locator("li")).to_have_count(2)
    expect(wrong.locator("li").last).to_be_in_viewport(ratio=1)
    expect(wrong).to_contain_text("Step 1, minutes: “<img src=x")
    expect(wrong).to_contain_text("Step 1, mood: is not a field here; allowed: id, minutes")
    expect(page.locator(".headline")).to_have_text(TOLD["en"][2].headline)
    choose.set_input_files(lesson_file() | {"buffer": b" " * (MOST_BYTES + 1)})
    expect(wrong).to_contain_text("too large")
    hostile = "<script>window.owned=2</script><img src=x onerror='window.owned=3'> **b**"
    bare = hostile.replace("2", "x").replace("3", "x")
    texts = {name: {"en": bare, "es": bare} for name in ("headline", "text", "question", "answer")}
    choose.set_input_files(lesson_file(**texts, notes={"en": hostile, "es": hostile}))
    expect(page.locator(".headline")).to_have_text(bare)
    page.get_by_role("button", name=REVEAL).click()
    expect(page.locator(".panel .notes")).to_contain_text(hostile)
    assert at(page) == {"panel": "teacher"}
    assert page.evaluate("() => window.owned") is None
    expect(page.locator("img[src='x']")).to_have_count(0)
    page.get_by_role("button", name="Back to the story of the data set").click()
    expect(page.locator(".headline")).to_have_text(TOLD["en"][0].headline)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this lesson as a file").click()
    text = saved.value.path().read_text("utf-8")
    assert len(json.loads(text)["lesson"]) == len(DATA.story.steps)
    choose.set_input_files({"name": "l.json", "mimeType": "application/json",
                            "buffer": text.encode()})  # fmt: skip
    back = page.get_by_role("button", name="Back to the story of the data set")
    expect(back).to_be_visible()
    expect(page.locator(".headline")).to_have_text(TOLD["en"][0].headline)


OPENED = "sessionStorage['opened-lesson']"


@pytest.mark.parametrize(
    ("language", "title", "close"),
    [("en", "One bridge", "Back to the story of the data set"),
     ("es", "Un puente", "Volver a la historia del conjunto de datos")],
    ids=["en", "es"],
)  # fmt: skip
def test_reload_restores_opened_lesson_in_its_tab_alone(tab, server, language, title, close):
    page = tab(**ROOM)
    browse.visit(page, server, "present", {"lang": language, "panel": "teacher"})
    headlines = {"en": "One bridge", "es": "Un puente"}
    page.locator("input[type='file']").set_input_files(lesson_file(headline=headlines))
    expect(page.locator(".headline")).to_have_text(title)
    page.reload()
    expect(page.locator(".headline")).to_have_text(title)
    other = tab(**ROOM)
    browse.visit(other, server, "present", {"lang": language})
    expect(other.locator(".headline")).to_have_text(TOLD[language][0].headline)
    page.get_by_role("button", name=close).click()
    expect(page.locator(".headline")).to_have_text(TOLD[language][0].headline)
    page.reload()
    expect(page.locator(".headline")).to_have_text(TOLD[language][0].headline)


def test_changed_copy_of_opened_lesson_is_refused_with_reason(tab, server):
    page = tab(**ROOM)
    browse.visit(page, server, "present", {"lang": "en", "panel": "teacher"})
    page.evaluate(f"() => ({OPENED} = '{{')")
    page.reload()
    expect(page.locator(".lesson-problems")).to_contain_text("the file is not JSON at line 1")
    page.wait_for_function(f"() => {OPENED} === undefined")


#: A story without a lesson: each event is a step.
FLOOD = b"date,title\n2019-02-23,The river rises\n2019-02-24,The bridge is closed\n"


@pytest.fixture(scope="module")
def flood_server(tmp_path_factory):
    file = tmp_path_factory.mktemp("flood") / "flood.csv"
    file.write_bytes(FLOOD)
    with running_server(env={"STORY_DATA": str(file)}) as base:
        yield base


def store_lesson_of(page, base) -> None:
    """Store in the tab the lesson that Present of a server tells, as if a teacher had opened it."""
    browse.visit(page, base, "present", {"lang": "en", "panel": "teacher"})
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this lesson as a file").click()
    page.evaluate(f"(file) => ({OPENED} = file)", saved.value.path().read_text("utf-8"))


def test_opened_lesson_is_restored_where_the_story_has_none(tab, flood_server):
    page = tab(**ROOM)
    store_lesson_of(page, flood_server)
    browse.visit(page, flood_server, "present", {"lang": "en", "q": "no event has this word"})
    expect(page.locator(".headline")).to_have_text("The river rises")


def test_lesson_of_a_lost_story_stays_in_its_tab_until_the_story_is_opened_again(tab, server):
    page = tab(**ROOM)
    banner = browse.open_file(page, server, "flood.csv", FLOOD)
    page.get_by_role("link", name="Step by step", exact=True).first.click()
    expect(page.locator(".headline")).to_have_text("The river rises")
    page.evaluate(f"() => ({OPENED} = '{{}}')")
    page.reload()
    expect(page.locator(".scene .lost")).to_contain_text("flood.csv")
    browse.settle(page)
    assert page.evaluate(f"() => {OPENED}") == "{}", "it was sent to another story"
    page.get_by_role("link", name="Open it again").click()
    browse.settle(page)
    browse.choose_file(page, "flood.csv", FLOOD)
    expect(banner).to_contain_text("flood.csv")
    browse.to_page(page, "Step by step")
    expect(page.locator(".lesson-problems")).to_contain_text("title")
    page.wait_for_function(f"() => {OPENED} === undefined")
