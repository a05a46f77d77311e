"""What the pages of a table say in words: how many rows they speak for, and how old they are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from components.i18n import I18n
from components.i18n.names import story_name
from components.limits import MOST_VALUES
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.sentence import dates_words, filter_phrases, shortest
from components.presentation.stories import LoadedStory
from components.presentation.table_answers import Missing, asked, story_table
from components.query.filters import Facet
from components.query.view import View

if TYPE_CHECKING:
    from components.query.table import Value


def shown_count(story: LoadedStory, view: View) -> int | Missing:
    """How many events the filters leave."""
    return asked(story, view, "count", lambda table: table.count(view.filters))


def table_values(ctx: Context, facet: Facet) -> tuple[Value, ...] | Missing:
    """The values of a filter with how many events each has in a table, most first."""
    return asked(
        ctx.story,
        ctx.view,
        facet,
        lambda table: table.values(ctx.view.filters, facet, most=MOST_VALUES),
    )


def counts(ctx: Context, facet: Facet) -> dict[str, int]:
    """How many events each value of a filter has in a table, most first; none without an answer."""
    found = table_values(ctx, facet)
    return {} if isinstance(found, Missing) else {value.id: value.count for value in found}


def headline(ctx: Context) -> str:
    """How many events there are, between which days and under which filters."""
    i18n, count, (first, last) = ctx.i18n, shown_count(ctx.story, ctx.view), ctx.dataset.period
    if isinstance(count, Missing):
        return i18n.t("Events of a table")
    filters = ctx.view.filters
    start, end = filters.start or first, filters.end or last
    span = i18n.date(f"{start}/{end}") if start < end else i18n.day(start)
    number = i18n.n("{count} event", "{count} events", count)
    said = i18n.t("{events}, {span}", events=number, span=span)
    return shortest(", ".join([said, *filter_phrases(ctx)]), said)


def lead(story: LoadedStory, i18n: I18n) -> str:
    """Of which table, how many rows it has, and which of them are no events."""
    about = story_table(story).about
    rows = i18n.n("{count} row", "{count} rows", about.rows)
    said = i18n.t(
        "From the table “{name}”: {rows}.", name=story_name(story.dataset, i18n), rows=rows
    )
    if about.undated:
        said += " " + i18n.n(
            "{count} row has no day that can be read, and is not shown.",
            "{count} rows have no day that can be read, and are not shown.",
            about.undated,
        )
    untitled = about.rows - about.shown - about.undated
    if untitled > 0:
        said += " " + i18n.n(
            "{count} row has no title, and is not shown.",
            "{count} rows have no title, and are not shown.",
            untitled,
        )
    return said


def credit(story: LoadedStory, i18n: I18n) -> str:
    """Whose table it is and under what it may be used, where its host says so."""
    said = story_table(story).credit
    named = said.source or said.licence
    return render("table_credit.html", i18n, credit=said) if named else ""


def asked_sentence(ctx: Context) -> str:
    """What is shown: "12 of 34 events, 22–23 February 2019, in Arauca"."""
    i18n, count = ctx.i18n, shown_count(ctx.story, ctx.view)
    if isinstance(count, Missing):
        return count.words(i18n)
    total = story_table(ctx.story).about.shown
    number = i18n.t("{shown} of {total} events", shown=i18n.number(count), total=i18n.number(total))
    parts = ", ".join([number, dates_words(ctx.view, i18n), *filter_phrases(ctx)])
    return i18n.t("Shown: {parts}.", parts=parts)


def age(story: LoadedStory, i18n: I18n) -> str:
    """That the table has changed since its rows were read; empty where it has not."""
    table = story_table(story)
    if not table.changed():
        return ""
    made = datetime.fromtimestamp(table.known.made, UTC)
    return i18n.t(
        "The table has changed since its rows were read on {day}. What you see is as it was then; "
        "the new rows are shown once the server has been started again.",
        day=i18n.day(made.date()),
    )
