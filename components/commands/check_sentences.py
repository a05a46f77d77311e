"""Check that each sentence of the records rests on what it names, and can be quoted alone.

``python -m components.commands.check_sentences`` prints a line for each problem; the exit code is 1
if there are any. The rules:

* both languages of a text have the same number of sentences, and citations name sentences that
  exist; each sentence has a citation that supports it;
* a sentence names no source that it does not cite, unless as the speaker or as the road by which
  the citation has it;
* a sentence does not begin with a pronoun, or with a noun that another sentence explains, nor does
  what it says "by somebody's account";
* the words of a claim bear the measure under which it is filed, and every measure of figures has
  words that bear it, or counts whatever its unit names;
* the title of each event was read for whether it asserts what one party says; what was read stands
  in ``docs/reviewed_titles.csv`` (``--accept`` writes it).
"""

import argparse
import csv
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from components.intake.package_folders import load_dataset
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event
from components.story.package_files import DEFAULT_DATA
from components.story.sentences import find_supported_sentences, record_text, split_sentences
from components.story.texts import fold

REVIEWED_TITLES: Final = DEFAULT_DATA.parent / "docs" / "reviewed_titles.csv"
TITLE_COLUMNS: Final = ("event_id", "title", "title_es")
#: Words that refer to a sentence before.
_ENGLISH_REFERENCE: Final = re.compile(
    r"(?:by [^,.]+? account(?: of [^,.]+?)?,? )?"
    r"(?:he|she|it|they|his|her|their|its|this|these|that|those|both|the same"
    r"|the (?:article|report|text|source|former|latter))\b"
    r"(?! (?:whom?|expelled|interviewed|Venezuelan|soldiers?|officers?|members?)\b)",
    re.IGNORECASE,
)
_SPANISH_REFERENCE: Final = re.compile(
    r"(?:según [^,.]+?, )?"
    r"(?:él|ella|ellos|ellas|su|sus|esto|este|esta|estos|estas|eso|ese|esa|esos|esas|ambos|ambas"
    r"|(?:el|la) (?:mismo|misma|artículo|reporte|texto|fuente))\b(?! de\b)",
    re.IGNORECASE,
)
REFERENCES: Final = (_ENGLISH_REFERENCE, _SPANISH_REFERENCE)
#: What the statement or the cited words of a claim say where it is filed under a measure.
MEASURE_STEMS: Final = {
    "arrivals": re.compile(
        r"arriv|cross|came|come|enter|left|leav|fled|flee|desert|defect|receiv|present|regist"
        r"|welcom|attend|taken in|llega|cruz|ingres|entra|deser|recib|huy|atend|count"
    ),
    "relatives": re.compile(r"famil|relativ|pariente|wi(?:fe|ves)|child|hij"),
    "still-present": re.compile(
        r"remain|still|stay|are in|were (?:at|in)|wait|living|hous|hotel|shelter|here"
        r"|permanec|sigue|hay|hoy|viv|qued"
    ),
    "expelled": re.compile(r"expel|dismiss|degrad|remov|expuls|discharg"),
    "hotels": re.compile(r"hotel|shelter|alberg|house"),
    "force-size": re.compile(r"force|soldier|troop|member|milit|army|efectiv|fuerz"),
    "housed": re.compile(r"stay|live|living|sle[ep]|hous|shelter|alberg|viv"),
    "capacity": re.compile(r"accommodat|capacity|meant for|room for|capacidad"),
    "duration": re.compile(r"\b(?:year|month|week|day|decade)"),
    "distance": re.compile(r"\b(?:mile|kilomet)"),
    "allowance": re.compile(r"\b(?:meal|hour)"),
    "share": re.compile(r"per ?cent|%|por ciento"),
}
#: Measures of figures of which the unit alone says what they count.
UNIT_MEASURES: Final = frozenset({"people", "count"})


def _list_records(dataset: Dataset) -> Iterator[Event | Claim]:
    yield from dataset.events.values()
    yield from dataset.claims.values()


def check_alignment(dataset: Dataset) -> Iterator[str]:
    """Yield texts whose sentences are not those of the other language, or have no citation."""
    for record in _list_records(dataset):
        english_text, spanish_text = record_text(record)
        sentence_count = len(split_sentences(english_text))
        spanish_count = len(split_sentences(spanish_text))
        if sentence_count != spanish_count:
            yield f"{record.id}: {sentence_count} sentences in English, {spanish_count} in Spanish"
        citations = dataset.citations_of(record.id)
        for citation in citations:
            for number in citation.sentences:
                if number > sentence_count:
                    yield f"{record.id}, {citation.source_id}: there is no sentence {number}"
        supporting = [citation for citation in citations if citation.role == "supports"]
        supported = find_supported_sentences(supporting, sentence_count)
        for number in range(1, sentence_count + 1):
            if number not in supported:
                yield f"{record.id}: no citation supports sentence {number}"


