"""The texts of the documents, which are not part of the project."""

import os
from pathlib import Path

import pytest

from components.commands.check_citations import read_texts
from components.intake.package import DEFAULT_DATA
from tests.support.cases import need
from tests.support.data import DATA

SOURCES_DIR = Path(os.environ.get("SOURCES_DIR", DEFAULT_DATA.parents[1] / "shared" / "sources"))


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """The four texts by source id; without them the check is not made, and says so."""
    reason = f"NO CITATION WAS CHECKED: the folder {SOURCES_DIR} is absent (set SOURCES_DIR)"
    need(SOURCES_DIR.is_dir(), reason)
    return read_texts(DATA, SOURCES_DIR)
