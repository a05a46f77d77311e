"""How the tests are shared out among the workers of ``pytest --numprocesses``."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# No test measures time, hypothesis's own limit for each example included.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Folders whose files share what is dear to make.
TOGETHER = ("tests/unit/exports/lesson",)
# Folders whose files each start servers for all their tests.
SERVERS = "tests/browser/servers"


def share(node: str) -> str:
    """Tests that one worker runs, one after the other: those of a file, for what they make once.

    In a browser each test stands for itself: a worker has one server and one browser for them all.
    """
    path = PurePosixPath(node.split("::", 1)[0])
    for folder in TOGETHER:
        if path.is_relative_to(folder):
            return folder
    if path.is_relative_to("tests/browser") and not path.is_relative_to(SERVERS):
        return node
    return str(path)


class Shares(LoadScopeScheduling):
    """Gives a worker the next share when it has done its own."""

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return Shares(config, log)
