"""What the pages of a table say in words: how many rows they speak for, its sources, its files."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.export.view_files import own_address
from components.i18n.names import story_name
from components.intake.row_records import UNTITLED
from components.presentation.cited import address
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.sentence import filter_phrases, shortest
from components.presentation.table_answers import Missing, shown_count, story_table, table_values
from components.presentation.table_files import FOLDER, FORMS, OWN_FORMS, why_not

#: Sources that are listed, those with the most events.
MOST_SOURCES: Final = 200


def table_headline(ctx: Context) -> str:
    """How many events there are, between which days and under which filters."""
    i18n, count, (first, last) = ctx.i18n, shown_count(ctx), ctx.dataset.period
    if isinstance(count, Missing):
        return i18n.t("Events of a table")
    start, end = ctx.view.filters.start or first, ctx.view.filters.end or last
    span = i18n.date(f"{start}/{end}") if start < end else i18n.day(start)
    number = i18n.n("{count} event", "{count} events", count)
    said = i18n.t("{events}, {span}", events=number, span=span)
    return shortest(", ".join([said, *filter_phrases(ctx)]), said)


def table_lead(ctx: Context) -> str:
    """Of which table, how many rows it has, and which of them are no events."""
    i18n, table, intake = ctx.i18n, story_table(ctx.story), ctx.story.intake
    about, rows = table.about, i18n.n("{count} row", "{count} rows", table.about.rows)
    # A table without a title is still one of a name.
    name = story_name(ctx.dataset, i18n)
    if intake and ctx.dataset.title == UNTITLED["en"]:
        name = PurePosixPath(intake.name).stem
    said = [i18n.t("From the table “{name}”: {rows}.", name=name, rows=rows)]
    if about.undated:
        said.append(
            i18n.n(
                "{count} row has no day that can be read, and is not shown.",
                "{count} rows have no day that can be read, and are not shown.",
                about.undated,
            )
        )
    untitled = about.rows - about.shown - about.undated
    if untitled > 0:
        said.append(
            i18n.n(
                "{count} row has no title, and is not shown.",
                "{count} rows have no title, and are not shown.",
                untitled,
            )
        )
    return " ".join(said)


def table_age(ctx: Context) -> str:
    """That the table has changed since its rows were read; empty where it has not."""
    table = story_table(ctx.story)
    if not table.changed():
        return ""
    made = datetime.fromtimestamp(table.known.made, UTC)
    return ctx.i18n.t(
        "The table has changed since its rows were read on {day}. What you see is as it was then; "
        "the new rows are shown once the server has been started again.",
        day=ctx.i18n.day(made.date()),
    )


def table_files_list(ctx: Context) -> Markup:
    """The files of all rows that the filters leave; those of an opened table its page alone has."""
    i18n, story, count = ctx.i18n, ctx.story, shown_count(ctx)
    params, links = ctx.params(event=None, page=1), []
    query = urlencode(params, doseq=True)
    for name in OWN_FORMS if story.private else FORMS:
        why = why_not(name, count, i18n)
        if story.private:
            place = own_address(story, name, {"lang": i18n.language, **params})
        else:
            place = f"./{FOLDER}/{name}{'?' + query if query else ''}"
        links.append((name, "" if why else place, why))
    return filled("table_files.html", i18n, files=links)


def table_sources(ctx: Context) -> Markup:
    """The sources that the events name, with how many each has, and the way to these."""
    i18n, filters, found = ctx.i18n, ctx.view.filters, table_values(ctx, "sources")
    if isinstance(found, Missing):
        return filled("caveat.html", i18n, text=found.words(i18n))
    named = [value for value in found if not filters.sources or value.id in filters.sources]
    rows = [
        (one.name, i18n.number(one.count),
         address("timeline", ctx, filters=replace(filters, sources=(one.id,))))
        for one in named[:MOST_SOURCES]
    ]  # fmt: skip
    more = max(0, len(named) - MOST_SOURCES)
    return filled("table_sources.html", i18n, rows=rows, more=more)
