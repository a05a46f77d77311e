"""Servers for the tests, ids of cases, and how tests are shared among workers."""

import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import date
from pathlib import Path, PurePosixPath
from urllib.parse import urlencode

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.support.server import running_process, running_server

# No test measures time, hypothesis's own limit for each example included. In `make test` a tenth of
# the examples are tried that are tried before a version.
THOROUGH = "THOROUGH" in os.environ
settings.register_profile("untimed", deadline=None, max_examples=300 if THOROUGH else 30)
settings.load_profile("untimed")

# A longer query makes a report hard to read; pytest then numbers the case.
LONGEST_ID = 80

# Folders whose files share what is dear to make.
TOGETHER = ("tests/unit/lesson", "tests/browser/site")
# Folders whose files each start servers for all their tests.
SERVERS = "tests/browser/servers"
# Folders whose tests, or classes of tests, are given out one by one: in a browser, as a worker has
# one server and one browser for them all; and golden files, as each group takes long.
APART = ("tests/browser", "tests/golden")
# What takes longest is begun first, so that no worker waits for another at the end.
FIRST = (
    "tests/golden", *TOGETHER, SERVERS, "tests/app/stories", "tests/corpus", "tests/server",
    "tests/unit/server", "tests/unit/store",
)  # fmt: skip


def share(node: str) -> str:
    """Tests that one worker runs, one after the other: those of a file, for what they make once."""
    path = PurePosixPath(node.split("::", 1)[0])
    for folder in TOGETHER:
        if path.is_relative_to(folder):
            return folder
    if node.endswith("[papers]"):
        # What is kept of the lesson's files is read from the same files.
        return TOGETHER[0]
    if not path.is_relative_to(SERVERS) and any(map(path.is_relative_to, APART)):
        # The tests of a class visit a page once.
        name = node.partition("[")[0]
        return name.rpartition("::")[0] if name.count("::") > 1 else node
    return str(path)


class Shares(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    # The shares are given out in the order in which they stand, not by their numbers of tests.
    config.option.loadscopereorder = False
    return Shares(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def later(item: pytest.Item) -> bool:
        path = PurePosixPath(item.nodeid.split("::", 1)[0])
        return not any(map(path.is_relative_to, FIRST))

    items.sort(key=later)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a case where pytest would number it: a page, a view by its query, a day, a record."""
    if val == "":
        return "overview" if argname in {"slug", "page"} else "empty"
    if isinstance(val, Mapping):
        query = urlencode(val, doseq=True) or "none"
        return query if len(query) <= LONGEST_ID else None
    if isinstance(val, date):
        return val.isoformat()
    if isinstance(val, Path):
        return val.name
    for name in ("slug", "id", "name", "file"):
        text = getattr(val, name, None)
        if isinstance(text, str):
            return text or "overview"
    return None


@pytest.fixture(scope="session")
def server_process() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server as a reader starts it, address and process: one for all the tests of a worker."""
    with running_process() as started:
        yield started


@pytest.fixture(scope="session")
def server(server_process: tuple[str, subprocess.Popen[bytes]]) -> str:
    """The address of that server."""
    return server_process[0]


@pytest.fixture(scope="module")
def hosted() -> Iterator[Callable[[Path], str]]:
    """Serve a host's own story from a folder or an archive; one server for each in a file."""
    kept: dict[Path, str] = {}
    with ExitStack() as stack:

        def _hosted(story: Path) -> str:
            if story not in kept:
                kept[story] = stack.enter_context(running_server(env={"STORY_DATA": str(story)}))
            return kept[story]

        yield _hosted


@pytest.fixture(scope="module")
def prefixed() -> Iterator[str]:
    with running_server(base_path="/story") as base:
        yield base


@pytest.fixture(scope="module")
def two_servers(server: str) -> Iterator[tuple[str, str]]:
    """Two copies at once, as behind something that shares requests out between them."""
    with running_server() as other:
        yield server, other
