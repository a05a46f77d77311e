"""Charts and the app embedded in another site: size, requests and accessibility."""

import io
import json
from itertools import cycle, product

import pytest
from lxml import html
from PIL import Image
from playwright.sync_api import Page, expect

from components.drawing.palette import PALETTES
from components.export.pictures import KIND_NAMES
from components.page.embed import WIDE_FRAME_PX
from tests.browser.chromium import ARGS, find
from tests.browser.conftest import DESKTOP
from tests.browser.pages.test_cite import READ
from tests.support.browse import PATIENCE, address, downloaded, violations, visit
from tests.support.data import DATA

FORMATS = ("PNG", "SVG")

# What a page does that knows neither Pym nor Sidechain; it also keeps all that it is told.
LISTENER = """<script>
addEventListener("message", ({ source, data }) => {
  const frame = document.querySelector("iframe")
  if (frame.contentWindow !== source) return
  window.told = [...(window.told ?? []), data]
  if (data?.type === "embed-size" && data.height > 0) frame.height = data.height
})
</script>"""
# What the page around it was told, once the last of it is the height that the frame has.
TOLD = """() => {
  const { height } = document.querySelector("iframe")
  const wanted = [JSON.stringify({ sentinel: "amp", type: "embed-size", height: Number(height) }),
    JSON.stringify(`pymxPYMxx1xPYMxheightxPYMx${height}`)]
  const told = (window.told ?? []).map((one) => JSON.stringify(one))
  return wanted.every((one) => told.includes(one)) && Number(height) > 400
}"""
# Whether the frame is as high as what is in it.
FITS = """() => document.documentElement.scrollHeight <= innerHeight
  && document.documentElement.scrollWidth <= innerWidth"""


@pytest.mark.parametrize(("kind", "width"), list(zip(KIND_NAMES, cycle([320, 800]))))
def test_embedded_chart_sets_its_height_and_requests_own_files_alone(
    tab, server, elsewhere, kind, width
):
    page: Page = tab(viewport={"width": width, "height": 700}, color_scheme="light")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    chart = f"{server}/embed/{kind}?lang=es&childId=x1&initialWidth=320"
    size = 'width="100%" height="200" style="border:0"'
    around = elsewhere(f'<iframe src="{chart}" title="A chart" {size}></iframe>{LISTENER}')
    page.goto(around)
    frame = page.frame_locator("iframe")
    expect(frame.locator("[data-part=headline]")).not_to_be_empty()
    wide = width >= WIDE_FRAME_PX
    expect(frame.locator(".wide svg")).to_be_visible(visible=wide)
    expect(frame.locator(".narrow svg")).to_be_visible(visible=not wide)
    inner = page.frames[1]
    inner.wait_for_function(FITS)
    page.wait_for_function(TOLD)
    height = page.evaluate("Number(document.querySelector('iframe').height)")
    others = [url for url in asked if not url.startswith((f"{server}/", around))]
    assert [url for url in others if not url.endswith("/favicon.ico")] == []
    # What is opened in it makes it higher, and the frame follows.
    frame.locator("[data-part=table] summary").click()
    page.wait_for_function(f"() => document.querySelector('iframe').height > {height}")
    inner.wait_for_function(FITS)


# The texts of the drawing that is shown that reach over its edge, which cuts them.
CUT = """() => {
  const drawing = [...document.querySelectorAll("figure svg")].find((svg) => svg.clientWidth)
  const frame = drawing.getBoundingClientRect()
  const isCut = ({ left, right }) => left < frame.left - 1 || right > frame.right + 1
  const texts = [...drawing.querySelectorAll("text")]
  return texts.filter((text) => isCut(text.getBoundingClientRect())).map((text) => text.textContent)
}"""


@pytest.mark.parametrize(("kind", "width"), list(product(KIND_NAMES, [320, 800])))
def test_wide_font_of_the_reader_cuts_no_text_of_an_embedded_chart(tab, server, kind, width):
    """The page brings no fonts: those of most devices are wider than the measured one."""
    page: Page = tab(viewport={"width": width, "height": 700})
    page.goto(f"{server}/embed/{kind}?lang=es")
    page.locator("main").evaluate("(main) => { main.style.fontFamily = 'DejaVu Sans, Verdana' }")
    page.locator("figure svg").evaluate_all(
        "(drawings) => drawings.forEach((svg) => svg.removeAttribute('font-family'))"
    )
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("kind", "scheme"), list(zip(KIND_NAMES, cycle(["dark", "light"]))))
def test_embedded_chart_is_accessible(tab, server, kind, scheme):
    page: Page = tab(viewport={"width": 800, "height": 900}, color_scheme=scheme)
    page.goto(f"{server}/embed/{kind}?lang=en&from=2019-02-22")
    for details in page.locator("details").all():
        details.locator("summary").click()
    assert violations(page) == []


