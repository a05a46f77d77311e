"""The Map in its first document: painted before any script has run, and answering.

What the page says is in it as HTML, and nowhere else: its script reads it from there. The map has
the place and the size that deck.gl's has in a window of a usual size.
"""

from typing import Final

from markupsafe import Markup

from components.drawing.deck_scene import fit_deck_projection, show_part_of_ground
from components.drawing.svg import paint
from components.page import blocks, live_map
from components.page.metadata import to_script_json
from components.presentation import map_scenes
from components.presentation.context import Context
from components.presentation.filter_line import render_filter_bar
from components.presentation.markup import render
from components.query.view import CARRIED_PARAMETERS, FILTER_PARAMETERS, write_view

#: The parameters of views that have it: another one opens a record, or looks closer.
FIRST_PARAMETERS: Final = {*FILTER_PARAMETERS, "lang", "counts", "extent", "inferred"}
#: What of the page's data the document has as HTML.
HTML_DATA: Final = ("back", "controls", "key", "tables", "hidden")
HTML_MAP: Final = ("marks", "tools")


def has_first_map(ctx: Context) -> bool:
    """Whether the first document of the Map has the page that answers.

    Where marks are too many to be painted, it has the text of the page.
    """
    if ctx.story.table or ctx.notices or not set(write_view(ctx.view)) <= FIRST_PARAMETERS:
        return False
    return live_map.is_painted(ctx)


def render_first_map(ctx: Context) -> Markup:
    """Render the Map, with what its script needs."""
    i18n = ctx.i18n
    data = live_map.build_map_view(ctx)
    deck_data = data["map"]
    extent = ctx.story.basemap.extent(ctx.view.extent)
    projection = fit_deck_projection(extent.bounds, live_map.FIRST_SIZE, extent.zooms[1])
    ground = show_part_of_ground(map_scenes.draw_ground(ctx), projection)
    # Templates and painters have escaped every value.
    html_parts = {name: Markup(data[name]) for name in HTML_DATA}  # noqa: S704
    map_html = live_map.render_map(
        i18n,
        line=render_filter_bar(ctx, live_map.MAP),
        title=data["title"],
        lead=data["lead"],
        shown=data["shown"],
        caveat=data["caveat"],
        label=deck_data["label"],
        ground=paint(ground),
        marks=Markup(deck_data["marks"]),  # noqa: S704
        tools=deck_data["tools"],
        **html_parts,
    )
    script_data = {name: value for name, value in data.items() if name not in HTML_DATA}
    script_data["map"] = {name: deck_data[name] for name in deck_data if name not in HTML_MAP}
    chosen = blocks.chosen_block(ctx)
    script_data["drawer"] = vars(chosen)
    script_data["travels"] = CARRIED_PARAMETERS
    return render(
        "first_map.html",
        i18n,
        map=map_html,
        chosen=chosen.html,
        data=to_script_json(script_data),
    )
