"""Events as the charts and lists need them: texts, dates and marks in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from components.domain.filters import event_date, sharpened
from components.domain.models import Basis, Event, Place
from components.i18n import I18n
from components.i18n.labels import BASIS
from components.ui.cited import cited
from components.ui.context import Context, change_view
from components.ui.event_list import ListRow, event_list

LABEL: Final = 34
#: A list longer than this is shown by pages of so many.
LONG: Final = 200
PAGE: Final = 100


def place_name(place: Place, i18n: I18n) -> str:
    """A place's name in the reader's language."""
    name: str = i18n.of(place, "name")
    return name


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    change_view(event=event_id)


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


def _turn_page(number: int) -> None:
    change_view(page=number)


def _pager(here: Context, key: str, number: int, last: int) -> None:
    """The way through a long list; the page is in the address."""
    i18n, total = here.i18n, len(here.selection.events)
    first = (number - 1) * PAGE + 1
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        st.button(i18n.t("Earlier"), disabled=number == 1, on_click=_turn_page,
                  args=(number - 1,), key=f"{key}-earlier")  # fmt: skip
        st.write(
            i18n.t(
                "{first}–{last} of {total} events",
                first=i18n.number(first),
                last=i18n.number(min(first + PAGE - 1, total)),
                total=i18n.number(total),
            )
        )
        st.button(i18n.t("Later"), disabled=number == last, on_click=_turn_page,
                  args=(number + 1,), key=f"{key}-later")  # fmt: skip


def draw_list(here: Context, key: str, on_choose: Callable[[str], None] = choose_event) -> None:
    """The events under the filters, as a list that selects; a very long one by pages."""
    events = here.selection.events
    last = -(-len(events) // PAGE) if len(events) > LONG else 1
    number = min(here.view.page, last)
    shown = events[(number - 1) * PAGE : number * PAGE] if last > 1 else events
    event_list(
        [list_row(event, here) for event in shown],
        label=here.i18n.t("Events, in order of date"),
        chosen=here.view.event,
        key=key,
        on_choose=on_choose,
    )
    if last > 1:
        _pager(here, key, number, last)
