"""The search: questions, figures, events and sources that hold the words of a query, best first.

Words are found in any order and form ("soldados" finds "soldado"), in both languages at once, by
synonyms (:data:`SYNONYM_GROUPS`), and while they are being typed. Numbers are found as numbers:
"1,400", "1.400" and "mil cuatrocientos" are one. "30 de abril" finds what happened
then, what holds for that day, and what names it; the name of a voice all that it says and the
events it speaks of.
"""

import re
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args

from components.caches import clear_with_stories
from components.limits.views import MOST_TEXT_CHARACTERS
from components.story.dataset import Dataset
from components.story.models import Claim, Event
from components.story.texts import fold
from components.values import date_terms, number_text
from components.values.language_tables import MONTHS

#: Words that mean about the same where news is told, in both languages: those of a line find each
#: other. A story adds groups of its own in ``presentation.json``. Other forms of a word
#: ("soldiers") need no entry; forms that share no stem ("flee", "fled") and other spellings do.
_SYNONYM_LINES: Final = (
    "soldier soldado military militar troop tropa uniformado serviceman",
    "asylum asilo refuge refugio refugee refugiado",
    "deserter desertor desertion desercion desertar defector defect defection",
    "uprising rising rebellion rebelion revolt mutiny alzamiento levantamiento "
    "sublevacion insurreccion coup",
    "guard guardia gnb",
    "harass harassment hostigamiento hostigar threat threaten amenaza amenazar "
    "intimidate intimidar acoso",
    "shelter hostel albergue",
    "canciller chancellor",
    "unidos eeuu usa",
    "relative family familia familiar pariente",
    "flee fled escape huir huyo huyeron escapar fuga",
    "leave left",
    "evict eviction desalojo desalojar desahucio",
    "pay salary wage paga sueldo salario",
    "prison jail carcel prision",
    "work job trabajo empleo trabajar",
    "woman women",
    "man men",
    "child children",
    "person people",
    "goodbye farewell despedida despedir despide despidio adios",
    "weep wept cry cried tears llanto llorar lagrimas",
    # Verbs whose vowel changes, in forms that share no stem.
    "pedir pide pidio",
    "seguir sigue siguio",
    "servir sirve sirvio",
    "herir hiere hirio",
    "morir muere murio muerto",
    "dormir duerme durmio",
    "volver vuelve",
    "mover mueve",
    "encontrar encuentra",
    "cerrar cierra cierre",
    "negar niega",
    "venir viene vino",
    "armoured armored",
    "defence defense",
    "recognise recognize",
    "diaper nappy nappies",
)
SYNONYM_GROUPS: Final = tuple(tuple(line.split()) for line in _SYNONYM_LINES)


Kind = Literal["questions", "figures", "events", "sources"]
RECORD_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Language = Literal["en", "es"]
STEMMERS: Final[dict[Language, str]] = {"en": "english", "es": "spanish"}
#: Letters from which on a word may be the beginning of a longer one.
LEAST_LETTERS: Final = 3
#: So many spellings of a word are offered at most, and how alike a word must be.
MOST_NEAREST: Final = 3
LEAST_LIKENESS: Final = 0.8
#: A spelling has at most so many letters more or less.
MOST_LETTERS_APART: Final = 2
_STOP_TEXT: Final = (
    "the and for with was were had has have that they them who how many did del los las por con "
    "una que son fue eran cuantos cuantas hay a an as at be by in is it of on or to al de el en es "
    "la lo se su un e i o u y s"
)
#: Words too common to be looked up.
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())
_WORD: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile("[0-9]")


#: Terms of which a record needs one.
TermSet = frozenset[str]
#: The number of a language in :data:`STEMMERS`, and a stem.
StemKey = tuple[int, str]


@clear_with_stories
@lru_cache(maxsize=65536)
def stem_word(word: str) -> tuple[str, ...]:
    """Return the stem of a folded word in each language, in the order of :data:`STEMMERS`."""
    # Imported late: only a search needs it.
    from snowballstemmer import stemmer

    stems = [stemmer(name).stemWord(word) for name in STEMMERS.values()]
    return tuple(stems)


