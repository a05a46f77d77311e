"""Stories of others as packages, small and invented; they lie in ``tests/fixtures/stories``.

- ``piura``: a flood in Peru in March 1998. No boundaries, no presentation, a licence and a name of
  its own.
- ``lima``: a flood, the smallest whole package, whose records tests change.
- ``harbour``: a fire. Events from 2013 to 2021, counts by "zone", figures that are ranges, a source
  without a date, a lesson; English alone. Six events lie wholly inside 2020, three of them no
  single days; two more only may.
"""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "fixtures" / "stories"
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


def copied(name: str, folder: Path) -> Path:
    """The package as a folder of a host's own."""
    return Path(shutil.copytree(FOLDER / name, folder, dirs_exist_ok=True))


foreign_files, years_files = partial(files_of, "piura"), partial(files_of, "harbour")
write_foreign, write_years = partial(copied, "piura"), partial(copied, "harbour")
