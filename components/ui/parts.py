"""The project's own parts of a page: each a piece of HTML with the scripts that move it."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from components.export.download_tokens import download_messages
from components.export.view_files import DownloadFile, file_address, opened_view_files
from components.i18n import I18n, i18n_for
from components.page.take_buttons import render_take_buttons
from components.presentation.context import Context
from components.presentation.markup import render

#: The folder of the scripts and style sheets of all parts.
SCRIPTS: Final = Path(__file__).parent / "scripts"
#: Gives a script what it is sent without the tuple around it. The framework looks through the
#: values of a mapping for tables, and loads pandas and pyarrow to do so: 70 MB of each server that
#: nothing here needs. A tuple it sends as it is.
UNPACKED: Final = """
export default (component) => drawSent({ ...component, data: component.data?.[0] });
"""
#: The export of a module that another one needs: its name stays.
EXPORT: Final = re.compile(r"^export default \w+\n?", re.MULTILINE)
#: What is called with a value that a part's script sends.
EventHandler = Callable[[Any], None]
#: Names of scripts or style sheets, without their endings.
FileNames = tuple[str, ...]


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
def part_texts(html: str, scripts: FileNames, styles: FileNames, folder: Path) -> PartTexts:
    """Return the texts that the framework is given for a part.

    Parameters
    ----------
    html
        The markup of the part before its script runs.
    scripts, styles
        Files of the folder; the last script has the default export.
    folder
        Where the files are.
    """
    *modules, last_module = scripts
    script = EXPORT.sub("", _read_files(folder, tuple(modules), "js"))
    last_script = _read_files(folder, (last_module,), "js")
    script = f"{script}\n{last_script.replace('export default ', 'const drawSent = ', 1)}"
    style = _read_files(folder, styles, "css")
    return PartTexts(html, style or None, script + UNPACKED)


def _read_files(folder: Path, names: FileNames, suffix: str) -> str:
    """Return the texts of some files below each other; empty without a name."""
    texts = []
    for name in names:
        path = folder / f"{name}.{suffix}"
        texts.append(path.read_text(encoding="utf-8"))
    return "\n".join(texts)


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


def draw_part(  # noqa: PLR0913 - it configures a part
    name: str,
    html: str,
    scripts: FileNames,
    styles: FileNames = (),
    *,
    key: str,
    data: object,
    shadow: bool = False,
    **handlers: EventHandler,
) -> None:
    """Draw a part of a page: some HTML, the scripts that move it, and the data these are sent.

    Parameters
    ----------
    name
        The name under which the part is registered; its texts are the same for every reader.
    html, scripts, styles
        As for :func:`part_texts`.
    key
        The key of the part in the session.
    data
        What the script is sent, as JSON.
    shadow
        Whether it stands in a tree of its own, which the page's styles do not reach.
    handlers
        By the name of a value that the script sends, what is called with it before the next run.
    """
    listeners = {}
    for value_name, handler in handlers.items():
        listeners[f"on_{value_name}_change"] = partial(_call_handler, key, value_name, handler)
    texts = part_texts(
        html,
        scripts,
        styles=styles,
        folder=SCRIPTS,
    )
    mount = register_part(name, texts, isolate_styles=shadow)
    mount(data=(data,), key=key, **listeners)


@lru_cache(maxsize=1)
def _render_drawer() -> str:
    return str(render("record_drawer.html", i18n_for("en")))


def draw_drawer(data: object) -> None:
    """Draw the drawer with the record that is chosen, if any."""
    scripts = ("dom", "dock", "drawer", "record_drawer")
    draw_part(
        "drawer",
        _render_drawer(),
        scripts,
        key="drawer",
        data=data,
    )


def _call_handler(key: str, value_name: str, handler: EventHandler) -> None:
    """Call a handler with what a part has sent, if it has."""
    value = getattr(st.session_state[key], value_name)
    if value is not None:
        handler(value)


def ignore_event(_value: object) -> None:
    """Do nothing: the event only triggers a rerun."""


def block(name: str, i18n: I18n, **values: Any) -> None:
    """Draw a block of HTML from a template."""
    st.html(render(name, i18n, **values))


def draw_form(template: str, i18n: I18n, key: str, **values: Any) -> None:
    """Draw forms from a template, whose fields have the names of parameters of the address."""
    html = render(template, i18n, **values)
    place = "<div class='forms'></div>"
    draw_part(
        "forms",
        place,
        ("dom", "view", "forms"),
        key=key,
        data={"html": html},
    )


def take_buttons(files: Iterable[DownloadFile], i18n: I18n, *, key: str) -> None:
    """Draw buttons for files of an opened story: made when pressed, and sent to nobody else."""
    place = "<ul class='takes' data-drawing='takes'></ul>"
    html = str(render_take_buttons(files, i18n))
    mount_svgs(
        "takes",
        place,
        drawings={"takes": html},
        styles=("takes",),
        key=key,
        download_i18n=i18n,
    )


def draw_files(labels: Mapping[str, str], ctx: Context) -> None:
    """Draw links to files of a view by their names; of an opened story buttons for them."""
    i18n = ctx.i18n
    if ctx.story.private:
        button_labels = {}
        for name, label in labels.items():
            button_labels[name] = i18n.t("Download {format}", format=label)
        first_name = next(iter(labels))
        take_buttons(opened_view_files(button_labels, ctx), i18n, key=f"{first_name}-takes")
        return
    links = [(file_address(ctx.view, ctx.i18n, name), label) for name, label in labels.items()]
    block("text_files.html", i18n, files=links)


def mount_svgs(  # noqa: PLR0913 - it configures a part
    name: str,
    html: str,
    drawings: Mapping[str, str],
    styles: FileNames = (),
    *,
    key: str = "",
    download_i18n: I18n | None = None,
) -> None:
    """Show SVG or HTML, which the framework removes from HTML of its own.

    Parameters
    ----------
    name, styles, key
        As for :func:`draw_part`; without a key the name is the key.
    html
        Has a place for each drawing, with its name as ``data-drawing``.
    drawings
        SVG or HTML by the names of these places.
    download_i18n
        The language of buttons that ask for files, where the drawings have such: they then stand in
        a tree of their own.
    """
    words = None
    if download_i18n is not None:
        words = {"language": download_i18n.language, "texts": download_messages(download_i18n)}
    draw_part(
        name,
        html,
        scripts=("dom", "clipboard", "download", "drawings"),
        styles=styles,
        key=key or name.replace("_", "-"),
        data={**drawings, "words": words},
        shadow=download_i18n is not None,
    )
