"""The lesson on a published page: the app's scene with all its steps and drawings in the page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from markupsafe import Markup

from components.lesson.entry import FOLDER, PATH, PRODUCTS, SCRIPTS, scene_data
from components.presentation.context import Context
from components.presentation.markup import render
from components.site.links import Links
from components.site.script import as_json, plain_script

HERE: Final = Path(__file__).parent


def scene_script() -> str:
    """The scene's script, and what makes it stand on a page of its own."""
    files = [FOLDER / name for name in SCRIPTS]
    return plain_script([*files, HERE / "site_scene.js"], "drawScene")


def scene_style(colours: str) -> str:
    """The scene's style sheet, with the colours of drawings in light and dark."""
    return (FOLDER / "present.css").read_text("utf-8") + colours


def scene_html(ctx: Context, text: str, links: Links) -> Markup:
    """The scene, and the same as text for a browser without scripts and for paper.

    Args:
        ctx: the page of the whole story.
        text: the page's text.
        links: where addresses on the page lead.
    """
    data = scene_data(ctx, (), {"own": "", "closed": True}, inline=True)
    folder = PATH.strip("/")
    files = [(f"./{folder}/{one.file}", one.label) for one in PRODUCTS]
    data["kit"] = render(
        "site_kit.html",
        ctx.i18n,
        products=files if folder in links.files else [],
        app=links.app,
    )
    data["leave"] = links.page("")
    data["pages"] = {code: links.page("present", code) for code in links.languages}
    del data["takeaway"]
    return Markup(  # noqa: S704 - the template escapes what is not made by other templates
        render(
            "site_scene.html",
            ctx.i18n,
            scene=Markup((FOLDER / "present.html").read_text("utf-8")),  # noqa: S704
            style=f"{links.up}assets/present.css",
            data=as_json(links.all_in(data)),
            text=Markup(text),  # noqa: S704
        )
    )
