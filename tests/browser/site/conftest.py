"""Fixtures: the story as published files, in a folder and below a path of a host."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from components.loading.served_story import public_story
from components.site.published import site_files
from components.site.site_options import SiteOptions

PATH = "/news/story/"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    top = tmp_path_factory.mktemp("host")
    for path, content in site_files(public_story(), SiteOptions(files=())):
        file = top / PATH.strip("/") / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return top


@pytest.fixture(scope="session")
def site(folder):
    files = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}{PATH}"
        server.shutdown()
