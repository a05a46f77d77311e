"""The data set, loaded once for all tests of a worker."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from components.i18n import I18n, Language
from components.intake.package_folders import load_dataset, load_package
from components.story.dataset import Dataset
from components.story.ground_data import Basemap, build_basemap
from components.story.package_files import DEFAULT_DATA, list_versions, read_archive

PACKAGE: Final = load_package(DEFAULT_DATA)
assert PACKAGE.dataset
DATA: Final[Dataset] = PACKAGE.dataset


@cache
def i18n_for(language: Language) -> I18n:
    """A language as the project's own story is told in it: what its pages say."""
    return I18n(language, DATA)


@cache
def basemap() -> Basemap:
    return build_basemap(DATA, PACKAGE.geo)


@cache
def kept_version(number: str) -> Dataset:
    with TemporaryDirectory(prefix="version-") as name:
        archive = list_versions(DEFAULT_DATA / "versions")[number]
        for path, content in read_archive(archive).items():
            file = Path(name) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return load_dataset(Path(name))
