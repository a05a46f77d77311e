"""Pictures by address: what they hold, that they are what they say, and what is refused."""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.domain.evidence.headlines import regional_counts
from components.domain.limits import MOST_FRAMES
from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.domain.views.filters import Filters
from components.drawing.svg import paint
from components.presentation import scenes
from components.presentation.context import read_address
from components.presentation.pictures import KINDS, frame_days, picture, picture_view, play_frames
from components.presentation.work.single_flight import SingleFlightCache as Kept
from components.presentation.work.tasks import context_of
from components.presentation.work.workers import WorkFailedError
from components.server import pictures
from components.server.jobs import JobQueue
from tests.support.cases import for_each, in_turn, leading
from tests.support.drawing import box_of, clipped, ids, overlaps, read, words
from tests.support.words import i18n_for

DATA = load_dataset(DEFAULT_DATA)
DOCUMENTS = {s.custom.short for s in DATA.sources.values() if s.custom.tier == "document"}

FILTERED = [
    {},
    {"from": "2019-02-22", "to": "2019-02-28", "counts": "change"},
    {"region": "oriente", "q": "hotel", "counts": "earlier", "measure": "hotels"},
    {"extent": "border", "zoom": "april", "measure": "still-present"},
    {"q": "zzzz"},
]


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=pictures.ROUTES))


def svg_of(client: TestClient, kind: str, **params: str) -> str:
    answer = client.get(f"/pictures/{kind}.svg", params=params)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    drawn = drawing_of(kind, **params)
    # The file has the outlines of just these texts.
    assert labels(answer.text) == sorted(w.text for w in words(drawn) if w.text)
    return drawn


def drawing_of(kind: str, form: str = "tall", **params: str) -> str:
    """The same picture before its texts are made outlines, to see where they stand."""
    _, view, notices = read_address({name: [value] for name, value in params.items()})
    assert not notices
    ctx = context_of(picture_view(kind, view), params.get("lang", "en"), kind)
    return paint(picture(kind, ctx, form))


def labels(file: str) -> list[str]:
    """What the outlines of a file say."""
    groups = read(file).iter("{*}g")
    return sorted(g.get("aria-label") for g in groups if g.get("role") == "img")


def said(svg: str) -> str:
    return " ".join(w.text for w in words(svg)).replace("\u00a0", " ")


@pytest.mark.parametrize("kind", KINDS)
def test_a_png_is_wide_enough_to_print_and_is_not_blank(client, kind):
    answer = client.get(f"/pictures/{kind}.png", params={"lang": "es"})
    assert answer.headers["content-type"] == "image/png"
    assert f"across-the-tachira-{kind}.png" in answer.headers["content-disposition"]
    image = Image.open(io.BytesIO(answer.content))
    assert image.width >= 2400
    colours = image.convert("RGB").getcolors(maxcolors=1_000_000)
    assert len(colours) > 100


@pytest.mark.parametrize(("kind", "language"), in_turn([*KINDS], ["es", "en"]))
def test_a_picture_carries_its_words_sources_and_the_date_of_the_data(client, kind, language):
    text = said(svg_of(client, kind, lang=language))
    i18n = i18n_for(language)
    assert DATA.version in text
    assert i18n.day(DATA.created) in text
    assert "CC BY 4.0" in text
    assert i18n.t("The story") in text
    assert all(name in text for name in DOCUMENTS)
    assert {"en": "Sources:", "es": "Fuentes:"}[language] in text
    assert {"en": "Shown:", "es": "A la vista:"}[language] in text
    assert ("Natural Earth" in text) == (kind == "map")


@pytest.mark.parametrize("language", leading(["es", "en"]))
@for_each("kind", KINDS)
@for_each(
    "params",
    [
        {},
        {"zoom": "february", "counts": "change", "measure": "force-size"},
        {"from": "2019-04-01", "extent": "border", "measure": "share", "tier": "document"},
        {"region": "oriente", "q": "hotel", "counts": "earlier", "measure": "hotels"},
    ],
)
def test_no_text_around_a_picture_lies_on_another_or_is_cut(client, kind, language, params):
    svg = svg_of(client, kind, lang=language, **params)
    outer = words(svg)
    assert outer
    assert overlaps(outer) == []
    assert clipped(svg) == []


@pytest.mark.parametrize("language", leading(["es", "en"]))
@for_each("form", ["wide", "square"])
@for_each("kind", KINDS)
@for_each("params", FILTERED)
def test_in_a_form_of_a_fixed_size_nothing_is_cut_or_lies_on_another(
    client, kind, form, language, params
):
    svg = svg_of(client, kind, **{**params, "lang": language, "form": form})
    assert box_of(svg) == {"wide": (1200, 630), "square": (1080, 1080)}[form]
    assert clipped(svg) == []
    assert overlaps(words(svg)) == []


