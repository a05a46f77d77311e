"""Whether a statement names its speaker, by the words of its language (``speech.json``)."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from components.i18n import LANGUAGES, Language

#: A phrase of speech after more words is of somebody else than who made the statement.
WORDS_BEFORE_SPEECH: Final = 9


class SpeechWords(NamedTuple):
    """How statements of a language name their speaker, as ``speech.json`` lists it.

    A phrase may have ``*`` for any word. A verb does not count after the words of ``not_after``,
    which make it passive.
    """

    unnamed_openings: list[str]
    phrases: list[str]
    not_after: dict[str, list[str]]
    attributions: list[str]


def _speaker_pattern(words: SpeechWords) -> re.Pattern[str]:
    """Return what a statement that names its speaker matches.

    A phrase of speech is among its first words ("NPR relays …", "A sergeant said …") and no
    pronoun opens it; or it has an attribution anywhere ("… by a deserter’s account").
    """
    phrases = []
    for phrase in words.phrases:
        not_after = "".join(f"(?<!{word} )" for word in words.not_after.get(phrase, ()))
        phrases.append(not_after + phrase.replace("*", r"\S+"))
    attributions = []
    for attribution in words.attributions:
        if attribution[0].isalpha():
            attributions.append(rf"\b{attribution}")
        else:
            attributions.append(attribution)
    openings = "|".join(words.unnamed_openings)
    said_early = rf"(?!{openings})(?:\S+ ){{0,{WORDS_BEFORE_SPEECH}}}(?:{'|'.join(phrases)})\b"
    return re.compile(rf"{said_early}|.*(?:{'|'.join(attributions)})\b")


def _load_speaker_patterns() -> dict[Language, re.Pattern[str]]:
    content = json.loads(Path(__file__).with_name("speech.json").read_text(encoding="utf-8"))
    return {language: _speaker_pattern(SpeechWords(**content[language])) for language in LANGUAGES}


_SPEAKER_PATTERNS: Final[Mapping[Language, re.Pattern[str]]] = _load_speaker_patterns()


def names_speaker(statement: str, language: Language) -> bool:
    """Return whether a statement names who says it: "NPR relays …", "A sergeant said …"."""
    return bool(_SPEAKER_PATTERNS[language].match(statement))
