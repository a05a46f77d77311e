"""Generate parts of the docs and of the data's descriptor; without ``--write`` report them."""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise, product
from pathlib import Path
from typing import Any, Final, NamedTuple

from components.export.api_addresses import ADDRESSES, ApiAddress
from components.mark_styles import KIND_COLOURS, KIND_SHAPES, SHAPES
from components.query.view import PARAMETER_TABLE
from components.story.package_files import CATEGORIES

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
DESCRIPTOR: Final = ROOT / "data" / "datapackage.json"

Contract = dict[str, Any]


class GeneratedPart(NamedTuple):
    """A part of a page of the docs, between two comments with its name."""

    name: str
    page: Path
    text: str

    def insert_into(self, page_text: str) -> str:
        """Return the text of its page with this part in place of the old one."""
        begin_mark = f"<!-- written: {self.name} -->\n"
        end_mark = f"\n<!-- end: {self.name} -->"
        before, old_and_rest = page_text.split(begin_mark)
        after = old_and_rest.split(end_mark)[1]
        return f"{before}{begin_mark}{self.text}{end_mark}{after}"


def _package_name(module: str) -> str:
    return module.strip().removeprefix("components.")


def _code_list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _layer_diagram(layers: Sequence[str]) -> list[str]:
    """Return the layers as a Mermaid flowchart.

    Parameters
    ----------
    layers
        The layers of import-linter from the top down: packages of a layer with ``:`` between them
        may import each other, with ``|`` they may not. Only the former are joined by a line.
    """
    rows = []
    for layer in layers:
        modules = re.split(r"[|:]", layer)
        rows.append(list(map(_package_name, modules)))
    lines = ["```mermaid", "flowchart TD", '  pages["app.py, pages/"]']
    for row in rows:
        lines += [f'  {package}["components/{package}"]' for package in row]
    # Pages use the interface; the programs for maintainers are started by hand.
    for package in rows[0]:
        if package != "commands":
            lines.append(f"  pages --> {package}")
    for upper_row, lower_row in pairwise(rows):
        for upper, lower in product(upper_row, lower_row):
            lines.append(f"  {upper} --> {lower}")
    for row, layer in zip(rows, layers, strict=True):
        if ":" in layer:
            independent_packages = " <--> ".join(row)
            lines.append(f"  {independent_packages}")
    return [*lines, "```"]


def render_layers() -> str:
    """Return the layers as a diagram, and the libraries that only some packages may import.

    Both come from the contracts of import-linter in ``pyproject.toml``.
    """
    project_file = ROOT / "pyproject.toml"
    project = tomllib.loads(project_file.read_text(encoding="utf-8"))
    contracts: list[Contract] = project["tool"]["importlinter"]["contracts"]
    lines = []
    for contract in contracts:
        # Other contracts of this type are on the order of modules within a package.
        if contract["name"] == "Imports go one way":
            lines += [*_layer_diagram(contract["layers"]), ""]
    for contract in contracts:
        if contract["type"] == "forbidden":
            name = contract["name"]
            libraries = _code_list(contract["forbidden_modules"])
            packages = _code_list(map(_package_name, contract["source_modules"]))
            lines.append(f"- {name}: no {libraries} in {packages}.")
    return "\n".join(lines)


def _render_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    rules = ["---"] * len(head)
    lines = []
    for cells in (head, rules, *rows):
        row_text = " | ".join(cells)
        lines.append(f"| {row_text} |")
    return "\n".join(lines)


def render_parameters() -> str:
    """Return the parameters of an address as a table."""
    rows = []
    for parameter in PARAMETER_TABLE:
        name = f"`{parameter.name}`"
        rows.append((name, parameter.example, parameter.description))
    return _render_table(("parameter", "values", "what it does"), rows)


def _address_description(address: ApiAddress) -> str:
    return address.description


def render_addresses() -> str:
    """Return the addresses of files and charts as a table.

    Addresses with the same description share a cell: after the first, only their endings.
    """
    rows = []
    for description, addresses in groupby(ADDRESSES, _address_description):
        first_path, *other_paths = [address.path for address in addresses]
        stem = first_path.rpartition(".")[0]
        endings = [path.removeprefix(stem) for path in other_paths]
        path_list = _code_list([first_path, *endings])
        rows.append((path_list, description))
    return _render_table(("address", "what it gives"), rows)


def render_kind_styles() -> str:
    """Return which shapes and colours a kind of event may have, as a sentence."""
    shapes = []
    for shape_id in KIND_SHAPES:
        character = SHAPES[shape_id].character
        shapes.append(f"{character} `{shape_id}`")
    shape_list = ", ".join(shapes)
    return f"`symbol` is one of {shape_list}; `colour` is a number from 1 to {len(KIND_COLOURS)}."


def render_descriptor() -> str:
    """Return the descriptor of the data with the shapes and colours that a kind may have."""
    descriptor = json.loads(DESCRIPTOR.read_text("utf-8"))
    for resource in descriptor["resources"]:
        if resource["path"] == CATEGORIES:
            constraints = {}
            for field in resource["schema"]["fields"]:
                constraints[field["name"]] = field.get("constraints")
            constraints["symbol"]["enum"] = list(KIND_SHAPES)
            constraints["colour"]["maximum"] = len(KIND_COLOURS)
    return json.dumps(descriptor, ensure_ascii=False, indent=2) + "\n"


def render_pages() -> dict[Path, str]:
    """Return the text of each file with generated parts, as it should be."""
    parts = [
        GeneratedPart("layers", DOCS / "architecture.md", render_layers()),
        GeneratedPart("parameters", DOCS / "addresses.md", render_parameters()),
        GeneratedPart("addresses", DOCS / "addresses.md", render_addresses()),
        GeneratedPart("kind styles", DOCS / "own-story.md", render_kind_styles()),
    ]
    pages = {DESCRIPTOR: render_descriptor()}
    for part in parts:
        page = part.page
        page_text = pages.get(page) or page.read_text("utf-8")
        pages[page] = part.insert_into(page_text)
    return pages


def main(arguments: Sequence[str] | None = None) -> int:
    """Report or renew outdated pages; return 1 if a page is outdated and was not renewed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them anew")
    options = parser.parse_args(arguments)
    outdated = {}
    for page, page_text in render_pages().items():
        if page.read_text("utf-8") != page_text:
            outdated[page] = page_text
    for page, page_text in outdated.items():
        if options.write:
            page.write_text(page_text, "utf-8")
        else:
            print(f"{page.relative_to(ROOT)} is not current: run this with --write.")
    return int(bool(outdated) and not options.write)


if __name__ == "__main__":
    sys.exit(main())
