"""What a page says, for its first document: made once for each view, beside the event loop."""

from __future__ import annotations

import gzip
import logging
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlencode

import anyio
from anyio.to_thread import run_sync

from components.domain.limits import DOCUMENT_SECONDS, DOCUMENTS_AT_ONCE, DOCUMENTS_WAITING
from components.domain.views.view import write_view
from components.drawing.palette import PALETTES, css_colours
from components.i18n import LANGUAGES, Language
from components.page.html import page_text
from components.presentation.context import Context, public_context
from components.presentation.markup import render
from components.presentation.metadata.addresses import PublicAddresses
from components.presentation.metadata.head import head_html
from components.presentation.pages import PAGES, PageInfo, pages_of
from components.presentation.pictures import CHART_OF
from components.presentation.work.single_flight import SingleFlightCache
from components.server.embed.oembed import discovery
from components.store.table import TableStore

LOGGER: Final = logging.getLogger(__name__)
MOST_TEXTS: Final = 64
STYLE: Final = Path(__file__).parent / "text.css"
_kept: SingleFlightCache[bytes] = SingleFlightCache(MOST_TEXTS)


@dataclass(frozen=True)
class First:
    """What a first document holds of its page: elements of its head, and what it says."""

    head: str
    body: str


@lru_cache(maxsize=1)
def style() -> str:
    """The style of the text, in the colours of the pages."""
    light, dark = (css_colours(PALETTES[mode]) for mode in ("light", "dark"))
    sheet = STYLE.read_text(encoding="utf-8")
    darker = f"@media(prefers-color-scheme:dark){{#first{{{dark}}}}}"
    return f"<style>#first{{{light}}}{darker}{sheet}</style>"


def page_address(slug: str, ctx: Context, language: Language | None = None) -> str:
    """The address of a page from any other, in this view's language or in another one."""
    spoken = {"lang": language} if language else {}
    query = urlencode(ctx.params(slug, **spoken), doseq=True)
    return f"./{slug}{'?' + query if query else ''}"


def _made(ctx: Context, info: PageInfo, base: str) -> First:
    links, i18n, text = PublicAddresses(base), ctx.i18n, page_text(ctx, info)
    body = render(
        "first.html",
        i18n,
        text=text,
        pages=[(page_address(p.slug, ctx), i18n.t(p.title), p) for p in pages_of(ctx.story)],
        current=info,
        languages=[
            (code, name, page_address(info.slug, ctx, code))
            for code, name in LANGUAGES.items()
            if code != i18n.language
        ],
        version=ctx.dataset.version,
    )
    kind = None if ctx.story.table else CHART_OF.get(info.slug)
    found = discovery(base, kind, ctx.view, i18n) if kind else ""
    return First(head_html(ctx, info, text, links) + found, body)


def table_stamp(table: TableStore) -> str:
    """Changes when what a table's pages say may be other: its files change, or a minute goes by."""
    now = 0 if table.known.made else int(time.monotonic() // 60)
    return f"{table.changed()} {now}"


def first_text(query: str, language: Language, info: PageInfo, base: str) -> First:
    """What a page says at an address, made first if it must be; costs up to a second.

    Args:
        query: what follows the question mark of the address.
        language: the reader's.
        info: the page.
        base: the address that all pages stand under.
    """
    ctx = public_context(parse_qs(query, keep_blank_values=True), language, info.slug)
    view = urlencode(write_view(ctx.view), doseq=True)
    stamp = "" if ctx.story.table is None else table_stamp(ctx.story.table)
    key = (ctx.story.mark, stamp, info.slug, ctx.i18n.language, view, ctx.notices, base)

    def packed() -> bytes:
        made = _made(ctx, info, base)
        return gzip.compress(f"{made.head}\0{made.body}".encode(), 6)

    head, _, body = gzip.decompress(_kept.get(key, packed)).decode().partition("\0")
    return First(head, body)


def warm_texts() -> None:
    """Say the first page in every language once, in a thread: the first reader waits less."""

    def said() -> None:
        for language in LANGUAGES:
            page_text(public_context({}, language), PAGES[0])

    threading.Thread(target=said, name="first-texts", daemon=True).start()


class Texts:
    """Makes first texts beside the event loop: few at a time, and none where too many wait."""

    def __init__(self) -> None:
        self._limiter: anyio.CapacityLimiter | None = None

    async def text(self, query: str, language: Language, info: PageInfo, base: str) -> First | None:
        """What a page says; ``None`` where it could not be made, or not in time."""
        limiter = self._limiter = self._limiter or anyio.CapacityLimiter(DOCUMENTS_AT_ONCE)
        if limiter.statistics().tasks_waiting >= DOCUMENTS_WAITING:
            return None
        try:
            with anyio.move_on_after(DOCUMENT_SECONDS):
                return await run_sync(
                    first_text, query, language, info, base, abandon_on_cancel=True, limiter=limiter
                )
        except Exception:
            # The page itself follows, and says what can be said.
            LOGGER.exception("The first text of the page %r could not be made.", info.slug)
        return None


texts: Final = Texts()
