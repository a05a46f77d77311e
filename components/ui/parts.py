"""The project's own parts of a page: each a piece of HTML with the scripts that move it."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from components.export.download_tokens import download_messages
from components.export.view_files import DownloadFile, file_address, opened_view_files
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


class PartTexts(NamedTuple):
    """The texts of a part, the same for every reader, story, language and view."""

    html: str
    css: str | None
    js: str


#: The texts under which each part was first drawn, by its name. The framework keeps the last ones
#: that come for a name, for every reader: a second text would change what others see.
_PART_TEXTS: Final[dict[str, PartTexts]] = {}


class PartTextsDifferError(RuntimeError):
    """A part came with other texts than before: what differs must be sent as its data."""


#: More sets of texts than there are parts: some twenty.
MOST_PARTS: Final = 64


@lru_cache(maxsize=MOST_PARTS)
def part_texts(html: str, scripts: Names, styles: Names, folder: Path) -> PartTexts:
    """Return the texts that the framework is given for a part."""

    def read(names: Names, suffix: str) -> str:
        return "\n".join(
            (folder / f"{name}.{suffix}").read_text(encoding="utf-8") for name in names
        )

    script = read(scripts, "js").replace("export default ", "const drawSent = ", 1)
    return PartTexts(html, read(styles, "css") or None, script + UNPACKED)


def register_part(name: str, texts: PartTexts, *, isolate_styles: bool) -> Any:
    """Register a part with the framework and return what mounts it.

    Raises
    ------
    PartTextsDifferError
        Where the name was registered with other texts.
    """
    if _PART_TEXTS.setdefault(name, texts) != texts:
        raise PartTextsDifferError(f"The part {name!r} has other HTML, CSS or JavaScript now.")
    return _mount_of(name, texts, isolate_styles)


# The name tells a part: its texts, which are long, are no part of the key.
@st.cache_resource(show_spinner=False)
def _mount_of(name: str, _texts: PartTexts, isolate_styles: bool) -> Any:
    return st.components.v2.component(
        name, html=_texts.html, css=_texts.css, js=_texts.js, isolate_styles=isolate_styles
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
    texts = part_texts(html, scripts, styles, folder)
    mount = register_part(name, texts, isolate_styles=shadow)
    mount(data=(data,), key=key, **listeners)


def unheard(_value: object) -> None:
    """What a part sends for the run alone that follows."""


def block(name: str, i18n: I18n, **values: Any) -> None:
    st.html(render(name, i18n, **values))


def draw_form(template: str, i18n: I18n, key: str, **values: Any) -> None:
    """Draw forms from a template, whose fields have the names of parameters of the address."""
    html = render(template, i18n, **values)
    scripts, place = ("dom", "view", "forms"), "<div class='forms'></div>"
    draw_part("forms", place, scripts, key=key, data={"html": html})


def take_buttons(files: Iterable[DownloadFile], i18n: I18n, *, key: str) -> None:
    """Buttons for files of what a reader has opened: made when pressed, and sent to nobody else."""
    sent = []
    for file in files:
        body = "" if file.body is None else json.dumps(file.body)
        sent.append(
            (file, json.dumps({"address": file.opened_address, "name": file.name, "body": body}))
        )
    place = "<ul class='takes' data-drawing='takes'></ul>"
    html = render("takes.html", i18n, files=sent)
    draw_drawings("takes", place, {"takes": html}, ("takes",), key=key, takes=i18n)


def draw_files(labels: Mapping[str, str], ctx: Context) -> None:
    """Links to files of a view by their names; of an opened story buttons that ask for them."""
    if ctx.story.private:
        said = {key: ctx.i18n.t("Download {format}", format=one) for key, one in labels.items()}
        take_buttons(opened_view_files(said, ctx), ctx.i18n, key=f"{next(iter(labels))}-takes")
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
    words = {"language": takes.language, "texts": download_messages(takes)} if takes else None
    draw_part(
        name,
        html,
        ("dom", "copy", "take", "drawings"),
        styles,
        key=key or name.replace("_", "-"),
        data={**drawings, "words": words},
        shadow=bool(takes),
    )
