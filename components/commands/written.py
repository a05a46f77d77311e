"""What of the docs is written from the code; without ``--write`` it says what is behind."""

import argparse
import re
import sys
import tomllib
from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Final

from components.export.api_addresses import ADDRESSES
from components.query.view import PARAMETER_TABLE

ROOT: Final = Path(__file__).parents[2]


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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them anew")
    given = parser.parse_args(arguments)
    parameters = [(f"`{one.name}`", one.example, one.description) for one in PARAMETER_TABLE]
    addresses = []
    # Addresses that give the same stand in one cell, the others by their endings.
    for says, alike in groupby(ADDRESSES, lambda address: address.description):
        first, *others = (address.path for address in alike)
        cells = [first, *(one.removeprefix(first.rpartition(".")[0]) for one in others)]
        addresses.append((", ".join(f"`{cell}`" for cell in cells), says))
    # What stands between its two marks on a page, by its name.
    parts = {
        "layers": ("architecture.md", layers()),
        "parameters": (
            "addresses.md",
            _table(("parameter", "values", "what it does"), *parameters),
        ),
        "addresses": ("addresses.md", _table(("address", "what it gives"), *addresses)),
    }
    files: dict[Path, str] = {}
    for name, (page, text) in parts.items():
        path = ROOT / "docs" / page
        begin, end = f"<!-- written: {name} -->\n", f"\n<!-- end: {name} -->"
        before, rest = (files.get(path) or path.read_text("utf-8")).split(begin)
        files[path] = f"{before}{begin}{text}{end}{rest.split(end)[1]}"
    behind = [path for path, text in files.items() if path.read_text("utf-8") != text]
    for path in behind:
        if given.write:
            path.write_text(files[path], "utf-8")
        else:
            print(f"{path.relative_to(ROOT)} is not current: run this with --write.")
    return int(bool(behind) and not given.write)


if __name__ == "__main__":
    sys.exit(main())
