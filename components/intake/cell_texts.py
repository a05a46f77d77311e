"""Cells of a table: what parsing gives of them, addresses, and texts without marks."""

import html
import re
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from components.intake.problems import Problem

#: What programs and people write where nothing is known, folded to small letters.
WORDS_FOR_NOTHING: Final = frozenset(
    {
        "na", "n/a", "#n/a", "n.a.", "<na>", "nan", "null", "nil", "(null)", "(blank)", "-", "–",
        "—", "--", "not available", "not_available", "no disponible", "s/d", "s.d.",
    }
)  # fmt: skip

#: Marks that turn the direction of a text: they change how it looks, not what it says.
DIRECTION_MARKS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_HTML_TAG = re.compile(r"<[^<>]{0,1000}>")
_HTML_LINK = re.compile(
    r"<a\s[^<>]{0,500}?href\s*=\s*(?:\"([^\"<>]{1,2000})\"|'([^'<>]{1,2000})')", re.IGNORECASE
)
_ANCHOR_START = re.compile(r"<a\s", re.IGNORECASE)
_ANCHOR_END = re.compile(r"</a\s*>", re.IGNORECASE)
#: An address ends at a blank, a bar or a bracket, or at a sign before the next one.
_ADDRESS = re.compile(
    r"(?:https?://|\bwww\.(?=[\w-]+\.))(?:(?![,;]\s*(?:https?://|www\.))[^\s<>\"|])+", re.IGNORECASE
)
#: Between the addresses of one field, none of which has a blank.
ADDRESS_SEPARATOR: Final = " "
#: How a cell holds a link with words for it: Markdown, and a formula of spreadsheets.
_LINK_FORMS: Final = ("](", "HYPERLINK(")
_FOOTNOTE_MARK = re.compile(r"\s*\[(?:\d{1,3}|[a-z]{1,2}|(?:note|nota)\s*\d+)\]", re.IGNORECASE)


class ParsedCells(NamedTuple):
    """The values of some cells of a row, with the problems found in them.

    Attributes
    ----------
    tally
        1 for a decimal comma, and for each date that was read by the order of its column.
    """

    values: tuple[Any, ...]
    problems: tuple[Problem, ...] = ()
    tally: int = 0


def means_nothing(text: str) -> bool:
    """Return whether a cell says in a word that nothing is known: "NA", "N/A", "-"."""
    return text.casefold() in WORDS_FOR_NOTHING


def is_address(text: str) -> bool:
    """Return whether a text is the address of a web page: nothing else is ever made a link."""
    try:
        parts = urlsplit(text)
        # The port is parsed only here, and raises where it is no number.
        _ = parts.port
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return False
    return not any(character.isspace() or character in '<>"' for character in text)


def find_addresses(text: str) -> tuple[str, ...]:
    """Find the addresses of web pages in a text, in order and each once.

    They are parted by blanks, commas, semicolons or bars; ``www.`` begins one, too. Also those of
    Markdown, of HTML and of a spreadsheet's ``HYPERLINK``.
    """
    if "http" not in text and "www." not in text:
        return ()
    addresses: dict[str, None] = {}
    for match in _ADDRESS.finditer(text):
        address = _strip_closing_signs(match[0])
        if not address.startswith("http"):
            address = f"https://{address}"
        if is_address(address):
            addresses[address] = None
    return tuple(addresses)


def _strip_closing_signs(address: str) -> str:
    """Remove the signs of the sentence behind an address; brackets of its own stay."""
    address = address.rstrip(".,;:!?'\"»”’")
    while address.endswith((")", "]")) and address.count(address[-1]) > _count_opening(address):
        address = address[:-1].rstrip(".,;:!?")
    return address


def _count_opening(address: str) -> int:
    """Count the brackets that are opened by the sign which closes an address."""
    return address.count("(" if address[-1] == ")" else "[")


def split_addresses(cell: str) -> tuple[str, ...]:
    """Return the addresses of a cell that holds nothing else; empty where it does."""
    addresses = find_addresses(cell)
    rest = cell
    if not any(mark in cell for mark in _LINK_FORMS):
        for address in addresses:
            written_address = address
            if address not in rest:
                # It was written without its scheme.
                written_address = address.removeprefix("https://")
            rest = rest.replace(written_address, " ", 1)
        if rest.strip(" ,;|–-\n\r\t/"):
            return ()
    return addresses


def strip_markup(text: str) -> str:
    """Return a text without HTML tags, with its entities as characters."""
    if "<" in text or "&" in text:
        text = html.unescape(_HTML_TAG.sub(" ", text))
    return " ".join(text.split())


def find_linked_addresses(markup: str) -> tuple[str, ...]:
    """Find the addresses that an HTML text links to, in order and each once."""
    addresses: dict[str, None] = {}
    for match in _HTML_LINK.finditer(markup):
        address = html.unescape(match[1] or match[2]).strip()
        if is_address(address):
            addresses[address] = None
    return tuple(addresses)


def remove_anchors(markup: str) -> str:
    """Return an HTML text without its links and their words, which may be a shortened address."""
    if not _ANCHOR_START.search(markup):
        return markup
    texts = []
    for part in _ANCHOR_END.split(markup):
        text, *_ = _ANCHOR_START.split(part, maxsplit=1)
        texts.append(text)
    return " ".join(texts)


def strip_footnotes(text: str) -> str:
    """Remove the footnote marks that copied tables bring: "[1]", "[a]", "[note 2]"."""
    if "[" not in text:
        return text.strip()
    return _FOOTNOTE_MARK.sub("", text).strip()
