"""Who speaks in a statement, by the words of its language (``speech.json``)."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from components.i18n import LANGUAGES, Language
from components.story.sentences import split_sentences

#: A phrase of speech after more words is of somebody else than who made the statement.
WORDS_BEFORE_SPEECH: Final = 12
_YEAR: Final = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?![.,]?\d)")

#: Whether a sentence of a language has a quality: :func:`names_speaker`, :func:`has_own_date`.
SentenceQuality = Callable[[str, Language], bool]


class SpeechWords(NamedTuple):
    """How statements of a language name their speaker, as ``speech.json`` lists it.

    A phrase may have ``*`` for any word. A verb does not count after the words of ``not_after``,
    which make it passive. ``reports`` are the phrases by which a source that is named reports.
    ``lower_openings`` are the words that begin a statement and are no names.
    """

    unnamed_openings: list[str]
    phrases: list[str]
    not_after: dict[str, list[str]]
    attributions: list[str]
    reports: list[str]
    lower_openings: list[str]


class SpeechPatterns(NamedTuple):
    """What a statement matches that names its speaker, and one in which a source reports."""

    speaker: re.Pattern[str]
    report: re.Pattern[str]


def _attribution_pattern(words: SpeechWords) -> str:
    attributions = []
    for attribution in words.attributions:
        if attribution[0].isalpha():
            attributions.append(rf"\b{attribution}")
        else:
            attributions.append(attribution)
    any_attribution = "|".join(attributions)
    return rf".*(?:{any_attribution})\b"


def _phrase_pattern(words: SpeechWords, phrases: list[str]) -> str:
    """Return what has one of the phrases among its first words, and no pronoun at its beginning."""
    patterns = []
    for phrase in phrases:
        pattern = phrase.replace("*", r"\S+")
        for word in words.not_after.get(phrase, ()):
            pattern = f"(?<!{word} ){pattern}"
        patterns.append(pattern)
    any_opening = "|".join(words.unnamed_openings)
    any_phrase = "|".join(patterns)
    words_before = rf"(?:\S+ ){{0,{WORDS_BEFORE_SPEECH}}}"
    return rf"(?!{any_opening}){words_before}(?:{any_phrase})\b"


def _compile_patterns(words: SpeechWords) -> SpeechPatterns:
    """Return the patterns of a language.

    A phrase of speech is among the first words of a statement ("NPR relays …", "A sergeant said
    …") and no pronoun opens it; or it has an attribution anywhere ("… by a deserter’s account").
    """
    attribution = _attribution_pattern(words)
    speech = _phrase_pattern(words, words.phrases)
    report = _phrase_pattern(words, words.reports)
    return SpeechPatterns(
        speaker=re.compile(f"{speech}|{attribution}"),
        report=re.compile(f"{report}|{attribution}"),
    )


def _load_words() -> dict[Language, SpeechWords]:
    words_file = Path(__file__).with_name("speech.json")
    content = json.loads(words_file.read_text(encoding="utf-8"))
    words: dict[Language, SpeechWords] = {}
    for language in LANGUAGES:
        words[language] = SpeechWords(**content[language])
    return words


_WORDS: Final = _load_words()
_PATTERNS: Final = {language: _compile_patterns(words) for language, words in _WORDS.items()}


def names_speaker(statement: str, language: Language) -> bool:
    """Return whether a statement names who says it: "NPR relays …", "A sergeant said …"."""
    patterns = _PATTERNS[language]
    return patterns.speaker.match(statement) is not None


def reports_a_source(statement: str, language: Language) -> bool:
    """Return whether a statement tells what a source reports: "NPR writes …", "By AP’s account …".

    What a source writes is of the day of the source, not of the day of what it writes about.
    """
    patterns = _PATTERNS[language]
    return patterns.report.match(statement) is not None


def names_year(statement: str) -> bool:
    """Return whether a statement names a year: "by 7 May 2019"."""
    return bool(_YEAR.search(statement))


def lower_opening(statement: str, language: Language) -> str:
    """Return a statement as it stands behind a comma: a first word that is no name is lowered."""
    initial = statement[:1].lower()
    lowered_statement = initial + statement[1:]
    first_word, _, _ = lowered_statement.partition(" ")
    lower_openings = _WORDS[language].lower_openings
    if first_word.rstrip(",") in lower_openings:
        return lowered_statement
    return statement


def has_own_date(statement: str, language: Language) -> bool:
    """Return whether a statement is not of the day of its event.

    It names a year, or it tells what a source reports.
    """
    return names_year(statement) or reports_a_source(statement, language)


def split_where(text: str, language: Language, quality: SentenceQuality) -> list[str]:
    """Divide a text where a sentence that has a quality meets one that does not."""
    parts: list[str] = []
    had_quality = False
    for sentence in split_sentences(text):
        has_quality = quality(sentence, language)
        if parts and has_quality == had_quality:
            parts[-1] += f" {sentence}"
        else:
            parts.append(sentence)
        had_quality = has_quality
    return parts
