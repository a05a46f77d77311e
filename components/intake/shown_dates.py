"""How exact a spreadsheet shows a day that it stores: a month typed as "Feb 2019" is no day."""

import re
from typing import Final, Literal

from components.intake.xml_scanner import Attributes, XmlScanner

#: How exact a date is shown; a day is stored in either case.
ShownPrecision = Literal["year", "month"]
#: Excel's own format "mmm-yy", whose code no workbook holds (ECMA-376, 18.8.30).
MONTH_FORMAT_ID: Final = "17"
#: The length of an ISO date cut to what is shown.
LENGTH_OF_PRECISION: Final = {"year": len("2019"), "month": len("2019-02")}

_LITERALS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_ISO_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_DIGITS = re.compile(r"\d+")


def precision_of_format(code: str) -> ShownPrecision | None:
    """Return the precision of a number format of Excel; ``None`` where it shows days or no date."""
    letters = _LITERALS.sub("", code).lower()
    if "d" in letters or "h" in letters or "s" in letters or "y" not in letters:
        return None
    return "month" if "m" in letters else "year"


def precision_of_text(iso_day: str, shown: str) -> ShownPrecision | None:
    """Return the precision of the text that a spreadsheet shows for a day (``YYYY-MM-DD``).

    Returns
    -------
    ShownPrecision or None
        ``None`` where the day of the month is in it, or the text is of another date.
    """
    match = _ISO_DAY.fullmatch(iso_day)
    if not match:
        return None
    year, month, day = match.groups()
    numbers = _DIGITS.findall(shown)
    for year_text in (year, year[2:]):
        if year_text in numbers:
            numbers.remove(year_text)
            break
    else:
        return None
    has_month = any(map(str.isalpha, shown))
    for month_text in (month, month.lstrip("0")):
        if not has_month and month_text in numbers:
            numbers.remove(month_text)
            has_month = True
    if day in numbers or day.lstrip("0") in numbers or numbers:
        return None
    return "month" if has_month else "year"


def cut_to_precision(cell: str, precision: ShownPrecision) -> str:
    """Return a day (``YYYY-MM-DD``) as exact as it is shown; other texts as they are."""
    if not _ISO_DAY.fullmatch(cell):
        return cell
    return cell[: LENGTH_OF_PRECISION[precision]]


class StyleScanner(XmlScanner):
    """The styles of a workbook of Excel whose numbers are shown as months or years.

    Attributes
    ----------
    precision_of_style
        By the index of the style of a cell.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.precision_of_style: dict[str, ShownPrecision] = {}
        self._precision_of_format: dict[str, ShownPrecision] = {MONTH_FORMAT_ID: "month"}
        self._is_in_cell_styles = False
        self._style_count = 0

    def start_element(self, tag: str, attributes: Attributes) -> None:
        """Take a number format, or the style of cells that has one."""
        if tag == "numFmt":
            precision = precision_of_format(attributes.get("formatCode", ""))
            if precision:
                self._precision_of_format[attributes.get("numFmtId", "")] = precision
        elif tag == "cellXfs":
            self._is_in_cell_styles = True
        elif tag == "xf" and self._is_in_cell_styles:
            precision = self._precision_of_format.get(attributes.get("numFmtId", ""))
            if precision:
                self.precision_of_style[str(self._style_count)] = precision
            self._style_count += 1

    def end_element(self, tag: str) -> None:
        """Leave the styles of cells."""
        if tag == "cellXfs":
            self._is_in_cell_styles = False
