"""The counts by region in words, for every table of them: on pages, in embeds and on paper."""

from __future__ import annotations

from dataclasses import dataclass

from components.i18n.language import I18n
from components.query.figures import CountTable, RegionCounts, summable


@dataclass(frozen=True)
class CountWords:
    """One region's counts on the two days, or their sums; a sum or a change may be empty."""

    region: str
    earlier: str
    latest: str
    change: str


def said(row: RegionCounts, which: str, i18n: I18n) -> str:
    """The count of one day with its qualifier; else that filters leave it out, or there is none."""
    claim = row.claim(which)
    if claim is None:
        hidden = which in row.left_out
        return i18n.t("left out by your filters") if hidden else i18n.t("not reported")
    return i18n.value(claim)


def count_words(row: RegionCounts, i18n: I18n) -> CountWords:
    """One row of the table of counts."""
    earlier, latest = row.number("earlier"), row.number("latest")
    change = "" if earlier is None or latest is None else i18n.signed(latest - earlier)
    days = said(row, "earlier", i18n), said(row, "latest", i18n)
    return CountWords(i18n.of(row.region, "label"), *days, change)


def sum_words(table: CountTable, label: str, i18n: I18n) -> CountWords:
    """The sums of the counts, and their difference where nothing is left out of either."""
    earlier, latest = table.total("earlier"), table.total("latest")
    compared = earlier is not None and latest is not None
    comparable = compared and not (table.left_out("earlier") or table.left_out("latest"))
    alike = summable((*table.claims("earlier"), *table.claims("latest")))
    return CountWords(
        label,
        "" if earlier is None else i18n.number(earlier),
        "" if latest is None else i18n.number(latest),
        i18n.signed((latest or 0) - (earlier or 0)) if comparable and alike else "",
    )