def number_term(number: float) -> str:
    """Return the term that a number is found by: "#1400"."""
    return f"#{number:.15g}"


def list_content_words(folded_text: str) -> list[str]:
    """Return the words of a folded text that are not too common."""
    return [word for word in _WORD.findall(folded_text) if word not in STOP_WORDS]


class TextTerms(NamedTuple):
    """The folded words of a text, and its terms: stems of words, numbers, and days it names."""

    words: set[str]
    terms: set[str]


def list_text_terms(text: str) -> TextTerms:
    """Return the words of a text and the terms that it is found by."""
    folded_text = fold(text)
    folded_words = set(_WORD.findall(folded_text))
    all_terms: set[str] = set()
    for folded_word in folded_words:
        all_terms.update(stem_word(folded_word))
    if _DIGIT.search(folded_text) or not folded_words.isdisjoint(number_text.NUMBER_WORDS):
        for number in number_text.parse_numbers(folded_text):
            all_terms.add(number_term(number.value))
    if not folded_words.isdisjoint(MONTHS):
        extracted = date_terms.extract_days(folded_text)
        all_terms.update(extracted.terms)
    return TextTerms(folded_words, all_terms)


class ParsedQuery(NamedTuple):
    """The words of a query, and the terms of each of its numbers and days."""

    words: list[str]
    other_terms: list[TermSet]


def parse_query(text: str) -> ParsedQuery:
    """Return what a query asks for; a number may be a year, too."""
    folded_text = fold(text[:MOST_TEXT_CHARACTERS])
    extracted = date_terms.extract_days(folded_text)
    number_spans = list(number_text.parse_numbers(extracted.other_text))
    words = []
    for match in _WORD.finditer(extracted.other_text):
        word = match.group()
        word_start = match.start()
        is_in_number = any(span.start <= word_start < span.end for span in number_spans)
        if word not in STOP_WORDS and not is_in_number:
            words.append(word)
    other_terms = []
    for span in number_spans:
        year_term = f"@{span.value:04.0f}"
        other_terms.append(frozenset({number_term(span.value), year_term}))
    for day_term in extracted.terms:
        other_terms.append(frozenset({day_term}))
    return ParsedQuery(words, other_terms)


class VoiceName(NamedTuple):
    """The term of a voice, and its name in a language as content words with spaces between."""

    term: str
    name: str


