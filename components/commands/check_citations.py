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
from pathlib import Path
from typing import Final, NamedTuple

from components.intake.package_folders import load_dataset
from components.intake.problems import DataError
from components.story.dataset import Dataset
from components.story.models import Citation, LeftOut
from components.story.package_files import CITATIONS, DEFAULT_DATA, LEFT_OUT, SOURCES
from components.story.sentences import split_sentences
from components.story.texts import fold

#: How the caption of an agency's photo names the agency.
_PHOTO_CAPTION: Final = re.compile(r"\((?:AP|AFP|Reuters|EFE) Photo|/(?:AFP|Reuters|EFE)\b|/AP\b")
#: What a paragraph says that relays a statement of a kind, where it is said and not inferred.
_RELAYING_WORDS: Final = {
    "communique": re.compile(r"communiqu|statement"),
    "interview": re.compile(r"interview|told"),
    "press-conference": re.compile(r"press conference|news conference"),
    "report": re.compile(r"report"),
    "speech": re.compile(r"speech|said"),
    "testimony": re.compile(r"testi"),
    "announcement": re.compile(r"announce|presented"),
}
#: The first row after the header of a table, which is row 1.
FIRST_ROW: Final = 2
#: Characters of a hash that stand for what was compared in a citation.
DIGEST_LENGTH: Final = 16


# Citations against the texts ----------------------------------------------------------------------


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text; a no-break space becomes a space like any other."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return tuple(filter(None, lines))


def _citation_problem(citation: Citation, paragraphs: Sequence[str]) -> str:
    """Return the column and what is wrong with a citation of a paragraph; "" if nothing is."""
    locator = citation.locator or 0
    place = f"paragraph {locator} of {citation.source_id}"
    if locator > len(paragraphs):
        return f"locator: {place} does not exist; the text has {len(paragraphs)}"
    paragraph = paragraphs[locator - 1]
    wording = " ".join(citation.wording.split())
    if wording not in paragraph:
        return f"wording: {citation.wording!r} does not stand in {place}"
    if _PHOTO_CAPTION.search(paragraph) and not citation.via:
        return f"via: {place} is the caption of an agency's photo: say in via which agency's"
    return ""


def _relay_problem(dataset: Dataset, citation: Citation, paragraph: str) -> str:
    """Return what is wrong with the basis on which a paragraph relays a statement."""
    claim = dataset.claims.get(citation.record_id)
    if citation.statement_basis != "stated" or not claim or not claim.statement_id:
        return ""
    kind = dataset.statements[claim.statement_id].kind
    if _RELAYING_WORDS[kind].search(paragraph):
        return ""
    return f"statement_basis: paragraph {citation.locator} names no {kind}; that is inferred"


def check_statement_bases(dataset: Dataset) -> list[str]:
    """Return which citations lack the basis of the statement that they relay, or have one too many.

    Each citation that supports a claim of a statement has a basis, and no other citation.
    """
    problems: list[str] = []
    for row, citation in enumerate(dataset.citations, start=FIRST_ROW):
        claim = dataset.claims.get(citation.record_id)
        relays = citation.role == "supports" and claim is not None and bool(claim.statement_id)
        if relays != (citation.statement_basis is not None):
            problem = "is empty" if relays else "is of no statement"
            problems.append(f"{CITATIONS}, row {row}, statement_basis: {problem}")
    return problems


def _left_out_problem(left_out: LeftOut, paragraphs: Sequence[str]) -> str:
    """Return what is wrong with a paragraph that is left out; "" if it exists."""
    if left_out.locator <= len(paragraphs):
        return ""
    place = f"paragraph {left_out.locator} of {left_out.source_id}"
    return f"locator: {place} does not exist; the text has {len(paragraphs)}"


def _check_source(dataset: Dataset, source_id: str, text: str) -> Iterator[str]:
    """Yield what is wrong with the citations of a source."""
    paragraphs = split_paragraphs(text)
    used_locators = set()
    for row, citation in enumerate(dataset.citations, start=FIRST_ROW):
        if citation.source_id == source_id and citation.locator is not None:
            used_locators.add(citation.locator)
            problem = _citation_problem(citation, paragraphs)
            if not problem:
                paragraph = paragraphs[citation.locator - 1]
                problem = _relay_problem(dataset, citation, paragraph)
            if problem:
                yield f"{CITATIONS}, row {row}, {problem}"
    for row, left_out in enumerate(dataset.left_out, start=FIRST_ROW):
        if left_out.source_id == source_id:
            used_locators.add(left_out.locator)
            problem = _left_out_problem(left_out, paragraphs)
            if problem:
                yield f"{LEFT_OUT}, row {row}, {problem}"
    for locator in range(1, len(paragraphs) + 1):
        if locator not in used_locators:
            place = f"paragraph {locator} of {source_id}"
            yield f"{CITATIONS}: {place} is neither cited nor listed in {LEFT_OUT}"


