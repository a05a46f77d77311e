"""What each kind of picture has, and the sources that are named below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from components.domain.views.filters import Filters, citations_in_use
from components.drawing.key import KeyItem
from components.drawing.scene import Scene
from components.drawing.sheet import Draw
from components.presentation.charts.picture_links import Form
from components.presentation.context import Context
from components.presentation.sentence import conditions

# A line breaks between two names, and not between a day and its month.
UNBROKEN: Final = "\u00a0"
#: So many names of sources in a picture of a fixed height; the rest are counted.
MOST_NAMES: Final = 4
#: How much larger than on the screen the type of a chart is, by form.
SIZE: Final[dict[Form, float]] = {"tall": 1.15, "wide": 1.0, "square": 1.1}
#: How high a chart without any mark is: enough for its axis.
EMPTY_HEIGHT_PX: Final = 160.0


@dataclass(frozen=True)
class Parts:
    """One kind of picture: how it is drawn, and what is said of what a drawing of it shows."""

    ctx: Context
    title: str
    measured: str
    draw: Draw
    key: Callable[[Scene], list[KeyItem]]
    notes: Callable[[Scene], list[str]]
    sources: Callable[[Scene], list[tuple[str, list[str]]]]


def narrowed(measured: str, ctx: Context) -> str:
    """What a picture shows, and the regions and voices that its view is narrowed to."""
    asked = ctx.view.filters
    own = Filters(
        regions=asked.regions,
        excluded_voices=asked.excluded_voices,
        documents_only=asked.documents_only,
    )
    told = conditions(replace(ctx, view=replace(ctx.view, filters=own)))
    return ", ".join([measured, *told])


def _names(records: Iterable[str], ctx: Context) -> tuple[list[str], list[str]]:
    """The documents and the other sources that some records rest on under the filters."""
    data, filters = ctx.dataset, ctx.view.filters
    used = {c.source_id for key in records for c in citations_in_use(data, key, filters)}
    documents: list[str] = []
    others: list[str] = []
    for key, source in data.sources.items():
        if key in used:
            name = ctx.i18n.source(source).replace(" ", UNBROKEN)
            (documents if source.custom.tier == "document" else others).append(name)
    return documents, others


def source_lines(records: Iterable[str], ctx: Context, label: str = "") -> tuple[str, ...]:
    """The sources that some records rest on under the filters, the four documents apart."""
    i18n = ctx.i18n
    documents, others = _names(records, ctx)
    lines = []
    if documents:
        lines.append(i18n.t("Sources: {names}.", names="; ".join(documents)))
    if others:
        lines.append(i18n.t("Corroborating reports: {names}.", names="; ".join(others)))
    if label and lines:
        lines[0] = f"{label} {lines[0]}"
    return tuple(lines)


def short_line(records: Iterable[str], ctx: Context, label: str = "") -> tuple[str, ...]:
    """The same in a line: the first names, and how many more there are."""
    i18n = ctx.i18n
    names = [name for part in _names(records, ctx) for name in part]
    if not names:
        return ()
    kept, more = names[:MOST_NAMES], len(names) - MOST_NAMES
    line = i18n.t("Sources: {names}.", names="; ".join(kept))
    if more > 0:
        line = i18n.n(
            "Sources: {names}, and {count} more named at the address below.",
            "Sources: {names}, and {count} more named at the address below.",
            more,
            names="; ".join(kept),
        )
    return (f"{label} {line}".strip(),)
