"""Pictures and other addresses beside the pages, through all layers, and what is said of faults."""

import gzip
import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.drawing.svg import paint
from components.export.api_addresses import ADDRESSES, openapi_document
from components.export.view_files import build_context
from components.i18n import i18n_for
from components.presentation.context import read_address
from components.presentation.notices import format_notice
from components.presentation.pictures import (
    PARTS_BUILDERS,
    draw_picture,
    draw_play_frames,
    picture_view,
)
from components.presentation.stories import public_story
from components.query.view import read_view
from components.server import public_files
from components.server.application import list_middleware, list_routes
from components.server.job_queue import JobQueue
from components.server.routes import find_address_problems
from components.work.memory import SingleFlightCache as Kept
from tests.support.cases import for_each, leading
from tests.support.data import DATA
from tests.support.drawing import box_of, clipped, overlaps, read, words

FILTERED = [
    {},
    {"from": "2019-02-22", "to": "2019-02-28", "counts": "change"},
    {"region": "oriente", "q": "hotel", "counts": "earlier", "measure": "hotels"},
    {"extent": "border", "zoom": "april", "measure": "still-present"},
    {"q": "zzzz"},
]


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(
        Starlette(routes=list_routes(), middleware=list_middleware()), "http://localhost:8501"
    )


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
    ctx = build_context(picture_view(kind, view), params.get("lang", "en"), kind)
    return paint(draw_picture(kind, ctx, form))


def labels(file: str) -> list[str]:
    groups = read(file).iter("{*}g")
    return sorted(g.get("aria-label") for g in groups if g.get("role") == "img")


def said(svg: str) -> str:
    return " ".join(w.text for w in words(svg)).replace("\u00a0", " ")


@pytest.mark.parametrize("language", leading(["es", "en"]))
@for_each("form", ["wide", "square"])
@for_each("kind", PARTS_BUILDERS)
@for_each("params", FILTERED)
def test_in_a_form_of_a_fixed_size_nothing_is_cut_or_lies_on_another(
    client, kind, form, language, params
):
    svg = svg_of(client, kind, **{**params, "lang": language, "form": form})
    assert box_of(svg) == {"wide": (1200, 630), "square": (1080, 1080)}[form]
    assert clipped(svg) == []
    assert overlaps(words(svg)) == []


def test_the_timeline_is_played_day_by_day(client):
    params = {"lang": "en", "from": "2019-02-22", "to": "2019-02-25"}
    answer = client.get("/pictures/play.webp", params=params)
    assert answer.headers["content-type"] == "image/webp"
    assert "-play-filtered.webp" in answer.headers["content-disposition"]
    film = Image.open(io.BytesIO(answer.content))
    assert film.n_frames == 4
    _, view, _ = read_address({name: [value] for name, value in params.items()})
    frames = list(map(paint, draw_play_frames(build_context(view, "en", "timeline"))))
    said = [{w.text for w in words(svg)} for svg in frames]
    assert [f"{n} February 2019" in said[n - 22] for n in range(22, 26)] == [True] * 4
    pale = [len(read(svg).xpath("//*[@opacity]")) for svg in frames]
    assert pale == sorted(pale, reverse=True)
    assert pale[0] > pale[-1] == 0
    for svg in frames:
        assert DATA.version in " ".join(w.text for w in words(svg))
        assert clipped(svg) == []
        assert overlaps(words(svg)) == []


def test_what_a_reader_types_is_text_and_nothing_else(client):
    svg = svg_of(client, "timeline", q='<script>alert("x")</script>')
    assert "<script" not in svg
    assert '<script>alert("x")</script>' in said(svg)


@for_each(
    "query",
    ["find=f7", "panel=teacher", "page=3", "table=claims", "step=2", "cite=chicago",
     "counts=change", "sort=date", "column=id", "check=9", "evidence=shown", "utm_source=mail",
     "zoom=all"],
)  # fmt: skip
def test_what_changes_nothing_in_a_picture_makes_no_other_picture(client, monkeypatch, query):
    made = []
    monkeypatch.setattr(public_files, "file_bytes", lambda *a: made.append(a) or b"<svg/>")
    monkeypatch.setattr(public_files, "file_queue", JobQueue(1, 8, 8))
    assert client.get("/pictures/timeline.svg?q=s").content == b"<svg/>"
    assert client.get(f"/pictures/timeline.svg?{query}&q=s").content == b"<svg/>"
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
    assert [kept.get(key, lambda: "made anew") for key in "bca"] == [8, 9, "made anew"]


@pytest.mark.parametrize("part", ["index.json", "timeline.svg", "list.svg", "map.svg"])
def test_a_part_is_sent_compressed_through_all_layers_and_kept(
    client: TestClient, part: str
) -> None:
    answer = client.get(
        f"/stage/{part}?lang=en&mode=light&story={public_story().mark}&w=900&h=560",
        headers={"accept-encoding": "gzip"},
    )
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert len(gzip.compress(answer.content)) < len(answer.content) / 2


def test_the_document_is_valid(client):
    answer = client.get("/api/openapi.json")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["etag"]
    found = answer.json()
    assert found["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(found).validate()
    assert found == openapi_document(public_story(), "")
    assert openapi_document(public_story(), "/story")["servers"] == [{"url": "/story"}]


@for_each("address", ADDRESSES)
def test_an_address_answers_as_it_is_described(client, address):
    answer = client.get(address.path, params={"q": "Cúcuta"} if "q" in address.param_names else {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].partition(";")[0] == address.media_type
    # A misspelt filter is refused wherever a view is asked for.
    if "region" in address.param_names:
        assert client.get(address.path, params={"regions": "oriente"}).status_code == 400
        assert client.get(address.path, params={"utm_source": "x"}).status_code == 200


def test_names_are_known_let_be_or_refused():
    passed = ("region", "q", "utm_source", "utm_id", "fbclid", "gclid", "msclkid", "mc_cid", "_ga")
    assert find_address_problems({name: [""] for name in passed}, (), i18n_for("en")) == []
    found = find_address_problems(
        {"form": ["x"], "sources": ["y"], "zzzz": [""]}, (), i18n_for("en")
    )
    assert [one["nearest"] for one in found] == ["from", "source", None]


def test_of_very_many_unknown_names_and_values_the_first_ten_are_named_and_the_rest_counted():
    params = {f"regoin{n}": ["x"] for n in range(4_000)}
    found = find_address_problems(params, (), i18n_for("en"))
    assert len(found) == 11
    assert found[0]["nearest"] == "region"
    assert found[-1]["problem"] == "3,990 more names are no parameters, either."
    _, notices = read_view({"region": [f"r{n}" for n in range(500)]}, DATA)
    told = [format_notice(notice, i18n_for("en")) for notice in notices]
    assert len(told) == 11
    assert told[-1] == "region: 490 more values are not known here."
