# ruff: noqa: E501 - a pattern is read as the sentence that it is of
"""Every kind of sentence that a view says with a number or a comparison, and how each is checked.

A line of an outlet is divided at its separators into pieces. A piece is one of these, or unknown:

* a text of the data: a cell, a sentence of one, the name of a row;
* a date, an address, a source with its paragraph;
* a fixed text of the interface that compares nothing in the data (``fixed_sentences.txt``, read by
  a person);
* a sentence of a kind in :data:`KINDS`, whose numbers are computed again from the CSV files.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.data.expected import Expected, total_order
from tests.data.recomputed import DATA, Chosen, Figure, Tables
from tests.data.wording import (
    MONTHS,
    SHORT_MONTHS,
    day,
    edtf,
    interval,
    list_names,
    number,
    percent,
)

FIXED = Path(__file__).parent / "fixed_sentences.txt"
#: What makes a piece worth checking: a digit, a number in words, or a comparison.
TRIGGERS = {
    "en": r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|last|latest"
    r"|most|more|fewer|less|only|every|all|none|nobody|no source|both|alone|half|doubles?|twice"
    r"|larg\w+|greate\w+|least|another|nowhere|never|same|sum|share)\b",
    "es": r"\d|\b(uno|una sola|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|primer\w*"
    r"|últim\w*|más|menos|mayor\w*|menor\w*|solo|cada|tod[oa]s?|ningun\w*|ningún|nadie|ambos|mitad"
    r"|doble|mism\w+|suma|duplic\w*)\b",
}
#: A sentence of the data ends so, by ``data/README.md``.
SENTENCE_END = re.compile(
    r"(?<=[.?!…])(?<!para\.)(?<!paras\.)(?<!párr\.)(?<!párrs\.)(?<! c\.)(?<! ca\.)(?<! h\.)(?<!\(c\.)"
    r"(?<!\(ca\.)(?<!\(h\.)\s+(?=[A-ZÁÉÍÓÚÑ0-9“«\"¿¡])"
)
#: Where the pieces of a line part.
SEPARATORS = re.compile(r" · | \| | \|$|^\| ")
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\))?[^()\s]*\)")
DRAWING = re.compile(r"\[(?:drawing|picture): ([^\]]*)\]")
#: Signs before a text: headings, list items, standings, marks of sources and of kinds.
SIGNS = re.compile(r"^(?:[#\-≠≈=◑◐○①②§◇■●▲◆⬢✚✖▼★♦]+\s*)+|[■●▲◆⬢✚✖⬟⬣]")
#: Before a record in the list of what rests on a source: its paragraph and its words there.
CITED_RECORD = re.compile(
    r"(?:(?:para|párr)\. \d+ )?(?:(?P<words>[“«].*?[”»]+) )?(?:Event|Claim|Hecho|Afirmación)(?:, [\w ]+)?: "
)
#: Ids, raw dates (EDTF) and versions, which are addresses of rows.
IDS = re.compile(
    r"\b(?:ev|cl|st)-[\w-]+|\bstory:[\w-]+|\b\d{4}-\d\d(?:-\d\d)?[~?%]?(?:/\d{4}-\d\d(?:-\d\d)?[~?%]?)?"
    r"|\bCC BY 4\.0|\b(?:version|versión) \d+\.\d+\.\d+|\b\d+\.\d+\.\d+\b|APA 7|ISO 690"
)
N = r"(\d[\d.,]*)"
MILLION = 1_000_000
#: The numbers of an axis or of a legend.
NUMBERS_ALONE = re.compile(r"[\d.,\s→+−–%]+")


def date_pattern(language: str) -> str:
    """Return the pattern of a date as the pages write it."""
    names = sorted({*MONTHS[language], *SHORT_MONTHS[language]}, key=len, reverse=True)
    month = f"(?:{'|'.join(names)})"
    year = r"(?:,? (?:de )?20\d\d)?"
    if language == "en":
        one = rf"(?:\d{{1,2}}(?:–\d{{1,2}})? )?{month}{year}"
        return rf"(?:(?:about |c\. )?{one}(?: ?– ?{one}| to {one})?(?: \(uncertain\))?)"
    one = rf"(?:\d{{1,2}}(?:–\d{{1,2}})? de )?{month}{year}"
    doubts = r"(?: \(aprox\.\))?(?: \(fecha incierta\))?"
    return rf"(?:(?:h\. |c\. )?{one}(?: ?– ?{one}| a {one})?{doubts})"


@dataclass(frozen=True)
class Kind:
    """A kind of sentence: its pattern in each language, and how its numbers are computed again."""

    name: str
    english: str
    spanish: str
    #: Whether what it says is so; in words what should be said otherwise.
    check: Callable[["Checker", re.Match[str], Chosen], bool | str]
    #: Whether it is more than a sentence.
    is_whole: bool = False


class DataTexts:
    """The texts of the data package in a language, to tell what is taken from it word for word."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        for file in sorted(DATA.glob("*.csv")):
            with file.open(encoding="utf-8", newline="") as lines:
                for row in csv.DictReader(lines):
                    for cell in row.values():
                        self._add(cell or "")
        for name in ("sources", "presentation", "story", "datapackage"):
            self._add_values(json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")))

    def _add(self, text: str) -> None:
        text = " ".join(text.split())
        if not text or re.fullmatch(r"[\d.,~?/%-]+", text):
            return
        for part in (text, *SENTENCE_END.split(text)):
            self.texts.add(fold(part))

    def _add_values(self, value: object) -> None:
        if isinstance(value, dict):
            for each in value.values():
                self._add_values(each)
        elif isinstance(value, list):
            for each in value:
                self._add_values(each)
        elif isinstance(value, str):
            self._add(value)

    def has(self, text: str) -> bool:
        """Return whether a text is one of the data's, or some of them one after the other."""
        if fold(text) in self.texts:
            return True
        parts = SENTENCE_END.split(text)
        return len(parts) > 1 and all(fold(part) in self.texts for part in parts)


def fold(text: str) -> str:
    """Return a text with plain quotation marks, without the stop or the mark at its end.

    Within a quotation a page writes other marks than the data, and closes one that is cut off.
    """
    for mark in "“”«»‘’'":
        text = text.replace(mark, '"')
    return text.strip().rstrip('."').strip()


def parse_number(text: str) -> int:
    return int(re.sub(r"[.,](?=\d{3}\b)", "", text).rstrip(".,"))


def read_fixed() -> set[str]:
    lines = FIXED.read_text(encoding="utf-8").splitlines() if FIXED.exists() else []
    return {fold(line) for line in lines if line and not line.startswith("#")}


DATA_TEXTS = DataTexts()


class Checker:
    """Checks the lines of outlets in a language."""

    def __init__(self, tables: Tables, language: str) -> None:
        self.tables = tables
        self.language = language
        self.expected = Expected(tables, language)
        self.writer = self.expected.writer
        self.trigger = re.compile(TRIGGERS[language], re.IGNORECASE)
        self.date = date_pattern(language)
        self.fixed = read_fixed()
        self.patterns = [
            (kind, re.compile(self._fill(kind.english if language == "en" else kind.spanish)))
            for kind in KINDS
        ]
        self._ignored: dict[str, bool] = {}
        self.known: dict[str, int] = {}
        self.view = Chosen()

    def _fill(self, pattern: str) -> str:
        return pattern.replace("<N>", N).replace("<D>", self.date)

    def say(self, english: str, spanish: str) -> str:
        return self.expected.say(english, spanish)

    # Lines and pieces -----------------------------------------------------------------------------
    def pieces(self, line: str) -> Iterator[str]:
        """Yield the parts of a line, without signs and addresses."""
        line = DRAWING.sub(r"\1", line)
        while LINK.search(line):
            line = LINK.sub(r"\1 · ", line)
        line = re.sub(r"(?: ·)+(?= ·|$| \.)|· (?=[,.)])", "", " ".join(line.split()))
        line = SIGNS.sub("", line).strip(" ·")
        spoken = re.fullmatch(r"(.*[.?!…]) (?:\((.+)\)|— (.+))", line)
        if spoken and (spoken[2] or spoken[3]) in self.names:
            line = spoken[1]
        title = self.tables.presentation["title"][self.language]
        line = line.removesuffix(f" · {title}").removesuffix(f" | {title}")
        if self._is_ignored(line):
            return
        if any(pattern.fullmatch(line) for _, pattern in self.patterns):
            yield line
            return
        for piece in SEPARATORS.split(line):
            piece = SIGNS.sub("", piece.strip()).strip(" []|")
            cited = CITED_RECORD.match(piece)
            if cited:
                if cited["words"]:
                    yield cited["words"].removeprefix("“").removeprefix("«")[:-1]
                piece = piece[cited.end() :]
            if piece:
                yield piece

    def _is_ignored(self, piece: str) -> bool:
        """Return whether a piece says nothing that must be computed; kept by its words."""
        if piece not in self._ignored:
            self._ignored[piece] = self._find_ignored(piece)
        return self._ignored[piece]

    def _find_ignored(self, piece: str) -> bool:
        if fold(piece) in self.fixed or self._is_cut_fixed(piece):
            return True
        piece = self.basis_pattern.sub("", piece)
        if not self.trigger.search(piece) or DATA_TEXTS.has(piece) or fold(piece) in self.fixed:
            return True
        if all(DATA_TEXTS.has(part) for part in piece.split(", ")):
            return True
        if DATA_TEXTS.has(piece[1:-1]) or fold(piece).casefold() in self.story_texts:
            return True
        rest = self._reduce(piece)
        if not self.trigger.search(rest) or fold(rest) in self.fixed:
            return True
        parts = SENTENCE_END.split(piece)
        return len(parts) > 1 and all(self._is_ignored(part) for part in parts)

    def _is_cut_fixed(self, piece: str) -> bool:
        """Return whether a piece is the start of a fixed sentence, which a preview cuts off."""
        start, mark, _ = fold(piece).partition("…")
        return bool(mark and start) and any(text.startswith(start.strip()) for text in self.fixed)

    @cached_property
    def basis_pattern(self) -> re.Pattern[str]:
        """How a date is known, before its note or behind the date."""
        words = self.say(
            "stated by the source|inferred|known from another report|date inferred|"
            "date known from another report|by another report|Question for the class|Answer|"
            "as of|Question:|Answer:|Sources:",
            "dad[oa] por la fuente|inferid[oa]|conocid[oa] por otro reporte|"
            "fecha inferida|fecha conocida por otro reporte|según otro reporte|"
            "Pregunta para (?:la clase|el grupo)|Respuesta|con corte a|Pregunta:|Respuesta:|Fuentes:",
        )
        return re.compile(rf"^(?:{words}) | ?\((?:{words})\)| (?:{words})$")

    @cached_property
    def story_texts(self) -> set[str]:
        """The texts of the story with its figures and dates, and each of their sentences."""
        filled: set[str] = set()
        stack: list[object] = [self.tables.read_json("story")]
        while stack:
            value = stack.pop()
            if isinstance(value, dict):
                stack += value.values()
            elif isinstance(value, list):
                stack += value
            elif isinstance(value, str) and "{" in value:
                text = re.sub(r"\{([^{}]+)\}", self._fill_brace, value)
                parts = (text, *SENTENCE_END.split(text))
                filled |= {fold(part).casefold() for part in parts}
        return filled

    @cached_property
    def headlines_of_story(self) -> list[str]:
        """The headlines of the story's steps, with their figures and dates."""
        steps = self.tables.read_json("story")["lesson"]
        texts = [step["headline"][self.language] for step in steps]
        return [re.sub(r"\{([^{}]+)\}", self._fill_brace, text) for text in texts]

    def _fill_brace(self, match: re.Match[str]) -> str:
        """Write what braces in the story name: a figure, a date, a share of two figures."""
        figures = {figure.id: figure for figure in self.tables.select_figures(Chosen())}
        events = dict(zip(self.tables.events.id, self.tables.events.date, strict=True))
        key, _, form = match[1].partition(":")
        if "/" in key:
            part, whole = key.split("/")
            return percent(figures[part].number / figures[whole].number, self.language)
        if key in events:
            return edtf(events[key], self.language, "yearless")
        if form:
            return edtf(figures[key].as_of, self.language, "yearless")
        if figures[key].number >= MILLION:
            text = f"{figures[key].number / MILLION:g}"
            return self.say(f"{text} million", f"{text.replace('.', ',')} millones de")
        return self.writer.value(figures[key])

    def _reduce(self, piece: str) -> str:
        """Return a piece without addresses, dates, sources with their paragraphs, and wordings."""
        rest = re.sub(r"https?://\S+|/\w+\?\S+|\b[\w.-]+\.(?:csv|json)\b", "", piece)
        for words in re.findall(r"[“«]([^”»]*)[”»]", rest):
            if DATA_TEXTS.has(words):
                rest = rest.replace(words, "")
        rest = IDS.sub("", self.id_pattern.sub("", rest))
        rest = self.source_pattern.sub("", rest)
        rest = re.sub(rf"\b{self.date}(?!\w)", "", rest)
        rest = re.sub(r"\b(paras?|párrs?)\. \d+(?:(?:, \d+)*,? (?:and|y|e) \d+)?", "", rest)
        # A year is a date; a whole row is a marker of corrections.
        return re.sub(r"(?<![\d.,])20[12]\d(?![\d.,]\d)|\(toda la fila\)", "", rest)

    @cached_property
    def id_pattern(self) -> re.Pattern[str]:
        """Ids of sources, with a paragraph, and of questions."""
        ids = sorted({*self.tables.tiers, *self.tables.topics.id}, key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, ids))})(?::\d+)?(?![\w-])")

    @cached_property
    def source_pattern(self) -> re.Pattern[str]:
        """The short names and the titles of sources, with their dates."""
        names = set()
        for source in self.tables.sources:
            short = source["custom"]["short"]
            names |= {short, short.replace(", via ", ", vía "), source["title"]}
            names.add(source["title"].removesuffix("."))
            names |= {source.get("container-title", ""), short.split(",")[0]}
        pattern = "|".join(re.escape(name) for name in sorted(names - {""}, key=len, reverse=True))
        dates = rf"(?:, (?:{self.date}|20\d\d))?"
        return re.compile(rf"(?<!\w)(?:{pattern}){dates}(?!\w)")

    def source_label(self, source_id: str) -> str:
        """Return the short name of a source; of a report with the day it appeared."""
        source = next(each for each in self.tables.sources if each["id"] == source_id)
        name = source["custom"]["short"]
        if self.language == "es":
            name = name.replace(", via ", ", vía ")
        issued = source["custom"].get("issued_edtf", "")
        if self.tables.tiers[source_id] == "document" or not issued:
            return name
        if not issued.startswith("2019"):
            return f"{name}, {issued[:4]}"
        return f"{name}, {edtf(issued, self.language, 'short')}"

    # The check ------------------------------------------------------------------------------------
    def faults(
        self,
        lines: Sequence[str],
        chosen: Chosen,
        *,
        has_ticks: bool = False,
        is_of_story: bool = False,
    ) -> Iterator[tuple[str, str]]:
        """Yield each piece that is false, or of no known kind, with what should be said.

        Parameters
        ----------
        lines
            The lines of an outlet.
        chosen
            The view.
        has_ticks
            Whether numbers and days alone are those of an axis or a legend.
        is_of_story
            Whether the outlet is of the whole story, but for the notice on what is hidden.
        """
        self.view = chosen
        if is_of_story:
            chosen = Chosen()
        for line, previous in dict.fromkeys(zip(lines, ("", *lines), strict=False)):
            before = SIGNS.sub("", previous).strip()
            if re.fullmatch(rf"(?:[#-] )?\[?{N}\]?(?:\(\S*\))?", line):
                if not has_ticks:
                    fault = self._number_fault(LINK.sub(r"\1", line).strip("#- "), before, chosen)
                    if fault:
                        yield line, fault
                continue
            for piece in self.pieces(line):
                if self._is_ignored(piece):
                    continue
                if has_ticks and re.fullmatch(rf"{N} (?:people|personas)|[\d.,\s→+−–%]+", piece):
                    continue
                if piece in self.cells or fold(piece) in self.figure_texts:
                    continue
                fault = self._fault(piece, chosen)
                if fault:
                    yield piece, fault

    def _number_fault(self, text: str, before: str, chosen: Chosen) -> str:
        """Return what is wrong with a number alone on its line, by the line before it."""
        self.known["number alone"] = self.known.get("number alone", 0) + 1
        if not re.fullmatch(r"\d+|\d{1,3}(?:[.,]\d{3})+", text):
            return "" if text in self.coordinates else "no place is there"
        value = parse_number(text)
        if before in ("Paragraph", "Párrafo"):
            return "" if text in self.locators else "no citation has this paragraph"
        if before in self.region_of_name:
            counts = self.expected.counts(chosen)
            figure = counts and counts.figures[counts.key].get(self.region_of_name[before])
            if figure and int(figure.number) == value:
                return ""
            return f"{before} has {figure and figure.number}"
        sums = {int(sum(each.number for each in part)) for part in self.head_counts(chosen)}
        if fold(text) in self.figure_texts or value in sums:
            return ""
        return "no claim gives this figure, and no sum makes it"

    @cached_property
    def cells(self) -> set[str]:
        """The numbers in the tables' own columns, as the rows of Data and of Method show them."""
        cells = {*self.tables.left_out.locator, *self.tables.citations.locator}
        for table in ("claims", "places", "corrections"):
            frame = getattr(self.tables, table)
            for column in frame:
                cells |= {cell for cell in frame[column] if NUMBERS_ALONE.fullmatch(cell)}
        return cells | {cell.lstrip("-") for cell in cells}

    @cached_property
    def coordinates(self) -> set[str]:
        return {*self.tables.places.lat, *self.tables.places.lon}

    @cached_property
    def locators(self) -> set[str]:
        return set(self.tables.citations.locator)

    def _match_kind(self, piece: str, *, whole: bool) -> tuple[Kind, re.Match[str]] | None:
        for kind, pattern in self.patterns:
            if kind.is_whole == whole:
                match = pattern.fullmatch(piece)
                if match:
                    return kind, match
        return None

    def _fault(self, piece: str, chosen: Chosen) -> str:
        found = self._match_kind(piece, whole=True)
        parts = SENTENCE_END.split(piece)
        if not found and len(parts) > 1:
            faults = [self._fault(part, chosen) for part in parts if not self._is_ignored(part)]
            return next((fault for fault in faults if fault), "")
        found = found or self._match_kind(piece, whole=False)
        if not found:
            return "no checker knows this kind of sentence"
        kind, match = found
        self.known[kind.name] = self.known.get(kind.name, 0) + 1
        answer = kind.check(self, match, chosen)
        if answer is True:
            return ""
        return f"{kind.name}: {answer or 'not so'}"

    def required(self, outlet: str, chosen: Chosen) -> list[str]:
        """Return what an outlet must say of a view, word for word."""
        expected = self.expected
        titles = {
            "timeline": [expected.timeline_title],
            "map": [expected.map_title],
            "figures": [expected.totals_title],
            "disagreements": [expected.questions_title],
        }
        said = [title(chosen) for title in titles.get(outlet, ())]
        if outlet == "" and self.tables.select_events(chosen):
            said = [expected.timeline_title(chosen), expected.map_title(chosen)]
            head = expected.head_figure(chosen, self.tables.main_measure)
            if head:
                writer = self.writer
                when = edtf(head.as_of, self.language, "short")
                said.append(
                    f"{writer.name('measures', self.tables.main_measure)} · "
                    f"{writer.name('populations', head.cells['population'])}, {when} · "
                    f"{writer.claimant(head.cells['claimant_id'])}"
                )
        return said

    # What the checks share ------------------------------------------------------------------------
    def dates_phrase(self, chosen: Chosen) -> str:
        """Return how the dates of a view are said."""
        if chosen.start and chosen.end:
            return interval(chosen.start, chosen.end, self.language)
        if chosen.start:
            text = day(chosen.start, self.language)
            return self.say(f"from {text}", f"desde el {text}")
        if chosen.end:
            text = day(chosen.end, self.language)
            return self.say(f"until {text}", f"hasta el {text}")
        return self.say("January to May 2019", "enero a mayo de 2019")

    def filter_phrases(self, chosen: Chosen, records: Iterable[str] = ()) -> list[str]:
        """Return how the filters of a view but its dates are said.

        Sources that are not chosen are named where some of its records have their dates.
        """
        phrases = []
        if chosen.certain_only and (chosen.start or chosen.end):
            phrases.append(self.say(
                "without what may fall outside these dates",
                "sin lo que puede estar fuera de estas fechas",
            ))  # fmt: skip
        for keys, table, english, spanish in (
            (chosen.regions, "regions", "in ", "en "),
            (chosen.categories, "categories", "of the kind ", "del tipo "),
            (chosen.sources, "", "cited from ", "con cita de "),
            (chosen.voices, "voices", "with voices of the kind ", "con voces del tipo "),
            (chosen.without, "voices", "without voices of the kind ", "sin voces del tipo "),
        ):
            if keys:
                names = [self._filter_name(table, key) for key in self._in_order(table, keys)]
                phrases.append(self.say(english, spanish) + list_names(names, self.language))
            if keys and keys == chosen.sources:
                phrases += self._dates_of_others(chosen, records)
        if chosen.published_by:
            text = day(chosen.published_by, self.language)
            phrases.append(
                self.say(f"as published by {text}", f"según lo publicado hasta el {text}")
            )
        if chosen.documents_only:
            phrases.append(self.say("in the four documents alone", "solo en los cuatro documentos"))
        return phrases

    def _dates_of_others(self, chosen: Chosen, records: Iterable[str]) -> list[str]:
        dating = self.tables.find_dating_reports(chosen, records)
        if not dating:
            return []
        sources = {source["id"]: source["custom"]["short"] for source in self.tables.sources}
        newsrooms = [sources[key].partition(",")[0] for key in self._in_order("", sorted(dating))]
        names = list(dict.fromkeys(newsrooms))
        return [self.say("with dates from ", "con fechas de ") + list_names(names, self.language)]

    def _in_order(self, table: str, keys: Sequence[str]) -> list[str]:
        """Return values of a filter in the order of their table."""
        if not table:
            order = [source["id"] for source in self.tables.sources]
        else:
            frame = getattr(self.tables, table)
            if "order" in frame:
                frame = frame.assign(place=frame.order.astype(int)).sort_values("place")
            order = list(frame.id)
        return sorted(keys, key=order.index)

    def _filter_name(self, table: str, key: str) -> str:
        if not table:
            return self.source_label(key)
        name = self.writer.name(table, key)
        if table in {"categories", "voices"}:
            return self.say(f"“{name}”", f"«{name}»")
        return name

    def restrictions(self, chosen: Chosen, records: Iterable[str] = ()) -> list[str]:
        phrases = self.filter_phrases(chosen, records)
        if chosen.start or chosen.end:
            phrases.insert(0, self.dates_phrase(chosen))
        return phrases

    # What is computed once ------------------------------------------------------------------------
    def supporting(self, chosen: Chosen) -> dict[str, int]:
        """Return the shown sources, each with how many of the records shown it supports."""
        tables = self.tables
        record_ids = {figure.id for figure in tables.select_figures(chosen)}
        record_ids |= set(tables.select_event_spans(chosen))
        shown = tables.shown_sources(chosen)
        records: dict[str, set[str]] = {}
        for key in record_ids:
            for row in tables.cited.get(key, ()):
                if row["role"] == "supports" and row["source_id"] in shown:
                    records.setdefault(row["source_id"], set()).add(key)
        return {source_id: len(keys) for source_id, keys in records.items()}

    def head_counts(self, chosen: Chosen) -> list[list[Figure]]:
        """Return the counts of the latest day that the sources of a view give.

        All of them, and those of them that are in the view.
        """
        parts = self._counts_of_last_day(chosen, "sources")
        # A figure outside the filters may be of sources that are not chosen.
        return parts + self._counts_of_last_day(chosen)

    def _counts_of_last_day(self, chosen: Chosen, *names: str) -> list[list[Figure]]:
        sourced = chosen.keep_only("published_by", "voices", "without", "documents_only", *names)
        regional = self.expected._regional(sourced)
        if not regional:
            return []
        latest = max(regional, key=lambda each: (each.span.first, each.span.last)).as_of
        of_day = [each for each in regional if each.as_of == latest]
        ids = {each.id for each in self.tables.select_figures(chosen)}
        earlier = [each for each in regional if each.as_of != latest]
        return [of_day, [each for each in of_day if each.id in ids], earlier]

    def cited_rows(self, chosen: Chosen) -> list[dict[str, str]]:
        """Return the citations of the records of a view by the sources that are shown."""
        tables = self.tables
        record_ids = {figure.id for figure in tables.select_figures(chosen)}
        record_ids |= set(tables.select_event_spans(chosen))
        shown = tables.shown_sources(chosen)
        return [
            row for key in record_ids for row in tables.cited.get(key, ())
            if row["source_id"] in shown
        ]  # fmt: skip

    def event_places(self, chosen: Chosen) -> set[str]:
        """Return the places of the events of a view; of the whole story all places."""
        if replace(chosen, choices=()) == Chosen():
            return set(self.tables.places.id)
        events = self.tables.events
        shown = self.tables.select_event_spans(chosen)
        return set(events[events.id.isin(set(shown))].place_id) - {""}

    def listed_sources(self, chosen: Chosen) -> set[str]:
        """Return the sources that filters on sources leave; under others, those that are cited."""
        of_sources = chosen.keep_only("published_by", "without", "documents_only", "sources")
        if replace(chosen, choices=()) == of_sources:
            return self.tables.shown_sources(of_sources)
        return self.tables.cited_sources(chosen)

    def shown_regions(self, chosen: Chosen) -> set[str]:
        return set(chosen.regions) or set(self.tables.regions.id)

    @cached_property
    def region_of_name(self) -> dict[str, str]:
        return {self.writer.name("regions", key): key for key in self.tables.regions.id}

    @cached_property
    def counts_by_name(self) -> dict[str, set[int]]:
        """The counts of each region, of any day."""
        counts: dict[str, set[int]] = {name: set() for name in self.region_of_name}
        for figure in self.expected._regional(Chosen()):
            counts[self.writer.name("regions", figure.cells["region_id"])].add(int(figure.number))
        return counts

    @cached_property
    def figure_texts(self) -> set[str]:
        """Every figure of a claim as it is written."""
        figures = self.tables.select_figures(Chosen())
        return {fold(self.writer.figure(each)) for each in figures if each.cells["qualifier"]}

    @cached_property
    def placed_events(self) -> set[str]:
        """The events at a place that is drawn as a point."""
        frame = self.tables.places
        drawn = set(frame[frame.lat != ""].id)
        events = self.tables.events
        return set(events[events.place_id.isin(drawn)].id)

    # Quotations -----------------------------------------------------------------------------------
    @cached_property
    def sentences(self) -> dict[str, list[tuple[str, int]]]:
        """Each sentence of an event or a claim: its record, and which sentence of it it is."""
        suffix = "_es" if self.language == "es" else ""
        found: dict[str, list[tuple[str, int]]] = {}
        for table, column in (("events", "summary"), ("claims", "statement")):
            for row in getattr(self.tables, table).to_dict("records"):
                text = row[column + suffix] or row[column]
                for place, sentence in enumerate(SENTENCE_END.split(text), 1):
                    found.setdefault(fold(sentence).casefold(), []).append((row["id"], place))
        return found

    @cached_property
    def names(self) -> set[str]:
        """The names of claimants and sources."""
        suffix = "_es" if self.language == "es" else ""
        claimants = set(self.tables.claimants[f"name{suffix}"])
        shorts = set(self.source_names.values())
        return claimants | shorts | {self.source_label(key) for key in self.source_names}

    def has_single_root(self, chosen: Chosen) -> bool:
        """Return whether some record that is shown goes back to one newsroom or statement alone."""
        allowed = self.tables.allowed_sources(chosen)
        ids = [figure.id for figure in self.tables.select_figures(chosen)]
        for key in (*ids, *self.tables.select_event_spans(chosen), *self.counted_ids):
            rows = [
                row for row in self.tables.cited.get(key, ())
                if row["source_id"] in allowed and row["role"] == "supports"
            ]  # fmt: skip
            origins = [self._origins(row) for row in rows]
            if origins and frozenset.intersection(*origins):
                return True
        return False

    @cached_property
    def counted_ids(self) -> list[str]:
        return [figure.id for figure in self.expected._regional(Chosen())]

    def has_single_statement(self, chosen: Chosen) -> bool:
        """Return whether some claim that is shown is one statement's, in texts of newsrooms."""
        allowed = self.tables.allowed_sources(chosen)
        for claim in self.tables.claims.to_dict("records"):
            rows = [
                row for row in self.tables.cited.get(claim["id"], ())
                if row["source_id"] in allowed and row["role"] == "supports"
            ]  # fmt: skip
            if claim["statement_id"] and len({row["source_id"] for row in rows}) > 1:
                return True
        return False

    @cached_property
    def statement_of(self) -> dict[str, str]:
        """The statement that each claim relays, of those that name one."""
        frame = self.tables.claims
        rows = frame[frame.statement_id != ""]
        return dict(zip(rows.id, rows.statement_id, strict=True))

    @cached_property
    def speaker_of(self) -> dict[str, str]:
        """Who said first what each claim says: of its statement, else its claimant."""
        frame = self.tables.statements
        speakers = dict(zip(frame.id, frame.claimant_id, strict=True))
        return {
            claim["id"]: speakers.get(claim["statement_id"], claim["claimant_id"])
            for claim in self.tables.claims.to_dict("records")
        }

    def _origins(self, row: dict[str, str]) -> frozenset[str]:
        """Return the newsrooms a citation may go back to, and the statement of its claim."""
        details = {source["id"]: source["custom"] for source in self.tables.sources}
        road = [part.strip() for part in row["via"].split(";") if part.strip()]
        waiting = [road[-1] if road else row["source_id"]]
        newsrooms = set()
        seen = set(waiting)
        while waiting:
            custom = details[waiting.pop()]
            upstream = custom.get("upstream") or []
            if custom["kind"] != "aggregator" or not upstream:
                newsrooms.add(custom["short"].split(",")[0])
                continue
            waiting += [key for key in upstream if key in details and key not in seen]
            seen |= set(upstream)
        statement = self.statement_of.get(row["record_id"])
        return frozenset({*newsrooms, statement} if statement else newsrooms)

    def find_records(self, body: str) -> list[tuple[str, list[int]]]:
        """Return the records that have all sentences of a text, with their numbers."""
        parts = [fold(part).casefold() for part in SENTENCE_END.split(body)]
        if any(part not in self.sentences for part in parts):
            return []
        records = {record for record, _ in self.sentences[parts[0]]}
        found = []
        for record in sorted(records):
            numbers = []
            for part in parts:
                numbers += [place for key, place in self.sentences[part] if key == record][:1]
            if len(numbers) == len(parts):
                found.append((record, numbers))
        return found

    def supports(self, record: str, numbers: Sequence[int], cited: Sequence[str]) -> bool:
        """Return whether each source in brackets supports each sentence of a record.

        A citation without ``sentences`` supports the text; what gives context is cited only where
        nothing supports a record.
        """
        rows = self.tables.cited.get(record, [])
        for text in cited:
            has_source = False
            for row in rows:
                if not self._names_source(text, row["source_id"]):
                    continue
                held = {int(part) for part in row["sentences"].split(";") if part.strip()}
                if row["role"] == "disputes" or not held or held.issuperset(numbers):
                    has_source = True
            if not has_source and not re.match(self.as_of_phrase, text):
                return False
        return True

    @cached_property
    def as_of_phrase(self) -> str:
        return self.say(r"figure as of|as of|by|on|about", r"cifra|con corte|hasta|a |al |hacia")

    def _names_source(self, text: str, source_id: str) -> bool:
        short = self.source_names[source_id]
        return re.search(rf"(?<!\w){re.escape(short)}(?!\w)", text) is not None

    @cached_property
    def source_names(self) -> dict[str, str]:
        names = {}
        for source in self.tables.sources:
            short = source["custom"]["short"]
            if self.language == "es":
                short = short.replace(", via ", ", vía ")
            names[source["id"]] = short
        return names

    @cached_property
    def titles(self) -> set[str]:
        return {fold(source["title"]).strip("[]") for source in self.tables.sources}

    def total_fault(self, body: str, cited: Sequence[str]) -> str:
        """Return what is wrong with a total in words: "more than 1,400 … had arrived … by 7 May".

        A claim gives the figure of these people, for this day or that of the documents, and each
        source in brackets supports the claim.
        """
        suffix = "_es" if self.language == "es" else ""
        people = dict(zip(self.tables.populations.id, self.tables.populations[f"people{suffix}"],
                          strict=True))  # fmt: skip
        for figure in self.tables.keep_totals(self.tables.select_figures(Chosen())):
            pattern = self.measure_sentences[figure.cells["measure"]]
            if not pattern:
                continue
            said = pattern.format(
                figure=self.writer.figure(figure), people=people[figure.cells["population"]], by=""
            ).strip()
            if said.casefold() not in body.casefold():
                continue
            dates = {figure.as_of, figure.cells["document_date"]} - {""}
            days = {edtf(text.rstrip("~?%"), self.language) for text in dates}
            rest = body[body.casefold().index(said.casefold()) + len(said) :]
            if rest and not any(each in rest for each in days):
                continue
            if self.supports(figure.id, [], cited):
                return ""
        return "no claim says this with these sources"

    @cached_property
    def measure_sentences(self) -> dict[str, str]:
        column = "sentence_es" if self.language == "es" else "sentence"
        return dict(zip(self.tables.measures.id, self.tables.measures[column], strict=True))

    def equal(self, match: re.Match[str], *values: int) -> bool | str:
        """Return whether the numbers of a match are some values; else what they should be."""
        numbers = [parse_number(text) for text in match.groups() if text]
        return numbers == list(values) or f"{numbers} should be {list(values)}"

    def is_one_of(self, match: re.Match[str], *texts: str) -> bool | str:
        """Return whether a sentence is one of some; else what it should be."""
        said = match[0].rstrip(".")
        if said.endswith(" …"):
            # A description is cut after so many letters.
            return any(text.startswith(said[:-2]) for text in texts) or f"should be {texts[0]!r}"
        return said in [text.rstrip(".") for text in texts] or f"should be {texts[0]!r}"