class SearchIndex:
    """Which records of a data set have which words, numbers and days.

    Attributes
    ----------
    records
        The records that can be found; everything else refers to them by their position.
    holders
        The positions of records by term: a stem, a number after ``#``, a day after ``@``, a voice
        before ``:``.
    voices
        Each voice with its name in each language.
    forms
        Every known word, folded and sorted: those of the records, their synonyms, and the months
        that something is dated by.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.records = list(iterate_searched_records(dataset))
        self._days: list[TermSet] = []
        self.holders: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        known_forms: set[str] = set()
        for position, record in enumerate(self.records):
            # Each different text once.
            different_texts = dict.fromkeys((*record.heads, *record.texts))
            different_texts.pop("", None)
            joined_text = ". ".join(different_texts)
            words, terms = list_text_terms(joined_text)
            known_forms |= words
            day_terms = frozenset(date_terms.list_date_terms(record.date))
            self._days.append(day_terms)
            terms |= day_terms
            for voice in record.voices:
                terms.add(f"{voice}:")
            for term in terms:
                self.holders[term].append(position)
        self.voices: Final = list_voice_names(dataset)
        # The stems of all synonyms.
        self._synonym_stems: dict[StemKey, TermSet] = {}
        for group in (*SYNONYM_GROUPS, *dataset.presentation.synonyms):
            folded_words = [fold(word) for word in group]
            group_stems = self._add_synonyms(folded_words)
            if self._holds_any(group_stems):
                known_forms.update(folded_words)
        for name, month in MONTHS.items():
            if f"@{month:02}" in self.holders:
                known_forms.add(name)
        self.forms: Final = sorted(known_forms)

    def _add_synonyms(self, folded_words: Sequence[str]) -> TermSet:
        """Let words find each other, and return the stems of all of them."""
        group_stems: TermSet = frozenset()
        stem_keys: set[StemKey] = set()
        for word in folded_words:
            stems = stem_word(word)
            group_stems |= frozenset(stems)
            stem_keys.update(enumerate(stems))
        for stem_key in stem_keys:
            known_stems = self._synonym_stems.get(stem_key, frozenset())
            self._synonym_stems[stem_key] = known_stems | group_stems
        return group_stems

    def _holds_any(self, terms: Iterable[str]) -> bool:
        return any(term in self.holders for term in terms)

    def list_meanings(self, form: str) -> TermSet:
        """Return the stems of a word and of its synonyms; of a month, the term of its days, too."""
        stems = stem_word(form)
        meanings = set(stems)
        for stem_key in enumerate(stems):
            meanings.update(self._synonym_stems.get(stem_key, ()))
        if form in MONTHS:
            month = MONTHS[form]
            meanings.add(f"@{month:02}")
        return frozenset(meanings)

    def expand_word(self, word: str) -> TermSet:
        """Return what a word of the story means; of another, what all that begin so mean."""
        first = bisect_left(self.forms, word)
        longer_forms = []
        for form in islice(self.forms, first, None):
            if not form.startswith(word):
                break
            longer_forms.append(form)
        is_known_word = longer_forms[:1] == [word]
        if len(word) < LEAST_LETTERS or is_known_word or not longer_forms:
            longer_forms = [word]
        meanings: set[str] = set()
        for form in longer_forms:
            meanings |= self.list_meanings(form)
        return frozenset(meanings)

    def suggest_queries(self, text: str) -> tuple[str, ...]:
        """Return a query with each word that nothing has spelt as the nearest of the story.

        With a single such word there are up to ``MOST_NEAREST`` queries; with several each is
        spelt as the very nearest.
        """
        content_words = list_content_words(fold(text))
        voice_words = self._list_voice_words(content_words)
        spellings_by_word: dict[str, list[str]] = {}
        for word in _WORD.findall(text):
            folded_word = fold(word)
            if folded_word in voice_words or len(folded_word) < LEAST_LETTERS:
                continue
            meanings = self.expand_word(folded_word)
            if self._holds_any(meanings):
                continue
            spellings = self._suggest_spellings(folded_word)
            if spellings:
                spellings_by_word[word] = spellings
        queries: list[str] = []
        for spelled_words in zip(*spellings_by_word.values(), strict=False):
            replacements = dict(zip(spellings_by_word, spelled_words, strict=True))
            queries.append(replace_words(text, replacements))
            if len(spellings_by_word) > 1:
                break
        return tuple(queries)

    def _suggest_spellings(self, folded_word: str) -> list[str]:
        """Return words of the story that are spelt like one, the nearest first."""
        # Imported late: only a word that nothing holds needs it.
        from difflib import get_close_matches

        forms_of_length = []
        for form in self.forms:
            letters_apart = abs(len(form) - len(folded_word))
            if letters_apart <= MOST_LETTERS_APART:
                forms_of_length.append(form)
        close_forms = get_close_matches(folded_word, forms_of_length, MOST_NEAREST, LEAST_LIKENESS)
        # Of several forms of a word the nearest.
        nearest_by_stems = {}
        for form in reversed(close_forms):
            form_stems = frozenset(stem_word(form))
            nearest_by_stems[form_stems] = form
        nearest_forms = set(nearest_by_stems.values())
        spellings: list[str] = []
        for form in close_forms:
            if form not in nearest_forms:
                continue
            spelling = self._find_spelling(form)
            if spelling not in spellings:
                spellings.append(spelling)
        return spellings

    def _find_spelling(self, form: str) -> str:
        """Return a folded word as the first text that has it writes it."""
        for record in self.records:
            record_text = " ".join((*record.heads, *record.texts))
            for word in _WORD.findall(record_text):
                if fold(word) == form:
                    return str(word)
        return form

    def _list_voice_words(self, words: Sequence[str]) -> dict[str, TermSet]:
        """Return the words that are part of the name of a voice, with its term."""
        joined_words = " ".join(words)
        spaced_words = f" {joined_words} "
        terms_by_word = {}
        for term, name in self.voices:
            if f" {name} " in spaced_words:
                for word in name.split():
                    terms_by_word[word] = frozenset({term})
        return terms_by_word

    def expand_query(self, text: str) -> list[TermSet]:
        """Return the terms of each word, number and day of a query.

        A record has to have a term of each.
        """
        query = parse_query(text)
        voice_words = self._list_voice_words(query.words)
        sought_terms = []
        for word in query.words:
            word_terms = self.expand_word(word)
            voice_terms = voice_words.get(word, frozenset())
            sought_terms.append(word_terms | voice_terms)
        return sought_terms + query.other_terms

    def find_holders(self, sought_terms: Iterable[TermSet]) -> list[set[int]]:
        """Return the positions of the records that have a term of each set."""
        holders_by_part = []
        for term_set in sought_terms:
            positions: set[int] = set()
            for term in term_set:
                positions.update(self.holders.get(term, ()))
            holders_by_part.append(positions)
        return holders_by_part

    def find_ids(self, text: str, kind: Kind) -> frozenset[str] | None:
        """Return the ids of a kind's records that have all of a query.

        ``None`` is returned where the query asks for nothing.
        """
        sought_terms = self.expand_query(text)
        if not sought_terms:
            return None
        holders_by_part = self.find_holders(sought_terms)
        positions = set.intersection(*holders_by_part)
        record_ids = set()
        for position in positions:
            record = self.records[position]
            if record.kind == kind:
                record_ids.add(record.id)
        return frozenset(record_ids)

    def list_heading_terms(self, position: int, language: Language) -> set[str]:
        """Return the terms of a record's heading in a language, and of its date."""
        record = self.records[position]
        english_heading, spanish_heading = record.heads
        heading = english_heading
        if language == "es":
            heading = spanish_heading
        heading_terms = list_text_terms(heading)
        return heading_terms.terms | self._days[position]


