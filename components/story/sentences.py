"""The sentences of a record's text, which its citations support one by one.

A citation names the sentences that it supports by their numbers from 1 (``citations.csv``, column
``sentences``). Both languages of a text have the same sentences in the same order.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from components.story.models import Citation, Claim, Event

RecordT = TypeVar("RecordT", Event, Claim)
#: A full stop, with the quotation marks and brackets that close behind it, and the space after it.
_SENTENCE_END: Final = re.compile(r"[.!?…]+[”»’\"')\]]*\s+|\n+")
#: What opens a sentence before its first letter.
_OPENING_MARKS: Final = "“«‘\"'([{¿¡"
#: Abbreviations before a name, without their full stop.
_ABBREVIATIONS: Final = frozenset(
    {"Capt", "Col", "Dr", "Dra", "Gen", "Lt", "Mr", "Mrs", "Ms", "Sgt", "Sr", "Sra", "St"}
)
#: Initials and abbreviations of single letters: "J", "U.S".
_INITIALS: Final = re.compile(r"\b[^\W\d_](?:\.[^\W\d_])*$")


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    """Return whether what follows a full stop begins a sentence."""
    if match[0].startswith("\n"):
        return True
    following_text = text[match.end() :]
    first_letter = following_text.lstrip(_OPENING_MARKS)[:1]
    if not first_letter.isupper() and not first_letter.isdigit():
        return False
    if not match[0].startswith(". "):
        return True
    text_before = text[: match.start()]
    if _INITIALS.search(text_before):
        return False
    _, _, last_word = text_before.rpartition(" ")
    abbreviation = last_word.lstrip(_OPENING_MARKS)
    return abbreviation not in _ABBREVIATIONS


def split_sentences(text: str) -> tuple[str, ...]:
    """Split a text into its sentences, each with its full stop.

    A sentence ends where a full stop, a question mark, an exclamation mark or an ellipsis is
    followed by a space and a capital letter or a digit, and at the end of a line; abbreviations
    before a name end none.
    """
    sentences = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ends_sentence(text, match):
            end = match.end()
            sentence = text[start:end]
            sentences.append(sentence.rstrip())
            start = end
    last_sentence = text[start:].strip()
    if last_sentence:
        sentences.append(last_sentence)
    return tuple(sentences)


def record_text(record: Event | Claim) -> tuple[str, str]:
    """Return the text of a record that citations support, in English and in Spanish."""
    if isinstance(record, Event):
        return record.summary, record.summary_es
    return record.statement, record.statement_es


def find_supported_sentences(citations: Iterable[Citation], sentence_count: int) -> set[int]:
    """Return the numbers, from 1, of the sentences that some citations of a record support.

    A citation without numbers supports the text as a whole. One that disputes a record speaks of
    all of it, so that what it disputes is shown; context supports nothing.
    """
    all_sentences = set(range(1, sentence_count + 1))
    supported: set[int] = set()
    for citation in citations:
        if citation.role == "context":
            continue
        if citation.role == "disputes" or not citation.sentences:
            return all_sentences
        supported.update(citation.sentences)
    return supported & all_sentences


def keep_sentences(record: RecordT, numbers: set[int]) -> RecordT:
    """Return a record with some sentences of its text alone, in both languages.

    Parameters
    ----------
    record
        The event or the claim.
    numbers
        Which of its sentences stay, from 1; its text stays as it is if these are none, or all.
    """
    english_text, spanish_text = record_text(record)
    english_sentences = split_sentences(english_text)
    if not numbers or len(numbers) >= len(english_sentences):
        return record
    spanish_sentences = split_sentences(spanish_text)
    text_column = "statement"
    if isinstance(record, Event):
        text_column = "summary"
    changes = {
        text_column: _join_sentences(english_sentences, numbers),
        f"{text_column}_es": _join_sentences(spanish_sentences, numbers),
    }
    return record.model_copy(update=changes)


def _join_sentences(sentences: Sequence[str], numbers: set[int]) -> str:
    kept_sentences = []
    for number, sentence in enumerate(sentences, start=1):
        if number in numbers:
            kept_sentences.append(sentence)
    return " ".join(kept_sentences)
