"""The head of every page in one piece: name, menu and language.

One element instead of a dozen: the framework re-draws every element of a page on each change, and
the head never needs it. Its links are plain addresses, so they open in a new tab and can be copied;
a plain click moves within the app.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from components.i18n import LANGUAGES, I18n
from components.presentation.context import Context
from components.presentation.pages import pages_of
from components.presentation.stories import LoadedStory
from components.query.view import OF_PAGES, PARAMETERS
from components.ui import session
from components.ui.context import change_view
from components.ui.shared.component import component

KEY: Final = "menu"


def _head() -> Any:
    return component(
        "page_head",
        "<header class='page-head'></header>\n<p hidden></p>",
        folder=Path(__file__).parent,
        shared=("dom",),
        scripts=(
            "print.js",
            "../shared/lost.js",
            "../shared/copy.js",
            "head.js",
        ),
        # Checkers of skip links look for the page's first link beyond a shadow tree.
        shadow=False,
    )


def _links(ctx: Context) -> list[dict[str, str]]:
    return [
        {
            "slug": page.slug,
            "label": ctx.i18n.t(page.title),
            "href": f"./{page.slug}?{urlencode(ctx.params(page.slug), doseq=True)}".rstrip("?"),
        }
        for page in pages_of(ctx.story)
    ]


def lost_data(story: LoadedStory, i18n: I18n) -> dict[str, Any]:
    """The name of the session's own story, and the notice of a tab whose own story is lost."""
    t = i18n.t
    return {
        "own": story.intake.name if story.private and story.intake else "",
        "closed": session.story_closed(),
        # The name is the tab's to fill in: this session knows nothing of the story.
        "text": t(
            "Your own story “{name}” is no longer open in this tab: the server was started again, "
            "or the tab was reloaded or copied. What you see is the story of this server."
        ),
        "again": t("Open it again"),
        "href": f"./data?lang={i18n.language}",
        "close": t("Go on without it"),
    }


def draw_head(ctx: Context) -> None:
    """Draw the head; a click on the menu keeps the view, one on the language changes it."""
    t = ctx.i18n.t

    def speak() -> None:
        language = getattr(st.session_state.get(KEY), "language", None)
        if language in LANGUAGES:
            change_view(lang=language)

    _head()(
        key=KEY,
        data={
            "brand": t("The story"),
            "menu": t("Pages"),
            "links": _links(ctx),
            "travels": [name for name in PARAMETERS if name not in OF_PAGES],
            "current": ctx.slug,
            "language": ctx.i18n.language,
            "languages": [
                {"code": code, "name": name}
                for code, name in LANGUAGES.items()
                if code != ctx.i18n.language
            ],
            "skip": t("Skip to the content"),
            "copy": t("Copy"),
            "lost": lost_data(ctx.story, ctx.i18n),
        },
        on_language_change=speak,
        on_again_change=lambda: None,
    )
