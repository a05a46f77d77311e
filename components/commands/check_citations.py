"""Check every document citation, and say which have not been read as they are now.

``python -m components.commands.check_citations FOLDER``, the folder of the texts, which are no part
of the project. The exit code is 0 when every citation holds and was read as it is, 1 when one does
not or was not, 2 when there is nothing to check against.

A paragraph is a line of a text that is not empty, counted from 1. Each is cited, or listed among
those left out with what it holds and why, or both. A caption of an agency's photo is the agency's.

``--show`` prints each citation that is to be read with its claimant, our words, the wording and the
paragraph: a reader compares the claimant with the verb of attribution ("according to …"). After
reading, ``--accept`` keeps a hash of each in ``docs/reviewed_citations.csv``, and nothing else.
"""

import argparse
import csv
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from components.intake.package import DEFAULT_DATA, load_dataset
from components.intake.problems import DataError
from components.story.dataset import Dataset
from components.story.models import Citation, LeftOut
from components.story.package_files import CITATIONS, LEFT_OUT, SOURCES
from components.story.texts import fold

#: How the caption of an agency's photo names the agency.
_CAPTION = re.compile(r"\((?:AP|AFP|Reuters|EFE) Photo|/(?:AFP|Reuters|EFE)\b|/AP\b")


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text; a no-break space becomes a space like any other."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(line for line in lines if line)


def check_citations(dataset: Dataset, texts: Mapping[str, str]) -> list[str]:
    """Check every citation of the documents whose text is given.

    ``texts`` maps the id of a source to its text. A citation's wording must stand in its
    paragraph; each paragraph must be cited or left out; a paragraph that is left out must exist.
    Returns a line by file, row and column for all that is wrong, empty when nothing is.
    """
    wrong = []
    for source, text in texts.items():
        if source not in dataset.sources:
            wrong.append(f"{SOURCES}, id: {source!r} is not an id here")
            continue
        lines, listed = paragraphs(text), set()
        # The header is row 1, and the loader keeps the order of the file.
        cited = ((CITATIONS, *pair) for pair in enumerate(dataset.citations, start=2))
        left = ((LEFT_OUT, *pair) for pair in enumerate(dataset.left_out, start=2))
        for file, row, one in chain[tuple[str, int, Citation | LeftOut]](cited, left):
            if one.source_id != source or one.locator is None:
                continue
            listed.add(one.locator)
            where, field = f"paragraph {one.locator} of {source}", "locator"
            if one.locator > len(lines):
                message = f"{where} does not exist; the text has {len(lines)}"
            elif isinstance(one, LeftOut):
                continue
            elif " ".join(one.wording.split()) not in lines[one.locator - 1]:
                message, field = f"{one.wording!r} does not stand in {where}", "wording"
            elif _CAPTION.search(lines[one.locator - 1]) and not one.via:
                message = f"{where} is the caption of an agency's photo: say in via which agency's"
                field = "via"
            else:
                continue
            wrong.append(f"{file}, row {row}, {field}: {message}")
        for number in sorted({*range(1, len(lines) + 1)} - listed):
            whole = f"paragraph {number} of {source} is neither cited nor listed in {LEFT_OUT}"
            wrong.append(f"{CITATIONS}: {whole}")
    return wrong


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


