"""Counts in words: of records, and of people or things by region on pages, embeds and paper."""

from components.i18n.language import I18n
from components.query.figures import RegionCounts


def format_record_count(table_name: str, count: int, i18n: I18n) -> str:
    """Write how many rows of a table there are: "42 events".

    Parameters
    ----------
    table_name
        ``events``, ``claims``, ``citations``, ``sources``, ``regions``, ``places`` or
        ``questions``.

    Raises
    ------
    KeyError
        For another table.
    """
    # Each message stands in a call of its own, where the check of the catalogues finds it.
    match table_name:
        case "events":
            return i18n.n("{count} event", "{count} events", count)
        case "claims":
            return i18n.n("{count} claim", "{count} claims", count)
        case "citations":
            return i18n.n("{count} citation", "{count} citations", count)
        case "sources":
            return i18n.n("{count} source", "{count} sources", count)
        case "regions":
            return i18n.n("{count} region", "{count} regions", count)
        case "places":
            return i18n.n("{count} place", "{count} places", count)
        case "questions":
            return i18n.n("{count} question", "{count} questions", count)
    raise KeyError(table_name)


def format_region_count(row: RegionCounts, which: str, i18n: I18n) -> str:
    """Write the count of a region on one day, with its qualifier.

    Where there is none, say whether the filters leave it out or no source reports it.
    """
    claim = row.claims.get(which)
    if claim is not None:
        return i18n.format_figure(claim)
    if which in row.left_out:
        return i18n.t("left out by your filters")
    return i18n.t("not reported")


def format_count_day(day: str, i18n: I18n) -> str:
    """Write the head of a column of counts: until which day (EDTF) they are, where it is named."""
    if not day:
        return i18n.t("Count")
    return i18n.t("to {date}", date=i18n.format_date(day))


def format_count_row(row: RegionCounts, i18n: I18n) -> dict[str, str]:
    """Write one row of the table of counts, by column.

    Returns
    -------
    dict
        ``region``, ``earlier``, ``latest`` and ``change``; the last is empty unless both days
        have a count.
    """
    earlier = row.count_of("earlier")
    latest = row.count_of("latest")
    change = ""
    if earlier is not None and latest is not None:
        change = i18n.format_change(latest - earlier)
    return {
        "region": i18n.localize(row.region, "label"),
        "earlier": format_region_count(row, "earlier", i18n),
        "latest": format_region_count(row, "latest", i18n),
        "change": change,
    }
