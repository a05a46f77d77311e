"""Text with marks: what keeps a title apart from the style's own words.

A citation processor returns one string, in which nobody can tell a full stop of the style from one
of the title. Here every value that comes from a source is fenced with private-use characters, and
so is italic type. The finishing steps then change only what the style wrote, and the HTML is made
by escaping everything and turning the italic marks into tags last: no value can bring its own.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

TITLE, TITLE_END = "\ue010", "\ue011"
VALUE, VALUE_END = "\ue012", "\ue013"
ITALIC, ITALIC_END = "\ue014", "\ue015"
UNSIGNED = "\ue016"
#: Stands behind every "<" of a value: the processor would take some tags for its own and drop them.
_NO_TAG = "\ue017"

ANY_MARK = f"[{TITLE}-{_NO_TAG}]"
_MARKDOWN = re.compile(r"[\\`*_\[\]~$|]")
_FENCED = re.compile(f"({TITLE}[^{TITLE_END}]*{TITLE_END}|{VALUE}[^{VALUE_END}]*{VALUE_END})")

#: Characters that no citation needs: controls, invisible direction marks that can make a line read
#: backwards, and the private-use characters that serve as marks.
_UNWANTED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def clean(text: str) -> str:
    """Return ``text`` on one line, without control, direction and private-use characters."""
    spaced = " ".join(text.split())
    return "".join(c for c in spaced if unicodedata.category(c) not in _UNWANTED)


def _verbatim(text: str) -> str:
    return clean(text).replace("<", f"<{_NO_TAG}")


def described(title: str) -> bool:
    """Whether a title is a description in brackets, which librarians give to what has none."""
    return title.startswith("[") and title.endswith("]")


def fence_title(text: str) -> str:
    """Mark a title."""
    return f"{TITLE}{_verbatim(text)}{TITLE_END}"


def fence_name(text: str) -> str:
    """Mark the name of an institution: "Smith & Sons" keeps its sign in every language."""
    return f"{VALUE}{_verbatim(text)}{VALUE_END}"


def fence(text: str) -> str:
    """Mark any other value of a source that the finishing steps must not touch.

    CSL's own "nocase" keeps the small letters of a name: "Noticias de Nueva Esparta".
    """
    return f'<span class="nocase">{fence_name(text)}</span>'


def outside(text: str, change: Callable[[str], str]) -> str:
    """Apply ``change`` to the style's own words only."""
    parts = _FENCED.split(text)
    return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))


def to_text(marked: str) -> str:
    """Return marked text without its marks."""
    return re.sub(ANY_MARK, "", marked)


def to_html(marked: str) -> str:
    """Return marked text as HTML: escaped, with ``<i>`` for italic type and no other tag.

    What Markdown would read as its own is escaped too, so that the result stays what it is where a
    page shows HTML through Markdown.
    """
    fenced = _MARKDOWN.sub(lambda m: f"&#{ord(m.group())};", html.escape(marked, quote=True))
    fenced = fenced.replace(ITALIC, "<i>").replace(ITALIC_END, "</i>")
    return re.sub(ANY_MARK, "", fenced)


class MarkFormatter:
    """What the citation processor calls to format text: italic type is marked, the rest is plain.

    None of the three styles needs bold, small capitals or raised letters in a bibliography.
    """

    preformat = staticmethod(str)
    Bold = Light = Underline = Superscript = Subscript = SmallCaps = staticmethod(str)

    @staticmethod
    def Italic(text: object) -> str:
        """Mark italic type."""
        return f"{ITALIC}{text}{ITALIC_END}"

    Oblique = Italic
