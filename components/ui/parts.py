"""The project's own parts of a page: each a piece of HTML with the scripts that move it."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import streamlit as st

from components.export.view_files import File, file_address, own_files, take_words
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.markup import render

#: Where the scripts and style sheets of all parts lie.
SCRIPTS: Final = Path(__file__).parent / "scripts"
#: Gives a script what it is sent without the tuple around it. The framework looks through the
#: values of a mapping for tables, and loads pandas and pyarrow to do so: 70 MB of each server that
#: nothing here needs. A tuple it sends as it is.
UNPACKED: Final = """
export default (component) => drawSent({ ...component, data: component.data?.[0] });
"""
Heard = Callable[[Any], None]
#: Names of scripts or style sheets.
Names = tuple[str, ...]


@st.cache_resource(show_spinner=False)
def _registered(
    name: str, html: str, scripts: Names, styles: Names, folder: Path, shadow: bool
) -> Any:
    def read(names: Names, ending: str) -> str:
        return "\n".join((folder / f"{one}.{ending}").read_text(encoding="utf-8") for one in names)

    return st.components.v2.component(
        name,
        html=html,
        css=read(styles, "css") or None,
        js=read(scripts, "js").replace("export default ", "const drawSent = ", 1) + UNPACKED,
        isolate_styles=shadow,
    )


def draw_part(
    name: str,
    html: str,
    scripts: Names,
    styles: Names = (),
    *,
    key: str,
    data: object,
    folder: Path = SCRIPTS,
    shadow: bool = False,
    **heard: Heard,
) -> None:
    """Draw a part of a page: some HTML, what moves it, and what that is sent.

    ``scripts`` (the last has the default export) and ``styles`` are files of ``folder``. With
    ``shadow`` the page's styles do not reach it. ``heard`` are called with what its script sends.
    """

    def listener(what: str, use: Heard) -> Callable[[], None]:
        def called() -> None:
            if (value := getattr(st.session_state[key], what)) is not None:
                use(value)

        return called

    listeners = {f"on_{what}_change": listener(what, use) for what, use in heard.items()}
    _registered(name, html, scripts, styles, folder, shadow)(data=(data,), key=key, **listeners)


def unheard(_value: object) -> None:
    """What a part sends for the run alone that follows."""


def block(name: str, i18n: I18n, **values: Any) -> None:
    st.html(render(name, i18n, **values))


def draw_form(template: str, i18n: I18n, key: str, **values: Any) -> None:
    """Draw forms from a template, whose fields have the names of parameters of the address."""
    html = render(template, i18n, **values)
    scripts, place = ("dom", "view", "forms"), "<div class='forms'></div>"
    draw_part("forms", place, scripts, key=key, data={"html": html})


def take_buttons(files: Iterable[File], i18n: I18n, *, key: str) -> None:
    """Buttons for files of what a reader has opened: made when pressed, and sent to nobody else."""
    sent = []
    for file in files:
        body = "" if file.body is None else json.dumps(file.body)
        sent.append((file, json.dumps({"address": file.own, "name": file.name, "body": body})))
    place = "<ul class='takes' data-drawing='takes'></ul>"
    html = render("takes.html", i18n, files=sent)
    draw_drawings("takes", place, {"takes": html}, ("takes",), key=key, takes=i18n)


def draw_files(labels: Mapping[str, str], ctx: Context) -> None:
    """Links to files of a view by their names; of an opened story buttons that ask for them."""
    if ctx.story.private:
        said = {key: ctx.i18n.t("Download {format}", format=one) for key, one in labels.items()}
        take_buttons(own_files(said, ctx), ctx.i18n, key=f"{next(iter(labels))}-takes")
    else:
        files = [(file_address(ctx, name), label) for name, label in labels.items()]
        block("text_files.html", ctx.i18n, files=files)


def draw_drawings(
    name: str,
    html: str,
    drawings: Mapping[str, str],
    styles: tuple[str, ...] = (),
    *,
    key: str = "",
    takes: I18n | None = None,
) -> None:
    """Show SVG or HTML, which the framework takes out of HTML of its own.

    ``html`` has a place for each, with its name as ``data-drawing``; ``takes`` has the words of
    buttons that ask for files: with such it stands in a tree of its own.
    """
    words = {"language": takes.language, "texts": take_words(takes)} if takes else None
    draw_part(
        name,
        html,
        ("dom", "copy", "take", "drawings"),
        styles,
        key=key or name.replace("_", "-"),
        data={**drawings, "words": words},
        shadow=bool(takes),
    )
