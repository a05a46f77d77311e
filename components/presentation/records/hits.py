"""What the words typed find in the whole story, each as a link to its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.badges import address, page_of
from components.query.numbers import numbers_named
from components.query.search import Index, Kind, search
from components.story.models import Claim

#: So many of each kind are named at once; the others where the reader opens them.
MOST_SHOWN: Final = 4
#: Where there are more than these the others are only counted.
MOST_OPENED: Final = 250


@dataclass(frozen=True)
class _Hit:
    text: str
    note: str
    address: str
    event: str = ""


@dataclass(frozen=True)
class _Hits:
    """What was found of one kind."""

    head: str
    hits: tuple[_Hit, ...]
    more: str
    rest: tuple[_Hit, ...]


def _head(kind: Kind, count: int, i18n: I18n) -> str:
    if kind == "questions":
        return i18n.n("{count} question", "{count} questions", count)
    if kind == "figures":
        return i18n.n("{count} claim", "{count} claims", count)
    if kind == "events":
        return i18n.n("{count} event", "{count} events", count)
    return i18n.n("{count} source", "{count} sources", count)


def _claim(claim: Claim, ctx: Context) -> _Hit:
    when = ctx.i18n.date(claim.as_of, "short") if claim.as_of else ""
    return _Hit(ctx.i18n.of(claim, "statement"), when, _to(page_of(claim), ctx, claim=claim.id))


def _to(slug: str, ctx: Context, **chosen: object) -> str:
    """A place without the words that led to it: they would leave out what stands around it."""
    return address(slug, ctx, filters=ctx.view.filters.without_filter("text"), **chosen)


def _hit(kind: Kind, key: str, ctx: Context) -> _Hit:
    i18n, data = ctx.i18n, ctx.dataset
    if kind == "questions":
        return _Hit(i18n.of(data.topics[key], "question"), "", _to("disagreements", ctx, topic=key))
    if kind == "figures":
        return _claim(data.claims[key], ctx)
    if kind == "events":
        event = data.events[key]
        when = i18n.date(event.date, "short")
        return _Hit(i18n.of(event, "title"), when, _to("timeline", ctx, event=key), key)
    source = data.sources[key]
    return _Hit(i18n.source(source), source.title, f"{_to('sources', ctx)}#{key}")


def hits_html(ctx: Context) -> str:
    """Questions, claims, events and sources that hold the words; empty where none are looked for.

    The whole story is searched, whatever the other filters leave out. Where nothing holds all of
    the words, that is said of what holds the most of them. Where a figure stands among the words,
    the way to check it is offered as well.
    """
    words, i18n = ctx.view.filters.text, ctx.i18n
    if not words:
        return ""
    groups = []
    found = search(ctx.dataset, words, i18n.language)
    for group in found.groups:
        named = len(group.ids) if len(group.ids) <= MOST_OPENED else MOST_SHOWN
        hits = tuple(_hit(group.kind, key, ctx) for key in group.ids[:named])
        rest = len(group.ids) - MOST_SHOWN
        more = i18n.n("and {count} more", "and {count} more", rest) if rest > 0 else ""
        head = _head(group.kind, len(group.ids), i18n)
        groups.append(_Hits(head, hits[:MOST_SHOWN], more, hits[MOST_SHOWN:]))
    check = f"{_to('figures', ctx, check=words)}#check" if numbers_named(words) else ""
    part = ""
    if found.held:
        part = i18n.t(
            "Nothing has all of these words; these have {held} of {asked}.",
            held=i18n.number(found.held[0]),
            asked=i18n.number(found.held[1]),
        )
    near = [
        (text, address(ctx.slug, ctx, filters=replace(ctx.view.filters, text=text)))
        for text in ctx.dataset.once(Index).nearest(words, ctx.dataset)
    ]
    return render("hits.html", i18n, words=words, part=part, groups=groups, check=check, near=near)