def test_share_menu_gives_link_citation_pictures_and_code(page, browser, server, elsewhere):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, server, "timeline", {"lang": "es", "region": "oriente"})
    menu = page.locator(".share")
    menu.locator("summary").click()
    for name in ("Enlace que abre esta vista", "Cita de esta vista"):
        text = menu.get_by_label(name, exact=True).input_value()
        assert f"{server}/timeline?" in text
        assert "region=oriente" in text
        menu.get_by_role("button", name=f"Copiar: {name}").click()
        page.wait_for_function(READ, arg=text)
    pictures = menu.locator(".pictures")
    png, svg = (downloaded(page, pictures.get_by_role("link", name=name).first) for name in FORMATS)
    assert Image.open(io.BytesIO(png)).width >= 2400
    assert DATA.regions["oriente"].label_es in svg.decode()
    code = menu.get_by_label("Código para ponerlo en una página", exact=True).input_value()
    frame, script = html.fragments_fromstring(code)
    assert (frame.get("width"), script.tag) == ("100%", "script")
    headline = page.locator(".page-title h1, h1").first.inner_text()
    with browser.new_context(**DESKTOP) as stranger:
        article = stranger.new_page()
        article.goto(elsewhere(code))
        inside = article.frame_locator("iframe")
        expect(inside.locator("[data-part=headline]")).to_have_text(headline)
        link = inside.locator("[data-part=whole] a")
        expect(link).to_have_attribute("href", "../timeline?region=oriente&lang=es")
        # The script of the code gives the frame its height.
        article.frames[1].wait_for_function(FITS)


def test_share_menu_cuts_no_line_of_a_link(tab, server):
    page = tab(viewport={"width": 375, "height": 812})
    visit(page, server, "map", {"lang": "en", "region": ["oriente", "guajira", "caribe"]})
    page.locator(".share > summary").click()
    field = page.locator("#share-link")
    expect(field).to_be_visible()
    assert field.evaluate("(node) => node.scrollHeight - node.clientHeight") <= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_of_an_embedded_chart_is_that_of_its_address(tab, server, theme, scheme):
    page: Page = tab(viewport={"width": 800, "height": 900}, color_scheme=scheme)
    page.goto(f"{server}/embed/map?lang=en&theme={theme}")
    paper = "(page) => getComputedStyle(page).getPropertyValue('--paper').trim()"
    assert page.locator("html").evaluate(paper) == PALETTES[theme].paper


def test_page_of_the_app_cannot_be_framed(browser, server, elsewhere):
    with browser.new_context(**DESKTOP) as stranger:
        page = stranger.new_page()
        with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
            page.goto(elsewhere(f'<iframe src="{server}/timeline" title="The app"></iframe>'))
        page.frames[1].wait_for_url("chrome-error://**", wait_until="commit")


#: What a reader sets by "Block third-party cookies": then no frame of another site has storage.
BLOCKED = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}
REFUSED = "() => { try { return !sessionStorage } catch (error) { return error.name } }"


def test_embedded_app_works_without_storage(playwright, server, elsewhere, tmp_path):
    """With links as they are followed where no script takes them."""
    kept = tmp_path / "Default" / "Preferences"
    kept.parent.mkdir()
    kept.write_text(json.dumps(BLOCKED), "utf-8")
    start = address(server, "", {"embed": "true", "lang": "en"}).replace("&", "&amp;")
    around = elsewhere(f'<iframe src="{start}" width="1200" height="900"></iframe>')
    with playwright.chromium.launch_persistent_context(
        str(tmp_path), executable_path=find(), args=ARGS
    ) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(around)
        framed = page.frame_locator("iframe")
        expect(framed.locator(".page-head nav a").first).to_be_visible()
        assert framed.locator("body").evaluate(REFUSED) == "SecurityError"
        expect(framed.locator("[data-part=timeline] [data-event]").first).to_be_attached()
        wrong = framed.locator("[data-testid=stException], [data-testid=stAlert]")
        expect(wrong).to_have_count(0)
        framed.locator(".page-head nav a", has_text="Timeline").click()
        expect(framed.locator(".event-list [role=option], .event-list li").first).to_be_visible()
        framed.locator("body").evaluate("() => location.assign('sources?lang=es')")
        expect(framed.locator("html")).to_have_attribute("lang", "es")
        expect(framed.locator(".page-head nav a").first).to_be_visible()
        expect(framed.locator("h1:visible").first).to_be_visible()
        expect(wrong).to_have_count(0)
