"""The versions that were published: kept, readable, and not changed since."""

from __future__ import annotations

import pytest

from components.intake.package import DEFAULT_DATA, load_dataset
from components.story.versions import kept_versions
from tests.support.data import DATA
from tests.support.kept import Unpacked

KEPT = kept_versions(DEFAULT_DATA / "versions")


def test_the_present_version_is_kept():
    assert DATA.version in KEPT, "run python -m components.commands.keep_version --keep"


@pytest.mark.parametrize("version", KEPT)
def test_a_kept_version_can_be_opened(version):
    folder = Unpacked(KEPT[version])
    assert load_dataset(folder.path).version == version
