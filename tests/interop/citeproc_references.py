"""Print the references of our CSL-JSON with citeproc-py, in an environment of its own.

    python citeproc_references.py FOLDER STYLE…

prints, as JSON, each reference by the path of its style and its id. Nothing of the project is
imported: this is what others would write.
"""

import json
import sys
import warnings
from pathlib import Path
from typing import Any

from citeproc import (
    Citation,
    CitationItem,
    CitationStylesBibliography,
    CitationStylesStyle,
    formatter,
)
from citeproc.source.json import CiteProcJSON


def print_reference(style: Any, item: dict[str, Any]) -> str:
    """Return a reference as plain text, or the error that it ends in."""
    bibliography = CitationStylesBibliography(style, CiteProcJSON([item]), formatter.plain)
    bibliography.register(Citation([CitationItem(item["id"])]))
    try:
        return str(bibliography.bibliography()[0])
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def main(folder: Path, styles: list[str]) -> None:
    """Print the references in each style."""
    items = json.loads((folder / "bibliography.json").read_text("utf-8"))
    printed = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in styles:
            style = CitationStylesStyle(path, validate=False)
            printed[path] = {item["id"]: print_reference(style, item) for item in items}
    json.dump(printed, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
