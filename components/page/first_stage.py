"""The stage in the first document of the Overview: whole and painted before any script has run.

What the page says stands in it as HTML, and nowhere else: its script reads it from there. The
drawings have the sizes that the stage asks for in a window of a usual size, so that a reader with
such a window is sent them once. They show every event; what the filters exclude is dimmed here, by
the rules by which the script dims it afterwards (``makeMarkFilter`` in ``stage.js``).
"""

from collections.abc import Callable
from typing import Any, Final

from markupsafe import Markup

from components.drawing.palette import MAP_PALETTES, PALETTES, drawing_css
from components.drawing.scene import Mark
from components.drawing.svg import paint
from components.page.metadata import to_script_json
from components.presentation import index, stage
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.pages import has_map
from components.query.filters import SOURCE_FILTERS, Filters
from components.query.view import CARRIED_PARAMETERS, FILTER_PARAMETERS, write_view
from components.story.edtf import EdtfDate

#: Parts of the view, and of the stage's data, that the document has as HTML.
HTML_PARTS: Final = ("figures", "counts")
HTML_DATA: Final = ("line", "hidden", "chips", "standfirst", "key")
#: The sizes that the stage asks for in a window of 1440 by 900 pixels.
FIRST_SIZES: Final = {
    "timeline": stage.DrawingSize(920, 520),
    "map": stage.DrawingSize(400, 260),
}

#: The id of the last of the texts above the picture, for which the first paint waits.
WORDS_ID: Final = "stage-words"


#: The parameters of views that have it: the others open a record, a day or a second view, or list
#: what words find.
FIRST_PARAMETERS: Final = {*FILTER_PARAMETERS, "lang"} - {"search"}
#: The kinds of marks that draw the count of a region.
COUNT_KINDS: Final = frozenset({"count", "count-label"})


def has_first_stage(ctx: Context) -> bool:
    """Whether the first document of the Overview has the stage."""
    if ctx.story.table or ctx.notices or not index.answers_in_browser(ctx.dataset):
        return False
    return bool(ctx.selection.events) and set(write_view(ctx.view)) <= FIRST_PARAMETERS


def _make_dim_rule(ctx: Context) -> Callable[[Mark], bool]:
    """Return what tells whether the filters of a view exclude the record of a mark."""
    filters = ctx.view.filters
    event_ids = {event.id for event in ctx.selection.events}
    sourced = ctx.with_filters(filters.keep_only(*SOURCE_FILTERS))
    place_marks = index.find_place_marks(
        sourced.facts, sourced.story, sourced.view, i18n=sourced.i18n
    )
    place_ids = set()
    for event in ctx.selection.events:
        if event.place_id:
            place_ids.add(place_marks.get(event.place_id, event.place_id))
    counted_regions: set[str] = set()
    held = stage.find_held_counts(filters, ctx.view.counts, ctx.story.facts)
    if held is not None and _is_in_dates(held.day, filters):
        counted_regions.update(held.regions)

    def is_dim(mark: Mark) -> bool:
        kinds = set(mark.kind.split(" "))
        if "event" in kinds:
            return mark.id not in event_ids
        if mark.id not in ctx.dataset.regions:
            return mark.id not in place_ids
        is_counted = mark.id in counted_regions or not kinds & COUNT_KINDS
        is_chosen = not filters.regions or mark.id in filters.regions
        return not (is_counted and is_chosen)

    return is_dim


def _is_in_dates(day: EdtfDate, filters: Filters) -> bool:
    if filters.certain_only:
        return day.certainly_within(filters.start, filters.end)
    return day.possibly_within(filters.start, filters.end)


def render_first_stage(ctx: Context) -> Markup:
    """Render the stage of the whole story, with what its script needs."""
    data = stage.build_stage_data(ctx)
    parts = data["parts"]
    # Templates and painters have escaped every value.
    html_parts: dict[str, Markup] = {}
    for name in HTML_PARTS:
        html_parts[name] = Markup(parts[name])  # noqa: S704
    for name in HTML_DATA:
        html_parts[name] = Markup(data[name])  # noqa: S704
    is_dim = None
    heading_class = ""
    if ctx.view.filters.list_active():
        is_dim = _make_dim_rule(ctx)
        heading_class = "aside"
    for name, size in FIRST_SIZES.items():
        if name != "map" or has_map(ctx.dataset):
            scene = stage.draw_stage_part(name, ctx, *size)
            if is_dim is not None:
                scene = scene.dim_marks(is_dim)
            html_parts[name] = Markup(paint(scene))  # noqa: S704
    first_stage = stage.render_stage(
        ctx.dataset,
        ctx.i18n,
        headline=parts["headline"],
        heading_class=heading_class,
        time=parts["time"],
        map_title=parts["map"],
        words_id=WORDS_ID,
        **html_parts,
    )
    script_data = to_script_json(_build_script_data(data))
    return render("first_stage.html", ctx.i18n, stage=first_stage, data=script_data)


def _build_script_data(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the script of the stage needs and the document does not have as HTML."""
    script_data = {name: value for name, value in data.items() if name not in HTML_DATA}
    parts = data["parts"]
    script_data["parts"] = {name: parts[name] for name in parts if name not in HTML_PARTS}
    # The document has them in its head.
    script_data["css"] = ""
    script_data["drawn"] = FIRST_SIZES
    # What of a view goes along to other pages.
    script_data["travels"] = CARRIED_PARAMETERS
    return script_data


def render_first_paint_rules() -> str:
    """Return the rules that leave the drawings of the stage out of the first paint.

    The words are on the screen while a browser is still painting hundreds of marks. What a browser
    skips has no size of its own: its proportions are said.
    """
    rules = []
    for name, (width, height) in FIRST_SIZES.items():
        skipped = f"content-visibility:hidden;aspect-ratio:{width}/{height}"
        rules.append(f"@keyframes skip-{name}{{from{{{skipped}}}}}")
        drawing = f"#first .layer[data-part={name}]:not([data-kind])>svg"
        rules.append(f"{drawing}{{animation:skip-{name} 10ms step-end}}")
    return f"@media screen{{{''.join(rules)}}}"


def first_stage_colours() -> str:
    """Return the rules that make marks pale, for light pages and for dark pages."""
    light, dark = (drawing_css(PALETTES[mode], MAP_PALETTES[mode]) for mode in ("light", "dark"))
    return f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"
