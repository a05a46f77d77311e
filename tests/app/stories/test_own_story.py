"""A story that a reader opens: shown on every page of the session, hidden from others."""

import gc
import json
import re
import sys
import weakref
from datetime import date
from itertools import cycle
from urllib.parse import urlsplit

import pytest
import streamlit as st
from lxml.html import fromstring
from streamlit.testing.v1 import AppTest

from components.citing.bibliographies import BIBLIOGRAPHIES
from components.export.download_tokens import download_token
from components.limits.views import MOST_MARKS
from components.loading.loaded_story import LoadedStory, count_open_rows, count_rows
from components.presentation.pages import PAGES, page_script
from components.ui import reading
from components.ui.session import STORY
from components.ui.share import KEY as PANEL
from components.work.fair_queue import FairQueue
from components.work.memory import free_closed_stories
from tests.bench.large.tables_made import events_csv
from tests.support import apptest
from tests.support.cases import LANGUAGES
from tests.support.stories.foreign import OURS
from tests.support.stories.own_tables import zotero
from tests.support.stories.uploads import GOOD, HEADER, package, table

SLUGS = [page.slug for page in PAGES]
EVIL = "<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1)) $x$ :red[y]"


def opened(content: bytes, name: str, params: dict[str, str] | None = None) -> AppTest:
    at = apptest.page_at("data", params)
    at.file_uploader[0].upload(name, content).run()
    apptest.assert_sound(at)
    return at


def story_of(at: AppTest) -> LoadedStory:
    found = at.session_state[STORY]
    assert isinstance(found, LoadedStory)
    return found


def go(at: AppTest, slug: str) -> AppTest:
    """A page of the story that is open, or the one that says that it has nothing to say of it."""
    page = next(page for page in PAGES if page.slug == slug)
    script = page_script(page, story_of(at)) if STORY in at.session_state else page.file
    at.switch_page(f"../../pages/{script.name}").run()
    apptest.assert_sound(at)
    return at


def said(at: AppTest) -> str:
    parts = [body for body in apptest.bodies(at) if not body.startswith(("<style", "<script"))]
    parts += [
        json.dumps(json.loads(component.proto.json), ensure_ascii=False)
        for component in at.get("bidi_component")
    ]
    for kind in ("button", "text_input", "pills", "toggle", "checkbox", "selectbox", "popover"):
        parts += [getattr(element, "label", "") or "" for element in at.get(kind)]
        parts += [str(getattr(element, "placeholder", "")) for element in at.get(kind)]
        parts += [str(getattr(element, "options", "")) for element in at.get(kind)]
    parts += [json.dumps(figure, ensure_ascii=False) for figure, _ in apptest.charts(at)]
    parts += [json.dumps(deck, ensure_ascii=False) for deck in apptest.decks(at)]
    parts += [element.value for element in at.markdown]
    return "\n".join(parts)


@pytest.fixture(scope="module")
def flood() -> AppTest:
    return opened(package(), "flood.zip")


@pytest.mark.parametrize(("slug", "language"), list(zip(SLUGS, cycle(LANGUAGES), strict=False)))
def test_page_of_an_opened_story_has_none_of_our_texts(flood, slug, language) -> None:
    flood.query_params["lang"] = language
    text = said(go(flood, slug))
    # Code words of the schema, which the data dictionary lists, are the same in every story.
    text = re.sub(r"<code>[^<]*</code>", "", text)
    assert OURS.findall(text) == []
    title = {"en": "The flood", "es": "La inundación"}[language]
    assert title in text


def test_stage_of_an_opened_story_is_sent_with_its_page(flood: AppTest) -> None:
    """No address leads to what one session has opened: its drawings and its index come along."""
    flood.query_params["lang"] = "en"
    data = apptest.component_data(go(flood, ""), "stage")
    assert [event["id"] for event in data["inline"]["index"]["events"]] == ["ev-one"]
    assert 'data-event="ev-one"' in data["inline"]["timeline"]
    assert data["inline"]["map"].startswith("<svg")


