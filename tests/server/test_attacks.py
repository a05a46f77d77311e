"""Requests that could block a server do not: it answers others meanwhile."""

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

from components.limits.jobs import ANSWERS_AT_ONCE, ANSWERS_WAITING
from components.presentation.pages import PAGES
from tests.support.health import healthy
from tests.support.server import ROOT, Answer, ask, running_server

PATIENCE = 120
#: Addresses that once stopped a server, or a reader's page.
HARMFUL = (
    "?known=2018-12-31",
    "timeline?to=9999-12-31",
    "timeline?from=0001-01-01&to=9999-12-31",
    "pictures/play.webp?from=0001-01-01&to=9999-12-31",
    "embed/timeline?from=0001-01-01&to=9999-12-31",
    "api/events.csv?form=x",
    "pictures/timeline.png?form=none",
    "_stcore/metrics",
)
#: Days without end.
ENDLESS = [
    f"pictures/timeline.{end}?{days}"
    for days in ("from=1000-01-01&to=3000-12-30", "from=0500-01-01&to=4000-12-31")
    for end in ("png", "svg")
]


def at_once(base: str, paths: list[str], method: str = "GET") -> list[Answer]:
    """What is asked of a server at once, while it answers everybody else."""
    with healthy(base), ThreadPoolExecutor(len(paths)) as pool:
        return list(pool.map(lambda path: ask(f"{base}/{path}", method), paths))


def test_many_concurrent_pictures_are_queued_or_refused(server):
    answers = at_once(server, [f"pictures/timeline.png?q=s{number}" for number in range(40)])
    made = [one for one in answers if one.status == 200]
    refused = [one.headers for one in answers if one.status == 429]
    assert len(made) >= ANSWERS_AT_ONCE + ANSWERS_WAITING
    assert len(made) + len(refused) == len(answers)
    assert refused
    assert all(int(headers["retry-after"]) > 0 for headers in refused)


def test_equal_pictures_have_one_etag(server):
    paths = [f"pictures/map.png?q=one&find=f{number}&page={number + 1}" for number in range(40)]
    answers = at_once(server, paths)
    assert {one.status for one in answers} == {200}
    assert len({one.headers["etag"] for one in answers}) == 1


def test_abandoned_requests_free_their_place_in_the_queue(server):
    """More than may wait ask and go; whoever comes then is served."""
    where = urlsplit(server).netloc
    gone = []
    for number in range(ANSWERS_AT_ONCE + ANSWERS_WAITING):
        connection = http.client.HTTPConnection(where, timeout=PATIENCE)
        connection.request("GET", f"/pictures/figures.png?q=gone{number}")
        gone.append(connection)
    for connection in gone:
        connection.close()
    with healthy(server):
        for _ in range(PATIENCE * 5):
            status = ask(f"{server}/pictures/figures.svg?q=stayed").status
            if status != 429:
                break
            threading.Event().wait(0.2)
    assert status == 200


def test_handouts_at_once_are_queued_and_finished(server):
    paths = [f"takeaway/answers-{paper}.pdf?lang=en" for paper in ("a4", "letter")]
    assert all(one.body.startswith(b"%PDF") for one in at_once(server, paths, "POST"))


def test_first_documents_of_many_views_do_not_block_others(server):
    paths = [f"{page.slug}?q=first{number}" for page in PAGES for number in range(6)]
    assert {one.status for one in at_once(server, paths)} == {200}


def test_first_documents_without_text_do_not_block_others():
    """Each fails, is noted in the log, and is sent without its text."""
    with running_server(ROOT / "tests" / "support" / "no_first_text.py") as base:
        paths = [f"{page.slug}?q=none{number}" for page in PAGES for number in range(6)]
        assert {one.status for one in at_once(base, paths)} == {200}
        # It is this project's own document, in the reader's language, without its text.
        document = ask(f"{base}/{paths[0]}&lang=es")
        assert 'lang="es"' in document.text
        assert 'id="first"' not in document.text
        assert "content-security-policy" in document.headers
        assert ask(f"{base}/api/events.csv").status == 200


@pytest.mark.parametrize(
    "paths", [*([path] * 8 for path in HARMFUL), ENDLESS], ids=[*HARMFUL, "days without end"]
)
def test_address_that_once_did_harm_does_not_block_others(server, paths):
    assert {one.status for one in at_once(server, paths)} <= {200, 400, 404, 429, 503}


#: Reruns of a flood: those that one socket sends in 40 kB, and that once held up all for 4 seconds.
FLOOD = 2_000


def open_websocket(server: str) -> ClientConnection:
    where = urlsplit(server)
    return connect(
        f"ws://{where.netloc}/_stcore/stream",
        subprotocols=[websockets.Subprotocol("streamlit")],
        origin=websockets.Origin(server),
        max_size=None,
        ping_interval=None,
    )


def receive_until(socket: ClientConnection, kind: str) -> None:
    """Receive messages of the framework's until one of a kind has come."""
    message = ForwardMsg()
    while message.WhichOneof("type") != kind:
        message.ParseFromString(socket.recv(timeout=PATIENCE))


@pytest.mark.slow
def test_flood_of_one_websocket_does_not_block_others(server):
    """All are answered before the last message of the flood is."""
    rerun = BackMsg(rerun_script=ClientState()).SerializeToString()
    last = BackMsg(file_urls_request=FileURLsRequest(request_id="last")).SerializeToString()
    order = []
    with open_websocket(server) as socket, ThreadPoolExecutor(1) as pool:
        for _ in range(FLOOD):
            socket.send(rerun)
        socket.send(last)
        flood = pool.submit(receive_until, socket, "file_urls_response")
        flood.add_done_callback(lambda _: order.append("flood"))
        for path in ("_stcore/health", "timeline", "_stcore/health"):
            assert ask(f"{server}/{path}").status == 200
            order.append(path)
        flood.result()
    assert order == ["_stcore/health", "timeline", "_stcore/health", "flood"]
