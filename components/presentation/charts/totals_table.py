"""The totals as a title, a list and a table."""

from __future__ import annotations

from collections.abc import Sequence

from components.domain.evidence.totals import DEFAULT_MEASURES, as_of, finding, totals
from components.domain.records.models import Claim
from components.drawing.totals import GLYPHS
from components.i18n import I18n
from components.presentation.charts.totals_choice import asked
from components.presentation.charts.totals_words import (
    claimant_name,
    date_words,
    finding_words,
    measure_name,
    population_name,
    short_name,
    value_words,
)
from components.presentation.context import Context
from components.presentation.records.events import SIGN, source_names
from components.presentation.records.rows import ListRow


def _counted(claim: Claim, i18n: I18n) -> str:
    """A figure with what it counts: "nearly 1,000 soldiers", "3 hotels"."""
    value = value_words(claim, i18n)
    if claim.unit != "people":
        return value
    return f"{value} {population_name(claim.population, i18n)}"


def claim_row(claim: Claim, ctx: Context) -> ListRow:
    """One line of the list of figures."""
    i18n = ctx.i18n
    return ListRow(
        id=claim.id,
        date=i18n.date(as_of(claim)),
        title=f"{_counted(claim, ctx.i18n)} · {short_name(claim, ctx.dataset, i18n)}",
        note=i18n.of(claim, "statement"),
        glyph=GLYPHS[claim.population],
        colour=ctx.palette.ink,
        kind=f"{measure_name(claim.measure, i18n)}, {population_name(claim.population, i18n)}",
        sources=source_names(claim.id, ctx),
        tag="",
        sign=SIGN["inferred"] if claim.as_of_basis == "inferred" else "",
        basis=i18n.t("date inferred") if claim.as_of_basis == "inferred" else "",
    )


def claim_table_row(claim: Claim, ctx: Context) -> dict[str, str]:
    """One row of the table of figures, by column."""
    i18n = ctx.i18n
    return {
        "value": value_words(claim, i18n),
        "measure": measure_name(claim.measure, i18n),
        "population": population_name(claim.population, i18n),
        "claimant": claimant_name(claim, ctx.dataset, i18n),
        "date": date_words(claim, i18n),
        "sources": source_names(claim.id, ctx),
    }


def totals_finding(shown: Sequence[Claim], ctx: Context) -> str:
    """The title of the chart of totals: what the figures of the first measure shown say."""
    i18n = ctx.i18n
    if not totals(ctx.dataset.claims.values()):
        return i18n.t("This story has no reported totals")
    first = shown[0].measure if shown else None
    wanted = asked(ctx.dataset, ctx.view).measures[0] if shown else None
    leading = [c for c in shown if c.measure == wanted]
    leading = leading or [c for c in shown if c.measure == first]
    text = finding_words(finding(leading), ctx)
    if leading and leading[0].measure != DEFAULT_MEASURES[0]:
        name = measure_name(leading[0].measure, i18n)
        text = f"{name}: {text[:1].lower()}{text[1:]}"
    return text