def test_table_without_a_title_may_be_given_one() -> None:
    at = opened(table(HEADER, [GOOD]), "mine.csv")
    assert apptest.component_data(at, "page_head")["brand"] == "Untitled story"
    (field,) = [one for one in at.text_input if one.label.startswith("What is this story called?")]
    field.set_value("The crossing")
    next(one for one in at.button if one.label == "Call it so").click().run()
    apptest.assert_sound(at)
    assert apptest.component_data(go(at, ""), "page_head")["brand"] == "The crossing"
    go(at, "data")
    assert not [one for one in at.text_input if one.label.startswith("What is this story called?")]


def test_opened_story_is_hidden_from_other_sessions(flood: AppTest) -> None:
    go(flood, "")
    other = apptest.page_at("")
    apptest.assert_sound(other)
    assert apptest.component_data(other, "page_head")["brand"] == "Across the Táchira"
    assert "The flood" not in said(other)
    assert apptest.component_data(flood, "page_head")["brand"] == "The flood"
    # Nor does it when it asks for what the other has chosen.
    asked = apptest.page_at("", {"event": "ev-one"})
    assert "event: “ev-one” is not known here" in apptest.text_of(asked, "notices")


AMBIGUOUS_ROWS = [GOOD, ("02/03/2019", "Two ways", *GOOD[2:]), ("2019-03-09", "", *GOOD[2:])]


def open_ambiguous_table() -> AppTest:
    """Open a table with a date that may be of two days, up to the question about it."""
    params = {"region": "oriente", "event": "ev-x"}
    return opened(table(HEADER, AMBIGUOUS_ROWS), "mine.csv", params)


def click(at: AppTest, **wanted: str) -> None:
    """Click the button that has a label or a key."""
    ((name, value),) = wanted.items()
    next(button for button in at.button if getattr(button, name) == value).click().run()
    apptest.assert_sound(at)


def test_ambiguous_table_is_not_open_before_its_dates_are_settled() -> None:
    at = open_ambiguous_table()
    assert "Not open yet" in apptest.text_of(at, "intake-report")
    assert at.query_params["region"] == "oriente"


@pytest.fixture(scope="module")
def ambiguous() -> AppTest:
    at = open_ambiguous_table()
    click(at, label="Open with this")
    return at


DOUBTFUL_COLUMNS = ("c1", "c2")
DOUBTFUL_ROWS = [
    ("2019-03-01", "The bridge is closed"),
    ("2019-03-02", "Lorries cross the river"),
    ("2019-03-04", "The bridge is open"),
    ("43528", "A number of a spreadsheet"),
]


@pytest.fixture
def doubtful() -> AppTest:
    return opened(table(DOUBTFUL_COLUMNS, DOUBTFUL_ROWS), "mine.csv")


def labels_of_buttons(at: AppTest) -> list[str]:
    return [button.label for button in at.button]


def test_cells_are_not_asked_about_before_columns_are_confirmed(doubtful: AppTest) -> None:
    """An answer about cells reads the table anew, and would open it with the guessed columns."""
    assert STORY not in doubtful.session_state
    assert "Open with this" in labels_of_buttons(doubtful)
    assert "Apply to all" not in labels_of_buttons(doubtful)


def test_cells_are_asked_about_once_columns_are_confirmed(doubtful: AppTest) -> None:
    click(doubtful, label="Open with this")
    assert len(story_of(doubtful).dataset.events) == 3
    click(doubtful, label="Apply to all")
    assert len(story_of(doubtful).dataset.events) == 4


def test_opened_story_drops_the_filters_of_the_last_one(ambiguous: AppTest) -> None:
    assert "region" not in ambiguous.query_params


def test_banner_of_an_opened_story_counts_its_rows(ambiguous: AppTest) -> None:
    banner = apptest.text_of(ambiguous, "own-banner")
    assert "“mine.csv”. 3 rows read, 2 shown, 0 left out." in banner
    assert "1 row has no date that can be read: it is listed on the Data page." in banner
    assert "a link to it opens nothing" in banner


