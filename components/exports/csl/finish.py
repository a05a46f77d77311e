"""Sets right what the citation processor leaves undone, step by step (see docs/citations.md)."""

from __future__ import annotations

import re

from components.exports.csl.dates import Language, month_names
from components.exports.csl.marks import (
    ANY_MARK,
    ITALIC,
    ITALIC_END,
    TITLE,
    TITLE_END,
    UNSIGNED,
    VALUE_END,
    outside,
)
from components.exports.csl.processor import Style

#: A title with its italics and what may follow it in brackets: "[Broadcast]".
_BLOCK = re.compile(
    f"{ITALIC}?{TITLE}[^{TITLE_END}]*{TITLE_END}{ITALIC_END}?(?: \\[[^\\[\\]]*\\])?"
)
_DESCRIBED = re.compile(f"[\u201c\u00ab]({TITLE}\\[[^{TITLE_END}]*\\]{TITLE_END})[\u201d\u00bb]")
#: ISO 690 gives year and date; of a date that is no more than a year that makes two.
_YEAR_TWICE = re.compile(
    rf"(, (\d{{4}})\. .*{VALUE_END}{ITALIC_END}?(?: \[en línea\]|\. Online)?\. )\2(?:\. |\.?$)"
)
_TITLE_TEXT = re.compile(f"{TITLE}([^{TITLE_END}]*){TITLE_END}")


def _without_author(marked: str, style: Style) -> str:
    """Put the title in the author's place, or close the gap: nobody signed this source."""
    if UNSIGNED not in marked:
        return marked
    block = _BLOCK.search(marked)
    if style == "chicago" or block is None:
        return re.sub(f"{UNSIGNED}[.,]? ?", "", marked, count=1)
    rest = marked[: block.start()] + re.sub(r"^\.? ?", "", marked[block.end() :])
    return rest.replace(UNSIGNED, block.group(), 1)


def _inner_quotes(marked: str, language: Language) -> str:
    """Turn the quotation marks of a quoted title into the inner ones of the language."""
    pair = "\u2018\\1\u2019" if language == "en" else "\u201c\\1\u201d"
    found = re.compile('["\u201c\u201d\u00ab]([^"\u201c\u201d\u00ab\u00bb]*)["\u201c\u201d\u00bb]')
    return _TITLE_TEXT.sub(lambda m: found.sub(pair, m.group()), marked)


def _american_stops(marked: str) -> str:
    """Bring a full stop or comma inside the closing quotation marks, as the locale asks."""
    inner = f"(\u2018[^\u2018\u2019]*)\u2019({TITLE_END}?)\u201d([.,])"
    marked = re.sub(inner, "\\1\\3\u2019\\2\u201d", marked)
    return re.sub("\u201d([.,])", "\\1\u201d", marked)


def _spanish_dates(text: str) -> str:
    """Write "2 de mayo de 2019" where the style has the order or the words of English."""
    month = "|".join(month_names("es").values())
    text = re.sub(rf"(\d{{4}}), ({month}) (\d\d?)\b", r"\1, \3 de \2", text)
    text = re.sub(rf"\b(\d\d?) ({month})\b", r"\1 de \2", text)
    text = re.sub(rf"\b({month}) (\d{{4}})", r"\1 de \2", text)
    return re.sub(r"\[([^\[\]¿?]*\d{4})\?\]", r"[¿\1?]", text)


def _spanish_and(text: str) -> str:
    """Join the last two authors with "y", or "e" before the sound of i: Spanish has no "&"."""
    return re.sub(r"\by (?=H?[IÍ](?![aeoAEO]))", "e ", text.replace("& ", "y "))


def _spanish_list(text: str) -> str:
    """Leave out the comma before "y" where it is not the first, inverted name that needs it."""
    return re.sub(r"^([^,]+,[^,]+,.+), ([ye]) ", r"\1 \2 ", text, count=1)


def _supplied_date(text: str, language: Language) -> str:
    """Put the full date of publication in brackets with "ca."."""
    month = "|".join(month_names(language).values())
    full = re.compile(rf"((?:\d\d? (?:de )?)?(?:{month}) (?:de )?\d{{4}})")
    return full.sub(r"[ca. \1]", text, count=1)


def _iso_date(marked: str, language: Language, *, inferred: bool) -> str:
    """Say a lone year once; put an inferred date in brackets, ISO 690's form for one supplied."""
    marked = _YEAR_TWICE.sub(r"\1", marked, count=1)
    if not inferred:
        return marked
    full = outside(marked, lambda text: _supplied_date(text, language))
    if full != marked:
        return full
    return outside(marked, lambda text: re.sub(r", (\d{4})\.", r", [ca. \1].", text, count=1))


def _capital_month(text: str) -> str:
    """Begin a sentence that is only a month and a year with a capital."""
    month = "|".join(month_names("es").values())
    return re.sub(rf"(?<!ca\. )(?<=\. )({month}) de ", lambda m: m.group().capitalize(), text)


def _tidy(marked: str, style: Style) -> str:
    """End every entry as its style does, and never with two marks of punctuation."""
    marked = re.sub(" {2,}", " ", marked.strip())
    closing = f"(?:{ANY_MARK}|[\u201d\u2019\u00bb])*"
    marked = re.sub(f"([.?!\u2026]{closing})\\.(?!\\.)", r"\1", marked)
    if style == "iso690":
        marked = re.sub(r"[,.\s]+$", "", marked)
        return marked if marked.endswith(VALUE_END) and "://" in marked else marked + "."
    return marked


def finish(marked: str, style: Style, language: Language, *, inferred: bool) -> str:
    """Return a rendered entry as its style guide would have it, still marked."""
    marked = _without_author(marked, style)
    if style == "chicago":
        marked = _DESCRIBED.sub(r"\1", marked)
        marked = _inner_quotes(marked, language)
        if language == "en":
            marked = _american_stops(marked)
    if language == "es":
        marked = outside(marked, lambda text: _spanish_and(_spanish_dates(text)))
        if style == "chicago":
            marked = outside(marked, _spanish_list)
    if style == "iso690":
        marked = outside(_iso_date(marked, language, inferred=inferred), _capital_month)
    return _tidy(marked, style)
