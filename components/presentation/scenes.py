"""A view's answer as a scene: timeline, map with its ground, and totals, each laid out here alone,
for the stage, the pages, pictures, embeds, lessons and print alike.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import time
from typing import Any, Final

from markupsafe import Markup

from components.drawing import events, ground, svg, timeline, totals
from components.drawing import map as maps
from components.drawing.deck import deck
from components.drawing.labels import Candidate
from components.drawing.palette import MAP_PALETTES, PALETTES, Palette
from components.drawing.scene import Point, Scene
from components.drawing.sheet import KeyItem
from components.i18n import N_, I18n, labels
from components.limits import MOST_MARKS
from components.presentation import figure_texts, findings, markup, records
from components.presentation.cited import used
from components.presentation.context import Context
from components.presentation.notices import sentence
from components.query.figures import (
    CountTable,
    RegionCounts,
    find_main_voice,
    find_totals,
    group_into_panels,
    parse_as_of,
)
from components.query.view import Counts
from components.story import ground_data, models
from components.story.bins import Binned, bin_events, build_axis
from components.story.edtf import EdtfDate
from components.story.presentation import MapExtent

Json = dict[str, Any]
#: How wide a drawing is laid out for a page, in pixels; a narrow screen scrolls it.
WIDTH_PX: Final = 1100
UNSURE_SIGNS: Final = str.maketrans("", "", "~?%")
#: So many figures are named by a drawing to those who do not see it; the rest are counted.
MOST_TOLD: Final = 60
SCALE_WORDS: Final = {
    False: N_("The scale starts at zero."),
    True: N_("Each line of the scale is ten times the one before it."),
}
SIGNS: Final[dict[models.Qualifier, str]] = {
    "exact": N_("a number without a qualifier"),
    "about": N_("about: a dotted ring"),
    "more_than": N_("more than: hollow, an arrow to greater numbers"),
    "at_least": N_("at least: filled, an arrow to greater numbers"),
    "nearly": N_("nearly: just short of the bar at its number"),
    "less_than": N_("fewer than: short of the bar, an arrow to smaller numbers"),
    "up_to": N_("up to: touches the bar, an arrow to smaller numbers"),
    "range": N_("from one number to another"),
}
UNSURE: Final = N_("dotted: the day is inferred or approximate")
# Pictures are for paper and for other people's pages: their contexts are always light.
PALETTE: Final = PALETTES["light"]
#: The colours of a key that stands in the words of a page: those of the words.
IN_PAGE: Final = replace(PALETTE, muted="currentColor", paper="none")


def timeline_row(event: models.Event, when: EdtfDate, ctx: Context) -> events.EventRow:
    """An event as the timeline draws it, at the date that the sources in use give it."""
    i18n, basis = ctx.i18n, used(event, ctx).date_basis
    sources = records.source_names(event.id, ctx)
    title, known = (
        i18n.localize(event, "title"),
        i18n.t("date {basis}", basis=i18n.t(labels.BASIS[basis])),
    )
    says = f"{i18n.format_date(when)} ({known}). {title}. {ctx.kinds[event.category]}. {sources}"
    # The drawing's signs say what is not sure.
    short = i18n.format_date(when.text.translate(UNSURE_SIGNS), "short")
    return records.event_row(
        event.id, when, basis, event.category, label=title, when=short, says=says
    )


def counts_of(binned: Binned, i18n: I18n) -> list[timeline.Count]:
    # The bars of several kinds are of the same stretches.
    spans, counts = {(one.start, one.end): one for one in binned.bins}, list[timeline.Count]()
    words = {span: findings.stretch_words(one, i18n) for span, one in spans.items()}
    for one in binned.bins:
        number = i18n.n("{count} event", "{count} events", int(one.count))
        if binned.summed:
            number = f"{i18n.format_number(one.count)} ({binned.summed})"
        says = f"{words[one.start, one.end]}: {number}"
        counts.append(timeline.Count(one.category, one.start, one.end, one.count, says))
    return counts


def timeline_frame(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    window: events.Window | None = None,
    **more: Any,
) -> timeline.TimelineFrame:
    """What the timelines of a view have besides their events and their words."""
    i18n = ctx.i18n
    return timeline.TimelineFrame(
        ctx.kinds,
        window or findings.window_of(ctx.dataset, ctx.view),
        ctx.palette,
        lambda window, px: build_axis(
            window, px, i18n.format_month, i18n.format_year, dated=i18n.implied_year is None
        ),
        i18n.format_month,
        i18n.format_day,
        lambda number: i18n.format_time(time(number)),
        i18n.format_number,
        lambda rows, span: counts_of(bin_events([row.kind for row in rows], rows, span), i18n),
        width,
        height,
        **more,
    )


def draw_timeline(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    counted: Binned | None = None,
    told: bool = True,
    lines: int = 0,
    focus: frozenset[str] | None = None,
    **framed: Any,
) -> Scene:
    """The timeline of a view, in pixels; without a height, as high as it must be.

    Too many events to draw each are counted; a table's come ``counted``. ``told`` is whether the
    drawing itself says what it shows, for those who do not see it. With ``lines`` it goes from top
    to bottom, for a narrow screen, and no title has more of them. ``framed`` is for
    :class:`components.drawing.timeline.TimelineFrame`, the rest for its ``timeline_scene``.
    """
    ctx.story.go_on()
    i18n, frame = ctx.i18n, timeline_frame(ctx, width, height, **framed)
    if told and counted:
        title = findings.bins_title(counted, i18n)
        frame = replace(frame, title=title, desc=sentence(ctx))
    elif told:
        words = i18n.t("Timeline of events by kind. {sentence}", sentence=sentence(ctx))
        frame = replace(frame, title=findings.timeline_finding(ctx), desc=words)
    shown = [row for row in ctx.selection.rows if row.when.possibly_within(*frame.window)]
    if not counted and len(shown) > MOST_MARKS:
        kinds, days = [row.category for row in shown], [row.when for row in shown]
        counted = bin_events(kinds, days, frame.window)
    if counted:
        return timeline.counted_scene(counts_of(counted, i18n), frame)
    rows = [timeline_row(row.event, row.when, ctx) for row in shown]
    if lines:
        return timeline.list_scene(rows, frame, most_lines=lines)
    return timeline.timeline_scene(rows, frame, focus)


def signs_of(ctx: Context) -> frozenset[str]:
    """The signs of a view's events, as its timeline draws them; none where they are counted."""
    if findings.counts_only(ctx.selection):
        return frozenset()
    rows = [
        records.event_row(row.id, row.when, used(row.event, ctx).date_basis, row.category)
        for row in ctx.selection.rows
    ]
    drawn, _ = timeline.by_hour(rows, findings.window_of(ctx.dataset, ctx.view))
    return frozenset(sign for row in drawn for sign in row.signs)