def test_problems_of_an_opened_story_are_listed_and_counted(ambiguous: AppTest) -> None:
    problems = apptest.text_of(ambiguous, "problems")
    assert "row 3date02/03/2019 can be read two ways; write 2019-03-02 or 2019-02-03." in problems
    # How rows were read is no problem, and is not counted as one.
    assert f"how to fix them ({problems.count('row ')})" in problems


def test_closed_story_gives_way_to_the_public_one() -> None:
    at = opened(table(HEADER, [GOOD]), "mine.csv")
    go(at, "")
    click(at, key="own-story-off")
    assert apptest.component_data(at, "page_head")["brand"] == "Across the Táchira"


def test_zotero_list_opens_alone_or_as_the_sources_of_a_table() -> None:
    at = opened(zotero(), "zotero.csv")
    report = apptest.text_of(at, "intake-report")
    assert "A list of sources: choose your table of events with it." in report
    assert "A report21 March 2019https://example.org/r" in report
    assert apptest.component_data(at, "page_head")["brand"] == "Across the Táchira"
    events = table(HEADER, [("2019-03-01", "Something", "", "", "", "AB12", "")])
    files = [("zotero.csv", zotero(), "text/csv"), ("mine.csv", events, "text/csv")]
    at.file_uploader[0].set_value(files).run()
    apptest.assert_sound(at)
    notes = apptest.text_of(at, "reading-notes")
    assert "events that name one of them by link, title or key: 1 of 1" in notes
    assert "No problems found." in apptest.text_of(at, "intake-report")
    assert not any(
        "problems marked" in (button.label or "") for button in at.get("download_button")
    )
    go(at, "sources")
    assert "A report" in said(at)
    # By itself, and asked for, each source is an event of its day.
    at = opened(zotero(), "zotero.csv")
    click(at, label="Show each source as an event of its day")
    assert "“zotero.csv”. 2 rows read, 2 shown" in apptest.text_of(at, "own-banner")


def test_unreadable_file_is_refused_with_the_reason() -> None:
    at = opened(b"MZ\x00", "x.csv")
    assert apptest.component_data(at, "page_head")["brand"] == "Across the Táchira"
    assert "this is not a text file" in apptest.text_of(at, "problems")
    assert "It was not opened" in apptest.text_of(at, "intake-report")


def test_markup_in_an_opened_file_is_escaped() -> None:
    rows = [("2024-05-01", EVIL, EVIL, 1, 2, EVIL, "https://example.org/a")]
    at = opened(table((*HEADER, "category"), [(*rows[0], "<b>k</b> **x**")]), "evil.csv")
    for slug in SLUGS:
        go(at, slug)
        for body in apptest.bodies(at):
            assert "<img src=x" not in body
            assert "<b>k</b>" not in body
        for spec, _ in apptest.charts(at):
            assert "<img" not in json.dumps(spec)
        for pills in at.get("button_group"):
            assert "**x**" not in str(getattr(pills, "options", ""))


@pytest.fixture(scope="module")
def many_events() -> AppTest:
    return opened(events_csv(3000), "many.csv")


def test_timeline_of_very_many_events_has_a_bar_for_each_month(many_events: AppTest) -> None:
    ((spec, _),) = apptest.charts(go(many_events, "timeline"))
    (bars,) = [trace for trace in spec["data"] if trace.get("name") == "bars"]
    assert sum(item[2] for item in bars["customdata"]) == 3000 > MOST_MARKS
    first, last, _ = bars["customdata"][0]
    assert date.fromisoformat(first).day == 1 < date.fromisoformat(last).day
    assert "bars count 3,000 events by month" in apptest.text_of(many_events, "key")


def test_list_of_very_many_events_has_pages_of_fifty(many_events: AppTest) -> None:
    go(many_events, "timeline")
    assert apptest.component_data(many_events, "event_list")["rows"].count("<li") == 50
    assert "1–50 of 3,000 events" in apptest.text_of(many_events, "text-pager")
    apptest.follow(many_events, "Next page")
    assert many_events.query_params["page"] == "2"
    assert "51–100 of 3,000 events" in apptest.text_of(many_events, "text-pager")
    del many_events.query_params["page"]