# The checks, by kind ------------------------------------------------------------------------------
def check_shown_events(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    events = checker.tables.select_events(chosen)
    count = f"{len(events)} {checker.say('of', 'de')} {len(checker.tables.events)}"
    count += checker.say(" events", " hechos")
    parts = [f"{count}{_certainty(checker, events.values())}", checker.dates_phrase(chosen)]
    parts += checker.filter_phrases(chosen, events)
    # Data names the filters alone.
    of_data = [count, *checker.restrictions(chosen, events)]
    shown = checker.say("Shown: ", "A la vista: ")
    return checker.is_one_of(match, shown + ", ".join(parts), shown + ", ".join(of_data))


def _certainty(checker: Checker, certain: object) -> str:
    flags = list(certain)
    if all(flags):
        return ""
    sure, unsure = sum(flags), len(flags) - sum(flags)
    return checker.say(
        f" ({sure} certainly in these dates, {unsure} possibly)",
        f" ({sure} con certeza en estas fechas, {unsure} posiblemente)",
    )


def check_shown_places(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """On a picture the events are counted whose places are drawn."""
    count = parse_number(match[1])
    events = checker.tables.select_events(chosen)
    if parse_number(match[2]) != len(checker.tables.events):
        return f"of {len(checker.tables.events)}"
    placed = checker.placed_events & set(events)
    return count == len(placed) or f"{count} should be {len(placed)}"


def check_shown_figures(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    totals = checker.tables.keep_totals(checker.tables.select_figures(Chosen()))
    shown = len(checker.tables.charted_figures(chosen))
    count = checker.say(
        f"{shown} of {len(totals)} reported figures", f"{shown} de {len(totals)} cifras publicadas"
    )
    measure = checker.expected.charted_name(chosen)
    parts = [count, checker.say(f"of “{measure}”", f"de «{measure}»")]
    if chosen.choice("population"):
        parts.append(checker.writer.name("populations", chosen.choice("population")))
    if chosen.choice("claimant"):
        parts.append(checker.writer.name("claimants", chosen.choice("claimant")))
    charted = [figure.id for figure in checker.tables.charted_figures(chosen)]
    parts += [checker.dates_phrase(chosen), *checker.filter_phrases(chosen, charted)]
    return checker.is_one_of(match, checker.say("Shown: ", "A la vista: ") + ", ".join(parts))


def check_other_figures(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """Figures that fit and count other things than those that the story shows first."""
    others = checker.tables.uncharted_figures(chosen)
    return parse_number(match["count"]) == len(others) or f"{len(others)} are not shown"


def check_other_measure(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """A measure that the story does not show first, with how many figures of it fit."""
    figures = checker.tables.uncharted_figures(chosen)
    names = [checker.writer.name("measures", figure.cells["measure"]) for figure in figures]
    count = names.count(match["measure"])
    return parse_number(match["count"]) == count or f"{count} fit"


def check_no_line(checker: Checker, _match: re.Match[str], chosen: Chosen) -> bool | str:
    """Said of several figures of one population or of one day; of others more is said."""
    figures = checker.tables.charted_figures(chosen)
    populations = {figure.cells["population"] for figure in figures}
    days = {figure.as_of for figure in figures}
    if len(figures) < 2:
        return f"{len(figures)} figures are shown"
    if len(populations) > 1 and len(days) > 1:
        return f"{len(populations)} populations on {len(days)} days"
    return True


def check_hidden_counts(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """Of the one region that is chosen: its counts without the filters, less those with them."""
    (region,) = checker.view.regions

    def count(view: Chosen) -> int:
        figures = checker.tables.select_figures(view)
        return sum(figure.cells["region_id"] == region for figure in figures)

    hidden = count(Chosen()) - count(checker.view)
    return parse_number(match["count"]) == hidden or f"{hidden} are hidden"


def check_shown_claims(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    states = checker.expected.states(chosen)
    claims = sum(len(state.figures) for state in states)
    topics = sum(1 for state in states if state.figures)
    all_claims = int((checker.tables.claims.topic_id != "").sum())
    counts = checker.say(
        f"{claims} of {all_claims} claims, on {topics} of {len(states)} questions",
        f"{claims} de {all_claims} afirmaciones, sobre {topics} de {len(states)} preguntas",
    )
    answers = [figure.id for state in states for figure in state.figures]
    parts = [counts, *checker.restrictions(chosen, answers)]
    return checker.is_one_of(match, checker.say("Shown: ", "A la vista: ") + ", ".join(parts))


def check_shown_sources(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    kept = chosen.keep_only("published_by", "without", "documents_only", "sources")
    count = checker.say(
        f"{len(checker.tables.shown_sources(kept))} of {len(checker.tables.sources)} sources",
        f"{len(checker.tables.shown_sources(kept))} de {len(checker.tables.sources)} fuentes",
    )
    parts = [count, *checker.restrictions(kept)]
    return checker.is_one_of(match, checker.say("Shown: ", "A la vista: ") + ", ".join(parts))


def check_overview_headline(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    shown = len(checker.tables.select_events(chosen))
    count = f"{shown} {checker.say('of', 'de')} {len(checker.tables.events)}"
    count += checker.say(" events", " hechos")
    events = checker.tables.select_events(chosen)
    restrictions = checker.restrictions(chosen, events)
    return checker.is_one_of(match, ", ".join([count, *restrictions]), count)


def check_late_records(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    known = checker.view.keep_only("published_by")
    tables = checker.tables
    events, claims = len(tables.events), len(tables.claims)
    hidden_events = events - len(tables.select_events(known))
    hidden_claims = claims - len(tables.select_figures(known))
    return checker.equal(match, hidden_events, events, hidden_claims, claims)


def check_hidden_voices(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    kept = checker.view.keep_only("without")
    tables = checker.tables
    return checker.equal(
        match,
        len(tables.events) - len(tables.select_events(kept)),
        len(tables.claims) - len(tables.select_figures(kept)),
    )


def check_chosen_voices(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    kept = checker.view.keep_only("voices")
    tables = checker.tables
    claims, events = tables.select_figures(kept), tables.select_events(kept)
    return checker.equal(match, len(claims), len(events))


def check_timeline_title(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    return checker.is_one_of(match, checker.expected.timeline_title(chosen))


def check_map_title(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    return checker.is_one_of(match, checker.expected.map_title(chosen))


def check_totals_title(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """The title, or what one of the panels below the first says of its measure."""
    said = [checker.expected.totals_title(chosen), checker.expected.totals_title(
        Chosen(**{**vars(chosen), "choices": ()})
    )]  # fmt: skip
    by_measure: dict[tuple[str, str], list[object]] = {}
    for figure in sorted(checker.tables.charted_figures(chosen), key=total_order):
        key = figure.cells["measure"], figure.cells["unit"]
        by_measure.setdefault(key, []).append(figure)
    said += [checker.expected.totals_finding(figures) for figures in by_measure.values()]
    return checker.is_one_of(match, *said)


def check_questions_title(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    return checker.is_one_of(match, checker.expected.questions_title(chosen))


def check_rests_on(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    return checker.equal(match, len(checker.supporting(chosen)))


def check_resting_records(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many of the records shown rest on a source, by its label; on Sources of all records."""
    count = parse_number(match["count"])
    allowed = set(checker.supporting(chosen).values()) | set(checker.tables.resting.values())
    return count in allowed or f"no source has {count} records"


def check_ranked_source(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """A source of the Overview with the records shown that rest on it."""
    counts = {checker.source_label(key): count for key, count in checker.supporting(chosen).items()}
    labels: dict[str, set[int]] = {}
    for key, count in checker.supporting(chosen).items():
        labels.setdefault(checker.source_label(key), set()).add(count)
    said = parse_number(match["count"])
    return (
        said in labels.get(match["name"], set()) or f"{match['name']}: {counts.get(match['name'])}"
    )


def check_share_of_rows(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many of its rows a table of Data, or a tier of Sources, has under the filters."""
    tables = checker.tables
    events, figures = tables.select_event_spans(chosen), tables.select_figures(chosen)
    allowed = {
        (len(events), len(tables.events)),
        (len(figures), len(tables.claims)),
        (len(checker.cited_rows(chosen)), len(tables.citations)),
        (len(checker.listed_sources(chosen)), len(tables.sources)),
        (len(checker.event_places(chosen)), len(tables.places)),
        (len(checker.shown_regions(chosen)), len(tables.regions)),
    }
    said = parse_number(match[1]), parse_number(match[2])
    if said in allowed:
        return True
    return check_tier_count(checker, match, chosen)


def check_rows(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many rows the table of events has."""
    said = [parse_number(text) for text in match.groups() if text]
    events = len(checker.tables.select_event_spans(chosen))
    allowed = {events, len(checker.tables.events)}
    return set(said[:2]) <= allowed or f"should be {events} of {len(checker.tables.events)}"


def check_tier_count(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    shown = checker.tables.shown_sources(chosen)
    tiers = checker.tables.tiers
    answers = []
    for tier in ("document", "corroborating"):
        of_tier = [key for key, value in tiers.items() if value == tier]
        answers.append([len(shown & set(of_tier)), len(of_tier)])
    numbers = [parse_number(match[1]), parse_number(match[2])]
    return numbers in answers or f"{numbers} should be one of {answers}"


def check_citation_count(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    counts = checker.tables.citations.groupby("source_id").size()
    return parse_number(match[1]) in set(counts) or "no source has so many citations"


def check_sum_note(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """The own sum of the counts by region: how many counts, and their day."""
    allowed = checker.head_counts(chosen)
    numbers = {len(figures) for figures in allowed}
    return parse_number(match[1]) in numbers or f"should be {numbers}"


def check_one_sum(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    sums = {int(sum(each.number for each in figures)) for figures in checker.head_counts(chosen)}
    return parse_number(match[1]) in sums or f"should be {sums}"


def check_added_counts(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """The counts that are added up, one by one, make the sum; each is one of its region."""
    said_sum = parse_number(match["sum"])
    parts = match["parts"].split(" + ")
    total = 0
    for part in parts:
        name, _, count = part.rpartition(" ")
        total += parse_number(count)
        if parse_number(count) not in checker.counts_by_name.get(name, set()):
            return f"{name} has {checker.counts_by_name.get(name)}"
    if parse_number(match["count"]) != len(parts):
        return f"{len(parts)} counts are added"
    return total == said_sum or f"they make {total}"


def check_count_row(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """A row of the counts: each of its numbers is a count of the region, the last their change."""
    counts = checker.counts_by_name.get(match["name"])
    if counts is None:
        return "no such region"
    cells = [cell.strip() for cell in match["cells"].split("|")]
    numbers = [parse_number(cell) for cell in cells if re.fullmatch(N, cell)]
    changes = [cell for cell in cells if re.fullmatch(r"[+−-]\d+", cell)]
    if len(numbers) == 3:
        changes, numbers = [str(numbers[2])], numbers[:2]
    if changes and int(changes[0].replace("−", "-")) != numbers[1] - numbers[0]:
        return f"the change is {numbers[1] - numbers[0]}"
    return set(numbers) <= counts or f"{match['name']} has {counts}"


def check_sum_row(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    counts = checker.expected.counts(chosen)
    sums = {counts.total(key) for key in counts.figures} if counts else set()
    sums |= {int(sum(each.number for each in figures)) for figures in checker.head_counts(chosen)}
    cells = [cell.strip() for cell in match["cells"].split("|")]
    numbers = [parse_number(cell) for cell in cells if re.fullmatch(N, cell)]
    changes = [int(cell.replace("−", "-")) for cell in cells if re.fullmatch(r"[+−]\d+", cell)]
    if changes and changes[0] != numbers[1] - numbers[0]:
        return f"the change is {numbers[1] - numbers[0]}"
    return set(numbers) <= sums or f"{numbers} should be of {sums}"


def check_map_text(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """The text alternative of the map names every region with its number of the day."""
    counts = checker.expected.counts(chosen)
    for part in match["regions"].split("; "):
        name, silent, count = part.partition(checker.say(" not reported", " sin reporte"))
        if silent or "filt" in part or "→" in part or "new" in part or "nuev" in part:
            continue
        name, _, count = part.rpartition(" ")
        if parse_number(count) not in checker.counts_by_name.get(name, set()):
            return f"{name} has {checker.counts_by_name.get(name)}"
        if counts and counts.answered:
            region = checker.region_of_name[name]
            of_day = counts.figures[counts.key].get(region)
            if of_day is None or int(of_day.number) != parse_number(count):
                return f"{name} has {of_day and of_day.number} on that day"
    return True


def check_counted_day(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    counts = checker.expected.counts(chosen)
    if counts is None:
        hidden = {each.as_of for each in checker.expected._regional(Chosen())}
        days = hidden
    else:
        days = set(counts.days.values())
        if counts.answered:
            days = {counts.days[counts.key]}
    texts = {edtf(text, checker.language) for text in days}
    return match["day"] in texts or f"should be {texts}"


def check_figure(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """A figure with its qualifier is one that a claim gives."""
    return (
        fold(match["figure"].rstrip(" ·")) in checker.figure_texts or "no claim gives this figure"
    )


def check_no_room(checker: Checker, _match: re.Match[str], chosen: Chosen) -> bool | str:
    """Said of a number that no claim of the view gives for what and whom it is asked of."""
    number = parse_number(chosen.choice("check"))
    for figure in checker.tables.select_figures(chosen):
        cells = figure.cells
        if not cells["qualifier"] or number not in (figure.low, figure.high):
            continue
        is_asked = all(
            chosen.choice(column) in ("", cells[column]) for column in ("measure", "population")
        )
        if is_asked and figure.is_exact:
            return f"{figure.id} gives this very figure"
    return True


def check_span(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """The least and the most that the shown claims on a question give."""
    spans = set()
    for state in checker.expected.states(chosen):
        units: dict[str, list[object]] = {}
        for figure in state.figures:
            if figure.cells["qualifier"]:
                units.setdefault(figure.cells["unit"], []).append(figure)
        for figures in units.values():
            least = min((each.low if each.low is not None else each.high) for each in figures)
            spans.add((int(least), int(max(each.most for each in figures))))
    numbers = tuple(parse_number(text) for text in re.findall(N, match[0]))
    return numbers in spans or f"{numbers} is of no question"


def check_answers(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many answers a question has, of how many."""
    numbers = tuple(parse_number(text) for text in match.groups() if text)
    states = checker.expected.states(chosen)
    if len(numbers) == 2:
        allowed = {(len(state.figures), state.total) for state in states}
    else:
        allowed = {(len(state.figures),) for state in states if len(state.figures) == state.total}
    return numbers in allowed or f"{numbers} is of no question"


def check_claims_of_question(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    allowed = {len(state.figures) for state in checker.expected.states(chosen)}
    return parse_number(match[1]) in allowed or "no question has so many claims"


def check_weight(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many claims and voices a question has, and whose most are."""
    answers = set()
    for state in checker.expected.states(chosen):
        claimants = [checker.speaker_of[figure.id] for figure in state.figures]
        kinds = [checker.tables.voice_of[key] for key in claimants]
        top = max(((kinds.count(kind), kind) for kind in set(kinds)), default=(0, ""))
        share = ""
        if len(kinds) > 1 and 2 * top[0] > len(kinds):
            name = checker.writer.name("voices", top[1])
            share = f"{name}: {top[0]} {checker.say('of', 'de')} {len(kinds)}"
        answers.add((len(claimants), len(set(claimants)), share))
    said = parse_number(match[1]), parse_number(match[2]), match["share"] or ""
    if match["root"]:
        return any(said[:2] == answer[:2] for answer in answers) or f"{said[:2]} is of no question"
    return said in answers or f"{said} is of no question"


def check_relaxed(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many claims a question would have without one of the filters."""
    names = {
        ("dates", "fechas"): ("start", "end"),
        ("possible dates", "fechas posibles"): ("certain_only",),
        ("the day of publication", "el día de publicación"): ("published_by",),
        ("regions", "regionales"): ("regions",),
        ("kinds of event", "tipos de hecho"): ("categories",),
        ("sources", "fuentes"): ("sources",),
        ("kinds of voice", "tipos de voz"): ("voices", "without"),
        ("the four documents alone", "los cuatro documentos"): ("documents_only",),
    }
    said = parse_number(match["count"])
    fields = next((value for key, value in names.items() if match["what"] in key), None)
    candidates = [fields] if fields else list(names.values())
    for each in candidates:
        relaxed = checker.expected.states(chosen.without_filter(*each))
        if said in {len(state.figures) for state in relaxed}:
            return True
    return f"without {match['what']} no question has {said}"


def check_standing_count(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    standings = [state.standing for state in checker.expected.states(chosen)]
    counts = {standings.count(standing) for standing in set(standings)}
    counts |= {count - 1 for count in counts}
    return parse_number(match[1]) in counts or f"should be one of {counts}"


def check_newsrooms(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """So many newsrooms are named as are counted."""
    said = parse_number(match["count"])
    joint = checker.say(r" and ", r" [ye] ")
    names = re.split(rf", (?!v[ií]a )|{joint}", match["names"])
    return said == len(names) or f"{len(names)} are named"


QUOTED = re.compile(
    r"(?P<body>.*) \((?P<sources>(?:[^()]|\([^()]*\))*)\)"
    r"(?:; (?P<note>(?:the date|la fecha), .*))?\.?"
)


def check_quotation(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """A sentence ready to quote: the data's words or figure, and only sources that support it."""
    for text in split_quotations(match["text"]):
        quoted = QUOTED.fullmatch(text)
        if not quoted:
            return f"no sources behind {text!r}"
        fault = _quotation_fault(checker, quoted["body"], quoted["sources"], chosen)
        if fault:
            return fault
    return True


def split_quotations(text: str) -> list[str]:
    """Return the passages of a quotation, each with its sources in brackets."""
    return [part for part in re.split(r"(?<=\d\)\.) (?=\S)", text) if part]


def _quotation_fault(checker: Checker, body: str, sources: str, chosen: Chosen) -> str:
    unknown_day = r"(?: \((?:day unknown|día desconocido)\))?"
    body = re.sub(rf"(?i)^{checker.date}{unknown_day}: ", "", body)
    bodies = [body]
    if re.match(checker.say("According to ", "Según "), body):
        # The speaker's name may have a comma or a colon of its own.
        bodies += [body[match.end() :] for match in re.finditer(r"[,:] ", body)]
    cited = [part for part in sources.split("; ") if part]
    for each in bodies:
        records = checker.find_records(each)
        if records:
            fits = any(checker.supports(record, numbers, cited) for record, numbers in records)
            return "" if fits else f"{cited} do not all support {each!r}"
    if re.search(checker.say(" adds up ", " suma | sumadas "), body):
        numbers = [parse_number(text) for text in re.findall(N, re.sub(checker.date, "", body))]
        parts = [
            (len(part), int(sum(each.number for each in part)))
            for part in checker.head_counts(chosen)
        ]
        return "" if tuple(numbers[:2]) in parts else f"{numbers} should be one of {parts}"
    return checker.total_fault(body, cited)


def check_reference(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """A reference in a citation style: the title is a source's."""
    text = fold(match["text"])
    return any(title in text for title in checker.titles) or "no source has this title"


def check_table_rows(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many rows a table of Data has, of how many."""
    tables = checker.tables
    totals = {
        ("Events", "Hechos"): (tables.select_event_spans(chosen), tables.events),
        ("Claims", "Afirmaciones"): (tables.select_figures(chosen), tables.claims),
        ("Citations", "Citas"): (checker.cited_rows(chosen), tables.citations),
        ("Sources", "Fuentes"): (checker.listed_sources(chosen), tables.sources),
        ("Places", "Lugares"): (checker.event_places(chosen), tables.places),
        ("Regions", "Regiones", "Regionales"): (checker.shown_regions(chosen), tables.regions),
    }
    rows, all_rows = next(value for names, value in totals.items() if match["table"] in names)
    said = [parse_number(match["shown"])]
    answer = [len(rows)]
    if match["total"]:
        said.append(parse_number(match["total"]))
        answer.append(len(all_rows))
    return said == answer or f"{said} should be {answer}"


def check_group(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many questions stand under a heading; the chosen one stands alone above them."""
    words = {
        "differ": ("Sources differ", "Las fuentes difieren"),
        "explained": ("Sources differ, and there is an explanation",
                      "Las fuentes difieren, y hay una explicación"),
        "agree": ("Sources agree", "Las fuentes coinciden"),
        "several": ("The filters leave several claims", "Los filtros dejan varias afirmaciones"),
        "alone": ("The filters leave one answer", "Los filtros dejan una sola respuesta"),
        "none": ("The filters leave no answer", "Los filtros no dejan ninguna respuesta"),
    }  # fmt: skip
    standing = next((key for key, names in words.items() if match["standing"] in names), "")
    count = sum(state.standing == standing for state in checker.expected.states(chosen))
    return parse_number(match["count"]) == count or f"should be {count}"


def check_one_source(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """Some question has claims that differ, and one source has all of those that are shown."""
    standing = "explained" if match["explained"] else "differ"
    citations = checker.tables.citations
    for state in checker.expected.states(chosen):
        if state.standing != standing:
            continue
        sources = [
            set(citations[citations.record_id == figure.id].source_id) for figure in state.figures
        ]
        if set.intersection(*sources):
            return True
    return "no source has all claims of such a question"


def check_chain(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """Who said, reported or repeated a statement are claimants and sources of the data."""
    words = checker.say(
        r"[Ff]irst said by |[Rr]eported by |[Rr]epeated by ",
        r"[Dd]icho primero por:? |[Rr]eportado por:? |[Rr]epetido por:? |[Ll]o dijo primero |"
        r"[Ll]o report(?:ó|aron):? |[Ll]o repiti(?:ó|eron):? ",
    )
    for part in re.split("; ", match[0].rstrip(".")):
        names = re.sub(words, "", part)
        if names in checker.names:
            continue
        for name in re.split(checker.say(r", (?!via )| and ", r", (?!vía )| [ye] "), names):
            if not any(name in known for known in checker.names):
                return f"{name} is no claimant and no source"
    return True


def check_single_root(checker: Checker, _match: re.Match[str], chosen: Chosen) -> bool | str:
    """Some record that is shown has one newsroom alone behind all its citations."""
    return checker.has_single_root(chosen) or "every record shown has several newsrooms"


def check_single_statement(checker: Checker, _match: re.Match[str], chosen: Chosen) -> bool | str:
    """Some claim that is shown relays one statement, in the texts of several sources."""
    return checker.has_single_statement(chosen) or "no claim shown relays one of several sources"


def check_one_statement(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """Some question has claims that differ, and one statement that all those shown relay."""
    standing = "explained" if match["explained"] else "differ"
    for state in checker.expected.states(chosen):
        statements = {figure.cells["statement_id"] for figure in state.figures}
        if state.standing == standing and len(statements) == 1 and "" not in statements:
            return True
    return "no one statement has all claims of such a question"


def check_relay(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """Some claim relays the statement, and its places say so or do not, as it is told."""
    title = "title_es" if checker.language == "es" else "title"
    frame = checker.tables.statements
    rows = frame[frame[title] == match["title"]].to_dict("records")
    if not rows:
        return f"no statement is called {match['title']!r}"
    year = rows[0]["day"][-10:][:4]
    if year not in match["day"]:
        return f"{match['title']} is of {rows[0]['day']}"
    shown = checker.tables.shown_sources(chosen)
    for claim, statement in checker.statement_of.items():
        if statement != rows[0]["id"]:
            continue
        places = [
            row for row in checker.tables.cited.get(claim, ())
            if row["source_id"] in shown and row["role"] == "supports"
        ]  # fmt: skip
        sources = {row["source_id"] for row in places}
        stating = {row["source_id"] for row in places if row["statement_basis"] == "stated"}
        words = ("by inference", "por inferencia")
        if stating:
            words = ("partly by inference", "en parte por inferencia")
        if stating == sources:
            words = ("as the source says", "según dice la fuente")
        if sources and match["basis"] == checker.say(*words):
            return True
    return f"no claim of {match['title']} relays it {match['basis']}"


def check_reports(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many reports a chart cites: those of its events, its counts or its figures."""
    tables = checker.tables
    counts = checker.expected.counts(chosen)
    of_day = list(counts.figures[counts.key].values()) if counts else []
    both_days = (
        [each for part in counts.figures.values() for each in part.values()] if counts else []
    )
    spans = tables.select_event_spans(chosen)
    peak = [
        key for key, span in spans.items()
        if span.is_possibly_within(date(2019, 1, 1), date(2019, 5, 31))
    ]  # fmt: skip
    groups = [
        list(spans), peak, [key for key in spans if key in checker.placed_events],
        [each.id for each in of_day], [each.id for each in both_days],
        [each.id for each in tables.charted_figures(chosen)],
    ]  # fmt: skip
    shown = tables.shown_sources(chosen)
    answers = set()
    for ids in groups:
        cited = {row["source_id"] for key in ids for row in tables.cited.get(key, ())}
        answers.add(sum(tables.tiers[key] == "corroborating" for key in cited & shown))
    return parse_number(match[1]) in answers or f"should be one of {answers}"


def check_count_of_region(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    counts = checker.counts_by_name.get(match["name"], set())
    numbers = {parse_number(text) for text in re.findall(N, match["cells"])}
    return numbers <= counts or f"{match['name']} has {counts}"


def check_hidden_figures(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many records a view would have without one of its filters, or without any."""
    said = parse_number(match["count"])
    views = [
        chosen.without_filter(*names)
        for names in (
            ("start", "end", "certain_only"), ("start", "end"), ("certain_only",),
            ("published_by",), ("regions",), ("categories",), ("sources",), ("voices", "without"),
            ("documents_only",),
        )
    ]  # fmt: skip
    views.append(Chosen(choices=chosen.choices))
    tables = checker.tables
    answers = set()
    for view in views:
        plain = Chosen(**{**vars(view), "choices": ()})
        answers |= {
            len(tables.select_event_spans(view)), len(tables.charted_figures(view)),
            len(tables.charted_figures(plain)), len(tables.select_figures(view)),
            sum(len(state.figures) for state in checker.expected.states(view)),
        }  # fmt: skip
    for name in ("measure", "population", "claimant"):
        left = tuple(pair for pair in chosen.choices if pair[0] != name)
        answers.add(len(tables.charted_figures(Chosen(**{**vars(chosen), "choices": left}))))
    return said in answers or f"{said} should be one of {sorted(answers)}"


def check_totals_span(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """From the first to the last day of the figures that are drawn; every total only of all."""
    if checker.say("Every", "Cada") in match[0]:
        every = check_every_total(checker, match, chosen)
        if every is not True:
            return every
    figures = checker.tables.charted_figures(chosen)
    if not figures:
        return check_subtitle(checker, match, chosen)
    first = min(figure.span.first for figure in figures)
    last = max(figure.span.last for figure in figures)
    text = interval(first, last, checker.language)
    return f", {text}" in match[0] or f"should have {text}"


def check_every_total(checker: Checker, _match: re.Match[str], chosen: Chosen) -> bool | str:
    """Every total is said only of all of them."""
    totals = checker.tables.keep_totals(checker.tables.select_figures(Chosen()))
    shown = checker.tables.charted_figures(chosen)
    return len(shown) == len(totals) or f"{len(shown)} of {len(totals)} are drawn"


def check_some_totals(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    return check_every_total(checker, match, chosen) is not True or "every total is drawn"


def check_border(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """Of the border only regions with counts are told; which touch it is in the boundary files."""
    counted = [name for name, counts in checker.counts_by_name.items() if counts]
    return any(name in match[0] for name in counted) or "none of them has a count"


def check_terms(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    least = len(checker.tables.presentation["terms"])
    return parse_number(match[1]) > least or f"the story alone has {least}"


# What Method says of the whole data set -----------------------------------------------------------
def check_totals_of_method(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    tables = checker.tables
    return checker.equal(match, len(tables.events), len(tables.claims), len(tables.sources))


def check_documents(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    return checker.equal(match, list(checker.tables.tiers.values()).count("document"))


def check_other_reports(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    return checker.equal(match, list(checker.tables.tiers.values()).count("corroborating"))


def check_figures_in_words(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """A chart in words: so many figures as are counted, each of them a claim's."""
    said = sum(int(count) for count in re.findall(r": (\d+) (?:figures?|cifras?)\. ", match[0]))
    items = re.findall(r"(?:\); |figures?\. |cifras?\. )([^;()]*?\d[^;()]*?) \(", match[0])
    if len(items) != said:
        return f"{len(items)} are listed"
    unknown = [item for item in items if fold(item) not in checker.figure_texts]
    return not unknown or f"no claim gives {unknown}"


def check_new_count(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    counts = set().union(*checker.counts_by_name.values())
    return parse_number(match[1]) in counts or "no region has this count"


def check_compared(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """The figure that is compared is the one in the address."""
    return number(float(chosen.choice("check")), checker.language) in match[0]


def check_beside(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """How many claims give the very figure that is checked, and no more than are left beside it."""
    value = float(chosen.choice("check") or 0)
    figures = [each for each in checker.tables.select_figures(chosen) if each.cells["qualifier"]]
    same = [
        each for each in figures
        if each.is_exact and each.number == value and each.most == value
        and chosen.choice("measure") in ("", each.cells["measure"])
        and chosen.choice("population") in ("", each.cells["population"])
    ]  # fmt: skip
    said = parse_number(match["count"])
    if match["group"] in ("The same figure", "La misma cifra"):
        return said == len(same) or f"should be {len(same)}"
    return 0 < said <= len(figures) - len(same) or f"only {len(figures) - len(same)} are left"


def check_subtitle(checker: Checker, match: re.Match[str], chosen: Chosen) -> bool | str:
    """The subtitle of a map of counts, which has every region, names its voices and documents."""
    kept = Chosen(
        voices=chosen.voices,
        without=chosen.without,
        documents_only=chosen.documents_only,
    )
    phrases = checker.filter_phrases(kept)
    return all(phrase in match[0] for phrase in phrases) or f"should have {phrases}"


def check_left_out(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    return checker.equal(match, len(checker.tables.left_out))


def check_left_out_row(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    rows = checker.tables.left_out
    names = checker.source_names
    suffix = "_es" if checker.language == "es" else ""
    for row in rows.to_dict("records"):
        place = names[row["source_id"]], row["locator"], fold(row[f"reason{suffix}"])
        if place == (match["name"], match["locator"], fold(match["reason"])):
            return True
    return "no such paragraph is left out for this reason"


def check_date_bases(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    tables = checker.tables
    sources = [source["custom"]["date_basis"] for source in tables.sources]
    bases = {
        ("Events", "Hechos"): list(tables.events.date_basis),
        ("Claims, by as-of date", "Afirmaciones, por fecha de corte"): list(
            tables.claims.as_of_basis
        ),
        ("Sources, by the day they appeared", "Fuentes, según el día en que salieron"): sources,
    }
    values = next((value for names, value in bases.items() if match["name"] in names), None)
    if values is None:
        return "no such row"
    answer = [values.count(basis) for basis in ("stated", "inferred", "corroborated")]
    said = [parse_number(match[number]) for number in (2, 3, 4)]
    return said == answer or f"{said} should be {answer}"


def check_sharper_dates(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """Events to which a report gives a more exact date than the documents."""
    events = checker.tables.events
    return checker.equal(match, int((events.document_date != "").sum()))


def check_divisions(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    basis = checker.tables.region_departments.basis
    attested = int((basis == "attested").sum())
    said = [parse_number(match[1]), parse_number(match[2])]
    allowed = [[attested, len(basis)], [len(basis) - attested, len(basis)]]
    return said in allowed or f"{said} should be one of {allowed}"


def check_precision_row(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    tables = checker.tables
    precision = dict(zip(tables.places.id, tables.places.precision, strict=True))
    kinds = [precision.get(place, "none") for place in tables.events.place_id]
    names = {
        ("a point, such as a bridge", "un punto, como un puente"): "exact",
        ("a town", "una población"): "locality",
        ("an area, not drawn as a point", "un área, sin punto en el mapa"): "area",
        ("not placed", "sin ubicar"): "none",
    }
    kind = next((value for key, value in names.items() if match["name"] in key), "")
    return parse_number(match[2]) == kinds.count(kind) or f"should be {kinds.count(kind)}"


def check_voice_row(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    tables = checker.tables
    names = {checker.writer.name("voices", key): key for key in tables.voices.id}
    # A name that is a link has the mark of lists behind it.
    voice = names.get(match["name"].strip(" ·"))
    voices = sum(value == voice for value in tables.voice_of.values())
    claims = int((tables.claims.claimant_id.map(tables.voice_of) == voice).sum())
    used = {key for key in tables.claims.claimant_id if tables.voice_of[key] == voice}
    share = percent(claims / len(tables.claims), checker.language)
    said = parse_number(match["voices"]), parse_number(match["claims"]), match["share"]
    allowed = [(len(used), claims, share), (voices, claims, share)]
    return said in allowed or f"{said} should be {allowed[0]}"


def check_last_counts(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    days = {figure.as_of for figure in checker.expected._regional(Chosen())}
    last = edtf(max(days), checker.language)
    return last in match[0] or f"should be {last}"


def check_open_questions(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    return checker.equal(match, int((checker.tables.topics.status == "differ").sum()))


def check_reasons(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    rows = checker.tables.corrections
    column = "why_es" if checker.language == "es" else "why"
    reasons = rows[rows.kind == "substance"].groupby(["date", "version", column]).ngroups
    return checker.equal(match, reasons)


def list_corrected_numbers(checker: Checker) -> Any:
    """The corrections of cells of numbers and days that drawings show."""
    rows = checker.tables.corrections
    drawn = rows.field.isin(["value_low", "value_high", "as_of", "date", "period"])
    changed = rows.old.str.replace(r"\D", "", regex=True) != rows.new.str.replace(
        r"\D", "", regex=True
    )
    return rows[(rows.kind == "substance") & drawn & changed]


def check_corrected_numbers(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    rows = list_corrected_numbers(checker)
    # Both ends of a number are two cells and one sentence.
    return checker.equal(match, rows.groupby(["record_id", "version", "old", "new"]).ngroups)


def check_corrected_number(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """A version in which the number or day of a record was corrected."""
    versions = set(list_corrected_numbers(checker).version)
    return match["version"] in versions or f"no number was corrected in {match['version']}"


def check_correction(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    """A correction has its version and its reason, and says how many others share these."""
    rows = checker.tables.corrections
    column = "why_es" if checker.language == "es" else "why"
    rows = rows[(rows.kind == "substance") & (rows.version == match["version"])]
    for (_, why), group in rows.groupby(["date", column]):
        more = re.search(r"(\d+) (?:more values?|valor(?:es)? más)", match["rest"])
        more_count = int(more[1]) if more else 0
        if why in match["rest"] and more_count == len(group) - 1:
            return True
    return f"no reason of {match['version']} fits"


def check_wording_changes(checker: Checker, match: re.Match[str], _chosen: Chosen) -> bool | str:
    rows = checker.tables.corrections
    of_version = rows[(rows.kind == "wording") & (rows.version == match["version"])]
    count = int(of_version.record_id.map(lambda ids: len(ids.split(";"))).sum())
    return parse_number(match["count"]) == count or f"should be {count}"


def check_true(_checker: Checker, _match: re.Match[str], _chosen: Chosen) -> bool:
    """A text without a statement on the data: a label with a number that the address gives."""
    return True


KINDS: list[Kind] = [
    # Sentences to quote, and references
    Kind("quotation", r"(?P<text>.*) Copy the sentence", r"(?P<text>.*) Copiar la frase",
         check_quotation, is_whole=True),
    Kind("reference", r"(?P<text>.*) Copy(?: the reference)?", r"(?P<text>.*) Copiar(?: la "
         r"referencia)?", check_reference, is_whole=True),
    # Figures
    Kind("figure", r"(?!\d[\d.,]*$)(?P<figure>(?:(?:about|nearly|more than|at least|fewer than|less than|up to) )?\d[\d.,]*"
         r"%?(?: to \d[\d.,]*)?(?: (?:hotels?|days?|months?|years?|hours?|meals? a day|miles?|times"
         r"?|countries|country))?)(?: (?:soldiers|soldiers and police|members of the security forces"
         r"|relatives|security forces and relatives|migrants|the armed forces|others|people))?",
         r"(?!\d[\d.,]*$)(?P<figure>(?:(?:unos|unas|casi|más de|al menos|menos de|menos del|hasta|de) )?\d[\d.,]*(?: %)?"
         r"(?: a \d[\d.,]*)?(?: (?:hotel(?:es)?|días?|mes(?:es)?|años?|horas?|comidas? al día|"
         r"millas?|ve(?:z|ces)|pa[ií]s(?:es)?))?)(?: (?:militares|militares y policías|integrantes "
         r"de la fuerza pública|familiares|integrantes de la fuerza pública y familiares|migrantes|"
         r"la Fuerza Armada|otros|personas))?", check_figure),
    Kind("figure with what it counts", r"(?P<figure>[^■●▲◆⬢✚⬟⬣★▼♦]*?\d[^■●▲◆⬢✚⬟⬣★▼♦]*?) [■●▲◆⬢✚⬟⬣★▼♦]"
         r" .*", r"(?P<figure>[^■●▲◆⬢✚⬟⬣★▼♦]*?\d[^■●▲◆⬢✚⬟⬣★▼♦]*?) [■●▲◆⬢✚⬟⬣★▼♦] .*", check_figure,
         is_whole=True),
    Kind("span of shares", r"(?:less than|up to|about) \d+% – (?:less than|up to|about)? ?\d+%",
         r"(?:menos del|hasta|unos) \d+ % – (?:menos del|hasta|unos)? ?\d+ %", check_span),
    Kind("span of figures", r"(?:(?:about|nearly|more than|at least|fewer than|up to) )?<N> – "
         r"(?:(?:about|nearly|more than|at least|fewer than|up to) )?<N>[\w ]*", r"(?:(?:unos|unas|"
         r"casi|más de|al menos|menos de|hasta) )?<N> – (?:(?:unos|unas|casi|más de|al menos|menos "
         r"de|hasta) )?<N>[\w áéíóú]*", check_span),
    Kind("figure in words", r"(?P<figure>[^();]*\d[^();]*) \([^;]*; [^;]*; [^;]*\)", r"(?P<figure>"
         r"[^();]*\d[^();]*) \([^;]*; [^;]*; [^;]*\)", check_figure),
    # What is shown
    Kind("shown events", r"Shown: <N> of <N> events\b.*", r"A la vista: <N> de <N> hechos\b.*",
         check_shown_events),
    Kind("shown places", r"Shown: the places? of <N> of <N> events\b.*",
         r"A la vista: (?:el lugar|los lugares) de <N> de <N> hechos\b.*", check_shown_places),
    Kind("shown figures", r"Shown: <N> of <N> reported figures?\b.*",
         r"A la vista: <N> de <N> cifras? publicadas?\b.*", check_shown_figures),
    Kind("other figures", r"Not shown: (?P<count><N>) figures? of other things counted\.",
         r"Sin mostrar: (?P<count><N>) cifras? de otras cosas contadas\.", check_other_figures),
    Kind("other measure", r"(?:Other things counted:|;) (?P<measure>[^;:()]+) \((?P<count><N>)\)(?: ?\.)?",
         r"(?:Otras cosas contadas:|;) (?P<measure>[^;:()]+) \((?P<count><N>)\)(?: ?\.)?",
         check_other_measure, is_whole=True),
    Kind("no line", r"No line joins two figures\.", r"Ninguna línea une dos cifras\.",
         check_no_line),
    Kind("hidden counts", r"Your filters leave out (?P<count><N>) counts? of this region\.",
         r"Los filtros excluyen (?P<count><N>) cifras? de esta regional\.", check_hidden_counts),
    Kind("shown claims", r"Shown: <N> of <N> claims?, on .*",
         r"A la vista: <N> de <N> afirmaci.*, sobre .*", check_shown_claims),
    Kind("shown sources", r"Shown: <N> of <N> sources?\b.*", r"A la vista: <N> de <N> fuentes?\b.*",
         check_shown_sources),
    Kind("overview headline", r"<N> of <N> events(?:, .*)?", r"<N> de <N> hechos(?:, .*)?",
         check_overview_headline),
    Kind("hidden by day", r"As published by <D>; later items hidden: <N> of <N> events and <N> of "
         r"<N> claims\.?.*", r"Lo publicado hasta el <D>; lo posterior queda oculto: <N> de <N> "
         r"hechos y <N> de <N> afirmaciones\.?.*", check_late_records, is_whole=True),
    Kind("hidden voices", r"Hidden kinds of voice: .*\. Of the whole story this leaves out <N> events? and <N> "
         r"claims?, and other events may lose their exact day\..*",
         r"Tipos de voz ocultos: .*\. De toda la historia quedan por fuera <N> hechos? y <N> "
         r"afirmaci(?:ón|ones), y otros hechos pueden perder su día exacto\..*",
         check_hidden_voices, is_whole=True),
    Kind("voices shown alone", r"Shown alone: .*\. Of the whole story these are <N> claims?, whoever "
         r"printed them, and <N> events? on which such voices speak\..*",
         r"Solo a la vista: .*\. De toda la historia son <N> afirmaci(?:ón|ones), sin importar quién "
         r"las publicó, y <N> hechos? sobre los que hablan voces de ese tipo\..*",
         check_chosen_voices, is_whole=True),
    # Titles
    Kind("timeline title", r"(?:At least )?<N> of <N> events falls? (?:between|on) .*|<N> events, "
         r"<N> of them certainly in these dates\.?", r"(?:Al menos )?<N> de los <N> hechos "
         r"ocurri(?:ó|eron) .*|<N> hechos, <N> de ellos con certeza en estas fechas\.?",
         check_timeline_title),
    Kind("map title", r"<N>% of the <N> counted were for one office: .*|<N> of <N> people "
         r"counted in .*|<N> (?:person|people) counted in .*|No source gives a count for .*|The "
         r"counts by region are (?:of .*, outside these filters|left out by your filters)\.?|"
         r"Counted by region: .*", r"El <N> ?% de los <N> contados correspondió a una regional: .*|<N> de "
         r"<N> personas contadas, en .*|<N> personas? contadas? en .*|Ninguna fuente da una cifra "
         r"para (?!esta ).*|Las cifras por regional son del .*, fuera de estos filtros\.?|Los filtros "
         r"excluyen las cifras por regional\.?|Personas contadas por regional: .*",
         check_map_title),
    Kind("map title on another page", r"On the [Mm]ap: (?P<title>.*)", r"En el [Mm]apa: (?P<title>.*)",
         lambda checker, match, chosen: checker.expected.map_title(chosen) == match["title"]),
    Kind("totals title", r"(?:From|[\w ’]+: [Ff]rom) .* to .*|(?:[\w ’]+: )?(?:<N> figures(?: of one statement,)? by .*|"
         r"[Oo]ne figure, by .*|[Nn]o total is left to show of “.*”\.?)", r"(?:De|[\wáéíóúñ ’]+: [Dd]e) .* "
         r"a .*|(?:[\wáéíóúñ ’]+: )?(?:<N> cifras de .*|[Uu]na cifra, de .*|"
         r"[Nn]o queda ningún total por mostrar de «.*»\.?)",
         check_totals_title),
    Kind("questions title", r"Claims differ on .*|On no question do the claims.*",
         r"Las afirmaciones difieren en .*|En ninguna pregunta difieren.*", check_questions_title),
    Kind("first figure that fits", r"According to the sources, the first figure that fits “[^”]*”"
         r"(?:, and the last until .*?,)? is: (?P<figure>.*?), .*", r"Según las fuentes, la primera "
         r"cifra que encaja con «[^»]*»(?:, y la última hasta el .*?,)? es: (?P<figure>.*?), .*",
         check_figure),
    Kind("no figure that fits", r"In these sources, no figure fits “[^”]*”\.", r"En estas fuentes, "
         r"ninguna cifra encaja con «[^»]*»\.", check_no_room, is_whole=True),
    Kind("voices in one source", r"Voices in one source differ(?P<explained>, and there is an "
         r"explanation)?", r"Difieren voces de una misma fuente(?P<explained>, y hay una "
         r"explicación)?", check_one_source),
    Kind("reports of one statement", r"Reports of one statement differ(?P<explained>, and there is an "
         r"explanation)?", r"Difieren los reportes de una misma declaración(?P<explained>, y hay una "
         r"explicación)?", check_one_statement),
    Kind("rests on", r"What is shown rests on <N> sources?", r"Lo que se muestra se apoya en <N> "
         r"fuentes?", check_rests_on),
    # Sources
    Kind("records of a ranked source", r"(?P<name>[^·]+?)(?: · document)? · .* (?P<count>\d+) "
         r"(?:events?(?: and claims)?|claims?)", r"(?P<name>[^·]+?)(?: · documento)? · .* "
         r"(?P<count>\d+) (?:hechos?(?: y afirmaciones)?|afirmaci(?:ón|ones))",
         check_ranked_source, is_whole=True),
    Kind("records of a source", r"(?P<count>\d+) (?:events and claims|claims?|events?)",
         r"(?P<count>\d+) (?:hechos y afirmaciones|afirmaci(?:ón|ones)|hechos?)",
         check_resting_records, is_whole=True),
    Kind("what rests on a source", r"(?P<count>\d+) (?:event or claim rests|events and claims rest)"
         r" on it", r"(?P<count>\d+) (?:hecho o afirmación se apoya|hechos y afirmaciones se "
         r"apoyan) en ella", check_resting_records),
    Kind("citations of a source", r"<N> citations?", r"<N> citas?", check_citation_count),
    Kind("rows or sources", r"<N> of <N>", r"<N> de <N>", check_share_of_rows),
    # Counts
    Kind("own sum", r"(?:outside these filters: )?own sum of <N> counts?, <D>.*",
         r"(?:fuera del filtro: )?suma propia de <N> recuentos?, <D>.*", check_sum_note),
    Kind("the one sum", r"The one sum: <N>", r"La única suma: <N>", check_one_sum),
    Kind("added counts", r"The (?P<count>\d+) regional counts? of (?P<day><D>), added here: "
         r"(?P<parts>.*) = (?P<sum>[\d.,]*\d)\..*", r"Las? (?P<count>\d+) cifras? por regional del "
         r"(?P<day><D>), sumadas? aquí: (?P<parts>.*) = (?P<sum>[\d.,]*\d)\..*",
         check_added_counts, is_whole=True),
    Kind("sum of the counts", r"Sum(?: of the counts reported)? \|(?P<cells>.*)",
         r"Suma(?: de las cifras reportadas)? \|(?P<cells>.*)", check_sum_row, is_whole=True),
    Kind("count of a region", r"(?P<name>Oriente [^|]*|Orinoquía|Andina|Guajira|Caribe|Antioquia|"
         r"Occidente|Nariño|Amazonas|Eje Cafetero|San Andrés) \|(?P<cells>[^|]*\d[^|]*\|?.*)",
         r"(?P<name>Oriente [^|]*|Orinoquía|Andina|Guajira|Caribe|Antioquia|"
         r"Occidente|Nariño|Amazonas|Eje Cafetero|San Andrés) \|(?P<cells>[^|]*\d[^|]*\|?.*)",
         check_count_row, is_whole=True),
    Kind("map in words", r"Map: people counted by region, as circles\. (?P<regions>.*)\.",
         r"Mapa: personas contadas por regional, en círculos\. (?P<regions>.*)\.", check_map_text,
         is_whole=True),
    Kind("day of the counts", r"(?:.*[^\w])?(?:People c|C)ounted,? by region(?: of Migración "
         r"Colombia)?, as of (?P<day><D>)(?:, .*)?\.?", r"(?:.*\W)?(?:Personas c|C)ontad[ao]s,? por "
         r"regional(?: de Migración Colombia)?, (?:con corte a|al) (?P<day><D>)(?:, .*)?\.?",
         check_counted_day),
    # Questions
    Kind("answers", r"<N>(?: of <N>)? answers?", r"<N>(?: de <N>)? respuestas?", check_answers),
    Kind("weight of a question", r"<N> claims? · <N> voices?(?: · (?P<root>one (?:independent source|"
         r"statement): .*?))?(?: · (?P<share>[^·]*: \d+ of \d+))? · Link to this question",
         r"<N> afirmaci(?:ón|ones) · <N> vo(?:z|ces)"
         r"(?: · (?P<root>una sola (?:fuente independiente|declaración): .*?))?"
         r"(?: · (?P<share>[^·]*: \d+ de \d+))? · Enlace a esta pregunta", check_weight),
    Kind("hidden claims of a question", r"Without the filter on (?P<what>.*): (?P<count>\d+) "
         r"claims?\.", r"Sin el filtro de (?P<what>.*): (?P<count>\d+) afirmaci(?:ón|ones)\.",
         check_relaxed),
    Kind("claims that are shown", r"<N> claims? (?:is|are) shown, by .*",
         r"Se muestran? <N> afirmaci(?:ón|ones), de .*", check_claims_of_question),
    Kind("newsrooms", r"(?P<count>\d+) newsrooms reported it, (?P<names>.*); none is recorded as "
         r"another's source\. They quote the same voice, so they confirm only that it was said\.",
         r"(?P<count>\d+) medios lo reportaron: (?P<names>[^;]*); no consta .*", check_newsrooms,
         is_whole=True),
    Kind("newsrooms of one statement", r"(?P<count>\d+) newsrooms reported it, (?P<names>.*); they "
         r"relay one statement, so they confirm only that it was made\.",
         r"(?P<count>\d+) medios lo reportaron: (?P<names>[^;]*); transmiten .*", check_newsrooms,
         is_whole=True),
    Kind("chain", r"(?:[Ff]irst said|[Rr]eported|[Rr]epeated) by .*", r"(?:[Dd]icho primero por:?|"
         r"[Rr]eportado por:?|[Rr]epetido por:?|[Ll]o (?:dijo primero|report(?:ó|aron)|"
         r"repiti(?:ó|eron))):? .*", check_chain),
    Kind("one newsroom", r"(?:rests on )?one independent source(?:: .*)?", r"(?:se apoya en )?una "
         r"sola fuente independiente(?:: .*)?", check_single_root),
    Kind("one statement", r"all its sources relay one statement(?: \(inferred\))?", r"todas sus "
         r"fuentes transmiten una misma declaración(?: \(es una inferencia\))?",
         check_single_statement),
    Kind("statement that is relayed", r"(?:Relays:? )?(?P<title>[^|]*?), (?P<day>[^,]*20\d\d) "
         r"(?P<basis>as the source says|by inference|partly by inference)(?: \(.*\))?",
         r"(?:Transmite:? )?(?P<title>[^|]*?), (?P<day>[^,]*20\d\d(?: \(aprox\.\))?) (?P<basis>según dice la "
         r"fuente|por inferencia|en parte por inferencia)(?: \(.*\))?", check_relay, is_whole=True),
    Kind("group of questions", r"(?P<standing>Sources [^·]*|The filters leave [^·]*) · "
         r"(?P<count>\d+)", r"(?P<standing>Las fuentes [^·]*|Los filtros [^·]*) · (?P<count>\d+)",
         check_group, is_whole=True),
    Kind("without a filter", r"(?:Remove the filter on .*|Clear .*|Without the filter on "
         r".*): (?P<count>\d+) (?:events?|figures?|claims?|records?)", r"(?:Quitar .*|Borrar .*|Sin el filtro "
         r"de .*): (?P<count>\d+) (?:hechos?|cifras?|afirmaci(?:ón|ones)|registros?)",
         check_hidden_figures),
    Kind("reports of a chart", r"<N> other reports?", r"<N> otros? reportes?",
         check_reports),
    Kind("count beside its region", r"(?P<name>Oriente \([^)]*\)|Orinoquía|Andina|Guajira|Caribe|"
         r"Antioquia|Occidente|Nariño),?:? (?P<cells>[\d→+ ]+)(?: people)?", r"(?P<name>Oriente "
         r"\([^)]*\)|Orinoquía|Andina|Guajira|Caribe|Antioquia|Occidente|Nariño),?:? "
         r"(?P<cells>[\d→+ ]+)(?: personas)?", check_count_of_region),
    Kind("subtitle of the totals", r"(?:.*\. )?(?:Every reported total|Reported totals?) by .*", r"(?:.*\. )?"
         r"(?:Cada total publicado|Totales publicados), por .*", check_totals_span),
    Kind("subtitle of the counts", r"(?:.*\. )?People counted by region.*", r"(?:.*\. )?Personas contadas "
         r"por regional.*", check_subtitle),
    Kind("count as of a day", r"<N> as of <D>\.", r"<N> a <D>\.", check_new_count),
    Kind("some totals in the lead", r"Reported totals, who said each one and how exactly\.?",
         r"Totales publicados, quién dijo cada uno y con qué exactitud\.?", check_some_totals),
    Kind("every total in the lead", r"Every reported total, who said it and how exactly\.?", r"Cada "
         r"total publicado, quién lo dijo y con qué exactitud\.?", check_every_total),
    Kind("regions and the border", r"[^|]*(?:no border with Venezuela|touch(?:es)? Venezuela only in )[^|]*",
         r"[^|]*(?:no (?:limitan|tienen frontera) con Venezuela|toca(?:n)? (?:a )?Venezuela solo|limita"
         r"(?:n)? con Venezuela solo).*", check_border),
    Kind("terms", r"<N> terms and what they mean", r"<N> términos y (?:lo que|qué) significan",
         check_terms),
    Kind("subtitle of events", r"(?:.*\. )?Events by kind and date, .*", r"(?:.*\. )?Hechos por tipo y "
         r"fecha, .*", check_subtitle),
    Kind("figures in words", r"[^:]+: (?:[^:\d]+: )?(?P<count>\d+) figures?\. (?P<items>.*)", r"[^:]+: (?:[^:\d]+: )?"
         r"(?P<count>\d+) cifras?\. (?P<items>.*)", check_figures_in_words, is_whole=True),
    Kind("new count", r"(?:.*: )?new: <N>(?: new: <N>)?", r"(?:.*: )?nuev[ao]: <N>(?: nuev[ao]: <N>)?",
         check_new_count),
    Kind("compared figure", r"Compared: .*", r"Se compara: .*", check_compared),
    Kind("claims beside a figure", r"(?P<group>The same figure|Worded so that it includes it|Another "
         r"figure for the same (?:people and the same )?day|Other days, other people or other "
         r"regions) (?P<count>\d+)", r"(?P<group>La misma cifra|Dicho de modo que la incluye|Otra "
         r"cifra .*|Otros días, otras personas u otras regionales) (?P<count>\d+)", check_beside),
    Kind("rows on a page", r"<N> of <N> events; rows \d+ to \d+\.", r"<N> de <N> hechos; filas \d+ a "
         r"\d+\.", check_rows),
    Kind("more claims", r"Show \d+ more", r"Mostrar \d+ más", check_true),
    Kind("page of a table", r"Page \d+ of \d+.*", r"Página \d+ de \d+.*", check_true),
    # Data
    Kind("rows of a table", r"(?P<table>Events|Claims|Citations|Sources|Places|Regions) · "
         r"(?P<shown>\d+)(?: of (?P<total>\d+))?", r"(?P<table>Hechos|Afirmaciones|Citas|Fuentes|"
         r"Lugares|Regiones|Regionales) · (?P<shown>\d+)(?: de (?P<total>\d+))?",
         check_table_rows, is_whole=True),
    Kind("rows of events", r"<N>(?: of <N>)? events?(?:, as searched and in this order, with all \d+"
         r" columns)?\.", r"<N>(?: de <N>)? hechos?(?:, .*columnas)?\.", check_rows),
    Kind("form of a column", r"(?:text|number|whole number|date|true or false|list).*(?:form: |at "
         r"(?:least|most) -?\d|each only once).*", r"(?:texto|número|número entero|fecha|lista).*"
         r"(?:forma: |como (?:mínimo|máximo) -?\d|cada uno una sola vez).*", check_true),
    # Method
    Kind("size of the data", r"<N> events, <N> claims and <N> sources, .*", r"<N> hechos, <N> "
         r"afirmaciones y <N> fuentes, .*", check_totals_of_method),
    Kind("documents", r"It starts from <N> documents, .*", r"El conjunto de datos parte de <N> "
         r"documentos, .*", check_documents),
    Kind("reports", r"<N> other reports .*", r"Otros <N> reportes .*", check_other_reports),
    Kind("paragraphs left out", r"<N> paragraphs and why", r"<N> párrafos y el porqué",
         check_left_out),
    Kind("paragraph left out", r"(?P<name>[^|]+) \| (?P<locator>\d+) \| (?P<reason>[^|]*)",
         r"(?P<name>[^|]+) \| (?P<locator>\d+) \| (?P<reason>[^|]*)", check_left_out_row,
         is_whole=True),
    Kind("how dates are known", r"(?P<name>[^|]+) \| <N> \| <N> \| <N>",
         r"(?P<name>[^|]+) \| <N> \| <N> \| <N>", check_date_bases, is_whole=True),
    Kind("more exact dates", r"For <N> events another report gives a more exact date\.",
         r"En <N> hechos,? .*", check_sharper_dates),
    Kind("divisions", r"(?:Each division was given to one region|Which divisions belong to each "
         r"region): <N> of <N> .*", r"(?:Cada división .*|Qué divisiones .*): <N> de (?:las )?<N>.*",
         check_divisions),
    Kind("precision of places", r"(?P<name>[^|]+) \| <N>", r"(?P<name>[^|]+) \| <N>",
         check_precision_row, is_whole=True),
    Kind("claims of a kind of voice", r"(?P<name>[^|]+) \| (?P<voices>\d+) \| (?P<claims>\d+) \| "
         r"(?P<share>\d+%)", r"(?P<name>[^|]+) \| (?P<voices>\d+) \| (?P<claims>\d+) \| "
         r"(?P<share>\d+ %)", check_voice_row, is_whole=True),
    Kind("last counts", r"Any count by region after .*", r"Cualquier cifra por regional .*|Alguna "
         r"cifra por regional .*", check_last_counts),
    Kind("open questions", r"<N> open questions", r"<N> preguntas abiertas", check_open_questions),
    Kind("correction", r"Corrected on .* \(version (?P<version>[\d.]+)\): (?P<rest>.*)",
         r"Corregido el .* \(versión (?P<version>[\d.]+)\): (?P<rest>.*)", check_correction,
         is_whole=True),
    Kind("corrected number", r".* Corrected in version (?P<version>[\d.]+): it was “.*”, and is "
         r"“.*”\.", r".* Corregido en la versión (?P<version>[\d.]+): era «.*» y es «.*»\.",
         check_corrected_number, is_whole=True),
    Kind("corrected numbers", r"<N> numbers and days that a page showed and that were corrected",
         r"<N> cifras y días que mostraba una página y se corrigieron", check_corrected_numbers),
    Kind("reasons for corrections", r"<N> reasons for corrections, by version",
         r"<N> (?:razones|motivos) .*", check_reasons),
    Kind("changes of wording", r"Besides, (?P<count>\d+) changes? of wording in version "
         r"(?P<version>[\d.]+): .*", r"Además, (?P<count>\d+) cambios? de redacción en la versión "
         r"(?P<version>[\d.]+): .*", check_wording_changes),
]  # fmt: skip
