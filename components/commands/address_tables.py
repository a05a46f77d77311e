"""The tables of parameters and addresses in ``docs/addresses.md``, from the lists that are read by.

``--write`` writes them between their marks; without, says whether they are current.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from components.export.files import address_table
from components.query.view import TABLE

PAGE: Final = Path(__file__).parents[2] / "docs" / "addresses.md"
BEGIN: Final = "<!-- made by python -m components.commands.address_tables --write -->"
END: Final = "<!-- end of the {} -->"


def made() -> dict[str, str]:
    """Each table between its marks, as Markdown, by what it lists."""
    parameters = [(f"`{one.name}`", one.example, one.says) for one in TABLE]
    found: dict[str, list[tuple[str, ...]]] = {
        "parameters": [("parameter", "values", "what it does"), *parameters],
        "addresses": [("address", "what it gives"), *address_table()],
    }
    return {name: _table(name, rows[0], rows[1:]) for name, rows in found.items()}


def _table(name: str, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join([BEGIN, *(f"| {' | '.join(cells)} |" for cells in lines), END.format(name)])


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where they are not current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the tables into the page")
    asked = parser.parse_args(arguments)
    text = new = PAGE.read_text("utf-8")
    for name, markdown in made().items():
        begin, end = re.escape(BEGIN), re.escape(END.format(name))
        held = re.compile(f"{begin}(?:(?!{begin}).)*?{end}", re.DOTALL)
        new = held.sub(markdown.replace("\\", r"\\"), new)
    if asked.write:
        PAGE.write_text(new, "utf-8")
        return 0
    if new != text:
        print("The tables of docs/addresses.md are not current: run this with --write.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
