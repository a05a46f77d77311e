"""Pictures by address: what they hold, that they are what they say, and what is refused."""

from __future__ import annotations

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.domain.package import DEFAULT_DATA, load_dataset
from components.i18n import i18n_for
from components.presentation.charts.pictures import KINDS
from components.presentation.single_flight import SingleFlightCache as Kept
from components.server import pictures
from tests.support.drawing import clipped, ids, overlaps, words

DATA = load_dataset(DEFAULT_DATA)
DOCUMENTS = {s.custom.short for s in DATA.sources.values() if s.custom.tier == "document"}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=pictures.ROUTES))


def svg_of(client: TestClient, kind: str, **params: str) -> str:
    answer = client.get(f"/pictures/{kind}.svg", params=params)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return answer.text


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


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_carries_its_words_sources_and_the_date_of_the_data(client, kind, language):
    text = said(svg_of(client, kind, lang=language))
    i18n = i18n_for(language)
    assert DATA.version in text
    assert i18n.day(DATA.created) in text
    assert "CC BY 4.0" in text
    assert i18n.t("Across the Táchira") in text
    assert all(name in text for name in DOCUMENTS)
    assert {"en": "Sources:", "es": "Fuentes:"}[language] in text
    assert {"en": "Shown:", "es": "A la vista:"}[language] in text
    assert ("Natural Earth" in text) == (kind == "map")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "params",
    [
        {},
        {"zoom": "february", "counts": "change", "measure": "force-size"},
        {"from": "2019-04-01", "extent": "border", "measure": "share", "tier": "document"},
        {"region": "oriente", "q": "hotel", "counts": "earlier", "measure": "hotels"},
    ],
    ids=["all", "february", "documents", "searched"],
)
def test_no_text_around_a_picture_lies_on_another_or_is_cut(client, kind, language, params):
    svg = svg_of(client, kind, lang=language, **params)
    outer = words(svg, nested=False)
    assert outer
    assert overlaps(outer) == []
    assert clipped(svg) == []


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


def test_the_days_of_a_part_of_the_timeline_are_said(client):
    assert "20–28 February 2019" in said(svg_of(client, "timeline", zoom="february"))


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
    picture = pictures.picture
    monkeypatch.setattr(pictures, "picture", lambda *a: made.append(a) or picture(*a))
    params = {"lang": "en", "from": "2019-02-21"}
    first = client.get("/pictures/timeline.svg", params=params)
    # The order of the parameters and those at their default make no other view.
    again = client.get("/pictures/timeline.svg?from=2019-02-21&zoom=all&lang=en")
    assert first.content == again.content
    assert len(made) == 1


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
