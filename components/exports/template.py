"""The example table of events as an Excel workbook."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

from components.i18n import I18n
from components.intake.templates import HEADER, ROWS

NUMBERS = {"lat", "lon"}
DAYS = {"date", "end date", "source date"}


def _cell(column: str, text: str) -> Any:
    if text and column in NUMBERS:
        return float(text)
    if column in DAYS and len(text) == 10:
        return date.fromisoformat(text)
    return text or None


def events_xlsx(i18n: I18n) -> bytes:
    """One sheet of events, typed: days as days, coordinates as numbers; a second explains it."""
    # Imported late: only who asks for the template needs it.
    from xlsxwriter import Workbook

    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True, "default_date_format": "yyyy-mm-dd",
                          "strings_to_formulas": False, "strings_to_urls": False})  # fmt: skip
    bold = book.add_format({"bold": True})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    sheet = book.add_worksheet("events")
    sheet.set_column(0, len(HEADER) - 1, 18)
    sheet.write_row(0, 0, HEADER, bold)
    for row, cells in enumerate(ROWS, start=1):
        sheet.write_row(row, 0, [_cell(*pair) for pair in zip(HEADER, cells, strict=True)])
    sheet.freeze_panes(1, 0)
    explained = book.add_worksheet(i18n.t("how to fill it in"))
    explained.set_column(0, 0, 26, wrapped)
    explained.set_column(1, 1, 90, wrapped)
    for row, texts in enumerate(_explained(i18n)):
        explained.write_row(row, 0, texts, bold if row == 0 else None)
    book.close()
    return out.getvalue()


def _explained(i18n: I18n) -> tuple[tuple[str, str], ...]:
    t = i18n.t
    return (
        (t("column"), t("what it holds")),
        ("date", t("Required. A day, a month, a year, a span 2024-05-02/2024-05-06, or 2024-06~.")),
        ("title", t("Required. What happened, in one line.")),
        ("end date", t("The last day, where it lasted.")),
        ("title_es", t("The title in Spanish; without it, the title stands in both languages.")),
        ("summary", t("What happened, in a few sentences.")),
        ("category", t("The kind of event, in your own words; up to eight have a colour.")),
        ("place, lat, lon", t("Where; latitude and longitude in decimal degrees.")),
        ("country", t("Two letters, such as CO or PE.")),
        ("source, url, source date", t("Who says so, where it can be read, and when it appeared.")),
        ("id", t("A short name of your own, each once; without it one is made.")),
    )