def _source_names(dataset: Dataset) -> dict[str, set[str]]:
    """Return the ids of the sources by the name of their newsroom."""
    ids_by_name: dict[str, set[str]] = {}
    for source in dataset.sources.values():
        if source.custom.kind == "official":
            # An office is named as whoever said it.
            continue
        newsroom, _, _ = source.custom.short.partition(",")
        source_ids = ids_by_name.setdefault(newsroom.strip(), set())
        source_ids.add(source.id)
    return ids_by_name


def _names_source(text: str, name: str) -> bool:
    name_pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
    return re.search(name_pattern, text) is not None


def _roads(dataset: Dataset, citations: Iterable[Citation]) -> set[str]:
    """Return the sources that citations name, and those they have it from."""
    waiting_ids = []
    for citation in citations:
        waiting_ids.append(citation.source_id)
        waiting_ids += citation.via
    road_ids: set[str] = set()
    while waiting_ids:
        source_id = waiting_ids.pop()
        if source_id not in road_ids and source_id in dataset.sources:
            road_ids.add(source_id)
            source = dataset.sources[source_id]
            waiting_ids += source.custom.upstream
    return road_ids


def check_named_sources(dataset: Dataset) -> Iterator[str]:
    """Yield sentences that name a newsroom which they do not cite."""
    ids_by_name = _source_names(dataset)
    for record in _list_records(dataset):
        speaker = ""
        if isinstance(record, Claim):
            speaker = dataset.claimants[record.claimant_id].name
        supporting = []
        for citation in dataset.citations_of(record.id):
            if citation.role == "supports":
                supporting.append(citation)
        for text in record_text(record):
            for number, sentence in enumerate(split_sentences(text), start=1):
                cited = []
                for citation in supporting:
                    if not citation.sentences or number in citation.sentences:
                        cited.append(citation)
                road_ids = _roads(dataset, cited)
                for name, source_ids in ids_by_name.items():
                    if road_ids & source_ids or name in speaker:
                        continue
                    if _names_source(sentence, name):
                        yield f"{record.id}, sentence {number}: names {name}, does not cite it"


def check_references(dataset: Dataset) -> Iterator[str]:
    """Yield sentences that another sentence is needed to understand."""
    for record in _list_records(dataset):
        for text, pattern in zip(record_text(record), REFERENCES, strict=True):
            for number, sentence in enumerate(split_sentences(text), start=1):
                match = pattern.match(sentence)
                if match:
                    yield f"{record.id}, sentence {number}: begins with {match[0]!r}"


def check_measures(dataset: Dataset) -> Iterator[str]:
    """Yield figures whose words do not say what their measure counts."""
    for claim in dataset.claims.values():
        if not claim.qualifier or claim.measure in UNIT_MEASURES:
            continue
        pattern = MEASURE_STEMS.get(claim.measure)
        if pattern is None:
            yield f"{claim.id}: no words are known that bear the measure {claim.measure!r}"
            continue
        texts = [claim.statement]
        for citation in dataset.citations_of(claim.id):
            texts.append(citation.wording)
        words = fold(" ".join(texts))
        if not pattern.search(words):
            yield f"{claim.id}: nothing in its words is of the measure {claim.measure!r}"


def check_titles(dataset: Dataset, reviewed: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield events whose title nobody read as it is now, and titles that are gone."""
    reviewed_rows = set(map(tuple, reviewed))
    for event in dataset.events.values():
        title_row = (event.id, event.title, event.title_es)
        if title_row not in reviewed_rows:
            yield f"{event.id}: its title was not read for whether it asserts what one party says"
        reviewed_rows.discard(title_row)
    for gone_row in sorted(reviewed_rows):
        yield f"{gone_row[0]}: a title is listed as read, and is gone"


def read_reviewed_titles(file: Path) -> list[tuple[str, ...]]:
    """Return the titles that were read: id, English, Spanish; none without a file."""
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as content:
        rows = list(map(tuple, csv.reader(content)))
    return rows[1:]


def _write_reviewed_titles(file: Path, dataset: Dataset) -> None:
    with file.open("w", encoding="utf-8", newline="") as content:
        writer = csv.writer(content, lineterminator="\n")
        writer.writerow(TITLE_COLUMNS)
        for event in dataset.events.values():
            writer.writerow((event.id, event.title, event.title_es))


def list_problems(dataset: Dataset) -> list[str]:
    """Return what breaks the rules, a line each."""
    return [
        *check_alignment(dataset),
        *check_named_sources(dataset),
        *check_references(dataset),
        *check_measures(dataset),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what breaks the rules; return 1 if anything does."""
    parser = argparse.ArgumentParser(description="Check the sentences of the records.")
    parser.add_argument("--accept", action="store_true", help="keep every title as read")
    options = parser.parse_args(arguments)
    dataset = load_dataset(DEFAULT_DATA)
    if options.accept:
        _write_reviewed_titles(REVIEWED_TITLES, dataset)
    problems = list_problems(dataset)
    reviewed_titles = read_reviewed_titles(REVIEWED_TITLES)
    problems += check_titles(dataset, reviewed_titles)
    for problem in problems:
        print(problem)
    record_count = len(dataset.events) + len(dataset.claims)
    citation_count = len(dataset.citations)
    print(f"{record_count} records, {citation_count} citations: {len(problems)} problems.")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