def signs_in_words(items: Iterable[KeyItem]) -> list[tuple[Markup, str]]:
    """The signs of a key as small drawings to stand in a page, each with its words."""
    ends = (
        (shapes, width / 2 + 2, height / 2 + 2, words) for shapes, width, height, words in items
    )
    return [(svg.small_svg(shapes, (-x, -y, x, y)), words) for shapes, x, y, words in ends]


def timeline_signs(signs: Collection[str], i18n: I18n, palette: Palette = IN_PAGE) -> list[KeyItem]:
    """Some signs of a timeline with their words; without a palette in the colour of a page's."""
    words = {
        "stated": i18n.t("day stated"),
        "inferred": i18n.t("day inferred"),
        "outside": i18n.t("day known from a corroborating report"),
        "days": i18n.t("several days"),
        "some": i18n.t("some day in this span"),
        "unsure": i18n.t("day or ends not sure"),
    }
    return events.timeline_key(palette, words, signs)


def timeline_key_html(signs: Collection[str], i18n: I18n) -> Markup:
    """How to read the marks of a timeline; empty where none has a sign."""
    label = i18n.t("How to read the marks")
    said = signs_in_words(timeline_signs(signs, i18n))
    return markup.render("key.html", i18n, label=label, signs=said)


# The map ------------------------------------------------------------------------------------------
def outlines(basemap: ground_data.Basemap, key: str) -> ground.Outlines:
    """What one part of the map draws; the same object at every call, from any thread."""
    extent = basemap.extent(key)
    bounds = (extent if extent.close else basemap.extents[0]).bounds
    # A close part of a map may be too small for the world's outlines, though another is not.
    small = max(bounds[2] - bounds[0], bounds[3] - bounds[1]) < ground_data.LEAST_WORLD_DEGREES
    bare = basemap.coarse and (small or not basemap.countries)
    countries = {} if bare else basemap.countries

    def made() -> ground.Outlines:
        areas = ground.Areas(
            countries={code: area.shape for code, area in countries.items()},
            divisions={code: area.shape for code, area in basemap.divisions.items()},
            regions=basemap.regions,
            parts=basemap.parts,
            apart=basemap.apart,
            uncoded=basemap.uncoded,
            roles=basemap.roles,
        )
        return ground.build_outlines(bounds, areas, close=extent.close, grid=bare)

    return ground.cached_on(basemap, ("outlines", extent.id if extent.close else ""), made)


