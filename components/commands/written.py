"""What is written from the code and the data, to be read in the repository.

The picture of the layers (``docs/architecture.md``), the tables of parameters and addresses
(``docs/addresses.md``) and every sentence ready to quote in both languages
(``tests/golden/quotations.txt``). ``--write`` writes them; without, what is not current is named.
Read the difference before it is committed: the sentences are what readers copy.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from components.export.quotation import quotation, sum_sentence
from components.export.view_files import address_table
from components.i18n import LANGUAGES, i18n_for
from components.i18n.story_words import StoryI18n
from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.figures import regional_counts
from components.query.filters import Filters
from components.query.view import TABLE
from components.story.dataset import Dataset

ROOT: Final = Path(__file__).parents[2]
VIEWS: Final = {"": Filters(), " documents": Filters(documents_only=True)}


def layers() -> str:
    """The layers from the top down, and the libraries that stay in some of them.

    They are the contracts that import-linter holds. Layers that stand side by side may know each
    other (``:``) or not (``|``); only the first are joined by a line.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    (listed,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    rows = [[_short(part) for part in re.split(r"[|:]", layer)] for layer in listed]
    lines = ["```mermaid", "flowchart TD", '  pages["app.py, pages/"]']
    lines += [f'  {name}["components/{name}"]' for row in rows for name in row]
    # A page is made of the interface; the programs for maintainers are started by hand.
    lines += [f"  pages --> {name}" for name in rows[0] if name != "commands"]
    lines += [f"  {a} --> {b}" for upper, lower in pairwise(rows) for a in upper for b in lower]
    lines += [
        f"  {' <--> '.join(row)}" for row, layer in zip(rows, listed, strict=True) if ":" in layer
    ]
    lines += ["```", ""]
    for contract in (one for one in contracts if one["type"] == "forbidden"):
        libraries = ", ".join(f"`{name}`" for name in contract["forbidden_modules"])
        folders = ", ".join(f"`{_short(name)}`" for name in contract["source_modules"])
        lines.append(f"- {contract['name']}: no {libraries} in {folders}.")
    return "\n".join(lines)


def _short(module: str) -> str:
    return module.strip().removeprefix("components.")


def _table(*rows: tuple[str, ...]) -> str:
    lines = [rows[0], ("---",) * len(rows[0]), *rows[1:]]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def quotations(dataset: Dataset) -> str:
    """Each record with its sentences, those of the documents alone where they differ."""
    spoken = {key: StoryI18n(i18n_for(key), dataset) for key in LANGUAGES}
    ways = [(name + view, filters, i18n)
            for view, filters in VIEWS.items() for name, i18n in spoken.items()]  # fmt: skip
    parts = []
    for claim in dataset.claims:
        found: dict[str, str] = {}
        for way, filters, i18n in ways:
            said = quotation(dataset, claim, filters, i18n)
            if said and said[0] != found.get(i18n.language):
                found[way] = said[0]
        parts.append((claim, found))
    for number, _ in enumerate(regional_counts(dataset, Filters())):
        sums = {
            way: sum_sentence(dataset, days[number], filters, i18n)
            for way, filters, i18n in ways
            if len(days := regional_counts(dataset, filters)) > number
        }
        parts.append((f"sum of counts by region, day {number + 1}", sums))
    blocks = ("\n".join([key, *(f"  {way}: {said}" for way, said in found.items())])
              for key, found in parts)  # fmt: skip
    return "\n\n".join(blocks) + "\n"


#: What stands between its two marks on a page, by its name.
PARTS: Final[dict[str, tuple[str, Callable[[], str]]]] = {
    "layers": ("architecture.md", layers),
    "parameters": (
        "addresses.md",
        lambda: _table(
            ("parameter", "values", "what it does"),
            *((f"`{one.name}`", one.example, one.says) for one in TABLE),
        ),
    ),
    "addresses": ("addresses.md", lambda: _table(("address", "what it gives"), *address_table())),
}
QUOTATIONS: Final = ROOT / "tests" / "golden" / "quotations.txt"


def written_files() -> dict[Path, str]:
    """Each file as it should be."""
    found = {QUOTATIONS: quotations(load_dataset(DEFAULT_DATA))}
    for name, (page, made) in PARTS.items():
        path = ROOT / "docs" / page
        begin, end = f"<!-- written: {name} -->\n", f"\n<!-- end: {name} -->"
        before, rest = (found.get(path) or path.read_text("utf-8")).split(begin)
        found[path] = f"{before}{begin}{made()}{end}{rest.split(end)[1]}"
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Say which files are not current, or write them; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them anew")
    given = parser.parse_args(arguments)
    behind = [
        (path, text) for path, text in written_files().items() if path.read_text("utf-8") != text
    ]
    for path, text in behind:
        if given.write:
            path.write_text(text, "utf-8")
        else:
            print(f"{path.relative_to(ROOT)} is not current: run this with --write, and read it.")
    return int(bool(behind) and not given.write)


if __name__ == "__main__":
    sys.exit(main())
