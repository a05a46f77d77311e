"""Writes every sentence ready to quote, in both languages, to one file that a person reads.

Without ``--write`` it says whether the file is as the data and the code make it now. Read the
difference before it is committed: these are the words that readers copy.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from components.export.quotation import quotation, sum_sentence
from components.i18n import LANGUAGES, i18n_for
from components.i18n.story_words import story_i18n
from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.figures import regional_counts
from components.query.filters import Filters
from components.story.dataset import Dataset

FILE = DEFAULT_DATA.parent / "tests" / "golden" / "quotations.txt"
VIEWS = {"": Filters(), " documents": Filters(documents_only=True)}


def _sentences(dataset: Dataset) -> Iterator[tuple[str, dict[str, str]]]:
    """Each record with its sentences by language and view."""
    spoken = {key: story_i18n(i18n_for(key), dataset) for key in LANGUAGES}
    for claim in dataset.claims:
        found: dict[str, str] = {}
        for view, filters in VIEWS.items():
            for language, i18n in spoken.items():
                said = quotation(dataset, claim, filters, i18n)
                if said and said.sentence != found.get(language):
                    found[language + view] = said.sentence
        yield claim, found
    for number, _ in enumerate(regional_counts(dataset, Filters()), start=1):
        yield (
            f"sum of counts by region, day {number}",
            {
                language + view: sum_sentence(dataset, days[number - 1], filters, i18n)
                for view, filters in VIEWS.items()
                for language, i18n in spoken.items()
                if len(days := regional_counts(dataset, filters)) >= number
            },
        )


def quotations(dataset: Dataset) -> str:
    """The file: each record with its sentences, those of the documents alone where they differ."""
    parts = ("\n".join([key, *(f"  {how}: {said}" for how, said in found.items())])
             for key, found in _sentences(dataset))  # fmt: skip
    return "\n\n".join(parts) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--write", action="store_true", help="write the file anew")
    given = parser.parse_args(arguments)
    text = quotations(load_dataset(DEFAULT_DATA))
    if given.write:
        given.file.parent.mkdir(parents=True, exist_ok=True)
        given.file.write_text(text, "utf-8")
    elif not given.file.is_file() or given.file.read_text("utf-8") != text:
        how = "python -m components.commands.quotations --write"
        print(f"{given.file.name} is behind the data: run {how}, and read the difference.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