def map_ground(
    ctx: Context, extent: MapExtent | None = None, *, terrain: bool = False
) -> ground.Ground:
    """What lies under the map of a view, or of an extent; with ``terrain`` also rivers, towns,
    borders, and the divisions that the extent does not name itself, which are named as a reader
    looks closer.
    """
    ctx.story.go_on()
    basemap, language = ctx.story.basemap, ctx.i18n.language
    extent = extent or basemap.extent(ctx.view.extent)
    divisions, named = basemap.divisions, basemap.name
    areas = {**divisions, **basemap.countries}
    # Countries, whose codes are the shorter ones, before what lies in them.
    called = tuple(
        ground.GroundName(words, lon, lat, areas[code].shape if code in areas else None)
        for code, (lon, lat) in sorted(extent.names.items(), key=lambda one: (len(one[0]), one))
        if (words := named(code, language))
    )
    regions, places = (
        {key: Candidate(spot.dx, spot.dy, spot.anchor, spot.wrap) for key, spot in spots.items()}
        for spots in (extent.regions, extent.places)
    )

    def closer() -> list[ground.GroundName]:
        # As far around as a reader may move.
        west, south, east, north = near = ground_data.pad_bounds(extent.bounds, 0, 0.5)
        found = [ground.GroundName(*one) for one in ground_data.list_terrain(near, language)]
        for code, area in divisions.items():
            if code not in extent.names and not area.shape.is_empty:
                at = area.shape.representative_point()
                if west <= at.x <= east and south <= at.y <= north:
                    name = named(code, language)
                    found.append(ground.GroundName(name, at.x, at.y, kind="division"))
        return found

    key = ("terrain", extent.id, language)
    near = ground.cached_on(basemap, key, closer) if terrain else ()
    made = ground.Ground(
        outlines(basemap, extent.id), called, basemap.regions, extent.bounds,
        basemap.extents[0].bounds, extent.close, extent.zooms, regions, places, near,
    )  # fmt: skip
    ctx.story.go_on()
    return made


def region_row(row: RegionCounts, at: Point, counts: Counts, i18n: I18n) -> maps.RegionRow:
    """A region's count as the map draws it, at its seat or its anchor (degrees)."""
    region, which = row.region, "earlier" if counts == "earlier" else "latest"
    return maps.RegionRow(
        region.id,
        i18n.localize(region, "label"),
        *at,
        value=row.number(which),
        earlier=row.number("earlier") if counts == "change" else None,
        # What the map says of a region that is not reported is one of its texts.
        text="" if row.silent(which) else findings.count_text(row, counts, i18n),
        seat_inferred=bool(region.seat_place_id) and region.seat_basis != "attested",
        left_out=which in row.left_out,
    )


def _region_rows(table: CountTable, ctx: Context) -> list[maps.RegionRow]:
    """The regions as the map draws them; one without seat and outline is in the table alone."""
    base, counts = ctx.story.basemap, ctx.view.counts if table.days.get("earlier") else "latest"
    on_map = (row for row in table.rows if row.region.id not in base.off_map)
    at = ((row, base.anchors.get(row.region.id)) for row in on_map)
    return [region_row(row, spot, counts, ctx.i18n) for row, spot in at if spot]


def map_rows(
    ctx: Context, table: CountTable, places: Sequence[maps.PlaceRow] = (), *, moved: bool = False
) -> maps.MapRows:
    """What stands on a view's map. Without counts by region its regions are ground alone, but named
    where it can be ``moved``, and its places are circles there, as where several are one.
    """
    counted = ctx.dataset.counts_by_region
    return maps.MapRows(
        _region_rows(table, ctx) if counted or moved else (),
        places,
        circled=not counted and (moved or any(row.places > 1 for row in places)),
        not_reported=ctx.i18n.t("not reported") if counted else "",
        chosen=ctx.view.filters.regions,
        dimmed=not table.answered,
        largest=table.largest,
    )


