"""What the browser filters and plays the stage by: sets of events, words, days and their counts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from components.drawing.map import radius
from components.presentation import cited, figure_texts, findings, markup, notices
from components.presentation.context import Context
from components.query import figures, filters, search
from components.query.numbers import DAY_PATTERNS, NUMBER_WORDS
from components.story.dataset import Dataset
from components.story.edtf import MONTHS, EdtfDate, parse_edtf
from components.story.models import Claim, Event

Json = dict[str, Any]
#: The filters that decide which sources are used: the server alone applies these.
DECIDES_SOURCES: Final[tuple[filters.FilterName, ...]] = ("known", "voices", "tier")


def bounds(when: EdtfDate) -> Json:
    """A date as the browser compares it: numbers of its first and last day, null where open."""
    return {
        "first": when.first.toordinal() if when.lower else None,
        "last": when.last.toordinal() if when.upper else None,
        "unsure": when.approximate or when.uncertain,
    }


def counts_html(
    ctx: Context, table: figures.CountTable | None = None, *, still: bool = False
) -> Markup:
    """The counts by region of the day that a view asks for, or of the latest of a table, the
    largest first; ``still`` is where no region can be pressed.
    """
    which = "latest" if table else findings.shown_day(ctx.view)
    table, i18n = table or findings.shown_counts(ctx), ctx.i18n
    day, total = table.days.get(which), table.total(which)
    if day is None:
        return Markup()
    numbers = {row.region: n for row in table.rows if (n := row.number(which)) is not None}
    counts = i18n.t("Counted, by region")
    caption = i18n.t("{counts}, as of {date}", counts=counts, date=i18n.format_date(day))
    if numbers and not table.answered:
        caption = i18n.t(
            "By region, as of {date}, outside these filters", date=i18n.format_date(day)
        )
    rows = []
    for region, number in sorted(numbers.items(), key=lambda one: -one[1]):
        words = {
            "label": i18n.localize(region, "label"),
            "text": i18n.format_amount(number, table.unit),
        }
        share = round(100 * number / max(table.largest, 1), 1)
        rows.append({"id": region.id, "share": share, **words})
    return markup.render(
        "stage_counts.html",
        i18n,
        still=still,
        caption=caption,
        rows=rows,
        total=i18n.format_amount(total, table.unit) if len(rows) > 1 and total is not None else "",
        note=i18n.t(cited.PRESENTED),
        silent=i18n.format_list(i18n.localize(row.region, "label") for row in table.silent(which)),
        hidden=notices.counts_left_out(table, (which,), ctx),
        ctx=ctx,
        claims=table.claims(which),
    )


def _played(kind: str, claims: Sequence[Claim], ctx: Context) -> Json:
    """A figure as it is shown while the days are played: with its link, source mark and sources."""
    item = figure_texts.headline_item(kind, claims, ctx)
    found = [one for claim in claims for one in cited.citations_of(claim.id, ctx)]
    return {
        **{name: item[name] for name in ("label", "value", "note")},
        "link": markup.render("stage_number.html", ctx.i18n, **item),
        "mark": markup.render("stage_mark.html", ctx.i18n, ctx=ctx, claims=claims),
        "sources": sorted({citation.source_id for citation in found}),
    }


def count_steps(ctx: Context) -> list[Json]:
    """The counts by region from each day on for which they hold, until the next that has some."""
    i18n, days, steps = (
        ctx.i18n,
        figures.list_day_counts(ctx.dataset, ctx.view.filters),
        list[Json](),
    )
    largest = figures.find_largest_count(days)
    for counts in days:
        table, regions = (
            replace(figures.build_count_table(ctx.dataset, (counts,)), largest=largest),
            {},
        )
        for row in table.rows:
            if (claim := row.claims.get("latest")) and (number := row.number("latest")) is not None:
                told, to = i18n.format_amount(number, table.unit), cited.claim_address(claim, ctx)
                link = markup.render("stage_number.html", i18n, address=to, value=told)
                regions[row.region.id] = [round(radius(number, largest), 2), told, number, link]
        step: Json = {"day": parse_edtf(counts.day).last.toordinal(), "regions": regions}
        step |= {"html": counts_html(ctx, table), "when": i18n.format_date(counts.day, "short")}
        step["finding"] = findings.counts_finding(table, "latest", ctx)
        steps.append(step | _played("regions", counts.of(()), ctx))
    return steps


def answers_in_browser(dataset: Dataset) -> bool:
    """Whether a story is small enough for its filters to be combined in the browser."""
    return len(dataset.events) <= filters.MOST_INDEXED


def _words(number: Mapping[str, int], dataset: Dataset) -> Json:
    """For each word of the story and of those that mean about the same, the events that hold it, by
    their ``number``.

    ``forms`` has the words, in order, each with the positions of its stems in ``held``; numbers are
    in digits behind ``#``, days behind ``@``, ``voices`` by name. ``days`` are the patterns of days
    and ``months`` the names in them. What holds ``numbers`` (words that may be part of one), digits
    or words that begin no form, only the server can say.
    """
    index = dataset.memoize(search.SearchIndex)
    held: list[list[int]] = []
    place: dict[str, int] = {}
    for term, holders in sorted(index.holders.items()):
        ids = (index.records[n].id for n in holders if index.records[n].kind == "events")
        if found := [number[key] for key in ids if key in number]:
            place[term] = len(held)
            held.append(found)
    means = index.list_meanings
    forms = {form: [place[s] for s in sorted(means(form)) if s in place] for form in index.forms}
    forms |= {term: [n] for term, n in place.items() if term[0] in "#@"}
    return {
        "forms": forms,
        "held": held,
        "voices": {name: place[term] for term, name in index.voices if term in place},
        "ignored": sorted(search.STOP_WORDS),
        "numbers": sorted(NUMBER_WORDS),
        "months": MONTHS,
        "days": DAY_PATTERNS,
        "least": search.LEAST_LETTERS,
    }


def stage_index(ctx: Context) -> Json:
    """Every event in order of date, and for each value of each filter the numbers of its events.

    ``first`` and ``last`` are day numbers (1 is 1 January of the year 1), ``None`` where the date
    is open. Only filters that decide which sources are used are applied. Of a story that the server
    filters there are no events.
    """
    if not answers_in_browser(ctx.dataset):
        return {"browser": False, "events": [], "totals": [], "total": len(ctx.dataset.events)}
    plain, data = ctx.filtered(ctx.view.filters.keep_only(*DECIDES_SOURCES)), ctx.dataset
    shown, held = plain.selection.events, filters.group_events_by_value(data, plain.view.filters)
    number = {event.id: n for n, event in enumerate(shown)}
    # Where places are drawn together an event is found under the mark of them all.
    spots = findings.drawn_places(plain, ctx.story.basemap.extents[0])
    mark = {own: spot.place_id for spot in spots for own in spot.held}

    def sent(event: Event) -> Json:
        i18n, when = ctx.i18n, filters.parse_event_date(data, event, plain.view.filters)
        place, title = data.places.get(event.place_id or ""), i18n.localize(event, "title")
        summary = i18n.localize(event, "summary")
        return {
            "id": event.id,
            **bounds(when),
            "when": i18n.format_date(when),
            "kind": event.category,
            "title": title,
            "summary": "" if summary == title else summary,
            "place": i18n.localize(place, "name") if place else "",
            "at": mark.get(event.place_id or "", event.place_id or ""),
        }

    # The figures of the running total, in order of the last day that each holds for.
    main = figures.list_charted_measures(data, plain.view)[:1]
    days = [
        (parse_edtf(claim.as_of).last.toordinal(), claim)
        for claim in figure_texts.charted_claims(plain)
        if claim.measure in main and claim.region_id is None and claim.as_of
    ]
    return {
        "browser": True,
        "events": list(map(sent, shown)),
        "sets": {
            "category": {key: held["categories"].get(key, []) for key in data.category_ids},
            "region": {key: held["regions"].get(key, []) for key in data.regions},
            "source": {key: held["sources"].get(key, []) for key in data.sources},
        },
        "words": _words(number, plain.dataset),
        "totals": [
            {"day": day, **_played("total", (claim,), plain)}
            for day, claim in sorted(days, key=lambda one: one[0])
        ],
        "counts": count_steps(plain),
        "total": len(data.events),
    }