_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])[”»\"]?\s+(?=[“«¿¡\"]?[A-ZÁÉÍÓÚÑ{\d])|\n+")
# Verbs and phrases that hand a statement to somebody.
_ATTRIBUTION: Final = re.compile(
    r"\b(?:according to|said|says?|told|reported|estimates?|insists?|announced|referred to)\b",
    re.IGNORECASE,
)
# Whoever may be behind such a verb: words with a capital, joined by small ones, and the nouns that
# stand for people and offices.
_NAME: Final = re.compile(
    r"\b[A-Z][\w’'-]*(?:\s+(?:(?:of|for|the|de|del)\s+)?[A-Z][\w’'-]*)*"
    r"|\b(?:[a-z]+ )?(?:authority|authorities|ministry|minister|officials?|officers?|spokesperson"
    r"|defectors?|sergeant|analysts?|mayor|leaders?|agency|groups)\b"
)
# Words too common to tell one speaker from another.
_COMMON_STEMS: Final = "venez colom presi natio unnam forme secur milit armed force membe"
# In a sentence, what begins it has a capital and may be no name.
_NO_NAME_WORDS: Final = """
    a all although and another but by earlier for he his i if in it just like many more most of
    on once one over privately since so some sometimes still the their there these they this three
    two we what when while with january february march april may june monday tuesday wednesday
    thursday friday saturday sunday
"""


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text in English or Spanish, as near as punctuation tells."""
    return tuple(part for part in _SENTENCE_END.split(text) if part)


Key = tuple[str, str, int]


class Reviewed(NamedTuple):
    """One citation of a document, for a reader."""

    key: Key  # record, source and paragraph
    digest: str  # the hash of everything that is compared
    compared: str
    doubts: tuple[str, ...]  # who else is named


def doubts(paragraph: str, wording: str, claimant: str) -> tuple[str, ...]:
    """Names other than the claimant's in the passage that attributes the cited words.

    Empty where the passage has no verb of attribution, or the claimant is named in it. A name
    matches by its first five letters, so that "Migration" is Migración Colombia.
    """

    def stems(text: str) -> set[str]:
        words = {*re.split(r"[^\w]+", fold(text))}.difference(_NO_NAME_WORDS.split())
        return {word[:5] for word in words if len(word) > 1}.difference(_COMMON_STEMS.split())

    lines = split_sentences(paragraph)
    at = next((number for number, line in enumerate(lines) if wording in line), None)
    # The sentence with the words and the next one; all, where they go over the end of one.
    near = paragraph if at is None else " ".join(lines[at : at + 2])
    if not _ATTRIBUTION.search(near):
        return ()
    names = {m[0]: stems(m[0]) for m in _NAME.finditer(near)}
    if any(stems(claimant) & of_name for of_name in names.values()):
        return ()
    return tuple(name for name, of_name in names.items() if of_name)


def review_rows(dataset: Dataset, texts: Mapping[str, str]) -> tuple[Reviewed, ...]:
    """Every citation of a paragraph that the texts have, in the order of the file."""
    lines = {source: paragraphs(text) for source, text in texts.items()}
    found = []
    for citation in dataset.citations:
        number = citation.locator or 0
        if not 1 <= number <= len(lines.get(citation.source_id, ())):
            continue
        paragraph, claimant = lines[citation.source_id][number - 1], ""
        if claim := dataset.claims.get(citation.record_id):
            speaker = dataset.claimants[claim.claimant_id]
            claimant, said = speaker.name, (claim.statement, claim.statement_es)
            also: tuple[str, ...] = (speaker.name_es, speaker.voice)
        else:
            event = dataset.events[citation.record_id]
            said = (f"{event.title}. {event.summary}", f"{event.title_es}. {event.summary_es}")
            also = (event.date, event.place_id or "")
        others = doubts(paragraph, citation.wording, claimant) if claimant else ()
        kept = (claimant, *said, *also, citation.wording, citation.role, paragraph)
        digest = hashlib.sha256("\x1f".join(kept).encode()).hexdigest()[:16]
        names = [f"said by: {claimant}", *(["also named: " + ", ".join(others)] if others else [])]
        compared = "\n    ".join(["", *names, *said, f"“{citation.wording}”", paragraph])
        key = (citation.record_id, citation.source_id, number)
        found.append(Reviewed(key, digest, compared, others))
    return tuple(found)


def unread(
    rows: Iterable[Reviewed], read: Mapping[Key, str], *, show: bool = False
) -> Iterator[str]:
    """Citations never read or changed since, and read ones that are gone; ``read`` has hashes."""
    gone = dict(read)
    for row in rows:
        said = "has changed since it was read; look at it again"
        if gone.pop(row.key, None) is None:
            said = "was never read against its paragraph"
        if read.get(row.key) != row.digest:
            yield f"{_name(row.key)}: {said}{row.compared if show else ''}"
    yield from (f"{_name(key)}: is listed as read, and is gone" for key in gone)


def _name(key: Key) -> str:
    return f"{key[0]}, paragraph {key[2]} of {key[1]}"


READ: Final = DEFAULT_DATA.parent / "docs" / "reviewed_citations.csv"
COLUMNS: Final = ("record_id", "source_id", "locator", "hash")


def read_reviewed(file: Path) -> dict[Key, str]:
    """The hash of each citation as it was when it was read; nothing without a file."""
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as content:
        rows = csv.DictReader(content)
        return {(r["record_id"], r["source_id"], int(r["locator"])): r["hash"] for r in rows}


def write_reviewed(file: Path, rows: Iterable[Reviewed]) -> None:
    with file.open("w", encoding="utf-8", newline="") as content:
        writer = csv.writer(content, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((*row.key, row.digest) for row in sorted(rows, key=lambda r: r.key))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the citations against the documents.")
    parser.add_argument("folder", type=Path, help="the folder that holds the four texts")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    parser.add_argument("--show", action="store_true", help="print what is to be compared")
    parser.add_argument("--read", type=Path, default=READ, help="the list of what was read")
    parser.add_argument("--accept", action="store_true", help="keep every row as read")
    options = parser.parse_args(arguments)
    try:
        dataset = load_dataset(options.data)
        texts = read_texts(dataset, options.folder)
    except DataError as error:
        print(f"The data cannot be read:\n{error}")
        return 1
    except FileNotFoundError as error:
        print(f"Citations were NOT checked. {error}")
        return 2
    rows, problems = review_rows(dataset, texts), check_citations(dataset, texts)
    if options.accept:
        write_reviewed(options.read, rows)
    left = list(unread(rows, read_reviewed(options.read), show=options.show))
    for line in (*problems, *left):
        print(line)
    counted = sum(len(paragraphs(text)) for text in texts.values())
    holds = f"{len(problems)} problems" if problems else "all hold"
    known = f"{len(left)} to read" if left else "all read as they are now"
    print(f"{len(rows)} citations, {counted} paragraphs, {len(texts)} documents: {holds}; {known}.")
    return int(bool(problems or left))


if __name__ == "__main__":
    sys.exit(main())
