"""The Timeline in its first document: painted before any script has run, and answering.

What the page says is in it as HTML, and nowhere else: its script reads it from there. The chart has
the width that the page asks for in a window of a usual size.
"""

from typing import Any, Final

from markupsafe import Markup

from components.page import blocks
from components.page.event_pages import list_timeline_charts
from components.page.metadata import to_script_json
from components.presentation import chart_data, timeline_chart
from components.presentation.context import Context
from components.presentation.filter_line import render_filter_bar
from components.presentation.markup import render
from components.query.view import CARRIED_PARAMETERS, FILTER_PARAMETERS, write_view

#: The width of the chart in a window of 1440 pixels.
FIRST_WIDTH_PX: Final = 1360
#: The parameters of views that have it: another one opens a record or a list.
FIRST_PARAMETERS: Final = {*FILTER_PARAMETERS, "lang", "zoom"}
#: What of the page's data the document has as HTML, or its script fetches when it is needed.
HTML_DATA: Final = ("spans", "key", "hidden")
HTML_CHART: Final = ("svg", "tools", "figure")
#: The form by which a row opens its record where no script runs.
LIST_FORM: Final = "first-list"


def has_first_timeline(ctx: Context) -> bool:
    """Whether the first document of the Timeline has the page that answers.

    Where events are so many that they are counted, or chosen, it has the text of the page.
    """
    if ctx.story.table or ctx.notices or not ctx.selection.events:
        return False
    is_plain = set(write_view(ctx.view)) <= FIRST_PARAMETERS
    return is_plain and not chart_data.needs_bins(ctx.selection)


def render_first_timeline(ctx: Context) -> Markup:
    """Render the Timeline and the list below it, with what their script needs."""
    i18n = ctx.i18n
    data = timeline_chart.build_timeline_view(ctx, FIRST_WIDTH_PX)
    chart = data["chart"]
    # Templates and painters have escaped every value.
    timeline = timeline_chart.render_timeline(
        i18n,
        line=render_filter_bar(ctx, timeline_chart.TIMELINE),
        title=data["title"],
        lead=data["lead"],
        shown=data["shown"],
        hidden=Markup(data["hidden"]),  # noqa: S704
        spans=Markup(data["spans"]),  # noqa: S704
        svg=Markup(chart["svg"]),  # noqa: S704
        tools=chart["tools"],
        key=Markup(data["key"]),  # noqa: S704
    )
    event_list = blocks.events_block(ctx)
    list_data = blocks.list_data(event_list, i18n)
    rows = render("event_rows.html", i18n, form=LIST_FORM, **vars(event_list))
    script_data = {name: value for name, value in data.items() if name not in HTML_DATA}
    script_data["chart"] = {name: chart[name] for name in chart if name not in HTML_CHART}
    script_data["list"] = {**list_data, "rows": ""}
    script_data["drawer"] = vars(blocks.chosen_block(ctx))
    script_data["travels"] = CARRIED_PARAMETERS
    return render(
        "first_timeline.html",
        i18n,
        timeline=timeline,
        form=LIST_FORM,
        fields=_list_fields(ctx),
        is_shared=bool(list_timeline_charts(ctx)),
        rows=rows,
        label=list_data["label"],
        signs=list_data["signs"],
        data=to_script_json(script_data),
    )


def _list_fields(ctx: Context) -> list[tuple[str, Any]]:
    """Return the parameters of the view, which a row of the list keeps."""
    fields: list[tuple[str, Any]] = []
    for name, values in ctx.link_base.list_params().items():
        if isinstance(values, str):
            values = [values]
        fields += [(name, value) for value in values]
    return fields