def list_voice_names(dataset: Dataset) -> list[VoiceName]:
    """Return the voices of a story with their names in each language."""
    voice_names = []
    for voice in dataset.terms["voices"].values():
        for name in (voice.name, voice.name_es):
            content_words = list_content_words(fold(name))
            voice_name = VoiceName(
                term=f"{voice.id}:",
                name=" ".join(content_words),
            )
            voice_names.append(voice_name)
    return voice_names


def replace_words(text: str, replacements: Mapping[str, str]) -> str:
    """Return a text with other words in the place of some."""
    new_parts: list[str] = []
    for text_part in re.split(f"({_WORD.pattern})", text):
        new_part = replacements.get(text_part, text_part)
        new_parts.append(new_part)
    return "".join(new_parts)


class SearchedRecord(NamedTuple):
    """What a record is found by: its heading in both languages, other texts, date and voices."""

    kind: Kind
    id: str
    heads: tuple[str, str]
    texts: Sequence[str]
    date: str | None = None
    voices: Iterable[str] = ()


def iterate_searched_records(dataset: Dataset) -> Iterator[SearchedRecord]:
    """Yield every record that can be found: questions, claims, events and sources."""
    for topic in dataset.topics.values():
        yield SearchedRecord(
            kind="questions",
            id=topic.id,
            heads=(topic.question, topic.question_es),
            texts=(topic.explanation, topic.explanation_es),
        )
    for claim in dataset.claims.values():
        yield searched_claim(dataset, claim)
    for event in dataset.events.values():
        yield searched_event(dataset, event)
    for source in dataset.sources.values():
        container_title = getattr(source, "container-title", None) or ""
        yield SearchedRecord(
            kind="sources",
            id=source.id,
            heads=(source.title, source.title),
            texts=(source.custom.short, str(container_title)),
            date=source.custom.issued_edtf,
            voices=(source.custom.voice,),
        )


def searched_claim(dataset: Dataset, claim: Claim) -> SearchedRecord:
    """Return what a claim is found by: its statement, claimant, figure and cited words."""
    claimant = dataset.claimants[claim.claimant_id]
    texts = [
        claimant.name,
        claimant.name_es,
        claim.unit or "",
        claim.measure.replace("-", " "),
    ]
    for value in (claim.value_low, claim.value_high):
        if value is not None:
            texts.append(f"{value:.0f}")
    texts += [citation.wording for citation in dataset.citations_of(claim.id)]
    return SearchedRecord(
        kind="figures",
        id=claim.id,
        heads=(claim.statement, claim.statement_es),
        texts=texts,
        date=claim.as_of or claim.period,
        voices=(claimant.voice,),
    )