@pytest.mark.parametrize(("form", "size"), [("wide", (1200, 630)), ("square", (1080, 1080))])
def test_a_png_of_a_form_has_its_size_and_its_name(client, form, size):
    answer = client.get(
        "/pictures/map.png", params={"lang": "en", "form": form, "tier": "document"}
    )
    assert Image.open(io.BytesIO(answer.content)).size == size
    assert f"-map-{form}-filtered.png" in answer.headers["content-disposition"]


def test_the_timeline_is_played_day_by_day(client):
    params = {"lang": "en", "from": "2019-02-22", "to": "2019-02-25"}
    answer = client.get("/pictures/play.webp", params=params)
    assert answer.headers["content-type"] == "image/webp"
    assert "-play-filtered.webp" in answer.headers["content-disposition"]
    film = Image.open(io.BytesIO(answer.content))
    assert film.n_frames == 4
    _, view, _ = read_address({name: [value] for name, value in params.items()})
    frames = list(map(paint, play_frames(context_of(view, "en", "timeline"))))
    said = [{w.text for w in words(svg)} for svg in frames]
    assert [f"{n} February 2019" in said[n - 22] for n in range(22, 26)] == [True] * 4
    pale = [len(read(svg).xpath("//*[@opacity]")) for svg in frames]
    assert pale == sorted(pale, reverse=True)
    assert pale[0] > pale[-1] == 0
    for svg in frames:
        assert DATA.version in " ".join(w.text for w in words(svg))
        assert clipped(svg) == []
        assert overlaps(words(svg)) == []


def test_many_days_are_played_every_few():
    days = frame_days(date(2019, 1, 1), date(2019, 5, 31))
    assert len(days) <= MOST_FRAMES + 1
    assert (days[0], days[-1]) == (date(2019, 1, 1), date(2019, 5, 31))
    assert frame_days(date(2019, 1, 1), date(2019, 1, 1)) == [date(2019, 1, 1)]


def test_a_form_that_there_is_not_is_refused_with_those_there_are(client):
    answer = client.get("/pictures/map.svg?lang=en&form=round")
    assert answer.status_code == 400
    assert all(form in answer.text for form in ("tall", "wide", "square"))
    assert client.get("/pictures/map.svg?lang=en&form=tall").status_code == 200


@pytest.mark.parametrize("language", leading(["es", "en"]))
def test_a_map_of_a_change_says_the_change_and_credits_its_own_sources(client, language):
    svg = svg_of(client, "map", lang=language, counts="change")
    title = read(svg).find("{*}title").text
    assert "411" in title
    assert "567" in title
    text = said(svg)
    i18n = i18n_for(language)
    assert i18n.t("the earlier day within the later one") in text
    assert i18n.t("place of an event") in text
    latest = drawing_of("map", lang=language)
    assert i18n.t("the earlier day within the later one") not in said(latest)
    counted = [c for day in regional_counts(DATA, Filters())[-2:] for c in day]
    sources = {c.source_id for claim in counted for c in DATA.citations_of(claim.id)}
    line = text[text.index(i18n.t("Counts by region.")) : text.index(i18n.t("Places of events."))]
    named = {
        key for key, s in DATA.sources.items() if i18n.source(s).replace("\u00a0", " ") in line
    }
    assert named == sources


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_says_whom_it_is_about_and_where_its_view_is(client, kind):
    text = said(svg_of(client, kind, lang="en", tier="document"))
    assert "Venezuelan soldiers and police who fled to Colombia." in text
    assert f"/{kind}?tier=document&lang=en" in text
    answer = client.get(f"/pictures/{kind}.svg?lang=en", headers={"host": "story.example.org"})
    assert f"story.example.org/{kind}?lang=en" in " ".join(labels(answer.text))


def test_an_empty_timeline_says_so_and_has_no_key(client):
    text = said(svg_of(client, "timeline", q="zzzz", lang="en"))
    assert "No event in the story fits this view" in text
    assert not any(sign in text for sign in ("day stated", "day inferred", "several days"))


def test_the_sentence_of_a_part_of_the_timeline_counts_what_is_drawn(client):
    svg = svg_of(client, "timeline", zoom="february", lang="en")
    assert f"{len(ids(svg, 'event'))} of 43 events" in said(svg)


def test_the_key_of_the_figures_has_no_shape_that_is_not_drawn():
    days = {"from": "2019-02-23", "to": "2019-02-24"}
    # On these days soldiers and police alone are counted, in squares.
    assert "<circle" not in drawing_of("figures", **days)
    assert "<circle" in drawing_of("figures")


