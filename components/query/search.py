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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args

from components.caches import clear_with_stories
from components.limits import MOST_TEXT_CHARACTERS
from components.query import numbers
from components.story.dataset import Dataset
from components.story.edtf import MONTHS
from components.story.texts import fold

#: Words that mean about the same where news is told, in both languages: those of a group find each
#: other. A story adds groups of its own in ``presentation.json``. Other forms of a word
#: ("soldiers") need no entry; forms that share no stem ("flee", "fled") and other spellings do.
SYNONYM_GROUPS: Final[tuple[tuple[str, ...], ...]] = tuple(
    tuple(group.split())
    for group in (
        "soldier soldado military militar troop tropa uniformado serviceman",
        "asylum asilo refuge refugio refugee refugiado",
        "deserter desertor desertion desercion desertar defector defect defection",
        "uprising rising rebellion rebelion revolt mutiny alzamiento levantamiento sublevacion "
        "insurreccion coup",
        "guard guardia gnb",
        "harass harassment hostigamiento hostigar threat threaten amenaza amenazar intimidate "
        "intimidar acoso",
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
        "woman women", "man men", "child children", "person people",
        "goodbye farewell despedida despedir despide despidio adios",
        "weep wept cry cried tears llanto llorar lagrimas",
        # Verbs whose vowel changes, in forms that share no stem.
        "pedir pide pidio", "seguir sigue siguio", "servir sirve sirvio", "herir hiere hirio",
        "morir muere murio muerto", "dormir duerme durmio", "volver vuelve", "mover mueve",
        "encontrar encuentra", "cerrar cierra cierre", "negar niega", "venir viene vino",
        "armoured armored", "defence defense", "recognise recognize", "diaper nappy nappies",
    )
)  # fmt: skip


Kind = Literal["questions", "figures", "events", "sources"]
RECORD_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Language = Literal["en", "es"]
STEMMERS: Final[dict[Language, str]] = {"en": "english", "es": "spanish"}
#: Letters from which on a word may be the beginning of a longer one.
LEAST_LETTERS: Final = 3
#: So many spellings of a word are offered at most, and how alike a word must be.
MOST_NEAREST: Final = 3
LEAST_LIKENESS: Final = 0.8
#: Words too common to be looked up.
STOP_WORDS: Final = frozenset({
    "the", "and", "for", "with", "was", "were", "had", "has", "have", "that", "they", "them",
    "who", "how", "many", "did", "del", "los", "las", "por", "con", "una", "que", "son", "fue",
    "eran", "cuantos", "cuantas", "hay", "a", "an", "as", "at", "be", "by", "in", "is", "it", "of",
    "on", "or", "to", "al", "de", "el", "en", "es", "la", "lo", "se", "su", "un", "e", "i", "o",
    "u", "y", "s",
})  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile("[0-9]")


@clear_with_stories
@lru_cache(maxsize=65536)
def stem_word(word: str) -> tuple[str, ...]:
    """The stem of a folded word in each language, in the order of :data:`STEMMERS`."""
    # Imported late: only a search needs it.
    from snowballstemmer import stemmer

    return tuple(stemmer(name).stemWord(word) for name in STEMMERS.values())


def list_text_terms(text: str) -> tuple[set[str], set[str]]:
    """The words of a text, and what it is found by: their stems, its numbers, the days it names."""
    folded = fold(text)
    words = set(_WORD.findall(folded))
    terms: set[str] = set().union(*map(stem_word, words))
    if _DIGIT.search(folded) or not words.isdisjoint(numbers.NUMBER_WORDS):
        terms.update(_term(value) for value, _, _ in numbers.parse_numbers(folded))
    if not words.isdisjoint(MONTHS):
        terms.update(numbers.extract_days(folded)[0])
    return words, terms


def _term(number: float) -> str:
    return f"#{number:.15g}"


