"""Draw the layers as the contracts in ``pyproject.toml`` have them.

``python -m components.commands.rooms`` prints the drawing (Mermaid) and what each contract
forbids; with ``--write`` it puts them into ``docs/architecture.md``. A test fails when the page is
behind.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- made by python -m components.commands.rooms --write -->"
END: Final = "<!-- end of the layers -->"


def contracts() -> list[dict[str, Any]]:
    """The contracts that import-linter holds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    return found


def _short(module: str) -> str:
    return module.strip().removeprefix("components.")


def drawing(found: Sequence[dict[str, Any]]) -> str:
    """The layers from the top down, and the libraries that stay in some of them.

    Layers that stand side by side may know each other (``:``) or not (``|``); only the first are
    joined by a line.
    """
    (layers,) = (contract["layers"] for contract in found if contract["type"] == "layers")
    rows = [[_short(part) for part in re.split(r"[|:]", layer)] for layer in layers]
    lines = ["```mermaid", "flowchart TD", '  pages["app.py, pages/"]']
    lines += [f'  {name}["components/{name}"]' for row in rows for name in row]
    # A page is made of the interface; the programs for maintainers are started by hand.
    lines += [f"  pages --> {name}" for name in rows[0] if name != "commands"]
    lines += [f"  {a} --> {b}" for upper, lower in pairwise(rows) for a in upper for b in lower]
    lines += [
        f"  {' <--> '.join(row)}" for row, layer in zip(rows, layers, strict=True) if ":" in layer
    ]
    lines += ["```", ""]
    for contract in (one for one in found if one["type"] == "forbidden"):
        libraries = ", ".join(f"`{name}`" for name in contract["forbidden_modules"])
        folders = ", ".join(f"`{_short(name)}`" for name in contract["source_modules"])
        lines.append(f"- {contract['name']}: no {libraries} in {folders}.")
    return "\n".join(lines)


def page_with(page: str, new: str) -> str:
    """The page with the drawing between its two marks."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{new}\n{END}{rest.split(END)[1]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the drawing, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put it into {PAGE.name}")
    new = drawing(contracts())
    if parser.parse_args(arguments).write:
        PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), new), encoding="utf-8")
    else:
        print(new)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
