"""A lesson made in the browser: typed, filled from an address, saved and presented."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support import browse
from tests.support.cases import first_cases
from tests.support.stories.uploads import table

EVENT = "ev-2019-04-30-rush-to-bridge"


def type_in(page: Page, label: str, text: str) -> None:
    box = page.get_by_role("textbox", name=label, exact=True)
    box.fill(text)
    box.press("Tab")
    browse.settle(page)
    expect(box).to_have_value(text)


def test_lesson_form_makes_a_lesson_to_present(page, server):
    browse.visit(page, server, "data", {"lang": "es"})
    page.get_by_role("button", name="Empezar una lección nueva").click()
    type_in(page, "Título de la lección", "Un puente")
    type_in(page, "Titular", "Corrieron al puente")
    view = browse.address(server, "timeline", {"event": EVENT, "from": "2019-04-28"})
    type_in(page, "Dirección de una vista, como la copia «Compartir esta vista»", view)
    form = page.locator(".st-key-make-lesson")
    expect(form.locator("[data-testid='stMultiSelect']").first).to_contain_text("30 de abril")
    page.get_by_role("button", name="Abrir en «Paso a paso»").click()
    expect(form.locator(".lesson-problems")).to_contain_text("Paso 1, Texto")
    # Another page and back: nothing that was typed is lost.
    browse.to_page(page, "Método")
    expect(page.locator("[data-testid='stMain'] #corrections")).to_be_visible()
    browse.to_page(page, "Datos")
    headline = page.get_by_role("textbox", name="Titular", exact=True)
    expect(headline).to_have_value("Corrieron al puente")
    type_in(page, "Texto", f"El {{{EVENT}}} corrieron.")
    expect(form.locator(".lesson-problems")).to_contain_text("La lección está completa")
    button = page.get_by_role("button", name="Descargar el archivo de la lección")
    kept = json.loads(browse.downloaded(page, button))
    assert kept["title"] == {"es": "Un puente"}
    assert kept["lesson"][0]["view"]["events"][0] == EVENT
    page.get_by_role("button", name="Abrir en «Paso a paso»").click()
    expect(page.locator(".scene h1")).to_have_text("Corrieron al puente")
    expect(page.locator(".scene")).to_contain_text("El 30 de abril corrieron.")
    # Back leads to the form as it was left, and from there to Present again.
    page.go_back()
    expect(headline).to_have_value("Corrieron al puente")
    browse.settle(page)
    assert urlsplit(page.url).path == "/data"
    page.get_by_role("button", name="Abrir en «Paso a paso»").click()
    expect(page.locator(".scene h1")).to_have_text("Corrieron al puente")


@pytest.mark.parametrize("theme", first_cases(["light", "dark"]))
def test_lesson_form_and_column_choice_are_accessible(tab, server, theme):
    """Also words on the accent, the small print of choices, and the choosers of files."""
    page = tab(color_scheme=theme, viewport={"width": 375, "height": 812})
    browse.visit(page, server, "data", {"lang": "es"})
    expect(page.get_by_role("button", name="Elegir un archivo")).to_have_count(2)
    page.get_by_role(
        "button", name="Empezar con la lección que se muestra en «Paso a paso»"
    ).click()
    form = page.locator(".st-key-make-lesson")
    page.get_by_role("button", name="Agregar un paso").click()
    form.get_by_role("button", name="Abrir en «Paso a paso»").click()
    expect(page.locator(".lesson-problems")).to_contain_text("falta")
    browse.settle(page)
    assert browse.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    rows = table(("c1", "c2"), [("05/03/2019", "Uno"), ("06/04/2019", "Dos")])
    browse.choose_file(page, "c.csv", rows)
    expect(page.get_by_role("button", name="Abrir así")).to_be_visible()
    browse.settle(page)
    assert browse.violations(page, ".st-key-open-story") == []
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_three_steps_in_plain_words_take_fifteen_clicks(page, server):
    """Notes are left empty, and the numbers that are typed are cited by nothing.

    What is typed while the server takes in the field before stays.
    """
    count = "window.clicks = 0; addEventListener('click', () => (window.clicks += 1), true)"
    page.add_init_script(count)
    browse.visit(page, server, "data", {"lang": "en"})

    def write(label: str, text: str) -> None:
        page.get_by_role("textbox", name=label, exact=True).click()
        type_in(page, label, text)

    page.get_by_role("button", name="Begin a new lesson").click()
    headline = page.get_by_role("textbox", name="Headline", exact=True)
    headline.wait_for()
    browse.settle(page)
    title = page.get_by_role("textbox", name="Title of the lesson", exact=True)
    title.click()
    title.fill("Three days")
    # Leaving a field sends it; the next one is typed in at once.
    headline.click()
    headline.fill("Day 1")
    page.locator("[data-test-script-state='running']").wait_for(state="detached")
    page.keyboard.press("Tab")
    browse.settle(page)
    expect(headline).to_have_value("Day 1")
    choice = page.get_by_role("combobox", name="Step", exact=True)
    expect(choice).to_have_value("Step 1 of 1: Day 1")
    for number in (1, 2, 3):
        if number > 1:
            page.get_by_role("button", name="Add a step").click()
            expect(choice).to_have_value(re.compile(rf"{number} of {number}"))
            browse.settle(page)
            write("Headline", f"Day {number}")
        write("Text", f"On {21 + number} February {number} hotels were full.")
    page.get_by_role("button", name="Open in “Step by step”").click()
    expect(page.locator(".scene h1")).to_have_text("Day 1")
    assert page.evaluate("window.clicks") <= 15


FIND_FIGURE = "Find for “Figures shown”: a number or words, then Enter"


def test_enter_adds_the_figure_of_the_typed_number(page, server):
    browse.visit(page, server, "data", {"lang": "en"})
    page.get_by_role("button", name="Begin a new lesson").click()
    finder = page.get_by_role("textbox", name=FIND_FIGURE, exact=True)
    finder.press_sequentially("116")
    finder.press("Enter")
    figures = page.locator("[data-testid='stMultiSelect']").filter(
        has=page.get_by_role("combobox", name="Figures shown", exact=True)
    )
    expect(figures).to_contain_text("116 · ")
    expect(page.locator(".st-key-make-lesson")).to_contain_text("1 more fits")
    browse.settle(page)
    kept = json.loads(page.evaluate("sessionStorage['lesson-draft']"))
    assert kept["lesson"][0]["view"]["claims"] == ["cl-expelled-116"]


def test_field_pressed_right_after_a_typed_number_keeps_focus_and_place(page, server):
    """The server answers the text with citations to choose from, above the pressed field."""
    browse.visit(page, server, "data", {"lang": "en"})
    page.get_by_role("button", name="Begin a new lesson").click()
    text = page.get_by_role("textbox", name="Text", exact=True)
    text.fill("Migración Colombia counted 567 people.")
    finder = page.get_by_role("textbox", name=FIND_FIGURE, exact=True)
    finder.scroll_into_view_if_needed()
    finder.click()
    expect(page.locator(".st-key-make-lesson")).to_contain_text("Without citation: 567.")
    browse.settle(page)
    expect(finder).to_be_focused()
    expect(finder).to_be_in_viewport()
    page.keyboard.type("567")
    page.keyboard.press("Enter")
    figures = page.locator("[data-testid='stMultiSelect']").filter(
        has=page.get_by_role("combobox", name="Figures shown", exact=True)
    )
    expect(figures).to_contain_text("567 · ")


RESTORED = [
    ("en", "Begin a new lesson", "Headline", "Text", "Restored: the lesson", "Drop this lesson"),
    ("es", "Empezar una lección nueva", "Titular", "Texto", "Recuperada: la lección",
     "Quitar esta lección"),
]  # fmt: skip
STORED = "sessionStorage['lesson-draft']"


@pytest.mark.parametrize(
    ("language", "begin", "headline", "text", "notice", "drop"), RESTORED, ids=["en", "es"]
)
def test_reload_restores_draft_in_its_tab_alone(
    page, tab, server, language, begin, headline, text, notice, drop
):
    form = page.locator(".st-key-make-lesson")
    browse.visit(page, server, "data", {"lang": language})
    page.get_by_role("button", name=begin).click()
    type_in(page, headline, "One bridge")
    # This field is not left, so the server knows nothing of it.
    page.get_by_role("textbox", name=text, exact=True).press_sequentially("They ran.")
    page.reload()
    expect(form.locator(".notices")).to_contain_text(notice)
    browse.settle(page)
    expect(page.get_by_role("textbox", name=headline, exact=True)).to_have_value("One bridge")
    expect(page.get_by_role("textbox", name=text, exact=True)).to_have_value("They ran.")
    other = tab()
    browse.visit(other, server, "data", {"lang": language})
    expect(other.get_by_role("button", name=begin)).to_be_visible()
    form.get_by_role("button", name=drop).click()
    expect(page.get_by_role("button", name=begin)).to_be_visible()
    browse.settle(page)
    page.wait_for_function(f"() => {STORED} === undefined")


def test_changed_copy_of_draft_is_refused_with_reason(page, server):
    browse.visit(page, server, "data", {"lang": "en"})
    page.evaluate(f"() => ({STORED} = '{{')")
    page.reload()
    browse.settle(page)
    form = page.locator(".st-key-make-lesson")
    expect(form).to_contain_text("could not be restored")
    expect(form).to_contain_text("the file is not JSON at line 1")
    expect(form.get_by_role("button", name="Begin a new lesson")).to_be_enabled()
    page.wait_for_function(f"() => {STORED} === undefined")
