"""The stage on the Overview: timeline, map, filters and what is chosen, in one component."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.stage import SCRIPTS, stage_data, stage_markup
from components.ui.context import answered_by_runs
from components.ui.shared.component import component

FOLDER: Final = Path(__file__).parent


def _stage(i18n: I18n) -> Any:
    return component(
        "stage",
        str(stage_markup(i18n)),
        folder=FOLDER,
        shared=SCRIPTS,
        scripts=("stage.js",),
        style=("../scripts/filters.css", "stage.css"),
        # Its parts can be found by their names in the page.
        shadow=False,
    )


def draw_stage(ctx: Context) -> None:
    """Draw the stage; it reads and writes the address itself."""
    _stage(ctx.i18n)(key="stage", data=answered_by_runs(stage_data(ctx)))
