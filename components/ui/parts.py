"""The project's own parts of a page: each a piece of HTML with the scripts that move it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import streamlit as st
from markupsafe import Markup

from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.view_files import File
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.timeline_data import chart_data
from components.story.days import parse_day

#: Where the scripts and style sheets of all parts lie.
SCRIPTS: Final = Path(__file__).parent / "scripts"
#: Gives a script what it is sent without the tuple around it.
UNPACKED: Final = """
export default (component) => drawSent({ ...component, data: component.data?.[0] });
"""


@st.cache_resource(show_spinner=False)
def component(
    name: str,
    html: str,
    scripts: tuple[str, ...],
    styles: tuple[str, ...] = (),
    *,
    folder: Path = SCRIPTS,
    shadow: bool = False,
) -> Any:
    """Register a part once, and return what draws it.

    Args:
        name: tells it from the others; made with other arguments it is another one.
        html: what it starts from.
        scripts: the names of the scripts that together are its one script; the last holds the
            default export.
        styles: the names of the style sheets that together are its own.
        folder: where these files lie.
        shadow: whether it stands in a shadow tree, where the page's styles do not reach it.
    """

    def read(names: tuple[str, ...], ending: str) -> str:
        return "\n".join((folder / f"{one}.{ending}").read_text(encoding="utf-8") for one in names)

    made = st.components.v2.component(
        name,
        html=html,
        css=read(styles, "css") or None,
        js=script(read(scripts, "js")),
        isolate_styles=shadow,
    )

    def draw(*, data: object = None, **options: Any) -> Any:
        return made(data=None if data is None else (data,), **options)

    return draw


def script(text: str) -> str:
    """A part's script whose default export is given what stands in the tuple that is sent.

    The framework looks through the values of a mapping for tables, and loads pandas and pyarrow to
    do so: 70 MB of each server that nothing here needs. A tuple it sends as it is.
    """
    return text.replace("export default ", "const drawSent = ", 1) + UNPACKED


def sent(key: str, name: str, use: Callable[[Any], None]) -> Callable[[], None]:
    """A callback that uses what a part has sent under a name, where it has sent anything."""

    def called() -> None:
        if found := getattr(st.session_state[key], name):
            use(found)

    return called


def block(name: str, i18n: I18n, **values: Any) -> None:
    """Fill a template and show it."""
    st.html(render(name, i18n, **values))


def placeholder() -> AbstractContextManager[object]:
    """An empty container that keeps its place among the elements when nothing is in it.

    The browser tells the parts of a page without a key by their number. A part that goes away
    gives every one after it another number, and the browser would make them all anew: the map
    with its WebGL context and its shaders, a second's work.
    """
    return st.empty()


# Files --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Take:
    """A button for a file of what a reader has opened: made when pressed, and sent to nobody else.

    Attributes:
        label: what stands on it.
        address: where the file is asked for.
        name: what it is called on the reader's disk.
        body: what is sent along, as JSON.
        note: what is said of it beside the button.
    """

    label: str
    address: str
    name: str
    body: Any = None
    note: str = ""


def take_words(i18n: I18n) -> dict[str, str]:
    """What the script says while a file is made, and when nothing comes of it."""
    return {
        "making": i18n.t("Being made …"),
        "ready": i18n.t("Ready, {size}: download again"),
        "failed": i18n.t("It could not be made. Try again."),
        "lost": i18n.t("The server did not answer. Try again in a moment."),
    }


def take_buttons(takes: Sequence[Take], i18n: I18n, *, key: str) -> None:
    """Draw the buttons in a row that wraps."""
    files = [
        {**vars(take), "body": "" if take.body is None else json.dumps(take.body)} for take in takes
    ]
    part = component("takes", "<ul class='takes'></ul>", ("dom", "take", "takes"), ("takes",),
                     shadow=True)  # fmt: skip
    part(key=key, data={"files": files, "language": i18n.language, "texts": take_words(i18n)})


def draw_downloads(files: Iterable[File], i18n: I18n, *, key: str) -> None:
    """Files in one line: a button for what is at hand, and one that asks for what is not."""
    takes: list[Take] = []
    with st.container(horizontal=True, gap="small", key=key):
        for file in files:
            label = i18n.t("Download {format}", format=file.label)
            if file.content is None:
                takes.append(Take(label, file.own, file.name, file.body))
                continue
            st.download_button(
                label,
                data=file.content,
                file_name=file.name,
                mime=file.media,
                key=f"{key}-{file.name.rpartition('.')[2]}",
                on_click="ignore",
            )
        if takes:
            take_buttons(takes, i18n, key=f"{key}-takes")


# Lists and tables ---------------------------------------------------------------------------------


def fold_tools(
    i18n: I18n, find: str = "", target: str = "", links: Sequence[tuple[str, str]] = ()
) -> None:
    """Draw the tools above a list of parts that open: find among them, open or close them all.

    The parts themselves are ``details.fold`` in the page's HTML, each within an element with an id
    and ``data-fold``: they open without the server, and without a script.

    Args:
        find: what the box says that looks among the parts; without it there is none.
        target: the id of the part that the address names, to be brought into sight.
        links: the ids of the page's parts with their names, for an index that stays in sight.
    """
    t = i18n.t
    part = component("folds", "<div class='fold-tools'></div>", ("dom", "folds"))
    part(
        key="folds",
        data={
            "find": find,
            "open": t("Open all"),
            "close": t("Close all"),
            "count": t("{shown} of {total}"),
            "none": t("Nothing was found for these words."),
            "target": target,
            "index": t("On this page"),
            "links": [{"id": key, "text": text} for key, text in links],
        },
    )


def event_list(data: dict[str, Any], *, key: str, on_choose: Callable[[str], None]) -> None:
    """Draw a list of buttons: a picture's marks for keyboard, screen reader and phone.

    Args:
        data: ``rows`` (its lines); ``signs``, what signs beside them mean; ``label``, what a screen
            reader calls it; ``chosen``, the id of the line that is chosen, and ``detail``, that
            line in full as HTML from a template.
        on_choose: called with the id of the row a reader picks.
    """
    html = "<div class='event-list'><p class='caveat' hidden></p><ol></ol></div>"
    part = component("event_list", html, ("dom", "event_list"), ("event_list",))
    part(data=data, key=key, on_chosen_change=sent(key, "chosen", on_choose))


def drawer(data: dict[str, Any], *, on_close: Callable[[str], None]) -> None:
    """Draw what is chosen over the page, on a phone as a sheet from below.

    Args:
        data: its ``key``, its ``html`` from a template and the words that ``close`` it; without a
            key nothing is chosen.
        on_close: called with the key of what is let go; a region stays a filter.
    """
    html = """<aside class="record-drawer" hidden>
      <button type="button" class="close">×</button><div class="body"></div></aside>"""
    part = component("drawer", html, ("dom", "drawer"))
    part(data=data, key="drawer", on_closed_change=sent("drawer", "closed", on_close))


def data_table(
    data: dict[str, Any],
    *,
    key: str,
    on_sort: Callable[[str], None],
    on_page: Callable[[int], None],
) -> None:
    """Draw a table that sorts, pages and leads on: real HTML, for every reader and every width.

    The framework's own table is painted on a canvas: a screen reader gets no cells from it, a phone
    cuts it off, and its menus are in English only. This one is a table of the page, whose heads are
    buttons; on a phone each row is a list of names and values.

    Args:
        data: ``columns`` (``name``, ``label``, ``numeric`` and ``sort`` of each), ``rows`` (a cell
            for each column: ``text``, and where there are any ``code`` and ``href``), ``texts``,
            the ``page`` shown and how many ``pages`` there are.
        on_sort: called with the name of the column whose head was pressed.
        on_page: called with the page asked for.
    """
    html = "<div class='frame' role='region' tabindex='0'></div>\n<nav hidden></nav>"
    part = component("data_table", html, ("dom", "data_table"), ("data_table",), shadow=True)
    part(
        data=data,
        key=key,
        on_sort_change=sent(key, "sort", on_sort),
        on_page_change=sent(key, "page", on_page),
    )


# Drawings -----------------------------------------------------------------------------------------

#: A drawing that the style sheet shows one of is laid out for each of these widths, in pixels.
DRAWN: Final = (1280, 800, 350)
#: What a chart of days is drawn into.
CHART: Final = """<div class='chart-frame'>
  <div class='chart' role='figure'></div><div class='chart-band' hidden></div>