def test_map_of_very_many_events_clusters_its_places(many_events: AppTest) -> None:
    (deck,) = apptest.decks(go(many_events, "map"))
    (places,) = [layer["data"] for layer in deck["layers"] if layer["id"] == "circles"]
    assert len(places) < 300
    assert "places in" in " ".join(apptest.bodies(many_events))


def takes(at: AppTest) -> dict[str, dict[str, str]]:
    """What the buttons of files to take away ask for, by their words."""
    (sent,) = [*apptest.sent_to(at, "takes"), *apptest.sent_to(at, "live_page")]
    said = fromstring(f"<div>{sent.get('takes') or sent['html']}</div>")
    buttons = said.iterfind(".//button[@data-take]")
    return {button.text: json.loads(button.get("data-take")) for button in buttons}


def test_downloads_of_an_opened_story_have_its_secret_token(flood: AppTest) -> None:
    """Each is made when it is asked for: also the bibliographies, and the story as plain pages."""
    word = download_token(story_of(flood).intake)
    files = takes(go(flood, "data"))
    assert files["Published pages (ZIP)"]["name"] == "the-flood-site.zip"
    assert {one["address"].split("/")[3] for one in files.values()} == {word}
    own = takes(go(flood, "sources"))
    at = go(flood, "timeline")
    at.session_state[PANEL] = True
    at.run()
    apptest.assert_sound(at)
    for asked, stem in ((own, "bibliography"), (takes(at), "cited")):
        names = [urlsplit(one["address"]).path.removeprefix("./") for one in asked.values()]
        assert names == [f"takeaway/own/{word}/{stem}.{end}" for end in BIBLIOGRAPHIES]


def test_closed_story_is_freed_after_every_page_was_shown() -> None:
    """What the widgets of a page call holds its view, and the framework kept it for the session."""
    at = opened(package(), "flood.zip")
    gone = weakref.ref(story_of(at))
    for slug in SLUGS:
        go(at, slug)
    go(at, "data")
    click(at, key="own-story-off")
    gc.unfreeze()
    gc.collect()
    assert gone() is None


