"""Pictures, the API description and unknown parameters."""

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
from components.export.pictures import (
    PARTS_BUILDERS,
    draw_picture,
    draw_play_frames,
    picture_view,
    shown_page,
)
from components.i18n import i18n_for
from components.loading.served_story import public_story
from components.presentation.context import file_context, read_address
from components.presentation.notices import format_notice
from components.query.view import read_view
from components.server import public_files
from components.server.application import list_middleware, list_routes
from components.server.job_queue import JobQueue
from components.server.routes import find_address_problems
from components.work.memory import SingleFlightCache as Kept
from tests.support.cases import first_cases
from tests.support.data import DATA
from tests.support.drawing import (
    box_of,
    list_clipped_texts,
    list_overlaps,
    list_text_lines,
    parse_svg,
)

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
    assert labels(answer.text) == sorted(line.text for line in list_text_lines(drawn) if line.text)
    return drawn


def drawing_of(kind: str, form: str = "tall", **params: str) -> str:
    """The same picture before its texts are made outlines, to see where they stand."""
    _, view, notices = read_address({name: [value] for name, value in params.items()})
    assert not notices
    ctx = file_context(picture_view(kind, view), params.get("lang", "en"), kind)
    address = f"localhost:8501/{shown_page(kind, ctx.view, ctx.i18n.language)}"
    return paint(draw_picture(kind, ctx, form, address))


def labels(file: str) -> list[str]:
    groups = parse_svg(file).iter("{*}g")
    return sorted(group.get("aria-label") for group in groups if group.get("role") == "img")


def said(svg: str) -> str:
    return " ".join(line.text for line in list_text_lines(svg)).replace("\u00a0", " ")


@pytest.mark.parametrize("language", first_cases(["es", "en"]))
@pytest.mark.parametrize("form", ["wide", "square"])
@pytest.mark.parametrize("kind", PARTS_BUILDERS)
@pytest.mark.parametrize("params", FILTERED)
def test_pictures_of_a_fixed_size_have_no_overlaps(client, kind, form, language, params):
    svg = svg_of(client, kind, **{**params, "lang": language, "form": form})
    assert box_of(svg) == {"wide": (1200, 630), "square": (1080, 1080)}[form]
    assert list_clipped_texts(svg) == []
    assert list_overlaps(list_text_lines(svg)) == []


PLAYED = {"lang": "en", "from": "2019-02-22", "to": "2019-02-25"}


def test_played_timeline_is_an_animation_of_a_frame_a_day(client):
    answer = client.get("/pictures/play.webp", params=PLAYED)
    assert answer.headers["content-type"] == "image/webp"
    assert "-play-filtered.webp" in answer.headers["content-disposition"]
    assert Image.open(io.BytesIO(answer.content)).n_frames == 4


@pytest.fixture(scope="module")
def play_frames() -> list[str]:
    """The frames of the days of PLAYED as SVG."""
    _, view, _ = read_address({name: [value] for name, value in PLAYED.items()})
    return list(map(paint, draw_play_frames(file_context(view, "en", "timeline"))))


def test_each_frame_of_the_played_timeline_names_its_day_and_the_version(play_frames):
    for day, svg in enumerate(play_frames, start=22):
        texts = {word.text for word in list_text_lines(svg)}
        assert f"{day} February 2019" in texts
        assert DATA.version in " ".join(texts)


def test_frames_of_the_played_timeline_pale_fewer_events_each_day(play_frames):
    pale_counts = [len(parse_svg(svg).xpath("//*[@opacity]")) for svg in play_frames]
    assert pale_counts == sorted(pale_counts, reverse=True)
    assert pale_counts[0] > pale_counts[-1] == 0


def test_frames_of_the_played_timeline_have_no_overlaps(play_frames):
    for svg in play_frames:
        assert list_clipped_texts(svg) == []
        assert list_overlaps(list_text_lines(svg)) == []


@pytest.mark.parametrize(
    ("setting", "printed"),
    [
        ("", "localhost:8501/map?region=oriente&lang=es"),
        ("https://news.example/story", "news.example/story/map?region=oriente&lang=es"),
    ],
    ids=["of the request", "of the setting"],
)
def test_a_picture_names_the_address_that_its_server_is_reached_by(
    client, monkeypatch, setting, printed
):
    monkeypatch.setenv("STORY_ADDRESS", setting)
    svg = client.get("/pictures/map.svg?lang=es&region=oriente").text
    assert printed in "".join(labels(svg)).replace("\u200b", "")


