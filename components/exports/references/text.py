"""Text of references: cleaned, quoted, capitalised, with marks for italic type.

Italic type is marked with private-use characters, which :func:`clean` takes out of every value of a
source. The HTML is made last, by escaping everything and turning the marks into tags, so no value
can bring its own.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Final

from components.i18n.language import E_NOT_Y, Language

ITALIC: Final = "\ue014"
ITALIC_END: Final = "\ue015"

_MARKDOWN = re.compile(r"[\\`*_\[\]~$|]")
#: Characters that no citation needs: controls, invisible direction marks that can make a line read
#: backwards, and the private-use characters that serve as marks.
_UNWANTED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
#: Outer and inner quotation marks.
_QUOTES: dict[Language, tuple[tuple[str, str], tuple[str, str]]] = {
    "en": (("“", "”"), ("‘", "’")),
    "es": (("«", "»"), ("“", "”")),
}
_QUOTED = re.compile('["“”«]([^"“”«»]*)["“”»]')
_ENDED = re.compile(f"[.?!…][”’»{ITALIC_END}]*$")
#: English words that stay small within a title, as the Citation Style Language lists them.
_SMALL = frozenset(
    {
        *("a", "an", "and", "as", "at", "but", "by", "down", "for", "from", "in", "into", "nor"),
        *("of", "on", "onto", "or", "over", "so", "the", "till", "to", "up", "via", "with", "yet"),
    }
)


def clean(text: str) -> str:
    """Return ``text`` on one line, without control, direction and private-use characters."""
    spaced = " ".join(text.split())
    # What can be printed holds none of them; else it is looked through letter by letter.
    if spaced.isprintable():
        return spaced
    return "".join(c for c in spaced if unicodedata.category(c) not in _UNWANTED)


def italic(text: str) -> str:
    """Mark italic type."""
    return f"{ITALIC}{text}{ITALIC_END}" if text else ""


def typographic(text: str, language: Language, *, inner: bool = False) -> str:
    """Return text with curly apostrophes and the quotation marks of a language.

    Args:
        text: a value of a source.
        language: of the reference, not of the source.
        inner: whether the text stands within quotation marks itself.
    """
    opening, closing = _QUOTES[language][inner]
    text = _QUOTED.sub(rf"{opening}\1{closing}", text)
    return re.sub(r"(?<!\w)'(?=\w)", "‘", text).replace("'", "’")


def quoted(text: str, language: Language, stop: str = "") -> str:
    """Put a title in quotation marks, with ``stop`` behind it where it has no ending of its own.

    English has the stop inside the marks and Spanish outside.
    """
    opening, closing = _QUOTES[language][0]
    if _ENDED.search(text):
        stop = ""
    return (
        f"{opening}{text}{stop}{closing}" if language == "en" else f"{opening}{text}{closing}{stop}"
    )


def headline(text: str) -> str:
    """Capitalise an English title; words that have a capital already keep their letters."""
    parts = re.split(r"(\s+|-)", text)
    words = [place for place, part in enumerate(parts) if re.search(r"\w", part)]
    for place in words:
        word = parts[place]
        bare = re.sub(r"^\W+|\W+$", "", word)
        before = "".join(parts[:place]).rstrip(" “‘\"'([")
        opens = not before or before[-1] in ":.?!—"
        ends = place in (words[0], words[-1])
        if bare.islower() and (opens or ends or bare not in _SMALL):
            start = word.index(bare)
            parts[place] = word[:start] + bare[0].upper() + word[start + 1 :]
    return "".join(parts)


def and_before(name: str, language: Language) -> str:
    """Return "and", or Spanish "y", which is "e" before the sound of i."""
    if language == "en":
        return "and"
    return "e" if E_NOT_Y.match(name) else "y"


def stopped(text: str) -> str:
    """End a part of a reference with a full stop, unless it ends with a mark of its own."""
    return text if not text or _ENDED.search(text) else f"{text}."


def joined(*parts: str) -> str:
    """Join the parts that are there with spaces."""
    return " ".join(part for part in parts if part)


def to_text(marked: str) -> str:
    """Return marked text without its marks."""
    return re.sub(f"[{ITALIC}{ITALIC_END}]", "", marked)


def to_html(marked: str) -> str:
    """Return marked text as HTML: escaped, with ``<i>`` for italic type and no other tag.

    What Markdown would read as its own is escaped too, so that the result stays what it is where a
    page shows HTML through Markdown.
    """
    escaped = _MARKDOWN.sub(lambda m: f"&#{ord(m.group())};", html.escape(marked, quote=True))
    return escaped.replace(ITALIC, "<i>").replace(ITALIC_END, "</i>")
