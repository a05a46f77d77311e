"""The data set as it is: read once for all tests of a worker."""

from typing import Final

from components.intake.package import DEFAULT_DATA, load_package
from components.story.dataset import Dataset

PACKAGE: Final = load_package(DEFAULT_DATA)
assert PACKAGE.dataset
DATA: Final[Dataset] = PACKAGE.dataset
