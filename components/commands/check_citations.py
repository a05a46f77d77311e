"""Check every citation against the documents: ``python -m components.commands.check_citations``.

The texts are not part of the project, so their folder is an argument. The exit code is 0 when
every citation holds, 1 when one does not, and 2 when there is nothing to check against.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from components.commands.citation_check import check_citations, paragraphs
from components.intake.package import DEFAULT_DATA, load_dataset
from components.story.dataset import Dataset
from components.story.package_files import DataError


def read_texts(dataset: Dataset, folder: Path) -> dict[str, str]:
    """The texts of the documents by source id.

    Raises:
        FileNotFoundError: naming the folder or every file that is not there.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"The folder {folder} does not exist.")
    files = {s.id: folder / s.custom.file for s in dataset.sources.values() if s.custom.file}
    missing = sorted(path.name for path in files.values() if not path.is_file())
    if missing:
        raise FileNotFoundError(f"The folder {folder} lacks {', '.join(missing)}.")
    return {source: path.read_text(encoding="utf-8") for source, path in files.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the check and print its result; returns the exit code."""
    parser = argparse.ArgumentParser(description="Check the citations against the documents.")
    parser.add_argument("folder", type=Path, help="the folder that holds the four texts")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    options = parser.parse_args(arguments)
    try:
        dataset = load_dataset(options.data)
    except DataError as error:
        sys.stdout.write(f"The data cannot be read:\n{error}\n")
        return 1
    try:
        texts = read_texts(dataset, options.folder)
    except FileNotFoundError as error:
        sys.stdout.write(f"Citations were NOT checked. {error}\n")
        return 2
    problems = check_citations(dataset, texts)
    for problem in problems:
        sys.stdout.write(f"{problem}\n")
    cited = sum(citation.source_id in texts for citation in dataset.citations)
    read = sum(len(paragraphs(text)) for text in texts.values())
    result = f"{len(problems)} problems" if problems else "all hold"
    sys.stdout.write(
        f"{cited} citations against {read} paragraphs of {len(texts)} documents: {result}.\n"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
