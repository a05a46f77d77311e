"""HTML and SVG as plain text, with links, for reading in a difference."""

import re
from itertools import islice
from typing import Final

from lxml import etree, html
from lxml.html import defs

BLOCKS: Final = defs.block_tags | {
    "article", "aside", "details", "figcaption", "figure", "footer", "header", "main", "nav",
    "section", "summary",
}  # fmt: skip
HEADINGS: Final = {f"h{level}": "#" * level + " " for level in range(1, 7)}
CELLS: Final = frozenset(("td", "th"))
#: The word by which a page asks for files of what its reader has opened is new each time.
OWN: Final = re.compile("/own/[^/]+/")
#: So many lines that are those of the whole view are told in one; so much of a line names it.
FEWEST_LINES: Final = 6
WORDS: Final = 40


def _drawn(svg: html.HtmlElement) -> str:
    """A drawing by its name alone: its words are kept with the pictures."""
    title = svg.xpath("string(./*[local-name()='title'][1])") or svg.get("aria-label", "")
    return f"[drawing: {' '.join(title.split())}]"


def _walk(node: html.HtmlElement, out: list[str]) -> None:
    tag = etree.QName(node).localname if isinstance(node.tag, str) else ""
    if tag in ("script", "style", "template", ""):
        return
    if tag == "svg":
        out.append(_drawn(node))
        return
    block = tag in BLOCKS
    if block or tag == "br":
        out.append(" | " if tag in CELLS else "\n")
    out.append(HEADINGS.get(tag, "- " if tag == "li" else ""))
    linked = tag == "a" and node.get("href")
    out.append("[" if linked else "")
    out.append(node.text or "")
    if tag == "img":
        out.append(f"[picture: {node.get('alt', '')}]")
    for child in node:
        _walk(child, out)
        out.append(child.tail or "")
    if linked:
        out.append(f"]({OWN.sub('/own/…/', str(node.get('href')))})")
    if block and tag not in CELLS:
        out.append("\n")


def plain(markup: str) -> str:
    """The words of a page, a line for each block, links as ``[words](address)``."""
    out: list[str] = []
    _walk(html.fragment_fromstring(markup, create_parent="main"), out)
    lines = (re.sub(r"[ \t\r\f\v]+", " ", line).strip(" |") for line in "".join(out).split("\n"))
    return "\n".join(line for line in lines if line) + "\n"


def shortened(text: str, whole: str) -> str:
    """A text with every run of many lines that stands in another text, too, told in one line.

    A page under filters repeats much of the whole page; what it says differently is what is read.
    """
    lines, known = text.splitlines(), whole.splitlines()
    places: dict[str, list[int]] = {}
    for number, line in enumerate(known):
        places.setdefault(line, []).append(number)
    out, at = [], 0
    while at < len(lines):
        run = max((_run(lines, at, known, place) for place in places.get(lines[at], ())), default=0)
        if run < FEWEST_LINES:
            out.append(lines[at])
            at += 1
            continue
        first, last = lines[at][:WORDS], lines[at + run - 1][:WORDS]
        out.append(f"[{run} lines of the whole view, “{first}” to “{last}”]")
        at += run
    return "\n".join(out) + "\n"


def _run(lines: list[str], at: int, known: list[str], place: int) -> int:
    pairs = zip(islice(lines, at, None), islice(known, place, None), strict=False)
    return next((index for index, (one, two) in enumerate(pairs) if one != two), min(
        len(lines) - at, len(known) - place
    ))  # fmt: skip


def words_of_drawing(svg: str) -> str:
    """The texts of a drawing in the order in which they stand, a line each."""
    root = etree.fromstring(svg.encode())
    texts = root.xpath("//*[local-name()='text' or local-name()='title' or local-name()='desc']")
    lines = (" ".join("".join(text.itertext()).split()) for text in texts)
    return "\n".join(line for line in lines if line) + "\n"
