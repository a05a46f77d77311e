"""Events as charts and lists need them, in the reader's language."""

from __future__ import annotations

from typing import Final

from components.domain.filters import event_date, sharpened
from components.domain.models import Basis, Event, Place
from components.i18n import I18n
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.records.citations import cited
from components.presentation.records.rows import ListRow

LABEL: Final = 34


def place_name(place: Place, i18n: I18n) -> str:
    """A place's name in the reader's language."""
    name: str = i18n.of(place, "name")
    return name


def basis_in_use(event: Event, here: Context) -> Basis:
    """How the shown date is known; without the reports it is what the documents support."""
    if not sharpened(here.dataset, event, here.view.filters):
        return "inferred"
    return event.date_basis


def source_names(record_id: str, here: Context) -> str:
    """The sources of a record with their paragraphs, in one line."""
    parts = []
    for item in cited(record_id, here):
        where = here.i18n.t("para. {number}", number=item.locator) if item.locator else ""
        parts.append(f"{item.short} {where}".strip())
    return ", ".join(dict.fromkeys(parts))


def list_row(event: Event, here: Context) -> ListRow:
    """One line of the list."""
    i18n = here.i18n
    notes = []
    if event.place_id:
        notes.append(place_name(here.dataset.places[event.place_id], i18n))
    basis = basis_in_use(event, here)
    if basis != "stated":
        notes.append(i18n.t("date {basis}", basis=i18n.t(BASIS[basis])))
    dated = here.view.filters.start or here.view.filters.end
    possible = dated and event.id not in here.selection.certain
    return ListRow(
        id=event.id,
        date=i18n.date(event_date(here.dataset, event, here.view.filters)),
        title=i18n.of(event, "title"),
        note=" · ".join(notes),
        glyph=here.palette.glyph[event.category],
        colour=here.palette.category[event.category],
        kind=here.kinds[event.category],
        sources=source_names(event.id, here),
        tag=i18n.t("possibly in these dates") if possible else "",
    )
