"""The tools above a list of parts that open: find among them, open or close them all.

The parts themselves are ``details.fold`` in the page's HTML, each within an element with an id and
``data-fold``: they open without the server, and without a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from components.i18n import I18n
from components.ui.shared.component import component

KEY: Final = "folds"


def _tools() -> Any:
    return component(
        "folds",
        "<div class='fold-tools'></div>",
        folder=Path(__file__).parent,
        shared=("dom",),
        scripts=("folds.js",),
        # The parts it opens are in the page, and so are the styles they share.
        shadow=False,
    )


def fold_tools(
    i18n: I18n, find: str = "", target: str = "", links: Sequence[tuple[str, str]] = ()
) -> None:
    """Draw the tools.

    Args:
        find: what the box says that looks among the parts; without it there is none.
        target: the id of the part that the address names, to be brought into sight.
        links: the ids of the page's parts with their names, for an index that stays in sight.
    """
    t = i18n.t
    _tools()(
        key=KEY,
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
