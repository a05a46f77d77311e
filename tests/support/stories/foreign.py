"""Stories of others as packages, small and invented; they lie in ``tests/fixtures/stories``.

- ``piura``: a flood in Peru in March 1998. No boundaries, no presentation, a licence and a name of
  its own.
- ``lima``: a flood, the smallest whole package, whose records tests change.
- ``harbour``: a fire. Events from 2013 to 2021, counts by "zone", figures that are ranges, a source
  without a date, a lesson; English alone. Six events lie wholly inside 2020, three of them no
  single days; two more only may.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from components.loading import served_story

FOLDER = Path(__file__).parents[2] / "fixtures" / "stories"
PIURA, HARBOUR = FOLDER / "piura", FOLDER / "harbour"
#: What only the project's own story speaks of, in either language.
OURS = re.compile(
    r"Colombia|Venez|Migraci|Cúcuta|Táchira|T.chira|2019|Natural Earth, public domain|CC[ -]BY"
    r"|four (?:articles|documents)|cuatro (?:art|doc)|soldier|militar|Guaid|Maduro|NPR|VICE",
    re.IGNORECASE,
)


def files_of(name: str) -> dict[str, bytes]:
    """The files of a package by path, its descriptor first."""
    root = FOLDER / name
    paths = [path for path in sorted(root.rglob("*")) if path.is_file()]
    paths.sort(key=lambda path: path.name != "datapackage.json")
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}


@contextmanager
def serving(story: Path, **settings: str) -> Iterator[None]:
    """Have a story be the server's, as ``STORY_DATA`` and other settings say, within the block."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {served_story.DATA_SETTING: str(story), **settings}.items():
            patch.setenv(name, value)
        served_story.forget_stories()
        yield
    served_story.forget_stories()


foreign_files, years_files = partial(files_of, "piura"), partial(files_of, "harbour")
