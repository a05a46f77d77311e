"""The chosen event or region in full, as HTML with the citations that carry it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from components.i18n import I18n
from components.i18n.labels import BASIS
from components.limits import MOST_MARKS
from components.presentation.context import Context
from components.presentation.left_out import LeftOut, records_left_out
from components.presentation.markup import render
from components.presentation.records.citations import citation_views
from components.presentation.records.claims import ClaimView, claim_view, presented
from components.presentation.records.events import (
    basis_in_use,
    list_page,
    list_rows,
    place_name,
    sign_key,
)
from components.presentation.records.provenance import provenance_view
from components.query.filters import citations_in_use, event_date
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Event


def record_in_full(view: View) -> str:
    """The one record that a view shows in full: ``event:…``, else ``region:…``, else nothing."""
    if view.event:
        return f"event:{view.event}"
    regions = view.filters.regions
    return f"region:{regions[0]}" if len(regions) == 1 else ""


def _place_note(event: Event, dataset: Dataset, i18n: I18n) -> str:
    if not event.place_id:
        return i18n.t("No source names the place.")
    place = dataset.places[event.place_id]
    if place.precision in {"area", "none"}:
        return i18n.t(
            "{place}: known only as an area, so no point is drawn.",
            place=place_name(place, i18n),
        )
    return ""


def _figures_of(event: Event, ctx: Context) -> tuple[list[ClaimView], LeftOut | None]:
    """The figures of an event by voices and sources in use, and those of others."""
    data, i18n, found = ctx.dataset, ctx.i18n, ctx.dataset.claims_of_event(event.id)
    used = [
        claim
        for claim in found
        if data.claimants[claim.claimant_id].voice not in ctx.view.filters.excluded_voices
        and citations_in_use(data, claim.id, ctx.view.filters)
    ]
    out = [claim.id for claim in found if claim not in used]
    words = i18n.n(
        "Your filters leave out {count} figure of this event.",
        "Your filters leave out {count} figures of this event.",
        len(out),
    )
    return [claim_view(claim, ctx) for claim in used], records_left_out(words, out, ctx)


def event_html(event: Event, ctx: Context) -> str:
    """An event with its date and how it is known, its figures and its sources."""
    i18n = ctx.i18n
    place = ctx.dataset.places[event.place_id] if event.place_id else None
    basis = basis_in_use(event, ctx.dataset, ctx.view)
    claims, silenced = _figures_of(event, ctx)
    left = any(shown.id == event.id for shown in ctx.selection.events)
    words = i18n.t("Your filters leave this event out; it is shown because its link names it.")
    title, summary = i18n.of(event, "title"), i18n.of(event, "summary")
    return render(
        "event.html",
        i18n,
        colour=ctx.palette.category[event.category],
        glyph=ctx.palette.glyph[event.category],
        category=ctx.kinds[event.category],
        title=title,
        date=i18n.date(event_date(ctx.dataset, event, ctx.view.filters)),
        place=place_name(place, i18n) if place else "",
        place_note=_place_note(event, ctx.dataset, i18n),
        summary="" if summary == title else summary,
        basis=basis,
        basis_label=i18n.t(BASIS[basis]),
        date_note=i18n.of(event, "date_note"),
        actors=i18n.list(i18n.of(event, "actors")),
        claims=claims,
        silenced=silenced,
        citations=citation_views(event.id, ctx),
        chains=provenance_view(event.id, ctx),
        hidden=records_left_out(words, () if left else (event.id,), ctx),
    )


def list_data(ctx: Context) -> dict[str, Any]:
    """Everything the list of events is sent; signs where no key of them stands above it."""
    page, chosen = list_page(ctx.selection, ctx.view), ctx.view.event
    listed = any(event.id == chosen for event in page.events)
    return {
        "rows": [asdict(row) for row in list_rows(ctx)],
        "signs": sign_key(page.events, ctx) if len(ctx.selection.events) > MOST_MARKS else "",
        "chosen": chosen,
        "label": ctx.i18n.t("Events, in order of date"),
        "detail": event_html(ctx.dataset.events[chosen], ctx) if chosen and listed else "",
    }


def region_html(region_id: str, ctx: Context) -> str:
    """A region with its counts, its departments and its office."""
    i18n, data = ctx.i18n, ctx.dataset
    region = data.regions[region_id]
    rows = data.departments_of(region_id)
    seat = data.places[region.seat_place_id] if region.seat_place_id else None
    # The latest first: it is the number on the map.
    found = data.counts_by_region().get(region_id, ())
    latest = sorted(found, key=lambda claim: claim.as_of or "", reverse=True)
    shown = {claim.id for claim in ctx.selection.claims}
    hidden = [claim.id for claim in latest if claim.id not in shown]
    words = i18n.n(
        "Your filters leave out {count} count of this region.",
        "Your filters leave out {count} counts of this region.",
        len(hidden),
    )
    basis = i18n.t("inferred") if region.seat_basis == "inferred" else i18n.t("named by a source")
    return render(
        "region.html",
        i18n,
        label=i18n.of(region, "label"),
        claims=[claim_view(claim, ctx) for claim in latest if claim.id in shown],
        hidden=records_left_out(words, hidden, ctx),
        attested=i18n.list(r.department_name for r in rows if r.basis == "attested"),
        inferred=i18n.list(r.department_name for r in rows if r.basis == "inferred"),
        seat=f"{place_name(seat, i18n)} ({basis})" if seat else "",
        note=i18n.of(region, "note"),
        presented=presented(ctx.i18n),
    )


def detail_html(ctx: Context) -> str:
    """The chosen event; without one, the one region filtered on; else a word on how to choose."""
    if ctx.view.event:
        return event_html(ctx.dataset.events[ctx.view.event], ctx)
    if len(ctx.view.filters.regions) == 1:
        return region_html(ctx.view.filters.regions[0], ctx)
    return render("nothing.html", ctx.i18n)
