"""The head figures on a page, each with its source mark."""

from __future__ import annotations

from components.domain.headlines import headlines
from components.presentation.charts.headlines import LABELS, headline_item, missing_item
from components.presentation.context import Context
from components.ui.shared.blocks import block


def draw_headlines(here: Context) -> None:
    """Draw the head figures; one that the filters leave out keeps its place and says so."""
    dataset = here.dataset
    found = {h.kind: h for h in headlines(dataset, here.selection.claims, here.view.filters)}
    # Another story may never have told of some.
    kinds = found if dataset.own else LABELS
    if kinds:
        items = [
            headline_item(found[k], here) if k in found else missing_item(k, here) for k in kinds
        ]
        block("headlines.html", here.i18n, items=items)