class SearchIndex:
    """Which records of a data set hold which words, numbers and days. ``voices`` are the term of
    each voice with its name in each language, ``forms`` every word that is known, folded, in order:
    those of the records, those that mean about the same, and the months that something is dated by.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.records = list(iterate_searched_records(dataset))
        self.days = [frozenset(numbers.list_date_terms(record.date)) for record in self.records]
        #: Their numbers by stems of words, numbers in digits behind ``#`` and days behind ``@``.
        self.holders: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        forms: set[str] = set()
        for number, record in enumerate(self.records):
            texts = dict.fromkeys(filter(None, (*record.heads, *record.texts)))
            words, terms = list_text_terms(". ".join(texts))
            forms |= words
            voices = (f"{voice}:" for voice in record.voices)
            for term in terms.union(self.days[number], voices):
                self.holders[term].append(number)
        self.voices: Final = [
            (f"{voice.id}:", " ".join(_words_of(fold(name))))
            for voice in dataset.terms["voices"].values()
            for name in (voice.name, voice.name_es)
        ]
        # The stems of all words that mean about the same, by the stem of each in a language.
        self._alike: dict[tuple[int, str], frozenset[str]] = {}
        for group in (*SYNONYM_GROUPS, *dataset.presentation.synonyms):
            folded = [fold(word) for word in group]
            same = frozenset().union(*map(stem_word, folded))
            if self._holds_any(same):
                forms.update(folded)
            for key in {key for word in folded for key in enumerate(stem_word(word))}:
                self._alike[key] = self._alike.get(key, frozenset()) | same
        forms |= {name for name, month in MONTHS.items() if f"@{month:02}" in self.holders}
        self.forms: Final = sorted(forms)

    def _holds_any(self, terms: Iterable[str]) -> bool:
        return any(term in self.holders for term in terms)

    def means(self, form: str) -> frozenset[str]:
        """The stems of a word and of those that mean about the same; of a month, its days too."""
        own = stem_word(form)
        alike = (self._alike.get(key, ()) for key in enumerate(own))
        return frozenset(own).union(*alike, [f"@{MONTHS[form]:02}"] if form in MONTHS else ())

    def meant(self, word: str) -> frozenset[str]:
        """What a word of the story means; of another, what all words mean that begin so."""
        begun, forms = bisect_left(self.forms, word), self.forms
        found = list(takewhile(lambda form: form.startswith(word), islice(forms, begun, None)))
        alone = len(word) < LEAST_LETTERS or not found or found[0] == word
        return frozenset().union(*map(self.means, [word] if alone else found))

    def nearest(self, text: str) -> tuple[str, ...]:
        """A query with each word that nothing holds spelt as the nearest of the story, in a few
        ways.
        """
        # Imported late: only a word that nothing holds needs it.
        from difflib import get_close_matches

        named = self._voice_words(_words_of(fold(text)))
        near: dict[str, list[str]] = {}
        for word in _WORD.findall(text):
            plain = fold(word)
            if plain in named or len(plain) < LEAST_LETTERS or self._holds_any(self.meant(plain)):
                continue
            alike = [form for form in self.forms if abs(len(form) - len(plain)) <= 2]
            close = get_close_matches(plain, alike, MOST_NEAREST, LEAST_LIKENESS)
            forms = {frozenset(stem_word(form)): form for form in reversed(close)}
            if spelt := dict.fromkeys(self._written(f) for f in close if f in forms.values()):
                near[word] = list(spelt)
        ways = [dict(zip(near, way, strict=True)) for way in zip(*near.values(), strict=False)]
        # Of several words each is spelt as the very nearest.
        ways = ways[: 1 if len(near) > 1 else None]
        parts: list[str] = re.split(f"({_WORD.pattern})", text)
        return tuple("".join(way.get(part, part) for part in parts) for way in ways)

    def _written(self, form: str) -> str:
        """A folded word as the first text that has it writes it."""
        texts = (" ".join((*one.heads, *one.texts)) for one in self.records)
        words = (word for text in texts for word in _WORD.findall(text))
        return next((word for word in words if fold(word) == form), form)

    def _voice_words(self, words: Sequence[str]) -> dict[str, frozenset[str]]:
        said = f" {' '.join(words)} "
        named = ((term, name) for term, name in self.voices if f" {name} " in said)
        return {word: frozenset({term}) for term, name in named for word in name.split()}

    def sought(self, text: str) -> list[frozenset[str]]:
        """The terms of each word, number and day of a query; a record has to hold one of each."""
        words, terms = _asked(text)
        voices = self._voice_words(words)
        return [*(self.meant(word) | voices.get(word, frozenset()) for word in words), *terms]

    def holding(self, sought: Iterable[frozenset[str]]) -> list[set[int]]:
        return [{n for term in terms for n in self.holders.get(term, ())} for terms in sought]

    def ids(self, text: str, kind: Kind) -> frozenset[str] | None:
        """The ids of one kind's records that hold a query; ``None`` where it asks for nothing."""
        sought = self.sought(text)
        if not sought:
            return None
        found = map(self.records.__getitem__, set.intersection(*self.holding(sought)))
        return frozenset(record.id for record in found if record.kind == kind)


