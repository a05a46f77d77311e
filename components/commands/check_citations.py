"""Check every citation against the documents: ``python -m components.commands.check_citations``.

The texts are not part of the project, so their folder is an argument. The exit code is 0 when
every citation holds, 1 when one does not, and 2 when there is nothing to check against.

A paragraph is a line of a document's text that is not empty, counted from 1. Every paragraph is
cited, or listed among those left out with what it holds and why, so nothing is passed over in
silence. One that is cited may be listed too, for a fact of it that is not in the data. The caption
of an agency's photo is the agency's.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from components.intake.package import DEFAULT_DATA, load_dataset
from components.story.dataset import Dataset
from components.story.package_files import CITATIONS, LEFT_OUT, SOURCES, DataError, PackageProblem

#: How the caption of an agency's photo names the agency.
_CAPTION = re.compile(r"\((?:AP|AFP|Reuters|EFE) Photo|/(?:AFP|Reuters|EFE)\b|/AP\b")


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text, in order; number ``n`` of a citation is at ``n - 1`` here.

    Every run of blanks becomes one space: a no-break space inside a figure looks the same on the
    page, and would otherwise part the citation from its words.
    """
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(line for line in lines if line)


def check_citations(dataset: Dataset, texts: Mapping[str, str]) -> tuple[PackageProblem, ...]:
    """Check every citation of the documents whose text is given.

    ``texts`` maps the id of a source to its text. A citation's wording must stand in its
    paragraph; each paragraph must be cited or left out; a paragraph that is left out must exist.
    Returns all that is wrong, empty when nothing is.
    """
    problems: list[PackageProblem] = []
    for source, text in texts.items():
        if source not in dataset.sources:
            message = f"{source!r} is not an id here"
            problems.append(PackageProblem(SOURCES, message, None, "id", source))
            continue
        lines, listed = paragraphs(text), set()
        absent = f"of {source} does not exist; the text has {len(lines)}"
        # The header is row 1, and the loader keeps the order of the file.
        for row, one in enumerate(dataset.citations, start=2):
            if one.source_id != source or one.locator is None:
                continue
            listed.add(one.locator)
            where, number = f"paragraph {one.locator} of {source}", str(one.locator)
            if one.locator > len(lines):
                message = f"paragraph {number} {absent}"
                problems.append(PackageProblem(CITATIONS, message, row, "locator", number))
            elif " ".join(one.wording.split()) not in lines[one.locator - 1]:
                message = f"{one.wording!r} does not stand in {where}"
                problems.append(PackageProblem(CITATIONS, message, row, "wording", one.wording))
            elif _CAPTION.search(lines[one.locator - 1]) and not one.via:
                message = f"{where} is the caption of an agency's photo: say in via which agency's"
                problems.append(PackageProblem(CITATIONS, message, row, "via"))
        for row, left in enumerate(dataset.left_out, start=2):
            if left.source_id == source:
                listed.add(left.locator)
                if left.locator > len(lines):
                    number = str(left.locator)
                    message = f"paragraph {number} {absent}"
                    problems.append(PackageProblem(LEFT_OUT, message, row, "locator", number))
        for number in map(str, sorted({*range(1, len(lines) + 1)} - listed)):
            message = f"paragraph {number} of {source} is neither cited nor listed in {LEFT_OUT}"
            problems.append(PackageProblem(CITATIONS, message, None, None, number))
    return tuple(problems)


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