@pytest.mark.parametrize(
    ("language", "days", "title"),
    [
        ("en", ("2019-02-23", "2019-02-24"), "5 events, 2 of them certainly in these dates"),
        ("es", ("2019-02-23", "2019-02-23"), "5 hechos, 2 de ellos con certeza en estas fechas"),
        ("en", ("2019-03-20", "2019-05-02"), "The events in order of date"),
    ],
)
def test_the_title_counts_days_of_the_view_and_the_subtitle_names_its_region(
    client, language, days, title
):
    params = {"from": days[0], "to": days[1], "region": "oriente", "lang": language}
    text = said(svg_of(client, "timeline", **params))
    assert title in text
    place = DATA.regions["oriente"].label_es if language == "es" else DATA.regions["oriente"].label
    subtitle, _, notes = text.partition(
        i18n_for(language).t("Shown: {parts}.", parts="").strip(". ")
    )
    assert place in subtitle
    assert place in notes


def test_the_filters_are_said_and_obeyed(client):
    svg = svg_of(client, "timeline", category="border", source="npr")
    text = said(svg)
    i18n = i18n_for("en")
    assert "of the kind At the border" in text
    assert f"cited from {i18n.source(DATA.sources['npr'])}" in text
    shown = ids(svg, "event")
    assert shown
    assert {DATA.events[key].category for key in shown} == {"border"}
    assert all(any(c.source_id == "npr" for c in DATA.citations_of(key)) for key in shown)


def test_only_the_sources_of_what_is_drawn_are_named(client):
    text = said(svg_of(client, "timeline", tier="document"))
    assert "Corroborating" not in text
    assert all(name in text for name in DOCUMENTS)


def test_the_key_of_a_timeline_has_the_signs_that_are_drawn_and_no_other(client):
    whole = said(svg_of(client, "timeline"))
    for sign in ("day stated", "day inferred", "some day in this span", "several days"):
        assert sign in whole
    # That day has events with a day of their own alone.
    one = said(svg_of(client, "timeline", **{"from": "2019-05-01", "to": "2019-05-01"}))
    assert "day stated" in one
    assert "several days" not in one
    assert "some day in this span" not in one


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "bars count the events by week"), ("es", "las barras cuentan los hechos por semana")],
)
def test_a_timeline_that_counts_its_events_has_the_key_of_its_bars(language, words, monkeypatch):
    monkeypatch.setattr(scenes, "MOST_MARKS", 5)
    svg = drawing_of("timeline", lang=language)
    assert "timeline counted" in svg
    assert words in said(svg)
    assert i18n_for(language).t("day stated") not in said(svg)


def test_the_sentence_of_a_map_counts_the_events_whose_places_are_drawn():
    for params in ({}, {"extent": "border"}, {"region": "guajira"}):
        svg = drawing_of("map", **params)
        drawn = ids(svg, "place")
        events = [e for e in DATA.events.values() if e.place_id in drawn]
        assert f"Shown: the places of {len(events)} of {len(DATA.events)} events" in said(svg)
    assert len(events) < len(DATA.events)


def test_the_key_of_a_map_has_the_signs_of_what_is_chosen():
    plain = said(drawing_of("map"))
    chosen = said(drawing_of("map", region="oriente", event="ev-2019-04-30-rush-to-bridge"))
    for sign in ("chosen region", "place of the chosen event"):
        assert sign not in plain
        assert sign in chosen


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_without_anything_still_gives_a_picture_that_says_so(client, kind):
    text = said(svg_of(client, kind, q="zzzz"))
    assert "“zzzz”" in text
    assert DATA.version in text


def test_what_a_reader_types_is_text_and_nothing_else(client):
    svg = svg_of(client, "timeline", q='<script>alert("x")</script>')
    assert "<script" not in svg
    assert '<script>alert("x")</script>' in said(svg)


@pytest.mark.parametrize(
    ("address", "status", "message"),
    [
        ("/pictures/map.png?region=mars&lang=en", 400, "region: “mars” is not known here"),
        ("/pictures/map.png?region=mars&lang=es", 400, "No se hizo la imagen"),
        ("/pictures/timeline.svg?from=soon", 400, "Write it like 2019-02-23"),
        ("/pictures/timeline.svg?from=2019-03-01&to=2019-02-01", 400, "swapped"),
        ("/pictures/cake.png", 404, "timeline.png"),
        ("/pictures/map.gif?lang=es", 404, "Esa imagen no existe"),
    ],
)
def test_what_cannot_be_used_is_refused_with_what_can(client, address, status, message):
    answer = client.get(address)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/plain")
    assert message in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_without_a_language_the_browser_s_is_used(client):
    answer = client.get("/pictures/timeline.svg", headers={"accept-language": "es-CO,es;q=0.9"})
    assert "Hechos por tipo y fecha" in answer.text