</div>
<div class='chart-tools' role='group' hidden></div>"""
CHART_KEY: Final = "timeline"
#: The least and the greatest width that a chart is laid out for, in pixels.
WIDTHS: Final = (280, 1800)
Choose = Callable[[date | None, date | None], None]


def draw_key(key: Markup) -> None:
    """Show what the signs of a chart mean; the framework takes drawings out of HTML of its own."""
    part = component("chart_key", "<div data-drawing='key'></div>", ("dom", "drawings"))
    part(key="chart-key", data={"key": str(key)})


def draw_scene(
    draw: Callable[[float], Scene],
    key: Callable[[Scene], Markup],
    on_choose: Callable[[str], None],
) -> None:
    """Draw a chart and its key beneath it; a click on a mark chooses it.

    Args:
        draw: the scene for a width.
        key: what the signs of a scene mean.
        on_choose: called with the id of the mark that a reader picks.
    """
    scenes = [draw(width) for width in DRAWN]
    html = "<div class='totals-drawing' data-drawing='totals'></div><div data-drawing='key'></div>"
    part = component("totals_drawing", html, ("dom", "drawings"), ("drawing",))
    part(
        key="totals-drawing",
        data={"totals": "".join(map(paint, scenes)), "key": str(key(scenes[0]))},
        on_chosen_change=sent("totals-drawing", "chosen", on_choose),
    )


def chart_width(ordinary: float) -> float:
    """The width in pixels that a browser has said of the page's chart, else the ordinary one."""
    said = getattr(st.session_state.get(CHART_KEY), "width", None)
    return float(min(max(said, WIDTHS[0]), WIDTHS[1])) if isinstance(said, int) else ordinary


def take_days(found: Any, choose: Choose) -> None:
    """Choose what a browser sent: two days in order, or none; anything else changes nothing."""
    if not isinstance(found, list | tuple):
        return
    try:
        days = [parse_day(str(day)) for day in found[:2]]
    except ValueError:
        return
    if not days:
        choose(None, None)
    elif len(days) == 2 and days[0] <= days[1]:
        choose(*days)


def draw_chart(figure: str, ctx: Context, *, alt: str, choose: Choose) -> None:
    """Draw counted events; a click on a bar and what is dragged over choose days.

    The framework's own chart makes each changed figure anew, and draws it twice. This one keeps its
    drawing, with the part of Plotly's library that is needed.
    """
    filters = ctx.view.filters
    part = component("chart", CHART, ("dom", "view", "closer", "time", "chart", "chart_alone"),
                     ("chart",))  # fmt: skip
    part(
        key=CHART_KEY,
        data=chart_data(
            figure, ctx.i18n, label=alt, dated=bool(filters.start or filters.end)
        ),
        on_clicked_change=sent(CHART_KEY, "clicked", lambda days: take_days(days, choose)),
        on_ranged_change=lambda: take_days(st.session_state[CHART_KEY].ranged, choose),
        on_width_change=lambda: None,
    )  # fmt: skip