def check_citations(dataset: Dataset, texts: Mapping[str, str]) -> list[str]:
    """Check every citation of the documents whose text is given.

    A citation's wording must be in its paragraph, and what it is said to state of a statement that
    it relays; each paragraph must be cited or left out; a paragraph that is left out must exist.

    Parameters
    ----------
    dataset
        The data set; its rows are in the order of their files.
    texts
        The text of each document by the id of its source.

    Returns
    -------
    list[str]
        A line by file, row and column for each problem.
    """
    problems = check_statement_bases(dataset)
    for source_id, text in texts.items():
        if source_id in dataset.sources:
            problems += _check_source(dataset, source_id, text)
        else:
            problems.append(f"{SOURCES}, id: {source_id!r} is not an id here")
    return problems


def read_texts(dataset: Dataset, folder: Path) -> dict[str, str]:
    """Return the texts of the documents by the ids of their sources.

    Raises
    ------
    FileNotFoundError
        The folder or files in it do not exist; the message names them.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"The folder {folder} does not exist.")
    paths = {}
    for source in dataset.sources.values():
        if source.custom.file:
            paths[source.id] = folder / source.custom.file
    missing_names = [path.name for path in paths.values() if not path.is_file()]
    if missing_names:
        name_list = ", ".join(sorted(missing_names))
        raise FileNotFoundError(f"The folder {folder} lacks {name_list}.")
    texts = {}
    for source_id, path in paths.items():
        texts[source_id] = path.read_text(encoding="utf-8")
    return texts


# Whom a passage names -----------------------------------------------------------------------------

#: Verbs and phrases that hand a statement to somebody.
_ATTRIBUTION: Final = re.compile(
    r"\b(?:according to|said|says?|told|reported|estimates?|insists?|announced|referred to)\b",
    re.IGNORECASE,
)
#: Whoever may be behind such a verb: words with a capital, joined by small ones, and the nouns that
#: stand for people and offices.
_NAME: Final = re.compile(
    r"\b[A-Z][\w’'-]*(?:\s+(?:(?:of|for|the|de|del)\s+)?[A-Z][\w’'-]*)*"
    r"|\b(?:[a-z]+ )?(?:authority|authorities|ministry|minister|officials?|officers?|spokesperson"
    r"|defectors?|sergeant|analysts?|mayor|leaders?|agency|groups)\b"
)
#: Words too common to tell one speaker from another.
_COMMON_STEM: Final = re.compile(
    "venez|colom|presi|natio|unnam|forme|secur|milit|armed|force|membe"
)
#: In a sentence, what begins it has a capital and may be no name.
_NO_NAME: Final = re.compile(
    "a|all|although|and|another|but|by|earlier|for|he|his|i|if|in|it|just|like|many|more|most"
    "|of|on|once|one|over|privately|since|so|some|sometimes|still|the|their|there|these|they"
    "|this|three|two|we|what|when|while|with|january|february|march|april|may|june|monday"
    "|tuesday|wednesday|thursday|friday|saturday|sunday"
)


#: A name matches by its first letters, so that "Migration" is Migración Colombia.
STEM_LETTERS: Final = 5


def _name_stems(name: str) -> set[str]:
    """Return the first letters of each word of a name that can tell one speaker from another."""
    stems = set()
    for word in re.split(r"[^\w]+", fold(name)):
        stem = word[:STEM_LETTERS]
        if _NO_NAME.fullmatch(word) or _COMMON_STEM.fullmatch(stem):
            continue
        if len(word) > 1:
            stems.add(stem)
    return stems


def _passage_around(paragraph: str, wording: str) -> str:
    """Return the sentence with the cited words and the next; the paragraph if they span two."""
    sentences = split_sentences(paragraph)
    for position, sentence in enumerate(sentences):
        if wording in sentence:
            passage = sentences[position : position + 2]
            return " ".join(passage)
    return paragraph


def find_other_speakers(paragraph: str, wording: str, claimant: str) -> tuple[str, ...]:
    """Return the names other than the claimant's in the passage that attributes the cited words.

    Parameters
    ----------
    paragraph
        The cited paragraph.
    wording
        The cited words.
    claimant
        The name of who made the claim.

    Returns
    -------
    tuple[str, ...]
        Empty if the passage has no verb of attribution, or names the claimant.
    """
    passage = _passage_around(paragraph, wording)
    if not _ATTRIBUTION.search(passage):
        return ()
    claimant_stems = _name_stems(claimant)
    other_speakers = {}
    for name in _NAME.findall(passage):
        stems = _name_stems(name)
        if stems & claimant_stems:
            return ()
        if stems:
            other_speakers[name] = stems
    return tuple(other_speakers)


# What a reader compares ---------------------------------------------------------------------------


class CitationKey(NamedTuple):
    """What identifies a citation of a paragraph."""

    record_id: str
    source_id: str
    locator: int

    def __str__(self) -> str:
        return f"{self.record_id}, paragraph {self.locator} of {self.source_id}"


class ReviewRow(NamedTuple):
    """A citation of a document, for a reader."""

    key: CitationKey
    #: The hash of everything that is compared.
    digest: str
    #: The claimant, our texts, the wording and the paragraph, a line each.
    comparison: str
    #: Who else is named in the passage.
    other_speakers: tuple[str, ...]


class RecordTexts(NamedTuple):
    """What a citation supports."""

    #: The name of the claimant, "" for an event.
    claimant: str
    #: Our texts in both languages.
    texts: tuple[str, str]
    #: What else must not change unnoticed.
    other_values: tuple[str, ...]


def _record_texts(dataset: Dataset, record_id: str) -> RecordTexts:
    claim = dataset.claims.get(record_id)
    if claim:
        claimant = dataset.claimants[claim.claimant_id]
        texts = (claim.statement, claim.statement_es)
        statement_id = claim.statement_id or ""
        return RecordTexts(
            claimant.name, texts, other_values=(claimant.name_es, claimant.voice, statement_id)
        )
    event = dataset.events[record_id]
    english = f"{event.title}. {event.summary}"
    spanish = f"{event.title_es}. {event.summary_es}"
    other_values = (event.date, event.place_id or "")
    return RecordTexts("", (english, spanish), other_values)


def _review_row(dataset: Dataset, citation: Citation, paragraph: str) -> ReviewRow:
    record = _record_texts(dataset, citation.record_id)
    other_speakers: tuple[str, ...] = ()
    if record.claimant:
        other_speakers = find_other_speakers(paragraph, citation.wording, record.claimant)
    compared_values = (
        record.claimant,
        *record.texts,
        *record.other_values,
        citation.wording,
        citation.role,
        citation.statement_basis or "",
        paragraph,
        *map(str, citation.sentences),
    )
    compared_text = "\x1f".join(compared_values)
    digest = hashlib.sha256(compared_text.encode()).hexdigest()
    lines = ["", f"said by: {record.claimant}"]
    if citation.statement_basis:
        lines.append(f"relays a statement: {citation.statement_basis}")
    if other_speakers:
        speaker_list = ", ".join(other_speakers)
        lines.append(f"also named: {speaker_list}")
    lines += record.texts
    lines += [f"“{citation.wording}”", paragraph]
    key = CitationKey(
        record_id=citation.record_id,
        source_id=citation.source_id,
        locator=citation.locator or 0,
    )
    return ReviewRow(
        key,
        digest[:DIGEST_LENGTH],
        comparison="\n    ".join(lines),
        other_speakers=other_speakers,
    )


def build_review_rows(dataset: Dataset, texts: Mapping[str, str]) -> tuple[ReviewRow, ...]:
    """Return every citation of a paragraph that the texts have, in the order of the file."""
    paragraphs_by_source = {}
    for source_id, text in texts.items():
        paragraphs_by_source[source_id] = split_paragraphs(text)
    rows = []
    for citation in dataset.citations:
        paragraphs = paragraphs_by_source.get(citation.source_id, ())
        locator = citation.locator or 0
        if 0 < locator <= len(paragraphs):
            paragraph = paragraphs[locator - 1]
            rows.append(_review_row(dataset, citation, paragraph))
    return tuple(rows)


def list_unreviewed(
    rows: Iterable[ReviewRow], reviewed: Mapping[CitationKey, str], *, show: bool = False
) -> Iterator[str]:
    """Yield citations that were never reviewed or changed since, and reviewed ones that are gone.

    Parameters
    ----------
    rows
        All citations.
    reviewed
        The hash of each citation as it was when it was reviewed.
    show
        Whether to add what a reader compares.
    """
    gone_keys = dict(reviewed)
    for row in rows:
        was_reviewed = gone_keys.pop(row.key, None) is not None
        if reviewed.get(row.key) == row.digest:
            continue
        message = "was never read against its paragraph"
        if was_reviewed:
            message = "has changed since it was read; look at it again"
        comparison = ""
        if show:
            comparison = row.comparison
        yield f"{row.key}: {message}{comparison}"
    for key in gone_keys:
        yield f"{key}: is listed as read, and is gone"


REVIEWED_FILE: Final = DEFAULT_DATA.parent / "docs" / "reviewed_citations.csv"
REVIEWED_COLUMNS: Final = ("record_id", "source_id", "locator", "hash")


def read_reviewed(file: Path) -> dict[CitationKey, str]:
    """Return the hash of each citation as it was when it was reviewed; nothing without a file."""
    if not file.is_file():
        return {}
    reviewed = {}
    with file.open(encoding="utf-8", newline="") as content:
        for row in csv.DictReader(content):
            key = CitationKey(
                record_id=row["record_id"],
                source_id=row["source_id"],
                locator=int(row["locator"]),
            )
            reviewed[key] = row["hash"]
    return reviewed


def write_reviewed(file: Path, rows: Iterable[ReviewRow]) -> None:
    """Write the hash of each citation, in the order of their keys."""
    with file.open("w", encoding="utf-8", newline="") as content:
        writer = csv.writer(content, lineterminator="\n")
        writer.writerow(REVIEWED_COLUMNS)
        for row in sorted(rows):
            writer.writerow((*row.key, row.digest))


# The program --------------------------------------------------------------------------------------


def _parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Check the citations against the documents.")
    parser.add_argument("folder", type=Path, help="the folder that holds the four texts")
    parser.add_argument(
        "--data",
        type=Path,
        default=DEFAULT_DATA,
        help="the data package",
    )
    parser.add_argument("--show", action="store_true", help="print what is to be compared")
    parser.add_argument(
        "--read",
        type=Path,
        default=REVIEWED_FILE,
        help="the list of what was read",
    )
    parser.add_argument("--accept", action="store_true", help="keep every row as read")
    return parser.parse_args(arguments)


def _format_summary(
    texts: Mapping[str, str],
    rows: Sequence[ReviewRow],
    problems: Sequence[str],
    unreviewed: Sequence[str],
) -> str:
    paragraph_count = 0
    for text in texts.values():
        paragraph_count += len(split_paragraphs(text))
    counts = f"{len(rows)} citations, {paragraph_count} paragraphs, {len(texts)} documents"
    problem_text = "all hold"
    if problems:
        problem_text = f"{len(problems)} problems"
    review_text = "all read as they are now"
    if unreviewed:
        review_text = f"{len(unreviewed)} to read"
    return f"{counts}: {problem_text}; {review_text}."


def main(arguments: Sequence[str] | None = None) -> int:
    """Print problems and unreviewed citations; return 1 if there are any, 2 without texts."""
    options = _parse_options(arguments)
    try:
        dataset = load_dataset(options.data)
        texts = read_texts(dataset, options.folder)
    except DataError as error:
        print(f"The data cannot be read:\n{error}")
        return 1
    except FileNotFoundError as error:
        print(f"Citations were NOT checked. {error}")
        return 2
    rows = build_review_rows(dataset, texts)
    problems = check_citations(dataset, texts)
    if options.accept:
        write_reviewed(options.read, rows)
    reviewed = read_reviewed(options.read)
    unreviewed = list(list_unreviewed(rows, reviewed, show=options.show))
    for line in (*problems, *unreviewed):
        print(line)
    summary = _format_summary(texts, rows, problems, unreviewed)
    print(summary)
    return int(bool(problems or unreviewed))


if __name__ == "__main__":
    sys.exit(main())