def test_a_picture_is_made_once_and_then_kept(client, monkeypatch):
    made = []
    real = pictures.picture_bytes
    monkeypatch.setattr(pictures, "picture_bytes", lambda *a: made.append(a) or real(*a))
    params = {"lang": "en", "from": "2019-02-21"}
    first = client.get("/pictures/timeline.svg", params=params)
    # The order of the parameters and those at their default make no other view.
    again = client.get("/pictures/timeline.svg?from=2019-02-21&zoom=all&lang=en")
    assert first.content == again.content
    assert len(made) == 1


@pytest.mark.parametrize(
    "query",
    ["find=f7", "panel=teacher", "page=3", "table=claims", "step=2", "cite=chicago",
     "counts=change", "sort=date", "column=id", "check=9", "evidence=shown", "utm_source=mail"],
)  # fmt: skip
def test_what_changes_nothing_in_a_picture_makes_no_other_picture(client, monkeypatch, query):
    made = []
    monkeypatch.setattr(pictures, "picture_bytes", lambda *a: made.append(a) or b"<svg/>")
    monkeypatch.setattr(pictures, "queue", JobQueue(1, 8, 8))
    assert client.get("/pictures/timeline.svg?q=s").content == b"<svg/>"
    assert client.get(f"/pictures/timeline.svg?q=s&{query}").content == b"<svg/>"
    assert len(made) == 1


@pytest.mark.parametrize("name", ["fron", "From", "regoin", "catagory", "x"])
def test_a_name_that_is_no_parameter_is_refused_with_the_nearest(client, name):
    answer = client.get(f"/pictures/timeline.svg?lang=en&{name}=2019-02-23")
    assert answer.status_code == 400
    assert f"“{name}” is not a parameter" in answer.text
    nearest = {"fron": "from", "From": "from", "regoin": "region", "catagory": "category"}.get(name)
    assert ("Did you mean" in answer.text) == (nearest is not None)
    assert nearest is None or f"“{nearest}”?" in answer.text


def test_a_picture_that_the_reader_has_is_not_sent_again(client):
    first = client.get("/pictures/map.svg?lang=en")
    assert first.headers["vary"] == "Accept-Language"
    assert first.headers["access-control-allow-origin"] == "*"
    again = client.get(
        "/pictures/map.svg?lang=en", headers={"if-none-match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(
        "/pictures/map.svg?lang=es", headers={"if-none-match": first.headers["etag"]}
    )
    assert other.status_code == 200


def test_more_than_may_wait_are_told_when_to_ask_again(client, monkeypatch):
    gate = threading.Event()
    monkeypatch.setattr(pictures, "picture_bytes", lambda *_: gate.wait(60) and b"<svg/>")
    monkeypatch.setattr(pictures, "queue", JobQueue(1, 1, 8))
    with ThreadPoolExecutor(2) as pool:
        first = [pool.submit(client.get, f"/pictures/timeline.svg?q={q}") for q in "ab"]
        while len(pictures.queue._jobs) < 2:
            threading.Event().wait(0.01)
        busy = client.get("/pictures/timeline.svg?q=c")
        gate.set()
        assert [one.result().status_code for one in first] == [200, 200]
    assert busy.status_code == 429
    assert int(busy.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("reason", "status", "said"),
    [("time", 503, "too long"), ("memory", 503, "memory"), ("crash", 500, "could not be made")],
)
def test_what_could_not_be_made_is_said(client, monkeypatch, reason, status, said):
    def fails(*_: object) -> bytes:
        raise WorkFailedError(reason)

    monkeypatch.setattr(pictures, "picture_bytes", fails)
    answer = client.get(f"/pictures/timeline.svg?lang=en&q={reason}")
    assert answer.status_code == status
    assert said in answer.text


def test_two_who_ask_at_once_have_it_made_once_and_no_more_is_kept_than_there_is_room_for():
    kept: Kept[int] = Kept(2)
    made, gate = [], threading.Event()

    def slow() -> int:
        made.append(1)
        gate.wait(5)
        return 7

    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(kept.get, "a", slow) for _ in range(4)]
        gate.set()
        assert [w.result() for w in waiting] == [7, 7, 7, 7]
    assert len(made) == 1
    kept.get("b", lambda: 8)
    kept.get("c", lambda: 9)
    assert (kept.find("a"), kept.find("b"), kept.find("c")) == (None, 8, 9)


def test_a_failure_is_passed_on_and_the_next_one_may_try_again():
    kept: Kept[int] = Kept(2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 5) == 5


def test_no_lock_stays_behind_for_what_was_made_or_found():
    kept: Kept[int] = Kept(3)
    for key in range(50):
        for _ in range(2):
            assert kept.get(key, lambda key=key: key) == key
    tables = [len(held) for held in vars(kept).values() if isinstance(held, Mapping)]
    assert sum(tables) == 3, "the three values that are kept, and no lock"