def counted_apart(table: CountTable, ctx: Context) -> list[str]:
    """Drawn close, a number stands at one spot: that it was counted elsewhere, too, is said."""
    extent, i18n = ctx.story.basemap.extent(ctx.view.extent), ctx.i18n
    return [
        i18n.t(
            "The {count} of {region} were counted in the whole region, not at this spot.",
            count=row.text,
            region=row.label,
        )
        for row in (_region_rows(table, ctx) if extent.close else ())
        if row.value and ground.is_within((row.lon, row.lat), extent.bounds)
    ]


def map_of(
    ctx: Context,
    rows: maps.MapRows,
    width: float,
    height: float,
    *,
    extent: MapExtent | None = None,
    **more: Any,
) -> Scene:
    """Some rows on the map of a view, or of an extent, in pixels; ``more`` is for ``map_scene``."""
    return maps.map_scene(
        map_ground(ctx, extent), rows, MAP_PALETTES[ctx.mode], width, height, **more
    )


def draw_map(
    ctx: Context,
    width: float,
    height: float,
    *,
    extent: MapExtent | None = None,
    places: Sequence[maps.PlaceRow] | None = None,
    told: bool = True,
    **more: Any,
) -> Scene:
    """The map of a view, in pixels; of its own extent and places, or of others."""
    table, extent = findings.shown_counts(ctx), extent or ctx.story.basemap.extent(ctx.view.extent)
    places = findings.drawn_places(ctx, extent) if places is None else places
    if told:
        described = findings.map_description(table, ctx)
        more |= {"title": findings.map_finding(ctx), "description": described}
    return map_of(ctx, map_rows(ctx, table, places), width, height, extent=extent, **more)


def draw_ground(ctx: Context) -> Scene:
    under = map_ground(ctx, terrain=True)
    known = map_rows(ctx, findings.shown_counts(ctx)).known(under.outlines.rings)
    return ground.ground_scene(under, known, MAP_PALETTES[ctx.mode])


def map_deck(ctx: Context, rows: maps.MapRows) -> Json:
    """Some rows on the map of a view that can be moved."""
    return deck(map_ground(ctx, terrain=True), rows, MAP_PALETTES[ctx.mode])


def map_signs(
    signs: Collection[str],
    ctx: Context,
    largest: int,
    unit: float = 1.0,
    *,
    dimmed: bool = False,
    **more: str,
) -> list[KeyItem]:
    """Some signs of a map with their words, of which ``more`` are other ones; ``largest`` is the
    number of its largest circle, ``unit`` how many pixels one of its takes.
    """
    i18n = ctx.i18n
    words = {
        "attested": i18n.t("division named by a source"),
        "assigned": i18n.t("division inferred"),
        "silent": i18n.t("not reported"),
        "office": i18n.t("seat inferred"),
        "change": i18n.t("the earlier day within the later one"),
        "place": i18n.t("place of an event"),
        "chosen": i18n.t("place of the chosen event"),
        "ring": i18n.t("chosen region"),
    }
    # The largest number says what is counted.
    *few, most = maps.legend_numbers(largest)
    counted = i18n.unit_name(ctx.dataset.counted_unit, most) or i18n.t("people")
    legend = [
        *((n, i18n.format_number(n)) for n in few),
        (most, f"{i18n.format_number(most)} {counted}"),
    ]
    sizes = [(maps.radius(number, largest) * unit, label) for number, label in legend]
    drawn = [*signs, *(["grey"] if dimmed else [])]
    return maps.map_key(MAP_PALETTES[ctx.mode], sizes, words | more, drawn)


def map_key_html(made: Json, table: CountTable, ctx: Context) -> Markup:
    """How to read the counts on the map that can be moved: the signs that are on it."""
    i18n, dimmed = ctx.i18n, not table.answered
    place = i18n.t("place of an event; where a circle covers it, a click chooses the circle")
    change, largest = i18n.t("disc: the earlier count; ring: the later one"), table.largest
    more = {"place": place, "change": change, "grey": i18n.t("grey: counts outside these filters")}
    items = map_signs(made["signs"], ctx, largest, 1.0, dimmed=dimmed, **more)
    label = i18n.t("How to read the map")
    return markup.render("key.html", i18n, label=label, signs=signs_in_words(items))


