"""Years, decades and centuries as histories write them: "44 BC", "the 1540s", "siglo III a. C."."""

from __future__ import annotations

import re
from typing import Final

_BEFORE: Final = (
    r"b\.?\s?c\.?(?:\s?e)?|a\.?\s?(?:de\s)?c|a\.?\s?(?:n\.?\s?e|e\.?\s?c)|antes de cristo"
)
_SINCE: Final = r"a\.?\s?d|c\.?\s?e|d\.?\s?(?:de\s)?c|n\.?\s?e|e\.?\s?c|despues de cristo"
_ORDINALS: Final = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth"
    "|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
)
_ROMAN: Final = "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|xviii|xix|xx|xxi"
_AGE = re.compile(
    r"(?P<about>(?:c\.?|ca\.?|circa|about|hacia)\s*(?=[^a-z]))?(?:the\s+|el\s+)?"
    r"(?:(?P<first>a\.?\s?d\.?|c\.?\s?e\.?)\s*)?"
    r"(?:(?P<tens>(?:los\s+)?anos\s+|(?:la\s+)?decada de(?: los)?(?: anos)?\s+)?"
    r"(?P<year>\d{1,4})(?P<s>'?s)?"
    rf"|(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{_ORDINALS})"
    r"(?:[\s-]+(?P<century>centur(?:y|ies)|cent\.?|c\.?))?"
    rf"|(?P<siglo>(?:siglos?|s\.?)\s?)?(?P<roman>{_ROMAN}))"
    rf"\s*(?:(?P<before>{_BEFORE})|(?P<since>{_SINCE}))?\.?", re.ASCII,
)  # fmt: skip
_BETWEEN = re.compile(
    r"\s*([–—]|[-/]|\s(?:to|until|through|and|hasta|al?|y)\s)\s*(?:the\s+|el\s+)?"
)
_FRAME = re.compile(r"(?:between|entre|from|desde|del?)\s+(?:el\s+|los\s+)?(?=\S)")


def read_age(text: str) -> str:
    """A year, decade or century, or two of them, as EDTF; empty for anything else.

    ``text`` is folded. A century is the interval of its years ("3rd century" is 0201~/0300~), since
    EDTF has no shorter way that a page could draw. A year of one or two digits needs its era.
    """
    if whole := _AGE.fullmatch(text):
        return _written([whole])
    inner = _FRAME.sub("", text, count=1)
    for between in _BETWEEN.finditer(inner):
        parts = [_AGE.fullmatch(inner[: between.start()]), _AGE.fullmatch(inner[between.end() :])]
        found = [part for part in parts if part]
        if len(found) == 2:
            return _written(found, dashed=between[1] not in "-/")
    return ""


def edtf_year(year: int) -> str:
    """A year of EDTF, of which 0 is 1 BC, in its four digits."""
    return f"{'-' * (year < 0)}{abs(year):04}"


def _written(parts: list[re.Match[str]], *, dashed: bool = True) -> str:
    """The EDTF of one or two parts, of which each lends the other what stands with it alone."""
    centuries = any(part["century"] or part["siglo"] for part in parts)
    eras = [-1 if p["before"] else bool(p["since"] or p["first"]) for p in parts]
    numbers = [_number(part) for part in parts]
    if not centuries and any(p["nth"] or p["roman"] for p in parts):
        return ""
    first, last = numbers[0], numbers[-1]
    if len(parts) == 2 and not centuries:
        if not any(eras) and dashed and first > 99 and last < 100 and len(parts[1]["year"]) == 2:
            # "1348–51"; with a hyphen it might be a month.
            last = numbers[1] = first - first % 100 + last
        if eras == [-1, 0] and last < first:
            return ""  # 300 BC – 250 may be of either era
    lent = eras[-1] if eras[0] == 0 else eras[0] if eras[0] == 1 else 0
    eras = [era or lent for era in eras]
    ends: list[int] = []
    for part, number, era in zip(parts, numbers, eras, strict=True):
        size = 100 if centuries else 10 if part["s"] or part["tens"] else 1
        bare = size == 1 and not era and number < 100
        if bare or number == 0 or (centuries and number > 99) or (size == 10 and number % 10):
            return ""
        year = 100 * number - 99 if centuries else number
        years = year, year + size - 1
        ends += [1 - years[1], 1 - years[0]] if era == -1 else years
    # Within a decade or a century the year is not known, and it may not have lasted all of them.
    wide = centuries or any(part["s"] or part["tens"] for part in parts)
    marks = ["~" * bool(wide or part["about"]) for part in (parts[0], parts[-1])]
    begin, end = ends[0], ends[-1]
    if begin > end:
        return ""
    if begin == end and len(parts) == 1:
        return edtf_year(begin) + marks[0]
    return f"{edtf_year(begin)}{marks[0]}/{edtf_year(end)}{marks[1]}"


def _number(part: re.Match[str]) -> int:
    for name, words in (("roman", _ROMAN), ("nth", _ORDINALS)):
        if part[name] in (listed := words.split("|")):
            return listed.index(part[name]) + 1
    return int(part["year"] or part["nth"][:-2])