def _words_of(folded: str) -> list[str]:
    return [word for word in _WORD.findall(folded) if word not in STOP_WORDS]


class SearchedRecord(NamedTuple):
    """What a record is found by: its heading in both languages, other texts, date and voices."""

    kind: Kind
    id: str
    heads: tuple[str, str]
    texts: Sequence[str]
    date: str | None = None
    voices: Iterable[str] = ()


def iterate_searched_records(dataset: Dataset) -> Iterator[SearchedRecord]:
    for topic in dataset.topics.values():
        told = (topic.explanation, topic.explanation_es)
        yield SearchedRecord("questions", topic.id, (topic.question, topic.question_es), told)
    for claim in dataset.claims.values():
        speaker = dataset.claimants[claim.claimant_id]
        values = [f"{v:.0f}" for v in (claim.value_low, claim.value_high) if v is not None]
        words = [c.wording for c in dataset.citations_of(claim.id)]
        counted = claim.measure.replace("-", " ")
        more = (speaker.name, speaker.name_es, claim.unit or "", counted, *values, *words)
        heads, date = (claim.statement, claim.statement_es), claim.as_of or claim.period
        yield SearchedRecord("figures", claim.id, heads, more, date, (speaker.voice,))
    for row in dataset.events.values():
        place = dataset.places[row.place_id] if row.place_id else None
        names = (place.name, place.name_es) if place else ()
        words = [c.wording for c in dataset.citations_of(row.id)]
        told = (row.summary, row.summary_es, *row.actors, *row.actors_es, *names, *words)
        claims = dataset.claims_of_event(row.id)
        voices = {dataset.claimants[c.claimant_id].voice for c in claims}
        yield SearchedRecord("events", row.id, (row.title, row.title_es), told, row.date, voices)
    for source in dataset.sources.values():
        house = str((source.model_extra or {}).get("container-title") or "")
        details, heads = source.custom, (source.title, source.title)
        told, date = (details.short, house), details.issued_edtf
        yield SearchedRecord("sources", source.id, heads, told, date, (details.voice,))


def _asked(text: str) -> tuple[list[str], list[frozenset[str]]]:
    """A query's words, and the terms of each of its days and numbers, which may be years."""
    days, folded = numbers.extract_days(fold(text[:MOST_TEXT_CHARACTERS]))
    named = list(numbers.parse_numbers(folded))
    words = [
        word.group()
        for word in _WORD.finditer(folded)
        if word.group() not in STOP_WORDS
        and not any(start <= word.start() < end for _, start, end in named)
    ]
    terms = [frozenset({_term(value), f"@{value:04.0f}"}) for value, _, _ in named]
    return words, [*terms, *(frozenset({day}) for day in days)]


class SearchResult(NamedTuple):
    """What a query found: of each kind that has anything, in the order of the kinds, the ids.
    Where nothing holds all that was asked for, ``held`` says how many of its words and numbers
    those found hold, and how many there are.
    """

    groups: Mapping[Kind, tuple[str, ...]] = MappingProxyType({})
    held: tuple[int, int] | None = None


def search_story(dataset: Dataset, text: str, language: Language = "en") -> SearchResult:
    """What of a story holds the words, numbers and days of a query, a sentence at most, by kind.
    Where nothing holds all of it, what holds the most is found, if that is half or more. What says
    more of it in its heading, in the reader's language, comes first, the very word before one that
    means about the same, then the order of the files.
    """
    index = dataset.memoize(SearchIndex)
    sought, (words, terms) = index.sought(text), _asked(text)
    said = [*map(frozenset, map(stem_word, words)), *terms]
    side = list(STEMMERS).index(language)
    counted = Counter(n for some in index.holding(sought) for n in some)
    most = max(counted.values(), default=0)
    if not most or 2 * most < len(sought):
        return SearchResult()

    def rank(number: int) -> tuple[int, int, int]:
        head = list_text_terms(index.records[number].heads[side])[1] | index.days[number]
        alike, just = (sum(bool(terms & head) for terms in one) for one in (sought, said))
        return -alike, -just, number

    grouped: defaultdict[Kind, list[str]] = defaultdict(list)
    for number in sorted((n for n, count in counted.items() if count == most), key=rank):
        grouped[index.records[number].kind].append(index.records[number].id)
    groups = {kind: tuple(grouped[kind]) for kind in RECORD_KINDS if grouped[kind]}
    return SearchResult(groups, (most, len(sought)) if most < len(sought) else None)
