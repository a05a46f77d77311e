"""The README's table of addresses for programs, from the list that the server answers by.

``--write`` writes it into the README, between its marks; without, says whether it is current.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from components.presentation.programs.addresses import table

README: Final = Path(__file__).parents[2] / "README.md"
BEGIN: Final = "<!-- made by python -m components.commands.addresses --write -->"
END: Final = "<!-- end of the addresses -->"
BETWEEN: Final = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)


def made() -> str:
    """The table between its marks, as Markdown."""
    rows = [f"| {cell} | {says} |" for cell, says in table()]
    return "\n".join([BEGIN, "| address | what it gives |", "| --- | --- |", *rows, END])


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where the README is not current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table into the README")
    asked = parser.parse_args(arguments)
    text = README.read_text("utf-8")
    new = BETWEEN.sub(lambda _: made(), text)
    if asked.write:
        README.write_text(new, "utf-8")
        return 0
    if new != text:
        print("The README's table of addresses is not current: run this with --write.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
