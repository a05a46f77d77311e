"""The files that tell programs of a whole story: ``sitemap.xml`` and ``CITATION.cff``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from components.i18n import I18n
from components.i18n.credit import story_name
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.metadata.addresses import Addresses
from components.presentation.metadata.linked_data import creators, description
from components.presentation.pages import PageInfo
from components.story.dataset import Dataset

#: What a licence is called in the list of SPDX, as packages write it.
SPDX: Final = re.compile(r"[A-Za-z0-9.+-]+")


def sitemap(ctx: Context, links: Addresses, listed: Sequence[PageInfo]) -> str:
    """Every page in every language, each with its others, as sitemaps.org has it."""
    pages = [
        (
            [(code, links.page(page.slug, ctx, code)) for code in links.languages],
            links.page(page.slug, ctx, None),
        )
        for page in listed
    ]
    changed = ctx.dataset.created.isoformat() if ctx.dataset.created else ""
    return render("sitemap.xml", ctx.i18n, pages=pages, changed=changed)


def citation_file(dataset: Dataset, i18n: I18n, links: Addresses) -> str:
    """How the data set is cited, in the Citation File Format 1.2.0, from its package alone."""
    name = story_name(dataset, i18n)
    written: list[tuple[str, object]] = [
        ("cff-version", "1.2.0"),
        ("message", i18n.t("Cite the data set like this, with the version that you used.")),
        ("type", "dataset"),
        ("title", name),
        ("version", dataset.version),
        ("authors", [{"name": one} for one in creators(dataset) or [name]]),
    ]
    if links.known:
        written.append(("url", f"{links.base}/"))
    if dataset.created:
        written.append(("date-released", dataset.created.isoformat()))
    if about := description(dataset, i18n):
        written.append(("abstract", about))
    licence, keywords = dataset.about.licence, dataset.descriptor.get("keywords")
    if licence and SPDX.fullmatch(str(code := _licence_code(dataset))):
        written.append(("license", code))
    elif licence and licence.address:
        written.append(("license-url", licence.address))
    if isinstance(keywords, list) and keywords:
        written.append(("keywords", [str(word) for word in keywords]))
    # JSON is YAML: no text of a package can leave its place.
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in written)


def _licence_code(dataset: Dataset) -> str:
    """The licence's short name as the package writes it: ``CC-BY-4.0``."""
    listed = dataset.descriptor.get("licenses") or []
    first = listed[0] if isinstance(listed, list) and listed else {}
    return str(first.get("name") or "") if isinstance(first, dict) else ""
