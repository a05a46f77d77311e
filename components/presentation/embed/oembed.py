"""What oEmbed 1.0 says of a chart alone, and the link by which other sites find it."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from components.i18n import I18n
from components.i18n.credit import story_name
from components.presentation.context import Context
from components.presentation.embed.links import frame_code, frame_height
from components.presentation.embed.parts import headline_of
from components.presentation.pictures import Kind

#: Seconds for which a page may keep the answer: a new version of the data may say another thing.
CACHE_SECONDS: Final = 86_400
#: Pixels of a frame where the page names no width.
WIDTH_PX: Final = 720
LINK: Final = Markup(
    '<link rel="alternate" type="application/json+oembed" href="{address}" title="{title}">'
)


def discovery_link(address: str, i18n: I18n) -> str:
    """The ``<link>`` that leads to the code for a chart; ``address`` is that of the answer."""
    return str(LINK.format(address=address, title=i18n.t("The story")))


def oembed_content(
    kind: Kind, ctx: Context, base: str, address: str, *, width: int = WIDTH_PX, most: int = 0
) -> dict[str, Any]:
    """The answer for one chart.

    Args:
        base: the address that all pages stand under, without a slash at its end.
        address: the whole address of the chart alone.
        width: of the frame, in pixels.
        most: its greatest height in pixels, 0 for any.
    """
    title, name = headline_of(kind, ctx), story_name(ctx.dataset, ctx.i18n)
    height = frame_height(kind, width)
    height = min(height, most) if most else height
    return {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": name,
        "provider_url": f"{base}/",
        "cache_age": CACHE_SECONDS,
        "width": width,
        "height": height,
        "html": frame_code(address, f"{title} · {name}", str(width), height),
    }