# The totals ---------------------------------------------------------------------------------------
def totals_panels(
    shown: Sequence[models.Claim], ctx: Context, of: Sequence[models.Claim] = ()
) -> list[totals.Panel]:
    """The figures by what they count; each panel but the first says what its figures say. The voice
    of most of them, or of those that they are ``of``, is drawn in red.
    """
    i18n, data, t = ctx.i18n, ctx.dataset, ctx.i18n.t
    main, found = find_main_voice(of or shown), group_into_panels(data, shown)

    def figure(claim: models.Claim) -> totals.Figure:
        when, people = parse_as_of(claim), i18n.term_name("populations", claim.population)
        plain, who = replace(when, approximate=False, uncertain=False), claim.claimant_id
        says = t(
            "{value} ({population}; {claimant}; {date})",
            value=i18n.format_figure(claim),
            population=people,
            claimant=i18n.localize(data.claimants[who], "name"),
            date=i18n.format_date(when) if claim.as_of else t("no date"),
        )
        return totals.Figure(
            id=claim.id,
            low=claim.value_low,
            high=claim.value_high,
            qualifier=claim.qualifier or "exact",
            first=when.first,
            last=when.last,
            when=i18n.format_date(plain, "short"),
            sure=claim.as_of_basis != "inferred" and plain == when,
            population=claim.population,
            form=totals.form_of(claim.population, data.terms["populations"]),
            value=i18n.format_figure(claim),
            who=figure_texts.short_name(claim, data, i18n),
            says=says,
            main=who == main,
        )

    made: list[totals.Panel] = []
    for counted in found:
        title, unit = i18n.term_name("measures", counted.measure), i18n.unit_name(counted.unit, 2)
        # Where one measure has several units, its title says in which.
        if unit and sum(other.measure == counted.measure for other in found) > 1:
            title = f"{title}: {unit}"
        said = find_totals(data, counted.claims) if made and len(counted.claims) > 1 else None
        number = (
            (lambda v: i18n.format_percent(v / 100))
            if counted.unit == "percent"
            else i18n.format_number
        )
        says = figure_texts.finding_words(said, ctx) if said else ""
        drawn = tuple(map(figure, counted.claims))
        made.append(totals.Panel(title, says, counted.unit, drawn, number))
    return made


def totals_drawn(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    unit: float = 1.0,
    shown: Sequence[models.Claim] | None = None,
    found: Sequence[totals.Panel] | None = None,
) -> Scene:
    """The figures of a view or those ``shown``, laid out once for a view, a size and a language;
    ``found`` are their panels, where they are drawn more than once.
    """
    shown, i18n = figure_texts.charted_claims(ctx) if shown is None else shown, ctx.i18n

    def made() -> Scene:
        drawn = totals_panels(shown, ctx) if found is None else found
        frame = totals.TotalsFrame(
            ctx.palette,
            month=i18n.format_month,
            year=lambda day: i18n.format_year(day.year),
            span=lambda a, b: i18n.format_date(f"{a}/{b}" if a != b else f"{a}", "short"),
            count=lambda n: i18n.n("{count} figure", "{count} figures", n),
            chosen=ctx.view.claim or "",
        )
        scene = totals.totals_scene(drawn, frame, width, height, unit)
        # Every figure in a sentence.
        said = []
        for panel in drawn:
            told = "; ".join(figure.says for figure in panel.figures[:MOST_TOLD])
            count = frame.count(len(panel.figures))
            words = {"measure": panel.title, "count": count, "figures": told}
            said.append(i18n.t("{measure}: {count}. {figures}.", **words))
        title = figure_texts.totals_finding(shown, ctx)
        return replace(scene, title=title, description=" ".join(said))

    ids = tuple(claim.id for claim in shown)
    key = ("totals", ctx.view, ids, width, height, unit, i18n.language, ctx.mode)
    return ctx.story.once(key, made)


def scale_words(found: Sequence[totals.Panel], i18n: I18n) -> str:
    """How the number lines of some panels run."""
    kinds = dict.fromkeys(line[0] > 0 for line in totals.number_lines(found))
    return " ".join(i18n.t(SCALE_WORDS[kind]) for kind in kinds)


def scene_key(signs: Collection[str], shown: Sequence[models.Claim], ctx: Context) -> list[KeyItem]:
    """The signs of a drawing of some figures with their words, and no other."""
    i18n, main = ctx.i18n, find_main_voice(shown)
    own = next((claim for claim in shown if claim.claimant_id == main), None)
    voice = figure_texts.short_name(own, ctx.dataset, i18n) if own else ""
    said: dict[str, str] = {key: i18n.t(words) for key, words in SIGNS.items()}
    who = {key: i18n.term_name("populations", key) for key in ctx.dataset.terms["populations"]}
    red, unsure = i18n.t("in red: {claimant}", claimant=voice), i18n.t(UNSURE)
    return totals.totals_key(signs, ctx.palette, said, who, main=red, unsure=unsure)
