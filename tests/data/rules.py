"""Rules of the data set that no schema can say: each finds the records that break it.

Words stand here because a check of texts is a check of words; what a page shows is in the
catalogues.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Final, NamedTuple

from components.commands.check_citations import split_paragraphs
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Basis, Citation, Place, Qualifier, TableRow
from components.story.sentences import split_sentences
from components.story.texts import fold


class Finding(NamedTuple):
    """One thing that is wrong with one record; ``record`` is its id, or its key in the file."""

    record: str
    message: str


class Text(NamedTuple):
    """One stored text: the record it is of, its column or field, its language, and itself."""

    record: str
    field: str
    language: str
    text: str


def stored_texts(dataset: Dataset) -> Iterator[Text]:
    """Every text of the records and the story that stands in two languages.

    Corrections are not among them: they quote what was wrong.
    """
    for table in (dataset.events, dataset.claims, dataset.topics, dataset.regions):
        for key, record in table.items():
            yield from _both(key, record)
    for row in dataset.region_departments:
        yield from _both(row.department, row)
    for left in dataset.left_out:
        yield from _both(f"{left.source_id}:{left.locator}", left)
    for key, words in dataset.presentation.sentences.items():
        for language, text in words.model_dump().items():
            yield Text("presentation", key, language, text)
    for source in dataset.sources.values():
        for name in ("date_note", "notes"):
            for language, text in getattr(source.custom, name).model_dump().items():
                yield Text(source.id, f"custom.{name}", language, text)
    for step in dataset.story.steps:
        for field, words in step.named_texts():
            for language in words.written_languages():
                yield Text(step.id, field, language, words.text_in(language))


def _both(key: str, record: TableRow) -> Iterator[Text]:
    names = type(record).model_fields
    for name in names:
        if f"{name}_es" in names:
            for column, language in ((name, "en"), (f"{name}_es", "es")):
                value = getattr(record, column)
                if value and isinstance(value, str):
                    yield Text(key, column, language, value)


# Borders

_BORDER: Final = re.compile(
    r"\b(?:borders?|bordering|frontiers?|touch(?:es|ing)?|adjoins?|adjoining|next to|limitan?"
    r"|limitrofes?|frontera|fronteriz[oa]s?|lindan?|colindan?|tocan?)\b"
)


def check_border_texts(dataset: Dataset, others: Iterable[Text] = ()) -> Iterator[Finding]:
    """Sentences with the name of a region or department, a word for a border, and Venezuela.

    Which regions touch Venezuela is worked out from the boundary files; no stored sentence says it,
    nor any of ``others``, such as those of a README or a page.
    """
    names = [name for region in dataset.regions.values() for name in (region.name, region.name_es)]
    names += [row.department_name for row in dataset.region_departments]
    named = re.compile(rf"\b(?:{'|'.join(re.escape(fold(name)) for name in names)})\b")
    for stored in (*stored_texts(dataset), *others):
        for sentence in split_sentences(stored.text):
            plain = fold(sentence)
            if "venezuela" in plain and _BORDER.search(plain) and named.search(plain):
                message = f"{stored.field} ({stored.language}) says it by itself: {sentence}"
                yield Finding(stored.record, message)


# Qualifiers

#: The words of each qualifier that stand straight before a number; those of one language differ in
#: gender, in what is counted, or in that they keep a limit of the source ("a little more than").
WORDS: Final[Mapping[str, Mapping[Qualifier, tuple[str, ...]]]] = {
    "en": {
        "about": ("about",),
        "nearly": ("nearly",),
        "more_than": ("more than", "a little more than"),
        "at_least": ("at least",),
        "less_than": ("fewer than", "less than"),
        "up_to": ("up to",),
        "range": ("between", "from"),
    },
    "es": {
        "about": ("unos", "unas"),
        "nearly": ("casi", "cerca de"),
        "more_than": ("más de", "un poco más de"),
        "at_least": ("al menos",),
        "less_than": ("menos de",),
        "up_to": ("hasta",),
        "range": ("entre", "de"),
    },
}
#: Synonyms that would be a second word for the same thing.
UNUSED: Final[Mapping[str, str]] = {
    "en": r"some|almost|around|roughly|approximately|circa|close to|just under|just over|"
    r"a little over|over|above|under|upwards of|no fewer than",
    "es": r"alrededor de|aproximadamente|algo más de|(?<!un )poco más de|"
    r"por lo menos|como mínimo|casi unos|más o menos",
}
_NUMBER: Final[Mapping[str, str]] = {
    # A number, or a place of the story where one is written in.
    "en": r"(?:\$?\d|\{cl-|an? (?:month|year|week)\b)",
    "es": r"(?:\d|\{cl-|mil\b|un (?:mes|año)\b|una semana\b|»)",
}
_SMALL: Final[Mapping[str, str]] = {
    "en": "zero one two three four five six seven eight nine ten",
    "es": "cero un dos tres cuatro cinco seis siete ocho nueve diez",
}


def _forms(value: float, language: str) -> tuple[str, ...]:
    digits = f"{value:,.0f}"
    found = [digits if language == "en" else digits.replace(",", ".")]
    small = _SMALL[language].split()
    if value < len(small) and value == int(value):
        found.append(small[int(value)])
    if value >= 1_000_000:
        millions = f"{value / 1_000_000:g}"
        found.append(millions if language == "en" else millions.replace(".", ","))
    return tuple(found)


def _said_before(text: str, value: float, language: str) -> set[Qualifier | None]:
    numbers = "|".join(re.escape(form) for form in _forms(value, language))
    of = {word: name for name, words in WORDS[language].items() for word in words}
    word = "|".join(map(re.escape, of))
    before = rf"(?:\b(?P<word>{word})(?:l| el| la| los| las)? )?(?<![\w.,])"
    pattern = re.compile(rf"{before}(?:{numbers})(?![\w]|[.,]\d)", re.IGNORECASE)
    return {of.get((match["word"] or "").casefold()) for match in pattern.finditer(text)}


def check_qualifiers(dataset: Dataset) -> Iterator[Finding]:
    """Statements that say a qualifier with another word, and synonyms before any number."""
    for claim in dataset.claims.values():
        value = claim.value_low if claim.value_low is not None else claim.value_high
        qualifier = claim.qualifier
        if value is None or qualifier is None:
            continue
        for language, text in (("en", claim.statement), ("es", claim.statement_es)):
            # Two numbers of one size may each have their own word; one must be right.
            said = _said_before(text, value, language)
            found = {
                found_qualifier
                for found_qualifier in said
                if found_qualifier != "range" or qualifier == found_qualifier
            }
            wanted = None if qualifier == "exact" else qualifier
            if found and wanted not in found:
                words = " or ".join(WORDS[language].get(qualifier, ("no qualifier",)))
                yield Finding(claim.id, f"{language}: {qualifier} is said with {words!r}: {text}")
    synonyms = {
        language: re.compile(rf"\b(?P<word>{words}) ?(?={_NUMBER[language]})", re.IGNORECASE)
        for language, words in UNUSED.items()
    }
    for stored in stored_texts(dataset):
        for match in synonyms[stored.language].finditer(stored.text):
            near = stored.text[match.start() : match.end() + 12]
            message = f"{stored.field} ({stored.language}): {match['word']!r} in “{near}”"
            yield Finding(stored.record, message)


# Places


def check_places(
    dataset: Dataset, texts: Mapping[str, str], meant: Mapping[tuple[str, str], Sequence[str]]
) -> Iterator[Finding]:
    """Events at a point that no citation names, or that only an outside report names.

    A country or a department is where an event belongs, and draws nothing. Where a document tells
    of the event, a document must name the place: what an outside report adds moves no mark.

    Args:
        dataset: the records.
        texts: the texts of the documents by source id.
        meant: source id and place id to other names that mean it in that source alone ("here").
    """
    lines = {source: split_paragraphs(text) for source, text in texts.items()}

    def names(citation: Citation, place: Place) -> bool:
        if citation.locator and (known := lines.get(citation.source_id)):
            said = fold(known[citation.locator - 1])
        else:
            said = fold(f"{citation.wording} · {dataset.sources[citation.source_id].title}")
        others = meant.get((citation.source_id, place.id), ())
        return any(
            re.search(rf"\b{re.escape(fold(name))}\b", said)
            for name in (place.name, place.name_es, *others)
        )

    for event in dataset.events.values():
        place = dataset.places[event.place_id] if event.place_id else None
        if place is None or place.lat is None:
            continue
        cited = dataset.citations_of(event.id)
        told = [
            citation
            for citation in cited
            if dataset.sources[citation.source_id].custom.tier == "document"
        ]
        if not any(names(citation, place) for citation in told or cited):
            who = "document" if told else "source"
            yield Finding(event.id, f"no {who} that is cited for it names {place.name}")


# Bases

#: The names of months and weekdays, folded.
_MONTHS: Final = [
    "january|jan|enero", "february|feb|febrero", "march|mar|marzo", "april|apr|abril", "may|mayo",
    "june|jun|junio", "july|jul|julio", "august|aug|agosto", "september|sept|septiembre|setiembre",
    "october|oct|octubre", "november|nov|noviembre", "december|dec|diciembre",
]  # fmt: skip
_WEEKDAYS: Final = [
    "monday|lunes", "tuesday|martes", "wednesday|miercoles", "thursday|jueves", "friday|viernes",
    "saturday|sabado", "sunday|domingo",
]  # fmt: skip


def names_day(day: date, text: str) -> bool:
    months = _MONTHS[day.month - 1]
    pattern = rf"\b(?:{day.day}(?: de)? (?:{months})|(?:{months}) {day.day})\b"
    return bool(re.search(pattern, fold(text)))


def _names(words: str, text: str) -> bool:
    return bool(re.search(rf"\b(?:{words})\b", fold(text)))


def check_corroborated(dataset: Dataset) -> Iterator[Finding]:
    """Dates called corroborated that no source is shown to name.

    An outside report that is cited appeared on that very day, or the cited words name the day, or
    the note names it in both languages. For a month, or a day that is approximate, the month is
    enough.
    """
    rows: list[tuple[str, str | None, Basis | None, str, str]] = [
        (event.id, event.date, event.date_basis, event.date_note, event.date_note_es)
        for event in dataset.events.values()
    ]
    rows += [
        (claim.id, claim.as_of, claim.as_of_basis, claim.as_of_note, claim.as_of_note_es)
        for claim in dataset.claims.values()
    ]
    for record, text, basis, *notes in rows:
        if basis != "corroborated" or not text:
            continue
        when, sources = parse_edtf(text), dataset.sources
        outside = [citation for citation in dataset.citations_of(record)
                   if sources[citation.source_id].custom.tier == "corroborating"]  # fmt: skip
        issued = [
            parse_edtf(sources[citation.source_id].custom.issued_edtf) for citation in outside
        ]
        day = when.last
        vague = when.first != day or when.approximate or when.uncertain
        named = partial(_names, _MONTHS[day.month - 1]) if vague else partial(names_day, day)
        weekday = partial(_names, _WEEKDAYS[day.weekday()])
        # "On Wednesday" in a report of that week is that day.
        week = any(
            day < issue_date.first and issue_date.last - day < timedelta(days=7)
            for issue_date in issued
        )
        if not (
            any(when.first <= issue_date.first and issue_date.last <= day for issue_date in issued)
            or any(named(citation.wording) for citation in outside)
            or all(map(named, notes))
            or (week and all(map(weekday, notes)))
        ):
            yield Finding(record, "no source is shown to name the day that it calls known")


def check_attested(dataset: Dataset) -> Iterator[Finding]:
    """Departments attested by a source of another year than 2019, and seats never named."""
    for row in dataset.region_departments:
        source = dataset.sources.get(row.source or "")
        issued = parse_edtf(source.custom.issued_edtf).first.year if source else None
        if row.basis == "attested" and issued != 2019:
            yield Finding(row.department, f"attested by a source of {issued}, not 2019")
    for region in dataset.regions.values():
        place = dataset.places.get(region.seat_place_id or "")
        if region.seat_basis == "attested" and place:
            cited = [
                fold(citation.wording)
                for claim in dataset.claims.values()
                if claim.region_id == region.id
                for citation in dataset.citations_of(claim.id)
            ]
            if not any(fold(place.name) in words for words in cited):
                yield Finding(region.id, f"no citation names its seat, {place.name}")