def test_typed_markup_is_escaped_in_a_picture(client):
    svg = svg_of(client, "timeline", q='<script>alert("x")</script>')
    assert "<script" not in svg
    assert '<script>alert("x")</script>' in said(svg)


@pytest.mark.parametrize(
    "query",
    ["find=f7", "panel=teacher", "page=3", "table=claims", "step=2", "cite=chicago",
     "counts=change", "sort=date", "column=id", "check=9", "evidence=shown", "utm_source=mail",
     "zoom=all"],
)  # fmt: skip
def test_parameters_without_effect_share_a_cached_picture(client, monkeypatch, query):
    made = []
    monkeypatch.setattr(
        public_files, "file_bytes", lambda *arguments: made.append(arguments) or b"<svg/>"
    )
    monkeypatch.setattr(public_files, "file_queue", JobQueue(1, 8, 8))
    assert client.get("/pictures/timeline.svg?q=s").content == b"<svg/>"
    assert client.get(f"/pictures/timeline.svg?{query}&q=s").content == b"<svg/>"
    assert len(made) == 1


def test_concurrent_requests_share_one_computation_in_a_bounded_cache():
    kept: Kept[int] = Kept(2)
    made, gate = [], threading.Event()

    def slow() -> int:
        made.append(1)
        gate.wait(5)
        return 7

    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(kept.get, "a", slow) for _ in range(4)]
        gate.set()
        assert [answer.result() for answer in waiting] == [7, 7, 7, 7]
    assert len(made) == 1
    kept.get("b", lambda: 8)
    kept.get("c", lambda: 9)
    assert [kept.get(key, lambda: "made anew") for key in "bca"] == [8, 9, "made anew"]


@pytest.mark.parametrize("part", ["index.json", "timeline.svg", "list.svg", "map.svg"])
def test_stage_part_is_compressed_and_immutable(client: TestClient, part: str) -> None:
    answer = client.get(
        f"/stage/{part}?lang=en&mode=light&story={public_story().mark}&w=900&h=560",
        headers={"accept-encoding": "gzip"},
    )
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert len(gzip.compress(answer.content)) < len(answer.content) / 2


@pytest.mark.parametrize(
    ("file", "slug"),
    [("share.html", ""), ("timeline-share.html", "timeline"), ("map-share.html", "map")],
)
def test_menu_of_a_first_document_has_the_link_of_its_view(
    client: TestClient, file: str, slug: str
) -> None:
    answer = client.get(f"/stage/{file}?lang=es&region=oriente")
    assert answer.headers["content-type"].startswith("text/html")
    link = f"{client.base_url}/{slug}?lang=es&amp;region=oriente"
    assert f">{link}</textarea>" in answer.text


def test_openapi_document_is_valid(client):
    answer = client.get("/api/openapi.json")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["etag"]
    found = answer.json()
    assert found["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(found).validate()
    assert found == openapi_document(public_story(), "")
    assert openapi_document(public_story(), "/story")["servers"] == [{"url": "/story"}]


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address.path)
def test_documented_address_has_its_media_type_and_parameters(client, address):
    answer = client.get(address.path, params={"q": "Cúcuta"} if "q" in address.param_names else {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].partition(";")[0] == address.media_type
    # A misspelt filter is refused wherever a view is asked for.
    if "region" in address.param_names:
        assert client.get(address.path, params={"regions": "oriente"}).status_code == 400
        assert client.get(address.path, params={"utm_source": "x"}).status_code == 200


def test_parameter_names_are_known_ignored_or_refused():
    passed = ("region", "q", "utm_source", "utm_id", "fbclid", "gclid", "msclkid", "mc_cid", "_ga")
    assert find_address_problems({name: [""] for name in passed}, (), i18n_for("en")) == []
    found = find_address_problems(
        {"form": ["x"], "sources": ["y"], "zzzz": [""]}, (), i18n_for("en")
    )
    assert [one["nearest"] for one in found] == ["from", "source", None]


def test_first_ten_unknown_names_are_listed_and_the_rest_counted():
    params = {f"regoin{number}": ["x"] for number in range(4_000)}
    found = find_address_problems(params, (), i18n_for("en"))
    assert len(found) == 11
    assert found[0]["nearest"] == "region"
    assert found[-1]["problem"] == "3,990 more names are no parameters, either."
    _, notices = read_view({"region": [f"r{number}" for number in range(500)]}, DATA)
    told = [format_notice(notice, i18n_for("en")) for notice in notices]
    assert len(told) == 11
    assert told[-1] == "region: 490 more values are not known here."
