"""The project's own components: a piece of HTML and the files that move it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import streamlit as st

#: The scripts that several components are made with.
SHARED: Final = Path(__file__).parents[1] / "scripts"
#: Gives a script what it is sent without the tuple around it.
UNPACKED: Final = """
export default (component) => drawSent({ ...component, data: component.data?.[0] });
"""


@st.cache_resource(show_spinner=False)
def component(
    name: str,
    html: str,
    *,
    folder: Path,
    shared: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
    style: str | tuple[str, ...] = (),
    shadow: bool = True,
) -> Any:
    """Register a component once, and return what draws it.

    Args:
        name: tells it from the others; made with other arguments it is another one.
        html: what it starts from.
        folder: where its files lie, beside the module that draws it.
        shared: the names of scripts that others use as well, which come first.
        scripts: files that with these are its one script; the last holds the default export.
        style: the file of its style sheet, or the files that together are it.
        shadow: whether it stands in a shadow tree, where the page's styles do not reach it.
    """
    sheets = (style,) if isinstance(style, str) else style
    css = "\n".join((folder / file).read_text(encoding="utf-8") for file in sheets)
    files = [*(SHARED / f"{name}.js" for name in shared), *(folder / file for file in scripts)]
    made = st.components.v2.component(
        name,
        html=html,
        css=css or None,
        js=script("\n".join(file.read_text(encoding="utf-8") for file in files)),
        isolate_styles=shadow,
    )

    def draw(*, data: object = None, **options: Any) -> Any:
        return made(data=None if data is None else (data,), **options)

    return draw


def script(text: str) -> str:
    """A component's script whose default export is given what stands in the tuple that is sent.

    The framework looks through the values of a mapping for tables, and loads pandas and pyarrow to
    do so: 70 MB of each server that nothing here needs. A tuple it sends as it is.
    """
    return text.replace("export default ", "const drawSent = ", 1) + UNPACKED
