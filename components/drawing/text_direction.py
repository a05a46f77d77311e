"""The direction of a text: one rule for drawings, pages, slides, workbooks and printed sheets.

The first strong character decides, as in the Unicode Bidirectional Algorithm (UAX 9, P2 and P3). A
text within another is isolated, so that its brackets, numbers and full stop keep their places:
``انفجار (3)`` in an English sentence. Texts that run left to right alone are never changed.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Literal

Direction = Literal["ltr", "rtl"]

#: Unicode's isolates: left to right, right to left, by the first strong character; and their end.
LEFT_TO_RIGHT_ISOLATE: Final = "\u2066"
RIGHT_TO_LEFT_ISOLATE: Final = "\u2067"
FIRST_STRONG_ISOLATE: Final = "\u2068"
ISOLATE_END: Final = "\u2069"
_INITIATORS: Final = frozenset({LEFT_TO_RIGHT_ISOLATE, RIGHT_TO_LEFT_ISOLATE, FIRST_STRONG_ISOLATE})
_ISOLATES: Final = re.compile("[\u2066-\u2069]")
#: The blocks of Unicode whose letters run right to left; most texts have none of them.
_RIGHT_TO_LEFT_BLOCKS: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_RIGHT_TO_LEFT_CLASSES: Final = frozenset({"R", "AL"})
#: Scripts by the beginning of their letters' names in Unicode, with a language that is written so.
_SCRIPT_LANGUAGES: Final = {"HEBREW": "he-IL", "ARABIC": "ar-SA", "SYRIAC": "syr-SY"}


def has_right_to_left(text: str) -> bool:
    """Return whether a letter of a text runs right to left."""
    if not _RIGHT_TO_LEFT_BLOCKS.search(text):
        return False
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT_CLASSES for letter in text)


def text_direction(text: str) -> Direction:
    """Return the direction of a text by its first strong character outside of isolates.

    Parameters
    ----------
    text
        A title, a paragraph or a line.

    Returns
    -------
    Direction
        ``rtl`` for Arabic, Hebrew and their like; ``ltr`` for all others, and without letters.
    """
    if not _RIGHT_TO_LEFT_BLOCKS.search(text):
        return "ltr"
    depth = 0
    for letter in text:
        if letter in _INITIATORS:
            depth += 1
        elif letter == ISOLATE_END:
            depth = max(depth - 1, 0)
        elif depth == 0:
            bidi_class = unicodedata.bidirectional(letter)
            if bidi_class == "L":
                return "ltr"
            if bidi_class in _RIGHT_TO_LEFT_CLASSES:
                return "rtl"
    return "ltr"


def list_right_to_left(text: str) -> frozenset[str]:
    """Return the letters, marks and digits of the scripts of a text that run right to left."""
    return frozenset(_RIGHT_TO_LEFT_BLOCKS.findall(text))


def strip_isolates(text: str) -> str:
    """Return a text without the marks of isolates, which are never seen."""
    return _ISOLATES.sub("", text)


def _is_isolated(text: str) -> bool:
    """Return whether one isolate holds all of a text."""
    if text[:1] not in _INITIATORS:
        return False
    depth = 0
    for position, letter in enumerate(text):
        if letter in _INITIATORS:
            depth += 1
        elif letter == ISOLATE_END:
            depth -= 1
            if depth == 0:
                return position == len(text) - 1
    return False


def isolate_text(text: str, direction: Direction | None = None) -> str:
    """Return a text that keeps its order within another, and within a line of either direction.

    Parameters
    ----------
    text
        A title, a name, or a line of one.
    direction
        Of the whole that a line is cut from; by default that of the text itself.

    Returns
    -------
    str
        The text between an initiator and the end of an isolate; a text without letters that run
        right to left, and one that is isolated already, as it is.
    """
    is_plain = direction != "rtl" and not has_right_to_left(text)
    if is_plain or not text or _is_isolated(text):
        return text
    initiator = LEFT_TO_RIGHT_ISOLATE
    if (direction or text_direction(text)) == "rtl":
        initiator = RIGHT_TO_LEFT_ISOLATE
    return f"{initiator}{text}{ISOLATE_END}"


def join_isolated(separator: str, texts: Iterable[str]) -> str:
    """Return texts in their order, each isolated: sources, names or sentences of one line.

    Parameters
    ----------
    separator
        What stands between two of them, as ``"; "``.
    texts
        Of either direction.
    """
    return separator.join(isolate_text(text) for text in texts)


def isolate_value(value: str, text: str) -> str:
    """Return a value as it stands in a text: isolated where letters run right to left.

    Parameters
    ----------
    value
        A date or a number, in the reader's language.
    text
        What a person wrote around it, whose direction is that of the whole.
    """
    if text_direction(text) == "ltr":
        return isolate_text(value)
    return f"{FIRST_STRONG_ISOLATE}{value}{ISOLATE_END}"


def isolate_lines(lines: Iterable[str], whole: str) -> list[str]:
    """Return the lines of a text, each in the direction of the whole.

    An isolate that a line break has cut is closed at the end of its line, and opened in the next.

    Parameters
    ----------
    lines
        The lines, in their order.
    whole
        The text that they are cut from.
    """
    if _is_isolated(whole):
        whole = strip_isolates(whole)
    direction = text_direction(whole)
    balanced_lines: list[str] = []
    open_initiators = ""
    for line in lines:
        balanced_line = open_initiators + line
        open_initiators = _list_open_initiators(balanced_line)
        balanced_line += ISOLATE_END * len(open_initiators)
        balanced_lines.append(isolate_text(balanced_line, direction))
    return balanced_lines


def _list_open_initiators(line: str) -> str:
    """Return the initiators of a line whose isolates do not end in it."""
    initiators: list[str] = []
    for letter in line:
        if letter in _INITIATORS:
            initiators.append(letter)
        elif letter == ISOLATE_END and initiators:
            initiators.pop()
    return "".join(initiators)


def script_language(text: str) -> str:
    """Return a language in whose script a text that runs right to left is written.

    Returns
    -------
    str
        A tag (BCP 47) by which programs choose a font and a spelling; empty for all other texts.
    """
    if text_direction(text) == "ltr":
        return ""
    for letter in text:
        if unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT_CLASSES:
            script_name, _, _ = unicodedata.name(letter, "").partition(" ")
            return _SCRIPT_LANGUAGES.get(script_name, "")
    return ""