def test_main_module_has_no_reference_to_an_opened_story() -> None:
    """The framework keeps the names of the last script that was run, until another one is."""
    at = opened(package(), "flood.zip")
    go(at, "map")
    story = story_of(at)
    assert [name for name, value in vars(sys.modules["__main__"]).items() if value is story] == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Very many files are being read"), ("es", "En este momento se leen muchos archivos")],
)
def test_file_beyond_those_that_may_wait_is_refused_with_a_sentence(
    language: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = FairQueue(slots=1, most_waiting=0)
    monkeypatch.setattr(reading, "SMALL_FILES", queue)
    at = apptest.page_at("data", {"lang": language})

    with queue.turn(lambda _: None):
        at.file_uploader[0].upload("mine.csv", table(HEADER, [GOOD])).run()

    assert [error.value[: len(sentence)] for error in at.error] == [sentence]
    assert STORY not in at.session_state


def test_small_file_waits_for_no_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    full = FairQueue(slots=1, most_waiting=0)
    monkeypatch.setattr(reading, "LARGE_FILES", full)

    with full.turn(lambda _: None):
        at = opened(table(HEADER, [GOOD]), "mine.csv")

    assert STORY in at.session_state


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """A session whose reader has gone elsewhere while a file was being read."""
    with monkeypatch.context() as patch:
        patch.setattr(reading.work.workers, "run", lambda *_, **__: st.stop())
        return opened(table(HEADER, [GOOD]), "mine.csv")


@pytest.mark.parametrize("slug", ["", "timeline", "sources"])
def test_reading_that_was_interrupted_is_said_on_every_page(interrupted, slug: str) -> None:
    text = said(go(interrupted, slug))

    assert "“mine.csv” was being read when you left the Data page" in text


def test_notice_of_an_interrupted_reading_can_be_put_away(interrupted) -> None:
    page = go(interrupted, "timeline")
    next(button for button in page.button if button.label == "Go on without it").click().run()

    assert "when you left the Data page" not in said(page)
    assert "when you left the Data page" not in said(go(page, "sources"))


def test_reading_that_was_interrupted_begins_anew_while_the_file_is_chosen(interrupted) -> None:
    interrupted.run()

    assert story_of(interrupted).intake.name == "mine.csv"
    assert "when you left the Data page" not in said(interrupted)


OPEN_ROWS_TEXTS = [
    pytest.param("en", "Readers have very much open", id="English"),
    pytest.param("es", "En este momento hay mucho abierto", id="Spanish"),
]


@pytest.mark.parametrize(("language", "sentence"), OPEN_ROWS_TEXTS)
def test_story_beyond_the_rows_of_a_copy_is_refused_with_a_sentence(
    language: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All stories that sessions have open share the memory of the process."""
    other_session = opened(package(), "flood.zip")
    free_closed_stories()
    monkeypatch.setattr(reading, "MOST_OPEN_ROWS", count_open_rows())
    at = apptest.page_at("data", {"lang": language})
    at.file_uploader[0].upload("mine.csv", table(HEADER, [GOOD])).run()
    assert [error.value[: len(sentence)] for error in at.error] == [sentence]
    assert story_of(other_session).private


def test_closed_story_that_is_still_in_memory_takes_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A session's objects refer to each other in cycles: they go with the next collection."""
    gc.disable()
    try:
        other = opened(package(), "flood.zip")
        watched = weakref.ref(story_of(other))
        monkeypatch.setattr(reading, "MOST_OPEN_ROWS", count_open_rows())
        del other
        assert watched() is not None
        at = apptest.page_at("data", {"lang": "en"})
        at.file_uploader[0].upload("mine.csv", table(HEADER, [GOOD])).run()
    finally:
        gc.enable()
    assert not at.error
    assert watched() is None


def rows_of(count: int) -> list[tuple[str, ...]]:
    """Rows of one day that differ in their titles."""
    return [(GOOD[0], f"{number} {GOOD[1]}", *GOOD[2:]) for number in range(count)]


@pytest.mark.parametrize(("rows", "fits"), [(3, True), (4, False)], ids=["small", "large"])
def test_rows_are_kept_for_small_stories(
    rows: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_SMALL_STORY_ROWS", 3)
    monkeypatch.setattr(reading, "ROWS_KEPT_FOR_SMALL_STORIES", 10)
    free_closed_stories()
    monkeypatch.setattr(reading, "MOST_OPEN_ROWS", count_open_rows() + 10)
    at = apptest.page_at("data", {"lang": "en"})
    at.file_uploader[0].upload("mine.csv", table(HEADER, rows_of(rows))).run()
    assert (not at.error) == fits


def test_story_may_take_the_place_of_the_one_its_session_has_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = opened(package(), "flood.zip")
    monkeypatch.setattr(reading, "MOST_OPEN_ROWS", count_open_rows())
    go(at, "data")
    at.file_uploader[0].upload("mine.csv", table(HEADER, [GOOD])).run()
    assert not at.error
    assert count_rows(story_of(at).dataset) == 1


UNDATED = ("s/f", "Nobody knows when", "Cúcuta", 7.89, -72.5, "El Diario", "https://example.org/b")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "1 row of your file is not in them"),
        ("es", "1 fila de su archivo no está en ellos"),
    ],
)
def test_data_page_counts_the_rows_that_its_files_do_not_have(language, sentence) -> None:
    at = opened(table(HEADER, [GOOD, UNDATED]), "mine.csv", {"lang": language})
    assert sentence in " ".join(apptest.bodies(at))


def test_data_page_counts_no_rows_where_all_are_shown(flood: AppTest) -> None:
    flood.query_params["lang"] = "en"
    assert "not in them" not in " ".join(apptest.bodies(go(flood, "data")))
