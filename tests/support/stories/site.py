"""The published story on a plain server of files, for the tests that open it in a browser."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from components.presentation.stories import public_story
from components.site.links import SiteOptions
from components.site.published import site_files

PATH = "/news/story/"
#: Frames a chart and gives the frame the height that it asks for.
HOST = """(address) => {
  const frame = Object.assign(document.createElement("iframe"), { src: address, title: "A chart" })
  frame.style = "width:100%;border:0"
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === "embed-size") frame.height = data.height
  })
  document.body.style = "margin:0;max-width:none;padding:0"
  document.body.replaceChildren(frame)
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A plain server of files, as any host has it."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's folder with the site in a path of its own."""
    top = tmp_path_factory.mktemp("host")
    for path, content in site_files(public_story(), SiteOptions(files=())):
        file = top / PATH.strip("/") / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return top


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}{PATH}"
        server.shutdown()
