"""Text of citations: cleaning, quotation marks, capitals, full stops and italics.

Italic type is marked with private-use characters. :func:`clean_text` removes them from every value
of a source, so no value can bring its own.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

from components.i18n.messages import Language

ITALIC_START: Final = "\ue014"
ITALIC_END: Final = "\ue015"

#: Characters that no citation needs: controls, invisible direction marks that can make a line read
#: backwards, and the private-use characters that serve as marks.
_UNWANTED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


class QuotationMarks(NamedTuple):
    """The opening and the closing mark of a quotation."""

    opening: str
    closing: str


_OUTER_QUOTES: Final[dict[Language, QuotationMarks]] = {
    "en": QuotationMarks("“", "”"),
    "es": QuotationMarks("«", "»"),
}
#: The marks of a quotation within another.
_INNER_QUOTES: Final[dict[Language, QuotationMarks]] = {
    "en": QuotationMarks("‘", "’"),
    "es": QuotationMarks("“", "”"),
}
_QUOTED_TEXT: Final = re.compile('["“”«]([^"“”«»]*)["“”»]')
_OPENING_APOSTROPHE: Final = re.compile(r"(?<!\w)'(?=\w)")
#: The end of a text that has a full stop or another such mark, inside quotation marks or italics.
_ENDED_TEXT: Final = re.compile(f"[.?!…][”’»{ITALIC_END}]*$")
#: A word, or the part of one between hyphens, without the marks around it.
_WORD: Final = re.compile(r"\w(?:[^\s-]*\w)?")
#: English words that stay small within a title, as the Citation Style Language lists them.
_SMALL_WORD: Final = re.compile(
    "a|an|and|as|at|but|by|down|for|from|in|into|nor|of|on|onto|or|over|so|the|till|to|up|via|with"
    "|yet"
)
#: The marks after which a title begins anew.
_TITLE_BREAKS: Final = ":.?!—"


def clean_text(text: str) -> str:
    """Return a text on one line, without control, direction and private-use characters."""
    single_line = " ".join(text.split())
    # A printable text has none of these characters; this spares a look at each letter.
    if single_line.isprintable():
        return single_line
    wanted_characters = [
        character
        for character in single_line
        if unicodedata.category(character) not in _UNWANTED_CATEGORIES
    ]
    return " ".join("".join(wanted_characters).split())


def outer_quotes(language: Language) -> QuotationMarks:
    """Return the quotation marks of a language for a quotation that is in no other."""
    return _OUTER_QUOTES[language]


def curl_quotes(text: str, language: Language, *, inner: bool = False) -> str:
    """Replace straight apostrophes and foreign quotation marks by those of a language.

    Parameters
    ----------
    text
        Cleaned text.
    language
        The language of the citation.
    inner
        True for a text that itself will be in quotation marks.
    """
    marks = _OUTER_QUOTES[language]
    if inner:
        marks = _INNER_QUOTES[language]
    text = _QUOTED_TEXT.sub(rf"{marks.opening}\1{marks.closing}", text)
    return _OPENING_APOSTROPHE.sub("‘", text).replace("'", "’")


def nest_quotes(text: str, language: Language) -> str:
    """Replace a language's quotation marks by those of a quotation within another.

    A quotation that the text cuts off is closed at its end.
    """
    outer_marks = _OUTER_QUOTES[language]
    inner_marks = _INNER_QUOTES[language]
    is_open = text.count(outer_marks.opening) > text.count(outer_marks.closing)
    nested_text = text.replace(outer_marks.opening, inner_marks.opening)
    nested_text = nested_text.replace(outer_marks.closing, inner_marks.closing)
    if is_open:
        nested_text += inner_marks.closing
    return nested_text


def _stays_small(title: str, word: re.Match[str], last_start: int) -> bool:
    """Return whether a title's word keeps its letters: it has a capital or is small and inside."""
    letters = word.group()
    if not letters.islower():
        return True
    if word.start() == last_start or not _SMALL_WORD.fullmatch(letters):
        return False
    text_before = title[: word.start()].rstrip(" “‘\"'([")
    return text_before != "" and text_before[-1] not in _TITLE_BREAKS


def title_case(title: str) -> str:
    """Capitalise an English title; words that have a capital already keep their letters."""
    title_words = list(_WORD.finditer(title))
    characters = list(title)
    for word in title_words:
        if _stays_small(title, word, title_words[-1].start()):
            continue
        word_start = word.start()
        characters[word_start] = title[word_start].upper()
    return "".join(characters)


def italicize(text: str) -> str:
    """Return a text between marks of italic type; an empty text stays empty."""
    if not text:
        return ""
    return f"{ITALIC_START}{text}{ITALIC_END}"


def has_end_mark(text: str) -> bool:
    """Return whether a text ends with a full stop or another mark that ends a sentence."""
    return _ENDED_TEXT.search(text) is not None


def end_with_stop(text: str) -> str:
    """Return a text with a full stop, unless it is empty or ends with such a mark already."""
    if not text or has_end_mark(text):
        return text
    return f"{text}."


def join_nonempty(separator: str, parts: Iterable[str]) -> str:
    """Join the parts that are not empty."""
    return separator.join(filter(None, parts))
