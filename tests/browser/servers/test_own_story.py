"""A story that one visitor opens in a browser is hidden from another."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from pptx import Presentation

from components.intake.package_folders import example_package
from tests.bench.large.tables_made import events_csv
from tests.support import browse
from tests.support.server import ask, held_workers, paused_workers
from tests.support.stories.uploads import GOOD, HEADER, table, zipped

#: A table without places, so that its story has no map.
PLACELESS = b"date,title\n2019-02-23,The first day\n2019-02-24,The second day\n"


#: Two places so far apart that the scale of their map is in thousands of kilometres.
FAR_APART = b"""date,title,place,lat,lon
2019-02-23,The first day,Lima,-12.05,-77.04
2019-02-24,The second day,Manila,14.6,120.98
"""


def test_scale_of_a_map_groups_thousands_as_the_language_does(page, server):
    browse.open_file(page, server, "far.csv", FAR_APART, "es")
    browse.to_page(page, "Mapa")
    scale = page.locator(".deck-map .scale")
    expect(scale).to_have_text(re.compile(r"^\d\.000 km$"))


#: A title of a single word that is wider than a phone.
LONG_WORD = f"date,title\n2019-02-23,{'Donaudampfschifffahrt' * 5}\n2019-02-24,B\n".encode()


def test_long_word_of_a_title_makes_no_phone_scroll_sideways(tab, server):
    page = tab(viewport={"width": 375, "height": 812})
    browse.open_file(page, server, "word.csv", LONG_WORD, "es")
    page.locator(".page-head nav a", has_text="Línea de tiempo").click()
    expect(page.locator(".event-list button").first).to_contain_text("Donaudampfschifffahrt")
    box = page.get_by_test_id("stMain")
    assert box.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0


def test_reader_who_opens_a_story_without_places_takes_no_map_from_others(page, server, tab):
    browse.open_file(page, server, "placeless.csv", PLACELESS)
    browse.to_page(page, "Overview")
    expect(page.locator(".stage section.map")).to_be_hidden()

    other = tab()
    browse.open_stage(other, server)

    expect(other.locator(".stage section.map svg").first).to_be_visible()


@contextmanager
def open_long_reading(page, server_process, language: str = "en") -> Iterator[None]:
    """Choose a table whose reading has begun and does not end before the block."""
    base, process = server_process
    browse.visit(page, base, "data", {"lang": language})
    with paused_workers(process.pid):
        browse.choose_file(page, "long.csv", table(HEADER, [GOOD]))
        expect(page.get_by_test_id("stProgress")).to_be_visible()
        yield


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "was being read when this page was loaded anew"),
        ("es", "cuando esta página se recargó"),
    ],
)
def test_reading_stopped_by_a_reload_is_reported(page, server_process, language, sentence):
    with open_long_reading(page, server_process, language):
        page.reload(wait_until="commit")

    notice = page.locator(".page-head .lost")
    expect(notice).to_contain_text("long.csv")
    expect(notice).to_contain_text(sentence)


def test_reading_stopped_by_another_page_is_reported(page, server_process):
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    with open_long_reading(page, server_process):
        with sockets[-1].expect_event("framesent"):
            page.locator(".page-head nav a", has_text="Timeline").click()
        # The server has heard of the click before it answers a later request.
        assert ask(f"{server_process[0]}/_stcore/health").status == 200

    notice = page.locator(".notices.interrupted")
    expect(notice).to_contain_text("“long.csv” was being read when you left the Data page")
    page.get_by_role("button", name="Go on without it").click()
    expect(notice).to_have_count(0)
    browse.to_page(page, "Map")
    expect(notice).to_have_count(0)


STOP_BUTTONS = [
    pytest.param("en", "Stop", "You stopped the reading of", "Read it again", id="English"),
    pytest.param("es", "Detener", "Usted detuvo la lectura de", "Leerlo de nuevo", id="Spanish"),
]


@pytest.mark.parametrize(("language", "stop", "sentence", "again"), STOP_BUTTONS)
def test_long_reading_is_stopped_and_begun_anew(
    page, server_process, language, stop, sentence, again
):
    base, process = server_process
    browse.upload(page, base, "long.csv", events_csv(60_000), language)
    bar = page.get_by_test_id("stProgress")
    expect(bar).to_be_visible(timeout=browse.PATIENCE)
    # The workers are held, so that the reading lasts until it is stopped.
    with held_workers(process.pid):
        page.get_by_role("button", name=stop, exact=True).click()
        expect(page.locator(".notices.stopped")).to_contain_text(sentence)
    expect(bar).to_have_count(0)
    expect(page.locator(".own-banner")).to_have_count(0)

    page.get_by_role("button", name=again).click()
    expect(page.locator(".own-banner")).to_contain_text("long.csv", timeout=browse.PATIENCE)
    expect(page.locator(".notices.stopped")).to_have_count(0)


def test_opened_story_is_hidden_from_another_visitor(page, server, browser):
    mine, asked = page, []
    mine.on("request", lambda request: asked.append(request.url))
    banner = browse.open_file(mine, server, "flood.zip", zipped(example_package()))
    expect(mine.locator(".intake-report")).to_contain_text("It is open")
    browse.to_page(mine, "Overview")
    expect(mine.get_by_role("heading", level=1)).to_have_text("An example: the flood")
    # A link within a page makes no new document, which would know nothing of the story.
    mine.locator(".stage .value a").first.click()
    mine.wait_for_url("**claim=**")
    browse.settle(mine)
    expect(banner).to_be_visible()
    expect(mine.locator(".page-head [aria-current]")).to_be_focused()
    browse.to_page(mine, "Timeline")
    row = mine.get_by_role("button", name=re.compile("The river leaves its bed"))
    row.click()
    expect(mine.locator(".detail h3").first).to_have_text("The river leaves its bed")
    mine.wait_for_url("**event=ev-river*")

    # Somebody else follows the very address.
    context = browser.new_context(locale="en-GB")
    other = context.new_page()
    other.goto(mine.url)
    browse.settle(other)
    expect(other.locator(".brand")).to_have_text("Across the Táchira")
    expect(other.locator(".notices")).to_contain_text("event: “ev-river” is not known here")
    assert "river leaves" not in other.content()
    context.close()

    hosts = {urlsplit(url).netloc for url in asked if url.startswith("http")}
    assert hosts == {urlsplit(server).netloc}
    mine.get_by_role("button", name="Close your story").click()
    expect(mine.locator(".brand")).to_have_text("Across the Táchira")
    expect(banner).to_have_count(0)


def test_back_to_a_view_of_another_story_drops_its_unknown_values(page, server):
    browse.visit(page, server, "", {"region": "oriente"})
    browse.to_page(page, "Data")
    browse.choose_file(page, "flood.zip", zipped(example_package()))
    expect(page.locator(".own-banner")).to_contain_text("“flood.zip”")
    browse.settle(page)
    for name in ("Overview", "Timeline"):
        browse.to_page(page, name)
    page.evaluate("history.go(-4)")
    expect(page.locator(".notices")).to_contain_text("region: “oriente” is not known here")
    expect(page.get_by_role("heading", level=1)).to_have_text("An example: the flood")
    browse.settle(page)


def test_files_of_an_opened_story_are_made_on_request(page, server):
    browse.open_file(page, server, "flood.zip", zipped(example_package()))
    files = page.locator(".st-key-own-files")
    for label, start in (("Excel", b"PK"), ("CSV", b"\xef\xbb")):
        button = files.get_by_role("button", name=label, exact=True)
        assert browse.downloaded(page, button).startswith(start), label
    # What the server says when it makes nothing stands beside the button.
    page.route(
        "**/takeaway/own/**",
        lambda route: route.fulfill(status=503, content_type="text/plain", body="It took too long"),
    )
    files.get_by_role("button", name="Excel", exact=True).click()
    expect(files).to_contain_text("It took too long")
    page.unroute("**/takeaway/own/**")
    browse.to_page(page, "Timeline")
    page.locator(".share summary").click()
    pictures = page.locator(".share .pictures")
    for name, kind in (("PNG, wide", "PNG"), ("SVG, square", "<svg")):
        found = browse.downloaded(page, pictures.get_by_role("button", name=name))
        assert kind.encode() in found[:200], name
    browse.to_page(page, "Step by step")
    # The scene hears keys once it is drawn.
    expect(page.locator(".scene .set svg").first).to_be_visible()
    page.keyboard.press("t")
    deck = browse.downloaded(page, page.get_by_role("button", name="Slides (PPTX)"))
    shapes = [shape for slide in Presentation(io.BytesIO(deck)).slides for shape in slide.shapes]
    said = [shape.text for shape in shapes if shape.has_text_frame]
    assert "The river leaves its bed" in said


def test_problems_of_a_table_are_listed_and_downloadable(page, server):
    rows = [GOOD, ("02/03/2019", *GOOD[1:])]
    browse.upload(page, server, "mía.csv", table(HEADER, rows), "es")
    problems = page.locator(".problems")
    expect(problems).to_contain_text(
        "02/03/2019 se puede leer de dos maneras; escriba 2019-03-02 o 2019-02-03.",
    )
    browse.settle(page)
    # On a phone what to do is as wide as the table.
    page.set_viewport_size({"width": 375, "height": 812})
    table_box, told = problems.bounding_box(), problems.locator("td").nth(3).bounding_box()
    assert told["width"] > 0.95 * table_box["width"]
    button = page.get_by_role("button", name="Descargar sus filas con los problemas marcados")
    text = browse.downloaded(page, button).decode("utf-8-sig")
    assert text.splitlines()[2].startswith("3,sin fecha,date: 02/03/2019 se puede leer")


def test_unknown_columns_are_mapped_once(page, server, tmp_path):
    rows = [("05/03/2019", "The bridge is closed to all"), ("06/03/2019", "Buses leave again")]
    browse.upload(page, server, "first.csv", table(("c1", "c2"), rows))
    form = page.locator(".st-key-open-story-columns")
    expect(form.get_by_text("Title: a guess, please check")).to_be_visible()
    expect(form).to_contain_text("05/03/2019 → 5 March 2019; 06/03/2019 → 6 March 2019")
    browse.settle(page)
    form.get_by_text("Days first", exact=True).click()
    browse.settle(page)
    expect(form.get_by_role("radio", name="Days first")).to_be_checked()
    kept = tmp_path / "columns.json"
    # The button gives what the last run knew; the run that knows of the choice may still be due.
    for _ in range(100):
        button = form.get_by_role("button", name="Save this as a small file")
        kept.write_bytes(browse.downloaded(page, button))
        if '"order": "day"' in kept.read_text("utf-8"):
            break
        browse.settle(page)
    assert '"order": "day"' in kept.read_text("utf-8")
    form.get_by_role("button", name="Open with this").click()
    expect(page.locator(".own-banner")).to_contain_text("2 shown")
    browse.settle(page)
    page.get_by_role("button", name="Close your story").click()
    expect(page.locator(".own-banner")).to_have_count(0)
    browse.settle(page)

    following = tmp_path / "next.csv"
    following.write_bytes(table(("c2", "c1"), [("Another bridge", "07/03/2019")]))
    page.locator(browse.OPEN_STORY).set_input_files([following, kept])
    expect(page.locator(".own-banner")).to_contain_text("“next.csv”. 1 row")
    expect(page.locator(".intake-report")).to_contain_text("It is open")
    browse.settle(page)
    browse.to_page(page, "Timeline")
    expect(page.locator("main, .stMain").first).to_contain_text("7 March 2019")


def test_row_is_corrected_in_the_page_and_downloaded(page, server):
    rows = [GOOD, ("43526", *GOOD[1:]), ("43527", *GOOD[1:]), ("last week", "No day", *GOOD[2:])]
    banner = browse.open_file(page, server, "mine.csv", table(HEADER, rows))
    expect(banner).to_contain_text("3 rows have no date")
    expect(page.locator(".st-key-open-story")).to_contain_text(
        "2 rows: is this meant? 43526 → 2 March 2019; 43527 → 3 March 2019"
    )
    page.get_by_role("button", name="Apply to all").click()
    expect(banner).to_contain_text("3 shown")
    browse.settle(page)
    page.locator("summary", has_text="Mend these rows here").click()
    # The table comes after the buttons below it, and moves them.
    expect(page.locator("[data-testid=stDataFrame] canvas").first).to_be_visible()
    browse.settle(page)
    mended = browse.downloaded(page, page.get_by_role("button", name="Download the mended table"))
    text = mended.decode("utf-8-sig")
    assert "last week,No day" in text


CUT_UPLOADS = [("en", "This file did not arrive"), ("es", "Este archivo no llegó")]


@pytest.mark.parametrize(("language", "sentence"), CUT_UPLOADS, ids=["en", "es"])
def test_cut_upload_is_named_in_readers_language(page, server, language, sentence):
    upload_address = "**/_stcore/upload_file/**"
    page.route(upload_address, lambda route: route.abort())
    browse.upload(page, server, "cut.csv", table(HEADER, [GOOD]), language)
    chip = page.locator(".st-key-open-story [data-testid='stFileChip']")
    expect(chip).to_contain_text(sentence)
    expect(chip).not_to_contain_text("Error")
    assert chip.get_by_role("alert").bounding_box()["width"] > 100, "it is hidden"
    chip.hover()
    expect(page.get_by_role("tooltip")).to_contain_text(sentence)
    assert browse.violations(page, ".st-key-open-story") == []
    # Nothing of the file is being read, so a reload interrupts nothing; and it can be chosen again.
    page.unroute(upload_address)
    page.reload()
    browse.settle(page)
    expect(page.locator(".page-head .lost")).to_have_count(0)
    browse.choose_file(page, "cut.csv", table(HEADER, [GOOD]))
    expect(page.locator(".own-banner")).to_contain_text("cut.csv")


#: What the chooser of lesson files is given, which takes JSON of one megabyte.
LARGE_LESSON = {"name": "long.json", "mimeType": "application/json", "buffer": b" " * 1_200_000}
TABLE = {"name": "table.csv", "mimeType": "text/csv", "buffer": b"date,title"}
REFUSED_LESSONS = [
    ("en", LARGE_LESSON, "This file is larger than 1 MB"),
    ("es", LARGE_LESSON, "Este archivo pasa de 1 MB"),
    ("en", TABLE, "A file of this kind cannot be opened here"),
    ("es", TABLE, "Aquí no se puede abrir un archivo de este tipo"),
]


@pytest.mark.parametrize(
    ("language", "file", "sentence"),
    REFUSED_LESSONS,
    ids=["large-en", "large-es", "type-en", "type-es"],
)
def test_refused_upload_is_named_in_readers_language(page, server, language, file, sentence):
    browse.visit(page, server, "data", {"lang": language})
    page.locator(".st-key-make-lesson input[type=file]").set_input_files(file)
    chip = page.locator(".st-key-make-lesson [data-testid='stFileChip']")
    expect(chip).to_contain_text(sentence)
    expect(chip.get_by_role("alert")).to_have_text(re.compile(f"^{sentence}[^:]*$"))
    chip.hover()
    expect(page.get_by_role("tooltip")).to_contain_text(sentence)


def test_upload_that_the_server_refuses_is_named_in_readers_language(page, server):
    page.route("**/_stcore/upload_file/**", lambda route: route.fulfill(status=500))
    browse.upload(page, server, "refused.csv", table(HEADER, [GOOD]), "es")
    chip = page.locator(".st-key-open-story [data-testid='stFileChip']")
    expect(chip).to_contain_text("el servidor no lo aceptó")
    expect(chip).not_to_contain_text("Error")


def test_chooser_of_files_is_named_in_readers_language(page, server):
    browse.visit(page, server, "data", {"lang": "es"})
    chooser = page.locator(".st-key-open-story [data-testid='stFileUploader']")
    expect(chooser.locator("button")).to_have_accessible_name("Elegir un archivo")
    browse.choose_file(page, "mine.csv", table(HEADER, [GOOD]))
    expect(page.locator(".own-banner")).to_contain_text("mine.csv")
    names = ["Quitar mine.csv", "Añadir otro archivo"]
    for button, name in zip(chooser.locator("button").all(), names, strict=True):
        expect(button).to_have_accessible_name(name)


def test_figure_of_each_row_is_asked_drawn_and_leads_to_its_row(page, server):
    rows = [("2019-02-23", "The flood", "300"), ("2019-02-24", "The road", "more than 1,200")]
    content = table(("date", "title", "m³"), rows)
    browse.open_file(page, server, "volumes.csv", content)
    question = page.locator(".st-key-open-story-number")
    expect(question.get_by_label("Of what?")).to_have_value("m³")
    question.get_by_role("button", name="Use this").click()
    browse.to_page(page, "How many?")
    marks = page.locator(".totals-drawing svg:visible .event[data-id]")
    expect(marks).to_have_count(2)
    marks.filter(has_text="more than 1,200").click()
    expect(page.locator(".record-drawer")).to_contain_text("The road")
    browse.expect_state(page, event="ev-2019-02-24-the-road")