def searched_event(dataset: Dataset, event: Event) -> SearchedRecord:
    """Return what an event is found by: its texts, place, cited words and claimants' voices."""
    texts = [
        event.summary,
        event.summary_es,
        *event.actors,
        *event.actors_es,
    ]
    if event.place_id:
        place = dataset.places[event.place_id]
        texts += [place.name, place.name_es]
    texts += [citation.wording for citation in dataset.citations_of(event.id)]
    texts += [cell.text for cell in dataset.other_columns.cells_of(event.id)]
    voices = set()
    for claim in dataset.claims_of_event(event.id):
        claimant = dataset.claimants[claim.claimant_id]
        voices.add(claimant.voice)
    return SearchedRecord(
        kind="events",
        id=event.id,
        heads=(event.title, event.title_es),
        texts=texts,
        date=event.date,
        voices=voices,
    )


class PartialMatch(NamedTuple):
    """Of how many words and numbers of a query the records that were found have how many."""

    matched: int
    total: int


class SearchResult(NamedTuple):
    """What a query found.

    Attributes
    ----------
    groups
        The ids of each kind that has any, in the order of the kinds.
    partial_match
        What part of the query the records have, where none has all of it.
    """

    groups: Mapping[Kind, tuple[str, ...]] = MappingProxyType({})
    partial_match: PartialMatch | None = None


class HeadingMatch(NamedTuple):
    """How many words and numbers of a query the heading of a record has.

    ``term_matches`` counts synonyms, too, ``exact_matches`` the very words alone; ``position`` is
    that of the record.
    """

    term_matches: int
    exact_matches: int
    position: int


def heading_sort_key(match: HeadingMatch) -> tuple[int, int, int]:
    """Return what records are sorted by: most matches in their headings first."""
    return -match.term_matches, -match.exact_matches, match.position


def search_story(dataset: Dataset, text: str, language: Language = "en") -> SearchResult:
    """Find the records of a story that have the words, numbers and days of a query.

    Where nothing has all of the query, what has the most is found, if that is half or more. What
    has more of it in its heading, in the reader's language, comes first, the very word before a
    synonym, then the order of the files.
    """
    index = dataset.memoize(SearchIndex)
    sought_terms = index.expand_query(text)
    part_counts: Counter[int] = Counter()
    for positions in index.find_holders(sought_terms):
        part_counts.update(positions)
    most_parts = max(part_counts.values(), default=0)
    if not most_parts or 2 * most_parts < len(sought_terms):
        return SearchResult()
    query = parse_query(text)
    exact_terms = [frozenset(stem_word(word)) for word in query.words]
    exact_terms += query.other_terms
    heading_matches = []
    for position, part_count in part_counts.items():
        if part_count < most_parts:
            continue
        heading_terms = index.list_heading_terms(position, language)
        heading_match = HeadingMatch(
            term_matches=count_overlaps(sought_terms, heading_terms),
            exact_matches=count_overlaps(exact_terms, heading_terms),
            position=position,
        )
        heading_matches.append(heading_match)
    heading_matches.sort(key=heading_sort_key)
    ids_by_kind: defaultdict[Kind, list[str]] = defaultdict(list)
    for match in heading_matches:
        record = index.records[match.position]
        ids_by_kind[record.kind].append(record.id)
    groups: dict[Kind, tuple[str, ...]] = {}
    for kind in RECORD_KINDS:
        if ids_by_kind[kind]:
            groups[kind] = tuple(ids_by_kind[kind])
    partial_match = None
    if most_parts < len(sought_terms):
        partial_match = PartialMatch(most_parts, len(sought_terms))
    return SearchResult(groups, partial_match)


def count_overlaps(term_sets: Iterable[TermSet], terms: Set[str]) -> int:
    """Return how many of some sets share a term with another."""
    overlap_count = 0
    for term_set in term_sets:
        if not term_set.isdisjoint(terms):
            overlap_count += 1
    return overlap_count
